"""The cards that lie open at a table without holders, in doubt: the turn-up, the stock and the kitty.

Whatever happens here, the table is at the end as its events tell it: it could have been broken off and taken up again.
"""

import pytest

from tests.whist.doubtful import names
from tests.whist.family_driver import MIDDLE, STOCK_AT, look, place
from tests.whist.family_worlds import SOUTH, asked, lay, lies, prompt, said, trick
from whist.cards import Card
from whist.messages import events as ev
from whist.messages.requests import Agree, Answer, Correct, LaidBy, Redeal, SayStep
from whist.rules.actions import Choose
from whist.rules.refusals import Refused

# -- the turn-up -------------------------------------------------------------------------------------------------------


def test_a_doubtful_turn_up_is_asked_and_the_answer_holds_w2(begin):
    world = begin("H2")
    world.table.apply(Redeal(0))
    lies(world)
    assert names(lies(world, ("HA .5 SA .2 DA .1", MIDDLE))) == ["question"]
    assert asked(world) == [("turn_up", "DA HA SA")]
    assert names(said(world, "DA")) == ["answered", "turned_up"]
    assert world.table.public_view()["trump"] == "D"
    for text in ("HA .5 SA .2 DA .1", "HA .95", "HA .95"):
        assert lies(world, (text, MIDDLE)) == []


def test_what_was_said_of_the_turn_up_holds_for_it_alone_w3(begin):
    """Once it has been played, another card in its place is read for what it is."""
    world = begin()
    world.table.apply(Redeal(0))
    lies(world)
    lies(world, ("HK .5 SA .4", MIDDLE))
    said(world, "SA")
    world.aside = []
    lay(world, "H2 D2 C2 SA")
    world.laid = []
    world.show()
    assert names(look(world, ("HK", *MIDDLE))) == ["played"]
    assert trick(world) == [(0, "HK")]


def test_the_turn_up_put_before_its_owner_too_early_is_asked_about_at_its_turn_w3(begin):
    world = begin("H2")
    world.aside = [(Card.parse("SA"), *SOUTH)]
    assert names(world.show()) == ["turn_up_moved"]
    lay(world, "D2 C2")
    assert asked(world) == [("turn", "SA")]
    assert "Did South play that card?" in world.table.view(1)["questions"][0]["about"]
    assert names(said(world, "SA")) == ["answered", "played", "trick_won"]


def test_a_turn_up_put_aside_early_is_none_of_the_trick_w3(begin):
    world = begin("H2")
    world.aside = [(Card.parse("SA"), *SOUTH)]
    world.show()
    lay(world, "D2 C2")
    assert names(look(world, ("S3", 20.0, -60.0))) == ["question_withdrawn", "played", "trick_won"]
    assert trick(world)[-1] == (0, "S3")


# -- the stock ---------------------------------------------------------------------------------------------------------


STOCK = "C4", STOCK_AT


LEAD, REPLY = place(1, 2), place(0, 2)


@pytest.fixture
def stock(begin):
    """German Whist: North has won the first trick; it is gathered, and the four of clubs is turned up (RULES G3)."""
    world = begin("H2 S2", "german")
    world.laid, world.aside = [], []
    assert names(lies(world)) == ["gathered"]
    world.aside = [(Card.parse("C4"), *STOCK_AT)]
    assert names(world.show()) == ["turned_up"]
    return world


def test_a_card_that_was_played_as_people_have_said_and_is_turned_up_now_is_asked_about_g3(stock):
    """No other that looks like it is left: it was said of quite another one."""
    stock.rack_drawn()
    lay(stock, "C2 C3")
    stock.table.apply(Correct(0, Card.parse("D2"), 2, 0))
    stock.table.apply(Agree(1, True))
    stock.laid, stock.aside = [], []
    lies(stock)
    assert names(lies(stock, ("D2", STOCK_AT))) == ["question", "wrong_card"]
    assert asked(stock) == [("earlier", "C3 C5 D2")]
    assert names(said(stock, "C3")) == ["answered", "play_corrected", "turned_up", "right_again"]


@pytest.mark.parametrize(
    ("code", "events", "open_now"),
    [
        pytest.param("H3", ["answered", "turned_up"], "H3", id="it had been misread"),
        pytest.param("C4", ["answered", "out_of_step"], "C4", id="it is covered"),
    ],
)
def test_another_card_in_the_stocks_place_is_asked_about_g3(stock, code, events, open_now):
    assert lies(stock, ("H3", STOCK_AT)) == [], "one look may be wrong"
    assert names(lies(stock, ("H3", STOCK_AT))) == ["question"]
    assert asked(stock) == [("turn_up", "C4 H3")]
    assert names(said(stock, code)) == events
    assert stock.table.public_view()["turned_up"] == [open_now]


def test_a_covered_stock_is_laid_open_again_g3(stock):
    lies(stock, ("H3", STOCK_AT))
    lies(stock, ("H3", STOCK_AT))
    said(stock, "C4")
    assert prompt(stock) == "Lay the 4 of clubs where I can see it."
    assert names(lies(stock, ("H3", LEAD), STOCK)) == ["in_step", "played"]


@pytest.mark.parametrize("text", ["C6 .5 S6 .4", "S6 .6 C6 .38"])
def test_a_doubtful_card_of_the_stock_is_asked_about_g3(stock, text):
    lay(stock, "H3 S3")
    stock.laid, stock.aside = [], []
    lies(stock)
    assert names(lies(stock, (text, STOCK_AT))) == ["question"]
    assert names(said(stock, "C6")) == ["answered", "turned_up"]
    assert stock.table.public_view()["turned_up"] == ["C6"]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        pytest.param("H6 .1 S9 .05", 1, id="hardly any card can be read"),
        pytest.param(" ", 0, id="it lies face down"),
        pytest.param("C9", 0, id="it is read"),
    ],
)
def test_a_card_of_the_stock_that_cannot_be_read_is_told_g3(drawn, text, unread):
    world = drawn
    lies(world, (text, STOCK_AT))
    view = world.table.public_view()
    assert (view["unread"], "I cannot read" in view["prompt"]) == (unread, unread > 0)
    lies(world, ("C9", STOCK_AT))
    assert (world.table.public_view()["unread"], world.table.phase) == (0, "play")


@pytest.mark.parametrize(
    ("beside", "about"), [pytest.param([], [], id="alone"), pytest.param(["H7"], ["turn_up"], id="a card laid early")]
)
def test_what_is_in_doubt_among_known_cards_alone_must_be_shown_better_g3(stock, beside, about):
    """All that looks like it has been played: there is nothing to ask of it."""
    world = stock
    lay(world, "C2 D2")
    world.laid, world.aside = [], []
    lies(world)
    lies(world, ("H2 .5 S2 .4", STOCK_AT))
    assert "I cannot read" in prompt(world)
    lies(world, ("H2 .5 S2 .4", STOCK_AT), *((code, LEAD) for code in beside))
    assert [question.about for question in world.table.state.questions] == about
    assert all(question.candidates for question in world.table.state.questions)
    lies(world, ("C9", STOCK_AT))
    assert (asked(world), world.table.phase) == ([], "play")


def test_a_card_seen_before_is_not_turned_up_g3(stock):
    lay(stock, "H3 S3")
    stock.laid, stock.aside = [], []
    lies(stock)
    assert lies(stock, ("C2 .7 C6 .29", STOCK_AT))[-1] == ev.TurnedUp(Card.parse("C6"), *STOCK_AT), "C2 was the first"


@pytest.mark.parametrize(("code", "events"), [("C2", ["question", "wrong_card"]), ("C4", ["wrong_card"])])
def test_who_has_won_an_open_card_is_known_g3(stock, code, events):
    """RULES G3: North won the first open card; the second still lies there. South cannot play either."""
    lay(stock, "H3")
    assert names(lies(stock, ("H3", LEAD), STOCK, (code, REPLY))) == events
    assert "cannot hold it" in prompt(stock)


def test_a_card_that_the_other_has_won_counts_by_a_persons_word_g3(stock):
    """The trick was recorded wrongly, or another card lay open: South may have nothing else left."""
    lay(stock, "H3")
    lies(stock, ("H3", LEAD), STOCK, ("C2", REPLY))
    assert asked(stock) == [("turn", "C2")]
    assert names(said(stock, "C2"))[:3] == ["answered", "right_again", "played"]
    assert [str(card) for card in stock.table.state.hand.tricks[-1].cards] == ["H3", "C2"]
    assert names(lies(stock, ("H3", LEAD), STOCK, ("C2", REPLY))) == []


def test_a_card_drawn_while_the_last_trick_lies_there_changes_nothing_g3(stock):
    lay(stock, "H3 S3")
    assert lies(stock, ("H3", LEAD), ("S3", REPLY)) == []
    assert lies(stock, ("H3", LEAD), ("S3", REPLY), ("C6", STOCK_AT)) == []
    assert names(lies(stock, ("C6", STOCK_AT))) == ["gathered", "turned_up"]


@pytest.fixture
def drawn(stock):
    """A second trick is gathered, and the open card has been taken: another is to be turned up (RULES G3)."""
    lay(stock, "H3 S3")
    stock.laid, stock.aside = [], []
    lies(stock)
    return stock


AWAY = (-110.0, 0.0)


@pytest.mark.parametrize(
    ("code", "at", "stock_at", "why"),
    [
        pytest.param("H3", LEAD, AWAY, "it has been played already", id="played, before somebody"),
        pytest.param("H3", MIDDLE, AWAY, "it has been played already", id="played, before nobody"),
        pytest.param("H3", STOCK_AT, (100.0, 5.0), "it has been played already", id="played, on the stock"),
        pytest.param("C2", LEAD, AWAY, "it was laid too early", id="the first open one, before somebody"),
    ],
)
def test_a_known_card_beside_the_one_turned_up_is_to_be_taken_back_g3(drawn, code, at, stock_at, why):
    """The stock has been pushed away, or both lie on it: which card was turned up cannot be told by the place."""
    done = names(lies(drawn, (code, at), ("C6", stock_at)))
    assert done.count("wrong_card") == 1
    assert why in prompt(drawn)
    lies(drawn, ("C6", stock_at))
    if asked(drawn):
        said(drawn, "C6")
    assert drawn.table.public_view()["turned_up"] == ["C6"]


def test_a_card_on_the_stock_that_has_lain_open_before_was_not_laid_too_early_g3(drawn):
    """Somebody has forgotten to draw."""
    lies(drawn, ("C2", STOCK_AT), ("C6 .5 S6 .4", (100.0, 5.0)))
    assert prompt(drawn) == "Take the 2 of clubs back: it was turned up before."


def test_what_is_said_to_be_laid_too_early_is_not_asked_about_again_g3(drawn):
    assert names(lies(drawn, ("C6 .5", LEAD))) == ["question"]
    question = drawn.table.state.questions[0]
    assert names(drawn.table.apply(Answer(0, question.id, None))) == ["answered", "wrong_card"]
    assert lies(drawn, ("C6 .5", LEAD)) == []
    assert prompt(drawn) == "Take the 6 of clubs back: it was laid too early."
    assert drawn.table.public_view()["wrong_card"]["also"] == []


@pytest.mark.parametrize(("code", "at"), [("C6", STOCK_AT), ("D9", LEAD), ("H7", LEAD)])
def test_a_doubtful_card_beside_the_one_turned_up_is_asked_about_g2(begin, code, at):
    """What is none of those that were asked about is the card that is hardest to read."""
    world = begin(game="german")
    world.table.apply(Redeal(0))
    lies(world)
    assert names(lies(world, ("C6", STOCK_AT), ("D9 .5", LEAD))) == ["question"]
    assert asked(world) == [("turn_up", "C6 D9")]
    done = said(world, code)
    assert names(done)[:2] == ["answered", "turned_up"]
    assert (str(done[1].card), (done[1].x, done[1].y)) == (code, (round(at[0], 1), round(at[1], 1)))


@pytest.mark.parametrize("beside", [[], [("D9 .5", LEAD)]])
def test_what_has_lain_open_before_is_no_answer_what_was_turned_up_g3(drawn, beside):
    lies(drawn, ("C6 .5 S6 .4", AWAY), *beside)
    with pytest.raises(Refused, match="2 of clubs is known to be elsewhere"):
        said(drawn, "C2")
    assert names(said(drawn, "C6"))[:2] == ["answered", "turned_up"]


def test_a_card_said_to_lie_open_that_nobody_has_is_overlooked_by_one_tap_g3(stock):
    crowd = [(code, (-100.0 + 40.0 * k, 60.0)) for k, code in enumerate(("H3", "H4", "H5"))]
    assert names(lies(stock, *crowd)) == ["out_of_step"]
    assert names(lies(stock)) == ["out_of_step"]
    assert prompt(stock) == "Lay the 4 of clubs where I can see it."
    assert stock.table.view(0)["mend"]["in_step"] == ["believed"]
    assert names(stock.table.apply(SayStep(0, "believed"))) == ["step_said", "in_step"]
    assert names(lies(stock, ("H3", LEAD))) == ["played"]


def test_what_was_said_of_the_open_card_counts_no_more_once_that_lies_elsewhere_g3(drawn):
    lies(drawn, ("H6 .5 D6 .4", MIDDLE))
    assert names(said(drawn, "D6")) == ["answered", "turned_up"]
    assert drawn.table.public_view()["turned_up"] == ["D6"]
    assert "played" in names(lies(drawn, ("H6", MIDDLE), ("D6", STOCK_AT)))
    assert trick(drawn)[0][1] == "H6"


def test_the_open_card_that_people_have_named_is_taken_in_where_it_lies_g3(drawn):
    """The first open one has been led early, where the stock was. Later it lies there once more: nothing can be asked
    of it, for every two has been seen."""
    led, new = ("C2", STOCK_AT), ("D2", AWAY)
    assert names(lies(drawn, led)) == ["question"]
    assert lies(drawn, led, new) == []
    assert names(said(drawn, "D2")) == ["answered", "turned_up", "played"]
    assert drawn.table.public_view()["turned_up"] == ["D2"]
    lies(drawn, led, new, ("C5", REPLY))
    lies(drawn)
    assert names(lies(drawn, ("C2", AWAY))) == ["wrong_card"]
    assert prompt(drawn) == "Take the 2 of clubs back: it has been played already."
    assert lies(drawn, ("C2", AWAY)) == []
    lies(drawn, ("C6", AWAY))
    assert drawn.table.public_view()["turned_up"] == ["C6"]


@pytest.mark.parametrize(
    ("seen_again", "events"),
    [
        pytest.param("D6", ["turned_up"], id="it is read"),
        pytest.param("D6 .5 S6 .4", ["question", "answered", "turned_up"], id="it is asked about"),
    ],
)
def test_a_card_that_was_wrongly_said_to_lie_open_can_be_turned_up_later_g3(drawn, seen_again, events):
    """Who took it then need not hold the one that was named; who takes it now does."""

    def trick_of(led, followed, stock, then):
        lies(drawn, (led, LEAD), (stock, STOCK_AT))
        lies(drawn, (led, LEAD), (stock, STOCK_AT), (followed, REPLY))
        lies(drawn)
        done = names(lies(drawn, (then, STOCK_AT)))
        return done + (names(said(drawn, "D6")) if asked(drawn) else [])

    lies(drawn, ("H6 .5 D6 .4", STOCK_AT))
    assert names(said(drawn, "D6")) == ["answered", "turned_up"]
    assert trick_of("H7", "S7", "H6 .5 D6 .4", "C9") == ["turned_up"]
    assert trick_of("H8", "S8", "C9", seen_again) == events
    assert drawn.table.public_view()["turned_up"] == ["D6"]
    assert trick_of("S9", "C5", "D6", "CT") == ["turned_up"]
    assert names(lies(drawn, ("D6", REPLY), ("CT", STOCK_AT))) == ["played"], "South has drawn it"


@pytest.mark.parametrize(
    ("seen", "lies_then", "events"),
    [
        pytest.param("H6 .5 D6 .4", "D6", ["played", "trick_won"], id="named"),
        pytest.param("H6 .5 D6 .4", "D6 .5 S6 .4", ["question"], id="named, and in doubt now"),
        pytest.param("D6", "D6", ["question", "wrong_card"], id="seen"),
    ],
)
def test_who_holds_a_card_that_was_said_to_be_drawn_by_another_can_play_it_g3(drawn, seen, lies_then, events):
    """North has won the open card, which people have named wrongly, or which was seen."""
    lies(drawn, (seen, STOCK_AT))
    if asked(drawn):
        said(drawn, "D6")
    assert drawn.table.public_view()["turned_up"] == ["D6"]
    lies(drawn, ("H7", LEAD), (seen, STOCK_AT))
    lies(drawn, ("H7", LEAD), (seen, STOCK_AT), ("S7", REPLY))
    lies(drawn)
    lies(drawn, ("C9", STOCK_AT))
    assert names(lies(drawn, ("D9", LEAD), ("C9", STOCK_AT))) == ["played"]
    assert names(lies(drawn, ("D9", LEAD), ("C9", STOCK_AT), (lies_then, REPLY))) == events


# -- the kitty ---------------------------------------------------------------------------------------------------------


def with_kitty(world):
    """All have bid, trumps are chosen, and the kitty lies open."""
    while world.hand.phase == "bid":
        world.step()
    choice = Choose(world.hand.turn, world.match.legal()[0].what)
    world.happen(choice)
    world.table.apply(choice)
    world.lay_open()
    return world


@pytest.fixture
def kitty(begin):
    """Bid Whist: trumps are chosen, and all are to see the kitty (RULES B12)."""
    return with_kitty(begin(game="bid", sport="always"))


def kitty_look(world, *codes):
    """The kitty lies open, but for the first cards, which are read as ``codes``."""
    seen = list(zip(codes, [(x, y) for _, x, y in world.aside], strict=False))
    rest = [(str(card), (x, y)) for card, x, y in world.aside[len(codes) :]]
    return lies(world, *seen, *rest)


def test_a_doubtful_card_of_the_kitty_is_asked_about_b12(kitty):
    first = str(kitty.aside[0][0])
    other = "H3" if first != "H3" else "H4"
    assert names(kitty_look(kitty, f"{first} .5 {other} .4")) == ["question"]
    assert names(said(kitty, first)) == ["answered", "kitty_shown"]
    assert kitty.table.public_view()["turned_up"] == [str(card) for card, _, _ in kitty.aside]


def test_a_kitty_in_which_a_card_is_twice_is_not_taken_b12(kitty):
    assert kitty_look(kitty, str(kitty.aside[1][0])) == []
    assert kitty_look(kitty, "C2 .1") == [], "nor one that cannot be read"
    assert names(kitty.show()) == ["kitty_shown"]


def test_a_card_of_the_kitty_is_in_nobodys_hand_b13(kitty):
    kitty.show()
    code = str(kitty.aside[0][0])
    kitty.aside = []
    kitty.show()
    assert names(look(kitty, (code, *place(kitty.table.state.turn, 4)))) == ["wrong_card"]
    assert "cannot hold it" in prompt(kitty)


@pytest.fixture
def taken(begin):
    """The bidder has taken the kitty before all (RULES B10), and has led."""
    world = with_kitty(begin(game="bid", sport="always", bidder_gets_kitty=True, bidder_leads=True))
    world.show()
    kitty = [str(card) for card, _, _ in world.aside]
    world.aside = []
    world.show()
    lay(world, next(str(card) for card in world.hand.hands[world.hand.declarer] if str(card) not in kitty))
    return world, kitty[0], world.table.state.turn


def test_a_card_that_the_bidder_has_taken_counts_for_another_by_a_persons_word_b10(taken):
    world, code, turn = taken
    assert names(look(world, (code, *place(turn, 4)))) == ["question", "wrong_card"]
    assert asked(world) == [("turn", code)]
    assert "cannot hold it" in prompt(world)
    assert names(said(world, code)) == ["answered", "right_again", "played"]
    assert trick(world)[-1] == (turn, code)


def test_a_card_that_the_bidder_has_laid_too_early_is_to_be_taken_back_b10(taken):
    world, code, turn = taken
    look(world, (code, *place(turn, 4)))
    done = world.table.apply(LaidBy(0, world.hand.declarer))
    assert "question_withdrawn" in names(done)
    assert asked(world) == []
    assert world.table.public_view()["wrong_card"]["seat"] == world.hand.declarer

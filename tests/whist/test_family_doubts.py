"""What a table without holders does when something is in doubt, or people do what they must not: it asks, says, and is
put right.

Whatever happens here, the table is at the end as its events tell it: it could have been broken off and taken up again.
"""

import pytest

from tests.whist.doubtful import names
from tests.whist.family_driver import MIDDLE, STOCK_AT, answer, dealt, look, place, rebuilt, suits
from whist import events as ev
from whist.actions import Choose
from whist.cards import Card
from whist.family import events as fe
from whist.requests import Answer, Demand, Expose, LaidBy, Redeal, Refused, Treat

SOUTH, WEST, NORTH, EAST = (place(seat, 4) for seat in range(4))
PILE = [(10.0, 10.0), (-20.0, 10.0), (0.0, 40.0), (30.0, -20.0)]
"""Places near the middle, before nobody."""


@pytest.fixture
def begin():
    """Begins worlds by the name of a game and what is played in it; at the end each is rebuilt from its events."""
    worlds = []

    def start(codes="", game="classic", **options):
        """South deals spades to itself and turns up the ace; West leads hearts, North has diamonds, East clubs. In
        German Whist North leads hearts, and clubs come first in the stock."""
        known = {"classic": suits("S", "H", "D", "C"), "german": suits("S", "H")}.get(game)
        worlds.append(dealt(game, known, " ".join(suits("C", "D")) if game == "german" else "", options))
        lay(worlds[-1], codes)
        return worlds[-1]

    yield start
    for world in worlds:
        again = rebuilt(world.table)
        assert again == world.table
        seats = range(world.rules.players)
        assert [again.view(seat) for seat in seats] == [world.table.view(seat) for seat in seats]


def lay(world, codes, at=None):
    """Lay cards at the seats' turns, each at its owner's place or at ``at``; the events of the last one."""
    done = []
    for code in codes.split():
        world.laid.append((world.table.state.turn, Card.parse(code)))
        done = world.show()
    return done


def lies(world, *cards):
    """Nothing but ``cards`` lies there: (code or reading, (x, y))."""
    return look(world, *((code, *at) for code, at in cards), without=[str(c.reading.best) for c in world.cards()])


def asked(world):
    """The open questions."""
    return [(q.about, " ".join(sorted(map(str, q.candidates)))) for q in world.table.state.questions]


def said(world, code, seat=0):
    """Somebody answers the open question."""
    return answer(world, world.table.state.questions[0].id, code, seat)


def prompt(world):
    return world.table.public_view()["prompt"]


def trick(world):
    return [(play.seat, str(play.card)) for play in world.table.state.trick]


# -- one card in doubt -------------------------------------------------------------------------------------------------


def test_where_no_card_lies_nobody_is_asked_again(begin):
    world = begin()
    ghost = ("H9 .5 H8 .4", 10.0, 20.0)
    assert names(look(world, ghost)) == ["question"]
    assert world.table.view(0)["questions"][0]["may_be_none"]
    number = world.table.state.questions[0].id
    assert world.table.apply(Answer(2, number, None)) == [ev.Answered(number, None, 2)]
    assert look(world, ghost) == []
    assert names(look(world, ghost, ("H3", *WEST))) == ["played"]


def test_a_doubtful_card_is_asked_of_everybody_and_one_answer_is_enough(begin):
    world = begin()
    assert names(look(world, ("H9 .5 H8 .4", *WEST))) == ["question"]
    assert asked(world) == [("table", "H8 H9")]
    assert all(world.table.view(seat)["questions"] for seat in range(4))
    assert "in doubt" in prompt(world)
    assert look(world, ("H9 .5 H8 .4", *WEST)) == [], "it is asked once"
    assert names(said(world, "H8", seat=3)) == ["answered", "played"]
    assert trick(world) == [(1, "H8")]
    assert look(world, ("H9 .5 H8 .4", *WEST)) == [], "the answer holds"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        pytest.param("H9 .97", ["question_withdrawn", "played"], id="read better"),
        pytest.param("H7 .97", ["question_withdrawn", "played"], id="read clearly as another"),
        pytest.param("H9 .45 H8 .4", [], id="still in doubt"),
    ],
)
def test_a_question_lasts_as_long_as_its_doubt(begin, text, result):
    world = begin()
    look(world, ("H9 .5 H8 .4", *WEST))
    assert names(look(world, (text, *WEST))) == result


def test_a_doubtful_card_that_goes_away_needs_no_answer(begin):
    world = begin()
    look(world, ("H9 .5 H8 .4", *WEST))
    assert names(world.show()) == ["question_withdrawn"]
    with pytest.raises(Refused) as refused:
        answer(world, 1, "H8")
    assert refused.value.code == "not_now"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        pytest.param("S3 .6 H2 .39", ["played"], id="the other was played before"),
        pytest.param("H2 .6 S3 .39", ["played"], id="the best one was played before"),
        pytest.param("S3 .6 S4 .38", ["question"], id="both may be"),
        pytest.param("H2 .95 S3 .05", ["question"], id="clear, but played before: a doubt"),
        pytest.param("H2 .99", ["wrong_card"], id="undeniable, and no other two is left: to be taken back"),
        pytest.param("JR .6 S3 .39", ["played"], id="there is no joker"),
        pytest.param("S3 .1", ["unread"], id="hardly readable: that is told, nothing asked"),
    ],
)
def test_cards_that_are_elsewhere_settle_a_doubt_or_raise_one(begin, text, result):
    world = begin("H2 D2 C2 S2")
    world.laid, world.aside = [], []
    world.show()
    assert names(look(world, (text, *SOUTH))) == result


@pytest.mark.parametrize("code", ["H2", "JR"])
def test_an_answer_that_cannot_be_is_refused(begin, code):
    world = begin("H2 D2 C2 S2")
    world.laid, world.aside = [], []
    world.show()
    look(world, ("S3 .5 S4 .4", *SOUTH))
    with pytest.raises(Refused, match="cannot be there"):
        said(world, code)


def test_a_wrong_answer_is_mended_by_laying_the_card_again(begin):
    world = begin()
    look(world, ("H9 .5 H8 .4", *WEST))
    said(world, "H8")
    assert names(world.show()) == ["taken_back"]
    assert names(look(world, ("H9 .97", *WEST))) == ["played"]
    assert trick(world) == [(1, "H9")]


def test_an_answer_that_no_card_here_can_be_is_mended_too(begin):
    world = begin()
    look(world, ("H9 .5 H8 .4", *WEST))
    assert names(said(world, "SA")) == ["answered", "wrong_card"], "it lies there turned up"
    assert "cannot hold it" in prompt(world)
    assert names(world.show()) == ["right_again"]
    assert names(look(world, ("H9 .97", *WEST))) == ["played"]


# -- more than one card at once ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("codes", ["H2 D2", "H2 D2 C2", "H2 D2 C2 S2"])
def test_cards_laid_at_once_before_their_owners_are_in_order(begin, codes):
    """RULES C2: the places tell who has laid which."""
    world = begin()
    seats = [1, 2, 3, 0]
    cards = [(code, place(seat, 4)) for seat, code in zip(seats, codes.split(), strict=False)]
    done = lies(world, ("SA", MIDDLE), *reversed(cards))
    played = [(event.seat, str(event.card)) for event in done if isinstance(event, ev.Played)]
    assert played == list(zip(seats, codes.split(), strict=False))
    assert asked(world) == []


@pytest.mark.parametrize("order", [("H2", "D2"), ("D2", "H2")])
def test_two_cards_at_once_in_a_pile_are_asked_about(begin, order):
    world = begin()
    pile = [("SA", (100.0, 0.0)), ("H2", PILE[0]), ("D2", PILE[1])]
    lies(world, *pile)
    assert asked(world) == [("order", "D2 H2")]
    assert trick(world) == []
    with pytest.raises(Refused, match="none of the cards"):
        said(world, "H3")
    said(world, order[0])
    assert trick(world) == [(1, order[0]), (2, order[1])]
    assert lies(world, *pile) == []


def test_four_cards_at_once_in_a_pile_are_asked_one_after_the_other(begin):
    world = begin()
    lies(world, *zip(("H2", "D2", "C2", "S2"), PILE, strict=True))
    for number, code in enumerate(("H2", "D2", "C2")):
        assert len(trick(world)) == number
        said(world, code)
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C2"), (0, "S2")]
    assert world.table.state.phase == "gather"


def test_the_question_goes_when_the_cards_are_laid_apart(begin):
    world = begin()
    lies(world, ("SA", MIDDLE), ("H2", (50.0, 10.0)), ("D2", (-40.0, 10.0)))
    assert asked(world) == [("order", "D2 H2")]
    assert names(lies(world, ("SA", MIDDLE), ("H2", WEST), ("D2", NORTH))) == ["question_withdrawn", "played", "played"]


def test_a_card_that_lies_before_another_seat_is_asked_about(begin):
    """That seat may have played out of turn, or the card of the seat in turn was not seen (RULES T9)."""
    world = begin("H2")
    assert names(look(world, ("C2", *EAST))) == ["question"]
    assert asked(world) == [("turn", "C2")]
    with pytest.raises(Refused, match="none of the cards"):
        said(world, "C3")
    assert names(said(world, "C2")) == ["answered", "played"]
    assert trick(world) == [(1, "H2"), (2, "C2")]


def test_the_card_that_was_missed_settles_it(begin):
    world = begin("H2")
    look(world, ("C2", *EAST))
    assert names(look(world, ("D2", *NORTH), ("C2", *EAST))) == ["question_withdrawn", "played", "played"]
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C2")]


# -- taken back --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("then", "laid"),
    [
        pytest.param(("D2", NORTH), "D2", id="laid again"),
        pytest.param(("D2", (20.0, 70.0)), "D2", id="laid again elsewhere"),
        pytest.param(("D3", NORTH), "D3", id="another one instead"),
    ],
)
def test_a_card_that_is_taken_back_was_not_played(begin, then, laid):
    world = begin("H2 D2")
    world.laid.pop()
    assert names(world.show()) == ["taken_back"]
    assert trick(world) == [(1, "H2")]
    assert prompt(world) == "North, play a card."
    assert names(look(world, (then[0], *then[1]))) == ["played"]
    assert trick(world) == [(1, "H2"), (2, laid)]


def test_another_card_in_a_pile_while_the_last_one_is_gone_is_asked_about(begin):
    """It is laid instead, or is the next person's while the last one is hidden."""
    world = begin("H2 D2")
    world.laid.pop()
    world.show()
    look(world, ("C3", *PILE[1]))
    assert asked(world) == [("order", "C3 D2")]
    said(world, "D2")
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C3")]


def test_cards_are_taken_back_one_after_the_other(begin):
    world = begin("H2 D2 C2")
    for left in (2, 1, 0):
        world.laid.pop()
        assert names(world.show()) == ["taken_back"]
        assert len(trick(world)) == left
    assert prompt(world) == "West, lead."


def test_the_last_card_of_a_trick_taken_back_needs_no_gathering(begin):
    """The trick is complete, so it is thought to be gathered while one card after the other goes; a card put beside the
    place of one that is gone is asked about."""
    world = begin("H2 D2 C2 S2")
    world.laid.pop()
    assert world.show() == []
    assert names(look(world, ("S3", 20.0, -85.0))) == ["question"]
    assert asked(world) == [("replaced", "S2 S3")]
    assert names(said(world, "S3")) == ["answered", "replaced", "trick_won"]
    assert trick(world)[-1] == (0, "S3")


def test_an_early_card_that_is_covered_was_played_all_the_same(begin):
    world = begin("H2 D2")
    assert lies(world, ("SA", MIDDLE), ("D2", NORTH)) == []
    assert trick(world) == [(1, "H2"), (2, "D2")]


# -- replaced, and read otherwise --------------------------------------------------------------------------------------

ALLOWED = {"until_trick_turned": (True, True, False), "until_next_lead": (True, True, True), "never": (False,) * 3}
"""May a card be changed (RULES T2) in a trick that is not complete, is complete, was gathered and lies there again?"""


@pytest.mark.parametrize("option", ALLOWED)
@pytest.mark.parametrize("moment", [0, 1, 2])
def test_a_card_is_put_right_as_long_as_the_house_allows_t2_t3(begin, option, moment):
    """RULES T2, T3: North puts a heart where the diamond lay, beside the old place; the wrong card is exposed then."""
    world = begin("H2 D2 C2" + " S2" * (moment > 0), revoke_correction=option, exposed_cards="call")
    if moment == 2:
        world.laid, world.aside = [], []
        assert names(world.show()) == ["gathered", "turn_up_taken"]
    rest = [("S2", SOUTH)] if moment else [("SA", MIDDLE)]
    right = [("H2", WEST), ("H3", (20.0, 80.0)), ("C2", EAST), *rest]
    done = names(lies(world, *right))
    assert ("replaced" in done, "wrong_card" in done) == ((True, False) if ALLOWED[option][moment] else (False, True))
    assert lies(world, *right) == []
    if ALLOWED[option][moment]:
        assert trick(world)[1] == (2, "H3")
        assert world.table.public_view()["exposed"] == [{"seat": 2, "card": "D2"}]
    else:
        assert "can no longer be changed" in prompt(world)
        assert trick(world)[1] == (2, "D2")
        assert "right_again" in names(lies(world, ("H2", WEST), ("D2", NORTH), ("C2", EAST), *rest))


def test_a_trick_is_won_anew_when_a_card_of_it_is_put_right_t2(begin):
    world = begin("H2 D2 C2 H9")
    assert world.table.state.hand.tricks[-1].winner == 0
    done = lies(world, ("H2", WEST), ("S3", (20.0, 80.0)), ("C2", EAST), ("H9", SOUTH))
    assert done[0] == fe.Replaced(2, Card.parse("D2"), Card.parse("S3"), 20.0, 80.0)
    assert done[1] == ev.TrickWon(2, 1)


@pytest.mark.parametrize(
    ("code", "after"), [pytest.param("D3", "D3", id="replaced"), pytest.param("D2", "D2", id="misread now")]
)
def test_a_card_that_reads_otherwise_in_its_place_is_asked_about(begin, code, after):
    """It was put in the place of the other, or one of the two readings was wrong: only people know."""
    world = begin("H2 D2")
    seen = [("H2", WEST), ("SA", MIDDLE), ("D3", (3.0, 88.0))]
    assert lies(world, *seen) == [], "one look may be wrong"
    assert names(lies(world, *seen)) == ["question"]
    assert asked(world) == [("replaced", "D2 D3")]
    assert "Which card did North play" in world.table.view(3)["questions"][0]["about"]
    said(world, code)
    assert trick(world)[-1] == (2, after)


def test_what_reads_rightly_again_is_asked_no_more(begin):
    world = begin("H2 D2")
    seen = [("H2", WEST), ("SA", MIDDLE), ("D3", (3.0, 88.0))]
    lies(world, *seen)
    lies(world, *seen)
    assert names(world.show()) == ["question_withdrawn"]
    assert trick(world) == [(1, "H2"), (2, "D2")]


# -- out of turn -------------------------------------------------------------------------------------------------------


def test_a_card_laid_out_of_turn_is_taken_back_t9(begin):
    """RULES T9: people say that the card is East's; South may then play before North too."""
    world = begin("H2", exposed_cards="call")
    look(world, ("C2", *PILE[3]))
    assert trick(world) == [(1, "H2"), (2, "C2")], "nobody can see whose it is"
    assert names(world.table.apply(LaidBy(0, 3))) == ["laid_out_of_turn", "wrong_card"]
    assert prompt(world) == "Take the 2 of clubs back: it is North's turn, not East's."
    assert world.table.public_view()["notes"] == ["South may play before North too."]
    assert look(world, ("C2", *PILE[3])) == []
    assert names(world.show()) == ["right_again"]
    lay(world, "D2")
    assert names(look(world, ("C2", *PILE[3]))) == ["played"], "at its own turn"
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C2")]


def test_a_card_in_question_is_said_to_be_another_seats_t9(begin):
    world = begin("H2")
    look(world, ("C2", *EAST))
    assert {"laid_by": 3} in world.table.view(0)["actions"]
    assert {"laid_by": 2} not in world.table.view(0)["actions"], "that is the question"
    assert names(world.table.apply(LaidBy(0, 3))) == ["laid_out_of_turn", "question_withdrawn", "wrong_card"]
    assert trick(world) == [(1, "H2")]
    assert "it is North's turn, not East's" in prompt(world)
    with pytest.raises(Refused, match="taken for that of West"):
        world.table.apply(LaidBy(0, 1))


def test_who_has_played_already_lays_no_second_card_t9(begin):
    world = begin("H2")
    look(world, ("C2", *EAST))
    with pytest.raises(Refused, match="West has played to this trick"):
        world.table.apply(LaidBy(0, 1))


@pytest.mark.parametrize("how", ["exposed", "C"])
def test_a_lead_out_of_turn_is_treated_by_the_opponents_t8(begin, how):
    """RULES T8: East leads where West must; North and South say what follows, or nothing does."""
    world = begin(exposed_cards="call")
    look(world, ("C2", *EAST))
    assert asked(world) == [("turn", "C2")]
    world.table.apply(LaidBy(2, 3))
    treats = [{"treat": one} for one in ("exposed", *"CDHS")]
    assert [one for one in world.table.view(0)["actions"] if "treat" in one] == treats
    assert [one for one in world.table.view(1)["actions"] if "treat" in one] == []
    with pytest.raises(Refused):
        world.table.apply(Treat(1, how))
    assert names(world.table.apply(Treat(0, how))) == ["lead_treated"]
    world.show()
    if how == "exposed":
        assert world.table.public_view()["exposed"] == [{"seat": 3, "card": "C2"}]
        lay(world, "H2 D2")
        assert {"demand": "C2"} in world.table.view(0)["actions"]
    else:
        assert prompt(world) == "West, lead one of the clubs, as the opponents have asked."


def test_a_trick_led_out_of_turn_stands_when_all_have_played_t8(begin):
    world = begin("H2 D2 C2 S2")
    assert names(world.table.apply(LaidBy(0, 2))) == ["led_by", "trick_won"]
    assert trick(world) == [(3, "H2"), (0, "D2"), (1, "C2"), (2, "S2")]
    assert prompt(world).startswith("North wins the trick")


def test_two_cards_taken_for_each_others_change_places(begin):
    """The second card of a pile was the first: who said so needs to answer nothing more."""
    world = begin()
    lies(world, ("SA", (100.0, 0.0)), ("H2", PILE[0]))
    lies(world, ("SA", (100.0, 0.0)), ("H2", PILE[0]), ("D2", PILE[1]))
    assert names(world.table.apply(LaidBy(0, 1))) == ["taken_back", "replaced", "played"]
    assert trick(world) == [(1, "D2"), (2, "H2")]


def test_an_exposed_card_is_demanded_and_nothing_else_taken_t7(begin):
    """RULES T7: West lays another card than the one demanded: it is to be taken back."""
    world = begin("H2 D2 C2 S2", exposed_cards="call")
    world.table.apply(Expose(1, Card.parse("H5")))
    world.laid, world.aside = [], []
    world.show()
    lay(world, "S3")
    assert {"demand": "H5"} in world.table.view(0)["actions"]
    world.table.apply(Demand(0, Card.parse("H5")))
    assert "the opponents demand the 5 of hearts" in prompt(world)
    assert names(look(world, ("H4", *WEST))) == ["wrong_card"]
    assert "demand the 5 of hearts" in prompt(world)
    assert names(look(world, ("H5", *WEST))) == ["right_again", "played"]


# -- revokes -----------------------------------------------------------------------------------------------------------


def test_a_revoke_says_nothing_until_it_shows_t1_t4_t12(begin):
    """RULES T1, T4, T12: North has hearts and plays a diamond; three tricks later a heart shows it."""
    world = begin("H2 D2 C2 S2")
    assert world.table.public_view()["notes"] == []
    world.laid, world.aside = [], []
    world.show()
    assert names(lay(world, "S3 H4 H5 C3")) == ["played", "trick_won", "revoke_found"]
    note = "North revoked in trick 1: hearts were led and North had one; the trick stands."
    assert world.table.public_view()["notes"] == [note]
    assert names(lies(world, ("S3", SOUTH), ("H4", WEST), ("D5", (20.0, 80.0)), ("C3", EAST))) == [
        *("replaced", "trick_won")
    ], "the heart was put right: nothing shows any more"
    assert world.table.public_view()["notes"] == []


@pytest.mark.parametrize(("option", "told"), [("owner", [3]), ("table", [0, 1, 2, 3]), ("none", [])])
def test_who_is_told_of_a_revoke_that_is_known_at_once_t12(begin, option, told):
    """RULES T12: East has shown a heart, so that all know; the rest is the house's."""
    world = begin("H2 D2", revoke_alert=option, exposed_cards="call")
    world.table.apply(Expose(3, Card.parse("H9")))
    lay(world, "C2")
    note = "East can follow suit in this trick and has not."
    assert [seat for seat in range(4) if note in world.table.view(seat)["notes"]] == told
    assert (note in world.table.public_view()["notes"]) == (option == "table")


# -- gathered early, not gathered, looked at ---------------------------------------------------------------------------


@pytest.mark.parametrize("codes", ["H2 D2", "H2 D2 C2"])
def test_a_trick_gathered_early_is_laid_again(begin, codes):
    world = begin(codes)
    laid, world.laid = world.laid, []
    assert names(world.show()) == ["out_of_step"]
    assert prompt(world).startswith("I believe that the 2 of hearts, the 2 of diamonds")
    assert world.show() == []
    assert names(look(world, ("S9", *SOUTH))) == [], "nothing counts until then"
    world.laid = laid[:1]
    assert world.show() == []
    world.laid = laid
    assert names(world.show()) == ["in_step"]
    assert trick(world) == [(seat, str(card)) for seat, card in laid]


def test_a_trick_that_is_not_gathered_waits(begin):
    world = begin("H2 D2 C2 S2")
    assert "gather the cards" in prompt(world)
    for _ in range(3):
        assert look(world, ("S3", 0.0, -30.0)) == []
    assert len(world.table.state.hand.tricks) == 1
    world.laid, world.aside = world.laid[:1], []
    assert look(world, ("S3", 0.0, -30.0)) == [], "one of them still lies there"
    world.laid = []
    assert names(look(world, ("S3", 0.0, -30.0))) == ["gathered", "turn_up_taken", "played"]


@pytest.mark.parametrize(("review", "reopened"), [("last_trick", True), ("all", True), ("none", False)])
def test_the_last_trick_may_be_looked_at_t11(begin, review, reopened):
    """RULES T11."""
    world = begin("H2 D2 C2 S2", review=review)
    laid, world.laid, world.aside = world.laid, [], []
    world.show()
    world.laid = laid
    assert names(world.show()) == (["reopened"] if reopened else ["wrong_card"])
    world.laid = []
    assert names(world.show()) == (["gathered"] if reopened else ["right_again"])
    assert len(world.table.state.hand.tricks) == 1


# -- cards that cannot be ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "words"),
    [
        pytest.param("H2", "it has been played already", id="a card seen twice"),
        pytest.param("JR", "it is not in this game's pack", id="a 53rd card"),
        pytest.param("SA", "North cannot hold it", id="the turned-up card, which lies there too"),
    ],
)
def test_a_card_that_cannot_be_is_to_be_taken_back(begin, code, words):
    world = begin("H2")
    assert names(look(world, (code, *NORTH))) == ["wrong_card"]
    assert words in prompt(world)
    assert world.table.public_view()["wrong_card"] == {"seat": 2, "card": code}
    assert look(world, (code, *NORTH)) == []
    assert names(world.show()) == ["right_again"]
    assert trick(world) == [(1, "H2")]


def test_a_card_of_an_earlier_trick_cannot_be_played_again(begin):
    world = begin("H2 D2 C2 S2")
    world.laid, world.aside = [], []
    world.show()
    assert names(look(world, ("D2", *SOUTH))) == ["wrong_card"]
    assert "played already" in prompt(world)
    assert names(look(world, ("S3", *SOUTH))) == ["right_again", "played"]


@pytest.mark.parametrize("codes", ["", "H2", "H2 D2 C2"])
def test_hands_that_are_thrown_down_are_taken_up_again(begin, codes):
    """No trick follows from cards that somebody lays down all at once, to claim the rest or to concede it."""
    world = begin(codes)
    spilled = [(f"C{rank}", -140.0 + 40.0 * number, -40.0) for number, rank in enumerate("3456789")]
    assert names(look(world, *spilled)) == ["out_of_step"]
    assert prompt(world).startswith("So many cards are not one trick: take ")
    assert look(world, *spilled) == []
    assert names(world.show()) == ["in_step"]
    assert len(trick(world)) == len(codes.split())


def test_a_fifth_card_is_not_taken_in_silence(begin):
    """South has two cards before the own place: which of them was played is asked."""
    world = begin("H2 D2 C2")
    assert names(look(world, ("S2", *SOUTH), ("S3", 20.0, -85.0))) == ["question"]
    assert asked(world) == [("order", "S2 S3")]
    said(world, "S3")
    assert trick(world)[-1] == (0, "S3")
    assert "gather" in prompt(world)


# -- misdeals ----------------------------------------------------------------------------------------------------------


def test_a_misdeal_forgets_all_that_was_in_doubt_t10(begin):
    world = begin("H2")
    look(world, ("D9 .5 D8 .4", *NORTH))
    world.table.apply(Redeal(3))
    assert (asked(world), trick(world)) == ([], [])
    assert look(world, ("D9 .5 D8 .4", *NORTH)) == []
    assert lies(world) == [ev.Gathered()]
    assert names(lies(world, ("D9 .5 D8 .4", MIDDLE))) == ["question"], "the next turn-up"


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
    assert prompt(stock) == "I believe that the 4 of clubs lies there: lay it so that I see it."
    assert names(lies(stock, ("H3", LEAD), STOCK)) == ["in_step", "played"]


@pytest.mark.parametrize("text", ["C6 .5 S6 .4", "S6 .6 C6 .38"])
def test_a_doubtful_card_of_the_stock_is_asked_about_g3(stock, text):
    lay(stock, "H3 S3")
    stock.laid, stock.aside = [], []
    lies(stock)
    assert names(lies(stock, (text, STOCK_AT))) == ["question"]
    assert names(said(stock, "C6")) == ["answered", "turned_up"]
    assert stock.table.public_view()["turned_up"] == ["C6"]


def test_a_card_seen_before_is_not_turned_up_g3(stock):
    lay(stock, "H3 S3")
    stock.laid, stock.aside = [], []
    lies(stock)
    assert lies(stock, ("C2 .7 C6 .29", STOCK_AT))[-1] == ev.TurnedUp(Card.parse("C6"), *STOCK_AT), "C2 was the first"


@pytest.mark.parametrize("code", ["C2", "C4"])
def test_who_has_won_an_open_card_is_known_g3(stock, code):
    """RULES G3: North won the first open card; the second still lies there. South cannot play either."""
    lay(stock, "H3")
    assert names(lies(stock, ("H3", LEAD), STOCK, (code, REPLY))) == ["wrong_card"]
    assert "cannot hold it" in prompt(stock)


def test_a_card_drawn_while_the_last_trick_lies_there_changes_nothing_g3(stock):
    lay(stock, "H3 S3")
    assert lies(stock, ("H3", LEAD), ("S3", REPLY)) == []
    assert lies(stock, ("H3", LEAD), ("S3", REPLY), ("C6", STOCK_AT)) == []
    assert names(lies(stock, ("C6", STOCK_AT))) == ["gathered", "turned_up"]


# -- the kitty ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def kitty(begin):
    """Bid Whist: trumps are chosen, and all are to see the kitty (RULES B12)."""
    world = begin(game="bid", sport="always")
    while world.hand.phase == "bid":
        world.step()
    choice = Choose(world.hand.turn, world.match.legal()[0].what)
    world.happen(choice)
    world.table.apply(choice)
    world.lay_open()
    return world


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

"""What a table without holders does when a card is in doubt: it asks, says, and is put right.

Whatever happens here, the table is at the end as its events tell it: it could have been broken off and taken up again.
"""

import pytest

from tests.cards import cards
from tests.whist.doubtful import names, reading
from tests.whist.family_driver import MIDDLE, answer, look, place
from tests.whist.family_worlds import EAST, NORTH, PILE, SOUTH, WEST, asked, lies, prompt, said, trick
from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Answer
from whist.rules.refusals import Refused
from whist.table.laid.questions import with_words
from whist.table.state.state import Word

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


@pytest.mark.parametrize(
    ("ghost", "played"),
    [
        pytest.param(("S9 .6 S8 .3", WEST[0] + 40.0, WEST[1]), True, id="lies on the card that is read surely"),
        pytest.param(("H9 .6 H8 .3", 60.0, -60.0), False, id="lies apart: it may be what West laid"),
        pytest.param(("H9 .3 H8 .2", 60.0, -60.0), True, id="hardly reads as any"),
    ],
)
def test_what_seems_to_lie_beside_a_card_that_is_read_surely_keeps_nobody_from_playing(begin, ghost, played):
    """The second card in a court's picture is asked about at most (RULES T9)."""
    world = begin()
    look(world, ghost)
    assert ("played" in names(look(world, ghost, ("H3", *WEST)))) == played


def test_a_doubtful_card_is_asked_of_everybody_and_one_answer_is_enough(begin):
    world = begin()
    assert names(look(world, ("H9 .5 H8 .4", *WEST))) == ["question"]
    assert asked(world) == [("table", "H8 H9")]
    assert all(world.table.view(seat)["questions"] for seat in range(4))
    assert "unclear" in prompt(world)
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
        pytest.param("H2 .99", ["question", "wrong_card"], id="undeniable, and no other two is left: misread?"),
        pytest.param("JR .6 S3 .39", ["played"], id="there is no joker"),
        pytest.param("H2 .5", ["question"], id="all that it looks like was played, and none of it lies there"),
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
    with pytest.raises(Refused, match="not about that card"):
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
    with pytest.raises(Refused, match="not about that card"):
        said(world, "C3")
    assert names(said(world, "C2")) == ["answered", "played"]
    assert trick(world) == [(1, "H2"), (2, "C2")]


def test_the_card_that_was_missed_settles_it(begin):
    world = begin("H2")
    look(world, ("C2", *EAST))
    assert names(look(world, ("D2", *NORTH), ("C2", *EAST))) == ["question_withdrawn", "played", "played"]
    assert trick(world) == [(1, "H2"), (2, "D2"), (3, "C2")]


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


@pytest.mark.parametrize("option", ALLOWED)
@pytest.mark.parametrize("exposed", ["off", "call"])
def test_a_card_that_was_lifted_and_another_laid_is_put_right_as_well_t2_t3(begin, option, exposed):
    """RULES T2, T3: a look falls between the diamond, which North lifts, and the heart that North lays then."""
    world = begin("H2 D2", revoke_correction=option, exposed_cards=exposed)
    lifted, right = [("H2", WEST), ("SA", MIDDLE)], [("H2", WEST), ("SA", MIDDLE), ("H3", (20.0, 80.0))]
    allowed = option != "never"
    assert names(lies(world, *lifted)) == ["taken_back"] * allowed
    done = names(lies(world, *right))
    if not allowed:
        assert done == ["wrong_card"]
        assert trick(world)[1] == (2, "D2")
        assert "right_again" in names(lies(world, ("H2", WEST), ("D2", NORTH), ("SA", MIDDLE)))
        return
    assert done == ["played", *["card_exposed"] * (exposed == "call")]
    assert trick(world)[1] == (2, "H3")
    assert world.table.public_view()["exposed"] == [{"seat": 2, "card": "D2"}] * (exposed == "call")


def test_a_card_that_follows_may_be_changed_and_is_not_exposed_t3(begin):
    """Only a card that has revoked is exposed when it is taken back."""
    world = begin("H2 H4", exposed_cards="call")
    lies(world, ("H2", WEST), ("SA", MIDDLE))
    assert names(lies(world, ("H2", WEST), ("SA", MIDDLE), ("H3", NORTH))) == ["played"]


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


@pytest.mark.parametrize(
    ("about", "codes", "wrong", "strays", "read"),
    [
        pytest.param("table", "S8", "", "", "DJ", id="what reads as a candidate is what was said"),
        pytest.param("table", "S8", "DJ S8", "", "S8", id="it is another, which must be taken back too"),
        pytest.param("table", "S8", "S8", "", "DJ", id="it is called wrong as the other that it might have been"),
        pytest.param("table", "DJ", "DJ S8", "DJ", "DJ", id="it must be taken back itself"),
        pytest.param("turn_up", "S8 DJ", "", "", "S8 DJ", id="what was turned up lies elsewhere"),
        pytest.param("table", "S8 DJ", "DJ", "", "DJ DJ", id="what was laid is seen twice"),
        pytest.param("table", "S8 DJ", "DJ", "DJ", "S8 DJ", id="what must be taken back lies elsewhere"),
        pytest.param("table", "H2", "", "", "DJ", id="it reads as one that was played"),
        pytest.param("table", "H2 DJ", "", "", "H2 DJ", id="it reads as that one, and what was said lies elsewhere"),
    ],
)
def test_a_word_holds_for_the_card_that_was_meant(about, codes, wrong, strays, read):
    question = ev.Question(1, about, (), tuple(cards("DJ S8")), x=0.0, y=92.0)
    laid = [LaidCard(reading(f"{code} 1"), 0.0, 95.0 - 95.0 * place) for place, code in enumerate(codes.split())]
    told = [Word(Card.parse("DJ"), question)]
    seen = with_words(laid, told, cards("H2"), cards(wrong), (), cards(strays))
    assert [str(one.reading.best) for one in seen] == read.split()


@pytest.mark.parametrize(
    ("about", "far", "read"),
    [
        pytest.param("turn_up", 12.0, "S8 DJ", id="just beside it"),
        pytest.param("turn_up", 60.0, "S8 DJ", id="elsewhere"),
        pytest.param("table", 12.0, "DJ DJ", id="what was laid is seen twice"),
    ],
)
def test_a_card_that_was_named_as_turned_up_is_not_seen_twice_w2_g3(about, far, read):
    question = ev.Question(1, about, (), tuple(cards("DJ S8")), x=0.0, y=92.0)
    laid = [LaidCard(Reading.certain(Card.parse(code)), x, 92.0) for code, x in (("S8", 0.0), ("DJ", far))]
    seen = with_words(laid, [Word(Card.parse("DJ"), question)], ())
    assert [str(one.reading.best) for one in seen] == read.split()


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
    played = code == "H2"
    assert names(look(world, (code, *NORTH))) == [*(["question"] if played else []), "wrong_card"]
    assert words in prompt(world)
    by = None if played else 2  # whoever played it, it is not North's
    assert world.table.public_view()["wrong_card"] == {"seat": by, "card": code, "also": [], "said": False}
    assert look(world, (code, *NORTH)) == []
    assert names(world.show()) == [*(["question_withdrawn"] if played else []), "right_again"]
    assert trick(world) == [(1, "H2")]


def test_a_card_of_an_earlier_trick_cannot_be_played_again(begin):
    world = begin("H2 D2 C2 S2")
    world.laid, world.aside = [], []
    world.show()
    assert names(look(world, ("D2", *SOUTH))) == ["question", "wrong_card"]
    assert "played already" in prompt(world)
    assert names(look(world, ("S3", *SOUTH))) == ["right_again", "question_withdrawn", "played"]


@pytest.mark.parametrize(
    ("plays", "reads", "likely"),
    [
        pytest.param("H2", "H2 .99", ["D2", "C2"], id="lies in the trick"),
        pytest.param("H2 D2 C2 S2", "D2 .99", None, id="was played to an earlier one, and all that look like it"),
    ],
)
def test_what_reads_as_a_card_that_was_played_may_be_another_misread(begin, plays, reads, likely):
    """As at the table of androids, people are asked which card lies there (RULES T9)."""
    world = begin(plays)
    if len(plays.split()) == 4:
        world.laid, world.aside = [], []
        world.show()
    turn, at = world.table.state.turn, NORTH if plays == "H2" else SOUTH
    look(world, (reads, *at))
    (asks,) = world.table.state.questions
    assert (asks.about, asks.x, asks.y) == ("table", *(round(v, 1) for v in at))
    offers = [str(card) for card in asks.candidates]
    assert set(likely) <= set(offers) if likely else len(offers) > 40
    assert reads[:2] not in offers
    events = world.table.apply(Answer(turn, asks.id, Card.parse("D3")))
    assert names(events) == ["answered", "right_again", "played"]
    assert trick(world)[-1] == (turn, "D3")
    assert world.table.state.wrong is None
    assert look(world, (reads, *at)) == [], "the answer holds"


@pytest.mark.parametrize("codes", ["", "H2", "H2 D2 C2"])
def test_hands_that_are_thrown_down_are_taken_up_again(begin, codes):
    """No trick follows from cards that somebody lays down all at once, to claim the rest or to concede it."""
    world = begin(codes)
    spilled = [(f"C{rank}", -140.0 + 40.0 * number, -40.0) for number, rank in enumerate("3456789")]
    assert names(look(world, *spilled)) == ["out_of_step"]
    assert prompt(world).startswith("That is more than one trick: take ")
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


# -- as in Android Whist -----------------------------------------------------------------------------------------------


def test_one_card_that_is_seen_twice_is_one(begin):
    world = begin()
    events = look(world, ("H3", *WEST), ("H3", WEST[0] - 40.0, WEST[1]))
    assert (1, "H3") in trick(world)
    assert asked(world) == []
    assert "question" not in names(events), "a pack has each card once"


def test_a_third_card_is_asked_about_too_when_it_comes(begin):
    world = begin()
    look(world, ("H3", 60.0, -60.0), ("H4", -60.0, -60.0))
    assert asked(world) == [("order", "H3 H4")]
    look(world, ("H3", 60.0, -60.0), ("H4", -60.0, -60.0), ("H5", 60.0, 60.0))
    assert asked(world) == [("order", "H3 H4 H5")]
    look(world, ("H3", 60.0, -60.0), ("H4", -60.0, -60.0))
    assert asked(world) == [("order", "H3 H4 H5")], "it may be out of sight for a moment"


def test_whoever_laid_a_card_that_cannot_be_read_may_name_it(begin):
    world = begin()
    world.table.apply(TableShows((*world.cards(), LaidCard(Reading(()), *WEST))))
    (question,) = world.table.state.questions
    assert (question.about, len(question.candidates)) == ("table", 51), "all but the one that is turned up"
    assert names(said(world, "H8", seat=1)) == ["answered", "unread", "played"]
    assert trick(world) == [(1, "H8")]

"""What the table does when the camera is not sure of the cards dealt (RULES W2, A11)."""

from dataclasses import replace

import pytest

from tests.whist.doubtful import HANDS, SURE, asked, card, names, racked, reading, table, turned
from tests.whist.driver import TURN_UP_AT
from whist.messages import events as ev
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import Answer
from whist.rules.refusals import Refused
from whist.table.seen.last_seen import merged, offered, only_one
from whist.table.table import Table


@pytest.mark.parametrize(
    ("first", "second", "up", "phase", "questions"),
    [
        pytest.param({}, {}, "HA 1.0", "play", [], id="all clear"),
        pytest.param({}, {}, None, "turn_up", [], id="no turn-up yet"),
        pytest.param({"s0": "C2 .93"}, {}, "HA 1.0", "play", [], id="clear enough"),
        pytest.param(
            {"s0": "C2 .6 H2 .3"}, {}, None, "deal", [("slot", 1, 0, ["C2", "H2"])], id="in doubt: the human beside"
        ),
        pytest.param({"s0": "C2 .6 D2 .35"}, {}, "HA 1.0", "play", [], id="the pack leaves one card"),
        pytest.param(
            {"s0": "C3 .95 C2 .03"}, {}, None, "deal", [("slot", 1, 0, ["C2", "S2"])], id="the weaker claim is in doubt"
        ),
        pytest.param(
            {"s0": "C3 .95 C2 .05", "s1": "C3 .95 C8 .04"},
            {},
            None,
            "deal",
            [("slot", 1, 0, ["C3", "C2"]), ("slot", 1, 1, ["C3", "S3"])],
            id="alike claims are both in doubt",
        ),
        pytest.param({"s5": ""}, {}, None, "deal", [], id="unreadable: nothing is guessed"),
        pytest.param({"s5": "C7 .1"}, {}, None, "deal", [], id="as good as unreadable"),
        pytest.param(
            {}, {}, "HA .5 SA .2 DA .1 CA .1", "turn_up", [("turn_up", None, None, ["HA", "SA", "DA"])], id="turn-up"
        ),
        pytest.param({}, {}, "HA .6 DA .4", "play", [], id="a turn-up that the holders settle"),
        pytest.param(
            {}, {"s3": "S5 .6 H5 .4"}, None, "deal", [("slot", 2, 3, ["S5", "H5"])], id="the other holder's question"
        ),
    ],
)
def test_the_deal(first, second, up, phase, questions):
    made = table(racked(1, **first), racked(2, **second), *([turned(up)] if up else []))
    assert made.state.phase == phase
    assert asked(made) == questions
    assert {str(c) for c in made.state.holders.cards()}.isdisjoint({"SA", "HA"})


def test_a_question_about_a_slot_goes_to_the_human_beside_only():
    made = table(racked(1, s0="C2 .6 H2 .3"), racked(2))
    south, north = made.view(0), made.view(3)
    assert south["questions"] == [
        {
            "id": 1,
            "about": "Which card stands in slot 1 of holder 1, from the left?",
            "kind": "slot",
            "candidates": ["C2", "H2"],
            "may_be_none": False,
            "holder": 1,
            "slot": 0,
            "x": None,
            "y": None,
            "trick": None,
            "of": None,
            "others": [],
        }
    ]
    assert north["questions"] == []
    assert made.public_view()["questions"] == [{"id": 1, "ask": ["south"]}]
    with pytest.raises(Refused, match="open for you"):
        made.apply(Answer(3, 1, card("C2")))
    with pytest.raises(Refused, match="not in this pack"):
        made.apply(Answer(0, 1, card("JR")))
    events = made.apply(Answer(0, 1, card("C2")))
    assert names(events) == ["answered", "dealt"]
    assert made.state.holders.all[0].cards == tuple(HANDS[1])
    assert made.apply(racked(1, s0="C2 .6 H2 .3")) == [], "the answer holds"


@pytest.mark.parametrize(
    ("slots", "up"),
    [
        pytest.param({"s0": "HA .8 C2 .15"}, "HA .4 DA .3 SA .3", id="the turned-up card, which was asked about, too"),
        pytest.param({"s0": "C3 .6 C2 .2", "s1": "C3 .65 C4 .34"}, "HA 1.0", id="another of the holder, by the rest"),
    ],
)
def test_what_reads_like_a_card_that_is_known_elsewhere_is_asked_about_once(slots, up):
    """A5: nobody is asked again and again what they have said."""
    made = table(racked(1, **dict.fromkeys(slots, "")), racked(2), turned(up))
    for question in made.state.questions:
        made.apply(Answer(0, question.id, card("HA")))
    made.apply(racked(1, **slots))
    ((about, holder, slot, candidates),) = asked(made)
    assert (about, holder, slot, candidates[0]) == ("slot", 1, 0, "C2")
    made.apply(Answer(0, made.state.questions[0].id, card("C2")))
    for _ in range(2):
        assert asked(made) == []
        made.apply(racked(1, **slots))
    assert made.state.holders.all[0].cards == tuple(HANDS[1])


@pytest.mark.parametrize("said", ["D2", "DK", "S7", "C2"])
@pytest.mark.parametrize("other", [{}, {"s0": "D2 .6 S7 .3"}])
def test_an_answer_tells_nothing_of_the_other_holder_a6(said, other):
    """Whoever says any card of the own holder must not see by what follows whether the commanded android has it."""
    made = table(racked(1, s0="C2 .6 D2 .2 H2 .2"), racked(2, **other))
    before = asked(made)[1:]
    assert names(made.apply(Answer(0, 1, card(said)))) == ["answered", "dealt"]
    assert asked(made) == before


def test_a_better_look_withdraws_a_question_and_stays():
    made = table(racked(1, s0="C2 .6 H2 .3"), racked(2))
    assert names(made.apply(racked(1))) == ["question_withdrawn", "dealt"]
    assert made.apply(racked(1, s0="C2 .6 H2 .3")) == []
    assert made.apply(turned())[0] == ev.TurnedUp(card("HA"), *TURN_UP_AT)


def test_prompts_say_how_many_cards_are_racked():
    made = Table("android")
    assert "South deals" in made.public_view()["prompt"]
    made.apply(HolderShows(1, (*(SURE(c) for c in HANDS[1][:5]), *[None] * 8)))
    assert (
        made.public_view()["prompt"]
        == "Put the cards in the holders: holder 1 shows 5 of 13 cards and holder 2 shows 0 of 13 cards."
    )
    made.apply(racked(1, s5=""))
    made.apply(racked(2))
    assert made.public_view()["prompt"] == "I cannot read 1 of the cards in holder 1: set them straight."
    made.apply(racked(1))
    assert made.public_view()["prompt"] == "South, turn up your last card in the middle of the table."


def test_black_pictures_are_no_cards():
    blank = tuple(Reading(()) for _ in range(13))
    made = table(HolderShows(1, blank), HolderShows(2, blank), TableShows((LaidCard(Reading(()), 0, 0),)))
    assert made.state.phase == "deal"
    assert {event.name for event in made.events} == {"deal_started", "racked"}


def test_cards_set_in_other_slots_before_the_lead_are_followed():
    made = table(racked(1), racked(2))
    turned_round = HolderShows(1, tuple(SURE(c) for c in reversed(HANDS[1])))
    assert names(made.apply(turned_round)) == ["dealt"]
    made.apply(turned())
    assert made.apply(racked(1)) == [ev.Rearranged(1, tuple(HANDS[1]))]
    assert made.view(0)["beside"]["cards"] == [str(c) for c in HANDS[1]]


@pytest.mark.parametrize(
    ("earlier", "later", "result"),
    [
        ("C2 .6", "C2 .95", "C2 .95"),
        ("C2 .95", "C2 .6", "C2 .95"),
        ("C2 .95", "", "C2 .95"),
        ("C2 .6", "C3 .7", "C3 .7"),
        ("C2 .95", "C3 .95", "C3 .95"),
    ],
)
def test_looks_of_one_slot_together(earlier, later, result):
    assert merged((reading(earlier),), (reading(later),)) == (reading(result),)


@pytest.mark.parametrize(
    ("text", "known", "result"),
    [
        ("S9 .6 C9 .4", "C9", "S9"),
        ("S9 .6 C9 .35", "C9", "S9"),
        ("S9 .6 C9 .3", "C9", None),
        ("S9 .5 C9 .2", "C9", None),
        ("S9 .6 C9 .4", "H9", None),
        ("C9 .95 S9 .05", "C9", None),
        ("S9 .03", "C9", None),
    ],
)
def test_the_only_candidate(text, known, result):
    assert only_one(reading(text), [card(known)]) == (card(result) if result else None)


def test_a_question_always_offers_two_cards():
    assert offered(reading("S9 .6"), []) == (card("S9"), card("C9"))
    assert offered(reading("S9 .6"), [card("C9")]) == (card("S9"), card("D9"))
    assert offered(reading("JR .6"), []) == (card("JR"), card("JB"))


def test_open_questions_live_through_a_new_start():
    looks = [racked(1, s0="C2 .6 H2 .3"), racked(2, s3="S5 .6 H5 .4"), turned("HA .5 SA .4")]
    made = table(*looks)
    again = Table.from_events(made.events, made.rules.options)
    for look in looks:
        assert again.apply(look) == []
    assert again == made
    assert len(asked(again)) == 3


def test_a_wrong_answer_is_asked_again_where_it_does_not_fit():
    made = table(racked(1, s0="C2 .6 H2 .3"), racked(2))
    made.apply(Answer(0, 1, card("C3")))
    assert asked(made)[0][:3] == ("slot", 1, 1)
    # "it is the 3 of clubs, surely": now both are asked about again, and the right answer settles it
    made.apply(Answer(0, made.state.questions[0].id, card("C3")))
    assert [q[2] for q in asked(made)] == [0, 1]
    made.apply(Answer(0, made.state.questions[0].id, card("C2")))
    made.apply(racked(1))
    made.apply(turned())
    assert made.state.phase == "play"
    assert made.state.holders.all[0].cards == tuple(HANDS[1])


@pytest.mark.parametrize("slot", ["D3 .3 H3 .2", "C3 .3 D3 .2 H3 .15", "C3 .6 D3 .2 H3 .1", "H6 .1"])
def test_what_was_said_of_a_slot_is_not_asked_again_however_little_it_can_be_read(slot):
    """In a dark room South has named two cards, the one as what the other then reads as, too."""
    made = table(racked(1, s1="C3 .4 C8 .3", s6="D3 .3 H3 .2"), racked(2))
    for question in list(made.state.questions):
        made.apply(Answer(0, question.id, card({1: "C3", 6: "C8"}[question.slot])))
    for _ in range(2):
        assert made.apply(racked(1, s1="C3 .4 C8 .3", s6=slot)) == []
    assert asked(made) == []
    assert made.state.phase == "turn_up", "and the deal goes on"


def test_there_are_two_holders():
    with pytest.raises(ValueError, match="no holder 3"):
        Table("android").apply(HolderShows(3, ()))


@pytest.mark.parametrize(
    ("looks", "asks"),
    [
        pytest.param(["C2 .99 H2 .01", "C2 .7 H2 .3"], ["C2", "H2"], id="all looks together waver"),
        pytest.param(["C2 .99 H2 .01", "C2 .89 H2 .02"], ["C2", "H2"], id="are a little less sure"),
        pytest.param(["C2 .7 H2 .3", "C2 .99"], None, id="all looks together are sure"),
    ],
)
def test_of_a_holder_that_is_looked_at_again_all_looks_together_count(looks, asks):
    """A German D was a 10 at the first looks and in doubt after them: no single look settles that (RULES A36)."""
    seen = [racked(1, s0=text, s5="C7 .6 H7 .3") for text in looks]
    made = table(*(replace(one, again=True) for one in seen[:1]), *seen[1:], racked(2))
    assert asked(made) == [*([("slot", 1, 0, asks)] if asks else []), ("slot", 1, 5, ["C7", "H7"])]

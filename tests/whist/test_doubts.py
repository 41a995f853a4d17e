"""What the table does when the camera is not sure, or sees other things than the table believes."""

import contextlib
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.driver import TURN_UP_AT, World, places
from whist import events as ev
from whist.cards import PACK, Card
from whist.looks import merged, offered, only_one
from whist.observations import HolderShows, LaidCard, OutOfSight, Reading, TableShows
from whist.requests import Answer, Command, Refused
from whist.seats import human
from whist.table import Table


def card(code):
    return Card.parse(code)


def reading(text):
    """``reading("S9 .5 C9 .4")``."""
    words = text.split()
    return Reading(tuple((card(code), float(p)) for code, p in zip(words[::2], words[1::2], strict=True)))


SURE = Reading.certain
HANDS = [[c for c in PACK if c.suit == suit] for suit in "HCDS"]
"""South (dealer) all hearts, holder 1 clubs, holder 2 diamonds, North spades."""


def racked(holder, **changes):
    """A look at a holder of ``HANDS`` with other readings in some slots, as ``s3="C5 .6"`` (``""`` is unreadable)."""
    slots = [SURE(c) for c in HANDS[holder]]
    for slot, text in changes.items():
        slots[int(slot[1:])] = reading(text)
    return HolderShows(holder, tuple(slots))


def turned(text="HA 1.0"):
    return TableShows((LaidCard(reading(text), *TURN_UP_AT),))


def table(*looks):
    made = Table()
    for look in looks:
        made.apply(look)
    return made


def names(events):
    return [event.name for event in events]


def asked(table):
    return [(q.about, q.holder, q.slot, [str(c) for c in q.candidates]) for q in table.state.questions]


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
    assert {str(c) for hand in made.state.hands for c in hand or ()}.isdisjoint({"SA", "HA"})


def test_a_question_about_a_slot_goes_to_the_human_beside_only():
    made = table(racked(1, s0="C2 .6 H2 .3"), racked(2))
    south, north = made.view(0), made.view(3)
    assert south["questions"] == [
        {
            "id": 1,
            "about": "Which card stands in slot 1 of holder 1, from the left?",
            "candidates": ["C2", "H2"],
            "holder": 1,
            "slot": 0,
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
    assert made.state.hands[0] == tuple(HANDS[1])
    assert made.apply(racked(1, s0="C2 .6 H2 .3")) == [], "the answer holds"


def test_an_answer_that_another_holder_shows_asks_there():
    made = table(racked(1, s0="C2 .6 D2 .2 H2 .2"), racked(2))
    made.apply(Answer(0, 1, card("D2")))
    assert asked(made) == [("slot", 2, 0, ["D2", "H2"])]


def test_a_better_look_withdraws_a_question_and_stays():
    made = table(racked(1, s0="C2 .6 H2 .3"), racked(2))
    assert names(made.apply(racked(1))) == ["question_withdrawn", "dealt"]
    assert made.apply(racked(1, s0="C2 .6 H2 .3")) == []
    assert made.apply(turned())[0] == ev.TurnedUp(card("HA"), *TURN_UP_AT)


def test_prompts_say_how_many_cards_are_racked():
    made = Table()
    assert "South deals" in made.public_view()["prompt"]
    made.apply(HolderShows(1, (*(SURE(c) for c in HANDS[1][:5]), *[None] * 8)))
    assert (
        made.public_view()["prompt"] == "Rack the cards: holder 1 shows 5 of 13 cards and holder 2 shows 0 of 13 cards."
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


def playing(until=0):
    """The hands of ``HANDS`` with ``until`` cards played; the world's cards are all seen well."""
    world = World(random.Random(1))
    world.deal(HANDS, turn_up=card("HA"))
    for _ in range(until):
        world.lay(next(c for c in world.hands[world.turn]) if human(world.turn, 0) else world.order())
    return world


def lay(world, text, at=None):
    return world.table.apply(TableShows((*world.cards(), LaidCard(reading(text), *(at or places(world.turn))))))


def test_a_doubtful_card_of_a_person_is_asked_of_both():
    world = playing(2)
    events = lay(world, "S9 .5 S8 .4")
    assert names(events) == ["question"]
    assert world.table.view(0)["questions"] == world.table.view(3)["questions"] != []
    assert lay(world, "S9 .5 S8 .4") == []
    assert "in doubt" in world.table.public_view()["prompt"]
    answer = world.table.apply(Answer(0, 1, card("S8")))
    assert answer == [ev.Answered(1, card("S8"), 0), ev.Played(3, card("S8"), *places(3))]
    assert lay(world, "") == []


def test_a_doubtful_card_that_is_read_better_needs_no_answer():
    world = playing(2)
    lay(world, "S9 .5 S8 .4")
    assert lay(world, "S9 .97") == [ev.QuestionWithdrawn(1), ev.Played(3, card("S9"), *places(3))]


def test_a_doubtful_card_that_goes_away_needs_no_answer():
    world = playing(2)
    lay(world, "S9 .5 S8 .4")
    assert world.show_table() == [ev.QuestionWithdrawn(1)]
    with pytest.raises(Refused) as refused:
        world.table.apply(Answer(0, 1, card("S8")))
    assert refused.value.code == "not_now"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        pytest.param("S9 .6 D9 .4", "played", id="the other stands in a holder"),
        pytest.param("D9 .6 S9 .35", "played", id="the best one stands in a holder"),
        pytest.param("D9 .95 S9 .05", "question", id="clear, but it stands in a holder: a doubt"),
        pytest.param("D9 .99", "wrong_card", id="undeniable: to be taken back"),
        pytest.param("S9 .1", None, id="hardly readable"),
    ],
)
def test_constraints_settle_or_raise_a_doubt(text, result):
    assert names(lay(playing(2), text)) == ([result] if result else [])


def test_candidates_never_tell_what_stands_in_a_holder():
    world = playing(2)
    lay(world, "S9 .3 S8 .25 D9 .2 C9 .2")
    assert asked(world.table) == [("table", None, None, ["S9", "S8", "D9"])]


def test_the_ordered_card_is_taken_when_its_slot_is_seen_empty():
    world = playing()
    ordered = world.order()
    world.slots[1][world.slots[1].index(ordered)] = None
    world.show_holder(1)
    other = card("H" + ordered.rank)
    events = lay(world, f"{other} .5 {ordered} .45")
    assert names(events) == ["played"]


def test_two_cards_at_once_of_two_persons_are_asked_in_order():
    world = playing(2)
    seen = (
        *world.cards(),
        LaidCard(SURE(card("S3")), *places(3)),
        LaidCard(SURE(card("H5")), *places(0)),
    )
    assert names(world.table.apply(TableShows(seen))) == ["question"]
    assert asked(world.table) == [("order", None, None, ["H5", "S3"])]
    with pytest.raises(Refused):
        world.table.apply(Answer(0, 1, card("SK")))
    events = world.table.apply(Answer(0, 1, card("S3")))
    assert [(e.seat, str(e.card)) for e in events if isinstance(e, ev.Played)] == [(3, "S3"), (0, "H5")]


def test_two_cards_at_once_are_taken_when_only_one_order_is_possible():
    world = playing(1)
    ordered = world.order()
    seen = (*world.cards(), LaidCard(SURE(card("S3")), *places(3)), LaidCard(SURE(ordered), *places(2)))
    events = world.table.apply(TableShows(seen))
    assert [(e.seat, e.card) for e in events] == [(2, ordered), (3, card("S3"))]


def test_a_card_that_reads_otherwise_twice_is_out_of_step():
    world = playing(1)
    known = world.laid[0][1]
    x, y = places(1)
    changed = (*world.cards()[1:], LaidCard(SURE(card("S2")), x, y))
    assert world.table.apply(TableShows(changed)) == []
    assert names(world.table.apply(TableShows(changed))) == ["out_of_step"]
    assert world.table.public_view()["out_of_step"] == {"seen": ["HA", "S2"], "believed": [str(known)]}
    assert world.show_table() == [ev.InStep()]


def test_a_card_of_the_trick_that_is_hard_to_read_stays():
    world = playing(2)
    world.show_table()
    hard = tuple(LaidCard(reading(""), c.x, c.y) if c.reading.best != card("HA") else c for c in world.cards())
    assert world.table.apply(TableShows(hard)) == []


def test_a_trick_taken_away_before_it_is_complete_is_out_of_step():
    world = playing(3)
    assert names(world.table.apply(TableShows(world.cards()[-1:]))) == ["out_of_step"]
    assert world.show_table() == [ev.InStep()]


def test_a_holder_that_shows_other_cards_is_out_of_step():
    world = playing(1)
    slots = [SURE(c) if c else None for c in world.slots[2]]
    slots[0], slots[1] = SURE(card("S2")), SURE(card("S3"))
    assert world.table.apply(HolderShows(2, tuple(slots))) == []
    assert world.table.apply(HolderShows(2, tuple(slots))) == [ev.OutOfStep((), (), 2)]
    assert not any(code in json.dumps(world.table.public_view()) for code in ("S2", "S3"))
    assert world.show_holder(2) == [ev.InStep()]


def test_holder_noise_is_no_event():
    world = playing(1)
    slots = [SURE(c) if c else None for c in world.slots[2]]
    slots[0], slots[4], slots[5] = SURE(card("S2")), Reading(()), None
    for _ in range(3):
        assert world.table.apply(HolderShows(2, tuple(slots))) == []


def test_out_of_sight_and_back():
    world = playing(1)
    lost = OutOfSight(frozenset({"play area", "holder 1"}))
    assert names(world.table.apply(lost)) == ["out_of_sight", "question"]
    assert world.table.apply(lost) == []
    view = world.table.public_view()
    assert view["out_of_sight"] == ["holder 1", "play area"]
    assert view["questions"] == [{"id": 1, "ask": ["south", "north"]}]
    with pytest.raises(Refused, match="camera"):
        world.table.apply(Answer(0, 1, card("S2")))
    assert world.show_table() == [ev.OutOfSightFound(frozenset({"holder 1"}))]
    assert world.show_holder(1) == [ev.InSight(), ev.QuestionWithdrawn(1)]
    assert world.table.public_view()["out_of_sight"] == []


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
        ("S9 .6 C9 .3", "C9", "S9"),
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


fitting = {
    "int": st.integers(0, 99),
    "float": st.floats(-300, 300),
    "str": st.text(max_size=5),
    "bool": st.booleans(),
    "Card": st.sampled_from(PACK),
}
fitting |= {f"{name} | None": st.none() | fitting[name] for name in ("int", "float")}
fitting |= {f"tuple[{name}, ...]": st.lists(fitting[name], max_size=4).map(tuple) for name in ("int", "str", "Card")}
fitting["tuple[Card | None, ...]"] = st.lists(st.none() | fitting["Card"], max_size=13).map(tuple)
fitting["frozenset[str]"] = st.frozensets(st.text(max_size=5), max_size=3)


@pytest.mark.parametrize("kind", ev.EVENTS.values(), ids=ev.EVENTS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_event_goes_through_json(kind, data):
    made = kind(
        **{name: data.draw(fitting[str(f.type)]) for name, f in kind.__dataclass_fields__.items() if name != "name"}
    )
    written = json.loads(json.dumps(made.to_json() | {"t": 1.5}))
    assert written["event"] == kind.name
    assert ev.event_from_json(written) == made


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        (None, "no event"),
        ({"event": "danced"}, "no event"),
        ({"event": ["played"]}, "no event"),
        ({"event": "played", "seat": 1}, "card of event 'played' is missing"),
        ({"event": "played", "seat": "1", "card": "HT"}, "whole number"),
        ({"event": "played", "seat": 1, "card": "XX"}, "no card"),
        ({"event": "turn_up_moved", "x": "a", "y": 1}, "no number"),
        ({"event": "commanded", "seat": 1, "command": 2}, "no text"),
        ({"event": "deal_started", "deal": 1, "dealer": 0, "redeal": 3}, "true nor false"),
        ({"event": "out_of_sight", "parts": "all"}, "no list"),
    ],
)
def test_a_bad_event_is_told_in_one_sentence(obj, words):
    with pytest.raises(ValueError, match=words):
        ev.event_from_json(obj)


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_any_noise_keeps_the_table_whole(seed):
    """Random looks of any quality: no exception, each card in one place, and the events tell it all."""
    rng = random.Random(seed)
    world = World(rng)
    if rng.random() < 0.8:
        world.deal()
        for _ in range(rng.randrange(12)):
            world.step()

    def look():
        picked = rng.sample(PACK, 3)
        left, belief = 1.0, []
        for one in picked:
            p = round(rng.random() ** 0.4 * left, 3)
            left -= p
            belief.append((one, p))
        return Reading(tuple(sorted(belief, key=lambda pair: -pair[1])))

    for _ in range(25):
        kind = rng.randrange(3)
        if kind == 0:
            world.table.apply(HolderShows(rng.choice((1, 2)), tuple(rng.choice((look(), None)) for _ in range(13))))
        elif kind == 1:
            laid = [LaidCard(look(), rng.uniform(-150, 150), rng.uniform(-150, 150)) for _ in range(rng.randrange(4))]
            world.table.apply(TableShows((*world.cards()[: rng.randrange(5)], *laid)))
        else:
            for question in world.table.state.questions:
                if question.candidates:
                    with contextlib.suppress(Refused):
                        world.table.apply(
                            Answer(world.table.seat_of(question.ask[0]), question.id, question.candidates[0])
                        )
                    break
        state = world.table.state
        placed = [c for hand in state.hands for c in hand or () if c] + list(state.played())
        if state.phase != "deal":
            assert len(set(placed)) == len(placed)
    assert Table.from_events(world.options, world.table.events) == world.table


def misread():
    """Holder 1 shows CK in slot 0, taken for C2 (which North holds in truth); C2 is ordered, and CK is laid."""
    world = World(random.Random(1))
    hands = [list(hand) for hand in HANDS]
    hands[1][11], hands[3][0] = card("S2"), card("CK")
    world.deal(hands, turn_up=card("HA"))
    world.table.apply(Command(1, "clubs"))
    assert world.to_move() == card("C2")
    world.slots[1][0] = None
    world.show_holder(1)
    return world


def test_a_slot_that_was_misread_is_asked_and_corrected():
    world = misread()
    events = lay(world, "CK .99")
    assert names(events) == ["question", "wrong_card"]
    assert asked(world.table) == [("moved", 1, 0, ["CK", "C2"])]
    assert world.table.view(3)["questions"] == []
    assert names(world.table.apply(Answer(0, 1, card("CK")))) == ["answered", "corrected"]
    assert world.table.view(3)["commands"]["allowed"]
    assert lay(world, "CK .99") == []
    events = world.table.apply(Command(1, "high clubs"))
    assert names(events) == ["commanded", "to_move"]
    assert str(world.table.state.to_move) == "CA"
    assert Table.from_events(world.options, world.table.events) == world.table


def test_a_laid_card_that_was_misread_is_the_ordered_one_by_the_handlers_word():
    world = misread()
    lay(world, "CK .99")
    assert names(world.table.apply(Answer(0, 1, card("C2")))) == ["answered", "right_again", "played"]


def test_a_corrected_card_becomes_right_by_a_new_command():
    world = misread()
    lay(world, "CK .99")
    world.table.apply(Answer(0, 1, card("CK")))
    world.table.apply(Command(1, "spades"))
    assert str(world.table.state.to_move) == "S2"
    assert world.show_table() == [ev.RightAgain()]


def test_a_card_lost_from_sight_for_a_moment_keeps_the_next_command():
    world = playing(1)
    ordered = world.order()
    last = world.laid.pop()
    assert names(world.show_table()) == ["taken_back"]
    assert world.table.state.to_move == last[1]
    world.laid.append(last)
    assert names(world.show_table()) == ["played"]
    assert world.table.state.to_move == ordered
    assert world.table.public_view()["command"]["answer"] == "move"

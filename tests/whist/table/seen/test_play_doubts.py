"""What the table does when cards that are laid are in doubt, or differ from what the table believes."""

import contextlib
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import HANDS, SURE, asked, card, lay, names, playing, reading
from tests.whist.driver import World, places
from whist.cards import PACK
from whist.messages import events as ev
from whist.messages.observations import HolderShows, LaidCard, OutOfSight, Reading, TableShows
from whist.messages.requests import Answer, Command
from whist.rules.refusals import Refused
from whist.table.table import Table


def test_a_doubtful_card_of_a_person_is_asked_of_both():
    world = playing(2)
    events = lay(world, "S9 .5 S8 .4")
    assert names(events) == ["question"]
    assert world.table.view(0)["questions"] == world.table.view(3)["questions"] != []
    assert lay(world, "S9 .5 S8 .4") == []
    assert "unclear" in world.table.public_view()["prompt"]
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
        pytest.param("D9 .6 S9 .38", "played", id="the best one stands in a holder"),
        pytest.param("D9 .95 S9 .05", "question", id="clear, but it stands in a holder: a doubt"),
        pytest.param("D9 .99", "wrong_card", id="undeniable: to be taken back"),
        pytest.param("S9 .1", "unread", id="hardly readable: said, not guessed"),
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


def test_a_weak_reading_that_is_taken_for_the_ordered_card_keeps_the_table_in_step():
    """It speaks for no card in particular, and for the ordered one least of all: it lies there all the same."""
    world = playing()
    ordered = world.order()
    world.slots[1][world.slots[1].index(ordered)] = None
    world.show_holder(1)
    other = [str(one) for one in PACK if one.rank == ordered.rank and one != ordered]
    assert names(lay(world, f"{other[0]} .16 {other[1]} .12 {ordered} .017")) == ["played"]
    assert world.table.state.out_of_step is None


def test_of_two_cards_laid_at_once_the_ordered_one_is_that_which_reads_more_like_it():
    """The other one is read better, as another card, and lies where a person lays the own cards."""
    world = playing()
    ordered = world.order()
    world.slots[1][world.slots[1].index(ordered)] = None
    world.show_holder(1)
    king, queen = (card(ordered.suit + rank) for rank in "KQ")
    moved = LaidCard(reading(f"{king} .45 {ordered} .38"), *places(1))
    own = LaidCard(reading(f"{queen} .70 {ordered} .20"), *places(3))
    events = world.table.apply(TableShows((*world.cards(), own, moved)))
    played = next(one for one in events if isinstance(one, ev.Played))
    assert (played.card, (played.x, played.y)) == (ordered, places(1))


def test_two_cards_at_once_in_the_middle_are_asked_in_order():
    world = playing(2)
    seen = (*world.cards(), LaidCard(SURE(card("S3")), 60.0, 10.0), LaidCard(SURE(card("H5")), 60.0, -10.0))
    assert names(world.table.apply(TableShows(seen))) == ["question"]
    assert asked(world.table) == [("order", None, None, ["H5", "S3"])]
    with pytest.raises(Refused):
        world.table.apply(Answer(0, 1, card("SK")))
    events = world.table.apply(Answer(0, 1, card("S3")))
    assert [(e.seat, str(e.card)) for e in events if isinstance(e, ev.Played)] == [(3, "S3"), (0, "H5")]


def test_the_turn_up_may_be_the_one_of_two_that_was_played_w3():
    """RULES W3: South moves the turn-up in and lays the next card too, before anything was seen."""
    world = playing(3)
    rest = [found for found in world.cards() if found.reading.best != card("HA")]
    seen = (*rest, LaidCard(SURE(card("HA")), -100.0, 10.0), LaidCard(SURE(card("H5")), 100.0, -10.0))
    world.table.apply(TableShows(seen))
    assert asked(world.table) == [("order", None, None, ["H5", "HA"])]
    number = world.table.state.questions[0].id
    events = world.table.apply(Answer(0, number, card("HA")))
    assert [(e.seat, str(e.card)) for e in events if isinstance(e, ev.Played)] == [(0, "HA")]


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
    assert world.table.public_view()["out_of_step"] == {
        "seen": ["HA", "S2"],
        "believed": [str(known), "HA"],
        "holder": None,
    }
    assert world.show_table() == [ev.InStep()]


def test_a_card_of_the_trick_that_is_hard_to_read_stays():
    world = playing(2)
    world.show_table()
    hard = tuple(LaidCard(reading(""), c.x, c.y) if c.reading.best != card("HA") else c for c in world.cards())
    assert world.table.apply(TableShows(hard)) == []


def test_a_trick_taken_away_before_it_is_complete_is_out_of_step():
    world = playing(2)
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
    assert names(events) == ["question"], "it need not be taken back before that is known"
    assert asked(world.table) == [("moved", 1, 0, ["CK", "C2"])]
    assert world.table.view(3)["questions"] == []
    assert names(world.table.apply(Answer(0, 1, card("CK")))) == ["answered", "corrected", "wrong_card"]
    assert world.table.public_view()["wrong_card"]["seat"] == 1, "now it is known from which holder it came"
    assert world.table.view(3)["commands"]["allowed"]
    assert lay(world, "CK .99") == []
    events = world.table.apply(Command(1, "high clubs"))
    assert names(events) == ["commanded", "to_move"]
    assert str(world.table.state.holders.to_move) == "CA"
    assert Table.from_events(world.table.events, world.options) == world.table


def test_a_laid_card_that_was_misread_is_the_ordered_one_by_the_handlers_word():
    world = misread()
    lay(world, "CK .99")
    assert names(world.table.apply(Answer(0, 1, card("C2")))) == ["answered", "played"]


def test_a_corrected_card_becomes_right_by_a_new_command():
    world = misread()
    lay(world, "CK .99")
    world.table.apply(Answer(0, 1, card("CK")))
    world.table.apply(Command(1, "spades"))
    assert str(world.table.state.holders.to_move) == "S2"
    assert world.show_table() == [ev.RightAgain()]


def test_a_card_lost_from_sight_for_a_moment_keeps_the_next_command():
    world = playing(1)
    ordered = world.order()
    last = world.laid.pop()
    assert names(world.show_table()) == ["taken_back"]
    assert world.table.state.holders.to_move == last[1]
    world.laid.append(last)
    assert names(world.show_table()) == ["played"]
    assert world.table.state.holders.to_move == ordered
    assert world.table.public_view()["command"]["answer"] == "move"


@pytest.mark.parametrize("said", ["D5", "CK", "S5", "HT"])
def test_naming_any_card_tells_nothing_of_the_holders_a6(said):
    """Whoever hides the index of their own card is asked what it is: what follows must not tell whether the commanded
    android holds the card that is then named."""
    world = playing(3)
    assert names(lay(world, "H5 .5 H6 .4")) == ["question"]
    assert names(world.table.apply(Answer(0, 1, card(said)))) == ["answered", "played", "trick_won"]


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_any_noise_keeps_the_table_whole(seed):
    """Random looks of any quality: no exception, each card in one place but for those that somebody named wrongly, and
    the events tell it all."""
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
        placed = [c for one in state.holders.all for c in one.held] + list(state.played())
        if state.phase != "deal":
            named = {event.card for event in world.table.events if isinstance(event, ev.Answered)}
            assert [c for c in set(placed) if placed.count(c) > 1 and c not in named] == []
    assert Table.from_events(world.table.events, world.options) == world.table


@pytest.mark.parametrize(("said", "plays"), [("S3", [(3, "S3"), (0, "H5")]), ("H5", [(3, "H5")])])
def test_another_card_while_the_last_one_is_gone_is_asked_about(said, plays):
    world = playing(2)
    world.lay(card("S3"))
    _, gone = world.laid.pop()
    assert world.show_table() == [ev.TakenBack(3, gone)]
    assert names(lay(world, "H5 .99", (10.0, -20.0))) == ["question"]
    assert asked(world.table) == [("order", None, None, ["H5", "S3"])]
    events = world.table.apply(Answer(0, 1, card(said)))
    world.laid += [(3, card("S3")), (0, card("H5"))] if said == "S3" else [(0, card("H5"))]
    events += world.show_table()
    assert [(e.seat, str(e.card)) for e in events if isinstance(e, ev.Played)] == plays

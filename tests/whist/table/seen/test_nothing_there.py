"""What shows no card though one lies there, and what seems a card though none does."""

import random
from dataclasses import replace

import pytest

from tests.whist.doubtful import HANDS, asked, card, lay, names, playing, reading, table, turned
from tests.whist.doubtful import racked as shown
from tests.whist.driver import TURN_UP_AT, World, places
from whist.cards import PACK
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Answer, Command, request_from_json
from whist.rules.refusals import Refused
from whist.table import granting
from whist.table.seen.last_seen import Looks
from whist.table.state.seats import human

SOUTHS, NORTHS, GHOSTS = (0.0, -90.0), (0.0, 90.0), (30.0, -10.0)


def see(world, *cards):
    """The trick and these cards lie there: (reading, place)."""
    laid = (LaidCard(reading(text), *at) for text, at in cards)
    return world.table.apply(TableShows((*world.cards(), *laid)))


# -- a card that was moved and does not show ---------------------------------------------------------------------------


def moved_out_of_sight(world):
    """The ordered card leaves its holder, and does not show on the table."""
    ordered, seat = world.order(), world.turn
    holder = seat  # South deals: seats 1 and 2 have holders 1 and 2
    world.slots[holder][world.slots[holder].index(ordered)] = None
    world.show_holder(holder)
    return seat, ordered


@pytest.fixture
def second_trick():
    """The second trick at the turn of the second android; the first has shown where everybody lays cards."""
    world = playing(4)
    world.gather()
    for _ in range(2):
        world.lay(world.hands[0][0] if world.turn == 0 else world.order())
    return world


def test_an_ordered_card_that_left_its_slot_is_played_when_the_next_person_has_laid_one(second_trick):
    world = second_trick
    seat, ordered = moved_out_of_sight(world)
    assert world.show_table() == [], "it may still be in somebody's hand"
    events = see(world, ("S3 1.0", places(3)))
    assert events[0] == ev.Played(seat, ordered, unseen=True)
    assert events[1] == ev.Played(3, card("S3"), *places(3))
    assert names(events[2:]) == ["trick_won"]
    assert ordered not in (world.table.state.holders.all[1].cards or ())
    assert "gathered" in names(world.table.apply(TableShows(())))


def test_what_can_only_be_the_ordered_card_is_not_passed_by(second_trick):
    """It reads as a card of the first trick at best; the next person has laid at once."""
    world = second_trick
    seat, ordered = moved_out_of_sight(world)
    gone = world.table.state.tricks[0].cards[0]
    events = see(world, (f"{gone} .86 {ordered} .13", places(seat)), ("S3 1.0", places(3)))
    assert events[0] == ev.Played(seat, ordered, *places(seat))
    assert names(events[1:]) == ["played", "trick_won"]


def test_it_may_show_later(second_trick):
    world = second_trick
    _, ordered = moved_out_of_sight(world)
    see(world, ("S3 1.0", places(3)))
    assert see(world, ("S3 1.0", places(3)), (f"{ordered} 1.0", (70.0, 50.0))) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("S3 1.0", (0.0, 55.0), id="where the android's cards lie it may be the ordered one, misread"),
        pytest.param("D9 1.0", (60.0, 0.0), id="no card of the next person"),
    ],
)
def test_another_card_in_its_stead_is_asked_about(second_trick, text, place):
    moved_out_of_sight(second_trick)
    assert "question" in names(see(second_trick, (text, place)))
    assert [about for about, *_ in asked(second_trick.table)] == ["moved"]


def test_a_card_that_stands_in_its_holder_was_not_played():
    world = playing(1)
    world.order()
    assert names(see(world, ("S2 1.0", NORTHS))) == ["wrong_card"]


def test_a_last_card_that_left_its_slot_is_played_when_the_trick_is_gathered():
    world = World(random.Random(1))
    hands = [list(hand) for hand in HANDS]
    hands[0].remove(card("HA"))
    hands[3].remove(card("SA"))
    hands[0].append(card("SA"))
    hands[3].append(card("HA"))  # North ruffs with South's trump ace and leads
    world.deal(hands, turn_up=card("HK"))
    for code in (None, None, "HA", "H2"):
        world.lay(card(code) if code else world.order())
    world.gather()
    for code in ("S2", "H3"):
        world.lay(card(code))
    world.lay(world.order())
    seat, ordered = moved_out_of_sight(world)
    assert seat == 2
    assert world.show_table() == []
    events = world.table.apply(TableShows(()))
    assert events[0] == ev.Played(seat, ordered, unseen=True)
    assert {"trick_won", "gathered"} <= set(names(events))


def test_a_command_for_the_next_android_says_that_the_ordered_card_lies_there():
    world = playing()
    seat, ordered = moved_out_of_sight(world)
    assert world.show_table() == []
    events = world.table.apply(Command(seat + 1, "duck"))
    assert events[0] == ev.Played(seat, ordered, unseen=True)
    assert names(events[1:2]) == ["commanded"]


def test_a_card_that_seems_to_be_the_ordered_one_then_is_it():
    world = playing()
    seat, ordered = moved_out_of_sight(world)
    world.slots[1][5] = None  # not seen either
    world.show_holder(1)
    other = card(f"D{ordered.rank}")
    events = see(world, (f"{ordered} .6 {other} .3", (-80.0, -50.0)))
    assert "played" not in names(events)
    events = world.table.apply(Command(seat + 1, "duck"))
    assert events[0] == ev.Played(seat, ordered, -80.0, -50.0)


@pytest.mark.parametrize(
    ("next_seat", "text"),
    [
        pytest.param(2, "duck", id="the ordered card still stands in its holder"),
        pytest.param(1, "duck", id="the same android"),
        pytest.param(2, "sing", id="no command"),
    ],
)
def test_no_other_command_says_so(next_seat, text):
    world = playing()
    if text == "duck" and next_seat == 2:
        world.order()
    else:
        moved_out_of_sight(world)
    before = world.table.state
    with pytest.raises(Refused):
        world.table.apply(Command(next_seat, text))
    assert world.table.state == before


# -- a person's card that was gathered before it was seen --------------------------------------------------------------


@pytest.fixture
def gathered():
    """South's card, the last of the first trick, was never seen."""
    world = playing(3)
    world.laid = []
    return world, world.show_table()


def test_a_card_that_was_gathered_before_it_was_seen_is_asked_for(gathered):
    world, events = gathered
    (question,) = events
    assert (question.about, question.trick, question.of, question.ask) == ("unseen", 1, 0, ("south", "north"))
    assert world.show_table() == [], "asked once"
    about = world.table.view(0)["questions"][0]["about"]
    assert about == "I did not see South play: which card was it? If there was none, lay the trick there again."
    events = world.table.apply(Answer(3, question.id, card("H9")))
    assert events[:2] == [ev.Answered(question.id, card("H9"), 3), ev.Played(0, card("H9"), unseen=True)]
    assert names(events[2:]) == ["trick_won", "gathered"]


def test_a_card_that_was_gathered_before_it_could_be_read_is_asked_for():
    world = playing(3)
    assert names(see(world, ("C9 .1", (25.0, -70.0)))) == ["unread"]
    world.laid = []
    assert names(world.show_table()) == ["unread", "question"]
    assert [about for about, *_ in asked(world.table)] == ["unseen"]


def test_of_two_persons_cards_the_first_may_be_missed():
    """North's card was never seen, South's was: then the trick was gathered."""
    world = playing(2)
    assert names(see(world, ("H9 1.0", SOUTHS))) == ["wrong_card"]
    world.laid = []
    assert "question" in names(world.table.apply(TableShows(())))
    (question,) = world.table.state.questions
    assert (question.about, question.of) == ("unseen", 3)
    events = world.table.apply(Answer(3, question.id, card("S4")))
    assert [str(card) for card in world.table.state.tricks[0].cards[2:]] == ["S4", "H9"]
    assert {"trick_won", "gathered"} <= set(names(events))
    assert world.table.state.wrong is None


def test_it_may_be_any_that_all_know_not_to_be_elsewhere(gathered):
    """Who stands in a holder is nobody's to learn (RULES A6); the dealer may have played the turn-up (RULES W3)."""
    world, (question,) = gathered
    played = world.table.state.played()
    assert set(question.candidates) == set(PACK) - played
    assert card("HA") in question.candidates
    with pytest.raises(Refused):
        world.table.apply(Answer(0, question.id, next(iter(played))))
    assert ev.Played(0, card("HA"), unseen=True) in world.table.apply(Answer(0, question.id, card("HA")))


def test_whoever_did_not_deal_cannot_have_played_the_turn_up(gathered):
    """South's card is lost, then North's: the turn-up waits for South, who has it in hand."""
    world, (question,) = gathered
    world.table.apply(Answer(0, question.id, card("H9")))
    state = world.table.state
    about = ev.Question(7, "unseen", ("south", "north"), trick=2, of=3)
    hand = state.hand.copy()
    hand.turned_up = (card("HA"),)
    other = replace(state, questions=(about,), hand=hand)
    with pytest.raises(Refused):
        granting.decide(Answer(3, 7, card("HA")), other, world.table.rules, Looks())
    assert granting.decide(Answer(3, 7, card("S9")), other, world.table.rules, Looks())


def test_while_it_is_asked_the_next_lead_waits(gathered):
    world, (question,) = gathered
    for _ in range(3):
        assert see(world, ("S9 1.0", places(3))) == [], "where North's card of that trick lay"
    events = world.table.apply(Answer(0, question.id, card("H9")))
    assert names(events[:4]) == ["answered", "played", "trick_won", "gathered"]


def test_the_question_is_withdrawn_when_the_trick_lies_there_again():
    world = playing(3)
    kept, world.laid = world.laid, []
    world.show_table()
    world.laid = kept
    assert names(world.show_table()) == ["question_withdrawn"]
    assert ev.Played(0, card("H9"), *places(0)) in lay(world, "H9 1.0")


def test_the_answer_of_one_trick_is_none_of_the_next(gathered):
    world, (question,) = gathered
    world.table.apply(Answer(0, question.id, card("H9")))
    world.hands[0].remove(card("H9"))
    world.leader = world.table.state.leader
    for _ in range(3):
        world.lay(world.hands[world.turn][0] if human(world.turn, 0) else world.order())
    if not human(world.turn, 0):
        pytest.skip("the last of this trick is an android")
    world.laid = []
    assert names(world.show_table()) == ["question"]


# -- a card that is none -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ghost", "played"),
    [
        pytest.param("C9 .3", True, id="hardly reads as any"),
        pytest.param("C9 .1", True, id="reads as none"),
        pytest.param("S9 .6 S8 .3", False, id="may be what North laid"),
    ],
)
def test_what_hardly_reads_as_a_card_keeps_nobody_from_playing(ghost, played):
    world = playing(2)
    see(world, (ghost, GHOSTS))
    assert ("played" in names(see(world, (ghost, GHOSTS), ("S2 1.0", NORTHS)))) == played


@pytest.mark.parametrize(
    ("ghost", "at"),
    [
        pytest.param("C2 .57 D2 .08 S6 .07", (25.0, 60.0), id="reads best as a card of the trick"),
        pytest.param("S9 .6 S8 .3", (-40.0, 20.0), id="lies on a card of the trick"),
        pytest.param("S9 .6 S8 .3", (40.0, 90.0), id="lies on the card that is read surely"),
    ],
)
def test_what_seems_to_lie_beside_a_card_that_is_read_surely_keeps_nobody_from_playing(ghost, at):
    """The second card in a court's picture is asked about at most (RULES A36)."""
    world = playing(2)
    see(world, (ghost, at))
    assert ev.Played(3, card("S2"), *NORTHS) in see(world, (ghost, at), ("S2 1.0", NORTHS))
    assert ev.Played(0, card("H5"), *SOUTHS) in see(world, (ghost, at), ("S2 1.0", NORTHS), ("H5 1.0", SOUTHS))
    assert "gathered" in names(world.table.apply(TableShows(())))


def test_a_card_of_which_two_corners_are_seen_apart_is_named_once():
    """There is one of each card: nobody is asked about its other corner on and on (RULES T9)."""
    world = playing(2)
    reads = "S9 .6 S8 .3"
    see(world, (reads, NORTHS), (reads, (NORTHS[0] + 14.0, NORTHS[1] + 5.0)))
    events = world.table.apply(Answer(3, world.table.state.questions[0].id, card("S9")))
    assert ev.Played(3, card("S9"), *NORTHS) in events
    assert asked(world.table) == []


def test_what_reads_only_as_played_cards_keeps_nobody_from_playing():
    world = playing(4)
    world.gather()
    assert world.turn == 0
    assert names(see(world, ("C2 .6 S2 .3", GHOSTS))) == ["question"]
    assert asked(world.table) == [("table", None, None, [])], "all twos were played, but a card lies there"
    events = see(world, ("C2 .6 S2 .3", GHOSTS), ("H3 1.0", SOUTHS))
    assert names(events) == ["played", "question_withdrawn"]


def test_no_card_lies_there():
    world = playing(2)
    see(world, ("S9 .6 S8 .3", GHOSTS))
    assert asked(world.table) == [("table", None, None, ["S9", "S8"])]
    assert world.table.view(0)["questions"][0]["may_be_none"]
    assert world.table.apply(Answer(0, 1, None)) == [ev.Answered(1, None, 0)]
    assert see(world, ("S9 .6 S8 .3", GHOSTS)) == [], "it is not asked again"
    assert names(see(world, ("H9 .7", GHOSTS), ("S2 1.0", NORTHS))) == ["played"]
    world.laid.append((3, card("S2")))
    assert names(see(world, ("H2 1.0", GHOSTS)))[0] == "played", "a card that is clear lies there nevertheless"


@pytest.mark.parametrize("at", [GHOSTS, NORTHS, (0.0, 55.0)], ids=["in the middle", "before North", "on a card"])
@pytest.mark.parametrize("ghost", ["C2 .95 S2 .04", "C5 .95 S5 .04"], ids=["of the trick", "in a holder"])
def test_no_card_lies_there_however_clearly_it_reads(ghost, at):
    """The picture in a court, or print: whoever has said that it is no card is not asked anew at every look."""
    world = playing(2)
    assert "question" in names(see(world, (ghost, at)))
    world.table.apply(Answer(0, 1, None))
    for _ in range(3):
        assert (asked(world.table), world.table.state.wrong) == ([], None)
        assert see(world, (ghost, at)) == []
    assert names(see(world, (ghost, at), ("S3 1.0", places(3))))[:1] == ["played"]
    world.laid.append((3, card("S3")))
    assert see(world, (ghost, at)) == []


def test_a_card_laid_where_a_picture_was_is_played():
    world = playing(2)
    see(world, ("C2 .95 S2 .04", NORTHS))
    world.table.apply(Answer(0, 1, None))
    assert see(world, ("S3 1.0", NORTHS))[0] == ev.Played(3, card("S3"), *NORTHS)


def test_what_comes_to_lie_at_a_bare_place_later_is_a_card():
    """Glare was taken for a card where North then lays one that is hard to read: it is asked about (RULES T9)."""
    world = playing(2)
    see(world, ("S9 .6 S8 .3", NORTHS))
    world.table.apply(Answer(0, 1, None))
    see(world)
    see(world)
    assert names(see(world, ("S9 .6 S8 .3", NORTHS))) == ["question"]
    assert world.table.apply(Answer(3, 2, card("S9")))[-1] == ev.Played(3, card("S9"), *NORTHS)
    for _ in range(3):
        assert see(world, ("S9 .6 S8 .3", NORTHS)) == [], "it lies there"


@pytest.mark.parametrize(
    ("reads", "aside", "is_asked"),
    [
        ("S5 .62 S6 .3", 6.0, True),  # another card, a little aside
        ("S5 .62 S6 .3", 2.0, False),  # what was there reads otherwise
        ("S9 .6 S8 .3", 6.0, False),  # it was pushed
        ("S5 .3 S6 .2", 6.0, False),  # it speaks for no card
    ],
)
def test_a_card_taken_back_was_none_and_another_is_laid_at_once_t9(reads, aside, is_asked):
    """RULES T9: nobody had time to look between them, and this one is hard to read, too."""
    world = playing(2)
    see(world, ("S9 .6 S8 .3", NORTHS))
    world.table.apply(Answer(3, 1, None))
    there = NORTHS[0] + aside, NORTHS[1]
    assert names(see(world, (reads, there))) == (["question"] if is_asked else [])


def test_no_card_lies_there_is_taken_back():
    world = playing(2)
    see(world, ("S9 .6 S8 .3", GHOSTS))
    world.table.apply(Answer(0, 1, None))
    assert world.table.view(0)["may_undo"]
    assert world.table.state.bare
    world.table.apply(request_from_json(0, {"undo": True}))
    assert not world.table.state.bare


def test_other_questions_want_a_card():
    asks = table(shown(1, s0="C2 .6 H2 .3"), shown(2), turned())
    assert not asks.view(0)["questions"][0]["may_be_none"]
    with pytest.raises(Refused, match="name it"):
        asks.apply(Answer(0, 1, None))


def test_the_answer_in_json():
    said = Answer(0, 3, None)
    assert said.to_json() == {"answer": "none", "question": 3}
    assert request_from_json(0, said.to_json()) == said
    assert ev.event_from_json(ev.Answered(3, None, 0).to_json()) == ev.Answered(3, None, 0)


def test_a_card_is_turned_up_beside_what_hardly_reads_as_one():
    made = table(shown(1), shown(2))
    seen = [LaidCard(reading(text), *at) for text, at in (("HA 1.0", TURN_UP_AT), ("H8 .3", GHOSTS), ("D3 .2", NORTHS))]
    assert names(made.apply(TableShows(tuple(seen[1:])))) == []
    assert names(made.apply(TableShows(tuple(seen)))) == ["turned_up"]


# -- a card that cannot be read ----------------------------------------------------------------------------------------


def unreadable(world, place):
    return world.table.apply(TableShows((*world.cards(), LaidCard(Reading(()), *place))))


def test_whoever_laid_a_card_that_cannot_be_read_may_name_it():
    world = playing(2)
    assert names(unreadable(world, NORTHS)) == ["unread", "question"]
    candidates = {str(code) for code in world.table.state.questions[0].candidates}
    assert candidates == set(map(str, PACK)) - {"C2", "D2", "HA"}, "what stands in holders is no secret's business"
    assert "turn it face up" in str(world.table.view(3)["questions"][0]["about"])
    assert names(world.table.apply(Answer(3, 1, card("S5")))) == ["answered", "unread", "played"]
    assert world.table.state.trick[-1].card == card("S5")
    assert unreadable(world, NORTHS) == [], "it is not asked again"


@pytest.mark.parametrize("place", [SOUTHS, (0.0, 0.0)])
def test_what_nobody_in_turn_has_laid_is_not_asked_about(place):
    assert names(unreadable(playing(2), place)) == ["unread"]


def test_a_card_that_is_turned_need_not_be_named():
    world = playing(2)
    unreadable(world, NORTHS)
    assert names(see(world, ("S5 1.0", NORTHS))) == ["unread", "question_withdrawn", "played"]


def test_what_is_hard_to_read_before_the_other_person_is_asked_about_and_keeps_nobody_from_playing():
    world = playing(2)
    see(world, ("S9 .6 S8 .3", SOUTHS))
    assert asked(world.table) == [("table", None, None, ["S9", "S8"])]
    assert "played" in names(see(world, ("S9 .6 S8 .3", SOUTHS), ("S3 1.0", NORTHS)))

"""Claims, corrections of cards and scores, taking back an answer, and ways out of step (Android Whist)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import HANDS, SURE, card, lay, names, playing, racked, table, turned
from tests.whist.driver import World, places
from tests.whist.playing import winning_seat
from whist.cards import PACK
from whist.messages import events as ev
from whist.messages.observations import HolderShows, LaidCard, TableShows
from whist.messages.requests import (
    Agree,
    Answer,
    Claim,
    Command,
    Correct,
    LaidBy,
    SayStep,
    SetScores,
    Undo,
    request_from_json,
)
from whist.rules.refusals import Refused
from whist.rules.tricks import odd_tricks
from whist.table.table import Table


def dealt(seed, tricks):
    world = World(random.Random(seed))
    world.deal()
    for _ in range(4 * tricks):
        world.step()
    return world


def other_card(world, trick):
    """A card that lies in no trick and is not the turn-up."""
    free = set(PACK) - world.table.state.played() - {world.turn_up}
    return sorted(free, key=str)[trick]


# -- claims ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claimed", "text"), [(3, "claims 3 of the 5"), (0, "concedes all 5"), (5, "claims 5 of the 5")]
)
def test_a_claim_that_both_agree_to_ends_the_hand(claimed, text):
    world = dealt(4, 8)
    before = list(world.winners)
    assert names(world.table.apply(Claim(0, claimed))) == ["proposed"]
    assert text in world.table.public_view()["prompt"]
    assert world.table.public_view()["prompt"].endswith("North, do you agree?")
    with pytest.raises(Refused, match="other person"):
        world.table.apply(Agree(0, True))
    events = world.table.apply(Agree(3, True))
    hand = next(event for event in events if isinstance(event, ev.HandScored))
    assert list(hand.tricks) == before + [0] * claimed + [3] * (5 - claimed)
    assert hand.points == (odd_tricks(hand.won[0]), odd_tricks(hand.won[1]))
    assert sum(hand.won) == 13
    assert Table.from_events(world.table.events, world.options) == world.table


def test_what_lies_there_when_a_claim_is_agreed_to_is_gathered_before_the_next_deal():
    """Somebody has led meanwhile; in the next deal that card would be taken for the turn-up (RULES W2)."""
    world = dealt(4, 8)
    world.table.apply(Claim(0, 5))
    world.step()
    assert names(world.table.apply(Agree(3, True)))[:2] == ["claimed", "hand_scored"]
    world.show_table()
    assert (world.table.phase, world.table.public_view()["prompt"]) == (
        "scored",
        "The hand is over: gather the last trick and pass the deal.",
    )
    assert names(world.table.apply(TableShows(())))[:2] == ["gathered", "deal_started"]


def test_a_claim_is_none_any_more_once_another_trick_is_played():
    """Five tricks were left, and four are: who plays on has not agreed."""
    world = dealt(4, 8)
    world.table.apply(Claim(0, 5))
    while len(world.table.state.tricks) == 8:
        world.step()
    assert world.table.state.proposal is None
    with pytest.raises(Refused, match="There is no proposal"):
        world.table.apply(Agree(3, True))
    assert Table.from_events(world.table.events, world.options) == world.table


def test_a_claim_that_is_declined_changes_nothing():
    world = dealt(4, 8)
    before = world.table.state
    world.table.apply(Claim(0, 3))
    assert world.table.apply(Agree(3, False)) == [ev.Declined(3)]
    assert world.table.state == before
    world.step()


@pytest.mark.parametrize(
    ("tricks", "cards", "claim", "why"),
    [
        (0, 0, Claim(0, 3), "between two tricks"),
        (2, 1, Claim(0, 3), "between two tricks"),
        (2, 0, Claim(0, 12), "11 tricks are left"),
        (2, 0, Claim(0, -1), "11 tricks are left"),
        (2, 0, Agree(0, True), "There is no proposal"),
        (2, 0, Correct(0, card("S2"), 5, 0), "In trick 5 of this hand South has played no card"),
        (2, 0, Correct(0, card("JR"), 1, 0), "cannot have been played there"),
        (2, 0, SetScores(0, (1, 2, 3)), "2 numbers"),
        (2, 0, SetScores(0, (-1, 2)), "2 numbers"),
        (2, 0, SayStep(0, "seen"), "already shows"),
        (2, 0, Undo(0), "nothing to take back"),
        (2, 0, LaidBy(0, 0), "No card is waiting"),
        (2, 0, Claim(1, 3), "is an android"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_changes_nothing(tricks, cards, claim, why):
    world = dealt(5, tricks)
    for _ in range(cards):
        world.step()
    before = world.table.state
    with pytest.raises(Refused, match=why):
        world.table.apply(claim)
    assert world.table.state == before


@pytest.mark.parametrize(
    "body",
    [
        {"claim": "3"},
        {"agree": 1},
        {"scores": [1, "2"]},
        {"scores": 3},
        {"correct": "XX", "trick": 1, "of": 0},
        {"correct": "H5", "trick": 1},
        {"in_step": 4},
    ],
)
def test_what_is_no_request_is_refused(body):
    with pytest.raises(Refused):
        request_from_json(0, body)


@pytest.mark.parametrize(
    "request_", [Claim(0, 3), Agree(3, False), Correct(0, card("H5"), 2, 1), SetScores(3, (1, 2)), SayStep(0, "seen")]
)
def test_requests_are_read_as_they_are_written(request_):
    assert request_from_json(request_.seat, request_.to_json()) == request_


# -- corrections -------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_a_corrected_card_is_logged_and_the_trick_follows_from_it(seed):
    rng = random.Random(seed)
    world = dealt(seed, rng.randrange(1, 13))
    number = rng.randrange(1, len(world.winners) + 1)
    old = world.table.state.tricks[number - 1]
    was = rng.choice(old.cards)
    of = old.seat(old.cards.index(was))
    right = other_card(world, 0)
    world.table.apply(Correct(0, right, number, of))
    by = world.table.seat_of("north")
    event = world.table.apply(Agree(by, True))[0]
    assert event == ev.PlayCorrected(number, of, was, right, 0, by)
    trick = world.table.state.tricks[number - 1]
    cards = [right if one == was else one for one in old.cards]
    assert list(trick.cards) == cards
    assert trick.winner == winning_seat(old.leader, cards, world.trump)
    note = world.table.public_view()["notes"][-1]
    assert "South said so and North agreed" in note or world.table.state.revokes
    if number == len(world.winners) < 13:
        assert world.table.state.leader == trick.winner
    assert Table.from_events(world.table.events, world.options) == world.table


def test_a_card_of_a_hand_that_is_over_is_corrected_and_scored_again():
    world = dealt(9, 12)
    for _ in range(3):
        world.step()
    world.lay(world.choose() if world.turn in (0, 3) else world.order())
    assert world.table.state.phase in ("scored", "over")
    first = world.table.public_view()["hand"]
    assert world.table.state.played() == set(PACK)
    world.table.apply(SetScores(0, (3, 1)))
    assert "the scores are 3 for South and 1 for North" in world.table.public_view()["prompt"]
    events = world.table.apply(Agree(3, True))
    assert events[0] == ev.ScoresCorrected((3, 1), 0, 3)
    assert world.table.public_view()["scores"] == [3, 1]
    assert world.table.public_view()["hand"] == first
    sheet = world.table.public_view()["sheet"]
    assert sheet[-1]["scores"] == [3, 1]
    assert "corrected by agreement" in [entry["how"] for entry in sheet[-1]["how"]]
    again = Table.from_events(world.table.events, world.options)
    assert again.public_view() == world.table.public_view()


def over(seed):
    """A world whose thirteenth trick lies there."""
    world = dealt(seed, 12)
    for _ in range(3):
        world.step()
    world.lay(world.choose() if world.turn in (0, 3) else world.order())
    assert world.table.state.phase in ("scored", "over")
    return world


@given(st.integers(0, 10**6), st.integers(0, 12), st.integers(0, 12), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=12, deadline=None)
def test_two_cards_that_were_taken_for_each_other_are_put_right_in_any_two_tricks(seed, one, other, seat, owner):
    world = over(seed % 40)
    tricks = world.table.state.tricks
    first, second = tricks[one].by(seat), tricks[other].by(owner)
    if first == second or world.turn_up in (first, second):
        return
    before = world.table.state
    assert names(world.table.apply(Correct(0, second, one + 1, seat))) == ["proposed"]
    assert names(world.table.apply(Agree(3, True)))[:2] == ["play_corrected", "hand_scored"]
    after = world.table.state
    exchanged = {first: second, second: first}
    for old, new in zip(before.tricks, after.tricks, strict=True):
        cards = [exchanged.get(card, card) for card in old.cards]
        assert list(new.cards) == cards
        assert new.winner == winning_seat(old.leader, cards, world.trump)
    assert after.played() == set(PACK)
    assert Table.from_events(world.table.events, world.options) == world.table


def test_a_card_that_was_played_before_the_other_agreed_is_no_longer_what_was_proposed():
    world = dealt(5, 2)
    turn = world.turn
    while turn not in (0, 3):
        world.step()
        turn = world.turn
    due = world.choose()
    world.table.apply(Correct(0, due, 1, 0))
    world.lay(due)
    assert world.table.apply(Agree(3, True)) == [ev.Declined(3)]


def test_the_page_is_told_what_may_be_put_right():
    world = dealt(5, 2)
    mend = world.table.view(0)["mend"]
    assert (mend["agree"], mend["in_step"], mend["laid_by"]) == (False, [], None)
    assert (mend["claim"], mend["scores"], [len(seats) for seats in mend["played"]]) == (11, 99, [4, 4])
    world.step()
    assert world.table.view(0)["mend"]["claim"] is None
    world.table.apply(Correct(0, other_card(world, 0), 1, 0))
    offers = [world.table.view(seat)["mend"] for seat in (0, 3)]
    assert [(offer["agree"], offer["decline"]) for offer in offers] == [(False, True), (True, True)]
    assert [(offer["played"], offer["scores"]) for offer in offers] == [([], None)] * 2
    assert "mend" not in world.table.view(1)


def test_corrected_scores_can_end_the_game():
    world = dealt(9, 2)
    world.table.apply(SetScores(0, (2, 5)))
    assert names(world.table.apply(Agree(3, True))) == ["scores_corrected", "game_over"]
    assert world.table.public_view()["winner"] == 1


def test_a_correction_that_the_table_cannot_believe_is_not_told_apart():
    """Whoever tries whether a card stands in the holder across learns nothing: the other person decides."""
    world = playing(4)
    hidden = world.slots[2][5]
    free = other_card(world, 0)
    answers = []
    for guess in (hidden, free):
        copy = Table.from_events(world.table.events, world.options)
        copy.apply(Correct(0, guess, 1, 0))
        answers.append({**copy.public_view(), "prompt": None, "proposal": None})
    assert answers[0] == answers[1]


# -- undo --------------------------------------------------------------------------------------------------------------


def test_an_answer_is_taken_back_and_asked_again():
    made = table(racked(1, s0="C2 .6 H2 .3"), racked(2))
    made.apply(Answer(0, 1, card("H2")))
    assert made.state.holders.all[0].cards is not None
    assert made.view(0)["may_undo"]
    assert not made.view(3)["may_undo"]
    assert names(made.apply(Undo(0)))[0] == "answer_undone"
    assert made.state.holders.all[0].cards is None
    assert [q.id for q in made.state.questions] == [1]
    made.apply(Answer(0, 1, card("C2")))
    assert made.state.holders.all[0].cards[0] == card("C2")
    assert Table.from_events(made.events, made.rules.options) == made


def test_an_answer_about_a_laid_card_is_taken_back_with_the_play():
    world = playing(2)
    lay(world, "S9 .5 S8 .4")
    world.table.apply(Answer(0, 1, card("S8")))
    assert len(world.table.state.trick) == 3
    world.table.apply(Undo(0))
    assert len(world.table.state.trick) == 2
    assert world.table.apply(Answer(0, 1, card("S9")))[-1].card == card("S9")


def test_nothing_that_has_told_something_is_taken_back():
    world = playing(2)
    lay(world, "S9 .5 S8 .4")
    world.table.apply(Answer(3, 1, card("S8")))
    with pytest.raises(Refused, match="nothing to take back"):
        world.table.apply(Undo(0))
    world.laid.append((3, card("S8")))
    world.hands[3].remove(card("S8"))
    world.lay(card("H5"))
    with pytest.raises(Refused, match="nothing to take back"):
        world.table.apply(Undo(3))


def test_a_command_is_not_taken_back():
    world = playing()
    world.table.apply(Command(1, "clubs"))
    with pytest.raises(Refused, match="already given something away"):
        world.table.apply(Undo(3))


def test_a_proposal_is_taken_back_by_whoever_made_it():
    world = dealt(4, 3)
    world.table.apply(Claim(0, 1))
    assert world.table.apply(Undo(0)) == [ev.Declined(0)]


# -- out of step -------------------------------------------------------------------------------------------------------


def drifted():
    world = playing(1)
    changed = (*world.cards()[1:], LaidCard(SURE(card("S2")), *places(1)))
    for _ in range(2):
        world.table.apply(TableShows(changed))
    assert world.table.public_view()["out_of_step"]["seen"] == ["HA", "S2"]
    return world, changed


@pytest.mark.parametrize(("how", "known"), [("seen", "S2"), ("believed", None)])
def test_one_tap_leads_back_into_step(how, known):
    world, changed = drifted()
    before = str(world.table.state.trick[0].card)
    events = world.table.apply(SayStep(0, how))
    assert names(events)[-2:] == ["step_said", "in_step"]
    assert str(world.table.state.trick[0].card) == (known or before)
    assert world.table.public_view()["out_of_step"] is None
    for _ in range(3):
        assert world.table.apply(TableShows(changed)) == []
    assert Table.from_events(world.table.events, world.options) == world.table


@pytest.mark.parametrize(("how", "events"), [("seen", ["commanded", "to_move"]), ("believed", [])])
def test_a_command_whose_card_waits_is_obeyed_anew_when_the_trick_was_another_a22(how, events):
    """RULES A22: holder 2 has to beat the 2 of clubs, and ruffs; the 2 of spades lies there, which it can follow."""
    hands = [list(hand) for hand in HANDS]
    for there, code in ((0, "H2"), (3, "S3")):
        hands[there].remove(card(code))
        hands[2].append(card(code))
    for there, code in ((0, "D2"), (3, "D3")):
        hands[2].remove(card(code))
        hands[there].append(card(code))
    world = World(random.Random(1))
    world.deal(hands, turn_up=card("HA"))
    world.lay(world.order())
    world.table.apply(Command(2, "beat"))
    assert world.table.state.holders.to_move == card("H2")
    changed = (*world.cards()[1:], LaidCard(SURE(card("S2")), *places(1)))
    for _ in range(2):
        world.table.apply(TableShows(changed))
    done = names(world.table.apply(SayStep(0, how)))
    assert done[done.index("in_step") + 1 :] == events
    assert world.table.state.holders.to_move == card("S3" if how == "seen" else "H2")
    assert Table.from_events(world.table.events, world.options) == world.table


def test_a_trick_that_is_not_seen_is_not_taken_as_seen():
    world = playing(2)
    world.table.apply(TableShows(world.cards()[-1:]))
    with pytest.raises(Refused, match="cannot see all the cards"):
        world.table.apply(SayStep(0, "seen"))
    world.table.apply(SayStep(0, "believed"))
    assert world.show_table() == []


@pytest.mark.parametrize(("how", "first"), [("seen", "S2"), ("believed", None)])
def test_only_who_stands_beside_a_holder_says_what_is_in_it(how, first):
    world = playing(1)
    before = world.slots[2][0]
    slots = [SURE(c) if c else None for c in world.slots[2]]
    slots[0], slots[1] = SURE(card("S2")), SURE(card("S3"))
    for _ in range(2):
        world.table.apply(HolderShows(2, tuple(slots)))
    with pytest.raises(Refused, match="Only the person beside holder 2"):
        world.table.apply(SayStep(0, how))
    world.table.apply(SayStep(3, how))
    assert world.table.state.holders.all[1].cards[0] == (card(first) if first else before)
    assert world.table.apply(HolderShows(2, tuple(slots))) == []
    assert world.table.state.out_of_step is None


def test_a_holder_that_cannot_be_right_is_not_taken_as_seen():
    world = playing(1)
    played = world.laid[0][1]
    slots = [SURE(c) if c else None for c in world.slots[2]]
    slots[0], slots[1], slots[2] = SURE(played), SURE(card("S3")), SURE(card("S4"))
    for _ in range(2):
        world.table.apply(HolderShows(2, tuple(slots)))
    with pytest.raises(Refused, match="cannot be right either"):
        world.table.apply(SayStep(3, "seen"))


@pytest.mark.parametrize("said", ["D2", "S2", "C2"])
def test_what_a_holder_shows_is_taken_whatever_was_said_of_it_a6(said):
    """Whoever had named any card for a slot that hardly shows must not learn now whether the other holder has it."""
    shown = {"s0": "C2 .6 S2 .2 H2 .2"}
    made = table(racked(1, **shown), racked(2), turned())
    made.apply(Answer(0, 1, card(said)))
    for _ in range(2):
        made.apply(racked(1, **shown, s1="H3 1", s2="H4 1"))
    assert made.public_view()["out_of_step"]["holder"] == 1
    assert names(made.apply(SayStep(0, "seen")))[-2:] == ["step_said", "in_step"]

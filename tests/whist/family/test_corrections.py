"""Cards and scores that are corrected by agreement, and the way out of step by one tap (games without holders)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.doubtful import names
from tests.whist.family_driver import FamilyWorld, dealt, rebuilt, suits
from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import Agree, Claim, Correct, SayStep, SetScores, Undo
from whist.rules.refusals import Refused
from whist.table.corrections import played_by

GAMES = {
    "classic": None,
    "italian": None,
    "candid": None,
    "australian": 5,
    "bid": None,
    "german": None,
    "honeymoon": None,
}


def code(text: str) -> Card:
    return Card.parse(text)


def played(game: str, seed: int, plays: int) -> FamilyWorld:
    """A world in whose hand so many cards are played, if it has so many."""
    world = FamilyWorld(random.Random(seed), game, {}, GAMES[game])
    world.deal()
    while not world.hand.over and sum(len(trick.cards) for trick in world.hand.tricks) + len(world.hand.trick) < plays:
        world.step()
        if world.table.state.hand.thrown_in:
            world.finish()
            world.deal()
    return world


def classic(codes: str = "H2 D2 C2 S2 H3") -> FamilyWorld:
    """South dealt spades to itself; West led hearts, North has diamonds, East clubs."""
    world = dealt("classic", suits("S", "H", "D", "C"))
    for text in codes.split():
        world.laid.append((world.table.state.turn, code(text)))
        world.show()
        if len(world.laid) == 4:
            world.laid = []
            world.show()
    return world


def other(world: FamilyWorld, seat: int) -> int:
    """Somebody who plays against ``seat``."""
    return next(one for one in range(world.rules.players) if world.rules.side(one) != world.rules.side(seat))


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10**6), plays=st.integers(1, 30))
@settings(max_examples=6, deadline=None)
def test_a_corrected_card_is_logged_and_everything_follows_from_it(game, seed, plays):
    world, rng = played(game, seed, plays), random.Random(seed)
    table, before = world.table, world.table.state
    seat = rng.randrange(world.rules.players)
    tricks = table.view(seat)["mend"]["played"]
    if not tricks or before.after is not None:
        return
    number = rng.randrange(len(tricks)) + 1
    of = rng.choice(tricks[number - 1])
    was = played_by(before.hand, number, of)
    aside = {one.card for one in before.aside}
    card = rng.choice(sorted({*world.rules.pack()} - {was, *aside}, key=str))
    assert names(table.apply(Correct(seat, card, number, of))) == ["proposed"]
    assert table.public_view()["proposal"]["text"] in table.public_view()["prompt"]
    by = other(world, seat)
    events = table.apply(Agree(by, True))
    assert events[0] == ev.PlayCorrected(number, of, was, card, seat, by)
    after = table.state.hand
    swap = {was: card, card: was}
    every = lambda hand: [*(one for trick in hand.tricks for one in trick.cards), *hand.trick]  # noqa: E731
    assert every(after) == [swap.get(one, one) for one in every(before.hand)]
    assert "said so" in table.public_view()["notes"][0]
    assert rebuilt(table) == table
    # and back again: the hand is what it was
    table.apply(Correct(by, was, number, of))
    table.apply(Agree(seat, True))
    assert table.state.hand == before.hand
    assert (table.state.now, table.state.lines, table.state.trick) == (before.now, before.lines, before.trick)


def test_the_trick_goes_to_whom_the_corrected_cards_give_it():
    world = classic("H2 D2 C2 S2")
    assert world.table.state.turn == 0, "the two of spades is a trump"
    world.table.apply(Correct(1, code("H9"), 1, 0))
    world.table.apply(Agree(2, True))
    hand = world.table.state.hand
    assert [str(card) for card in hand.tricks[0].cards] == ["H2", "D2", "C2", "H9"]
    assert (hand.tricks[0].winner, world.table.state.turn) == (0, 0)
    world.table.apply(Correct(1, code("H3"), 1, 0))
    world.table.apply(Agree(2, True))
    world.table.apply(Correct(1, code("H2"), 1, 0))  # West's: the two were taken for each other
    world.table.apply(Agree(2, True))
    hand = world.table.state.hand
    assert [str(card) for card in hand.tricks[0].cards] == ["H3", "D2", "C2", "H2"]
    assert (hand.tricks[0].winner, world.table.state.turn) == (1, 1)


@pytest.mark.parametrize("game", ["classic", "candid", "australian", "german"])
def test_a_hand_that_is_over_is_scored_again(game):
    world = FamilyWorld(random.Random(3), game, {}, GAMES[game])
    world.deal()
    world.gather = lambda: None if world.hand.over else FamilyWorld.gather(world)  # type: ignore[method-assign]
    while not world.hand.over:
        world.step()
        if world.table.state.hand.thrown_in:
            world.finish()
            world.deal()
    table, before = world.table, world.table.state
    assert before.phase in ("scored", "over")
    one, two = before.hand.tricks[0], before.hand.tricks[-1]
    of = one.leader
    card = two.cards[-1]
    table.apply(Correct(0, card, 1, of))
    events = table.apply(Agree(other(world, 0), True))
    assert names(events)[0] == "play_corrected"
    assert "hand_scored" in names(events)
    assert len(table.state.lines) == len(before.lines)
    assert table.state.phase in ("scored", "over")
    assert rebuilt(table) == table


def test_scores_are_corrected_by_two_sides_and_stand_on_the_sheet():
    world = FamilyWorld(random.Random(2), "classic", {})
    world.play_hand()
    table = world.table
    first = table.public_view()["scores"]
    assert names(table.apply(SetScores(0, (3, 1)))) == ["proposed"]
    assert "3 for South and North, 1 for West and East" in table.public_view()["prompt"]
    with pytest.raises(Refused, match="another side"):
        table.apply(Agree(2, True))
    assert table.apply(Agree(1, True)) == [ev.ScoresCorrected((3, 1), 0, 1)]
    view = table.public_view()
    assert view["scores"] == [3, 1]
    assert view["sheet"][-1]["scores"] == [3, 1]
    assert first != [3, 1]
    assert any(entry["how"] == "corrected by agreement" for entry in view["sheet"][-1]["how"])
    world.match.standing = table.state.standing
    world.play_hand()
    assert table.public_view()["scores"] == list(world.match.standing.scores)
    assert table.public_view()["sheet"][-1]["scores"] == list(world.match.standing.scores)
    assert rebuilt(table) == table


def test_scores_of_the_first_hand_are_corrected_before_it_is_over():
    world = classic()
    world.table.apply(SetScores(0, (2, -1)))
    world.table.apply(Agree(3, True))
    assert world.table.public_view()["scores"] == [2, -1]
    assert rebuilt(world.table) == world.table


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (Agree(0, True), "There is no proposal"),
        (Correct(0, code("H9"), 2, 1), "In trick 2 of this hand West has played no card"),
        (Correct(0, code("H9"), 9, 0), "In trick 9 of this hand South has played no card"),
        (Correct(0, code("H9"), 0, 0), "In trick 0 of this hand South has played no card"),
        (Correct(0, code("H9"), 1, 9), "seat 9 has played no card"),
        (Correct(0, code("JR"), 1, 1), "That cannot have been played there instead of the 2 of hearts: the joker"),
        (Correct(0, code("H2"), 1, 1), "cannot have been played there"),
        (SetScores(0, (1, 2, 3)), "Scores are 2 numbers"),
        (SetScores(0, (10**9, 2)), "Scores are 2 numbers"),
        (SayStep(0, "believed"), "already shows"),
        (Claim(0, 3), "cannot be asked"),
    ],
)
def test_what_cannot_be_asked_is_refused_and_changes_nothing(request_, why):
    world = classic()
    before = world.table.events
    with pytest.raises(Refused, match=why):
        world.table.apply(request_)
    assert world.table.events == before


def test_a_card_that_lies_open_was_not_played():
    world = dealt("german", suits("S", "H"), " ".join(suits("C", "D")))
    world.laid.append((world.table.state.turn, code("H2")))
    world.show()
    with pytest.raises(Refused, match="lies open"):
        world.table.apply(Correct(0, code("C2"), 1, world.table.state.trick[0].seat))


def test_one_thing_is_proposed_at_a_time_and_anybody_may_decline_it():
    world = classic()
    before = world.table.state
    for seat in range(4):
        world.table.apply(Correct(0, code("H9"), 1, 0))
        with pytest.raises(Refused, match="a proposal already"):
            world.table.apply(SetScores(1, (1, 1)))
        offers = [world.table.view(one)["mend"] for one in range(4)]
        assert [offer["agree"] for offer in offers] == [False, True, False, True]
        assert all(offer["decline"] and not offer["played"] for offer in offers)
        assert world.table.apply(Agree(seat, False)) == [ev.Declined(seat)]
        assert world.table.state == before


def test_a_card_that_was_played_in_the_meantime_is_no_longer_what_was_proposed():
    world = classic()
    world.table.apply(Correct(0, code("D9"), 1, 0))
    world.laid.append((world.table.state.turn, code("D9")))
    world.show()
    assert world.table.apply(Agree(1, True)) == [ev.Declined(1)]


def test_a_proposal_hinders_nobody_from_playing():
    world = classic()
    world.table.apply(SetScores(0, (1, 1)))
    world.laid.append((world.table.state.turn, code("D9")))
    assert names(world.show()) == ["played"]


@pytest.mark.parametrize("codes", ["H2 D2", "H2 D2 C2"])
def test_a_trick_that_lies_there_no_more_is_taken_as_played_by_one_tap(codes):
    world = classic(codes)
    laid, world.laid = world.laid, []
    assert names(world.show()) == ["out_of_step"]
    assert world.table.view(2)["mend"]["in_step"] == ["believed"]
    with pytest.raises(Refused, match="Lay the right cards"):
        world.table.apply(SayStep(2, "seen"))
    assert names(world.table.apply(SayStep(2, "believed"))) == ["step_said", "in_step"]
    assert world.show() == []
    assert len(world.table.state.trick) == len(laid)
    due = {2: "C5", 3: "S5"}[len(laid)]
    world.laid = [(world.table.state.turn, code(due))]
    assert names(world.show())[0] == "played"
    assert rebuilt(world.table) == world.table


def test_a_card_that_cannot_be_read_is_told_and_keeps_nobody_from_playing_once_it_is_turned():
    world = classic("H2 D2")
    face_down = LaidCard(Reading(()), 60.0, 0.0)
    events = world.table.apply(TableShows((*world.cards(), face_down)))
    assert names(events) == ["unread", "question"], "whoever laid it may name it: it may be of a foreign pack"
    view = world.table.public_view()
    assert view["prompt"].startswith("A card lies there that I cannot read: turn it face up")
    assert view["unread"] == 1
    turned = LaidCard(Reading.certain(code("C2")), 60.0, 0.0)
    events = world.table.apply(TableShows((*world.cards(), turned)))
    assert names(events) == ["unread", "question_withdrawn", "played"]
    assert rebuilt(world.table) == world.table


def test_a_pile_that_lay_there_before_the_trick_is_none_of_it():
    world = classic("H2 D2 C2")
    world.laid.append((0, code("S2")))
    world.show()
    world.aside, pile = [], LaidCard(Reading(()), 120.0, 120.0)
    assert names(world.table.apply(TableShows((pile,))))[0] == "gathered"
    world.laid = [(0, code("S3"))]
    assert names(world.table.apply(TableShows((*world.cards(), pile)))) == ["played"]
    assert world.table.public_view()["unread"] == 0


def test_nothing_proposed_is_taken_back_by_undo():
    world = classic()
    world.table.apply(SetScores(0, (1, 1)))
    with pytest.raises(Refused):
        world.table.apply(Undo(0))

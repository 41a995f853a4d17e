"""Scores of whist with partners (RULES W5, W6, A1, A8, C7, C8); honours never score here (RULES A1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whist.tricks import odd_tricks


def won_by_side(winners: Iterable[int]) -> tuple[int, int]:
    """Tricks of side 0 (seats 0 and 2) and side 1 (seats 1 and 3) from the winning seat of each trick (RULES C7)."""
    won = [0, 0]
    for seat in winners:
        won[seat % 2] += 1
    return won[0], won[1]


def hand_points(won: Sequence[int]) -> tuple[int, int]:
    """Points of both sides for a finished hand of 13 tricks: one for each odd trick (RULES W5)."""
    if len(won) != 2 or sum(won) != 13 or min(won) < 0:
        raise ValueError(f"a finished hand has 13 tricks for two sides, not {list(won)}")
    return odd_tricks(won[0]), odd_tricks(won[1])


def winning_side(scores: Sequence[int], target: int) -> int | None:
    """The side that has reached ``target`` (RULES W6); None while the game goes on. Only one side scores in a hand, so
    both can never pass the target at once (RULES C8)."""
    for side in (0, 1):
        if scores[side] >= target:
            return side
    return None


def next_dealer(dealer: int) -> int:
    """The seat number of the next dealer: the deal alternates between the humans (RULES A8), who are numbered so that
    South is seat 0 always and North seat 1 in North's own deals."""
    return 1 - dealer

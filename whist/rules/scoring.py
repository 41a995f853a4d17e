"""Sides and deals of Android Whist (RULES A8, C7); what a hand is worth stands with the games."""

from __future__ import annotations

from collections.abc import Iterable


def won_by_side(winners: Iterable[int]) -> tuple[int, int]:
    """Tricks of side 0 (seats 0 and 2) and side 1 (seats 1 and 3) from the winning seat of each trick (RULES C7)."""
    won = [0, 0]
    for seat in winners:
        won[seat % 2] += 1
    return won[0], won[1]


def next_dealer(dealer: int) -> int:
    """The seat number of the next dealer: the deal alternates between the humans (RULES A8), who are numbered so that
    South is seat 0 always and North seat 1 in North's own deals."""
    return 1 - dealer

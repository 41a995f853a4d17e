"""Scores a simulated deal from its truth file alone. Nothing of the program is imported."""

from __future__ import annotations

import json
from pathlib import Path

ORDER = "23456789TJQKA"


def best(trick: list[str], trump: str) -> int:
    """Place of the winning card in a trick of card codes (RULES C5)."""

    def strength(card: str) -> tuple[int, int]:
        group = 2 if card[0] == trump else 1 if card[0] == trick[0][0] else 0
        return (group, ORDER.index(card[1]))

    return max(range(len(trick)), key=lambda place: strength(trick[place]))


def tricks_of(frames: list[list[str]]) -> tuple[str, list[list[str]]]:
    """The turn-up and the tricks, each in order of play, from the cards that lay face up in frame after frame."""
    turned_up = ""
    tricks: list[list[str]] = []
    trick: list[str] = []
    for table in frames:
        if not turned_up:
            turned_up = table[0] if len(table) == 1 else ""
            continue
        if not table:
            if trick:
                tricks.append(trick)
            trick = []
            continue
        # the turn-up is the dealer's, and the dealer plays last to the first trick (RULES W3, A4)
        trick += [card for card in table if card not in trick and (tricks or card != turned_up)]
    if trick:
        tricks.append(trick)
    if tricks and len(tricks[0]) == 3:
        tricks[0].append(turned_up)
    return turned_up, tricks


def score(tricks: list[list[str]], trump: str, dealer: int) -> tuple[list[int], list[int]]:
    """Winning seat of each trick, and the points of sides 0+2 and 1+3 (RULES C6, C7, W5)."""
    leader = (dealer + 1) % 4
    winners = []
    for trick in tricks:
        leader = (leader + best(trick, trump)) % 4
        winners.append(leader)
    won = [sum(seat % 2 == side for seat in winners) for side in (0, 1)]
    return winners, [max(0, tricks_won - 6) for tricks_won in won]


def deals_of(truth: Path) -> list[list[list[str]]]:
    """Per deal, the face-up cards frame by frame, cut where the holders are full again."""
    deals: list[list[list[str]]] = []
    full_before = False
    for line in truth.read_text().splitlines():
        record = json.loads(line)
        if "frame" not in record:
            continue
        full = all(sum(card is not None for card in record["holders"][n]) == 13 for n in ("1", "2"))
        if full and not full_before:
            deals.append([])
        full_before = full
        if deals:
            deals[-1].append(record["table"])
    return deals

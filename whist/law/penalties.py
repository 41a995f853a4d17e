"""What established revokes cost (RULES T4), that nobody wins by a hand in which it revoked (T5), and the order in which
all is scored (T6).

Readings for what the old law, made for four hands and odd tricks, leaves open:

- ``none`` is friendly: a note on the score sheet, and nothing of T5 either.
- Each revoke costs three tricks, or three points; a side cannot lose more tricks than it has taken. Scores may fall
  below 0.
- Tricks go to the other side before anything is scored from them: contracts, bags, odd tricks. Where each plays for
  himself and bids exactly (RULES U19) no trick changes hands, for that would spoil bids of those who did nothing: the
  three tricks are paid in points, ``Rules.trick_points`` each.
- Three points are added to each other side's score.
- Who concedes the hand loses it: the side scores nothing for it, and the other side takes as many of its tricks as it
  needs to win: seven, its contract, or enough to make the contract fail. A bid is missed.
- All sides revoked: the same dealer deals the hand again.
- T5 is about a score that wins: where a number of rounds decides (RULES U21) a revoke bars nobody from winning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from whist.law.revokes import Revoke
from whist.phrases import phrase
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Entry, Line, Standing

TRICKS: Final = 3
"""Tricks, or points, that a revoke costs (RULES T4)."""


def penalties(rules: Rules[Any], revokes: Sequence[Revoke], choice: str) -> list[Entry]:
    """The points of ``revokes`` when the opponents choose ``choice``, a value of option ``revoke_penalty``; a note with
    0 points where the penalty is none, or is paid in tricks (RULES T4)."""
    return [entry for revoke in revokes for entry in _penalty(rules, revoke, choice)]


def _penalty(rules: Rules[Any], revoke: Revoke, choice: str) -> list[Entry]:
    side = rules.side(revoke.seat)
    if choice == "three_points_on":
        return [(other, TRICKS, revoke.told()) for other in range(rules.sides) if other != side]
    if choice == "three_points_off":
        return [(side, -TRICKS, revoke.told())]
    if choice == "concede_hand":
        return [(side, 0, phrase("{revoke}: the hand is conceded", revoke=revoke.told()))]
    if choice == "three_tricks":
        cost = rules.trick_points * TRICKS
        if cost:
            return [(side, -cost, phrase("{revoke}: the price of three tricks", revoke=revoke.told()))]
        return [(side, 0, phrase("{revoke}: three tricks", revoke=revoke.told()))]
    return [(side, 0, phrase("{revoke}: the trick stands", revoke=revoke.told()))]


def tricks_moved(rules: Rules[Any], hand: Hand, revokes: Sequence[Revoke], choice: str) -> tuple[int, ...]:
    """Tricks that each side gains or, below 0, loses before scoring (RULES T4); empty when none move."""
    if choice not in ("three_tricks", "concede_hand") or rules.trick_points:
        return ()
    moved = [0] * rules.sides
    for side in offenders(rules, revokes):
        won, other = rules.counted(hand), 1 - side
        lost = TRICKS * sum(rules.side(revoke.seat) == side for revoke in revokes)
        if choice == "concede_hand":
            lost = max(0, rules.tricks_to_win(hand, other) - won[other])
        moved[side], moved[other] = -min(lost, won[side]), min(lost, won[side])
    return tuple(moved)


def offenders(rules: Rules[Any], revokes: Iterable[Revoke]) -> tuple[int, ...]:
    """The sides that revoked."""
    return tuple(sorted({rules.side(revoke.seat) for revoke in revokes}))


def settled(
    rules: Rules[Any], hand: Hand, before: Standing, revokes: Sequence[Revoke], choice: str | None = None
) -> tuple[Line, Standing]:
    """The line of a hand that is over and in which ``revokes`` are claimed, and the standing after it; ``before`` is
    the standing before the hand. First the penalty is scored, then tricks, then honours (RULES T6). ``choice`` is what
    the opponents choose, the option ``revoke_penalty`` when None; raises ``ValueError`` for what is no choice."""
    choice = checked_choice(rules, choice)
    sides = offenders(rules, revokes)
    if choice != "none" and len(sides) == rules.sides:
        return _redealt(rules, hand, revokes), before
    fined = penalties(rules, revokes, choice)
    line = _scored(rules, hand, before, fined, tricks_moved(rules, hand, revokes, choice))
    if choice == "concede_hand":
        line = with_entries(line, [entry for entry in line.entries if entry[0] not in sides or entry[1] <= 0])
    if choice == "none" or rules.target is None:
        return line, rules.after(before, line)
    line = _short_of_game(line, before, sides, rules.target)
    return line, _not_won_by(rules.after(before, line), sides)


def checked_choice(rules: Rules[Any], choice: str | None) -> str:
    """``choice``, or what the option says where it is None; raises ``ValueError`` for another word."""
    choice = rules.options.revoke_penalty if choice is None else choice
    return str(replace(rules.options, revoke_penalty=choice).revoke_penalty)


def _scored(rules: Rules[Any], hand: Hand, before: Standing, fined: Sequence[Entry], moved: tuple[int, ...]) -> Line:
    """The penalty, then what the game scores after it."""
    played = hand.copy()
    played.moved, played.fined = moved, tuple(fined)
    line = rules.score(played, before)
    return with_entries(line, [*fined, *line.entries])


def with_entries(line: Line, entries: Sequence[Entry]) -> Line:
    """``line`` with other entries, and the points that follow from them."""
    points = [0] * len(line.points)
    for side, number, _ in entries:
        points[side] += number
    return replace(line, entries=tuple(entries), points=tuple(points))


def _redealt(rules: Rules[Any], hand: Hand, revokes: Sequence[Revoke]) -> Line:
    """The line of a hand that does not count, for all sides revoked (RULES T5)."""
    entries = []
    for revoke in revokes:
        how = phrase("{revoke}: all sides revoked, the hand is dealt again", revoke=revoke.told())
        entries.append((rules.side(revoke.seat), 0, how))
    return replace(rules.line(hand, entries), thrown_in=True)


def _short_of_game(line: Line, before: Standing, sides: Iterable[int], target: int) -> Line:
    """A side that revoked stops one point short of ``target`` (RULES T5): its last points are cut."""
    for side in sides:
        line = _cut(line, side, before.scores[side] + line.points[side] - target + 1)
    return line


def _cut(line: Line, side: int, excess: int) -> Line:
    entries = list(line.entries)
    for place in range(len(entries) - 1, -1, -1):
        owner, points, how = entries[place]
        if excess > 0 and owner == side and points > 0:
            less = min(points, excess)
            entries[place], excess = (
                (side, points - less, phrase("{how}, {count} cut for the revoke", how=how, count=less)),
                excess - less,
            )
    return with_entries(line, entries)


def _not_won_by(standing: Standing, sides: Sequence[int]) -> Standing:
    """A side that revoked does not win because the other fell too low (RULES B26, T5): the game goes on."""
    if standing.over and set(standing.winners) & set(sides):
        return replace(standing, over=False, winners=())
    return standing

"""What the people of a finished match have done in it, by place: hands, tricks, contracts, bids, commands, revokes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from device.journal.journal import JournalEntry
from device.records.pars import Pars
from device.records.played import PlayedMatch
from whist.games.android import Android
from whist.law.revokes import established
from whist.messages import events as ev
from whist.messages.events import event_from_json
from whist.rules.base import Rules
from whist.rules.commands import commander
from whist.table.state.look_back import Finished
from whist.table.state.seats import person_of


@dataclass(slots=True)
class Tally:
    """What somebody has done in one match or in many. ``over`` are the tricks of the own side above par, which best
    play with open cards would have brought it, or where that is not known above an even share; contracts are those of
    the declarer, ``made`` and ``broken``; bids of Australian Whist were ``hit`` or ``missed``; ``commands`` are all
    that were given to the own android, ``errors`` those that met an Error Message."""

    hands: int = 0
    over: float = 0.0
    made: int = 0
    broken: int = 0
    hit: int = 0
    missed: int = 0
    commands: int = 0
    errors: int = 0
    revokes: int = 0

    def add(self, other: Tally) -> None:
        """Count in what ``other`` has."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def to_list(self) -> list[float]:
        """The numbers, in the order of the fields."""
        return [round(getattr(self, one.name), 3) for one in fields(self)]

    @classmethod
    def of_list(cls, numbers: object) -> Tally:
        """As ``to_list`` gave it; raises ``ValueError`` for anything else."""
        fit = isinstance(numbers, list) and len(numbers) == len(fields(cls))
        if not fit or not all(type(one) in (int, float) for one in numbers):  # type: ignore[attr-defined]
            raise ValueError("it is no tally")
        return cls(*numbers)  # type: ignore[misc]


OfHands = Sequence[Mapping[str, tuple[int, Tally]]]
"""Of each hand that is over, for each person the side and what that person has done; nothing of one that was thrown
in."""


def of_hands(match: PlayedMatch) -> OfHands:
    """What people have done in each hand of ``match`` that is over."""
    done = [hand.finished for hand in match.over]
    return [{} if one is None or one.line.thrown_in else _of_hand(match.table.rules, one) for one in done]


def tallies(match: PlayedMatch, hands: OfHands, entries: Iterable[JournalEntry]) -> dict[str, Tally]:
    """What each person has done in ``match`` with these ``hands``, by place; ``entries`` are all that is written of it.
    Par is not known yet: ``over_par`` tells what changes once it is."""
    found: dict[str, Tally] = {}
    for hand in hands:
        for place, (_, tally) in hand.items():
            found.setdefault(place, Tally()).add(tally)
    if match.table.rules.name == Android.name:
        for place, tally in _commands(entries).items():
            if place in found:
                found[place].add(tally)
    return found


def over_par(hands: OfHands, pars: Pars) -> dict[str, float]:
    """By how much ``over`` of each person changes once par is known: there it takes the place of the even share."""
    changes: dict[str, float] = {}
    for hand, par in zip(hands, pars, strict=True):
        if par is None:
            continue
        for place, (side, tally) in hand.items():
            tricks, best = par
            changes[place] = changes.get(place, 0.0) + tricks[side] - best[side] - tally.over
    return changes


def _of_hand(rules: Rules[Any], done: Finished) -> dict[str, tuple[int, Tally]]:
    hand, line = done.hand, done.line
    sides = {seat["seat"]: seat["side"] for seat in done.seats}
    taken = {side: sum(won for seat, won in enumerate(line.won) if sides[seat] == side) for side in sides.values()}
    share = sum(line.won) / len(taken)
    places = {seat["seat"]: str(seat["person"]) for seat in done.seats if seat["kind"] == "human"}
    found = {place: Tally(hands=1, over=taken[sides[seat]] - share) for seat, place in places.items()}
    contract = hand.contract
    if contract is not None and contract.seat in places:
        side = rules.side(contract.seat)
        made = rules.won_by_side(hand)[side] >= rules.tricks_to_win(hand, side)
        found[places[contract.seat]].add(Tally(made=int(made), broken=int(not made)))
    bids: Sequence[int | None] = hand.bids or ()
    for seat, bid in enumerate(bids):
        if bid is not None and seat in places:
            hit = line.won[seat] == bid
            found[places[seat]].add(Tally(hit=int(hit), missed=int(not hit)))
    for revoke in established(rules, hand):
        if revoke.seat in places:  # an android plays what it is commanded
            found[places[revoke.seat]].add(Tally(revokes=1))
    return {places[seat]: (side, found[places[seat]]) for seat, side in sides.items() if seat in places}


def _commands(entries: Iterable[JournalEntry]) -> Mapping[str, Tally]:
    """Commands and Error Messages of Android Whist, by who gave them (RULES A6)."""
    found: dict[str, Tally] = {}
    dealer = 0
    for entry in entries:
        name = entry.event.get("event")
        if name == ev.DealStarted.name:
            event = event_from_json(entry.event)
            dealer = event.dealer if isinstance(event, ev.DealStarted) else dealer
        elif name in (ev.Commanded.name, ev.ErrorMessage.name):
            seat = commander(int(entry.event["seat"]), dealer)
            if seat is not None:
                more = Tally(commands=1) if name == ev.Commanded.name else Tally(errors=1)
                found.setdefault(person_of(seat, dealer), Tally()).add(more)
    return found

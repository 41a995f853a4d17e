"""``whist-table review``: what each card of played hands cost against best play with open cards."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, Final

from device.records.replay import RecordPlace, answer_records
from whist.cards import Card
from whist.names import card_name, holder_name, place_name
from whist.players.review import review, turning_points
from whist.table.state.around import persons
from whist.table.state.seats import holder_of, person_of

_PLACES: Final = range(2, 9)
"""Numbers of players for whom the seats around the table have names."""

_NAMED: Final = 3
"""Cards that are named where several were best."""


def review_files(options: argparse.Namespace) -> int:
    """Say what the cards of recorded hands cost; status 1 when one breaks the rules, is not over or cannot be read."""
    return answer_records(options, review, in_words)


# -- words -------------------------------------------------------------------------------------------------------------


def in_words(place: RecordPlace, record: object, result: Mapping[str, Any]) -> list[str]:
    """The lines that say what a hand could have brought, what it brought, and the cards on which that turned."""
    if not isinstance(record, Mapping) or not result["ok"]:
        at = "" if result["at"] is None else f" (action {result['at']})"
        return [f"{result['why']}{at}"]
    par = "unknown" if result["par"] is None else " ".join(map(str, result["par"]))
    head = f"{place}: {record['game']}: par {par}; tricks {' '.join(map(str, result['tricks']))}"
    return [head, *(f"  {line}" for line in _turns(record, result))]


def _turns(record: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """A sentence for each turning point in the order played, and one where there is none or not all was judged."""
    plays, seats = result["plays"], len(record["hands"])
    names = [_who(record["game"], record["dealer"], seat, seats) for seat in range(seats)]
    said = [_turn(plays[at], at // seats + 1, names) for at in sorted(turning_points(result))]
    judged = [entry for entry in plays if entry["cost"] is not None]
    if not judged:
        return ["Its cards cannot be judged." if plays else "No card was played."]
    if len(judged) < len(plays):
        said.append(f"Only the last {len(judged)} of {len(plays)} cards can be judged.")
    elif not said:
        said.append("No card cost a trick.")
    return said


def _turn(entry: Mapping[str, Any], trick: int, names: Sequence[str]) -> str:
    """``Trick 5: East played the 10 of hearts; the queen of hearts would have won a trick more.``"""
    more = "a trick more" if entry["cost"] == 1 else f"{entry['cost']} tricks more"
    played = card_name(Card.parse(entry["card"]))
    return f"Trick {trick}: {names[entry['seat']]} played {played}; {_either(entry['best'])} would have won {more}."


def _either(codes: Sequence[str]) -> str:
    """``the 2 of clubs, the ace of clubs or the 10 of hearts``; of many only some are named."""
    best = sorted(map(Card.parse, codes), key=lambda card: (card.suit, card.value))
    words = [str(card_name(card)) for card in best]
    if len(words) > _NAMED:
        words[_NAMED - 1 :] = [f"one of {len(words) - _NAMED + 1} others"]
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _who(game: str, dealer: int, seat: int, players: int) -> str:
    """What people call a seat: its place at the table, or its holder (docs/formats.md, "Seats")."""
    if game == "android" and dealer in (0, 1):
        holder = holder_of(seat, dealer)
        return str(place_name(person_of(seat, dealer))) if holder is None else str(holder_name(holder))
    return str(place_name(persons(players)[seat])) if game != "android" and players in _PLACES else f"seat {seat}"

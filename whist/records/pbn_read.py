"""Portable Bridge Notation as game records: files that ``whist.records.pbn_write`` wrote, whatever program has kept
them since.

A game of PBN without the tag ``WhistGame`` is bridge and is refused. Each card and each call goes through the rules, so
what is read can be replayed; who won what is not read but worked out anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from whist.cards import RANKS
from whist.records.pbn import FOUR_HANDED
from whist.records.pbn_moves import SEATS, replay, said_in, scalar, seat_of, table
from whist.records.pbn_tokens import PbnError, PbnGame, Tag, at_line, games
from whist.records.records import BadRecord, read
from whist.rules.hand import Hand


def records_of(text: str) -> list[dict[str, Any]]:
    """The records (docs/formats.md) of the games in ``text``, in order, cards of a hand sorted but for the turn-up.

    Raises ``PbnError`` with one sentence, which names the line, for what is no PBN, is bridge, or breaks the rules."""
    found = games(text)
    if not found:
        raise PbnError("there is no game in it")
    return [_record(game) for game in found]


def _record(game: PbnGame) -> dict[str, Any]:
    first = next(iter(game.values()))
    if "WhistGame" not in game:
        raise at_line(first.line, "this game has no WhistGame tag, so it is bridge and not a game of whist to import")
    name = game["WhistGame"]
    if name.value not in FOUR_HANDED:
        raise at_line(name.line, f"{name.value!r} is no game that PBN is read for; those are {', '.join(FOUR_HANDED)}")
    record = _head(game)
    said = said_in(game)
    try:
        recorded = read(record | {"actions": [one.action.to_json() for one in said]})
    except BadRecord as error:
        raise at_line(first.line, str(error).rstrip(".")) from None
    replay(game, recorded.rules, recorded.hand, said)
    _check_trump(game, recorded.hand)
    return record | {"actions": [action.to_json() for action in recorded.hand.actions]}


def _check_trump(game: PbnGame, hand: Hand) -> None:
    """What the file says of trumps must be what the hand came to."""
    for name in ("WhistTrump", "Contract"):
        tag = game.get(name)
        strain = re.fullmatch(r"[1-7]?([CDHS]|NT)X{0,2}", tag.value.upper()) if tag else None
        if tag and strain and hand.trump not in (None, strain[1]):
            raise at_line(tag.line, f"{name} says that trumps are {strain[1]}, but in this hand they are {hand.trump}")


# -- before the first card ---------------------------------------------------------------------------------------------


def _head(game: PbnGame) -> dict[str, Any]:
    """The record but for its actions."""
    record: dict[str, Any] = {"game": game["WhistGame"].value, "options": _options(game)}
    dealer = seat_of(_needed(game, "WhistDealer"))
    if "WhistNumber" in game:
        record["number"] = _number(game["WhistNumber"])
    record["dealer"] = dealer
    if "WhistBefore" in game:
        record["before"] = _before(game["WhistBefore"])
    record["hands"] = _hands(game, dealer)
    if "WhistKitty" in game:
        record["stock"] = game["WhistKitty"].value.split()
    if "WhistTrump" in game:
        record["trump"] = game["WhistTrump"].value
    return record


def _needed(game: PbnGame, name: str) -> Tag:
    if name not in game:
        raise at_line(next(iter(game.values())).line, f"this game has no {name} tag")
    return game[name]


def _number(tag: Tag) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", tag.value):
        raise at_line(tag.line, f"{tag.name} is a number from 1 on, not {tag.value!r}")
    return int(tag.value)


def _before(tag: Tag) -> dict[str, Any]:
    try:
        before = json.loads(tag.value)
    except (ValueError, RecursionError):
        before = None
    if not isinstance(before, dict):
        raise at_line(tag.line, f"WhistBefore is a JSON object, not {tag.value!r}")
    return before


def _hands(game: PbnGame, dealer: int) -> list[list[str]]:
    """The hands by seat, from spades to clubs, jokers after them; the turned-up card is the dealer's last."""
    deal = _needed(game, "Deal")
    match = re.fullmatch(r"([WNES]): *(\S+) +(\S+) +(\S+) +(\S+)", deal.value.strip().upper())
    if match is None:
        raise at_line(deal.line, "Deal is a direction, a colon and four hands, as in 'N:AKQ.J.T.98765432 … … …'")
    hands: list[list[str]] = [[], [], [], []]
    for place, text in enumerate(match.groups()[1:]):
        hands[(SEATS[match[1]] + place) % 4] = _hand(text, deal)
    for seat, joker in _jokers(game):
        hands[seat].append(joker)
    if "WhistTurnUp" in game:
        _turn_up_last(hands[dealer], game["WhistTurnUp"])
    return hands


def _hand(text: str, deal: Tag) -> list[str]:
    if not re.fullmatch(rf"[{RANKS}]*(\.[{RANKS}]*){{3}}", text):
        raise at_line(deal.line, f"{text!r} is no hand; it has spades, hearts, diamonds and clubs with dots between")
    return [suit + rank for suit, ranks in zip("SHDC", text.split("."), strict=True) for rank in ranks]


def _jokers(game: PbnGame) -> Iterator[tuple[int, str]]:
    tag = game.get("WhistJokers")
    for item in tag.value.split(";") if tag else ():
        match = re.fullmatch(r"\s*([WNES]) (J[RB])\s*", item)
        if match is None:
            raise at_line(tag.line if tag else 0, f"WhistJokers is as in 'W JR;E JB', not {item!r}")
        yield SEATS[match[1]], match[2]


def _turn_up_last(own: list[str], tag: Tag) -> None:
    if tag.value not in own:
        raise at_line(tag.line, f"the turned-up card {tag.value!r} is not in the dealer's hand")
    own.remove(tag.value)
    own.append(tag.value)


def _options(game: PbnGame) -> dict[str, Any]:
    return {name.text: scalar(value) for name, value in table(game, "WhistOptionTable", 2)}

"""Game records of the four-hand games as Portable Bridge Notation 2.1, in export format.

Each hand is a game of PBN. What bridge has too stands in bridge's own tags and sections, so that bridge programs can
read it; what it has not stands in tags and tables whose names begin with ``Whist``. See docs/formats.md, "Exports".
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from whist.cards import RANKS, Card
from whist.records.pbn import AUCTIONS, DIRECTIONS, FOUR_HANDED, LONGEST_LINE, SIDES, bridge_call
from whist.records.pbn_tokens import PbnError, quoted
from whist.records.records import BadRecord, Recorded, play, read
from whist.rules.actions import Action, Bid, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing

UNKNOWN_DATE: Final = "????.??.??"
_END: Final = "\r\n"
_ROOM: Final = LONGEST_LINE - len(_END)


@dataclass(frozen=True, slots=True)
class _Told:
    """A record, played through its rules: ``said`` are (cards played before, action) of all that the Play section does
    not hold."""

    record: Mapping[str, Any]
    rules: Rules[Any]
    before: Standing
    hand: Hand
    origin: Hand
    said: Sequence[tuple[int, Action]]


def file_of(games: Iterable[str]) -> str:
    """A PBN file, lines ended by CR LF, of ``games`` as ``game_of`` gives them."""
    return _END.join(["% PBN 2.1", "% EXPORT", _END.join(games)])


def game_of(record: Mapping[str, Any], number: int, date: str = UNKNOWN_DATE) -> str:
    """One record (docs/formats.md) as the game of board ``number`` (1…) of a PBN file; ``date`` as ``YYYY.MM.DD``.

    Raises ``PbnError`` with one sentence for a record that breaks the rules or is of a game that PBN cannot hold."""
    game = record.get("game")
    if game not in FOUR_HANDED:
        raise PbnError(f"{reprlib.repr(game)} cannot be written as PBN; its games are {', '.join(FOUR_HANDED)}")
    try:
        recorded = read(record)
        play(recorded)
    except BadRecord as error:
        raise PbnError(str(error).rstrip(".")) from None
    return _END.join([*_lines(_told(record, recorded), number, date), ""])


def _told(record: Mapping[str, Any], recorded: Recorded) -> _Told:
    rules, hand = recorded.rules, recorded.hand
    assert hand.origin is not None  # every hand that was begun has one
    again, said = hand.origin.copy(), []
    for action in hand.actions:
        before = _laid(again)
        rules.happen(again, action)
        if not isinstance(action, Play) or action.card.is_joker:
            said.append((before, action))
    return _Told(record, rules, recorded.standing, hand, hand.origin, said)


def _laid(hand: Hand) -> int:
    """How many cards have been played."""
    return hand.seats * len(hand.tricks) + len(hand.trick)


# -- the game ----------------------------------------------------------------------------------------------------------


def _lines(told: _Told, number: int, date: str) -> Iterator[str]:
    for name, value in [*_mandatory(told, number, date), *sorted(_added(told))]:
        yield _tag(name, value)
    yield from _auction(told)
    yield from _play(told.hand)
    yield from _actions(told)
    yield from _options(told.record.get("options") or {})


def _tag(name: str, value: object) -> str:
    line = f"[{name} {quoted(str(value))}]"
    if len(line) > _ROOM:
        raise PbnError(f"{name} would take a line of {len(line)} characters; PBN has room for {_ROOM}")
    return line


def _mandatory(told: _Told, number: int, date: str) -> Iterator[tuple[str, str]]:
    """The 15 tags that each game has, in their order (PBN 3.4)."""
    first = _first_to_speak(told)
    hands = [_suits(told.origin.hands[(first + place) % 4]) for place in range(4)] if told.origin.hands else []
    yield "Event", told.rules.options.summary()[:200]
    yield "Site", "?"
    yield "Date", date
    yield "Board", str(number)
    for direction in "WNES":
        yield direction_name(direction), _player(told, DIRECTIONS.index(direction))
    yield "Dealer", DIRECTIONS[first]
    yield "Vulnerable", "None"
    yield "Deal", f"{DIRECTIONS[first]}:{' '.join(hands)}"
    yield "Scoring", "Whist"
    yield from zip(("Declarer", "Contract", "Result"), _contract(told), strict=True)


def direction_name(direction: str) -> str:
    """``"West"`` of ``"W"``."""
    return {"W": "West", "N": "North", "E": "East", "S": "South"}[direction]


def _player(told: _Told, seat: int) -> str:
    is_android = getattr(told.rules, "android", None)
    return "Android" if is_android and is_android(told.hand, seat) else "?"


def _first_to_speak(told: _Told) -> int:
    """Bridge's dealer is who calls first, which in Candid Whist need not be who dealt (RULES K5)."""
    calls = _calls(told)
    return calls[0].seat if calls else told.hand.dealer


def _calls(told: _Told) -> Sequence[Bid]:
    return told.hand.calls if told.rules.name in AUCTIONS else ()


def _suits(cards: Sequence[Card]) -> str:
    """A hand as PBN has it, spades first and the highest first; jokers have no place in it."""
    return ".".join("".join(rank for rank in reversed(RANKS) if Card(suit, rank) in cards) for suit in "SHDC")


def _contract(told: _Told) -> tuple[str, str, str]:
    """Declarer, contract and result. Without an auction whoever sits at the right of the first leader declares the
    first odd trick in the trumps of the hand (RULES C8)."""
    hand = told.hand
    if hand.thrown_in:
        return "", "Pass", ""
    if hand.phase not in ("play", "over"):
        return "?", "?", "?"
    declarer, level = hand.declarer, "1"
    if declarer is None:
        declarer = (_first_leader(hand) - 1) % hand.seats
    elif hand.contract is not None:
        level = _level(str(hand.contract.call), told.rules.name)
    took = told.rules.won_by_side(hand)[told.rules.side(declarer)]
    return DIRECTIONS[declarer], f"{level}{hand.trump}", str(took) if hand.over else "?"


def _level(call: str, game: str) -> str:
    return bridge_call(call)[0] if game in AUCTIONS else call[0]


def _first_leader(hand: Hand) -> int:
    return hand.tricks[0].leader if hand.tricks else hand.leader


# -- tags of whist -----------------------------------------------------------------------------------------------------


def _added(told: _Told) -> Iterator[tuple[str, str]]:
    """What bridge has no tags for, in any order."""
    record, hand = told.record, told.hand
    yield "WhistGame", told.rules.name
    yield "WhistDealer", DIRECTIONS[hand.dealer]
    for name, key in (("WhistTrump", "trump"), ("WhistNumber", "number")):
        if record.get(key) is not None:
            yield name, str(record[key])
    if record.get("before") is not None:
        yield "WhistBefore", json.dumps(record["before"], separators=(",", ":"))
    if told.origin.turned_up:
        yield "WhistTurnUp", str(told.origin.turned_up[0])
    if told.origin.stock:
        yield "WhistKitty", " ".join(map(str, told.origin.stock))
    if jokers := _jokers(told.origin.hands or ()):
        yield "WhistJokers", jokers
    if hand.over:
        yield from _points(told)


def _jokers(hands: Sequence[Sequence[Card]]) -> str:
    """Who was dealt which joker: ``"W JR;E JB"``."""
    return ";".join(f"{DIRECTIONS[seat]} {card}" for seat, own in enumerate(hands) for card in own if card.is_joker)


def _points(told: _Told) -> Iterator[tuple[str, str]]:
    line = told.rules.score(told.hand, told.before)
    after = told.rules.after(told.before, line)
    for name, numbers in (("WhistPoints", line.points), ("WhistScores", after.scores)):
        yield name, " ".join(f"{side} {number}" for side, number in zip(SIDES, numbers, strict=True))


# -- sections ----------------------------------------------------------------------------------------------------------


def _auction(told: _Told) -> Iterator[str]:
    """The calls, four a line from who calls first on; an auction that was left off ends with a star (PBN 3.5)."""
    calls = _calls(told)
    if not calls:
        return
    yield _tag("Auction", DIRECTIONS[calls[0].seat])
    words = _in_turn(calls)
    if told.hand.phase == "bid":
        words.append("*")
    else:
        words += ["Pass"] * (3 - _passes_at_end(words))
    for place in range(0, len(words), 4):
        yield " ".join(words[place : place + 4])


def _in_turn(calls: Sequence[Bid]) -> list[str]:
    """The calls as bridge has them, where each calls in turn: who may not call any more passes (RULES K10)."""
    words: list[str] = []
    for bid in calls:
        while (calls[0].seat + len(words)) % 4 != bid.seat:
            words.append("Pass")
        words.append(bridge_call(str(bid.call)))
    return words


def _passes_at_end(words: Sequence[str]) -> int:
    return next((number for number, word in enumerate(reversed(words)) if word != "Pass"), len(words))


def _play(hand: Hand) -> Iterator[str]:
    """The tricks, a line each, in columns from the first leader on; jokers and cards not yet played are dashes, and
    a hand that was left off ends with a star (PBN 3.6)."""
    first, tricks = _first_leader(hand), [(trick.leader, list(trick.cards)) for trick in hand.tricks]
    if hand.trick:
        tricks.append((hand.leader, hand.trick))
    if not tricks:
        return
    yield _tag("Play", DIRECTIONS[first])
    for leader, cards in tricks:
        words = [_word(card) for card in cards] + ["-"] * (hand.seats - len(cards))
        turn = (first - leader) % hand.seats
        yield " ".join(words[turn:] + words[:turn])
    if not hand.over:
        yield "*"


def _word(card: Card) -> str:
    return "-" if card.is_joker else str(card)


def _actions(told: _Told) -> Iterator[str]:
    """What was said and done beside calls and cards: (cards played before, seat, what, its value)."""
    said = [(laid, action) for laid, action in told.said if not _in_auction(told, action)]
    if said:
        yield _tag("WhistActionTable", "Played;Seat;Action;Value")
    for laid, action in said:
        yield f"{laid} {DIRECTIONS[action.seat]} {action.key} {_value(action.to_json()[action.key])}"


def _in_auction(told: _Told, action: Action) -> bool:
    return isinstance(action, Bid) and told.rules.name in AUCTIONS


def _options(options: Mapping[str, Any]) -> Iterator[str]:
    """The house options, one a line: names, and numbers, true or false, or strings."""
    if options:
        yield _tag("WhistOptionTable", "Option;Value")
    for name, value in options.items():
        yield f"{name} {_value(value)}"


def _value(value: object) -> str:
    """A number, true or false as it stands; everything else as a string. Commas stand for blanks, at which some bridge
    programs part even strings."""
    if isinstance(value, bool | int):
        return json.dumps(value)
    return quoted(",".join(value) if isinstance(value, list) else str(value).replace(" ", ","))

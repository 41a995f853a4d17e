"""Game records, played again through the rules: ``replay(record) -> result``.

A record is one hand of any game as a JSON object, described in docs/formats.md, "Game records".
``whist.records.recording`` writes them. Here is only what records of all games share; what a game makes of its own is
in ``whist/games/``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from whist.cards import STRAINS, Card
from whist.games import rules_class, rules_of
from whist.quoting import as_sentence, quoted
from whist.rules.actions import Action, action_from_json
from whist.rules.base import Rules
from whist.rules.deal import Cards, Told
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

LARGEST: Final = 1_000_000
"""Scores before a hand, and its number, go as far as this."""
_COUNTS: Final = {"scores": -LARGEST, "bags": 0, "games": 0}
"""What a record can tell of the standing, and the lowest that each number can be."""
_NUMBERS: Final = {2: "two", 4: "four"}


class BadRecord(Exception):
    """The record breaks the rules or is none; ``at`` is the index of the refused action, None for the rest of it."""

    def __init__(self, why: str, at: int | None = None) -> None:
        super().__init__(why)
        self.at = at


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record that has been read: ``hand`` before its first action, ``standing`` before that; a step is an action, or
    one sentence why it is none."""

    rules: Rules[Any]
    standing: Standing
    hand: Hand
    told: Told
    steps: Sequence[Action | str]


def replay(record: object, legal: bool = False) -> dict[str, Any]:
    """Play ``record`` through the rules; never raises for what JSON can hold.

    ``{"ok": true, "tricks": [winner of each, or a list of those who share it], "won": [tricks per seat], "points": [per
    side, or per seat where each plays for himself], "scores": [after the hand, likewise], "over": whether that ends the
    match}``, or ``{"ok": false, "at": index of the refused action, None where the fault is elsewhere, "why": one
    sentence}``. A hand that is not over has no points. With ``legal`` also ``"legal"``: the legal actions before each
    action that was looked at."""
    listed: list[list[dict[str, Any]]] = []
    try:
        recorded = read(record)
        play(recorded, listed if legal else None)
        result = {"ok": True} | _outcome(recorded)
    except BadRecord as error:
        result = {"ok": False, "at": error.at, "why": str(error)}
    return result | {"legal": listed} if legal else result


def play(recorded: Recorded, listed: list[list[dict[str, Any]]] | None = None) -> None:
    """Play all steps into ``recorded.hand``; raises ``BadRecord`` at the first that is refused. ``listed`` gets the
    legal actions before each."""
    _check_trump(recorded)
    for index, step in enumerate(recorded.steps):
        if listed is not None:
            listed.append(_legal(recorded, step))
        if isinstance(step, str):
            raise BadRecord(step, index)
        try:
            recorded.rules.apply(recorded.hand, step)
        except Refused as refused:
            raise BadRecord(refused.why, index) from None
        _check_trump(recorded)


def _legal(recorded: Recorded, step: Action | str) -> list[dict[str, Any]]:
    """The legal actions before ``step``. What only tells again what has just happened is legal where the record has it,
    and nothing else then."""
    if not isinstance(step, str) and recorded.rules.told_again(recorded.hand, step):
        return [step.to_json()]
    return [entry.to_json() for entry in recorded.rules.legal(recorded.hand)]


def _check_trump(recorded: Recorded) -> None:
    told, fixed = recorded.told.trump, recorded.hand.trump
    if told is not None and fixed not in (None, told):
        raise BadRecord(f"The record says that trumps are {told}, but in its hand they are {fixed}.")


def _outcome(recorded: Recorded) -> dict[str, Any]:
    rules, hand, standing = recorded.rules, recorded.hand, recorded.standing
    points, scores, over = (0,) * rules.sides, standing.scores, False
    if hand.over:
        line = rules.score(hand, standing)
        after = rules.after(standing, line)
        points, scores, over = line.points, after.scores, after.over
    shared = [trick.winners if len(trick.winners) > 1 else trick.winner for trick in hand.tricks]
    return {
        "tricks": [list(winners) if isinstance(winners, tuple) else winners for winners in shared],
        "won": hand.won(),
        "points": list(points),
        "scores": list(scores),
        "over": over,
    }


# -- reading -----------------------------------------------------------------------------------------------------------


def read(record: object) -> Recorded:
    """``record`` before its first action; raises ``BadRecord`` where it is none."""
    if not isinstance(record, Mapping):
        raise BadRecord("A record is a JSON object with game, dealer, hands, trump and actions.")
    try:
        return _read(record)
    except ValueError as error:
        raise BadRecord(as_sentence(error)) from None


def _read(record: Mapping[str, Any]) -> Recorded:
    rules = _rules(record)
    dealer, actions = record.get("dealer"), record.get("actions", [])
    if type(dealer) is not int or dealer not in range(rules.players):
        raise ValueError(f"the dealer must be seat {_either(range(rules.players))}, not {quoted(dealer)}")
    if not isinstance(actions, list):
        raise ValueError(f"the actions must be a list, not {quoted(actions)}")
    cards, steps = _cards(rules, record), [_step(rules, action) for action in actions]
    told = _told(record, [step for step in steps if not isinstance(step, str)])
    standing = _standing(rules, record, dealer, told)
    return Recorded(rules, standing, rules.from_record(standing, cards, told), told, steps)


def _either(words: Sequence[object]) -> str:
    """``1, 2 or 3``."""
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last


def _rules(record: Mapping[str, Any]) -> Rules[Any]:
    """The rules of the record's game for as many players as it has hands."""
    game, hands = record.get("game"), record.get("hands")
    kind = rules_class(game)  # type: ignore[arg-type]
    fixed = kind.fewest if kind.fewest == kind.most else None
    right = isinstance(hands, list) and all(isinstance(own, list) for own in hands)
    if not isinstance(hands, list) or not right or fixed not in (None, len(hands)):
        lists = f"{_NUMBERS.get(fixed, fixed)} lists" if fixed else "lists"
        raise ValueError(f"the hands must be a list of {lists} of cards")
    return rules_of(kind.name, record.get("options"), len(hands))


def _cards(rules: Rules[Any], record: Mapping[str, Any]) -> Cards:
    """The cards of each hand and of the stock."""
    stock, pack = record.get("stock"), frozenset(rules.pack())
    if stock is not None and not isinstance(stock, list):
        raise ValueError(f"the stock must be a list of cards, not {quoted(stock)}")
    return Cards([_parsed(own, pack) for own in record["hands"]], _parsed(stock or [], pack))


def _parsed(codes: Sequence[str], pack: Collection[Card]) -> list[Card]:
    cards = [Card.parse(code) for code in codes]
    for card in cards:
        if card.is_joker and card not in pack:
            raise ValueError(f"there is no joker in this game, but {card} is named")
    return cards


def _standing(rules: Rules[Any], record: Mapping[str, Any], dealer: int, told: Told) -> Standing:
    """The standing before the hand: as the record tells it, else that at the beginning of a match, or before the first
    hand that can have the trumps that are told."""
    before, first = _before(record), rules.first_standing(dealer)
    numbers = {name: _numbers(name, before.get(name), getattr(first, name)) for name in _COUNTS}
    number = _number(record) or rules.number_with(told.trump)
    return replace(first, number=number, **numbers)  # type: ignore[arg-type]


def _before(record: Mapping[str, Any]) -> Mapping[str, Any]:
    before = record.get("before")
    if before is not None and not isinstance(before, Mapping):
        raise ValueError(f"the standing before the hand must be an object, not {quoted(before)}")
    return before or {}


def _numbers(name: str, told: object, first: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of the sides that ``told`` says, ``first`` where it says nothing."""
    if told is None:
        return first
    if not isinstance(told, list) or not all(type(one) is int and _COUNTS[name] <= one <= LARGEST for one in told):
        raise ValueError(f"the {name} before the hand must be a list of whole numbers, not {quoted(told)}")
    if len(told) != len(first):
        raise ValueError(f"the {name} before the hand must be {len(first)} numbers, not {len(told)}")
    return tuple(told)


def _number(record: Mapping[str, Any]) -> int | None:
    """The number of the hand in its match, None where it is not told."""
    told = [number for number in (record.get("number"), _before(record).get("number")) if number is not None]
    for number in told:
        if type(number) is not int or not 1 <= number <= LARGEST:
            raise ValueError(f"the number of the hand must be a whole number from 1 to {LARGEST}, not {quoted(number)}")
    if len(set(told)) > 1:
        raise ValueError(f"the number of the hand is told twice, as {told[0]} and as {told[1]}")
    return told[0] if told else None


def _told(record: Mapping[str, Any], actions: Sequence[Action]) -> Told:
    trump, misere = record.get("trump"), record.get("misere")
    if trump is not None and not isinstance(trump, str):
        raise ValueError(f"trumps cannot be {quoted(trump)}; write C, D, H, S or NT for no trumps")
    if trump not in (None, *STRAINS):
        raise ValueError(f"{quoted(trump)} is no trump; write C, D, H, S or NT for no trumps")
    if misere is not None and not isinstance(misere, bool):
        raise ValueError(f"Misère must be true or false, not {quoted(misere)}")
    return Told(trump, _number(record) is not None, misere, actions)


def _step(rules: Rules[Any], action: object) -> Action | str:
    """The action, or why it is none of this game."""
    try:
        return action_from_json(action, rules.players, rules.keys)
    except ValueError as error:
        return as_sentence(error)

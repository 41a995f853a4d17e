"""Recorded games, played again through the rules: ``replay(record) -> result``.

A record is one deal as a JSON object, with seats 0…3 clockwise and any of them the dealer::

    {"game": "android", "options": {}, "dealer": 0, "hands": [["S5", …] × 13, …] × 4, "trump": "H",
     "actions": [{"seat": 1, "command": "high spades"}, {"seat": 1, "play": "SK"}, {"seat": 3, "play": "S4"}, …]}

``hands`` holds the cards of seats 0 to 3 at the start of the play, the dealer's turned-up card among the dealer's;
``trump`` is its suit (RULES W2). A human's action is a play. An android's is a command: when it meets no Error, its
answer is played at once. The move of that very card may follow as a play of its own, as the record of a real table
has it; it says the same again. Nothing but a command makes an android play, unless its last card plays itself by
option (RULES A34). A record may stop before the hand is over; it then has no points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from whist.android import answer, is_android, legal_commands, parse_command, role, why_refused
from whist.cards import Card
from whist.options import AndroidOptions
from whist.scoring import hand_points, winning_side, won_by_side
from whist.tricks import check_trump, legal_cards, of_suit, winning_seat

KNOWN_GAMES = ("android",)
"""Games that can be played again here."""
GAMES = ("android", "classic", "italian", "candid", "australian", "bid", "german", "honeymoon")


class BadRecord(Exception):
    """The record breaks the rules or is none; ``at`` is the index of the refused action, None for the rest of it."""

    def __init__(self, why: str, at: int | None = None) -> None:
        super().__init__(why)
        self.at = at


@dataclass(slots=True)
class _Deal:
    dealer: int
    hands: list[list[Card]]
    trump: str
    options: AndroidOptions
    leader: int
    trick: list[Card] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    had_error: bool = False
    echoes: list[tuple[int, Card]] = field(default_factory=list)
    """Cards that androids have just played, whose moves may still be told."""

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) % 4

    def play(self, card: Card) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.had_error = False
        if len(self.trick) == 4:
            self.leader = winning_seat(self.leader, self.trick, self.trump)
            self.winners.append(self.leader)
            self.trick = []
        if self.options.autoplay_last and len(self.hands[self.turn]) == 1 and is_android(self.turn, self.dealer):
            self.play_android(self.hands[self.turn][0])

    def play_android(self, card: Card) -> None:
        self.echoes.append((self.turn, card))
        self.play(card)


def replay(record: object, legal: bool = False) -> dict[str, Any]:
    """Play ``record`` through the rules; never raises for a bad record.

    ``{"ok": true, "tricks": [winner of each], "won": [tricks per seat], "points": [per side], "scores": [per side, of
    this one hand], "over": whether that wins the game}``, or ``{"ok": false, "at": index of the refused action, None
    where the fault is elsewhere, "why": one sentence}``. With ``legal`` also ``"legal"``: the legal actions before each
    action that was looked at."""
    listed: list[list[dict[str, Any]]] = []
    try:
        deal, actions = _read(record)
        for index, action in enumerate(actions):
            if legal:
                listed.append(_legal(deal, actions, index))
            _act(deal, action, index)
    except BadRecord as error:
        result: dict[str, Any] = {"ok": False, "at": error.at, "why": str(error)}
    else:
        points = hand_points(won_by_side(deal.winners)) if len(deal.winners) == 13 else (0, 0)
        result = {
            "ok": True,
            "tricks": deal.winners,
            "won": [deal.winners.count(seat) for seat in range(4)],
            "points": list(points),
            "scores": list(points),
            "over": winning_side(points, deal.options.target) is not None,
        }
    return result | {"legal": listed} if legal else result


def _read(record: object) -> tuple[_Deal, list[Any]]:
    """The deal of a record before its first action, and its actions."""
    if not isinstance(record, Mapping):
        raise BadRecord("A record is a JSON object with game, dealer, hands, trump and actions.")
    game = record.get("game")
    if game not in KNOWN_GAMES:
        known = ", ".join(KNOWN_GAMES)
        if isinstance(game, str) and game in GAMES:
            raise BadRecord(f"The game {game!r} is not yet known here; known are: {known}.")
        raise BadRecord(f"{game!r} is no game; known are: {known}.")
    dealer, actions = record.get("dealer"), record.get("actions", [])
    if type(dealer) is not int or dealer not in range(4):
        raise BadRecord(f"The dealer must be seat 0, 1, 2 or 3, not {dealer!r}.")
    if not isinstance(actions, list):
        raise BadRecord(f"The actions must be a list, not {type(actions).__name__}.")
    try:
        options = AndroidOptions.from_json(record.get("options", {}))
        trump = check_trump(record.get("trump", "")) if isinstance(record.get("trump"), str) else None
    except ValueError as error:
        raise BadRecord(f"{error}.") from None
    hands = _hands(record.get("hands"))
    if trump is None or not of_suit(hands[dealer], trump):
        raise BadRecord(f"Trumps cannot be {record.get('trump')!r}: the dealer's turned-up card fixes them.")
    return _Deal(dealer, hands, trump, options, (dealer + 1) % 4), actions


def _hands(hands: object) -> list[list[Card]]:
    if not isinstance(hands, list) or len(hands) != 4 or not all(isinstance(hand, list) for hand in hands):
        raise BadRecord("The hands must be a list of four lists of cards.")
    result: list[list[Card]] = []
    seen: set[Card] = set()
    for seat, hand in enumerate(hands):
        if len(hand) != 13:
            raise BadRecord(f"Seat {seat} has {len(hand)} cards; every hand has 13.")
        cards: list[Card] = []
        for code in hand:
            card = _card(code, None)
            if card in seen:
                raise BadRecord(f"The card {card} is dealt twice.")
            seen.add(card)
            cards.append(card)
        result.append(cards)
    return result


def _card(code: object, at: int | None) -> Card:
    try:
        card = Card.parse(code)  # type: ignore[arg-type]
    except ValueError as error:
        raise BadRecord(f"{error}.", at) from None
    if card.is_joker:
        raise BadRecord(f"There is no joker in this game, but {card} is named.", at)
    return card


def _act(deal: _Deal, action: object, at: int) -> None:
    """Let one action happen; raises ``BadRecord``."""
    if not isinstance(action, Mapping) or type(action.get("seat")) is not int or action["seat"] not in range(4):
        raise BadRecord(f"An action is an object with a seat from 0 to 3, not {action!r}.", at)
    seat, keys = action["seat"], set(action) - {"seat"}
    if keys not in ({"play"}, {"command"}):
        raise BadRecord("An action of this game has, beside its seat, either a play or a command.", at)
    if keys == {"play"} and deal.echoes and deal.echoes[0] == (seat, _card(action["play"], at)):
        del deal.echoes[0]
        return
    deal.echoes.clear()
    if len(deal.winners) == 13:
        raise BadRecord("The hand is over; nothing can be played any more.", at)
    if seat != deal.turn:
        raise BadRecord(f"It is the turn of seat {deal.turn}, not of seat {seat}.", at)
    android = is_android(seat, deal.dealer)
    if keys == {"command"}:
        if not android:
            raise BadRecord(f"Seat {seat} ({role(seat, deal.dealer)}) is a person and takes no command.", at)
        _command(deal, action["command"], at)
        return
    card = _card(action["play"], at)
    if android:
        raise BadRecord(f"The android at seat {seat} plays only what a command makes it play.", at)
    if card not in deal.hands[seat]:
        raise BadRecord(f"Seat {seat} does not hold {card}.", at)
    if card not in legal_cards(deal.hands[seat], deal.trick):
        raise BadRecord(f"Seat {seat} must follow suit and cannot play {card}.", at)
    deal.play(card)


def _command(deal: _Deal, text: object, at: int) -> None:
    seat = deal.turn
    try:
        command = parse_command(text)
    except ValueError as error:
        raise BadRecord(f"{error}.", at) from None
    why = why_refused(command, not deal.trick, deal.had_error, deal.options)
    if why is not None:
        raise BadRecord(why, at)
    card = answer(command, deal.hands[seat], deal.trick, deal.trump, deal.options)
    if card is None:
        deal.had_error = True
        return
    deal.play_android(card)


def _legal(deal: _Deal, actions: list[Any], index: int) -> list[dict[str, Any]]:
    """The legal actions before action ``index``. The move of a card that a command has just played is legal only where
    the record has it."""
    if deal.echoes:
        seat, card = deal.echoes[0]
        echo = {"seat": seat, "play": str(card)}
        if actions[index] == echo:
            return [echo]
    if len(deal.winners) == 13:
        return []
    turn = deal.turn
    if is_android(turn, deal.dealer):
        allowed = legal_commands(not deal.trick, deal.had_error, deal.options)
        return [{"seat": turn, "command": command} for command in allowed]
    return [{"seat": turn, "play": str(card)} for card in legal_cards(deal.hands[turn], deal.trick)]

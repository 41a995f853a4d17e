"""Who has seen which cards, and which hands an android's answers leave open: from RULES and from where the cards really
lie, and from nothing that the program says of them."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from whist.cards import Card

BOARD = ""
"""Whoever sits nowhere and looks at the board."""
BESIDE = {"south": 1, "north": 2}
"""The holder that a person sees and moves the cards of (RULES A5, A9, A10)."""
ORDER = "23456789TJQKA"


@dataclass(frozen=True)
class Lying:
    """Where all cards of a deal really are: in ``hands`` of persons, in ``holders``, in the ``stock`` (or kitty, or
    laid away), and what lies ``face_up``. ``blind``: everybody bids before looking (RULES U8). ``taker`` has taken the
    kitty. ``looked_at`` are cards in holders that face nobody which a person looks at: the one to be moved, and those
    that the table has asked about (RULES S1, S3)."""

    hands: Mapping[str, Collection[Card]]
    holders: Mapping[int, Sequence[Card | None]] = field(default_factory=dict)
    stock: Collection[Card] = ()
    face_up: Collection[Card] = ()
    blind: bool = False
    taker: str | None = None
    looked_at: Mapping[str, Collection[Card]] = field(default_factory=dict)


def seen(lying: Lying, viewer: str) -> set[Card]:
    """The cards that ``viewer`` sees now; whoever has seen a card may know it for the rest of the deal.

    All see what lies face up: plays (A7, A20), the turn-up (W2, W3), the stock's top card (G2, G3), a kitty that is
    shown (B12). Nobody but the owner sees a hand (C4, A7), the owner also what is drawn (G3) or comes from the kitty
    (B10), but not before blind bids are made (U8). Nobody but the taker sees what is laid away (B10, B13), and a kitty
    that is not shown is seen by its taker, or by nobody (B12). A holder is seen by the person beside it and never by
    the one who commands it (A5, A6, A11); what is not dealt or not yet drawn by nobody (U5, G3)."""
    known = set(lying.face_up)
    if viewer == BOARD:
        return known
    if not lying.blind:
        known |= set(lying.hands.get(viewer, ()))
    known |= {card for card in lying.holders.get(BESIDE.get(viewer, 0), ()) if card is not None}
    known |= set(lying.looked_at.get(viewer, ()))
    return known | (set(lying.stock) if lying.taker == viewer else set())


def is_blind(players: int, hand: int, bids: int) -> bool:
    """Whether hand number ``hand`` (1…) of Australian Whist is the blind one, and still bid: it is the third special
    one, after hands of 1 to M − 1 cards (RULES U2, U3, U8, U9)."""
    most = min(10, 52 // players)
    return hand == most - 1 + 3 and bids < players


# -- what a commander may conclude from an android's answers -----------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """A command over ``trick`` that an android was given which was believed to hold ``held``; ``moved`` is what it then
    had to play, None for an Error (RULES A20)."""

    deal: int
    step: int
    command: str
    held: tuple[Card, ...]
    trick: tuple[Card, ...]
    trump: str
    void_counts: bool
    moved: Card | None
    slot_known: bool = False
    """Whether all know in which slot the card to be moved stands: where a computer player sits, a person is told which
    card to move from behind, and the light over it is seen by all (RULES S3)."""


@dataclass(frozen=True)
class Choice:
    """A computer player that held ``held`` has chosen ``card`` to follow ``trick`` (RULES C4). A joker is of the
    ``trump`` suit, where there is one (RULES B15); without trumps it goes when its holder cannot follow, by option
    (``joker_goes``, RULES B19). Trumps that are ``unbroken`` are led only where nothing else is held (RULES U16)."""

    deal: int
    step: int
    held: tuple[Card, ...]
    trick: tuple[Card, ...]
    card: Card
    trump: str = ""
    joker_goes: bool = False
    unbroken: bool = False

    def _suit(self, card: Card) -> str:
        return self.trump if card.is_joker and self.trump not in ("", "NT") else card.suit

    def fits(self, swap: Mapping[Card, Card]) -> bool:
        """Whether it could have chosen so, had the cards of ``swap`` changed places."""
        now, held = swap.get(self.card, self.card), [swap.get(card, card) for card in self.held]
        return self._legal(now, held) and (now in swap if self.card in swap else now == self.card)

    def _legal(self, now: Card, held: Collection[Card]) -> bool:
        suits = [suit for card in self.trick if (suit := self._suit(card)) != "J"]
        if not suits:  # it leads, or nothing but jokers that have no suit lie there (RULES B20)
            bound = self.unbroken and self._suit(now) == self.trump
            return not bound or all(self._suit(card) == self.trump for card in held)
        if any(self._suit(card) == suits[0] for card in held):
            return self._suit(now) == suits[0]
        goes = self.joker_goes and self.trump == "NT"
        return now.is_joker or not goes or not any(card.is_joker for card in held)


def obeyed(order: Order, held: Collection[Card]) -> Card | None:
    """What an android with ``held`` plays at that command (RULES A21–A31); None is an Error."""
    by_suit: dict[str, list[Card]] = {}
    for card in sorted(held, key=lambda card: ORDER.index(card.rank)):
        by_suit.setdefault(card.suit, []).append(card)
    if order.command in ("duck", "beat", "high"):
        return _following(order, by_suit)
    word, place = order.command.removeprefix("high "), -1 if order.command.startswith("high ") else 0
    named = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
    suit = named[word] if word in named else _extreme(word, order, by_suit)
    return by_suit[suit][place] if suit in by_suit else None


def _extreme(word: str, order: Order, by_suit: Mapping[str, list[Card]]) -> str:
    """RULES A26–A31."""
    if word == "longest":
        lengths = {suit: len(cards) for suit, cards in by_suit.items()}
        wanted = max(lengths.values(), default=0)
    else:
        lengths = {suit: len(by_suit.get(suit, ())) for suit in "CDHS" if suit != order.trump}
        lengths = {suit: length for suit, length in lengths.items() if length or order.void_counts}
        wanted = min(lengths.values(), default=0)
    meant = [suit for suit, length in lengths.items() if length == wanted]
    return meant[0] if len(meant) == 1 else ""


def _following(order: Order, by_suit: Mapping[str, list[Card]]) -> Card | None:
    """RULES A21–A24."""
    led, ruffs = order.trick[0].suit, [card for card in order.trick if card.suit == order.trump]
    own = by_suit.get(led, [])
    if order.command == "duck":
        return own[0] if own else None
    ruffed = ruffs and led != order.trump
    best = max(ORDER.index(card.rank) for card in (ruffs or [card for card in order.trick if card.suit == led]))
    if own:
        better = [] if ruffed else [card for card in own if ORDER.index(card.rank) > best]
        return (better[0 if order.command == "beat" else -1]) if better else own[0]
    least = best if ruffed else -1
    better = [card for card in by_suit.get(order.trump, []) if ORDER.index(card.rank) > least]
    return (better[0 if order.command == "beat" else -1]) if better else None


def fits(orders: Sequence[Order | Choice], swap: Mapping[Card, Card]) -> bool:
    """Whether every android would have answered so that nobody could tell, had the cards of ``swap`` changed places:
    an Error is one again, what was played is played again, and what was to be moved, but is not seen yet, is no card
    that is seen."""
    for order in orders:
        if isinstance(order, Choice):
            if not order.fits(swap):
                return False
            continue
        now = obeyed(order, [swap.get(card, card) for card in order.held])
        if (now is None) != (order.moved is None):
            return False
        if order.moved is not None and not (now in swap if order.moved in swap else now == order.moved):
            return False
        if order.moved is not None and order.slot_known and now != swap.get(order.moved, order.moved):
            return False
    return True


def drawn_swap(hidden: Sequence[Card], orders: Sequence[Order | Choice], rng: random.Random) -> dict[Card, Card]:
    """Other places for the ``hidden`` cards, as far as the answers of the androids leave it open."""
    cards = sorted(hidden, key=str)
    mixed = rng.sample(cards, len(cards))
    swap = dict(zip(cards, mixed, strict=True))
    if fits(orders, swap):
        return swap
    swap = {card: card for card in cards}
    for _ in range(80):
        one, other = rng.sample(cards, 2)
        tried = swap | {one: swap[other], other: swap[one]}
        if fits(orders, tried):
            swap = tried
    return swap

"""Worlds: hands in which the cards that a seat has not seen are dealt at random, so that all it knows holds: how many
cards each holds, who is void, who took what lay open, what was announced, and what androids answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from whist.cards import NO_TRUMP, SUIT_NAMES, SUITS, Card
from whist.games.australian import Australian
from whist.games.candid import high_card_points
from whist.players import reading
from whist.players.position import Position, draws, holds, tricks_left
from whist.rules.actions import Order, Play
from whist.rules.base import Rules
from whist.rules.commands import SECTION_1, answer
from whist.rules.hand import Hand
from whist.rules.tricks import winning_card

TRIES: Final = 40
"""So often a deal is begun anew before voids are given up: people revoke."""
DEALS: Final = 4
"""Deals of which the one is taken that agrees best with what androids have answered, and..."""
DEALS_AFTER_ERROR: Final = 12
"""... where the last answer was an Error, which says most of what is to be done now."""
SWAPS: Final = 300
"""Swaps of two cards that are tried so that announced points come true."""
STOCK: Final = -1
"""The place of cards that nobody holds."""
_NAMED: Final = {name: suit for suit, name in SUIT_NAMES.items()}


Likely = Mapping[tuple[int, Card], float]


@dataclass(frozen=True, slots=True)
class Unseen:
    """What is not known: how many cards each place takes, and the places at which each card may be."""

    room: Mapping[int, int]
    places: Mapping[Card, Sequence[int]]


def worlds(position: Position, rng: Random, number: int, reads: bool = False) -> Iterator[Hand]:
    """``number`` worlds that agree with what the position's seat may know; whoever ``reads`` what was played gets them
    as they are likely (``whist.players.reading``), where there are partners."""
    rules, hand = position.rules, position.hand
    likely = reading.likely(position) if reads and rules.partners else {}
    orders = _orders(position)
    unseen = [_unseen(position, seats, orders) for seats in _households(rules)]
    deals = DEALS_AFTER_ERROR if hand.had_error else DEALS
    for _ in range(number):
        best: tuple[int, Hand] | None = None
        for _ in range(deals if orders else 1):
            world = hand.copy()
            world.origin = None
            dealt = [dealt_at_random(one, rng, likely) for one in unseen]
            dealt = [_announced(position, one, given, rng) for one, given in zip(unseen, dealt, strict=True)]
            _give(position, world, dealt)
            wrong = sum(not order(world) for order in orders)
            if best is None or wrong < best[0]:
                best = wrong, world
            if not wrong:
                break
        assert best is not None
        yield best[1]


def _households(rules: Rules[Any]) -> list[Sequence[int]]:
    """Seats that share a pack."""
    if isinstance(rules, Australian):
        return [rules.seats_of(one) for one in range(len(rules.household_sizes))]
    return [range(rules.players)]


# -- what is not known -------------------------------------------------------------------------------------------------


def _unseen(position: Position, seats: Sequence[int], orders: Sequence[_Answered]) -> Unseen:
    rules, hand = position.rules, position.hand
    seen = set(position.gone) | set(hand.discards)
    seen |= {card for seat, card in hand.laid() if seat in seats}
    room: dict[int, int] = {}
    for seat in seats:
        sure = _sure(position, seat)
        seen |= sure
        if seat not in position.known:
            room[seat] = max(0, holds(rules, hand, seat) - len(sure))
    seen |= set(hand.turned_up)
    cards = tuple(card for card in rules.pack() if card not in seen)
    room[STOCK] = len(cards) - sum(room.values())
    rest = max(0, 2 * (tricks_left(rules, hand) - hand.size)) - len(hand.turned_up) if draws(rules) else 0
    least = max(0, rest)
    if room[STOCK] < least or (draws(rules) and room[STOCK] > least):
        raise ValueError("The cards that are told do not add up to the pack.")
    voids = {place: _voids(position, place) for place in room}
    for order in orders:
        voids[order.seat] |= order.voids()
    return Unseen(room, {card: [place for place in room if card.suit not in voids[place]] for card in cards})


def _sure(position: Position, seat: int) -> set[Card]:
    """Cards that ``seat`` is known to hold."""
    return set(position.known.get(seat, ())) or set(position.shown.get(seat, ()))


def _voids(position: Position, seat: int) -> frozenset[str]:
    """Suits in which ``seat`` did not follow and has drawn nothing since (RULES C4)."""
    rules, hand = position.rules, position.hand
    void: set[str] = set()
    laid = hand.laid()
    first_stage = rules.stock_size // 2 if draws(rules) else 0
    for first in range(first_stage * hand.seats, len(laid), hand.seats):
        led: str | None = None
        for by, card in laid[first : first + hand.seats]:
            suit = rules.suit(hand, card)
            if led is not None and by == seat and suit != led:
                void.add(led)
            if led is None and not (card.is_joker and suit not in "CDHS"):
                led = suit
    return frozenset(void)


# -- dealing it --------------------------------------------------------------------------------------------------------


def dealt_at_random(unseen: Unseen, rng: Random, likely: Likely | None = None) -> dict[int, list[Card]]:
    """The unseen cards, dealt so that nobody has too many, and nobody a suit that it cannot hold unless there is no
    other way; ``likely`` says how likely a seat holds a card."""
    for _ in range(TRIES):
        if (dealt := _dealt(unseen, rng, likely or {})) is not None:
            return dealt
    anywhere = Unseen(unseen.room, {card: [*unseen.room] for card in unseen.places})
    dealt = _dealt(anywhere, rng, likely or {})
    assert dealt is not None
    return dealt


def _dealt(unseen: Unseen, rng: Random, likely: Likely) -> dict[int, list[Card]] | None:
    """One try: cards that few can hold go first; None where one is left over."""
    cards = list(unseen.places)
    rng.shuffle(cards)
    cards.sort(key=lambda card: len(unseen.places[card]))
    room, dealt = dict(unseen.room), {seat: list[Card]() for seat in unseen.room}
    for card in cards:
        seats = [seat for seat in unseen.places[card] if room[seat]]
        if not seats:
            return None
        weights = [room[seat] * likely.get((seat, card), 1.0) for seat in seats]
        seat = rng.choices(seats, weights)[0] if len(seats) > 1 else seats[0]
        room[seat] -= 1
        dealt[seat].append(card)
    return dealt


def _announced(position: Position, unseen: Unseen, dealt: dict[int, list[Card]], rng: Random) -> dict[int, list[Card]]:
    """``dealt`` with cards swapped until the points that were announced are there, or nearly (RULES K2)."""
    wanted = _points_left(position)
    seats = [seat for seat in dealt if seat in wanted]
    if not seats:
        return dealt
    off = {seat: high_card_points(dealt[seat]) - wanted[seat] for seat in seats}
    for _ in range(SWAPS):
        if not any(off.values()) or len(seats) < 2:
            break
        one, other = rng.sample(seats, 2)
        if not dealt[one] or not dealt[other]:
            continue
        i, j = rng.randrange(len(dealt[one])), rng.randrange(len(dealt[other]))
        mine, theirs = dealt[one][i], dealt[other][j]
        more = high_card_points([theirs]) - high_card_points([mine])
        better = abs(off[one] + more) + abs(off[other] - more) <= abs(off[one]) + abs(off[other])
        if better and other in unseen.places[mine] and one in unseen.places[theirs]:
            dealt[one][i], dealt[other][j] = theirs, mine
            off[one], off[other] = off[one] + more, off[other] - more
    return dealt


def _points_left(position: Position) -> dict[int, int]:
    """The announced points that each unseen seat has not played yet."""
    hand = position.hand
    unseen = [(seat, told) for seat, told in enumerate(hand.hcp) if told is not None and seat not in position.known]
    laid = hand.laid()
    return {seat: told - high_card_points(card for by, card in laid if by == seat) for seat, told in unseen}


def _give(position: Position, world: Hand, dealt: Sequence[dict[int, list[Card]]]) -> None:
    hands: list[list[Card]] = [[] for _ in range(world.seats)]
    stock: list[Card] = []
    for given in dealt:
        for seat, cards in given.items():
            if seat == STOCK:
                stock += cards
            else:
                hands[seat] = [*cards, *_sure(position, seat)]
    for seat, own in position.known.items():
        hands[seat] = list(own)
    world.hands = hands
    if draws(position.rules):
        world.stock = [*world.turned_up, *stock] if tricks_left(position.rules, world) > world.size else []
    elif position.rules.stock_size and world.turned_up:
        world.stock = list(world.turned_up)
    else:
        world.stock = stock[: position.rules.stock_size]


# -- what androids have answered ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Answered:
    """A command to an android, the trick then, and the card that followed; None for an Error."""

    seat: int
    command: str
    trick: tuple[Card, ...]
    card: Card | None
    since: tuple[Card, ...]
    """What it has played since, that card among it."""
    position: Position

    def __call__(self, world: Hand) -> bool:
        """Whether the android would have answered so in this world."""
        assert world.hands is not None
        held = [*world.hands[self.seat], *self.since]
        options = self.position.rules.options
        return answer(self.command, held, self.trick, world.trump or NO_TRUMP, options) == self.card

    def voids(self) -> frozenset[str]:
        """The suits of which the android surely had no card: for a named suit it says so by an Error, and following it
        does where it can neither follow nor ruff (RULES A21–A25)."""
        if self.card is not None:
            return frozenset()
        if self.command not in SECTION_1:
            return frozenset({_NAMED[word] for word in self.command.split() if word in _NAMED})
        led, trump = self.trick[0].suit, self.position.hand.trump or NO_TRUMP
        ruffs = self.command != "duck" and winning_card(self.trick, trump).suit != trump
        return frozenset({led, trump}) if ruffs and trump in SUITS else frozenset({led})


def _orders(position: Position) -> list[_Answered]:
    """The commands to androids whose cards the seat does not see, with their answers."""
    if position.rules.name != "android":
        return []
    orders, hand = [], position.hand
    table: list[Card] = []
    played: list[tuple[int, Card]] = []
    waiting: Order | None = None
    made: list[tuple[Order, tuple[Card, ...], Card | None, int]] = []
    for action in hand.actions:
        if isinstance(action, Order):
            if waiting is not None:
                made.append((waiting, tuple(table), None, len(played)))
            waiting = action
        elif isinstance(action, Play):
            if waiting is not None and waiting.seat == action.seat:
                made.append((waiting, tuple(table), action.card, len(played)))
            waiting = None
            played.append((action.seat, action.card))
            table = [*table, action.card] if len(table) < 3 else []
    if waiting is not None:
        made.append((waiting, tuple(table), None, len(played)))
    for order, trick, card, before in made:
        if order.seat not in position.known:
            since = tuple(one for seat, one in played[before:] if seat == order.seat)
            orders.append(_Answered(order.seat, order.command, trick, card, since, position))
    return orders

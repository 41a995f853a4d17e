"""One hand of any game: what lies where and what was said. Changed only by ``whist.rules.base.Rules`` and its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from whist.cards import Card
from whist.rules.actions import Action, Bid, Play
from whist.rules.standing import Entry


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: ``cards`` in the order played from ``leader`` on, and who takes it: one seat, or more than one
    where equal cards share it (RULES U24), the one that leads next first."""

    leader: int
    cards: tuple[Card, ...]
    winners: tuple[int, ...]

    @property
    def winner(self) -> int:
        """The seat that leads next (RULES C6, U27)."""
        return self.winners[0]

    def seat(self, place: int) -> int:
        """The seat that played card ``place``."""
        return (self.leader + place) % len(self.cards)

    def by(self, seat: int) -> Card:
        """The card that ``seat`` played."""
        return self.cards[(seat - self.leader) % len(self.cards)]


@dataclass(eq=True)
class Hand:
    """A hand of a game for ``seats`` players, number ``number`` (1…) of its match.

    ``hands`` holds each seat's cards; None where nobody knows them, at a real table: then a card is known once it has
    been laid. ``phase`` is ``"turn_up"`` (cards must be laid open), ``"announce"``, ``"bid"``, ``"choose"``,
    ``"discard"``, ``"play"`` or ``"over"``; ``turn`` is the seat that must act, None when none must.
    """

    seats: int
    dealer: int
    number: int = 1
    size: int = 13
    """Cards that each seat holds when the play begins, which is the number of tricks where no stock is drawn from."""
    hands: list[list[Card]] | None = None
    stock: list[Card] | None = None
    """The cards that were not dealt and still count: the kitty, or the stock with its top card first. None: unknown."""
    trump: str | None = None
    """One of ``C D H S NT``; None while it is not fixed."""
    turned_up: tuple[Card, ...] = ()
    """Cards that lie face up beside the trick: the turn-up, the stock's top card, or the kitty."""
    phase: str = "play"
    turn: int | None = None
    leader: int = 0
    trick: list[Card] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    # what was said
    calls: list[Bid] = field(default_factory=list)
    hcp: list[int | None] = field(default_factory=list)
    bids: list[int | None] = field(default_factory=list)
    """Tricks that each seat has bid (RULES U9)."""
    declarer: int | None = None
    contract: Bid | None = None
    direction: str = "up"
    """``up`` or ``down`` (RULES B14)."""
    discards: list[Card] = field(default_factory=list)
    special: str = ""
    """What sets this hand apart: ``no_trumps``, ``blind`` or ``misere`` (RULES U8); empty for an ordinary one."""
    thrown_in: bool = False
    had_error: bool = False
    """An android's turn in which there was an Error (RULES A16)."""
    untold: tuple[Play, ...] = ()
    """Cards that androids have just played at a command, whose moves may yet be told (RULES A5)."""
    actions: list[Action] = field(default_factory=list)
    """All actions so far."""
    moved: tuple[int, ...] = ()
    """Tricks given to (+) or taken from (−) each side before scoring, for a revoke (RULES T4); empty for none."""
    fined: tuple[Entry, ...] = ()
    """The penalty for revokes, which is scored before all else (RULES T6)."""
    origin: Hand | None = field(default=None, compare=False, repr=False)
    """The hand as it was dealt, before the first action; to go back to, never to change."""

    @property
    def over(self) -> bool:
        """Whether the hand is at its end."""
        return self.phase == "over"

    def copy(self) -> Hand:
        """A hand of its own that begins where this one is."""
        twin = object.__new__(Hand)
        twin.__dict__.update(self.__dict__)
        twin.hands = None if self.hands is None else [list(cards) for cards in self.hands]
        twin.stock = None if self.stock is None else list(self.stock)
        twin.trick, twin.tricks = list(self.trick), list(self.tricks)
        twin.calls, twin.hcp, twin.bids = list(self.calls), list(self.hcp), list(self.bids)
        twin.discards, twin.actions = list(self.discards), list(self.actions)
        return twin

    def with_cards(self, held: Mapping[int, Sequence[Card]]) -> Hand:
        """A copy in which the seats of ``held`` hold those cards, and nobody else's are known."""
        twin = self.copy()
        twin.hands = [list(held.get(seat, ())) for seat in range(self.seats)]
        return twin

    def winners(self) -> list[int]:
        """The seat that won each trick and led the next."""
        return [trick.winners[0] for trick in self.tricks]

    def won(self) -> list[int]:
        """Tricks taken by each seat; a shared trick counts for each of its winners (RULES U26)."""
        taken = [0] * self.seats
        for trick in self.tricks:
            for seat in trick.winners:
                taken[seat] += 1
        return taken

    def seat(self, place: int) -> int:
        """The seat that plays card ``place`` of the trick that lies there."""
        return (self.leader + place) % self.seats

    def laid(self) -> list[tuple[int, Card]]:
        """Seat and card of all cards that have been played, in their order."""
        laid: list[tuple[int, Card]] = []
        for leader, cards in (*((trick.leader, trick.cards) for trick in self.tricks), (self.leader, self.trick)):
            laid += [((leader + place) % self.seats, card) for place, card in enumerate(cards)]
        return laid

    def played(self) -> set[Card]:
        """All cards that have been played."""
        return {card for trick in self.tricks for card in trick.cards} | set(self.trick)

    @property
    def cards_played(self) -> int:
        """How many cards have been played."""
        return sum(len(trick.cards) for trick in self.tricks) + len(self.trick)

    def played_by(self, seat: int) -> set[Card]:
        """All cards that ``seat`` has played."""
        cards = {trick.by(seat) for trick in self.tricks if trick.cards}
        place = (seat - self.leader) % self.seats
        return cards | set(self.trick[place : place + 1])

"""A player by rules of thumb for whist with partners and ranks as in RULES C1, after the description of what a
well-known app's computer players do: they remember which cards are gone and who is void, play cards that nothing beats,
draw trumps, lead the partner's suit and their own strong one, play second hand low and third hand high, and signal
with small cards. Nothing is searched and no world is dealt.
"""

from __future__ import annotations

from whist.cards import NO_TRUMP, PACK, Card
from whist.players.position import Position
from whist.rules.actions import Choose, Play

ENCOURAGES = 7
"""The lowest card that a partner takes for "go on with this suit", when it need not have been played."""
LONG = 4


def signals(position: Position, seed: int) -> Play | Choose:
    """What the position's seat plays, or names as trumps; the same whatever the ``seed`` is."""
    if position.hand.phase != "play":
        named = max("CDHS", key=lambda suit: sum(10 + card.value for card in position.own if card.suit == suit))
        choices = [one for one in position.rules.legal(position.hand) if isinstance(one, Choose)]
        return next((one for one in choices if one.what == named), choices[0])
    hand = position.hand.with_cards(position.known)
    return Play(position.seat, Memory(position).card(position.rules.legal_cards(hand)))


class Memory:
    """What the seat has in mind: the cards that are out, who is void, and what the partner has told."""

    def __init__(self, position: Position) -> None:
        self.hand, self.me, self.own = position.hand, position.seat, position.own
        self.partner = (self.me + 2) % 4
        self.others = ((self.me + 1) % 4, (self.me + 3) % 4)
        self.trump = self.hand.trump if self.hand.trump != NO_TRUMP else None
        gone = self.hand.played() | set(self.own)
        self.out = [card for card in PACK if card not in gone]
        self.seen = {seat: set(cards) & set(self.out) for seat, cards in position.shown.items()}
        self.voids: dict[int, set[str]] = {seat: set() for seat in range(4)}
        self.led: list[str] = []
        """Suits that the partner led first, in their order."""
        self.likes: list[str] = []
        """Suits that the partner has encouraged."""
        self.dislikes: set[str] = set()
        self.short: set[str] = set()
        """Suits in which the partner has shown two cards by playing the higher one first."""
        self._remember()

    def _remember(self) -> None:
        small: dict[str, int] = {}
        laid = self.hand.laid()
        for first in range(0, len(laid), 4):
            trick = laid[first : first + 4]
            leader, lead = trick[0]
            if leader == self.partner and lead.suit != self.trump and lead.suit not in self.led:
                self.led.append(lead.suit)
            for seat, card in trick[1:]:
                if card.suit != lead.suit:
                    self.voids[seat].add(lead.suit)
                if seat != self.partner or card.suit == self.trump:
                    continue
                if card.suit == lead.suit:
                    if card.value < small.get(card.suit, 0):
                        self.short.add(card.suit)
                    small.setdefault(card.suit, card.value if card.value < 11 else 0)
                told = card.suit != lead.suit or leader == self.me
                if told and card.value < 11 and card.suit not in (*self.likes, *self.dislikes):
                    self._told(card)
        for suit in "CDHS":
            if not self._out(suit):
                for seat in range(4):
                    self.voids[seat].add(suit)

    def _told(self, card: Card) -> None:
        if card.value >= ENCOURAGES:
            self.likes.append(card.suit)
        else:
            self.dislikes.add(card.suit)

    # -- what can be worked out ----------------------------------------------------------------------------------------

    def _out(self, suit: str | None) -> list[Card]:
        return [card for card in self.out if card.suit == suit]

    def _mine(self, suit: str | None) -> list[Card]:
        return sorted((card for card in self.own if card.suit == suit), key=lambda card: card.value)

    def boss(self, card: Card) -> bool:
        """Whether no card of its suit that is out beats it."""
        return not any(other.value > card.value for other in self._out(card.suit))

    def has_trumps(self, seat: int) -> bool:
        """Whether ``seat`` may hold a trump."""
        return self.trump is not None and self.trump not in self.voids[seat]

    def ruffed(self, suit: str, seats: tuple[int, ...]) -> bool:
        """Whether one of ``seats`` is known to be able to ruff ``suit``."""
        return suit != self.trump and any(suit in self.voids[seat] and self.has_trumps(seat) for seat in seats)

    def _wins(self, card: Card, best: Card) -> bool:
        return card.value > best.value if card.suit == best.suit else card.suit == self.trump

    # -- leads ---------------------------------------------------------------------------------------------------------

    def card(self, legal: list[Card]) -> Card:
        """The card that is played, of the ``legal`` ones."""
        legal.sort(key=lambda card: (card.suit == self.trump, card.value, card.suit))
        if len(legal) == 1:
            return legal[0]
        return self._follow(legal) if self.hand.trick else self._lead()

    def _lead(self) -> Card:
        trumps = self._mine(self.trump)
        if self._draws(trumps):
            return trumps[-1] if self.boss(trumps[-1]) or self._touch(trumps) else trumps[0]
        bosses = [card for card in self.own if card.suit != self.trump and self.boss(card)]
        safe = [card for card in bosses if not self.ruffed(card.suit, self.others)]
        if safe:
            return min(safe, key=lambda card: (len(self._mine(card.suit)), -card.value, card.suit))
        if self.has_trumps(self.partner):
            for suit in sorted(self.voids[self.partner] | self.short):
                if self._mine(suit) and suit != self.trump and not self.ruffed(suit, self.others):
                    return self._mine(suit)[0]
        plain = [suit for suit in "CDHS" if suit != self.trump and self._mine(suit)]
        good = [suit for suit in plain if not self.ruffed(suit, self.others)]
        for suit in [*reversed(self.likes), *self.led]:
            if suit in good:
                return self._to_partner(suit)
        if not good and trumps and not plain:
            return trumps[0]
        lone = [suit for suit in good if len(self._mine(suit)) == 1 and self._mine(suit)[0].value < 12]
        if lone and 1 <= len(trumps) <= 3 and len(self.hand.tricks) < 4:
            return self._mine(lone[0])[0]
        return self._from(max(good or plain, key=lambda suit: (suit not in self.dislikes, self._strong(suit), suit)))

    def _draws(self, trumps: list[Card]) -> bool:
        """With many trumps, or the highest, while those that ruff have some."""
        if not trumps or not self._out(self.trump) or not any(map(self.has_trumps, self.others)):
            return False
        return (
            len(trumps) >= 5
            or (len(trumps) >= LONG and self.boss(trumps[-1]))
            or (len(trumps) >= 3 and len(self._out(self.trump)) <= 3 and self.boss(trumps[-1]))
        )

    def _strong(self, suit: str) -> float:
        own = self._mine(suit)
        return len(own) + sum(max(0, card.value - 10) for card in own) * 0.5 + (2 if self._touch(own) else 0)

    def _touch(self, own: list[Card]) -> bool:
        """Whether the two highest are honours next to each other among those that are left."""
        return len(own) > 1 and own[-1].value > 10 and self._equal(own[-2], own[-1])

    def _equal(self, low: Card, high: Card) -> bool:
        return low.suit == high.suit and not any(low.value < card.value < high.value for card in self._out(low.suit))

    def _from(self, suit: str) -> Card:
        """The highest of touching honours, the fourth best of a long suit, the highest of few small ones."""
        own = self._mine(suit)
        if self._touch(own):
            return own[-1]
        if len(own) >= LONG:
            return own[-LONG]
        return own[-1] if own[-1].value < 11 else own[0]

    def _to_partner(self, suit: str) -> Card:
        own = self._mine(suit)
        return own[-1] if len(own) <= 3 or self._touch(own) or self.boss(own[-1]) else own[0]

    # -- following -----------------------------------------------------------------------------------------------------

    def _follow(self, legal: list[Card]) -> Card:
        trick, lead = self.hand.trick, self.hand.trick[0]
        place = 0
        for other in range(1, len(trick)):
            place = other if self._wins(trick[other], trick[place]) else place
        best = trick[place]
        winning = [card for card in legal if self._wins(card, best)]
        partner = self.hand.seat(place) == self.partner
        later = tuple(seat for seat in self.others if self.hand.seat(len(trick) + 1) == seat and len(trick) < 3)
        if not winning or (partner and self._safe(best, lead.suit, later)):
            return self._small(legal, lead.suit)
        if len(trick) == 3:
            return winning[0]
        if lead.suit != legal[0].suit or lead.suit not in {card.suit for card in legal}:
            return self._ruff(legal, winning, best, later)
        return self._second(legal, winning, best) if len(trick) == 1 else self._third(legal, winning, later)

    def _safe(self, best: Card, led: str, later: tuple[int, ...]) -> bool:
        """Whether the partner's card surely wins, as far as is known."""
        return not later or ((best.suit == self.trump or not self.ruffed(led, later)) and self.boss(best))

    def _ruff(self, legal: list[Card], winning: list[Card], best: Card, later: tuple[int, ...]) -> Card:
        """Ruffs as low as will do, but as second hand not from four trumps what the partner may yet win."""
        led = self.hand.trick[0]
        doubtful = len(self.hand.trick) == 1 and led.suit not in self.voids[self.partner] and not self.boss(led)
        if doubtful and len(self._mine(self.trump)) >= LONG:
            return self._small(legal, led.suit)
        return winning[0]

    def _second(self, legal: list[Card], winning: list[Card], best: Card) -> Card:
        """Low; a card that nothing beats in later rounds of its suit, and an honour on an honour."""
        top = winning[-1]
        before = any(trick.cards[0].suit == top.suit for trick in self.hand.tricks)
        sure = self.boss(top) and not self.ruffed(top.suit, (self.hand.seat(3),)) if len(self.hand.trick) == 1 else True
        if sure and (before or best.value > 10 or len(self._mine(top.suit)) <= 2):
            return top
        if best.value >= 11:
            return winning[0]
        if self._touch(legal):
            return self._lowest_equal(legal, top)
        return self._small(legal, top.suit)

    def _third(self, legal: list[Card], winning: list[Card], later: tuple[int, ...]) -> Card:
        """High, the lower of touching cards; the queen below an ace and a king that is out."""
        top = winning[-1]
        if later and self.ruffed(top.suit, later):
            return legal[0]
        if len(winning) > 1 and self.boss(top) and not self._equal(winning[-2], top) and winning[-2].value >= 12:
            between = [card for card in self._out(top.suit) if winning[-2].value < card.value < top.value]
            if len(between) == 1 and len(self._out(top.suit)) > 3:
                return self._lowest_equal(winning, winning[-2])
        return self._lowest_equal(winning, top)

    def _lowest_equal(self, cards: list[Card], top: Card) -> Card:
        return next(card for card in cards if card == top or self._equal(card, top))

    # -- small cards ---------------------------------------------------------------------------------------------------

    def _small(self, legal: list[Card], led: str) -> Card:
        """A card that does not win: with a signal where it costs nothing."""
        if legal[0].suit == led:
            small = [card for card in legal if card.value < 10]
            if len(small) < 2:
                return legal[0]
            likes, even = any(card.value > 11 for card in legal), len(legal) % 2 == 0
            high = likes if self.hand.leader == self.partner else even
            return small[-1] if high and small[-1].value < 9 else small[0]
        plain = [card for card in legal if card.suit != self.trump]
        if not plain:
            return legal[0]
        loose = [card for card in plain if not self._guards(card)] or plain
        return min(loose, key=lambda card: (self.boss(card), self._strong(card.suit), card.value, card.suit))

    def _guards(self, card: Card) -> bool:
        """Whether an honour of its suit would stand bare without it."""
        own = self._mine(card.suit)
        top = own[-1]
        if self.boss(card):
            return True
        higher = sum(other.value > top.value for other in self._out(card.suit))
        return top.value > 10 and higher <= 2 and len(own) <= higher + 1

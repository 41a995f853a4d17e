"""Honeymoon Whist: German Whist with two jokers, any card in the first stage, first to 14 tricks (RULES H1–H5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from whist.cards import FULL_PACK, NO_TRUMP, SUITS, Card
from whist.games.german import StockWhist, known_of
from whist.phrases import counted, phrase
from whist.rules.actions import TurnUp
from whist.rules.hand import Hand
from whist.rules.options import Options, option
from whist.rules.standing import Line, Standing

TARGET: Final = 14
"""Tricks that win: more than half of 27 (RULES H1, H5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoneymoonOptions(Options):
    """Options of Honeymoon Whist (RULES H3, H4, G13)."""

    title: ClassVar[str] = phrase("Honeymoon Whist")
    jokers: str = option(
        "top_trumps",
        "jokers are the two highest trumps, or can never win (RULES H3)",
        "top_trumps",
        "worthless",
        says={"worthless": phrase("worthless jokers")},
    )
    joker_turn_up: str = option(
        "redraw",
        "a joker turned up for trumps is buried and another card turned, or there are no trumps (RULES H4)",
        "redraw",
        "no_trump",
        says={"no_trump": phrase("a joker turned up means no trumps")},
    )
    card_memory: str = option(
        "off",
        "in the second stage a player may be shown which cards are left (RULES G13)",
        "off",
        "on",
        says={"on": phrase("cards left are shown")},
    )


class Honeymoon(StockWhist[HoneymoonOptions]):
    """Honeymoon Whist: two players, 13 cards each, a stock of 28; one deal decides (RULES H1, H5).

    Where a joker turned up means no trumps (RULES H4) and jokers are trumps (RULES H3), they are the only trumps: a
    suit of their own that takes every other and must be followed when it is led. A worthless joker has no suit: it
    never wins, and when it is led the reply is free; two of them leave the trick to the leader (RULES G4)."""

    name = "honeymoon"
    options_type = HoneymoonOptions
    stock_size = 28

    def pack(self) -> tuple[Card, ...]:
        """54 cards (RULES H1)."""
        return FULL_PACK

    def must_follow_first(self) -> bool:
        """Any card may be played in the first stage (RULES H2)."""
        return False

    def remembers(self) -> bool:
        """By option (RULES G13)."""
        return self.options.card_memory == "on"

    # -- the face-up card ----------------------------------------------------------------------------------------------

    def turn_top(self, hand: Hand) -> None:
        """A joker on top goes to the bottom, by option (RULES H4)."""
        while hand.stock and self._is_buried(hand.stock[0]):
            hand.stock.append(hand.stock.pop(0))

    def _is_buried(self, card: Card) -> bool:
        return card.is_joker and self.options.joker_turn_up == "redraw"

    def turned_up(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        """As in German Whist; at a real table another card is turned up for a joker, by option (RULES H4)."""
        if hand.trump is not None or not self._is_buried(cards[0]):
            super().turned_up(hand, cards)

    def trump_by(self, card: Card) -> str:
        """A joker fixes no suit (RULES H4)."""
        return NO_TRUMP if card.is_joker else card.suit

    def opened(self, hand: Hand) -> list[Card | None]:
        """As in German Whist, without jokers that were buried: they are in the stock again (RULES H4)."""
        return known_of(self.all_turned_up(hand)[len(self._buried(hand)) :])

    def _buried(self, hand: Hand) -> list[Card]:
        opened = self.all_turned_up(hand)
        kept = next((place for place, card in enumerate(opened) if not self._is_buried(card)), len(opened))
        return opened[:kept]

    def not_in_hand(self, hand: Hand) -> Sequence[Card]:
        """As in German Whist; a joker that was buried is in the stock at least until the first draw (RULES H4)."""
        buried = [] if hand.tricks else self._buried(hand)
        return [*super().not_in_hand(hand), *buried]

    def why_not_turned_up(self, hand: Hand, action: TurnUp) -> str | None:
        """As in German Whist; a joker just buried cannot be the next card (RULES H4)."""
        if hand.trump is None and any(card in self._buried(hand) for card in action.cards):
            return phrase(
                "{card} was turned up already: bury it in the stock and turn up another card.", card=action.cards[0]
            )
        return super().why_not_turned_up(hand, action)

    # -- jokers --------------------------------------------------------------------------------------------------------

    def suit(self, hand: Hand, card: Card) -> str:
        """A joker belongs to the trump suit where it is a trump, else to none but its own (RULES H3)."""
        if card.is_joker and hand.trump is not None and hand.trump in SUITS and self._jokers_trump():
            return hand.trump
        return card.suit

    def led_suit(self, hand: Hand) -> str | None:
        """A worthless joker asks for nothing (RULES H3)."""
        if hand.trick and hand.trick[0].is_joker and not self._jokers_trump():
            return None
        return super().led_suit(hand)

    def beats(self, hand: Hand, card: Card, best: Card) -> bool:
        """Jokers take everything but a higher joker, or nothing (RULES H3)."""
        if not self._jokers_trump() and (card.is_joker or best.is_joker):
            return not card.is_joker
        if card.is_joker and not best.is_joker:
            return True
        return super().beats(hand, card, best)

    def _jokers_trump(self) -> bool:
        return self.options.jokers == "top_trumps"

    def why_not_card(self, hand: Hand, card: Card) -> str:
        """As in any game; what must follow may be a joker."""
        if hand.trick and all(other.is_joker for other in self.legal_cards(hand)):
            return phrase(
                "You still hold a joker, which is a trump; follow with it instead of playing {card}.", card=card
            )
        return super().why_not_card(hand, card)

    # -- the end -------------------------------------------------------------------------------------------------------

    def after_trick(self, hand: Hand) -> None:
        """The hand stops as soon as a player has 14 tricks; nothing is drawn any more (RULES H5)."""
        if hand.won()[hand.tricks[-1].winner] >= TARGET:
            hand.turned_up = ()
            self.finish(hand)
        else:
            super().after_trick(hand)

    @property
    def target(self) -> int:
        """Points that win (RULES H5)."""
        return TARGET

    def tricks_to_win(self, hand: Hand, side: int) -> int:
        """More than half of 27 (RULES H1)."""
        return TARGET

    def score(self, hand: Hand, standing: Standing) -> Line:
        """One point a trick in both stages (RULES H1)."""
        won = self.won_by_side(hand)
        return self.line(
            hand, [(side, n, counted("{count} trick", "{count} tricks", n)) for side, n in enumerate(won) if n]
        )

    def judged(self, standing: Standing, line: Line) -> Standing:
        """One deal decides (RULES H5)."""
        best = max(standing.scores)
        winners = tuple(side for side, score in enumerate(standing.scores) if score == best)
        return replace(standing, over=True, winners=winners)

"""Classic Whist (RULES W1–W12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from whist.cards import Card
from whist.hand import Hand
from whist.options import Options, option
from whist.rules import Rules
from whist.standing import Line, Standing
from whist.tricks import odd_tricks


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicOptions(Options):
    """Options of Classic Whist (RULES W6–W12)."""

    title: ClassVar[str] = "Classic Whist"
    target: int = option(5, "points that win the game (RULES W6)", 5, 7, 9, says="to {}")


class Classic(Rules[ClassicOptions]):
    """Classic Whist: four players, fixed partners, the dealer's last card turned up for trumps."""

    name = "classic"
    options_type = ClassicOptions
    turn_up_lies = True

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """The dealer's last card is turned up (RULES W2)."""
        if hand.hands is None:
            hand.phase = "turn_up"
        else:
            self.turned_up(hand, (self.turn_up_of(hand, trump),))

    def turn_up_of(self, hand: Hand, trump: str | None) -> Card:
        """The dealer's last card; where a record says another trump, the dealer's last card of that suit."""
        own = hand.hands[hand.dealer] if hand.hands else []
        fitting = [card for card in own if trump is None or card.suit == trump]
        if not fitting:
            raise ValueError(f"trumps cannot be {trump!r}: the dealer's turned-up card fixes them")
        return fitting[-1]

    def score(self, hand: Hand, standing: Standing) -> Line:
        """Each odd trick scores one point for its side (RULES W5)."""
        odd = [odd_tricks(won) for won in self.won_by_side(hand)]
        return self.line(hand, [(side, n, f"{n} odd trick{'s' * (n > 1)}") for side, n in enumerate(odd) if n])

    def judged(self, standing: Standing, line: Line) -> Standing:
        """The first side at the target wins (RULES W6)."""
        won = tuple(side for side, score in enumerate(standing.scores) if score >= self.options.target)
        return replace(standing, over=bool(won), winners=won)

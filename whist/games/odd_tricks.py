"""What the games share in which each odd trick scores a point and the first side at the target wins (RULES W5, W6, I5,
I6), and the ways in which they come to trumps: a turned-up card, turns, a record, or the dealer's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whist.cards import STRAINS, SUITS, Card
from whist.names import seat_name
from whist.phrases import counted, phrase
from whist.rules import refusals
from whist.rules.actions import Action, Choose, Legal, TurnUp
from whist.rules.base import OptionsT, Rules
from whist.rules.deal import Cards, Told
from whist.rules.hand import Hand
from whist.rules.standing import Entry, Line, Standing
from whist.rules.tricks import check_trump, odd_tricks


class OddTricks(Rules[OptionsT]):
    """Four players, fixed partners, 13 tricks; a subclass says ``target`` and which ``strains`` a hand can have."""

    @property
    def target(self) -> int:
        """Points that win the game."""
        raise NotImplementedError

    keys = ("choose", "play")

    # -- the turn-up ---------------------------------------------------------------------------------------------------

    def begin_turn_up(self, hand: Hand, trump: str | None) -> None:
        """The dealer's last card is turned up, at once where the hands, or ``trump``, are known (RULES W2)."""
        if hand.hands is not None:
            self.turned_up(hand, (self.turn_up_of(hand.hands[hand.dealer], trump),))
        elif trump is None:
            hand.phase = "turn_up"
        elif trump in tuple(SUITS):
            hand.trump = trump
            self.begin_play(hand)
        else:
            raise ValueError(f"trumps cannot be {trump!r}: the dealer's turned-up card fixes them")

    def turn_up_of(self, own: Sequence[Card], trump: str | None) -> Card:
        """The last card of ``own``; where a record says trumps, the last of that suit."""
        fitting = [card for card in own if trump in (None, card.suit)]
        if not fitting:
            raise ValueError(f"trumps cannot be {trump!r}: the dealer's turned-up card fixes them")
        return fitting[-1]

    def why_not_turned_up(self, hand: Hand, action: TurnUp) -> str | None:
        """The dealer turns up one card of the pack, once."""
        if hand.phase != "turn_up":
            return refusals.NONE_TURNED_UP
        if action.seat != hand.dealer:
            return phrase(
                "The dealer, {dealer}, turns up the card, not {name}.",
                dealer=seat_name(hand.dealer),
                name=seat_name(action.seat),
            )
        if len(action.cards) != 1:
            return phrase("One card is turned up, not {count}.", count=len(action.cards))
        return None if action.cards[0] in self.pack() else refusals.not_in_pack(action.cards[0])

    def not_in_hand(self, hand: Hand) -> Sequence[Card]:
        """Nobody but the dealer holds the turned-up card (RULES W2)."""
        return () if hand.turn == hand.dealer else hand.turned_up

    def seen_taken(self, hand: Hand, seat: int) -> Sequence[Card]:
        """The turned-up card is the dealer's (RULES W2)."""
        return hand.turned_up if seat == hand.dealer else ()

    # -- trumps named --------------------------------------------------------------------------------------------------

    def from_record(self, standing: Standing, cards: Cards, told: Told) -> Hand:
        """As in any game; a choice that is told as an action is not made before."""
        if isinstance(told.first, Choose):
            hand = self.start(standing, cards)
            if hand.phase == "choose":
                return hand
        return super().from_record(standing, cards, told)

    def strains(self, number: int) -> Sequence[str]:
        """What can be trumps in hand ``number`` (1…) of a match: one strain where turns fix it."""
        return STRAINS

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """Trumps are known, by turns or from ``trump``, or the dealer chooses them before the lead."""
        possible = self.strains(hand.number)
        if trump is not None:
            hand.trump = self.checked(trump, hand.number)
        elif len(possible) == 1:
            hand.trump = possible[0]
        if hand.trump is None:
            hand.phase, hand.turn = "choose", hand.dealer
        else:
            self.begin_play(hand)

    def checked(self, trump: str, number: int) -> str:
        """``trump`` itself; raises ``ValueError`` when hand ``number`` cannot have it (RULES I7, W11)."""
        _check_among(self.strains(number), check_trump(trump), f"hand {number}")
        return trump

    def number_with(self, trump: str | None) -> int:
        """As in ``Rules``; turns repeat within ten hands (RULES I7, W11)."""
        if trump is None:
            return 1
        turns = {strain: number for number in range(10, 0, -1) for strain in self.strains(number)}
        _check_among([strain for strain in STRAINS if strain in turns], check_trump(trump), "any hand")
        return turns[trump]

    def choices(self, hand: Hand) -> Sequence[Legal]:
        """The dealer's choice of trumps, then the cards to play."""
        if hand.phase == "choose" and hand.turn is not None:
            return [Choose(hand.turn, strain) for strain in self.strains(hand.number)]
        return super().choices(hand)

    def why_not_said(self, hand: Hand, action: Action) -> str | None:
        """As in ``Rules``; a choice that cannot be is told what can."""
        why = super().why_not_said(hand, action)
        if why and hand.phase == "choose" and isinstance(action, Choose):
            possible = _either(self.strains(hand.number))
            return phrase("Trumps cannot be {what}; choose {possible}.", what=repr(action.what), possible=possible)
        return why

    def said(self, hand: Hand, action: Action) -> None:
        """The dealer has chosen trumps."""
        if isinstance(action, Choose):
            hand.trump = action.what
            self.begin_play(hand)

    # -- scores --------------------------------------------------------------------------------------------------------

    def score(self, hand: Hand, standing: Standing) -> Line:
        """Each odd trick scores one point for its side (RULES W5, I5)."""
        return self.line(hand, self.trick_entries(hand))

    def trick_entries(self, hand: Hand) -> list[Entry]:
        """The points for odd tricks."""
        odd = [odd_tricks(won) for won in self.won_by_side(hand)]
        return [(side, n, counted("{count} odd trick", "{count} odd tricks", n)) for side, n in enumerate(odd) if n]

    def first_there(self, scores: Sequence[int], entries: Sequence[Entry]) -> int | None:
        """The side that first reaches the target when ``entries`` are added to ``scores`` in their order (RULES T6, W6,
        W9), or that is there already; None for neither."""
        running = list(scores)
        for side, points, _ in [*((side, 0, "") for side in range(self.sides)), *entries]:
            running[side] += points
            if running[side] >= self.target:
                return side
        return None

    def judged(self, standing: Standing, line: Line) -> Standing:
        """The first side at the target wins the game (RULES W6, I6)."""
        before = [score - new for score, new in zip(standing.scores, line.points, strict=True)]
        side = self.first_there(before, line.entries)
        return standing if side is None else self.game_won(standing, side)

    def game_won(self, standing: Standing, side: int) -> Standing:
        """``standing`` after ``side`` has won a game, which is the match."""
        return replace(standing, over=True, winners=(side,))


def _check_among(possible: Sequence[str], trump: str, where: str) -> None:
    if trump not in possible:
        raise ValueError(f"trumps cannot be {trump} in {where}; they can be {_either(possible)}")


def _either(strains: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(strains[:-1]), strains[-1]]))

"""German Whist: two players draw from an open stock in a first stage, then play what they hold (RULES G1–G13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from whist.cards import Card
from whist.phrases import counted, phrase
from whist.rules import refusals
from whist.rules.actions import TurnUp
from whist.rules.base import OptionsT, Rules
from whist.rules.hand import Hand
from whist.rules.options import Options, option
from whist.rules.standing import Line, Standing


class StockWhist(Rules[OptionsT]):
    """What German and Honeymoon Whist share: a first stage in which each trick's winner takes the stock's face-up card
    and the loser the next one, then a second stage of thirteen tricks.

    ``Hand.stock`` has its top card first, which is also ``Hand.turned_up`` while it lies there. Where hands are unknown
    every face-up card comes in as ``TurnUp``."""

    keys = ("play",)
    fewest, most = 2, 2
    partners = False
    stock_size = 26

    @property
    def first_stage(self) -> int:
        """Tricks of the first stage: each draws two cards (RULES G3, H1)."""
        return self.stock_size // 2

    def in_first_stage(self, hand: Hand) -> bool:
        """Whether the trick now played, or next to be, is followed by a draw (RULES G3)."""
        return len(hand.tricks) < self.first_stage

    def tricks_in(self, hand: Hand) -> int:
        """Tricks of both stages (RULES G3, G7)."""
        return self.first_stage + hand.size

    # -- the face-up card ----------------------------------------------------------------------------------------------

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """The stock's top card lies face up and fixes trumps (RULES G2)."""
        self._wait_for_card(hand)
        if hand.stock:
            self.turn_top(hand)
            self.turned_up(hand, (hand.stock[0],))
        if trump is not None and trump != hand.trump:
            raise ValueError(f"trumps cannot be {trump!r}: the stock's face-up card fixes them")

    def turn_top(self, hand: Hand) -> None:
        """See to it that the first card of a known stock may be turned up."""

    def _wait_for_card(self, hand: Hand) -> None:
        hand.phase, hand.turn = "turn_up", None

    def turned_up(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        """The first face-up card fixes trumps (RULES G2), the later ones only lie there to be won (RULES G3)."""
        hand.turned_up = cards
        if hand.trump is None:
            hand.trump = self.trump_by(cards[0])
        self.begin_play(hand)

    def trump_by(self, card: Card) -> str:
        """Trumps when ``card`` is the first that lies face up."""
        return card.suit

    def why_not_turned_up(self, hand: Hand, action: TurnUp) -> str | None:
        """As in any game; a card that has been seen before cannot be the stock's."""
        if (why := super().why_not_turned_up(hand, action)) is not None:
            return why
        card = action.cards[0]
        if card not in self.pack():
            return refusals.not_in_pack(card)
        seen = hand.played() | set(self.opened(hand))
        if card not in seen:
            return None
        return phrase("{card} cannot be turned up now: it has been seen before.", card=card)

    def opened(self, hand: Hand) -> list[Card | None]:
        """The cards that have lain face up on the stock, first to last, one for each trick of the first stage so far;
        None for one that was named wrongly, for it was turned up again later. Only where hands are unknown."""
        return known_of(self.all_turned_up(hand))

    def all_turned_up(self, hand: Hand) -> list[Card]:
        """The cards that were said, or seen, to be turned up, first to last."""
        return [action.cards[0] for action in hand.actions if isinstance(action, TurnUp)]

    # -- the play ------------------------------------------------------------------------------------------------------

    def must_follow_first(self) -> bool:
        """Whether the second player must follow suit in the first stage too (RULES G5)."""
        return True

    def follows(self, hand: Hand, own: list[Card]) -> list[Card]:
        """Following is compulsory in the second stage (RULES G7), in the first by option (RULES G5)."""
        if self.in_first_stage(hand) and not self.must_follow_first():
            return list(own)
        return super().follows(hand, own)

    def not_in_hand(self, hand: Hand) -> Sequence[Card]:
        """The face-up card of the stock, and the ones before it that the other player took (RULES G3)."""
        others = [card for seat in range(self.players) if seat != hand.turn for card in self.seen_taken(hand, seat)]
        return [*(card for card in self.opened(hand)[len(hand.tricks) :] if card), *others]

    def seen_taken(self, hand: Hand, seat: int) -> Sequence[Card]:
        """The face-up cards that ``seat`` has won (RULES G3)."""
        taken = zip(self.opened(hand), hand.winners(), strict=False)
        return [card for card, taker in taken if taker == seat and card is not None]

    def after_trick(self, hand: Hand) -> None:
        """In the first stage both draw and the next card is turned up; the winner leads on (RULES G3, G6)."""
        self.draw(hand)
        super().after_trick(hand)

    def draw(self, hand: Hand) -> None:
        """The winner takes the face-up card, the loser the next (RULES G3); after the last two none lies open (RULES
        G11) and nothing is drawn any more (RULES G7)."""
        hand.turned_up = ()
        if hand.hands is None:
            if self.in_first_stage(hand):
                self._wait_for_card(hand)
        elif hand.stock:
            winner = hand.tricks[-1].winner
            hand.hands[winner].append(hand.stock.pop(0))
            hand.hands[self.left(winner)].append(hand.stock.pop(0))
            hand.turned_up = tuple(hand.stock[:1])

    # -- what is known -------------------------------------------------------------------------------------------------

    def revoke_provable(self, hand: Hand, number: int) -> bool:
        """Not in the first stage: the suit may have been drawn later (RULES G12)."""
        return number >= self.first_stage

    def remembers(self) -> bool:
        """Whether the aid may count the cards for a player (RULES G13)."""
        return False

    def remaining(self, hand: Hand, seat: int) -> tuple[Card, ...]:
        """The cards that are still out, as ``seat`` could work out in the second stage (RULES G13): the other player's
        where its own are known, else those of both. Empty unless the house asks for it."""
        if not self.remembers() or self.in_first_stage(hand) or hand.over:
            return ()
        known = hand.played().union(hand.hands[seat] if hand.hands is not None else ())
        return tuple(card for card in self.pack() if card not in known)


def known_of(turned_up: Sequence[Card]) -> list[Card | None]:
    """The cards ``turned_up`` one after another, None for each that cannot have been the one, as it came later."""
    last = {card: place for place, card in enumerate(turned_up)}
    return [card if last[card] == place else None for place, card in enumerate(turned_up)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanOptions(Options):
    """Options of German Whist (RULES G5, G8, G10, G13)."""

    title: ClassVar[str] = phrase("German Whist")
    hands: int = option(
        1,
        "hands in a match; the most points win it (RULES G10)",
        low=1,
        high=99,
        says={number: counted("{count} hand", "{count} hands", number) for number in range(2, 100)},
    )
    follow_stage1: bool = option(
        True,
        "the second player must follow suit in the first stage too (RULES G5)",
        True,
        False,
        says={False: phrase("any card in the first stage")},
    )
    count: str = option(
        "stage2",
        "which tricks count: the last 13, or all 26 (RULES G8)",
        "stage2",
        "all",
        says={"all": phrase("all 26 tricks count")},
    )
    scoring: str = option(
        "hand",
        "a hand won counts one point, or the difference in tricks (RULES G10)",
        "hand",
        "difference",
        says={"difference": phrase("the difference in tricks scores")},
    )
    card_memory: str = option(
        "off",
        "in the second stage a player may be shown which cards are left (RULES G13)",
        "off",
        "on",
        says={"on": phrase("cards left are shown")},
    )


class German(StockWhist[GermanOptions]):
    """German Whist: two players, 13 cards each, a stock of 26 (RULES G1, G2)."""

    name = "german"
    options_type = GermanOptions

    def must_follow_first(self) -> bool:
        """By option (RULES G5)."""
        return self.options.follow_stage1

    def remembers(self) -> bool:
        """By option (RULES G13)."""
        return self.options.card_memory == "on"

    def counted(self, hand: Hand) -> list[int]:
        """The tricks of each player that count: of the second stage, or all (RULES G8)."""
        counted = self.won_by_side(hand)
        if self.options.count == "stage2":
            for trick in hand.tricks[: self.first_stage]:
                counted[trick.winner] -= 1
        return counted

    def tricks_to_win(self, hand: Hand, side: int) -> int:
        """More than half of those that count (RULES G8)."""
        return sum(self.counted(hand)) // 2 + 1

    def score(self, hand: Hand, standing: Standing) -> Line:
        """The majority wins the hand: one point, or the difference; none when equal (RULES G8, G10)."""
        counted = self.counted(hand)
        best, least = max(counted), min(counted)
        if best == least:
            return self.line(hand, [])
        points = best - least if self.options.scoring == "difference" else 1
        return self.line(
            hand, [(counted.index(best), points, phrase("{most} tricks to {least}", most=best, least=least))]
        )

    def judged(self, standing: Standing, line: Line) -> Standing:
        """After the last hand the most points win; equal points share (RULES G10)."""
        if standing.number <= self.options.hands:
            return standing
        best = max(standing.scores)
        winners = tuple(side for side, score in enumerate(standing.scores) if score == best)
        return replace(standing, over=True, winners=winners)

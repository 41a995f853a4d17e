"""Candid Whist: high-card points are told, then the hand is bid for (RULES K1–K16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from whist.cards import STRAINS, Card
from whist.names import strain_letter
from whist.phrases import Phrase, counted, phrase
from whist.quoting import quoted
from whist.rules.actions import Action, Announce, Bid, Legal
from whist.rules.base import Rules
from whist.rules.deal import Cards, Told
from whist.rules.hand import Hand
from whist.rules.options import Options, option
from whist.rules.standing import Line, Standing

PASS: Final = "pass"
CALLS: Final = tuple(f"{tricks}{strain}" for tricks in range(7, 14) for strain in STRAINS)
"""All bids, lowest first (RULES K6, K7)."""
POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""What an honour counts (RULES K2)."""
ALL_POINTS: Final = 40
MOST_POINTS: Final = 37
"""Of one hand: four aces, four kings, four queens and a jack."""
FULL_BAGS: Final = 10
"""Bags that cost ``PENALTY`` points (RULES K14)."""
PENALTY: Final = 100


def high_card_points(cards: Iterable[Card]) -> int:
    """What ``cards`` count, 0…37 for a hand (RULES K2)."""
    return sum(POINTS.get(card.rank, 0) for card in cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidOptions(Options):
    """Options of Candid Whist (RULES K3, K9, K10, K15)."""

    title: ClassVar[str] = phrase("Candid Whist")
    target: int = option(500, "points that win the game (RULES K15)", 500, 250, says=phrase("to {value}"))
    show_hcp: str = option(
        "during_announcement",
        "how long the announced points are shown (RULES K3)",
        "during_announcement",
        "until_auction_ends",
        "always",
        says={
            "until_auction_ends": phrase("announced points are shown until the auction ends"),
            "always": phrase("announced points stay shown"),
        },
    )
    passed_out: str = option(
        "same_dealer",
        "who deals after four opening passes (RULES K9)",
        "same_dealer",
        "next_dealer",
        says={"next_dealer": phrase("a passed-out hand loses the deal")},
    )
    pass_is_final: bool = option(
        False, "who has passed may not bid later (RULES K10)", False, True, says={True: phrase("a pass is final")}
    )


class Candid(Rules[CandidOptions]):
    """Candid Whist: four players, fixed partners, all 52 cards dealt (RULES K1)."""

    name = "candid"
    options_type = CandidOptions
    keys = ("hcp", "bid", "play")

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """The dealer's left announces first (RULES K2); the auction fixes trumps, so ``trump`` does not count."""
        hand.phase, hand.turn = "announce", self.left(hand.dealer)
        hand.hcp = [None] * self.players

    def choices(self, hand: Hand) -> Sequence[Legal]:
        """The numbers that may be announced, or the calls that may be made."""
        if hand.turn is not None and hand.phase == "announce":
            return [Announce(hand.turn, number) for number in self._possible_hcp(hand)]
        if hand.turn is not None and hand.phase == "bid":
            return [Bid(hand.turn, call) for call in (PASS, *_higher(hand))]
        return super().choices(hand)

    def why_not_said(self, hand: Hand, action: Action) -> str | None:
        """As ``why_not``, for announcements and calls."""
        if isinstance(action, Announce) and hand.phase == "announce":
            return self._why_not_hcp(hand, action.hcp)
        if isinstance(action, Bid) and hand.phase == "bid":
            return _why_not_call(hand, action.call)
        return super().why_not_said(hand, action)

    def said(self, hand: Hand, action: Action) -> None:
        """A legal announcement or call."""
        if isinstance(action, Announce):
            self._announced(hand, action)
        elif isinstance(action, Bid):
            self._called(hand, action)

    # -- announcements -------------------------------------------------------------------------------------------------

    def _possible_hcp(self, hand: Hand) -> range:
        """The one true number of a known hand (RULES K4); for an unknown one all that let the four sum to 40 (K2)."""
        if hand.hands is not None and hand.turn is not None:
            true = high_card_points(hand.hands[hand.turn])
            return range(true, true + 1)
        left = ALL_POINTS - sum(number or 0 for number in hand.hcp)
        others = hand.hcp.count(None) - 1
        return range(max(0, left - MOST_POINTS * others), min(MOST_POINTS, left) + 1)

    def _why_not_hcp(self, hand: Hand, number: int) -> str | None:
        possible = self._possible_hcp(hand)
        if type(number) is int and number in possible:
            return None
        if hand.hands is not None:
            # the true number is not told: whoever hears of the refusal would learn it
            return phrase(
                "{points} is not what your hand counts: an ace is 4, a king 3, a queen 2, a jack 1.",
                points=quoted(number),
            )
        low, high = possible[0], possible[-1]
        if low < high:
            return phrase(
                "{points} cannot be: the four hands count 40 together, so yours must be from {low} to {high}.",
                points=quoted(number),
                low=low,
                high=high,
            )
        return phrase(
            "{points} cannot be: the four hands count 40 together, so yours must be exactly {low}.",
            points=quoted(number),
            low=low,
        )

    def _announced(self, hand: Hand, action: Announce) -> None:
        hand.hcp[action.seat] = action.hcp
        if None in hand.hcp:
            hand.turn = self.left(action.seat)
        else:
            self._begin_auction(hand)

    def _begin_auction(self, hand: Hand) -> None:
        hand.phase, hand.turn = "bid", self.first_bidder(hand)

    def first_bidder(self, hand: Hand) -> int:
        """The seat that bids first: the weakest hand, then the weaker side, then the dealer's left (RULES K5)."""
        told = [number or 0 for number in hand.hcp]
        around = [(hand.dealer + steps) % self.players for steps in range(1, self.players + 1)]
        return min(around, key=lambda seat: (told[seat], told[seat] + told[(seat + 2) % self.players]))

    def skip_announcements(self, hand: Hand) -> None:
        """Go to the auction of a hand whose announcements were said and not written (RULES K3): they are counted.

        Raises ``ValueError`` when the cards are not known or something has happened in the hand."""
        if hand.hands is None:
            raise ValueError("the announcements cannot be left out: the hands are not known")
        if hand.actions or hand.phase != "announce":
            raise ValueError("the announcements can be left out only before the first action of a hand")
        hand.hcp = [high_card_points(own) for own in hand.hands]
        self._begin_auction(hand)
        hand.origin = None
        hand.origin = hand.copy()  # going back to the deal leaves them out too

    def from_record(self, standing: Standing, cards: Cards, told: Told) -> Hand:
        """Announcements that were not written down are left out (RULES K3)."""
        hand = super().from_record(standing, cards, told)
        if not any(isinstance(action, Announce) for action in told.actions):
            self.skip_announcements(hand)
        return hand

    def shown_hcp(self, hand: Hand) -> list[int | None]:
        """What each seat announced, as far as it may be shown now (RULES K3); None for what may not."""
        phases = {"during_announcement": ("announce",), "until_auction_ends": ("announce", "bid")}
        shown = phases.get(self.options.show_hcp)
        return list(hand.hcp) if shown is None or hand.phase in shown else [None] * self.players

    # -- the auction ---------------------------------------------------------------------------------------------------

    def _called(self, hand: Hand, action: Bid) -> None:
        hand.calls.append(action)
        if action.call != PASS:
            hand.contract = action
        hand.turn = self._next_bidder(hand, action.seat)
        if hand.turn is None and hand.contract is None:
            hand.thrown_in = True
            self.finish(hand)
        elif hand.turn is None:
            self._contracted(hand)

    def _next_bidder(self, hand: Hand, seat: int) -> int | None:
        """Who calls after ``seat``, None when the auction is over: at 13NT, when the turn would come back to the last
        bidder, which is after three passes (RULES K8), or when all four have passed (RULES K9)."""
        passed = {bid.seat for bid in hand.calls if bid.call == PASS}
        if hand.contract is None:
            return None if len(passed) == self.players else self.left(seat)
        if hand.contract.call == CALLS[-1]:
            return None
        seat = self.left(seat)
        while self.options.pass_is_final and seat in passed:
            seat = self.left(seat)
        return None if seat == hand.contract.seat else seat

    def _contracted(self, hand: Hand) -> None:
        """The last bidder is declarer (RULES K11) and the seat at his left leads (RULES K12)."""
        assert hand.contract is not None
        hand.declarer, hand.trump = hand.contract.seat, STRAINS[CALLS.index(str(hand.contract.call)) % len(STRAINS)]
        hand.leader = self.left(hand.declarer)
        self.begin_play(hand)

    # -- scores --------------------------------------------------------------------------------------------------------

    def score(self, hand: Hand, standing: Standing) -> Line:
        """Ten points a trick of the bid, won or lost, and one for each bag (RULES K13); full bags cost (RULES K14)."""
        bags = [0] * self.sides
        if hand.contract is None:
            return self.line(hand, (), bags=tuple(bags))
        call, side = str(hand.contract.call), self.side(hand.contract.seat)
        bid, took = _tricks_of(call), self.won_by_side(hand)[side]
        contract = phrase("{tricks}{strain}", tricks=bid, strain=strain_letter(call.removeprefix(str(bid))))
        if took < bid:
            return self.line(
                hand,
                [(side, -10 * bid, phrase("{contract} failed", contract=contract))],
                contract=call,
                bags=tuple(bags),
            )
        entries = [(side, 10 * bid, phrase("{contract} made", contract=contract))]
        bags[side] = took - bid
        if bags[side]:
            entries.append((side, bags[side], _bags(bags[side])))
        if full := (_before(standing, self.sides)[side] + bags[side]) // FULL_BAGS:
            entries.append((side, -PENALTY * full, phrase("{count} bags are full", count=FULL_BAGS * full)))
        return self.line(hand, entries, contract=call, bags=tuple(bags))

    def tricks_to_win(self, hand: Hand, side: int) -> int:
        """The bid, or what makes it fail (RULES K13)."""
        if hand.contract is None:
            return super().tricks_to_win(hand, side)
        bid = _tricks_of(str(hand.contract.call))
        return bid if side == self.side(hand.contract.seat) else hand.size + 1 - bid

    def first_standing(self, dealer: int = 0) -> Standing:
        """The standing before the first hand: no points and no bags."""
        return replace(super().first_standing(dealer), bags=(0,) * self.sides)

    def after(self, standing: Standing, line: Line) -> Standing:
        """As in all games (RULES K16), with bags kept in a counter of their own (RULES K14). A hand that was thrown in
        is dealt again, by the same dealer or the next (RULES K9)."""
        if line.thrown_in:
            same = self.options.passed_out == "same_dealer"
            return standing if same else replace(standing, dealer=self.left(standing.dealer))
        bags = [old + new for old, new in zip(_before(standing, self.sides), line.bags, strict=True)]
        return super().after(replace(standing, bags=tuple(number % FULL_BAGS for number in bags)), line)

    def judged(self, standing: Standing, line: Line) -> Standing:
        """The side at the target wins (RULES K15)."""
        best = max(standing.scores)
        won = tuple(side for side, score in enumerate(standing.scores) if score == best >= self.options.target)
        return replace(standing, over=bool(won), winners=won)


def _tricks_of(call: str) -> int:
    """The tricks of a bid, 7…13 (RULES K6)."""
    return 7 + CALLS.index(call) // len(STRAINS)


def _before(standing: Standing, sides: int) -> tuple[int, ...]:
    return standing.bags or (0,) * sides


def _bags(number: int) -> Phrase:
    return counted("{count} overtrick, a bag", "{count} overtricks, bags", number)


def _higher(hand: Hand) -> Sequence[str]:
    """The bids that are higher than the last one (RULES K7)."""
    return CALLS if hand.contract is None else CALLS[CALLS.index(str(hand.contract.call)) + 1 :]


def _why_not_call(hand: Hand, call: str | int) -> str | None:
    if call == PASS or call in _higher(hand):
        return None
    if call in CALLS and hand.contract is not None:
        return phrase(
            "{bid} does not beat {last}; bid more tricks, or as many in a higher strain, or pass.",
            bid=call,
            last=hand.contract.call,
        )
    return phrase("{bid} is no bid; bid 7 to 13 tricks with C, D, H, S or NT, as 8H, or pass.", bid=quoted(call))

"""A second representation of a hand, for many thousands of them: what is legal is looked up, not worked out.

``quick_of`` gives rules with those methods of ``whist.rules.Rules`` that play a hand: ``shuffled``, ``start``,
``legal``, ``apply`` and ``score``, with the same actions, refusals and lines. They know less: only games in which the
52 cards are played and nothing is drawn, only known cards, no going back. What the rules are is said in
``whist/rules.py`` and ``whist/games``; here they are only followed, and tests compare the two.

A hand is one generator: it yields the legal actions of the seat whose turn it is, is sent an action, and goes on; or it
yields None when that action was not legal. Local variables are the fastest memory that Python has.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import Any, Final, Generic, TypeVar

from whist.actions import Action, Announce, Bid, Legal, Play
from whist.cards import NO_TRUMP, PACK, STRAINS, SUITS, Card
from whist.games.australian import Australian
from whist.games.candid import CALLS, MOST_POINTS, PASS, POINTS, Candid
from whist.games.classic import Classic
from whist.games.italian import Italian
from whist.hand import Hand, Trick
from whist.requests import Refused
from whist.rules import Cards, Rules
from whist.standing import Line, Standing

SEATS: Final = 7
"""Seats at most: one pack's."""
Held = dict[Card, Play]
"""Cards that a seat holds, each with the action that plays it."""
Step = tuple[Legal, ...] | None
"""The legal actions now, none when the hand is over; or None, when what was sent is not legal."""
Course = Generator[Step, Action, None]

_PLAYS: Final = tuple({card: Play(seat, card) for card in PACK} for seat in range(SEATS))
_TAKEN: Final = tuple(Trick(seat, (), (seat,)) for seat in range(SEATS))
_POINTS: Final = {card: POINTS.get(card.rank, 0) for card in PACK}
_ANNOUNCES: Final = tuple(tuple(Announce(seat, hcp) for hcp in range(MOST_POINTS + 1)) for seat in range(4))
_NUMBERS: Final = tuple(tuple(Bid(seat, number) for number in range(11)) for seat in range(SEATS))
_HIGHER: Final = tuple(
    tuple((Bid(seat, PASS), *(Bid(seat, call) for call in CALLS[place:])) for place in range(len(CALLS) + 1))
    for seat in range(4)
)
"""By seat, and by the number of bids that are too low: what may be called (RULES K7)."""
_PLACES: Final = {call: place for place, call in enumerate(CALLS)}


class QuickHand:
    """A hand as ``whist.hand.Hand``, in quick representation: ``turn``, ``phase``, ``over``, ``trump`` and ``actions``
    mean the same."""

    __slots__ = (
        "actions",
        "bids",
        "contract",
        "dealt",
        "leader",
        "now",
        "phase",
        "send",
        "standing",
        "trump",
        "winners",
    )

    def __init__(self, standing: Standing, cards: Cards, leader: int) -> None:
        self.standing = standing
        self.dealt = cards
        self.trump = cards.trump
        self.leader = leader
        """Who leads to the first trick."""
        self.phase = "play"
        self.now: tuple[Legal, ...] = ()
        """The legal actions."""
        self.send: Callable[[Action], Step]
        """Goes on with an action."""
        self.actions: list[Action] = []
        self.winners: list[int] = []
        """Who won each trick."""
        self.contract: Bid | None = None
        self.bids: list[int | None] = []

    @property
    def over(self) -> bool:
        """Whether the hand is at its end."""
        return self.phase == "over"

    @property
    def turn(self) -> int | None:
        """The seat that must act, None when none must."""
        return self.now[0].seat if self.now else None


GameT = TypeVar("GameT", bound=Rules[Any])


class Quick(Generic[GameT]):
    """Quick rules of one game; ``rules`` are the clear ones. What is said before the first card is the subclass's."""

    def __init__(self, rules: GameT) -> None:
        self.rules = rules
        self.seats = rules.players
        self.clockwise: list[tuple[int, ...]] = [
            tuple((first + place) % self.seats for place in range(self.seats)) for first in range(self.seats)
        ]
        """All seats from each one on (RULES C2)."""

    # -- the deal ------------------------------------------------------------------------------------------------------

    def shuffled(self, standing: Standing, rng: Random) -> Cards:
        """As ``Rules.shuffled``, from fewer random numbers: other cards for the same ``rng``."""
        numbers = dict(zip(PACK, memoryview(rng.randbytes(8 * len(PACK))).cast("Q"), strict=True))
        pack = sorted(PACK, key=numbers.__getitem__)
        size = self.rules.hand_size(standing.number)
        hands = [pack[first : first + size] for first in range(0, size * self.seats, size)]
        return Cards(hands, (), self.rules.fixed_trump(standing, rng))

    def start(self, standing: Standing, cards: Cards) -> QuickHand:
        """As ``Rules.start``, for cards that are known to be right: it is not asked whether they can be."""
        hand = QuickHand(standing, cards, self.clockwise[standing.dealer][1])
        course = self.course(hand)
        hand.send, hand.now = course.send, course.__next__() or ()
        return hand

    def clear(self, hand: QuickHand) -> Hand:
        """The same hand in clear representation, played anew."""
        clear = self.rules.start(hand.standing, hand.dealt)
        for action in hand.actions:
            self.rules.apply(clear, action)
        return clear

    # -- step by step --------------------------------------------------------------------------------------------------

    def legal(self, hand: QuickHand, seat: int | None = None) -> tuple[Legal, ...]:
        """As ``Rules.legal``."""
        return hand.now if seat is None or seat == hand.turn else ()

    def apply(self, hand: QuickHand, action: Action) -> None:
        """As ``Rules.apply``; raises ``Refused`` in the same words."""
        now = hand.send(action)
        if now is None:
            raise Refused(self.rules.why_not(self.clear(hand), action) or f"{action} is not legal.")
        hand.now = now

    def course(self, hand: QuickHand) -> Course:
        """The whole hand: what is said, then trick after trick, then nothing any more."""
        yield from self.talk(hand)
        held, by_suit = _held(hand.dealt), _by_suit(hand.dealt)
        leader, trump, barred, record = hand.leader, hand.trump, self.barred(hand), hand.actions.append
        for _ in self.tricks(hand):
            led = best = None  # suits of the card that was led, and of the one that wins so far
            value = 0
            for seat in self.clockwise[leader]:
                own, suits = held[seat], by_suit[seat]
                may = own
                if led is not None:
                    may = suits[led] or own  # RULES C4
                elif barred:
                    may = _unbarred(own, barred)
                action = yield tuple(may.values())
                while not isinstance(action, Play) or action.seat != seat or action.card not in may:
                    action = yield None
                record(action)
                card = action.card
                suit = card.suit
                del own[card], suits[suit][card]
                if led is None:
                    led, best, value = suit, suit, card.value
                elif suit == best and card.value > value:
                    value, leader = card.value, seat
                elif suit == trump != best:
                    best, value, leader = suit, card.value, seat  # RULES C5
            if best == barred:
                barred = None  # trumps are broken (RULES U16, U17)
            hand.winners.append(leader)
        hand.phase = "over"
        yield ()
        while True:
            yield None

    def talk(self, hand: QuickHand) -> Course:
        """What is said before the first card: nothing; the cards may fix trumps (RULES W2)."""
        if hand.trump is None:
            clear = Hand(
                self.seats, hand.standing.dealer, hand.standing.number, hands=[list(own) for own in hand.dealt.hands]
            )
            self.rules.begin(clear, hand.standing, None)
            hand.trump = clear.trump
        yield from ()

    def barred(self, hand: QuickHand) -> str | None:
        """The suit that may not be led while another is held."""
        return None

    def tricks(self, hand: QuickHand) -> Sequence[Card]:
        """One item for each trick that is played."""
        return hand.dealt.hands[0]

    # -- what it is worth ----------------------------------------------------------------------------------------------

    def score(self, hand: QuickHand, standing: Standing) -> Line:
        """As ``Rules.score``."""
        return self.rules.score(self.finished(hand), standing)

    def finished(self, hand: QuickHand) -> Hand:
        """A hand that is over, in clear representation, as far as scores need it: who won each trick, not its cards."""
        finished = Hand(self.seats, hand.standing.dealer, hand.standing.number, len(hand.dealt.hands[0]))
        finished.trump, finished.contract, finished.bids = hand.trump, hand.contract, hand.bids
        finished.tricks = [_TAKEN[winner] for winner in hand.winners]
        return finished


def _held(dealt: Cards) -> list[Held]:
    return [{card: plays[card] for card in own} for plays, own in zip(_PLAYS, dealt.hands, strict=False)]


def _by_suit(dealt: Cards) -> list[dict[str, Held]]:
    found: list[dict[str, Held]] = []
    for plays, own in zip(_PLAYS, dealt.hands, strict=False):
        suits: dict[str, Held] = {suit: {} for suit in SUITS}
        for card in own:
            suits[card.suit][card] = plays[card]
        found.append(suits)
    return found


def _unbarred(own: Held, barred: str) -> Held:
    return {card: play for card, play in own.items() if card.suit != barred} or own


class QuickClassic(Quick[Classic]):
    """Classic Whist: who was dealt honours is told by the tricks (RULES W7)."""

    def finished(self, hand: QuickHand) -> Hand:
        """As in all games, with the cards of the tricks."""
        finished = super().finished(hand)
        plays = [action for action in hand.actions if isinstance(action, Play)]
        for number, winner in enumerate(hand.winners):
            now = plays[self.seats * number : self.seats * (number + 1)]
            finished.tricks[number] = Trick(now[0].seat, tuple(play.card for play in now), (winner,))
        return finished


class QuickCandid(Quick[Candid]):
    """Candid Whist: announcements and the auction (RULES K2–K12)."""

    def talk(self, hand: QuickHand) -> Course:
        """The dealer's left announces first; the last bidder's left leads."""
        hand.trump, hand.phase = None, "announce"
        told = [sum(map(_POINTS.__getitem__, own)) for own in hand.dealt.hands]
        for seat in self.clockwise[hand.leader]:
            said = _ANNOUNCES[seat][told[seat]]
            action = yield (said,)
            while action != said:
                action = yield None
            hand.actions.append(action)
        hand.phase = "bid"
        yield from self.auction(hand, self.rules.first_bidder(Hand(4, hand.standing.dealer, hcp=list(told))))
        if hand.contract is not None:
            hand.trump = STRAINS[_PLACES[str(hand.contract.call)] % len(STRAINS)]
            hand.phase, hand.leader = "play", self.clockwise[hand.contract.seat][1]

    def auction(self, hand: QuickHand, seat: int) -> Course:
        """Calls, ``seat`` first, until the turn comes to the last bidder (RULES K8) or all have passed (RULES K9)."""
        places, passed, final = 0, set[int](), self.rules.options.pass_is_final
        while True:
            action = yield _HIGHER[seat][places]
            while not isinstance(action, Bid) or action.seat != seat or not _may_call(action.call, places):
                action = yield None
            hand.actions.append(action)
            if action.call == PASS:
                passed.add(seat)
            else:
                hand.contract, places = action, _PLACES[str(action.call)] + 1
            seat = self.clockwise[seat][1]
            last = hand.contract.seat if hand.contract else None
            while final and seat in passed and seat != last is not None:  # RULES K10
                seat = self.clockwise[seat][1]
            if seat == last or places == len(CALLS) or (last is None and len(passed) == 4):
                return

    def tricks(self, hand: QuickHand) -> Sequence[Card]:
        """None in a hand that was thrown in (RULES K9)."""
        return super().tricks(hand) if hand.contract else ()

    def finished(self, hand: QuickHand) -> Hand:
        """As in all games; thrown in without a contract (RULES K9)."""
        finished = super().finished(hand)
        finished.thrown_in = hand.contract is None
        return finished


def _may_call(call: str | int, places: int) -> bool:
    return call == PASS or _PLACES.get(str(call), -1) >= places


class QuickAustralian(Quick[Australian]):
    """Australian Whist of one household: bids, and trumps that may not be led (RULES U9–U17)."""

    def talk(self, hand: QuickHand) -> Course:
        """Bids, none in Misère (RULES U8–U10). Only the dealer's can be barred, for adding up."""
        hand.trump, hand.bids = self.rules.trump_of(hand.standing.number), [None] * self.seats
        if self.rules.special_of(hand.standing.number) == "misere":
            return
        hand.phase, size, total = "bid", len(hand.dealt.hands[0]), 0
        for seat in self.clockwise[hand.leader]:
            may = _NUMBERS[seat][: size + 1]
            barred = size - total if seat == hand.standing.dealer else -1
            if barred >= 0:
                may = may[:barred] + may[barred + 1 :]
            action = yield may
            while not isinstance(action, Bid) or action not in may:
                action = yield None
            hand.actions.append(action)
            hand.bids[seat] = number = int(action.call)
            total += number
        hand.phase = "play"

    def barred(self, hand: QuickHand) -> str | None:
        """Trumps, until one is played (RULES U16)."""
        return hand.trump if hand.trump != NO_TRUMP and self.rules.options.trump_lead == "when_broken" else None

    def finished(self, hand: QuickHand) -> Hand:
        """As in all games; Misère scores differently (RULES U20)."""
        finished = super().finished(hand)
        finished.special = self.rules.special_of(hand.standing.number)
        return finished


_QUICK: Final[dict[type[Rules[Any]], Callable[[Any], Quick[Any]]]] = {
    Classic: QuickClassic,
    Italian: Quick,
    Candid: QuickCandid,
    Australian: QuickAustralian,
}


def quick_of(rules: Rules[Any]) -> Quick[Any] | None:
    """Quick rules for ``rules``; None where there are none: in the other games, where households share tricks (RULES
    U24), and where the dealer chooses trumps (RULES W11, I8)."""
    options = rules.options.to_json()
    if type(rules) not in _QUICK or options.get("households", 1) > 1:
        return None
    return None if options.get("trump_method") in ("chosen", "entered") else _QUICK[type(rules)](rules)

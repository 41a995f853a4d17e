"""Bid Whist: uptown, downtown or no-trump, jokers and a kitty (RULES B1–B26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from whist.cards import JOKERS, NO_TRUMP, PACK, SUIT_NAMES, SUITS, Card
from whist.games.bid_options import BidOptions
from whist.names import seat_name, strain_letter, suit_name
from whist.phrases import Phrase, counted, phrase
from whist.quoting import quoted
from whist.rules import refusals
from whist.rules.actions import Action, AnyOf, Bid, Choose, Discard, Legal, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Line, Standing
from whist.rules.tricks import BOOK, odd_tricks

PASS: Final = "pass"
DIRECTIONS: Final = ("up", "down")
KINDS: Final = (*DIRECTIONS, NO_TRUMP)
"""Kinds of a bid, lowest first (RULES B6)."""
CALLS: Final = tuple(f"{level}{kind}" for level in range(1, 8) for kind in KINDS)
"""All bids (RULES B3)."""
NO_SUIT: Final = "J"
"""What a joker counts for in no-trump (RULES B16)."""
_SAID: Final = {"up": phrase("up"), "down": phrase("down"), NO_TRUMP: phrase("NT")}


class BidWhist(Rules[BidOptions]):
    """Bid Whist: four players, fixed partners, twelve cards each and a kitty (RULES B1, B2)."""

    name = "bid"
    options_type = BidOptions
    keys = ("bid", "choose", "discard", "play")

    def __init__(self, options: BidOptions | None = None, players: int | None = None) -> None:
        super().__init__(options, players)
        self._pack = PACK + JOKERS[: self.options.jokers]
        self.stock_size = len(self._pack) - self.players * self.hand_size(1)

    def pack(self) -> tuple[Card, ...]:
        """52 cards and the jokers (RULES B1)."""
        return self._pack

    def hand_size(self, number: int) -> int:
        """Twelve (RULES B2)."""
        return 12

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """The dealer's left calls first (RULES B3); the bidder chooses trumps, so ``trump`` does not count."""
        hand.phase, hand.turn = "bid", self.left(hand.dealer)

    # -- what is legal -------------------------------------------------------------------------------------------------

    def choices(self, hand: Hand) -> Sequence[Legal]:
        """Calls, second choices, the discard, or cards."""
        seat = hand.turn
        if seat is None:
            return ()
        if hand.phase == "bid":
            return [Bid(seat, call) for call in self.calls(hand)]
        if hand.phase == "choose":
            return [Choose(seat, what) for what in second_choices(hand)]
        if hand.phase == "discard" and hand.hands is not None:
            return [AnyOf(seat, self.stock_size, tuple(hand.hands[seat]))]
        return super().choices(hand)

    def calls(self, hand: Hand) -> list[str]:
        """The calls that may be made now (RULES B3–B7)."""
        bids = [call for call in CALLS if int(call[0]) >= self.options.min_bid and self._beats_bid(call, hand.contract)]
        return bids if self._must_bid(hand) else [PASS, *bids]

    def _must_bid(self, hand: Hand) -> bool:
        """Whether all but the dealer have passed (RULES B7)."""
        return hand.turn == hand.dealer and hand.contract is None

    def _beats_bid(self, call: str, last: Bid | None) -> bool:
        """Whether a bid of ``call`` is higher than ``last`` (RULES B5)."""
        return last is None or self._height(call) > self._height(str(last.call))

    def _height(self, call: str) -> tuple[int, int]:
        """The order of bids: by level, then by kind (RULES B5, B6)."""
        kind = call[1:]
        return int(call[0]), KINDS.index(kind) if self.options.low_beats_high else int(kind == NO_TRUMP)

    def why_not_said(self, hand: Hand, action: Action) -> str | None:
        """As ``why_not``, for calls, the second choice and the discard."""
        if isinstance(action, Bid) and hand.phase == "bid":
            return None if action.call in self.calls(hand) else self._why_not_call(hand, action.call)
        if isinstance(action, Choose) and hand.phase == "choose":
            return _why_not_choice(hand, action.what)
        if hand.phase == "discard":
            return self._why_not_discard(hand, action)
        return super().why_not_said(hand, action)

    def _why_not_call(self, hand: Hand, call: str | int) -> str:
        if call == PASS:
            return phrase("The dealer must bid when the three others have passed.")
        if call not in CALLS:
            return phrase(
                "{bid} is no bid; bid from {lowest} to 7 with up, down or NT, as 4up.",
                bid=quoted(call),
                lowest=self.options.min_bid,
            )
        if int(str(call)[0]) < self.options.min_bid:
            return phrase("{bid} is too low; the lowest bid is {lowest}.", bid=call, lowest=self.options.min_bid)
        last = hand.contract.call if hand.contract else PASS
        return phrase("{bid} does not beat {last}; bid higher or pass.", bid=call, last=last)

    def _why_not_discard(self, hand: Hand, action: Action) -> str | None:
        number, own = self.stock_size, hand.hands[action.seat] if hand.hands else []
        if not isinstance(action, Discard):
            return phrase(
                "That is not for now: {name} must discard {count} cards.", name=seat_name(action.seat), count=number
            )
        if len(action.cards) != number or len(set(action.cards)) != number:
            return phrase("Discard {count} different cards, as many as the kitty has.", count=number)
        strange = [str(card) for card in action.cards if card not in own]
        if not strange:
            return None
        return phrase("You do not hold {cards}, so it cannot be discarded.", cards=" ".join(strange))

    def why_not_turned_up(self, hand: Hand, action: TurnUp) -> str | None:
        """As ``why_not``, for the kitty that is laid open (RULES B12)."""
        if hand.phase != "turn_up":
            return refusals.NONE_TURNED_UP
        if action.seat != hand.dealer:
            return phrase(
                "The kitty is turned up by the dealer, {dealer}, not by {name}.",
                dealer=seat_name(hand.dealer),
                name=seat_name(action.seat),
            )
        if len(set(action.cards)) == len(action.cards) == self.stock_size and set(action.cards) <= set(self.pack()):
            return None
        return phrase(
            "The kitty is {count} different cards of the pack, not {cards}.",
            count=self.stock_size,
            cards=" ".join(map(str, action.cards)),
        )

    # -- from the auction to the first lead ----------------------------------------------------------------------------

    def said(self, hand: Hand, action: Action) -> None:
        """A legal call, second choice or discard."""
        if isinstance(action, Bid):
            self._called(hand, action)
        elif isinstance(action, Choose):
            self._chosen(hand, action.what)
        elif isinstance(action, Discard):
            self._discarded(hand, action)

    def _called(self, hand: Hand, action: Bid) -> None:
        """One call each; then the highest bidder chooses (RULES B3, B8), before the kitty is seen (RULES B9)."""
        hand.calls.append(action)
        if action.call != PASS:
            hand.contract = action
        hand.turn = self.left(action.seat)
        if len(hand.calls) == self.players and hand.contract is not None:
            hand.declarer = hand.turn = hand.contract.seat
            hand.phase = "choose"

    def _chosen(self, hand: Hand, what: str) -> None:
        kind = _kind(hand)
        hand.trump, hand.direction = (NO_TRUMP, what) if kind == NO_TRUMP else (what, kind)
        if not self.kitty_is_shown(hand):
            self._take_kitty(hand)
        elif hand.stock is None:
            hand.phase, hand.turn = "turn_up", None
        else:
            self.turned_up(hand, tuple(hand.stock))

    def kitty_is_shown(self, hand: Hand) -> bool:
        """Whether all players see the kitty in this hand, its trumps being chosen (RULES B12)."""
        return self.options.sport == "always" or (self.options.sport == "trump" and hand.trump != NO_TRUMP)

    def turned_up(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        """The kitty lies open until it is discarded for, or the first card is played (RULES B13)."""
        hand.turned_up, hand.stock = cards, list(cards)
        self._take_kitty(hand)

    def _take_kitty(self, hand: Hand) -> None:
        """The bidder takes the kitty (RULES B10). Where hands are not known nobody sees what he discards."""
        if not self.options.bidder_gets_kitty or hand.hands is None or hand.declarer is None:
            self.begin_play(hand)
            return
        hand.hands[hand.declarer].extend(hand.stock or ())
        hand.stock = []
        hand.phase, hand.turn = "discard", hand.declarer

    def _discarded(self, hand: Hand, action: Discard) -> None:
        if hand.hands is not None:
            hand.hands[action.seat] = [card for card in hand.hands[action.seat] if card not in action.cards]
        hand.discards, hand.turned_up = list(action.cards), ()
        self.begin_play(hand)

    def begin_play(self, hand: Hand) -> None:
        """The dealer's left leads, or the bidder (RULES B17)."""
        if self.options.bidder_leads and hand.declarer is not None:
            hand.leader = hand.declarer
        super().begin_play(hand)

    # -- the play ------------------------------------------------------------------------------------------------------

    def not_in_hand(self, hand: Hand) -> Sequence[Card]:
        """The kitty that was shown, but for a bidder who has taken it."""
        taken = self.options.bidder_gets_kitty and hand.turn == hand.declarer
        return () if taken else hand.stock or ()

    def leads(self, hand: Hand, own: list[Card]) -> list[Card]:
        """Any card, but by option no joker in no-trump while there is another (RULES B22)."""
        if hand.trump != NO_TRUMP or self.options.nt_joker_lead == "free":
            return list(own)
        return [card for card in own if not card.is_joker] or list(own)

    def follows(self, hand: Hand, own: list[Card]) -> list[Card]:
        """The led suit (RULES B18); in no-trump a joker only when void, and by option then at once (RULES B19)."""
        cards = super().follows(hand, own)
        led = self.led_suit(hand)
        if hand.trump != NO_TRUMP or not self.options.nt_joker_must_go or led is None:
            return cards
        if any(card.suit == led for card in cards):
            return cards
        return [card for card in cards if card.is_joker] or cards

    def why_not_card(self, hand: Hand, card: Card) -> str:
        """Why a card that is held cannot be played now."""
        if hand.hands is None or hand.turn is None:
            return super().why_not_card(hand, card)
        if not hand.trick:
            return phrase("In no-trump {card} may be led only when nothing but jokers is left.", card=card)
        legal = self.legal_cards(hand)
        if not all(one.is_joker for one in legal):
            return super().why_not_card(hand, card)
        if hand.trump == NO_TRUMP:
            return phrase("A joker must go when you cannot follow suit; play it before {card}.", card=card)
        return phrase(
            "A joker belongs to {suit}; follow with it instead of playing {card}.",
            suit=suit_name(str(hand.trump)),
            card=card,
        )

    def play(self, hand: Hand, card: Card) -> None:
        """Let a legal card be played; a kitty that lies open is then gathered."""
        hand.turned_up = ()
        super().play(hand, card)

    def suit(self, hand: Hand, card: Card) -> str:
        """A joker belongs to the trump suit (RULES B15); in no-trump it has no suit (RULES B16)."""
        if card.is_joker and hand.trump in SUIT_NAMES:
            return str(hand.trump)
        return card.suit

    def strength(self, hand: Hand, card: Card) -> int:
        """Uptown A K Q … 2, downtown A 2 3 … K (RULES B14); jokers above the ace in both (RULES B15)."""
        above = card.is_joker or card.rank == "A"
        return card.value if above or hand.direction == "up" else 15 - card.value

    def led_suit(self, hand: Hand) -> str | None:
        """The suit of the first card that has one (RULES B20, B21)."""
        suits = (self.suit(hand, card) for card in hand.trick)
        return next((suit for suit in suits if suit != NO_SUIT), None)

    def beats(self, hand: Hand, card: Card, best: Card) -> bool:
        """As in C5; a joker without a suit cannot win (RULES B16)."""
        if self.suit(hand, best) == NO_SUIT:
            return self.suit(hand, card) != NO_SUIT
        return super().beats(hand, card, best)

    # -- scores --------------------------------------------------------------------------------------------------------

    def won_by_side(self, hand: Hand) -> list[int]:
        """Tricks of each side as they are scored: the kitty is one for the bidding side (RULES B11)."""
        won = super().won_by_side(hand)
        if hand.declarer is not None:
            won[self.side(hand.declarer)] += 1
        return won

    def tricks_to_win(self, hand: Hand, side: int) -> int:
        """The bid, of thirteen with the kitty, or what makes it fail (RULES B11, B23)."""
        if hand.contract is None:
            return super().tricks_to_win(hand, side)
        promised = BOOK + _level(hand)
        return promised if side == self.side(hand.contract.seat) else hand.size + 2 - promised

    def score(self, hand: Hand, standing: Standing) -> Line:
        """The bidders' tricks over six, or their bid lost (RULES B23, B24); the defenders' by option (RULES B25)."""
        assert hand.contract is not None
        side, level, won = self.side(hand.contract.seat), _level(hand), self.won_by_side(hand)
        contract = f"{hand.contract.call} {hand.direction if hand.trump == NO_TRUMP else hand.trump}"
        made = won[side] >= self.tricks_to_win(hand, side)
        twice = self.options.double_nt and hand.trump == NO_TRUMP
        points = (2 if twice else 1) * (odd_tricks(won[side]) if made else -level)
        entries: list[tuple[int, int, str]] = [(side, points, _how(hand, made, won[side], twice))]
        defence = odd_tricks(won[1 - side])
        if self.options.defensive_scoring and defence:
            entries.append(
                (1 - side, defence, counted("{count} trick in defence", "{count} tricks in defence", won[1 - side]))
            )
        return self.line(hand, entries, contract=contract)

    def judged(self, standing: Standing, line: Line) -> Standing:
        """The game ends at the target, won or lost; the higher score wins (RULES B26)."""
        over = any(abs(score) >= self.options.target for score in standing.scores)
        best = max(standing.scores)
        won = tuple(side for side, score in enumerate(standing.scores) if over and score == best)
        return replace(standing, over=over, winners=won)


def _how(hand: Hand, made: bool, won: int, twice: bool) -> Phrase:
    """How the bidders' points came about."""
    call = str(hand.contract.call) if hand.contract else ""
    kind = _SAID[hand.direction] if hand.trump == NO_TRUMP else strain_letter(str(hand.trump))
    contract = phrase("{level}{first} {then}", level=call[:1], first=_SAID[call[1:]], then=kind)
    if made:
        how = phrase("{contract} made with {won} tricks", contract=contract, won=won)
    else:
        how = phrase("{contract} failed with {won} tricks", contract=contract, won=won)
    return phrase("{how}, no-trump twice", how=how) if twice else how


def _kind(hand: Hand) -> str:
    """The kind of the highest bid: ``up``, ``down`` or ``NT``."""
    return str(hand.contract.call)[1:] if hand.contract else ""


def _level(hand: Hand) -> int:
    """The level of the highest bid, 1…7."""
    return int(str(hand.contract.call)[0]) if hand.contract else 0


def second_choices(hand: Hand) -> Sequence[str]:
    """What the highest bidder may choose: trumps, or in no-trump the direction (RULES B8)."""
    return DIRECTIONS if _kind(hand) == NO_TRUMP else tuple(SUITS)


def _why_not_choice(hand: Hand, what: str) -> str | None:
    choices = second_choices(hand)
    if what in choices:
        return None
    if choices == DIRECTIONS:
        return phrase("{what} cannot be chosen; choose the direction: up or down.", what=quoted(what))
    return phrase("{what} cannot be chosen; choose trumps: C, D, H or S.", what=quoted(what))

"""What all games of the family share (RULES C1–C10); a game is a subclass that overrides only what differs.

``Rules`` holds no state: it deals a ``Hand``, says which actions are legal in it, lets them happen, and scores it. A
match is kept by the table (``whist.table.table``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from whist.cards import FULL_PACK, NO_TRUMP, PACK, Card
from whist.rules import refusals
from whist.rules.actions import KEYS, Action, Legal, Play, TurnUp
from whist.rules.deal import Cards as Cards
from whist.rules.deal import Told
from whist.rules.hand import Hand, Trick
from whist.rules.options import Options
from whist.rules.refusals import Refused
from whist.rules.standing import Line, Standing, ranking
from whist.rules.tricks import BOOK, check_trump

OptionsT = TypeVar("OptionsT", bound=Options)


class Rules(Generic[OptionsT]):
    """The rules of one game with its house options, for ``players`` players: everything that follows is what holds in
    most games; see ``whist/games/``."""

    name: ClassVar[str] = ""
    options_type: ClassVar[type[Options]] = Options
    fewest, most = 4, 4
    partners: ClassVar[bool] = True
    """Seats 0 + 2 play against 1 + 3 (RULES C7); else each for himself."""
    keys: ClassVar[Sequence[str]] = KEYS
    """The keys of actions that a game record can have."""
    stock_size: int = 0
    """Cards beside the hands that take part in the game."""
    first_leads: ClassVar[bool] = False
    """Whether it is settled who leads first (RULES I3), not who deals."""
    turn_up_lies: bool = False
    """Whether the turned-up card belongs to the dealer and lies open until the dealer plays (RULES W3)."""

    androids: ClassVar[bool] = False
    """Whether card holders sit at some seats, and obey commands (RULES A2)."""

    score_limits: ClassVar[tuple[int, int]] = (-9999, 9999)
    """The least and the greatest score that people may agree on."""
    may_claim: ClassVar[bool] = False
    """Whether the tricks that are left may be claimed at a table."""

    trick_points: ClassVar[int] = 0
    """What a trick is worth where tricks are bid exactly, so that a revoke cannot move them (RULES T4, U19); else 0."""

    def __init__(self, options: OptionsT | None = None, players: int | None = None) -> None:
        self.options: OptionsT = options if options is not None else self.options_type()  # type: ignore[assignment]
        self.players = self.fewest if players is None else players
        if not self.fewest <= self.players <= self.most:
            number = f"{self.fewest} to {self.most}" if self.fewest < self.most else str(self.fewest)
            raise ValueError(f"{self.name} is for {number} players, not {self.players}")

    # -- the deal ------------------------------------------------------------------------------------------------------

    def pack(self) -> tuple[Card, ...]:
        """The cards that are dealt from."""
        return PACK

    def hand_size(self, number: int) -> int:
        """Cards that each seat is dealt in hand ``number`` (1…) of a match."""
        return 13

    def shuffled(self, standing: Standing, rng: Random) -> Cards:
        """Cards dealt one at a time from the dealer's left (RULES C9), the rest of the pack as stock."""
        pack = list(self.pack())
        rng.shuffle(pack)
        size, seats = self.hand_size(standing.number), self.players
        dealt = size * seats
        hands = [pack[(seat - standing.dealer - 1) % seats : dealt : seats] for seat in range(seats)]
        return Cards(hands, pack[dealt : dealt + self.stock_size], self.fixed_trump(standing, rng))

    def fixed_trump(self, standing: Standing, rng: Random) -> str | None:
        """Trumps where no card and no player decides them: by turns, or drawn (RULES U6, I8); else None."""
        return None

    def start(self, standing: Standing, cards: Cards | None = None, trump: str | None = None) -> Hand:
        """The hand that follows ``standing``, with known ``cards`` or, at a real table, unknown ones.

        Raises ``ValueError`` with one sentence when these cards cannot be this game's."""
        hand = Hand(self.players, standing.dealer, standing.number, self.hand_size(standing.number))
        if cards is not None:
            self.check_cards(hand, cards)
            hand.hands, hand.stock = [list(own) for own in cards.hands], list(cards.stock)
            trump = cards.trump if trump is None else trump
        hand.leader = self.first_leader(hand)
        self.begin(hand, standing, trump)
        hand.origin = hand.copy()
        return hand

    def from_record(self, standing: Standing, cards: Cards, told: Told) -> Hand:
        """As ``start``, for a game record: what the record leaves out may follow from what it tells."""
        return self.start(standing, cards, told.trump)

    def number_with(self, trump: str | None) -> int:
        """The first hand of a match that can have these trumps, for a record that tells no number; as ``start``."""
        return 1

    def check_cards(self, hand: Hand, cards: Cards) -> None:
        """Raise ``ValueError`` with one sentence unless each seat has its number of cards, each in the pack, once."""
        if len(cards.hands) != self.players:
            raise ValueError(f"{len(cards.hands)} hands are given for {self.players} players")
        for seat, own in enumerate(cards.hands):
            if len(own) != hand.size:
                raise ValueError(f"seat {seat} has {len(own)} cards; every hand has {hand.size}")
        if len(cards.stock) != self.stock_size:
            raise ValueError(f"the stock has {len(cards.stock)} cards; it must have {self.stock_size}")
        self.check_each_once([*(card for own in cards.hands for card in own), *cards.stock])

    def check_each_once(self, dealt: Sequence[Card]) -> None:
        """Raise ``ValueError`` for a card that is not in the pack or is there twice."""
        pack, seen = set(self.pack()), set()
        for card in dealt:
            if card not in pack:
                raise ValueError(f"the card {card} is not in this game's pack")
            if card in seen:
                raise ValueError(f"the card {card} is dealt twice")
            seen.add(card)

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """Set the first phase; ``trump`` is what the deal or the record says, None for nothing."""
        hand.trump = NO_TRUMP if trump is None else check_trump(trump)
        self.begin_play(hand)

    def begin_play(self, hand: Hand) -> None:
        """The first lead is next."""
        hand.phase, hand.turn = "play", hand.leader

    # -- who sits where ------------------------------------------------------------------------------------------------

    def left(self, seat: int) -> int:
        """The seat that plays after ``seat`` (RULES C2)."""
        return (seat + 1) % self.players

    def first_leader(self, hand: Hand) -> int:
        """Who leads to the first trick: the dealer's left (RULES W4, U13)."""
        return self.left(hand.dealer)

    def side(self, seat: int) -> int:
        """The side of ``seat``: points and scores are per side (RULES C7)."""
        return seat % 2 if self.partners else seat

    def shares_pack(self, seat: int) -> Sequence[int]:
        """The seats whose cards are of the same pack as those of ``seat``: all, unless households bring their own."""
        return range(self.players)

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return 2 if self.partners else self.players

    def won_by_side(self, hand: Hand) -> list[int]:
        """Tricks of each side as they are scored: those it took (RULES C7) and those moved for a revoke (RULES T4)."""
        won = list(hand.moved) or [0] * self.sides
        for seat, number in enumerate(hand.won()):
            won[self.side(seat)] += number
        return won

    # -- what is legal -------------------------------------------------------------------------------------------------

    def legal(self, hand: Hand, seat: int | None = None) -> tuple[Legal, ...]:
        """The legal actions now, of ``seat`` only when given. At a real table a person may lay any card that is not
        known to be elsewhere, for nobody knows the hand."""
        if hand.turn is None or (seat is not None and seat != hand.turn):
            return ()
        return tuple(self.choices(hand))

    def choices(self, hand: Hand) -> Sequence[Legal]:
        """The legal actions of the seat whose turn it is."""
        if hand.phase == "play" and hand.turn is not None:
            plays = _plays_of(hand.turn)
            return [plays[card] for card in self.legal_cards(hand)]
        return ()

    def legal_cards(self, hand: Hand) -> list[Card]:
        """Cards that the seat whose turn it is may play (RULES C3, C4)."""
        if hand.hands is None or hand.turn is None:
            known = hand.played() | set(self.not_in_hand(hand))
            return [card for card in self.pack() if card not in known]
        own = hand.hands[hand.turn]
        return self.leads(hand, own) if not hand.trick else self.follows(hand, own)

    def leads(self, hand: Hand, own: list[Card]) -> list[Card]:
        """Cards of ``own`` that may be led: any (RULES C3)."""
        return list(own)

    def follows(self, hand: Hand, own: list[Card]) -> list[Card]:
        """Cards of ``own`` that may follow: of the led suit when there are any, else all (RULES C4)."""
        led = self.led_suit(hand)
        return [card for card in own if self.suit(hand, card) == led] or list(own)

    def not_in_hand(self, hand: Hand) -> Sequence[Card]:
        """Cards that lie open and that the seat whose turn it is cannot hold."""
        return ()

    def told_again(self, hand: Hand, action: Action) -> bool:
        """Whether ``action`` only tells again what has just happened; it is taken and changes nothing."""
        return False

    def why_not(self, hand: Hand, action: Action) -> str | None:
        """One sentence why ``action`` is refused now, None when it is legal. For the actor alone: it may tell of the
        actor's own hand, never of another."""
        if hand.phase == "over":
            return refusals.OVER
        if isinstance(action, TurnUp):
            return self.why_not_turned_up(hand, action)
        if hand.turn is None:
            return refusals.OPEN_CARDS
        if action.seat != hand.turn:
            return refusals.turn_of(hand.turn, action.seat)
        if isinstance(action, Play):
            return self._why_not_play(hand, action)
        return self.why_not_said(hand, action)

    def why_not_said(self, hand: Hand, action: Action) -> str | None:
        """As ``why_not``, for what is said and chosen at one's turn."""
        if action in self.choices(hand):
            return None
        return refusals.not_now(hand.turn, hand.phase)

    def why_not_turned_up(self, hand: Hand, action: TurnUp) -> str | None:
        """As ``why_not``, for cards that are laid open."""
        return None if hand.phase == "turn_up" and len(action.cards) == 1 else refusals.NONE_TURNED_UP

    def _why_not_play(self, hand: Hand, action: Play) -> str | None:
        if hand.phase != "play":
            return refusals.no_card_now(hand.turn, hand.phase)
        if action.card in self.legal_cards(hand):
            return None
        if hand.hands is not None and action.card not in hand.hands[action.seat]:
            return refusals.not_held(action.seat, action.card)
        return self.why_not_card(hand, action.card)

    def why_not_card(self, hand: Hand, card: Card) -> str:
        """Why a card that is held cannot be played now."""
        if hand.hands is None:
            return refusals.elsewhere(card)
        if not hand.trick:
            return refusals.not_led(card)
        return refusals.follow(self.led_suit(hand) or card.suit, card)

    def seen_taken(self, hand: Hand, seat: int) -> Sequence[Card]:
        """Cards that all have seen go into the hand of ``seat``, those it has played since among them."""
        return ()

    def revoke_provable(self, hand: Hand, number: int) -> bool:
        """Whether later play can prove a revoke in trick ``number`` (0…): unless cards were drawn since (RULES G12)."""
        return True

    # -- what happens --------------------------------------------------------------------------------------------------

    def apply(self, hand: Hand, action: Action) -> None:
        """Let ``action`` happen; raises ``Refused`` and changes nothing when it is not legal."""
        if (why := self.why_not(hand, action)) is not None:
            raise Refused(why)
        self.happen(hand, action)

    def happen(self, hand: Hand, action: Action) -> None:
        """Let ``action`` happen without asking whether it is legal: what is laid is laid (RULES T1)."""
        hand.actions.append(action)
        if isinstance(action, Play):
            self.play(hand, action.card)
        elif isinstance(action, TurnUp):
            self.turned_up(hand, action.cards)
        else:
            self.said(hand, action)

    def said(self, hand: Hand, action: Action) -> None:
        """Let a legal call, choice or the like happen."""
        raise NotImplementedError(f"{self.name} has no {action.key}")

    def turned_up(self, hand: Hand, cards: tuple[Card, ...]) -> None:
        """Cards were laid open: the turn-up fixes trumps (RULES W2)."""
        hand.turned_up, hand.trump = cards, cards[0].suit
        self.begin_play(hand)

    def play(self, hand: Hand, card: Card) -> None:
        """Let a legal card be played; the fourth one completes the trick."""
        if hand.hands is not None and hand.turn is not None:
            hand.hands[hand.turn].remove(card)
        hand.trick.append(card)
        if len(hand.trick) < self.players:
            hand.turn = (hand.leader + len(hand.trick)) % self.players
            return
        winners = self.trick_winners(hand)
        hand.tricks.append(Trick(hand.leader, tuple(hand.trick), winners))
        hand.trick, hand.leader, hand.turn = [], winners[0], winners[0]
        self.after_trick(hand)

    def after_trick(self, hand: Hand) -> None:
        """What follows a complete trick: after the last the hand is over (RULES C10)."""
        if len(hand.tricks) == self.tricks_in(hand):
            self.finish(hand)

    def finish(self, hand: Hand) -> None:
        """The hand is over."""
        hand.phase, hand.turn = "over", None

    def tricks_in(self, hand: Hand) -> int:
        """Tricks of the whole hand."""
        return hand.size

    # -- who wins a trick ----------------------------------------------------------------------------------------------

    def suit(self, hand: Hand, card: Card) -> str:
        """The suit that ``card`` counts for; a joker may be a trump (RULES B15)."""
        return card.suit

    def strength(self, hand: Hand, card: Card) -> int:
        """The order of the cards of one suit, highest best (RULES C1)."""
        return card.value

    def led_suit(self, hand: Hand) -> str | None:
        """The suit that must be followed, None where none is fixed yet."""
        return self.suit(hand, hand.trick[0]) if hand.trick else None

    def beats(self, hand: Hand, card: Card, best: Card) -> bool:
        """Whether ``card``, played later, takes the trick from ``best`` (RULES C5)."""
        suit, best_suit = self.suit(hand, card), self.suit(hand, best)
        if suit == best_suit:
            return self.strength(hand, card) > self.strength(hand, best)
        return suit == hand.trump

    def trick_winners(self, hand: Hand) -> tuple[int, ...]:
        """The seat that takes the trick that lies there (RULES C5)."""
        return (hand.seat(self.winning_place(hand)),)

    def winning_place(self, hand: Hand) -> int:
        """The place (0…) of the card that wins the trick that lies there as it stands, the first of equal ones (RULES
        C5)."""
        best = 0
        for place in range(1, len(hand.trick)):
            if self.beats(hand, hand.trick[place], hand.trick[best]):
                best = place
        return best

    # -- what it is worth ----------------------------------------------------------------------------------------------

    @property
    def target(self) -> int | None:
        """The score that wins a game; None where a number of hands decides."""
        score: int | None = getattr(self.options, "target", None)
        return score

    def counted(self, hand: Hand) -> list[int]:
        """The tricks of each side that count for the score."""
        return self.won_by_side(hand)

    def tricks_to_win(self, hand: Hand, side: int) -> int:
        """The tricks that count with which ``side`` wins the hand: what it gets when the other concedes (RULES T4)."""
        return BOOK + 1

    def first_standing(self, dealer: int = 0) -> Standing:
        """The standing before the first hand of a match, which ``dealer`` deals (RULES C11)."""
        return Standing(dealer=dealer, scores=(0,) * self.sides)

    def score(self, hand: Hand, standing: Standing) -> Line:
        """The line of the score sheet for a hand that is over, after ``standing``."""
        raise NotImplementedError

    def line(self, hand: Hand, entries: Sequence[tuple[int, int, str]], **more: Any) -> Line:
        """A line of ``entries``: side, points, and how they came about."""
        points = [0] * self.sides
        for side, number, _ in entries:
            points[side] += number
        return Line(
            number=hand.number,
            dealer=hand.dealer,
            trump=hand.trump,
            tricks=tuple(trick.winners for trick in hand.tricks),
            won=tuple(hand.won()),
            points=tuple(points),
            entries=tuple(entries),
            thrown_in=hand.thrown_in,
            **more,
        )

    def after(self, standing: Standing, line: Line) -> Standing:
        """The standing after a hand: scores added up, the deal passes to the left (RULES C9)."""
        scores = tuple(old + new for old, new in zip(standing.scores, line.points, strict=True))
        return self.judged(standing.next(scores=scores, dealer=self.left(standing.dealer)), line)

    def judged(self, standing: Standing, line: Line) -> Standing:
        """``standing`` with whether, and for whom, the match is over."""
        return standing

    def rank(self, standing: Standing) -> tuple[int, ...]:
        """The place of each side, 1 best: who has won the match comes first, though others' honours may count for more
        (RULES W9b); equal scores share a place (RULES U21)."""
        won = standing.winners if standing.over else ()
        return ranking([(side in won, score) for side, score in enumerate(standing.scores)])


@cache
def _plays_of(seat: int) -> dict[Card, Play]:
    return {card: Play(seat, card) for card in FULL_PACK}

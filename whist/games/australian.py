"""Australian Whist: rounds of growing and falling hands, tricks bid exactly; households may join with a pack of their
own (RULES U1–U28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

from whist.cards import NO_TRUMP, Card
from whist.names import seat_name, suit_name
from whist.phrases import listed, phrase
from whist.rules.actions import Action, Bid, Choose, Legal, Play
from whist.rules.base import Cards, Rules
from whist.rules.deal import Told
from whist.rules.hand import Hand
from whist.rules.options import Options, option
from whist.rules.standing import Line, Standing
from whist.rules.tricks import check_trump

CYCLE: Final = "HCDS"
"""Trumps by turns (RULES U6)."""
SPECIALS: Final = ("", "no_trumps", "blind", "misere", "")
"""The five rounds at the top (RULES U8); those named have ``Hand.special``."""
WITHOUT_TRUMPS: Final = ("no_trumps", "misere")
BIGGEST: Final = 10
"""Cards of the biggest hand, where the pack holds out (RULES U2)."""
HOUSEHOLD: Final = 7
"""Players for whom one pack is enough (RULES U1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AustralianOptions(Options):
    """Options of Australian Whist (RULES U4, U7, U16, U22, U27)."""

    title: ClassVar[str] = phrase("Australian Whist")
    households: int = option(
        1,
        "households that play together, each with a pack of its own (RULES U22)",
        1,
        2,
        3,
        says={2: phrase("two households"), 3: phrase("three households")},
    )
    first_household: int = option(
        0,
        "how many sit in the first household, from South on; 0: all are as equal as can be (RULES U22b)",
        low=0,
        high=HOUSEHOLD,
        says={size: phrase("{count} in the first household", count=size) for size in range(1, HOUSEHOLD + 1)},
    )
    second_household: int = option(
        0,
        "of three households, how many sit in the second; 0: the others are as equal as can be (RULES U22b)",
        low=0,
        high=HOUSEHOLD,
        says={size: phrase("{count} in the second household", count=size) for size in range(1, HOUSEHOLD + 1)},
    )
    extra_top_round: bool = option(
        False,
        "one more round of the biggest hand after the five special ones (RULES U4)",
        False,
        True,
        says={True: phrase("an extra top round")},
    )
    trump_cycle_on_nt: str = option(
        "consume",
        "whether a round without trumps uses up a suit's turn (RULES U7)",
        "consume",
        "pause",
        says={"pause": phrase("rounds without trumps skip no suit")},
    )
    trump_lead: str = option(
        "when_broken",
        "when trumps may be led: once one was played or nothing else is held, or any time (RULES U16)",
        "when_broken",
        "any",
        says={"any": phrase("trumps may be led any time")},
    )
    shared_lead: str = option(
        "first_played",
        "who leads after a shared trick: the sharer who played first, or whom the sharers agree on (RULES U27)",
        "first_played",
        "agreed",
        says={"agreed": phrase("sharers of a trick agree who leads")},
    )

    def impossible(self) -> str | None:
        """One household is of all who play; of two, the second has whoever is not in the first."""
        if self.first_household and self.households == 1:
            return phrase("where one household plays, all are in it: first_household must be 0")
        if self.second_household and self.households < len(self.asked):
            return phrase("second_household is for three households; where fewer play it must be 0")
        return None

    @property
    def asked(self) -> tuple[int, int, int]:
        """The size of each household as far as it is said, 0 for each that is not (RULES U22b)."""
        return self.first_household, self.second_household, 0


class Australian(Rules[AustralianOptions]):
    """Australian Whist: two to seven players in each household, each for himself (RULES U1, U23)."""

    name = "australian"
    options_type = AustralianOptions
    keys = ("bid", "choose", "play")
    fewest, most = 2, HOUSEHOLD * 3
    partners = False
    trick_points = 2

    def __init__(self, options: AustralianOptions | None = None, players: int | None = None) -> None:
        chosen = options or AustralianOptions()
        asked = chosen.asked[: chosen.households]
        others = asked.count(0)
        self.fewest, self.most = max(2, sum(asked) + others), sum(asked) + HOUSEHOLD * others
        super().__init__(options, players)
        self.household_sizes: tuple[int, ...] = _sizes(self.players, asked)
        """Players of each household (RULES U22b)."""
        self.biggest: int = min(BIGGEST, len(self.pack()) // max(self.household_sizes))
        """Cards of the biggest hand (RULES U2, U23)."""

    # -- the rounds ----------------------------------------------------------------------------------------------------

    @property
    def rounds(self) -> int:
        """Hands of a match (RULES U3, U4)."""
        return 2 * (self.biggest - 1) + len(SPECIALS) + self.options.extra_top_round

    def hand_size(self, number: int) -> int:
        """Cards of round ``number`` (1…): up to the biggest hand and down again (RULES U3)."""
        return max(1, min(number, self.biggest, self.rounds + 1 - number))

    def special_of(self, number: int) -> str:
        """What round ``number`` (1…) is: ``no_trumps``, ``blind``, ``misere``, or empty when ordinary (RULES U8)."""
        place = number - self.biggest
        return SPECIALS[place] if 0 <= place < len(SPECIALS) else ""

    def trump_of(self, number: int) -> str:
        """Trumps of round ``number`` (1…), ``NT`` for none (RULES U6, U7)."""
        if self.special_of(number) in WITHOUT_TRUMPS:
            return NO_TRUMP
        turn = number - 1
        if self.options.trump_cycle_on_nt == "pause":
            turn -= sum(self.special_of(earlier) in WITHOUT_TRUMPS for earlier in range(1, number))
        return CYCLE[turn % len(CYCLE)]

    # -- the deal ------------------------------------------------------------------------------------------------------

    def household_of(self, seat: int) -> int:
        """The household (0…) of ``seat``: each has the seats of one block."""
        household, after = 0, self.household_sizes[0]
        while seat >= after:
            household += 1
            after += self.household_sizes[household]
        return household

    def seats_of(self, household: int) -> range:
        """The seats of ``household`` (0…)."""
        first = sum(self.household_sizes[:household])
        return range(first, first + self.household_sizes[household])

    def shares_pack(self, seat: int) -> range:
        """The household of ``seat`` (RULES U22)."""
        return self.seats_of(self.household_of(seat))

    def shuffled(self, standing: Standing, rng: Random) -> Cards:
        """Each household deals its own pack to its own players, one card at a time (RULES U22)."""
        size = self.hand_size(standing.number)
        hands: list[list[Card]] = [[] for _ in range(self.players)]
        for household in range(len(self.household_sizes)):
            pack = list(self.pack())
            rng.shuffle(pack)
            seats = sorted(self.seats_of(household), key=lambda seat: (seat - standing.dealer - 1) % self.players)
            for place, seat in enumerate(seats):
                hands[seat] = pack[place : size * len(seats) : len(seats)]
        return Cards(hands, (), self.fixed_trump(standing, rng))

    def fixed_trump(self, standing: Standing, rng: Random) -> str | None:
        """Trumps by turns (RULES U6)."""
        return self.trump_of(standing.number)

    def check_each_once(self, dealt: Sequence[Card]) -> None:
        """Each card at most once in each household (RULES U22); ``dealt`` is one hand after the other."""
        size = len(dealt) // self.players
        for household in range(len(self.household_sizes)):
            seats = self.seats_of(household)
            super().check_each_once(dealt[seats.start * size : seats.stop * size])

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """The round's number fixes trumps and what is special (RULES U6, U8)."""
        fixed = self.trump_of(hand.number)
        if trump not in (None, fixed):
            raise ValueError(f"trumps of round {hand.number} are {fixed}, not {trump!r}")
        hand.trump, hand.special = fixed, self.special_of(hand.number)
        self.begin_round(hand)

    def begin_round(self, hand: Hand) -> None:
        """The dealer's left bids first (RULES U9); in Misère there are no bids (RULES U8)."""
        hand.bids = [None] * self.players
        self.begin_play(hand)
        if hand.special != "misere":
            hand.phase = "bid"

    def from_record(self, standing: Standing, cards: Cards, told: Told) -> Hand:
        """A round of which the number is told, or any; without trumps, and begun with a card, it is a Misère."""
        if not told.numbered:
            misere = told.misere
            if misere is None:
                misere = told.trump in (None, NO_TRUMP) and isinstance(told.first, Play)
            return self.start_recorded(standing, cards, told.trump, misere)
        if standing.number > self.rounds:
            raise ValueError(f"there is no round {standing.number}: a match has {self.rounds} rounds")
        hand = self.start(standing, cards, told.trump)
        if told.misere not in (None, hand.special == "misere"):
            raise ValueError(f"round {hand.number} is {'not ' * bool(told.misere)}the Misère")
        return hand

    def start_recorded(
        self, standing: Standing | None, cards: Cards, trump: str | None = None, misere: bool = False
    ) -> Hand:
        """A hand that was recorded without its round: as many cards as the hands have, trumps as told (here or in
        ``cards``), Misère when told. Who deals is taken from ``standing``; None is the first one.

        Raises ``ValueError`` with one sentence when that can be no round of this game."""
        told = self._told_trump(cards.trump if trump is None else trump, misere)
        size = len(cards.hands[0]) if cards.hands else 0
        if not 1 <= size <= self.biggest:
            raise ValueError(f"a hand has 1 to {self.biggest} cards with {self.players} players, not {size}")
        before = self.first_standing() if standing is None else standing
        hand = Hand(self.players, before.dealer, before.number, size, trump=told, special="misere" if misere else "")
        self.check_cards(hand, cards)
        hand.hands, hand.stock = [list(own) for own in cards.hands], []
        hand.leader = self.first_leader(hand)
        self.begin_round(hand)
        hand.origin = hand.copy()
        return hand

    def _told_trump(self, trump: str | None, misere: bool) -> str:
        if trump is None and not misere:
            raise ValueError("trumps are not told; a round without trumps says NT")
        if misere and trump not in (None, NO_TRUMP):
            raise ValueError(f"Misère is played without trumps, not with {trump}")
        return check_trump(NO_TRUMP if trump is None else trump)

    # -- bids and choices ----------------------------------------------------------------------------------------------

    def choices(self, hand: Hand) -> Sequence[Legal]:
        """Bids from nothing to all (RULES U9, U10), or the sharers who may lead (RULES U27)."""
        if hand.turn is not None and hand.phase == "bid":
            barred = self.forbidden_bid(hand)
            return [Bid(hand.turn, number) for number in range(hand.size + 1) if number != barred]
        if hand.turn is not None and hand.phase == "choose":
            return [Choose(hand.turn, str(seat)) for seat in hand.tricks[-1].winners]
        return super().choices(hand)

    def forbidden_bid(self, hand: Hand) -> int | None:
        """What the dealer, who bids last, may not bid: bids must not add up to the cards (RULES U10–U12, U28). None
        where every bid is allowed."""
        if hand.phase != "bid" or hand.turn != hand.dealer:
            return None
        rest = hand.size - sum(bid or 0 for bid in hand.bids)
        return rest if rest >= 0 else None

    def why_not(self, hand: Hand, action: Action) -> str | None:
        """As in any game; before a lead that is to be agreed on there is no other action."""
        if hand.phase != "choose" or action.seat != hand.turn:
            return super().why_not(hand, action)
        if action in self.choices(hand):
            return None
        return phrase(
            "The trick is shared by {names}: {name} must first say which of them leads.",
            names=listed([seat_name(seat) for seat in sorted(hand.tricks[-1].winners)]),
            name=seat_name(hand.turn),
        )

    def why_not_said(self, hand: Hand, action: Action) -> str | None:
        """As in any game; a bid is a whole number."""
        if hand.phase != "bid" or not isinstance(action, Bid):
            return super().why_not_said(hand, action)
        if type(action.call) is not int or not 0 <= action.call <= hand.size:
            return phrase(
                "A bid is a number of tricks from 0 to {most}, not {bid}.", most=hand.size, bid=repr(action.call)
            )
        if action.call == self.forbidden_bid(hand):
            return phrase(
                "The dealer may not bid {bid}: the bids would add up to the number of cards, {size}.",
                bid=action.call,
                size=hand.size,
            )
        return None

    def said(self, hand: Hand, action: Action) -> None:
        """A bid (RULES U9), or who leads after a shared trick (RULES U27)."""
        if isinstance(action, Bid):
            self._bid(hand, action)
        elif isinstance(action, Choose):
            self._lead_agreed(hand, int(action.what))

    def _bid(self, hand: Hand, bid: Bid) -> None:
        hand.bids[bid.seat] = int(bid.call)
        if bid.seat == hand.dealer:
            self.begin_play(hand)
        else:
            hand.turn = self.left(bid.seat)

    def _lead_agreed(self, hand: Hand, leader: int) -> None:
        shared = hand.tricks[-1]
        others = tuple(seat for seat in shared.winners if seat != leader)
        hand.tricks[-1] = replace(shared, winners=(leader, *others))
        hand.leader = leader
        self.begin_play(hand)

    # -- the play ------------------------------------------------------------------------------------------------------

    def leads(self, hand: Hand, own: list[Card]) -> list[Card]:
        """A trump only once trumps are broken, or when there is nothing else (RULES U16–U18)."""
        if self.options.trump_lead == "any" or self.trumps_broken(hand):
            return list(own)
        return [card for card in own if card.suit != hand.trump] or list(own)

    def trumps_broken(self, hand: Hand) -> bool:
        """Whether a trump was played to an earlier trick of this round (RULES U16, U17)."""
        return any(card.suit == hand.trump for trick in hand.tricks for card in trick.cards)

    def legal_cards(self, hand: Hand) -> list[Card]:
        """As in any game; where hands are unknown, every card of its household's pack that is still to come."""
        if hand.hands is not None or hand.turn is None:
            return super().legal_cards(hand)
        gone = self._gone(hand, self.household_of(hand.turn))
        return [card for card in self.pack() if card not in gone]

    def _gone(self, hand: Hand, household: int) -> set[Card]:
        """The cards that a household has played."""
        seats = self.seats_of(household)
        before = {trick.by(seat) for trick in hand.tricks for seat in seats}
        now = enumerate(hand.trick, hand.leader)
        return before | {card for seat, card in now if seat % self.players in seats}

    def why_not_card(self, hand: Hand, card: Card) -> str:
        """As in any game; a trump may be barred from the lead (RULES U16)."""
        if hand.hands is None or hand.trick:
            return super().why_not_card(hand, card)
        return phrase("Trumps are not broken yet: lead another suit than {suit}.", suit=suit_name(card.suit))

    def trick_winners(self, hand: Hand) -> tuple[int, ...]:
        """Every owner of a card that is best, the one who played first in front (RULES U15, U24, U27)."""
        first = super().trick_winners(hand)[0]
        best = hand.trick[(first - hand.leader) % self.players]
        return tuple((hand.leader + place) % self.players for place, card in enumerate(hand.trick) if card == best)

    def after_trick(self, hand: Hand) -> None:
        """The sharers of a trick may have to agree who leads the next one; the one who played first says whom they
        agreed on (RULES U27)."""
        super().after_trick(hand)
        if not hand.over and len(hand.tricks[-1].winners) > 1 and self.options.shared_lead == "agreed":
            hand.phase = "choose"

    # -- what it is worth ----------------------------------------------------------------------------------------------

    def score(self, hand: Hand, standing: Standing) -> Line:
        """A bid made exactly, or Misère (RULES U19, U20, U25, U26)."""
        points = self._misere if hand.special == "misere" else self._made
        return self.line(hand, [points(hand, seat, won) for seat, won in enumerate(self.won_by_side(hand))])

    def _made(self, hand: Hand, seat: int, won: int) -> tuple[int, int, str]:
        bid = hand.bids[seat]
        if won != bid:
            return seat, 0, phrase("bid {bid}, took {won}", bid=bid, won=won)
        shared = sum(len(trick.winners) > 1 and seat in trick.winners for trick in hand.tricks)
        how = phrase("bid {bid} and took {won}", bid=bid, won=won)
        if shared:
            how = phrase("bid {bid} and took {won}, {shared} of them shared", bid=bid, won=won, shared=shared)
        return seat, 10 + 2 * won - shared, how

    def _misere(self, hand: Hand, seat: int, won: int) -> tuple[int, int, str]:
        return seat, (-2 * won if won else 10), phrase("Misère, took {won}", won=won)

    def judged(self, standing: Standing, line: Line) -> Standing:
        """After the last round the highest total wins; equal totals share (RULES U21)."""
        if standing.number <= self.rounds:
            return standing
        best = max(standing.scores)
        winners = tuple(side for side, score in enumerate(standing.scores) if score == best)
        return replace(standing, over=True, winners=winners)


def _sizes(players: int, asked: Sequence[int]) -> tuple[int, ...]:
    """How many of ``players`` sit in each household: as many as ``asked``, and where that is 0 the rest, as equal as
    can be, the larger ones before the smaller (RULES U22b)."""
    each, more = divmod(players - sum(asked), asked.count(0))
    rest = iter([each + 1] * more + [each] * (asked.count(0) - more))
    return tuple(size or next(rest) for size in asked)

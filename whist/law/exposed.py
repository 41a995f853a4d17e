"""Table law for real cards: exposed cards, leads and plays out of turn, misdeals, tricks looked at (RULES T7–T11).

``Law`` is what the table keeps of it beside a hand; every function takes it as it is and returns the next. Revokes are
in ``revokes`` (RULES T1, T2, T12), what they cost in ``penalties`` (T4–T6), going back in a hand in ``going_back``.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from whist.cards import SUIT_NAMES, Card
from whist.names import card_name, one_of, seat_first, seat_name
from whist.phrases import Phrase, phrase
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.options import Options
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

EXPOSED_BY: Final = ("dropped", "two_at_once", "shown", "taken_back", "out_of_turn")
"""How a card becomes exposed (RULES T3, T7, T8); on the floor it does not."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """``card`` of ``seat`` lies face up before its owner since trick ``trick`` (0…; -1 before the first lead)."""

    seat: int
    card: Card
    trick: int
    how: str = "shown"


@dataclass(frozen=True, slots=True)
class Law:
    """What table law holds in store in one hand. A new hand begins with ``Law()``."""

    exposed: tuple[Exposed, ...] = ()
    demanded: tuple[Play, ...] = ()
    """Exposed cards that the opponents demand in this trick (RULES T7)."""
    leads: tuple[tuple[int, str], ...] = ()
    """(side, suit): the suit that a side must lead when it next has the lead (RULES T8)."""
    not_led: tuple[tuple[int, str], ...] = ()
    """(trick, suit): another suit was led to that trick (0…) than the one that had been named (RULES T8)."""

    def exposed_of(self, seat: int) -> tuple[Card, ...]:
        """The exposed cards of ``seat``."""
        return tuple(one.card for one in self.exposed if one.seat == seat)

    def demanded_of(self, seat: int) -> tuple[Card, ...]:
        """The cards that the opponents of ``seat`` demand in this trick."""
        return tuple(play.card for play in self.demanded if play.seat == seat)


# -- T7: exposed cards -------------------------------------------------------------------------------------------------


def expose(rules: Rules[Any], hand: Hand, law: Law, seat: int, card: Card, how: str = "shown") -> Law:
    """``card`` of ``seat`` has become exposed ``how`` (one of ``EXPOSED_BY``, or ``"floor"``: a card that fell to the
    floor is not exposed). Nothing changes where the house does not call exposed cards. Raises ``Refused`` for a card
    that the seat cannot hold, ``ValueError`` for another ``how``."""
    if how not in (*EXPOSED_BY, "floor"):
        raise ValueError(f"a card is exposed in one of the ways {', '.join(EXPOSED_BY)}, not {how!r}")
    if not may_hold(rules, hand, seat, card):
        raise Refused(phrase("{name} cannot hold {card}.", name=seat_first(seat), card=card_name(card)))
    if how == "floor" or rules.options.exposed_cards == "off":
        return law
    return exposed(hand, law, seat, card, how)


def exposed(hand: Hand, law: Law, seat: int, card: Card, how: str = "shown") -> Law:
    """The law once ``card`` of ``seat`` has become exposed, whatever can be today: it was granted then."""
    if card in law.exposed_of(seat):
        return law
    now = len(hand.tricks) if hand.trick else len(hand.tricks) - 1
    return replace(law, exposed=(*law.exposed, Exposed(seat, card, now, how)))


def may_hold(rules: Rules[Any], hand: Hand, seat: int, card: Card) -> bool:
    """Whether ``seat`` can hold ``card`` for all that is known."""
    if hand.hands is not None:
        return card in hand.hands[seat]
    probe = copy(hand)
    probe.turn = seat
    return card in rules.legal_cards(probe)


def why_not_demand(rules: Rules[Any], hand: Hand, law: Law, by: int, card: Card) -> Phrase | None:
    """One sentence why the person at ``by`` cannot demand that ``card`` is played to this trick; None when that is
    possible: an opponent's card, exposed in an earlier trick, not known to be illegal (RULES T7)."""
    if rules.options.exposed_cards == "off":
        return phrase("Exposed cards cannot be demanded by the rules of this house.")
    if hand.phase != "play":
        return phrase("A card can be demanded only while cards are played.")
    found = _opponents_card(rules, law, by, card)
    if found is None:
        return phrase("That is no exposed card of an opponent: {card}.", card=card_name(card))
    if found.trick >= len(hand.tricks):
        return phrase("That card was exposed in this trick; it can be demanded from the next one on.")
    if (found.seat - hand.leader) % hand.seats < len(hand.trick):
        return phrase("{name} has already played to this trick.", name=seat_first(found.seat))
    if any(one.seat == found.seat for one in law.demanded):
        return phrase("A card of {name} has been demanded in this trick already.", name=seat_name(found.seat))
    return None if _can_be_legal(rules, hand, law, found) else phrase("That card may not be played to this trick.")


def may_demand(rules: Rules[Any], hand: Hand, law: Law, by: int) -> tuple[Card, ...]:
    """The exposed cards that the person at ``by`` may demand now (RULES T7)."""
    return tuple(one.card for one in law.exposed if why_not_demand(rules, hand, law, by, one.card) is None)


def demand(rules: Rules[Any], hand: Hand, law: Law, by: int, card: Card) -> Law:
    """The person at ``by`` demands that ``card`` is played to this trick; raises ``Refused``. It is played when it is
    legal then: a demand never forces a revoke (RULES T7)."""
    if (why := why_not_demand(rules, hand, law, by, card)) is not None:
        raise Refused(why)
    return demanded(rules, law, by, card)


def demanded(rules: Rules[Any], law: Law, by: int, card: Card) -> Law:
    """The law once the person at ``by`` has demanded ``card``, whatever may be demanded today: it was granted then."""
    owners = [one.seat for one in law.exposed if one == _opponents_card(rules, law, by, card)]
    return replace(law, demanded=(*law.demanded, *(Play(seat, card) for seat in owners)))


def deny(law: Law, seat: int, card: Card) -> Law:
    """``seat`` does not hold ``card``: it is neither exposed nor demanded any more."""
    return replace(
        law,
        exposed=tuple(one for one in law.exposed if (one.seat, one.card) != (seat, card)),
        demanded=tuple(play for play in law.demanded if (play.seat, play.card) != (seat, card)),
    )


def _opponents_card(rules: Rules[Any], law: Law, by: int, card: Card) -> Exposed | None:
    side = rules.side(by)
    return next((one for one in law.exposed if one.card == card and rules.side(one.seat) != side), None)


def _can_be_legal(rules: Rules[Any], hand: Hand, law: Law, one: Exposed) -> bool:
    own = held(rules, hand, law, one.seat)
    if one.card not in own:
        return False  # another has played it
    if not hand.trick and hand.turn != one.seat:
        return True  # what is led will tell
    return one.card in lawful(rules, hand, one.seat, own)


def lawful(rules: Rules[Any], hand: Hand, seat: int, own: Sequence[Card]) -> list[Card]:
    """Which of ``own`` the seat could play to this trick if those were its cards."""
    probe = copy(hand)
    probe.turn = seat
    return rules.follows(probe, list(own)) if hand.trick else rules.leads(probe, list(own))


def held(rules: Rules[Any], hand: Hand, law: Law, seat: int) -> list[Card]:
    """Cards that ``seat`` is known to hold: all, or where hands are unknown those that were seen."""
    if hand.hands is not None:
        return list(hand.hands[seat])
    played = hand.played()
    return [card for card in (*law.exposed_of(seat), *rules.seen_taken(hand, seat)) if card not in played]


def why_not_play(rules: Rules[Any], hand: Hand, law: Law, play: Play) -> Phrase | None:
    """One sentence why table law refuses a play that the game allows: an exposed card is demanded and legal (RULES
    T7), or a suit must be led (RULES T8). Where the hand is unknown, only what the cards in view prove is refused."""
    own = list(dict.fromkeys([*held(rules, hand, law, play.seat), play.card]))
    allowed = lawful(rules, hand, play.seat, own)
    for wanted in law.demanded_of(play.seat):
        if wanted != play.card and wanted in allowed:
            return phrase("The opponents demand {card}; play it.", card=card_name(wanted))
    suit = must_lead(rules, hand, law)
    suits = {rules.suit(hand, card) for card in allowed}
    if suit is not None and suit in suits and rules.suit(hand, play.card) != suit:
        return phrase("The opponents have named the suit: lead {one}.", one=one_of(suit))
    return None


def after_play(rules: Rules[Any], hand: Hand, law: Law, play: Play) -> Law:
    """What is left of table law after ``play``; ``hand`` is as it was before it."""
    side, named = rules.side(play.seat), must_lead(rules, hand, law)
    otherwise = named is not None and rules.suit(hand, play.card) != named
    return Law(
        exposed=tuple(one for one in law.exposed if (one.seat, one.card) != (play.seat, play.card)),
        demanded=tuple(one for one in law.demanded if one.seat != play.seat),
        leads=law.leads if hand.trick else tuple(one for one in law.leads if one[0] != side),
        not_led=(*law.not_led, (len(hand.tricks), named)) if otherwise and named else law.not_led,
    )


# -- T8, T9: out of turn -----------------------------------------------------------------------------------------------


def must_lead(rules: Rules[Any], hand: Hand, law: Law) -> str | None:
    """The suit that the seat on lead must lead if it can, as the opponents named it (RULES T8); None for any."""
    if hand.turn is None or hand.trick:
        return None
    return dict(law.leads).get(rules.side(hand.turn))


def lead_out_of_turn(rules: Rules[Any], hand: Hand, law: Law, seat: int, card: Card, how: str) -> Law:
    """``seat`` has led ``card`` out of turn and takes it back; the opponents treat it as ``"exposed"`` or name the
    suit, one of ``C D H S``, that its side must lead when it next has the lead (RULES T8). If all have played to it the
    trick stands: ``going_back.led_by``. Raises ``Refused``."""
    if hand.phase != "play" or hand.trick or hand.turn == seat:
        raise Refused(phrase("{name} has not led out of turn.", name=seat_first(seat)))
    if how == "exposed":
        return expose(rules, hand, law, seat, card, "out_of_turn")
    if how not in SUIT_NAMES:
        raise Refused(phrase('A lead out of turn is treated as "exposed", or a suit is named (C, D, H or S).'))
    return led_out_of_turn(rules, hand, law, seat, card, how)


def led_out_of_turn(rules: Rules[Any], hand: Hand, law: Law, seat: int, card: Card, how: str) -> Law:
    """The law once the opponents of ``seat``, who had led ``card`` out of turn, have said ``how`` it is treated,
    whatever may be said today: it was granted then."""
    if how == "exposed":
        return exposed(hand, law, seat, card, "out_of_turn")
    side = rules.side(seat)
    return replace(law, leads=(*(one for one in law.leads if one[0] != side), (side, how)))


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """What the law allows after a play out of turn (RULES T9). The table asks for the card back in any case."""

    may_go_first: tuple[int, ...] = ()
    """Seats that may play before their turn too."""
    may_be_told: tuple[int, ...] = ()
    """Seats of the side that may be told to win, or not to win, the trick."""


def out_of_turn(rules: Rules[Any], hand: Hand, seat: int) -> OutOfTurn:
    """What the law allows when ``seat`` plays to this trick before its turn: the third hand before the second, so may
    the fourth; the fourth before the third, the third's side may be told to win the trick or not (RULES T9). There is
    a third and a fourth hand only where partners play. Raises ``Refused`` when it is the seat's turn."""
    place, next_place = (seat - hand.leader) % hand.seats, len(hand.trick)
    if hand.phase != "play" or place <= next_place:
        raise Refused(phrase("{name} has not played before its turn.", name=seat_first(seat)))
    if not rules.partners or not hand.trick:
        return OutOfTurn()
    if place == 2:
        return OutOfTurn(may_go_first=((hand.leader + 3) % hand.seats,))
    third = rules.side((hand.leader + 2) % hand.seats)
    return OutOfTurn(may_be_told=tuple(one for one in range(hand.seats) if rules.side(one) == third))


# -- T10: misdeals -----------------------------------------------------------------------------------------------------


def redeal_standing(options: Options, rules: Rules[Any], standing: Standing) -> Standing:
    """The standing before the deal that follows a misdeal: the same hand, dealt by the same dealer or, by option, by
    the next (RULES T10)."""
    return standing if options.misdeal == "same_dealer" else replace(standing, dealer=rules.left(standing.dealer))


# -- T11: tricks looked at ---------------------------------------------------------------------------------------------


def may_review(options: Options, hand: Hand, trick: int, turned: bool = True, claimed: bool = False) -> bool:
    """Whether trick ``trick`` (0…) may be looked at: one that is not ``turned`` yet always, else by option the last
    one, all or none (RULES T11); all where a revoke is ``claimed`` after the hand (RULES T6)."""
    last = len(hand.tricks) - 1
    if not 0 <= trick <= last:
        return False
    if (claimed and hand.over) or (trick == last and not turned):
        return True
    return options.review == "all" or (options.review == "last_trick" and trick == last)

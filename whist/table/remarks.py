"""What happened that people may want to talk about: what was corrected, revokes and breaches, and what table law allows
after a card that was laid out of turn."""

from __future__ import annotations

from typing import Any

from whist.law import exposed, revokes
from whist.law.breaches import Breach, breaches
from whist.law.going_back import taken_back
from whist.names import card_name, suit_name
from whist.phrases import Phrase, listed, phrase
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.naming import correction_text, person_name, seat_name
from whist.table.state.state import State
from whist.table.words.remarks import revoked as remark_of_revoke


def notes(state: State, rules: Rules[Any]) -> list[str]:
    """What happened that people may want to talk about; nothing of an announcement (RULES K3)."""
    if state.holders.obey:
        return list(state.notes)
    hand, found = state.hand, remarks(state, rules)
    if rules.options.revoke_alert == "table":
        found += [_alert(revoke, state) for revoke in _known_at_once(state, rules, hand)]
    return found + _out_of_turn(state, rules, hand)


def remarks(state: State, rules: Rules[Any]) -> list[str]:
    """What was found and corrected in the present hand, as it is remembered when the hand is over."""
    if state.holders.obey:
        return list(state.notes)
    hand = state.hand
    notes: list[str] = [correction_text(event, state, rules) for event in state.corrections]
    notes += [_revoked(revoke, state, rules, hand) for revoke in state.revokes]
    return notes + [_breached(breach, state) for breach in breaches(rules, hand, state.law)]


def _revoked(revoke: revokes.Revoke, state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    who, trick = seat_name(revoke.seat, state), hand.tricks[revoke.trick]
    missed = dict(revokes.not_followed(rules, hand, trick.leader, trick.cards))
    stands = rules.options.revoke_penalty == "none"
    return remark_of_revoke(who, revoke.trick + 1, missed.get(revoke.seat, "J"), stands=stands)


def _breached(breach: Breach, state: State) -> Phrase:
    who, trick = seat_name(breach.seat, state), breach.trick + 1
    if breach.wrong == "named":
        return phrase(
            "{name} was to lead {suit} to trick {trick} and had one; the trick stands.",
            name=who,
            suit=suit_name(breach.suit),
            trick=trick,
        )
    if breach.wrong == "kept":
        return phrase("{name} kept a joker in trick {trick} that had to go; the trick stands.", name=who, trick=trick)
    return phrase(
        "{name} led {card} to trick {trick} too soon, with something else to lead; the trick stands.",
        name=who,
        card=card_name(breach.card),
        trick=trick,
    )


def _known_at_once(state: State, rules: Rules[Any], hand: Hand) -> list[revokes.Revoke]:
    """Revokes in the trick that lies there that follow from cards known to be in a hand (RULES T12)."""
    found = []
    for play, known in zip(state.trick, state.laws, strict=True):
        before = taken_back(rules, hand, play.seat)
        revoke = revokes.revokes_now(rules, before, Play(play.seat, play.card), known)
        found += [revoke] if revoke else []
    return found


def _alert(revoke: revokes.Revoke, state: State) -> Phrase:
    return phrase("{name} can follow suit in this trick and has not.", name=seat_name(revoke.seat, state))


def own_notes(state: State, rules: Rules[Any], seat: int) -> list[Phrase]:
    """What only the person at ``seat`` is told (RULES T12)."""
    if rules.options.revoke_alert != "owner" or not state.trick:
        return []
    found = _known_at_once(state, rules, state.hand)
    return [_alert(revoke, state) for revoke in found if revoke.seat == seat]


def _out_of_turn(state: State, rules: Rules[Any], hand: Hand) -> list[Phrase]:
    """What the law allows after a card that was laid out of turn (RULES T9)."""
    if state.barred is None or not hand.trick or hand.phase != "play":
        return []
    if (state.barred[0] - hand.leader) % hand.seats <= len(hand.trick):
        return []  # that seat's turn has come since
    allowed = exposed.out_of_turn(rules, hand, state.barred[0])
    turn = seat_name(hand.turn, state)
    notes = [
        phrase("{name} may play before {turn} too.", name=seat_name(seat, state), turn=turn)
        for seat in allowed.may_go_first
    ]
    if allowed.may_be_told:
        told = listed([seat_name(seat, state) for seat in allowed.may_be_told])
        notes.append(phrase("{names} may be told to win this trick, or not to win it.", names=told))
    return notes


def revoke_text(state: State, seat: int | None) -> Phrase | None:
    """What ``seat`` (None: everybody) is told of a revoke that is known at once (RULES T12)."""
    if state.revoke_known is None:
        return None
    owner, suit = state.revoke_known
    if seat is None:
        return phrase(
            "{name} could follow suit and has not: a card of {suit} is known to be in that hand.",
            name=person_name(owner, state),
            suit=suit_name(suit),
        )
    if seat != owner:
        return None
    return phrase(
        "You hold one of the {suit} that were led: take your card back and follow suit, or let it stand.",
        suit=suit_name(suit),
    )

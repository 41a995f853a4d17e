"""A card that lies just where and when somebody should lay one, but reads as one that is known to be elsewhere (RULES
T9): it may well be another one, misread. Evidence stands, and people are asked which card lies there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from whist.cards import FULL_PACK, PACK, Card
from whist.messages.observations import LaidCard, Reading
from whist.rules.actions import TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.seen.earlier_cards import gone, record
from whist.table.seen.last_seen import offered
from whist.table.state.around import lies_before
from whist.table.state.holding import named_open
from whist.table.state.state import State
from whist.table.state.told import is_at


def contradicted(
    state: State, turn: int, new: Collection[tuple[LaidCard, Card | None]], left: Collection[Card]
) -> dict[LaidCard, Card]:
    """Which of the ``new`` cards, with what each reads as, lie before the seat ``turn``, who lays with their own hands,
    and read as one that was played or stands in a holder. One that has ``left`` its holder is not meant, nor one that
    people have said it to be; nor do several that were played mean anything: an old trick is looked at.

    Before nobody lies what was pushed, or an android's; where no androids are, what stands in a holder is not it.
    """
    if turn in state.holders.seats:
        return {}
    found = dict[LaidCard, Card]()
    standing, played = state.holders.cards() - set(left), state.played()
    for laid, card in new:
        before = lies_before(state, laid)
        there = before == turn or (before is None and card in standing and not state.holders.obey)
        if card is not None and card in standing | played and there and not _is_said(state, laid, card):
            found[laid] = card
    again = [laid for laid, card in new if card in played]
    return {laid: card for laid, card in found.items() if card in standing or len(again) == 1}


def _is_said(state: State, laid: LaidCard, card: Card | None) -> bool:
    """Whether people have said that it is that card which lies there."""
    return any(told.card == card and is_at(told.question, laid) for told in state.told)


def candidates(
    state: State,
    reading: Reading,
    card: Card | None = None,
    pack: Collection[Card] = PACK,
    missing: Collection[Card] = (),
) -> tuple[Card, ...]:
    """Which cards of a ``pack`` something that reads so may be, and is taken for ``card``, if for any; only what is
    public is left out, or the list would tell what stands in a holder, but for cards of the trick that are ``missing``.
    Where all that look like it were played, it may be any that was not."""
    likely = offered(reading, record(state).elsewhere(reading) - set(missing))
    return likely if likely or card is None else all_left(state, pack, card)


def all_left(state: State, pack: Collection[Card] = PACK, but: Card | None = None) -> tuple[Card, ...]:
    """All cards of a ``pack`` but those that everybody knows not to be laid now: they are gone, or lie elsewhere and
    must be taken back, as all ``but`` the one in question do."""
    turn = state.turn
    known = set(state.played()) if turn is None else gone(state, turn)
    known |= {*state.wrong_cards} - {but}
    known -= {state.turn_up} if turn == state.dealer and state.turn_up not in state.played() else set()
    return tuple(card for card in pack if card not in known)


def never_open(state: State, rules: Rules[Any], hand: Hand) -> set[Card]:
    """Cards that cannot be turned up now. One that lay open before by a person's word alone can: another was."""
    gone = {*state.played(), *(card.card for card in state.aside)}
    never = {card for card in FULL_PACK if rules.why_not(hand, TurnUp(hand.dealer, (card,))) is not None}
    return gone | (never - named_open(state, rules))

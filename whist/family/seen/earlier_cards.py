"""What all can see speaks against a card of an earlier trick: whether it was misread is asked
(``whist.table.seen.misread``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.cards import FULL_PACK, Card
from whist.family.state.seats import before, people
from whist.family.state.state import State
from whist.law.going_back import played_again
from whist.messages import events as ev
from whist.messages.observations import LaidCard, Reading
from whist.rules.actions import Action, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.seen.last_seen import UNDENIABLE, WEAK, clear, offered
from whist.table.seen.misread import asked, question, twin


def decide(state: State, rules: Rules[Any], laid: Sequence[LaidCard]) -> list[ev.Event] | None:
    """The events about earlier cards that what is newly ``laid`` speaks against; nothing else happens as long as it is
    not known what that card was. None where nothing waits for that."""
    hand = state.hand
    if hand is None or hand.phase != "play":
        return None
    found = _laid_again(state, rules, hand, laid) or _led_early(state, rules, hand, laid)
    wanted = [found] if found else _not_followed(state, rules, hand)
    events = asked(state.questions, wanted, people(state.holders, rules.players), state.next_question)
    return events if events or found else None


def turned_up_again(state: State, rules: Rules[Any], found: LaidCard) -> list[ev.Event]:
    """The events about an earlier card that reads just as the one that was turned up now; none where there is none."""
    hand, card = state.hand, found.reading.best
    if hand is None or found.reading.probability < UNDENIABLE or card not in hand.played():
        return []
    excluded = gone(state) | (set(FULL_PACK) - set(rules.pack()))
    wanted = [question(trick, seat, card, excluded) for trick, seat, old in _earlier(state) if old == card]
    known = [one for one in wanted if one is not None]
    return asked(state.questions, known, people(state.holders, rules.players), state.next_question)


def sure(state: State) -> set[Card]:
    """The cards of this hand of which all know for sure that they were played: those of the trick that lies there, and
    those of earlier tricks of which a person has said so."""
    said = {card for trick, seat, card in _earlier(state) if (trick, seat) in state.vouched}
    return said | {play.card for play in state.trick}


def elsewhere(state: State, reading: Reading) -> set[Card]:
    """As ``whist.table.seen.earlier_cards.elsewhere``."""
    played = set(state.hand.played()) if state.hand else set()
    likely = {reading.best} if reading.probability >= WEAK and offered(reading, played) else set()
    return played - (likely - sure(state))


def gone(state: State) -> set[Card]:
    """The cards that all know not to have been played by mistake for another."""
    return (set(state.hand.played()) if state.hand else set()) | {aside.card for aside in state.aside}


def _earlier(state: State) -> list[tuple[int, int, Card]]:
    """Trick (1…), seat and card of every play to a trick that does not lie there any more."""
    tricks = state.hand.tricks if state.hand else []
    lies = {play.card for play in state.trick}
    plays = [
        (number, trick.seat(place), card)
        for number, trick in enumerate(tricks, 1)
        for place, card in enumerate(trick.cards)
    ]
    return [play for play in plays if play[2] not in lies]


def _question(state: State, rules: Rules[Any], trick: int, seat: int, card: Card) -> ev.Question | None:
    """The question which card a play was; None where somebody has answered it, and for that of a computer player, which
    was read twice: in its holder and on the table."""
    if (trick, seat) in state.vouched or seat in state.holders.seats:
        return None
    return question(trick, seat, card, gone(state) | (set(FULL_PACK) - set(rules.pack())))


def _laid_again(state: State, rules: Rules[Any], hand: Hand, laid: Sequence[LaidCard]) -> ev.Question | None:
    """A card, one alone, is seen without any doubt where and when somebody should lay one, that was played to an
    earlier trick."""
    sure_ones = [found for found in laid if found.reading.probability >= UNDENIABLE]
    again = [found for found in sure_ones if found.reading.best in hand.played()]
    if len(again) != 1 or before(again[0].x, again[0].y, rules.players) not in (None, hand.turn):
        return None  # several: an old trick is looked at
    for trick, seat, card in _earlier(state):
        if card == again[0].reading.best:
            return _question(state, rules, trick, seat, card)
    return None


def _led_early(state: State, rules: Rules[Any], hand: Hand, laid: Sequence[LaidCard]) -> ev.Question | None:
    """Somebody leads who has not won the last trick, but would have if a card of it were its twin."""
    if state.trick or not hand.tricks or len(laid) != 1:
        return None
    leads = before(laid[0].x, laid[0].y, rules.players)
    if leads in (None, hand.turn, *state.holders.seats) or not clear(laid[0].reading):
        return None
    if laid[0].reading.best in hand.played():
        return None
    number = len(hand.tricks)
    plays = [(seat, card) for trick, seat, card in _earlier(state) if trick == number]
    for seat, card in sorted(plays, key=lambda play: play[0] != leads):
        other = twin(card, gone(state))
        if other in rules.pack() and other is not None and _leader(rules, hand, Play(seat, card), other) == leads:
            return _question(state, rules, number, seat, card)
    return None


def _leader(rules: Rules[Any], hand: Hand, misread: Play, card: Card) -> int | None:
    """Who leads next if a play was another ``card``."""
    actions: list[Action] = [Play(misread.seat, card) if action == misread else action for action in hand.actions]
    return played_again(rules, hand, actions).turn


def _not_followed(state: State, rules: Rules[Any], hand: Hand) -> list[ev.Question]:
    """Cards by which somebody has revoked, and would have followed with their twins (RULES T1)."""
    questions = []
    revoked = {(revoke.trick + 1, revoke.seat) for revoke in state.revokes}
    for trick, seat, card in _earlier(state):
        other = twin(card, gone(state))
        if (trick, seat) in revoked and other is not None and other.suit == hand.tricks[trick - 1].cards[0].suit:
            questions.append(_question(state, rules, trick, seat, card))
    return [one for one in questions if one is not None]

"""What all can see speaks against a card of an earlier trick: whether it was misread is asked
(``whist.table.seen.misread``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.cards import FULL_PACK, Card
from whist.family.state.seats import before, people
from whist.law.going_back import played_again
from whist.messages import events as ev
from whist.messages.observations import LaidCard
from whist.rules.actions import Action, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.seen.last_seen import UNDENIABLE, clear
from whist.table.seen.misread import Record, Taken, asked, question
from whist.table.state.state import State


def decide(state: State, rules: Rules[Any], laid: Sequence[LaidCard]) -> list[ev.Event] | None:
    """The events about earlier cards that what is newly ``laid`` speaks against; nothing else happens as long as it is
    not known what that card was. None where nothing waits for that."""
    hand = state.hand
    if hand.phase != "play":
        return None
    found = _question(state, rules, _laid_again(state, rules, hand, laid))
    found = found or _question(state, rules, _led_early(state, rules, hand, laid))
    revoked = [] if found else [_question(state, rules, play) for play in _not_followed(state, hand)]
    wanted = [one for one in (found, *revoked) if one is not None]
    events = asked(state.questions, wanted, people(state.holders, rules.players), state.next_question)
    return events if events or found else None


def turned_up_again(state: State, rules: Rules[Any], found: LaidCard) -> list[ev.Event]:
    """The events about an earlier card that reads just as the one that was turned up now; none where there is none."""
    hand, card = state.hand, found.reading.best
    if found.reading.probability < UNDENIABLE or card not in hand.played():
        return []
    excluded = _gone_or_none(state, rules)
    wanted = [question(trick, seat, card, excluded) for trick, seat, old in _earlier(state) if old == card]
    known = [one for one in wanted if one is not None]
    return asked(state.questions, known, people(state.holders, rules.players), state.next_question)


def record(state: State) -> Record:
    """What all know of the plays of this hand; those of a complete trick are no earlier ones while it lies there."""
    played = frozenset(state.hand.played())
    return Record(tuple(_earlier(state)), frozenset(play.card for play in state.trick), played, state.vouched)


def gone(state: State) -> set[Card]:
    """The cards that all know not to have been played by mistake for another."""
    return state.hand.played() | {aside.card for aside in state.aside}


def _earlier(state: State) -> list[Taken]:
    """Trick (1…), seat and card of every play to a trick that does not lie there any more."""
    tricks = state.hand.tricks
    lies = {play.card for play in state.trick}
    plays = [
        Taken(number, trick.seat(place), card)
        for number, trick in enumerate(tricks, 1)
        for place, card in enumerate(trick.cards)
    ]
    return [play for play in plays if play.card not in lies]


def _question(state: State, rules: Rules[Any], play: Taken | None) -> ev.Question | None:
    """The question which card a play was; None where somebody has answered it, and for that of a computer player, which
    was read twice: in its holder and on the table."""
    if play is None or (play.trick, play.seat) in state.vouched or play.seat in state.holders.seats:
        return None
    return question(*play, _gone_or_none(state, rules))


def _gone_or_none(state: State, rules: Rules[Any]) -> set[Card]:
    """The cards that are gone, or not in the pack."""
    return gone(state) | (set(FULL_PACK) - set(rules.pack()))


def _laid_again(state: State, rules: Rules[Any], hand: Hand, laid: Sequence[LaidCard]) -> Taken | None:
    """A card is laid again where and when somebody should lay one."""
    return record(state).laid_again(laid, lambda one: before(one.x, one.y, rules.players) in (None, hand.turn))


def _led_early(state: State, rules: Rules[Any], hand: Hand, laid: Sequence[LaidCard]) -> Taken | None:
    """Somebody leads who has not won the last trick, but would have if a card of it were its twin."""
    if state.trick or not hand.tricks or len(laid) != 1:
        return None
    leads = before(laid[0].x, laid[0].y, rules.players)
    if leads is None or leads in (hand.turn, *state.holders.seats) or not clear(laid[0].reading):
        return None
    if laid[0].reading.best in hand.played():
        return None

    def leader(misread: Taken, card: Card) -> int | None:
        was = Play(misread.seat, misread.card)
        actions: list[Action] = [Play(was.seat, card) if action == was else action for action in hand.actions]
        return played_again(rules, hand, actions).turn

    return record(state).led_early(len(hand.tricks), leads, lambda seat: _gone_or_none(state, rules), leader)


def _not_followed(state: State, hand: Hand) -> list[Taken]:
    """Cards by which somebody has revoked, and would have followed with their twins (RULES T1)."""
    revoked = {(revoke.trick + 1, revoke.seat) for revoke in state.revokes}
    return record(state).not_followed(
        revoked, lambda seat: gone(state), lambda trick: hand.tricks[trick - 1].cards[0].suit
    )

"""What all can see speaks against a card of an earlier trick: whether it was misread is asked
(``whist.table.seen.misread``).

Whatever stands in a holder is no reason to ask, or the question would tell of it (RULES A6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.cards import FULL_PACK, Card
from whist.law.going_back import played_again
from whist.messages import events as ev
from whist.messages.events import EARLIER, FEW
from whist.messages.observations import LaidCard
from whist.rules.actions import Action, Play
from whist.rules.base import Rules
from whist.table.seen.last_seen import UNDENIABLE, alike, clear
from whist.table.seen.misread import Record, Taken, asked, question, taken
from whist.table.state.around import lies_before, people
from whist.table.state.state import State


def decide(state: State, rules: Rules[Any], laid: Sequence[LaidCard]) -> list[ev.Event] | None:
    """The events about earlier cards that what is newly ``laid`` speaks against; nothing else happens as long as it is
    not known what that card was. None where nothing waits for that."""
    if state.hand.phase != "play":
        return None
    if not (laid or state.questions or state.revokes or state.repeats):
        return None  # so it is at nearly every look
    found = _question(state, rules, _laid_again(state, laid)) or _question(state, rules, _led_early(state, rules, laid))
    revoked = [] if found else [_question(state, rules, play) for play in _not_followed(state, rules)]
    wanted = [*played_twice(state, rules), *(one for one in (found, *revoked) if one is not None)]
    events = asked(state.questions, wanted, people(state), state.next_question)
    return events if events or found else None


def decide_twice(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """The questions about cards that were played twice, as soon as they were; those about others stay as they are."""
    known = {(one.trick, one.of) for one in state.questions if one.about == EARLIER}
    new = [one for one in played_twice(state, rules) if (one.trick, one.of) not in known]
    return asked((), new, people(state), state.next_question) if new else []


def turned_up_again(state: State, rules: Rules[Any], found: LaidCard) -> list[ev.Event]:
    """The events about an earlier card that reads just as the one that was turned up now; none where there is none. One
    that is known by what people have said may have been any."""
    card = found.reading.best
    if found.reading.probability < UNDENIABLE or card not in state.played():
        return []
    wanted = [
        question(*play, _excluded(state, rules, play.seat))
        or (_among_all(state, rules, play, (card,)) if card in state.named else None)
        for play in record(state).earlier
        if play.card == card
    ]
    known = [one for one in wanted if one is not None]
    return asked(state.questions, known, people(state), state.next_question)


def record(state: State) -> Record:
    """What all know of the plays of this hand; those of a complete trick are no earlier ones while it lies there."""
    lying = frozenset(play.card for play in state.here)
    earlier = tuple(play for play in _here(state) if play.card not in lying)
    return Record(earlier, lying, state.played(), state.vouched)


def _here(state: State) -> list[Taken]:
    """All plays of the present hand out of this table's pack, in their order."""
    return [play for play in taken(state.hand) if play.seat not in state.away]


def gone(state: State, of: int) -> set[Card]:
    """The cards that all know the seat ``of`` not to have played by mistake for another."""
    dealers = state.hand.turned_up if state.holders.obey and of != state.dealer else ()
    return {*state.played(), *(aside.card for aside in state.aside), *dealers}


def played_twice(state: State, rules: Rules[Any]) -> list[ev.Question]:
    """Questions about cards that were played once more since: whoever said that it was they was wrong."""
    if not state.repeats:
        return []
    questions, seen = [], set[Card]()
    for number, seat, card in reversed(_here(state)):
        if card in seen:
            questions.append(_among_all(state, rules, Taken(number, seat, card)))
        seen.add(card)
    return [one for one in questions if one.candidates]


def _among_all(state: State, rules: Rules[Any], play: Taken, first: tuple[Card, ...] = ()) -> ev.Question:
    """The question which card a play was, whatever it looked like, that of the ``first`` cards, too."""
    known = gone(state, play.seat)
    left = (card for card in (*alike(play.card), *rules.pack()) if card not in known)
    return ev.Question(0, EARLIER, (), (*first, *dict.fromkeys(left))[:FEW], trick=play.trick, of=play.seat)


def _question(state: State, rules: Rules[Any], play: Taken | None) -> ev.Question | None:
    """The question which card a play was; None where somebody has answered it, and for that out of a holder, which was
    read twice: in there and on the table."""
    if play is None or (play.trick, play.seat) in state.vouched or play.seat in state.holders.seats:
        return None
    return question(*play, _excluded(state, rules, play.seat))


def _excluded(state: State, rules: Rules[Any], of: int) -> set[Card]:
    """The cards that are gone, or not in the pack."""
    return gone(state, of) | (set(FULL_PACK) - set(rules.pack()))


def _laid_again(state: State, laid: Sequence[LaidCard]) -> Taken | None:
    """A card is laid again where and when a person should lay one."""
    turn = state.hand.turn
    if turn is None or turn in state.holders.seats or not laid:
        return None
    return record(state).laid_again(laid, lambda found: lies_before(state, found) in (None, turn))


def _led_early(state: State, rules: Rules[Any], laid: Sequence[LaidCard]) -> Taken | None:
    """A person leads who has not won the last trick, but would have if a card of it were its twin."""
    hand, ordered = state.hand, state.command is not None or state.holders.to_move is not None
    if state.trick or not hand.tricks or len(laid) != 1 or ordered:
        return None
    leads = lies_before(state, laid[0])
    if leads is None or leads in (hand.turn, *state.holders.seats) or not clear(laid[0].reading):
        return None
    if laid[0].reading.best in state.played():
        return None

    def leader(misread: Taken, card: Card) -> int | None:
        was = Play(misread.seat, misread.card)
        actions: list[Action] = [Play(was.seat, card) if action == was else action for action in hand.actions]
        return played_again(rules, hand, actions).turn

    return record(state).led_early(len(hand.tricks), leads, lambda seat: _excluded(state, rules, seat), leader)


def _not_followed(state: State, rules: Rules[Any]) -> list[Taken]:
    """Cards by which somebody has revoked, and would have followed with their twins (RULES T1)."""
    revoked = {(revoke.trick + 1, revoke.seat) for revoke in state.revokes}
    if not revoked:
        return []
    return record(state).not_followed(
        revoked, lambda seat: gone(state, seat), lambda trick: state.hand.tricks[trick - 1].cards[0].suit
    )

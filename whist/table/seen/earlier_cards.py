"""What everybody sees speaks against a card of an earlier trick: whether it was misread is asked
(``whist.table.seen.misread``).

Whatever stands in a holder is no reason to ask, or the question would tell of it (RULES A6).
"""

from __future__ import annotations

from collections.abc import Sequence

from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.events import EARLIER, FEW
from whist.messages.observations import LaidCard
from whist.rules.tricks import winning_seat
from whist.table.seen.last_seen import alike, clear
from whist.table.seen.misread import Record, Taken, asked, question, taken
from whist.table.state.halves import in_half_of
from whist.table.state.seats import PERSONS, human, person_of, seat_of
from whist.table.state.state import State


def decide(state: State, laid: Sequence[LaidCard]) -> list[ev.Event] | None:
    """The events about earlier cards that what is newly ``laid`` speaks against; nothing else happens as long as it is
    not known what that card was. None where nothing waits for that."""
    found = _question(state, _laid_again(state, laid)) or _question(state, _led_early(state, laid))
    revoked = [] if found else [_question(state, play) for play in _not_followed(state)]
    wanted = [*played_twice(state), *(one for one in (found, *revoked) if one is not None)]
    events = asked(state.questions, wanted, PERSONS, state.next_question)
    return events if events or found else None


def decide_twice(state: State) -> list[ev.Event]:
    """The questions about cards that were played twice, as soon as they were; those about others stay as they are."""
    known = {(one.trick, one.of) for one in state.questions if one.about == EARLIER}
    new = [one for one in played_twice(state) if (one.trick, one.of) not in known]
    return asked((), new, PERSONS, state.next_question)


def record(state: State) -> Record:
    """What all know of the plays of this deal."""
    earlier = tuple(play for play in taken(state.hand) if play.trick <= len(state.tricks))
    return Record(earlier, frozenset(play.card for play in state.being_played), state.played(), state.vouched)


def gone(state: State, of: int) -> set[Card]:
    """The cards that all know the seat ``of`` not to have played by mistake for another."""
    return set(state.played()) | ({state.turn_up} if state.turn_up and of != state.dealer else set())


def _question(state: State, play: Taken | None) -> ev.Question | None:
    """The question which card a play was; None where somebody has answered it, and for that of an android, which was
    read twice: in its holder and on the table."""
    if play is None or (play.trick, play.seat) in state.vouched or not human(play.seat, state.dealer):
        return None
    return question(*play, gone(state, play.seat))


def _laid_again(state: State, laid: Sequence[LaidCard]) -> Taken | None:
    """A card is laid again where and when a person should lay one."""
    if state.turn is None or not human(state.turn, state.dealer):
        return None
    person = person_of(state.turn, state.dealer)
    return record(state).laid_again(laid, lambda found: in_half_of(found) in (None, person))


def played_twice(state: State) -> list[ev.Question]:
    """Questions about cards that were played once more since: whoever said that it was they was wrong."""
    questions, seen = [], set[Card]()
    for number, seat, card in reversed(taken(state.hand)):
        if card in seen:
            known = gone(state, seat)
            left = (card for card in (*alike(card), *PACK) if card not in known)
            likely = tuple(dict.fromkeys(left))[:FEW]
            questions.append(ev.Question(0, EARLIER, (), likely, trick=number, of=seat))
        seen.add(card)
    return [one for one in questions if one.candidates]


def _led_early(state: State, laid: Sequence[LaidCard]) -> Taken | None:
    """A person leads who has not won the last trick, but would have if a card of it were its twin."""
    if (
        state.trick
        or not state.tricks
        or len(laid) != 1
        or state.command is not None
        or state.holders.to_move is not None
    ):
        return None
    found, last = laid[0], state.tricks[-1]
    person = in_half_of(found)
    if person is None or not clear(found.reading) or found.reading.best in state.played():
        return None
    leads = seat_of(person, state.dealer)
    if leads == state.turn:
        return None

    def leader(misread: Taken, card: Card) -> int:
        cards = [card if last.seat(place) == misread.seat else old for place, old in enumerate(last.cards)]
        return winning_seat(last.leader, cards, state.trump or "NT")

    return record(state).led_early(len(state.tricks), leads, lambda seat: gone(state, seat), leader)


def _not_followed(state: State) -> list[Taken]:
    """Cards by which somebody has revoked, and would have followed with their twins (RULES T1)."""
    revoked = [(revoke.trick + 1, revoke.seat) for revoke in state.revokes]
    return record(state).not_followed(
        revoked, lambda seat: gone(state, seat), lambda trick: state.tricks[trick - 1].cards[0].suit
    )

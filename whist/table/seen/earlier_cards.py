"""What everybody sees speaks against a card of an earlier trick: whether it was misread is asked
(``whist.table.seen.misread``).

Whatever stands in a holder is no reason to ask, or the question would tell of it (RULES A6).
"""

from __future__ import annotations

from collections.abc import Sequence

from whist.cards import PACK, Card
from whist.messages import events as ev
from whist.messages.events import EARLIER, FEW
from whist.messages.observations import LaidCard, Reading
from whist.rules.tricks import winning_seat
from whist.table.seen.last_seen import UNDENIABLE, WEAK, alike, clear, offered
from whist.table.seen.misread import asked, question, twin
from whist.table.state.halves import in_half_of
from whist.table.state.seats import PERSONS, human, person_of, seat_of
from whist.table.state.state import Play, State


def decide(state: State, laid: Sequence[LaidCard]) -> list[ev.Event] | None:
    """The events about earlier cards that what is newly ``laid`` speaks against; nothing else happens as long as it is
    not known what that card was. None where nothing waits for that."""
    found = _laid_again(state, laid) or _led_early(state, laid)
    wanted = [*played_twice(state), *([found] if found else _not_followed(state))]
    events = asked(state.questions, wanted, PERSONS, state.next_question)
    return events if events or found else None


def decide_twice(state: State) -> list[ev.Event]:
    """The questions about cards that were played twice, as soon as they were; those about others stay as they are."""
    known = {(one.trick, one.of) for one in state.questions if one.about == EARLIER}
    new = [one for one in played_twice(state) if (one.trick, one.of) not in known]
    return asked((), new, PERSONS, state.next_question)


def sure(state: State) -> frozenset[Card]:
    """The cards of this deal of which all know for sure that they were played: those that lie there, and those of
    earlier tricks of which a person has said so."""
    said = {
        play.card
        for number, trick in enumerate(state.tricks, 1)
        for play in trick.plays
        if (number, play.seat) in state.vouched
    }
    return frozenset(said | {play.card for play in state.trick})


def elsewhere(state: State, reading: Reading) -> frozenset[Card]:
    """The cards that something newly laid, which reads so, cannot be: those played, but for the one that it most likely
    is where that one was played to an earlier trick, for either may be misread. What looks like nothing that is left
    is but another corner of a card that was played."""
    likely = {reading.best} if reading.probability >= WEAK and offered(reading, state.played()) else set()
    return state.played() - (likely - sure(state))


def gone(state: State, of: int) -> set[Card]:
    """The cards that all know the seat ``of`` not to have played by mistake for another."""
    return set(state.played()) | ({state.turn_up} if state.turn_up and of != state.dealer else set())


def _question(state: State, trick: int, play: Play) -> ev.Question | None:
    """The question which card a play was; None where somebody has answered it, and for that of an android, which was
    read twice: in its holder and on the table."""
    if (trick, play.seat) in state.vouched or not human(play.seat, state.dealer):
        return None
    return question(trick, play.seat, play.card, gone(state, play.seat))


def _laid_again(state: State, laid: Sequence[LaidCard]) -> ev.Question | None:
    """A card, one alone, is seen without any doubt where and when a person should lay one, that was played to an
    earlier trick."""
    if state.turn is None or not human(state.turn, state.dealer):
        return None
    person = person_of(state.turn, state.dealer)
    sure_ones = [found for found in laid if found.reading.probability >= UNDENIABLE]
    again = [found for found in sure_ones if found.reading.best in state.played()]
    if len(again) != 1 or in_half_of(again[0]) not in (None, person):
        return None  # several: an old trick is looked at
    for number, trick in enumerate(state.tricks, 1):
        for play in trick.plays:
            if play.card == again[0].reading.best:
                return _question(state, number, play)
    return None


def played_twice(state: State) -> list[ev.Question]:
    """Questions about cards that were played once more since: whoever said that it was they was wrong."""
    questions, seen = [], set[Card]()
    tricks = [*(trick.plays for trick in state.tricks), state.trick]
    for number, plays in reversed([*enumerate(tricks, 1)]):
        for play in reversed(plays):
            if play.card in seen:
                known = gone(state, play.seat)
                left = (card for card in (*alike(play.card), *PACK) if card not in known)
                likely = tuple(dict.fromkeys(left))[:FEW]
                questions.append(ev.Question(0, EARLIER, (), likely, trick=number, of=play.seat))
            seen.add(play.card)
    return [one for one in questions if one.candidates]


def _led_early(state: State, laid: Sequence[LaidCard]) -> ev.Question | None:
    """A person leads who has not won the last trick, but would have if a card of it were its twin."""
    if state.trick or not state.tricks or len(laid) != 1 or state.command is not None or state.to_move is not None:
        return None
    found, plays = laid[0], state.tricks[-1].plays
    person = in_half_of(found)
    if person is None or not plays or not clear(found.reading) or found.reading.best in state.played():
        return None
    leads = seat_of(person, state.dealer)
    if leads == state.turn:
        return None
    for play in sorted(plays, key=lambda play: play.seat != leads):
        other = twin(play.card, gone(state, play.seat))
        if other is not None and _winner(state, plays, play, other) == leads:
            return _question(state, len(state.tricks), play)
    return None


def _winner(state: State, plays: Sequence[Play], misread: Play, card: Card) -> int:
    cards = [card if play == misread else play.card for play in plays]
    return winning_seat(plays[0].seat, cards, state.trump or "NT")


def _not_followed(state: State) -> list[ev.Question]:
    """Cards by which somebody has revoked, and would have followed with their twins (RULES T1)."""
    questions = []
    for seat, number in state.revokes:
        plays = state.tricks[number - 1].plays
        play = next(play for play in plays if play.seat == seat)
        other = twin(play.card, gone(state, seat))
        if other is not None and other.suit == plays[0].card.suit:
            questions.append(_question(state, number, play))
    return [one for one in questions if one is not None]

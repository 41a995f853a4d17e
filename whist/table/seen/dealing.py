"""From the first card racked to the lead: which cards were dealt and turned up (RULES W1, W2), which are asked about.

``decide`` compares what was last seen with the state and says what happens next; nothing new gives no event.
"""

from __future__ import annotations

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import SLOTS, LaidCard, Reading
from whist.table.seen.last_seen import READABLE, SAME_CARD, Looks, clear, full, likely_cards, offered
from whist.table.seen.racked import TURN_UP, Place, Settled, counted, settle
from whist.table.state.seats import HOLDERS, PERSONS
from whist.table.state.state import State


def decide(state: State, looks: Looks) -> list[ev.Event]:
    """The next events of the deal."""
    counted = _count(state, looks)
    if counted:
        return counted
    turn_up = _turn_up(looks)
    readings: dict[Place, Reading] = {}
    for holder in HOLDERS:
        standing = not state.holders.all[holder - 1].to_clear and holder not in looks.crowded
        slots = full(looks.dealt_anew(holder)) if standing else None
        for slot, reading in enumerate(slots or ()):
            readings[holder, slot] = reading or Reading(())
    if turn_up and len(readings) == 26:
        readings[TURN_UP] = turn_up.reading
    if state.phase == "turn_up" and (asked := _which_of(state, looks)) is not None:
        return asked
    settled = settle(readings, state.told)
    return _ask(state, looks, settled, turn_up) or _tell(state, settled, turn_up)


def dealt_to(state: State) -> dict[int, frozenset[Card]]:
    """All cards of each holder in this deal, those that were played from it too; none while they are not known."""
    laid = state.hand.laid()
    return {
        number: frozenset((*one.held, *(card for seat, card in laid if seat == one.seat)))
        for number, one in enumerate(state.holders.all, 1)
    }


def _which_of(state: State, looks: Looks) -> list[ev.Event] | None:
    """Several cards lie there, and one was turned up: it is asked which. None where no more than one lies there."""
    lie = {found.reading.best: found for found in looks.table or () if found.reading.best and clear(found.reading)}
    candidates = tuple(sorted((card for card in lie if card is not None), key=str))
    if not 1 < len(candidates) <= SLOTS:
        return None
    said = next((told.card for told in reversed(state.told) if told.question.about == "turn_up"), None)
    asked = [question for question in state.questions if question.about == "turn_up"]
    if said in lie:
        return [ev.TurnedUp(said, round(lie[said].x, 1), round(lie[said].y, 1))]
    if [question.candidates for question in asked] == [candidates]:
        return []
    old = [ev.QuestionWithdrawn(question.id) for question in asked]
    return [*old, ev.Question(state.next_question, "turn_up", PERSONS, candidates)]


def _turn_up(looks: Looks) -> LaidCard | None:
    """The turned-up card can only be seen while it is the one card on the play area that can be read (RULES W2); what
    hardly reads as any may be the cloth."""
    cards = looks.table or ()
    face_up = [card for card in cards if card.reading.belief] if len(cards) > 1 else cards
    found = likely_cards(face_up)
    return found[0] if len(found) == 1 else None


def _count(state: State, looks: Looks) -> list[ev.Event]:
    return counted(looks, {number: (one.shown, one.gaps) for number, one in enumerate(state.holders.all, 1)})


def _ask(state: State, looks: Looks, settled: Settled, turn_up: LaidCard | None) -> list[ev.Event]:
    """Questions for what is newly in doubt, withdrawn where a look shows that it is not any more."""
    events: list[ev.Event] = []
    asked: set[Place] = set()
    for question in state.questions:
        if question.about == "sight":
            continue
        place = TURN_UP if question.about == "turn_up" else (question.holder or 0, question.slot or 0)
        seen = looks.table is not None if place == TURN_UP else place[0] in looks.holders
        if place in settled.doubts or not seen:
            asked.add(place)
        else:
            events.append(ev.QuestionWithdrawn(question.id))
    number = state.next_question
    for place, reading in settled.doubts.items():
        if place in asked or reading.probability < READABLE or place[0] in looks.again:
            continue
        public = settled.cards.get(TURN_UP)
        same = [card for at, card in settled.cards.items() if at[0] == place[0] or card == public]
        candidates = offered(reading, same)
        if place == TURN_UP:
            at = (turn_up.x, turn_up.y) if turn_up else (0.0, 0.0)
            events.append(ev.Question(number, "turn_up", PERSONS, candidates, x=round(at[0], 1), y=round(at[1], 1)))
        else:
            holder, slot = place
            events.append(ev.Question(number, "slot", (PERSONS[holder - 1],), candidates, holder, slot))
        number += 1
    return events


def _tell(state: State, settled: Settled, turn_up: LaidCard | None) -> list[ev.Event]:
    """What has become certain: a holder when all 26 cards are there and its own settled, then the turn-up."""
    events: list[ev.Event] = []
    hands: dict[int, tuple[Card, ...]] = {}
    for holder in HOLDERS:
        cards = tuple(card for place, card in sorted(settled.cards.items()) if place[0] == holder)
        places = len(settled.cards) + len(settled.doubts)
        if places >= 26 and len(cards) == 13:
            hands[holder] = cards
            if state.holders.all[holder - 1].cards != cards:
                events.append(ev.Dealt(holder, cards))
    if len(hands) == 2 and turn_up and TURN_UP in settled.cards and state.turn_up is None:
        events.append(ev.TurnedUp(settled.cards[TURN_UP], round(turn_up.x, 1), round(turn_up.y, 1)))
    return events


def near(x: float, y: float, question: ev.Question) -> bool:
    """Whether a card at ``x``, ``y`` (mm) is the one that ``question`` asks about."""
    if question.x is None or question.y is None:
        return False
    return (question.x - x) ** 2 + (question.y - y) ** 2 <= SAME_CARD**2

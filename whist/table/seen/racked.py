"""What stands in holders, at any table that has some: which cards were racked, how many, which slots have become empty,
and what speaks against what is believed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import HolderSlot, Reading
from whist.rules.base import Rules
from whist.table.seen.last_seen import LASTS, WEAK, Looks, Slots, clear, only_one, shown
from whist.table.state.evolve import evolve
from whist.table.state.holders import BySlot, Holder
from whist.table.state.moving import looks_into, ordered_anew
from whist.table.state.state import State, Word

TURN_UP = (0, 0)
"""The place of the turned-up card among the slots of holders."""
_SIMILAR = 5.0
MANY = 2
"""So many cards that are not believed to stand in a holder, in as many looks in a row, put the table out of step."""
_FEW = 3
"""So many empty slots at most are named."""
_WORD = 1e9
"""The odds of what a person has said."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What is settled among the places, and what is in doubt."""

    cards: dict[HolderSlot, Card]
    doubts: dict[HolderSlot, Reading]


Believed = Sequence[Card | None]
"""The cards of a holder by slot; None is an empty one."""


def settle(readings: dict[HolderSlot, Reading], told: tuple[Word, ...], unseen: Collection[int] = ()) -> Settled:
    """Which card lies at each place. Clear evidence is taken unless another place claims the same card as clearly: then
    the weaker is in doubt, both if they are alike. Then doubtful readings that the rest of the pack leaves one card.
    A person's word changes nothing elsewhere: who names any card must not learn by that what stands in another holder
    (RULES A6), or in other slots of the ``unseen`` ones, whose cards nobody sees (RULES S2)."""
    known: dict[HolderSlot, Card] = {}
    while True:
        settled = _settled(readings, told, unseen, known)
        # what reads like a card that is settled elsewhere was asked about without that one
        if not told or not settled.doubts or settled.cards.keys() <= known.keys():
            return settled
        known = settled.cards | known


def _settled(
    readings: dict[HolderSlot, Reading],
    told: tuple[Word, ...],
    unseen: Collection[int],
    known: Mapping[HolderSlot, Card],
) -> Settled:
    """The same, where it is ``known`` what is settled of some places."""
    best = {place: reading.best for place, reading in readings.items() if clear(reading)}
    best |= known
    odds = {
        place: _claim(place, reading, told, {card for at, card in best.items() if at != place})
        for place, reading in readings.items()
    }
    cards: dict[HolderSlot, Card] = {}
    words = {place for place, (_, odd) in odds.items() if odd == _WORD}
    for place, (card, odd) in odds.items():
        alike = [at for at, (other, _) in odds.items() if other == card and at != place]
        rivals = [odds[at][1] for at in alike if not _by_word_alone(place, at, words, unseen)]
        if card is not None and all(odd >= _SIMILAR * other for other in rivals):
            cards[place] = card
    while True:
        found = {
            place: card
            for place, reading in readings.items()
            if place not in cards and (card := only_one(reading, _elsewhere(place, cards, words, unseen))) is not None
        }
        # two doubtful places that would take the same card stay in doubt
        found = {place: card for place, card in found.items() if list(found.values()).count(card) == 1}
        if not found:
            return Settled(cards, {place: reading for place, reading in readings.items() if place not in cards})
        cards |= found


def _by_word_alone(place: HolderSlot, at: HolderSlot, words: Collection[HolderSlot], unseen: Collection[int]) -> bool:
    """Whether nobody sees two places at once, or one is the turn-up, and what is known of one of them that lies hidden
    from somebody is but a person's word."""
    told = any(one in words and other != TURN_UP for one, other in ((place, at), (at, place)))
    return told and _apart(place, at, unseen)


def _apart(place: HolderSlot, at: HolderSlot, unseen: Collection[int]) -> bool:
    """Whether two places are of different holders, or of one that nobody looks into."""
    return place[0] != at[0] or place[0] in unseen


def _elsewhere(
    place: HolderSlot, cards: Mapping[HolderSlot, Card], words: Collection[HolderSlot], unseen: Collection[int]
) -> list[Card]:
    """The cards that ``place`` cannot hold, for they are at other places."""
    return [card for at, card in cards.items() if not (at in words and _apart(place, at, unseen))]


def _claim(
    place: HolderSlot, reading: Reading, told: tuple[Word, ...], elsewhere: Collection[Card | None]
) -> tuple[Card | None, float]:
    """The card that a place claims, and how strongly; one that reads like a card that is clear ``elsewhere`` was asked
    about without that one."""
    for answer in told:
        question = answer.question
        there = TURN_UP if question.about == "turn_up" else (question.holder, question.slot)
        # nor was it asked about with what people have said of other slots of that holder
        said = [one.card for one in told if one.question.holder == question.holder]
        likely = reading.best is None or reading.best in (*question.candidates, answer.card, *elsewhere, *said)
        if there == place and (likely or reading.probability < WEAK):
            return answer.card, _WORD
    p = min(reading.probability, 0.9995)
    return (reading.best, p / (1 - p)) if clear(reading) else (None, 0.0)


def counted(looks: Looks, known: Mapping[int, Holder]) -> list[ev.Event]:
    """How many cards each holder shows, where that is another number than is ``known``: cards and those that cannot be
    read, the empty slots where they are few, and those that another holder lies over."""
    events: list[ev.Event] = []
    for holder, before in known.items():
        slots = looks.holders.get(holder)
        if slots is None:
            continue
        cards, unreadable = shown(slots)
        now = cards + (holder in looks.crowded), unreadable
        empty = tuple(slot for slot, reading in enumerate(slots) if reading is None)
        empty = empty if len(empty) <= _FEW else ()
        covering = looks.covered.get(holder, (None, ()))
        if (now, empty, *covering) != (before.shown, before.gaps, before.covered_by, before.covered):
            events.append(ev.Racked(holder, *now, empty, *covering))
    return events


def emptied(hand: Believed, slots: Slots) -> set[Card]:
    """The cards of a ``hand`` whose slots are seen empty."""
    return {card for card, slot in zip(hand, slots, strict=False) if slot is None and card is not None}


def emptied_alone(hand: Believed, slots: Slots, ordered: Card | None) -> bool:
    """Whether the slot of the ``ordered`` card, and no other that held one, is seen empty."""
    if len(slots) != len(hand):
        return False
    return all((slot is None) == (card is None or card == ordered) for card, slot in zip(hand, slots, strict=True))


def unexpected(stands: BySlot, believed: Collection[Card]) -> int:
    """How many cards stand clearly in slots that are none of those ``believed`` to be there."""
    return sum(card is not None and card not in believed for card in stands)


def rearranged(hand: BySlot, stands: BySlot) -> BySlot | None:
    """What clearly ``stands`` in a holder where it holds the same cards in other slots; else None."""
    if len(stands) != len(hand) or stands == hand or stands.count(None) != hand.count(None):
        return None
    return stands if _sorted(stands) == _sorted(hand) else None


def _sorted(hand: Iterable[Card | None]) -> list[str]:
    return sorted(str(card) for card in hand if card)


def left(state: State, looks: Looks) -> frozenset[Card]:
    """The cards of holders whose slots are seen empty."""
    holders = enumerate(state.holders.all, 1)
    return frozenset(
        card for number, one in holders if one.cards for card in emptied(one.cards, looks.last.get(number, ()))
    )


def without_played(state: State, number: int, slots: Slots) -> Slots:
    """What the ``slots`` of holder ``number`` show, those taken for empty where a card stands that its seat has played:
    somebody has put it back where it came from, and not to the tricks."""
    played = state.hand.played_by(state.holders.seats[number - 1])
    return tuple(None if slot and clear(slot) and slot.best in played else slot for slot in slots)


def _stands(state: State, looks: Looks, number: int) -> BySlot:
    """The card that clearly stands in each slot of holder ``number``, without those that its seat has played."""
    stands = looks.stands.get(number, ())
    if state.played().isdisjoint(stands):
        return stands
    played = state.hand.played_by(state.holders.seats[number - 1])
    return tuple(None if card in played else card for card in stands)


def count_strikes(state: State, looks: Looks, number: int) -> None:
    """Count looks in a row in which holder ``number`` shows several cards that it is not believed to hold."""
    believed = {*state.holders.held(state.holders.seats[number - 1]), *(play.card for play in state.trick)}
    stands = _stands(state, looks, number)
    many = unexpected(stands, believed) >= MANY
    looks.strikes[number] = looks.strikes.get(number, 0) + 1 if many else 0
    _count_otherwise(state, looks, number, stands)


def _count_otherwise(state: State, looks: Looks, number: int, stands: BySlot) -> None:
    """Count looks in a row in which one slot of holder ``number``, and no other, clearly shows a card, of those that
    stand there, that is not believed to stand in it, and which was not played: it may have been misread when it was
    dealt."""
    hand = state.holders.hand(number)
    others = [(slot, card) for slot, card in enumerate(stands) if card is not None and card not in hand]
    if others:
        known = {*(state.played() - state.named), *(one.card for one in state.aside)}
        others = [(slot, card) for slot, card in others if card not in known]
    slot, card = others[0] if len(others) == 1 else (0, None)
    believed = hand[slot] if slot < len(hand) else None
    one = state.holders.all[number - 1]
    # what people's word has put there tells nobody what stands there (RULES A6, S1)
    if card is None or believed in (None, *stands) or believed not in one.dealt - one.named:
        looks.otherwise.pop(number, None)
        return
    before = looks.otherwise.get(number)
    looks.otherwise[number] = slot, card, before[2] + 1 if before and before[:2] == (slot, card) else 1


def in_play(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """The next events about holders while their cards are played: set in other slots, or not what they should be."""
    for number, one in enumerate(state.holders.all, 1):
        strikes = None if one.overlooked else looks.strikes.get(number)
        if state.out_of_step is None and strikes is not None and strikes >= MANY:
            return [ev.OutOfStep((), (), number)]
        if state.out_of_step is not None and state.out_of_step.holder == number and strikes == 0:
            return [ev.InStep()]
        stands = _stands(state, looks, number)
        now = rearranged(one.cards or (), stands) or _taken_up(state, number, stands)
        if now is not None:
            return [ev.Rearranged(number, now)]
    return _otherwise(state, looks, rules)


def _otherwise(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """Slots that go on showing another card than is believed: it was misread when it was dealt, or is misread now. Who
    moves the cards of that holder is asked, and believed."""
    if not looks.otherwise and not state.questions:
        return []
    events: list[ev.Event] = []
    lasting = {number: (slot, card) for number, (slot, card, count) in looks.otherwise.items() if count >= LASTS}
    asked = {(one.holder, one.slot): one for one in state.questions if one.about == "slot"}
    for (holder, slot), question in asked.items():
        if holder is not None and lasting.get(holder, (None,))[0] != slot:
            events.append(ev.QuestionWithdrawn(question.id))
    for number, (slot, card) in lasting.items():
        believed, one = state.holders.hand(number)[slot], state.holders.all[number - 1]
        if believed in (None, card) or (number, slot) in asked or one.overlooked:
            continue
        said = [one.card for one in state.told if (one.question.about, *_place(one)) == ("slot", number, slot)]
        if said and said[-1] != believed:
            corrected = ev.Corrected(number, slot, said[-1])
            return [corrected, *ordered_anew(state, evolve(corrected, state, rules), rules)]
        if not said:
            person = looks_into(state, rules, number)
            question = ev.Question(state.next_question, "slot", (person,), (card, believed), number, slot)
            return [*events, question]
    return events


def _place(told: Word) -> tuple[int | None, int | None]:
    return told.question.holder, told.question.slot


def _taken_up(state: State, number: int, stands: BySlot) -> BySlot | None:
    """What a holder shows once the card that was turned up has been put into it, too."""
    one, open_one = state.holders.all[number - 1], state.holders.in_hand
    if open_one is None or open_one[0] != one.seat or open_one[1] in one.held:
        return None
    # that people's word has put a card there a second time tells nobody where it stands (RULES S1)
    return stands if _sorted(stands) == _sorted((*one.held, open_one[1])) else None

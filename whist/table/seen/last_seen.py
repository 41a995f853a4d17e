"""What was last seen, kept from one observation to the next. It is no part of the state: a table that starts again is
simply shown everything again. Also the measures of how sure a reading must be."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from whist.cards import JOKERS, SUITS, Card
from whist.messages.events import FEW, Question
from whist.messages.observations import (
    READABLE,
    HolderShows,
    HolderSlot,
    HouseholdTells,
    LaidCard,
    Reading,
    TableShows,
)
from whist.table.seen.sight import PLAY_AREA, part_of
from whist.table.state.holders import BySlot
from whist.table.state.state import Word
from whist.table.state.told import SAME_CARD as SAME_CARD
from whist.table.state.told import is_at

CERTAIN: Final = 0.90
"""A card read with at least this probability is clear evidence."""
UNDENIABLE: Final = 0.98
"""A card that cannot be the right one is asked about below this probability when another candidate could be."""
POSSIBLE: Final = 0.02
"""Cards below this probability are no candidates."""
WEAK: Final = 0.5
"""A reading below this speaks for no card in particular."""
SETTLED: Final = CERTAIN
"""What a single remaining candidate must hold of the probability that the excluded cards leave: as much as clear
evidence, for else the rest of the pack would make a guess of it."""
UNREAD: Final = 3
"""In so many looks in a row a slot shows a card that cannot be read before it is asked which one stands there..."""
MOST_UNREAD: Final = 4
"""... where a holder has no more of them: else it is dark, or the cards are of a pack that nobody reads."""
LASTS: Final = 4
"""In so many looks in a row a slot shows another card than is believed before it is asked which stands there."""
LAPSED: Final = 2
"""After so many looks in a row at a bare place nothing that was said of a card there counts any more."""
NOT_MOVED: Final = 40.0
"""Millimetres within which the turned-up card counts as lying in its place."""
AT_REST: Final = 4.0
"""Millimetres within which what is read anew was not moved at all."""
EXACT: Final = 12.0
"""Millimetres within which another clear card counts as the old one read anew, not as one laid over it."""

Slots = tuple[Reading | None, ...]


@dataclass(slots=True)
class Looks:
    """The last look at each part; ``holders`` are merged looks of the same arrangement, ``last`` the plain ones."""

    holders: dict[int, Slots] = field(default_factory=dict)
    last: dict[int, Slots] = field(default_factory=dict)
    stands: dict[int, BySlot] = field(default_factory=dict)
    """By holder the card that each slot of the ``last`` look clearly shows; None where it shows none."""
    table: tuple[LaidCard, ...] | None = None
    whole: tuple[LaidCard, ...] = ()
    """What lay on the table when all of the trick was last seen."""
    crowded: set[int] = field(default_factory=set)
    """Holders that show more cards than they have slots."""
    covered: dict[int, tuple[int | None, tuple[int, ...]]] = field(default_factory=dict)
    """By holder which one lies over it, and over which of its slots."""
    again: set[int] = field(default_factory=set)
    """Holders that will be looked at again before anything is asked about them."""
    furniture: tuple[LaidCard, ...] = ()
    """What could not be read and lay there before the trick began."""
    strikes: dict[int, int] = field(default_factory=dict)
    changed: dict[Card, tuple[Card, int]] = field(default_factory=dict)
    otherwise: dict[int, tuple[int, Card, int]] = field(default_factory=dict)
    """By holder its one slot (0…) that clearly shows a card which is not believed to stand there, nor elsewhere in it,
    that card, and in how many looks in a row."""
    still: tuple[tuple[float, float], ...] = ()
    """Where (mm) something lay that could not be read while the card that must be moved still stood in its slot."""
    old: dict[int, tuple[frozenset[Card], int]] = field(default_factory=dict)
    """The cards that each holder was dealt in the hand before, but for those that people have named, which may read as
    others, and how many these are: while it shows just these, nobody has dealt."""
    lain: dict[Card, tuple[float, float]] = field(default_factory=dict)
    """Where each card lay when it was last read clearly (mm), unless another has been read clearly just there since."""
    known: tuple[tuple[float, float], ...] = ()
    """Where (mm) something lies that has been read clearly since the trick began, and may be hard to read by now."""
    gone: dict[int, int] = field(default_factory=dict)
    """Questions (by number, or ``nothing_at``) that were answered of a place: in how many looks in a row nothing lay
    there."""
    pictures: dict[int, Card | None] = field(default_factory=dict)
    """Questions (by number) to which people have said that no card lies there: what read clearly there all the same."""
    borne_out: set[int] = field(default_factory=set)
    """Questions (by number) whose card has been read clearly, where it lies, as the one that people have named."""
    told: dict[int, HouseholdTells] = field(default_factory=dict)
    """What each other household has told last (RULES U22c)."""
    unread: dict[HolderSlot, int] = field(default_factory=dict)
    """Slots that show a card which cannot be read: in how many looks in a row, none of them to be looked at again."""
    put_in: set[Card] = field(default_factory=set)
    """Cards that holders have shown newly since the last look at the play area."""

    def see_holder(self, shown: HolderShows) -> None:
        """Take in a look at a holder. After one that said that it would be looked at again, all looks together count,
        which the new one tells, and no single one that was surer."""
        before = None if shown.holder in self.again else self.holders.get(shown.holder)
        if before is None or shown.slots != self.last.get(shown.holder):
            self._see_slots(shown, before)
        (self.crowded.add if shown.crowded else self.crowded.discard)(shown.holder)
        (self.again.add if shown.again else self.again.discard)(shown.holder)
        self.covered[shown.holder] = shown.covered_by, shown.covered
        for slot, reading in enumerate(shown.slots):
            if reading is None or readable(reading):
                self.unread.pop((shown.holder, slot), None)
            elif not shown.again:
                self.unread[shown.holder, slot] = self.unread.get((shown.holder, slot), 0) + 1

    def stays_unread(self, place: HolderSlot) -> bool:
        """Whether a slot goes on showing a card that cannot be read, one of few in its holder."""
        its = [at for at in self.unread if at[0] == place[0]]
        return self.unread.get(place, 0) >= UNREAD and len(its) <= MOST_UNREAD

    def _see_slots(self, shown: HolderShows, before: Slots | None) -> None:
        number = shown.holder
        stood = {reading.best for reading in self.last.get(number, ()) if reading}
        stands = tuple(reading.best if reading and clear(reading) else None for reading in shown.slots)
        self.put_in |= {card for card in stands if card and card not in stood}
        self.last[number], self.stands[number] = shown.slots, stands
        self.holders[number] = merged(before, shown.slots)

    def dealt_anew(self, holder: int) -> Slots | None:
        """What a holder shows; None while it shows the cards of the hand before, which was ended early."""
        slots = self.holders.get(holder)
        cards = frozenset(reading.best for reading in slots or () if reading)
        old, named = self.old.get(holder, (frozenset(), 0))
        return None if old and old <= cards and len(cards) <= len(old) + named else slots

    def lose_holder(self, holder: int) -> None:
        """What a holder shows counts no more."""
        self.holders.pop(holder, None)
        self.last.pop(holder, None)
        self.stands.pop(holder, None)
        self.unread = {at: count for at, count in self.unread.items() if at[0] != holder}
        self.believe_holder(holder)

    def see_table(self, shown: TableShows) -> None:
        """Take in a look at the play area; a single card keeps its better reading while it lies still."""
        old = self.table
        self.table = shown.cards
        if old and len(old) == len(shown.cards) == 1 and distance(old[0], shown.cards[0]) <= SAME_CARD:
            reading = _better((old[0].reading, shown.cards[0].reading))
            self.table = (LaidCard(reading, shown.cards[0].x, shown.cards[0].y, shown.cards[0].angle),)
        self.note_lain(shown.cards)

    def note_lain(self, cards: Iterable[LaidCard]) -> None:
        """Take in where the ``cards`` of a look at the play area lie that are read clearly, or have been."""
        self.put_in.clear()
        there = tuple(cards)
        now = {one.reading.best: (one.x, one.y) for one in there if one.reading.best and clear(one.reading)}
        others = {card: at for card, at in self.lain.items() if not _read_anew(at, there)}
        self.lain = {**others, **now}
        lies = [(one.x, one.y) for one in there if clear(one.reading) or _near((one.x, one.y), self.known, SAME_CARD)]
        self.known = tuple(lies)

    @property
    def half_believed(self) -> frozenset[str]:
        """The parts, as ``OutOfSight`` calls them, of which something was seen once that counts from the second look
        on; where nothing changes any more, nobody tells of it a second time unasked."""
        half = self.outdated or any(count == 1 for _, count in self.changed.values())
        table = {PLAY_AREA} if half else set[str]()
        waits = {holder for holder, count in self.strikes.items() if count == 1}
        waits |= {holder for holder, (_, _, count) in self.otherwise.items() if count < LASTS}
        return frozenset(table | {part_of(holder) for holder in waits})

    @property
    def outdated(self) -> bool:
        """Whether a card was seen on the play area that has been put into a holder since: it has to be seen anew."""
        return any(clear(one.reading) and one.reading.best in self.put_in for one in self.table or ())

    def believe(self) -> None:
        """Looks that contradicted what is believed do not count any more."""
        self.believe_holders()
        self.changed.clear()

    def believe_holders(self) -> None:
        """The same of all holders alone."""
        self.strikes.clear()
        self.otherwise.clear()

    def believe_holder(self, number: int) -> None:
        """The same of holder ``number`` alone."""
        self.strikes.pop(number, None)
        self.otherwise.pop(number, None)

    def order(self, number: int, slot: int) -> None:
        """The card of slot ``slot`` (0…) of holder ``number`` (1…) must be moved: what lies there and cannot be read is
        not that one while it stands in its slot."""
        slots = self.last.get(number, ())
        stands = slot < len(slots) and slots[slot] is not None
        unread = [one for one in self.table or () if not clear(one.reading)]
        self.still = tuple((one.x, one.y) for one in unread) if stands else ()

    def lay_before(self, laid: LaidCard) -> bool:
        """Whether that, which is not clear, lay there before the card that must be moved left its slot."""
        return not clear(laid.reading) and _near((laid.x, laid.y), self.still, AT_REST)

    def note_places(self, places: Mapping[int, tuple[float, float]]) -> None:
        """Count looks in a row in which nothing lies at the ``places`` (mm) of answered questions, by their numbers."""
        lies = [(card.x, card.y) for card in self.table or ()]
        for number, (x, y) in places.items():
            bare = all(math.hypot(x - there[0], y - there[1]) > SAME_CARD for there in lies)
            if bare or self.gone.get(number, 0) < LAPSED:
                self.gone[number] = self.gone.get(number, 0) + 1 if bare else 0

    def note_bare(self, question: Question) -> None:
        """A person has said that no card lies where ``question`` asks: what reads clearly there now is a picture."""
        there = [one for one in self.table or () if clear(one.reading) and is_at(question, one)]
        at = question.x or 0.0, question.y or 0.0
        nearest = min(there, key=lambda one: math.dist((one.x, one.y), at), default=None)
        if nearest is not None:
            self.pictures[question.id] = nearest.reading.best

    def is_picture(self, card: LaidCard, bare: Iterable[Question]) -> bool:
        """Whether that reads clearly as it did when people said, asked one of the ``bare`` questions, that no card
        lies there."""
        best = card.reading.best
        return clear(card.reading) and any(self.pictures.get(one.id) == best and is_at(one, card) for one in bare)

    def note_words(self, told: Iterable[Word]) -> None:
        """Take in which of the words ``told`` of a card on the play area are borne out by what it reads as now."""
        now = [one for one in self.table or () if clear(one.reading)]
        self.borne_out |= {
            word.question.id
            for word in told
            if word.question.about == "table"
            and any(one.reading.best == word.card and is_at(word.question, one) for one in now)
        }

    def lapsed(self, question: int) -> bool:
        """Whether what a person has answered to ``question`` counts no more: the card was taken away, or has been read
        clearly as it was named, and what reads otherwise there may be another."""
        return question in self.borne_out or self.gone.get(question, 0) >= LAPSED

    def begin_trick(self, gathered: Iterable[tuple[float, float]], wrong: Iterable[Card] = ()) -> None:
        """What lies there now and cannot be read is none of the trick that begins, but for what may be one of the
        ``wrong`` cards, which must be taken back, and what has been read before, where no card of the trick before lay
        that was ``gathered`` (their places, mm)."""
        cards, bare = tuple(wrong), tuple(gathered)
        known = [at for at in self.known if not _near(at, bare, SAME_CARD)]
        self.furniture = tuple(
            laid
            for laid in self.table or ()
            if not readable(laid.reading)
            and not any(is_hidden(laid.reading, card) for card in cards)
            and not _near((laid.x, laid.y), known, SAME_CARD)
        )
        self.known = tuple((laid.x, laid.y) for laid in self.table or () if clear(laid.reading))

    def without_furniture(self, cards: Iterable[LaidCard]) -> list[LaidCard]:
        """``cards`` without those that could not be read and lay there before the trick."""
        if not self.furniture:
            return list(cards)
        old = [(card.x, card.y) for card in self.furniture]
        return [
            card
            for card in cards
            if readable(card.reading) or all(math.hypot(card.x - x, card.y - y) > SAME_CARD for x, y in old)
        ]

    def forget(self) -> None:
        """Nothing that was seen counts any more: the cards are dealt again."""
        self.holders.clear()
        self.last.clear()
        self.stands.clear()
        self.believe()
        self.still = ()
        self.put_in.clear()
        self.crowded.clear()
        self.covered.clear()
        self.again.clear()
        self.unread.clear()
        self.lain.clear()
        self.known = ()
        self.gone.clear()
        self.pictures.clear()
        self.borne_out.clear()
        self.furniture = ()
        self.table = None
        self.whole = ()


def _near(at: tuple[float, float], places: Iterable[tuple[float, float]], within: float) -> bool:
    """Whether a place (mm) is ``within`` so many millimetres of one of the others."""
    return any(math.dist(at, other) <= within for other in places)


def _read_anew(at: tuple[float, float], cards: Sequence[LaidCard]) -> bool:
    """Whether what was read at a place (mm) reads clearly as a card now: that one lies just there, and nothing else."""
    lies = [one for one in cards if math.dist(at, (one.x, one.y)) <= SAME_CARD]
    return len(lies) == 1 and clear(lies[0].reading) and math.dist(at, (lies[0].x, lies[0].y)) <= EXACT


def likely_cards(cards: Sequence[LaidCard]) -> Sequence[LaidCard]:
    """Of several ``cards`` those that read as some card more likely than not: the rest may be the cloth. A single one
    is as it is."""
    return cards if len(cards) < 2 else [card for card in cards if card.reading.probability >= WEAK]


def nothing_at(place: int) -> int:
    """The number under which looks count for a place where a person has said that no card lies, one of ``State.bare``
    (0…): no question has it."""
    return -1 - place


def really_there(cards: Iterable[LaidCard], bare: Iterable[Question]) -> tuple[LaidCard, ...]:
    """``cards`` without what is not clear and seems to lie where a person has said, asked the ``bare`` questions, that
    there is no card. What reads as a card that was not asked about, and does not lie just there, was laid since."""
    answered = tuple(bare)
    return tuple(card for card in cards if clear(card.reading) or not any(_is_none(card, one) for one in answered))


def _is_none(card: LaidCard, asked: Question) -> bool:
    """Whether that is what was ``asked`` about, and no card."""
    likely = card.reading.probability < WEAK or card.reading.best in asked.candidates
    still = _near((card.x, card.y), [(asked.x or 0.0, asked.y or 0.0)], AT_REST)
    return is_at(asked, card) and (likely or still)


def clear(reading: Reading) -> bool:
    """Whether ``reading`` is clear evidence for its best card."""
    return reading.probability >= CERTAIN


def speaks_for_none(reading: Reading) -> bool:
    """Whether ``reading`` says something of the card, but speaks for none in particular."""
    return READABLE <= reading.probability < WEAK


def readable(reading: Reading) -> bool:
    """Whether ``reading`` says anything of the card."""
    return reading.probability >= READABLE


def reads_as(reading: Reading, card: Card) -> bool:
    """Whether ``reading`` may be of ``card``; one that says nothing may be of any."""
    return not reading.belief or any(known == card and p >= POSSIBLE for known, p in reading.belief)


def is_hidden(reading: Reading, card: Card) -> bool:
    """Whether ``reading`` is of something that cannot be read, but says of ``card`` that it may be it."""
    return bool(reading.belief) and not readable(reading) and reads_as(reading, card)


def distance(one: LaidCard, other: LaidCard) -> float:
    """Millimetres between the middles of two cards."""
    return math.hypot(one.x - other.x, one.y - other.y)


def _better(pair: tuple[Reading, Reading]) -> Reading:
    """Of an earlier and a later reading of one card the later, unless less certain and not clearly another card."""
    earlier, later = pair
    if clear(earlier) and clear(later) and earlier.best != later.best:
        return later
    return later if later.probability >= earlier.probability else earlier


def merged(earlier: Slots | None, later: Slots) -> Slots:
    """The later look at a holder, improved by an earlier one of the same arrangement: the same slots are filled and no
    slot shows clearly another card. A card that was certain in one look stays so."""
    if earlier is None or len(earlier) != len(later):
        return later
    result: list[Reading | None] = []
    for old, new in zip(earlier, later, strict=True):
        if (old is None) != (new is None):
            return later
        if old is None or new is None:
            result.append(None)
            continue
        if clear(old) and clear(new) and old.best != new.best:
            return later
        result.append(_better((old, new)))
    return tuple(result)


def shown(slots: Slots) -> tuple[int, int]:
    """How many cards a holder shows, and how many of those cannot be read."""
    cards = [reading for reading in slots if reading is not None]
    return len(cards), sum(reading.probability < READABLE for reading in cards)


def only_one(reading: Reading, excluded: Iterable[Card]) -> Card | None:
    """The card that a doubtful reading must be once the ``excluded`` ones, known to be elsewhere, are set aside: the
    only candidate left, holding most of what they leave. None for a clear reading: evidence is never overruled."""
    if clear(reading):
        return None
    gone = set(excluded)
    left = [(card, p) for card, p in reading.belief if p >= POSSIBLE and card not in gone]
    rest = 1.0 - sum(p for card, p in reading.belief if card in gone)
    if len(left) == 1 and left[0][1] >= SETTLED * rest and left[0][1] >= POSSIBLE:
        return left[0][0]
    return None


def what(found: LaidCard, impossible: Collection[Card]) -> Card | None:
    """What a card is that cannot be one of the ``impossible``; None while in doubt."""
    if clear(found.reading):
        return None if found.reading.best in impossible else found.reading.best
    return only_one(found.reading, impossible)


def offered(reading: Reading, excluded: Iterable[Card]) -> tuple[Card, ...]:
    """Two or three candidates for a question: the reading's own best ones without the ``excluded``, filled up to two
    with cards that look alike (same rank, first the other suit of the colour)."""
    gone = set(excluded)
    best = [card for card, p in reading.belief if p >= POSSIBLE and card not in gone][:FEW]
    seed: Sequence[Card] = best or [card for card, _ in reading.belief[:1]]
    for card in seed:
        for other in alike(card):
            if len(best) < 2 and other not in gone and other not in best:
                best.append(other)
    return tuple(best)


def alike(card: Card) -> list[Card]:
    """The cards that look like ``card``, most alike first: same rank, first the other suit of the colour."""
    if card.is_joker:
        return [other for other in JOKERS if other != card]
    suits = sorted((s for s in SUITS if s != card.suit), key=lambda s: (s in "DH") != (card.suit in "DH"))
    return [Card(suit, card.rank) for suit in suits]

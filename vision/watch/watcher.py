"""From looks to observations: notices what changed, reads only that once it lies still, and says what is there."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot
from typing import Any, Final

import numpy as np

from vision.arrays import Numbers, Picture
from vision.camera.protocol import Camera, CameraError, Cut, LitCamera, PictureDropped, captured
from vision.holders.indices import USUAL
from vision.holders.racking import Racking
from vision.holders.slots import is_crowded, read_holders
from vision.index.beliefs import Belief, with_one_look_more, within
from vision.index.protocol import IndexReader
from vision.ladder import Rung
from vision.packs.pack_memory import PackMemory
from vision.planes.planes import ALL_HOLDERS, ALL_PARTS, PARTS, PLAY, Plane, PlaneFinder
from vision.reader.decoder import CERTAIN, holder_readings, is_certain
from vision.sizes import SLOTS
from vision.thresholds import PlayArea, Watch
from vision.watch.alike import alike
from vision.watch.covered_cards import still_seen
from vision.watch.cutouts import cut_slot
from vision.watch.early import Read, Rest, known
from vision.watch.faceless_cards import BareTable, guesses, placed
from vision.watch.laid_whole import seen_whole
from vision.watch.live_picture import Sight
from vision.watch.motion import Cells
from vision.watch.play_area import WHOLE, Region, SeenCard, Sighting, cards_from, merged, sightings
from vision.watch.play_area import kept as kept_sightings
from vision.watch.slot_lights import LIT_REST, lies_under, only_lights
from vision.watch.steady import Steady, steadied
from vision.watch.watched import (
    Part,
    beside,
    box_around,
    cells_of,
    cells_of_all,
    cells_of_secrets,
    covered_by,
    laid_card,
    marker_cells,
    region_of,
    seen_in,
    shift,
    untouched,
)
from whist.cards import FULL_PACK, JOKERS, PACK, Card
from whist.messages.observations import HolderShows, HolderSlot, LaidCard, Observation, OutOfSight, Reading, TableShows

_KNOWN: Final = (
    *("planes", "_slots", "_held", "_crowded", "_racking", "_shape", "_sightings", "_cards", "_bare", "_unread"),
    *("_steady", "_missing", "_watched", "_secret", "_searched", "_looked_for", "_looked_again", "_undecoded"),
    *("_lights", "_features"),
)
"""What of a watcher reading changes, beside ``_parts``."""
SlotReadings = tuple[Reading | None, ...]


class Watcher:
    """Watches a camera; ``tick`` is to be called for every look that the camera has to give.

    Nothing but pictures comes in. Not for several threads at once.
    """

    def __init__(
        self,
        reader: IndexReader,
        still_looks: int = 2,
        pack: Collection[Card] = PACK,
        parts: Collection[str] = PARTS,
        rest: float = 0.0,
        memory: PackMemory | None = None,
    ) -> None:
        """``pack`` are the cards that are played with; what looks like another one is told as not readable. ``parts``
        are those that the game has: one without holders has the play area alone. What is told has lain still for
        ``still_looks`` looks and ``rest`` seconds (`vision.watch.early`). ``memory`` is what was learned of the pack in
        deals before."""
        self._reader = reader
        self._memory = memory or PackMemory()
        self._pack = frozenset(pack)
        self._rest = Rest(still_looks, rest)
        self._finder = PlaneFinder()
        self.planes: dict[str, Plane] = {}  # those found last, by part
        self.t = 0.0  # time of the last look, seconds
        self.ended = False  # True once the camera has no more pictures
        self.still = False  # whether the table lay still in the last look
        self.picture: Picture | None = None
        """What the last look read at full size, or the part that it read; None when it read nothing. It belongs to
        ``planes`` as they are now."""
        self._cut: Cut | None = None  # where it is in the whole
        self._play = False  # whether the play area was read in it
        self._parts = {part: Part() for part in ALL_PARTS if part in parts}
        self._slots: dict[str, list[Belief | None]] = {}
        self._features: dict[str, Numbers] = {}  # what was seen in the slots of a holder
        self._steady: dict[str, Steady] = {}
        self._held: dict[str, tuple[Card, ...]] = {}  # those of a holder, in order, when all were last certain
        self._crowded: set[str] = set()  # holders in which a card stands between two slots
        self._racking = Racking()
        self._shape = USUAL
        self._sightings: list[Sighting] = []
        self._cards: list[SeenCard] = []
        self._bare = BareTable()
        self._unread: list[LaidCard] = []
        self._missing: frozenset[str] = frozenset()
        self._watched: Cells | None = None  # where changes count: everywhere until all parts are found, then there
        self._secret: Cells | None = None  # where the cards of holders show; None until all parts are found
        self._searched = float("-inf")
        self._looked_for = 0
        self._looked_again = float("-inf")
        self._lights: frozenset[HolderSlot] = frozenset()  # those over holders whose shine was taken note of
        self._undecoded = False  # whether cards were laid since the holders' cards were last told apart

    def tick(self, camera: Camera) -> list[Observation]:
        """One look; returns what is newly seen, often nothing. Passes on the camera's ``CameraError``, after which all
        that can be seen is told again."""
        try:
            return self._tick(camera)
        except PictureDropped:
            self.still = False  # what has changed is still unsettled, so the next look reads it
            return []
        except CameraError:
            self.tell_again()
            raise

    def tell_again(self) -> None:
        """From the next look on all that can be seen is found, read and told anew; what was learned of pack and table
        stays."""
        self._rest.forget()
        self.planes = {}
        self._watched = self._secret = None
        self._missing = frozenset(self._parts)
        self._parts = {part: Part() for part in self._parts}

    @property
    def play_moves(self) -> bool:
        """Whether in the last look something moved on the play area, as far as it is known where that is."""
        moving = self._rest.motion.moving
        if moving is None or PLAY not in self.planes:
            return not self.still
        return bool((moving & cells_of(self.planes[PLAY], moving.shape)).any())

    def look_again(self, parts: Collection[str]) -> None:
        """These parts are read and told once more, as where something is doubtful."""
        for name, part in self._parts.items():
            part.doubtful |= name in parts

    def _tick(self, camera: Camera) -> list[Observation]:
        look = camera.look()
        if look is None:
            self.ended = True
            return []
        self.t = look.t
        changed = self._rest.step(look, self._watched, self._secret)
        sure = self.still = self._rest.sure
        self.picture = self._cut = None  # large: not kept from look to look
        if self._rest.early is not None:
            return self._believed(*self._rest.early, moved=changed is None)
        if self._undecoded:
            self._decoded(self._holders_read())
        if changed is None:
            return []
        if changed.any():
            return self._read_now_or_early(camera, changed)
        if sure and self._missing and self.t - self._searched >= Watch.SEARCH_AFTER:
            return self._told_now(self._read_changes(camera, changed))
        if (
            sure
            and any(part.doubtful for part in self._parts.values())
            and self.t - self._looked_again >= Watch.AGAIN_AFTER
        ):
            return self._told_now(self._look_again(camera))
        return []

    def _read_now_or_early(self, camera: Camera, changed: Cells) -> list[Observation]:
        before = {} if self.still else known(self, _KNOWN, "_parts")
        read = self._read_changes(camera, changed)
        if read is None:
            return []
        if not self.still:
            self._rest.early = read, before
            return []
        self._rest.motion.settle(read.cells)
        return self._told_now(read)

    def _believed(self, read: Read, before: dict[str, Any], moved: bool) -> list[Observation]:
        """What was read early, once it has lain still for long enough; when something has moved it is forgotten."""
        if moved:
            self._rest.early = None
            vars(self).update(before)
        if not self.still:
            return []
        self._rest.early = None
        self._rest.motion.settle(read.cells)
        return self._told_now(read)

    def _told_now(self, read: Read | None) -> list[Observation]:
        if read is None:
            return []
        self._cut, self.picture, self._play = read.cut, read.cut and read.cut.picture, read.play
        return read.told

    def _capture(self, camera: Camera, parts: Collection[str], shape: tuple[int, ...] | None = None) -> Cut:
        """The picture of the last look, in which these parts can be read; nothing else, where the ``shape`` of its
        cells is given."""
        box = None if shape is None else box_around([self.planes[part] for part in parts], shape)
        if not isinstance(camera, LitCamera):
            return captured(camera, box)
        holders = [number for number, name in enumerate(ALL_HOLDERS, 1) if name in parts]
        return camera.capture_of(holders, self._watched, box)

    def sight(self, camera: Camera | None = None, whole: bool = False) -> Sight | None:
        """What the last look saw in ``picture``; given the ``camera`` what it sees now, in the ``whole`` of its picture
        if need be. None where there is none, or not all parts are found: then nobody knows what must not be shown."""
        if self._watched is None or self._missing or (camera is None and self._cut is None):
            return None
        cut = self._cut if camera is None else self._capture(camera, [PLAY], None if whole else self._watched.shape)
        seen = tuple(self._sightings), tuple(self._cards), tuple(self._unread)
        return cut and Sight(cut, self.planes, *seen, fresh=camera is None and self._play)

    def racked_looks(self, holder: int) -> Numbers | None:
        """SECRET. How the cards of ``holder`` (1, 2, …) looked when it was read last, by slot, (13, features); None
        where not all 13 slots were filled then."""
        slots = self._slots.get(ALL_HOLDERS[holder - 1], ())
        filled = sum(slot is not None for slot in slots) == SLOTS
        return self._features[ALL_HOLDERS[holder - 1]] if filled else None

    def laid_looks(self, x: float, y: float) -> Numbers | None:
        """How the indices of the card that lies at ``x``, ``y`` (mm of the table plane) looked, (n, features); None
        where none is seen there."""
        here = (card for card in self._cards if hypot(card.x - x, card.y - y) <= PlayArea.SAME_PLACE)
        looks = [one.features for card in here for one in card.told_by if one.features is not None]
        return np.stack(looks) if looks else None

    def cut_laid(self, x: float, y: float) -> bytes | None:
        """A small JPEG, upright, of the card at ``x``, ``y`` (mm of the table plane) in ``picture``, as ``sight``."""
        return None if (sight := self.sight()) is None else sight.cut_laid(x, y)

    def cut_card(self, card: Card) -> bytes | None:
        """As ``cut_laid``, where ``card`` was read on the table; None where it was not."""
        places = [(seen.x, seen.y) for seen in self._cards if FULL_PACK[seen.best] == card]
        return self.cut_laid(*places[0]) if places else None

    def cut_slot(self, holder: int, slot: int) -> bytes | None:
        """A small JPEG of what was read last of the card in ``slot`` (0…12) of ``holder`` (1, 2), if any."""
        name = ALL_HOLDERS[holder - 1]
        there = name in self._steady and name in self.planes
        return cut_slot(*self._steady[name].alone(self.planes[name]), holder, slot) if there else None

    # -- what has changed ----------------------------------------------------------------------------------------

    def _read_changes(self, camera: Camera, changed: Cells) -> Read | None:
        """Read what has changed, or what of it is to be told first; None when that has to wait."""
        doubtful = self._planes_doubtful(changed)
        touched = [part for part, plane in self.planes.items() if (changed & cells_of(plane, changed.shape)).any()]
        if self._rest.reads_early and PLAY in touched and PLAY not in doubtful and {*touched, *doubtful} != {PLAY}:
            # a card has gone from a holder to the table: where it is clear which, it is told before the holder is read
            read, clear = self._read_play(camera, changed)
            if clear:
                return read
        wanted = [*self._parts] if doubtful else touched
        lit = frozenset(camera.lit) if self._rest.reads_early and isinstance(camera, LitCamera) else frozenset()
        if lies_under(lit, wanted):
            # it has to be darkened, and till then the eyes see nothing else: somebody is about to take the card there
            alone = PLAY not in (*touched, *doubtful)
            if alone and lit != self._lights and only_lights(self.planes, lit | self._lights, changed):
                self._lights = lit
                return Read([], None, changed)
            if not self.still or (alone and self._rest.lasted < LIT_REST):
                return None
        self._lights = lit
        cut = self._capture(camera, wanted, changed.shape if wanted == [PLAY] and not doubtful else None)
        observations: list[Observation] = []
        anew: set[str] = set()
        if doubtful or (cut.whole and self._looked_for < Watch.SETTLING):
            anew = self._find_planes(cut.picture)
            missing = frozenset(self._parts) - self.planes.keys()
            if missing != self._missing:
                self._missing = missing
                observations.append(OutOfSight(missing))
        regions: dict[str, Region] = {}
        for part, plane in self.planes.items():
            cells = changed & cells_of(plane, changed.shape)
            if part in anew or cells.any():
                self._parts[part].looks = 0
                regions[part] = WHOLE if part in anew or part != PLAY else region_of(plane, cells)
        known = [] if PLAY in anew or PLAY not in regions else untouched(self._sightings, self.planes[PLAY], changed)
        self._slots.update(self._read_holders(cut, [part for part in ALL_HOLDERS if part in regions]))
        if PLAY in regions:
            self._read_table(cut, regions[PLAY], again=False, known=known)
        return Read(observations + self._told_of(regions.keys(), again=False), cut, play=PLAY in regions)

    def _read_play(self, camera: Camera, changed: Cells) -> tuple[Read, bool]:
        """Read what has changed on the play area alone; and whether it is clear which cards lie there."""
        plane, before = self.planes[PLAY], len(self._unread)
        cells = cells_of(plane, changed.shape)
        cut = self._capture(camera, [PLAY], changed.shape)
        self._parts[PLAY].looks = 0
        known = untouched(self._sightings, plane, changed)
        self._read_table(cut, region_of(plane, changed & cells), again=False, known=known)
        clear = len(self._unread) <= before and all(is_certain(card.belief) for card in self._cards)
        return Read(self._told_of([PLAY], again=False) if clear else [], cut, cells, play=True), clear

    def _planes_doubtful(self, changed: Cells) -> Collection[str]:
        """The parts whose planes may have moved."""
        if self._watched is None or changed.mean() > Watch.MUCH * self._watched.mean():
            return [*self._parts]
        return [part for part, plane in self.planes.items() if (changed & marker_cells(plane, changed.shape)).any()]

    def _find_planes(self, picture: Picture) -> set[str]:
        """Find the planes; returns the parts that are new or have moved."""
        self._searched = self.t
        before = self.planes
        found = self._finder.find(picture, before, self._parts)
        self.planes = {part: plane for part, plane in found.items() if part in self._parts}
        everything = len(self.planes) == len(self._parts)
        self._watched = cells_of_all(self.planes.values(), picture) if everything else None
        self._secret = cells_of_secrets(self.planes, self._watched.shape) if self._watched is not None else None
        for part in before.keys() - self.planes.keys():
            self._parts[part] = Part()  # when it comes back it is told again
        kept = {
            part for part, plane in self.planes.items() if part in before and shift(plane, before[part]) <= Watch.MOVED
        }
        anew = self.planes.keys() - kept
        self._looked_for = 0 if anew else self._looked_for + 1
        return anew

    # -- reading -------------------------------------------------------------------------------------------------

    def _read_holders(
        self, cut: Cut, names: list[str], compared: Collection[str] = (), again: bool = False
    ) -> dict[str, list[Belief | None]]:
        """What the slots of some holders, whose planes are known, show: they are read together, and with others whose
        cards they are to be ``compared`` with. ``again``: they show what they showed before."""
        together = (*names, *compared)
        self._steady |= steadied(self._steady if again else {}, cut, {name: self.planes[name] for name in together})
        holders = [self._steady[name].shown(self.planes[name]) for name in together]
        racking = [self._racking.expected_from(name) for name in together]
        read, self._shape, features = read_holders(self._reader, holders, self._shape, racking, self._memory.racked)
        read = read[: len(names)]
        self._features |= dict(zip(names, features, strict=False))
        for name, holder, slots in zip(names, holders, read, strict=False):
            filled = sum(slot is not None for slot in slots)
            full = filled == SLOTS
            self._racking = self._racking.seen(name, filled, len(self._cards))
            crowded = full and is_crowded(self._reader, *holder, slots, self._shape)
            (self._crowded.add if crowded else self._crowded.discard)(name)
        return dict(zip(names, read, strict=True))

    def _read_table(self, cut: Cut, region: Region, again: bool, known: Collection[Sighting] = ()) -> None:
        picture, plane = cut.picture, seen_in(cut, self.planes[PLAY])
        kept = merged(self._sightings, (), region, again)
        jokers = not self._pack.isdisjoint(JOKERS)
        fresh = sightings(self._reader, picture, plane, region, self._shape, kept, jokers, self._memory.laid)
        self._sightings = kept_sightings(known, merged(self._sightings, fresh, region, again))
        cards = cards_from(self._sightings, self._cards)
        if covered := still_seen(self._reader, picture, plane, self._cards, cards, self._shape):
            self._sightings += covered
            cards = cards_from(self._sightings, self._cards)
        cards = seen_whole(self._reader, picture, plane, cards, self._cards, self._shape)
        self._cards = self._bare.without_print(picture, plane, cards)
        self._cards, places = placed(self._cards, self._bare.unread(picture, plane, self._cards))
        guessed = guesses(self._reader, picture, plane, places, self._shape)
        self._unread = [LaidCard(within(self._pack, one), *at) for one, at in zip(guessed, places, strict=True)]

    def _look_again(self, camera: Camera) -> Read:
        """Look once more at the parts in doubt, at a holder together with the other; several looks count alike."""
        self._looked_again = self.t
        names = [name for name, part in self._parts.items() if part.doubtful and name in self.planes]
        holders = [name for name in names if name != PLAY]
        others = [name for name in ALL_HOLDERS if holders and name in self.planes and name not in holders]
        shape = None if holders or self._watched is None else self._watched.shape
        cut = self._capture(camera, [*names, *others], shape)
        fresh = self._read_holders(cut, holders, compared=others, again=True)
        for name in holders:
            looks = self._parts[name].looks
            self._slots[name] = [
                with_one_look_more(old, looks, new) for old, new in zip(self._slots[name], fresh[name], strict=True)
            ]
        if PLAY in names:
            self._read_table(cut, WHOLE, again=True)
        return Read(self._told_of(names, again=True), cut, play=PLAY in names)

    def _told_of(self, names: Collection[str], again: bool) -> list[Observation]:
        """The observations of parts that were just looked at. What one holder shows may settle what the other wavers
        between, so that has its say too."""
        holders = self._holders_read()
        self._undecoded = set(names).isdisjoint(ALL_HOLDERS)  # what was laid may tell them apart: not urgent
        slots = {} if self._undecoded else self._decoded(holders)
        observations: list[Observation] = []
        for name in self._parts:
            if name in names:
                self._parts[name].looks += 1
                observations += self._told(name, slots.get(name, ()), again)
            elif name in holders and not set(names).isdisjoint(ALL_HOLDERS):
                observations += self._told(name, slots[name], again=False)
        return observations

    def _holders_read(self) -> list[str]:
        return [name for name in ALL_HOLDERS if name in self._slots and name in self.planes]

    def _decoded(self, holders: list[str]) -> dict[str, SlotReadings]:
        """What the slots of holders hold, given what they held before and what lies on the table."""
        self._undecoded = False
        on_table = [FULL_PACK[card.best] for card in self._cards if is_certain(card.belief)]
        told = holder_readings(
            [self._slots[name] for name in holders],
            [self._held.get(name, ()) for name in holders],
            on_table,
            self._reader.rungs,
        )
        told = [tuple(reading and within(self._pack, reading) for reading in slots) for slots in told]
        for name, slots in zip(holders, told, strict=True):
            filled = [reading for reading in slots if reading is not None]
            if all(reading.probability >= CERTAIN for reading in filled):
                self._held[name] = tuple(reading.belief[0][0] for reading in filled)
        return dict(zip(holders, told, strict=True))

    @property
    def _most_looks(self) -> int:
        return Watch.MOST_LOOKS if Rung.ANOTHER_PICTURE in self._reader.rungs else 1

    def _told(self, name: str, slots: SlotReadings, again: bool) -> list[Observation]:
        """The observation of a part, unless it says what was said before; ``slots`` are a holder's."""
        part = self._parts[name]
        observation: HolderShows | TableShows
        if name == PLAY:
            laid = [laid_card(one, self._pack) for one in self._cards]
            readings = [card.reading for card in laid]
            observation = TableShows((*laid, *self._unread))
        else:
            readings = [reading for reading in slots if reading is not None]
            unsure = any(reading.probability < Watch.DOUBT for reading in readings)
            more = unsure and part.looks < min(Watch.LOOKS_BEFORE_ASKING, self._most_looks)
            number = ALL_HOLDERS.index(name) + 1
            covering = covered_by(name, self.planes, slots)
            observation = HolderShows(number, slots, beside(self.planes[name]), name in self._crowded, more, *covering)
        part.doubtful = part.looks < self._most_looks and any(reading.probability < Watch.DOUBT for reading in readings)
        if not again and part.emitted is not None and alike(part.emitted, observation):
            return []
        part.emitted = observation
        return [observation]

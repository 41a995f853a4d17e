"""From looks to observations: notices what changed, reads only that once it lies still, and says what is there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import hypot
from typing import Final, overload

import cv2
import numpy as np
import numpy.typing as npt

from vision.alike import alike
from vision.beliefs import NO_CARD, Belief, reading_of, with_one_look_more
from vision.cameras import Camera, CameraError, Picture, PictureDropped
from vision.cutouts import cut_laid, cut_slot
from vision.decoder import CERTAIN, holder_readings
from vision.geometry import FACE_HEIGHT, FACE_WIDTH, SLOTS
from vision.laid import WHOLE, Region, SeenCard, Sighting, cards_from, merged, sightings
from vision.laid import kept as kept_sightings
from vision.motion import CELL_PIXELS, Cells, Motion
from vision.planes import HOLDERS, PARTS, PLAY, Plane, PlaneFinder
from vision.racked import USUAL
from vision.slots import BARE, IndexReader, is_crowded, read_holders
from vision.unread import BareTable, guesses, placed
from whist.cards import FULL_PACK, JOKERS, PACK, Card
from whist.observations import HolderShows, LaidCard, Observation, OutOfSight, Reading, TableShows

_DOUBT: Final = 0.97
"""A reading below this is looked at again."""
_MOST_LOOKS: Final = 5
"""A doubtful reading is looked at so many times in all."""
_LOOKS_BEFORE_ASKING: Final = 3
"""So many looks at a holder may settle what is in doubt before anybody is asked."""
_AGAIN_AFTER: Final = 0.4
"""Seconds between two looks at what is doubtful."""
_SEARCH_AFTER: Final = 2.0
"""Seconds between two searches for planes that were not found, while nothing changes."""
_MUCH: Final = 0.25
"""When this share of what is watched has changed the planes are found anew."""
_MOVED: Final = 1.5
"""A plane whose corners moved by more than this is another, pixels."""
_AROUND: Final = 14.0
"""Room around a change that is read with it, mm."""
_SAME_CARD: Final = 30.0
"""A card lies no farther than this from where it was asked about, mm."""
_PLAYED_FROM: Final = 2
"""So many cards lie there at least when one was played: the turn-up and that card."""
_INDEX_CELLS: Final = 3
"""Cells around the middle of an index that show the whole of it."""
Slots = tuple[Reading | None, ...]


@dataclass(slots=True)
class _Part:
    """What is known of one part of the table."""

    looks: int = 0
    doubtful: bool = False
    emitted: Observation | None = None


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
    ) -> None:
        """``pack`` are the cards that are played with; what looks like another one is told as not readable. ``parts``
        are those that the game has: one without holders has the play area alone."""
        self._reader = reader
        self._pack = frozenset(pack)
        self._motion = Motion(still_looks)
        self._finder = PlaneFinder()
        self.planes: dict[str, Plane] = {}
        """The planes found last, by part."""
        self.t = 0.0
        """Time of the last look, seconds."""
        self.ended = False
        """True once the camera has no more pictures."""
        self.still = False  # whether the table lay still in the last look
        self.picture: Picture | None = None
        """What the last look read at full size; None when it read nothing. It belongs to ``planes`` as they are now."""
        self._parts = {part: _Part() for part in PARTS if part in parts}
        self._slots: dict[str, list[Belief | None]] = {}
        self._held: dict[str, tuple[Card, ...]] = {}
        """The cards, in order, that a holder held when all of them were last certain."""
        self._crowded: set[str] = set()
        """Holders in which a card stands between two slots."""
        self._racking: set[str] = set()
        """Holders in which 13 cards are expected."""
        self._racked: set[str] = set()
        """Holders that have been full since they were bare."""
        self._shape = USUAL
        self._sightings: list[Sighting] = []
        self._cards: list[SeenCard] = []
        self._bare = BareTable()
        self._unread: list[LaidCard] = []
        self._missing: frozenset[str] = frozenset()
        self._watched: Cells | None = None
        """Where movement and changes count: everywhere until all parts are found, then where these are."""
        self._searched = float("-inf")
        self._looked_again = float("-inf")

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
        self._motion.forget()
        self.planes = {}
        self._watched = None
        self._missing = frozenset(self._parts)
        for part in self._parts:
            self._parts[part] = _Part()

    def _tick(self, camera: Camera) -> list[Observation]:
        self.picture = None  # it is large: not kept from look to look
        look = camera.look()
        if look is None:
            self.ended = True
            return []
        self.t = look.t
        changed = self._motion.step(look.picture, self._watched)
        self.still = changed is not None
        if changed is None:
            return []
        if changed.any():
            found = self._read_changes(self._capture(camera), changed)
            self._motion.settle()
            return found
        if self._missing and self.t - self._searched >= _SEARCH_AFTER:
            return self._read_changes(self._capture(camera), changed)
        if any(part.doubtful for part in self._parts.values()) and self.t - self._looked_again >= _AGAIN_AFTER:
            return self._look_again(self._capture(camera))
        return []

    def _capture(self, camera: Camera) -> Picture:
        picture = self.picture = camera.capture()
        return picture

    def cut_laid(self, x: float, y: float) -> bytes | None:
        """A small JPEG of the card at ``x``, ``y`` (mm of the table plane) in ``picture``, upright; None where not all
        parts of the table are found, for then it is not known what must not be shown."""
        if self.picture is None or self._missing:
            return None
        laid = [*((card.x, card.y, card.angle) for card in self._cards), *((c.x, c.y, c.angle) for c in self._unread)]
        near = [one for one in laid if hypot(one[0] - x, one[1] - y) < _SAME_CARD]
        angle = min(near, key=lambda one: hypot(one[0] - x, one[1] - y))[2] if near else 0.0
        return cut_laid(self.picture, self.planes, x, y, angle)

    def cut_card(self, card: Card) -> bytes | None:
        """As ``cut_laid``, where ``card`` was read on the table; None where it was not."""
        places = [(seen.x, seen.y) for seen in self._cards if FULL_PACK[seen.best] == card]
        return self.cut_laid(*places[0]) if places else None

    def cut_slot(self, holder: int, slot: int) -> bytes | None:
        """A small JPEG of what shows of the card in ``slot`` (0…12) of ``holder`` (1, 2) in ``picture``, if any."""
        return None if self.picture is None else cut_slot(self.picture, self.planes, holder, slot)

    # -- what has changed ----------------------------------------------------------------------------------------

    def _read_changes(self, picture: Picture, changed: Cells) -> list[Observation]:
        observations: list[Observation] = []
        anew: set[str] = set()
        if self._planes_doubtful(changed):
            anew = self._find_planes(picture)
            missing = frozenset(self._parts) - self.planes.keys()
            if missing != self._missing:
                self._missing = missing
                observations.append(OutOfSight(missing))
        regions: dict[str, Region] = {}
        for part, plane in self.planes.items():
            touched = changed & _cells_of(plane, changed.shape)
            if part in anew or touched.any():
                self._parts[part].looks = 0
                regions[part] = WHOLE if part in anew or part != PLAY else _region_of(plane, touched)
        self._slots.update(self._read_holders(picture, [part for part in HOLDERS if part in regions]))
        if PLAY in regions:
            known = [] if PLAY in anew else self._untouched(changed)
            self._read_table(picture, self.planes[PLAY], regions[PLAY], again=False, known=known)
        return observations + self._told_of(regions.keys(), again=False)

    def _planes_doubtful(self, changed: Cells) -> bool:
        if self._watched is None or changed.mean() > _MUCH * self._watched.mean():
            return True
        return any((changed & _marker_cells(plane, changed.shape)).any() for plane in self.planes.values())

    def _find_planes(self, picture: Picture) -> set[str]:
        """Find the planes; returns the parts that are new or have moved."""
        self._searched = self.t
        before = self.planes
        found = self._finder.find(picture, before)
        self.planes = {part: plane for part, plane in found.items() if part in self._parts}
        self._watched = self._cells_of_all(picture) if len(self.planes) == len(self._parts) else None
        for part in before.keys() - self.planes.keys():
            self._parts[part] = _Part()  # when it comes back it is told again
        return {
            part for part, plane in self.planes.items() if part not in before or _distance(plane, before[part]) > _MOVED
        }

    def _cells_of_all(self, picture: Picture) -> Cells:
        """The cells that all parts and their markers cover, and those around."""
        shape = (picture.shape[0] // CELL_PIXELS, picture.shape[1] // CELL_PIXELS)
        mask = np.zeros(shape, np.uint8)
        for plane in self.planes.values():
            mask |= _cells_of(plane, shape) | _marker_cells(plane, shape)
        return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.bool_)

    # -- reading -------------------------------------------------------------------------------------------------

    def _read_holders(
        self, picture: Picture, names: list[str], compared: Collection[str] = ()
    ) -> dict[str, list[Belief | None]]:
        """What the slots of some holders, whose planes are known, show: they are read together, and with others whose
        cards they are to be ``compared`` with."""
        together = (*names, *compared)
        holders = [(picture, self.planes[name]) for name in together]
        racking = [name in self._racking for name in together]
        read, self._shape = read_holders(self._reader, holders, self._shape, racking)
        read = read[: len(names)]
        for name, holder, slots in zip(names, holders, read, strict=False):
            filled = sum(slot is not None for slot in slots)
            full = filled == SLOTS
            self._follow_racking(name, filled)
            crowded = full and is_crowded(self._reader, *holder, slots, self._shape)
            (self._crowded.add if crowded else self._crowded.discard)(name)
        return dict(zip(names, read, strict=True))

    def _follow_racking(self, name: str, filled: int) -> None:
        """Whether 13 cards are expected in a holder that shows so many: until one of them may have been played."""
        full, played = filled == SLOTS, len(self._cards) >= _PLAYED_FROM
        if filled <= BARE or (full and not played):
            self._racking.add(name)
        elif played and (full or name in self._racked):
            self._racking.discard(name)
        if full:
            self._racked.add(name)
        elif filled <= BARE:
            self._racked.discard(name)

    def _untouched(self, changed: Cells) -> list[Sighting]:
        """The indices on the play area around which nothing has changed: they still stand there."""
        near = cv2.dilate(changed.astype(np.uint8), np.ones((2 * _INDEX_CELLS + 1,) * 2, np.uint8))
        places = self.planes[PLAY].to_picture(np.array([(one.x, one.y) for one in self._sightings]).reshape(-1, 2))
        columns, rows = np.clip(places.T // CELL_PIXELS, 0, np.array(near.shape[::-1])[:, None] - 1).astype(int)
        return [one for one, touched in zip(self._sightings, near[rows, columns], strict=True) if not touched]

    def _read_table(
        self, picture: Picture, plane: Plane, region: Region, again: bool, known: Collection[Sighting] = ()
    ) -> None:
        kept = merged(self._sightings, (), region, again)
        jokers = not self._pack.isdisjoint(JOKERS)
        fresh = sightings(self._reader, picture, plane, region, self._shape, kept, jokers)
        self._sightings = kept_sightings(known, merged(self._sightings, fresh, region, again))
        self._cards = cards_from(self._sightings, self._cards)
        self._cards, places = placed(self._cards, self._bare.unread(picture, plane, self._cards))
        guessed = guesses(self._reader, picture, plane, places, self._shape)
        self._unread = [LaidCard(self._of_pack(one), *at) for one, at in zip(guessed, places, strict=True)]

    def _look_again(self, picture: Picture) -> list[Observation]:
        """Look once more at the parts in doubt, at a holder together with the other; several looks count alike."""
        self._looked_again = self.t
        names = [name for name, part in self._parts.items() if part.doubtful and name in self.planes]
        holders = [name for name in names if name != PLAY]
        others = [name for name in HOLDERS if holders and name in self.planes and name not in holders]
        fresh = self._read_holders(picture, holders, compared=others)
        for name in names:
            if name == PLAY:
                self._read_table(picture, self.planes[name], WHOLE, again=True)
            else:
                looks = self._parts[name].looks
                self._slots[name] = [
                    with_one_look_more(old, looks, new) for old, new in zip(self._slots[name], fresh[name], strict=True)
                ]
        return self._told_of(names, again=True)

    def _told_of(self, names: Collection[str], again: bool) -> list[Observation]:
        """The observations of parts that were just looked at. What one holder shows may settle what the other wavers
        between, so that has its say too."""
        holders: list[str] = [name for name in HOLDERS if name in self._slots and name in self.planes]
        slots = self._decoded(holders)
        observations: list[Observation] = []
        for name in self._parts:
            if name in names:
                self._parts[name].looks += 1
                observations += self._told(name, slots.get(name, ()), again)
            elif name in holders and not set(names).isdisjoint(HOLDERS):
                observations += self._told(name, slots[name], again=False)
        return observations

    def _decoded(self, holders: list[str]) -> dict[str, Slots]:
        """What the slots of holders hold, given what they held before and what lies on the table."""
        on_table = [FULL_PACK[card.best] for card in self._cards if _certain(card.belief)]
        told = holder_readings(
            [self._slots[name] for name in holders], [self._held.get(name, ()) for name in holders], on_table
        )
        told = [tuple(self._of_pack(reading) for reading in slots) for slots in told]
        for name, slots in zip(holders, told, strict=True):
            filled = [reading for reading in slots if reading is not None]
            if all(reading.probability >= CERTAIN for reading in filled):
                self._held[name] = tuple(reading.belief[0][0] for reading in filled)
        return dict(zip(holders, told, strict=True))

    @overload
    def _of_pack(self, reading: Reading) -> Reading: ...
    @overload
    def _of_pack(self, reading: None) -> None: ...
    def _of_pack(self, reading: Reading | None) -> Reading | None:
        """A reading without the cards that are not in the pack: what they had is no other card's."""
        return reading and Reading(tuple((card, share) for card, share in reading.belief if card in self._pack))

    def _told(self, name: str, slots: Slots, again: bool) -> list[Observation]:
        """The observation of a part, unless it says what was said before; ``slots`` are a holder's."""
        part = self._parts[name]
        observation: HolderShows | TableShows
        if name == PLAY:
            laid = [LaidCard(self._of_pack(reading_of(one.belief)), one.x, one.y, one.angle) for one in self._cards]
            readings = [card.reading for card in laid]
            observation = TableShows((*laid, *self._unread))
        else:
            readings = [reading for reading in slots if reading is not None]
            unsure = any(reading.probability < _DOUBT for reading in readings)
            more = unsure and part.looks < _LOOKS_BEFORE_ASKING
            number = HOLDERS.index(name) + 1
            observation = HolderShows(number, slots, self._beside(name), name in self._crowded, more)
        part.doubtful = part.looks < _MOST_LOOKS and any(reading.probability < _DOUBT for reading in readings)
        if not again and part.emitted is not None and alike(part.emitted, observation):
            return []
        part.emitted = observation
        return [observation]

    def _beside(self, name: str) -> str:
        """The person before whom a holder stands: from there its face is seen upright."""
        lower, upper = self.planes[name].to_picture(np.array([[FACE_WIDTH / 2, 0.0], [FACE_WIDTH / 2, FACE_HEIGHT]]))
        return "south" if upper[1] < lower[1] else "north"


def _certain(belief: Belief) -> bool:
    return bool(belief[:NO_CARD].max() >= CERTAIN)


def _cells_of(plane: Plane, shape: tuple[int, ...]) -> Cells:
    """The cells of a look that a part of the table covers."""
    mask = np.zeros(shape, np.uint8)
    _fill(mask, plane.to_picture(plane.area()))
    return mask.astype(np.bool_)


def _marker_cells(plane: Plane, shape: tuple[int, ...]) -> Cells:
    mask = np.zeros(shape, np.uint8)
    for corners in plane.outlines.values():
        _fill(mask, corners)
    return mask.astype(np.bool_)


def _fill(mask: npt.NDArray[np.uint8], corners: npt.NDArray[np.float64]) -> None:
    points = np.rint(corners / CELL_PIXELS - 0.5).astype(np.int32)
    cv2.fillPoly(mask, [points], 1)


def _region_of(plane: Plane, cells: Cells) -> Region:
    """The part of the play area that cells cover, with some room around, mm."""
    rows, columns = np.nonzero(cells)
    low = np.array([columns.min(), rows.min()]) * float(CELL_PIXELS)
    high = np.array([columns.max() + 1, rows.max() + 1]) * float(CELL_PIXELS)
    corners = plane.to_plane(np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    (x0, y0), (x1, y1) = corners.min(axis=0) - _AROUND, corners.max(axis=0) + _AROUND
    return max(float(x0), WHOLE[0]), max(float(y0), WHOLE[1]), min(float(x1), WHOLE[2]), min(float(y1), WHOLE[3])


def _distance(a: Plane, b: Plane) -> float:
    """How far the corners of a part lie apart between two planes, pixels."""
    return float(np.linalg.norm(a.to_picture(a.area()) - b.to_picture(b.area()), axis=1).max())

"""What is watched: the parts of the table, the cells of a look that they cover, and the places in cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture, Points
from vision.camera.protocol import Box, Cut
from vision.index.beliefs import reading_of, within
from vision.planes.masking import where_cards_show
from vision.planes.planes import ALL_HOLDERS, Plane, covered_slots
from vision.sizes import FACE_HEIGHT, FACE_WIDTH
from vision.thresholds import Watch
from vision.watch.motion import CELL_PIXELS, Cells
from vision.watch.play_area import WHOLE, Region, SeenCard, Sighting
from whist.cards import Card
from whist.messages.observations import READABLE, LaidCard, Observation, Reading

SlotNumbers = tuple[int, ...]


@dataclass(slots=True)
class Part:
    """What is known of one part of the table."""

    looks: int = 0
    doubtful: bool = False
    emitted: Observation | None = None


def cells_of(plane: Plane, shape: tuple[int, ...]) -> Cells:
    """The cells of a look that a part of the table covers."""
    return cells_within(plane.to_picture(plane.area()), shape)


def cells_within(corners: Points, shape: tuple[int, ...]) -> Cells:
    """The cells of a look between corners (n, 2) in full-size pixels."""
    mask = np.zeros(shape, np.uint8)
    _fill(mask, corners)
    return mask.astype(np.bool_)


def marker_cells(plane: Plane, shape: tuple[int, ...]) -> Cells:
    """The cells of a look that the markers of a part cover."""
    mask = np.zeros(shape, np.uint8)
    for corners in plane.outlines.values():
        _fill(mask, corners)
    return mask.astype(np.bool_)


def cells_of_all(planes: Iterable[Plane], picture: Picture) -> Cells:
    """The cells of a full-size picture's look that parts and their markers cover, and those around."""
    shape = (picture.shape[0] // CELL_PIXELS, picture.shape[1] // CELL_PIXELS)
    mask = np.zeros(shape, np.uint8)
    for plane in planes:
        mask |= cells_of(plane, shape) | marker_cells(plane, shape)
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.bool_)


def cells_of_secrets(planes: Mapping[str, Plane], shape: tuple[int, ...]) -> Cells:
    """The cells of a look in which cards of holders may show."""
    secret = np.zeros(shape, np.bool_)
    for part in ALL_HOLDERS:
        if part in planes:
            secret |= cells_within(planes[part].to_picture(where_cards_show(planes[part])), shape)
    return secret


def seen_in(cut: Cut, plane: Plane) -> Plane:
    """A plane of the whole picture as it lies in a part of it."""
    if not cut.x and not cut.y:
        return plane
    return plane.seen_from(cut.x, cut.y)


def planes_in(cut: Cut, planes: Mapping[str, Plane]) -> dict[str, Plane]:
    """Planes of the whole picture as they lie in a part of it."""
    return {part: seen_in(cut, plane) for part, plane in planes.items()}


def beside(holder: Plane) -> str:
    """The person before whom a holder stands: from there its face is seen upright."""
    lower, upper = holder.to_picture(np.array([[FACE_WIDTH / 2, 0.0], [FACE_WIDTH / 2, FACE_HEIGHT]]))
    return "south" if upper[1] < lower[1] else "north"


def covered_by(
    name: str, planes: Mapping[str, Plane], slots: Sequence[Reading | None]
) -> tuple[int | None, SlotNumbers]:
    """The number of the holder that lies over indices of the holder ``name`` in the picture, and those of its slots
    (0…12) that show none, or nothing of it, and are covered so; where several do, the one that covers most. None and
    none where no slot is."""
    tells = [reading is not None and reading.probability >= READABLE for reading in slots]
    empty = {slot for slot, told in enumerate(tells) if not told}
    others = [(number, planes[one]) for number, one in enumerate(ALL_HOLDERS, 1) if one in planes and one != name]
    if not empty or not others:
        return None, ()
    covered = {number: tuple(empty.intersection(covered_slots(planes[name], other))) for number, other in others}
    most = max(covered, key=lambda number: len(covered[number]))
    return (most, tuple(sorted(covered[most]))) if covered[most] else (None, ())


def box_around(planes: Iterable[Plane], shape: tuple[int, ...]) -> Box:
    """The part of a full-size picture in which all shows that is read of parts; ``shape`` is that of its cells."""
    cells = np.zeros(shape, np.bool_)
    for plane in planes:
        cells |= cells_of(plane, shape)
    rows, columns = np.nonzero(cells)
    if not len(rows):
        return 0, 0, shape[1] * CELL_PIXELS, shape[0] * CELL_PIXELS
    low = np.maximum([columns.min() - Watch.CELLS_AROUND, rows.min() - Watch.CELLS_AROUND], 0) * CELL_PIXELS
    high = (
        np.minimum([columns.max() + 1 + Watch.CELLS_AROUND, rows.max() + 1 + Watch.CELLS_AROUND], shape[::-1])
        * CELL_PIXELS
    )
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def untouched(sightings: Sequence[Sighting], play: Plane, changed: Cells) -> list[Sighting]:
    """The indices on the play area around which nothing has changed: they still stand there."""
    near = cv2.dilate(changed.astype(np.uint8), np.ones((2 * Watch.INDEX_CELLS + 1,) * 2, np.uint8))
    places = play.to_picture(np.array([(one.x, one.y) for one in sightings]).reshape(-1, 2))
    columns, rows = np.clip(places.T // CELL_PIXELS, 0, np.array(near.shape[::-1])[:, None] - 1).astype(int)
    return [one for one, touched in zip(sightings, near[rows, columns], strict=True) if not touched]


def _fill(mask: npt.NDArray[np.uint8], corners: npt.NDArray[np.float64]) -> None:
    points = np.rint(corners / CELL_PIXELS - 0.5).astype(np.int32)
    cv2.fillPoly(mask, [points], 1)


def laid_card(seen: SeenCard, pack: Collection[Card]) -> LaidCard:
    """What is told of a card on the play area where ``pack`` is played with."""
    return LaidCard(within(pack, reading_of(seen.belief)), seen.x, seen.y, seen.angle)


def region_of(plane: Plane, cells: Cells) -> Region:
    """The part of the play area that cells cover, with some room around, mm."""
    rows, columns = np.nonzero(cells)
    low = np.array([columns.min(), rows.min()]) * float(CELL_PIXELS)
    high = np.array([columns.max() + 1, rows.max() + 1]) * float(CELL_PIXELS)
    corners = plane.to_plane(np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    (x0, y0), (x1, y1) = corners.min(axis=0) - Watch.AROUND, corners.max(axis=0) + Watch.AROUND
    return max(float(x0), WHOLE[0]), max(float(y0), WHOLE[1]), min(float(x1), WHOLE[2]), min(float(y1), WHOLE[3])


def shift(a: Plane, b: Plane) -> float:
    """How far the corners of a part lie apart between two planes, pixels."""
    return float(np.linalg.norm(a.to_picture(a.area()) - b.to_picture(b.area()), axis=1).max())

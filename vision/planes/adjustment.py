"""The adjustment of a bundle: what explains best where all markers are seen (`vision.planes.bundle`).

Unknown are the camera's pose and lens, each marker card's place and turn, and each holder's pose, bow, twist and lip;
every one of them has a likely value. Least squares by scipy, from a first guess; what does not fit is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, radians, remainder
from typing import Final

import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from vision.arrays import Doubles
from vision.planes.bundle import (
    BEND,
    CARDS,
    CORNER,
    FACES,
    LAID,
    LEAST,
    LIP,
    OUTER,
    Bundle,
    HolderFace,
    Lying,
    corners_of,
    lift,
)
from vision.planes.bundle_start import begun
from vision.planes.camera_pose import Hang, seen_at
from vision.sizes import FACE_TILT, FACE_WIDTH, LIP_HEIGHT, Marker, focal_of

_CORNER_KNOWN: Final = 8.0
"""How far markers are from being square tells how exactly their corners are found, but what is usual counts for so many
numbers of them; and..."""
_OTHER_NOISE: Final = 1.25
"""... where it is more or less than was thought by this factor, all is reckoned once more."""
_SCATTER: Final = (0.1, 1.2)
"""No corner is found more exactly, or less."""
_ROUNDS: Final = 3
"""So many times more, at most."""
_PRINTED: Final = 0.25
"""How exactly a marker stands in its place on a face that was glued from two sheets, mm."""
_LENS: Final = (0.06, 0.007)
"""How far the focal length (logarithm) usually is from the Camera Module 3's on paper, and its bend from the usual."""
_FIXED: Final = 1e-7
_SLANT: Final = radians(12.0)
"""How far from straight down a camera usually looks."""
_STANDS: Final = (4.0, radians(6.0), radians(1.5))
"""How exactly a face's lower edge stands at the table's height (mm), its lean is 50°, and that edge is level."""
_FORM: Final = (1.5, 1.5)
"""How much a face bows and twists, mm: in the middle before its ends, and one upper corner before the other."""

_WRONG: Final = 1.6
"""A marker whose corners are farther than this from where the others put them (root of mean square) is left out, mm."""
_ASTRAY: Final = 1.5
"""A card that strayed so far, in proportion to what is allowed, was pushed away: it is not drawn to its place."""
_REGISTERS: Final = 20
_MOST_CARE: Final = 0.08
"""Nobody lays cards nearer to their places than this, in proportion to what is usual."""
_MORE_CARE: Final = 0.8
"""Where they lie so much nearer than was thought it is reckoned once more."""
_STEP: Final = 1e-4


def bundle_of(
    seen: Mapping[int, Doubles], size: tuple[int, int], before: Bundle | None = None, lens_known: bool = False
) -> Bundle | None:
    """Where everything stands in a picture of ``size`` (width, height) pixels in which the corners (4, 2) of these
    markers are ``seen``, by number; None where none are. ``before`` is a look to begin from, which saves time.
    ``lens_known`` takes the lens for the Camera Module 3's on paper, which marker cards alone cannot tell."""
    bundle = begun(seen, size, before)
    for _ in range(2 * len(seen) + _ROUNDS):
        if bundle is None or not bundle.used:
            return None
        bundle = _registered(_adjusted(bundle, seen, lens_known))
        better = _told_otherwise(bundle)
        if better is None:
            break
        bundle = better
    return bundle


def _told_otherwise(bundle: Bundle) -> Bundle | None:
    """The bundle to adjust next where this one shows that a marker is wrong, a card was pushed away, all were laid with
    more care than was thought, or corners are found more or less exactly; None where it is good."""
    worst = max(bundle.errors, key=lambda number: bundle.errors[number])
    if bundle.errors[worst] > _WRONG:
        return _without(bundle, worst)
    strayed = bundle.astray | {number for number, card in bundle.cards.items() if card.strayed > _ASTRAY}
    if strayed > bundle.astray and len(strayed) < len(bundle.cards) - 1:
        return replace(bundle, astray=strayed)
    care = _care(bundle)
    if care < _MORE_CARE * bundle.care:
        return replace(bundle, care=care)
    noise = max(bundle.scatter / bundle.noise, bundle.noise / bundle.scatter)
    return replace(bundle, noise=bundle.scatter) if noise > _OTHER_NOISE else None


def _without(bundle: Bundle, number: int) -> Bundle:
    """The same without a marker, and without what has too few of them then."""
    used = bundle.used - {number}
    cards = {one: lying for one, lying in bundle.cards.items() if one in used}
    faces = {one: face for one, face in bundle.faces.items() if len(used & FACES[one].keys()) >= LEAST}
    used -= {one for number, markers in FACES.items() if number not in faces for one in markers}
    return replace(bundle, used=frozenset(used), cards=cards, faces=faces)


def _care(bundle: Bundle) -> float:
    """With how much care the cards seem to be laid that are drawn to their places."""
    laid = [card for number, card in bundle.cards.items() if number not in bundle.astray]
    if len(laid) <= LEAST:
        return bundle.care
    misses = np.array([(card.right, card.up, radians(card.turned)) for card in laid]) / LAID
    return float(np.clip(np.sqrt((misses**2).mean()), _MOST_CARE, 1.0))


def _registered(bundle: Bundle) -> Bundle:
    """The same with the table turned and shifted so that most marker cards lie where they are printed: one that was
    pushed far away says little of where the middle is."""
    if not bundle.cards:
        return bundle
    printed = np.array([complex(CARDS[number].x, CARDS[number].y) for number in bundle.cards])
    lies = printed + np.array([complex(card.right, card.up) for card in bundle.cards.values()])
    turned = np.array([radians(card.turned) for card in bundle.cards.values()])
    way, shift = complex(np.exp(-1j * turned.mean())), 0j
    weights = np.ones(len(lies))
    for _ in range(_REGISTERS):
        middle, there = np.average(lies, weights=weights), np.average(printed, weights=weights)
        if len(lies) > 1:
            way = complex((weights * (printed - there) * (lies - middle).conj()).sum())
            way /= abs(way) or 1.0
        shift = complex(there - way * middle)
        weights = 1 / np.maximum(np.abs(way * lies + shift - printed), 1.0)
    return _moved(bundle, way, shift)


def _moved(bundle: Bundle, way: complex, shift: complex) -> Bundle:
    """The same seen from a table that was turned by the angle of ``way`` and then shifted, mm."""
    turn = np.array([[way.real, -way.imag, 0.0], [way.imag, way.real, 0.0], [0.0, 0.0, 1.0]])
    by, angle = np.array([shift.real, shift.imag, 0.0]), degrees(atan2(way.imag, way.real))
    hang = replace(bundle.hang, place=turn @ bundle.hang.place + by, turned=bundle.hang.turned @ turn.T)
    cards = {}
    for number, card in bundle.cards.items():
        printed = complex(CARDS[number].x, CARDS[number].y)
        off = way * (printed + complex(card.right, card.up)) + shift - printed
        cards[number] = Lying(off.real, off.imag, remainder(card.turned + angle, 360.0))
    faces = {
        number: replace(face, place=turn @ face.place + by, axes=face.axes @ turn.T)
        for number, face in bundle.faces.items()
    }
    return replace(bundle, hang=hang, cards=cards, faces=faces)


@dataclass(frozen=True, slots=True)
class _State:
    """Many sets of unknowns at once, each (n, …)."""

    turned: Doubles
    place: Doubles
    focal: Doubles
    bend: Doubles
    cards: dict[int, Doubles]  # (n, 3): right, up, radians
    faces: dict[int, Doubles]  # (n, 11): place, yaw, lean, level, bow, twist, lip, its shift along u and v

    def hang(self, size: tuple[int, int]) -> Hang:
        """The camera of the first set."""
        return Hang(self.place[0], self.turned[0], size, float(self.focal[0, 0, 0, 0]), float(self.bend[0, 0, 0, 0]))


_CAMERA_STEPS: Final = np.array([0.02, 0.02, 0.02, 10.0, 10.0, 10.0])
_FACE_STEPS: Final = np.array(
    [5.0, 5.0, _STANDS[0], radians(3.0), _STANDS[1], _STANDS[2], _FORM[0], _FORM[1], LIP[1], LIP[2], LIP[3]]
)
_FACE_USUAL: Final = np.array([0.0, 0.0, 0.0, 0.0, radians(FACE_TILT), 0.0, 0.0, 0.0, LIP[0], 0.0, 0.0])


class _Problem:
    """The unknowns of a bundle in one row of numbers, each in steps that are alike, and what they must explain."""

    def __init__(self, start: Bundle, seen: Mapping[int, Doubles], lens_known: bool = False) -> None:
        self._start = start
        self._cards = sorted(start.cards)
        self._faces = sorted(start.faces)
        self._numbers = [*self._cards, *(one for n in self._faces for one in FACES[n] if one in start.used)]
        self._pixels = np.array([seen[number] for number in self._numbers])
        self._camera = 6 if self._cards else 0  # without a card the table is where the camera looks straight down
        hang = start.hang
        self._usual_focal = focal_of(hang.size)
        scale = hang.focal / hang.height
        loose = np.array([0.0 if number in CARDS else _PRINTED * scale for number in self._numbers])
        self._held = np.repeat([0.0 if number in start.astray else 1 / start.care for number in self._cards], 3)
        self._mean_weight = 2.0 / np.sqrt(start.noise**2 + 4 * loose**2)
        self._lens, self._bend = ((_FIXED, _FIXED), 0.0) if lens_known else (_LENS, BEND)
        lens = [0.0, 0.0]
        if not lens_known:
            lens = [np.log(hang.focal / self._usual_focal) / _LENS[0], (hang.bend - BEND) / _LENS[1]]
        cards = [np.array([one.right, one.up, radians(one.turned)]) / LAID for _, one in sorted(start.cards.items())]
        faces = [_row_of(face) / _FACE_STEPS for _, face in sorted(start.faces.items())]
        self.first = np.concatenate([np.zeros(self._camera), lens, *cards, *faces])

    def state(self, rows: Doubles) -> _State:
        """What rows (n, unknowns) say."""
        hang, at = self._start.hang, self._camera
        turned = np.broadcast_to(hang.turned, (len(rows), 3, 3))
        place = np.broadcast_to(hang.place, (len(rows), 3))
        if at:
            moved = rows[:, :at] * _CAMERA_STEPS
            turned, place = _rotations(moved[:, :3]) @ turned, place + moved[:, 3:]
        focal = self._usual_focal * np.exp(rows[:, at] * self._lens[0])[:, None, None, None]
        bend = (self._bend + rows[:, at + 1] * self._lens[1])[:, None, None, None]
        at += 2
        cards, faces = {}, {}
        for number in self._cards:
            cards[number], at = rows[:, at : at + 3] * LAID, at + 3
        for number in self._faces:
            faces[number], at = rows[:, at : at + len(_FACE_STEPS)] * _FACE_STEPS, at + len(_FACE_STEPS)
        return _State(turned, place, focal, bend, cards, faces)

    def shown(self, state: _State) -> tuple[Doubles, Doubles]:
        """Where the markers are seen then, pixels (n, markers, 4, 2), and how far before the camera, mm."""
        corners = [_card_corners(number, row) for number, row in state.cards.items()]
        for number, row in state.faces.items():
            there = [one for n, one in FACES[number].items() if n in self._start.used]
            corners.append(_face_corners(there, row))
        world = np.concatenate(corners, axis=1)
        ahead = np.einsum("nmcx,nyx->nmcy", world - state.place[:, None, None], state.turned)
        return seen_at(ahead, self._start.hang.size, state.focal, state.bend), ahead[..., 2]

    def misses(self, rows: Doubles) -> Doubles:
        """How badly rows (n, unknowns) explain what is seen and how unlikely they are: (n, misses), each about 1."""
        state = self.state(rows)
        away = self.shown(state)[0] - self._pixels
        mean = away.mean(axis=2)
        alone = (away - mean[:, :, None]) / self._start.noise
        n, at = len(rows), self._camera
        parts = [alone.reshape(n, -1), (mean * self._mean_weight[:, None]).reshape(n, -1), rows[:, at : at + 2]]
        if self._cards:
            parts.append(state.turned[:, 2, :2] / _SLANT)
        parts.append(rows[:, at + 2 : at + 2 + 3 * len(self._cards)] * self._held)
        for row in state.faces.values():
            unlike = (row - _FACE_USUAL) / _FACE_STEPS
            parts.append(unlike[:, 6:])
            if self._cards:
                parts.append(unlike[:, [2, 4, 5]])
        return np.concatenate(parts, axis=1)

    def slopes(self, row: Doubles) -> Doubles:
        """How each miss changes with each unknown, (misses, unknowns)."""
        rows = np.vstack([row, row + _STEP * np.eye(len(row))])
        misses = self.misses(rows)
        return np.asarray((misses[1:] - misses[0]).T / _STEP, np.float64)

    def scatter(self, row: Doubles) -> float:
        """How exactly corners seem to be found, pixels, by how far they are from the shapes that a row of unknowns puts
        them in: each unknown that was chosen for that takes something from it."""
        alone = 8 * len(self._numbers)
        left = float((self.misses(row[None])[0, :alone] ** 2).sum()) * self._start.noise**2
        chosen, _ = np.linalg.qr(self.slopes(row))
        free = 6 * len(self._numbers) - float((chosen[:alone] ** 2).sum())
        mean = (left + _CORNER_KNOWN * CORNER**2) / (max(free, 0.0) + _CORNER_KNOWN)
        return float(np.clip(np.sqrt(mean), *_SCATTER))

    def solved(self, row: Doubles) -> Bundle:
        """What a row of unknowns says of everything."""
        state = self.state(row[None])
        pixels, ahead = self.shown(state)
        scale = state.focal[0, 0] / ahead[0].mean(axis=1, keepdims=True)
        errors = np.sqrt(((pixels[0] - self._pixels) ** 2).sum(axis=2).mean(axis=1)) / scale[:, 0]
        return Bundle(
            state.hang(self._start.hang.size),
            {n: Lying(one[0, 0], one[0, 1], degrees(one[0, 2])) for n, one in state.cards.items()},
            {n: _face_of(one[0]) for n, one in state.faces.items()},
            self._start.used,
            self._start.astray,
            self._start.care,
            dict(zip(self._numbers, errors.tolist(), strict=True)),
            self._start.noise,
            self.scatter(row),
        )


def _adjusted(bundle: Bundle, seen: Mapping[int, Doubles], lens_known: bool) -> Bundle:
    """The bundle that explains best what is seen of its markers."""
    problem = _Problem(bundle, seen, lens_known)
    found = least_squares(
        lambda row: problem.misses(row[None])[0], problem.first, problem.slopes, method="lm", xtol=1e-6, ftol=1e-9
    )
    return problem.solved(found.x)


def _card_corners(number: int, row: Doubles) -> Doubles:
    """Corners (n, 1, 4, 3) over the table, mm, of a marker card that lies as rows (n, 3) say."""
    c, s = np.cos(row[:, 2:]), np.sin(row[:, 2:])
    x = CARDS[number].x + row[:, :1] + c * OUTER[:, 0] - s * OUTER[:, 1]
    y = CARDS[number].y + row[:, 1:2] + s * OUTER[:, 0] + c * OUTER[:, 1]
    return np.stack([x, y, np.zeros_like(x)], axis=-1)[:, None]


def _face_corners(markers: Sequence[Marker], row: Doubles) -> Doubles:
    """Corners (n, markers, 4, 3) over the table, mm, of markers of a face that stands as rows (n, 11) say."""
    flat = np.array([corners_of(one) for one in markers])
    lip = np.array([one.y < LIP_HEIGHT for one in markers], np.float64)[:, None]
    columns = row.T[:, :, None, None]
    u = flat[..., 0] - FACE_WIDTH / 2 + lip * columns[9]
    v = flat[..., 1] + lip * columns[10]
    out = lift(u, v, columns[6], columns[7]) + lip * columns[8]
    return np.asarray(row[:, None, None, :3] + np.stack([u, v, out], axis=-1) @ _axes(row)[:, None], np.float64)


def _axes(row: Doubles) -> Doubles:
    """Axes (n, 3, 3) of faces, in rows along u, along v and outwards, that stand as rows (n, 11) say."""
    (cy, cl, ck), (sy, sl, sk) = np.cos(row.T[3:6]), np.sin(row.T[3:6])
    along = np.stack([cy * ck, sy * ck, sk], axis=-1)
    up = np.stack([-sy * cl - cy * sk * sl, cy * cl - sy * sk * sl, ck * sl], axis=-1)
    return np.stack([along, up, np.cross(along, up)], axis=1)


def _row_of(face: HolderFace) -> Doubles:
    along, up, out = face.axes
    turns = [atan2(along[1], along[0]), atan2(up[2], out[2]), atan2(along[2], np.hypot(along[0], along[1]))]
    return np.array([*face.place, *turns, face.bow, face.twist, face.lip, 0.0, 0.0])


def _face_of(row: Doubles) -> HolderFace:
    return HolderFace(row[:3], _axes(row[None])[0], float(row[6]), float(row[7]), float(row[8]))


def _rotations(vectors: Doubles) -> Doubles:
    """Rotation matrices (n, 3, 3) of rotation vectors (n, 3)."""
    return np.asarray(Rotation.from_rotvec(vectors).as_matrix(), np.float64)

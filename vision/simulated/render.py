"""Camera pictures of the simulated table, made anew only where something has changed.

One clean picture is kept. What changed since it was made is found by comparing scenes; only those regions are put
together again: background, holders, cards with their shadows, light, blur. Noise is laid over what is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeVar

import cv2
import numpy as np

from vision.cameras import SMALL, Picture
from vision.faces import Pack
from vision.geometry import CAMERA_SIZE, CARD_BOTTOM, FACE_HEIGHT, FACE_WIDTH, LIP_HEIGHT, slot_left
from vision.simulated.optics import Matrix, View
from vision.simulated.prints import FACE_SCALE, face_canvas
from vision.simulated.scene import Arm, Holder, Laid, Racked, Scene, Spot
from vision.simulated.sprites import Region as Region
from vision.simulated.sprites import Sprite, arm_sprite, card_sprite, spot_sprite
from vision.simulated.surfaces import NOISE_LEVEL, light_map, noise_tile, table_top

_MARGIN: Final = 8
"""Pixels around a region that its blur may draw from; regions are multiples of it too."""
_BLUR_REACH: Final = 3
_LIGHT_UNIT: Final = 160.0
_CARD_SHADOW: Final = 0.30
_UNDER_LIP: Final = (0.8, 0.8, 0.8, 0.0)
"""What the lip's shadow leaves of the light on the cards right above it."""


Thing = Holder | Laid | Arm | Spot
"""What has a sprite; a holder without its cards."""


class Renderer:
    """Renders scenes of one table top, light, camera and pack, all chosen by ``seed``.

    Not for several threads at once.
    """

    def __init__(self, pack: Pack, seed: int = 0, view: View | None = None, patterned: bool = False) -> None:
        self.pack = pack
        self.view = view or View.by_seed(seed)
        self._seed = seed
        self._patterned = patterned
        self._random = random.Random(f"noise {seed}")
        self._table = table_top(seed, self.view, patterned)
        self._light = light_map(seed)
        self._noise = noise_tile(seed)
        self._blur = 0.6 + 0.5 * random.Random(f"blur {seed}").random()
        self._lean = random.Random(f"lean {seed}").uniform(0.86, 1.02)
        self._faces: dict[int, Picture] = {n: face_canvas(seed, n) for n in (1, 2)}
        self._filled: dict[int, tuple[Picture, Holder]] = {}
        self._sprites: dict[Thing, Sprite] = {}
        self._racked: dict[tuple[Racked, int], Sprite] = {}
        self._outlines: dict[Holder, tuple[int, int, Picture]] = {}
        self._scene = Scene()
        self._clean = np.empty((CAMERA_SIZE[1], CAMERA_SIZE[0], 3), np.uint8)
        """The finished picture less ``NOISE_LEVEL``, so that adding the noise is one addition."""
        self._small = np.empty((CAMERA_SIZE[1] // SMALL, CAMERA_SIZE[0] // SMALL), np.uint8)
        self._make((0, 0, *CAMERA_SIZE))

    def rehang(self, view: View) -> None:
        """Let the camera hang otherwise from now on: somebody has knocked against its mast."""
        self.view = view
        self._table = table_top(self._seed, view, self._patterned)
        self._sprites.clear()
        self._outlines.clear()
        self._make((0, 0, *CAMERA_SIZE))

    def reface(self, pack: Pack) -> None:
        """Let other cards be played with from now on."""
        self.pack = pack
        self._sprites.clear()
        self._racked.clear()
        self._filled.clear()
        self._make((0, 0, *CAMERA_SIZE))

    def restart_noise(self, seed: int) -> None:
        """Let the noise of the pictures to come depend on ``seed`` alone, whatever was taken before."""
        self._random = random.Random(f"noise {seed}")

    def update(self, scene: Scene) -> list[Region]:
        """Bring the picture up to ``scene``; returns the regions that were made anew."""
        regions = self._changes(scene)
        self._scene = scene
        for region in regions:
            self._make(region)
        bare = (_bare(holder) for holder in scene.holders)
        there: set[Thing] = {*bare, *scene.laid, *scene.strays, *scene.arms, *scene.spots}
        self._sprites = {thing: sprite for thing, sprite in self._sprites.items() if thing in there}
        return regions

    def small(self) -> Picture:
        """The small grey picture with a little noise: (height / SMALL, width / SMALL)."""
        height, width = self._small.shape
        row = self._random.randrange(8)
        column = self._random.randrange(64)
        tile = self._noise[:, column * SMALL : column * SMALL + width, 0]
        picture = np.empty_like(self._small)
        for top in range(0, height, tile.shape[0] - 8):
            part = self._small[top : top + tile.shape[0] - 8]
            picture[top : top + part.shape[0]] = cv2.add(part, tile[row : row + part.shape[0]])
        return picture

    def full(self, region: Region | None = None) -> Picture:
        """The full-size BGR picture with noise, or a region of it."""
        x0, y0, x1, y1 = region or (0, 0, *CAMERA_SIZE)
        column = self._random.randrange(self._noise.shape[1] - CAMERA_SIZE[0])
        tile = self._noise[:, column + x0 : column + x1]
        first = self._random.randrange(tile.shape[0])
        picture = np.empty((y1 - y0, x1 - x0, 3), np.uint8)
        top = 0
        while top < picture.shape[0]:
            part = tile[first : first + picture.shape[0] - top]
            cv2.add(
                self._clean[y0 + top : y0 + top + part.shape[0], x0:x1], part, dst=picture[top : top + part.shape[0]]
            )
            top += part.shape[0]
            first = 0
        return picture

    def clean(self) -> Picture:
        """The full-size BGR picture without noise (a copy, ``NOISE_LEVEL`` darker than pictures with it)."""
        return self._clean.copy()

    # -- what changed --------------------------------------------------------------------------------------------

    def _changes(self, scene: Scene) -> list[Region]:
        regions: list[Region] = []
        before = {holder.number: holder for holder in self._scene.holders}
        after = {holder.number: holder for holder in scene.holders}
        for number in before.keys() | after.keys():
            old, new = before.get(number), after.get(number)
            if old == new:
                continue
            if old and new and _bare(old) == _bare(new):
                changed = _changed_slots(old, new)
                left, right = slot_left(min(changed)) - 4.0, slot_left(max(changed)) + self.pack.size_mm[0] + 4.0
                regions.append(self._face_region(new, left, right))
            else:
                regions += [self._shadowed(holder).region for holder in (old, new) if holder]
        if self._scene.air != scene.air:
            return [(0, 0, *CAMERA_SIZE)]
        now = self._scene
        regions += _redrawn(now.laid, scene.laid, self._sprite_of_card)
        regions += _redrawn(now.strays, scene.strays, self._sprite_of_card)
        regions += _redrawn(now.arms, scene.arms, self._sprite_of_arm)
        regions += _redrawn(now.spots, scene.spots, self._sprite_of_spot)
        return _merged([_widened(region, self._reach(scene)) for region in regions])

    def _reach(self, scene: Scene) -> int:
        """How many pixels the blur reaches."""
        return _BLUR_REACH if scene.air.blur == 0 else 3 * round(scene.air.blur + 1)

    def _face_region(self, holder: Holder, left: float, right: float) -> Region:
        corners = np.array([[[u, v] for u in (left, right) for v in (LIP_HEIGHT - 2.0, FACE_HEIGHT)]], np.float64)
        seen = cv2.perspectiveTransform(corners, self.view.face_homography(holder))[0]
        (x0, y0), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
        return int(x0) - 2, int(y0) - 2, int(x1) + 3, int(y1) + 3

    # -- putting together ----------------------------------------------------------------------------------------

    def _make(self, region: Region) -> None:
        x0, y0, x1, y1 = region
        air, room = self._scene.air, max(_MARGIN, self._reach(self._scene) + 4)
        wide = max(0, x0 - room), max(0, y0 - room), min(CAMERA_SIZE[0], x1 + room), min(CAMERA_SIZE[1], y1 + room)
        rows, columns = slice(wide[1], wide[3]), slice(wide[0], wide[2])
        patch = self._table[rows, columns].copy()
        for holder in self._scene.holders:
            if _overlap(self._shadowed(holder).region, wide):
                self._shadowed(holder).put(patch, wide[0], wide[1])
        for holder in self._scene.holders:
            if _overlap(self._shadowed(holder).region, wide):
                self._put_face(holder, patch, wide)
        for laid in (*self._scene.strays, *self._scene.laid):
            self._sprite_of_card(laid).put(patch, wide[0], wide[1])
        for arm in self._scene.arms:
            self._sprite_of_arm(arm).put(patch, wide[0], wide[1])
        patch = cv2.multiply(patch, self._light[rows, columns], scale=1.0 / _LIGHT_UNIT)
        for spot in self._scene.spots:
            self._sprite_of_spot(spot).put(patch, wide[0], wide[1])
        if (air.gain, air.tint) != (1.0, (1.0, 1.0, 1.0)):
            cv2.multiply(patch, (*(air.gain * part for part in air.tint), 0.0), dst=patch)
        side = 5 if air.blur == 0 else 2 * self._reach(self._scene) + 1
        patch = cv2.GaussianBlur(patch, (side, side), float(np.hypot(self._blur, air.blur)))
        patch = patch[y0 - wide[1] : y1 - wide[1], x0 - wide[0] : x1 - wide[0]]
        self._clean[y0:y1, x0:x1] = cv2.subtract(patch, (NOISE_LEVEL,) * 3 + (0,))
        grey = cv2.cvtColor(self._clean[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
        shape = ((x1 - x0) // SMALL, (y1 - y0) // SMALL)
        self._small[y0 // SMALL : y1 // SMALL, x0 // SMALL : x1 // SMALL] = cv2.resize(
            grey, shape, interpolation=cv2.INTER_AREA
        )

    def _shadowed(self, holder: Holder) -> Sprite:
        """The shadow around a holder's foot, over all its picture."""
        bare = _bare(holder)
        if bare not in self._sprites:
            corners = np.array([[[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]]], np.float64)
            outline = cv2.perspectiveTransform(corners, self.view.face_homography(holder))[0]
            x0, y0 = np.floor(outline.min(axis=0)).astype(int) - 60
            x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 60
            mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
            cv2.fillPoly(mask, [np.rint(outline - (x0, y0)).astype(np.int32)], 255)
            soft = cv2.blur(cv2.blur(mask, (41, 41)), (31, 31)).astype(np.float32)
            keep = np.repeat((1.0 - soft * (0.55 / 255))[:, :, None], 3, axis=2)
            self._sprites[bare] = Sprite(int(x0), int(y0), keep, np.zeros_like(keep))
        return self._sprites[bare]

    def _put_face(self, holder: Holder, patch: Picture, wide: Region) -> None:
        """Warp a holder's face with its cards into a patch of the picture."""
        face = self._filled_face(holder)
        whole = self.view.face_homography(holder) @ _FACE_TO_MM
        left, top, outline = self._outline(holder, whole)
        x0, y0 = max(left, wide[0]), max(top, wide[1])
        x1, y1 = min(left + outline.shape[1], wide[2]), min(top + outline.shape[0], wide[3])
        if x0 >= x1 or y0 >= y1:
            return
        moved = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64) @ whole
        drawn = cv2.warpPerspective(face, moved, (x1 - x0, y1 - y0), borderMode=cv2.BORDER_REPLICATE)
        cv2.multiply(drawn, (self._lean,) * 3 + (0,), dst=drawn)
        mask = outline[y0 - top : y1 - top, x0 - left : x1 - left]
        cv2.copyTo(drawn, mask, patch[y0 - wide[1] : y1 - wide[1], x0 - wide[0] : x1 - wide[0]])

    def _outline(self, holder: Holder, whole: Matrix) -> tuple[int, int, Picture]:
        """Where a holder's face lies in the picture: a mask, and the pixel at which it begins."""
        bare = _bare(holder)
        if bare not in self._outlines:
            right, bottom = (side - 0.5 for side in self._faces[holder.number].shape[1::-1])
            corners = np.array([[[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]]], np.float64)
            points = cv2.perspectiveTransform(corners, whole)[0]
            x, y = np.floor(points.min(axis=0)).astype(int)
            size = np.ceil(points.max(axis=0)).astype(int) - (x, y) + 1
            mask = np.zeros((size[1], size[0]), np.uint8)
            cv2.fillPoly(mask, [np.rint((points - (x, y)) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
            self._outlines = {key: value for key, value in self._outlines.items() if key.number != holder.number}
            self._outlines[bare] = int(x), int(y), mask
        return self._outlines[bare]

    def _filled_face(self, holder: Holder) -> Picture:
        """A holder's face with its cards, brought up to the holder's slots where they changed."""
        empty = self._faces[holder.number]
        lip = round((FACE_HEIGHT - LIP_HEIGHT) * FACE_SCALE[1])
        if holder.number not in self._filled:
            canvas = empty.copy()
            canvas[lip - 4 : lip] = cv2.multiply(canvas[lip - 4 : lip], _UNDER_LIP)
            self._filled[holder.number] = (canvas, replace(holder, slots=(None,) * len(holder.slots), squeezed=None))
        canvas, before = self._filled[holder.number]
        if changed := _changed_slots(before, holder):
            left = max(0, int((slot_left(min(changed)) - 4.0) * FACE_SCALE[0]))
            right = min(canvas.shape[1], int((slot_left(max(changed)) + self.pack.size_mm[0] + 4.0) * FACE_SCALE[0]))
            part = empty[:lip, left:right].copy()
            for slot, racked in enumerate(holder.slots):
                if racked is not None:
                    self._sprite_of_slot(racked, slot).put(part, left, 0)
                if holder.squeezed is not None and holder.squeezed[0] == slot:
                    self._sprite_of_slot(holder.squeezed[1], slot).put(part, left, 0)
            part[-4:] = cv2.multiply(part[-4:], _UNDER_LIP)
            canvas[:lip, left:right] = part
            self._filled[holder.number] = (canvas, holder)
        return canvas

    def _sprite_of_slot(self, racked: Racked, slot: int) -> Sprite:
        """A racked card in pixels of the face's canvas."""
        if (racked, slot) not in self._racked:
            if len(self._racked) > 60:  # two deals; each takes about a megabyte
                self._racked.clear()
            width, height = self.pack.size_mm
            middle = slot_left(slot) + racked.du + width / 2, CARD_BOTTOM + racked.dv + height / 2
            plane = _MM_TO_FACE @ _placed(*middle, racked.angle)
            self._racked[racked, slot] = card_sprite(self.pack.face(racked.card), plane, (-3.0, 0.0), 2.0, 0.28)
        return self._racked[racked, slot]

    def _sprite_of_card(self, laid: Laid) -> Sprite:
        """A laid card in pixels of the picture."""
        if laid not in self._sprites:
            plane = self.view.table_homography() @ _placed(laid.x, laid.y, laid.angle)
            face = self.pack.face(laid.card) if laid.face_up else self.pack.back()
            self._sprites[laid] = card_sprite(face, plane, (3.0, 3.0), 3.0, _CARD_SHADOW)
        return self._sprites[laid]

    def _sprite_of_arm(self, arm: Arm) -> Sprite:
        if arm not in self._sprites:
            self._sprites[arm] = arm_sprite(self.view, arm)
        return self._sprites[arm]

    def _sprite_of_spot(self, spot: Spot) -> Sprite:
        if spot not in self._sprites:
            self._sprites[spot] = spot_sprite(self.view, spot)
        return self._sprites[spot]


_MM_TO_FACE: Final = np.array(
    [[FACE_SCALE[0], 0, -0.5], [0, -FACE_SCALE[1], FACE_HEIGHT * FACE_SCALE[1] - 0.5], [0, 0, 1]], np.float64
)
_FACE_TO_MM: Final = np.linalg.inv(_MM_TO_FACE)


def _placed(x: float, y: float, angle: float) -> Matrix:
    """From mm about a card's middle to mm of the plane it lies in; degrees counter-clockwise."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]])


def _bare(holder: Holder) -> Holder:
    """A holder without cards."""
    return replace(holder, slots=(), squeezed=None)


def _changed_slots(old: Holder, new: Holder) -> list[int]:
    """The slots in which two holders differ."""
    changed = {k for k in range(len(new.slots)) if old.slots[k] != new.slots[k]}
    if old.squeezed != new.squeezed:
        changed |= {squeezed[0] for squeezed in (old.squeezed, new.squeezed) if squeezed is not None}
        changed |= {min(slot + 1, len(new.slots) - 1) for slot in changed}
    return sorted(changed)


_Kind = TypeVar("_Kind", Laid, Arm, Spot)


def _redrawn(old: tuple[_Kind, ...], new: tuple[_Kind, ...], sprite: Callable[[_Kind], Sprite]) -> Iterable[Region]:
    """Where things of one kind have gone, come, or lie in another order."""
    if old == new:
        return []
    gone = [one for one in old if one not in new]
    come = [one for one in new if one not in old]
    if [one for one in old if one in new] != [one for one in new if one in old]:
        come = list(new)
    return [sprite(one).region for one in gone + come]


def _widened(region: Region, reach: int) -> Region:
    """A region with room for the blur, on the grid of ``_MARGIN`` and inside the picture."""
    low = [max(0, (side - reach) // _MARGIN * _MARGIN) for side in region[:2]]
    high = [
        min(limit, -(-(side + reach) // _MARGIN) * _MARGIN) for side, limit in zip(region[2:], CAMERA_SIZE, strict=True)
    ]
    return low[0], low[1], high[0], high[1]


def _overlap(a: Region, b: Region) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _merged(regions: list[Region]) -> list[Region]:
    """Regions with overlapping ones joined."""
    merged: list[Region] = []
    for region in regions:
        x0, y0, x1, y1 = region
        if x0 >= x1 or y0 >= y1:
            continue
        while touching := [other for other in merged if _overlap(other, (x0, y0, x1, y1))]:
            merged = [other for other in merged if other not in touching]
            x0, y0 = min(x0, *(o[0] for o in touching)), min(y0, *(o[1] for o in touching))
            x1, y1 = max(x1, *(o[2] for o in touching)), max(y1, *(o[3] for o in touching))
        merged.append((x0, y0, x1, y1))
    return merged

"""Camera pictures of the simulated table, made anew only where something has changed.

One clean picture is kept. What changed since it was made is found by comparing scenes; only those regions are put
together again: background, holders, cards with their shadows, light, blur. Noise is laid over what is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera.protocol import SMALL
from vision.packs.faces import Pack
from vision.simulated.optics import View
from vision.simulated.prints import marker_cards
from vision.simulated.racks import Racks, bare_holder, changed_slots, placed
from vision.simulated.scene import Arm, LyingCard, Scene, Spot
from vision.simulated.sprites import PixelRegion as PixelRegion
from vision.simulated.sprites import Sprite, arm_sprite, card_sprite, spot_sprite
from vision.simulated.surfaces import NOISE_LEVEL, light_map, noise_strength, noise_tile, table_top
from vision.simulated.workmanship import USUAL, Workmanship
from vision.sizes import CAMERA_SIZE

_MARGIN: Final = 8
"""Pixels around a region that its blur may draw from; regions are multiples of it too."""
_BLUR_REACH: Final = 3
_LIGHT_UNIT: Final = 160.0
_CARD_SHADOW: Final = 0.30


TableObject = LyingCard | Arm | Spot
"""What has a sprite."""


class Renderer:
    """Renders scenes of one table top, light, camera and pack, all chosen by ``seed``; ``workmanship`` says how exactly
    marker cards are made and laid, and how good lens, sensor and light are.

    Not for several threads at once.
    """

    def __init__(
        self,
        pack: Pack,
        seed: int = 0,
        view: View | None = None,
        patterned: bool = False,
        workmanship: Workmanship = USUAL,
    ) -> None:
        self.pack = pack
        self.view = view or View.by_seed(seed, workmanship=workmanship)
        self.cards = marker_cards(seed, workmanship)
        """The marker cards as they lie."""
        self._seed = seed
        self._patterned = patterned
        self._random = random.Random(f"noise {seed}")
        self._table = table_top(seed, self.view, self.cards, patterned)
        self._light = light_map(seed)
        self._exposure = random.Random(f"exposure {seed}").uniform(*workmanship.exposure)
        spread = noise_strength(seed, workmanship.noise)
        self.level = max(NOISE_LEVEL, round(3 * spread))
        """Grey levels by which `clean` is darker than pictures with noise, whose tile has them as its mean."""
        self._noise = noise_tile(seed, spread, self.level)
        small = (self._noise.shape[1] // SMALL, self._noise.shape[0] // SMALL)
        self._small_noise = cv2.resize(self._noise[:, :, 0], small, interpolation=cv2.INTER_AREA)
        self._blur = random.Random(f"blur {seed}").uniform(*workmanship.blur)
        self._racks = Racks(pack, seed, workmanship, self.view)
        self._sprites: dict[TableObject, Sprite] = {}
        self._scene = Scene()
        self._clean = np.empty((CAMERA_SIZE[1], CAMERA_SIZE[0], 3), np.uint8)
        """The finished picture less ``level``, so that adding the noise is one addition."""
        self._small = np.empty((CAMERA_SIZE[1] // SMALL, CAMERA_SIZE[0] // SMALL), np.uint8)
        self._make((0, 0, *CAMERA_SIZE))

    def rehang(self, view: View) -> None:
        """Let the camera hang otherwise from now on: somebody has knocked against its mast."""
        self.view = view
        self._table = table_top(self._seed, view, self.cards, self._patterned)
        self._sprites.clear()
        self._racks.rehang(view)
        self._make((0, 0, *CAMERA_SIZE))

    def reface(self, pack: Pack) -> None:
        """Let other cards be played with from now on."""
        self.pack = pack
        self._sprites.clear()
        self._racks.reface(pack)
        self._make((0, 0, *CAMERA_SIZE))

    def restart_noise(self, seed: int) -> None:
        """Let the noise of the pictures to come depend on ``seed`` alone, whatever was taken before."""
        self._random = random.Random(f"noise {seed}")

    def update(self, scene: Scene) -> list[PixelRegion]:
        """Bring the picture up to ``scene``; returns the regions that were made anew."""
        regions = self._changes(scene)
        self._scene = scene
        for region in regions:
            self._make(region)
        there: set[TableObject] = {*scene.laid, *scene.strays, *scene.arms, *scene.spots}
        self._sprites = {thing: sprite for thing, sprite in self._sprites.items() if thing in there}
        return regions

    def small(self) -> Picture:
        """The small grey picture with a little noise: (height / SMALL, width / SMALL)."""
        height, width = self._small.shape
        row = self._random.randrange(8)
        column = self._random.randrange(64)
        tile = self._small_noise[:, column : column + width]
        picture = np.empty_like(self._small)
        for top in range(0, height, tile.shape[0] - 8):
            part = self._small[top : top + tile.shape[0] - 8]
            picture[top : top + part.shape[0]] = cv2.add(part, tile[row : row + part.shape[0]])
        return picture

    def full(self, region: PixelRegion | None = None) -> Picture:
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
        """The full-size BGR picture without noise (a copy, ``level`` darker than pictures with it)."""
        return self._clean.copy()

    # -- what changed --------------------------------------------------------------------------------------------

    def _changes(self, scene: Scene) -> list[PixelRegion]:
        regions: list[PixelRegion] = []
        before = {holder.number: holder for holder in self._scene.holders}
        after = {holder.number: holder for holder in scene.holders}
        for number in before.keys() | after.keys():
            old, new = before.get(number), after.get(number)
            if old == new:
                continue
            if old and new and bare_holder(old) == bare_holder(new):
                changed = changed_slots(old, new)
                regions.append(self._racks.slots_region(new, changed))
            else:
                regions += [self._racks.region(holder) for holder in (old, new) if holder]
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

    # -- putting together ----------------------------------------------------------------------------------------

    def _make(self, region: PixelRegion) -> None:
        x0, y0, x1, y1 = region
        air, room = self._scene.air, max(_MARGIN, self._reach(self._scene) + 4)
        wide = max(0, x0 - room), max(0, y0 - room), min(CAMERA_SIZE[0], x1 + room), min(CAMERA_SIZE[1], y1 + room)
        rows, columns = slice(wide[1], wide[3]), slice(wide[0], wide[2])
        patch = self._table[rows, columns].copy()
        near = [holder for holder in self._scene.holders if _overlap(self._racks.region(holder), wide)]
        for holder in near:
            self._racks.put_shadow(holder, patch, wide)
        for holder in near:
            self._racks.put(holder, patch, wide)
        for laid in (*self._scene.strays, *self._scene.laid):
            self._sprite_of_card(laid).put(patch, wide[0], wide[1])
        for arm in self._scene.arms:
            self._sprite_of_arm(arm).put(patch, wide[0], wide[1])
        patch = cv2.multiply(patch, self._light[rows, columns], scale=self._exposure / _LIGHT_UNIT)
        for spot in self._scene.spots:
            self._sprite_of_spot(spot).put(patch, wide[0], wide[1])
        if (air.gain, air.tint) != (1.0, (1.0, 1.0, 1.0)):
            cv2.multiply(patch, (*(air.gain * part for part in air.tint), 0.0), dst=patch)
        side = 5 if air.blur == 0 else 2 * self._reach(self._scene) + 1
        patch = cv2.GaussianBlur(patch, (side, side), float(np.hypot(self._blur, air.blur)))
        patch = patch[y0 - wide[1] : y1 - wide[1], x0 - wide[0] : x1 - wide[0]]
        self._clean[y0:y1, x0:x1] = cv2.subtract(patch, (self.level,) * 3 + (0,))
        grey = cv2.cvtColor(self._clean[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
        shape = ((x1 - x0) // SMALL, (y1 - y0) // SMALL)
        self._small[y0 // SMALL : y1 // SMALL, x0 // SMALL : x1 // SMALL] = cv2.resize(
            grey, shape, interpolation=cv2.INTER_AREA
        )

    def _sprite_of_card(self, laid: LyingCard) -> Sprite:
        """A laid card in pixels of the picture."""
        if laid not in self._sprites:
            corners = np.array([[a, b] for a in (-0.5, 0.0, 0.5) for b in (-0.5, 0.0, 0.5)]) * self.pack.size_mm
            places = cv2.transform(corners[None], placed(laid.x, laid.y, laid.angle)[:2])[0]
            plane = self.view.homography(corners, np.column_stack([places, np.zeros(len(places))]))
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


_Kind = TypeVar("_Kind", LyingCard, Arm, Spot)


def _redrawn(
    old: tuple[_Kind, ...], new: tuple[_Kind, ...], sprite: Callable[[_Kind], Sprite]
) -> Iterable[PixelRegion]:
    """Where things of one kind have gone, come, or lie in another order."""
    if old == new:
        return []
    gone = [one for one in old if one not in new]
    come = [one for one in new if one not in old]
    if [one for one in old if one in new] != [one for one in new if one in old]:
        come = list(new)
    return [sprite(one).region for one in gone + come]


def _widened(region: PixelRegion, reach: int) -> PixelRegion:
    """A region with room for the blur, on the grid of ``_MARGIN`` and inside the picture."""
    low = [max(0, (side - reach) // _MARGIN * _MARGIN) for side in region[:2]]
    high = [
        min(limit, -(-(side + reach) // _MARGIN) * _MARGIN) for side, limit in zip(region[2:], CAMERA_SIZE, strict=True)
    ]
    return low[0], low[1], high[0], high[1]


def _overlap(a: PixelRegion, b: PixelRegion) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _merged(regions: list[PixelRegion]) -> list[PixelRegion]:
    """Regions with overlapping ones joined."""
    merged: list[PixelRegion] = []
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

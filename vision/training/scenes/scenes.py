"""Training scenes: cards of drawn and of real packs, laid out as people lay them, seen as cameras see them.

A scene is laid out in millimetres on one plane, then projected; the corner indices are carried along, with how much of
each can be seen. Angles are radians counter-clockwise of an index's up direction against the picture's up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.index.whole_cards import STRIP, frames_between
from vision.sizes import CARD_BOTTOM, LIP_HEIGHT, SLOT_PITCH
from vision.training.drawing.face import CARD_HEIGHT, COLUMNS, LEVELS, ROWS, Deck, SizedFace
from vision.training.scenes import clutter, layouts
from vision.training.scenes.layouts import PlaneCard
from vision.training.scenes.weather import Weather
from whist.cards import RANKS

SIZE: Final = 256
"""Side of a scene, pixels."""
RANK_SHARE: Final = 0.55
"""The upper share of an index box that holds the rank."""
_BESIDE: Final = 0.9
"""An index at least so wide, in its heights, has its suit beside the rank."""
_MORE_LOW: Final = 1.3
"""By this power of an even chance: three in ten indices of a scene are less than 12 pixels high, in place of two."""
_NEW_GROUNDS: Final = 6
_MOST_APART: Final = 24
_RACKS: Final = 2
_RACK: Final = 118.0
"""So many holders are above the middle one and below, in a scene of racked cards; and their distance, mm."""
_LIP: Final = LIP_HEIGHT - CARD_BOTTOM
"""What a holder's lip hides of the lower part of its cards, mm."""
_STRIP_IS_LIKE: Final = 0.3
_WHOLE_IS_LIKE: Final = 0.36
"""A card is as hard to name as an index of this share of its height: the pips of a nine are as fine."""

X, Y, ANGLE, HEIGHT, WIDTH, RANK_SEEN, SUIT_SEEN, RANK, SUIT = range(9)
"""Columns of `TrainingScene.indices`."""


WHOLE_SEEN, WHOLE_RANK, WHOLE_SUIT = 5, 6, 7
"""Columns of `TrainingScene.wholes` after the frame."""


class TrainingScene(NamedTuple):
    """A picture (SIZE, SIZE, 3), its corner indices (n, 9) and its cards (m, 8), float32 both.

    Columns of an index: middle x, y in pixels, angle, height and width in pixels, visible shares of rank and suit 0…1,
    rank (0…12, 13 for a joker) and suit (0…3, then the two jokers). Indices beyond the picture's edge are among them,
    as not seen. Columns of a card: its frame (`vision.index.whole_cards`), visible share 0…1, rank and suit.
    """

    picture: Picture
    indices: Numbers
    wholes: Numbers


class Painter:
    """Draws scenes from decks: `art` in one of eight, else `drawn`, of which each can be changed for another."""

    def __init__(
        self,
        art: Sequence[Deck],
        drawn: Sequence[Deck],
        backs: Sequence[SizedFace],
        rng: np.random.Generator,
        grounds: int = 64,
    ) -> None:
        self._art = list(art)
        self._drawn = list(drawn)
        self._backs = backs
        self._grounds = [clutter.ground(rng) for _ in range(grounds)]
        self._weather = Weather(rng)

    def change(self, rng: np.random.Generator, deck: Deck) -> None:
        """Puts `deck` in the place of one of the drawn ones, and new grounds in the places of some."""
        self._drawn[int(rng.integers(len(self._drawn)))] = deck
        for _ in range(_NEW_GROUNDS):
            self._grounds[int(rng.integers(len(self._grounds)))] = clutter.ground(rng)

    def _deck(self, rng: np.random.Generator) -> Deck:
        decks = self._art if self._art and (not self._drawn or rng.random() < 0.125) else self._drawn
        return decks[int(rng.integers(len(decks)))]

    def scene(self, rng: np.random.Generator, heights: tuple[float, float]) -> TrainingScene:
        """A scene whose indices are about `heights` pixels high, over the logarithm, more often low than high."""
        deck = self._deck(rng)
        kind = rng.random()
        low, high = math.log(heights[0]), math.log(heights[1])
        wanted = math.exp(low + (high - low) * rng.random() ** _MORE_LOW)
        if kind < 0.06:
            wanted = rng.uniform(heights[1], 5 * heights[1])
        picture = self._ground(rng)
        plane = _projection(rng, wanted / deck.index_height)
        laid = [] if 0.06 < kind < 0.11 else self._layout(rng, deck, SIZE / (wanted / deck.index_height))
        return self._seen(rng, picture, plane, laid, wanted)

    def apart(self, rng: np.random.Generator, heights: tuple[float, float]) -> TrainingScene:
        """A scene of cards that hardly cover each other, themselves about `heights` pixels high; what is bad in it may
        be so bad that whole cards tell more than their indices."""
        deck = self._deck(rng)
        wanted = math.exp(rng.uniform(math.log(heights[0]), math.log(heights[1])))
        picture = self._ground(rng)
        plane = _projection(rng, wanted / CARD_HEIGHT)
        count = int(np.clip((SIZE / wanted) ** 2 * rng.uniform(0.4, 1.3), 1, _MOST_APART))
        group = layouts.apart(rng, self._faces(rng, deck, count))
        laid = layouts.moved(group, 0.0, 0.0, rng.uniform(-math.pi, math.pi))
        return self._seen(rng, picture, plane, laid, wanted * _WHOLE_IS_LIKE)

    def racked(self, rng: np.random.Generator, heights: tuple[float, float]) -> TrainingScene:
        """A scene of cards in the slots of holders, one above the other, themselves about `heights` pixels high; its
        cards have frames around their strips (as `vision.index.whole_cards.strip_crops` cuts them)."""
        deck = self._deck(rng)
        wanted = math.exp(rng.uniform(math.log(heights[0]), math.log(heights[1])))
        canvas = _Canvas(self._ground(rng), rng.random() < 0.5)
        plane = _projection(rng, wanted / CARD_HEIGHT, upright=True)
        aside = rng.uniform(-100, 100)
        for row in range(-_RACKS, _RACKS + 1):
            for card in layouts.racked(rng, self._faces(rng, deck, int(rng.integers(8, 14)))):
                canvas.draw(layouts.moved([card], aside, row * _RACK, 0.0)[0], plane, rng)
            if rng.random() < 0.8:
                canvas.cover(plane, row * _RACK - CARD_HEIGHT / 2 + rng.normal(_LIP, 1.0), rng)
        if rng.random() < 0.1:
            canvas.hide(rng)
        picture = self._weather.spoil(rng, canvas.picture, wanted * _STRIP_IS_LIKE)
        return TrainingScene(picture, canvas.indices(), canvas.strips())

    def _seen(
        self,
        rng: np.random.Generator,
        picture: Picture,
        plane: npt.NDArray[np.float64],
        laid: list[PlaneCard],
        wanted: float,
    ) -> TrainingScene:
        """The scene of cards laid on a ground, spoiled as far as what is `wanted` pixels high may be."""
        canvas = _Canvas(picture, rng.random() < 0.5)
        for card in laid:
            canvas.draw(card, plane, rng)
        if rng.random() < 0.15:
            canvas.hide(rng)
        indices = canvas.indices()
        return TrainingScene(self._weather.spoil(rng, canvas.picture, wanted), indices, canvas.wholes(indices))

    def _ground(self, rng: np.random.Generator) -> Picture:
        if rng.random() < 0.12:
            return np.full((SIZE, SIZE, 3), np.clip(clutter.colour(rng), 0, 255).astype(np.uint8))
        whole = self._grounds[int(rng.integers(len(self._grounds)))]
        part = int(rng.integers(120, whole.shape[0]))
        x, y = rng.integers(0, whole.shape[1] - part + 1), rng.integers(0, whole.shape[0] - part + 1)
        cut = np.rot90(whole[y : y + part, x : x + part], int(rng.integers(4)))
        out = np.asarray(cv2.resize(np.ascontiguousarray(cut), (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)
        return out if rng.random() < 0.7 else out[:, :, rng.permutation(3)].copy()

    def _faces(self, rng: np.random.Generator, deck: Deck, count: int) -> list[SizedFace]:
        if rng.random() < 0.1:
            deck = self._deck(rng)
        chosen = rng.permutation(len(deck.faces))[: min(count, len(deck.faces))]
        faces = [deck.faces[int(k)] for k in chosen]
        share = 0.3 if rng.random() < 0.2 else 0.0
        return [
            self._backs[int(rng.integers(len(self._backs)))] if self._backs and rng.random() < share else face
            for face in faces
        ]

    def _layout(self, rng: np.random.Generator, deck: Deck, span: float) -> list[PlaneCard]:
        """Groups of cards over a window of `span` mm around the origin."""
        laid: list[PlaneCard] = []
        groups = max(1, int(rng.poisson(1.2 + (span / 170) ** 2)))
        half = span / 2
        main = rng.uniform(-math.pi, math.pi)
        for _ in range(min(groups, 9)):
            kind = rng.random()
            if kind < 0.28:
                group = layouts.fan(rng, self._faces(rng, deck, int(rng.integers(3, 14))))
            elif kind < 0.62:
                group = layouts.row(rng, self._faces(rng, deck, int(rng.integers(2, 14))))
            elif kind < 0.7:
                group = layouts.column(rng, self._faces(rng, deck, int(rng.integers(2, 7))))
            elif kind < 0.85:
                group = layouts.heap(rng, self._faces(rng, deck, int(rng.integers(2, 6))))
            else:
                group = layouts.heap(rng, self._faces(rng, deck, 1))
            turn = main + rng.normal(0, 0.1) if rng.random() < 0.4 else rng.uniform(-math.pi, math.pi)
            anchor = group[int(rng.integers(len(group)))]
            c, s = math.cos(turn), math.sin(turn)
            x = rng.uniform(-half, half) - (c * anchor.x - s * anchor.y)
            y = rng.uniform(-half, half) - (s * anchor.x + c * anchor.y)
            laid += layouts.moved(group, x, y, turn)
        return laid


def _projection(rng: np.random.Generator, scale: float, upright: bool = False) -> npt.NDArray[np.float64]:
    """Plane in mm (y up, origin in the middle of the picture) → pixels, seen more or less from the side; if `upright`
    hardly, as where the plane was known."""
    turn = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(turn), math.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    squeeze = rng.uniform(0.62, 1.0) if rng.random() < 0.6 and not upright else 1.0
    tip = rng.normal(0, 0.01 if upright else 0.08) * scale / (SIZE / 2)
    lean = np.array([[1, 0, 0], [0, squeeze, 0], [0, tip, 1]])
    shot = np.array([[scale, 0, SIZE / 2], [0, -scale, SIZE / 2], [0, 0, 1]])
    return np.asarray(shot @ spin.T @ lean @ spin)


class _Canvas:
    """A picture in the making: knows which card is on top at every pixel."""

    def __init__(self, picture: Picture, shadows: bool) -> None:
        self.picture = picture
        self._owner = np.full((SIZE, SIZE), -1, np.int16)
        self._quads: list[npt.NDArray[np.float64]] = []
        self._owners: list[int] = []
        self._names: list[tuple[int, int]] = []
        self._areas: list[npt.NDArray[np.float64]] = []
        self._strips: list[tuple[npt.NDArray[np.float64], int, int]] = []
        self._cards = 0
        self._shadows = shadows

    def draw(self, card: PlaneCard, plane: npt.NDArray[np.float64], rng: np.random.Generator) -> None:
        """Lays a card on top."""
        face = card.face
        mm = CARD_HEIGHT / face.height
        c, s = mm * math.cos(card.angle), mm * math.sin(card.angle)
        half_w, half_h = face.width / 2, face.height / 2
        # card pixels (y down) → mm (y up)
        lay = np.array(
            [[c, s, card.x - c * half_w - s * half_h], [s, -c, card.y - s * half_w + c * half_h], [0.0, 0.0, 1.0]]
        )
        whole = plane @ lay
        corners = _through(
            whole, np.array([[0, 0], [face.width, 0], [face.width, face.height], [0, face.height]], float)
        )
        if not np.isfinite(corners).all() or np.abs(corners).max() > 50 * SIZE:
            return
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, SIZE)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        side = np.linalg.norm(corners[3] - corners[0]) / face.height
        level = 0 if side > 0.6 else 1 if side > 0.3 else 2
        part = LEVELS[level]
        offset = (part - 1) / 2
        enlarge = np.array([[part, 0, offset], [0, part, offset], [0, 0, 1]], float)
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], float)
        warped = cv2.warpPerspective(face.levels[level], shift @ whole @ enlarge, (int(x1 - x0), int(y1 - y0)))
        alpha = cv2.extractChannel(warped, 3)
        region = self.picture[y0:y1, x0:x1]
        if self._shadows and rng.random() < 0.7:
            grown = cv2.blur(alpha, (7, 7))
            region[:] = (region * (1 - (0.45 / 255) * grown[..., None].astype(np.float32))).astype(np.uint8)
        share = alpha.astype(np.float32) * (1 / 255)
        region[:] = cv2.blendLinear(cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR), region, share, 1 - share)
        self._owner[y0:y1, x0:x1][alpha > 127] = self._cards
        for points in face.points if face.rank >= 0 else ():
            self._quads.append(_through(whole, points))
            self._owners.append(self._cards)
            self._names.append((face.rank, face.suit))
        self._areas.append(_through(whole, _area(face.width, face.height)))
        self._strips.append((_through(whole, _strip(face.height)), face.rank, face.suit))
        self._cards += 1

    def hide(self, rng: np.random.Generator) -> None:
        """Lays one to three fingers, cups and papers over the cards."""
        for _ in range(int(rng.integers(1, 4))):
            mask = np.zeros((SIZE, SIZE), np.uint8)
            x, y = (int(v) for v in rng.integers(0, SIZE, 2))
            axes = (int(rng.integers(8, 70)), int(rng.integers(6, 30)))
            cv2.ellipse(mask, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
            skin = np.array([110, 140, 200], np.float32) * rng.uniform(0.4, 1.2)
            tint = skin if rng.random() < 0.5 else clutter.colour(rng)
            self.picture[mask > 0] = np.clip(tint, 0, 255).astype(np.uint8)
            self._owner[mask > 0] = -2

    def indices(self) -> Numbers:
        """All indices drawn so far, (n, 9)."""
        if not self._quads:
            return np.zeros((0, 9), np.float32)
        points = np.array(self._quads)
        seen = self._on_top(points, np.array(self._owners))
        seen = seen[:, : ROWS * COLUMNS].reshape(-1, ROWS, COLUMNS)
        cut = round(ROWS * RANK_SHARE)
        middle, top, bottom, left, right = (points[:, ROWS * COLUMNS + k] for k in range(5))
        up = top - bottom
        out = np.zeros((len(points), 9), np.float32)
        out[:, [X, Y]] = middle
        out[:, ANGLE] = np.arctan2(-up[:, 0], -up[:, 1])
        out[:, HEIGHT] = np.linalg.norm(up, axis=1)
        out[:, WIDTH] = np.linalg.norm(right - left, axis=1)
        out[:, RANK_SEEN] = seen[:, :cut].mean((1, 2))
        out[:, SUIT_SEEN] = seen[:, cut:].mean((1, 2))
        out[:, [RANK, SUIT]] = self._names
        # a joker's word, or a rank beside its suit, is no rank above a suit: all of it tells both
        whole = (out[:, RANK] == len(RANKS)) | (out[:, WIDTH] > _BESIDE * out[:, HEIGHT])
        out[whole, RANK_SEEN] = out[whole, SUIT_SEEN] = seen[whole].mean((1, 2))
        return out

    def wholes(self, indices: Numbers) -> Numbers:
        """All cards drawn so far that have indices in opposite corners, (m, 8); `indices` are those of `indices()`."""
        found = []
        owners = np.array(self._owners)
        for owner in np.unique(owners):
            mine = indices[owners == owner]
            away = np.hypot(mine[:, X] - mine[0, X], mine[:, Y] - mine[0, Y])
            away[np.cos(mine[:, ANGLE] - mine[0, ANGLE]) > 0] = 0
            if not away.any():
                continue
            frame = frames_between(mine[:1], mine[[away.argmax()]])[0]
            seen = float(self._on_top(self._areas[owner][None], owners[[np.argmax(owners == owner)]]).mean())
            found.append([*frame, seen, mine[0, RANK], mine[0, SUIT]])
        return np.array(found, np.float32).reshape(-1, 8)

    def cover(self, plane: npt.NDArray[np.float64], top: float, rng: np.random.Generator) -> None:
        """Lays a holder's lip over all that is up to 30 mm below `top`, mm."""
        corners = np.array([[-300, top], [300, top], [300, top - 30], [-300, top - 30]], float)
        points = np.round(_through(plane, corners)).astype(np.int32)
        mask = np.zeros((SIZE, SIZE), np.uint8)
        cv2.fillConvexPoly(mask, points, 255)
        self.picture[mask > 0] = np.clip(clutter.colour(rng), 0, 255).astype(np.uint8)
        self._owner[mask > 0] = -2

    def strips(self) -> Numbers:
        """The strips of all cards drawn so far that show in a holder, (m, 8); backs are of rank and suit -1."""
        points = np.array([points for points, *_ in self._strips]).reshape(-1, 3 + _STRIP_POINTS, 2)
        middle, right, down = points[:, 0], points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]
        out = np.zeros((len(points), 8), np.float32)
        out[:, :2] = middle
        out[:, 2] = np.arctan2(down[:, 0], down[:, 1])
        out[:, 3], out[:, 4] = 2 * np.linalg.norm(right, axis=1), 2 * np.linalg.norm(down, axis=1)
        out[:, WHOLE_SEEN] = self._on_top(points[:, 3:], np.arange(len(points))).mean(1)
        out[:, WHOLE_RANK:] = np.reshape([names for _, *names in self._strips], (-1, 2))
        return out

    def _on_top(self, points: npt.NDArray[np.float64], owners: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        """(n, k): which of points (n, k, 2) are in the picture and show the cards `owners` (n,)."""
        near = np.floor(points + 0.5).astype(int)
        inside = ((near >= 0) & (near < SIZE)).all(2)
        near = np.clip(near, 0, SIZE - 1)
        return np.asarray(inside & (self._owner[near[..., 1], near[..., 0]] == owners[:, None]))


def _area(width: int, height: int) -> npt.NDArray[np.float64]:
    """Points all over a card, (n, 2), card pixels."""
    u, v = np.meshgrid((np.arange(8) + 0.5) / 8 * width, (np.arange(11) + 0.5) / 11 * height)
    return np.stack([u.ravel(), v.ravel()], 1)


_STRIP_POINTS: Final = 60


def _strip(height: int) -> npt.NDArray[np.float64]:
    """Middle of a card's strip, its right and lower edge, and points all over what shows of it; card pixels."""
    left, top, right, bottom = STRIP
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    u, v = np.meshgrid((np.arange(5) + 0.5) / 5 * (SLOT_PITCH - 1), (np.arange(12) + 0.5) / 12 * (bottom - 2))
    ends = np.array([middle, (right, middle[1]), (middle[0], bottom)])
    return np.vstack([ends, np.stack([u.ravel(), v.ravel()], 1)]) * (height / CARD_HEIGHT)


def _through(matrix: npt.NDArray[np.float64], points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    lifted = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(lifted[:, :2] / np.where(lifted[:, 2:] > 1e-6, lifted[:, 2:], np.nan))

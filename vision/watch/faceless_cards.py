"""Cards on the play area that show no index: face down, covered at the corners, washed out. Found by their outline, as
what differs from the bare table that was seen before, or from most of what is seen now: a card may lie there from the
first look on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, hypot, pi, remainder, sin
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.holders.indices import IndexShape
from vision.index.beliefs import NO_CARD, Belief, guessed, reading_of
from vision.index.poses import crops
from vision.index.protocol import IndexReader
from vision.planes.planes import PIXELS_PER_MM, Plane, rectify
from vision.sizes import BRIDGE_CARD, PLAY_AREA, POKER_CARD
from vision.thresholds import Faceless, PlayArea
from vision.watch.play_area import WHOLE, Region, SeenCard, share
from whist.messages.observations import Reading

CardPlace = tuple[float, float, float]
"""x and y of a card's middle, mm of the table plane, and its angle, radians counter-clockwise."""

_HALF: Final = PLAY_AREA / 2
_AND_AROUND: Final = (POKER_CARD[0] + 3.0, POKER_CARD[1] + 3.0)
"""A card with its edge, mm."""
_AND_BESIDE: Final = (POKER_CARD[0] + 2 * Faceless.LITTLE_ROOM, POKER_CARD[1] + 2 * Faceless.LITTLE_ROOM)
"""A card with its shadow, mm."""
_AND_GROUND: Final = (POKER_CARD[0] + 30.0, POKER_CARD[1] + 30.0)
"""A card with the table around it, mm."""
_SIDE: Final = round(PLAY_AREA * Faceless.SCALE)
_SMALL_GAP: Final = np.ones((3, 3), np.uint8)
"""Gaps and specks of up to 5 mm are closed and forgotten."""
_BESIDE: Final = np.ones((5, 5), np.uint8)
"""Nothing is learned so near to what has changed: 5 mm."""
_WIDTHS: Final = (BRIDGE_CARD[0], POKER_CARD[0])


def index_poses(card: CardPlace, width: float, shape: IndexShape) -> list[tuple[float, float, float]]:
    """Where both indices of a card of that width stand by the pack's ``shape``: mm of the table plane, and angle. Which
    end of the card is up does not matter."""
    x, y, angle = card
    right, up = shape.aside - width / 2, BRIDGE_CARD[1] / 2 - shape.depth
    across, along = right * cos(angle) - up * sin(angle), right * sin(angle) + up * cos(angle)
    return [(x + across, y + along, angle), (x - across, y - along, angle + pi)]


def guesses(
    reader: IndexReader, picture: Picture, plane: Plane, cards: Sequence[CardPlace], shape: IndexShape
) -> list[Reading]:
    """What cards may be whose index the detector did not find, read where their indices must be. Never more than a
    guess to ask about; nothing for a card that shows none, as one that lies face down."""
    if not cards:
        return []
    return [_guess(tried) for _, tried in at_indices(reader, picture, plane, cards, shape, WHOLE)]


def at_indices(
    reader: IndexReader,
    picture: Picture,
    plane: Plane,
    cards: Sequence[CardPlace],
    shape: IndexShape,
    region: Region,
) -> list[tuple[list[tuple[float, float, float]], Belief]]:
    """For each of the cards, which lie in a ``region``, where its indices stand if it is narrow or wide, mm of the
    table plane and angle, and what is read there, beliefs (n, 55)."""
    poses = [[pose for width in _WIDTHS for pose in index_poses(card, width, shape)] for card in cards]
    patch, (left, _, _, top) = rectify(picture, plane, region), region
    scale, height = PIXELS_PER_MM, shape.height * PIXELS_PER_MM
    places = [
        ((x - left) * scale - 0.5, (top - y) * scale - 0.5, angle, height) for its in poses for x, y, angle in its
    ]
    count = len(places) // len(cards)
    beliefs = reader.named(crops(patch, np.array(places, np.float32)), count).reshape(len(cards), count, -1)
    return list(zip(poses, beliefs, strict=True))


def _guess(tried: Belief) -> Reading:
    """One card read at several places, (n, 55): their mean, where each of the two indices shows something."""
    ends = tried.reshape(len(_WIDTHS), 2, -1)[:, :, NO_CARD].min(axis=0)
    if float(ends.max()) > Faceless.SHOWS_NONE:
        return Reading(())
    return reading_of(guessed(tried[:, :NO_CARD].mean(axis=0)))


class BareTable:
    """Remembers how the play area looks without cards, at half a pixel a mm. What it has learned is replaced, never
    changed in place, so that a copy (``copy.copy``) stays as it was. Not for several threads at once."""

    def __init__(self) -> None:
        self._bare: npt.NDArray[np.float32] | None = None
        self._known = np.zeros((_SIDE, _SIDE), np.bool_)
        self._before: npt.NDArray[np.float32] | None = None
        self._places: list[CardPlace] = []

    def unread(self, picture: Picture, plane: Plane, cards: Iterable[SeenCard]) -> list[CardPlace]:
        """Where cards lie that were not read, or of which one index alone was; learns how the bare table looks."""
        seen = _seen(picture, plane)
        bare = seen if self._bare is None else self._bare
        cards = list(cards)
        free = ~_covered((card for card in cards if card.index is None), Faceless.LITTLE_ROOM)
        light = _light(seen, bare, self._known & free)
        apart, known = _apart(seen, bare * light), self._known & free
        changed = _patches(apart > Faceless.DIFFERS, known)
        # a white card in coloured light may hardly differ from a cloth of that colour
        faintly = _patches(apart > Faceless.DIFFERS_FAINTLY, known)
        calm = ~_covered(cards) & (cv2.dilate(changed, _BESIDE) == 0)
        # what lies still is set aside, for a card laid against it would have no outline of its own; not what is read
        # there by now, though no table was seen below it yet
        read = [(card.x, card.y, card.angle) for card in cards if card.index is None]
        places = _others(self._lying_still(seen, faintly), read)
        rest = changed.copy()
        rest[_mask(places, _AND_AROUND)] = 0
        places += _cards(cv2.morphologyEx(rest, cv2.MORPH_OPEN, _SMALL_GAP))
        places += _others(_cards(faintly), places)
        outlined = _standing_out(seen, free)
        gone = _gone(_others(places, outlined), seen, bare * light, known & (changed == 0))
        places = [place for place in places if place not in gone]
        places += _others(outlined, places)
        # what was taken for the table before it looked like a card is not known, nor what lay where a card has gone
        self._known = self._known & ~_mask([*outlined, *gone], _AND_BESIDE)
        calm = (calm | _mask(gone, _AND_BESIDE)) & ~_mask(places, _AND_BESIDE)
        self._bare = self._learnt(bare, seen / light, calm)
        self._known = self._known | calm
        self._before, self._places = seen, places
        return places

    def without_print(self, picture: Picture, plane: Plane, cards: Sequence[SeenCard]) -> list[SeenCard]:
        """The ``cards`` but for those of which one index alone tells, and not surely, where the table looks as it does
        without cards: that is printed on the cloth."""
        doubtful = [card.index is not None and share(card) < PlayArea.SURE for card in cards]
        if self._bare is None or not any(doubtful):
            return list(cards)
        seen = _seen(picture, plane)
        light = _light(seen, self._bare, self._known & ~_covered(cards))
        as_bare = self._known & (_apart(seen, self._bare * light) <= Faceless.DIFFERS)
        doubts = zip(cards, doubtful, strict=True)
        return [card for card, in_doubt in doubts if not (in_doubt and _is_as_bare(card, as_bare))]

    def _lying_still(self, seen: npt.NDArray[np.float32], changed: npt.NDArray[np.uint8]) -> list[CardPlace]:
        """Where cards lay that still do, though another that touches one spoils its outline."""
        if self._before is None or not self._places:
            return []
        still = (_apart(seen, self._before) < Faceless.DIFFERS) & ((changed > 0) | ~self._known)
        return [place for place in self._places if np.mean(still[_mask([place], BRIDGE_CARD)]) > Faceless.STILL]

    def _learnt(
        self, bare: npt.NDArray[np.float32], seen: npt.NDArray[np.float32], calm: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.float32]:
        """The bare table, by what is seen of it where it is ``calm``: at once where it was not known before."""
        share = np.where(self._known, np.float32(Faceless.FOLLOW), np.float32(1.0)) * calm
        return np.asarray(bare + share[:, :, None] * (seen - bare), np.float32)


def _is_as_bare(card: SeenCard, as_bare: npt.NDArray[np.bool_]) -> bool:
    """Whether where the one index of a card stands all is ``as_bare``."""
    x, y = card.index or (card.x, card.y)
    return float(as_bare[_mask([(x, y, card.angle)], Faceless.INDEX)].mean()) >= Faceless.AS_BARE


def _seen(picture: Picture, plane: Plane) -> npt.NDArray[np.float32]:
    """The play area seen squarely, (_SIDE, _SIDE, 3)."""
    twice = rectify(picture, plane, (-_HALF, -_HALF, _HALF, _HALF), 2 * Faceless.SCALE)
    return np.asarray(cv2.resize(twice, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), np.float32)


def placed(cards: Sequence[SeenCard], places: Sequence[CardPlace]) -> tuple[list[SeenCard], list[CardPlace]]:
    """The cards, of which those that one index tells of lie where the outline around it says, for that index may be in
    any corner; and the places at which no card was read."""
    left, result = list(places), []
    for card in cards:
        around = [place for place in left if card.index is not None and _holds(place, card.index)]
        if around:
            x, y, angle = around[0]
            left.remove(around[0])
            turned = angle if cos(angle - card.angle) > 0 else angle + pi
            card = replace(card, x=x, y=y, angle=remainder(turned, 2 * pi))
        result.append(card)
    return result, left


def _holds(place: CardPlace, point: tuple[float, float]) -> bool:
    """Whether a card at ``place`` covers a point of the table plane."""
    x, y, c, s = point[0] - place[0], point[1] - place[1], cos(place[2]), sin(place[2])
    return abs(x * c + y * s) < POKER_CARD[0] / 2 and abs(y * c - x * s) < POKER_CARD[1] / 2


def _apart(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """By how many grey levels pixels (h, w, 3) differ in the colour in which they differ most."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))  # each by itself: numpy is slow along so short an axis
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _light(
    seen: npt.NDArray[np.float32], bare: npt.NDArray[np.float32], where: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float32]:
    """By how much each colour is brighter than it was, for most of the table."""
    if not where[:: Faceless.SAMPLED, :: Faceless.SAMPLED].any() or where.sum() < 1000 * Faceless.SCALE**2:
        return np.ones(3, np.float32)
    some = where[:: Faceless.SAMPLED, :: Faceless.SAMPLED]
    now, then = (
        np.maximum(np.median(one[:: Faceless.SAMPLED, :: Faceless.SAMPLED][some], axis=0), 1.0) for one in (seen, bare)
    )
    return np.asarray(now / then, np.float32)


def _covered(cards: Iterable[SeenCard], room: float = Faceless.ROOM) -> npt.NDArray[np.bool_]:
    """Where cards lie that were read, and ``room`` (mm) around them."""
    size = (POKER_CARD[0] + 2 * room, POKER_CARD[1] + 2 * room)
    return _mask([(card.x, card.y, card.angle) for card in cards], size)


def _mask(places: Iterable[CardPlace], size: tuple[float, float]) -> npt.NDArray[np.bool_]:
    """Where cards of a ``size`` (mm) lie."""
    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    for x, y, angle in places:
        middle = ((x + _HALF) * Faceless.SCALE, (_HALF - y) * Faceless.SCALE)
        box = cv2.boxPoints((middle, (size[0] * Faceless.SCALE, size[1] * Faceless.SCALE), -float(np.degrees(angle))))
        cv2.fillPoly(mask, [np.rint(box - 0.5).astype(np.int32)], 1)
    return mask.astype(np.bool_)


def _patches(differs: npt.NDArray[np.bool_], where: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    """Where something ``differs``, small gaps closed and specks forgotten: 1, elsewhere 0."""
    patches = cv2.morphologyEx((differs & where).astype(np.uint8), cv2.MORPH_CLOSE, _SMALL_GAP)
    return np.asarray(cv2.morphologyEx(patches, cv2.MORPH_OPEN, _SMALL_GAP), np.uint8)


def _cards(changed: npt.NDArray[np.uint8], whole: bool = False) -> list[CardPlace]:
    """The patches that have the shape of a whole card; where they must be seen ``whole``, none that the border of the
    play area cuts off, as it does a broad vein of a wooden table."""
    places = []
    for outline in cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        if whole and (outline.min() == 0 or outline.max() == _SIDE - 1):
            continue
        (x, y), (width, height), degrees = cv2.minAreaRect(outline)
        if width > height:
            width, height, degrees = height, width, degrees + 90.0
        # an outline goes through the middles of pixels, which are a pixel less apart than their edges
        wide, high = (width + 1) / Faceless.SCALE, (height + 1) / Faceless.SCALE
        if not BRIDGE_CARD[0] - Faceless.SIDES_OFF < wide < POKER_CARD[0] + Faceless.SIDES_OFF:
            continue
        if abs(high - BRIDGE_CARD[1]) > Faceless.SIDES_OFF:
            continue
        if cv2.contourArea(outline) >= Faceless.FILLED * width * height:
            places.append(
                ((x + 0.5) / Faceless.SCALE - _HALF, _HALF - (y + 0.5) / Faceless.SCALE, -float(np.radians(degrees)))
            )
    return places


def _standing_out(seen: npt.NDArray[np.float32], free: npt.NDArray[np.bool_]) -> list[CardPlace]:
    """What has the shape of a whole card and is brighter than most of what is ``free`` of cards that were read, or of
    another colour."""
    if not free.any():
        return []
    usual = np.median(seen[free][:: Faceless.SAMPLED], axis=0).astype(np.float32)
    darkest = np.asarray(cv2.min(cv2.min(seen[:, :, 0], seen[:, :, 1]), seen[:, :, 2]), np.float32)
    brighter = darkest - np.median(darkest[free][:: Faceless.SAMPLED])
    places: list[CardPlace] = []
    for picture in (brighter, _apart(seen, np.broadcast_to(usual, seen.shape))):
        for level in Faceless.STANDS_OUT:
            places += _others(_cards(_patches(picture > level, free), whole=True), places)
    return places


def _gone(
    places: Iterable[CardPlace],
    seen: npt.NDArray[np.float32],
    before: npt.NDArray[np.float32],
    ground: npt.NDArray[np.bool_],
) -> list[CardPlace]:
    """Those of the ``places`` at which the table is bare now, and ``before`` was not: it looks as the ``ground`` around
    does. A card that was taken for the table is gone from there."""
    gone = []
    for place in places:
        inside, around = (
            _mask([place], BRIDGE_CARD),
            _mask([place], _AND_GROUND) & ~_mask([place], _AND_BESIDE) & ground,
        )
        if around.sum() < inside.sum() / 4:
            continue
        usual = np.median(seen[around], axis=0)
        now, then = (float(np.abs(one[inside] - usual).max(axis=1).mean()) for one in (seen, before))
        if now < then / 2:
            gone.append(place)
    return gone


def _others(places: Iterable[CardPlace], known: Sequence[CardPlace]) -> list[CardPlace]:
    """The ``places`` that are none of those ``known``."""
    return [
        place
        for place in places
        if all(hypot(place[0] - one[0], place[1] - one[1]) > Faceless.ANOTHER for one in known)
    ]

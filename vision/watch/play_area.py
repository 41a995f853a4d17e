"""From indices seen on the play area to the cards that lie there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import atan2, cos, hypot, log, pi, remainder, sin
from typing import Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.holders.indices import USUAL, IndexShape
from vision.index.beliefs import Belief, together
from vision.index.poses import crops
from vision.index.protocol import IndexReader
from vision.ladder import Rung
from vision.packs.pack_memory import IndexMemory
from vision.planes.planes import PIXELS_PER_MM, Plane, rectify
from vision.reader.decoder import joined_looks
from vision.reader.lone_letters import told_by_letters
from vision.sizes import BRIDGE_CARD, PLAY_AREA, POKER_CARD
from vision.thresholds import PlayArea
from vision.watch.card_angle import edge_angle
from whist.cards import FULL_PACK, JOKERS

Region = tuple[float, float, float, float]
"""x0, y0, x1, y1 in mm of the table plane."""

_HALF: Final = PLAY_AREA / 2
WHOLE: Final[Region] = (-_HALF, -_HALF, _HALF, _HALF)
"""The whole play area."""

_EDGES: Final = PlayArea.EDGES * PIXELS_PER_MM
"""Radius around an index within which edges tell its card's angle, pixels."""
_JOKERS: Final = [FULL_PACK.index(joker) for joker in JOKERS]


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """Where an index stands on the play area: its middle in mm of the table plane, radians counter-clockwise, height of
    rank and suit together in mm."""

    x: float
    y: float
    angle: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Where the middle of its card must lie, if this is its upper left index."""
        right = (BRIDGE_CARD[0] + POKER_CARD[0]) / 4 - PlayArea.FROM_SIDE
        down = BRIDGE_CARD[1] / 2 - PlayArea.FROM_TOP - self.height / 2
        c, s = cos(self.angle), sin(self.angle)
        return self.x + right * c + down * s, self.y + right * s - down * c


@dataclass(frozen=True, slots=True)
class Sighting(IndexPlace):
    """An index on the play area and what it says: ``belief`` (55,), the mean of ``looks`` pictures. ``found`` is where
    the detector saw it, whatever is known of the pack; None: just here."""

    belief: Belief
    looks: int = 1
    found: IndexPlace | None = None
    features: Numbers | None = None
    """What the classifier saw there, (features,)."""

    @property
    def best(self) -> int:
        """Number of the most probable card."""
        return int(self.belief[:-1].argmax())


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card on the play area: belief (55,), middle in mm of the table plane, radians counter-clockwise. ``index`` is
    the place of the one index that tells of it; None where several do, which tell exactly where it lies. ``seen`` is
    where people are shown it: the middle (x, y, angle) of its indices as they were found, or its one index, from this
    picture of the play area alone; None: as above. ``told_by`` are the indices that tell of it."""

    belief: Belief
    x: float
    y: float
    angle: float
    index: tuple[float, float] | None = None
    seen: tuple[float, float, float] | None = None
    told_by: tuple[Sighting, ...] = ()

    @property
    def best(self) -> int:
        """Number of the most probable card."""
        return int(self.belief[:-1].argmax())


def sightings(
    reader: IndexReader,
    picture: Picture,
    plane: Plane,
    region: Region = WHOLE,
    shape: IndexShape = USUAL,
    others: Sequence[Sighting] = (),
    jokers: bool = False,
    memory: IndexMemory | None = None,
) -> list[Sighting]:
    """The indices whose middle lies in a region of the play area.

    ``shape`` says how the pack's indices look; ``others`` are sightings elsewhere, of which one may be the other index
    of a card: two indices of a card tell exactly how it lies, and so where each of them must be read. With ``jokers``
    in the pack, what looks like one counts as it was found: its index has a shape of its own. ``memory`` tells how like
    the indices of deals before they are.
    """
    # read with room around it, so that no index is cut by the edge
    x0, y1 = region[0] - PlayArea.ROOM, region[3] + PlayArea.ROOM
    patch = rectify(picture, plane, (x0, region[1] - PlayArea.ROOM, region[2] + PlayArea.ROOM, y1))
    shapes = [shape]
    if abs(log(shape.height / shape.scale)) >= PlayArea.OTHER_SCALE:
        shapes.append(replace(shape, scale=shape.height))  # of a larger index rank or suit alone may be found
    looks = (_read(reader, patch, (x0, y1), region, one, others, jokers, memory) for one in shapes)
    return next(filter(None, looks), [])


def _read(
    reader: IndexReader,
    patch: Picture,
    corner: tuple[float, float],
    region: Region,
    shape: IndexShape,
    others: Sequence[Sighting],
    jokers: bool,
    memory: IndexMemory | None,
) -> list[Sighting]:
    """The same, in a rectified ``patch`` whose left upper ``corner`` is told in mm."""
    x0, y1 = corner
    found = [
        IndexPlace(x0 + (x + 0.5) / PIXELS_PER_MM, y1 - (y + 0.5) / PIXELS_PER_MM, angle, height / PIXELS_PER_MM)
        for x, y, angle, height, _ in reader.poses(patch, shape.looked_for).tolist()
    ]
    found = [one for one in found if _within(one, region)]
    if not found:
        return []
    grey = np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [replace(one, angle=edge_angle(grey, *_pixel(one, x0, y1), one.angle, _EDGES)) for one in found]
    paired = _pairs([*found, *others])
    exact = [_exact(one, paired.get(k), shape) for k, one in enumerate(found)]
    poses = [(*_pixel(one, x0, y1), one.angle, one.height * PIXELS_PER_MM) for one in (*found, *exact)]
    named, seen = reader.described(crops(patch, np.array(poses, np.float32)), 2)
    tried = named.reshape(2, len(found), -1)
    beliefs = together(tried)
    if jokers:
        alike = np.isin(tried[0].argmax(axis=1), _JOKERS)
        beliefs[alike] = tried[0][alike]
    features = seen[len(found) :]
    if Rung.LETTERS in reader.rungs:
        beliefs = told_by_letters(beliefs, reader.letters(features), shape.country)
    if Rung.MEMORY in reader.rungs and memory is not None:
        beliefs = memory.weighed(beliefs, features)
    read = [
        Sighting(one.x, one.y, one.angle, one.height, belief, found=place, features=its)
        for one, belief, place, its in zip(exact, beliefs, found, features, strict=True)
    ]
    return [one for one in read if one.belief[-1] < PlayArea.SEEN]


def _pixel(one: IndexPlace, x0: float, y1: float) -> tuple[float, float]:
    """Where a sighting lies in a rectified picture whose upper left corner is at x0, y1."""
    return (one.x - x0) * PIXELS_PER_MM - 0.5, (y1 - one.y) * PIXELS_PER_MM - 0.5


def _pairs(places: Sequence[IndexPlace]) -> dict[int, IndexPlace]:
    """By its number, the other index of the card of each place that has one: the two fit each other best. Where one
    card lies nearly on another, an index of either fits both of the other's."""
    best: dict[int, int] = {}
    for k, one in enumerate(places):
        others = [(n, other) for n, other in enumerate(places) if n != k and _as_high(one, other)]
        opposite = [(_misfit(one, other), n) for n, other in others if _opposite(one, other)]
        if opposite:
            best[k] = min(opposite)[1]
    return {k: places[n] for k, n in best.items() if best[n] == k}


def _as_high(a: IndexPlace, b: IndexPlace) -> bool:
    """Whether two indices were found about equally high: of neither a part alone."""
    return abs(log(a.height / b.height)) < PlayArea.OTHER_HEIGHT


def _misfit(a: IndexPlace, b: IndexPlace) -> float:
    """How far two places are from being the two indices of one card, mm at its edge."""
    (ax, ay), (bx, by) = a.middle, b.middle
    askew = abs(abs(remainder(a.angle - b.angle, 2 * pi)) - pi)
    return hypot(ax - bx, ay - by) + askew * BRIDGE_CARD[1] / 2


def _exact(one: IndexPlace, other: IndexPlace | None, shape: IndexShape) -> IndexPlace:
    """Where an index must lie, given the other index of its card, where it is seen, and the pack's shape."""
    height = shape.height if shape.told_by and not shape.is_odd(one.height) else one.height
    if other is None:
        return replace(one, height=height)
    across, along = one.x - other.x, one.y - other.y
    half = hypot(across, along) / 2
    up = BRIDGE_CARD[1] / 2 - shape.depth
    aside = min((BRIDGE_CARD, POKER_CARD), key=lambda size: abs(hypot(size[0] / 2 - shape.aside, up) - half))
    left = aside[0] / 2 - shape.aside
    angle = atan2(along, across) - atan2(up, -left)
    # edges tell the angle better than two places so near each other, if they agree at both ends
    askew = remainder(one.angle - other.angle - pi, 2 * pi)
    if abs(askew) < PlayArea.EDGES_AGREE:
        angle = one.angle - askew / 2
    c, s = cos(angle), sin(angle)
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    return replace(one, x=x - left * c - up * s, y=y - left * s + up * c, angle=angle, height=height)


def _opposite(a: IndexPlace, b: IndexPlace, loose: float = 1.0) -> bool:
    """Whether two sightings may be the two indices of one card, by where they lie; ``loose`` widens all limits."""
    (ax, ay), (bx, by) = a.middle, b.middle
    return _on_heads(a, b, loose) and hypot(ax - bx, ay - by) < PlayArea.SAME_MIDDLE * loose


def _on_heads(a: IndexPlace, b: IndexPlace, loose: float = 1.0) -> bool:
    """Whether two sightings stand on their heads to each other."""
    return abs(abs(remainder(a.angle - b.angle, 2 * pi)) - pi) < PlayArea.SAME_ANGLE * loose


def merged(before: Sequence[Sighting], fresh: Iterable[Sighting], region: Region, again: bool) -> list[Sighting]:
    """The sightings of before outside a region, and the fresh ones inside it.

    ``again`` says that nothing has changed and the region was only looked at once more: then a fresh sighting is
    averaged with the one before of the same place, and one that was missed this time stays.
    """
    inside = [one for one in fresh if _within(one, region)]
    if not again:
        return [one for one in before if not _within(one, region)] + inside
    kept: list[Sighting] = []
    for old in before:
        match = min(inside, key=lambda one: hypot(one.x - old.x, one.y - old.y), default=None)
        if match is not None and hypot(match.x - old.x, match.y - old.y) < PlayArea.SAME_PLACE:
            inside = [one for one in inside if one is not match]
            share = 1 / (old.looks + 1)
            mean = np.asarray(old.belief * (1 - share) + match.belief * share, np.float32)
            old = replace(old, belief=mean, looks=old.looks + 1)
        kept.append(old)
    return kept + inside


def kept(before: Iterable[Sighting], fresh: Sequence[Sighting]) -> list[Sighting]:
    """The fresh sightings, and of those ``before``, around which nothing has changed, each that was missed this time;
    what was seen both times is averaged."""
    return merged(list(before), fresh, WHOLE, again=True)


def _within(one: IndexPlace, region: Region) -> bool:
    return region[0] <= one.x <= region[2] and region[1] <= one.y <= region[3]


def cards_from(seen: Sequence[Sighting], known: Sequence[SeenCard] = ()) -> list[SeenCard]:
    """The cards that sightings tell of. ``known`` are the cards of the last reading: where one of them is still borne
    out by a sighting, another that contradicts it at the same card is an index partly hidden since, and is left out.
    """
    alone = [[one] for one in sorted(seen, key=share, reverse=True)]
    # two clear indices of one name first: another card's, over which theirs was laid, must not come between them
    groups = _put_together(_put_together(alone, _one_pair), _same_card)
    groups = _one_over_another(_put_together(groups, _same_name))
    told = [(_card(group, known), group) for group in groups]
    return [card for card, group in told if len(group) > 1 or not any(_printed(group[0], *other) for other in told)]


def _put_together(
    groups: Iterable[list[Sighting]], alike: Callable[[list[Sighting], list[Sighting]], bool]
) -> list[list[Sighting]]:
    """The groups, those that are ``alike`` made one, but never of two cards."""
    result: list[list[Sighting]] = []
    for group in groups:
        its: list[list[Sighting]] = []
        for other in result:
            if alike(other, group) and not any(_apart(other, one) for one in its):
                its.append(other)
        others = [other for other in result if all(other is not old for old in its)]
        result = [*others, [*chain.from_iterable(its), *group]]
    return result


def _one_over_another(groups: list[list[Sighting]]) -> list[list[Sighting]]:
    """Groups of which several lie just alike put together: a card hides what lies just under it, so they are the four
    indices of one card, read in two ways."""
    joined: list[list[Sighting]] = []
    for group in groups:
        middle = _middle(group)
        for other in joined:
            there = _middle(other)
            alike = middle and there and hypot(middle[0] - there[0], middle[1] - there[1]) < PlayArea.SAME_PLACE
            askew = abs(remainder(group[0].angle - other[0].angle, pi))
            if alike and askew < PlayArea.SAME_ANGLE and not _apart(group, other):
                other += group
                break
        else:
            joined.append(group)
    return joined


def _printed(one: Sighting, card: SeenCard, group: Sequence[Sighting]) -> bool:
    """Whether a sighting is no index of another card but printed on this one, of which a group of sightings tells."""
    if _mistaken(one, card) or _same_print(one, group):
        return True
    return _third_corner(one, card, group) or _would_hide(one, card, group)


def _same_print(one: Sighting, group: Sequence[Sighting]) -> bool:
    """Whether a sighting is but a part of an index of a card of which one is read more surely: another card's index in
    that place would hide that one."""
    return any(share(two) > max(share(one), PlayArea.SURE) and _lies_on(one, two) for two in group)


def _lies_on(one: IndexPlace, two: IndexPlace) -> bool:
    """Whether the middle of an index stands on another one that looks the same way."""
    across, up = _corner(one, two.x, two.y, two.angle)
    inside = across < PlayArea.PRINT / 2 and up < two.height / 2
    return abs(remainder(one.angle - two.angle, 2 * pi)) < PlayArea.SAME_ANGLE and inside


def _third_corner(one: Sighting, card: SeenCard, group: Sequence[Sighting]) -> bool:
    """Whether a sighting that is not clear stands in another corner of a card that was read well or in two corners:
    packs have four indices, too, and what is read in one of them need not agree."""
    known = card.index is None or share(card) > PlayArea.SURE
    if one in group or not known or share(one) > PlayArea.SURE:
        return False
    if abs(remainder(one.angle - card.angle, pi)) > PlayArea.SAME_ANGLE:
        return False
    if card.index is not None and _hide_each_other(one, group[0]):
        return True
    across, up = _corner(one, card.x, card.y, card.angle)
    corners = [_corner(two, card.x, card.y, card.angle) for two in group]
    return any(hypot(across - x, up - y) < PlayArea.SAME_PLACE for x, y in corners)


def _hide_each_other(one: IndexPlace, two: IndexPlace) -> bool:
    """Whether of two cards, were these indices of two, either would lie over the other's index: so they are of one."""
    pairs = ((one, two), (two, one))
    return all(_covers(*over.middle, over.angle, under, PlayArea.UNDER) for over, under in pairs)


def _would_hide(one: Sighting, card: SeenCard, group: Sequence[Sighting]) -> bool:
    """Whether a sighting that is not clear stands, as straight as that, on a card that two indices tell of, and its own
    card would have to lie over one of those, whichever of its upper corners it stands in: then it is of the picture,
    as a court's ornaments are."""
    if one in group or card.index is not None or share(card) <= PlayArea.SURE or share(one) > PlayArea.SURE:
        return False
    if abs(remainder(one.angle - card.angle, pi)) > PlayArea.SAME_ANGLE:
        return False
    c, s = cos(one.angle), sin(one.angle)
    (x, y), across = one.middle, BRIDGE_CARD[0] - 2 * PlayArea.FROM_SIDE
    middles = ((x, y), (x - across * c, y - across * s))
    clear = [two for two in group if share(two) > PlayArea.SURE]
    hides = all(any(_covers(*middle, one.angle, two, PlayArea.UNDER) for two in clear) for middle in middles)
    return hides and _covers(card.x, card.y, card.angle, one)


def _corner(one: IndexPlace, x: float, y: float, angle: float) -> tuple[float, float]:
    """How far across and up from the middle of a card, or of another index, at ``x``, ``y`` an index stands, mm."""
    c, s = cos(angle), sin(angle)
    right, up = one.x - x, one.y - y
    return abs(right * c + up * s), abs(up * c - right * s)


def _covers(x: float, y: float, angle: float, one: IndexPlace, inside: float = 0.0) -> bool:
    """Whether an index stands on a card with its middle at ``x``, ``y``, at least so far ``inside`` its edges, mm."""
    across, up = _corner(one, x, y, angle)
    return across < BRIDGE_CARD[0] / 2 - inside and up < BRIDGE_CARD[1] / 2 - inside


def _mistaken(one: Sighting, other: SeenCard) -> bool:
    """Whether a weak sighting is no index but something printed on the middle of a card that was read well; court
    cards look like jokers to the reader."""
    weak = PlayArea.WEAK_JOKER if one.best in _JOKERS else PlayArea.WEAK if other.index else PlayArea.WEAKER
    return share(one) < weak and share(other) > PlayArea.SURE and _covers(other.x, other.y, other.angle, one)


def _same_card(group: Sequence[Sighting], other: Sequence[Sighting]) -> bool:
    """Whether two groups of sightings belong to one card by where they stand."""
    return any(_fit(a, b) for a in group for b in other) and not _apart(group, other)


def _one_pair(group: Sequence[Sighting], other: Sequence[Sighting]) -> bool:
    """Whether two groups of sightings are the two indices of one card beyond doubt."""
    pairs = ((a, b) for a in group for b in other if _same_best(a, b) and max(share(a), share(b)) > PlayArea.SURE)
    return any(_opposite(a, b, PlayArea.LOOSE if min(share(a), share(b)) > PlayArea.SURE else 1.0) for a, b in pairs)


def _apart(group: Sequence[Sighting], other: Sequence[Sighting]) -> bool:
    """Whether two groups are clearly two cards, one laid over the other: near each other two indices show that look the
    same way, which no card has, and either card is read without a doubt."""
    pairs = ((a, b) for a in group for b in other if a.best != b.best and _side_by_side(a, b))
    return any(_is_clear(a, group) and _is_clear(b, other) for a, b in pairs)


def _is_clear(one: Sighting, group: Sequence[Sighting]) -> bool:
    """Whether a group's index is read without a doubt, or another of the same name is."""
    return any(share(other) > PlayArea.SURE and (other is one or _same_best(other, one)) for other in group)


def _side_by_side(a: IndexPlace, b: IndexPlace) -> bool:
    alike = abs(remainder(a.angle - b.angle, 2 * pi)) < PlayArea.SAME_WAY
    return alike and PlayArea.INDEX_WIDTH < hypot(a.x - b.x, a.y - b.y) < PlayArea.NO_CORNER


def _fit(a: Sighting, b: Sighting) -> bool:
    # a card has one index of each direction at a middle: two that look the same way are two cards
    return _opposite(a, b) or ((_same_best(a, b) or max(share(a), share(b)) <= PlayArea.SURE) and _beside(a, b))


def _same_name(group: Sequence[Sighting], other: Sequence[Sighting]) -> bool:
    """Whether two groups belong to one card because their names are one and they nearly stand so: never where both
    tell where their cards lie, for then one of the names is wrong."""
    if (_middle(group) and _middle(other)) or _apart(group, other):
        return False
    return any(
        _same_best(a, b) and (_opposite(a, b, PlayArea.LOOSE) or _beside(a, b, PlayArea.LOOSE))
        for a in group
        for b in other
    )


def _same_best(a: Sighting, b: Sighting) -> bool:
    """Whether two sightings have one name, neither of them by mere chance."""
    return a.best == b.best and min(a.belief[a.best], b.belief[b.best]) > PlayArea.NAMED


def share(one: Sighting | SeenCard) -> float:
    """The belief in its most probable card."""
    return float(one.belief[:-1].max())


def _beside(a: IndexPlace, b: IndexPlace, loose: float = 1.0) -> bool:
    """Whether two sightings stand just where two indices of a card with four of them do that share a side of it."""
    parallel, astray = PlayArea.PARALLEL * loose, PlayArea.ASTRAY * loose
    turned = remainder(b.angle - a.angle, 2 * pi)
    c, s = cos(a.angle), sin(a.angle)
    right, up = (b.x - a.x) * c + (b.y - a.y) * s, (b.y - a.y) * c - (b.x - a.x) * s
    across = (BRIDGE_CARD[0] - 2 * PlayArea.FROM_SIDE, POKER_CARD[0] - 2 * PlayArea.FROM_SIDE)
    along = BRIDGE_CARD[1] - 2 * PlayArea.FROM_TOP - (a.height + b.height) / 2
    if abs(turned) < parallel:
        return abs(up) < astray and across[0] - astray < abs(right) < across[1] + astray
    return pi - abs(turned) < parallel and abs(right) < astray and abs(-up - along) < astray


def _middle(group: Sequence[IndexPlace]) -> tuple[float, float] | None:
    """The middle of a card of which two indices are seen that stand on their heads to each other, mm: of four the
    farthest two lie across it."""
    apart = [
        (hypot(a.x - b.x, a.y - b.y), (a.x + b.x) / 2, (a.y + b.y) / 2)
        for k, a in enumerate(group)
        for b in group[:k]
        if _on_heads(a, b)
    ]
    return max(apart)[1:] if apart else None


def _card(group: list[Sighting], known: Sequence[SeenCard]) -> SeenCard:
    x, y = _middle(group) or group[0].middle
    for card in known:
        near = hypot(card.x - x, card.y - y) < PlayArea.SAME_MIDDLE
        if near and share(card) > PlayArea.SURE and len({one.best for one in group}) > 1:
            faithful = [one for one in group if one.best == card.best]
            group = faithful or group
    index = (group[0].x, group[0].y) if len(group) == 1 else None
    belief = joined_looks(np.stack([one.belief for one in group]))
    return SeenCard(belief, x, y, remainder(group[0].angle, 2 * pi), index, _seen(group), tuple(group))


def _seen(group: Sequence[Sighting]) -> tuple[float, float, float]:
    """Where people are shown a card: as its indices were found, in whatever order they are believed."""
    found = sorted((one.found or one for one in group), key=lambda place: (place.y, place.x))
    middle = _middle(found) or ((found[0].x, found[0].y) if len(found) == 1 else found[0].middle)
    return *middle, remainder(found[0].angle, 2 * pi)

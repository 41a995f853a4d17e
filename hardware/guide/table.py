"""Pictures of the guide that show the whole table: what it looks like, the plan, the mast."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from hardware.corner_sheet import outline
from hardware.drawing import MM, Canvas, Ink, cut, line, marker, polygon, shape, solid, span, text
from hardware.holder import BACK, FOOT
from hardware.scene import (
    BOARD,
    CLOTH,
    GREEN,
    METAL,
    PAPER,
    RED,
    WOOD,
    Point3,
    Projection,
    card,
    holder_before_south,
    holder_from_behind,
)
from hardware.suits import SUITS
from vision import sizes as g

EDGE: Final = 620.0
"""x of the table's edge where the mast stands: well beyond the holders, at the border of what the camera sees."""
STICK: Final = 24.0
"""A broom handle, across."""
SEEN: Final = tuple(2 * g.CAMERA_HEIGHT * math.tan(math.radians(angle / 2)) for angle in g.CAMERA_FIELD)
"""Width and depth of the table that the camera sees, mm."""
LOWEST, HIGHEST = g.CAMERA_HEIGHTS
"""The camera hangs between these, mm."""


def overview(canvas: Canvas) -> None:
    """The table as South's neighbour sees it (200 × 187 mm)."""
    view = Projection(canvas, 17, 32, 0.115, 88, 58)
    view.box((-EDGE, -430, -25), (EDGE, 430, 0), WOOD)
    _play(view)
    holder_from_behind(view, -g.HOLDER_DISTANCE)
    holder_before_south(view, -g.HOLDER_DISTANCE)
    _phone(view)
    _mast(view)
    _names(view)


def _play(view: Projection) -> None:
    half = g.PLAY_AREA / 2
    view.face([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], CLOTH)
    with view.plane((0, 0, 0), (1, 0, 0), (0, 1, 0)) as canvas:
        for mark in g.TABLE_MARKERS:
            polygon(canvas, [(mark.x + a, mark.y + b) for a, b in ((-25, -16), (25, -16), (25, 16), (-25, 16))], PAPER)
            marker(canvas, mark.number, mark.x, mark.y)
        card(canvas, "H7", -75, -20)
        card(canvas, "HQ", -10, 20)
        card(canvas, "H2", 35, -75)


def _phone(view: Projection) -> None:
    view.box((150, -390, 0), (220, -250, 8), (0.2, 0.2, 0.25))
    view.face([(156, -382, 8), (214, -382, 8), (214, -258, 8), (156, -258, 8)], CLOTH)


def _mast(view: Projection) -> None:
    """Broom handle, arm, camera with what it sees, Pi, light panel."""
    camera: Point3 = (0, 0, g.CAMERA_HEIGHT)
    for x in (-SEEN[0] / 2, SEEN[0] / 2):
        for y in (-SEEN[1] / 2, SEEN[1] / 2):
            view.wire(camera, (x, y, 0), 0.12, 0.55)
    top = g.CAMERA_HEIGHT + 25
    view.box((EDGE, -STICK / 2, -20), (EDGE + STICK, STICK / 2, top + 60), BOARD)
    view.box((-40, -STICK / 2, top), (EDGE + STICK + 160, STICK / 2, top + STICK), BOARD)
    view.box((300, -30, top + STICK), (390, 30, top + STICK + 25), GREEN)
    view.box((EDGE + 110, -30, top - 190), (EDGE + 170, 30, top - 10), METAL)
    view.wire((EDGE + 140, 0, top - 10), (EDGE + 140, 0, top), 0.4)
    view.box((-13, -12, g.CAMERA_HEIGHT), (13, 12, top), GREEN)
    low, high = EDGE - 110, EDGE - 10
    view.face([(low, -90, 4), (low, 90, 4), (high, 90, 90), (high, -90, 90)], PAPER)
    with view.plane((low, 90, 4), (0, -1, 0), (0.75, 0, 0.65)) as flat:
        for k, suit in enumerate(SUITS):
            shape(flat, SUITS[suit], 30 + 34 * k, 100, 26, RED if suit == "hearts" else 0.6)


def _names(view: Projection) -> None:
    top = g.CAMERA_HEIGHT + 25
    names: tuple[tuple[str, Point3, float, float], ...] = (
        ("camera, straight above the middle", (-13, 0, g.CAMERA_HEIGHT + 10), -34, 6),
        ("arm: a second stick", (200, 0, top + 6), 22, -16),
        ("water bottle", (EDGE + 140, 0, top - 170), 4, -12),
        ("Raspberry Pi", (345, 0, top + STICK + 20), -6, 9),
        ("light panel", (EDGE - 60, -80, 30), -22, -6),
        ("broom handle", (EDGE + STICK, 0, 330), 14, -12),
        ("two holders, back to back", (-420, 0, BACK), -12, 26),
        ("marker card", (-150, 180, 0), 16, 22),
        ("phone", (185, -390, 0), 0, -8),
    )
    for words, place, dx, dy in names:
        x, y = view.place(place)
        line(view.canvas, x, y, x + dx, y + dy - (3.5 if dy < 0 else 0), 0.4, 0.15)
        text(view.canvas, x + dx, y + dy + (1 if dy > 0 else -7), words, 3.6, align="c")


def plan(canvas: Canvas) -> None:
    """The table from above, 1 : 6, with the lengths to lay it out by (230 × 156 mm)."""
    scale, x, y = 6.0, 115.0, 77.0

    def at(a: float, b: float) -> tuple[float, float]:
        return x + a / scale, y + b / scale

    half = g.PLAY_AREA / 2
    solid(canvas, *at(-SEEN[0] / 2, -SEEN[1] / 2), *at(SEEN[0] / 2, SEEN[1] / 2), 0.6)
    text(canvas, *at(-SEEN[0] / 2 + 10, SEEN[1] / 2 - 22), "the camera sees this much", 3.2, 0.4)
    polygon(canvas, [at(-half, -half), at(half, -half), at(half, half), at(-half, half)], CLOTH)
    for mark in g.TABLE_MARKERS:
        size, (mx, my) = g.MARKER_SIZE / 2, at(mark.x, mark.y)
        corners = [at(mark.x + a * size, mark.y + b * size) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        polygon(canvas, corners, 0.0)
        text(canvas, mx + math.copysign(4, mark.x), my - 1.2, str(mark.number), 3.4, align="lr"[mark.x < 0], bold=True)
    for side, ink in ((-1, BOARD), (1, PAPER)):
        for holder, toward in ((1, -1), (2, 1)):
            a, b = side * g.HOLDER_DISTANCE - g.FACE_WIDTH / 2, side * g.HOLDER_DISTANCE + g.FACE_WIDTH / 2
            corners = [at(a, 0), at(b, 0), at(b, toward * FOOT), at(a, toward * FOOT)]
            polygon(canvas, corners, ink, 0.25 if side < 0 else 0.7)
            words, place = f"holder {holder}", at(side * g.HOLDER_DISTANCE, toward * FOOT / 2)
            text(canvas, place[0], place[1] - 1, words, 3.4, 0.0 if side < 0 else 0.55, "c")
    low, high = g.THIRD_HOLDER - FOOT, g.THIRD_HOLDER
    cut(canvas, *at(-g.FACE_WIDTH / 2, low), *at(g.FACE_WIDTH / 2, high))
    text(canvas, *at(0, (low + high) / 2 - 6), "room for a third holder", 3.2, 0.4, "c")
    near, far = g.TABLE_MARKERS[3], g.TABLE_MARKERS[1]
    span(canvas, *at(near.x, -225), *at(far.x, -225), f"{far.x - near.x:.0f} mm")
    span(canvas, *at(535, near.y), *at(535, far.y), "")
    text(canvas, *at(525, 120), f"{far.y - near.y:.0f} mm", 2.8, align="r")
    span(canvas, *at(-g.HOLDER_DISTANCE, -275), *at(0, -275), f"{g.HOLDER_DISTANCE:.0f} mm")
    for a, b in ((-g.HOLDER_DISTANCE, -FOOT), (0, -235)):
        line(canvas, *at(a, b), *at(a, -275), 0.6, 0.15)
    text(canvas, *at(0, -12), f"play area {g.PLAY_AREA:.0f} mm square", 3.2, align="c")
    text(canvas, *at(0, SEEN[1] / 2 + 18), "North", 4.5, align="c", bold=True)
    text(canvas, *at(0, -SEEN[1] / 2 - 36), "South", 4.5, align="c", bold=True)
    text(canvas, *at(-g.HOLDER_DISTANCE, 105), "here when South deals", 3.4, align="c")
    text(canvas, *at(g.HOLDER_DISTANCE, 105), "here when North deals", 3.4, 0.55, "c")


def corner_frame(canvas: Canvas) -> None:
    """The corner template on the table, a marker card in each of its corners, 1 : 4 (130 × 112 mm)."""
    scale, x, y = 4.0, 65.0, 56.0
    for right, up in ((-1, 1), (1, 1), (1, -1), (-1, -1)):
        polygon(canvas, [(x + a / scale, y + b / scale) for a, b in outline(right, up)], PAPER)
    for words, a, b in (("A", 14, 150), ("B", 135, 14), ("C", 14, -150), ("D", -135, 14)):
        text(canvas, x + a / scale, y + b / scale - 1.5, words, 4, align="c", bold=True)
    canvas.saveState()
    canvas.transform(1 / scale, 0, 0, 1 / scale, x * MM, y * MM)
    for mark in g.TABLE_MARKERS:
        half, away = g.MARKER_CARD[0] / 2, math.copysign(1, mark.y)
        low, high = mark.y - away * g.MARKER_CARD[1], mark.y + away * g.MARKER_CARD[2]
        edges = [(mark.x - half, low), (mark.x + half, low), (mark.x + half, high), (mark.x - half, high)]
        polygon(canvas, edges, CLOTH)
        marker(canvas, mark.number, mark.x, mark.y)
    canvas.restoreState()
    for mark in g.TABLE_MARKERS:
        text(canvas, x + mark.x / scale + math.copysign(10, mark.x), y + mark.y / scale, str(mark.number), 4, align="c")
    text(canvas, x, y - 1, "the play area stays free", 3.4, 0.4, "c")
    text(canvas, x, 3, "South", 4, align="c", bold=True)


def mast(canvas: Canvas) -> None:
    """The mast from the side, 1 : 8 (185 × 188 mm)."""
    scale, x, y = 8.0, 62.0, 38.0

    def block(a: float, b: float, c: float, d: float, ink: Ink) -> None:
        polygon(canvas, [(x + p / scale, y + q / scale) for p, q in ((a, b), (c, b), (c, d), (a, d))], ink)

    top = g.CAMERA_HEIGHT + 25
    block(-450, -25, EDGE, 0, WOOD)
    block(EDGE - 60, -280, EDGE, -25, WOOD)
    block(EDGE, -215, EDGE + STICK, top + 60, BOARD)
    block(-60, top, EDGE + 220, top + STICK, BOARD)
    block(-13, g.CAMERA_HEIGHT, 13, top, GREEN)
    block(300, top + STICK, 390, top + STICK + 22, GREEN)
    block(EDGE + 110, top - 200, EDGE + 170, top - 20, METAL)
    line(canvas, x + (EDGE + 140) / scale, y + (top - 20) / scale, x + (EDGE + 140) / scale, y + top / scale, width=0.4)
    for low in (-20, -190):
        block(EDGE - 70, low, EDGE + STICK + 12, low + 14, METAL)
    for side in (-1, 1):
        line(canvas, x, y + g.CAMERA_HEIGHT / scale, x + side * 450 / scale, y, 0.6, 0.15)
    span(canvas, x - 40, y, x - 40, y + g.CAMERA_HEIGHT / scale, f"{g.CAMERA_HEIGHT:.0f} mm")
    for k, words in enumerate((f"between {LOWEST:.0f}", f"and {HIGHEST:.0f}")):
        text(canvas, x - 41.5, y + 48 - 4 * k, words, 2.8, align="r")
    span(canvas, x, y - 12, x + EDGE / scale, y - 12, f"{EDGE:.0f} mm or more")
    for words, a, b in (
        ("lens", 20, g.CAMERA_HEIGHT - 5),
        ("tied crosswise", EDGE - 40, top + 85),
        ("Raspberry Pi", 255, top + STICK + 40),
        ("water", EDGE + 182, top - 110),
        ("clamps, or tape,", EDGE + 45, -95),
        ("to edge and leg", EDGE + 45, -135),
        ("middle of the play area", -150, 25),
    ):
        text(canvas, x + a / scale, y + b / scale, words, 3.4)


def other_masts(canvas: Canvas) -> None:
    """Three other ways to hang the camera (210 × 85 mm)."""
    ways = (("A: from the lamp", _lamp), ("B: two sticks and a lath", _goal), ("C: boom arm", _boom))
    for k, (words, draw) in enumerate(ways):
        left = 8 + 68 * k
        polygon(canvas, [(left, 18), (left + 60, 18), (left + 60, 20), (left, 20)], WOOD)
        draw(canvas, left + 30, 20)
        text(canvas, left + 30, 8, words, 3.8, align="c")


def _camera(canvas: Canvas, x: float, y: float) -> None:
    polygon(canvas, [(x - 2, y), (x + 2, y), (x + 2, y + 3), (x - 2, y + 3)], GREEN)
    for side in (-1, 1):
        line(canvas, x, y, x + side * 24, 20, 0.6, 0.15)


def _lamp(canvas: Canvas, x: float, y: float) -> None:
    """A board on three strings from the hook of a lamp."""
    polygon(canvas, [(x - 12, y + 43), (x + 12, y + 43), (x + 12, y + 45), (x - 12, y + 45)], BOARD)
    for dx in (-11, 0, 11):
        line(canvas, x + dx, y + 45, x, y + 60, width=0.2)
    line(canvas, x - 26, y + 60, x + 26, y + 60, width=0.6)
    _camera(canvas, x, y + 40)


def _goal(canvas: Canvas, x: float, y: float) -> None:
    """Two sticks clamped to both ends of the table, a lath across."""
    for dx in (-29, 27):
        polygon(canvas, [(x + dx, y - 10), (x + dx + 2, y - 10), (x + dx + 2, y + 47), (x + dx, y + 47)], BOARD)
    polygon(canvas, [(x - 32, y + 43), (x + 32, y + 43), (x + 32, y + 45), (x - 32, y + 45)], BOARD)
    _camera(canvas, x, y + 40)


def _boom(canvas: Canvas, x: float, y: float) -> None:
    """A microphone arm with a clamp, long enough."""
    points = [(x + 29, y), (x + 29, y + 12), (x + 24, y + 52), (x, y + 43)]
    for (ax, ay), (bx, by) in pairwise(points):
        line(canvas, ax, ay, bx, by, 0.3, 1.2)
    _camera(canvas, x, y + 40)

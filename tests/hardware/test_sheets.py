"""The printed sheets, measured on the pixels that a printer would get."""

import math
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from hardware import sheets
from hardware.sheets import PAPERS, main, make_sheets
from vision import geometry as g

ROOT = Path(__file__).parents[2]
DPI = 300
PX = DPI / 25.4
"""Pixels per millimetre."""
TOLERANCE = 0.5

HOLDER_PARTS = [
    # page, u of the left cut edge, u of the right one, markers on the face, on the lip (numbers less 10 * holder)
    (0, 0.0, sheets.JOIN, (0, 1), (3, 4)),
    (1, sheets.JOIN - sheets.GLUE, g.FACE_WIDTH, (2,), (5,)),
]


def pages(path):
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.render(scale=DPI / 72, grayscale=True).to_numpy().squeeze() for page in document]
    finally:
        document.close()


def markers(page):
    """Middle (x, y from the lower left corner) and side of every marker found, mm."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, g.MARKER_DICTIONARY)))
    corners, numbers, _ = detector.detectMarkers(page)
    found = {}
    for quad, number in zip(corners, np.ravel(numbers), strict=True):
        # a corner lies between pixels: OpenCV counts from the middle of a pixel, the page from its edge
        points = (quad.reshape(4, 2) + 0.5) / PX
        points[:, 1] = page.shape[0] / PX - points[:, 1]
        top = points[1] - points[0]
        assert abs(math.degrees(math.atan2(top[1], top[0]))) < 0.5, "a marker must stand upright"
        found[int(number)] = (*points.mean(axis=0), float(np.hypot(*top)))
    return found


def edge(page, x, y, direction, least):
    """Distance from (x, y) mm to the first line at least ``least`` mm away to the l, r, u or d.

    The lines are dashed, so a line is where 8 mm across the way are dark anywhere.
    """
    dark = page < 100
    column, row = round(x * PX), round(page.shape[0] - y * PX)
    half = round(4 * PX)
    if direction in "lr":
        line = dark[row - half : row + half].any(axis=0)
        line = line[column:] if direction == "r" else line[:column][::-1]
    else:
        line = dark[:, column - half : column + half].any(axis=1)
        line = line[row:] if direction == "d" else line[:row][::-1]
    start = round(least * PX)
    return (start + int(np.argmax(line[start:]))) / PX


def longest_line(page):
    """Longest unbroken dark horizontal run of the page, mm."""
    best = 0
    for row in (page < 128).astype(np.int8):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row, [0]))))
        if len(edges):
            best = max(best, int((edges[1::2] - edges[::2]).max()))
    return best / PX


@pytest.fixture(scope="module", params=sorted(PAPERS))
def printed(request, tmp_path_factory):
    return request.param, {
        path.stem: pages(path) for path in make_sheets(tmp_path_factory.mktemp("out"), request.param)
    }


def test_pages_have_the_size_of_the_paper_and_a_ruler_of_100_mm(printed):
    paper, files = printed
    assert {name: len(found) for name, found in files.items()} == {"play-area": 1, "holder-1": 2, "holder-2": 2}
    for found in files.values():
        for page in found:
            assert (page.shape[1] / PX, page.shape[0] / PX) == pytest.approx(PAPERS[paper], abs=0.2)
            assert longest_line(page) == pytest.approx(100, abs=0.3)


def test_play_area_cards(printed):
    page = printed[1]["play-area"][0]
    found = markers(page)
    assert sorted(found) == [0, 1, 2, 3]
    for mark in g.TABLE_MARKERS:
        x, y, side = found[mark.number]
        assert side == pytest.approx(g.MARKER_SIZE, abs=0.2)
        inward = "d" if mark.y > 0 else "u"
        # the inner edge comes to lie on the border of the play area
        assert edge(page, x + 8, y, inward, 13) == pytest.approx(abs(mark.y) - g.PLAY_AREA / 2, abs=TOLERANCE)
        # laid out as on the table: 0 and 1 above, 0 and 3 on the left
        assert (x > page.shape[1] / PX / 2) == (mark.x > 0)
    assert min(found[0][1], found[1][1]) > max(found[2][1], found[3][1])


@pytest.mark.parametrize("holder", [1, 2])
@pytest.mark.parametrize(("number", "left", "right", "face", "lip"), HOLDER_PARTS)
def test_holder_parts(printed, holder, number, left, right, face, lip):
    page = printed[1][f"holder-{holder}"][number]
    places = {mark.number: mark for mark in g.holder_markers(holder)}
    found = markers(page)
    assert sorted(found) == sorted(10 * holder + k for k in (*face, *lip))
    for k, height in [(k, g.FACE_HEIGHT) for k in face] + [(k, g.LIP_HEIGHT) for k in lip]:
        x, y, side = found[10 * holder + k]
        mark = places[10 * holder + k]
        assert side == pytest.approx(g.MARKER_SIZE, abs=0.2)
        assert edge(page, x, y, "u", 13) == pytest.approx(height - mark.y, abs=TOLERANCE)
        assert edge(page, x, y, "d", 13) == pytest.approx(mark.y, abs=TOLERANCE)
    first = 10 * holder + (face[0]), 10 * holder + lip[0]
    for n in first:  # nothing but the cut line, and on the right part the join, lies beside these
        x, y, _ = found[n]
        if number == 0:
            assert edge(page, x, y, "l", 13) == pytest.approx(places[n].x - left, abs=TOLERANCE)
        else:
            assert edge(page, x, y, "r", 13) == pytest.approx(right - places[n].x, abs=TOLERANCE)
            join = edge(page, x, y + 9, "l", 13 if n == first[0] else 60)
            assert join == pytest.approx(places[n].x - sheets.JOIN, abs=TOLERANCE)
    if number == 0:
        for n in (10 * holder + face[1], 10 * holder + lip[1]):
            x, y, _ = found[n]
            assert edge(page, x, y, "r", 13) == pytest.approx(right - places[n].x, abs=TOLERANCE)
            assert x - found[n - 1][0] == pytest.approx(places[n].x - places[n - 1].x, abs=TOLERANCE)


def test_slot_lines(printed):
    """13 grey lines at the left edges of the cards, measured from the cut edges of both parts."""
    lines = []
    for number in (0, 1):
        page = printed[1]["holder-1"][number]
        found = markers(page)
        x, y, _ = found[10 + 2 * number]
        origin = x - g.holder_markers(1)[2 * number].x
        row = page[round(page.shape[0] - (y - 50) * PX)]
        grey = np.flatnonzero((row > 150) & (row < 235)) / PX - origin
        # pixels of one line lie together; the hatching and the dashed cut lines lie outside the part
        inside = [
            u for u in grey if (1.0 if number == 0 else sheets.JOIN + 1) < u < (sheets.JOIN, g.FACE_WIDTH)[number] - 1
        ]
        lines += [u for k, u in enumerate(inside) if k == 0 or u - inside[k - 1] > 1]
    assert lines == pytest.approx([g.slot_left(slot) for slot in range(g.SLOTS)], abs=TOLERANCE)


def test_files_of_the_project_are_what_the_code_makes(tmp_path):
    made = {path.name: pages(path) for path in make_sheets(tmp_path)}
    kept = {path.name: pages(path) for path in (ROOT / "hardware" / "sheets").glob("*.pdf")}
    assert made.keys() == kept.keys()
    for name, sheet in made.items():
        assert all(np.array_equal(a, b) for a, b in zip(sheet, kept[name], strict=True)), f"{name} is old: make sheets"


def test_same_geometry_same_bytes(tmp_path):
    first, second = make_sheets(tmp_path / "a"), make_sheets(tmp_path / "b")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_command(tmp_path, capsys):
    assert main([str(tmp_path / "out"), "--paper", "letter"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file")]) == 1
    assert "name another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        f"{g.FACE_WIDTH:.0f} mm wide",
        f"face {g.FACE_HEIGHT:.0f} mm",
        f"back {g.FACE_HEIGHT * math.sin(math.radians(g.FACE_TILT)):.0f} mm",
        f"foot {g.FACE_HEIGHT * math.cos(math.radians(g.FACE_TILT)):.0f} mm",
        f"leans {g.FACE_TILT:.0f}°",
        f"{g.FACE_WIDTH:.0f} × {g.CARD_BOTTOM:.0f} mm",
        f"{g.FACE_WIDTH:.0f} × {g.LIP_HEIGHT:.0f} mm",
        f"{g.SLOT_PITCH:.0f} mm apart",
        f"{g.PLAY_AREA:.0f} mm square",
        f"{g.HOLDER_DISTANCE:.0f} mm from the middle",
        f"hangs {g.CAMERA_HEIGHT:.0f} mm above",
        "{:.0f} × {:.0f} mm of the table".format(
            *(2 * g.CAMERA_HEIGHT * math.tan(math.radians(angle / 2)) for angle in g.CAMERA_FIELD)
        ),
        f"{g.TABLE_MARKERS[1].x - g.TABLE_MARKERS[0].x:.0f} mm apart across",
        f"{g.TABLE_MARKERS[1].y - g.TABLE_MARKERS[2].y:.0f} mm apart along",
    ],
)
def test_readme_says_what_the_geometry_says(words):
    assert words in (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")

"""The printed sheets, measured on the pixels that a printer would get."""

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from babel.messages.pofile import read_po

from device.commands.printing import wiring_of
from device.settings.pins import I2C_PINS, MATRIX_PINS
from device.settings.settings import Settings
from hardware.alone_sheet import EXAMPLE, STEPS
from hardware.drawing import MARGIN, PAPERS, RULER
from hardware.lights.light_panel import WIDTH, holes, panel_height
from hardware.lights.wiring import BUTTON_NAMES, LIGHT_NAMES, Wiring
from hardware.marker_sheets import CARD_WIDTH, GLUE, JOIN
from hardware.reading_sheets import _FOLLOWING, _LEADING, CODE
from hardware.sheets import draw_hotspot_sign, draw_sheets
from hardware.words import ITALIAN, LANGUAGES
from tests.device.lights.mock_strip import WITH_STRIP
from vision import sizes as g
from whist.rules.commands import SECTION_1, SECTION_2

ROOT = Path(__file__).parents[2]
DPI = 300
PX = DPI / 25.4
"""Pixels per millimetre."""
TOLERANCE = 0.5

HOLDER_PARTS = [
    # page, u of the left cut edge, u of the right one, markers on the face, on the lip (numbers less 10 * holder)
    (0, 0.0, JOIN, (0, 1), (3, 4)),
    (1, JOIN - GLUE, g.FACE_WIDTH, (2,), (5,)),
]


ADDRESS = "http://192.168.178.123:8080"
PAGES = {
    "play-area": 1,
    "holder-1": 2,
    "holder-2": 2,
    "holder-3": 2,
    "holder-plan": 2,
    "light-panel": 1,
    "rules": 2,
    "qr": 1,
}
PAGES |= {"wiring": 1, "strip": 1, "corners": 4, "camera": 1, "alone": 1}
WIRING = wiring_of(WITH_STRIP)


def pages(pdf, dpi=DPI):
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=dpi / 72, grayscale=True).to_numpy().squeeze() for page in document]
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


def runs(line):
    """First and last pixel of every dark run of a line of pixels."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (line < 128).astype(np.int8), [0]))))
    return list(zip(edges[::2], edges[1::2] - 1, strict=True))


@pytest.fixture(scope="module", params=sorted(PAPERS))
def printed(request):
    return request.param, {
        name: pages(pdf) for name, pdf in draw_sheets(WIRING, request.param, address=ADDRESS).items()
    }


def test_pages_have_the_size_of_the_paper(printed):
    paper, files = printed
    assert {name: len(found) for name, found in files.items()} == PAGES
    for page in (page for found in files.values() for page in found):
        assert (page.shape[1] / PX, page.shape[0] / PX) == pytest.approx(PAPERS[paper], abs=0.2)


def test_every_page_has_a_ruler_of_100_mm(printed):
    for page in (page for found in printed[1].values() for page in found):
        row = round(page.shape[0] - RULER * PX)
        first, last = max(runs(page[row]), key=lambda run: run[1] - run[0])
        assert (last + 1 - first) / PX == pytest.approx(100, abs=0.2)
        assert first / PX == pytest.approx(MARGIN, abs=0.2)
        # its eleven long strokes stand 10 mm apart
        long = [(a + b + 1) / 2 / PX for a, b in runs(page[round(row - 4.5 * PX)])]
        assert long == pytest.approx([MARGIN + 10 * k for k in range(11)], abs=0.2)


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
        for direction in "lr":
            assert edge(page, x, y + 8, direction, 13) == pytest.approx(CARD_WIDTH / 2, abs=TOLERANCE)
        # laid out as on the table: 0 and 1 above, 0 and 3 on the left
        assert (x > page.shape[1] / PX / 2) == (mark.x > 0)
    assert min(found[0][1], found[1][1]) > max(found[2][1], found[3][1])


def lines(page, along):
    """Where lines of at least 14 mm run up (``along`` 0, x) or across (1, y), mm, between title and words."""
    top = page[round(35 * PX) : page.shape[0] - round(50 * PX)] < 100
    dark = top.sum(axis=along) > 7 * PX  # they are dashed
    at = [(a + b + 1) / 2 / PX for a, b in runs(np.where(dark, 0, 255))]
    return at if along == 0 else [page.shape[0] / PX - 35 - y for y in at]


@pytest.mark.parametrize("number", range(4))
def test_a_corner_of_the_template_holds_its_marker_card_in_its_place(printed, number):
    """From where the pieces meet, the middle of the table, to the edges that a card is laid against."""
    page, mark = printed[1]["corners"][number], g.TABLE_MARKERS[number]
    for along, place, side, reach in (
        (0, abs(mark.x), abs(mark.x) - CARD_WIDTH / 2, abs(mark.x) + CARD_WIDTH / 2),
        (1, abs(mark.y), g.PLAY_AREA / 2, g.PLAY_AREA / 2 + 15),
    ):
        found = lines(page, along)
        away = 1 if (mark.x, mark.y)[along] > 0 else -1
        outer = max(found) if away > 0 else min(found)
        middle = outer - away * reach
        assert min(abs(at - middle) for at in found) < TOLERANCE, "the pieces meet in the middle"
        assert min(abs(at - middle - away * side) for at in found) < TOLERANCE
        assert side < place, "the marker is the card's, not the frame's"


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
            assert join == pytest.approx(places[n].x - JOIN, abs=TOLERANCE)
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
        inside = [u for u in grey if (1.0 if number == 0 else JOIN + 1) < u < (JOIN, g.FACE_WIDTH)[number] - 1]
        lines += [u for k, u in enumerate(inside) if k == 0 or u - inside[k - 1] > 1]
    assert lines == pytest.approx([g.slot_left(slot) for slot in range(g.SLOTS)], abs=TOLERANCE)


def test_the_sign_decodes_to_the_address(printed):
    page = cv2.resize(printed[1]["qr"][0], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    said, corners, _ = cv2.QRCodeDetector().detectAndDecode(page)
    assert said == ADDRESS
    assert np.ptp(corners.reshape(4, 2), axis=0) / (PX / 2) == pytest.approx((CODE, CODE), abs=1)


@pytest.mark.parametrize(
    "address",
    ["http://10.0.0.1", "https://whist.local/board", "http://[fd00::1]:8080", "http://10.0.0.1:8080/" + "a" * 99],
)
def test_the_sign_of_any_address(address):
    (page,) = pages(draw_sheets(WIRING, address=address)["qr"], dpi=100)
    assert cv2.QRCodeDetector().detectAndDecode(page)[0] == address


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "no address"),
        ("192.168.1.20:8080", "no address"),
        ("ftp://192.168.1.20", "no address"),
        ("http://", "no address"),
        ("http://10.0.0.1:0", "no address"),
        ("http://10.0.0.1:99999", "no address"),
        ("http://[10.0.0.1", "no address"),
        ("http://a b", "no address"),
        ("http://tavolo.è", "no address"),
        ("http://10.0.0.1/\n", "no address"),
        ("http://10.0.0.1/" + "a" * 200, "at most 120"),
    ],
)
def test_addresses_that_no_phone_opens(address, words):
    with pytest.raises(ValueError, match=words):
        draw_sheets(WIRING, address=address)


def test_without_an_address_the_sign_is_a_form():
    (page,) = pages(draw_sheets(WIRING)["qr"], dpi=100)
    assert not cv2.QRCodeDetector().detectAndDecode(page)[0]


ALL = Wiring(
    dict(zip(LIGHT_NAMES, range(2, 20), strict=True)),
    dict(zip(BUTTON_NAMES, range(20, 24), strict=True)),
    {"data": 24, "clock": 25},
    8,
)
"""Every light and button that the settings know."""


NO_TRUMPS, ALL_BUT_TRUMPS = (
    replace(wiring, lights={name: pin for name, pin in wiring.lights.items() if not name.startswith("trump")})
    for wiring in (WIRING, ALL)
)
PANELS = pytest.mark.parametrize(
    "wiring", [WIRING, ALL, NO_TRUMPS, ALL_BUT_TRUMPS], ids=["usual", "all", "no trumps", "all but trumps"]
)


@PANELS
def test_holes_of_the_light_panel(wiring):
    """The crosses of all holes stand where the panel says, measured from its cut edges."""
    (page,) = pages(draw_sheets(wiring)["light-panel"])
    left = (page.shape[1] / PX - WIDTH) / 2
    low = page.shape[0] / PX - 28 - panel_height(wiring.lights)
    assert edge(page, left + 10, low + 30, "l", 5) == pytest.approx(10, abs=TOLERANCE)
    assert edge(page, left + 10, low + 20, "d", 1) == pytest.approx(20, abs=TOLERANCE)
    for x, y in holes({**wiring.lights, **wiring.buttons}).values():
        column, row = (left + x) * PX, page.shape[0] - (low + y) * PX
        around = page[round(row - 2 * PX) : round(row + 2 * PX), round(column - 2 * PX) : round(column + 2 * PX)]
        dark = 255.0 - around
        # the two lines of the cross are its darkest column and row
        assert np.argmax(dark.sum(axis=0)) / PX - 2 == pytest.approx(0, abs=TOLERANCE)
        assert np.argmax(dark.sum(axis=1)) / PX - 2 == pytest.approx(0, abs=TOLERANCE)


@pytest.mark.parametrize(("wiring", "named"), [(WIRING, True), (NO_TRUMPS, False)])
def test_without_trump_lights_the_panel_has_no_room_for_them(wiring, named):
    document = pypdfium2.PdfDocument(draw_sheets(wiring)["light-panel"])
    try:
        assert ("Trumps" in document[0].get_textpage().get_text_bounded()) == named
    finally:
        document.close()
    assert (panel_height(wiring.lights) > 100) == named


@PANELS
def test_every_light_and_button_has_a_hole_with_room(wiring):
    names = {**wiring.lights, **wiring.buttons}
    places = holes(names)
    assert places.keys() == names.keys()
    for name, (x, y) in places.items():
        assert 8 < x < WIDTH - 8
        assert 8 < y < panel_height(wiring.lights) - 8
        assert all(math.dist((x, y), other) > 15 for one, other in places.items() if one != name)


def test_the_rules_card_names_the_commands_of_the_program():
    first, second = (" ".join(command for command, _ in column).lower().split() for column in (_FOLLOWING, _LEADING))
    assert tuple(first) == SECTION_1
    named = {word for word in second if word != "…"}
    assert named == {word for command in SECTION_2 for word in command.split()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_stands_where_printers_cannot_print(paper, language):
    for pdf in draw_sheets(WIRING, paper, language, ADDRESS).values():
        for page in pages(pdf, dpi=72):
            rows, columns = np.nonzero(page < 200)
            assert columns.min() / 72 * 25.4 > 4
            assert columns.max() / 72 * 25.4 < PAPERS[paper][0] - 4
            assert rows.min() / 72 * 25.4 > 4
            assert rows.max() / 72 * 25.4 < PAPERS[paper][1] - 4


def test_the_sheet_for_one_person_says_what_the_page_says():
    with (ROOT / "web_ui" / "locale" / "it.po").open("rb") as file:
        page = {message.id: message.string for message in read_po(file, "it")}
    order = "{name}, move the marked card from {holder} to the table: slot {slot}."
    english = {"name": "South", "holder": "holder 3", "slot": EXAMPLE}
    italian = {"name": "Sud", "holder": "leggio 3", "slot": EXAMPLE}
    for words, theirs in (
        ("Play another game", page["Play another game"]),
        ("Computer players with card holders", page["Computer players with card holders"]),
        (order.format(**english), page[order].format(**italian)),
    ):
        (step,) = [step for step in STEPS if words in step]
        assert theirs in ITALIAN[step]


def test_no_word_is_translated_in_vain():
    """What the Italian sheets say is all that is translated."""
    used = set()

    class Listening(dict):
        def __getitem__(self, english):
            used.add(english)
            return super().__getitem__(english)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LANGUAGES, "it", Listening(ITALIAN))
        draw_sheets(ALL, language="it")
        draw_sheets(ALL, language="it", address=ADDRESS)
        draw_hotspot_sign("a4", "it", "Whist table 7KQ2", "abcdefgh2345", "WIFI:S:a;;", ADDRESS)
        for display in (I2C_PINS, MATRIX_PINS):
            draw_sheets(replace(WIRING, display=display), language="it")
    assert used == set(ITALIAN)


def test_files_of_the_project_are_what_the_code_makes():
    made = draw_sheets(WIRING) | draw_sheets(wiring_of(Settings()))
    kept = {path.stem: path for path in (ROOT / "hardware" / "sheets").glob("*.pdf")}
    assert made.keys() == kept.keys()
    for name, pdf in made.items():
        for old, new in zip(pages(kept[name], dpi=100), pages(pdf, dpi=100), strict=True):
            assert np.array_equal(old, new), f"{name} is old: make sheets"


def test_same_geometry_same_bytes():
    assert draw_sheets(WIRING) == draw_sheets(WIRING)


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

"""The build guide says what the program does, and what it shows is made by the project."""

import csv
import math
import re
import tomllib
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.commands import build_guide
from device.commands import build_guide as guide
from device.commands.printing import wiring_of
from device.measuring.slower import FACTORS, LATE
from device.settings.settings import Settings
from device.settings.typed_toml import read
from hardware.camera_sheet import ASIDE, OFF
from hardware.guide.pictures import draw_pictures
from hardware.guide.table import EDGE, SEEN
from hardware.lights import wiring as w
from hardware.lights.wiring_sheet import GROUND
from tests.vision.watch.test_camera_advice import hung
from vision import sizes as g
from vision.camera.settling import TABLE_LENS
from vision.watch.camera_advice import hangs_well

HARDWARE = Path(__file__).parents[2] / "hardware"
README = (HARDWARE / "README.md").read_text(encoding="utf-8")
WORDS = " ".join(README.split())
WIRING, WITH_STRIP = wiring_of(Settings()), wiring_of(guide.WITH_STRIP)
LIGHTS = len(WIRING.lights)


def parts():
    with (HARDWARE / "bom.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kept_files():
    """What the command has written into the folder."""
    kinds = (HARDWARE / "pictures", HARDWARE / "sheets")
    return {path.relative_to(HARDWARE).as_posix() for kind in kinds for path in kind.iterdir()}


def pin_rows():
    """The rows of the guide's pin table, from the settings."""
    rows = [(w.LIGHT_NAMES[name], pin, w.colour(name)) for name, pin in WIRING.lights.items()]
    rows += [(w.BUTTON_NAMES[name], pin, "button") for name, pin in WIRING.buttons.items()]
    return [f"| {name} | {pin} | {w.header_pin(pin)} | {what} |" for name, pin, what in rows]


def test_the_pin_table_is_that_of_the_settings():
    table = [line for line in README.splitlines() if re.match(r"\| [\w ]+ \| \d+ \| \d+ \|", line)]
    assert sorted(table) == sorted(pin_rows())
    grounds = re.search(r"\| ground \| \| (\d+) or (\d+) \|", README)
    assert [w.HEADER[int(pin) - 1] for pin in grounds.groups()] == [GROUND, GROUND]


@pytest.mark.parametrize(
    "words",
    [
        f"resistor of {w.resistor(LIGHTS)} Ω",
        f"A pin gives {w.VOLTS} V",
        *(f"{volts} V ({colour})" for colour, volts in w.FORWARD.items()),
        f"{min(w.light_current(n, LIGHTS) for n in WIRING.lights):.1f} to "
        f"{max(w.light_current(n, LIGHTS) for n in WIRING.lights):.1f} mA",
        f"{w.lights_current(WIRING):.0f} mA; {w.GPIO_TOTAL:.0f} mA together are safe",
        *(f"{mA:.0f} mA" for mA in w.budget(WITH_STRIP).values()),
        f"about {sum(w.budget(WITH_STRIP).values()) / 1000:.1f} A of the {w.SUPPLY / 1000:.0f} A",
        f"{w.STRIP_LIGHTS * w.STRIP_LIT / 1000:.1f} A more",
        f"all {w.STRIP_LIGHTS} in white",
        f"{2 * EDGE / 10:.0f} cm if the mast is clamped",
        "{:.0f} × {:.0f} mm of the table".format(*SEEN),
        f"hangs {g.CAMERA_HEIGHT:.0f} mm above the middle of the play area, between "
        f"{g.CAMERA_HEIGHTS[0]:.0f} and {g.CAMERA_HEIGHTS[1]:.0f} mm",
        f"the other one across it, {g.CAMERA_HEIGHT + 25:.0f} mm above the table",
        f"its back {g.THIRD_HOLDER:.0f} mm from the middle of the play area",
        "must measure 100 mm",
        f"sets the lens to {1 / TABLE_LENS:g} m by itself",
        f"takes {FACTORS['pi4']:g} ({FACTORS['pi5']:g}) times its processor time",
        f"has each picture come {LATE:g} s late",
    ],
)
def test_the_guide_says_what_is_reckoned(words):
    assert words in WORDS


IN_SHORT = README.split("| in short |")[1].split("| step |")[0]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "How high",
            f"{g.CAMERA_HEIGHT:.0f} mm above the table, {g.CAMERA_HEIGHTS[0]:.0f} to {g.CAMERA_HEIGHTS[1]:.0f}",
        ),
        ("how far off may it be", "9 cm aside or 18 cm towards a person or 4°, one at a time"),
        ("Which side", "the ribbon leaves it towards South"),
        (
            "Which pin",
            "*trump hearts*? | GPIO {pin}, header pin {header}, {ohm} Ω".format(
                pin=WIRING.lights["trump_hearts"],
                header=w.header_pin(WIRING.lights["trump_hearts"]),
                ohm=w.resistor(LIGHTS),
            ),
        ),
        ("A marker card", "up to 15 mm and 15°"),
        ("Which Pi", "Pi 4 or Pi 5 with 2 GB"),
        ("How do I use a USB camera", 'kind = "usb:0"'),
        ("How do I play alone", "#10-android-whist-alone"),
        ("How do I switch off", "`sudo poweroff`"),
        ("How do I get a newer version", "`sudo whist-table update`"),
        ("what do I send", "#afterwards"),
    ],
)
def test_what_a_newcomer_asks_is_answered_at_the_head(asked, answer):
    (row,) = [line for line in IN_SHORT.splitlines() if asked in line]
    assert answer in row


def test_what_the_guide_has_written_into_the_settings_is_understood():
    """Below the installer's own section, which is all that its first file holds."""
    script = (HARDWARE.parent / "systemd" / "install.sh").read_text(encoding="utf-8")
    first = script.split('cat >"$new" <<END\n')[1].split("\nEND\n")[0].replace("$trust", "false")
    assert re.findall(r"^\[(\w+)\]", first, re.M) == ["page"]
    blocks = re.findall(r"^ {4,}(\[[\w.]+\]\n(?: {4,}\w+ = .+\n)+)", README, re.M)
    assert len(blocks) == 3
    written = "\n".join([first, *(re.sub(r"^ +", "", block, flags=re.M) for block in blocks)])
    settings = read(Settings, tomllib.loads(written), "settings.toml")
    assert (settings.camera.kind, settings.strip.enabled, settings.display.kind) == ("usb:0", True, "ssd1306")


WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@pytest.mark.parametrize(
    ("words", "height", "aside", "along", "tilt"),
    [
        ("At 1000 mm that is 9 cm aside or 18 cm towards a person or 4°", 1000, 90, 180, 4),
        ("at 950 mm 5 cm or 16 cm or 2°, one at a time", 950, 50, 160, 2),
    ],
)
def test_so_far_off_as_the_guide_says_the_camera_hangs_well(words, height, aside, along, tilt):
    assert words in WORDS
    look = height * math.tan(math.radians(tilt))
    for x, y in WAYS:
        assert hangs_well(hung(height, at=(x * aside, y * along)))
        assert hangs_well(hung(height, look=(x * look, y * look)))
    for worse in (aside + 10, 0), (0, along + 10):
        assert not hangs_well(hung(height, at=worse))
    assert not hangs_well(hung(height, look=(height * math.tan(math.radians(tilt + 1)), 0)))


@pytest.mark.parametrize(("height", "cm"), ASIDE.items())
def test_levelled_as_the_sheet_says_the_camera_hangs_well(height, cm):
    """So far off the middle any way, and the thread so far from the card both times."""
    for angle in range(0, 360, 15):
        at = (10 * cm * math.cos(math.radians(angle)), 10 * cm * math.sin(math.radians(angle)))
        for x, y in [*WAYS, (1, 1), (1, -1), (-1, 1), (-1, -1)]:
            assert hangs_well(
                hung(height, at=at, look=(x * height * OFF / g.BRIDGE_CARD[1], y * height * OFF / g.BRIDGE_CARD[1]))
            )
    assert f"{cm:.0f} cm" in WORDS.split("Levelled by card and thread")[1].split("If the mast")[0]
    assert f"{height:.0f} mm" in WORDS.split("Levelled by card and thread")[1].split("If the mast")[0]


def test_every_place_that_is_named_is_there():
    heads = {
        re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-")
        for head in re.findall(r"^#+ (.*)$", README, re.M)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", README)) <= heads


def test_the_parts_list_adds_up():
    sums = Counter()
    for part in parts():
        sums[part["for"]] += int(part["quantity"]) * float(part["euro"])
        assert part["part"]
    assert set(sums) == {"table", "lights", "strip"}
    steps = [sums["table"], sums["table"] + sums["lights"], sum(sums.values())]
    assert steps[2] < 120, "the whole kit stays below 120 €"
    assert [f"{total:.0f}" for total in steps] == re.findall(r"\*\*(\d+) €\*\*", README)
    assert "November 2026" in README


def test_the_parts_list_has_what_is_wired():
    colours = Counter(w.colour(name) for name in WIRING.lights)
    leds, resistors, buttons = (
        next(part for part in parts() if part["part"].startswith(kind)) for kind in ("LED", "resistor", "button")
    )
    assert {name: int(count) for count, name in re.findall(r"(\d+) (yellow|green|red)", leds["part"])} == colours
    assert int(leds["quantity"]) == LIGHTS
    assert int(buttons["quantity"]) == len(WIRING.buttons)
    assert f"{w.resistor(LIGHTS)} Ω" in resistors["part"]
    assert int(resistors["quantity"]) == LIGHTS + len(WIRING.buttons) + len(WITH_STRIP.strip)


def test_every_link_leads_somewhere_and_every_file_is_shown():
    links = {link for link in re.findall(r"\]\(([^)#]+)\)", README) if not link.startswith("http")}
    for link in links:
        assert (HARDWARE / link).exists(), link
    assert kept_files() <= links


def test_pictures_say_in_words_what_they_show():
    assert all(len(words) > 15 for words in re.findall(r"!\[([^\]]*)\]", README))


def test_pictures_are_what_the_code_draws():
    made = draw_pictures(WITH_STRIP) | draw_pictures(WIRING)
    kept = {path.stem: path for path in (HARDWARE / "pictures").glob("*.png")}
    assert made.keys() == kept.keys()
    for name, png in made.items():
        old = cv2.imread(str(kept[name]), cv2.IMREAD_GRAYSCALE).astype(float)
        new = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE).astype(float)
        assert old.shape == new.shape, f"{name} is old: make sheets"
        assert np.abs(old - new).mean() < 0.2, f"{name} is old: make sheets"


def test_the_command_makes_every_file_of_the_folder(tmp_path):
    build_guide.main(tmp_path)
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert made == kept_files()
    seen, before = (cv2.imread(str(folder / "pictures" / "seen.jpg")) for folder in (tmp_path, HARDWARE))
    assert seen.shape == before.shape


def test_the_folder_stays_light():
    assert sum((HARDWARE / name).stat().st_size for name in kept_files()) < 1_500_000

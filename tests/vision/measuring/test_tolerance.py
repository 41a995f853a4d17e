"""How far off the table may be: what is varied, judged, counted, drawn, and said in the build guide."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from tests.cards import cards
from vision.measuring import tolerance
from vision.measuring.tolerance import (
    Lay,
    air_of,
    judged_holder,
    judged_table,
    lays,
    main,
    settled,
    view_of,
    wanted,
    with_index,
)
from vision.measuring.tolerance_counts import (
    KINDS,
    NORMAL,
    OTHERS,
    OWN,
    QUANTITIES,
    TABLE,
    Setup,
    Variation,
    as_csv,
    fine_values,
    from_csv,
    is_fine,
    spans,
    variation_of,
    variations,
)
from vision.measuring.tolerance_plots import PLOTS
from vision.packs.faces import DESIGNS, Pack
from vision.planes.planes import PlaneFinder
from vision.reader.reader import MODEL_FOLDER
from vision.simulated.optics import View, face_point
from vision.simulated.prints import marker_cards
from vision.simulated.render import Renderer
from vision.simulated.scene import Air, LyingCard, SimulatedTable
from vision.simulated.sensor import SensorCamera, coarseness, dimness, exposure, noise_of
from vision.simulated.surfaces import table_top
from vision.simulated.workmanship import PERFECT
from vision.sizes import CAMERA_HEIGHT, CAMERA_SIZE, FACE_TILT
from whist.cards import PACK
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows

HARDWARE = Path(__file__).parents[3] / "hardware"
GUIDE = " ".join((HARDWARE / "README.md").read_text("utf-8").split())
QUANTITY = {quantity.name: quantity for quantity in QUANTITIES}


# -- light and sensor ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lux", "gain", "reached"),
    [(100_000, 1.0, 1.0), (1000, 1.0, 1.0), (300, 1.58, 1.0), (100, 2.37, 1.0), (30, 7.1, 1.0), (5, 16.0, 0.376)],
)
def test_less_light_is_made_up_for_by_shutter_and_gain_until_there_is_no_more(lux, gain, reached):
    assert exposure(lux) == pytest.approx((gain, reached), rel=0.01)
    assert (dimness(lux) == 1.0) == (reached == 1.0)


def test_noise_grows_as_light_goes_and_is_as_usual_in_usual_light():
    spreads = [noise_of(lux) for lux in (1000, 300, 100, 30, 10)]
    assert all((darker > lighter).all() for lighter, darker in pairwise(spreads))
    assert 1.0 < noise_of(NORMAL.lux)[150] < 1.7, "what the simulated camera has of its own"


@pytest.fixture(scope="module")
def renderer():
    view = View.hung(CAMERA_HEIGHT, (0.0, 0.0), (0.0, 0.0, 0.0))
    return Renderer(Pack.drawn("standard"), 0, view, workmanship=PERFECT)


@pytest.mark.parametrize("width", [CAMERA_SIZE[0], 1280])
def test_a_sensor_sees_the_same_table_with_its_own_pixels_and_noise(renderer, width):
    camera = SensorCamera(SimulatedTable(0), renderer, width, 30.0)
    look, picture = camera.look(), camera.capture()
    assert picture.shape == (look.picture.shape[0] * 4, look.picture.shape[1] * 4, 3) == (width * 9 // 16, width, 3)
    size = (width // 8, picture.shape[0] // 8)
    seen, true = (
        cv2.resize(one, size, interpolation=cv2.INTER_AREA).astype(float) for one in (picture, renderer.full())
    )
    assert np.abs(seen - true).mean() < 2.5
    again = camera.capture().astype(float)
    assert 2.0 < (again - picture)[..., 1].std() / np.sqrt(2) < 8.0
    assert (camera.capture((8, 16, 40, 32)).shape) == (16, 32, 3)


def test_a_coarser_sensor_has_a_lens_as_sharp_for_it():
    assert coarseness(CAMERA_SIZE[0]) == 0.0
    assert np.hypot(coarseness(1152), 0.85) == pytest.approx(4 * 0.85)


def test_other_cards_may_be_played_with_in_the_same_room(renderer):
    table = SimulatedTable(0)
    table.lay(cards("HQ")[0], 0.0, 0.0)
    renderer.update(table.scene())
    before = renderer.clean()
    renderer.reface(Pack.drawn("large"))
    changed = (renderer.clean() != before).any(axis=2)
    renderer.reface(Pack.drawn("standard"))
    assert (renderer.clean() == before).all()
    assert 0 < changed.mean() < 0.05


@pytest.mark.parametrize(("along", "markers"), [(0.0, 4), (200.0, 2), (400.0, 2)])
def test_marker_cards_may_lie_in_part_or_wholly_outside_the_picture(along, markers):
    top = table_top(0, view_of(Setup(along=along), "left"), marker_cards(0, PERFECT))
    assert len(PlaneFinder().markers(top)) == markers


# -- settings --------------------------------------------------------------------------------------------------------


def outermost(setting, side):
    """How far inside the picture's edge the outer edge of holder 1 lies across, pixels; negative: outside."""
    table = SimulatedTable(0, PERFECT)
    table.place_holders(side, setting.lean)
    view = view_of(setting, side)
    seen = view.project(face_point(table.scene().holders[0], np.array([[0.0, 60.0], [330.0, 60.0]])))
    return min(seen[:, 0].min(), CAMERA_SIZE[0] - 1 - seen[:, 0].max())


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(
    ("setting", "further_out"),
    [
        (Setup(aside=30.0), True),
        (Setup(tilt=2.0), True),
        (Setup(height=900.0), True),
        (Setup(height=1200.0), False),
    ],
)
def test_what_is_off_is_off_the_worse_way(setting, further_out, side):
    assert (outermost(setting, side) < outermost(NORMAL, side)) == further_out


def test_a_camera_aside_that_is_turned_to_the_middle_has_it_in_the_middle_of_its_picture():
    middle = view_of(Setup(slant=20.0), "left").project(np.zeros((1, 3)))[0]
    assert middle == pytest.approx([(side - 1) / 2 for side in CAMERA_SIZE])


def test_a_holder_leans_as_it_is_told_and_as_ever_otherwise():
    table = SimulatedTable(0, PERFECT)
    table.place_holders("left")
    assert {holder.tilt for holder in table.scene().holders} == {FACE_TILT}
    table.place_holders("left", 30.0)
    corners = face_point(table.scene().holders[0], np.array([[0.0, 0.0], [0.0, 132.0]]))
    assert corners[1, 2] == pytest.approx(132.0 * np.sin(np.radians(30.0)))


@pytest.mark.parametrize(
    ("setting", "air"),
    [
        (NORMAL, Air()),
        (Setup(smear=2.0), Air(blur=1.775)),
        (Setup(lux=5.0), Air(gain=0.641)),
        (Setup(scale=1.478), Air(blur=1.8545)),
    ],
)
def test_the_air_of_a_setting(setting, air):
    found = air_of(setting)
    assert (found.gain, found.blur) == pytest.approx((air.gain, air.blur), abs=0.002)


def test_sensors_have_the_widths_of_real_ones():
    widths = {scale: Setup(scale=scale).width for scale in QUANTITY["scale"].values}
    assert (widths[3.55], widths[2.525], widths[1.478], widths[0.985]) == (4608, 3280, 1920, 1280)


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize("height", QUANTITY["index"].values)
def test_indices_have_the_height_asked_for(name, height):
    design = with_index(DESIGNS[name], height)
    assert design.rank_height + design.index_gap + design.suit_height == pytest.approx(height)
    face = Lay(0, name).pack(height).face(PACK[0])
    assert face.shape == Pack.drawn(name).face(PACK[0]).shape


def test_two_quantities_and_indices_are_varied_in_drawn_packs_only(tmp_path):
    (tmp_path / "theirs").mkdir()
    own, other = lays([])[0], lays([tmp_path / "theirs"])[-1]
    assert (own.group, other.group) == (OWN, OTHERS)
    assert wanted(own, variations()) == variations()
    assert {name for variation in wanted(other, variations()) for name in variation.changes()} == set(QUANTITY) - {
        "index"
    }
    assert not [variation for variation in wanted(Lay(len(DESIGNS), "standard"), variations()) if variation.other]


# -- judging ---------------------------------------------------------------------------------------------------------

HELD = list(PACK[:13])


def reads(*pairs):
    return Reading(tuple((card, p) for code, p in pairs for card in cards(code)))


def shows(**changes):
    slots = [Reading.certain(card) for card in HELD]
    for name, reading in changes.items():
        slots[int(name[1:])] = reading
    return HolderShows(1, tuple(slots))


@pytest.mark.parametrize(
    ("shown", "tally"),
    [
        (shows(), {"right": 13}),
        (None, {"unseen": 13}),
        (shows(s3=None), {"right": 12, "unseen": 1}),
        (shows(s3=reads(("SA", 0.95))), {"right": 12, "wrong": 1}),
        (shows(s3=reads(("SA", 0.85), ("CA", 0.1))), {"right": 12, "asked": 1}),
        (shows(s3=Reading(())), {"right": 12, "asked": 1}),
    ],
)
def test_what_becomes_of_racked_cards(shown, tally):
    assert judged_holder(HELD, shown) == Counter(tally)


TRICK = [LyingCard(card, 100.0 * k - 50.0, 0.0, 0.0) for k, card in enumerate(cards("HQ C2"))]


def told(*cards_told):
    return TableShows(tuple(LaidCard(reading, x, 0.0) for reading, x in cards_told))


@pytest.mark.parametrize(
    ("shown", "tally"),
    [
        (told((reads(("HQ", 0.99)), -48.0), (reads(("C2", 0.99)), 55.0)), {"right": 2}),
        (None, {"unseen": 2}),
        (told((reads(("HQ", 0.99)), -48.0)), {"right": 1, "unseen": 1}),
        (told((reads(("HQ", 0.99)), -48.0), (reads(("C2", 0.6)), 55.0)), {"right": 1, "asked": 1}),
        (told((reads(("HQ", 0.99)), -48.0), (reads(("S2", 0.99)), 55.0)), {"right": 1, "wrong": 1}),
        # two cards told of one: the wrong one is believed
        (told((reads(("HQ", 0.99)), -50.0), (reads(("HK", 0.99)), -30.0)), {"wrong": 1, "unseen": 1}),
        # a card told where none lies
        (
            told((reads(("HQ", 0.99)), -50.0), (reads(("C2", 0.99)), 50.0), (reads(("HK", 0.99)), 120.0)),
            {"right": 2, "wrong": 1},
        ),
    ],
)
def test_what_becomes_of_laid_cards(shown, tally):
    assert judged_table(TRICK, shown) == Counter(tally)


@pytest.mark.parametrize(
    ("seen", "laid", "enough"),
    [
        ({"holder 1": shows(), "holder 2": shows(), "table": told()}, 0, True),
        ({"holder 1": shows(), "table": told()}, 0, False),
        ({"holder 1": shows(), "holder 2": shows()}, 0, False),
        ({"holder 1": shows(), "holder 2": shows(s1=None), "table": told()}, 0, False),
        ({"holder 1": shows(), "holder 2": shows(s1=reads(("SA", 0.5))), "table": told()}, 0, False),
        ({"holder 1": shows(), "holder 2": shows(), "table": told((reads(("HQ", 0.99)), 0.0))}, 1, True),
        ({"holder 1": shows(), "holder 2": shows(), "table": told((reads(("HQ", 0.7)), 0.0))}, 1, False),
    ],
)
def test_looking_ends_when_nothing_is_in_doubt(seen, laid, enough):
    assert settled(seen, laid) == enough


# -- counts ----------------------------------------------------------------------------------------------------------


def counted(**lost):
    """Counts of both groups at the heights, 1000 cards each; ``h700=(80, 3)``: so many of the own asked and wrong;
    ``u700=3``: unseen."""
    counts = {}
    for height in QUANTITY["height"].values:
        asked, wrong = lost.get(f"h{height}", (0, 0))
        at = variation_of(QUANTITY["height"], height)
        unseen = lost.get(f"u{height}", 0)
        counts[at, OWN] = Counter(right=1000 - asked - wrong - unseen, asked=asked, wrong=wrong, unseen=unseen)
        counts[at, OTHERS] = Counter(right=930, asked=70)
    return counts


@pytest.mark.parametrize(
    ("lost", "fine"),
    [
        ({}, QUANTITY["height"].values),
        ({"h850": (51, 0)}, (900, 950, 1000, 1100, 1200, 1500, 1800)),
        ({"h850": (50, 0), "h800": (60, 0)}, (850, 900, 950, 1000, 1100, 1200, 1500, 1800)),
        # 10 of 2000 wrong are half a per cent, 11 are more
        ({"h850": (0, 11), "h1100": (0, 10), "h1500": (0, 11)}, (900, 950, 1000, 1100, 1200)),
        ({"h900": (0, 1), "u900": 10, "u1100": 11}, (950, 1000)),
        # a fine variation beyond a bad one is not reached
        ({"h950": (100, 0), "h1100": (100, 0)}, (1000,)),
        ({"h1000": (0, 20)}, ()),
    ],
)
def test_up_to_where_a_quantity_is_fine(lost, fine):
    assert fine_values(counted(**lost), QUANTITY["height"]) == fine


def test_a_variation_that_was_not_measured_is_not_fine():
    assert not is_fine(counted(), Variation("lux", 30.0))
    assert fine_values(counted(), QUANTITY["index"]) == ()


def test_counts_are_kept_as_a_table():
    counts = counted(h800=(80, 3))
    counts[Variation("scale", 1.478, "index", 8.0), OWN] = Counter(right=1, unseen=2)
    again = from_csv(as_csv(counts))
    assert again.keys() == counts.keys()
    assert all(again[key][kind] == counts[key][kind] for key in counts for kind in KINDS)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n"])
def test_what_is_no_table_is_refused(text):
    with pytest.raises(ValueError, match="no table of counts"):
        from_csv(text)


@pytest.mark.parametrize(("value", "shown"), [(850, "85"), (835.4, "83.5"), (0, "0"), (1000, "100")])
def test_lengths_are_shown_in_short(value, shown):
    assert QUANTITY["height"].shown(value) == shown


# -- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")
def test_the_command_measures_writes_and_draws(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tolerance, "variations_of", lambda name: [Variation(), Variation("height", 750.0)])
    assert main(["--quick", "--out", str(tmp_path)]) == 0
    counts = from_csv((tmp_path / TABLE).read_text())
    assert {tally.total() for tally in counts.values()} == {34}
    assert counts[Variation(), OWN]["right"] >= 33
    assert counts[Variation("height", 750.0), OWN]["unseen"] > 0, "the outer cards are out of the picture"
    assert "normal 100 cm, fine 100 cm, tried 75 to 180 cm" in capsys.readouterr().out
    drawn = {name: (tmp_path / name).read_bytes() for name in PLOTS}
    for name in PLOTS:
        (tmp_path / name).unlink()
    assert main(["--plots-only", "--out", str(tmp_path)]) == 0
    assert {name: (tmp_path / name).read_bytes() for name in PLOTS} == drawn


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--faces", "nowhere"], "nowhere is no folder"),
        (["--quick", "--only", "slant", "--model", "nowhere"], "there is no model file"),
        (["--plots-only", "--out", "nowhere"], "nowhere"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


# -- what the repository holds ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept():
    return from_csv((HARDWARE / TABLE).read_text("utf-8"))


def test_all_that_is_varied_was_measured(kept):
    assert {variation for variation, _ in kept} == set(variations())
    assert {group for _, group in kept} == {OWN, OTHERS}


@pytest.mark.parametrize("name", PLOTS)
def test_plots_are_drawn_from_the_counts(kept, name):
    picture = (HARDWARE / name).read_text("utf-8")
    assert picture == PLOTS[name](kept), "old: make sheets"
    assert len(picture) < 100_000
    words = " ".join(ElementTree.fromstring(picture).itertext())
    assert all(QUANTITY[one].title in words for one in ("scale", "index"))


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.name)
def test_the_guide_says_up_to_where_it_is_fine(kept, quantity):
    assert f"| {quantity.title} | {' | '.join(spans(kept, quantity))} |" in GUIDE


@pytest.mark.parametrize("group", [OWN, OTHERS])
def test_the_guide_says_what_was_counted(kept, group):
    tally = kept[Variation(), group]
    assert f"{tally['right']} of {tally.total()}" in GUIDE
    assert all(places_tally.total() >= tally.total() for (_, one), places_tally in kept.items() if one == group)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("height", "The lens may hang {0} to {1} cm high"),
        ("aside", "away from the holders, no more than {1} cm"),
        ("along", "towards a person it may be {1} cm"),
        ("tilt", "may look past it by {1}°"),
        ("slant", "up to {1}° are fine"),
        ("lean", "The face may lean between {0} and {1}°"),
        ("shift", "with marker cards {1} mm off"),
        ("turn", "or turned by {1}°"),
        ("lip", "a lip {1} mm before its face"),
        ("bow", "a face bowed by {1} mm"),
        ("hand", "{1} times as much is fine"),
        ("lux", "makes do with {0} lux"),
        ("smear", "A point may become a disc of {1} mm"),
        ("index", "Indices from {0} mm"),
        ("scale", "any camera with {0} pixels per mm"),
    ],
)
def test_the_plain_words_are_those_of_the_counts(kept, name, words):
    fine = fine_values(kept, QUANTITY[name])
    assert words.format(QUANTITY[name].shown(fine[0]), QUANTITY[name].shown(fine[-1])) in GUIDE


def test_the_guide_says_how_many_cards_were_silently_wrong(kept):
    wrong = sum(tally["wrong"] for tally in kept.values())
    assert f"of all cards at all these settings {wrong} {'was' if wrong == 1 else 'were'} told silently wrong" in GUIDE

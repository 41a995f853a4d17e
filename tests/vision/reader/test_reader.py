"""The reader on pictures that the project draws itself, small and quick; real photographs are in tests/outside."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.vision.cloth import GREEN, lay
from vision.index.poses import CROP_INDEX, crops, distinct, poses_in, single
from vision.packs.faces import DESIGNS, Pack
from vision.reader.photograph_cards import cards_in
from vision.reader.reader import NO_CARD, ModelError, Reader
from whist.cards import PACK, Card

PIXELS_PER_MM = 2.0


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=1)


def laid(pack: Pack, codes: str, size: tuple[int, int] = (420, 620), light: float = 1.0) -> np.ndarray:
    """Cards side by side on a green cloth, about 176 px high each."""
    rng = np.random.default_rng(3)
    picture = np.clip(np.array(GREEN) + rng.normal(0, 5, (*size, 3)), 0, 255)
    lay(picture, pack, codes, round(88 * PIXELS_PER_MM), (40, 30), (140, 195))
    return np.clip(picture * light + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("design", sorted(DESIGNS))
@pytest.mark.parametrize("codes", ["SA HK DQ CJ CT H9 S8 D7", "C6 D5 H4 S3 C2 DT SQ HA"])
def test_names_every_card_of_a_drawn_pack(reader, design, codes):
    reads = reader.photograph(laid(Pack.drawn(design), codes)).named
    assert {str(read.card) for read in reads} == set(codes.split())


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_turning_the_picture_changes_nothing(reader, quarter):
    codes = "SA HK DQ CJ CT H9 S8 D7"
    picture = np.ascontiguousarray(np.rot90(laid(Pack.drawn("standard"), codes), quarter))
    assert {str(read.card) for read in reader.photograph(picture).named} == set(codes.split())


@pytest.mark.parametrize("light", [0.4, 0.7, 1.0])
def test_reads_in_dim_light(reader, light):
    codes = "SA HK DQ CJ CT H9 S8 D7"
    reads = reader.photograph(laid(Pack.drawn("large"), codes, light=light)).named
    assert {str(read.card) for read in reads} == set(codes.split())


def test_indices_tell_place_turn_and_height(reader):
    pack = Pack.drawn("standard")
    design = DESIGNS["standard"]
    picture = laid(pack, "H7")
    reads = reader.indices(picture, (25.0, 45.0))
    assert len(reads) == 2
    upright = min(reads, key=lambda read: read.y)
    other = max(reads, key=lambda read: read.y)
    left = 40 + design.index_left * PIXELS_PER_MM
    assert left < upright.x < left + 8 * PIXELS_PER_MM
    assert abs(math.remainder(upright.angle, 2 * math.pi)) < 0.2
    assert abs(math.remainder(other.angle - math.pi, 2 * math.pi)) < 0.2
    for read in reads:
        assert 25 < read.height < 45
        x0, y0, x1, y1 = read.box
        assert x0 < read.x < x1
        assert y0 < read.y < y1
        assert PACK[int(read.belief.argmax())] == Card.parse("H7")


def test_turned_card_tells_its_angle(reader):
    picture = np.ascontiguousarray(np.rot90(laid(Pack.drawn("standard"), "H7")))
    angles = [math.remainder(read.angle, 2 * math.pi) for read in reader.indices(picture, (25.0, 45.0))]
    assert sorted(round(angle / (math.pi / 2)) for angle in angles) == [-1, 1]


@pytest.mark.parametrize(("covered", "again"), [(1, False), (2, True)])
def test_a_doubtful_index_is_looked_at_again_unless_another_shows_its_card(reader, monkeypatch, covered, again):
    picture = laid(Pack.drawn("standard"), "HK")
    indices = [read for read in reader.indices(picture) if read.belief[NO_CARD] < 0.5]
    assert len(indices) == 2
    for one in indices[:covered]:
        left, high = round(one.x - 0.35 * one.height), 0.6 * one.height
        picture[round(one.y - high) : round(one.y + high), left : left + round(0.4 * one.height)] = GREEN
    tried, looks = reader._tried, []
    monkeypatch.setattr(reader, "_tried", lambda pyramid, poses: (looks.append(len(poses)), tried(pyramid, poses))[1])
    assert [str(read.card) for read in reader.photograph(picture).named] == ["HK"]
    assert bool(looks) == again


def test_beliefs_sum_to_one_wherever_one_looks(reader):
    picture = laid(Pack.drawn("four-colour"), "SA HK DQ CJ")
    rng = np.random.default_rng(5)
    poses = np.column_stack(
        [rng.uniform(-20, 640, 40), rng.uniform(-20, 440, 40), rng.uniform(-4, 4, 40), rng.uniform(5, 90, 40)]
    ).astype(np.float32)
    beliefs = reader.beliefs(picture, poses)
    assert beliefs.shape == (40, NO_CARD + 1)
    assert beliefs.dtype == np.float32
    assert (beliefs >= 0).all()
    np.testing.assert_allclose(beliefs.sum(1), 1, atol=1e-5)
    assert reader.beliefs(picture, poses[:0]).shape == (0, NO_CARD + 1)


def test_belief_at_a_known_place_is_the_same_card(reader):
    picture = laid(Pack.drawn("large"), "SA HK DQ CJ")
    reads = [read for read in reader.indices(picture) if read.belief[NO_CARD] < 0.5]
    assert len(reads) == 8
    for read in reads:
        again = reader.beliefs(picture, np.array([[read.x, read.y, read.angle, read.height]], np.float32))[0]
        assert again.argmax() == read.belief.argmax() != NO_CARD


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((400, 600, 3), np.uint8),
        np.full((400, 600, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (400, 600, 3)).astype(np.uint8),
        np.zeros((33, 40, 3), np.uint8),
        np.zeros((400, 600), np.uint8),
    ],
    ids=["black", "white", "noise", "tiny", "grey"],
)
def test_nothing_is_read_where_no_card_is(reader, picture):
    assert reader.photograph(picture).named == []


def test_backs_and_empty_stock_are_no_cards(reader):
    pack = Pack.drawn("standard")
    height = round(88 * PIXELS_PER_MM)
    back = cv2.resize(pack.back(), (round(57 * PIXELS_PER_MM), height), interpolation=cv2.INTER_AREA)[:, :, :3]
    picture = np.full((420, 620, 3), (60, 110, 40), np.uint8)
    picture[30 : 30 + height, 40 : 40 + back.shape[1]] = back
    picture[30 : 30 + height, 240 : 240 + back.shape[1]] = 250
    assert reader.photograph(picture).named == []


def test_missing_model_is_said_in_one_sentence(tmp_path):
    with pytest.raises(ModelError, match="make model"):
        Reader(tmp_path)


def test_a_crop_stands_upright_and_at_one_size():
    picture = np.zeros((300, 400, 3), np.uint8)
    # a bar 50 px long whose upper end (white) points left: turned by a quarter counter-clockwise
    cv2.rectangle(picture, (150, 140), (174, 160), (255, 255, 255), -1)
    cv2.rectangle(picture, (175, 140), (199, 160), (90, 90, 90), -1)
    crop = crops(picture, np.array([[174.5, 150, math.pi / 2, 50]], np.float32))[0]
    middle = crop[:, crop.shape[1] // 2, 0].astype(int)
    lit = np.nonzero(middle > 40)[0]
    assert abs(len(lit) - CROP_INDEX) <= 2
    assert middle[lit[3]] > 200
    assert 60 < middle[lit[-4]] < 120


def test_maps_become_poses_once():
    maps = np.zeros((6, 20, 30), np.float32)
    maps[0, 5, 7], maps[0, 6, 8], maps[0, 15, 20] = 0.9, 0.5, 0.8
    maps[1, 5, 7] = 0.25
    maps[4] = 1
    poses = poses_in(maps, 0.3)
    assert len(poses) == 2
    np.testing.assert_allclose(poses[0], [7.75 * 4 - 0.5, 5.5 * 4 - 0.5, 0, 20, 0.9], atol=1e-4)
    again = poses + np.array([1, 1, 0, 0, -0.1], np.float32)
    assert len(distinct(np.concatenate([poses, again]))) == 2


# each pose: middle x and y, height, scale; of all of them the first is judged, and the best
@pytest.mark.parametrize(
    ("others", "shows_one"),
    [
        ([], True),
        # two of a tight fan, of which the coarse look saw one in between
        ([(44, 50, 40, 1.0), (56, 50, 40, 1.0)], False),
        # the same, each seen by another look: they may waver about one index
        ([(44, 50, 40, 1.0), (56, 50, 40, 0.5)], True),
        # rank and suit of a large index, which a fine look takes for small ones
        ([(50, 41, 20, 1.0), (50, 59, 20, 1.0)], True),
        # one index, seen alike
        ([(49, 50, 40, 1.0), (51, 50, 40, 1.0)], True),
        # as coarse a look tells nothing of this one
        ([(44, 50, 40, 0.25), (56, 50, 40, 0.25)], True),
    ],
)
def test_what_a_coarse_look_saw_between_two_indices_is_none(others, shows_one):
    told = [(50, 50, 40, 0.25), *others]
    poses = np.array([(x, y, 0, height, 0.9 - 0.1 * k) for k, (x, y, height, _) in enumerate(told)], np.float32)
    assert single(poses, np.array([scale for *_, scale in told])).tolist() == [shows_one] + [True] * len(others)


@pytest.mark.parametrize(("height", "blur"), [(70, 2.5), (34, 0.8)])
def test_cards_whose_indices_are_smears_are_named_by_their_pips(reader, height, blur):
    codes = "S9 HT D8 C7 C9 DT S8 H7"
    step = round(1.3 * height)
    clear = np.full((2 * step, 4 * step, 3), GREEN)
    lay(clear, Pack.drawn("four-colour"), codes, height, (10, 10), (step, step))
    picture = cv2.GaussianBlur(clear.astype(np.uint8), (0, 0), blur)
    wanted = set(codes.split())
    by_indices = {str(read.card) for read in cards_in(reader.indices(picture))}
    named = {str(read.card) for read in reader.photograph(picture).named}
    assert named <= wanted
    assert len(named) >= 7
    assert len(named) >= len(by_indices & wanted) + 3


@pytest.mark.parametrize(
    ("design", "codes", "blur"),
    [("standard", "S8 S6", 1.6), ("four-colour", "S6 S8", 2.2)],
    ids=lambda value: str(value),
)
def test_a_card_is_not_swallowed_by_the_one_that_covers_it(reader, design, codes, blur):
    # all but its upper index lies below the other card, whose lower index stands where its own would
    picture = np.full((135, 225, 3), GREEN)
    lay(picture, Pack.drawn(design), codes, 90, (20, 20), (16, 2))
    noise = np.random.default_rng(1).normal(0, 6, picture.shape)
    seen = np.clip(cv2.GaussianBlur(picture, (0, 0), blur) + noise, 0, 255).astype(np.uint8)
    assert {str(read.card) for read in reader.photograph(seen).named} == set(codes.split())

"""What the networks are taught: indices lie where scenes say, hidden ones are not asked for, answers are shares."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.cards import cards
from vision.index.beliefs import RANK_CLASSES
from vision.index.poses import crops, poses_in
from vision.index.whole_cards import strip_crops, whole_crops
from vision.training.drawing.face import deck_of, face_of
from vision.training.drawing.labels import IndexBox, LabelledPack
from vision.training.scenes import batches, card_batches
from vision.training.scenes import scenes as drawing
from vision.training.scenes import weather as spoils
from vision.training.scenes.clutter import ground
from vision.training.scenes.scenes import (
    HEIGHT,
    RANK,
    RANK_SEEN,
    SIZE,
    SUIT,
    SUIT_SEEN,
    WHOLE_RANK,
    WHOLE_SEEN,
    WHOLE_SUIT,
    Painter,
    X,
    Y,
)
from vision.training.scenes.weather import Weather
from whist.cards import RANKS, SUITS, Card

CODES = "C2 D5 HT SK"


def pack() -> LabelledPack:
    """White cards with a blue bar for an index: rank dark, suit bright; upside down in the other corner."""
    faces, indices = {}, {}
    for card in cards(CODES):
        face = np.full((560, 363, 4), 255, np.uint8)
        face[30:90, 30:62, :3] = (255, 0, 0)
        face[90:138, 30:62, :3] = (255, 160, 160)
        face[280:] = face[279::-1, ::-1]
        faces[card] = face
        indices[card] = [
            IndexBox(46, 84, 32, 108, 0.0),
            IndexBox(363 - 46, 560 - 84, 32, 108, math.pi),
        ]
    return LabelledPack("bars", "none", "font", faces, indices)


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter([], [deck_of(pack(), 336)], [], np.random.default_rng(1), grounds=4)


@pytest.fixture(scope="module")
def scenes(painter):
    return [painter.scene(np.random.default_rng([4, k]), (16, 40)) for k in range(40)]


def test_indices_lie_where_the_scene_says(scenes):
    blue = whole = 0
    for scene in scenes:
        if not np.ptp(scene.picture, axis=2).any():
            continue  # a grey picture shows no blue
        known = scene.indices
        clear = known[(known[:, RANK_SEEN] == 1) & (known[:, SUIT_SEEN] == 1) & (known[:, HEIGHT] < 60)]
        for crop in crops(scene.picture, clear[:, [X, Y, 2, HEIGHT]]):
            tones = crop[20:36, 16:24].reshape(-1, 3).astype(float).mean(0)
            whole += 1
            blue += tones[0] > tones[2] + 3
    assert whole > 100
    assert blue > 0.9 * whole


def test_upright_crops_have_the_rank_on_top(scenes):
    darker = whole = 0
    for scene in scenes:
        known = scene.indices
        clear = known[(known[:, RANK_SEEN] == 1) & (known[:, SUIT_SEEN] == 1) & (known[:, HEIGHT] < 60)]
        for crop in crops(scene.picture, clear[:, [X, Y, 2, HEIGHT]]):
            whole += 1
            darker += crop[16:26, 18:22, 1:].mean() < crop[34:44, 18:22, 1:].mean()
    assert darker > 0.85 * whole


def test_names_and_shares_are_in_range(scenes):
    names = {(RANKS.index(card.rank), SUITS.index(card.suit)) for card in cards(CODES)}
    for scene in scenes:
        assert scene.picture.shape == (SIZE, SIZE, 3)
        assert ((scene.indices[:, [RANK_SEEN, SUIT_SEEN]] >= 0) & (scene.indices[:, [RANK_SEEN, SUIT_SEEN]] <= 1)).all()
        assert {(int(r), int(s)) for r, s in scene.indices[:, [RANK, SUIT]]} <= names


def test_same_seed_same_scene(painter):
    one, other = (painter.scene(np.random.default_rng(9), (16, 40)) for _ in range(2))
    assert (one.picture == other.picture).all()


def index(x=100.0, y=80.0, angle=0.5, height=22.0, rank_seen=1.0, suit_seen=1.0) -> np.ndarray:
    return np.array([[x, y, angle, height, 10, rank_seen, suit_seen, 8, 3]], np.float32)


def test_wanted_maps_read_back_as_the_pose():
    maps = batches.detector_maps(index())
    poses = poses_in(maps[:6], 0.5)
    np.testing.assert_allclose(poses[:, :4], [[100, 80, 0.5, 22]], atol=1e-3)


@pytest.mark.parametrize(
    ("known", "heat", "weight"),
    [
        (index(), 1, 1),
        (index(rank_seen=0.5, suit_seen=0.4), 0, 0),
        (index(rank_seen=0.1, suit_seen=0.2), 0, 1),
        (index(height=120.0), 0, 0),
        (index(height=5.0), 0, 0),
    ],
    ids=["whole", "half covered", "covered", "too large", "too small"],
)
def test_open_questions_have_no_weight(known, heat, weight):
    maps = batches.detector_maps(known)
    assert maps[0, 20, 25] == heat
    assert maps[6, 20, 25] == weight


@pytest.mark.parametrize(
    ("pose", "known", "rank", "suit"),
    [
        ((100, 80, 0.5, 22), index(), 8, 3),
        ((103, 78, 0.7, 26), index(), 8, 3),
        ((100, 80, 0.5, 22), index(rank_seen=0.2), 14, 3),
        ((100, 80, 0.5, 22), index(suit_seen=0.1), 8, 6),
        ((130, 80, 0.5, 22), index(), 14, 6),
        ((100, 80, 0.5 + math.pi, 22), index(), 14, 6),
        ((100, 80, 0.5, 60), index(), 14, 6),
    ],
    ids=["true", "near", "rank hidden", "suit hidden", "beside", "upside down", "too large"],
)
def test_answers(pose, known, rank, suit):
    said = batches.answers(np.array([pose], np.float32), known)[0]
    assert said[:RANK_CLASSES].argmax() == rank
    assert said[RANK_CLASSES:].argmax() == suit
    assert said[:RANK_CLASSES].sum() == pytest.approx(1)
    assert said[RANK_CLASSES:].sum() == pytest.approx(1)


@pytest.mark.parametrize(("code", "name"), [("JR", (13, 4)), ("JB", (13, 5)), ("SA", (12, 3)), ("C2", (0, 0))])
def test_every_face_has_its_class(code, name):
    face = face_of(np.zeros((336, 220, 4), np.uint8), Card.parse(code))
    assert (face.rank, face.suit) == name


def test_a_back_has_no_class():
    face = face_of(np.zeros((336, 220, 4), np.uint8), None)
    assert (face.rank, face.suit) == (-1, -1)


def test_no_index_no_answer():
    said = batches.answers(np.array([[5, 5, 0, 20]], np.float32), np.zeros((0, 9), np.float32))
    assert said[0, batches.NO_RANK] == said[0, batches.NO_SUIT] == 1


def test_batches_have_their_sizes(painter):
    pictures, wanted = batches.classifier_batch(painter, np.random.default_rng(2), None)
    assert pictures.shape == (batches.CROPS, 56, 40, 3)
    assert wanted.shape == (batches.CROPS, batches.ANSWERS)
    np.testing.assert_allclose(wanted.sum(1), 2, atol=1e-5)


@pytest.mark.parametrize(("part", "least", "most"), [(1.0, 0.3, 0.7), (0.5, 0.0, 0.0)])
def test_the_detector_is_shown_cleared_pictures_unless_clearing_left_fewer_pixels(
    painter, monkeypatch, part, least, most
):
    monkeypatch.setattr(batches, "restored", lambda picture: (np.zeros_like(picture), part))
    pictures = [batches.detector_batch(painter, np.random.default_rng([6, k]))[0] for k in range(3)]
    assert least <= np.mean([not one.any() for batch in pictures for one in batch]) <= most


def test_of_racked_indices_nearly_only_those_in_doubt_are_taught(painter):
    def namer(pictures):
        """Doubts what has a dark middle."""
        asked.append(len(pictures))
        beliefs = np.zeros((len(pictures), 55), np.float32)
        beliefs[:, 0] = np.where(dark(pictures), 0.6, 1.0)
        return beliefs

    def dark(pictures):
        return pictures[:, 20:36, 14:26].mean((1, 2, 3)) < 120

    asked: list[int] = []
    shown, said = batches.doubt_batch(painter, np.random.default_rng(3), namer)
    assert shown.shape == (batches.CROPS, 56, 40, 3)
    assert said[:, :RANK_CLASSES].sum(1) == pytest.approx(1)
    assert said[:, RANK_CLASSES:].sum(1) == pytest.approx(1)
    assert dark(shown).mean() > 0.8
    assert sum(asked) > 2 * batches.CROPS
    assert (said[:, batches.NO_RANK] < 0.5).mean() > 0.6


def test_a_picture_without_racked_cards_has_no_strips():
    assert drawing._Canvas(stripes(), False).strips().shape == (0, 8)


def test_spoiling_keeps_shape_and_kind():
    rng = np.random.default_rng(3)
    weather = Weather(rng)
    picture = ground(rng, 256)
    for k in range(30):
        spoiled = weather.spoil(np.random.default_rng(k), picture)
        assert spoiled.shape == picture.shape
        assert spoiled.dtype == np.uint8


def stripes() -> np.ndarray:
    """Black and white stripes, each as wide as the strokes of an index 30 px high."""
    picture = np.full((SIZE, SIZE, 3), 245, np.uint8)
    picture[:, (np.arange(SIZE) // 4) % 2 == 0] = 20
    return picture


@pytest.mark.parametrize("bad", ["", *dict.fromkeys(spoils._BAD)])
def test_of_what_is_spoiled_strokes_are_left(bad, monkeypatch):
    monkeypatch.setattr(spoils, "_BAD", (bad,))
    weather = Weather(np.random.default_rng(5))
    left = []
    for k in range(40):
        spoiled = weather.spoil(np.random.default_rng([6, k]), stripes(), 30.0).mean(axis=(0, 2))
        left.append(np.abs(np.diff(spoiled)).mean() / max(spoiled.max(), 1))
    untouched = np.abs(np.diff(stripes().mean(axis=(0, 2)))).mean() / 245
    assert np.median(left) > 0.15 * untouched
    assert min(left) < 0.95 * untouched


@pytest.fixture(scope="module")
def apart(painter):
    return [painter.apart(np.random.default_rng([5, k]), (60, 120)) for k in range(30)]


def test_cards_lie_where_the_scene_says(apart):
    blue = whole = 0
    for scene in apart:
        if not np.ptp(scene.picture, axis=2).any():
            continue  # a grey picture shows no blue
        clear = scene.wholes[scene.wholes[:, WHOLE_SEEN] == 1]
        for crop in whole_crops(scene.picture, clear[:, :5]):
            tones = crop.reshape(-1, 3).astype(float)
            corner = crop[8:13, 3:7].reshape(-1, 3).astype(float).mean(0)
            whole += 1
            blue += corner[0] - corner[2] > (tones[:, 0] - tones[:, 2]).mean() + 3
    assert whole > 60
    assert blue > 0.85 * whole


def test_cards_have_their_names_and_what_is_beyond_the_edge_is_not_seen(apart):
    names = {(RANKS.index(card.rank), SUITS.index(card.suit)) for card in cards(CODES)}
    for scene in apart:
        assert {(int(r), int(s)) for r, s in scene.wholes[:, [WHOLE_RANK, WHOLE_SUIT]]} <= names
        assert ((scene.wholes[:, WHOLE_SEEN] >= 0) & (scene.wholes[:, WHOLE_SEEN] <= 1)).all()
        outside = (np.abs(scene.wholes[:, :2] - SIZE / 2) > SIZE).any(1)
        assert (scene.wholes[outside, WHOLE_SEEN] == 0).all()


def test_whole_cards_are_taught_with_their_names_and_strays_with_none(painter):
    shown, said = card_batches.whole_batch(painter, np.random.default_rng(3))
    assert shown.shape == (batches.CROPS, 56, 40, 3)
    assert said.shape == (batches.CROPS, batches.ANSWERS)
    assert said[:, :RANK_CLASSES].sum(1) == pytest.approx(1)
    assert said[:, RANK_CLASSES:].sum(1) == pytest.approx(1)
    named = said[:, batches.NO_RANK] < 0.5
    assert 0.5 < named.mean() < 0.95
    ranks = {RANKS.index(card.rank) for card in cards(CODES)}
    assert set(said[named, : RANK_CLASSES - 1].argmax(1).tolist()) == ranks


def test_the_same_seed_gives_the_same_whole_cards(painter):
    one, other = (card_batches.whole_batch(painter, np.random.default_rng(8)) for _ in range(2))
    assert (one[0] == other[0]).all()
    assert (one[1] == other[1]).all()


def test_strips_of_racked_cards_begin_at_their_upper_left_corner(painter):
    blue = whole = 0
    for k in range(12):
        scene = painter.racked(np.random.default_rng([6, k]), (80, 140))
        if not np.ptp(scene.picture, axis=2).any():
            continue  # a grey picture shows no blue
        clear = scene.wholes[scene.wholes[:, WHOLE_SEEN] > 0.85]
        for crop in strip_crops(scene.picture, clear[:, :5]).astype(float):
            index, paper = crop[8:16, 11:18].reshape(-1, 3).mean(0), crop[30:50, 10:30].reshape(-1, 3).mean(0)
            whole += 1
            blue += index[0] - index[2] > paper[0] - paper[2] + 3
    assert whole > 25
    assert blue > 0.85 * whole


def test_strips_are_taught_with_their_names_and_what_is_hidden_with_none(painter):
    shown, said = card_batches.strip_batch(painter, np.random.default_rng(3))
    assert shown.shape == (batches.CROPS, 56, 40, 3)
    assert said[:, :RANK_CLASSES].sum(1) == pytest.approx(1)
    assert said[:, RANK_CLASSES:].sum(1) == pytest.approx(1)
    assert 0.5 < (said[:, batches.NO_RANK] < 0.5).mean() < 0.98


def test_of_every_other_strip_the_index_is_covered(painter):
    shown, said = card_batches.strip_batch(painter, np.random.default_rng(3))
    covered = (shown[:, 8:14, :12] == 127).all((1, 2, 3))
    assert 0.3 < covered[said[:, batches.NO_RANK] < 0.5].mean() < 0.7
    assert not covered[said[:, batches.NO_RANK] == 1].all()

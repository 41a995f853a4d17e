import numpy as np
import pytest

from vision.watch import motion as motion_module
from vision.watch.motion import CELL, Motion, _median

SHAPE = (648, 1152)


def look(rng, level=90.0, patch=None, noise=1.5):
    picture = rng.normal(level, noise, SHAPE)
    if patch is not None:
        picture[patch] += 60
    return np.clip(picture, 0, 255).astype(np.uint8)


PATCH = (slice(200, 240), slice(400, 440))
ELSEWHERE = (slice(400, 440), slice(700, 740))


@pytest.fixture
def rng():
    return np.random.default_rng(1)


def test_the_first_still_picture_has_changed_everywhere(rng):
    motion = Motion()
    assert motion.step(look(rng)) is None
    assert motion.step(look(rng)).all()
    motion.settle()
    assert not motion.step(look(rng)).any()


def test_what_moves_is_waited_for_and_what_changed_is_found(rng):
    motion = Motion()
    for _ in range(2):
        motion.step(look(rng))
    motion.settle()
    assert motion.step(look(rng, patch=ELSEWHERE)) is None
    assert motion.step(look(rng, patch=PATCH)) is None
    changed = motion.step(look(rng, patch=PATCH))
    rows, columns = np.nonzero(changed)
    assert (rows.min() * CELL, (rows.max() + 1) * CELL) == (200, 240)
    assert (columns.min() * CELL, (columns.max() + 1) * CELL) == (400, 440)
    assert motion.step(look(rng, patch=PATCH)).any()  # until it has been dealt with
    motion.settle()
    assert not motion.step(look(rng, patch=PATCH)).any()


def test_a_longer_stillness_may_be_asked_for(rng):
    motion = Motion(still_looks=4)
    assert [motion.step(look(rng)) is None for _ in range(5)] == [True, True, True, False, False]


def test_noise_and_slow_light_are_no_change(rng):
    motion = Motion()
    for _ in range(2):
        motion.step(look(rng, noise=4))
    motion.settle()
    slope = np.linspace(-1, 1, SHAPE[1])[None]
    for k in range(60):
        picture = rng.normal(90 + 0.5 * k, 4, SHAPE) + slope * 0.5 * k
        changed = motion.step(np.clip(picture, 0, 255).astype(np.uint8))
        assert changed is not None
        assert not changed.any()


def test_what_moves_and_changes_where_nobody_watches_does_not_count(rng):
    motion = Motion()
    watched = np.zeros((SHAPE[0] // CELL, SHAPE[1] // CELL), np.bool_)
    watched[:, 50:150] = True
    motion.step(look(rng), watched)
    assert motion.step(look(rng), watched).all()  # the first
    motion.settle()
    for n in range(4):
        assert not motion.step(look(rng, patch=(ELSEWHERE[0], slice(700 + 40 * n, 740 + 40 * n))), watched).any()
    motion.step(look(rng, patch=PATCH), watched)
    assert motion.step(look(rng, patch=PATCH), watched).any()
    motion.settle()
    # watched everywhere again, what has changed elsewhere counts
    motion.step(look(rng, patch=ELSEWHERE))
    assert motion.step(look(rng, patch=ELSEWHERE)).any()


def test_medians_are_taken_of_a_part_of_the_cells(monkeypatch):
    """They are dear: of all cells two of them took most of the time of a look at which nothing happens."""
    taken, true = [], motion_module._median
    monkeypatch.setattr(motion_module, "_median", lambda values: taken.append(np.size(values)) or true(values))
    motion = Motion()
    for seed in range(3):
        motion.step(np.random.default_rng(seed).integers(80, 84, (648, 1152), np.uint8))
        motion.settle()
    assert taken
    assert max(taken) <= 162 * 288 / 8


def test_what_secret_cells_show_decides_nothing_about_the_others(rng):
    """Noise there, as of hands at a holder, would hide what changes elsewhere."""
    secret = np.zeros((SHAPE[0] // CELL, SHAPE[1] // CELL), bool)
    secret[:, :150] = True
    faint = (slice(200, 240), slice(800, 840))
    told = []
    for wild in (0, 120):
        motion = Motion()
        pictures = [look(np.random.default_rng(7)) for _ in range(2)]
        busy = look(np.random.default_rng(7)).astype(int)
        busy[:, : 150 * CELL : 8] += wild
        busy[faint] += 7
        for picture in (*pictures, np.clip(busy, 0, 255).astype(np.uint8)):
            if motion.step(picture, None, secret) is not None:
                motion.settle()
        told.append(motion.moving[:, 150:])
    assert told[0].any()
    assert (told[0] == told[1]).all()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 9, 10, 575, 576])
def test_the_quick_median_is_the_median(rng, size):
    values = rng.normal(0, 5, (2, size)).astype(np.float32).round(1)
    assert _median(values[0]) == np.median(values[0])
    assert _median(values[:, ::2]) == np.median(values[:, ::2])

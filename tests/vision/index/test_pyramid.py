"""A picture's halvings, made once."""

from __future__ import annotations

import numpy as np
import pytest

from vision.index.poses import crops
from vision.index.pyramid import Pyramid, pyramid_of

PICTURE = np.random.default_rng(7).integers(0, 256, (301, 452, 3), np.uint8)


@pytest.mark.parametrize(
    ("asked", "got", "shape"),
    [(0, 0, (301, 452)), (1, 1, (150, 226)), (2, 2, (75, 113)), (7, 7, (2, 3)), (8, 8, (1, 1)), (12, 8, (1, 1))],
)
def test_each_level_has_half_the_rows_and_columns_of_the_one_before(asked, got, shape):
    level, halvings = Pyramid(PICTURE).level(asked)
    assert (halvings, level.shape) == (got, (*shape, 3))


def test_a_level_is_made_once_and_the_picture_is_not_copied():
    pyramid = Pyramid(PICTURE)
    assert pyramid.picture is PICTURE
    assert pyramid.level(2)[0] is pyramid.level(2)[0]
    assert pyramid_of(pyramid) is pyramid


def test_crops_of_a_pyramid_are_those_of_its_picture():
    poses = np.array([(200, 150, 0.3, 30), (220, 140, -2.0, 90), (100, 100, 1.0, 250)], np.float32)
    np.testing.assert_array_equal(crops(Pyramid(PICTURE), poses), crops(PICTURE, poses))

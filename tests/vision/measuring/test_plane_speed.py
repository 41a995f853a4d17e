import numpy as np
import pytest

from vision.holders.slots import read_holders
from vision.measuring.plane_speed import BOTH_HOLDERS, CHANGE, YARDSTICK, known_scene, main, timed
from vision.planes.planes import PARTS, PLAY
from vision.reader.reader import MODEL_FOLDER, Reader


@pytest.fixture(scope="module")
def known():
    return known_scene()


def test_the_scene_shows_every_plane_and_the_whole_change(known):
    assert set(known.planes) == set(PARTS)
    x0, y0, x1, y1 = known.change
    corners = known.planes[PLAY].to_picture(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
    high, wide = known.picture.shape[:2]
    assert (corners >= 0).all()
    assert (corners < (wide, high)).all()


@pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")
def test_what_is_timed_is_read(known):
    reader = Reader(threads=1)
    spent = timed(reader, known, 1)
    assert list(spent) == [YARDSTICK, BOTH_HOLDERS, CHANGE]
    assert min(min(one.clock, one.processor) for one in spent.values()) > 0
    parts = ("holder 1", "holder 2")
    slots = [s for part in parts for s in read_holders(reader, [(known.picture, known.planes[part])]).slots[0]]
    assert len([slot for slot in slots if slot is not None]) == known.racked


def test_too_few_rounds_are_told_in_a_sentence(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--rounds", "0"])
    assert "--rounds is 0" in capsys.readouterr().err


def test_a_missing_model_is_told_in_a_sentence(capsys):
    assert main(["--model", "nowhere"]) == 1
    assert "nowhere" in capsys.readouterr().err

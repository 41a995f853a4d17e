"""A video file as a camera: ten looks a second of its own time, whatever its rate."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.protocol import CameraError
from vision.camera.video import LOOKS_PER_SECOND, VideoCamera

SIZE = (162, 82)


def film(path, rate, frames):
    """Frame n of a film has the grey level 2n."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, SIZE)
    assert writer.isOpened()
    for n in range(frames):
        writer.write(np.full((SIZE[1], SIZE[0], 3), 2 * n, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize(("rate", "frames", "numbers"), [(30, 91, range(0, 91, 3)), (10, 31, range(31)), (5, 16, None)])
def test_ten_looks_a_second_whatever_the_rate(tmp_path, rate, frames, numbers):
    camera = VideoCamera(film(tmp_path / "film.avi", rate, frames))
    with pytest.raises(CameraError, match="look first"):
        camera.capture()
    times, levels = [], []
    while (look := camera.look()) is not None:
        assert look.picture.shape == (20, 40)
        assert camera.capture().shape == (80, 160, 3)
        assert abs(int(camera.capture()[0, 0, 0]) - int(look.picture[0, 0])) < 3
        times.append(look.t)
        levels.append(int(look.picture[3, 3]))
    assert times == pytest.approx([n / LOOKS_PER_SECOND for n in range(31)])
    shown = numbers if numbers is not None else [round(n / 10 * 5) for n in range(31)]
    assert np.abs(np.array(levels) - 2 * np.array(shown)).max() <= 3
    assert camera.look() is None
    camera.close()
    camera.close()
    for call in (camera.look, camera.capture):
        with pytest.raises(CameraError):
            call()


@pytest.mark.parametrize("kind", ["missing", "folder", "empty", "text", "cut"])
def test_what_is_no_video_is_one_sentence(tmp_path, kind):
    path = tmp_path / "film.avi"
    if kind == "folder":
        path.mkdir()
    elif kind == "empty":
        path.touch()
    elif kind == "text":
        path.write_text("not a film")
    elif kind == "cut":
        path.write_bytes(film(tmp_path / "whole.avi", 10, 5).read_bytes()[:60])
    with pytest.raises(CameraError, match=r"There is no video|holds no video"):
        VideoCamera(path)


def test_a_film_that_breaks_off_ends_there(tmp_path):
    whole = film(tmp_path / "whole.avi", 10, 30).read_bytes()
    (tmp_path / "film.avi").write_bytes(whole[: len(whole) // 2])
    camera = VideoCamera(tmp_path / "film.avi")
    seen = 0
    while camera.look() is not None:
        seen += 1
    assert 0 < seen < 30
    camera.close()

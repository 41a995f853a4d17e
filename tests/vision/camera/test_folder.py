import cv2
import numpy as np
import pytest

from vision.camera.folder import FRAMES_PER_SECOND, OTHER_SIZE, FolderCamera
from vision.camera.protocol import CameraError


def frames(folder, numbers):
    for number in numbers:
        cv2.imwrite(str(folder / f"{number:06d}.jpg"), np.full((80, 160, 3), number * 10, np.uint8))


def test_frames_come_in_order_with_their_times(tmp_path):
    frames(tmp_path, (3, 1, 10))
    (tmp_path / "truth.jsonl").write_text("not to be read")
    (tmp_path / "cover.jpg").write_bytes(b"not a frame")
    camera = FolderCamera(tmp_path)
    with pytest.raises(CameraError, match="look first"):
        camera.capture()
    seen = []
    while (look := camera.look()) is not None:
        assert look.picture.shape == (20, 40)
        assert camera.capture().shape == (80, 160, 3)
        assert abs(int(camera.capture()[0, 0, 0]) - int(look.picture[0, 0])) < 3
        seen.append((camera.frame, look.t))
    assert seen == [(f"{n:06d}.jpg", (n - 1) / FRAMES_PER_SECOND) for n in (1, 3, 10)]
    assert camera.look() is None
    assert camera.warnings == []
    camera.close()
    camera.close()


def test_frames_that_cannot_be_decoded_are_left_out_with_a_warning(tmp_path):
    frames(tmp_path, (1, 4))
    (tmp_path / "000002.jpg").write_bytes(b"no picture")
    (tmp_path / "000003.jpg").write_bytes(b"")
    camera = FolderCamera(tmp_path)
    times = []
    while (look := camera.look()) is not None:
        times.append(look.t)
    assert times == [0.0, 3 / FRAMES_PER_SECOND]
    assert len(camera.warnings) == 2
    assert "000002.jpg is no picture that can be decoded" in camera.warnings[0]


def times(camera):
    found = []
    while (look := camera.look()) is not None:
        found.append(look.t)
    return found


def test_a_frame_that_breaks_off_is_left_out_and_one_with_something_behind_its_end_is_not(tmp_path):
    frames(tmp_path, (1, 2, 3))
    noise = np.random.default_rng(1).integers(0, 255, (80, 160, 3), np.uint8)
    written = cv2.imencode(".jpg", noise)[1].tobytes()
    (tmp_path / "000002.jpg").write_bytes(written[: -len(written) // 3])
    (tmp_path / "000003.jpg").write_bytes((tmp_path / "000003.jpg").read_bytes() + b"what a phone adds")
    camera = FolderCamera(tmp_path)
    assert times(camera) == [0.0, 2 / FRAMES_PER_SECOND]
    assert [warning.split("/")[-1] for warning in camera.warnings] == [
        "000002.jpg breaks off before its end; it was left out."
    ]


@pytest.mark.parametrize("cut", range(0, 600, 37))
def test_a_frame_cut_anywhere_is_no_crash(tmp_path, cut):
    frames(tmp_path, (1, 2))
    (tmp_path / "000002.jpg").write_bytes((tmp_path / "000001.jpg").read_bytes()[:cut])
    assert times(FolderCamera(tmp_path)) == [0.0]


def test_frames_of_another_size_are_left_out_until_they_are_the_rule(tmp_path):
    frames(tmp_path, range(1, 20))
    for number in (3, 4, *range(8, 20)):
        cv2.imwrite(str(tmp_path / f"{number:06d}.jpg"), np.full((40, 80, 3), 100, np.uint8))
    camera = FolderCamera(tmp_path)
    seen = [round(t * FRAMES_PER_SECOND) + 1 for t in times(camera)]
    assert seen == [1, 2, 5, 6, 7, *range(7 + OTHER_SIZE, 20)]
    assert "000003.jpg is of another size" in camera.warnings[0]


@pytest.mark.parametrize("name", ["missing", "empty", "file"])
def test_no_frames_is_said_in_one_sentence(tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(CameraError, match=r"is no folder|holds no frames"):
        FolderCamera(tmp_path / name)


@pytest.mark.parametrize("seen", [1, 3], ids=["while frames are left", "after the last one"])
def test_a_folder_that_is_gone_is_said_in_one_sentence(tmp_path, seen):
    folder = tmp_path / "frames"
    folder.mkdir()
    frames(folder, (1, 2, 3))
    camera = FolderCamera(folder)
    for _ in range(seen):
        camera.look()
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(CameraError, match="The folder of frames frames is gone"):
        camera.look()
    (tmp_path / "elsewhere").rename(folder)
    assert len(times(camera)) == 3 - seen, "none is passed over"

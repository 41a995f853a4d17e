"""A model file that cannot be used is said in one sentence; a good one runs."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from vision.index.beliefs import RANK_CLASSES, SUIT_CLASSES
from vision.index.letters import LETTERS
from vision.index.networks import MODEL_FOLDER, VERSION, VERSION_KEY, ModelError, open_network
from vision.reader.reader import Reader

DETECTOR = MODEL_FOLDER / "detector.onnx"


def test_the_model_that_comes_with_the_program_runs():
    maps = open_network(DETECTOR, 1).run(None, {"picture": np.zeros((1, 32, 48, 3), np.uint8)})[0]
    assert maps.shape == (1, 6, 8, 12)


@pytest.mark.parametrize("name", ["classifier", "doubts", "wholes", "strips"])
def test_the_networks_that_name_give_probabilities(name):
    pictures = np.random.default_rng(1).integers(0, 255, (3, 56, 40, 3)).astype(np.uint8)
    rank, suit = open_network(MODEL_FOLDER / f"{name}.onnx", 1).run(["rank", "suit"], {"crops": pictures})
    assert rank.shape == (3, RANK_CLASSES)
    assert suit.shape == (3, SUIT_CLASSES)
    assert np.concatenate([rank.sum(1), suit.sum(1)]) == pytest.approx(1)


def test_the_network_of_letters_gives_probabilities():
    (letters,) = open_network(MODEL_FOLDER / "letters.onnx", 1).run(
        ["letters"], {"features": np.random.default_rng(1).random((4, 128), np.float32)}
    )
    assert letters.shape == (4, len(LETTERS) + 1)
    assert letters.sum(1) == pytest.approx(1)


def test_the_model_files_together_are_small():
    assert sum(path.stat().st_size for path in MODEL_FOLDER.glob("*.onnx")) <= 3_000_000


@pytest.mark.parametrize("length", [0, 1, 1000, 100_000, -1])
def test_a_file_cut_short(tmp_path, length):
    path = tmp_path / "detector.onnx"
    path.write_bytes(DETECTOR.read_bytes()[:length])
    with pytest.raises(ModelError, match=r"^the model file .*detector\.onnx is cut short or damaged; fetch .*$"):
        open_network(path, 1)


def test_another_kind_of_file(tmp_path):
    path = tmp_path / "detector.onnx"
    path.write_text("<html>404</html>")
    with pytest.raises(ModelError, match="cut short or damaged"):
        open_network(path, 1)


@pytest.mark.parametrize(
    ("key", "version", "words"),
    [(VERSION_KEY, "1", "of version 1,"), (VERSION_KEY[::-1], VERSION, "of no version that it tells,")],
)
def test_another_version(tmp_path, key, version, words):
    # the file is a protobuf; its key and its value stand in it as they are, a length before each
    whole, told = DETECTOR.read_bytes(), VERSION_KEY.encode() + b"\x12\x01" + VERSION.encode()
    assert told in whole
    path = tmp_path / "detector.onnx"
    path.write_bytes(whole.replace(told, key.encode() + b"\x12\x01" + version.encode()))
    with pytest.raises(ModelError, match=rf"{words} this program needs version {VERSION}"):
        open_network(path, 1)


@pytest.mark.parametrize(("file", "in_place_of"), [("detector", "classifier"), ("wholes", "detector")])
def test_another_network_in_its_place(tmp_path, file, in_place_of):
    for one in MODEL_FOLDER.glob("*.onnx"):
        shutil.copy(one, tmp_path)
    shutil.copy(MODEL_FOLDER / f"{file}.onnx", tmp_path / f"{in_place_of}.onnx")
    with pytest.raises(
        ModelError, match=rf"the model file .*{in_place_of}\.onnx holds another network than belongs there;"
    ):
        Reader(tmp_path, 1)


def test_no_file(tmp_path):
    with pytest.raises(ModelError, match=r"there is no model file .*nothing\.onnx; fetch it .* `make model`"):
        open_network(tmp_path / "nothing.onnx", 1)

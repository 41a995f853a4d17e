"""Going on from networks that were written as files: what comes back says what the file says, and can learn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="only training needs it; install the extra 'train'")
pytest.importorskip("onnx", reason="only training needs it; install the extra 'train'")

import torch

from vision.index.networks import MODEL_FOLDER, open_network
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.training.networks import Classifier, Detector
from vision.training.taken_up import keep_of, take_up

ROUNDED = 0.1
"""What reckoning with 8 bits may change, as a share."""


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (64, CROP_HEIGHT, CROP_WIDTH, 3)).astype(np.uint8)


def tensors(pictures: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float()


def test_the_classifier_says_what_its_file_says(crops: np.ndarray) -> None:
    network = Classifier()
    take_up(network, MODEL_FOLDER / "classifier.onnx", tensors(crops))
    wanted = open_network(MODEL_FOLDER / "classifier.onnx", 1).run(["rank", "features"], {"crops": crops})
    with torch.no_grad():
        rank, _ = network(tensors(crops))
        features = network.features(tensors(crops)).numpy()
    # the file rounds to 8 bits between any two layers
    assert np.abs(features - wanted[1]).mean() < ROUNDED * np.abs(wanted[1]).mean()
    assert (rank.numpy().argmax(1) == wanted[0].argmax(1)).mean() > 0.9
    network.train()
    assert torch.isfinite(network(tensors(crops))[0]).all()


def test_the_detector_says_what_its_file_says() -> None:
    picture = np.random.default_rng(4).integers(0, 256, (2, 64, 64, 3)).astype(np.uint8)
    network = Detector()
    take_up(network, MODEL_FOLDER / "detector.onnx", tensors(picture))
    wanted = open_network(MODEL_FOLDER / "detector.onnx", 1).run(None, {"picture": picture})[0]
    with torch.no_grad():
        maps = network(tensors(picture)).numpy()
    assert np.abs(maps[:, 1:] - wanted[:, 1:]).mean() < ROUNDED * np.abs(wanted[:, 1:]).mean()


def test_a_network_of_another_shape_is_refused(crops: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"classifier\.onnx holds a network of another shape"):
        take_up(Detector(), MODEL_FOLDER / "classifier.onnx", tensors(crops))


def test_a_missing_file_is_an_oserror(tmp_path: Path, crops: np.ndarray) -> None:
    with pytest.raises(OSError, match="classifier"):
        take_up(Classifier(), tmp_path / "classifier.onnx", tensors(crops))


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_a_share_of_what_it_was_is_kept(crops: np.ndarray, share: float) -> None:
    network, other = Classifier(), Classifier()
    before = {name: value.clone() for name, value in other.state_dict().items()}
    learned = {name: value.clone() for name, value in network.state_dict().items()}
    lessons = [tensors(crops), tensors(crops[::-1].copy())]
    keep_of(network, before, share, lessons)
    for name, weight in network.named_parameters():
        assert torch.allclose(weight, (1 - share) * learned[name] + share * before[name], atol=1e-6)
    first = next(module for module in network.modules() if isinstance(module, torch.nn.BatchNorm2d))
    assert first.momentum == 0.1
    assert not network.training
    # what it says of its lessons does not depend on what normalisations knew of others
    again = Classifier()
    again.load_state_dict(learned)
    keep_of(again, before, share, lessons)
    with torch.no_grad():
        assert torch.allclose(network(lessons[0])[0], again(lessons[0])[0], atol=1e-5)

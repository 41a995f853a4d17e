"""How networks learn: Muon's steps reach the layers themselves, and what was broken off goes on as if it never was."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="only training needs it; install the extra 'train'")
pytest.importorskip("onnx", reason="only training needs it; install the extra 'train'")

import torch

from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.training import train as learner
from vision.training.learning import Learning
from vision.training.networks import Classifier, Detector
from vision.training.scenes import batches
from vision.training.train import TrainingPlan, train

RATE = 2e-3
SEEN = 16
"""Crops in a batch."""
INNER = [f"body.{layer}" for layer in ("2.0", "4.0", "5.first.0", "5.second.0", "7.0", "8.0", "9.0")] + ["joint.2"]
"""Layers of the classifier that neither see the pixels nor answer."""


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Threads of torch wait for each other where the machine has other work."""
    usual = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(usual)


@pytest.fixture
def network() -> Classifier:
    torch.manual_seed(1)
    return Classifier().to(memory_format=torch.channels_last).train()


def loss(network: torch.nn.Module, seed: int = 2) -> torch.Tensor:
    """Of a network that is to tell dark crops from bright ones."""
    random = torch.Generator().manual_seed(seed)
    wanted = torch.randint(0, 2, (SEEN,), generator=random)
    noise = 60 * torch.rand(SEEN, 3, CROP_HEIGHT, CROP_WIDTH, generator=random)
    noise[:, :, : CROP_HEIGHT // 2] += 120 * wanted[:, None, None, None]
    rank, suit = network(noise)
    return torch.nn.functional.cross_entropy(rank, wanted) + torch.nn.functional.cross_entropy(suit, wanted)


def test_a_step_goes_equally_far_in_all_directions_of_an_inner_layer(network: Classifier) -> None:
    before = copy.deepcopy(network.state_dict())
    Learning(network).step(loss(network), RATE)
    gradients = {name: weight.grad for name, weight in network.named_parameters()}
    for name, weight in network.state_dict().items():
        if name.removesuffix(".weight") in INNER:
            # without the little that every step fades
            step = (weight - before[name] * (1 - 0.1 * 10 * RATE)).flatten(1)
            gradient, lengths = torch.linalg.svdvals(gradients[name].flatten(1)), torch.linalg.svdvals(step)
            assert lengths[0] / lengths[SEEN // 2] < min(2.0, gradient[0] / gradient[SEEN // 2]), name
        elif name in ("body.0.0.weight", "rank.weight"):
            # AdamW's first step is as long for every number
            steps = (weight - before[name]).abs()
            assert (steps > 0.9 * RATE).float().mean() > 0.9, name
            assert steps.max() < 1.2 * RATE, name


def test_it_learns(network: Classifier) -> None:
    learning = Learning(network)
    first = loss(network).item()
    for seed in range(12):
        learning.step(loss(network, seed), RATE)
    assert loss(network, 99).item() < 0.5 * first


def test_the_detector_learns_by_both_too() -> None:
    torch.manual_seed(1)
    network = Detector().to(memory_format=torch.channels_last).train()
    learning = Learning(network)
    before = copy.deepcopy(network.state_dict())
    learning.step(network(torch.rand(2, 3, 64, 64) * 255).square().mean(), RATE)
    assert len(learning.state()) == 2
    for name, weight in network.named_parameters():
        away = (weight - before[name]).abs().max()
        inner = weight.ndim > 1 and min(weight.shape[:2]) >= 16
        assert away > 0, name
        assert inner or away < 1.2 * RATE, name


class NoPainter:
    """Crops are made without one."""

    def change(self, random: np.random.Generator, deck: object) -> None:
        """Nothing to change."""


def lesson(painter: object, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Eight crops that anybody could name."""
    wanted = np.zeros((8, batches.ANSWERS), np.float32)
    wanted[:, [0, batches.NO_SUIT]] = 1
    return random.integers(0, 256, (8, CROP_HEIGHT, CROP_WIDTH, 3)).astype(np.uint8), wanted


def trained(saved: Path) -> dict[str, torch.Tensor]:
    """The weights after six batches; what was saved is taken up."""
    torch.manual_seed(5)
    network = Classifier()
    # what was dropped by chance is not dropped again by a training that was broken off
    network.joint[1].p = network.joint[4].p = 0.0
    train(network, TrainingPlan("classifier", 6, RATE, saved, 7), NoPainter(), lesson, lambda random: None, 1)
    return network.state_dict()


def test_a_training_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trained(tmp_path / "whole.pt")
    usual = learner._rate

    def unplugged(plan: TrainingPlan, number: int) -> float:
        if number == 4:
            raise KeyboardInterrupt
        return usual(plan, number)

    with monkeypatch.context() as patch:
        patch.setattr(learner, "_SAVE_EVERY", 0.0)
        patch.setattr(learner, "_rate", unplugged)
        with pytest.raises(KeyboardInterrupt):
            trained(tmp_path / "broken.pt")
    for name, weight in trained(tmp_path / "broken.pt").items():
        torch.testing.assert_close(weight, whole[name], msg=name)


@pytest.mark.parametrize(
    "older", [pytest.param({"optimizer": {}}, id="one optimizer"), pytest.param({"learning": [{}]}, id="AdamW alone")]
)
def test_a_training_of_an_older_version_is_refused(tmp_path: Path, older: dict[str, object]) -> None:
    old = tmp_path / "old.pt"
    torch.save({"network": Classifier().state_dict(), "number": 3, **older}, old)
    with pytest.raises(ValueError, match=r"old\.pt was saved by an older version"):
        trained(old)

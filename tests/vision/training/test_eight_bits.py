"""Networks with 8 bits: they say what they said before, are a fraction as large, and the last layers stay exact."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="only training needs it; install the extra 'train'")
pytest.importorskip("onnx", reason="only training needs it; install the extra 'train'")

import torch

from vision.index.networks import open_network
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.training import export
from vision.training.eight_bits import layers_in, to_eight_bits
from vision.training.networks import Classifier, Detector

CLOSE = 0.1


def noise(shape: tuple[int, ...], seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, shape).astype(np.uint8)


def written(folder: Path, kind: str) -> Path:
    """A network of chance weights."""
    torch.manual_seed(5)
    path, network = folder / f"{kind}.onnx", Detector() if kind == "detector" else Classifier()
    for layer in network.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            torch.nn.init.normal_(layer.bias, std=0.1)
    if isinstance(network, Detector):
        export.write_detector(network, path)
    else:
        export.write_classifier(network, (1.0, 1.0), path)
    return path


@pytest.mark.parametrize(
    ("kind", "shape", "spared"),
    [("detector", (4, 64, 64, 3), 1), ("classifier", (32, CROP_HEIGHT, CROP_WIDTH, 3), 0)],
)
def test_a_network_says_what_it_said(tmp_path, kind, shape, spared):
    path = written(tmp_path, kind)
    fractions, before, layers = path.stat().st_size, open_network(path, 1), layers_in(path)
    to_eight_bits(path, [noise(shape, k) for k in range(3)], spared)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert path.stat().st_size < 0.4 * fractions
    after = open_network(path, 1)
    given = {after.get_inputs()[0].name: noise(shape, 9)}
    for one, other in zip(before.run(None, given), after.run(None, given), strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).mean() < CLOSE * np.abs(one).mean()
    rest = layers_in(path)
    for k, (weight, bias) in enumerate(layers):
        # both heads may change places
        rounded, shift = rest.pop(next(k for k, one in enumerate(rest) if one[0].shape == weight.shape))
        assert torch.allclose(bias, shift, atol=0.01)
        # 7 bits of the largest weight of each channel
        step = weight.abs().amax(dim=tuple(range(1, weight.ndim)), keepdim=True) / 63
        assert bool(((weight - rounded).abs() <= 0.51 * step + 1e-6).all())
        exact = k < spared or k >= len(layers) - (1 if kind == "detector" else 2)
        assert torch.equal(weight, rounded) == exact

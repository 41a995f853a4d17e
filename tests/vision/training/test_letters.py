"""The network of letters learns them from what is seen of indices, and its file says what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="only training needs it; install the extra 'train'")
pytest.importorskip("onnx", reason="only training needs it; install the extra 'train'")

import torch

from vision.index.letters import LETTERS
from vision.index.networks import open_network
from vision.training import export, letters
from vision.training.networks import FEATURES, Letters


@pytest.mark.parametrize(
    ("text", "letter"),
    [("V", "V"), ("B", "B"), ("В", "B"), ("H", "H"), ("R", "R"), ("F", "F"), ("Kn", "Kn"), ("8", "")],
)
def test_texts_of_ranks_have_letters(text: str, letter: str) -> None:
    """The Russian В (U+0412) is a B to the eye."""
    assert (*LETTERS, "")[letters._letter(text)] == letter


def test_it_learns_and_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_STEPS", 300)
    random = np.random.default_rng(1)
    middles = random.random((len(LETTERS) + 1, FEATURES)).astype(np.float32)
    wanted = random.integers(0, len(middles), 2000)
    features = np.maximum(middles[wanted] + random.normal(0, 0.2, (2000, FEATURES)), 0).astype(np.float32)
    torch.manual_seed(1)
    network = Letters()
    letters._learn(network, torch.from_numpy(features[:1800]), torch.from_numpy(wanted[:1800]))
    export.write_letters(network, tmp_path / "letters.onnx")
    (told,) = open_network(tmp_path / "letters.onnx", 1, "features").run(["letters"], {"features": features[1800:]})
    assert (told.argmax(1) == wanted[1800:]).mean() > 0.95
    with torch.no_grad():
        said = torch.softmax(network(torch.from_numpy(features[1800:])), 1).numpy()
    np.testing.assert_allclose(told, said, atol=1e-5)

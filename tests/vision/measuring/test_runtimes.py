"""Both runtimes on the reader's networks: the same outputs, and what is said of a model that cannot be run."""

from __future__ import annotations

import numpy as np
import pytest

from vision.index.networks import MODEL_FOLDER, ModelError
from vision.index.poses import BLOCK
from vision.measuring.runtimes import (
    TOLERANCE,
    compare,
    difference,
    made_up,
    made_up_crops,
    onnxruntime_network,
    opencv_network,
    scales,
)


@pytest.mark.parametrize("file", ["detector.onnx", "classifier.onnx"])
def test_both_runtimes_agree(file):
    picture = made_up(400)
    inputs = scales(picture) if file.startswith("detector") else [made_up_crops(picture, 26)]
    path = MODEL_FOLDER / file
    timing = compare(file, opencv_network(path), onnxruntime_network(path, 1), inputs, threads=1, rounds=2)
    assert timing.difference <= TOLERANCE
    assert timing.opencv > 0
    assert timing.onnxruntime > 0
    assert timing.ratio == pytest.approx(timing.opencv / timing.onnxruntime)


def test_scales_are_halves_that_the_detector_takes():
    sizes = [one.shape for one in scales(made_up(200))]
    assert [size[1] for size in sizes] == [208, 112, 64, 32]
    assert all(size[0] == 1 and size[1] % BLOCK == size[2] % BLOCK == 0 and size[3] == 3 for size in sizes)


ONE, TWO = np.ones((2, 3), np.float32), np.ones((2, 4), np.float32)


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ([ONE], [ONE], 0),
        ([ONE, TWO], [TWO, ONE], 0),
        ([ONE, ONE + 1], [ONE + 1, ONE], 0),
        ([ONE], [ONE + 0.5], 0.5),
        ([ONE], [TWO], float("inf")),
        ([ONE], [ONE, TWO], float("inf")),
    ],
)
def test_outputs_are_compared_whatever_their_order(one, other, wanted):
    assert difference(one, other) == wanted


def test_a_broken_network_gets_one_sentence(tmp_path):
    broken = tmp_path / "detector.onnx"
    broken.write_bytes((MODEL_FOLDER / "detector.onnx").read_bytes()[:5000])
    for runtime in (opencv_network, lambda path: onnxruntime_network(path, 1)):
        with pytest.raises(ModelError) as refused:
            runtime(broken)
        assert str(broken) in str(refused.value)
        assert "\n" not in str(refused.value)

"""Times the reader's networks in OpenCV's own network module and in onnxruntime: `python -m vision.measuring.runtimes`.

The detector gets all scales of a photograph, one after the other, the classifier batches of crops: 26 is both holders,
64 the reader's own batch. Both runtimes take turns, so that a busy machine is equally busy for both, and both get the
same numbers; what they give is compared. Each rounds numbers of 8 bits in its own way. Times are of the networks alone.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from vision.arrays import Numbers, Picture
from vision.camera.photograph_files import PictureError, load_photograph
from vision.index.networks import MODEL_FOLDER, ModelError, open_network
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH, padded
from vision.index.pyramid import Pyramid

NeuralNetwork = Callable[[Picture], list[Numbers]]
"""Pictures (n, h, w, 3) uint8 BGR to the outputs of a network, in the order of its file."""

SIDE: Final = 1200
"""Width and height of the photograph that is made up where none is given."""
BATCHES: Final = (26, 64)
THREADS: Final = (1, 2)
TOLERANCE: Final = 0.2
"""Outputs may differ by this share of their size in the mean, from rounding at every layer. Of pictures of some 20
pixels OpenCV's module makes other numbers altogether."""
SEED: Final = 11


@dataclass(frozen=True)
class Timing:
    """One piece of work: middle milliseconds in both runtimes, and by what share their outputs differ."""

    work: str
    threads: int
    opencv: float
    onnxruntime: float
    difference: float

    @property
    def ratio(self) -> float:
        """OpenCV's time as a multiple of onnxruntime's."""
        return self.opencv / self.onnxruntime


def opencv_network(path: Path) -> NeuralNetwork:
    """The network in OpenCV's network module; raises `ModelError` when OpenCV cannot read it."""
    try:
        network = cv2.dnn.readNetFromONNX(str(path))
        names = network.getUnconnectedOutLayersNames()
    except cv2.error as error:
        why = str(error).strip().splitlines()[-1][:200]
        raise ModelError(f"OpenCV's network module cannot open {path}: {why}") from error

    def run(pictures: Picture) -> list[Numbers]:
        network.setInput(pictures)
        return [np.asarray(output, np.float32) for output in network.forward(names)]

    return run


def onnxruntime_network(path: Path, threads: int) -> NeuralNetwork:
    """The network in onnxruntime, as the reader opens it; raises `ModelError`."""
    session: Any = open_network(path, threads)
    name = session.get_inputs()[0].name

    def run(pictures: Picture) -> list[Numbers]:
        return [np.asarray(output, np.float32) for output in session.run(None, {name: pictures})]

    return run


def scales(picture: Picture) -> list[Picture]:
    """The photograph at 1, ½, ¼ and ⅛, each (1, h, w, 3) as the detector takes it."""
    pyramid = Pyramid(picture)
    return [padded(pyramid.level(halved)[0])[None] for halved in range(4)]


def made_up(side: int = SIDE) -> Picture:
    """A picture of soft spots and noise (side, side, 3): times do not depend on what is in it."""
    rng = np.random.default_rng(SEED)
    spots = cv2.resize(rng.integers(0, 256, (side // 16, side // 16, 3), dtype=np.uint8), (side, side))
    return np.asarray(np.clip(spots + rng.normal(0, 8, spots.shape), 0, 255), np.uint8)


def made_up_crops(picture: Picture, number: int) -> Picture:
    """Upright crops (number, CROP_HEIGHT, CROP_WIDTH, 3) from anywhere in the picture."""
    rng = np.random.default_rng(SEED)
    tops = rng.integers(0, picture.shape[0] - CROP_HEIGHT + 1, number)
    lefts = rng.integers(0, picture.shape[1] - CROP_WIDTH + 1, number)
    return np.stack([picture[y : y + CROP_HEIGHT, x : x + CROP_WIDTH] for y, x in zip(tops, lefts, strict=True)])


def difference(one: Sequence[Numbers], other: Sequence[Numbers]) -> float:
    """Mean difference of an output as a share of its mean size, the greatest of all; infinite where shapes differ.

    OpenCV gives the outputs in an order of its own: each goes with one of its shape.
    """
    rest = list(other)
    worst = 0.0
    for output in one:
        apart = [
            (float(np.abs(output - given).mean()), number)
            for number, given in enumerate(rest)
            if given.shape == output.shape
        ]
        if not apart:
            return float("inf")
        least, match = min(apart)
        del rest[match]
        worst = max(worst, least / float(np.abs(output).mean()))
    return worst if not rest else float("inf")


def compare(
    work: str, opencv: NeuralNetwork, onnxruntime: NeuralNetwork, inputs: Sequence[Picture], threads: int, rounds: int
) -> Timing:
    """Both runtimes on the same inputs, in turns, `rounds` times; the first look at each is not timed."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(threads)
    try:
        worst = max(difference(onnxruntime(one), opencv(one)) for one in inputs)
        times: tuple[list[float], list[float]] = ([], [])
        for turn in range(rounds):
            for which in (0, 1) if turn % 2 else (1, 0):
                network = (opencv, onnxruntime)[which]
                began = time.perf_counter()
                for one in inputs:
                    network(one)
                times[which].append(1000 * (time.perf_counter() - began))
    finally:
        cv2.setNumThreads(before)
    return Timing(work, threads, statistics.median(times[0]), statistics.median(times[1]), worst)


def timings(model: Path, picture: Picture, rounds: int, *, quiet: bool = True) -> list[Timing]:
    """All pieces of work with one and two threads; raises `ModelError`."""
    pieces = [("detector.onnx", f"detector, {picture.shape[1]} × {picture.shape[0]}, four scales", scales(picture))]
    for number in BATCHES:
        pieces.append(("classifier.onnx", f"classifier, {number} crops", [made_up_crops(picture, number)]))
    todo = [(threads, *piece) for threads in THREADS for piece in pieces]
    found = []
    for threads, file, work, inputs in tqdm(todo, disable=quiet, unit="work", leave=False):
        # OpenCV keeps what it laid out for an input's shape, so every piece of work opens its own
        networks = opencv_network(model / file), onnxruntime_network(model / file, threads)
        found.append(compare(work, *networks, inputs, threads, rounds))
    return found


def main() -> int:
    """The command line; 1 when a network cannot be run or both runtimes do not agree."""
    parser = argparse.ArgumentParser(prog="python -m vision.measuring.runtimes", description=__doc__)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with both networks")
    parser.add_argument("--picture", type=Path, help=f"a photograph (else {SIDE} × {SIDE} made up)")
    parser.add_argument("--rounds", type=int, default=20, help="how often each is timed (20)")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error(f"--rounds is {given.rounds}; time at least once")
    try:
        picture = load_photograph(given.picture) if given.picture else made_up()
        if min(picture.shape[:2]) < CROP_HEIGHT:
            raise PictureError(f"{given.picture} is smaller than a crop; give a larger photograph")
        found = timings(given.model, picture, given.rounds, quiet=not sys.stderr.isatty())
    except (ModelError, PictureError) as error:
        print(error, file=sys.stderr)
        return 1
    import onnxruntime

    print(f"middle of {given.rounds}, ms; OpenCV {cv2.__version__}, onnxruntime {onnxruntime.__version__}")
    print(f"{'work':<38} {'threads':>7} {'OpenCV':>8} {'onnxruntime':>11} {'ratio':>6} {'difference':>11}")
    for one in found:
        print(
            f"{one.work:<38} {one.threads:7} {one.opencv:8.1f} {one.onnxruntime:11.1f} {one.ratio:6.2f} "
            f"{one.difference:11.3f}"
        )
    agree = all(one.difference <= TOLERANCE for one in found)
    print("both runtimes agree" if agree else f"the runtimes differ by more than {TOLERANCE} of what they give")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())

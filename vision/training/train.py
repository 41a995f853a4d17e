"""`python -m vision.training.train` (`make model`): draws packs, trains the networks, writes `vision/model/`.

All chance is seeded, and work is counted in batches: the same command gives like networks on every machine, sooner on
a quick one. Every minute the work is saved below `training-data/`, and a run that was broken off goes on from there.
With ``--further N`` the classifier in `vision/model/` is taken up and learns from N batches more, with ``--network``
another one, with ``--rate`` in longer or shorter steps; with ``--keep`` it stays nearer to what it was.
"""

from __future__ import annotations

import argparse
import functools
import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from vision.index.beliefs import RANK_CLASSES
from vision.packs.faces import PackError
from vision.training import eight_bits, export
from vision.training.learning import Learning
from vision.training.letters import train_letters
from vision.training.networks import Classifier, Detector, parameters
from vision.training.packs.decks import Decks, load_decks
from vision.training.scenes import batches, card_batches, streams
from vision.training.scenes.scenes import Painter
from vision.training.taken_up import keep_of, take_up

Lesson = tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]
"""Crops and what is to be said of them."""

SEED: Final = 20
DATA: Final = Path(__file__).resolve().parents[2] / "training-data"
MODEL: Final = Path(__file__).resolve().parents[1] / "model"
BATCHES: Final = MappingProxyType(
    {"detector": 6000, "classifier": 20000, "doubts": 3000, "wholes": 6000, "strips": 4000}
)
"""The networks in the order in which they are trained, and on how many batches."""
_BEGUN_AS: Final = MappingProxyType({"doubts": "classifier"})
"""Networks that begin with the weights of another one, and..."""
_BEGUN_KEEPS: Final = 0.25
"""... the share of those that they keep."""
_RATE, _RATE_BEGUN, _RATE_FURTHER = 2e-3, 8e-4, 2e-4
"""Highest learning rates: of a network that begins, of one that begins as another one, and of one that was taken up,
which at a higher one forgets more than it learns."""
_SEED_FURTHER: Final = 5
"""Counted on to the seed of a further training: a command means the same whatever networks the recipe has."""
_SAVE_EVERY: Final = 60.0
_WARM_UP: Final = 0.03
_SCALED_BY: Final = 6
"""Batches that a network is scaled by to 8 bits."""
_KEPT_BY: Final = 30
"""Batches by which normalisations learn what they get when weights are kept in part."""


@dataclass(frozen=True)
class TrainingPlan:
    """One network's training: batches in all, highest learning rate, where it is saved."""

    name: str
    batches: int
    rate: float
    saved: Path
    seed: int


def detector_loss(said: Tensor, wanted: Tensor) -> Tensor:
    """Loss of maps (n, 6, h, w), heat as a logit, against the eight wanted ones of `batches.detector_maps`."""
    logit, heat, weight = said[:, 0], wanted[:, 0], wanted[:, 6]
    sure = torch.sigmoid(logit)
    top = (heat == 1).float()
    hit = -functional.logsigmoid(logit) * (1 - sure) ** 2 * top
    miss = -functional.logsigmoid(-logit) * sure**2 * (1 - heat) ** 4 * (1 - top)
    count = top.sum().clamp(min=1)
    where = wanted[:, 7:8]
    values = ((said[:, 1:] - wanted[:, 1:6]).abs() * where).sum((0, 2, 3)) / where.sum().clamp(min=1)
    scale = values.new_tensor([1.0, 1.0, 1.0, 1.0, 1.5])
    return ((hit + miss) * weight).sum() / count + (values * scale).sum()


def classifier_loss(rank: Tensor, suit: Tensor, wanted: Tensor) -> Tensor:
    """Cross-entropy of both heads against probabilities (n, ANSWERS), rank then suit."""
    return functional.cross_entropy(rank, wanted[:, :RANK_CLASSES]) + functional.cross_entropy(
        suit, wanted[:, RANK_CLASSES:]
    )


def _rate(plan: TrainingPlan, number: int) -> float:
    """Learning rate of batch `number`: up in a straight line, then down along a cosine."""
    share = min(number / plan.batches, 1.0)
    if share < _WARM_UP:
        return plan.rate * (share / _WARM_UP + 0.02)
    return plan.rate * (0.5 + 0.5 * math.cos(math.pi * (share - _WARM_UP) / (1 - _WARM_UP))) + 1e-6


def _tensors(picture: npt.NDArray[np.uint8], wanted: npt.NDArray[np.float32]) -> tuple[Tensor, Tensor]:
    pictures = torch.from_numpy(np.ascontiguousarray(picture)).permute(0, 3, 1, 2).float()
    return pictures.contiguous(memory_format=torch.channels_last), torch.from_numpy(np.ascontiguousarray(wanted))


def _loss(network: nn.Module, pictures: Tensor, wanted: Tensor) -> Tensor:
    said = network(pictures)
    if isinstance(network, Detector):
        return detector_loss(said.float(), wanted)
    rank, suit = said
    return classifier_loss(rank.float(), suit.float(), wanted)


def train(
    network: nn.Module, plan: TrainingPlan, painter: Painter, make: streams.Maker, renew: streams.Renewal, workers: int
) -> None:
    """Trains until the plan's batches are done; takes up a saved training where there is one.

    On a graphics card where there is one; the network is back on the processor, ready for use, at the end. Raises
    ``ValueError`` for a training saved by an older version.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network.to(device, memory_format=torch.channels_last)
    learning = Learning(network)
    number = 0
    if plan.saved.exists():
        kept: dict[str, Any] = torch.load(plan.saved, weights_only=True, map_location=device)
        if len(kept.get("learning", ())) != len(learning.state()):
            raise ValueError(f"{plan.saved} was saved by an older version of this program; delete it to begin anew")
        network.load_state_dict(kept["network"])
        learning.resume(kept["learning"])
        number = int(kept["number"])
        print(f"{plan.name}: goes on after batch {number}")
    network.train()
    source = streams.stream(painter, make, renew, plan.seed, number, workers)
    quick = device.type == "cuda" or torch.cpu._is_avx512_bf16_supported()
    saved = time.monotonic()
    mean = float("nan")
    with tqdm(total=plan.batches, initial=min(number, plan.batches), unit="batch", desc=plan.name) as bar:
        while number < plan.batches:
            picture, wanted = next(source)
            number += 1
            pictures, answers = _tensors(picture, wanted)
            with torch.autocast(device.type, torch.bfloat16, enabled=quick):
                loss = _loss(network, pictures.to(device), answers.to(device))
            learning.step(loss, _rate(plan, number))
            value = loss.item()
            mean = value if math.isnan(mean) else 0.99 * mean + 0.01 * value
            bar.update()
            bar.set_postfix(loss=f"{mean:.4f}", refresh=False)
            if number == plan.batches or time.monotonic() - saved > _SAVE_EVERY:
                saved = time.monotonic()
                _save(network, learning, plan.saved, number)
    source.close()
    network.to("cpu")


def _save(network: nn.Module, learning: Learning, path: Path, number: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    torch.save({"network": network.state_dict(), "learning": learning.state(), "number": number}, new)
    os.replace(new, path)


def temperatures(
    network: Classifier, lessons: Sequence[tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]]
) -> tuple[float, float]:
    """By what to divide the logits of rank and of suit so that probabilities mean on unseen packs what they say."""
    network.eval()
    with torch.no_grad():
        said = [network(_tensors(p, w)[0]) for p, w in lessons]
    wanted = torch.from_numpy(np.concatenate([w for _, w in lessons]))
    best = []
    for part, target in ((0, wanted[:, :RANK_CLASSES]), (1, wanted[:, RANK_CLASSES:])):
        logits = torch.cat([s[part] for s in said])
        losses = {t: functional.cross_entropy(logits / t, target).item() for t in np.geomspace(0.7, 3.0, 40)}
        best.append(float(min(losses, key=losses.__getitem__)))
    return best[0], best[1]


def _report(network: Classifier, lessons: Sequence[Lesson]) -> str:
    """How often a network names what can be seen whole of unseen packs."""
    network.eval()
    right = total = 0
    with torch.no_grad():
        for picture, wanted in lessons:
            rank, suit = network(_tensors(picture, wanted)[0])
            clear = torch.from_numpy((wanted[:, batches.NO_RANK] == 0) & (wanted[:, batches.NO_SUIT] == 0))
            hit = (rank.argmax(1) == torch.from_numpy(wanted[:, :RANK_CLASSES].argmax(1))) & (
                suit.argmax(1) == torch.from_numpy(wanted[:, RANK_CLASSES:].argmax(1))
            )
            right += int((hit & clear).sum())
            total += int(clear.sum())
    return f"{right} of {total} that can be seen whole, of unseen packs, named right in spoiled scenes"


def _lessons(painter: Painter, make: streams.Maker, count: int) -> list[Lesson]:
    return [make(painter, np.random.default_rng([SEED, 9, k])) for k in range(count)]


def run(decks: Decks, share: float, workers: int, data: Path, model: Path) -> None:
    """Trains what is not trained yet, for `share` of the usual batches, then writes the model."""
    print(f"detector {parameters(Detector())}, each of the others {parameters(Classifier())} parameters")
    for number, (name, usual) in enumerate(BATCHES.items()):
        torch.manual_seed(SEED + number)
        network = _network(name)
        rate, keep = _RATE, 0.0
        if name in _BEGUN_AS:
            _take_up(network, name, _BEGUN_AS[name], decks, model)
            rate, keep = _RATE_BEGUN, _BEGUN_KEEPS
        plan = TrainingPlan(name, math.ceil(usual * share), rate, data / f"{name}.pt", SEED + number)
        _train_and_write(network, plan, decks, workers, model, keep)
    train_letters(data, model)


def run_further(
    decks: Decks,
    name: str,
    count: int,
    seed: int,
    workers: int,
    data: Path,
    model: Path,
    *,
    rate: float,
    keep: float,
) -> None:
    """Takes up one network in `model`, trains it on `count` batches and writes it again; the others stay.

    `name` is one of `BATCHES`; another `seed` shows it other pictures; `rate` is its highest learning rate; `keep`
    is what is kept of the weights that it had, as a share. Raises ``ValueError`` or ``OSError`` like
    `vision.training.taken_up.take_up`.
    """
    torch.manual_seed(SEED)
    network = _network(name)
    _take_up(network, name, name, decks, model)
    plan = TrainingPlan(name, count, rate, data / f"further-{name}.pt", seed + _SEED_FURTHER)
    _train_and_write(network, plan, decks, workers, model, keep)
    if name == "classifier":
        train_letters(data, model)  # it sees otherwise now


def _take_up(network: nn.Module, name: str, written: str, decks: Decks, model: Path) -> None:
    """Puts the weights of a `written` network into one that learns what `name` says."""
    pictures, wanted = _maker(name, model)(_painter(decks), np.random.default_rng([SEED, 8]))
    take_up(network, model / f"{written}.onnx", _tensors(pictures, wanted)[0])


def _network(name: str) -> Detector | Classifier:
    return Detector() if name == "detector" else Classifier()


def _maker(name: str, model: Path) -> streams.Maker:
    """What makes the batches that a network learns from; the classifier's needs the detector in `model`, that of what
    the classifier doubts the classifier."""
    finder = batches.ModelFinder(model / "detector.onnx")
    namer = batches.ModelNamer(model / "classifier.onnx")
    makers: dict[str, streams.Maker] = {
        "detector": batches.detector_batch,
        "classifier": functools.partial(batches.classifier_batch, finder=finder),
        "doubts": functools.partial(batches.doubt_batch, namer=namer),
        "wholes": card_batches.whole_batch,
        "strips": card_batches.strip_batch,
    }
    return makers[name]


def _painter(decks: Decks) -> Painter:
    return Painter(decks.art, decks.drawn, decks.backs, np.random.default_rng(SEED))


def _train_and_write(
    network: Detector | Classifier, plan: TrainingPlan, decks: Decks, workers: int, model: Path, keep: float = 0.0
) -> None:
    """Trains a network and writes it, with 8 bits; the temperatures of one that names are fitted on unseen packs. A
    share to `keep` of the weights is left as they were."""
    painter, make, path = _painter(decks), _maker(plan.name, model), model / f"{plan.name}.onnx"
    before = {name: value.clone() for name, value in network.state_dict().items()}
    train(network, plan, painter, make, decks.another, workers)
    if keep:
        keep_of(network, before, keep, [_tensors(*lesson)[0] for lesson in _lessons(painter, make, _KEPT_BY)])
    model.mkdir(parents=True, exist_ok=True)
    if isinstance(network, Detector):
        export.write_detector(network, path)
        scenes = [make(painter, np.random.default_rng([SEED, 10, k]))[0] for k in range(_SCALED_BY)]
        eight_bits.to_eight_bits(path, [part for some in scenes for part in np.array_split(some, 4)], spared=1)
        return
    unseen = Painter([], decks.unseen, decks.backs, np.random.default_rng(SEED + 1))
    lessons = _lessons(unseen, make, 20)
    heat = temperatures(network, lessons)
    export.write_classifier(network, heat, path)
    eight_bits.to_eight_bits(path, [shown for shown, _ in _lessons(painter, make, _SCALED_BY)])
    print(f"{plan.name}: temperatures: rank {heat[0]:.2f}, suit {heat[1]:.2f}")
    print(_report(network, lessons))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--further", type=int, metavar="N", help="train a network that is there on N batches more")
    parser.add_argument(
        "--network", choices=tuple(BATCHES), default="classifier", help="which one (default classifier)"
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=_RATE_FURTHER,
        help=f"highest learning rate of a further training (default {_RATE_FURTHER})",
    )
    parser.add_argument("--keep", type=float, default=0.0, help="share of the weights it had that is kept (default 0)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of a further training (default {SEED}, as the first)")
    parser.add_argument("--share", type=float, default=1.0, help="share of the usual batches to train (default 1)")
    parser.add_argument(
        "--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes that draw scenes"
    )
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="threads that learn")
    parser.add_argument("--packs", type=int, default=100, help="packs drawn by the program, beside the art")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="folders of faces to train on too")
    parser.add_argument("--data", type=Path, default=DATA, help="where art is kept and training saved")
    parser.add_argument("--model", type=Path, default=MODEL, help="where the model is written")
    given = parser.parse_args()
    if not 0 <= given.keep <= 1:
        parser.error(f"--keep {given.keep} is no share; give a number from 0 to 1")
    torch.set_num_threads(given.threads)
    # before any worker is forked: threads of OpenCV do not survive a fork
    cv2.setNumThreads(1)
    try:
        decks = load_decks(given.data, given.packs, SEED, given.also)
    except PackError as error:
        parser.error(str(error))
    try:
        if given.further is None:
            run(decks, given.share, given.workers, given.data, given.model)
        else:
            run_further(
                decks,
                given.network,
                given.further,
                given.seed,
                given.workers,
                given.data,
                given.model,
                rate=given.rate,
                keep=given.keep,
            )
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()

"""`python -m vision.training.letters`: trains `letters.onnx`, which tells letters by what the classifier saw.

The classifier in the model folder stays as it is. Packs of every alphabet are drawn, in scenes and in holders, and what
it sees of their indices is learned from, a little network on top of it: minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional
from tqdm import tqdm

from vision.arrays import Numbers, Picture
from vision.index.beliefs import NO_CARD, Belief
from vision.index.letters import LETTERS
from vision.index.networks import MODEL_FOLDER
from vision.training import export
from vision.training.drawing.alphabets import ALPHABETS, OTHERS, Wish
from vision.training.drawing.face import Deck, deck_of
from vision.training.learning import Learning
from vision.training.networks import Letters
from vision.training.packs import packs
from vision.training.packs.decks import FACE_HEIGHT
from vision.training.scenes import batches
from vision.training.scenes.scenes import Painter
from whist.cards import RANKS

SEED: Final = 26
_PACKS: Final = 24
"""Packs of each alphabet; of one that no other has a letter of, twice as many."""
_BATCHES: Final = 60
"""Batches of crops from them."""
_SHOWN: Final = "JQKJQKA86"
"""Ranks that are shown, courts more often: their letters, and what looks like these."""
_STEPS, _AT_ONCE, _RATE = 4000, 256, 2e-3
_SEEN: Final = 0.99
"""An index counts of whose rank so much is visible."""
_ALIKE: Final = {"В": "B"}


def train_letters(data: Path, model: Path) -> None:
    """Draws packs with the fonts in ``data``, learns their letters, and writes the network into ``model``."""
    torch.manual_seed(SEED)
    names = ["", *ALPHABETS, *OTHERS]
    bar = tqdm(enumerate(names), total=len(names), desc="letters", unit="alphabet")
    lessons = [lesson for number, name in bar for lesson in _lessons(number, name, data, model)]
    features = torch.from_numpy(np.concatenate([seen for seen, _ in lessons]))
    wanted = torch.from_numpy(np.concatenate([letters for _, letters in lessons]))
    network = Letters()
    _learn(network, features, wanted)
    export.write_letters(network, model / "letters.onnx")


def _learn(network: Letters, features: Tensor, wanted: Tensor) -> None:
    learning = Learning(network)
    network.train()
    for step in range(_STEPS):
        some = torch.randint(0, len(features), (_AT_ONCE,))
        learning.step(functional.cross_entropy(network(features[some]), wanted[some]), _RATE * (1 - step / _STEPS))
    network.eval()


def _lessons(number: int, name: str, data: Path, model: Path) -> Iterator[tuple[Numbers, npt.NDArray[np.intp]]]:
    """What the classifier saw of indices of packs with an alphabet, (n, features), and their letters, (n,)."""
    namer, finder = batches.ModelNamer(model / "classifier.onnx"), batches.ModelFinder(model / "detector.onnx")
    wish = Wish(name)
    letters = np.array([_letter(wish.texts[rank]) for rank in RANKS])
    often = 2 if name in OTHERS else 1
    decks = [_deck(np.random.default_rng([SEED, 1, number, k]), data, wish) for k in range(often * _PACKS)]
    painter = Painter([], decks, [], np.random.default_rng([SEED, 2, number]))
    for k in range(often * _BATCHES):
        rng = np.random.default_rng([SEED, 3, number, k])
        if k % 2:
            crops, answers = batches.classifier_batch(painter, rng, finder)
        else:
            crops, answers = batches.doubt_batch(painter, rng, _doubted)
        ranks = answers[:, : len(RANKS)]
        plain = ranks.max(1) >= _SEEN
        yield namer.features(crops[plain]), letters[ranks[plain].argmax(1)]


def _deck(rng: np.random.Generator, data: Path, wish: Wish) -> Deck:
    deck = deck_of(packs.drawn_pack(rng, data, wish=wish), FACE_HEIGHT)
    by_rank = [[face for face in deck.faces if face.rank == RANKS.index(rank)] for rank in _SHOWN]
    return replace(deck, faces=tuple(face for faces in by_rank for face in faces))


def _doubted(crops: Picture) -> Belief:
    """Beliefs of nobody who knows: all crops are shown."""
    return np.zeros((len(crops), NO_CARD + 1), np.float32)


def _letter(text: str) -> int:
    """The place of a rank's text among the network's answers."""
    text = _ALIKE.get(text, text)
    return LETTERS.index(text) if text in LETTERS else len(LETTERS)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="where art and fonts are kept")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="where the model lies")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    packs.fetch(given.data)
    train_letters(given.data, given.model)


if __name__ == "__main__":
    main()

"""Writes trained networks as ONNX files that `vision.reader.reader` runs: pictures in as (n, h, w, 3) uint8 BGR."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from vision.index.networks import VERSION, VERSION_KEY
from vision.training.networks import FEATURES, Classifier, Detector, Letters

_OPERATORS = 17


class _DetectorFile(nn.Module):  # type: ignore[misc]
    def __init__(self, detector: Detector) -> None:
        super().__init__()
        self.detector = detector

    def forward(self, picture: Tensor) -> Tensor:
        maps = self.detector(picture.permute(0, 3, 1, 2).float())
        return torch.cat([torch.sigmoid(maps[:, :1]), maps[:, 1:]], 1)


class _ClassifierFile(nn.Module):  # type: ignore[misc]
    def __init__(self, classifier: Classifier, temperatures: tuple[float, float]) -> None:
        super().__init__()
        self.classifier = classifier
        self.temperatures = temperatures

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.classifier.features(crops.permute(0, 3, 1, 2).float())
        rank = torch.softmax(self.classifier.rank(seen) / self.temperatures[0], 1)
        return rank, torch.softmax(self.classifier.suit(seen) / self.temperatures[1], 1), seen


class _LettersFile(nn.Module):  # type: ignore[misc]
    def __init__(self, letters: Letters) -> None:
        super().__init__()
        self.letters = letters

    def forward(self, features: Tensor) -> Tensor:
        return torch.softmax(self.letters(features), 1)


def _write(network: nn.Module, example: Tensor, path: Path, names: tuple[str, list[str]], free: list[int]) -> None:
    network.eval()
    axes = {names[0]: {axis: f"axis{axis}" for axis in free}} | {name: {0: "axis0"} for name in names[1]}
    if names[1] == ["maps"]:
        axes["maps"] = {0: "axis0", 2: "rows", 3: "columns"}
    with warnings.catch_warnings():
        # the older exporter needs no further package and writes smaller graphs
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (example,),
            str(path),
            input_names=[names[0]],
            output_names=names[1],
            dynamic_axes=axes,
            opset_version=_OPERATORS,
            dynamo=False,
        )
    written = onnx.load(str(path))
    onnx.helper.set_model_props(written, {VERSION_KEY: VERSION})
    # whole or not at all: a program that runs may be about to open it
    part = path.with_suffix(".part")
    onnx.save(written, str(part))
    os.replace(part, path)


def write_detector(detector: Detector, path: Path) -> None:
    """Input `picture` (n, h, w, 3) uint8; output `maps` (n, 6, h / 4, w / 4) float32, the heat as 0…1."""
    example = torch.zeros((1, 64, 64, 3), dtype=torch.uint8)
    _write(_DetectorFile(detector), example, path, ("picture", ["maps"]), [0, 1, 2])


def write_classifier(classifier: Classifier, temperatures: tuple[float, float], path: Path) -> None:
    """Input `crops` (n, 56, 40, 3) uint8; outputs `rank` (n, 15), `suit` (n, 7), probabilities, and `features`."""
    example = torch.zeros((2, 56, 40, 3), dtype=torch.uint8)
    _write(_ClassifierFile(classifier, temperatures), example, path, ("crops", ["rank", "suit", "features"]), [0])


def write_letters(letters: Letters, path: Path) -> None:
    """Input `features` (n, FEATURES) of a classifier; output `letters` (n, len(LETTERS) + 1), probabilities."""
    _write(_LettersFile(letters), torch.zeros((2, FEATURES)), path, ("features", ["letters"]), [0])

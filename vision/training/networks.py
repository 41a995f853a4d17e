"""The networks of the reader, in torch; `vision.training.export` writes them as ONNX for `vision.reader.reader`.

Both take pictures as the camera gives them: BGR, 0…255 as float32, channels first.
"""

from __future__ import annotations

from typing import Final

from torch import Tensor, nn
from torch.nn import functional

from vision.index.beliefs import RANK_CLASSES, SUIT_CLASSES
from vision.index.letters import LETTERS

MAPS: Final = 6
"""Maps of the detector: heat (0…1), offset x and y (cells), sine and cosine of the angle, log of height / 20 px."""
FEATURES: Final = 128
"""What the classifier's two heads see of a crop, as numbers."""


def _convolution(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class _Residual(nn.Module):  # type: ignore[misc]
    """Two convolutions and a way round them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Detector(nn.Module):  # type: ignore[misc]
    """Finds corner indices: (n, 3, h, w) → (n, MAPS, h / 4, w / 4); h and w are multiples of 16.

    Three scales seen together (strides 4, 8 and 16), so that an index of 10…44 px is told from a pip by the corner of
    the card around it. Most of the work is done at stride 8, where a photograph is small.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_convolution(3, 16, 2), _convolution(16, 32, 2))
        self.middle = nn.Sequential(_convolution(32, 40, 2), _Residual(40), _Residual(40))
        self.coarse = nn.Sequential(_convolution(40, 64, 2), _Residual(64))
        self.coarse_up = _convolution(64, 40, size=1)
        self.middle_up = _convolution(40, 32, size=1)
        self.head = nn.Sequential(_convolution(32, 32), nn.Conv2d(32, MAPS, 1))
        last = self.head[-1]
        nn.init.constant_(last.bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """The maps; the heat as a logit, as training wants it."""
        fine = self.fine((x - 127.5) / 64.0)
        middle = self.middle(fine)
        middle = middle + functional.interpolate(self.coarse_up(self.coarse(middle)), scale_factor=2.0)
        fine = fine + functional.interpolate(self.middle_up(middle), scale_factor=2.0)
        maps: Tensor = self.head(fine)
        return maps


class Classifier(nn.Module):  # type: ignore[misc]
    """Names one upright index, or one whole card: (n, 3, 56, 40) → logits of rank and suit, (n, RANK_CLASSES) and
    (n, SUIT_CLASSES).

    Brightness and contrast of each crop are evened out first, all colours alike, so that dark and pale pictures look
    the same and red stays red.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolution(3, 24),
            nn.MaxPool2d(2),
            _convolution(24, 48),
            nn.MaxPool2d(2),
            _convolution(48, 80),
            _Residual(80),
            nn.MaxPool2d(2),
            _convolution(80, 112),
            _convolution(112, 112),
            _convolution(112, 40, size=1),
        )
        self.joint = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(40 * 7 * 5, FEATURES), nn.ReLU(), nn.Dropout(0.1)
        )
        self.rank = nn.Linear(FEATURES, RANK_CLASSES)
        self.suit = nn.Linear(FEATURES, SUIT_CLASSES)

    def features(self, x: Tensor) -> Tensor:
        """What both heads see: (n, FEATURES), none negative."""
        mean = x.mean(dim=(1, 2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean(dim=(1, 2, 3), keepdim=True).sqrt()
        seen: Tensor = self.joint(self.body((x - mean) / (spread + 6.0)))
        return seen

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of rank and of suit."""
        seen = self.features(x)
        return self.rank(seen), self.suit(seen)


class Letters(nn.Module):  # type: ignore[misc]
    """Tells by a classifier's features, (n, FEATURES), which letter an index has: logits (n, len(LETTERS) + 1), those
    of none of them last."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.BatchNorm1d(FEATURES, affine=False),
            nn.Linear(FEATURES, 64),
            nn.ReLU(),
            nn.Dropout(0.3),
            nn.Linear(64, len(LETTERS) + 1),
        )

    def forward(self, features: Tensor) -> Tensor:
        """The logits."""
        logits: Tensor = self.layers(features)
        return logits


def parameters(network: nn.Module) -> int:
    """How many numbers the network has learned."""
    return sum(p.numel() for p in network.parameters())

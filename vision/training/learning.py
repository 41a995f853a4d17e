"""How a network learns: by two optimizers of torch, kept together.

Muon turns the step of each inner layer so that it goes equally far in all directions of its matrix (Jordan and others
2024, https://kellerjordan.github.io/posts/muon/). On the same pictures it brings classifier and detector further than
AdamW does (figures: docs/reading.md). What sees the pixels, what answers, and what is no matrix is left to AdamW.
"""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor, nn

_INNER: Final = 16
"""A layer of fewer inputs or outputs than this sees the pixels or answers."""
_FASTER: Final = 10.0
"""Muon's learning rate as a multiple of AdamW's."""
_FADES, _MATRIX_FADES = 0.02, 0.1
"""Weight decay of AdamW and of Muon."""
_STEEPEST: Final = 5.0
"""Norm that the gradient is cut down to."""


class Learning:
    """The optimizers of one network, whose convolutions' weights lie channels last."""

    def __init__(self, network: nn.Module) -> None:
        """Its inner layers are Muon's. The learning rate is 0 until set."""
        inner = [p for p in network.parameters() if p.ndim > 1 and min(p.shape[:2]) >= _INNER]
        kept = {id(p) for p in inner}
        rest = [p for p in network.parameters() if id(p) not in kept]
        self._network = network
        # Muon takes matrices alone: these are the same numbers, seen as such
        self._views = [(p, nn.Parameter(_matrix(p.detach()))) for p in inner]
        self._optimizers: dict[torch.optim.Optimizer, float] = {
            torch.optim.AdamW(rest, weight_decay=_FADES): 1.0,
            torch.optim.Muon([m for _, m in self._views], weight_decay=_MATRIX_FADES): _FASTER,
        }
        """Each with its learning rate as a multiple of AdamW's."""

    def step(self, loss: Tensor, rate: float) -> None:
        """One step down the gradient of a loss, at AdamW's learning rate `rate`."""
        self._network.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), _STEEPEST)
        for weight, matrix in self._views:
            matrix.grad = _matrix(weight.grad)
        for optimizer, times in self._optimizers.items():
            for group in optimizer.param_groups:
                group["lr"] = rate * times
            optimizer.step()

    def state(self) -> list[dict[str, Any]]:
        """What is to be saved of the optimizers."""
        return [optimizer.state_dict() for optimizer in self._optimizers]

    def resume(self, state: list[dict[str, Any]]) -> None:
        """Goes on from a saved `state`."""
        for optimizer, saved in zip(self._optimizers, state, strict=True):
            optimizer.load_state_dict(saved)


def _matrix(weight: Tensor) -> Tensor:
    """A layer's weights as outputs × all inputs; of a convolution that lies channels last no copy."""
    return weight.permute(0, 2, 3, 1).flatten(1) if weight.ndim == 4 else weight

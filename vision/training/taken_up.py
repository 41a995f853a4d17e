"""Goes on from networks that were written as files: their weights come back into torch, and may be kept in part.

A file holds weights of 8 bits, and each batch normalisation within the convolution before it. It is parted from it
again by what the convolution gives on pictures like those that are learned from, so that the network says what the
file says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.training.eight_bits import layers_in


def take_up(network: nn.Module, path: Path, pictures: Tensor) -> None:
    """Puts the weights in an ONNX file of `vision.training.export` into a network of the same shape.

    ``pictures`` (n, 3, h, w), 0…255, are like those that it goes on learning from. Raises ``ValueError`` for a file of
    a network of another shape, ``OSError`` for one that cannot be read.
    """
    written = layers_in(path)
    layers = [layer for layer in network.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    if sorted(layer.weight.shape for layer in layers) != sorted(weight.shape for weight, _ in written):
        raise ValueError(f"{path} holds a network of another shape; delete it, and begin anew without going on from it")
    norms = {id(one): other for one, other in _followed(network)}
    network.eval()
    with torch.no_grad():
        for layer in layers:
            # where a network forks, a file may have either way first
            weight, bias = written.pop(next(k for k, one in enumerate(written) if one[0].shape == layer.weight.shape))
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
            else:
                _part(network, layer, norms[id(layer)], bias, pictures)


def keep_of(network: nn.Module, before: Mapping[str, Tensor], share: float, lessons: Sequence[Tensor]) -> None:
    """Takes the weights back by a ``share``, 0…1, towards those that the network had ``before``, its state then.

    Such a mean reads what is strange better than either (Wortsman and others, CVPR 2022, doi
    10.1109/CVPR52688.2022.00780). Normalisations learn anew what they get, from the pictures of ``lessons``.
    """
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if value.is_floating_point():
                value.lerp_(before[name], share)
        norms = [module for module in network.modules() if isinstance(module, nn.BatchNorm2d)]
        usual = [norm.momentum for norm in norms]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None  # the mean over all lessons
        network.train()
        for pictures in lessons:
            network(pictures)
        for norm, momentum in zip(norms, usual, strict=True):
            norm.momentum = momentum
    network.eval()


def _followed(network: nn.Module) -> list[tuple[nn.Module, nn.BatchNorm2d]]:
    """Each convolution with the normalisation after it."""
    parts = [list(module.children()) for module in network.modules() if isinstance(module, nn.Sequential)]
    return [
        (one, other) for children in parts for one, other in pairwise(children) if isinstance(other, nn.BatchNorm2d)
    ]


def _part(network: nn.Module, layer: nn.Module, norm: nn.BatchNorm2d, bias: Tensor, pictures: Tensor) -> None:
    """Sets a normalisation so that it adds ``bias`` to what its layer gives on the pictures, and changes no more."""
    seen: list[Tensor] = []
    hook = layer.register_forward_hook(lambda _module, _given, out: seen.append(out))
    network(pictures)
    hook.remove()
    mean, variance = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(mean + bias)

"""Goes on from networks that were written as files: their weights come back into torch.

A file holds weights of 8 bits, and each batch normalisation within the convolution before it. It is parted from it
again by what the convolution gives on pictures like those that are learned from, so that the network says what the
file says.
"""

from __future__ import annotations

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

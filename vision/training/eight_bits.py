"""Lets written networks reckon with whole numbers of 8 bits: a quarter as large, two to three times as quick.

What goes from layer to layer is scaled to the range that it has on pictures like those learned from, but for the
outermost few numbers. Weights get 7 bits: processors without a dot product of 8-bit numbers add products up in 16,
which more bits would overflow (onnxruntime's documentation of quantization, "reduce_range").
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor

from vision.arrays import Picture

_WITHIN: Final = 99.998
"""Percentage of the numbers between two layers that the scale is made for; the outermost are cut off."""
_KINDS: Final = ("Conv", "Gemm", "Add", "Relu", "MaxPool", "Resize")
_BIAS: Final = {"QLinearConv": 8, "QGemm": 6}
"""Which input of a layer with 8 bits is its bias."""


class _Pictures(CalibrationDataReader):  # type: ignore[misc]
    """Hands out the pictures one batch after the other."""

    def __init__(self, name: str, batches: Iterable[Picture]) -> None:
        self._batches = iter([{name: batch} for batch in batches])

    def get_next(self) -> dict[str, Picture] | None:
        """The next batch; None after the last."""
        return next(self._batches, None)


def to_eight_bits(path: Path, batches: Iterable[Picture], spared: int = 0) -> None:
    """Writes the network in ``path`` anew, with 8 bits.

    ``batches`` are pictures as it takes them, like those that it learned from. Its first ``spared`` convolutions and
    its last layers stay as they are: where much is in few channels, scaling costs more than it saves, and what comes
    out is to be exact.
    """
    # the library tells of its steps on standard output
    with tempfile.TemporaryDirectory(dir=path.parent) as folder, contextlib.redirect_stdout(None):
        prepared, written = Path(folder) / "prepared.onnx", Path(folder) / "written.onnx"
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        graph = onnx.load(str(prepared)).graph
        quantize_static(
            str(prepared),
            str(written),
            _Pictures(graph.input[0].name, batches),
            quant_format=QuantFormat.QOperator,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=list(_KINDS),
            nodes_to_exclude=_kept(graph, spared),
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": _WITHIN},
        )
        os.replace(written, path)


def _kept(graph: Any, spared: int) -> list[str]:
    """Names of the nodes that stay as they are: all up to the spared convolutions, and the last layers."""
    convolutions = [k for k, node in enumerate(graph.node) if node.op_type == "Conv"]
    first = convolutions[spared - 1] + 1 if spared else convolutions[0]
    read = {name for node in graph.node if node.op_type in _KINDS for name in node.input}
    last = [node for node in graph.node if node.op_type in ("Conv", "Gemm") and not read & set(node.output)]
    return [node.name for node in (*graph.node[:first], *last)]


def layers_in(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weights and biases of the convolutions and linear layers in an ONNX file, in its order, as fractions.

    Of a network with 8 bits they are what it reckons with. Raises ``OSError`` for a file that cannot be read.
    """
    graph = onnx.load(str(path)).graph
    values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found = []
    for node in graph.node:
        given = [values.get(name) for name in node.input]
        if node.op_type in ("Conv", "Gemm"):
            found.append((given[1], given[2]))
        elif node.op_type in _BIAS:
            _, scale, _, weight, scales, zero = given[:6]
            found.append(_unscaled(weight, scales, zero, given[_BIAS[node.op_type]], scale))
    return [(torch.from_numpy(np.array(w)), torch.from_numpy(np.array(b))) for w, b in found]


def _unscaled(weight: Any, scales: Any, zero: Any, bias: Any, scale: Any) -> tuple[Any, Any]:
    """Weight (out, …) and bias (out,) of one layer as fractions."""
    wide = (-1, *(1,) * (weight.ndim - 1))
    fractions = (weight.astype(np.float32) - zero.reshape(wide)) * scales.reshape(wide)
    return fractions.astype(np.float32), (bias * (scales.reshape(-1) * scale)).astype(np.float32)

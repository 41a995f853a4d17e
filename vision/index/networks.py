"""Opens the reader's network files, or says in one sentence what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

MODEL_FOLDER: Final = Path(__file__).resolve().parents[1] / "model"
VERSION: Final = "2"
"""Version of what goes into the networks and comes out; a file says its own under `VERSION_KEY`."""
VERSION_KEY: Final = "whist-table model"


class ModelError(Exception):
    """A model file is missing, broken or of another version; the text is one sentence."""


def open_network(path: Path, threads: int, takes: str | None = None) -> Any:
    """An onnxruntime session of a file that `vision.training.export` wrote; raises `ModelError`.

    ``takes`` is the name of the input that the network must have, where only one kind will do.
    """
    import onnxruntime

    if not path.is_file():
        raise ModelError(f"there is no model file {path}; fetch it with git or make it with `make model`")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # threads that spin while they wait would take the processor from what is done between two runs
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        version = session.get_modelmeta().custom_metadata_map.get(VERSION_KEY)
    except Exception as error:  # onnxruntime has a class of its own for each way in which a file can be broken
        raise ModelError(
            f"the model file {path} is cut short or damaged; fetch it with git again or make it with `make model`"
        ) from error
    if version != VERSION:
        kind = f"version {version}" if version else "no version that it tells"
        raise ModelError(
            f"the model file {path} is of {kind}, this program needs version {VERSION}; "
            "fetch the one that belongs to it with git or make it with `make model`"
        )
    if takes is not None and [one.name for one in session.get_inputs()] != [takes]:
        raise ModelError(
            f"the model file {path} holds another network than belongs there; "
            "fetch it with git again or make it with `make model`"
        )
    return session

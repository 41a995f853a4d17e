"""Files of arrays as numpy writes them (.npz), read as what may be damaged, or come from anywhere."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.input_files import contents

_MOST_PARTS: Final = 100
"""Arrays in a file at most."""
_DAMAGED: Final = (
    OSError,
    ValueError,
    EOFError,
    AttributeError,
    KeyError,
    MemoryError,
    RuntimeError,
    zlib.error,
    zipfile.BadZipFile,
)


class ArraysTooLarge(ValueError):
    """A file would unpack to more than is allowed."""


def arrays_in(path: Path, most_bytes: int, most_unpacked: int) -> dict[str, Any]:
    """The arrays in a file, by their names: of at most ``most_bytes`` bytes, packed, and ``most_unpacked``.

    Raises ``OSError`` where the file cannot be read or is larger, `ArraysTooLarge` where its arrays are, and
    ``ValueError`` where it holds no such thing.
    """
    data = contents(path, most_bytes)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > most_unpacked:
            raise ArraysTooLarge(f"{path} would unpack to too much")
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except ArraysTooLarge:
        raise
    except _DAMAGED as error:
        raise ValueError(f"{path} holds no arrays, or was cut short") from error

"""What was learned of the pack, kept in the data folder: the next evening begins with it. It is in no backup, for one
deal teaches it anew."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from vision.packs.pack_memory import PackMemory
from vision.packs.profile import model_digest
from vision.reader.reader import MODEL_FOLDER

log = logging.getLogger(__name__)


class KeptPack:
    """The memory of the pack, and the file in which it is kept, if any."""

    def __init__(self, file: Path | None = None) -> None:
        """What the file holds is remembered. One that cannot be read is left out, and written over once there is
        something to keep."""
        self._file = file
        self._model = "" if file is None else model_digest(MODEL_FOLDER)
        self._failing = False
        self.memory = PackMemory()
        if file is None:
            return
        try:
            with suppress(FileNotFoundError):
                self.memory = PackMemory.load(file, self._model)
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read (%s); the pack is learned anew.", file, _why(error))

    def keep(self) -> None:
        """Write down what is remembered. A disk that is full or read-only ends no game: the log says so once, and it is
        tried again after the next hand."""
        if self._file is None:
            return
        try:
            self.memory.save(self._file, self._model)
            self._failing = False
        except OSError as error:
            if not self._failing:
                log.warning("%s cannot be written (%s); it is tried again.", self._file, _why(error))
            self._failing = True


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

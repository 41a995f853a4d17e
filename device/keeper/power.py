"""Switching the machine off or starting it again, as people ask for it on the host's page or by the button.

The service may do neither itself. It leaves a file in its folder below /run; systemd's ``whist-table-power@.path``
waits for that file and does what it is named after. So the installed service can do these two things and no other.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

from whist.phrases import phrase
from whist.rules.refusals import Refused

log = logging.getLogger(__name__)

FILES: Final = {"off": "poweroff", "restart": "reboot"}
"""What may be asked for, and the file that asks for it: the word that ``systemctl`` knows it by."""


class Power:
    """The power of this machine; ``folder`` is where the installed service asks for it, None where nothing listens."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @classmethod
    def of_service(cls) -> Power:
        """As systemd tells the service (``RuntimeDirectory`` of its unit)."""
        named = os.environ.get("RUNTIME_DIRECTORY", "")
        return cls(Path(named) if named and "INVOCATION_ID" in os.environ else None)

    @property
    def is_there(self) -> bool:
        """Whether the machine can be switched off from here."""
        return self._folder is not None

    def ask(self, what: str) -> None:
        """Switch the machine ``off``, or ``restart`` it: every game is on the disk already (``device.journal.scribe``).
        Raises ``Refused`` where it cannot be asked for."""
        if self._folder is None:
            raise Refused(phrase("The table can switch its machine off only where it is installed as a service."))
        try:
            (self._folder / FILES[what]).touch(mode=0o600)
        except OSError as error:
            log.warning("cannot ask for %s: %s", what, error)
            raise Refused(phrase("The machine cannot be asked for it; pull no plug, but: sudo poweroff.")) from error
        log.warning("The machine was asked to %s.", "switch off" if what == "off" else "start again")

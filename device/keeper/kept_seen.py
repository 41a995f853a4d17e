"""Which devices have seen whose cards in the hand that is played, kept over a restart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from device.settings.small_files import remember, remembered
from web_ui.contracts import PLACES


class KeptSeen:
    """``web_ui.contracts.SeenStore`` in the file ``memory``. What cannot be written down holds until the program
    ends."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory

    def get(self) -> tuple[str, Mapping[str, str]]:
        """What was last put; an empty hand where the file holds nothing that makes sense."""
        try:
            kept = remembered(self._memory)
            hand, seen = str(kept["hand"]), dict(kept["seen"])
        except (OSError, ValueError, KeyError, TypeError):
            return "", {}
        return hand, {device: place for device, place in seen.items() if place in PLACES}

    def put(self, hand: str, seen: Mapping[str, str]) -> None:
        """Keep of ``hand`` the place that each device has seen."""
        remember(self._memory, {"hand": hand, "seen": dict(seen)})

"""What each light of the table means, for the page: those that it really has."""

from __future__ import annotations

from device.lights.panel import Panel, meanings
from device.settings.settings import Settings
from hardware.lights.wiring import colour


def legend(panel: Panel, settings: Settings) -> list[dict[str, str]]:
    """The lights that have their pin, then slot strip and display, in the order of the settings: ``name``, the
    ``colour`` that the wiring gives it, what it is ``called`` and ``means``. None on a machine without pins."""
    if panel.mock:
        return []
    return [
        {
            "name": part["name"],
            "colour": "white" if part["part"] in ("strip", "display") else colour(part["name"]),
            "called": part["called"],
            "means": part["means"],
        }
        for part in meanings(settings)
        if (part["part"] == "light" and part["name"] in panel.lights.names)
        or (part["part"] == "strip" and panel.strip.wired)
        or (part["part"] == "display" and panel.display.there)
    ]

"""What Home Assistant is told of the table, as its MQTT discovery has it: one device, its entities, and their states.

All of it follows from the public view, so nothing of any hand is in it. An entity is announced by a retained message of
its own (``<prefix>/<kind>/<device>/<entity>/config``), as every version of Home Assistant reads it; an empty one takes
it away again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from whist.names import place_name
from whist.table.seating import MOST_LINKED

TRUMPS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no trumps", None: "none"}
NOBODY: Final = "nobody"
"""Whose turn it is while it is nobody's."""
ONLINE: Final = "online"
OFFLINE: Final = "offline"
PRESS: Final = "PRESS"
MOST_SIDES: Final = MOST_LINKED
"""Of a match: as many as can play each for himself, at linked tables."""


@dataclass(frozen=True)
class Topics:
    """Where things are said: ``prefix`` is Home Assistant's own, ``table`` the name of this table (letters, digits)."""

    prefix: str
    table: str

    @property
    def availability(self) -> str:
        """Whether the table is there, retained; the broker itself says when it has gone."""
        return f"whist-table/{self.table}/availability"

    @property
    def state(self) -> str:
        """How things stand, as JSON, retained."""
        return f"whist-table/{self.table}/state"

    @property
    def new_deal(self) -> str:
        """Where Home Assistant presses the button."""
        return f"whist-table/{self.table}/new_deal"

    @property
    def birth(self) -> str:
        """Where Home Assistant says that it has started."""
        return f"{self.prefix}/status"

    def config(self, kind: str, entity: str) -> str:
        """Where an entity is announced."""
        return f"{self.prefix}/{kind}/{self.table}/{entity}/config"


def state_of(view: Mapping[str, Any], camera_trouble: bool) -> dict[str, Any]:
    """How things stand, from the public view; ``camera_trouble`` says that the camera gives no pictures."""
    return {
        "game": str(view["title"]),
        "trump": TRUMPS[view["trump"]],
        "turn": _turn(view),
        "question": "ON" if view["questions"] else "OFF",
        "camera": "ON" if camera_trouble or view["out_of_sight"] else "OFF",
    } | {f"score_{side}": score for side, score in enumerate(view["scores"])}


def discovery(topics: Topics, view: Mapping[str, Any], version: str, address: str | None) -> dict[str, dict[str, Any]]:
    """The announcement of each entity, by its topic; ``address`` is that of the page, None where it is not known."""
    device = {
        "identifiers": [topics.table],
        "name": "Whist table",
        "manufacturer": "whist-table",
        "sw_version": version,
    }
    if address is not None:
        device["configuration_url"] = address
    frame = {
        "availability_topic": topics.availability,
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "device": device,
        "origin": {"name": "whist-table", "sw_version": version},
    }
    found = {}
    for (kind, entity), own in _entities(topics, view).items():
        found[topics.config(kind, entity)] = {**own, "unique_id": f"{topics.table}_{entity}", **frame}
    return found


def not_there(topics: Topics, view: Mapping[str, Any]) -> list[str]:
    """The topics of entities that this match has not, but one before may have had: they are taken away."""
    return [topics.config("sensor", f"score_{side}") for side in range(len(view["scores"]), MOST_SIDES)]


def _entities(topics: Topics, view: Mapping[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    def told(name: str, entity: str, icon: str, **more: Any) -> dict[str, Any]:
        template = f"{{{{ value_json.{entity} }}}}"
        return {"name": name, "state_topic": topics.state, "value_template": template, "icon": icon, **more}

    trumps = {"device_class": "enum", "options": list(TRUMPS.values())}
    return {
        ("sensor", "game"): told("Game", "game", "mdi:cards-playing"),
        ("sensor", "trump"): told("Trump", "trump", "mdi:cards-spade", **trumps),
        ("sensor", "turn"): told("Turn", "turn", "mdi:account-arrow-left"),
        **{
            ("sensor", f"score_{side}"): told(
                f"Score {_side(view, side)}", f"score_{side}", "mdi:counter", state_class="measurement"
            )
            for side in range(len(view["scores"]))
        },
        ("binary_sensor", "question"): told("Question open", "question", "mdi:comment-question"),
        ("binary_sensor", "camera"): told("Camera trouble", "camera", "mdi:camera-off", device_class="problem"),
        ("button", "new_deal"): {
            "name": "New deal",
            "command_topic": topics.new_deal,
            "payload_press": PRESS,
            "retain": False,
            "icon": "mdi:cards",
        },
    }


def _side(view: Mapping[str, Any], side: int) -> str:
    """The places of those of a side who are no androids."""
    own = [seat for seat in view["seats"] if seat["side"] == side and seat["kind"] != "android"]
    return " and ".join(str(place_name(seat["person"])) for seat in own) or str(side + 1)


def _turn(view: Mapping[str, Any]) -> str:
    if view["turn"] is None:
        return NOBODY
    seat = view["seats"][view["turn"]]
    if seat["kind"] == "android":
        return f"the android beside {place_name(seat['person'])}"
    name = view.get("names", {}).get(seat["person"]) or view.get("company", {}).get(seat["person"], {}).get("name")
    return str(name or place_name(seat["person"]))

"""House options of Android Whist, checked when they are made (RULES A10, A16, A28, A34, W6)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any


def _option(default: Any, about: str, *choices: Any) -> Any:
    return field(default=default, metadata={"about": about, "choices": choices})


@dataclass(frozen=True, slots=True, kw_only=True)
class AndroidOptions:
    """Options of a game of Android Whist; raises ``ValueError`` with one sentence for a value that is no choice."""

    first_dealer: str = _option("south", "who deals first (RULES A12)", "south", "north")
    target: int = _option(5, "points that win the game (RULES W6)", 5, 7, 9)
    layout: str = _option(
        "cross_table",
        "with the deal the holders cross the table, or stay and every second deal runs counter-clockwise (RULES A10)",
        "cross_table",
        "reverse",
    )
    after_error: str = _option(
        "both", "commands that a following android takes after an Error (RULES A16)", "both", "section2_only"
    )
    void_counts_as_shortest: bool = _option(
        False, "a void plain suit counts as shortest, so that `shortest` is an Error (RULES A28)", False, True
    )
    autoplay_last: bool = _option(False, "an android's last card is ordered without a command (RULES A34)", False, True)

    def __post_init__(self) -> None:
        for option in fields(self):
            value, choices = getattr(self, option.name), option.metadata["choices"]
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                named = ", ".join(str(choice) for choice in choices)
                raise ValueError(f"option {option.name} cannot be {value!r}; choose one of {named}")

    @classmethod
    def from_json(cls, values: object) -> AndroidOptions:
        """Options of a JSON object; raises ``ValueError`` naming the nearest key for one that is unknown."""
        if not isinstance(values, Mapping):
            raise ValueError(f"options must be an object of names and values, not {values!r}")
        known = [option.name for option in fields(cls)]
        for key in values:
            if key not in known:
                near = difflib.get_close_matches(str(key), known, 1, 0.0)
                raise ValueError(f"option {key!r} is unknown; the nearest is {near[0]!r}")
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """The options as a JSON object."""
        return asdict(self)

    @classmethod
    def described(cls) -> dict[str, str]:
        """One line about each option, by its name."""
        return {option.name: str(option.metadata["about"]) for option in fields(cls)}

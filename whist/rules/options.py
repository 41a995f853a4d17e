"""House options: typed, each with a default, a range and one line about it, checked when they are made.

Every game has a class of its own, derived from ``Options``, which holds the options of table law (RULES T2–T12).
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar, Final, Self

from whist.phrases import Joined, Phrase, joined, phrase
from whist.quoting import quoted
from whist.rules.option_names import choice_name


def option(
    default: Any, about: str, *choices: Any, low: int | None = None, high: int | None = None, says: Any = None
) -> Any:
    """A field of an ``Options`` class: one of ``choices``, or a whole number from ``low`` to ``high``.

    ``about`` is one line about it, a phrase. ``says`` puts the value into the title of the house rules: a phrase with
    ``{value}``, always said, or phrases by value, said where there is one."""
    known = {"about": phrase(about), "choices": choices, "low": low, "high": high, "says": says}
    return field(default=default, metadata=known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of any game; raises ``ValueError`` with one sentence for a value, or a combination, that cannot be."""

    title: ClassVar[str] = phrase("Whist")
    revoke_correction: str = option(
        "until_trick_turned",
        "how long a revoke may be put right (RULES T2)",
        "until_trick_turned",
        "until_next_lead",
        "never",
        says={"never": phrase("revokes cannot be put right")},
    )
    revoke_penalty: str = option(
        "none",
        "what an established revoke costs (RULES T4)",
        "none",
        "three_tricks",
        "three_points_off",
        "three_points_on",
        "concede_hand",
        says={
            "three_tricks": phrase("a revoke costs three tricks"),
            "three_points_off": phrase("a revoke costs three points"),
            "three_points_on": phrase("a revoke gives three points to the others"),
            "concede_hand": phrase("a revoke loses the hand"),
        },
    )
    exposed_cards: str = option(
        "off",
        "whether opponents may demand an exposed card (RULES T7)",
        "off",
        "call",
        says={"call": phrase("exposed cards can be called")},
    )
    misdeal: str = option(
        "same_dealer",
        "who deals after a misdeal (RULES T10)",
        "same_dealer",
        "next_dealer",
        says={"next_dealer": phrase("a misdeal loses the deal")},
    )
    review: str = option(
        "last_trick",
        "which turned tricks may be looked at (RULES T11)",
        "last_trick",
        "all",
        "none",
        says={"all": phrase("all tricks may be looked at"), "none": phrase("no trick may be looked at")},
    )
    revoke_alert: str = option(
        "owner",
        "who is told of a revoke that the camera knows at once (RULES T12)",
        "owner",
        "table",
        "none",
        says={"table": phrase("revokes are told to all"), "none": phrase("revokes are told to nobody")},
    )
    first: str = option(
        "named",
        "who begins: named, drawn or cut with cards (RULES S6)",
        "named",
        "drawn",
        "cut",
        says={"drawn": phrase("a draw decides who begins"), "cut": phrase("a cut decides who begins")},
    )
    cut: str = option(
        "high",
        "which cut card begins; with the lowest aces are low (RULES S6)",
        "high",
        "low",
        says={"low": phrase("the lowest cut card begins")},
    )
    mover: str = option(
        "left_neighbour",
        "who moves the cards of a computer player's holder (RULES S3)",
        "left_neighbour",
        "dealer",
        says={"dealer": phrase("the dealer moves the computer players’ cards")},
    )

    def __post_init__(self) -> None:
        for known in fields(self):
            _check(known.name, getattr(self, known.name), known.metadata)
        if why := self.impossible():
            raise ValueError(why)

    def impossible(self) -> str | None:
        """Why these options cannot go together, in one sentence; None when they can."""
        return None

    @classmethod
    def from_json(cls, values: object) -> Self:
        """Options of a JSON object; raises ``ValueError`` naming the nearest key for one that is unknown."""
        if not isinstance(values, Mapping):
            raise ValueError(f"options must be an object of names and values, not {quoted(values)}")
        known = [one.name for one in fields(cls)]
        for key in values:
            if key not in known:
                near = difflib.get_close_matches(str(key)[:40], known, 1, 0.0)
                raise ValueError(f"option {quoted(key)} is unknown; the nearest is {near[0]!r}")
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """The options as a JSON object."""
        return asdict(self)

    @classmethod
    def described(cls) -> dict[str, str]:
        """One line about each option, by its name."""
        return {one.name: one.metadata["about"] for one in fields(cls)}

    @classmethod
    def form(cls) -> list[dict[str, Any]]:
        """What a page needs to ask for each option: ``name``, ``about``, ``default``, and ``choices`` with their
        ``labels``, what each is called, or ``low`` and ``high``. An option with a single value is not asked for."""
        return [
            {"name": one.name, "about": one.metadata["about"], "default": one.default}
            | (
                {
                    "choices": list(one.metadata["choices"]),
                    "labels": [choice_name(one.name, value) for value in one.metadata["choices"]],
                }
                if one.metadata["choices"]
                else {"low": one.metadata["low"], "high": one.metadata["high"]}
            )
            for one in fields(cls)
            if len(one.metadata["choices"]) != 1
        ]

    def summary(self) -> Joined:
        """The house rules in force in one line, as a title: ``Classic Whist to 7, with honours``."""
        return _summary(self)


BEGINNING: Final = frozenset({"first", "cut"})
"""The options of every game by which it is settled who begins (RULES S6)."""
SEATS: Final = BEGINNING | {"mover"}
"""The options of any game that are no table law: who begins, and who does what for computer players (RULES S3)."""
_LAW = frozenset(one.name for one in fields(Options)) - SEATS


@lru_cache(64)  # every view has it
def _summary(options: Options) -> Joined:
    named = [(one.name, _said(getattr(options, one.name), one.metadata["says"])) for one in fields(options)]
    said = [(name, text) for name, text in named if text]
    own = [text for name, text in said if name not in _LAW | SEATS]
    law = [text for names in (SEATS, _LAW) for name, text in said if name in names]
    first, rest = (own[:1], own[1:] + law) if own and own[0].startswith("to ") else ([], own + law)
    return joined(", ", [joined(" ", [options.title, *first]), *rest])


def _said(value: Any, says: Any) -> Phrase | None:
    if isinstance(says, Phrase):
        return says.given(value=value)
    return says.get(value) if says else None


def _check(name: str, value: Any, known: Mapping[str, Any]) -> None:
    choices, low, high = known["choices"], known["low"], known["high"]
    if choices:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            named = ", ".join(str(choice) for choice in choices)
            raise ValueError(f"option {name} cannot be {quoted(value)}; choose one of {named}")
    elif type(value) is not int or not low <= value <= high:
        raise ValueError(f"option {name} cannot be {quoted(value)}; choose a whole number from {low} to {high}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AndroidOptions(Options):
    """Options of a game of Android Whist (RULES A10, A16, A28, A34, W6)."""

    title: ClassVar[str] = phrase("Android Whist")
    # an android's cards lie open to its handler alone, and it plays only what it is commanded: nobody can demand one
    exposed_cards: str = option("off", "opponents cannot demand an exposed card of an android (RULES T7)", "off")
    mover: str = option("left_neighbour", "androids have handlers (RULES A5)", "left_neighbour")
    first_dealer: str = option("south", "who deals first (RULES A12)", "south", "north")
    target: int = option(5, "points that win the game (RULES W6)", 5, 7, 9, says=phrase("to {value}"))
    layout: str = option(
        "cross_table",
        "with the deal the holders cross the table, or stay and every second deal runs counter-clockwise (RULES A10)",
        "cross_table",
        "reverse",
        says={"reverse": phrase("every second deal runs counter-clockwise")},
    )
    after_error: str = option(
        "both",
        "commands that a following android takes after an Error (RULES A16)",
        "both",
        "section2_only",
        says={"section2_only": phrase("after an Error no duck, beat or high")},
    )
    void_counts_as_shortest: bool = option(
        False,
        "a void plain suit counts as shortest, so that `shortest` is an Error (RULES A28)",
        False,
        True,
        says={True: phrase("a void counts as shortest")},
    )
    autoplay_last: bool = option(
        False,
        "an android's last card is ordered without a command (RULES A34)",
        False,
        True,
        says={True: phrase("last cards play themselves")},
    )

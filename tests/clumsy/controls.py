"""What a page offers, from the view that it is given: what each button sends, and how many taps it takes. The scripts
of ``web_ui/static`` show these and no others; the evenings in a browser hold them to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

MOST_TAPS: Final = 3
SAID: Final = ("hcp", "bid", "choose")
OPEN: Final = (*SAID, "deny")
"""What stands open on the page; all else of ``actions`` is in a drawer, and asks once more."""
DRAWER: Final = 3
"""Taps for what is in a drawer and asks once more: open, tap, tap."""


@dataclass(frozen=True)
class Tap:
    """A button: what it sends, and how many taps lead to it."""

    body: tuple[tuple[str, Any], ...]
    taps: int = 1

    @property
    def request(self) -> dict[str, Any]:
        """What is sent."""
        return dict(self.body)


def tap(body: Mapping[str, Any], taps: int = 1) -> Tap:
    """A button that sends ``body``."""
    return Tap(tuple(body.items()), taps)


def offered(view: Mapping[str, Any]) -> Iterator[Tap]:
    """The buttons of the page with this view (human.js, corrections.js, bids.js), but for those that throw the hand in
    or begin another game, and those that take more than ``MOST_TAPS``."""
    yield from _questions(view)
    mend = view.get("mend") or {}
    for name, body in (("agree", {"agree": True}), ("decline", {"agree": False})):
        if mend.get(name):
            yield tap(body)
    for how in mend.get("in_step", ()):
        yield tap({"in_step": how})
    if mend.get("laid_by") is not None:
        yield tap({"laid_by": mend["laid_by"]})
    if view.get("may_undo"):
        yield tap({"undo": True})
    for command in (view.get("commands") or {"allowed": ()})["allowed"]:
        yield tap({"command": command})
    for action in view.get("actions") or ():
        if "redeal" not in action:
            yield tap(action, 1 if any(name in action for name in OPEN) else DRAWER)
    for tricks in range((mend.get("claim") or -1) + 1):
        yield tap({"claim": tricks}, DRAWER)


def _questions(view: Mapping[str, Any]) -> Iterator[Tap]:
    for question in view["questions"]:
        number, open_now = question["id"], question["candidates"]
        for code in open_now:  # more than a few stand behind one more tap
            yield tap({"answer": code, "question": number}, 1 if len(open_now) <= 3 else 2)
        for code in question.get("others") or ():
            yield tap({"answer": code, "question": number}, 2)
        if question["may_be_none"]:
            yield tap({"answer": "none", "question": number})
        if question["kind"] == "turn":
            for seat in view["seats"]:
                if seat["seat"] != view["turn"]:
                    yield tap({"laid_by": seat["seat"]})

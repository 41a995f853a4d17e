"""Dead ends planted on purpose, to see that clumsy evenings find them:

    python -m tests.clumsy.planted [--evenings N]

Each is a small change of the program. It is found when an evening breaks with it, and does not without it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest import mock

from tqdm import tqdm

from tests.clumsy.evening import again, play
from whist.messages import events as ev
from whist.messages.requests import Answer, LaidBy
from whist.rules.refusals import Refused
from whist.table import granting as asking
from whist.table.state.evolve import evolve
from whist.table.state.state import State

MOST: Final = 60
"""Evenings that are played at most until a dead end is found."""


@dataclass(frozen=True)
class DeadEnd:
    """A change of the program: ``about`` says what, ``plant`` makes it, in evenings of ``games`` it is looked for."""

    about: str
    games: Sequence[str]
    plant: Callable[[ExitStack], object]


def _patched(name: str, value: Any) -> Callable[[ExitStack], object]:
    return lambda stack: stack.enter_context(mock.patch(name, value))


def _evolving(event: type, changed: Callable[[Any, State, Callable[[Any, State, Any], State], Any], State]) -> Any:
    """Another way in which an event changes the state of Android Whist."""

    @contextmanager
    def other() -> Iterator[None]:
        true = evolve.dispatch(event)
        evolve.register(event, lambda one, state, rules: changed(one, state, true, rules))
        try:
            yield
        finally:
            evolve.register(event, true)

    return lambda stack: stack.enter_context(other())


def _refuses(*given: Any) -> Any:
    raise Refused("That cannot be said now.")


def _stumbles(laid: Any) -> Any:
    raise KeyError("two cards at once")


ANDROID: Final = ("android",)
FAMILY: Final = ("italian", "classic")
PLANTED: Final[dict[str, DeadEnd]] = {
    "whose-card": DeadEnd(
        "a card that a person lays at an android's turn is said to be from that android's holder",
        ANDROID,
        _patched("whist.table.laid.laying.laid_by", lambda state, found: state.turn),
    ),
    "vanishing": DeadEnd(
        "a card that lies on a complete trick is not spoken of, and goes with it",
        ANDROID,
        lambda stack: [
            stack.enter_context(mock.patch("whist.table.flow.between.beside_trick", return_value=[])),
            stack.enter_context(mock.patch("whist.table.flow.between._ungathered", return_value=[])),
        ],
    ),
    "only-yes": DeadEnd(
        "whether somebody has laid a card can be answered with yes alone",
        FAMILY,
        lambda stack: stack.enter_context(mock.patch.dict(asking._SAID, {LaidBy: _refuses})),
    ),
    "second-card-at-the-turn-up": DeadEnd(
        "with a second card beside the turn-up nothing is said, and nothing goes on",
        ANDROID,
        _patched("whist.table.flow.dealing._which_of", lambda state, looks: None),
    ),
    "never-right-again": DeadEnd(
        "a wrong card that was taken back is still called for",
        ANDROID,
        _evolving(ev.RightAgain, lambda event, state, true, rules: state),
    ),
    "no-command": DeadEnd(
        "after its first card no command is granted to an android",
        ANDROID,
        _patched(
            "whist.table.granting.why_refused", lambda command, leading, *given: None if leading else "It is too late."
        ),
    ),
    "dealt-again": DeadEnd(
        "one wrong card, and the hand is dealt again",
        ANDROID,
        _patched(
            "whist.table.laid.laying.called_wrong",
            lambda state, *given: [ev.DealStarted(state.hand.number, state.dealer, True)] if given[-1] else [],
        ),
    ),
    "in-two-places": DeadEnd(
        "a card that was played still stands in its holder",
        ANDROID,
        _evolving(
            ev.Played, lambda event, state, true, rules: replace(true(event, state, rules), holders=state.holders)
        ),
    ),
    "stumbling": DeadEnd(
        "a doubt about which of two cards came first is an error of the program",
        FAMILY,
        _patched("whist.table.laid.laying._by_word", lambda *given: _stumbles(given)),
    ),
    "unspoken": DeadEnd(
        "a card that cannot be played is not spoken of",
        FAMILY,
        _patched("whist.table.laid.laying.called_wrong", lambda *given: []),
    ),
    "deaf": DeadEnd(
        "which card came first is not heard, and asked again",
        FAMILY,
        _patched("whist.table.laid.laying._by_word", lambda state, right, cards: (None, cards)),
    ),
    "never-in-step": DeadEnd(
        "a table that was out of step stays so, however the cards are laid",
        FAMILY,
        lambda stack: [
            stack.enter_context(mock.patch("whist.table.flow.playing._in_step", return_value=[])),
            stack.enter_context(mock.patch("whist.table.mending._may_overlook", return_value=False)),
        ],
    ),
    "dumb": DeadEnd(
        "nobody may bid or choose",
        ("candid",),
        _patched("whist.table.granting._said", lambda request: _refuses()),
    ),
    "no-word": DeadEnd(
        "a request is refused without a word",
        ANDROID,
        lambda stack: stack.enter_context(
            mock.patch.dict(asking._COMMANDED, {Answer: lambda *given: (_ for _ in ()).throw(Refused(""))})
        ),
    ),
}
"""Each by its name."""


def found(dead_end: DeadEnd, most: int = MOST) -> tuple[int, str] | None:
    """In which evening (1…) a dead end is found, and how it shows; None where ``most`` do not find it."""
    for number in range(most):
        game = dead_end.games[number % len(dead_end.games)]
        with ExitStack() as stack:
            dead_end.plant(stack)
            evening = play(game, number + 1)
        if evening.broke is not None and again(evening.choice, evening.seed, evening.acts) is None:
            return number + 1, evening.broke
    return None


def main() -> int:
    """Look for every planted dead end; status 1 when one is not found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--evenings", type=int, default=MOST, help=f"at most for each ({MOST})")
    given = parser.parse_args()
    missed = 0
    for name, dead_end in tqdm(PLANTED.items(), desc="planted", unit="dead end", disable=None):
        seen = found(dead_end, given.evenings)
        missed += seen is None
        told = "NOT FOUND" if seen is None else f"found in evening {seen[0]}: {seen[1].splitlines()[-1]}"
        tqdm.write(f"{name} ({dead_end.about}): {told}")
    print(f"{len(PLANTED) - missed} of {len(PLANTED)} planted dead ends are found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

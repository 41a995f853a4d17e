"""The buttons: confirm, undo, new deal, switch off. Each is a request that a person could make on the page; where
nothing waits for it, a press does nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from gpiozero import Button

from device.lights.pin_factory import first_line
from whist.messages.events import FEW
from whist.phrases import phrase
from whist.quoting import where_from
from whist.rules.refusals import Refused
from whist.tables import TableInPlay

log = logging.getLogger(__name__)

BOUNCE: Final = 0.05
"""Seconds for which a contact may bounce."""
HOLD: Final = 2.0
"""Seconds for which *new deal* must be held: nobody throws the cards in by leaning on it. So with *switch off*."""
HELD: Final = frozenset({"new_deal", "switch_off"})
"""Buttons that must be held."""


class Keeper(Protocol):
    """Whoever keeps the table (``device.keeper.keeper.Keeper``)."""

    table: TableInPlay

    def persons(self) -> Sequence[str]:
        """Who sits at the table, by name."""
        ...

    def request(self, person: str, body: dict[str, Any]) -> str | None:
        """Take a request of a person; raises ``Refused``."""
        ...


class Power(Protocol):
    """The power of this machine (``device.keeper.power.Power``)."""

    def ask(self, what: str) -> None:
        """Switch it ``off``; raises ``Refused``."""
        ...


def press(keeper: Keeper, name: str) -> bool:
    """Do what button ``name`` asks of the table; whether anything was granted."""
    for person, body in _asked(keeper, name):
        try:
            keeper.request(person, body)
        except (Refused, ValueError) as error:
            log.info("Button %s: %s", name, error)
        else:
            return True
    return False


def pressed(keeper: Keeper, power: Power, name: str) -> bool:
    """Do what button ``name`` asks for, be it of the table or of the machine; whether anything was granted."""
    if name != "switch_off":
        return press(keeper, name)
    try:
        power.ask("off")
    except Refused as error:
        log.warning("Button switch_off: %s", error)
        return False
    return True


def _asked(keeper: Keeper, name: str) -> list[tuple[str, dict[str, Any]]]:
    """The requests that a button may stand for, the first that is granted counts. A button knows no person."""
    persons = keeper.persons()
    if name == "undo":
        return [(person, {"undo": True}) for person in persons]  # granted to who spoke last
    if name == "confirm":
        return _confirmed(keeper.table, persons)
    if name == "new_deal" and keeper.table.phase == "over":
        return [(persons[0], {"new_game": True})]
    if name == "new_deal" and keeper.table.may_be_dealt:
        return [(persons[0], {"redeal": True})]
    return []


def _confirmed(table: TableInPlay, persons: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """The likeliest answer to the oldest question about a card that lies open: what stands in a holder is for one
    person's eyes, and which of two cards came first no camera knows."""
    for question in table.questions:
        if question.x is not None and 0 < len(question.candidates) <= FEW and set(persons) <= set(question.ask):
            return [(persons[0], {"answer": str(question.candidates[0]), "question": question.id})]
    return []


class Buttons:
    """The buttons on their ``pins`` of ``factory``, each between its pin and ground; ``pressed`` is called with the
    name of the one that was pressed, or held where it must be, from a thread of its own.

    A button whose pin cannot be had is left out and ``warnings`` says so.
    """

    def __init__(
        self, pins: Mapping[str, int], factory: Any, pressed: Callable[[str], object], hold: float = HOLD
    ) -> None:
        self.warnings: list[str] = []
        self._pressed = pressed
        self._buttons: dict[str, Button] = {}
        for name, pin in pins.items():
            try:
                button = Button(pin, bounce_time=BOUNCE, hold_time=hold, pin_factory=factory)
            except Exception as error:  # each library of pins raises errors of its own
                self.warnings.append(
                    phrase(
                        "Button {name} on GPIO {pin} cannot be used ({why}); check wiring and settings.",
                        name=name,
                        pin=pin,
                        why=first_line(error),
                    )
                )
                log.warning("%s", self.warnings[-1])
                continue
            if name in HELD:
                button.when_held = partial(self._tell, name)
            else:
                button.when_pressed = partial(self._tell, name)
            self._buttons[name] = button

    @property
    def names(self) -> frozenset[str]:
        """The buttons that have their pin."""
        return frozenset(self._buttons)

    def _tell(self, name: str) -> None:
        try:
            self._pressed(name)
        except Exception as error:
            # the thread is that of the pins: an error there would end all buttons
            log.error("button %s failed: %s", name, where_from(error))

    def close(self) -> None:
        """Give the pins back; calling it twice does no harm."""
        for name, button in self._buttons.items():
            try:
                button.close()
            except Exception as error:  # as above; the others must still be closed
                log.warning("Button %s cannot be let go of (%s).", name, first_line(error))
        self._buttons.clear()

"""The log tells where something stumbled and never what it said: that may name cards which nobody may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.keeper.eyes import Eyes
from device.keeper.keeper import Keeper
from device.lights.buttons import Buttons
from device.simulated.persons import SimulatedPersons
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from whist.quoting import where_from
from whist.rules.options import AndroidOptions

SAID = "Played(seat=2, card=SA) is no event of this table"


def stumbling(*_: Any, **__: Any) -> Any:
    raise TypeError(SAID)


class Stumbling:
    """Eyes, a desk and a camera of which nothing goes well."""

    picture = None
    tick = think = step = close = staticmethod(stumbling)


def look() -> None:
    Eyes(Keeper(AndroidOptions()), Stumbling(), Stumbling()).look()  # type: ignore[arg-type]


def sit_by_themselves() -> None:
    persons, once = SimulatedPersons(Keeper(AndroidOptions()), Stumbling(), 1.0), iter([False, True])
    persons._halt.wait = lambda timeout=None: next(once)  # type: ignore[method-assign]
    persons.run()


def press() -> None:
    Buttons._tell(type("Pressed", (), {"_pressed": staticmethod(stumbling)})(), "confirm")  # type: ignore[arg-type]


def ask() -> None:
    keeper = FakeKeeper()
    keeper.games = stumbling  # type: ignore[method-assign]
    answer = create_app(keeper, seats_store=MemorySeats()).test_client().get("/api/games")
    assert answer.status_code == 500
    assert "SA" not in answer.get_data(as_text=True)


@pytest.mark.parametrize("do", [look, sit_by_themselves, press, ask])
def test_what_stumbles_is_told_by_kind_and_place(do: Callable[[], None], caplog: pytest.LogCaptureFixture) -> None:
    do()
    assert "TypeError at " in caplog.text
    assert "test_log_tells_no_card.py:" in caplog.text
    assert "SA" not in caplog.text


def test_of_a_deep_error_the_last_places_are_told() -> None:
    def deeper(depth: int) -> None:
        if not depth:
            raise ValueError(SAID)
        deeper(depth - 1)

    with pytest.raises(ValueError, match="no event") as error:
        deeper(50)
    told = where_from(error.value)
    assert told.startswith("ValueError at device/test_log_tells_no_card.py:")
    assert (told.count(" > "), "SA" in told) == (11, False)

"""Who may open the board: whoever sits at the table and the host always, others as the house has it (RULES S7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import request

from web_ui.contracts import Keeper
from web_ui.doors.addresses import device_of
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut
from web_ui.doors.seats import Seats
from web_ui.streams import Streams
from whist.phrases import phrase

FEW: Final = 10
"""So many devices that hold no seat may watch where the house says ``ten``."""


class Watching:
    """Asks of each request whether its device may see the board."""

    def __init__(self, keeper: Keeper, seats: Seats, doorkeeper: Doorkeeper, streams: Streams) -> None:
        self._keeper, self._seats, self._doorkeeper, self._streams = keeper, seats, doorkeeper, streams

    def may_watch(self) -> bool:
        """Whether the device of the present request may see the board now."""
        return self.allowed()()

    def allowed(self) -> Callable[[], bool]:
        """The same for later on, while a stream of the present request is open."""
        cookies, owner = dict(request.cookies), device_of(request.remote_addr or "")
        is_host = self._doorkeeper.is_host(request)

        def may() -> bool:
            watching = self._keeper.house()["watching"]
            if watching == "on" or is_host or self._seats.place(cookies) is not None:
                return True
            return watching == "ten" and self._streams.among_first(owner, FEW)

        return may

    def need(self) -> None:
        """Refuse a device that may not; raises ``Shut``."""
        if not self.may_watch():
            raise Shut(phrase("The board is for those who sit at this table; the host may open it to others."), 403)

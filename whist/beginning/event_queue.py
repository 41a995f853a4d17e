"""The events of a match in their order, handed to whoever they are for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whist.messages import events as ev
from whist.messages import events_of_beginning as fb


class EventQueue:
    """Events one after the other, of which one can be put back."""

    def __init__(self, events: Iterable[ev.Event]) -> None:
        self._events = iter(events)
        self._back: ev.Event | None = None

    def next(self) -> ev.Event | None:
        """The next event; None after the last."""
        event, self._back = self._back, None
        return next(self._events, None) if event is None else event

    def put_back(self, event: ev.Event) -> None:
        """``event`` is the next one again."""
        self._back = event

    def of_the_game(self) -> Iterator[ev.Event]:
        """Those of the game's table, up to one by which somebody else begins."""
        while (event := self.next()) is not None:
            if isinstance(event, fb.BeginningEvent):
                self.put_back(event)
                return
            yield event

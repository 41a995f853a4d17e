"""Who sits where, as long as a test takes."""

from __future__ import annotations


class MemorySeats:
    """A ``SeatsStore`` that forgets with the process."""

    def __init__(self) -> None:
        self._hashes: dict[str, str] = {}

    def get(self, person: str) -> str | None:
        """The hash last put for ``person``; None when nobody sits there."""
        return self._hashes.get(person)

    def put(self, person: str, token_hash: str) -> None:
        """Keep ``token_hash`` for ``person``."""
        self._hashes[person] = token_hash

    def clear(self, person: str) -> None:
        """Forget who sits in ``person``'s place."""
        self._hashes.pop(person, None)

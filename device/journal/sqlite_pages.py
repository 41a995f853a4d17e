"""Rows out of the pages of an SQLite file, wherever those lie in it: for files of which SQLite itself makes nothing.

Every leaf of a table says what its rows are; header, tree and order of the pages, which may be damaged, are not needed.
After SQLite's "Database File Format" (sections 1.6, 2.1 and 4.1).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

Value = int | float | str | bytes | None

_SIZES: Final = (4096, 8192, 1024, 2048, 512, 16384, 32768, 65536)
"""Sizes that a page may have, bytes; the usual one first."""
_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100
"""Bytes of the file's header, before the tree on its first page."""
_TABLE, _INDEX, _INDEX_ABOVE = 0x0D, 0x0A, 0x02
"""Kinds of pages with rows: leaves of tables, of indices, and what stands above the latter. A table without row numbers
is kept as an index."""
_LOG: Final = (0x377F0682, 0x377F0683)
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""Bytes of a value of the serial types 0 to 9."""
_MOST: Final = 2**22
"""Bytes of a row at most; none of a journal comes near."""


class StoredRow(NamedTuple):
    """A row: its number, None in a table without, and its values in the order of their columns."""

    number: int | None
    values: tuple[Value, ...]


class _NoRow(Exception):
    """There is no row where one should be."""


def rows_of(path: Path) -> Iterator[StoredRow]:
    """The rows on all pages of the file at ``path``, as its write-ahead log has them where one lies beside it. A page
    that makes no sense, and a row that makes none, are passed over. Raises ``OSError``."""
    data = path.read_bytes()
    size = max(_SIZES, key=lambda size: _cells(data, size))
    pages = _Pages(data, size, _logged(path.with_name(path.name + "-wal"), size))
    for number in pages.numbers():
        yield from pages.rows(number)


def _cells(data: bytes, size: int) -> int:
    """How many rows there seem to be if pages are of ``size``."""
    return sum(
        struct.unpack_from(">H", data, start + 3)[0]
        for start in range(0, len(data) - size + 1, size)
        if data[start] in (_TABLE, _INDEX) and _points_within(data[start : start + size])
    )


def _points_within(page: bytes) -> bool:
    count = struct.unpack_from(">H", page, 3)[0]
    end = 8 + 2 * count
    return 0 < end <= len(page) and all(end <= at < len(page) for at in struct.unpack_from(f">{count}H", page, 8))


def _logged(log: Path, size: int) -> dict[int, bytes]:
    """The pages of the last commit in a write-ahead log, by their numbers from 1."""
    try:
        data = log.read_bytes()
    except OSError:
        return {}
    if len(data) < 32 or struct.unpack_from(">I", data)[0] not in _LOG:
        return {}
    salts = data[16:24]
    found: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for start in range(32, len(data) - size - 23, size + 24):
        if data[start + 8 : start + 16] != salts:
            break
        number, commits = struct.unpack_from(">II", data, start)
        waiting[number] = data[start + 24 : start + 24 + size]
        if commits:
            found |= waiting
            waiting = {}
    return found


class _Pages:
    def __init__(self, data: bytes, size: int, logged: Mapping[int, bytes]) -> None:
        self._data = data
        self._size = size
        self._logged = logged

    def numbers(self) -> list[int]:
        there = -(-len(self._data) // self._size)
        return sorted({*range(1, there + 1), *self._logged})

    def _page(self, number: int) -> bytes:
        logged = self._logged.get(number)
        return self._data[(number - 1) * self._size : number * self._size] if logged is None else logged

    def rows(self, number: int) -> Iterator[StoredRow]:
        """The rows of a page, whatever it stands for."""
        page = self._page(number)
        for start in (0, _HEADER) if number == 1 or page.startswith(_MAGIC) else (0,):
            if len(page) >= start + 12 and page[start] in (_TABLE, _INDEX, _INDEX_ABOVE):
                yield from self._rows(page, start)

    def _rows(self, page: bytes, start: int) -> Iterator[StoredRow]:
        kind, count = page[start], struct.unpack_from(">H", page, start + 3)[0]
        places = start + (12 if kind == _INDEX_ABOVE else 8)
        count = min(count, (len(page) - places) // 2)
        for at in struct.unpack_from(f">{count}H", page, places):
            try:
                yield self._row(page, at + 4 * (kind == _INDEX_ABOVE), kind == _TABLE)
            except (_NoRow, IndexError, struct.error, UnicodeDecodeError):
                continue

    def _row(self, page: bytes, at: int, numbered: bool) -> StoredRow:
        length, at = _number(page, at)
        number = None
        if numbered:
            number, at = _number(page, at)
            number -= (number >> 63) << 64
        if not 0 < length <= _MOST:
            raise _NoRow
        return StoredRow(number, _values(self._whole(page, at, length, numbered)))

    def _whole(self, page: bytes, at: int, length: int, numbered: bool) -> bytes:
        """A row's bytes, with what lies on pages of its own."""
        room = self._size - 35 if numbered else (self._size - 12) * 64 // 255 - 23
        if length <= room:
            return _taken(page, at, length)
        least = (self._size - 12) * 32 // 255 - 23
        here = least + (length - least) % (self._size - 4)
        here = here if here <= room else least
        found = _taken(page, at, here)
        next_page = struct.unpack_from(">I", page, at + here)[0]
        while len(found) < length:
            more = self._page(next_page) if next_page else b""
            if len(more) < 5:
                raise _NoRow
            next_page = struct.unpack_from(">I", more)[0]
            found += more[4 : 4 + length - len(found)]
        return found


def _taken(page: bytes, at: int, length: int) -> bytes:
    if at + length > len(page):
        raise _NoRow
    return page[at : at + length]


def _number(data: bytes, at: int) -> tuple[int, int]:
    """An SQLite varint, unsigned, and the place after it."""
    value = 0
    for k in range(8):
        value = value << 7 | data[at + k] & 0x7F
        if data[at + k] < 0x80:
            return value, at + k + 1
    return value << 8 | data[at + 8], at + 9


def _values(record: bytes) -> tuple[Value, ...]:
    """The values of a record; all of it must be used up."""
    end, at = _number(record, 0)
    place, values = end, []
    while at < end:
        kind, at = _number(record, at)
        value, place = _value(record, kind, place)
        values.append(value)
    if at != end or place != len(record):
        raise _NoRow
    return tuple(values)


def _value(record: bytes, kind: int, at: int) -> tuple[Value, int]:
    if kind in (10, 11):
        raise _NoRow
    width = _WIDTHS[kind] if kind < 10 else (kind - 12) // 2
    data = _taken(record, at, width)
    if kind == 0:
        return None, at
    if kind == 7:
        return float(struct.unpack(">d", data)[0]), at + width
    if kind < 10:
        return (kind - 8 if kind >= 8 else int.from_bytes(data, signed=True)), at + width
    return (data.decode() if kind % 2 else data), at + width

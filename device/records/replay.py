"""``whist-table replay``: game records out of files, each played through the rules.

A file holds one record, written over as many lines as it likes, or one record a line. Lines are read one at a time, so
that a file may be of any size; a record may have ``LONGEST`` bytes.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from tqdm import tqdm

from vision.input_files import opened
from whist.records.records import replay

LONGEST: Final = 2**20
"""Bytes of a record at most; a hand in which every command meets a dozen Errors has a tenth of it."""
MOST_BROKEN: Final = 1000
"""Lines of a file that hold no record, not even a bad one, after which the rest of it is left out."""
BIG: Final = 5_000_000
"""Bytes of a file from which on its progress is shown."""
_BOM: Final = b"\xef\xbb\xbf"


class Unreadable(Exception):
    """One sentence why there is no record in a file, or in a line of it."""


RecordPlace = str
"""A file, and the line where it has one record a line: ``games.jsonl:3``."""


def replay_files(options: argparse.Namespace) -> int:
    """Play recorded games through the rules; status 1 when one of them breaks the rules or cannot be read."""
    return answer_records(options, lambda record: replay(record, options.legal), in_words)


def answer_records(
    options: argparse.Namespace,
    answer: Callable[[object], dict[str, Any]],
    words: Callable[[RecordPlace, object, Mapping[str, Any]], list[str]],
) -> int:
    """Print the ``answer`` to each record of the files: as JSON, or in ``words``; status 1 when one is not ``"ok"``, or
    cannot be read."""
    right = True
    for path in options.files:
        for place, record in records(path):
            result = _result(place, record, answer)
            right = right and result["ok"]
            lines = [json.dumps(result)] if options.json else words(place, record, result)
            print(*lines, sep="\n", flush=True)
    return 0 if right else 1


def _result(place: RecordPlace, record: object, answer: Callable[[object], dict[str, Any]]) -> dict[str, Any]:
    """The ``answer``; what is wrong is said with its place."""
    if isinstance(record, Unreadable):
        return {"ok": False, "at": None, "why": str(record)}
    result = answer(record)
    return result if result["ok"] else result | {"why": f"{place}: {result['why']}"}


# -- files -------------------------------------------------------------------------------------------------------------


def records(path: Path) -> Iterator[tuple[RecordPlace, object]]:
    """Each record of a file with its place, ``Unreadable`` instead of one that cannot be read."""
    name = os.fsencode(path).decode(errors="replace")
    try:
        with opened(path, pipes=True) as file, _progress(file, name) as done:
            yield from _of_file(file, name, done)
    except OSError as error:
        yield name, Unreadable(f"{name} cannot be read: {error.strerror}; name a file of game records.")


def _progress(file: BinaryIO, name: str) -> Any:
    """A bar for a big file; none where results go by on the terminal themselves, or where there is no terminal."""
    size = os.fstat(file.fileno()).st_size
    shown = size >= BIG and sys.stderr.isatty() and not sys.stdout.isatty()
    return tqdm(total=size, desc=name, unit="B", unit_scale=True, disable=not shown)


def _of_file(file: BinaryIO, name: str, done: Any) -> Iterator[tuple[RecordPlace, object]]:
    first = file.readline(LONGEST + 1)
    first = first.removeprefix(_BOM)
    if _is_json(first):
        begun = first
    else:  # one record over many lines, or a line that is broken or empty
        begun = first + file.read(max(0, LONGEST + 1 - len(first)))
        if len(begun) <= LONGEST and _is_json(begun):
            yield name, _parse(begun)
            return
        if not any(_is_record(line) for line in begun.splitlines()):
            yield name, _why_no_records(begun, name)
            return
    yield from _of_lines(_lines(begun, file), name, done)


def _lines(begun: bytes, file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file of which ``begun`` has been read; one that is too long is cut off and the last."""
    for line in io.BytesIO(begun):
        whole = line if line.endswith(b"\n") else line + file.readline(LONGEST + 1)
        yield whole[: LONGEST + 1]
        if len(whole) > LONGEST:
            return
    while line := file.readline(LONGEST + 1):
        yield line
        if len(line) > LONGEST:
            return


def _of_lines(lines: Iterable[bytes], name: str, done: Any) -> Iterator[tuple[RecordPlace, object]]:
    broken = 0
    for number, line in enumerate(lines, 1):
        done.update(len(line))
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST:
                raise Unreadable(f"is longer than a record can be ({LONGEST} bytes); the rest of the file is left out")
            record = _parse(line.rstrip())
        except Unreadable as error:
            record = Unreadable(f"{name}, line {number} {error}.")
        yield f"{name}:{number}", record
        broken += not _has_game(record)
        if broken > MOST_BROKEN:
            yield name, Unreadable(f"{name}: more than {MOST_BROKEN} lines hold no record; the rest of it is left out.")
            return


def _why_no_records(begun: bytes, name: str) -> Unreadable:
    """Why a file whose beginning is ``begun`` holds no record at all."""
    if not begun.strip():
        return Unreadable(f"{name} is empty; name a file of game records, one JSON object a line.")
    if len(begun) > LONGEST:
        return Unreadable(f"{name}: there is no record in its first {LONGEST} bytes; a record is one JSON object.")
    try:
        _parse(begun)
    except Unreadable as error:
        return Unreadable(f"{name} {error}.")
    raise AssertionError("what can be read is a record")


# -- JSON --------------------------------------------------------------------------------------------------------------


def _is_json(text: bytes) -> bool:
    try:
        _parse(text)
    except Unreadable:
        return False
    return True


def _is_record(line: bytes) -> bool:
    """Whether ``line`` is an object with a game: within a record that goes over many lines no line is."""
    if b'"game"' not in line:
        return False
    try:
        return _has_game(_parse(line))
    except Unreadable:
        return False


def _has_game(record: object) -> bool:
    return isinstance(record, Mapping) and "game" in record


def _parse(text: bytes) -> object:
    """The value of a JSON text; raises ``Unreadable`` with the rest of a sentence that begins with its place."""
    try:
        return json.loads(text.decode(), parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise Unreadable(f"is not JSON: {error.msg} ({at})") from None
    except UnicodeDecodeError:
        raise Unreadable("is not a text file in UTF-8; name a file of game records, one JSON object a line") from None
    except RecursionError:
        raise Unreadable("is nested too deeply for a game record") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise Unreadable("has a number with too many digits for a game record") from None


def _no_number(word: str) -> object:
    raise Unreadable(f"is not JSON: there is no number {word}")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; which of two equal keys were meant nobody can know."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Unreadable("has an object in which a key is there twice")
    return made


# -- words -------------------------------------------------------------------------------------------------------------


def in_words(place: RecordPlace, record: object, result: Mapping[str, Any]) -> list[str]:
    """The lines that say what became of ``record``."""
    steps = [_step_in_words(index, legal) for index, legal in enumerate(result.get("legal", ()))]
    if not result["ok"]:
        at = "" if result["at"] is None else f" (action {result['at']})"
        return [*steps, f"{result['why']}{at}"]
    game = record["game"] if isinstance(record, Mapping) else ""
    won, points, scores = (" ".join(map(str, result[key])) for key in ("won", "points", "scores"))
    over = "; the match is over" if result["over"] else ""
    return [*steps, f"{place}: {game}: tricks won {won}; points {points}; scores {scores}{over}"]


def _step_in_words(index: int, legal: list[dict[str, Any]]) -> str:
    """``  3  seat 1: play S2 S9 SK``."""
    if not legal:
        return f"  {index}  nothing is legal"
    said: dict[str, list[str]] = {}
    for action in legal:
        key = next(key for key in action if key not in ("seat", "of"))
        many = f"{action[key]} of {' '.join(action['of'])}" if "of" in action else str(action[key])
        said.setdefault(key, []).append(many)
    words = (f"{key} {(', ' if key == 'command' else ' ').join(values)}" for key, values in said.items())
    return f"  {index}  seat {legal[0]['seat']}: {'; '.join(words)}"

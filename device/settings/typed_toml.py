"""From a TOML table to a tree of frozen dataclasses and back to a commented example: one description for both.

A leaf is made with ``option``; a table within a table is a field whose metadata is ``about(…)``.
Values are bool, int, float or str.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import textwrap
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from whist.phrases import phrase

T = TypeVar("T")


class SettingsError(Exception):
    """A settings file cannot be used; the text is one sentence with file, key and what to do."""


def option(
    default: bool | int | float | str,
    note: str,
    *,
    choices: tuple[int | str, ...] = (),
    low: float | None = None,
    high: float | None = None,
    check: Callable[[Any], str | None] | None = None,
) -> Any:
    """A field with its ``default`` and a ``note`` for the example file; a value must be one of ``choices``, lie in
    ``low``…``high`` (both included), and ``check`` must return None for it (else it says what the value must be)."""
    meta = {"note": note, "choices": choices, "low": low, "high": high, "check": check}
    return dataclasses.field(default=default, metadata=meta)


def about(note: str) -> dict[str, Any]:
    """Metadata of a field that is a table of its own: the ``note`` stands above it in the example file."""
    return {"note": note}


def read(cls: type[T], table: Mapping[str, Any], file: str, path: tuple[str, ...] = ()) -> T:
    """The dataclass ``cls`` filled from ``table``; what is absent keeps its default.

    ``file`` and ``path`` (names of the tables above) only serve the sentences of ``SettingsError``, which is raised for
    an unknown key, a wrong type or a value that is not allowed.
    """
    fields = {f.name: f for f in dataclasses.fields(typing.cast(Any, cls))}
    kinds = typing.get_type_hints(cls)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in fields:
            raise SettingsError(_unknown(key, list(fields), file, path))
        kind = kinds[key]
        if dataclasses.is_dataclass(kind):
            if not isinstance(value, dict):
                raise SettingsError(f"{file}: {_dotted(path, key)} must be a table, written [{_dotted(path, key)}].")
            values[key] = read(typing.cast(type, kind), value, file, (*path, key))
        else:
            values[key] = _leaf(fields[key], kind, value, f"{file}: {_dotted(path, key)}")
    return cls(**values)


def example(tree: Any, width: int = 100) -> Iterator[str]:
    """The lines of a commented TOML file that holds the values of ``tree``, each commented out."""
    yield from _example(tree, (), width)


def _example(tree: Any, path: tuple[str, ...], width: int) -> Iterator[str]:
    leaves = [f for f in dataclasses.fields(tree) if not dataclasses.is_dataclass(getattr(tree, f.name))]
    tables = [f for f in dataclasses.fields(tree) if dataclasses.is_dataclass(getattr(tree, f.name))]
    for f in leaves:
        yield from textwrap.wrap(_described(f), width, initial_indent="# ", subsequent_indent="# ")
        yield f"#{f.name} = {toml_value(getattr(tree, f.name))}"
    for f in tables:
        yield ""
        yield from textwrap.wrap(f.metadata["note"], width, initial_indent="# ", subsequent_indent="# ")
        yield f"[{_dotted(path, f.name)}]"
        yield from _example(getattr(tree, f.name), (*path, f.name), width)


def toml_value(value: bool | int | float | str) -> str:
    """``value`` as TOML writes it."""
    # TOML's numbers, booleans and basic strings are JSON's, but for DEL, and but for escapes of half a character each:
    # characters stand for themselves
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _described(field: dataclasses.Field[Any]) -> str:
    meta = field.metadata
    note: str = meta["note"]
    if meta["choices"]:
        return f"{note} One of {_listed(meta['choices'])}."
    if meta["low"] is not None:
        return f"{note} From {meta['low']:g} to {meta['high']:g}."
    return note


def _unknown(key: str, known: list[str], file: str, path: tuple[str, ...]) -> str:
    where = f" in [{'.'.join(path)}]" if path else ""
    near = difflib.get_close_matches(key.lower(), known, 1, cutoff=0.5)
    hint = f'did you mean "{near[0]}"?' if near else f"known are {', '.join(known)}."
    return f"{file}: unknown key {_shown(key)}{where}; {hint}"


def _leaf(field: dataclasses.Field[Any], kind: type, value: Any, where: str) -> Any:
    meta = field.metadata
    # `type is`, not isinstance: true is an int to Python and no pin number to anybody
    fits = type(value) is kind or (kind is float and type(value) is int)
    if fits and meta["choices"]:
        fits = value in meta["choices"]
    if fits and meta["low"] is not None:
        fits = bool(meta["low"] <= value <= meta["high"])
    if not fits:
        raise SettingsError(
            phrase(
                "{where} must be {wanted}, not {value}.", where=where, wanted=_wanted(kind, meta), value=_shown(value)
            )
        )
    wrong = meta["check"](value) if meta["check"] else None
    if wrong:
        raise SettingsError(phrase("{where} is {value}, but {wrong}", where=where, value=_shown(value), wrong=wrong))
    return float(value) if kind is float else value


def _wanted(kind: type, meta: Mapping[str, Any]) -> str:
    if meta["choices"]:
        return phrase("one of {choices}", choices=_listed(meta["choices"]))
    names = {
        bool: phrase("true or false"),
        int: phrase("a whole number"),
        float: phrase("a number"),
        str: phrase("a text in quotes"),
    }
    if meta["low"] is None:
        return names[kind]
    return phrase("{kind} from {low} to {high}", kind=names[kind], low=f"{meta['low']:g}", high=f"{meta['high']:g}")


def _listed(choices: tuple[int | str, ...]) -> str:
    return ", ".join(toml_value(c) for c in choices)


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) > 10**50:
        return "a number that long"
    if isinstance(value, (bool, int, float, str)):
        text = toml_value(value)
        return text if len(text) <= 60 else text[:57] + "…"
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date or time"


def _dotted(path: tuple[str, ...], key: str) -> str:
    return ".".join((*path, key))


def wrong_text(text: str) -> str | None:
    """One sentence what is wrong with a text that must be printable; None where nothing is."""
    return None if text.isprintable() else phrase("it must not hold characters that cannot be printed.")

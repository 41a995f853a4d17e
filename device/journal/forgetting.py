"""A person is forgotten: the name goes out of every match of the journal, and what they played stays as it was.

As with a match that is deleted (``device.journal.past_games``), nothing of it is to be left in the file: it is written
anew, and what a power cut leaves goes when the journal is opened next.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from device.journal.journal import Journal
from device.journal.past_games import need_room, wipe_traces
from device.journal.player_names import faces, is_face
from device.journal.soundness import names_in
from whist.phrases import phrase

NO_GAME: Final = 0
"""Stands among the deleted games while traces of a name may be left: games are numbered from 1."""


def without_name(names: Mapping[str, str], is_it: Callable[[str], bool]) -> dict[str, str]:
    """``names`` by place, as a match keeps them, without those of persons of which ``is_it`` says so."""
    computers = faces(names, names)
    return {key: name for key, name in names.items() if key in computers or is_face(key) or not is_it(name)}


def forget_name(journal: Journal, is_it: Callable[[str], bool]) -> tuple[int, bool]:
    """Take the names of which ``is_it`` says so out of all matches; of how many, and whether no trace of them is left
    in the file. Raises ``JournalError``, with nothing changed."""
    need_room(journal)
    with journal.reading() as db:
        db.execute("PRAGMA secure_delete = ON")
    count = 0
    with journal.transaction(phrase("written")) as db:
        for game, text in db.execute("SELECT id, names FROM games").fetchall():
            names = names_in(text)
            kept = without_name(names, is_it)
            if kept != names:
                written = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
                db.execute("UPDATE games SET names = ? WHERE id = ?", (written, game))
                count += 1
        if count:
            db.execute("INSERT OR IGNORE INTO deleted (game) VALUES (?)", (NO_GAME,))
    return count, wipe_traces(journal)

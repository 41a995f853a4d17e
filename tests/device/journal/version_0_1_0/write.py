"""How the evenings beside this file were written, by version 0.1.0 (commit 12dde83) and nothing later:

    cd CHECKOUT_OF_12dde83 && PYTHONPATH=. python …/tests/device/journal/version_0_1_0/write.py OUT

Evenings of every game by people who err: cards read badly, laid wrong, too early, out of turn or in the place of
another, taken back and put right; revokes, claims, corrections, calls taken back, new deals; the program is broken off
and goes on, the play area goes out of sight, and some games are left off in the middle. Of many evenings those are kept
that bring events, questions or sentences which none before them had. OUT gets ``journal.sqlite``, as that version wrote
it, and ``shown.jsonl.xz``, what it showed: see ``tests.device.journal.old_evenings``. ``exported.json.xz`` was made of
what ``python -m device.cli export --journal OUT --to FORMAT`` then printed.
"""

from __future__ import annotations

import json
import lzma
import random
import sqlite3
import sys
from pathlib import Path

from erring_people import ErringAndroids, ErringFamily  # it lies beside this file

from device.games import follow, written
from device.journal import Journal
from whist import events as ev
from whist.games import GAMES
from whist.options import AndroidOptions
from whist.phrases import Joined, Phrase
from whist.requests import (
    NewGame,
)
from whist.table import Table

OPTIONS = {
    "android": [
        {},
        {"review": "all", "revoke_alert": "table"},
        {"revoke_penalty": "three_tricks", "layout": "cross_table"},
    ],
    "classic": [
        {"honours": True},
        {"review": "all", "exposed_cards": "call"},
        {"revoke_alert": "table", "revoke_penalty": "three_points_off"},
    ],
    "italian": [
        {"trump_method": "rotation", "revoke_penalty": "three_tricks"},
        {"trump_method": "entered", "exposed_cards": "call"},
    ],
    "candid": [{"target": 250}, {"show_hcp": "always", "review": "all"}],
    "australian": [{}, {"exposed_cards": "call", "misdeal": "next_dealer"}],
    "bid": [{"sport": "always", "bidder_gets_kitty": True}, {"sport": "always", "bidder_gets_kitty": False}, {}],
    "german": [{}, {"review": "all", "revoke_alert": "table"}],
    "honeymoon": [{}, {"revoke_alert": "table", "revoke_penalty": "concede_hand"}],
}
"""House rules of the evenings, in turn."""
PLAYERS = {"australian": (4, 5)}
SEEDS = 120
"""Evenings of each game of which some are kept."""
MOST = 7
"""Evenings of a game that are kept."""


def played(game, seed):
    """The choice and the events of an evening, as far as the people get."""
    rng = random.Random(f"{game} {seed}")
    options = OPTIONS[game][seed % len(OPTIONS[game])]
    erring = (0.0, 0.06, 0.12, 0.25, 0.4)[seed % 5]
    truthful = (0.97, 0.8)[seed % 2]
    hands = rng.choice((1, 2, 3))
    if game == "android":
        world = ErringAndroids(rng, AndroidOptions(**options), erring=erring, truthful=truthful)
        world.revokes = seed % 3 == 0
        choice = NewGame(0, "android", world.options.to_json())
    else:
        players = PLAYERS.get(game, (None,))[seed % len(PLAYERS.get(game, (None,)))]
        world = ErringFamily(
            rng, game, dict(options), players, revokes=0.25 * (seed % 3 == 0), erring=erring, truthful=truthful
        )
        choice = NewGame(0, game, world.table.rules.options.to_json(), world.rules.players, 0, 0)
    stuck = None
    try:
        world.evening(hands)
    except Exception as error:  # people and table are not of one mind any more: they leave it at that
        stuck = repr(error)[:90]
    return choice, world.table.events, stuck


def seats_of(table):
    return range(4) if isinstance(table, Table) else range(table.rules.players)


def views(choice, events):
    """What was shown after each event: the public view and that of each seat; None where nothing could be shown."""
    for table in follow(choice, events):
        if isinstance(table, Table) or table.state.hand is not None:
            try:
                yield [table.public_view(), *(table.view(seat) for seat in seats_of(table))]
            except Exception:  # that version could not show everything that it let happen
                yield None
        else:
            yield None


def words(value):
    """The words of all phrases in a view."""
    if isinstance(value, Joined):
        for part in value.parts:
            yield from words(part)
    elif isinstance(value, Phrase):
        yield value.one
        yield from words(value.values)
    elif isinstance(value, dict):
        for one in value.values():
            yield from words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words(one)


def news(choice, events):
    """What an evening brings: kinds of events and questions, sentences."""
    found = {f"event {event.name}" for event in events}
    found |= {f"question {event.about}" for event in events if isinstance(event, ev.Question)}
    for shown in views(choice, events):
        found |= {f"phase {shown[0]['phase']}"} if shown else set()
        found |= {f"words {text}" for text in words(shown)}
    return found


def worth(found):
    """What news are worth: sentences one each, the rest more."""
    return sum(1 if one.startswith("words") else 8 for one in found)


def changes(before, now):
    """Keys of a view that changed, with their values; a key that is gone is None in ``gone``."""
    return {key: value for key, value in now.items() if key not in before or before[key] != value}


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    chosen = []
    for game in GAMES:
        evenings = []
        for seed in range(SEEDS):
            choice, events, stuck = played(game, seed)
            if len(events) > 20:
                evenings.append((choice, events, news(choice, events), stuck))
        known, kept = set(), 0
        while kept < MOST and evenings:
            best = max(evenings, key=lambda one: worth(one[2] - known) / (len(one[1]) + 150))
            if worth(best[2] - known) < 3:
                break
            evenings.remove(best)
            known |= best[2]
            chosen.append(best)
            kept += 1
            print(game, len(best[1]), "events", best[3] or "to the end", flush=True)
        print(game, len({one for one in known if one.startswith("words")}), "sentences", flush=True)
    path = out / "journal.sqlite"
    path.unlink(missing_ok=True)
    journal = Journal(path)
    lines = []
    for number, (choice, events, _, _) in enumerate(chosen):
        game = journal.begin_game(written(choice), 1.75e9 + 10000 * number)
        journal.append(game, 0, [event.to_json() for event in events], 1.75e9 + 10000 * number)
        before = []
        for shown in views(choice, events):
            if shown is None:
                lines.append([game, None])
                continue
            public, own = shown[0], [{k: v for k, v in one.items() if shown[0].get(k, ...) != v} for one in shown[1:]]
            now = [public, *own]
            if len(before) != len(now):
                before = [{} for _ in now]
            lines.append([game, [[changes(b, n), sorted(set(b) - set(n))] for b, n in zip(before, now, strict=True)]])
            before = now
    journal.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (out / "shown.jsonl.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    (out / "journal.sqlite.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    every = {event.name for _, events, _, _ in chosen for event in events}
    print("events never:", sorted(set(ev.EVENTS) - every) if hasattr(ev, "EVENTS") else sorted(every))
    print(
        len(lines),
        "steps,",
        len(text),
        "characters,",
        (out / "shown.jsonl.xz").stat().st_size,
        "and",
        (out / "journal.sqlite.xz").stat().st_size,
        "bytes",
    )


if __name__ == "__main__":
    main()

"""Kills the running program at random moments of played deals and compares what its pages had shown with what it knows
when it is started again.

``python -m tests.device.kills --times 200 --seed 1`` plays Android, Candid and Bid Whist on simulated tables, each
game with its own journal, kills the program with SIGKILL, and looks each time at three things: every view that a board
or a person's page had received follows from the journal's events up to that view's number; the events of the lives
before are all there, unchanged; and no card, trick, hand or deal happened twice. Status 1 when anything differs.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from device.journal.journal import Journal
from device.settings.game_choice import chosen
from web_ui.called import with_names
from whist.messages.events import event_from_json
from whist.tables import resume

ROOT = Path(__file__).parents[2]
PERSONS = ("south", "north")
WATCHED = ("", *PERSONS)
"""The board and two persons' pages."""
AT_START = 0.15
"""The share of kills that come while the program is being started."""
UP, WAIT = 180.0, 60.0
"""Seconds in which the program must be up, and for which its board is watched at most."""
STUCK = 3
"""Lives in a row without any event after which a table counts as stuck."""


@dataclass
class Shown:
    """What one page received: the views, in order."""

    page: str
    views: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Game:
    """A game as the journal has it."""

    options: dict[str, Any]
    events: list[dict[str, Any]]


class Life:
    """One run of ``whist-table run`` on the data in ``folder``, with a board and two persons' pages open."""

    def __init__(self, folder: Path, game: str, cookies: dict[str, str]) -> None:
        self.shown = [Shown(page) for page in WATCHED]
        self.watched = threading.Event()
        """Set when a page shows something, or when the program has ended by itself."""
        self.quiet = False
        """Whether its board was watched for long and shown too little."""
        self._cookies = cookies
        self._threads: list[threading.Thread] = []
        self._open = contextlib.ExitStack()
        self._address = ""
        command = ["run", "--camera", "sim", "--port", "0", "--data", str(folder), "--game", game]
        command += ["--settings", str(folder / "settings.toml")]
        program = [sys.executable, "-m", "device.commands.cli", *command]
        with (folder / "stderr.txt").open("a") as said:
            self._process = subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, stderr=said, text=True)
        self._begin(self._wait_for_address)

    def _begin(self, target: Any, *arguments: Any) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _wait_for_address(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"open at http://(\S+)", line):
                self._address = found[1]
                break
        if self._address:
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._sit()
            for shown in self.shown:
                self._begin(self._follow, shown)
        for _ in self._process.stdout:
            pass
        self.watched.set()

    def _sit(self) -> None:
        """Take the persons' places, if that was not done in an earlier life, and let simulated persons play on."""
        for person in PERSONS:
            if person not in self._cookies:
                answer = self._ask("POST", f"/seats/{person}", {})
                cookie = answer.getheader("Set-Cookie", "").split(";")[0]
                if cookie:
                    self._cookies[person] = cookie
        for person in PERSONS:
            self._ask("POST", f"/simulation/{person}/plays-itself", {"on": True}, person)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None, person: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | self._as(person)
        with closing(http.client.HTTPConnection(self._address, timeout=20)) as link:
            link.request(method, path, None if body is None else json.dumps(body), headers)
            answer = link.getresponse()
            answer.read()
            return answer

    def _as(self, person: str) -> dict[str, str]:
        return {"Cookie": self._cookies[person]} if person in self._cookies else {}

    def _follow(self, shown: Shown) -> None:
        """Read a page's stream until it breaks off; a match that is over is followed by another."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            link = http.client.HTTPConnection(self._address, timeout=30)
            self._open.callback(link.close)
            link.request("GET", f"/events/{shown.page}".rstrip("/"), headers=self._as(shown.page))
            answer = link.getresponse()
            self._open.callback(answer.close)
            data, over = b"", False
            while line := answer.readline():
                if line.startswith(b"data: "):
                    data = line[6:]
                elif line == b"\n" and data:  # only now the message is whole
                    view = json.loads(data)["view"]
                    shown.views.append(view)
                    self.watched.set()
                    data = b""
                    if shown.page == "south" and view["phase"] == "over" and not over:
                        self._ask("POST", "/requests/south", {"new_game": True}, "south")
                    over = view["phase"] == "over"

    def wait_for(self, views: int) -> bool:
        """Wait until the board was shown so many views, or for long; whether it was shown any."""
        self.watched.wait(UP)
        until = time.monotonic() + WAIT
        while len(self.shown[0].views) < views and time.monotonic() < until and self._process.poll() is None:
            time.sleep(0.005)
        self.quiet = time.monotonic() >= until
        return bool(self.shown[0].views)

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        self._process.send_signal(how)
        status = self._process.wait(30)
        for thread in self._threads:
            thread.join(30)
        self._open.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status


def games_of(folder: Path) -> list[Game]:
    """The games of the journal in ``folder`` as it lies there, read from a copy so that the next life finds it so."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("journal.sqlite", "journal.sqlite-wal"):
            if (folder / name).exists():
                shutil.copyfile(folder / name, Path(scratch) / name)
        if not (Path(scratch) / "journal.sqlite").exists():
            return []
        with closing(Journal(Path(scratch) / "journal.sqlite")) as journal:
            return [Game(game.options, journal.events(game.id)) for game in journal.games()]


# -- comparing ---------------------------------------------------------------------------------------------------------


def differences_of_views(shown: Shown, first: int, games: list[Game]) -> Iterator[str]:
    """Where a page was shown what does not follow from the events; ``first`` is the game with which it began."""
    number, before, page = first, -1, shown.page or "board"
    for view in shown.views:
        number += view["event"] < before
        before = view["event"]
        while number < len(games) and chosen(games[number].options).game != view["game"]:
            number += 1  # begun, and another chosen before anybody looked
        if number >= len(games) or before > len(games[number].events):
            yield f"the {page} was shown event {before} of game {number + 1}, which is not in the journal"
            continue
        wrong = _wrong_in(view, games[number], shown.page)
        if wrong and number + 1 < len(games) and _follows(view, games[number + 1], shown.page):
            number += 1  # over, and the next begun before this page was shown anything of it
        elif wrong:
            yield f"the {page} was shown another {', '.join(wrong)} at event {before} of game {number + 1}"


def _follows(view: dict[str, Any], game: Game, person: str) -> bool:
    """Whether a view is one of that game."""
    same = chosen(game.options).game == view["game"] and view["event"] <= len(game.events)
    return same and not _wrong_in(view, game, person)


def _wrong_in(view: dict[str, Any], game: Game, person: str) -> list[str]:
    """What of a view does not follow from the events of its game."""
    table = resume(chosen(game.options), map(event_from_json, game.events[: view["event"]]))
    seen = table.public_view()
    if person:  # people are called by name there
        named = {key: view[key] for key in ("names", "company") if key in view}
        seen = with_names(table.view(table.seat_of(person)) | named)
    rebuilt = json.loads(json.dumps(seen))
    given = view | {"questions": [_without_picture(question) for question in view["questions"]]}
    return [key for key in rebuilt if key != "notes" and rebuilt[key] != given[key]]


def _without_picture(question: dict[str, Any]) -> dict[str, Any]:
    """A question without the number of its picture, which is kept in memory alone."""
    return {key: value for key, value in question.items() if key != "picture"}


def differences_of_lives(before: list[Game], now: list[Game]) -> Iterator[str]:
    """What was in the journal and is not there any more, or not so."""
    for number, (old, new) in enumerate(zip(before, now, strict=False), 1):
        if new.events[: len(old.events)] != old.events:
            yield f"the events of game {number} are not those that they were"
        if number < len(before) and len(new.events) != len(old.events):
            yield f"game {number} went on after the next had begun"
    if len(now) < len(before):
        yield f"{len(before) - len(now)} games are gone"


def doubled(game: Game) -> Iterator[str]:
    """Cards, tricks, hands and deals that happened twice, or were left out."""
    laid: Counter[str] = Counter()
    deal, tricks, scored = 0, 0, False
    for event in game.events:
        name = event["event"]
        if name in ("deal_started", "hand_started"):
            if event["deal"] != deal + (not event["redeal"]) and event["deal"] != deal:
                yield f"deal {event['deal']} follows deal {deal}"
            deal, tricks, scored = event["deal"], 0, False
            laid.clear()
        elif name == "played":
            laid[event["card"]] += 1
        elif name == "taken_back":
            laid[event["card"]] -= 1
        elif name == "replaced":
            laid[event["card"]] -= 1
            laid[event["by"]] += 1
        elif name == "trick_won":
            tricks += 1
            if event["trick"] != tricks:
                yield f"trick {event['trick']} of deal {deal} is won as number {tricks}"
        elif name == "hand_scored":
            if scored:
                yield f"deal {deal} is scored twice"
            scored = True
        if any(count not in (0, 1) for count in laid.values()):
            yield f"{event.get('card')} of deal {deal} was played twice"
            laid.clear()


# -- killing -----------------------------------------------------------------------------------------------------------


@dataclass
class Table:
    """One simulated table over its lives."""

    game: str
    folder: Path
    cookies: dict[str, str] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    idle: int = 0


@dataclass
class Report:
    """What the kills came to."""

    kills: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    views: int = 0
    events: int = 0
    hands: int = 0
    wrong: list[str] = field(default_factory=list)


def kill_once(table: Table, rng: random.Random, report: Report, most: int) -> None:
    """One life of ``table``, its end, and what can be seen of it."""
    going_on = bool(table.games) and not _is_finished(table)
    first = len(table.games) - going_on
    life = Life(table.folder, table.game, table.cookies)
    at_start = rng.random() < AT_START
    if at_start:
        life.watched.wait(rng.uniform(0.0, 3.0))
    elif not life.wait_for(rng.randint(1, most)):
        report.wrong.append(f"{table.game}: the program did not come up; see {table.folder / 'stderr.txt'}")
    time.sleep(rng.uniform(0.0, rng.choice((0.1, 1.0, 3.0))))
    life.end()
    before, table.games = table.games, games_of(table.folder)
    report.kills += 1
    report.phases[_moment(life)] += 1
    report.views += sum(len(shown.views) for shown in life.shown)
    found = [sentence for shown in life.shown for sentence in differences_of_views(shown, first, table.games)]
    found += differences_of_lives(before, table.games)
    found += [sentence for game in table.games[-2:] for sentence in doubled(game)]
    fresh = _count(table.games) - _count(before)
    table.idle = 0 if fresh else table.idle + life.quiet
    if table.idle >= STUCK:
        found.append(f"nothing has happened for {STUCK} lives")
        table.idle = 0
    report.wrong += [f"kill {report.kills}, {table.game}: {sentence}" for sentence in found]


def _is_finished(table: Table) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("journal.sqlite", "journal.sqlite-wal"):
            if (table.folder / name).exists():
                shutil.copyfile(table.folder / name, Path(scratch) / name)
        with closing(Journal(Path(scratch) / "journal.sqlite")) as journal:
            return journal.current_game() is None


def _count(games: list[Game]) -> int:
    return sum(len(game.events) for game in games)


def _moment(life: Life) -> str:
    """When it was killed, as its board knew last."""
    views = life.shown[0].views
    if not views:
        return "being started"
    last = views[-1]
    return f"{last['phase']}, {len(last['trick'])} cards lie" if last["phase"] == "play" else last["phase"]


def kill(times: int, seed: int, games: list[str], folder: Path, most: int = 12, hidden: bool = False) -> Report:
    """Kill the program ``times`` times, soon after its board was shown something for the first to the ``most``-th time,
    in turn on a table of each of ``games``; data are kept in ``folder``."""
    rng, report = random.Random(seed), Report()
    tables = []
    for number, game in enumerate(games):
        table = Table(game, folder / game)
        table.folder.mkdir(parents=True)
        table.folder.joinpath("settings.toml").write_text(
            f'[simulation]\nplays_itself = "both"\nspeed = 1000\nseed = {seed + number}\n'
        )
        tables.append(table)
    with tqdm(total=times, unit="kill", desc="kills", disable=hidden or None) as bar:
        for number in range(times):
            kill_once(tables[number % len(tables)], rng, report, most)
            bar.set_postfix(wrong=len(report.wrong))
            bar.update()
    everything = [event for table in tables for game in table.games for event in game.events]
    report.events = len(everything)
    report.hands = sum(event["event"] == "hand_scored" for event in everything)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", default="android,candid,bid")
    parser.add_argument("--most", type=int, default=12, help="views of the board before a kill, at most (12)")
    parser.add_argument("--keep", type=Path, help="keep journals and what the program said in this new folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        report = kill(
            options.times, options.seed, options.games.split(","), options.keep or Path(scratch), options.most
        )
    for sentence in report.wrong:
        print(sentence)
    moments = ", ".join(f"{moment} {count}" for moment, count in report.phases.most_common())
    print(
        f"{report.kills} kills ({moments}); {report.views} views compared, {report.events} events, {report.hands} hands"
    )
    print(f"{len(report.wrong)} differences")
    return int(bool(report.wrong))


if __name__ == "__main__":
    sys.exit(main())

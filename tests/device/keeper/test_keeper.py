"""The keeper: one order of things, written down before they are shown, and the same table after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np
import pytest

from device.journal.journal import Journal, JournalError
from device.journal.scribe import Scribe
from device.keeper.eyes import Eyes
from device.keeper.keeper import Keeper
from device.simulated.acting import do_by_hand
from device.simulated.hands import Hands
from device.simulated.players import Player
from tests.simulated import android_hands, hands_of, people
from vision.camera.protocol import CameraError, PictureDropped
from whist.messages.events import event_from_json
from whist.messages.observations import HolderShows
from whist.messages.requests import NewGame
from whist.rules.commands import AndroidOptions
from whist.table.table import Refused, Table


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Journal]]:
    """Opens the journal of a folder; it is closed when the test ends."""
    with ExitStack() as stack:
        yield lambda folder: stack.enter_context(closing(Journal(folder / "journal.sqlite")))


def play(keeper: Keeper, hands: Hands, players: list[Player], acts: int) -> None:
    """Let two simulated people act ``acts`` times before eyes that never doubt."""
    done = 0
    while done < acts:
        if keeper.see(hands.perfect_view()):
            continue
        for player in players:
            act = player.act(keeper.private_view(player.person), hands)
            if act is None:
                continue
            done += 1
            if act.body:
                keeper.request(player.person, dict(act.body))
            else:
                do_by_hand(act, keeper.table.seat_of(player.person), keeper.table, hands)
            break
        else:
            raise AssertionError(f"nobody can go on: {keeper.public_view()}")


def test_killed_in_mid_trick_and_started_again_the_table_is_the_same(
    opened: Callable[[Path], Journal], tmp_path: Path
) -> None:
    program = textwrap.dedent(
        f"""
        import os, signal
        from pathlib import Path
        from device.journal.journal import Journal
        from device.keeper.keeper import Keeper
        from tests.device.keeper.test_keeper import play
        from tests.simulated import hands_of, people
        from whist.rules.commands import AndroidOptions
        folder = Path({str(tmp_path)!r})
        keeper = Keeper(AndroidOptions(), Journal(folder / "journal.sqlite"))
        hands = hands_of(keeper.table, 5, folder / "table.json")
        players = people(keeper, 5)
        play(keeper, hands, players, 20)
        while len(keeper.public_view()["trick"]) not in (2, 3):
            play(keeper, hands, players, 1)
            keeper.see(hands.perfect_view())
        import json
        (folder / "shown.json").write_text(json.dumps([e.to_json() for e in keeper.table.events]))
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    killed = subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[3], env={**os.environ})
    assert killed.returncode == -signal.SIGKILL
    import json

    shown = json.loads((tmp_path / "shown.json").read_text())
    journal = opened(tmp_path)
    keeper = Keeper(AndroidOptions(), journal)
    assert [event.to_json() for event in keeper.table.events] == shown
    assert len(keeper.public_view()["trick"]) in (2, 3)
    # and the cards still lie on the simulated table, so that the deal can be played to its end
    hands = hands_of(keeper.table, 5, tmp_path / "table.json")
    players = people(keeper, 5)
    while not keeper.public_view()["hand"]:
        play(keeper, hands, players, 1)
    assert sum(keeper.public_view()["hand"]["won"]) == 13


def test_a_new_game_begins_only_when_the_old_one_is_over() -> None:
    keeper = Keeper(AndroidOptions())
    with pytest.raises(Refused):
        keeper.request("south", {"new_game": True})


@pytest.mark.parametrize("body", [{}, {"command": 3}, {"answer": "XX", "question": 1}, {"answer": "HT"}, {"what": 1}])
def test_bad_requests_are_refused_and_change_nothing(body: dict) -> None:
    keeper = Keeper(AndroidOptions())
    before = Table.from_events(keeper.table.events, AndroidOptions())
    with pytest.raises(Refused):
        keeper.request("south", body)
    assert keeper.table == before


def test_waiting_ends_when_something_changes() -> None:
    keeper = Keeper(AndroidOptions())
    version = keeper.version
    assert keeper.wait(version, 0.01) == version
    keeper.touch()
    assert keeper.wait(version, 1.0) == version + 1


class FailingWatcher:
    """Fails twice, each time in another way, then sees nothing new."""

    def __init__(self) -> None:
        self.left: list[Exception] = [CameraError("The camera is unplugged."), RuntimeError("a bad picture")]

    def tick(self, camera: object) -> list:
        if self.left:
            raise self.left.pop(0)
        return []


class NoCamera:
    def close(self) -> None:
        pass


def test_a_camera_that_fails_is_said_and_looked_at_again() -> None:
    keeper = Keeper(AndroidOptions())
    eyes = Eyes(keeper, FailingWatcher(), NoCamera())
    eyes.start()
    said = set()
    version = 0
    while len(said) < 2 or keeper.public_view()["notes"]:
        version = keeper.wait(version, 5.0)
        said |= set(keeper.public_view()["notes"])
    eyes.stop()
    assert said == {"The camera is unplugged.", "A look at the table failed; the reason is in the log."}
    assert keeper.public_view()["out_of_sight"]


class Snapshots:
    """A camera whose captures are ``outcomes``, one after the other: pictures, or what is raised."""

    def __init__(self, *outcomes: object) -> None:
        self.outcomes = list(outcomes)
        self.threads: set[str] = set()

    def capture(self) -> object:
        self.threads.add(threading.current_thread().name)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        pass


class IdleWatcher:
    """Sees nothing."""

    def tick(self, camera: object) -> list:
        return []


def test_the_thread_that_looks_takes_pictures_for_others() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    camera = Snapshots(PictureDropped("torn"), picture, CameraError("The cable is off."))
    keeper = Keeper(AndroidOptions())
    eyes = Eyes(keeper, IdleWatcher(), camera, looks_per_second=1000)  # type: ignore[arg-type]
    eyes.start()
    try:
        assert eyes.picture(60) is picture
        with pytest.raises(CameraError, match="The cable is off"):
            eyes.picture(60)
        assert camera.threads == {"eyes"}
        assert keeper.public_view()["notes"] == []
    finally:
        eyes.stop()
    with pytest.raises(CameraError, match=r"no picture for 0\.01 seconds"):
        eyes.picture(0.01)


def test_a_full_disk_is_said_and_nothing_is_lost(
    opened: Callable[[Path], Journal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opened(tmp_path)
    keeper = Keeper(AndroidOptions(), journal)
    hands, players = hands_of(keeper.table, 5), people(keeper, 5)
    with monkeypatch.context() as patched:

        def full(*_: object) -> None:
            raise JournalError("The disk is full.")

        patched.setattr(journal, "append", full)
        play(keeper, hands, players, 3)
        (said,) = keeper.public_view()["notes"]
        assert said.startswith("The disk is full.")
        assert "do not switch off" in said
    play(keeper, hands, players, 3)
    assert keeper.public_view()["notes"] == []
    game = journal.current_game()
    assert game is not None
    written = [event_from_json(line) for line in journal.events(game.id)]
    assert Table.from_events(written, AndroidOptions()) == keeper.table


def test_what_followed_before_a_look_failed_is_written_before_it_is_shown(
    opened: Callable[[Path], Journal], tmp_path: Path
) -> None:
    journal = opened(tmp_path)
    keeper = Keeper(AndroidOptions(), journal)
    hands = android_hands(5)
    first, *_ = hands.perfect_view()
    with pytest.raises(ValueError, match="no holder 7"):
        keeper.see([first, HolderShows(7, first.slots)])
    assert len(keeper.table.events) > 1
    assert len(journal.events(1)) == len(keeper.table.events) == keeper.public_view()["event"]


def test_a_game_that_cannot_go_on_is_kept_and_another_begins(opened: Callable[[Path], Journal], tmp_path: Path) -> None:
    journal = opened(tmp_path)
    strange = [{"event": "deal_started", "deal": 1, "dealer": 0}, {"event": "played", "seat": 2, "card": "XX"}]
    journal.append(journal.begin_game({"target": 5}), 0, strange, 1.0)
    keeper = Keeper(AndroidOptions(), journal)
    (said,) = keeper.public_view()["notes"]
    assert said == "The unfinished game is kept, but this program cannot go on with it."
    assert keeper.public_view()["phase"] == "deal"
    assert journal.events(1) == strange
    assert [game.finished for game in journal.games()] == [None, None]
    keeper.new_game(NewGame(0, "german"))
    assert keeper.public_view()["notes"] == []


def test_which_hand_it_is_stays_the_same_over_a_restart_and_in_no_other_match(tmp_path: Path) -> None:
    with closing(Scribe(tmp_path / "journal.sqlite")) as scribe:
        first = Keeper(NewGame(0, "classic"), scribe).which_hand()
    with closing(Scribe(tmp_path / "journal.sqlite")) as scribe:
        keeper = Keeper(NewGame(0, "classic"), scribe)
        assert keeper.which_hand() == first
        keeper.request("south", {"redeal": True})
        again = keeper.which_hand()
        keeper.new_game(NewGame(0, "german"))
        assert len({first, again, keeper.which_hand()}) == 3

"""The table at a real broker: told of, gone, back, refused, and never waiting."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.home.home import FILE, Home, table_name
from device.keeper.keeper import Keeper
from device.settings.mqtt import Mqtt
from tests.device.home.brokers import Mosquitto, free_port, listening, needs_mosquitto, until, without
from tests.device.home.test_discovery import held_against_the_schema
from tests.web_ui.stage import Stage
from whist.messages.requests import NewGame

ROOT = Path(__file__).parents[3]
SECRET = "correct horse"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


@contextmanager
def at_home(keeper: Keeper, folder: Path, port: int, **settings: Any) -> Iterator[Home]:
    home = Home(Mqtt(enabled=True, host="127.0.0.1", port=port, **settings), keeper, folder, lambda: None)
    try:
        yield home
    finally:
        home.close()


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    one = Stage(tmp_path, "classic", seed=3, humans=())
    one.play_until(lambda view: view["trick"])
    return one


@needs_mosquitto
def test_whoever_comes_later_finds_the_device_and_how_it_stands(
    broker: Mosquitto, stage: Stage, tmp_path: Path
) -> None:
    with at_home(stage.keeper, tmp_path, broker.port):
        with listening(broker) as heard:
            until(heard.state, "the first state")
        with listening(broker) as heard:
            until(heard.state, "the state for who comes later")
            until(heard.availability, "the availability")
            assert heard.retained == heard.last.keys(), "all of it was retained"
            held_against_the_schema(
                {topic: json.loads(text) for topic, text in heard.last.items() if "/config" in topic}
            )
            assert sum("/config" in topic for topic in heard.last) == 8
            assert heard.state()["turn"] in ("South", "West", "North", "East")
            turn = heard.state()["turn"]
            stage.play_until(lambda view: view["turn"] not in (None, stage.view["turn"]) or not view["trick"])
            until(lambda: heard.state()["turn"] != turn, "the next turn")
            assert heard.availability() == "online"
            assert table_name(tmp_path / FILE) in heard.topic("/state"), "it keeps its name"
    with listening(broker) as heard:
        assert until(heard.availability, "the farewell") == "offline"


@needs_mosquitto
def test_another_game_has_other_scores_and_none_of_before(broker: Mosquitto, stage: Stage, tmp_path: Path) -> None:
    with listening(broker) as heard, at_home(stage.keeper, tmp_path, broker.port):
        until(heard.state, "the first state")
        stage.keeper.new_game(NewGame(0, "australian", {}, 5, 0, 1))
        until(lambda: "score_4" in heard.state(), "five scores")
        fifth = heard.topic("/score_4/config")
        stage.keeper.new_game(NewGame(0, "classic", {}, None, 0, 1))
        until(lambda: heard.last[fifth] == "", "that it is taken away")
        assert "score_2" not in heard.state()
    with listening(broker) as heard:
        until(heard.state, "the state")
        assert fifth not in heard.last


def redeals(keeper: Keeper) -> int:
    return sum(event.to_json().get("redeal", False) for event in keeper.table.events)


@needs_mosquitto
def test_the_button_deals_and_a_retained_press_does_not(
    broker: Mosquitto, stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stage.keeper.new_game(NewGame(0, "classic", {}, None, 0, 1))
    stage.play_until(lambda view: view["phase"] == "play")
    with listening(broker) as heard, at_home(stage.keeper, tmp_path, broker.port), caplog.at_level(logging.INFO):
        until(heard.state, "the first state")
        press = json.loads(heard.last[heard.topic("new_deal/config")])["command_topic"]
        heard.client.publish(press, "PRESS", qos=1, retain=True).wait_for_publish(5)
        until(lambda: "retained command" in caplog.text, "that it is ignored")
        heard.client.publish(press, "JUMP", qos=1).wait_for_publish(5)
        time.sleep(1.0)
        assert redeals(stage.keeper) == 0
        heard.client.publish(press, "PRESS", qos=1).wait_for_publish(5)
        until(lambda: redeals(stage.keeper) == 1, "a new deal")
    with at_home(stage.keeper, tmp_path, broker.port), listening(broker) as heard:
        until(lambda: heard.availability() == "online", "that it is there again")
        time.sleep(1.0)
        assert redeals(stage.keeper) == 1, "what was retained before presses nothing, either"


@needs_mosquitto
def test_when_home_assistant_starts_it_is_told_all_anew(broker: Mosquitto, stage: Stage, tmp_path: Path) -> None:
    with listening(broker) as heard, at_home(stage.keeper, tmp_path, broker.port):
        until(heard.state, "the first state")
        before = dict(heard.times)
        heard.client.publish("homeassistant/status", "offline", qos=1).wait_for_publish(5)
        time.sleep(0.7)
        assert {topic: heard.times[topic] for topic in before} == before
        heard.client.publish("homeassistant/status", "online", qos=1).wait_for_publish(5)
        until(lambda: all(heard.times[topic] == before[topic] + 1 for topic in before), "all of it once more")


@needs_mosquitto
def test_a_broker_that_dies_and_comes_back_is_told_all_and_the_table_never_waits(
    broker: Mosquitto, stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with at_home(stage.keeper, tmp_path, broker.port) as home:
        with listening(broker) as heard:
            until(heard.state, "the first state")
        for _ in range(2):
            broker.kill()
            until(lambda: home.troubles, "that it is away")
            assert re.fullmatch(
                r"The MQTT broker at 127\.0\.0\.1:\d+ cannot be reached; it is tried again and again\.",
                str(home.troubles[0]),
            )
            slowest = 0.0
            for _ in range(40):
                begun = time.perf_counter()
                stage.keeper.touch()
                stage.step()
                slowest = max(slowest, time.perf_counter() - begun)
            assert slowest < 1.0
            score = stage.view["scores"][0]
            broker.start()
            until(lambda: not home.troubles, "that it is back")
            with listening(broker) as heard:
                until(lambda score=score: heard.state().get("score_0") == score, "the state of now")
                until(lambda: heard.availability() == "online", "that the table is there")
                assert sum("/config" in topic and text != "" for topic, text in heard.last.items()) == 8
    assert sum("cannot be reached" in record.getMessage() for record in caplog.records) == 2, "once each time"


@needs_mosquitto
@pytest.mark.parametrize("given", ["wrong staple", None])
def test_a_wrong_password_is_one_clear_sentence(
    tmp_path: Path, stage: Stage, caplog: pytest.LogCaptureFixture, given: str | None
) -> None:
    broker = Mosquitto(tmp_path, SECRET)
    (tmp_path / "password").write_text(f"{given}\n")
    settings = {"user": "whist", "password_file": str(tmp_path / "password")} if given else {}
    try:
        with at_home(stage.keeper, tmp_path, broker.port, **settings) as home:
            until(lambda: home.troubles, "the refusal")
            time.sleep(2.5)
            said = [record.getMessage() for record in caplog.records if "broker" in record.getMessage()]
        assert said == [str(home.troubles[0])]
        assert "refuses the user name or the password; see [mqtt] in the settings." in said[0]
        assert "staple" not in caplog.text
    finally:
        broker.kill()


@needs_mosquitto
def test_the_right_password_from_its_file_lets_it_in(
    tmp_path: Path, stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    broker = Mosquitto(tmp_path, SECRET)
    (tmp_path / "password").write_text(f"{SECRET}\nanother line\n")
    caplog.set_level(logging.DEBUG)
    try:
        where = {"user": "whist", "password_file": str(tmp_path / "password")}
        with at_home(stage.keeper, tmp_path, broker.port, **where) as home, listening(broker, SECRET) as heard:
            until(heard.state, "the first state")
            assert home.troubles == []
            assert SECRET not in caplog.text + json.dumps(heard.last)
    finally:
        broker.kill()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"password_file": "/nowhere/password"}, "The password of the MQTT broker cannot be read in /nowhere/password"),
        ({"tls": True, "ca_file": "/nowhere/ca.pem"}, "Home Assistant is told nothing: No such file or directory."),
    ],
)
def test_what_cannot_be_is_one_sentence_and_the_table_goes_on(
    settings: dict[str, Any], sentence: str, stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with at_home(stage.keeper, tmp_path, free_port(), **settings) as home:
        assert str(home.troubles[0]).startswith(sentence)
        assert len(caplog.records) == 1
        stage.step()


@pytest.mark.parametrize("missing", ["paho.mqtt.client", "paho.mqtt.enums"])  # version 1 has no enums
def test_without_paho_2_it_is_said_what_to_install(
    missing: str, stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(missing, monkeypatch)
    with at_home(stage.keeper, tmp_path, free_port()) as home:
        assert "paho-mqtt 2 is missing; README.md says how" in str(home.troubles[0])


@pytest.mark.parametrize("tls", [False, True])
def test_of_a_broker_that_may_be_on_the_internet_it_is_said_that_it_has_to_be_let_through(
    tls: bool, stage: Stage, tmp_path: Path
) -> None:
    with at_home(stage.keeper, tmp_path, free_port(), tls=tls) as home:
        until(lambda: home.troubles, "that it is away")
        assert ("README.md says how" in str(home.troubles[0])) is tls


def test_a_broker_that_takes_the_call_and_says_nothing_keeps_nobody_waiting(stage: Stage, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.perf_counter()
        with at_home(stage.keeper, tmp_path, silent.getsockname()[1]):
            assert time.perf_counter() - begun < 2.0
            for _ in range(20):
                stage.step()
            begun = time.perf_counter()
            stage.keeper.touch()
            assert time.perf_counter() - begun < 0.5
        assert time.perf_counter() - begun < 6.0, "nor does the end of the program"


@needs_mosquitto
def test_the_broker_says_that_a_killed_program_has_gone(broker: Mosquitto, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    mqtt = f'[mqtt]\nenabled = true\nhost = "127.0.0.1"\nport = {broker.port}\n'
    settings.write_text(f'[simulation]\nplays_itself = "none"\nseed = 7\n{mqtt}')
    command = ["run", "--camera", "sim", "--port", "0", "--data", str(tmp_path), "--settings", str(settings)]
    program = subprocess.Popen(
        [sys.executable, "-m", "device.commands.cli", *command], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    try:
        with listening(broker) as heard:
            until(lambda: heard.availability() == "online", "that it is there")
            program.send_signal(signal.SIGKILL)
            until(lambda: heard.availability() == "offline", "that it has gone")
        with listening(broker) as heard:
            until(lambda: heard.availability() == "offline", "that it has gone, for who comes later")
            assert heard.topic("/availability") in heard.retained
    finally:
        program.kill()
        program.wait(10)

"""Tables linked through a real mosquitto (RULES U22–U28): joined by a code, cut, killed, back, attacked."""

import errno
import json
import logging
import random
import threading
import time

import pytest

from device.keeper.keeper import Keeper
from device.link.link import FILE, Link
from device.link.words import LETTERS, Message, Secret, signed
from device.run import begin_link
from device.settings.mqtt import Mqtt
from device.settings.small_files import remember
from tests.device.home.brokers import Mosquitto, needs_mosquitto, without
from tests.device.link.linked_keepers import Place, act, joined, reckoned, until
from whist.messages.observations import HouseholdTells
from whist.messages.requests import NewGame
from whist.rules.actions import Bid
from whist.rules.refusals import Refused

pytest.importorskip("paho")


@pytest.fixture
def broker(tmp_path):
    one = Mosquitto(tmp_path)
    yield one
    one.kill()


def stand(place: Place):
    state = place.keeper.table.state
    return state.hand.actions, state.lines, state.now, state.deals


def play(places, rng, done, until_line, trouble=lambda: None):
    end = time.monotonic() + 240
    while min(len(one.keeper.table.state.lines) for one in places) < until_line:
        assert time.monotonic() < end, [one.keeper.table.public_view()["prompt"] for one in places]
        trouble()
        if not any([act(one, rng, done) for one in places]):
            time.sleep(0.01)


@needs_mosquitto
@pytest.mark.parametrize(("options", "players"), [({"first_household": 5}, 7), ({}, 2)])
def test_what_two_households_truly_did_is_what_both_tables_reckon_u22_u22b_u22c(options, players, broker, tmp_path):
    rng, done = random.Random(players), []
    places = joined(tmp_path, broker.port, options, players, 11)
    play(places, rng, done, 5)
    until(lambda: stand(places[0]) == stand(places[1]))
    scores = reckoned(done, players, 10, 0)
    assert len(scores) >= 5
    for one in places:
        lines = one.keeper.table.state.lines
        assert [list(line.points) for line in lines[:1]] == [scores[0]]
        assert list(one.keeper.table.state.now.scores) == scores[len(lines) - 1]
        assert "link" not in one.keeper.troubles
        one.end()


@needs_mosquitto
def test_computer_players_with_holders_sit_at_either_table_through_kills_s1_s2_u22c(broker, tmp_path):
    rng, done, kills = random.Random(3), [], []
    places = joined(tmp_path, broker.port, {"first_household": 2}, 5, 16, (1,), ("easy", "strong"))
    assert [one.keeper.table.computers for one in places] == [(1,), (3, 4)]
    assert places[1].keeper.computers() == {"northeast": "easy", "east": "strong"}

    def trouble():
        if len(kills) < 4 and rng.random() < 0.03:
            kills.append(one := rng.choice(places))
            one.kill()
            one.begin()
            for seat in one.household.slots:
                one.household.show_holder(seat)

    play(places, rng, done, 4, trouble)
    until(lambda: stand(places[0]) == stand(places[1]))
    assert [one.keeper.table.computers for one in places] == [(1,), (3, 4)]
    scores = reckoned(done, 5, 10, 0)
    for one in places:
        assert list(one.keeper.table.state.now.scores) == scores[len(one.keeper.table.state.lines) - 1]
        one.end()


@needs_mosquitto
def test_too_many_computer_players_are_said_and_the_match_waits_for_another_code_s1_u22c(broker, tmp_path):
    host, guest = Place(tmp_path / "host", broker.port), Place(tmp_path / "guest", broker.port)
    (code,) = host.link.invite(NewGame(0, "australian", {"households": 2, "first_household": 3}, 5, 0, 17))
    before = guest.keeper.table.events
    guest.link.join(code, ["club", "club"])
    until(lambda: "somebody must be there" in str(guest.link.shown()["trouble"]), 10.0)
    assert "fewer computer players" in str(guest.keeper.public_view()["notes"])
    assert guest.keeper.table.events == before
    guest.kill()
    guest.begin()
    until(lambda: "somebody must be there" in str(guest.link.shown()["trouble"]), 10.0)
    guest.link.join(code, ["club"])
    until(lambda: guest.keeper.table.household == 1)
    assert guest.keeper.table.computers == (4,)
    for computers in (["club"] * 4, ["nobody"]):
        with pytest.raises(Refused, match="computer players can sit here"):
            guest.link.join(code, computers)
    assert guest.link.shown()["linked"]
    for one in (host, guest):
        one.end()


@needs_mosquitto
def test_brokers_and_tables_are_killed_and_nothing_is_lost_or_doubled_u22c(broker, tmp_path):
    rng, done, cuts = random.Random(2), [], []
    places = joined(tmp_path, broker.port, {"first_household": 2}, 3, 12)

    def trouble():
        if len(cuts) < 12 and rng.random() < 0.1:
            cuts.append(rng.choice(("broker", "table")))
            if cuts[-1] == "broker":
                broker.kill()
                time.sleep(rng.random() / 2)
                broker.start()
            else:
                one = rng.choice(places)
                one.kill()
                one.begin()

    play(places, rng, done, 6, trouble)
    until(lambda: stand(places[0]) == stand(places[1]))
    assert len(cuts) == 12
    scores = reckoned(done, 3, 10, 0)
    for one in places:
        assert list(one.keeper.table.state.now.scores) == scores[len(one.keeper.table.state.lines) - 1]
        one.end()


@needs_mosquitto
def test_a_link_that_breaks_is_said_at_once_and_unsaid_u22c(broker, tmp_path):
    places = joined(tmp_path, broker.port, {}, 2, 13)
    until(lambda: all("link" not in one.keeper.troubles for one in places))
    places[1].kill()
    until(lambda: "not heard" in str(places[0].keeper.public_view()["notes"]), 8.0)
    places[1].begin()
    until(lambda: all("link" not in one.keeper.troubles for one in places))
    broker.kill()
    until(lambda: "cannot be reached" in str(places[0].keeper.public_view()["notes"]), 5.0)
    broker.start()
    until(lambda: all("link" not in one.keeper.troubles for one in places))
    for one in places:
        one.end()


@needs_mosquitto
def test_whoever_has_no_key_changes_nothing_and_is_logged_u22c(broker, tmp_path, caplog):
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

    places = joined(tmp_path, broker.port, {}, 2, 14)
    until(lambda: all("link" not in one.keeper.troubles for one in places))
    secret = places[0].link._talk.secret
    kept = []
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.on_message = lambda _, __, message: kept.append((message.topic, bytes(message.payload)))
    client.connect("127.0.0.1", broker.port)
    client.subscribe("#")
    client.loop_start()
    until(lambda: len({topic for topic, _ in kept}) >= 2)
    before = [one.keeper.table.events for one in places]
    other = Secret(LETTERS[:17])
    told = HouseholdTells(1, 1, False, (), ((1, (Bid(1, 1),)),))
    with caplog.at_level(logging.WARNING):
        attacks = [
            signed(Message(1, 2**40, "aa", 1, {0: ("bb",)}, told), other),
            b"x" * 50_000,
            b"",
            *(p for _, p in kept),
        ]
        for payload in attacks:
            client.publish(secret.topic_of(1), payload, qos=1).wait_for_publish(5.0)
        client.publish(secret.topic_of(1), attacks[0], qos=1, retain=True).wait_for_publish(5.0)
        until(lambda: len([r for r in caplog.records if "is not taken" in r.message]) >= len(attacks))
    assert [one.keeper.table.events for one in places] == before
    said = "".join(record.getMessage() for record in caplog.records)
    assert secret.letters not in said
    until(lambda: all("link" not in one.keeper.troubles for one in places))
    client.disconnect()
    client.loop_stop()
    for one in places:
        one.end()


@needs_mosquitto
def test_a_link_begun_while_another_ends_is_kept_u22c(broker, tmp_path, monkeypatch):
    table = Place(tmp_path / "host", broker.port)
    choice = NewGame(0, "australian", {"households": 2}, 2, 0, 15)
    table.link.invite(choice)
    looks, go_on = threading.Event(), threading.Event()

    def slow(seen, patience):
        looks.set()
        go_on.wait(30.0)
        return seen

    monkeypatch.setattr(table.keeper, "wait", slow)
    assert looks.wait(30.0)
    leaving = threading.Thread(target=table.link.leave)
    leaving.start()
    until(lambda: not table.link.shown()["linked"])
    codes = table.link.invite(choice)
    go_on.set()
    leaving.join(30.0)
    assert table.link.shown()["linked"]
    assert table.link.codes() == codes
    assert json.loads((tmp_path / "host" / FILE).read_text())["begun"]
    table.end()


@needs_mosquitto
def test_another_game_at_one_table_ends_its_link_u22c(broker, tmp_path):
    places = joined(tmp_path, broker.port, {}, 2, 15)
    places[1].keeper.new_game(NewGame(0, "german"))
    until(lambda: not places[1].link.shown()["linked"])
    assert not (tmp_path / "guest" / FILE).exists()
    until(lambda: "not heard" in str(places[0].keeper.public_view()["notes"]), 8.0)
    for one in places:
        one.end()


def test_what_cannot_be_linked_leaves_the_table_as_it_was(tmp_path):
    keeper = Keeper(NewGame(0, "candid"))
    before = keeper.table.events
    link = Link(Mqtt(port=1), keeper, tmp_path)
    for wrong in ("", "nothing", "ABCDEF-GHJKMN-PQRST2"):
        with pytest.raises(Refused, match="no code"):
            link.join(wrong)
    for choice in (NewGame(0, "candid"), NewGame(0, "australian", {"households": 2}, 9)):
        with pytest.raises(Refused, match="cannot be played"):
            link.invite(choice)
    with pytest.raises(Refused, match="who deals first is named or drawn"):
        link.invite(NewGame(0, "australian", {"households": 2, "first": "cut"}, 4))
    nowhere = Link(Mqtt(port=1, password_file=str(tmp_path / "none")), keeper, tmp_path)
    with pytest.raises(Refused, match="No tables can be linked: The password"):
        nowhere.invite(NewGame(0, "australian", {"households": 2}, 4))
    assert keeper.table.events == before
    assert link.shown() == {"linked": False, "codes": [], "begun": False, "trouble": None}


@pytest.mark.parametrize("missing", ["paho.mqtt.client", "paho.mqtt.enums"])  # version 1 has no enums
def test_without_paho_2_no_tables_are_linked_and_it_is_said_why(missing, tmp_path, monkeypatch):
    without(missing, monkeypatch)
    link = Link(Mqtt(port=1), Keeper(NewGame(0, "candid")), tmp_path)
    with pytest.raises(Refused, match="paho-mqtt 2 is missing"):
        link.invite(NewGame(0, "australian", {"households": 2}, 4))


def test_the_secret_of_a_match_is_for_this_account_alone(tmp_path):
    keeper = Keeper(NewGame(0, "candid"))
    link = Link(Mqtt(port=1), keeper, tmp_path)
    (code,) = link.invite(NewGame(0, "australian", {"households": 2}, 4))
    assert (tmp_path / FILE).stat().st_mode & 0o77 == 0
    assert json.loads((tmp_path / FILE).read_text())["household"] == 0
    assert code not in str(keeper.public_view()), "the board tells nobody"
    link.leave()
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("place", ["no folder", "a folder in the file's place"])
def test_a_disk_that_takes_nothing_ends_no_link(place, tmp_path):
    (tmp_path / FILE).mkdir()
    keeper = Keeper(NewGame(0, "candid"))
    link = Link(Mqtt(port=1), keeper, tmp_path / "nowhere" if place == "no folder" else tmp_path)
    assert link.invite(NewGame(0, "australian", {"households": 2}, 4))
    assert link.shown()["linked"]
    link.leave()
    assert not link.shown()["linked"]


def test_a_disk_from_which_nothing_is_deleted_keeps_no_table_from_its_start(tmp_path, monkeypatch):
    remember(tmp_path / FILE, {"secret": LETTERS[:17], "household": 1, "start": 1, "begun": True})

    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    assert not Link(Mqtt(port=1), Keeper(NewGame(0, "candid")), tmp_path).shown()["linked"]


def test_who_deals_first_is_drawn_by_the_host_for_all_tables_s6_u22c(tmp_path):
    keeper, dealers = Keeper(NewGame(0, "candid")), set()
    link = Link(Mqtt(port=1), keeper, tmp_path)
    for _ in range(40):
        link.invite(NewGame(0, "australian", {"households": 2, "first": "drawn"}, 3))
        dealers.add(keeper.table.events[0].dealer)
        assert keeper.table.household == 0
        if dealers == {0, 1, 2}:
            break
    assert dealers == {0, 1, 2}
    with pytest.raises(Refused, match="cannot be played"):
        link.invite(NewGame(0, "australian", {"households": 2, "first": "drawn"}, 99))
    link.leave()


@pytest.mark.parametrize("terminal", [False, True])
def test_the_code_is_said_in_a_terminal_alone(tmp_path, capsys, monkeypatch, terminal):
    keeper = Keeper(NewGame(0, "candid"))
    link = Link(Mqtt(port=1), keeper, tmp_path)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    begin_link(link, "new", NewGame(0, "australian", {"households": 3}, 6))
    said = capsys.readouterr().out
    assert [code in said for code in link.codes()] == [terminal, terminal]
    assert "household 3" in said or "the page Host shows" in said
    link.leave()

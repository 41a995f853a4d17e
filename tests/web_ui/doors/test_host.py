"""The doors, as somebody tries them who should not come in: codes, the host's PIN, moved places, other origins."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from flask import Flask

from tests.web_ui.devices import TABLE, Device, said
from tests.web_ui.fakes import FakeKeeper, FakePower, FakeSimulation
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from web_ui.doors import codes
from web_ui.doors.doorkeeper import HANDOVER_S, HANDOVER_TRIES, Doorkeeper, HostKey

PIN = "271828"
HERE: dict[str, Any] = {"address": "127.0.0.1", "table": "localhost:8080"}


class Table:
    """A table with a clock that a test moves, and the machine that it runs on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **key: Any) -> None:
        self.now = 1000.0
        monkeypatch.setattr(Doorkeeper.__init__, "__defaults__", (lambda: self.now,))
        self.keeper = FakeKeeper()
        self.store = MemorySeats()
        self.key = HostKey(PIN, **key)
        self.app = self.start()
        self.machine = self.device(**HERE)

    def start(self) -> Flask:
        """The program, started (again) over the same memory."""
        simulation = FakeSimulation(self.keeper)
        return create_app(
            self.keeper, simulation, seats_store=self.store, key=self.key, address=lambda: f"http://{TABLE}"
        )

    def device(self, address: str = "192.168.1.50", table: str = TABLE, **headers: str) -> Device:
        return Device(self.app, address, table, **headers)

    @property
    def code(self) -> str:
        return str(self.machine.get("/api/host").get_json()["code"])


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


# ------------------------------------------------------------------------------------------------------ joining


def test_a_phone_takes_a_free_place_with_the_code_and_gives_a_name(table: Table) -> None:
    phone = table.device()
    assert phone.sit("south", table.code.lower(), "  Anna \t Maria ").status_code == 200
    assert phone.sits("south")
    assert table.keeper.public_view()["names"] == {"south": "Anna Maria"}
    assert phone.post("/requests/south", {"command": "duck"}).status_code == 200
    assert phone.post("/seats/south/leave").status_code == 200
    assert table.keeper.public_view()["names"] == {}


@pytest.mark.parametrize("code", ["", "2222", "22222", "K7M2P" * 3, None, 5, ["22222"], {"a": 1}])
def test_without_the_code_nobody_sits(table: Table, code: Any) -> None:
    phone = table.device()
    answer = phone.post("/seats/south", {"code": code})
    assert answer.status_code in (400, 403)
    assert re.fullmatch(r"[A-Z][^\n]+\.", said(answer))
    assert not phone.sits("south")
    assert table.store.get("south") is None


BAD_NAMES = [5, None, ["Anna"], "A" * 21, "An\u202ena", "An\u200bna", "\x00", "\ue000", "\ud800", "\u2066x"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_would_spoil_the_pages_of_others_are_refused(table: Table, name: Any) -> None:
    answer = table.device().post("/seats/south", {"code": table.code, "name": name})
    assert answer.status_code == 400
    assert table.store.get("south") is None


def test_a_name_cannot_be_a_script(table: Table) -> None:
    table.device().sit("south", table.code, "<script>x</script>")
    page = table.device("192.168.1.51").get("/join").get_data(as_text=True)
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    assert "<script>x" not in page


def test_the_code_is_shown_to_nobody_but_the_host(table: Table) -> None:
    code = table.code
    stranger, phone = table.device(), table.device("192.168.1.51")
    phone.sit("south", code)
    for device in (stranger, phone):
        pages = [device.get(path) for path in ("/", "/join", "/host", "/south", "/north", "/api/board", "/api/host")]
        assert pages[-1].status_code == 401
        assert not [page for page in pages if code in page.get_data(as_text=True)]


def test_another_code_ends_the_one_before_and_no_place(table: Table) -> None:
    code, phone = table.code, table.device()
    phone.sit("south", code)
    assert table.device().post("/host/code").status_code == 401
    assert table.code == code
    assert table.machine.post("/host/code").get_json()["code"] != code
    assert table.device("192.168.1.51").sit("north", code).status_code == 403
    assert phone.sits("south")


def test_a_restart_changes_the_code_and_keeps_places_and_host(table: Table) -> None:
    phone, code = table.device(), table.code
    phone.sit("south", code)
    phone.post("/host", {"pin": PIN})
    seat, host = phone.cookie("seat_south"), phone.cookie("host")
    table.app = table.start()
    again = table.device()
    again.steal("seat_south", seat)
    again.steal("host", host)
    assert again.sits("south")
    assert again.get("/api/host").get_json()["code"] != code


def test_where_a_phone_goes(table: Table) -> None:
    """The picture holds the code behind the #: no server and no log gets it."""
    found = table.machine.get("/api/host").get_json()
    assert (found["address"], found["qr"]) == (f"http://{TABLE}", codes.qr(f"http://{TABLE}/join#{found['code']}"))
    tablet = table.device("192.168.1.60", "10.0.0.5:81")
    tablet.post("/host", {"pin": PIN})
    assert tablet.get("/api/host").get_json()["address"] == "http://10.0.0.5:81"
    named = table.device("192.168.1.60", "whist.local:8080")
    named.post("/host", {"pin": PIN})
    assert named.get("/api/host").get_json()["address"] == f"http://{TABLE}"


# ------------------------------------------------------------------------------------------------------ names


def test_who_sits_there_takes_another_name_and_gives_none_to_others(table: Table) -> None:
    south, north = at_the_table(table)
    for name, kept in (("  Anna \t Maria ", "Anna Maria"), ("A" * 20, "A" * 20), ("Anna", "Anna"), ("Anna", "Anna")):
        assert south.post("/seats/south/name", {"name": name}).status_code == 200
        assert table.keeper.public_view()["names"] == {"south": kept}
    assert north.post("/seats/south/name", {"name": "Fool"}).status_code == 403
    assert table.device().post("/seats/south/name", {"name": "Fool"}).status_code == 403
    assert north.post("/seats/middle/name", {"name": "Fool"}).status_code == 404
    assert table.keeper.public_view()["names"] == {"south": "Anna"}
    assert south.post("/seats/south/name", {"name": " "}).status_code == 200
    assert table.keeper.public_view()["names"] == {}


@pytest.mark.parametrize("body", [{}, *({"name": name} for name in BAD_NAMES)])
def test_a_seated_name_has_the_limits_of_a_new_one(table: Table, body: dict[str, Any]) -> None:
    south, _ = at_the_table(table)
    south.post("/seats/south/name", {"name": "Anna"})
    for device, path in ((south, "/seats/south/name"), (table.machine, "/host/seats/south/name")):
        answer = device.post(path, body)
        assert answer.status_code == 400
        assert re.fullmatch(r"[A-Z][^\n]+\.", said(answer))
    assert table.keeper.public_view()["names"] == {"south": "Anna"}


def test_the_host_says_who_comes_and_whoever_sits_down_may_say_otherwise(table: Table) -> None:
    for person, name in (("south", "Anna"), ("north", "Nora")):
        assert table.machine.post(f"/host/seats/{person}/name", {"name": name}).status_code == 200
    assert "as Anna" in table.device().get("/join").get_data(as_text=True)
    table.device().sit("south", table.code)
    table.device("192.168.1.51").sit("north", table.code, "Nina")
    assert table.keeper.public_view()["names"] == {"south": "Anna", "north": "Nina"}
    assert table.machine.post("/host/seats/south/free").status_code == 200
    assert table.keeper.public_view()["names"] == {"north": "Nina"}


# ------------------------------------------------------------------------------------------------------ the host

GUARDED = [
    ("/requests/south", {"game": "classic"}),
    ("/requests/south", {"time_limits": {"card": 15}}),
    ("/requests/south", {"correct": "HT", "trick": 1, "of": 2}),
    ("/requests/south", {"scores": [3, 1]}),
    ("/host/code", {}),
    ("/host/seats/north/free", {}),
    ("/host/seats/north/hand-over", {}),
    ("/host/seats/north/name", {"name": "Nora"}),
]
OPEN = [{"command": "duck"}, {"answer": "HT", "question": 3}, {"claim": 3}, {"agree": True}, {"undo": True},
        {"new_game": True}, {"in_step": "seen"}]  # fmt: skip


def at_the_table(table: Table) -> tuple[Device, Device]:
    """South and North, sitting there."""
    south, north = table.device(), table.device("192.168.1.51")
    assert south.sit("south", table.code).status_code == 200
    assert north.sit("north", table.code).status_code == 200
    return south, north


@pytest.mark.parametrize(("path", "body"), GUARDED, ids=[f"{path} {list(body)}" for path, body in GUARDED])
def test_what_touches_everybody_needs_the_pin_once(table: Table, path: str, body: dict[str, Any]) -> None:
    south, north = at_the_table(table)
    before, held = len(table.keeper.requests), table.store.get("north")
    answer = south.post(path, body)
    assert answer.status_code == 401
    assert "PIN" in said(answer)
    assert len(table.keeper.requests) == before
    assert table.store.get("north") == held
    assert south.post("/host", {"pin": PIN}).status_code == 200
    assert south.post(path, body).status_code == 200
    assert north.post("/host/code").status_code == 401, "one device's PIN is no other's"


@pytest.mark.parametrize("body", OPEN, ids=lambda body: next(iter(body)))
def test_playing_needs_no_pin(table: Table, body: dict[str, Any]) -> None:
    south, _ = at_the_table(table)
    assert south.post("/requests/south", body).status_code == 200


@pytest.mark.parametrize(
    "pin", ["", "000000", PIN[:-1], PIN + "0", "２７１８２８", None, 271828, [PIN], "x" * 3000, "\ud800"]
)
def test_a_wrong_pin_opens_nothing(table: Table, pin: Any) -> None:
    phone = table.device()
    answer = phone.post("/host", {"pin": pin})
    assert answer.status_code in (400, 403)
    assert "Set-Cookie" not in answer.headers
    assert phone.get("/api/host").status_code == 401


def test_the_pin_is_not_to_be_guessed(table: Table) -> None:
    phone = table.device()
    statuses = [phone.post("/host", {"pin": f"{guess:06}"}).status_code for guess in range(30)]
    assert statuses == [403] * 5 + [429] * 25
    right = phone.post("/host", {"pin": PIN})
    assert (right.status_code, right.headers["Retry-After"]) == (429, "1")
    assert said(right) == "Too many wrong codes; wait 1 second."
    assert table.device("192.168.1.77").post("/host", {"pin": PIN}).status_code == 200, "others do not wait"
    table.now += 1.0
    assert phone.post("/host", {"pin": PIN}).status_code == 200


def test_the_join_code_is_not_to_be_guessed(table: Table) -> None:
    phone, code = table.device(), table.code
    statuses = [phone.sit("south", "2222" + letter).status_code for letter in codes.LETTERS]
    assert statuses[:5] == [403] * 5
    assert set(statuses[5:]) == {429}
    assert phone.sit("south", code).status_code == 429
    assert not phone.sits("south")


def test_the_right_join_code_to_a_taken_place_is_no_wrong_guess(table: Table) -> None:
    south, guest = table.device(), table.device("192.168.1.51")
    south.sit("south", table.code)
    for _ in range(20):
        answer = guest.sit("south", table.code)
        assert answer.status_code == 403
        assert "taken" in said(answer)
    assert south.sits("south")
    assert guest.sit("north", table.code).status_code == 200


def test_the_right_join_code_costs_a_moved_place_no_try(table: Table) -> None:
    south, new = table.device(), table.device("192.168.1.51")
    south.sit("south", table.code)
    code = south.post("/seats/south/hand-over").get_json()["code"]
    for _ in range(HANDOVER_TRIES + 1):
        assert new.sit("south", table.code).status_code == 403
    assert new.sit("south", code).status_code == 200


@pytest.mark.parametrize("value", ["", ".", "x", "a.b", "a." + "0" * 64, "é.é", "\xff"])
def test_a_made_up_cookie_is_no_host(table: Table, value: str) -> None:
    phone = table.device()
    assert (
        phone.get(
            "/api/host", headers={"Cookie": f"host={value.encode('utf-8', 'replace').decode('latin-1')}"}
        ).status_code
        == 401
    )


def test_another_pin_or_secret_ends_all_hosts(table: Table) -> None:
    phone = table.device()
    phone.post("/host", {"pin": PIN})
    seal = phone.cookie("host")
    for key in (HostKey("314159", table.key.secret), HostKey(PIN)):
        table.key = key
        table.app = table.start()
        again = table.device()
        again.steal("host", seal)
        assert again.get("/api/host").status_code == 401


def test_a_device_forgets_that_it_is_the_host(table: Table) -> None:
    phone = table.device()
    phone.post("/host", {"pin": PIN})
    assert phone.post("/host/leave").status_code == 200
    assert phone.get("/api/host").status_code == 401


def test_cookies_are_for_this_site_and_no_script(table: Table) -> None:
    phone = table.device()
    for answer in (phone.post("/host", {"pin": PIN}), phone.sit("south", table.code)):
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(answer.headers["Set-Cookie"].split("; "))


@pytest.mark.parametrize(
    ("device", "status"),
    [
        (HERE, 200),
        ({"address": "127.0.0.1", "table": "127.0.0.1:8080"}, 200),
        ({"address": "::1", "table": "[::1]:8080"}, 200),
        ({"address": "::ffff:127.0.0.1", "table": "localhost:8080"}, 200),
        ({**HERE, "Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}, 200),
        ({**HERE, "Origin": "http://localhost:3000"}, 403),
        ({**HERE, "Origin": "null"}, 403),
        ({**HERE, "Sec-Fetch-Site": "cross-site"}, 403),
        ({**HERE, "Sec-Fetch-Site": "same-site"}, 403),
        ({"address": "127.0.0.1", "table": "192.168.1.20:8080"}, 401),
        ({"address": "127.0.0.1", "table": "whist.local"}, 401),
        ({"address": "127.0.0.1", "table": "evil.example"}, 400),
        ({"address": "192.168.1.50", "table": "localhost:8080"}, 401),
        ({"address": "192.168.1.50", "table": "127.0.0.1"}, 401),
        ({**HERE, "X-Forwarded-For": "192.168.1.50"}, 401),
        ({**HERE, "Forwarded": "for=192.168.1.50"}, 401),
        ({**HERE, "Via": "1.1 proxy"}, 401),
        ({**HERE, "X-Real-IP": "192.168.1.50"}, 401),
        ({**HERE, "X-Forwarded-Proto": "https"}, 401),
        ({**HERE, "X-Forwarded-Server": "home"}, 401),
        ({**HERE, "X-Original-URL": "/table"}, 401),
        ({**HERE, "X-Client-IP": "192.168.1.50"}, 401),
        ({**HERE, "CF-Connecting-IP": "192.168.1.50"}, 401),
        ({**HERE, "True-Client-IP": "192.168.1.50"}, 401),
        ({**HERE, "X-Requested-With": "fetch", "Sec-CH-UA-Platform": "Linux", "Last-Event-ID": "7"}, 200),
        ({"address": "192.168.1.50", "table": "localhost:8080", "X-Forwarded-For": "127.0.0.1"}, 401),
        ({"address": "", "table": "localhost:8080"}, 401),
    ],
)
def test_only_a_page_of_the_very_machine_is_the_hosts_without_a_pin(
    table: Table, device: dict[str, Any], status: int
) -> None:
    one = table.device(**device)
    assert one.get("/api/host").status_code == status
    assert one.post("/host/code").status_code == status
    assert one.sit("south").status_code == (403 if status == 401 else status)


def test_a_proxy_that_adds_nothing_is_known_by_its_old_http(table: Table) -> None:
    answer = table.machine.ask("GET", "/api/host", environ_overrides={"SERVER_PROTOCOL": "HTTP/1.0"})
    assert answer.status_code == 401


def test_the_very_machine_is_no_host_where_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Table(monkeypatch, trust_this_machine=False).machine
    assert machine.get("/api/host").status_code == 401
    assert machine.sit("south").status_code == 403
    assert machine.post("/host", {"pin": PIN}).status_code == 200
    assert machine.sit("south").status_code == 200


# ---------------------------------------------------------------------------------------------- moving a place


def test_a_place_moves_once_and_the_old_device_has_it_no_more(table: Table) -> None:
    old, new, thief = (table.device(f"192.168.1.{number}") for number in (50, 51, 52))
    old.sit("south", table.code, "Anna")
    code = old.post("/seats/south/hand-over").get_json()["code"]
    token = old.cookie("seat_south")
    stream = old.get("/events/south")
    assert stream.status_code == 200
    assert new.sit("south", code).status_code == 200
    assert new.sits("south")
    assert table.keeper.public_view()["names"] == {"south": "Anna"}
    for path, status in (("/requests/south", 403), ("/simulation/south/deal", 403), ("/seats/south/leave", 403),
                         ("/seats/south/hand-over", 403)):  # fmt: skip
        assert old.post(path, {"command": "duck"}).status_code == status
    assert not old.sits("south")
    assert list(stream.iter_encoded()) == [b"retry: 1000\n\n"], "the open stream ends before it shows anything"
    stream.close()
    thief.steal("seat_south", token)
    assert not thief.sits("south")
    assert thief.sit("south", code).status_code == 403, "a code that was used is sent again"
    assert new.sits("south")


def test_a_code_that_moves_holds_for_its_place_and_time_alone(table: Table) -> None:
    south, north = at_the_table(table)
    thief = table.device("192.168.1.52")
    first = south.post("/seats/south/hand-over").get_json()["code"]
    assert thief.sit("north", first).status_code == 403
    second = south.post("/seats/south/hand-over").get_json()
    assert thief.sit("south", first).status_code == 403, "a newer one ends it"
    assert second["seconds"] == HANDOVER_S
    table.now += HANDOVER_S + 1
    assert thief.sit("south", second["code"]).status_code == 403
    assert south.sits("south")
    assert north.sits("north")


def test_a_code_that_moves_dies_of_wrong_guesses(table: Table) -> None:
    south, _ = at_the_table(table)
    code = south.post("/seats/south/hand-over").get_json()["code"]
    for number in range(HANDOVER_TRIES):
        assert table.device(f"10.0.0.{number}").sit("south", "22222222").status_code == 403
    assert table.device("10.0.1.1").sit("south", code).status_code == 403
    assert south.sits("south")


def test_the_join_code_takes_no_place_that_is_taken(table: Table) -> None:
    south, _ = at_the_table(table)
    assert table.device("192.168.1.52").sit("south", table.code).status_code == 403
    assert table.machine.sit("south").status_code == 409, "the host must free it, or move it"
    assert south.sits("south")


def test_nobody_else_asks_for_a_code_that_moves(table: Table) -> None:
    _, north = at_the_table(table)
    for device in (north, table.device("192.168.1.52"), table.machine):
        assert device.post("/seats/south/hand-over").status_code == 403


def test_who_sits_elsewhere_does_not_take_a_second_place(table: Table) -> None:
    south, north = at_the_table(table)
    code = south.post("/seats/south/hand-over").get_json()["code"]
    assert north.sit("south", code).status_code == 403
    assert table.device("192.168.1.52").sit("south", code).status_code == 200, "the code was not used up"


def test_a_place_left_and_taken_anew_does_not_move_by_an_old_code(table: Table) -> None:
    south, _ = at_the_table(table)
    code = south.post("/seats/south/hand-over").get_json()["code"]
    south.post("/seats/south/leave")
    third = table.device("192.168.1.53")
    third.sit("south", table.code)
    assert table.device("192.168.1.52").sit("south", code).status_code == 403
    assert third.sits("south")


def test_the_host_frees_and_moves_places(table: Table) -> None:
    south, north = at_the_table(table)
    new = table.device("192.168.1.52")
    code = table.machine.post("/host/seats/south/hand-over").get_json()["code"]
    assert new.sit("south", code, "Berta").status_code == 200
    assert not south.sits("south")
    assert [
        (place["person"], place["taken"], place["name"])
        for place in table.machine.get("/api/host").get_json()["places"]
    ] == [
        ("south", True, "Berta"),
        ("north", True, ""),
    ]
    assert table.machine.post("/host/seats/north/free").status_code == 200
    assert not north.sits("north")
    assert table.machine.post("/host/seats/north/hand-over").status_code == 409
    assert table.machine.post("/host/seats/nowhere/free").status_code == 404


# ------------------------------------------------------------------------------------------------ other origins

CHANGES = [
    ("/host", {"pin": PIN}),
    ("/host/leave", {}),
    ("/host/code", {}),
    ("/host/seats/south/free", {}),
    ("/host/seats/south/hand-over", {}),
    ("/seats/north", {"code": "22222"}),
    ("/seats/south/hand-over", {}),
    ("/seats/south/leave", {}),
    ("/requests/south", {"command": "duck"}),
]


@pytest.mark.parametrize(("path", "body"), CHANGES, ids=[path for path, _ in CHANGES])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": f"http://{TABLE}.evil.example"},
        {"Origin": "http://192.168.1.20:9090"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
    ids=lambda headers: " ".join(headers.values()),
)
def test_a_page_from_elsewhere_does_nothing_with_the_cookies_of_this_one(
    table: Table, path: str, body: dict[str, Any], headers: dict[str, str]
) -> None:
    phone = table.device()
    phone.sit("south", table.code)
    phone.post("/host", {"pin": PIN})
    code, held = table.code, table.store.get("south")
    answer = phone.post(path, body, headers=headers)
    assert answer.status_code in (400, 403)
    assert "Set-Cookie" not in answer.headers
    assert (table.code, table.store.get("south"), table.keeper.requests) == (code, held, [])


@pytest.mark.parametrize("path", [path for path, _ in CHANGES])
def test_a_form_of_another_page_is_no_request(table: Table, path: str) -> None:
    """What a form can send without asking first: no JSON."""
    phone = table.device()
    phone.sit("south", table.code)
    phone.post("/host", {"pin": PIN})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert phone.ask("POST", path, data='{"pin": "x"}', content_type=kind).status_code == 415
    assert phone.ask("POST", path, data=b"{" + b" " * 5000 + b"}", content_type="application/json").status_code == 413


def test_no_secret_is_written_into_a_log(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    phone, code = table.device(), table.code
    phone.sit("south", code)
    phone.post("/host", {"pin": "111111"})
    phone.post("/host", {"pin": PIN})
    moved = phone.post("/seats/south/hand-over").get_json()["code"]
    for secret in (code, PIN, moved, phone.cookie("host"), phone.cookie("seat_south")):
        assert secret not in caplog.text
    assert PIN not in repr(table.key)
    assert table.key.secret.hex() not in repr(table.key)


# ------------------------------------------------------------------------------------------------ the machine's power


def test_the_host_alone_switches_the_machine_off(monkeypatch: pytest.MonkeyPatch) -> None:
    table, power = Table(monkeypatch), FakePower()
    table.app = create_app(table.keeper, seats_store=table.store, key=table.key, power=power)
    phone, machine = table.device(), table.device(**HERE)
    assert phone.post("/host/power", {"do": "off"}).status_code == 401
    assert "power-off" not in phone.get("/host").text
    assert power.asked == []
    for what in ("off", "restart"):
        assert machine.post("/host/power", {"do": what}).get_json() == {"done": what}
    assert power.asked == ["off", "restart"]
    for wrong in ({}, {"do": "poweroff"}, {"do": ["off"]}, {"do": {"off": 1}}):
        assert machine.post("/host/power", wrong).status_code == 400
    power.refuse = "Not now."
    assert said(machine.post("/host/power", {"do": "off"})) == "Not now."
    assert len(power.asked) == 2
    assert "power-off" in machine.get("/host").text


def test_where_the_machine_cannot_be_switched_off_the_page_does_not_offer_it(table: Table) -> None:
    assert table.machine.post("/host/power", {"do": "off"}).status_code in (404, 405)
    assert "power-off" not in table.machine.get("/host").text

"""How the files beside this one were written, by version 0.1.0 (commit 12dde83) and nothing later:

    cd CHECKOUT_OF_12dde83 && PYTHONPATH=. python …/tests/device/version_0_1_0/write.py OUT

``data.tar.xz`` is the data folder of its simulated table, left in the middle of a hand of Android Whist: South sits
there with a name, thinking times are chosen, a PIN is drawn. ``shown.json`` is what its pages then showed, and what
opens them; ``settings.toml`` has every setting that it knew, many of them chosen otherwise than they were.
"""

from __future__ import annotations

import json
import re
import sys
import tarfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from device import settings as s
from device.run import open_table

OTHERS = {
    "kind": '"sim"', "upside_down": "true", "host": '"0.0.0.0"', "port": "8099", "pin": '"271828"', "target": "9",
    "trust_this_machine": "false", "folder": '"/kept"', "profile": '"bicycle"', "first_dealer": '"north"',
    "after_error": '"section2_only"', "layout": '"reverse"', "void_counts_as_shortest": "true", "autoplay_last": "true",
    "enabled": "true", "seed": "5", "plays_itself": '"both"', "speed": "2.5",
}  # fmt: skip


def every_setting() -> str:
    """The example file of that version with nothing commented out."""
    lines = []
    for line in s.example_file().splitlines():
        known = re.match(r"#([a-z0-9_]+) = (.*)", line)
        if known:
            lines.append(f"{known[1]} = {OTHERS.get(known[1], known[2])}")
        elif line.startswith("["):
            lines += ["", line]
    return "\n".join(lines).lstrip() + "\n"


def main(out: Path) -> None:
    """Play, leave off, and keep what is there."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "settings.toml").write_text(every_setting())
    folder = out / "data"
    folder.mkdir()
    settings = replace(s.Settings(), simulation=s.Simulation(seed=5, plays_itself="both", speed=20.0))
    with ExitStack() as stack:
        opened = open_table(settings, folder, stack)
        client = opened.app.test_client()
        here = {"REMOTE_ADDR": "127.0.0.1"}
        code = client.get("/api/host", environ_overrides=here).get_json()["code"]
        sat = client.post("/seats/south", json={"code": code, "name": "Ann"}, environ_overrides=here)
        asked = client.post("/requests/south", json={"time_limits": {"card": 30, "bid": 60}}, environ_overrides=here)

        def leave(person: str, on: bool) -> None:
            body = {"person": person, "on": on}
            assert client.post("/simulation/south/plays-itself", json=body, environ_overrides=here).status_code < 300

        leave("south", True)
        until = time.monotonic() + 300
        while opened.keeper.public_view()["deal"] < 2 or opened.keeper.public_view()["tricks_done"] < 3:
            assert time.monotonic() < until, opened.keeper.public_view()["prompt"]
            time.sleep(0.2)
        leave("south", False)
        leave("north", False)
        time.sleep(3.0)
        view, cookies = opened.keeper.public_view(), {one.key: one.value for one in client._cookies.values()}
        print(sat.status, asked.status, sorted(path.name for path in folder.iterdir()), cookies)
        shown = {"view": view, "events": [event.to_json() for event in opened.keeper.table.events]}
        shown |= {"cookies": cookies, "pin": opened.pin}
    (out / "shown.json").write_text(json.dumps(shown) + "\n")
    with tarfile.open(out / "data.tar.xz", "w:xz") as tar:
        for path in sorted(folder.iterdir()):
            if path.name != "in-use.lock":
                tar.add(path, path.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

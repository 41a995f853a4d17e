"""The program in a process of its own, on a simulated table, with a witness beside: it writes down what really lies
there, unseen by the program.

``python -m tests.web_ui.browser.witnessed FOLDER PORT SEED`` serves until it is killed; the witness writes to
FOLDER/truth.jsonl.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from device.run import open_table
from device.settings.settings import Page, Settings, SimulationSettings
from vision.simulated.scene import SimulatedTable
from web_ui.server import serve

ROOT = Path(__file__).parents[3]
PIN = "271828"
TRUTH = "truth.jsonl"
SPEED = 50.0


def witness(scene: SimulatedTable, file: Path) -> None:
    """Write a line to ``file`` whenever something lies otherwise, for ever."""
    before: dict[str, Any] = {}
    rest = threading.Event()
    with file.open("a") as lines:
        while not rest.wait(0.01):
            truth = scene.truth()
            now = {"holders": truth["holders"], "table": truth["table"]}
            if now != before:
                before = now
                lines.write(json.dumps({"frame": "", **now}) + "\n")
                lines.flush()


def serve_witnessed(folder: Path, port: int, seed: int) -> None:
    """Open the table and serve it; this machine is trusted no more than any other."""
    page = Page(port=port, pin=PIN, trust_this_machine=False)
    settings = Settings(page=page, simulation=SimulationSettings(seed=seed, plays_itself="none", speed=SPEED))
    with ExitStack() as stack:
        opened = open_table(settings, folder, stack)
        assert opened.scene is not None
        threading.Thread(target=witness, args=(opened.scene, folder / TRUTH), daemon=True).start()
        serve(opened.app, page.host, port, ready=lambda server: print(f"port {server.port}", flush=True))


class Witnessed:
    """Such a process; it may be killed and started again, at the same address."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed, self.port = folder, seed, 0
        self.start()

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; returns when it serves."""
        command = [
            sys.executable,
            "-m",
            "tests.web_ui.browser.witnessed",
            str(self.folder),
            str(self.port),
            str(self.seed),
        ]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("port "):
                self.port = int(line.split()[1])
                return
        raise RuntimeError("the program ended before it served the page")

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def truth(self) -> dict[str, Any]:
        """What lies on the table now."""
        lines = (self.folder / TRUTH).read_text().splitlines()
        found: dict[str, Any] = json.loads(lines[-1])
        return found


if __name__ == "__main__":
    serve_witnessed(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))

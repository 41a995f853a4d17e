"""Starts the emulated Pi and looks at its pins from outside: ``outside.py KERNEL TREE INITRD``.

The levels are read from the chip's own register through QEMU's monitor, which knows nothing of the programs inside:
GPLEV0 at 0x7e200034 of the BCM2711 ("BCM2711 ARM Peripherals", 5.2), for the processor at 0xfe200034. Exit status 0
when all that was looked at holds.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LEVELS = 0xFE200034
ASKED = re.compile(r"@ high (?P<high>\S+) of (?P<pins>[\d,]+): (?P<what>.*)")
LONGEST = 570
"""Seconds after which it is given up."""


class Monitor:
    """QEMU's monitor for people, on a socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError:
                time.sleep(0.1)
        self._answer()

    def levels(self) -> int:
        """The levels of GPIO 0 to 31, a bit each."""
        self._socket.sendall(f"xp /1wx {LEVELS:#x}\n".encode())
        found = re.findall(rf"{LEVELS:016x}: 0x([0-9a-f]{{8}})", self._answer())
        return int(found[-1], 16)

    def _answer(self) -> str:
        told = b""
        while not told.endswith(b"(qemu) "):
            told += self._socket.recv(4096)
        return told.decode(errors="replace")


def main(kernel: str, tree: str, initrd: str) -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "monitor"
        command = ["qemu-system-aarch64", "-M", "raspi4b", "-m", "2G", "-smp", "4", "-kernel", kernel, "-dtb", tree]
        command += ["-initrd", initrd, "-append", "console=ttyAMA0,115200 rdinit=/init quiet loglevel=3 panic=-1"]
        command += ["-display", "none", "-serial", "stdio", "-monitor", f"unix:{path},server,nowait", "-no-reboot"]
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        guard = threading.Timer(LONGEST, running.kill)
        guard.start()
        try:
            status = follow(running, Monitor(path))
        finally:
            guard.cancel()
            running.kill()
    took = f"{time.monotonic() - began:.0f} s"
    if status is None:
        print(f"The emulated Pi went no further; it was stopped after {took}.", file=sys.stderr)
        return 1
    print(f"All of it holds; {took}." if status == 0 else f"{status} of it does not hold; {took}.")
    return int(status > 0)


def follow(running: subprocess.Popen[bytes], monitor: Monitor) -> int | None:
    """Show what is said inside, and look at the pins where that is asked for; how much does not hold, None where it
    never came to an end."""
    assert running.stdout is not None
    failed = 0
    for raw in running.stdout:
        line = raw.decode(errors="replace").strip()
        if asked := ASKED.fullmatch(line):
            levels = monitor.levels()
            high = ",".join(pin for pin in asked["pins"].split(",") if levels >> int(pin) & 1) or "-"
            holds = high == asked["high"]
            failed += not holds
            print(f"{'ok  ' if holds else 'FAIL'} from outside: GPIO {high} high: {asked['what']}", flush=True)
        elif line.startswith("@ over "):
            return failed + int(line[7:])
        else:
            print(line, flush=True)
            if "Kernel panic" in line:
                return None
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

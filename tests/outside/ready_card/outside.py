"""Starts the card in QEMU, again and again as people would, and judges: ``outside.py KERNEL INITRD DISK FOLDER``.

first: nobody does anything. again: the password must be the same. kiosk: ``kiosk = yes`` in whist-table.txt, and one
line that makes no sense. cable: with a network at the cable. What the screen shows is taken by QEMU and kept in FOLDER;
the codes on it are read as a phone's camera would. Exit status 0 when all of it holds.
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

import cv2

LONGEST = 2400
"""Seconds for one start."""
TOLD = re.compile(r"(?:ok   |FAIL |  \| |@ (?:own|look|over) ).*")
STARTS = ("first", "again", "kiosk", "cable")


def monitor(path: Path, command: str) -> None:
    """Tell QEMU's monitor something."""
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(str(path))
        time.sleep(1)
        link.sendall(command.encode() + b"\n")
        time.sleep(4)


def start(kernel: str, initrd: str, disk: Path, folder: Path, name: str) -> tuple[int, list[str]]:
    """One start of the card; how much does not hold, and its network's name and password."""
    own: list[str] = []
    with tempfile.TemporaryDirectory() as place, (folder / f"{name}.log").open("wb") as log:
        path = Path(place) / "monitor"
        command = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-m", "3G", "-smp", "2"]
        command += ["-accel", "tcg,thread=multi", "-kernel", kernel, "-initrd", initrd]
        command += ["-append", f"root=LABEL=system rw console=ttyAMA0 console=tty1 quiet loglevel=3 card.try={name}"]
        command += ["-drive", f"file={disk},format=raw,if=virtio,cache=unsafe", "-device", "virtio-gpu-pci"]
        command += ["-nic", "user,model=virtio-net-pci" if name == "cable" else "none", "-device", "virtio-rng-pci"]
        command += ["-display", "none", "-serial", "stdio", "-monitor", f"unix:{path},server,nowait", "-no-reboot"]
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        guard = threading.Timer(LONGEST, running.kill)
        guard.start()
        failed = 1
        try:
            assert running.stdout is not None
            for raw in running.stdout:
                line = raw.decode(errors="replace").strip()
                # the kernel, too, speaks on that line, and begins where it likes
                if found := TOLD.search(line):
                    line = found[0]
                log.write(raw)
                if line.startswith("@ own "):
                    own = line.split()[2:]
                elif line.startswith("@ look "):
                    monitor(path, f"screendump {folder / name}.ppm")
                elif line.startswith("@ over "):
                    failed = int(line[7:])
                elif found or "panic" in line:
                    print(line, flush=True)
            running.wait()
        finally:
            guard.cancel()
            running.kill()
    return failed, own


def codes(picture: Path) -> set[str]:
    """What the QR codes on the screen say."""
    seen = cv2.imread(str(picture))
    if seen is None:
        return set()
    cv2.imwrite(str(picture.with_suffix(".png")), seen)
    found: set[str] = set()
    for scale in (1, 2, 3):
        large = cv2.resize(seen, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
        good, texts, *_ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(large)
        found |= {text for text in texts if text} if good else set()
    return found


def wish(disk: Path, text: str) -> None:
    """Write whist-table.txt anew, as anybody's computer would."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        subprocess.run(["mcopy", "-o", "-i", f"{disk}@@1M", file.name, "::whist-table.txt"], check=True)


def main(kernel: str, initrd: str, disk: str, folder: str) -> int:
    failed, owns = 0, {}
    for name in STARTS:
        began = time.monotonic()
        print(f"--- start: {name}", flush=True)
        if name == "kiosk":
            wish(Path(disk), "kiosk = yes\r\nhotspot = perhaps\r\n")
        if name == "cable":
            wish(Path(disk), "# nothing\r\n")
        wrong, owns[name] = start(kernel, initrd, Path(disk), Path(folder), name)
        failed += wrong
        if name in ("first", "again"):
            read = codes(Path(folder, f"{name}.ppm"))
            wifi = [text for text in read if text.startswith("WIFI:") and owns[name] and owns[name][1] in text]
            holds = bool(wifi) and "http://10.42.0.1:8080" in read
            failed += not holds
            print(
                f"{'ok  ' if holds else 'FAIL'} the codes on the screen are those of Wi-Fi and page ({len(read)} read)"
            )
        else:
            codes(Path(folder, f"{name}.ppm"))
        if name != "first" and name != "cable":
            same = owns[name] == owns["first"] != []
            failed += not same
            print(f"{'ok  ' if same else 'FAIL'} name and password are those of the first start")
        print(f"    ({time.monotonic() - began:.0f} s)", flush=True)
    print("All of it holds." if not failed else f"{failed} of it does not hold.")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Files that a hostile person might feed the program, each made here and fed to the command that takes it.

``python -m tests.device.commands.hostile_files`` prints of each how long the command took, how much memory, what it
said and its exit status. Each must be refused with one sentence and status 1 or 2, within 5 seconds and 500 MB; what is
only odd may be read. Status 1 when anything falls short.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from tqdm import tqdm

ROOT: Final = Path(__file__).parents[3]
SECONDS, MEMORY = 5.0, 500_000_000
"""What a command may take, bytes of memory."""
PATIENCE: Final = 60.0
REFUSED, READ = (1, 2), (0, 1, 2)
PICTURE: Final = np.full((400, 600, 3), 200, np.uint8)


class Case(NamedTuple):
    """A file: its name, what makes it at a path, the command line for it (FILE stands for the path), and which exit
    statuses are right."""

    name: str
    make: Callable[[Path], object]
    command: Sequence[str]
    statuses: Sequence[int] = REFUSED


class Outcome(NamedTuple):
    """What a command did: seconds of wall and processor time, bytes of memory, its exit status, what it said."""

    seconds: float
    busy: float
    memory: int
    status: int
    said: Sequence[str]


# -- pictures ----------------------------------------------------------------------------------------------------------


def encoded(ending: str, picture: np.ndarray = PICTURE, *how: int) -> bytes:
    """A sound picture file."""
    return bytes(cv2.imencode(ending, picture, how)[1])


def scans(count: int, side: int) -> bytes:
    """A progressive JPEG whose last pass comes ``count`` times."""
    data = encoded(".jpg", np.full((side, side, 3), 127, np.uint8), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * count + data[-2:]


def chunk(kind: bytes, body: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(parts: bytes, width: int = 600, height: int = 400, pixels: bytes | None = None) -> bytes:
    """A PNG with ``parts`` before its pixels."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    body = zlib.compress(bytes((width + 1) * height)) if pixels is None else pixels
    return b"\x89PNG\r\n\x1a\n" + head + parts + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def bomb(megabytes: int) -> bytes:
    """So many zeros, packed: the same block again and again."""
    packer = zlib.compressobj(9)
    head = packer.compress(bytes(10**6)) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(10**6)) + packer.flush(zlib.Z_FULL_FLUSH)
    check = (megabytes * 10**6 % 65521) << 16 | 1
    return head + block * (megabytes - 1) + b"\x03\0" + struct.pack(">I", check)


def moving_webp() -> bytes:
    """A WebP that says it has several pictures."""
    still = encoded(".webp")[12:]
    head = b"VP8X" + struct.pack("<I", 10) + bytes([2, 0, 0, 0]) + (6999).to_bytes(3, "little") * 2
    body = b"WEBP" + head + b"ANIM" + struct.pack("<IIH", 6, 0, 0) + still
    return b"RIFF" + struct.pack("<I", len(body)) + body


def tiff(tags: Sequence[tuple[int, int, int, int]], rest: bytes = b"", following: int = 0) -> bytes:
    """A TIFF of (tag, kind, count, value)."""
    entries = b"".join(struct.pack("<HHII", *tag) for tag in sorted(tags))
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + struct.pack("<I", following) + rest


def packed_tiff(side: int, rows: int, packing: int, strip: bytes, count: int) -> bytes:
    """A grey TIFF of strips that are all the same bytes."""
    place = 8 + 2 + 12 * 9 + 4
    tags = [(256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, packing), (262, 3, 1, 1)]
    tags += [(277, 3, 1, 1), (278, 4, 1, rows), (273, 4, count, place), (279, 4, count, place + 4 * count)]
    data = place + 8 * count
    if count == 1:
        tags[-2:] = [(273, 4, 1, place), (279, 4, 1, len(strip))]
        return tiff(tags, strip)
    return tiff(
        tags, struct.pack(f"<{count}I", *[data] * count) + struct.pack(f"<{count}I", *[len(strip)] * count) + strip
    )


def looped_exif() -> bytes:
    """A JPEG whose note leads back to itself."""
    body = b"II*\0\x08\0\0\0" + struct.pack("<H", 1) + struct.pack("<HHII", 0x8769, 4, 1, 8) + struct.pack("<I", 8)
    note = b"Exif\0\0" + body
    data = encoded(".jpg")
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 2) + note + data[2:]


def pictures() -> Iterator[tuple[str, Callable[[Path], object], Sequence[int]]]:
    """Pictures, and what is none."""

    def of(make: Callable[[], bytes]) -> Callable[[Path], object]:
        return lambda path: path.write_bytes(make())

    yield "3000-passes.jpg", of(lambda: scans(3000, 4000)), REFUSED
    yield "4000-passes-of-a-small-one.jpg", of(lambda: scans(4000, 400)), REFUSED
    yield "passes-of-a-large-one.jpg", of(lambda: scans(30, 7000)), REFUSED
    yield "50-mb-of-ff.jpg", of(lambda: b"\xff" * 50_000_000), REFUSED
    yield "filled-up-with-ff.jpg", of(lambda: b"\xff\xd8\xff\xe0\0\2" + b"\xff" * 50_000_000), REFUSED
    yield "filled-up-with-zeros.jpg", of(lambda: b"\xff\xd8\xff\xe0\0\2" + bytes(50_000_000)), REFUSED
    yield "comments.jpg", of(lambda: b"\xff\xd8" + b"\xff\xfe\0\2" * 15_000_000 + b"\xff\xd9"), REFUSED
    yield "comments-behind.jpg", of(lambda: encoded(".jpg")[:-2] + b"\xff\xfe\0\2" * 15_000_000), REFUSED
    yield "note-that-leads-back.jpg", of(looped_exif), READ
    yield "3-million-texts.png", of(lambda: png(chunk(b"tEXt", b"a\0b") * 3_000_000)), REFUSED
    yield "900-texts-of-8-mb.png", of(lambda: png(chunk(b"zTXt", b"a\0\0" + bomb(7)) * 900)), READ
    yield "profile-of-a-gigabyte.png", of(lambda: png(chunk(b"iCCP", b"a\0\0" + bomb(1000)))), READ
    yield "pixels-of-5-gigabytes.png", of(lambda: png(b"", pixels=bomb(5000))), REFUSED
    yield "million-pixel-parts.png", of(lambda: png(chunk(b"IDAT", b"") * 1_000_000)), REFUSED
    yield "endless-sides.png", of(lambda: png(b"", 2**31 - 1, 2**31 - 1, b"")), REFUSED
    yield "large-blank.png", of(lambda: png(b"", 7000, 7000)), READ
    yield "moving.webp", of(moving_webp), REFUSED
    yield "strips-of-gigabytes.tiff", of(lambda: packed_tiff(2000, 2000, 8, bomb(4000), 1)), READ
    yield "same-strip-often.tiff", of(lambda: packed_tiff(2000, 1, 8, bomb(300), 2000)), READ
    yield "folders-in-a-circle.tiff", of(lambda: tiff([(256, 4, 1, 300), (257, 4, 1, 300)], following=8)), REFUSED
    sides = [(tag, 4, 1, 300) for tag in (256, 257)] + [(tag, 4, 1, 2**31 - 16) for tag in (322, 323)]
    yield "tile-without-end.tiff", of(lambda: tiff([*sides, (258, 3, 1, 8)])), REFUSED
    yield "sparse-10-gb.jpg", lambda path: sparse(path, 10**10), REFUSED
    yield "pipe.jpg", os.mkfifo, REFUSED
    yield "endless-zeros.jpg", lambda path: path.symlink_to("/dev/zero"), REFUSED
    yield "endless-noise.png", lambda path: path.symlink_to("/dev/urandom"), REFUSED
    yield "terminal.jpg", lambda path: path.symlink_to("/dev/tty"), REFUSED
    yield "socket.jpg", bound_socket, REFUSED
    yield "itself.jpg", lambda path: path.symlink_to(path), REFUSED


def sparse(path: Path, size: int) -> None:
    """A file that takes no room."""
    with path.open("wb") as file:
        file.truncate(size)


def bound_socket(path: Path) -> None:
    """A socket in the file system."""
    with socket.socket(socket.AF_UNIX) as one:
        here = Path.cwd()
        os.chdir(path.parent)  # its name may have 107 bytes
        try:
            one.bind(path.name)
        finally:
            os.chdir(here)


# -- texts -------------------------------------------------------------------------------------------------------------


def texts(kind: str) -> Iterator[tuple[str, Callable[[Path], object]]]:
    """What is fed to those who read texts."""
    yield f"pipe.{kind}", os.mkfifo
    yield f"endless-zeros.{kind}", lambda path: path.symlink_to("/dev/zero")
    yield f"endless-noise.{kind}", lambda path: path.symlink_to("/dev/urandom")
    yield f"sparse-10-gb.{kind}", lambda path: sparse(path, 10**10)
    for name, text in TEXTS[kind].items():
        yield f"{name}.{kind}", lambda path, text=text: path.write_bytes(text())


_RECORD: Final = '{"game": "classic", "options": {}, "dealer": 0, "hands": '
TEXTS: Final[dict[str, dict[str, Callable[[], bytes]]]] = {
    "pbn": {
        "string": lambda: b'[Event "' + b"a" * 10_000_000 + b'"]\n',
        "string-within-bounds": lambda: b'[Event "' + b"a" * 3_900_000 + b'"]\n',
        "string-of-escapes": lambda: b'[Event "' + b"\\\\" * 1_900_000 + b'"]\n',
        "string-that-does-not-end": lambda: b'[Event "' + b"a" * 3_800_000,
        "spaces": lambda: b" " * 3_900_000,
        "ends-of-lines": lambda: b"\n" * 3_900_000,
        "comments": lambda: b";\n" * 1_900_000,
        "braces": lambda: b"{" * 3_900_000,
        "brackets": lambda: b"[" * 3_900_000,
        "words": lambda: b'[Play "W"]\n' + b"a " * 1_900_000,
        "tags": lambda: b"".join(b'[A%d ""]\n' % number for number in range(300_000)),
        "games": lambda: b'[A ""]\n\n' * 480_000,
        "quotes": lambda: b'[Play "W"]\n' + b'"' * 3_900_000,
    },
    "json": {
        "nested": lambda: b"[" * 1_000_000,
        "nested-record": lambda: b'{"game": "classic", "hands": ' + b"[" * 900_000,
        "line-of-100-mb": lambda: b'{"game": "' + b"a" * 100_000_000,
        "lines-of-nothing": lambda: b"{\n" * 10_000_000,
        "digits": lambda: b'{"game": "classic", "number": ' + b"9" * 1_000_000 + b"}",
        "hands-without-end": lambda: (_RECORD + json.dumps([[]] * 200_000) + ', "actions": []}').encode(),
        "cards-without-end": lambda: (_RECORD + json.dumps([["S2"] * 40_000] * 4) + ', "actions": []}').encode(),
        "actions-without-end": lambda: (
            _RECORD + "[]" + ', "actions": ' + json.dumps([{"seat": 0, "play": "S2"}] * 30_000) + "}"
        ).encode(),
        "keys": lambda: ("{" + ", ".join(f'"{number}": 1' for number in range(80_000)) + ', "game": "bid"}').encode(),
    },
    "toml": {
        "nested": lambda: b"a = " + b"[" * 90_000,
        "tables": lambda: b"".join(b"[a%d]\n" % number for number in range(12_000)),
        "dots": lambda: b"a" + b".a" * 45_000 + b" = 1\n",
        "digits": lambda: b"a = " + b"9" * 90_000,
        "inline": lambda: b"a = " + b"{a = " * 15_000,
        "string": lambda: b'a = "' + b"\\u0041" * 15_000,
    },
}

# -- packed things -----------------------------------------------------------------------------------------------------


def zipped(path: Path, files: dict[str, bytes]) -> None:
    """A zip with files in it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as into:
        for name, data in files.items():
            into.writestr(name, data)


def zipped_bomb(path: Path) -> None:
    """A zip with two gigabytes of nothing."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as into, into.open("journal.sqlite", "w") as file:
        for _ in range(2000):
            file.write(bytes(1_000_000))


def zip_that_lies(path: Path) -> None:
    """It says of a gigabyte that it is small."""
    zipped_bomb(path)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<I", 1000)
    path.write_bytes(data)


def long_list(path: Path) -> None:
    """A zip of 400 000 empty files."""
    with zipfile.ZipFile(path, "w") as into:
        for number in range(400_000):
            into.writestr(zipfile.ZipInfo(f"{number}"), b"")


def claiming_profile(path: Path) -> None:
    """A profile whose array claims four terabytes."""
    head = io.BytesIO()
    np.lib.format.write_array_header_2_0(head, {"descr": "<f4", "fortran_order": False, "shape": (10**6, 10**6)})
    zipped(path, {"own.npy": head.getvalue()})


def bomb_profile(path: Path) -> None:
    """A profile whose array has a gigabyte of zeros."""
    head = io.BytesIO()
    np.lib.format.write_array_header_2_0(head, {"descr": "|u1", "fortran_order": False, "shape": (10**9,)})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as into, into.open("own.npy", "w") as file:
        file.write(head.getvalue())
        for _ in range(1000):
            file.write(bytes(1_000_000))


# -- all of them -------------------------------------------------------------------------------------------------------


def within(name: str, make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Makes a folder with that file in it."""

    def made(path: Path) -> None:
        path.mkdir()
        make(path / name)

    return made


def with_frame(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Makes a folder of frames with those taps."""

    def made(path: Path) -> None:
        path.mkdir()
        (path / "000001.jpg").write_bytes(encoded(".jpg"))
        make(path / "requests.jsonl")

    return made


def faces(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Makes a folder of 52 such scans."""
    from whist.cards import PACK

    def made(path: Path) -> None:
        path.mkdir()
        make(path / "first")
        for card in PACK:
            (path / f"{card}.png").symlink_to(path / "first")

    return made


def of_pictures() -> Iterator[Case]:
    """Pictures for each command that takes some."""
    enrol = ["enrol", "--name", "x", "--data", "DATA"]
    for name, make, statuses in pictures():
        yield Case(f"read {name}", make, ["read", "FILE"], statuses)
        if name in ("3000-passes.jpg", "3-million-texts.png", "pipe.jpg", "endless-zeros.jpg", "large-blank.png"):
            yield Case(f"enrol {name}", make, [*enrol, "FILE"], REFUSED if name != "large-blank.png" else READ)
            yield Case(f"enrol --faces {name}", faces(make), [*enrol, "--faces", "FILE"])
        if name.endswith(".jpg"):
            yield Case(f"watch {name}", within("000001.jpg", make), ["watch", "FILE"], READ)
    for device in ("/dev/zero", "/dev/urandom"):
        yield Case(f"--camera files:{device}", lambda path: None, [*enrol, "--camera", f"files:{device}"])
    yield Case("--camera files:pipe", os.mkfifo, [*enrol, "--camera", "files:FILE"])


def of_texts() -> Iterator[Case]:
    """Texts for each command that takes some."""
    for name, make in texts("json"):
        yield Case(f"replay {name}", make, ["replay", "FILE"])
        yield Case(f"review {name}", make, ["review", "FILE"])
        yield Case(f"export {name}", make, ["export", "FILE", "--to", "json"])
    for name, make in texts("pbn"):
        yield Case(f"import {name}", make, ["import", "FILE"])
    for name, make in texts("toml"):
        yield Case(f"settings {name}", make, ["pin", "--settings", "FILE", "--data", "DATA"])
    for name, make in (*texts("json"), *texts("toml")):
        yield Case(f"watch requests {name}", with_frame(make), ["watch", "FILE"])


def cases() -> Iterator[Case]:
    """All of them."""
    yield from of_pictures()
    yield from of_texts()
    for name, make in PACKED.items():
        yield Case(f"restore {name}", make, ["restore", "FILE", "--data", "DATA"])
    for name, make in PROFILES.items():
        yield Case(f"profile {name}", make, ["watch", "FRAMES", "--profile", "FILE"])
    for name, make in JOURNALS.items():
        folder = within("journal.sqlite", make)
        yield Case(f"export --journal {name}", folder, ["export", "--journal", "FILE", "--to", "csv"])


PACKED: Final[dict[str, Callable[[Path], object]]] = {
    "bomb.zip": zipped_bomb,
    "that-lies.zip": zip_that_lies,
    "long-list.zip": long_list,
    "pipe.zip": os.mkfifo,
    "endless.zip": lambda path: path.symlink_to("/dev/zero"),
    "sparse.zip": lambda path: sparse(path, 10**10),
    "zeros.zip": lambda path: sparse(path, 2 * 10**8),
}
PROFILES: Final[dict[str, Callable[[Path], object]]] = {
    "claims-terabytes.npz": claiming_profile,
    "bomb.npz": bomb_profile,
    "sparse.npz": lambda path: sparse(path, 10**10),
    "endless.npz": lambda path: path.symlink_to("/dev/zero"),
    "pipe.npz": os.mkfifo,
}
JOURNALS: Final[dict[str, Callable[[Path], object]]] = {
    "pipe": os.mkfifo,
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "zeros": lambda path: sparse(path, 10**8),
}


def fed(case: Case, folder: Path) -> Outcome:
    """Make the file of a case in ``folder`` and run its command."""
    path = folder / (case.name.split()[-1].replace("/", "-"))
    made = os.fork()
    if made == 0:  # a process that has been large counts as large even after it runs another program
        status = 1
        try:
            case.make(path)
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(made, 0)[1] == 0, case.name
    frames = folder / "frames"
    frames.mkdir()
    (frames / "000001.jpg").write_bytes(encoded(".jpg"))
    filled = [
        word.replace("FILE", str(path)).replace("DATA", str(folder / "data")).replace("FRAMES", str(frames))
        for word in case.command
    ]
    home = {**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    said = (folder / "said").open("w+b")
    began = time.perf_counter()
    program = subprocess.Popen(
        [sys.executable, "-m", "device.commands.cli", *filled],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=subprocess.STDOUT,
        env=home,
        start_new_session=True,
    )
    while True:
        ended, status, used = os.wait4(program.pid, os.WNOHANG)
        seconds = time.perf_counter() - began
        if ended:
            break
        if seconds > PATIENCE:
            os.killpg(program.pid, 9)
        time.sleep(0.005)
    program.returncode = os.waitstatus_to_exitcode(status)
    said.seek(0)
    lines = [line for line in said.read(100_000).decode(errors="replace").splitlines() if line.strip()]
    said.close()
    return Outcome(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, program.returncode, lines)


def wrong_with(case: Case, outcome: Outcome, seconds: float) -> list[str]:
    """What falls short, where ``seconds`` were taken."""
    wrong = [f"{seconds:.1f} s"] if seconds > SECONDS else []
    wrong += [f"{outcome.memory // 10**6} MB"] if outcome.memory > MEMORY else []
    wrong += [f"status {outcome.status}"] if outcome.status not in case.statuses else []
    sentences = [line for line in outcome.said if not line.startswith('{"event"')]
    sentences = [line for line in sentences if not line.endswith(": no card in it; left out")]
    if outcome.status != 0 and len(sentences) != 1:
        wrong.append(f"{len(sentences)} lines")
    if any("Traceback" in line or "libpng" in line for line in outcome.said):
        wrong.append("a traceback or a library's words")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="only cases with this in their names")
    parser.add_argument("--folder", type=Path, help="where to make the files")
    parser.add_argument(
        "--busy", action="store_true", help="count processor time, where other work keeps the machine busy"
    )
    options = parser.parse_args()
    chosen = [case for case in cases() if options.only in case.name]
    short = 0
    slowest, largest = 0.0, 0
    for case in tqdm(chosen, unit="file", desc="hostile files", disable=None):
        folder = Path(tempfile.mkdtemp(dir=options.folder))
        try:
            outcome = fed(case, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        seconds = outcome.busy if options.busy else outcome.seconds
        wrong = wrong_with(case, outcome, seconds)
        short += bool(wrong)
        slowest, largest = max(slowest, seconds), max(largest, outcome.memory)
        sentence = (outcome.said[-1] if outcome.said else "")[:200].replace(str(folder), "…")
        print(
            f"{case.name}: {outcome.seconds:.1f} s ({outcome.busy:.1f} s of the processor), "
            f"{outcome.memory // 10**6} MB, status {outcome.status}: {sentence}"
            + (f"  <-- {', '.join(wrong)}" if wrong else ""),
            flush=True,
        )
    print(f"{len(chosen)} files, {short} fall short; slowest {slowest:.1f} s, most memory {largest // 10**6} MB")
    return int(short > 0)


if __name__ == "__main__":
    sys.exit(main())

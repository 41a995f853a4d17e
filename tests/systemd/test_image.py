"""What makes a ready card, with sdm, losetup and mount played: what it asks for, says, and leaves when it fails.

The steps themselves are done to a real system by ``sudo make try-image``.
"""

from __future__ import annotations

import lzma
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.hotspot.network import HOTSPOT
from device.hotspot.notice import HOST, SIGN
from device.hotspot.start import KIOSK, REPORT
from device.hotspot.wishes import FILE

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "systemd/image"

ID = '#!/bin/bash\n[ ! -e "$TRIAL/nobody" ] || { echo 1000; exit; }\necho 0\n'
DF = '#!/bin/bash\nprintf "head\\nx 1 1 %s 1%% /\\n" "$(cat "$TRIAL/free")"\n'
SDM = """#!/bin/bash
# plays sdm as its documentation says: each phase of the plugin, then whatever it leaves; the image is a text file here
printf '%s\\n' "$*" >>"$TRIAL/sdm-calls"
[ ! -e "$TRIAL/sdm-fails" ] || { echo "? sdm says why" >&2; exit 1; }
for image; do :; done
case $1 in
--customize)
    while [ "$1" != --plugin ]; do shift; done
    plugin=${2%%:*} arguments=${2#*:}
    [ -x "$plugin" ] || exit 1
    export SDMPT=$TRIAL/mounted
    "$plugin" 0 "$arguments" || exit 1
    ls "$SDMPT/usr/local/src/whist-table" >"$TRIAL/came-along"
    echo customized >>"$image"
    ;;
--shrink) echo shrunk >>"$image" ;;
esac
"""
LOSETUP = '#!/bin/bash\n[ "$1" = --detach ] || echo "$TRIAL/loop"\n'
MOUNT = """#!/bin/bash
for place; do :; done
mkdir -p "$place/etc/whist-table"
[ -e "$TRIAL/no-table" ] || echo "whist table 0.2.0 on Raspberry Pi OS" >"$place/etc/whist-table/card"
"""
UMOUNT = '#!/bin/bash\nrm -rf "$1/etc"\n'


class Workshop:
    """A folder with the played programs, a base image and a checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.programs.mkdir()
        (folder / "free").write_text("20000000")
        (folder / "mounted").mkdir()
        for name, text in {
            "id": ID,
            "df": DF,
            "sdm": SDM,
            "losetup": LOSETUP,
            "mount": MOUNT,
            "umount": UMOUNT,
        }.items():
            self.program(name, text)
        for name in ("parted", "systemd-nspawn", "qemu-aarch64-static"):
            self.program(name, "#!/bin/bash\n")
        self.base = folder / "raspios.img.xz"
        self.base.write_bytes(lzma.compress(b"raspios\n"))
        self.out = folder / "table.img"
        self.checkout = folder / "checkout"
        shutil.copytree(FOLDER, self.checkout / "systemd/image")
        shutil.copy(ROOT / "Makefile", self.checkout)
        git = ["git", "-c", "user.name=x", "-c", "user.email=x@localhost"]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "A card"]):
            subprocess.run([*git, *words], cwd=self.checkout, check=True)

    def program(self, name: str, text: str) -> None:
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def make(self, *words: str) -> tuple[int, list[str], list[str]]:
        path = f"{self.programs}:{os.environ['PATH']}"
        done = subprocess.run(
            ["make", "-s", "image", *words],
            cwd=self.checkout,
            env={**os.environ, "PATH": path, "TRIAL": str(self.folder), "TMPDIR": str(self.folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        err = [
            line for line in done.stderr.splitlines() if not re.match(r"make(\[\d+\])?: \*\*\*", line)
        ]  # within make test it is make[1]
        return done.returncode, done.stdout.splitlines(), err

    def made(self, *words: str) -> tuple[int, list[str], list[str]]:
        return self.make(f"BASE={self.base}", f"OUT={self.out}", *words)

    def left(self) -> set[str]:
        kept = {"programs", "free", "mounted", "raspios.img.xz", "checkout", "sdm-calls", "came-along"}
        return {path.name for path in self.folder.iterdir()} - kept


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_it_says_how_far_it_is_and_what_to_do_with_what_came_out(workshop: Workshop) -> None:
    status, out, err = workshop.made()
    assert (status, err) == (0, [])
    assert [line[:7] for line in out if line.startswith("[")] == [f"[{k} of 5" for k in range(1, 6)]
    assert "is ready" in out[-2]
    assert "whist table 0.2.0 on Raspberry Pi OS" in out[-2]
    assert "Raspberry Pi Imager" in out[-1]
    assert workshop.out.read_text() == "raspios\ncustomized\nshrunk\n"
    assert workshop.left() == {"table.img"}


def test_sdm_is_given_what_was_committed_last_and_asks_nobody(workshop: Workshop) -> None:
    (workshop.checkout / "left-lying").write_text("not committed")
    assert workshop.made()[0] == 0
    came = (workshop.folder / "came-along").read_text().split()
    assert "systemd" in came
    assert "left-lying" not in came
    customized, shrunk = (workshop.folder / "sdm-calls").read_text().splitlines()
    for option in ("--batch", "--redo-customize", "--extend --xmb"):
        assert option in customized
    assert shrunk.startswith("--shrink ")


def test_an_image_that_is_unpacked_already_stays_as_it_is(workshop: Workshop) -> None:
    plain = workshop.folder / "raspios.img"
    plain.write_text("raspios\n")
    assert workshop.make(f"BASE={plain}", f"OUT={workshop.out}")[0] == 0
    assert plain.read_text() == "raspios\n"


def without(name: str):
    return lambda workshop: (workshop.programs / name).unlink()


def leaving(name: str, text: str = ""):
    return lambda workshop: (workshop.folder / name).write_text(text)


@pytest.mark.parametrize(
    ("spoil", "words", "said"),
    [
        (leaving("nobody"), (), "An image can only be mounted by root: sudo make image"),
        (lambda workshop: None, ("BASE=",), "Say which image of Raspberry Pi OS Lite (64-bit) it begins with"),
        (lambda workshop: None, ("BASE=/nowhere.img",), "There is no file /nowhere.img"),
        (lambda workshop: None, ("BASE=Makefile",), "Makefile is no .img or .img.xz file."),
        (without("sdm"), (), "sdm is missing"),
        (leaving("free", "5000000"), (), "Only 4882 MB are free"),
        (lambda workshop: None, ("OUT=/nowhere/table.img",), "There is no folder /nowhere to write to"),
        (lambda workshop: workshop.base.write_bytes(b"no xz"), (), "cannot be unpacked: it is damaged"),
        (leaving("sdm-fails"), (), "sdm did not get through; see what it says above."),
        (leaving("no-table"), (), "The table is not in what came out; see what sdm says above."),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_leaves_nothing_half_made(
    workshop: Workshop, spoil, words: tuple[str, ...], said: str
) -> None:
    spoil(workshop)
    before = workshop.left()
    status, _, err = workshop.made(*words)
    assert status != 0
    assert said in err[-1]
    assert workshop.left() == before


def test_the_plugin_takes_nothing_that_is_no_checkout(tmp_path: Path) -> None:
    done = subprocess.run(
        [FOLDER / "sdm-plugin", "0", f"checkout={tmp_path}"],
        env={**os.environ, "SDMPT": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "is no checkout of the table." in done.stderr


def test_steps_and_program_mean_the_same_files() -> None:
    """Names that stand in a script and in the program."""
    steps = (FOLDER / "steps.sh").read_text()
    assert (FOLDER / FILE).is_file()
    for name in (f"/boot/firmware/{FILE}", KIOSK):
        assert name in steps
    ends = [name.removeprefix("whist-table-") for name in (HOST, SIGN, REPORT)]
    assert f"rm -f /boot/firmware/whist-table-{{{','.join(ends)}}}" in steps
    assert HOTSPOT.startswith("whist-table-")
    assert "system-connections/whist-table-*" in steps, "no card holds the password of the machine it was made on"
    assert "rm -rf /var/lib/whist-table/*" in steps
    assert re.search(r"^for step in packages table hotspot no_questions forget; do$", steps, re.MULTILINE)

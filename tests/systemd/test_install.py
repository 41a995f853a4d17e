"""The installer in a throw-away root: fresh, again, upgrade, failures, broken off, uninstall.

What it works with is played by small programs of the same names: setup.sh (which would fetch half a gigabyte), the
table itself, systemctl and useradd. What it decides, writes, switches and turns back is its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SETUP = """#!/bin/bash
# plays setup.sh: makes an "environment" whose table is the program beside this file
trap 'exit 130' INT
mkdir -p "$2/bin"
[ ! -e build-hangs ] || { touch building; sleep 60; }
[ ! -e build-fails ] || { echo "The package index cannot be reached." >&2; exit 1; }
cp program "$2/bin/whist-table"
[ ! -e new-is-broken ] || touch "$2/broken"
"""
PROGRAM = """#!/bin/bash
# plays the table: whoever opens the journal leaves a mark in it, as a newer version with another schema would
here=$(cd "$(dirname "$0")/.." && pwd -P)
case $1 in
run)
    echo "opened by $(basename "$here")" >>"$DESTDIR/var/lib/whist-table/journal.sqlite"
    [ ! -e "$here/broken" ] || exit 1
    basename "$here" >"$DESTDIR/serving"
    ;;
check)
    [ "$2" = --running ] && [ ! -e "$DESTDIR/answers-no-more" ] &&
        [ "$(cat "$DESTDIR/serving")" = "$(basename "$here")" ]
    ;;
backup) [ "$3" = --data ] && ! grep -q damaged "$4/journal.sqlite" && cp "$4/journal.sqlite" "$2" ;;
restore) [ "$3 $5 $6" = "--data --replace --only-games" ] && cp "$2" "$4/journal.sqlite" ;;
esac
"""
SYSTEMCTL = """#!/bin/bash
echo "$*" >>"$DESTDIR/calls"
[ "$1" != --quiet ] || shift
case $1 in
is-active) [ -e "$DESTDIR/serving" ] ;;
stop) rm -f "$DESTDIR/serving" ;;
restart)
    [ ! -e "$DESTDIR/start-hangs" ] || { rm "$DESTDIR/start-hangs"; : >"$DESTDIR/starting"; exec sleep 60; }
    rm -f "$DESTDIR/serving"
    mkdir -p "$DESTDIR/var/lib/whist-table"
    [ ! -e "$DESTDIR/opt/whist-table/current" ] || "$DESTDIR/opt/whist-table/current/bin/whist-table" run
    ;;
enable) touch "$DESTDIR/enabled-$2" ;;
disable) rm -f "$DESTDIR/enabled-$2" ;;
esac
"""
GETENT = '#!/bin/bash\ngrep -qx "$1 $2" "$DESTDIR/known"\n'
USERADD = '#!/bin/bash\necho "passwd ${@: -1}" >>"$DESTDIR/known"\n'
USERDEL = '#!/bin/bash\nsed -i "/^passwd $1\\$/d" "$DESTDIR/known"\n'
RUNUSER = """#!/bin/bash
# plays runuser: does it as whoever runs the tests, and notes what the service may touch through a link
[ "$1 $2 $3" = "-u whist-table --" ] || exit 1
shift 3
echo "$*" >>"$DESTDIR/as-service"
exec "$@"
"""
QUIET = "#!/bin/bash\nexit 0\n"


class Machine:
    """A root folder with the doubles in it, and a checkout of the table to install from."""

    def __init__(self, folder: Path) -> None:
        self.root, self.checkout = folder / "root", folder / "checkout"
        (self.root / "run/systemd/system").mkdir(parents=True)
        (self.root / "known").write_text("group video\n")
        self._programs(
            self.root / "trial",
            systemctl=SYSTEMCTL,
            getent=GETENT,
            useradd=USERADD,
            userdel=USERDEL,
            runuser=RUNUSER,
            chown=QUIET,
            journalctl="#!/bin/bash\necho the last words\n",
            **{"apt-get": QUIET},
        )
        self.lay_out(ROOT)

    def _programs(self, folder: Path, **texts: str) -> None:
        folder.mkdir(exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)

    def lay_out(self, source: Path, version: str | None = None) -> None:
        """A checkout of ``source``, said to be of another version."""
        shutil.rmtree(self.checkout, ignore_errors=True)
        (self.checkout / "device").mkdir(parents=True)
        shutil.copytree(source / "systemd", self.checkout / "systemd")
        shutil.copy(source / "Makefile", self.checkout)
        shutil.copy(source / "device/example.toml", self.checkout / "device")
        text = (source / "pyproject.toml").read_text()
        lines = [f'version = "{version}"' if version and x.startswith("version = ") else x for x in text.splitlines()]
        (self.checkout / "pyproject.toml").write_text("\n".join(lines) + "\n")
        self._programs(self.checkout, **{"setup.sh": SETUP, "program": PROGRAM})

    def begin(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["make", "-s", *words],
            cwd=self.checkout,
            env={**os.environ, "DESTDIR": str(self.root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # whoever runs the tests in the background ignores SIGINT, and so would all that they start
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def run(self, *words: str) -> tuple[int, str, str]:
        process = self.begin(*words)
        out, err = process.communicate(timeout=300)
        return process.returncode, out, err

    def install(self, *words: str) -> str:
        status, out, err = self.run("install", *words)
        assert (status, err) == (0, ""), (out, err)
        return out

    def break_off(self, how: signal.Signals, sign: Path, times: int = 1) -> None:
        """Ends an installation, and all that it has started, once ``sign`` is there, by a signal sent some times."""
        process = self.begin("install")
        while not sign.exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
        for _ in range(times):
            if process.poll() is None:
                os.killpg(process.pid, how)
            time.sleep(0.05)
        process.communicate(timeout=300)

    @property
    def serving(self) -> str:
        file = self.root / "serving"
        return file.read_text().strip() if file.exists() else ""

    @property
    def calls(self) -> list[str]:
        return (self.root / "calls").read_text().splitlines()

    @property
    def versions(self) -> list[str]:
        return sorted(p.name for p in (self.root / "opt/whist-table").glob("*-*"))

    @property
    def journal(self) -> Path:
        return self.root / "var/lib/whist-table/journal.sqlite"

    @property
    def settings(self) -> Path:
        return self.root / "etc/whist-table/settings.toml"

    @property
    def unit(self) -> Path:
        return self.root / "etc/systemd/system/whist-table.service"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


VERSION = next(
    line.split('"')[1] for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("version")
)


def test_fresh(machine):
    said = machine.install()
    for step in ("Making version", "Making the user and group", "Writing the first settings", "Starting the table"):
        assert step in said
    assert machine.serving == f"{VERSION}-1"
    assert (machine.root / "opt/whist-table/current").readlink() == Path(f"{VERSION}-1")
    assert machine.unit.read_text() == (ROOT / "systemd/whist-table.service").read_text()
    assert (machine.root / "enabled-whist-table.service").exists()
    assert "passwd whist-table" in (machine.root / "known").read_text()
    assert os.access(machine.root / "usr/local/bin/whist-table", os.X_OK)
    assert (machine.settings.parent / "example.toml").read_text() == (ROOT / "device/example.toml").read_text()


@pytest.mark.parametrize("kiosk", [False, True])
def test_the_first_settings_are_good_and_let_phones_in(machine, kiosk):
    """Whoever has an account on the machine is no host for that, unless the board is shown on its own screen."""
    from device.settings.settings import Page, Settings, load

    machine.install(*(["KIOSK=1"] if kiosk else []))
    got = load(machine.settings)
    assert got.page == Page(host="0.0.0.0", trust_this_machine=kiosk)
    assert {**vars_of(got), "page": None} == {**vars_of(Settings()), "page": None}


def test_a_board_on_the_screen_that_comes_later_is_told_how_to_show_the_join_code(machine):
    machine.install()
    assert "trust_this_machine = true" in machine.install("KIOSK=1")
    assert "trust_this_machine = false" in machine.settings.read_text()


def vars_of(settings):
    return {name: getattr(settings, name) for name in settings.__dataclass_fields__}


@pytest.mark.parametrize("pi", [False, True])
def test_a_machine_without_the_groups_of_a_pi_gets_the_drop_in(machine, pi):
    drop_in = machine.unit.with_name("whist-table.service.d") / "pc.conf"
    machine.install()
    assert drop_in.exists()
    if pi:
        with (machine.root / "known").open("a") as known:
            known.write("group gpio\ngroup spi\ngroup i2c\n")
        machine.install()
    assert drop_in.exists() != pi


def test_an_upgrade_renews_the_unit_of_a_ready_card_and_puts_none_elsewhere(machine):
    unit = machine.unit.with_name("whist-table-hotspot.service")
    machine.install()
    assert not unit.exists(), "a table that was installed by hand opens no Wi-Fi"
    unit.write_text("# of the version before\n")
    machine.install()
    assert unit.read_text() == (ROOT / "systemd/whist-table-hotspot.service").read_text()
    machine.run("uninstall")
    assert not unit.exists()


def test_again_is_an_upgrade_that_keeps_settings_and_games(machine):
    machine.install()
    machine.settings.write_text("[game]\ntarget = 9\n")
    for number in (2, 3):
        said = machine.install()
        assert machine.serving == f"{VERSION}-{number}"
        assert "Writing the first settings" not in said
        assert "Making the user" not in said
    assert machine.settings.read_text() == "[game]\ntarget = 9\n"
    assert machine.journal.read_text().splitlines() == [f"opened by {VERSION}-{k}" for k in (1, 2, 3)]
    # the one before stays, older ones go; the same for the games as they were before
    assert machine.versions == [f"{VERSION}-2", f"{VERSION}-3"]
    kept = machine.journal.parent / "backups" / f"before-{VERSION}-3.zip"
    assert kept.read_text().splitlines() == [f"opened by {VERSION}-{k}" for k in (1, 2)]


def test_a_damaged_journal_is_no_reason_to_stay_with_an_old_version(machine):
    machine.install()
    machine.journal.write_text("damaged")
    assert "copied as they lie there" in machine.install()
    assert (machine.journal.parent / f"backups/before-{VERSION}-2/journal.sqlite").read_text() == "damaged"
    assert machine.serving == f"{VERSION}-2"


@pytest.mark.parametrize("damaged", [False, True])
def test_root_touches_nothing_of_the_service_that_may_be_a_link(machine, tmp_path, damaged):
    """A service that somebody has taken over leaves links to files of root where its games lie; whatever reads or
    writes there does so as the service."""
    machine.install()
    secret, target = tmp_path / "secret", tmp_path / "target"
    secret.write_text("of root alone")
    for name in ("journal.sqlite-wal", "journal.sqlite-x"):
        (machine.journal.parent / name).symlink_to(secret)
    (machine.journal.parent / "backups").symlink_to(target)
    if damaged:
        machine.journal.write_text("damaged")
    refusing = machine.root / "trial" / "runuser"
    refusing.write_text(RUNUSER.replace('exec "$@"', 'case $* in *" check "*) exec "$@" ;; *) exit 1 ;; esac'))
    machine.run("install")
    assert not target.exists()
    found = [path for path in machine.root.rglob("*") if path.is_file() and not path.is_symlink()]
    assert not [path for path in found if "of root alone" in path.read_text(errors="replace")]
    assert any(" mkdir " in line for line in (machine.root / "as-service").read_text().splitlines())


def test_a_version_whose_page_does_not_answer_is_turned_back(machine):
    machine.install()
    (machine.root / "answers-no-more").touch()
    status, _, err = machine.run("install")
    assert status != 0
    assert "its page does not answer" in err
    assert machine.serving == f"{VERSION}-1"


def before(folder: Path) -> Path:
    """The tree of the tag before, where it has an installer; else this tree stands for it."""
    tag = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "HEAD^"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    name = tag.stdout.strip()
    if tag.returncode or subprocess.run(["git", "cat-file", "-e", f"{name}:systemd/install.sh"], cwd=ROOT).returncode:
        return ROOT
    folder.mkdir()
    packed = subprocess.run(["git", "archive", name], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "xf", "-"], cwd=folder, input=packed, check=True)
    return folder


def test_upgrade_from_the_version_before(machine, tmp_path):
    machine.lay_out(before(tmp_path / "before"), "0.0.9")
    machine.install()
    assert machine.serving == "0.0.9-1"
    machine.settings.write_text("# mine\n")
    machine.lay_out(ROOT)
    machine.install()
    assert machine.serving == f"{VERSION}-1"
    assert machine.settings.read_text() == "# mine\n"
    assert machine.journal.read_text().startswith("opened by 0.0.9-1\n")


def test_a_version_that_cannot_be_made_leaves_the_old_one_untouched(machine):
    machine.install()
    (machine.root / "calls").write_text("")
    (machine.checkout / "build-fails").touch()
    status, _, err = machine.run("install")
    assert status != 0
    assert "The package index cannot be reached." in err
    assert f"{VERSION}-1 is in use as before." in err
    assert machine.serving == f"{VERSION}-1"
    assert machine.versions == [f"{VERSION}-1"]
    assert machine.calls == []


def test_a_version_that_does_not_start_is_turned_back(machine):
    machine.lay_out(ROOT, "0.0.9")
    machine.install()
    unit = machine.unit.read_text()
    games = machine.journal.read_text()
    machine.lay_out(ROOT)
    (machine.checkout / "new-is-broken").touch()
    with (machine.checkout / "systemd/whist-table.service").open("a") as file:
        file.write("# newer\n")
    status, _, err = machine.run("install")
    assert status != 0
    assert "It does not start" in err
    assert "the last words" in err
    assert "Going back to 0.0.9-1" in err
    assert "does not start either" not in err
    assert machine.serving == "0.0.9-1"
    assert machine.versions == ["0.0.9-1"]
    assert machine.unit.read_text() == unit
    # the mark that the broken one left in the journal is gone; the old one has opened it once more
    assert machine.journal.read_text() == games + "opened by 0.0.9-1\n"


def test_a_first_version_that_does_not_start_leaves_nothing_that_would(machine):
    (machine.checkout / "new-is-broken").touch()
    status, _, err = machine.run("install")
    assert status != 0
    assert "It does not start" in err
    assert machine.serving == ""
    assert machine.versions == []
    assert not machine.unit.exists()
    assert not (machine.root / "enabled-whist-table.service").exists()
    (machine.checkout / "new-is-broken").unlink()
    machine.install()
    assert machine.serving == f"{VERSION}-1"


@pytest.mark.parametrize("broken", [False, True])
def test_a_unit_that_was_written_by_hand(machine, broken):
    """It gives way to the first version that was installed, and is back when that one does not start."""
    machine.unit.parent.mkdir(parents=True)
    machine.unit.write_text("# by hand\n")
    (machine.root / "opt/whist-table/whist_table.egg-info").mkdir(parents=True)
    if broken:
        (machine.checkout / "new-is-broken").touch()
    status, _, err = machine.run("install")
    assert (status != 0) == broken
    assert (machine.unit.read_text() == "# by hand\n") == broken
    assert ("Going back to the unit that was there" in err) == broken
    assert (machine.root / "enabled-whist-table.service").exists()
    assert (machine.root / "opt/whist-table/whist_table.egg-info").exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_broken_off_while_it_builds_and_run_again(machine, how):
    machine.install()
    (machine.checkout / "build-hangs").touch()
    machine.break_off(how, machine.checkout / "building")
    assert machine.serving == f"{VERSION}-1"
    if how != signal.SIGKILL:
        assert machine.versions == [f"{VERSION}-1"]
    (machine.checkout / "build-hangs").unlink()
    machine.install()
    assert machine.serving == f"{VERSION}-2"
    assert machine.versions == [f"{VERSION}-1", f"{VERSION}-2"]


def test_the_plug_pulled_at_the_switch_and_run_again(machine):
    machine.install()
    games = machine.journal.read_text()
    (machine.root / "start-hangs").touch()
    machine.break_off(signal.SIGKILL, machine.root / "starting")
    machine.install()
    assert machine.serving == f"{VERSION}-3"
    assert machine.journal.read_text() == games + f"opened by {VERSION}-3\n"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("times", [1, 3], ids=["once", "impatiently"])
def test_broken_off_at_the_switch_the_version_of_before_is_back(machine, how, times):
    machine.install()
    games, unit = machine.journal.read_text(), machine.unit.read_text()
    with (machine.checkout / "systemd/whist-table.service").open("a") as file:
        file.write("# newer\n")
    (machine.root / "start-hangs").touch()
    machine.break_off(how, machine.root / "starting", times)
    assert machine.serving == f"{VERSION}-1"
    assert machine.versions == [f"{VERSION}-1"]
    assert machine.unit.read_text() == unit
    assert machine.journal.read_text() == games + f"opened by {VERSION}-1\n"
    machine.install()
    assert machine.serving == f"{VERSION}-2"


def test_where_systemd_does_not_run_the_table_waits_for_the_next_boot(machine):
    (machine.root / "run/systemd/system").rmdir()
    assert "starts when this system does" in machine.install()
    assert machine.serving == ""
    assert (machine.root / "enabled-whist-table.service").exists()


def test_one_at_a_time(machine):
    (machine.checkout / "build-hangs").touch()
    first = machine.begin("install")
    while not (machine.checkout / "building").exists():
        time.sleep(0.01)
    status, _, err = machine.run("install")
    assert status != 0
    assert "Another installation is at work" in err
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()


def test_the_kiosk_comes_only_when_asked_for_and_goes_too(machine):
    kiosk = machine.unit.with_name("whist-table-kiosk.service")
    machine.install()
    assert not kiosk.exists()
    machine.install("KIOSK=1")
    assert kiosk.exists()
    assert "passwd whist-kiosk" in (machine.root / "known").read_text()
    machine.run("uninstall")
    assert not kiosk.exists()


@pytest.mark.parametrize("purge", [False, True])
def test_uninstall(machine, purge):
    machine.install()
    games = machine.journal.read_text()
    status, out, err = machine.run("uninstall", *(["PURGE=1"] if purge else []))
    assert (status, err) == (0, "")
    assert machine.serving == ""
    for gone in (machine.unit, machine.root / "opt/whist-table", machine.root / "usr/local/bin/whist-table"):
        assert not gone.exists()
    assert not (machine.root / "enabled-whist-table.service").exists()
    assert machine.settings.exists() != purge
    assert machine.journal.exists() != purge
    assert ("passwd whist-table" in (machine.root / "known").read_text()) != purge
    if not purge:
        assert "PURGE=1" in out
        machine.install()
        assert machine.journal.read_text() == games + f"opened by {VERSION}-1\n"
    # a second time there is nothing left to do
    assert machine.run("uninstall", "PURGE=1")[0] == 0
    assert machine.run("uninstall", "PURGE=1")[0] == 0


def test_it_says_what_it_can_do(machine):
    done = subprocess.run([machine.checkout / "systemd/install.sh"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "install [--kiosk]" in done.stderr


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here; apt install shellcheck")
@pytest.mark.parametrize("script", ["install.sh", "try_arm64.sh", "try_service.sh", "whist-table"])
def test_shellcheck_finds_nothing(script):
    done = subprocess.run(["shellcheck", ROOT / "systemd" / script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


POWER = [f"whist-table-power@{asked}.path" for asked in ("poweroff", "reboot")]


def test_the_machine_can_be_switched_off_from_the_page_until_the_table_is_taken_away(machine):
    machine.install()
    units = machine.unit.parent
    assert [(units / f"whist-table-power@.{kind}").exists() for kind in ("path", "service")] == [True, True]
    assert all((machine.root / f"enabled-{unit}").exists() for unit in POWER)
    assert [call for call in machine.calls if call.startswith("start ")] == [f"start {unit}" for unit in POWER]
    assert machine.run("uninstall")[0] == 0
    assert not list(units.glob("whist-table-power*"))
    assert not any((machine.root / f"enabled-{unit}").exists() for unit in POWER)


def test_back_to_a_version_from_before_it_could_be_switched_off(machine):
    machine.install()
    for unit in (machine.root / "opt/whist-table/current/units").glob("whist-table-power@*"):
        unit.unlink()  # as its own installer did not put them there
    machine.lay_out(ROOT, "987.0.1")
    (machine.checkout / "new-is-broken").touch()
    assert machine.run("install")[0] != 0
    assert machine.serving == f"{VERSION}-1"
    assert not list(machine.unit.parent.glob("whist-table-power*"))

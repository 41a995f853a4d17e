"""What setup.sh says and does when a machine lacks something; nothing is installed here."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

OLD_PYTHON = """#!/bin/sh
[ "$1" = -V ] && echo Python 3.9.2 && exit
case "$2" in *version_info*) exit 1 ;; esac
"""
SMALL_PYTHON = """#!/bin/sh
case "$2" in *maxsize*) exit 1 ;; esac
"""
GOOD_PYTHON = """#!/bin/sh
[ "$2" = venv ] && echo "Error: no room for it" && exit 1
exit 0
"""
UNLISTED_PYTHON = """#!/bin/sh
case "$2" in *machine*) echo constraints/install-cp399-mips.txt ;; esac
"""
SMALL_MEMORY = "#!/bin/sh\n[ $1 = PAGE_SIZE ] && echo 4096 || echo 118272\n"
FULL_DISK = "#!/bin/sh\necho head\necho disk 100 90 20480 99% /\n"
ROOMY_DISK = "#!/bin/sh\necho head\necho disk 100 90 99999999 1% /\n"


@pytest.fixture
def project(tmp_path):
    """A copy of what setup.sh needs; returns a function that runs it with made-up programs first on the path."""
    shutil.copy(ROOT / "setup.sh", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "constraints", tmp_path / "constraints")
    programs = tmp_path / "programs"
    programs.mkdir()

    def run(part, **fakes):
        for name, script in fakes.items():
            (programs / name).write_text(script)
            (programs / name).chmod(0o755)
        python = programs / "python3" if "python3" in fakes else "a-python-that-is-not-there"
        return subprocess.run(
            [tmp_path / "setup.sh", *part],
            env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHON": str(python)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    ("part", "fakes", "said"),
    [
        (["run"], {}, "Python is missing"),
        (["run"], {"python3": OLD_PYTHON}, "Python 3.9.2 is too old: the table needs Python 3.11 or newer"),
        (["run"], {"python3": SMALL_PYTHON}, "32-bit system"),
        (["run"], {"python3": GOOD_PYTHON, "getconf": SMALL_MEMORY}, "This machine has 462 MB of memory"),
        (["run"], {"python3": GOOD_PYTHON, "df": FULL_DISK}, "Only 20 MB are free on this disk"),
        (["run"], {"python3": GOOD_PYTHON, "df": ROOMY_DISK}, "could not be made: Error: no room for it"),
        (["install", "there"], {"python3": GOOD_PYTHON, "df": FULL_DISK}, "Only 20 MB are free on this disk"),
        (
            ["install", "there"],
            {"python3": UNLISTED_PYTHON, "df": ROOMY_DISK},
            "(Python 3.11 and 3.13), and constraints/install-cp399-mips.txt is not there",
        ),
        (["install"], {}, "Say where to install it"),
        (["everything"], {}, "./setup.sh run, ./setup.sh test or ./setup.sh train"),
        ([], {}, "./setup.sh run, ./setup.sh test or ./setup.sh train"),
    ],
)
@pytest.mark.skipif(Path("/etc/rpi-issue").exists(), reason="on a Pi setup.sh asks apt first")
def test_one_clear_sentence(project, part, fakes, said):
    done = project(part, **fakes)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_a_finished_environment_is_left_alone_until_its_ingredients_change(project, tmp_path):
    """The stamp stands for pyproject.toml, setup.sh, constraints, folder and Python: another one sets up again."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "whist-table"):
        (programs / name).write_text("#!/bin/sh\necho Python made up\n")
        (programs / name).chmod(0o755)
    stamp = subprocess.run(
        "{ cat pyproject.toml setup.sh constraints/*.txt; pwd; .venv/bin/python -VV; } | sha256sum",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (tmp_path / ".venv" / ".ready-run").write_text(stamp)
    done = project(["run"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with (tmp_path / "pyproject.toml").open("a") as file:
        file.write("# another dependency\n")
    assert "Python is missing" in project(["run"]).stderr


CHEATING_PIP = """#!/bin/bash
# plays the Python of an environment: notes what pip is told, and refuses what the list does not have
case "$*" in
*"-m pip install"*"require-hashes"*) echo "$*" >>"{log}" && echo "ERROR: PACKAGES DO NOT MATCH THE HASHES" && exit 1 ;;
*"-m pip install"*) echo "$*" >>"{log}" ;;
esac
"""


def test_what_root_installs_is_what_is_listed_or_nothing(project, tmp_path):
    there, log = tmp_path / "there", tmp_path / "log"
    (there / "bin").mkdir(parents=True)
    python = there / "bin" / "python"
    python.write_text(CHEATING_PIP.replace("{log}", str(log)))
    python.chmod(0o755)
    info = there / "lib/python3.11/site-packages/pip-1.dist-info"
    info.mkdir(parents=True)
    (info / "INSTALLER").write_text("pip")
    (there / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    listed = "constraints/install-cp311-x86_64.txt"
    done = project(
        ["install", str(there)],
        python3=UNLISTED_PYTHON.replace("constraints/install-cp399-mips.txt", listed),
        df=ROOMY_DISK,
    )
    assert done.returncode == 1
    assert "DO NOT MATCH THE HASHES" in done.stderr
    (told,) = log.read_text().splitlines()
    assert f"--require-hashes --only-binary :all: --requirement {listed}" in told


@pytest.mark.parametrize(
    "script",
    ["setup.sh", ".ci/run", *(f"systemd/image/{name}" for name in ("build.sh", "steps.sh", "sdm-plugin"))],
)
def test_scripts_are_well_formed_and_may_be_run(script):
    assert os.access(ROOT / script, os.X_OK)
    assert subprocess.run(["bash", "-n", ROOT / script], check=False).returncode == 0

"""A PostgreSQL of one's own for a test, where there is one on this machine."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.device.home.brokers import free_port


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps them apart."""
    homes = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    return shutil.which(name, path=os.pathsep.join([*homes, os.environ.get("PATH", "")]))


def whose() -> str | None:
    """The user as whom PostgreSQL runs, which root it will not be; None where there is none."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name
    return next((one.pw_name for one in pwd.getpwall() if one.pw_name == "postgres"), None)


def missing() -> str | None:
    """Why there is no PostgreSQL; None where there is one."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not there"
    if program("initdb") is None or whose() is None:
        return "PostgreSQL is not there: sudo apt-get install postgresql"
    return None


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a database that is there for as long as it is looked at."""
    why, initdb, server, user = missing(), program("initdb"), program("postgres"), whose()
    if why is not None or initdb is None or server is None or user is None:
        pytest.skip(why or "PostgreSQL is not there")
    with TemporaryDirectory(prefix="whist-postgres-") as folder:
        as_user = {} if os.getuid() else {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": ()}
        if os.getuid() == 0:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        data, port = f"{folder}/data", free_port()
        made = [initdb, "-D", data, "-U", "club", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **as_user)  # type: ignore[call-overload]
        begin = [server, "-D", data, "-p", str(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"]
        process = subprocess.Popen(  # type: ignore[call-overload]
            [*begin, "-c", "fsync=off"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **as_user
        )
        try:
            from tests.device.home.brokers import until

            url = f"postgresql+psycopg://club@127.0.0.1:{port}/postgres"
            until(lambda: _answers(url), "the database's start")
            yield url
        finally:
            process.send_signal(signal.SIGINT)  # without waiting for whoever is still there
            process.wait(20)


def _answers(url: str) -> bool:
    import sqlalchemy as sql

    engine = sql.create_engine(url)
    try:
        with engine.connect() as db:
            return bool(db.execute(sql.text("SELECT 1")).scalar_one())
    except sql.exc.OperationalError:
        return False
    finally:
        engine.dispose()

"""Real databases for the tests: a file of SQLite, and a PostgreSQL that is started for them and ends with them."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("sqlite", "postgresql")
HOST = "127.0.0.1"
_WAIT_S = 60
_running: list[tuple[subprocess.Popen[bytes], Path]] = []


def fresh(kind: str, folder: Path) -> str:
    """The URL of a database at which nothing has happened."""
    if kind == "sqlite":
        return f"sqlite:///{folder}/house.db"
    name = f"house_{secrets.token_hex(6)}"
    _sql(server(), f"CREATE DATABASE {name}")
    return f"{server().rpartition('/')[0]}/{name}"


def _sql(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]


@lru_cache(maxsize=1)
def server() -> str:
    """A PostgreSQL on a free port of this machine, without a password and without its disk's guarantees."""
    folder = Path(tempfile.mkdtemp(prefix="tapete-postgres-"))
    port = _free_port()
    _own(folder)
    made = [_programs() / "initdb", "-D", folder / "data", "-U", "tapete", "-A", "trust", "-E", "UTF8", "--locale=C"]
    done = subprocess.run(
        _humble(*made, "--no-sync"), capture_output=True, text=True, cwd="/", timeout=120, check=False
    )
    assert done.returncode == 0, f"initdb: {done.stdout}{done.stderr}"
    options = [f"listen_addresses={HOST}", f"port={port}", f"unix_socket_directories={folder}", "fsync=off"]
    settings = [word for option in options for word in ("-c", option)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            _humble(_programs() / "postgres", "-D", folder / "data", *settings), stdout=log, stderr=log, cwd="/"
        )
    _running.append((process, folder))
    url = f"postgresql://tapete@{HOST}:{port}/postgres"
    _wait_for(url, process, folder / "log")
    return url


def stop_server() -> None:
    """End the PostgreSQL, if one was started."""
    while _running:
        process, folder = _running.pop()
        process.send_signal(signal.SIGQUIT)
        process.wait(_WAIT_S)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _WAIT_S
    while True:
        try:
            _sql(url, "SELECT 1")
        except psycopg.OperationalError:
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        else:
            return


def _humble(*command: object) -> list[str]:
    """A command of PostgreSQL, which root may not run, as somebody else if need be; it ends when this process does."""
    words = ["setpriv", "--pdeathsig", "QUIT"]
    if os.geteuid() == 0:
        words += ["--reuid", _user(), "--regid", str(pwd.getpwnam(_user()).pw_gid), "--clear-groups"]
    return [*words, *map(str, command)]


@lru_cache(maxsize=1)
def _programs() -> Path:
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *_on_path()]
    usable = [folder for folder in found if (folder / "initdb").exists() and (folder / "postgres").exists()]
    assert usable, "PostgreSQL is not installed: make test installs it, or apt-get install postgresql"
    return usable[0]


def _on_path() -> Iterable[Path]:
    return (Path(folder) for folder in os.environ["PATH"].split(os.pathsep))


def _user() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _own(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, _user())


def _free_port() -> int:
    with socket.socket() as chosen:
        chosen.bind((HOST, 0))
        return int(chosen.getsockname()[1])

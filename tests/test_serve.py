"""``tapete serve``: where it listens, what it says, and how it ends."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tapete.cli.serve import HOST, PORT, _listening
from tapete.table.errors import Refused
from tests.databases import fresh
from tests.serving import Served

if TYPE_CHECKING:
    from pathlib import Path


def test_it_opens_serves_pages_and_programs_and_ends_quietly(tmp_path: Path) -> None:
    with ExitStack() as leaving:
        house = Served(fresh("sqlite", tmp_path), leaving, TAPETE_LANG="es")
        assert "Ctrl-C" in house.said and HOST in house.address
        for path, kind in (("/", "text/html"), ("/docs", "text/html"), ("/api/v1/health", "application/json")):
            with urllib.request.urlopen(house.address + path, timeout=60) as answer:
                assert answer.status == 200 and answer.headers["content-type"].startswith(kind)
        assert not house.stop().strip()
        assert house.process.returncode == 0


def test_a_port_that_is_taken() -> None:
    with _listening(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=str(port)):
            _listening(port)


def test_without_a_wish_another_port_will_do() -> None:
    with _listening(None) as first, _listening(None) as second:
        assert second.getsockname()[1] not in (0, PORT, first.getsockname()[1])
        assert {first.getsockname()[0], second.getsockname()[0]} == {HOST}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--database", "mysql://db/x"], 1, "sqlite:///FILE"),
        (["--port", "99999"], 2, "65535"),
        (["--database", "sqlite:////proc/nada/house.db"], 1, "cannot be opened"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(words: list[str], status: int, said: str) -> None:
    command = [sys.executable, "-m", "tapete", "serve", "--no-open", *words, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == status and said in done.stderr and "Traceback" not in done.stderr

"""Real servers for the tests: ``tapete serve`` in a process of its own, or the interface alone in a thread."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

_PATIENCE_S = 120


class Served:
    """A ``tapete serve`` and where it is open. It is killed at the end of a test that does not stop it."""

    def __init__(self, database: str, leaving: ExitStack, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tapete", "serve", "--no-open", "--port", "0", "--database", database],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TAPETE_LANG": "en", **environment},
        )
        leaving.callback(self.kill)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", self.said)
        if found is None:
            _, errors = self.process.communicate(timeout=_PATIENCE_S)
            raise AssertionError(f"it did not open: {self.said}{errors}")
        self.address = found[0]

    def kill(self) -> None:
        """End it as a power cut would: at once, in the middle of anything."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate(timeout=_PATIENCE_S)

    def stop(self) -> str:
        """End it as Ctrl-C does; what it said on the error stream."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=_PATIENCE_S)[1]


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The address of an application that is served over HTTP from a thread."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(256)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=2))
        thread = threading.Thread(target=_run, args=(server, listening), daemon=True)
        thread.start()
        deadline = time.monotonic() + _PATIENCE_S
        while not server.started:
            assert thread.is_alive() and time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(_PATIENCE_S)


def _run(server: Any, listening: socket.socket) -> None:
    server.run([listening])

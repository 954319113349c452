"""Driving the command line in tests: in this process with typed lines, or at a real terminal."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import pty
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tapete.__main__ import main
from tapete.table.words import language, set_language

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Said:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


def tapete(*arguments: str, typed: str = "", lang: str = "en") -> Said:
    """Run a command with lines piped into it."""
    before, stdin = language(), sys.stdin
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    code: object = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", "160")
            main([*arguments, "--lang", lang])
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin = stdin
        set_language(before)
    return Said(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())


class Keyboard:
    """A command at a real terminal, typed to and read from."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "50"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tapete", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment,
            preexec_fn=lambda: os.login_tty(theirs),
        )
        os.close(theirs)
        self.shown, self._seen = "", 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def wait_for(self, words: str, seconds: float = 60) -> None:
        """Read until the words appear after what was awaited before."""
        end = time.monotonic() + seconds
        while words not in self.shown[self._seen :]:
            ready, _, _ = select.select([self._ours], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{words!r} was not shown; shown: {self.shown[self._seen :]}")
            try:
                self.shown += self._decoder.decode(os.read(self._ours, 65536))
            except OSError:
                raise AssertionError(f"the command ended before {words!r}: {self.shown[self._seen :]}") from None
        self._seen = self.shown.index(words, self._seen) + len(words)

    def type(self, keys: str) -> None:
        """Type; a line ends with a return. A prompt is shown a moment before it listens to signals."""
        time.sleep(0.2)
        os.write(self._ours, keys.encode())

    def ended(self, seconds: float = 60) -> int:
        """The exit code, once the command has ended."""
        end = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < end:
            if select.select([self._ours], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    self.shown += self._decoder.decode(os.read(self._ours, 65536))
        code = self._process.poll()
        if code is None:
            self._process.kill()
            raise AssertionError("the command did not end")
        os.close(self._ours)
        return code

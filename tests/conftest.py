"""Tests keep their copies of catalogues to themselves, not in the user's folder, and leave nothing running."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

_OWN = "TAPETE_TEST_CACHE"

if _OWN not in os.environ:  # the workers of one run share a folder
    os.environ[_OWN] = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="tapete-tests-")
    atexit.register(shutil.rmtree, os.environ[_OWN], ignore_errors=True)


def pytest_unconfigure() -> None:
    """A database that was started for the tests ends with them."""
    from tests.databases import stop_server

    stop_server()

"""A real server and the system's Chromium for the tests of the pages; what they saw is kept under build/screenshots."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def serve(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start a server whose house is kept in a folder, and wait until it answers."""
    database = f"sqlite:///{folder / 'house.db'}"
    command = [sys.executable, "-m", "tapete", "serve", "--no-open", "--port", str(port), "--database", database]
    with (folder / "log").open("ab") as log:
        server = subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=log, stderr=log)
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/static/tapete.css", timeout=1)
            return server
        except OSError:
            assert server.poll() is None, (folder / "log").read_text()
            time.sleep(0.1)
    server.kill()
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a house of its own."""
    folder = tmp_path_factory.mktemp("house")
    server = serve(folder, port := free_port())
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(60)
    log_text = (folder / "log").read_text()
    assert "Traceback" not in log_text, log_text


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser, for these tests alone: while Playwright is open no test after them could run a loop of its own."""
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "the system has no Chromium: make test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visitor(site: str, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """New browsers, one a call; at the end of the test none may have complained or asked another machine."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    pages: list[Page] = []

    def come(
        language: str = "es", light: str = "light", width: int = 1440, height: int = 1000, motion: str = "reduce"
    ) -> Page:
        context = chromium.new_context(
            base_url=site,
            locale=language,
            color_scheme=light,  # type: ignore[arg-type]
            viewport={"width": width, "height": height},
            accept_downloads=True,
            reduced_motion=motion,  # type: ignore[arg-type]
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: troubles.append(f"asked {asked.url}") if not _own(asked.url, site) else None)
        pages.append(page)
        return page

    yield come
    name = request.node.name.replace("/", "-").replace("[", "-").rstrip("]")
    for number, page in enumerate(pages, start=1):
        page.screenshot(path=SCREENSHOTS / f"{name}-{number}.png")
        page.context.close()
    assert not troubles


def _own(url: str, site: str) -> bool:
    return url.startswith((site, site.replace("http", "ws"), "data:", "blob:"))

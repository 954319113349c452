"""The house over HTTP: durable actions a second on one core, how soon a bet is shown to all who look on, and a page.

The server has a core to itself and whoever asks it has another, where there are two. Actions are bets of eight players
on one table, a draw now and then, each acknowledged only when it is on disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
from measure import Figure, best
from websockets.asyncio.client import connect

from tapete.client import Client

GAME = "pv-1996/ruleta-francesa"
PLAYERS, BETS, CELLS = 8, 250, 37
LOOKING, SHOWN = 50, 60
PAGES = ("/", f"/games/{GAME}", "/odds?game=cl-2023/black-jack/clasico", "/compare", "/rulings", "/tables", "/records")
READY = "document.readyState === 'complete' && window.socket?.connected"
_TIMES = 3


def figures() -> list[Figure]:
    """The figures of one server."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        slowest = pages(address)
        rate = max(asyncio.run(actions(address)) for _ in range(_TIMES))
        bare = PLAYERS * BETS / best(lambda: inserts(Path(folder)), _TIMES)
        delays = asyncio.run(deliveries(address))
    median, worst = statistics.median(delays), max(delays)
    told = f"{1000 * median:.1f} ms  (95 of 100 within {1000 * statistics.quantiles(delays, n=20)[-1]:.1f} ms)"
    return [
        Figure("durable actions over HTTP, one core", f"{rate:,.0f} a second", rate, 300),
        Figure(
            "the same against bare inserts", f"{rate / bare:.2f}  ({rate:,.0f} : {bare:,.0f} a second)", rate / bare
        ),
        Figure(f"a bet shown to {LOOKING} who look on, median, s", told, median, 0.1, at_most=True),
        Figure("the slowest of all these", f"{1000 * worst:.0f} ms", worst),
        *slowest,
    ]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of ``tapete serve`` on a core of its own."""
    first, *others = sorted(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "tapete", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder}/house.db", "--lang", "en"],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {first}),
    )
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(others) or before)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert found is not None, "tapete serve did not open"
        yield found[0]
    finally:
        os.sched_setaffinity(0, before)
        process.terminate()
        process.wait()


async def actions(address: str) -> float:
    """Actions a second of a busy table, each answered before its player goes on."""
    table, tokens = await asyncio.to_thread(opened, address)
    async with aiohttp.ClientSession(f"{address}/api/v1/tables/{table}/") as http:
        start = time.perf_counter()
        await asyncio.gather(*(bets(http, name, token) for name, token in tokens.items()))
        spent = time.perf_counter() - start
    return PLAYERS * BETS / spent


def opened(address: str) -> tuple[str, dict[str, str]]:
    """A table with its players."""
    with Client(address) as client:
        table = client.open_table(GAME).id
        return table, {f"p{n}": str(client.join(table, f"p{n}").token) for n in range(PLAYERS)}


async def bets(http: aiohttp.ClientSession, name: str, token: str) -> None:
    """Bets of one player, the first of whom has the system draw now and then."""
    headers = {"Authorization": f"Bearer {token}"}
    for number in range(BETS):
        action = {"player": name, "bet": "pleno", "on": [number % CELLS], "stake": 5}
        path, content = ("draw", {}) if name == "p0" and number % 25 == 24 else ("actions", {"action": action})
        async with http.post(path, json=content, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            await answer.read()


def inserts(folder: Path) -> None:
    """The same number of rows in a bare table, each in a transaction of its own that is on disk when it ends."""
    file = folder / "bare.db"
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE IF NOT EXISTS journal (table_id TEXT, seq INTEGER, body TEXT, digest TEXT)")
    body = json.dumps({"player": "p0", "bet": "pleno", "on": [17], "stake": 5})
    for number in range(PLAYERS * BETS):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", ("table", number, body, "0" * 64))
        connection.execute("COMMIT")
    connection.close()


def pages(address: str) -> list[Figure]:
    """The page that takes longest until it is drawn and connected, in a browser that has nothing kept."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        return [Figure("a page in Chromium: there is none here, make test installs it", "not measured", 0)]
    table, _ = opened(address)
    spent: dict[str, float] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for path in (*PAGES, f"/tables/{table}"):
            spent[path] = min(visit(browser, address + path) for _ in range(_TIMES))
        browser.close()
    path, longest = max(spent.items(), key=lambda item: item[1])
    path = path.replace(table, "ID")
    return [Figure(f"a page ready, slowest of {len(spent)}, s", f"{longest:.2f} s  ({path})", longest, 1, at_most=True)]


def visit(browser: Any, address: str) -> float:
    """How long somebody's first look at a page takes: a profile of its own is made before and put away after."""
    context = browser.new_context()
    page = context.new_page()
    start = time.perf_counter()
    page.goto(address)
    page.wait_for_function(READY)
    spent = time.perf_counter() - start
    context.close()
    return spent


async def deliveries(address: str) -> list[float]:
    """How long after it was sent a bet was shown, to each who looks on."""
    table, tokens = await asyncio.to_thread(opened, address)
    sent: dict[int, float] = {}
    shown: list[tuple[int, float]] = []
    looking = f"ws{address.removeprefix('http')}/api/v1/tables/{table}/live"

    async def look(ready: asyncio.Semaphore) -> None:
        async with connect(looking, proxy=None) as socket:
            await socket.recv()
            ready.release()
            for _ in range(SHOWN):
                told: dict[str, Any] = json.loads(await socket.recv())
                shown.append((told["body"]["stake"], time.perf_counter()))

    ready = asyncio.Semaphore(0)
    readers = [asyncio.create_task(look(ready)) for _ in range(LOOKING)]
    for _ in readers:
        await ready.acquire()
    headers = {"Authorization": f"Bearer {tokens['p1']}"}
    async with aiohttp.ClientSession(f"{address}/api/v1/tables/{table}/") as http:
        for stake in range(1, SHOWN + 1):
            sent[stake] = time.perf_counter()
            action = {"player": "p1", "bet": "rojo", "stake": stake}
            async with http.post("actions", json={"action": action}, headers=headers) as answer:
                assert answer.status == 200, await answer.text()
            await asyncio.sleep(0.02)
    await asyncio.gather(*readers)
    return [at - sent[stake] for stake, at in shown]


if __name__ == "__main__":
    for figure in figures():
        print(*figure.cells(), sep="  ")

"""A house that is killed in the middle of busy tables keeps all that it acknowledged, and nothing by halves."""

from __future__ import annotations

import secrets
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tapete.client import Client
from tapete.games.audit import audit
from tapete.table.record import Record, read_records
from tests.databases import KINDS, fresh
from tests.serving import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "pv-1996/ruleta-francesa"
PLAYERS, TABLES = 4, 2
KILLS, BUSY = 3, 40


@pytest.fixture
def leaving() -> Iterator[ExitStack]:
    """What is done when a test is over, however it ends."""
    with ExitStack() as stack:
        yield stack


@dataclass
class Told:
    """What one player was told: entries by number, and requests that were sent and never answered, by their key."""

    acknowledged: dict[int, dict[str, Any]] = field(default_factory=dict)
    unanswered: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)


class Busy:
    """Players who bet and draw as fast as they can until the house is gone."""

    def __init__(self, address: str, table: str, tokens: dict[str, str], told: dict[str, Told]) -> None:
        self.address, self.table, self.tokens, self.told = address, table, tokens, told
        self.threads = [threading.Thread(target=self._play, args=(name,)) for name in tokens]

    def again(self, address: str) -> Busy:
        """The same players at a house that was opened once more."""
        return Busy(address, self.table, self.tokens, self.told)

    def __enter__(self) -> Busy:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()

    def _play(self, name: str) -> None:
        random = Random(secrets.randbits(32))
        with httpx.Client(base_url=f"{self.address}/api/v1/tables/{self.table}", trust_env=False, timeout=30) as http:
            while True:
                path, content = self._next(name, random)
                key = secrets.token_hex(8)
                try:
                    answer = self._send(http, name, path, content, key)
                except httpx.TransportError:
                    self.told[name].unanswered.append((key, path, content))
                    return
                if answer.is_success:
                    for step in answer.json()["steps"]:
                        self.told[name].acknowledged[step["seq"]] = step

    def _next(self, name: str, random: Random) -> tuple[str, dict[str, Any]]:
        chance = random.random()
        if name == "p0" and chance < 0.2:
            return "/draw", {}
        if chance < 0.3:
            return "/undo", {}
        bet = {"player": name, "bet": "pleno", "on": [random.randrange(37)], "stake": random.randint(1, 9)}
        return "/actions", {"action": bet}

    def _send(self, http: httpx.Client, name: str, path: str, content: dict[str, Any], key: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[name]}", "Idempotency-Key": key}
        return http.post(path, json=content, headers=headers)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_was_acknowledged_is_lost(kind: str, tmp_path: Path, leaving: ExitStack) -> None:
    url = fresh(kind, tmp_path)
    house = Served(url, leaving)
    with Client(house.address) as client:
        busy = [Busy(house.address, *_opened(client)) for _ in range(TABLES)]
    for _ in range(KILLS):
        with ExitStack() as playing:
            before = acknowledged(busy)
            busy = [playing.enter_context(one.again(house.address)) for one in busy]
            playing.callback(house.kill)  # also where a wait fails: the players go on until the house is gone
            deadline = time.monotonic() + 60
            while acknowledged(busy) < before + BUSY:
                assert time.monotonic() < deadline, "the tables are not busy"
                time.sleep(0.05)
            time.sleep(Random(secrets.randbits(32)).uniform(0, 1))
        house = Served(url, leaving)
        for one in busy:
            check(house.address, one.table, one.told)
            send_again(house.address, one.table, one, one.told)
            check(house.address, one.table, one.told)
    with Client(house.address) as client:
        for one in busy:
            go_on(client, one.table, one.tokens)
    assert not house.stop().strip()
    assert acknowledged(busy) >= KILLS * BUSY


def acknowledged(busy: list[Busy]) -> int:
    """How many entries the players were told of by now."""
    return sum(len(told.acknowledged) for one in busy for told in one.told.values())


def _opened(client: Client) -> tuple[str, dict[str, str], dict[str, Told]]:
    """A table, its players' tokens, and what they were told: nothing yet."""
    table = client.open_table(GAME).id
    tokens = {f"p{n}": str(client.join(table, f"p{n}").token) for n in range(PLAYERS)}
    return table, tokens, {name: Told() for name in tokens}


def check(address: str, table: str, told: dict[str, Told]) -> None:
    """Every acknowledged entry is there as it was told; no round is settled by halves; the books balance."""
    with Client(address) as client:
        place = client.at(table)
        steps, after = {}, 0
        while page := place.steps(after):
            steps |= {step.seq: step for step in page}
            after = page[-1].seq
        assert sorted(steps) == list(range(1, after + 1))
        for one in told.values():
            for seq, step in one.acknowledged.items():
                kept = steps[seq].model_dump()
                assert {name: kept[name] for name in ("kind", "by", "body", "at", "digest")} == {
                    name: step[name] for name in ("kind", "by", "body", "at", "digest")
                }
        lying = 0
        for seq in range(1, after + 1):
            step = steps[seq]
            if step.kind == "action" and step.undone is None:
                lying += step.body["stake"]
            if step.kind == "draw":
                assert sum(int(line.stake) for line in step.lines) == lying, f"entry {seq} is settled by halves"
                assert [steps[seq + 1].kind, steps[seq + 2].kind] == ["reveal", "promise"]
                lying = 0
        assert place.books().balance
        (record,) = read_records(place.record())
        assert isinstance(record, Record)
        found = audit(record)
        assert found.holds, str(found.difference and found.difference.sentence)


def send_again(address: str, table: str, busy: Busy, told: dict[str, Told]) -> None:
    """What was never answered is sent again under its name: it is done once, whether it had been done or not."""
    busy.address = address
    with httpx.Client(base_url=f"{address}/api/v1/tables/{table}", trust_env=False, timeout=30) as http:
        for name, one in told.items():
            for key, path, content in one.unanswered:
                first, second = (busy._send(http, name, path, content, key) for _ in range(2))
                if first.is_success:
                    assert first.json()["seq"] == second.json()["seq"]
                    one.acknowledged |= {step["seq"]: step for step in first.json()["steps"]}
            one.unanswered.clear()


def go_on(client: Client, table: str, tokens: dict[str, str]) -> None:
    """The table is played on."""
    place = client.at(table, tokens["p1"])
    assert "" in place.view().turn
    place.act({"player": "p1", "bet": "rojo", "stake": 10})
    assert place.draw().steps[0].kind == "draw"
    assert place.books().balance


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    file.write_bytes(b"This is a letter, and not a database." * 200)
    command = [sys.executable, "-m", "tapete", "serve", "--no-open", "--port", "0", "--database", f"sqlite:///{file}"]
    done = subprocess.run([*command, "--lang", "en"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "is damaged" in done.stderr and "Traceback" not in done.stderr
    assert file.read_bytes() == b"This is a letter, and not a database." * 200


def test_a_second_house_is_refused(tmp_path: Path, leaving: ExitStack) -> None:
    url = fresh("sqlite", tmp_path)
    Served(url, leaving)
    with pytest.raises(AssertionError, match="open already"):
        Served(url, leaving)

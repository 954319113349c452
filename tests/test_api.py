"""The interface for programs: over real HTTP with its own client, and against all that schemathesis thinks of."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tapete.client import Client, Problem
from tapete.games import library
from tapete.games.audit import audit
from tapete.house import House
from tapete.table.errors import Refused
from tapete.table.record import Record, read_records
from tapete.table.words import N_
from tapete.web.api.app import application, interface
from tapete.web.api.guard import LARGEST, language_of
from tests.databases import fresh
from tests.serving import served

if TYPE_CHECKING:
    from collections.abc import Iterator

FRENCH, BOULE = "pv-1996/ruleta-francesa", "pv-1996/boule"
RECORD = f"game: {BOULE}\nactions: [{{player: ana, bet: rojo, stake: 5}}, {{ball: 2}}]\n"
PATIENCE_S = 120
JSON = {"Content-Type": "application/json"}
QUICKLY_STUDIED = [FRENCH, BOULE, "bo-2025/ruleta-americana/doble-cero", "cl-2023/big-six", "pv-1996/craps"]
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(fresh("sqlite", tmp_path_factory.mktemp("house"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def address(house: House) -> Iterator[str]:
    with served(application(house)) as found:
        yield found


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Client]:
    with Client(address) as opened:
        yield opened


@pytest.fixture(scope="module")
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as opened:
        yield opened


class TestDocuments:
    def test_catalogues_and_games(self, client: Client) -> None:
        assert {one.id for one in client.catalogues()} == set(library().catalogues)
        found = client.games("ruléta FRANCESA", status="game")
        assert FRENCH in {row.game for row in found} and all(row.family == "roulette" for row in found)
        assert {row.catalogue for row in client.games(catalogue="cl-2023")} == {"cl-2023"}
        reasons = {row.reason for row in client.games(status="named-only")}
        assert reasons and None not in reasons

    @pytest.mark.parametrize("game", sorted(library().games))
    def test_every_game_has_its_facts_and_its_felt(self, client: Client, game: str) -> None:
        found = client.game(game)
        assert found.facts["cite"] and {offer.verb for offer in found.offers} == {"bet"}
        assert client.felt(game).startswith("<svg")

    def test_a_document_is_whole(self, http: httpx.Client) -> None:
        told = http.get("/api/v1/catalogues/pv-1996").json()
        assert told["general"] and told["games"] and "chapters" not in told

    def test_comparing_tells_what_a_difference_does_to_the_edge(self, client: Client) -> None:
        found = client.compare("ruleta-americana", differences=True, edges=True)
        assert len(found.games) > 2 and found.listed and all(row.differs for row in found.rows)
        assert found.edges["pv-1996/ruleta-americana"]["pleno"] == "1/37"
        moved = [effect for row in found.rows for effect in row.effects]
        assert ("par", "1/74", "3/76") in {(effect.bet, effect.before, effect.after) for effect in moved}

    def test_rulings_are_found_by_words(self, client: Client) -> None:
        found = client.rulings("bola fuera")
        assert found and any("fuera" in ruling.irregular for ruling in found)
        assert all(ruling.kind == "irregular" for ruling in client.rulings(catalogue="pv-1996"))
        assert client.rulings("waiter", "bo-2025")[0].kind == "rule"
        assert len(client.rulings(catalogue="pv-1996")) < len(client.rulings())

    def test_odds_follow_a_change(self, client: Client) -> None:
        plain = client.odds(BOULE)
        changed = client.odds(BOULE, changes={"bets.rojo.pays": 2}, bets=[{"bet": "rojo", "stake": 10}])
        edge = {row["bet"]: row["edge"] for row in plain.odds}
        assert edge["rojo"] == "1/9" and changed.changes[0]["before"] == 1
        assert changed.joint is not None and plain.joint is None

    def test_many_long_questions_keep_nobody_else_waiting(
        self, client: Client, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Odds can take minutes; more are asked for than the server has threads."""
        enough, begun = threading.Event(), threading.Semaphore(0)

        def slow(_study: Any) -> Any:
            begun.release()
            enough.wait(PATIENCE_S)
            raise Refused(N_("Never mind."))

        monkeypatch.setattr("tapete.web.api.laboratory.odds_json", slow)
        with ThreadPoolExecutor(60) as pool:
            asked = [pool.submit(_ask_odds, address) for _ in range(60)]
            assert begun.acquire(timeout=PATIENCE_S)
            while begun.acquire(timeout=0.5):  # until no more are begun
                pass
            assert client.games("boule") and client.settle(RECORD)
            enough.set()
            assert {answer.result() for answer in asked} == {422}


def _ask_odds(address: str) -> int:
    return httpx.post(f"{address}/api/v1/odds", json={"game": BOULE}, trust_env=False, timeout=PATIENCE_S).status_code


class TestRecords:
    def test_settled_verified_and_replayed(self, client: Client) -> None:
        (settled,) = client.settle(RECORD)
        assert settled.settlement is not None and settled.settlement.players["ana"].net == 5
        assert client.verify(RECORD).holds
        wrong = client.verify(RECORD + "expect: {players: {ana: {net: 6}}}\n")
        assert not wrong.holds and wrong.results[0].difference is not None
        moment = client.replay(RECORD, 1)
        assert moment.step == 1 and moment.length == 2 and moment.felt.startswith("<svg")

    def test_a_refused_record_is_answered_in_its_place(self, client: Client) -> None:
        late = f"game: {BOULE}\nactions: [{{call: no-va-mas}}, {{player: ana, bet: rojo, stake: 5}}]\n"
        first, second, third = client.settle(f"{late}---\n{RECORD}---\ngame: [\n")
        assert first.error is not None and first.error.action == 2 and first.error.cite
        assert second.settlement is not None and third.error is not None

    @pytest.mark.parametrize("game", ["/etc/passwd.yaml", "tapete/catalogues/pv-1996/boule.yaml", "pv-1996/nada"])
    def test_no_file_of_the_server_is_read(self, client: Client, game: str) -> None:
        for ask in (client.settle, client.verify, client.replay):
            with pytest.raises(Problem) as caught:
                ask(f"game: {game}\nactions: []")
            assert caught.value.status == 404
        for path in (lambda: client.odds(game), lambda: client.open_table(game)):
            with pytest.raises(Problem, match="There is no"):
                path()

    def test_a_text_that_swells_is_not_followed(self, client: Client) -> None:
        bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
        for before, letter in zip("abcdefgh", "bcdefghi", strict=True):
            bomb += f"{letter}: &{letter} [{', '.join([f'*{before}'] * 9)}]\n"
        with pytest.raises(Problem, match="nested or repeated beyond all use"):
            client.replay(bomb)


class TestSimulations:
    BETS = [{"bet": "rojo", "stake": 10}]

    def wait(self, client: Client, id: str, *states: str) -> Any:
        deadline = time.monotonic() + 60
        while (found := client.simulation(id)).state not in states:
            assert time.monotonic() < deadline, found.state
            time.sleep(0.05)
        return found

    def test_to_its_end(self, client: Client) -> None:
        job = client.simulate(BOULE, self.BETS, rounds=300_000, seed=7)
        done = self.wait(client, job.id, "done")
        assert done.done == done.result["rounds"] == 300_000 and done.trace[-1].rounds == 300_000
        assert done.result["fit"]["p_value"] > 1e-6

    def test_stopped_it_keeps_what_was_done(self, client: Client) -> None:
        job = client.simulate(BOULE, self.BETS, rounds=10**9, seed=7)
        deadline = time.monotonic() + 60
        while not client.simulation(job.id).done:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        client.stop(job.id)
        done = self.wait(client, job.id, "stopped", "done")
        assert 0 < done.result["rounds"] <= 10**9 and done.state == "stopped"

    def test_what_there_is_not(self, client: Client) -> None:
        with pytest.raises(Problem) as caught:
            client.simulation("nada")
        assert caught.value.status == 404
        with pytest.raises(Problem) as caught:
            client.simulate(BOULE, [{"bet": "nada", "stake": 5}])
        assert caught.value.status == 422


class TestTables:
    def test_a_round_by_the_system_ends_in_a_record_that_holds(self, client: Client) -> None:
        table = client.open_table(FRENCH, {"minimum": 5, "maximum": 250}, title="Mesa 1").id
        ana, sol = client.join(table, "ana"), client.at(table)
        promised = sol.view().commitment
        ana.act({"player": "ana", "bet": "pleno", "on": [17], "stake": 5})
        receipt = ana.draw()
        assert receipt.steps[1].body["commitment"] == promised
        assert [bet.on for bet in ana.again()] == [[17]]
        assert [step.kind for step in sol.steps(1)] == ["action", "draw", "reveal", "promise"]
        (record,) = read_records(ana.record())
        assert isinstance(record, Record)
        assert audit(record).holds and audit(record).draws == 1
        assert client.verify(ana.record()).results[0].draws == 1
        assert sol.books().balance and sol.felt().startswith("<svg") and sol.replay(1).lines == []
        assert {info.id for info in client.tables(running=True)} >= {table}
        assert ana.close().steps[-1].kind == "reveal"
        assert table not in {info.id for info in client.tables(running=True)}

    def test_a_round_by_a_croupier_with_an_irregular_play(self, client: Client) -> None:
        table = client.open_table(FRENCH, deal="croupier").id
        eva, ana = client.join(table, "Eva", "croupier"), client.join(table, "ana")
        ana.act({"player": "ana", "bet": "rojo", "stake": 10})
        eva.act({"call": "no-va-mas"})
        fitting = next(ruling for ruling in eva.rulings() if ruling.fits and ruling.why is None)
        receipt = eva.act({"irregular": fitting.irregular})
        assert receipt.steps[0].events[0].cite
        eva.act({"ball": 3})
        assert eva.books().balance
        eva.leave("ana")
        with pytest.raises(Problem) as caught:
            ana.view()
        assert caught.value.status == 403

    def test_two_at_the_same_instant(self, client: Client, address: str) -> None:
        table = client.open_table(FRENCH).id
        tokens = {name: client.join(table, name).token for name in ("ana", "luis")}
        together = threading.Barrier(2)

        def bets(name: str) -> list[int]:
            with Client(address) as mine:
                place = mine.at(table, tokens[name])
                seqs = []
                for number in range(25):
                    together.wait(30)
                    seqs.append(place.act({"player": name, "bet": "pleno", "on": [number], "stake": 2}).seq)
                return seqs

        with ThreadPoolExecutor(2) as pool:
            told = dict(zip(tokens, pool.map(bets, tokens), strict=True))
        assert sorted(told["ana"] + told["luis"]) == list(range(2, 52))
        view = client.at(table).view()
        assert {name: account.staked for name, account in view.players.items()} == {"ana": 50, "luis": 50}

    def test_whoever_was_overtaken_is_told(self, client: Client) -> None:
        table = client.open_table(FRENCH).id
        ana, luis = client.join(table, "ana"), client.join(table, "luis")
        seen = luis.view().seq
        ana.act({"player": "ana", "bet": "rojo", "stake": 5})
        with pytest.raises(Problem) as caught:
            luis.act({"player": "luis", "bet": "rojo", "stake": 5}, after=seen)
        assert caught.value.status == 409 and caught.value.document.seq == seen + 1

    def test_a_request_with_a_name_is_done_once(self, client: Client, http: httpx.Client) -> None:
        table = client.open_table(FRENCH).id
        token = client.join(table, "ana").token
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "one"}
        bet = {"action": {"player": "ana", "bet": "rojo", "stake": 5}}
        first, second = (http.post(f"/api/v1/tables/{table}/actions", json=bet, headers=headers) for _ in range(2))
        assert first.json() == second.json()
        assert client.at(table).view().players["ana"].staked == 5
        other = {"action": {"player": "ana", "bet": "rojo", "stake": 50}}
        answer = http.post(f"/api/v1/tables/{table}/actions", json=other, headers=headers)
        assert answer.status_code == 422 and "Another request" in answer.json()["detail"]
        assert client.at(table).view().players["ana"].staked == 5

    def test_undo(self, client: Client) -> None:
        ana = client.join(client.open_table(FRENCH).id, "ana")
        seq = ana.act({"player": "ana", "bet": "rojo", "stake": 5}).seq
        assert ana.undo(seq).steps[0].body == {"undo": seq}
        assert ana.view().players == {}
        with pytest.raises(Problem, match="nothing to take back"):
            ana.undo()

    def test_money_that_is_no_whole_chip_is_exact(self, client: Client) -> None:
        table = client.open_table(FRENCH, deal="croupier").id
        eva = client.join(table, "Eva", "croupier")
        for action in ({"player": "ana", "bet": "rojo", "stake": 5}, {"ball": 0}, {"player": "ana", "do": "half"}):
            eva.act(action)
        assert eva.view().players["ana"].returned == 2.5 and eva.books().accounts["bank"] == 2.5


class TestLive:
    def test_the_view_and_then_every_update(self, client: Client) -> None:
        table = client.open_table(FRENCH).id
        ana = client.join(table, "ana")
        with client.at(table).live() as told:
            assert next(told).seq == 1
            ana.act({"player": "ana", "bet": "pleno", "on": [17], "stake": 5})
            ana.draw()
            assert [next(told).seq for _ in range(4)] == [2, 3, 4, 5]

    def test_a_socket_can_act(self, client: Client, address: str) -> None:
        table = client.open_table(FRENCH).id
        token = client.join(table, "ana").token

        async def talk() -> list[Any]:
            where = f"ws{address.removeprefix('http')}/api/v1/tables/{table}/live?token={token}&lang=es"
            async with connect(where, proxy=None) as socket:
                heard = [json.loads(await socket.recv())]
                for said in (
                    {"act": {"player": "ana", "bet": "rojo", "stake": 5}, "key": "a"},
                    {"undo": {"seq": 2}, "key": "b"},
                    {"draw": {}, "key": "c"},
                    {"act": {"player": "luis", "bet": "rojo", "stake": 5}, "key": "d"},
                    {"act": 7},
                    {"undo": {"seq": "x"}},
                    {"undo": {"seqs": 1}},
                    {"key": 3, "draw": {}},
                    [],
                ):
                    await socket.send(json.dumps(said))
                    while (message := json.loads(await socket.recv()))["message"] == "update":
                        pass
                    heard.append(message)
                await socket.send("{")
                heard.append(json.loads(await socket.recv()))
                return heard

        view, bet, undone, drawn, not_mine, *malformed = asyncio.run(talk())
        assert view["message"] == "view" and view["you"]["name"] == "ana"
        assert [one["key"] for one in (bet, undone, drawn)] == ["a", "b", "c"]
        assert not_mine["status"] == 403 and "luis" in not_mine["detail"]
        assert undone["steps"][0]["body"] == {"undo": 2}
        assert [one["status"] for one in malformed] == [422] * 6

    def test_a_mistake_of_ours_is_told_and_the_socket_goes_on(
        self, client: Client, house: House, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = client.open_table(BOULE).id
        token = client.join(table, "ana").token

        async def talk() -> tuple[Any, Any]:
            where = f"ws{address.removeprefix('http')}/api/v1/tables/{table}/live?token={token}"
            async with connect(where, proxy=None) as socket:
                await socket.recv()
                with monkeypatch.context() as then:
                    then.setattr(house, "draw", lambda *_, **__: 1 / 0)
                    await socket.send(json.dumps({"draw": {}, "key": "a"}))
                    first = json.loads(await socket.recv())
                await socket.send(json.dumps({"undo": {}, "key": "b"}))
                return first, json.loads(await socket.recv())

        mistake, refused = asyncio.run(talk())
        assert (mistake["status"], mistake["key"]) == (500, "a") and (refused["status"], refused["key"]) == (422, "b")

    @pytest.mark.parametrize("query", ["nada/live", "TABLE/live?token=nada"])
    def test_what_cannot_be_looked_at(self, client: Client, address: str, query: str) -> None:
        where = f"ws{address.removeprefix('http')}/api/v1/tables/{query.replace('TABLE', client.open_table(BOULE).id)}"

        async def look() -> tuple[Any, int | None]:
            async with connect(where, proxy=None) as socket:
                problem = json.loads(await socket.recv())
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                return problem, socket.close_code

        problem, code = asyncio.run(look())
        assert problem["message"] == "problem" and problem["status"] in (403, 404) and code == 4403

    def test_a_page_of_another_site_hears_nothing(self, client: Client, address: str) -> None:
        where = f"ws{address.removeprefix('http')}/api/v1/tables/{client.open_table(BOULE).id}/live"

        async def look() -> None:
            async with connect(where, proxy=None, origin="https://example.org"):  # type: ignore[arg-type]
                pass

        with pytest.raises(InvalidHandshake):
            asyncio.run(look())


class TestClient:
    """The client is complete, and what its documentation shows runs."""

    @pytest.mark.parametrize("file", ["tapete/client.py", "docs/house.md"])
    def test_the_example_runs(self, address: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        shown = (Path(__file__).parent.parent / file).read_text()
        start = shown.index("    from tapete.client import Client\n")
        lines = itertools.takewhile(lambda line: not line or line.startswith("    "), shown[start:].split("\n"))
        written = textwrap.dedent("\n".join(lines))
        assert "http://127.0.0.1:8777" in written
        exec(written.replace("http://127.0.0.1:8777", address), {})
        assert "rojo" in capsys.readouterr().out

    def test_it_asks_everything_that_there_is(
        self, client: Client, house: House, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Every route of the documentation is reached by some method."""
        asked: set[str] = set()
        plain = client._http.request

        def heard(method: str, path: str, **more: Any) -> httpx.Response:
            asked.add(f"{method} {path}")
            return plain(method, path, **more)

        monkeypatch.setattr(client._http, "request", heard)
        ask_everything(client)
        for path, operations in interface(house).openapi()["paths"].items():
            known = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
            for method in operations:
                assert any(re.fullmatch(f"{method.upper()} {known}", one) for one in asked), (method, path)


def ask_everything(client: Client) -> None:
    client.health()
    client.catalogues()
    assert client.catalogue("pv-1996").id == "pv-1996"
    client.games("boule")
    client.game(BOULE)
    client.felt(BOULE)
    client.compare("boule")
    client.rulings("bola")
    client.odds(BOULE)
    client.settle(RECORD)
    client.verify(RECORD)
    client.replay(RECORD)
    job = client.simulate(BOULE, [{"bet": "rojo", "stake": 5}], rounds=1000)
    client.simulation(job.id)
    assert job.id in {one.id for one in client.simulations()}
    client.stop(job.id)
    table = client.open_table(BOULE)
    assert [info.id for info in client.tables(limit=1)] == [table.id]
    ana = client.join(table.id, "ana")
    ana.view()
    ana.offers()
    ana.act({"player": "ana", "bet": "rojo", "stake": 5})
    ana.undo()
    ana.draw()
    ana.again()
    assert len(ana.steps(limit=2)) == 2
    ana.rulings()
    ana.books()
    ana.replay(0)
    ana.record()
    ana.felt()
    ana.close()
    ana.leave("ana")


class TestProblems:
    def test_the_sentence_the_section_and_the_language(self, client: Client, http: httpx.Client) -> None:
        table = client.open_table(BOULE, {"minimum": 5, "maximum": 200}).id
        token = client.join(table, "ana").token
        told = {}
        for tongue in ("es", "en"):
            answer = http.post(
                f"/api/v1/tables/{table}/actions",
                json={"action": {"player": "ana", "bet": "rojo", "stake": 1}},
                headers={"Authorization": f"Bearer {token}", "Accept-Language": tongue},
            )
            assert answer.status_code == 422 and answer.headers["content-type"] == "application/problem+json"
            assert answer.headers["content-language"] == tongue
            told[tongue] = answer.json()
        assert told["es"]["cite"] == told["en"]["cite"]
        assert told["es"]["detail"] != told["en"]["detail"] and told["es"]["type"] == told["en"]["type"]

    def test_the_field_that_is_wrong(self, http: httpx.Client) -> None:
        answer = http.post("/api/v1/tables", json={"game": 3, "deal": "nobody", "more": 1}).json()
        assert answer["field"] and {one["field"] for one in answer["errors"]} == {"game", "deal", "more"}
        answer = http.post("/api/v1/tables", json={"game": BOULE, "settings": {"minimum": "x"}}).json()
        assert answer["field"] == "minimum"

    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("GET", "/api/v1/nada", 404),
            ("GET", "/api/v2/health", 404),
            ("GET", "/api/", 404),
            ("PUT", "/api/v1/games", 405),
            ("GET", "/api/v1/tables/nada", 404),
            ("GET", "/docs/nada", 404),
        ],
    )
    def test_what_is_not_there(self, http: httpx.Client, method: str, path: str, status: int) -> None:
        told = {}
        for tongue in ("es", "en"):
            answer = http.request(method, path, headers={"Accept-Language": tongue})
            assert answer.status_code == status and answer.headers["content-type"] == "application/problem+json"
            told[tongue] = answer.json()
        assert told["es"]["detail"] != told["en"]["detail"] and told["es"]["title"] != told["en"]["title"]

    @pytest.mark.parametrize("content", [{"title": "x" * 81}, {"settings": {"x": {}}, "game": "\ud800"}, {"game": 7}])
    def test_what_is_wrong_with_a_field_is_told_in_the_readers_language(
        self, http: httpx.Client, content: dict[str, Any]
    ) -> None:
        written = json.dumps({"game": BOULE, **content})
        told = [
            http.post("/api/v1/tables", content=written, headers={"Accept-Language": tongue, **JSON}).json()["detail"]
            for tongue in ("es", "en")
        ]
        assert told[0] != told[1]

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    def test_what_does_not_say_that_it_is_json(self, http: httpx.Client, kind: str) -> None:
        answer = http.post("/api/v1/tables", content=json.dumps({"game": BOULE}), headers={"Content-Type": kind})
        assert answer.status_code == 415 and answer.headers["content-type"] == "application/problem+json"

    @pytest.mark.parametrize("content", [b"{", b"\xff", b"[" * 50_000, b'{"game": ' + b"9" * 5000 + b"}"])
    def test_what_is_not_json(self, http: httpx.Client, content: bytes) -> None:
        answer = http.post("/api/v1/tables", content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422) and answer.headers["content-type"] == "application/problem+json"

    def test_a_spectator_does_nothing(self, client: Client, http: httpx.Client) -> None:
        table = client.open_table(BOULE).id
        for path in ("actions", "draw", "undo", "close"):
            content = {"action": {"ball": 3}} if path == "actions" else {}
            answer = http.post(f"/api/v1/tables/{table}/{path}", json=content)
            assert answer.status_code == 403, path

    def test_a_mistake_of_ours_is_a_problem_too(self, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        with House(fresh("sqlite", tmp_path)) as house, served(application(house)) as where:
            monkeypatch.setattr(house, "tables", lambda: 1 / 0)
            answer = httpx.get(f"{where}/api/v1/tables", trust_env=False)
        assert answer.status_code == 500 and answer.json()["type"].endswith("mistake")


class TestGuard:
    @pytest.mark.parametrize("name", ["example.org", "127.0.0.1.example.org", "localhost.example.org:80", ""])
    def test_only_this_machine_is_answered(self, http: httpx.Client, name: str) -> None:
        assert http.get("/api/v1/health", headers={"Host": name}).status_code in (400, 421)
        assert http.get("/docs", headers={"Host": name}).status_code in (400, 421)

    @pytest.mark.parametrize(
        "origin",
        ["https://example.org", "null", "http://127.0.0.1.example.org", "http://127.0.0.1:1", "http://localhost"],
    )
    def test_no_page_of_another_site_is(self, http: httpx.Client, origin: str) -> None:
        assert http.post("/api/v1/tables", json={"game": BOULE}, headers={"Origin": origin}).status_code == 421

    def test_its_own_pages_are(self, http: httpx.Client, address: str) -> None:
        assert http.get("/api/v1/health", headers={"Origin": address}).status_code == 200

    def test_no_more_is_read_than_makes_sense(self, http: httpx.Client) -> None:
        large = json.dumps({"game": "x" * LARGEST})
        assert http.post("/api/v1/tables", content=large, headers=JSON).status_code == 413

        def bit_by_bit() -> Iterator[bytes]:
            for _ in range(40):
                yield b" " * (LARGEST // 20)

        assert http.post("/api/v1/tables", content=bit_by_bit()).status_code == 413
        small = iter([b'{"game": ', b'"nada"}'])
        answer = http.post("/api/v1/tables", content=small, headers={"Content-Type": "application/json"})
        assert answer.status_code == 404

    @pytest.mark.parametrize(
        ("accepted", "language"),
        [("es", "es"), ("es-BO,en;q=0.5", "es"), ("de, en;q=0.2, es;q=0.9", "es"), ("", "en"), ("es;q=x", "en")],
    )
    def test_languages(self, accepted: str, language: str) -> None:
        assert language_of(accepted) == language

    def test_it_listens_to_this_machine_only(self, address: str) -> None:
        from tapete.cli.serve import HOST, _listening

        with _listening(0) as listening:
            assert listening.getsockname()[0] == HOST == "127.0.0.1"


class TestDocumentation:
    def test_nothing_comes_from_elsewhere(self, http: httpx.Client) -> None:
        page = http.get("/docs").text
        assert "http:" not in page and "https:" not in page and "src=" in page
        for part in ("swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"):
            assert f"/docs/{part}" in page
            assert http.get(f"/docs/{part}").status_code == 200
        assert http.get("/docs/nada").status_code == 404

    def test_every_route_documents_its_answer_and_its_problems(self, http: httpx.Client) -> None:
        schema = http.get("/api/v1/openapi.json").json()
        assert schema["openapi"].startswith("3.") and "Problem" in schema["components"]["schemas"]
        for path, operations in schema["paths"].items():
            for method, operation in operations.items():
                good = [status for status in operation["responses"] if status.startswith("2")]
                assert good and operation.get("description"), (method, path)


@pytest.fixture(scope="module")
def seats(house: House) -> dict[str, list[str]]:
    """Tables that are played, with the tokens of their seats, for schemathesis to meddle with."""
    found = {}
    for game, deal in ((FRENCH, "system"), ("cl-2023/craps", "croupier"), ("cl-2023/black-jack/clasico", "system")):
        table = house.open_table(game, deal=deal).result().id
        roles = (("Eva", "croupier"), ("ana", "player"), ("sol", "spectator"))
        found[table] = [house.join(table, name, role).result().token for name, role in roles]  # type: ignore[arg-type]
    return found


schema = schemathesis.openapi.from_dict(interface(None).openapi())  # type: ignore[arg-type]


@schema.parametrize()
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_nothing_that_anybody_sends_breaks_it(
    case: schemathesis.Case, address: str, seats: dict[str, list[str]]
) -> None:
    random = Random(repr(case.body) + repr(case.path_parameters))
    if "table" in (case.path_parameters or {}) and random.random() < 0.8:
        table = random.choice(list(seats))
        case.path_parameters["table"] = table
        if random.random() < 0.9:
            case.headers["Authorization"] = f"Bearer {random.choice(seats[table])}"
    if isinstance(case.body, dict) and random.random() < 0.7:
        _make_sensible(case.body, random)
    case.call_and_validate(base_url=f"{address}/api/v1", checks=CHECKS, timeout=PATIENCE_S)


def _make_sensible(body: dict[str, Any], random: Random) -> None:
    """Put real games, bets and records among what was thought up, so that it gets as far as the rules."""
    studied = "policy" in body or "bets" in body
    game = random.choice(QUICKLY_STUDIED if studied else sorted(library().games))
    bets = sorted(library().games[game]["bets"])
    if "game" in body:
        body["game"] = game
    asked = body.get("bets")
    for bet in asked if isinstance(asked, list) else ():
        if isinstance(bet, dict):
            bet["bet"] = random.choice(bets)
    if isinstance(body.get("action"), dict):
        thought_up = [*body["action"].values(), 5, [1, 2], "x", None]
        body["action"] = random.choice(
            [
                {"player": "ana", "bet": random.choice(bets), "on": random.choice(thought_up), "stake": 5},
                {"player": "ana", "bet": random.choice(bets), "stake": random.choice(thought_up)},
                {
                    "player": "ana",
                    "do": random.choice(["half", "hit", "raise", "leave"]),
                    "to": random.choice(thought_up),
                },
                {random.choice(["ball", "dice", "card", "cards", "call", "irregular"]): random.choice(thought_up)},
            ]
        )
    if "record" in body:
        thought_up = json.dumps(body["record"])
        lines = [
            RECORD,
            f"table: {{minimum: {thought_up}}}",
            f"expect: {{players: {thought_up}}}",
            "---",
            f"game: {game}",
        ]
        body["record"] = "\n".join(random.sample(lines, random.randint(1, len(lines))))

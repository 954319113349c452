"""A client of the interface for programs, with types: what ``tapete serve`` answers, from Python.

    from tapete.client import Client

    with Client("http://127.0.0.1:8777", language="es") as house:
        table = house.open_table("pv-1996/boule", {"minimum": 5, "maximum": 200})
        ana = house.join(table.id, "ana")
        ana.act({"player": "ana", "bet": "rojo", "stake": 5})
        print(ana.draw().steps[0].lines)

What the server refuses is raised as ``Problem``, with its sentence, section and field. A request whose answer got lost
on the way is sent again under the same name, so nothing is done twice.
"""

from __future__ import annotations

import json
import secrets
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
from pydantic import BaseModel, TypeAdapter

from tapete.web.api import shapes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Self

T = TypeVar("T")
Model = TypeVar("Model", bound=BaseModel)
_API = "/api/v1"
_TRIES = 3
_PAUSE_S = 0.2


class Problem(Exception):
    """What the server has against a request: ``str(problem)`` is its sentence.

    >>> problem = Problem({"type": "about:blank", "title": "No", "status": 422, "detail": "Too late.", "cite": "04.V"})
    >>> str(problem), problem.status, problem.cite
    ('Too late.', 422, '04.V')
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = shapes.Problem.model_validate(document)
        super().__init__(self.document.detail)

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return self.document.status

    @property
    def cite(self) -> str | None:
        """The section that says so."""
        return self.document.cite

    @property
    def field(self) -> str | None:
        """The field that is wrong."""
        return self.document.field


class Client:
    """A house that is asked over HTTP."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8777",
        *,
        language: str = "en",
        timeout: float = 30,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.address, self.language = address.rstrip("/"), language
        self._http = httpx.Client(
            base_url=self.address + _API,
            headers={"Accept-Language": language},
            timeout=timeout,
            transport=transport,
            trust_env=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def health(self) -> shapes.Health:
        """Whether the house is open."""
        return self._get("/health", shapes.Health)

    def catalogues(self) -> list[shapes.Catalogue]:
        """Every document."""
        return self._get("/catalogues", list[shapes.Catalogue])

    def catalogue(self, id: str) -> shapes.CatalogueFile:
        """A document: its general rules, its readings and all that it names."""
        return self._get(f"/catalogues/{id}", shapes.CatalogueFile)

    def games(
        self, words: str = "", *, catalogue: str | None = None, family: str | None = None, status: str | None = None
    ) -> list[shapes.GameRow]:
        """Games by any word of their names."""
        asked = {"q": words, "catalogue": catalogue, "family": family, "status": status}
        return self._get("/games", list[shapes.GameRow], **asked)

    def game(self, name: str) -> shapes.Game:
        """A game by its full id: every fact with its section."""
        return self._get(_path(name), shapes.Game, modality=_modality(name))

    def felt(self, name: str) -> str:
        """The felt of a game's empty table, as SVG."""
        return self._send("GET", f"{_path(name)}/felt", params=_given(modality=_modality(name))).text

    def compare(self, *games: str, differences: bool = False, edges: bool = False) -> shapes.Comparison:
        """The same game in several documents: one name, or several ids."""
        return self._get("/compare", shapes.Comparison, game=list(games), differences=differences, edges=edges)

    def rulings(self, words: str = "", catalogue: str | None = None) -> list[shapes.RulingRow]:
        """Irregular plays that fit the words."""
        return self._get("/rulings", list[shapes.RulingRow], q=words, catalogue=catalogue)

    def odds(self, game: str, **asked: Any) -> shapes.OddsTold:
        """Exact odds; takes what ``shapes.OddsAsked`` has: table, readings, changes, bets, policy, stake."""
        return self._post("/odds", shapes.OddsTold, shapes.OddsAsked(game=game, **asked))

    def settle(self, record: str) -> list[shapes.Settled]:
        """Settle the records of a text."""
        return self._post("/records/settle", list[shapes.Settled], shapes.RecordAsked(record=record))

    def verify(self, record: str) -> shapes.Verified:
        """Verify the records of a text."""
        return self._post("/records/verify", shapes.Verified, shapes.RecordAsked(record=record))

    def replay(self, record: str, step: int | None = None, number: int = 1) -> shapes.Moment:
        """A record after so many of its actions."""
        asked = shapes.ReplayAsked(record=record, step=step, number=number)
        return self._post("/records/replay", shapes.Moment, asked)

    def simulate(self, game: str, bets: list[dict[str, Any]], **asked: Any) -> shapes.Simulation:
        """Begin a simulation; takes what ``shapes.SimulationAsked`` has: rounds, seed, table, readings, changes."""
        wanted = shapes.SimulationAsked.model_validate({"game": game, "bets": bets, **asked})
        return self._post("/simulations", shapes.Simulation, wanted)

    def simulation(self, id: str) -> shapes.Simulation:
        """How far a simulation is."""
        return self._get(f"/simulations/{id}", shapes.Simulation)

    def simulations(self) -> list[shapes.Simulation]:
        """The simulations of the server, the latest first."""
        return self._get("/simulations", list[shapes.Simulation])

    def stop(self, id: str) -> None:
        """Stop a simulation; the rounds that are done count."""
        self._send("DELETE", f"/simulations/{id}")

    def open_table(
        self, game: str, settings: Mapping[str, Any] | None = None, *, title: str = "", deal: str = "system"
    ) -> shapes.Info:
        """Open a table."""
        asked = {"game": game, "settings": dict(settings or {}), "title": title, "deal": deal}
        return self._post("/tables", shapes.Info, shapes.TableAsked.model_validate(asked))

    def tables(self, running: bool = False, limit: int = 100) -> list[shapes.Info]:
        """The tables of the house, the latest first."""
        return self._get("/tables", list[shapes.Info], running=running, limit=limit)

    def join(self, table: str, name: str, role: str = "player") -> Place:
        """Take a seat at a table."""
        asked = shapes.SeatAsked.model_validate({"name": name, "role": role})
        ticket = self._post(f"/tables/{table}/seats", shapes.Ticket, asked)
        return Place(self, table, ticket.token)

    def at(self, table: str, token: str | None = None) -> Place:
        """A seat that was taken before, by its token; without one, the place of a spectator."""
        return Place(self, table, token)

    def _get(self, path: str, kind: type[T], token: str | None = None, **asked: Any) -> T:
        return _read(kind, self._send("GET", path, token=token, params=_given(**asked)))

    def _post(self, path: str, kind: type[T], asked: BaseModel | None = None, token: str | None = None) -> T:
        content = None if asked is None else asked.model_dump(mode="json")
        return _read(kind, self._send("POST", path, token=token, json=content))

    def _send(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """Ask; a request whose answer got lost is asked again under the same name."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if token and method == "POST":
            headers["Idempotency-Key"] = secrets.token_hex(16)
        safe = method == "GET" or "Idempotency-Key" in headers
        for attempt in range(_TRIES):
            try:
                return _checked(self._http.request(method, path, headers=headers, **more))
            except httpx.TransportError:
                if not safe or attempt == _TRIES - 1:
                    raise
                time.sleep(_PAUSE_S * 2**attempt)
        raise AssertionError("the last try answers or raises")


class Place:
    """A seat at a table, or the place of somebody who only looks on."""

    def __init__(self, client: Client, table: str, token: str | None) -> None:
        self.client, self.table, self.token = client, table, token

    def view(self) -> shapes.View:
        """How the table stands."""
        return self._get("", shapes.View)

    def offers(self, player: str | None = None) -> list[shapes.Offer]:
        """What may be done from this seat now."""
        return self._get("/offers", list[shapes.Offer], player=player)

    def act(self, action: Mapping[str, Any], after: int | None = None) -> shapes.Receipt:
        """Do one thing, written as in a record; it is durable when this returns."""
        return self._post("/actions", shapes.Receipt, shapes.ActionAsked(action=dict(action), after=after))

    def draw(self, after: int | None = None) -> shapes.Receipt:
        """Have the system draw."""
        return self._post("/draw", shapes.Receipt, shapes.Sent(after=after))

    def undo(self, seq: int | None = None, after: int | None = None) -> shapes.Receipt:
        """Take the last bet or decision back."""
        return self._post("/undo", shapes.Receipt, shapes.UndoAsked(seq=seq, after=after))

    def again(self) -> list[shapes.BetTold]:
        """The bets of the last round."""
        return self._get("/again", list[shapes.BetTold])

    def steps(self, after: int = 0, limit: int | None = None) -> list[shapes.Step]:
        """The journal after an entry, at most a thousand of its entries at once."""
        return self._get("/steps", list[shapes.Step], after=after, limit=limit)

    def rulings(self) -> list[shapes.RulingNow]:
        """The irregular plays that fit this moment, and those that do not."""
        return self._get("/rulings", list[shapes.RulingNow])

    def books(self) -> shapes.Books:
        """The ledger."""
        return self._get("/books", shapes.Books)

    def replay(self, step: int) -> shapes.Moment:
        """The table after so many actions of its record."""
        return self._get(f"/replay/{step}", shapes.Moment)

    def record(self, whole: bool = False) -> str:
        """The record as text."""
        return self._send("GET", "/record", params={"whole": whole}).text

    def felt(self) -> str:
        """The felt as SVG."""
        return self._send("GET", "/felt").text

    def leave(self, name: str) -> None:
        """Give the seat up, or free that of a player who is gone."""
        self._send("DELETE", f"/seats/{name}")

    def close(self) -> shapes.Receipt:
        """End the table."""
        return self._post("/close", shapes.Receipt)

    @contextmanager
    def live(self) -> Iterator[Iterator[shapes.View | shapes.Update]]:
        """What happens at the table, as it happens: the view first, then every update."""
        from websockets.sync.client import connect

        address = f"ws{self.client.address.removeprefix('http')}{_API}/tables/{self.table}/live"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        language = {"Accept-Language": self.client.language}
        with connect(address, additional_headers={**headers, **language}, proxy=None, max_size=None) as socket:
            yield (_message(str(text)) for text in socket)

    def _get(self, path: str, kind: type[T], **asked: Any) -> T:
        return self.client._get(f"/tables/{self.table}{path}", kind, self.token, **asked)

    def _post(self, path: str, kind: type[T], asked: BaseModel | None = None) -> T:
        return self.client._post(f"/tables/{self.table}{path}", kind, asked, self.token)

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.client._send(method, f"/tables/{self.table}{path}", self.token, **more)


def _message(text: str) -> shapes.View | shapes.Update:
    told = json.loads(text)
    if told["message"] == "problem":
        raise Problem(told)
    return shapes.View.model_validate(told) if told["message"] == "view" else shapes.Update.model_validate(told)


def _checked(response: httpx.Response) -> httpx.Response:
    if response.is_success:
        return response
    if response.headers.get("content-type", "").startswith("application/problem+json"):
        raise Problem(response.json())
    raise Problem({"type": "about:blank", "title": "-", "status": response.status_code, "detail": response.text[:200]})


def _read(kind: type[T], response: httpx.Response) -> T:
    return TypeAdapter(kind).validate_python(response.json())


def _given(**asked: Any) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if value is not None}


def _path(name: str) -> str:
    """The address of a game, its modality apart.

    >>> _path("cl-2023/black-jack/clasico"), _modality("cl-2023/black-jack/clasico")
    ('/games/cl-2023/black-jack', 'clasico')
    """
    return "/games/" + "/".join(name.split("/")[:2])


def _modality(name: str) -> str | None:
    return name.split("/", 2)[2] if name.count("/") > 1 else None

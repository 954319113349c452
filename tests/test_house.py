"""The house: seats, journals, books, promises and the database, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tapete import games
from tapete.games import library
from tapete.games.audit import audit
from tapete.house import (
    Broken,
    House,
    NoTable,
    NotKept,
    NotYours,
    Overtaken,
    StorageError,
    schema,
    storage,
)
from tapete.house.replay import Replay, rulings
from tapete.house.seats import named
from tapete.table.actions import Bet, Call, Chance, Decision, Irregular
from tapete.table.errors import BadRecord, NotPlayable, Refused, TapeteError, Unknown
from tapete.table.record import read_records
from tapete.table.words import speaking
from tests.databases import KINDS, fresh

if TYPE_CHECKING:
    from collections.abc import Iterator

FRENCH, BOULE = "pv-1996/ruleta-francesa", "pv-1996/boule"


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh(request.param, tmp_path)


@pytest.fixture(autouse=True)
def _the_same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's seeds are the same in every run: no zero or early Black Jack now and then decides a test."""
    random = Random("the house")
    monkeypatch.setattr("tapete.house.promises.new_seed", lambda: random.randbytes(32))


@pytest.fixture
def house(url: str) -> Iterator[House]:
    with House(url) as opened:
        yield opened


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[House]:
    """A house on SQLite, for what has nothing to do with the database."""
    with House(fresh("sqlite", tmp_path)) as opened:
        yield opened


class Table:
    """A table with a croupier and two players."""

    def __init__(self, house: House, game: str = FRENCH, deal: str = "croupier", **settings: Any) -> None:
        self.house = house
        self.id = house.open_table(game, settings, deal=deal).result().id
        self.tokens = {
            name: house.join(self.id, name, role).result().token
            for name, role in (("Eva", "croupier"), ("ana", "player"), ("luis", "player"), ("sol", "spectator"))
        }

    def __call__(self, name: str, action: Any, **more: Any) -> Any:
        return self.house.act(self.id, self.tokens[name], action, **more).result()

    def bet(self, name: str, stake: int = 10, bet: str = "rojo", on: tuple[Any, ...] = ()) -> Any:
        return self(name, Bet(name, bet, on, stake))

    def ball(self, value: Any) -> Any:
        return self("Eva", Chance("ball", value))

    def undo(self, name: str, **more: Any) -> Any:
        return self.house.undo(self.id, self.tokens[name], **more).result()

    def view(self, name: str | None = None) -> Any:
        return self.house.view(self.id, self.tokens[name] if name else None).result()

    def record(self, **more: Any) -> Any:
        return self.house.record(self.id, **more).result()

    @property
    def books(self) -> Any:
        return self.house.books(self.id).result()

    @property
    def staked(self) -> dict[str, Any]:
        return {name: account.staked for name, account in self.view().accounts.items()}


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    engine = create_engine(storage.database_url(url))
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    return found


def change(url: str, statement: str) -> None:
    """Tamper with the database."""
    engine = create_engine(storage.database_url(url))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


class TestPlaying:
    def test_a_round_is_kept_to_the_last_half_chip(self, house: House, url: str) -> None:
        table = Table(house)
        table.bet("ana", 5)
        table.bet("luis", 7, "pleno", (17,))
        table.ball(0)
        receipt = table("ana", Decision("ana", "half"))
        assert [(line.result, line.returned) for line in receipt.lines] == [("half", Fraction(5, 2))]
        assert table.books.balance
        assert table.books.accounts == {
            "player:ana": Fraction(-5, 2),
            "player:luis": -7,
            "cloth": 0,
            "bank": Fraction(19, 2),
        }
        kept = rows(url, "SELECT seq, player, stake, result, returned FROM settlements ORDER BY seq, number")
        assert kept == [(3, "luis", "7", "lose", "0"), (4, "ana", "5", "half", "5/2")]
        assert ("player:ana", "5/2") in rows(url, "SELECT account, amount FROM ledger WHERE seq = 4")

    def test_every_question_can_be_awaited(self, quick: House) -> None:
        async def asked() -> str:
            info = await quick.open_table(BOULE)
            return (await quick.view(info.id)).info.game

        assert asyncio.run(asked()) == BOULE

    def test_a_refusal_changes_nothing_and_is_not_kept(self, house: House, url: str) -> None:
        table = Table(house, minimum=5, maximum=100)
        with pytest.raises(Refused) as caught:
            table.bet("ana", 1)
        assert caught.value.cite
        assert table.view().seq == 0 and rows(url, "SELECT * FROM journal") == []
        assert table.bet("ana", 5).seq == 1

    def test_what_may_be_done_depends_on_the_seat(self, quick: House) -> None:
        table = Table(quick)
        offered = {
            name: {offer.verb for offer in quick.offers(table.id, token).result()}
            for name, token in table.tokens.items()
        }
        assert offered["Eva"] >= {"bet", "call", "ball"}
        assert offered["ana"] == {"bet"}
        assert offered["sol"] == set() == set(quick.offers(table.id).result())

    def test_what_a_player_may_do_is_told_to_the_croupier(self, quick: House) -> None:
        table = Table(quick)
        table.bet("ana")
        table.ball(0)
        offers = quick.offers(table.id, table.tokens["Eva"], "ana").result()
        assert {offer.word for offer in offers if offer.verb == "do"} == {"half", "prison"}

    def test_the_view_tells_of_the_round_that_was_decided(self, quick: House) -> None:
        table = Table(quick)
        table.bet("ana")
        table.ball(3)
        table.bet("ana")
        table("Eva", Call("no-va-mas"))
        table.ball(4)
        view = table.view("ana")
        assert [action.value for action in view.drawn] == [4]
        assert [line.result for line in view.lines] == ["lose"]
        assert view.you.name == "ana" and view.seq == 5

    def test_the_bets_of_the_last_round_can_be_made_again(self, quick: House) -> None:
        table = Table(quick)
        table.bet("ana", 10)
        table.bet("luis", 20, "negro")
        table.ball(3)
        assert quick.again(table.id, table.tokens["ana"]).result() == (Bet("ana", "rojo", (), 10),)
        assert len(quick.again(table.id, table.tokens["Eva"]).result()) == 2

    def test_the_felt_is_drawn_in_the_readers_language(self, quick: House) -> None:
        table = Table(quick)
        drawn = {}
        for tongue in ("es", "en", "es"):
            with speaking(tongue):
                drawn[tongue] = quick.felt(table.id).result()
        assert drawn["es"] != drawn["en"]
        table.bet("ana", 35)
        with speaking("es"):
            assert quick.felt(table.id).result() != drawn["es"]

    def test_a_table_is_closed_between_rounds(self, house: House) -> None:
        table = Table(house, deal="system")
        table.bet("ana")
        with pytest.raises(Refused, match="nothing lies"):
            house.close_table(table.id, table.tokens["Eva"]).result()
        table.undo("ana")
        with pytest.raises(NotYours):
            house.close_table(table.id, table.tokens["ana"]).result()
        receipt = house.close_table(table.id, table.tokens["Eva"]).result()
        assert [step.entry.kind for step in receipt.steps] == ["close", "reveal"]
        with pytest.raises(Refused, match="closed"):
            table.bet("ana")
        assert table.view().closed and not table.view().turn
        (info,) = house.tables().result()
        assert info.closed_at

    def test_a_table_that_its_game_closes_is_closed(self, quick: House) -> None:
        table = Table(quick)
        table("Eva", Call("ultima-jugada"))
        for _ in range(10):
            if table.view().closed:
                break
            table.ball(3)
        assert quick.tables().result()[0].closed_at and str(table.view().closed)

    @pytest.mark.parametrize("game", ["pv-1996/nada", "zz/boule", "catalogues/boule.yaml", "../boule.yml#x"])
    def test_a_game_that_there_is_not(self, quick: House, game: str) -> None:
        with pytest.raises(Unknown):
            quick.open_table(game).result()

    def test_a_game_that_is_only_named(self, quick: House) -> None:
        named_only = next(full for full, entry in library().entries() if entry["status"] == "named-only")
        with pytest.raises(NotPlayable):
            quick.open_table(named_only).result()

    @pytest.mark.parametrize(
        "settings", [{"minimum": -1}, {"nada": 1}, {"minimum": 10**20}, {"readings": {"nada": "x"}}, {"x" * 500: 1}]
    )
    def test_settings_that_cannot_be(self, quick: House, settings: dict[str, Any]) -> None:
        with pytest.raises(Refused):
            quick.open_table(FRENCH, settings).result()
        assert quick.tables().result() == ()

    def test_a_table_that_there_is_not(self, house: House) -> None:
        with pytest.raises(NoTable):
            house.view("nada").result()

    @pytest.mark.parametrize(
        "action",
        [
            Bet("ana", "rojo", (), 10**15),
            Bet("ana", "r" * 201, (), 5),
            Bet("ana", "pleno", tuple(range(501)), 5),
            Bet("ana\n\x00", "rojo", (), 5),
            Bet("croupier", "rojo", (), 5),
        ],
    )
    def test_actions_without_measure(self, quick: House, action: Bet) -> None:
        table = Table(quick)
        with pytest.raises(BadRecord):
            table("Eva", action)
        assert table.view().seq == 0


class TestSeats:
    def test_a_secret_is_told_once_and_not_kept(self, house: House, url: str) -> None:
        table = Table(house)
        kept = str(rows(url, "SELECT * FROM seats"))
        assert all(token not in kept for token in table.tokens.values())
        assert len(set(table.tokens.values())) == len(table.tokens)

    def test_a_wrong_secret_opens_nothing(self, quick: House) -> None:
        table = Table(quick)
        other = Table(quick)
        for token in ("", "nada", other.tokens["ana"]):
            with pytest.raises(NotYours):
                quick.act(table.id, token, Bet("ana", "rojo", (), 5)).result()
            with pytest.raises(NotYours):
                quick.view(table.id, token).result()

    @pytest.mark.parametrize(
        ("who", "action", "allowed"),
        [
            ("ana", Bet("ana", "rojo", (), 5), True),
            ("ana", Bet("luis", "rojo", (), 5), False),
            ("ana", Call("no-va-mas"), False),
            ("ana", Chance("ball", 3), False),
            ("ana", Irregular("bola-fuera"), False),
            ("Eva", Bet("luis", "rojo", (), 5), True),
            ("Eva", Bet("berta", "rojo", (), 5), True),
            ("Eva", Call("no-va-mas"), True),
            ("Eva", Chance("ball", 3), True),
            ("sol", Bet("sol", "rojo", (), 5), False),
            ("sol", Chance("ball", 3), False),
        ],
    )
    def test_who_may_act_for_whom(self, quick: House, who: str, action: Any, allowed: bool) -> None:
        table = Table(quick)
        if allowed:
            assert table(who, action).steps[0].by == who
        else:
            with pytest.raises(NotYours):
                table(who, action)

    def test_players_lead_a_table_of_the_system_where_nobody_deals(self, quick: House) -> None:
        table = quick.open_table(FRENCH).result()
        ana = quick.join(table.id, "ana").result().token
        assert {offer.verb for offer in quick.offers(table.id, ana).result()} == {"bet", "call"}
        quick.act(table.id, ana, Call("no-va-mas")).result()
        assert quick.view(table.id, ana).result().may_draw
        quick.draw(table.id, ana).result()
        quick.join(table.id, "Eva", "croupier").result()
        assert not quick.view(table.id, ana).result().may_draw
        with pytest.raises(NotYours):
            quick.draw(table.id, ana).result()

    def test_nobody_keys_in_what_the_system_draws(self, quick: House) -> None:
        table = Table(quick, deal="system")
        with pytest.raises(Refused, match="system draws"):
            table("Eva", Chance("ball", 3))
        dealt = Table(quick)
        with pytest.raises(Refused, match="croupier keys in"):
            quick.draw(dealt.id, dealt.tokens["Eva"]).result()

    def test_a_name_and_the_croupiers_seat_are_taken_once(self, house: House) -> None:
        table = Table(house)
        for name, role in (("ana", "player"), (" ana ", "player"), ("Rut", "croupier")):
            with pytest.raises(Refused):
                house.join(table.id, name, role).result()  # type: ignore[arg-type]
        house.leave(table.id, table.tokens["ana"]).result()
        with pytest.raises(NotYours):
            table.bet("ana")
        table.tokens["ana"] = house.join(table.id, "ana").result().token
        assert table.bet("ana").seq == 1

    def test_the_croupier_frees_a_seat(self, quick: House) -> None:
        table = Table(quick)
        with pytest.raises(NotYours):
            quick.leave(table.id, table.tokens["ana"], "luis").result()
        quick.leave(table.id, table.tokens["Eva"], "luis").result()
        with pytest.raises(NotYours):
            table.bet("luis")
        with pytest.raises(Refused, match="Nobody"):
            quick.leave(table.id, table.tokens["Eva"], "luis").result()

    @pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x00b", "\ud800", "Croupier", "chance", 7, None])
    def test_names_that_are_none(self, name: Any) -> None:
        with pytest.raises(BadRecord):
            named(name)

    def test_a_role_that_is_none(self, quick: House) -> None:
        with pytest.raises(BadRecord):
            quick.join(quick.open_table(BOULE).result().id, "ana", "owner").result()  # type: ignore[arg-type]


class TestUndo:
    def test_the_journal_keeps_both_and_the_record_neither(self, house: House, url: str) -> None:
        table = Table(house)
        table.bet("ana", 10)
        table.bet("luis", 20)
        table.undo("ana")
        assert table.staked == {"luis": 20}
        assert [row[0] for row in rows(url, "SELECT kind FROM journal ORDER BY seq")] == ["action", "action", "undo"]
        table.ball(3)
        assert [action.as_record() for action in table.record().actions] == [
            {"player": "luis", "bet": "rojo", "stake": 20},
            {"ball": 3},
        ]
        assert audit(table.record()).holds and table.books.balance
        steps = house.steps(table.id).result()
        assert steps[0].undone == 3 and not steps[0].events

    def test_one_after_the_other_back_to_the_beginning(self, quick: House) -> None:
        table = Table(quick)
        for stake in (10, 20, 30):
            table.bet("ana", stake)
        for left in (30, 10, 0):
            table.undo("ana")
            assert table.staked.get("ana", 0) == left
        with pytest.raises(Refused, match="nothing to take back"):
            table.undo("ana")

    def test_a_certain_entry(self, quick: House) -> None:
        table = Table(quick)
        first = table.bet("ana", 10).seq
        table.bet("ana", 20, "negro")
        table.undo("ana", seq=first)
        assert [position.bet for position in table.view().standing] == ["negro"]
        with pytest.raises(Refused):
            table.undo("ana", seq=first)

    @pytest.mark.parametrize("after", [Call("no-va-mas"), Chance("ball", 3)])
    def test_what_has_been_called_or_drawn_upon_stays(self, quick: House, after: Any) -> None:
        table = Table(quick)
        table.bet("ana")
        table("Eva", after)
        for name in ("ana", "Eva"):
            with pytest.raises(Refused, match="nothing to take back"):
                table.undo(name)

    def test_nobody_takes_back_what_is_anothers(self, quick: House) -> None:
        table = Table(quick)
        table.bet("ana")
        with pytest.raises(Refused):
            table.undo("luis")
        with pytest.raises(NotYours):
            table.undo("sol")
        assert table.undo("Eva").steps[0].by == "Eva"

    def test_a_decision_that_settled_a_stake(self, house: House) -> None:
        table = Table(house)
        table.bet("ana", 10)
        table("ana", Decision("ana", "take-down", ("rojo",)))
        assert table.books.accounts["cloth"] == 0
        table.undo("ana")
        assert table.books.balance and table.books.accounts["cloth"] == 10
        with House_again(house) as again:
            assert again.view(table.id).result().standing[0].stake == 10

    def test_a_decision_after_which_the_seed_was_told_stays(self, quick: House) -> None:
        for _ in range(300):
            table = quick.open_table(FRENCH).result()
            ana = quick.join(table.id, "ana").result().token
            quick.act(table.id, ana, Bet("ana", "rojo", (), 10)).result()
            if quick.draw(table.id, ana).result().steps[0].body == {"ball": 0}:
                break
        assert quick.view(table.id).result().revealed is None
        receipt = quick.act(table.id, ana, Decision("ana", "half")).result()
        assert [step.entry.kind for step in receipt.steps] == ["action", "reveal", "promise"]
        with pytest.raises(Refused, match="nothing to take back"):
            quick.undo(table.id, ana).result()

    def test_what_others_built_upon_stays(self, quick: House) -> None:
        table = Table(quick, "cl-2023/craps")
        table.bet("ana", 100, "pass-line")
        table("Eva", Chance("dice", (4, 2)))
        first = table.bet("ana", 50, "gabela-pass-line").seq
        table("ana", Decision("ana", "raise", ("gabela-pass-line",), 60))
        with pytest.raises(Refused, match="depends on it"):
            table.undo("ana", seq=first)
        assert table.books.balance and table.staked == {"ana": 160}


def House_again(house: House) -> House:
    """The same house after its process ended and began again."""
    url = house._storage.url.render_as_string(hide_password=False)
    house.close()
    return House(url)


class TestOrder:
    def test_many_at_the_same_instant_get_one_order_and_lose_no_bet(self, house: House, url: str) -> None:
        table = Table(house)
        names = [f"p{number}" for number in range(8)]
        tokens = {name: house.join(table.id, name).result().token for name in names}
        together = threading.Barrier(len(names))

        def play(name: str) -> list[int]:
            together.wait()
            bets = [Bet(name, "pleno", (number,), 1 + number) for number in range(20)]
            return [house.act(table.id, tokens[name], bet).result().seq for bet in bets]

        with ThreadPoolExecutor(len(names)) as pool:
            told = dict(zip(names, pool.map(play, names), strict=True))
        assert sorted(seq for seqs in told.values() for seq in seqs) == list(range(1, 161))
        kept = rows(url, "SELECT seq, body FROM journal ORDER BY seq")
        for name, seqs in told.items():
            mine = [json.loads(body) for seq, body in kept if seq in seqs]
            assert [bet["on"] for bet in mine] == [[number] for number in range(20)]
            assert {bet["player"] for bet in mine} == {name}
        assert table.staked == dict.fromkeys(names, sum(range(1, 21)))
        assert table.books.balance and audit(table.record()).holds

    def test_whoever_knows_of_an_earlier_moment_is_told(self, quick: House) -> None:
        table = Table(quick)
        table.bet("ana")
        with pytest.raises(Overtaken) as caught:
            table("luis", Bet("luis", "rojo", (), 5), after=0)
        assert caught.value.seq == 1
        assert table("luis", Bet("luis", "rojo", (), 5), after=1).seq == 2

    def test_a_request_that_is_repeated_is_done_once(self, house: House) -> None:
        table = Table(house)
        first = table("ana", Bet("ana", "rojo", (), 5), key="one")
        assert table("ana", Bet("ana", "rojo", (), 5), key="one") == first
        assert table.staked == {"ana": 5}
        with pytest.raises(Refused, match="Another request"):
            table("luis", Bet("luis", "rojo", (), 5), key="one")
        with pytest.raises(Refused, match="Another request"):
            table("ana", Bet("ana", "rojo", (), 6), key="one")
        with pytest.raises(Refused, match="Another request"):
            table.undo("ana", key="one")
        assert table.staked == {"ana": 5}
        table.house = House_again(house)
        with table.house:
            assert table("ana", Bet("ana", "rojo", (), 5), key="one").seq == first.seq
            assert table.undo("ana", key="two").seq == table.undo("ana", seq=1, key="two").seq == 2
            with pytest.raises(Refused, match="Another request"):
                table.undo("ana", seq=2, key="two")
            assert table.staked == {}

    @pytest.mark.parametrize("key", ["", "x" * 65, "a\nb"])
    def test_a_request_whose_name_is_none(self, quick: House, key: str) -> None:
        with pytest.raises(BadRecord):
            Table(quick)("ana", Bet("ana", "rojo", (), 5), key=key)


class TestPromises:
    def test_the_commitment_comes_before_and_the_seed_after(self, house: House) -> None:
        table = Table(house, deal="system")
        promised = table.view().commitment
        assert promised and table.view().revealed is None
        table.bet("ana", 10, "pleno", (17,))
        receipt = house.draw(table.id, table.tokens["Eva"]).result()
        revealed = receipt.steps[1].body
        assert revealed["commitment"] == promised and len(revealed["seed"]) == 64
        assert table.view().commitment not in (None, promised)
        assert audit(table.record()).draws == 1

    def test_no_answer_tells_a_seed_before_its_time(self, quick: House, tmp_path: Path) -> None:
        table = Table(quick, "cl-2023/black-jack/clasico", "system")
        table.bet("ana", 10, "apuesta", (1,))
        quick.draw(table.id, table.tokens["Eva"]).result()
        url = f"sqlite:///{tmp_path}/house.db"
        (seed,) = [row[0] for row in rows(url, "SELECT seed FROM secrets")]
        told = [
            json.dumps(table.view("Eva").as_json()),
            str([step.as_json() for step in quick.steps(table.id, table.tokens["Eva"]).result()]),
            table.record(whole=True).as_text(),
            table.record().as_text(),
            repr(quick._tables[table.id]._promise),
        ]
        assert all(seed not in words for words in told)

    def test_a_promise_survives_the_process(self, url: str) -> None:
        """Drawn in one process or in two, a promise brings the same cards."""
        table = Table(House(url), "cl-2023/black-jack/clasico", "system")
        table.bet("ana", 10, "apuesta", (1,))
        promised = table.view().commitment
        for _ in range(3):
            with table.house:
                table.house.draw(table.id, table.tokens["Eva"]).result()
            table.house = House(url)
            assert table.view().commitment == promised
        with table.house:
            for _ in range(60):
                view = table.view("Eva")
                if view.commitment != promised:
                    break
                if view.may_draw:
                    table.house.draw(table.id, table.tokens["Eva"]).result()
                else:
                    table("Eva", Decision("ana", "stand"))
            assert view.revealed["commitment"] == promised
            found = audit(table.record())
            assert found.holds and found.draws == view.revealed["draws"] > 3

    def test_the_record_ends_with_the_last_round_that_can_be_verified(self, quick: House) -> None:
        table = Table(quick, "cl-2023/black-jack/clasico", "system")
        table.bet("ana", 10, "apuesta", (1,))
        assert len(table.record().actions) == 1
        quick.draw(table.id, table.tokens["Eva"]).result()
        assert table.record().actions == () and audit(table.record()).holds
        whole = table.record(whole=True)
        assert len(whole.actions) == 2 and not audit(whole).holds


class TestRebuilding:
    @pytest.mark.parametrize("game", sorted(library().games))
    def test_any_game_stands_as_it_stood(self, tmp_path: Path, game: str) -> None:
        url = fresh("sqlite", tmp_path)
        with House(url) as house:
            table = house.open_table(game).result()
            token = house.join(table.id, "ana").result().token
            play_at_random(house, table.id, token, Random(game), 60)
            before = house.view(table.id, token).result(), house.steps(table.id, token).result()
            assert house.books(table.id).result().balance
        with House(url) as house:
            view, steps = house.view(table.id, token).result(), house.steps(table.id, token).result()
            assert (view.as_json(), steps) == (before[0].as_json(), before[1])
            play_at_random(house, table.id, token, Random(game + "!"), 30)
            assert house.books(table.id).result().balance
            assert audit(house.record(table.id).result()).holds

    @pytest.mark.parametrize("game", sorted(library().games))
    def test_what_is_taken_back_from_a_mark_is_as_if_it_had_never_been(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
    ) -> None:
        """A long table goes back to a copy of itself, and comes out as one that is replayed from its journal."""
        monkeypatch.setattr("tapete.house.live._MARKED", 7)
        url = fresh("sqlite", tmp_path)
        with House(url) as house:
            table = house.open_table(game).result()
            token = house.join(table.id, "ana").result().token
            bet_and_undo(house, table.id, token, Random(game))
            before = house.view(table.id, token).result(), house.steps(table.id, token).result()
            offers = house.offers(table.id, token).result()
        assert any(step.undone for step in before[1])
        with House(url) as house:
            view, steps = house.view(table.id, token).result(), house.steps(table.id, token).result()
            assert (view.as_json(), steps) == (before[0].as_json(), before[1])
            assert house.offers(table.id, token).result() == offers
            assert house.books(table.id).result().balance

    def test_an_entry_that_was_altered_is_found(self, url: str) -> None:
        with House(url) as house:
            table, other = Table(house), Table(house)
            table.bet("ana", 10)
            table.ball(3)
            other.bet("ana", 10)
        change(url, f"UPDATE journal SET body = '{{\"ball\": 4}}' WHERE seq = 2 AND table_id = '{table.id}'")
        with House(url) as house:
            with pytest.raises(Broken, match="entry 2"):
                house.view(table.id).result()
            record = house.record(table.id).result()
            assert record.actions[1].as_record() == {"ball": 4}
            assert not audit(record).holds
            assert house.view(other.id).result().seq == 1
            assert len(house.tables().result()) == 2

    @pytest.mark.parametrize(
        "statement",
        ["UPDATE settlements SET returned = '21'", "DELETE FROM settlements", "UPDATE journal SET seq = seq + 10"],
    )
    def test_what_was_settled_must_come_out_again(self, tmp_path: Path, statement: str) -> None:
        url = fresh("sqlite", tmp_path)
        with House(url) as house:
            table = Table(house)
            table.bet("ana", 10)
            table.ball(3)
        change(url, statement)
        with House(url) as house, pytest.raises(Broken):
            house.view(table.id).result()

    def test_rules_that_changed_since_stop_the_table_and_keep_its_record(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        url = fresh("sqlite", tmp_path)
        with House(url) as house:
            table = Table(house, BOULE)
            table.bet("ana", 10)
            table.ball(2)
        opened = games.table

        def today(name: str, settings: Any = None, changes: Any = None, root: Any = None) -> Any:
            return opened(name, settings, {"bets.rojo.pays": 2}, root)

        monkeypatch.setattr("tapete.games.table", today)
        with House(url) as house:
            with pytest.raises(Broken, match="settled otherwise"):
                house.view(table.id).result()
            record = house.record(table.id).result()
        assert record.expect == {
            "lines": [{"player": "ana", "bet": "rojo", "result": "win", "cite": "04.V.a", "stake": 10, "returned": 20}]
        }
        monkeypatch.undo()
        assert audit(record).holds

    def test_a_ledger_that_lost_a_line_does_not_balance(self, url: str) -> None:
        with House(url) as house:
            table = Table(house)
            table.bet("ana", 10)
        change(url, "DELETE FROM ledger WHERE account = 'cloth'")
        with House(url) as house:
            books = house.books(table.id).result()
            assert not books.balance and books.unbalanced == (1,)

    def test_tables_leave_memory_and_come_back(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tapete.house.service.MOST_IN_MEMORY", 2)
        with House(fresh("sqlite", tmp_path)) as house:
            tables = [Table(house) for _ in range(4)]
            for table in tables:
                table.bet("ana")
            assert len(house._tables) == 2
            assert [table.view().seq for table in tables] == [1] * 4


def play_at_random(
    house: House, table: str, token: str, random: Random, times: int, verbs: tuple[str, ...] = ("bet", "do", "call")
) -> None:
    """Bets, decisions, draws, calls and second thoughts, as they are offered."""
    for _ in range(times):
        view, offers = house.view(table, token).result(), house.offers(table, token).result()
        chance = random.random()
        try:
            if view.may_draw and (chance < 0.3 or not offers):
                house.draw(table, token).result()
            elif chance < 0.4:
                house.undo(table, token).result()
            elif offers:
                some = [offer for offer in offers if offer.verb in verbs] or offers
                house.act(table, token, taken_up(random.choice(some), random)).result()
        except Refused:
            continue


def bet_and_undo(house: House, table: str, token: str, random: Random) -> None:
    """Random play without calls, some of which end the table, and now and then a bet that is taken back at once."""
    for _ in range(12):
        bets = [offer for offer in house.offers(table, token).result() if offer.verb == "bet"]
        if bets:
            with suppress(Refused):
                house.act(table, token, taken_up(random.choice(bets), random)).result()
                house.undo(table, token).result()
        play_at_random(house, table, token, random, 5, verbs=("bet", "do"))


def taken_up(offer: Any, random: Random) -> Any:
    place = random.choice(offer.places)
    if offer.verb == "bet":
        return Bet("ana", offer.word, place, int(offer.minimum or 1))
    if offer.verb == "do":
        return Decision("ana", offer.word, place, None if offer.minimum is None else int(offer.minimum))
    return Call(offer.word)


class TestFailures:
    def test_what_cannot_be_written_did_not_happen(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table(house)
        table.bet("ana", 10)
        write = storage.Storage.write

        def full(*_: Any) -> None:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

        monkeypatch.setattr(storage.Storage, "write", full)
        for attempt in (
            lambda: table.bet("ana", 20),
            lambda: table.undo("ana"),
            lambda: house.open_table(BOULE).result(),
        ):
            with pytest.raises(NotKept, match="disk is full"):
                attempt()
        monkeypatch.setattr(storage.Storage, "write", write)
        assert table.staked == {"ana": 10} and len(house.tables().result()) == 1
        assert table.bet("ana", 30).seq == 2

    def test_a_server_that_hangs_up_is_called_again(self, tmp_path: Path) -> None:
        url = fresh("postgresql", tmp_path)
        with House(url) as house:
            table = Table(house)
            for ask in (lambda: table.bet("ana", 10), lambda: house.tables().result()):
                change(
                    url,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE application_name = 'tapete' AND datname = current_database()",
                )
                with pytest.raises(NotKept):
                    ask()
            assert table.view().seq == 0
            assert table.bet("ana", 10).seq == 1
            with pytest.raises(StorageError, match="open already"):
                House(url)

    def test_a_mistake_while_writing_is_told_and_the_house_goes_on(
        self, quick: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(quick)
        with monkeypatch.context() as then:
            then.setattr(quick._storage, "write", lambda batch: "\ud800".encode())
            with pytest.raises(UnicodeEncodeError):
                table.bet("ana")
        assert table.view().seq == 0
        assert table.bet("ana").seq == 1

    def test_a_round_that_breaks_is_rebuilt(self, quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table(quick)
        table.bet("ana", 10)
        kind = type(quick._tables[table.id].round)
        bet = kind._bet

        def broken(self: Any, action: Any) -> None:
            bet(self, action)
            raise ZeroDivisionError

        monkeypatch.setattr(kind, "_bet", broken)
        with pytest.raises(ZeroDivisionError):
            table.bet("ana", 20)
        monkeypatch.undo()
        assert table.staked == {"ana": 10} and table.bet("ana", 20).seq == 2

    def test_books_that_would_not_balance_are_not_kept(self, quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table(quick)
        kind = type(quick._tables[table.id].round)
        bet = kind._bet

        def careless(self: Any, action: Any) -> None:
            bet(self, action)
            self.standing[-1].stake -= 1

        monkeypatch.setattr(kind, "_bet", careless)
        with pytest.raises(Refused, match="books do not balance"):
            table.bet("ana", 20)
        monkeypatch.undo()
        assert table.view().seq == 0 and table.bet("ana", 20).seq == 1

    def test_a_house_that_is_closed_says_so(self, tmp_path: Path) -> None:
        house = House(fresh("sqlite", tmp_path))
        house.close()
        house.close()
        with pytest.raises(NotKept):
            house.tables().result()

    def test_a_request_that_nobody_waits_for_is_not_begun(self, quick: House) -> None:
        table = Table(quick)
        gate = threading.Event()
        blocking = quick._ask(gate.wait)
        waiting = quick.act(table.id, table.tokens["ana"], Bet("ana", "rojo", (), 5))
        assert waiting.cancel()
        gate.set()
        blocking.result()
        assert table.view().seq == 0


class TestDatabase:
    def test_a_second_house_is_refused(self, house: House, url: str) -> None:
        with pytest.raises(StorageError, match="open already"):
            House(url)

    def test_a_house_opens_again_after_the_first_closed(self, url: str) -> None:
        for _ in range(3):
            House(url).close()

    def test_one_that_is_newer_is_left_as_it_is(self, url: str) -> None:
        House(url).close()
        change(url, "UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(StorageError, match="newer Tapete"):
            House(url)
        assert rows(url, "SELECT version_num FROM alembic_version") == [("9999",)]

    def test_one_that_is_somebody_elses_is_left_as_it_is(self, url: str) -> None:
        change(url, "CREATE TABLE recipes (name TEXT)")
        with pytest.raises(StorageError, match="not a house"):
            House(url)
        change(url, "INSERT INTO recipes VALUES ('soup')")

    def test_not_a_byte_of_somebody_elses_file_changes(self, tmp_path: Path) -> None:
        url, file = fresh("sqlite", tmp_path), tmp_path / "house.db"
        change(url, "CREATE TABLE recipes (name TEXT)")
        before = file.read_bytes()
        with pytest.raises(StorageError, match="not a house"):
            House(url)
        assert file.read_bytes() == before

    @pytest.mark.parametrize("statement", ["DROP TABLE ledger", "ALTER TABLE ledger DROP COLUMN amount"])
    def test_one_that_lacks_a_part_is_not_opened(self, url: str, statement: str) -> None:
        House(url).close()
        change(url, statement)
        with pytest.raises(StorageError, match=r"damaged \(ledger\.\w+ is missing\)"):
            House(url)

    def test_what_the_migrations_make_is_what_the_code_expects(self, house: House) -> None:
        from alembic.autogenerate import compare_metadata
        from alembic.runtime.migration import MigrationContext
        from alembic.script import ScriptDirectory

        assert ScriptDirectory(str(storage.MIGRATIONS)).get_heads() == [schema.HEAD]
        with house._storage._connection.begin():
            context = MigrationContext.configure(house._storage._connection)
            assert compare_metadata(context, schema.metadata) == []

    @pytest.mark.parametrize("damage", ["rubbish", "torn", "cut", "cut short"])
    def test_one_that_is_damaged_is_left_as_it_is(self, tmp_path: Path, damage: str) -> None:
        url, file = fresh("sqlite", tmp_path), tmp_path / "house.db"
        with House(url) as house:
            table = Table(house)
            for number in range(37):
                table.bet("ana", 10, "pleno", (number,))
        content = file.read_bytes()
        if damage == "rubbish":
            file.write_bytes(b"This is a letter, and not a database at all." * 500)
        elif damage == "cut":
            file.write_bytes(content[: len(content) // 2])
        elif damage == "cut short":
            file.write_bytes(content[:-100])
        else:
            file.write_bytes(content[:4096] + bytes(len(content) // 2) + content[4096 + len(content) // 2 :])
        damaged = file.read_bytes()
        with pytest.raises(StorageError, match="damaged"):
            House(url)
        assert file.read_bytes() == damaged
        file.write_bytes(content)
        with House(url) as house:
            assert house.view(table.id).result().seq == 37

    def test_the_file_is_its_users_alone(self, tmp_path: Path) -> None:
        House(f"sqlite:///{tmp_path}/new/folder/house.db").close()
        assert (tmp_path / "new" / "folder" / "house.db").stat().st_mode & 0o077 == 0
        assert (tmp_path / "new" / "folder").stat().st_mode & 0o077 == 0

    def test_it_is_written_through_to_the_disk(self, quick: House) -> None:
        pragma = quick._storage._connection.exec_driver_sql
        assert pragma("PRAGMA journal_mode").scalar() == "wal"
        assert pragma("PRAGMA synchronous").scalar() == 2
        assert pragma("PRAGMA busy_timeout").scalar() >= 1000  # type: ignore[operator]

    def test_where_it_is_kept(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.delenv(storage.SETTING, raising=False)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert storage.database_url().database == str(tmp_path / "tapete" / "house.db")
        monkeypatch.delenv("XDG_DATA_HOME")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert storage.database_url().database == str(tmp_path / ".local" / "share" / "tapete" / "house.db")
        monkeypatch.setenv(storage.SETTING, "postgresql://eva:secret@db/house")
        assert storage.database_url().host == "db"

    @pytest.mark.parametrize("url", ["nada", "mysql://db/x", "sqlite://", "http://[", "sqlite:///:memory:"])
    def test_addresses_that_are_none(self, url: str) -> None:
        with pytest.raises(StorageError):
            House(url)

    def test_a_server_that_does_not_answer(self) -> None:
        with pytest.raises(StorageError, match="cannot be opened") as caught:
            House("postgresql://eva:secret@127.0.0.1:1/house")
        assert "secret" not in str(caught.value)

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StorageError, match="cannot be opened"):
            House(f"sqlite:///{tmp_path}/file/house.db")

    def test_an_older_one_is_brought_up_and_goes_on(
        self, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with House(url) as house:
            table = Table(house)
            table.bet("ana")
        add_migration(tmp_path, monkeypatch, "op.execute('CREATE TABLE more (x INTEGER)')")
        with House(url) as house:
            assert house.view(table.id).result().seq == 1
            house.act(table.id, table.tokens["ana"], Bet("ana", "rojo", (), 5)).result()
            assert house.books(table.id).result().balance
        assert rows(url, "SELECT version_num FROM alembic_version") == [("0002",)]
        if url.startswith("sqlite"):
            copy = f"sqlite:///{tmp_path}/house.db.before-0001"
            assert rows(copy, "SELECT version_num FROM alembic_version") == [("0001",)]
            assert rows(copy, "SELECT count(*) FROM journal") == [(1,)]

    def test_a_migration_that_fails_changes_nothing(
        self, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with House(url) as house:
            table = Table(house)
            table.bet("ana")
        with monkeypatch.context() as then:
            add_migration(tmp_path, then, "op.execute('CREATE TABLE more (x INTEGER)'); op.execute('nonsense')")
            with pytest.raises(StorageError, match="cannot be opened"):
                House(url)
        assert rows(url, "SELECT version_num FROM alembic_version") == [("0001",)]
        with House(url) as house:
            assert house.view(table.id).result().seq == 1

    def test_a_copy_that_was_begun_is_not_taken_for_one(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        url = fresh("sqlite", tmp_path)
        House(url).close()
        (tmp_path / "house.db.before-0001.part").write_bytes(b"half a copy")
        add_migration(tmp_path, monkeypatch, "op.execute('CREATE TABLE more (x INTEGER)')")
        House(url).close()
        assert not (tmp_path / "house.db.before-0001.part").exists()
        assert (tmp_path / "house.db.before-0001").stat().st_mode & 0o077 == 0
        copy = f"sqlite:///{tmp_path}/house.db.before-0001"
        assert rows(copy, "SELECT version_num FROM alembic_version") == [("0001",)]

    def test_a_disk_that_is_full_keeps_what_was_acknowledged(self, quick: House) -> None:
        table = Table(quick)
        with quick._storage._connection.begin():
            quick._storage._connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as many as there are
        acknowledged = 0

        def bet_on() -> None:
            nonlocal acknowledged
            for _ in range(2000):
                acknowledged = table.bet("ana").seq

        with pytest.raises(NotKept, match="full"):
            bet_on()
        assert table.view().seq == acknowledged
        with quick._storage._connection.begin():
            quick._storage._connection.exec_driver_sql("PRAGMA max_page_count = 100000")
        assert table.bet("ana").seq == acknowledged + 1
        assert quick.books(table.id).result().balance


def add_migration(folder: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Have a next form of the database, one step from the present one."""
    import shutil

    scripts = folder / "migrations"
    shutil.copytree(storage.MIGRATIONS, scripts)
    (scripts / "versions" / "0002_more.py").write_text(
        f"from alembic import op\nrevision = '0002'\ndown_revision = '0001'\ndef upgrade():\n    {step}\n"
    )
    monkeypatch.setattr(storage, "MIGRATIONS", scripts)
    monkeypatch.setattr(schema, "HEAD", "0002")


class TestLookingOn:
    def test_everybody_is_told_in_the_same_order(self, quick: House) -> None:
        table = Table(quick, deal="system")

        async def look() -> list[list[int]]:
            readers = [await quick.subscribe(table.id, token) for token in (None, *table.tokens.values())]
            for stake in range(1, 6):
                await quick.act(table.id, table.tokens["ana"], Bet("ana", "pleno", (stake,), 5))
            await quick.draw(table.id, table.tokens["Eva"])
            told = []
            for reader in readers:
                seqs: list[int] = []
                async for update in reader:
                    seqs.append(update.seq)
                    if update.step.entry.kind == "promise":
                        break
                told.append(seqs)
                reader.close()
            return told

        assert asyncio.run(look()) == [list(range(2, 10))] * 5

    def test_an_update_is_told_in_each_readers_language(self, quick: House) -> None:
        table = Table(quick)

        async def look() -> Any:
            with await quick.subscribe(table.id) as reader:
                await quick.act(table.id, table.tokens["Eva"], Call("no-va-mas"))
                return await anext(aiter(reader))

        update = asyncio.run(look())
        texts = {}
        for tongue in ("es", "en"):
            with speaking(tongue):
                texts[tongue] = json.loads(update.text())["events"][0]["text"]
        assert texts["es"] != texts["en"]

    def test_whoever_falls_behind_is_told_so(self, quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tapete.house.service._MOST_WAITING", 3)
        table = Table(quick)

        async def look() -> tuple[bool, int]:
            with await quick.subscribe(table.id) as reader:
                for _ in range(5):
                    await quick.act(table.id, table.tokens["ana"], Bet("ana", "rojo", (), 5))
                await asyncio.sleep(0)
                return reader.missed, len(reader.waiting())

        missed, waiting = asyncio.run(look())
        assert missed and waiting <= 3

    def test_it_ends_with_the_house(self, tmp_path: Path) -> None:
        house = House(fresh("sqlite", tmp_path))
        table = Table(house)

        async def look() -> int:
            reader = await house.subscribe(table.id)
            closing = asyncio.get_running_loop().run_in_executor(None, house.close)
            seen = len([update async for update in reader])
            await closing
            return seen

        assert asyncio.run(asyncio.wait_for(look(), 10)) == 0

    def test_what_is_private_is_shown_to_its_owner_alone(self, quick: House, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game that deals every card to ana alone: others see that a card came, and not which."""
        table = Table(quick, "cl-2023/black-jack/clasico")
        kind = type(quick._tables[table.id].round)

        def seen_by(self: Any, player: str | None) -> Any:
            if player == "ana":
                return self
            hidden = games.table(self.game, {})
            hidden.__dict__.update(self.__dict__)
            hidden.actions = [
                replace(action, value="??") if isinstance(action, Chance) else action for action in self.actions
            ]
            return hidden

        monkeypatch.setattr(kind, "seen_by", seen_by)

        async def look() -> list[Any]:
            readers = [await quick.subscribe(table.id, table.tokens[name]) for name in ("ana", "luis")]
            await quick.act(table.id, table.tokens["ana"], Bet("ana", "apuesta", (1,), 10))
            await quick.act(table.id, table.tokens["Eva"], Chance("card", "9c"))
            told = []
            for reader in readers:
                await anext(aiter(reader))
                told.append((await anext(aiter(reader))).step.body)
                reader.close()
            return told

        assert asyncio.run(look()) == [{"card": "9c"}, {"card": "??"}]
        shown = {name: table.view(name).drawn[0].value for name in ("ana", "luis", None)}
        assert shown == {"ana": "9c", "luis": "??", None: "??"}
        assert quick.steps(table.id, table.tokens["luis"]).result()[1].body == {"card": "??"}
        assert table.record(whole=True).actions[1].as_record() == {"card": "??"}
        assert table("Eva", Chance("card", "8c")).steps[0].body == {"card": "??"}

    def test_whoever_loses_their_seat_sees_no_more_than_a_spectator(
        self, quick: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(quick)

        async def look() -> tuple[str | None, str | None]:
            with await quick.subscribe(table.id, table.tokens["ana"]) as reader:
                before = reader.viewer
                await quick.leave(table.id, table.tokens["Eva"], "ana")
                await quick.act(table.id, table.tokens["luis"], Bet("luis", "rojo", (), 10))
                await anext(aiter(reader))
                return before, reader.viewer

        assert asyncio.run(look()) == ("ana", None)


class TestReplaying:
    def test_forward_and_back(self) -> None:
        (record,) = read_records(
            f"game: {FRENCH}\nactions: [{{player: ana, bet: rojo, stake: 10}}, {{ball: 3}}, "
            "{player: ana, bet: negro, stake: 20}, {ball: 4}]"
        )
        assert not isinstance(record, Refused)
        tape = Replay(record)
        seen = {}
        for step in (4, 0, 2, 1, 3, 4, 99, -1):
            tape.to(step)
            account = tape.round.accounts.get("ana")
            seen[step] = (tape.step, account and account.returned - account.staked, len(tape.lines))
        assert seen == {
            0: (0, None, 0),
            1: (1, -10, 0),
            2: (2, 10, 1),
            3: (3, -10, 0),
            4: (4, 30, 1),
            99: (4, 30, 1),
            -1: (0, None, 0),
        }

    @pytest.mark.parametrize("game", sorted(library().games))
    def test_a_ruling_that_fits_can_be_applied(self, game: str) -> None:
        from tapete.table.record import Record

        record = Record(game)
        facts = games.game_data(game).get("irregular") or {}
        found = rulings(record)
        assert {ruling.id for ruling in found} == set(facts)
        for ruling in found:
            if ruling.fits and not ruling.refused:
                games.replay(replace(record, actions=(Irregular(ruling.id),)))
            else:
                with pytest.raises(TapeteError):
                    games.replay(replace(record, actions=(Irregular(ruling.id),)))
        assert [ruling.fits for ruling in found] == sorted((ruling.fits for ruling in found), reverse=True)


def test_many_readers_and_writers_never_see_what_is_not_durable(tmp_path: Path) -> None:
    """What a reader is told is in the database by then."""
    url = fresh("sqlite", tmp_path)
    with House(url) as house:
        table = Table(house)
        over = threading.Event()
        unseen: list[int] = []

        def look() -> None:
            while not over.is_set():
                seq = table.view().seq
                kept = rows(url, "SELECT count(*) FROM journal")[0][0]
                if kept < seq:
                    unseen.append(seq)

        reader = threading.Thread(target=look)
        reader.start()
        for _ in range(60):
            table.bet("ana", 1)
        over.set()
        reader.join()
        assert not unseen

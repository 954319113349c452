"""The cases: situations with the result that their document gives them, and the proof that none is missing."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tapete.games import library, replay, table
from tapete.table import yaml12
from tapete.table.errors import Refused
from tapete.table.record import Record, read_record, read_records
from tapete.table.words import speaking

CASES = Path(__file__).parent / "cases"
FIELDS = {"about", "cite", "game", "table", "actions", "expect"}
EXPECTED = {"players", "lines", "standing", "events", "never", "closed", "error", "action"}


@lru_cache(maxsize=1)
def cases() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in sorted(CASES.glob("*/*.yaml")):
        for number, case in enumerate(yaml12.document(path.read_text(encoding="utf-8")).data, start=1):
            games = case["game"] if isinstance(case["game"], list) else [case["game"]]
            for game in games:
                found.append((f"{path.parent.name}/{path.stem}#{number} {game}", {**case, "game": game}))
    return found


def record_of(case: dict[str, Any]) -> Record:
    return read_record({key: case[key] for key in ("game", "table", "actions") if key in case})


@pytest.mark.parametrize(("name", "case"), cases(), ids=[name for name, _ in cases()])
def test_case(name: str, case: dict[str, Any]) -> None:
    assert set(case) <= FIELDS, f"unknown field in {name}"
    assert case["about"] and case["cite"]
    expect = case["expect"]
    assert expect and set(expect) <= EXPECTED
    if "error" in expect:
        _must_be_refused(case, expect)
        return
    played = replay(record_of(case))
    settlement = played.settlement()
    shown = settlement.as_json()
    assert settlement.balances()
    assert all(line["cite"] for line in shown["lines"])
    if "players" in expect:
        assert shown["players"] == expect["players"]
    if "lines" in expect:
        assert len(shown["lines"]) == len(expect["lines"]), shown["lines"]
        for got, wanted in zip(shown["lines"], expect["lines"], strict=True):
            assert wanted.items() <= got.items(), (got, wanted)
    if "standing" in expect:
        _must_stand(shown["standing"], expect["standing"])
    if "events" in expect:
        kinds = iter(event["event"] for event in shown["events"])
        assert all(kind in kinds for kind in expect["events"]), [event["event"] for event in shown["events"]]
    assert not {event["event"] for event in shown["events"]} & set(expect.get("never", ()))
    assert (played.closed is not None) == expect.get("closed", played.closed is not None)
    assert played.svg()
    _must_replay(case, shown)


def _must_be_refused(case: dict[str, Any], expect: dict[str, Any]) -> None:
    with speaking("en"), pytest.raises(Refused) as caught:
        replay(record_of(case))
    assert str(expect["error"]).lower() in str(caught.value).lower()
    if "action" in expect:
        assert caught.value.action == expect["action"]
    if caught.value.action is not None:
        _must_change_nothing(case, caught.value.action)


def _must_change_nothing(case: dict[str, Any], action: int) -> None:
    """A refused action leaves the round as it was."""
    actions = record_of(case).actions
    if len(actions) < action:
        return
    opened = table(case["game"], case.get("table"))
    opened.play(actions[: action - 1])
    before = opened.settlement().as_json(), opened.legal(), opened.turn(), str(opened)
    with pytest.raises(Refused):
        opened.apply(actions[action - 1])
    assert (opened.settlement().as_json(), opened.legal(), opened.turn(), str(opened)) == before


def _must_stand(got: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    assert len(got) == len(wanted), got
    left = list(got)
    for position in wanted:
        fitting = [p for p in left if position.items() <= p.items()]
        assert fitting, (position, got)
        left.remove(fitting[0])


def _must_replay(case: dict[str, Any], shown: dict[str, Any]) -> None:
    """The record as a table would write it out gives the same settlement."""
    written = record_of(case).as_text()
    (again,) = read_records(written)
    assert isinstance(again, Record), again
    assert replay(again).settlement().as_json() == shown


def played_results(game: str) -> dict[str, set[str]]:
    results: dict[str, set[str]] = {}
    for _, case in cases():
        if case["game"] == game and "error" not in case["expect"]:
            for line in replay(record_of(case)).settlement().lines:
                results.setdefault(line.bet, set()).add(line.result)
    return results


@pytest.mark.parametrize("game", sorted(library().games))
def test_every_bet_has_a_winning_and_a_losing_case(game: str) -> None:
    results = played_results(game)
    for bet, facts in library().game(game)["bets"].items():
        if facts.get("pays") is not None or facts.get("pays_on_number") or facts.get("covers", {}).get("chips"):
            best = "push" if facts.get("pays") == 0 else "win"
            assert best in results.get(bet, ()), f"{game}: no case in which {bet} ends with {best}"
        assert "lose" in results.get(bet, ()), f"{game}: no case in which {bet} loses"


@pytest.mark.parametrize("game", sorted(library().games))
def test_every_ruling_has_a_case(game: str) -> None:
    used = {a.get("irregular") for _, case in cases() if case["game"] == game for a in case["actions"]}
    assert set(library().game(game).get("irregular") or {}) <= used


@pytest.mark.parametrize("game", sorted(library().games))
def test_every_option_of_a_reading_has_a_case(game: str) -> None:
    data = library().game(game)
    tables = [case.get("table") or {} for _, case in cases() if case["game"] == game]
    chosen = {(k, str(v)) for t in tables for k, v in (t.get("readings") or {}).items()}
    shorthand = data.get("shorthand") or {}
    chosen |= {(shorthand[k], str(v)) for t in tables for k, v in t.items() if k in shorthand}
    for name, reading in (data.get("readings") or {}).items():
        for option, facts in reading["options"].items():
            if option != reading["runs"] and (facts.get("set") or facts.get("borrow")):
                assert (name, option) in chosen, f"{game}: no case chooses {name}={option}"

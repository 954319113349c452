"""The games that a document only names: they are listed, they cannot be opened, and everything says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapete.cli import run
from tapete.games import library, settle, table
from tapete.table.errors import NotPlayable, Refused
from tapete.table.record import Record
from tapete.table.words import speaking

LA_RIOJA = {
    "ruleta-francesa",
    "ruleta-americana",
    "blackjack",
    "boule",
    "treinta-y-cuarenta",
    "craps",
    "punto-y-banca",
    "chemin-de-fer",
    "bacarra-dos-panos",
    "ruleta-de-la-fortuna",
    "poker-sin-descarte",
    "pai-gow-poker",
    "poker-circulo",
    "poker-circulo/cubierto-5-descarte",
    "poker-circulo/seven-stud",
    "poker-circulo/omaha",
    "poker-circulo/holdem",
    "poker-circulo/five-stud",
    "poker-circulo/sintetico",
    "banca-francesa",
    "bingo/ordinario",
    "bingo/electronico",
    "maquinas/tipo-a",
    "maquinas/tipo-a1",
    "maquinas/tipo-c",
    "boletos",
    "loterias",
    "rifas",
    "tombolas",
    "combinaciones-aleatorias",
    "juegos-tradicionales",
}
NAMED = sorted(full for full, entry in library().entries() if entry["status"] == "named-only")


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with speaking("en"):
        code = run(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_everything_that_la_rioja_only_names_is_listed() -> None:
    listed = {entry["id"]: entry["status"] for entry in library().catalogue("lr-2012")["games"]}
    assert {name for name, status in listed.items() if status == "named-only"} == LA_RIOJA


def test_la_rioja_opens_only_what_its_document_holds() -> None:
    assert [game for game in library().games if game.startswith("lr-2012/")] == ["lr-2012/blackjack/menor-mayor-13"]


@pytest.mark.parametrize("game", NAMED)
def test_a_named_game_has_a_reason_in_both_languages_and_no_file(game: str) -> None:
    entry = next(entry for full, entry in library().entries() if full == game)
    assert entry["reason"]["es"] and entry["reason"]["en"] and entry["cite"]
    assert game not in library().games


@pytest.mark.parametrize("game", NAMED)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_named_game_cannot_be_opened_and_says_why(game: str, language: str) -> None:
    entry = next(entry for full, entry in library().entries() if full == game)
    with pytest.raises(NotPlayable) as caught:
        table(game)
    assert caught.value.cite == entry["cite"]
    with speaking(language):
        assert entry["reason"][language] in str(caught.value) and entry["cite"] in str(caught.value)


@pytest.mark.parametrize("game", NAMED)
def test_a_record_of_a_named_game_is_refused_before_its_first_action(game: str) -> None:
    with speaking("en"), pytest.raises(Refused) as caught:
        settle(Record(game))
    assert caught.value.action is None
    assert "only named in its document" in str(caught.value)


def test_the_list_marks_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "games", "--catalogue", "lr-2012", "--status", "named-only", "--json")
    rows = {row["game"]: row for row in json.loads(out)}
    assert code == 0
    assert set(rows) == {f"lr-2012/{name}" for name in LA_RIOJA}
    assert all(row["reason"] for row in rows.values())


@pytest.mark.parametrize("words", ["ruleta", "boule", "bacarrá", "hold'em", "tombolas"])
def test_they_are_found_by_name(capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, out, _ = answer(capsys, "games", words, "--catalogue", "lr-2012", "--json")
    assert code == 0
    assert any(row["status"] == "named-only" for row in json.loads(out))


def test_the_settlement_of_one_prints_the_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "record.yaml"
    record.write_text("game: lr-2012/boule\nactions: [{player: ana, bet: rojo, stake: 10}, {ball: 2}]\n")
    code, out, _ = answer(capsys, "settle", str(record), "--json")
    error = json.loads(out)["error"]
    assert code == 1
    assert error["action"] is None and error["cite"]
    assert "lr-2012/boule is only named in its document" in error["message"]


@pytest.mark.parametrize("command", ["odds", "draw", "play"])
def test_a_command_that_needs_the_rules_ends_with_the_reason(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, _, err = answer(capsys, command, "lr-2012/boule")
    assert code == 2
    assert "only named in its document" in err and "Decreto 4/2001" in err


def test_its_page_says_that_it_cannot_be_opened_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = answer(capsys, "show", "lr-2012/ruleta-de-la-fortuna")
    said = " ".join((out + err).split())
    assert "only named in its document" in said and "Decreto 4/2001" in said

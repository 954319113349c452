"""The command line: every command's answer, exit code and sentence, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.__main__ import COMMANDS, main
from tapete.catalogue.load import CATALOGUES
from tapete.games import library
from tapete.table.words import set_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RECORD = """\
game: pv-1996/boule
actions:
  - {player: ana, bet: numero-entero, on: [7], stake: 5}
  - {ball: 7}
"""
REFUSED = "game: pv-1996/boule\nactions: [{player: ana, bet: numero-entero, on: [10], stake: 5}]\n"
BOULE = "pv-1996/boule"


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = "Callable[..., Answer]"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TAPETE_LANG", "en")
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")
    yield
    set_language("en")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Run a command in this process."""

    def answer(*arguments: str) -> Answer:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        code = ended.value.code
        assert isinstance(code, int)
        return Answer(code, out, err)

    return answer


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "record.yaml"
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


def tapete(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tapete", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
        timeout=60,
    )


class TestPages:
    """What stands in columns is read at a glance: no word is broken in two while the page has room for it."""

    @pytest.fixture(params=["80", "120"])
    def wide(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
        monkeypatch.setenv("COLUMNS", request.param)
        return int(request.param)

    @pytest.mark.parametrize("language", ["es", "en"])
    def test_ids_are_whole_in_every_table(self, run: Callable[..., Answer], wide: int, language: str) -> None:
        listed = run("games", "--lang", language)
        assert all(len(line) <= wide for line in listed.out.splitlines())
        words = set(listed.out.split())
        assert {full for full, _entry in library().entries() if len(full) <= wide // 2} <= words
        bets = run("show", "pv-1996/ruleta-francesa", "--only", "bets", "--lang", language).out
        assert set(library().games["pv-1996/ruleta-francesa"]["bets"]) <= set(bets.split())

    def test_documents_side_by_side_are_called_by_their_names(self, run: Callable[..., Answer], wide: int) -> None:
        lines = run("compare", "ruleta-francesa").out.splitlines()
        headings = [line.split() for line in lines if line.split()[:1] == ["fact"]]
        assert headings and all(row[1:] == ["bo-2025", "bo-earlier", "cl-2023", "pv-1996"] for row in headings)
        assert all(len(line) <= wide for line in lines)
        two = run("compare", "bo-2025/craps", "bo-2025/mini-craps").out
        assert re.search(r"fact +bo-2025/craps +bo-2025/craps/mini-craps", two)

    def test_a_section_stands_once_and_an_empty_part_not_at_all(self, run: Callable[..., Answer]) -> None:
        page = run("show", "pv-1996/boule").out
        assert not re.search(r"(04\.V\.a), \1\b", page)
        assert "Order of payment" not in page and "Bets and payments" in page

    def test_signs_are_explained_whole(self, run: Callable[..., Answer], wide: int) -> None:
        *_, before, last = run("games", "boule").out.splitlines()
        explained = f"{before}   {last}" if wide == 80 else last
        assert explained.split("   ")[-4:] == [
            "● can be played",
            "§ rules that govern games",
            "○ only named in its document",
            "◌ not built yet",
        ]


def test_the_readme_shows_what_settle_prints(run: Callable[..., Answer], tmp_path: Path) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    record = readme.split("```yaml\n")[1].split("```")[0]
    shown = readme.split("$ tapete settle dispute.yaml\n")[1].split("\n\n**")[0]
    (tmp_path / "dispute.yaml").write_text(record, encoding="utf-8")
    printed = run("settle", str(tmp_path / "dispute.yaml")).out
    assert [line.split() for line in shown.splitlines()[1:]] == [line.split() for line in printed.splitlines()[1:]]


class TestFrame:
    @pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("help",)])
    def test_help_names_every_command(self, run: Callable[..., Answer], arguments: tuple[str, ...]) -> None:
        answer = run(*arguments)
        assert answer.code == 0
        assert all(re.search(rf"^  {name} ", answer.out, re.MULTILINE) for name in COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_explains_itself(self, run: Callable[..., Answer], name: str) -> None:
        answer = run(name, "--help")
        assert answer.code == 0
        assert f"tapete {name}" in answer.out and "--lang es|en" in answer.out
        assert not set("<{") & set(answer.out.replace("<=", "").replace(">=", ""))  # no programmer's types and braces

    @pytest.mark.parametrize("name", COMMANDS)
    def test_an_unknown_option(self, run: Callable[..., Answer], name: str) -> None:
        answer = run(name, "--nonsense")
        assert answer.code == 2
        assert answer.err == f"tapete: There is no option --nonsense here. tapete {name} --help explains it.\n"

    def test_version(self, run: Callable[..., Answer]) -> None:
        assert re.fullmatch(r"tapete \d+\.\d+\.\d+\n", run("--version").out)

    def test_an_unknown_command(self, run: Callable[..., Answer]) -> None:
        answer = run("deal")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == "tapete: There is no command deal; tapete --help lists them.\n"

    @pytest.mark.parametrize("name", ["show", "compare", "ruling", "settle", "odds", "verify"])
    def test_an_argument_that_is_missing(self, run: Callable[..., Answer], name: str) -> None:
        answer = run(name)
        assert answer.code == 2
        assert "is missing. tapete" in answer.err

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("serve", "--port", "99999999"), "--port takes a number from 0 to 65535."),
            (("draw", BOULE, "--number", "first"), "--number takes a number from 1 on."),
            (("simulate", BOULE, "--workers", "all"), "--workers takes a number."),
            (("simulate", BOULE, "--workers", "all", "--lang", "es"), "--workers toma un número."),
        ],
    )
    def test_a_number_that_is_none(self, run: Callable[..., Answer], arguments: tuple[str, ...], told: str) -> None:
        answer = run(*arguments)
        assert answer.code == 2 and answer.err.startswith(f"tapete: {told} ")

    @pytest.mark.parametrize("name", ["show", "odds", "draw", "play", "simulate"])
    def test_an_unknown_game(self, run: Callable[..., Answer], name: str) -> None:
        answer = run(name, "pv-1996/bule")
        assert answer.code == 2
        assert "There is no game pv-1996/bule. Nearest: pv-1996/boule." in answer.err

    @pytest.mark.parametrize("name", ["odds", "draw", "play", "simulate"])
    def test_a_game_that_is_only_named(self, run: Callable[..., Answer], name: str) -> None:
        answer = run(name, "bo-2025/bingo/otros")
        assert answer.code == 2
        assert "only named in its document (6.1.9)" in answer.err


class TestLanguage:
    @pytest.mark.parametrize(
        "arguments", [("--lang", "es", "games"), ("games", "--lang=es"), ("games", "--lang", "es")]
    )
    def test_it_may_stand_anywhere(self, run: Callable[..., Answer], arguments: tuple[str, ...]) -> None:
        assert run(*arguments).code == 0

    def test_facts_are_told_in_it(self, run: Callable[..., Answer]) -> None:
        spanish = run("show", "pv-1996/boule", "--only", "summary", "--lang", "es").out
        english = run("show", "pv-1996/boule", "--only", "summary", "--lang", "en").out
        summary = library().game("pv-1996/boule")["summary"]
        assert summary["es"][:30] in spanish and summary["es"][:30] not in english
        assert summary["en"][:30] in english

    def test_the_environment_chooses(self, run: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
        for variable, value in (("TAPETE_LANG", "es"), ("LC_ALL", "es_CL.UTF-8"), ("LANG", "es")):
            for name in ("TAPETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
                monkeypatch.delenv(name, raising=False)
            monkeypatch.setenv(variable, value)
            out = run("show", "pv-1996/boule", "--only", "summary").out
            assert library().game("pv-1996/boule")["summary"]["es"][:30] in out

    @pytest.mark.parametrize("arguments", [("games", "--lang", "fr"), ("--lang=", "games"), ("games", "--lang")])
    def test_an_unknown_one(self, run: Callable[..., Answer], arguments: tuple[str, ...]) -> None:
        answer = run(*arguments)
        assert answer.code == 2 and answer.err.startswith("tapete: ") and "es" in answer.err

    def test_what_stands_after_two_hyphens_is_no_option(self, run: Callable[..., Answer]) -> None:
        assert run("games", "--", "--lang").code == 1


class TestGames:
    def test_accents_and_capitals_do_not_matter(self, run: Callable[..., Answer]) -> None:
        found = [game["game"] for game in run("games", "RULÉTA", "fráncesa", "--json").data]
        assert {"pv-1996/ruleta-francesa", "cl-2023/ruleta-francesa"} <= set(found)

    def test_filters(self, run: Callable[..., Answer]) -> None:
        answer = run("games", "--catalogue", "pv-1996", "--family", "wheels", "--status", "game", "--json")
        assert [game["game"] for game in answer.data] == ["pv-1996/boule", "pv-1996/ruleta-de-la-fortuna"]

    def test_named_only_has_its_reason(self, run: Callable[..., Answer]) -> None:
        assert all(game["reason"] for game in run("games", "--status", "named-only", "--json").data)

    def test_a_narrow_page_keeps_the_section(self, run: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        lines = run("games", "--catalogue", "bo-2025").out.splitlines()
        assert any("bo-2025/ruleta-francesa " in line and line.rstrip().endswith(" 4.1") for line in lines)

    def test_nothing_fits(self, run: Callable[..., Answer]) -> None:
        answer = run("games", "ajedrez")
        assert (answer.code, answer.err) == (1, "No game fits.\n")

    def test_an_unknown_document(self, run: Callable[..., Answer]) -> None:
        answer = run("games", "--catalogue", "fr-1800")
        assert answer.code == 2 and "There is no catalogue fr-1800; there are: " in answer.err


class TestShow:
    @pytest.mark.parametrize("game", sorted(library().games))
    @pytest.mark.parametrize("language", ["es", "en"])
    def test_every_fact_of_every_game_is_on_its_page(
        self, run: Callable[..., Answer], game: str, language: str
    ) -> None:
        page = " ".join(run("show", game, "--lang", language).out.split())
        facts = library().game(game)
        told = [facts["summary"], *(step["text"] for step in facts.get("flow", ()))]
        told += [item["what"] for item in facts.get("equipment", ())]
        told += [role["role"] for role in facts.get("staff", ())]
        told += [fact["text"] for part in ("duties", "prohibitions") for fact in facts.get(part, ())]
        told += [fact["text"] for fact in facts.get("glossary", {}).values()]
        for ruling in facts.get("irregular", {}).values():
            told += [ruling["situation"], ruling["ruling"]]
        for reading in facts.get("readings", {}).values():
            told += [reading["says"], reading["why"], *(option["text"] for option in reading["options"].values())]
        for text in told:
            assert " ".join(text[language].split()) in page, text
        for name, bet in facts["bets"].items():
            assert name in page and bet["cite"].split()[0].rstrip(",") in page
        for name, reading in facts.get("readings", {}).items():
            assert f"{name} (" in page
            assert re.search(rf"● {reading['runs']}: ", page)

    @pytest.mark.parametrize("name", [full for name in library().catalogues for full in (name, f"{name}/general")])
    def test_every_general_rule_is_on_its_documents_page(self, run: Callable[..., Answer], name: str) -> None:
        document = name.partition("/")[0]
        page = " ".join(run("show", name).out.split())
        facts = library().catalogues[document]
        for section in facts["general"].values():
            assert section["title"]["en"] in page
            for fact in section["facts"]:
                assert " ".join(fact["text"]["en"].split()) in page
        assert name != document or all(entry["cite"].split()[0] in page for entry in facts["games"])

    def test_one_part(self, run: Callable[..., Answer]) -> None:
        out = run("show", "pv-1996/boule", "--only", "bets").out
        assert "Bets and payments" in out and "Equipment" not in out
        assert run("show", "pv-1996/boule", "--only", "bets,limits", "--only", "wheel").out.count("\n\n") == 3

    def test_one_section_of_a_document(self, run: Callable[..., Answer]) -> None:
        answer = run("show", "cl-2023", "--only", "sanciones", "--json")
        assert set(answer.data) == {"sanciones"}
        assert "Sanctions" in run("show", "cl-2023", "--only", "sanciones").out

    def test_json_is_the_file(self, run: Callable[..., Answer]) -> None:
        assert run("show", "pv-1996/boule", "--json").data == {"status": "game", **library().game("pv-1996/boule")}
        only = run("show", "pv-1996/boule", "--only", "bets", "--json").data
        assert only == {"bets": library().game("pv-1996/boule")["bets"]}
        assert run("show", "pv-1996", "--json").data == library().catalogues["pv-1996"]

    def test_a_part_that_is_not_there(self, run: Callable[..., Answer]) -> None:
        answer = run("show", "pv-1996/boule", "--only", "cards")
        assert answer.code == 2 and "There is no part cards here; there are: summary" in answer.err

    def test_a_named_game_says_so(self, run: Callable[..., Answer]) -> None:
        answer = run("show", "bo-2025/bingo/otros")
        assert answer.code == 0 and "only named in its document: it cannot be opened" in answer.out
        assert run("show", "bo-2025/bingo/otros", "--json").data["status"] == "named-only"

    def test_a_game_of_modalities_lists_them(self, run: Callable[..., Answer]) -> None:
        answer = run("show", "cl-2023/ruleta-americana", "--json")
        assert answer.data["modalities"] == ["cl-2023/ruleta-americana/un-cero", "cl-2023/ruleta-americana/doble-cero"]
        assert "doble" in run("show", "cl-2023/ruleta-americana").out

    def test_a_chapter_that_is_no_game_shows_its_rules(self, run: Callable[..., Answer]) -> None:
        shown = run("show", "pv-1996/torneos", "--json").data
        assert shown["status"] == "rules" and shown["cite"] == "Art. 2 bis"
        assert "vigencia" in [fact["id"] for fact in shown["general"]["torneos"]["facts"]]
        assert set(run("show", "bo-2025/general", "--only", "sanciones", "--json").data) == {"sanciones"}
        page = run("show", "bo-2025/general", "--only", "sanciones").out
        assert "1.2.3" in page and "1.2.2.2 (1)" not in page
        assert "there are: -" in run("show", "bo-2025/loteria/tradicional", "--only", "sanciones").err

    def test_a_changed_fact_is_shown_as_changed(self, run: Callable[..., Answer]) -> None:
        out = run("show", "pv-1996/boule", "--only", "bets", "--set", "bets.numero-entero.pays=8").out
        assert "changed: bets.numero-entero.pays = 8" in out and "8 : 1" in out

    def test_an_impossible_change(self, run: Callable[..., Answer]) -> None:
        answer = run("show", "pv-1996/boule", "--set", "bets.numero-entero.pays=-8")
        assert answer.code == 3 and "bets.numero-entero.pays: odds cannot be negative" in answer.err

    def test_by_a_name_with_its_accents(self, run: Callable[..., Answer]) -> None:
        assert run("show", "bóule").out.startswith("pv-1996/boule")

    @pytest.mark.parametrize("width", ["20", "40", "80", "200", "x"])
    def test_any_width(self, run: Callable[..., Answer], width: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", width)
        answer = run("show", "pv-1996/ruleta-francesa", "--lang", "es")
        assert answer.code == 0
        allowed = {"20": 40, "40": 40, "80": 80, "200": 110, "x": 110}[width]
        assert [line for line in answer.out.split("\n") if len(line) > allowed] == []


class TestOdds:
    @pytest.mark.parametrize("lang", ["es", "en"])
    def test_names_stay_whole_on_a_page_of_80(
        self, run: Callable[..., Answer], lang: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        shown = run("odds", "pv-1996/craps", "--lang", lang).out.split("\n")
        assert max(map(len, shown)) <= 80
        for name in ("asociada-dont-come", "asociada-dont-win", "asociada-come"):
            assert sum(line.startswith(f" {name} ") for line in shown) == 3
        assert all(line.split()[-1].startswith(("0", "1", "2", "3", "5")) for line in shown if " : 1 " in line)
        assert sum("27/1925" in line for line in shown) == 2  # the edge of don't win and don't come without the draw

    @pytest.mark.parametrize("width", ["40", "60", "80", "100", "160"])
    def test_no_column_is_cut_off(
        self, run: Callable[..., Answer], width: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", width)
        for game in ("cl-2023/war", "bo-2025/craps", "pv-1996/ruleta-francesa"):
            assert max(map(len, run("odds", game).out.split("\n"))) <= int(width)


class TestCompare:
    def test_one_name_finds_all_documents(self, run: Callable[..., Answer]) -> None:
        data = run("compare", "ruleta-francesa", "--json").data
        assert {"bo-2025/ruleta-francesa", "cl-2023/ruleta-francesa", "pv-1996/ruleta-francesa"} <= set(data["games"])
        again = next(row for row in data["rows"] if row["fact"] == "zero.again")
        assert again["differs"]
        assert again["values"]["pv-1996/ruleta-francesa"]["value"] == "halve"
        assert again["values"]["cl-2023/ruleta-francesa"]["value"] == "lose"

    def test_only_the_differences(self, run: Callable[..., Answer]) -> None:
        rows = run("compare", "cl-2023/big-six", "pv-1996/ruleta-de-la-fortuna", "--differences", "--json").data["rows"]
        assert rows and all(row["differs"] for row in rows)

    def test_the_page_marks_them(self, run: Callable[..., Answer]) -> None:
        out = run("compare", "ruleta-francesa", "--only", "zero").out
        assert re.search(r"≠ +zero\.again", out) and re.search(r"= +zero\.rule", out)

    def test_one_document_is_not_enough(self, run: Callable[..., Answer]) -> None:
        answer = run("compare", "boule")
        assert answer.code == 2 and "name two games to compare" in answer.err

    def test_what_is_only_listed_is_said(self, run: Callable[..., Answer]) -> None:
        assert "lr-2012/ruleta-francesa" in run("compare", "ruleta-francesa", "--json").data["listed"]


class TestRuling:
    def test_by_words_in_either_language(self, run: Callable[..., Answer]) -> None:
        for words in (("ball", "leaves", "wheel"), ("bola", "fuera")):
            found = run("ruling", *words, "--catalogue", "cl-2023", "--json").data
            assert any(item["irregular"] == "bola-fuera" and item["cite"] for item in found)

    def test_a_general_rule(self, run: Callable[..., Answer]) -> None:
        first, *_ = run("ruling", "waiter", "--catalogue", "bo-2025", "--json").data
        assert (first["kind"], first["games"], first["cite"]) == ("rule", ["bo-2025/general"], "1.2.2.2 (15)")
        assert "1.2.2.2 (1)" in run("ruling", "menores", "de", "edad", "--lang", "es").out

    def test_nothing_fits(self, run: Callable[..., Answer]) -> None:
        assert run("ruling", "zeppelin").code == 1
        assert run("ruling", "bola", "--catalogue", "xx").code == 2


class TestSettle:
    def test_for_programs(self, run: Callable[..., Answer], record: str) -> None:
        (line,) = run("settle", record, "--json").lines
        assert line["players"] == {"ana": {"staked": 5, "returned": 40, "net": 35}}
        assert set(line) == {"game", "players", "lines", "standing", "events"}

    def test_for_people(self, run: Callable[..., Answer], record: str) -> None:
        out = run("settle", record).out
        assert "numero-entero 7" in out and "+35" in out and "04.V.a" in out

    def test_many_and_one_refused(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        file = tmp_path / "r.yaml"
        file.write_text(f"{RECORD}---\n{REFUSED}---\ngame: [\n---\n{RECORD}", encoding="utf-8")
        answer = run("settle", str(file), "--json")
        assert answer.code == 1
        assert ["error" in line for line in answer.lines] == [False, True, True, False]
        assert answer.lines[1]["error"]["action"] == 1 and answer.lines[1]["error"]["cite"]

    def test_the_standard_input(self, run: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + RECORD.encode())))
        assert run("settle", "-", "--json").lines[0]["players"]["ana"]["net"] == 35

    def test_what_if(self, run: Callable[..., Answer], record: str) -> None:
        answer = run("settle", record, "--json", "--set", "bets.numero-entero.pays=8")
        assert answer.lines[0]["players"]["ana"]["net"] == 40

    @pytest.mark.parametrize(
        ("content", "problem"),
        [
            (b"", "holds no record"),
            (b"\xff\xfe", "not UTF-8 text"),
            (b"game: a\x00b", "NUL"),
            (b"\x80abc", "not UTF-8 text"),
        ],
    )
    def test_what_is_no_text(self, run: Callable[..., Answer], tmp_path: Path, content: bytes, problem: str) -> None:
        file = tmp_path / "r.yaml"
        file.write_bytes(content)
        answer = run("settle", str(file))
        assert answer.code == 1 and problem in answer.err

    def test_a_file_that_is_not_there(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        for name in (str(tmp_path / "none.yaml"), str(tmp_path), "x" * 5000):
            answer = run("settle", name)
            assert answer.code == 1 and "cannot be read" in answer.err

    @pytest.mark.parametrize(
        ("written", "code"),
        [
            ("x", 2),
            ("=3", 2),
            ("bets.numero-entero.pays=[1", 2),
            ("nada.nada=1", 1),
            ("id=otro", 1),
            ("family=craps", 1),
        ],
    )
    def test_a_change_that_cannot_be_made(
        self, run: Callable[..., Answer], record: str, written: str, code: int
    ) -> None:
        answer = run("settle", record, "--set", written)
        assert answer.code == code and answer.err.startswith("tapete: ")


class TestVerify:
    def test_a_folder_of_records(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        (tmp_path / "deep" / "deeper").mkdir(parents=True)
        (tmp_path / "a.yaml").write_text(RECORD + "expect: {players: {ana: {net: 35}}}\n", encoding="utf-8")
        (tmp_path / "deep" / "deeper" / "b.yml").write_text(RECORD + "---\n" + RECORD, encoding="utf-8")
        (tmp_path / "notes.txt").write_text("not a record", encoding="utf-8")
        answer = run("verify", str(tmp_path), "--json")
        assert answer.code == 0
        assert (answer.data["records"], answer.data["claimed"], answer.data["first"]) == (3, 1, None)

    def test_a_damaged_file_spoils_no_other(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        (tmp_path / "a.yaml").write_bytes(b"game: caf\xe9\n")
        (tmp_path / "b.yaml").write_text(RECORD, encoding="utf-8")
        answer = run("verify", str(tmp_path), "--json")
        assert answer.code == 1
        assert [(Path(found["file"]).name, found["holds"]) for found in answer.data["results"]] == [
            ("a.yaml", False),
            ("b.yaml", True),
        ]
        assert "a.yaml is not UTF-8 text." in run("verify", str(tmp_path)).out

    def test_the_first_chip_that_differs(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        wrong = RECORD + "expect: {lines: [{returned: 41}]}\n"
        (tmp_path / "a.yaml").write_text(RECORD, encoding="utf-8")
        (tmp_path / "b.yaml").write_text(f"{RECORD}---\n{wrong}", encoding="utf-8")
        answer = run("verify", str(tmp_path), "--json")
        assert answer.code == 1
        first = answer.data["first"]
        assert (Path(first["file"]).name, first["record"]) == ("b.yaml", 2)
        told = first["difference"]
        assert (told["action"], told["player"], told["line"], told["expected"], told["got"]) == (2, "ana", 1, 41, 40)
        page = run("verify", str(tmp_path))
        assert "b.yaml, record 2, action 2: Line 1, ana's numero-entero 7 5: returned 41 was claimed" in page.out
        assert "Records: 3; that do not hold: 1." in page.out

    def test_against_what_settle_printed(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        file, claim = tmp_path / "r.yaml", tmp_path / "claim.json"
        file.write_text(f"{RECORD}---\n{REFUSED}", encoding="utf-8")
        printed = run("settle", str(file), "--json", "--lang", "es").out
        claim.write_text(printed, encoding="utf-8")
        assert run("verify", str(file), "--against", str(claim)).code == 0
        claim.write_text(printed.replace('"returned": 40', '"returned": 39'), encoding="utf-8")
        assert run("verify", str(file), "--against", str(claim)).code == 1
        claim.write_text(json.dumps(json.loads(printed.splitlines()[0]), indent=2), encoding="utf-8")
        assert "holds 1 settlements and there are 2 records" in run("verify", str(file), "--against", str(claim)).err

    @pytest.mark.parametrize("claim", ["{", "nonsense", "[1]", "7", '{"a": 1} }', "[" * 100_000])
    def test_a_claim_that_is_none(self, run: Callable[..., Answer], record: str, tmp_path: Path, claim: str) -> None:
        file = tmp_path / "claim.json"
        file.write_text(claim, encoding="utf-8")
        answer = run("verify", record, "--against", str(file))
        assert answer.code == 1 and answer.err.startswith("tapete: ")

    def test_nothing_to_verify(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        assert run("verify", str(tmp_path)).err == "tapete: There is no record here.\n"
        assert "cannot be read" in run("verify", str(tmp_path / "none.yaml")).err


class TestCoverage:
    def test_for_programs(self, run: Callable[..., Answer]) -> None:
        items = run("coverage", "pv-1996", "--json").data
        boule = next(item for item in items if item["cite"] == "04.V.a")
        assert boule["state"] == "implemented" and any("boule.yaml" in by for by in boule["by"])

    def test_what_is_missing(self, run: Callable[..., Answer]) -> None:
        answer = run("coverage", "--missing", "--json")
        assert answer.code == (1 if answer.data else 0)

    def test_for_people(self, run: Callable[..., Answer]) -> None:
        assert re.search(
            r"pv-1996: \d+ of \d+ implemented \(\d+ only to be read\), \d+ with a reason, \d+ missing",
            run("coverage").out,
        )

    def test_an_unknown_document(self, run: Callable[..., Answer]) -> None:
        assert run("coverage", "fr-1800").code == 2


class TestCheckAndSchema:
    def test_the_shipped_files(self, run: Callable[..., Answer]) -> None:
        assert run("check", "--json").data == {"mistakes": [], "games": list(library().games)}

    def test_a_broken_file(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        file = tmp_path / "mía.yaml"
        file.write_text("catalogue: pv-1996\nid: mia\nextends: [boule]\ncolour: red\n", encoding="utf-8")
        answer = run("check", str(file))
        assert answer.code == 3 and answer.err == f"tapete: {file}:4: colour: unknown key\n"
        assert run("check", str(file), "--json").data["mistakes"] == [f"{file}:4: colour: unknown key"]

    def test_a_reading_that_cannot_run(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        from tests import small

        small.write(tmp_path, small.GAME.replace("{bets.numero.pays: 3}", "{bets.nada.pays: 3}"))
        answer = run("check", str(tmp_path))
        line = (
            small.GAME.splitlines().index("      tres: {text: {es: Tres, en: Three}, set: {bets.numero.pays: 3}}") + 1
        )
        assert answer.code == 3 and "There is no fact at bets.nada" in answer.err
        assert f"bola.yaml:{line}: readings.pago.options.tres: " in answer.err

    def test_a_cloth_that_cannot_be_laid(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        from tests import small

        small.write(tmp_path, small.GAME.replace("{shape: number}", "{shape: star}"))
        told = run("check", str(tmp_path)).err
        line = small.GAME.splitlines().index("    covers: {shape: number}") + 1
        assert f"bola.yaml:{line}: bets.numero.covers.shape: the cloth has no shape star" in told

    @pytest.mark.parametrize("command", ["check", "odds"])
    @pytest.mark.parametrize(
        ("old", "new", "field"),
        [
            ("{bet: caballo, on: [5, 8]}", "{bet: caballo, on: [5, 9]}", "bets.tercio.covers.chips.0"),
            ("pairs: [[1, 2], [2, 3]]}", "pairs: [[1, 7], [2, 3]]}", "bets.dos-columnas.covers.pairs.0.1"),
            ("{Cuatro primeros: [[0,", "{Cuatro primeros: [[90,", "bets.cuadro.covers.called.Cuatro primeros"),
        ],
    )
    def test_a_place_that_a_copy_does_not_have(
        self, run: Callable[..., Answer], tmp_path: Path, command: str, old: str, new: str, field: str
    ) -> None:
        text = (CATALOGUES / "pv-1996" / "ruleta-francesa.yaml").read_text(encoding="utf-8")
        assert old in text
        line = text[: text.index(old)].count("\n") + 1
        copy = tmp_path / "mine.yaml"
        copy.write_text(text.replace(old, new, 1), encoding="utf-8")
        answer = run(command, f"{copy}" if command == "check" else f"{copy}#un-pano")
        assert (answer.code, answer.err.splitlines()[0].startswith(f"tapete: {copy}:{line}: {field}: ")) == (3, True)

    def test_a_file_that_is_not_there(self, run: Callable[..., Answer]) -> None:
        answer = run("check", "/nowhere/mine.yaml")
        assert (answer.code, answer.err) == (3, "tapete: /nowhere/mine.yaml: No such file or directory\n")

    def test_one_document_and_each_of_its_files(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        from tests import small

        small.write(tmp_path)
        folder = tmp_path / "zz-2000"
        for path in (folder, folder / "catalogue.yaml", tmp_path):
            assert run("check", str(path), "--json").data["games"] == ["zz-2000/bola", "zz-2000/bola/doble"]
        (folder / "sections.yaml").write_text("catalogue: zz-2000\nparts: 3\n", encoding="utf-8")
        assert f"{folder / 'sections.yaml'}:2: parts: must be a list" in run("check", str(folder)).err

    def test_a_list_of_games_that_the_files_do_not_bear_out(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        from tests import small

        small.write(tmp_path)
        file = tmp_path / "zz-2000" / "catalogue.yaml"
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("id: bola/doble,", "id: bola/triple,"), encoding="utf-8")
        told = run("check", str(tmp_path)).err
        line = text.splitlines().index(next(row for row in text.splitlines() if "bola/doble" in row)) + 1
        assert f"{file}:{line}: games.1.id: zz-2000/bola/triple is listed as a game, and no file has it" in told
        assert "the catalogue does not list the game zz-2000/bola/doble" in told

    def test_an_unknown_schema(self, run: Callable[..., Answer]) -> None:
        assert run("schema", "chess").code == 2
        assert run("schema", "roulette").data["required"] == ["catalogue", "id"]


class TestChangedCopy:
    """What a stranger does first: copy a file, change a payout, use it."""

    def test_what_a_copy_changes_is_told(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        copy = tmp_path / "mine.yaml"
        source = (CATALOGUES / "pv-1996" / "boule.yaml").read_text(encoding="utf-8")
        copy.write_text(source.replace("pays: 7", "pays: 8"), encoding="utf-8")
        told = run("compare", str(copy), "--differences", "--json").data
        assert told["games"] == ["pv-1996/boule", str(copy)] and len(told["rows"]) == 1
        assert f"from the file {copy}" in " ".join(run("show", str(copy), "--only", "bets").out.split())

    @pytest.fixture
    def copy(self, tmp_path: Path) -> str:
        from tapete.catalogue.load import CATALOGUES

        file = tmp_path / "my boule.yaml"
        original = (CATALOGUES / "pv-1996" / "boule.yaml").read_text(encoding="utf-8")
        file.write_text(original.replace("    pays: 7\n", "    pays: 8\n", 1), encoding="utf-8")
        return str(file)

    def test_show(self, run: Callable[..., Answer], copy: str) -> None:
        assert "8 : 1" in run("show", copy, "--only", "bets").out

    def test_odds(self, run: Callable[..., Answer], copy: str) -> None:
        answer = run("odds", copy, "--json")
        assert answer.code == 0 and answer.out != run("odds", "pv-1996/boule", "--json").out

    def test_settle(self, run: Callable[..., Answer], copy: str, tmp_path: Path) -> None:
        file = tmp_path / "record.yaml"
        file.write_text(RECORD.replace("pv-1996/boule", json.dumps(copy)), encoding="utf-8")
        told = run("settle", str(file), "--json").lines[0]
        assert (told["players"]["ana"]["net"], told["game"]) == (40, copy)

    def test_compare(self, run: Callable[..., Answer], copy: str) -> None:
        rows = run("compare", "pv-1996/boule", copy, "--differences", "--json").data["rows"]
        assert [row["fact"] for row in rows] == ["straight up"]

    def test_a_folder_of_catalogues(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        from tests import small

        small.write(tmp_path)
        answer = run("games", "--catalogues", str(tmp_path), "--json")
        assert [game["game"] for game in answer.data] == ["zz-2000/bola", "zz-2000/bola/doble", "zz-2000/nombrado"]


class TestHostile:
    @pytest.mark.parametrize(
        "name",
        ["", " ", "/", "..", "../../etc/passwd", "\x1b[31mrojo", "x" * 10_000, "%s", "{name}", "pv-1996/\0", "-"],
    )
    def test_any_name(self, run: Callable[..., Answer], name: str) -> None:
        for command in ("show", "odds", "compare"):
            answer = run(command, name)
            assert answer.code in (1, 2, 3)
            assert answer.err.startswith("tapete: ") and "\x1b" not in answer.err

    def test_a_name_that_is_not_utf8(self) -> None:
        answer = subprocess.run(
            [sys.executable.encode(), b"-m", b"tapete", b"show", b"\xff\xfe"],
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert answer.returncode == 2
        assert answer.stderr.startswith(b"tapete: There is no game")

    def test_a_terminal_that_knows_only_ascii(self) -> None:
        answer = tapete("show", "pv-1996/boule", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert (answer.returncode, answer.stderr) == (0, "")
        assert answer.stdout.isascii() and "\\" not in answer.stdout and "sec" in answer.stdout

    def test_a_table_is_read_in_ascii(self) -> None:
        said = "100 a rojo; número completo 17 5\nball 17\nsalir\n".encode()
        answer = subprocess.run(
            [sys.executable, "-m", "tapete", "play", "pv-1996/ruleta-francesa", "--deal", "--lang", "es"],
            input=said,
            capture_output=True,
            check=False,
            timeout=60,
            env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        )
        shown = answer.stdout.decode("ascii")
        assert (answer.returncode, answer.stderr) == (0, b"") and "\\" not in shown
        for line in (
            "|    |3   |6   |9   ",
            "+----+----+----+",
            "|14  |17* |20  ",
            "* ana: pleno 17 5",
            "No va mas.  sec. 01.IV",
        ):
            assert line in shown

    def test_programs_get_every_sign_in_ascii_too(self) -> None:
        asked = ("show", "pv-1996/boule", "--json", "--lang", "es")
        escaped = tapete(*asked, PYTHONIOENCODING="ascii", PYTHONUTF8="0").stdout
        assert escaped.isascii() and json.loads(escaped) == json.loads(tapete(*asked).stdout)

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [(("settle", "-"), 1), (("verify", "-"), 1), (("play", "pv-1996/boule"), 0)],
    )
    def test_an_input_that_is_closed(self, arguments: tuple[str, ...], code: int) -> None:
        shell = f"'{sys.executable}' -m tapete {' '.join(arguments)} <&-"
        answer = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=60)
        assert answer.returncode == code and "should not have happened" not in answer.stderr

    @pytest.mark.parametrize("file", ["no/such/folder/report.html", "."])
    def test_a_report_that_could_not_be_written_is_refused_before_the_work(
        self, run: Callable[..., Answer], file: str
    ) -> None:
        answer = run("simulate", "pv-1996/boule", "--bet", "rojo 5", "--rounds", "900G", "--report", file)
        assert answer.code == 1 and not answer.out and file in answer.err

    def test_a_reader_who_goes_away(self) -> None:
        for unbuffered in ("", "1"):
            shell = f"'{sys.executable}' -m tapete show cl-2023 | head -c 1; echo ${{PIPESTATUS[0]}} >&2"
            answer = subprocess.run(
                ["bash", "-c", shell],
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
                check=False,
                timeout=60,
            )
            assert answer.stderr == "0\n"

    def test_an_unforeseen_error_is_a_sentence(
        self, run: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("a cog broke")

        monkeypatch.setattr("tapete.catalogue.search.games", broken)
        answer = run("games", "x")
        assert answer.code == 70
        assert "This should not have happened (RuntimeError: a cog broke)" in answer.err

    def test_where_it_happened_can_be_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("a cog broke")

        monkeypatch.setattr("tapete.catalogue.search.games", broken)
        monkeypatch.setenv("TAPETE_DEBUG", "1")
        with pytest.raises(RuntimeError, match="a cog broke"):
            main(["games", "x"])


class TestCompletion:
    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_a_script_for_each_shell(self, run: Callable[..., Answer], shell: str) -> None:
        out = run("completion", shell).out
        assert f"complete_{shell}" in out and "tapete" in out

    def test_bash_takes_the_script(self, run: Callable[..., Answer], tmp_path: Path) -> None:
        script = tmp_path / "script"
        script.write_text(run("completion", "bash").out, encoding="utf-8")
        checked = subprocess.run(["bash", "-n", str(script)], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr

    def test_another_shell(self, run: Callable[..., Answer]) -> None:
        assert run("completion", "tcsh").code == 2

    @pytest.mark.parametrize(
        ("line", "word", "wanted"),
        [
            ("tapete sho", "1", "show"),
            ("tapete show pv-1996/bou", "2", "pv-1996/boule"),
            ("tapete show cl", "2", "cl-2023"),
            ("tapete coverage lr", "2", "lr-2012"),
            ("tapete compare ruleta-f", "2", "ruleta-francesa"),
        ],
    )
    def test_how_a_line_may_go_on(self, line: str, word: str, wanted: str) -> None:
        answer = tapete(COMP_WORDS=line, COMP_CWORD=word, _TAPETE_COMPLETE="complete_bash")
        assert wanted in answer.stdout.split()
        assert answer.stderr == ""

    def test_it_never_writes_over_the_line(self, tmp_path: Path) -> None:
        answer = tapete(
            COMP_WORDS="tapete show pv",
            COMP_CWORD="2",
            _TAPETE_COMPLETE="complete_bash",
            TAPETE_LANG="es",
            HOME="/nowhere",
        )
        assert answer.stderr == ""

"""Catalogue files: inheritance, every mistake with its file, line and field, search, change, schema, changed copies."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tapete.catalogue import search
from tapete.catalogue.chapters import chapter
from tapete.catalogue.compare import compare, namesakes
from tapete.catalogue.coverage import coverage
from tapete.catalogue.load import CATALOGUES, Library, cache_folder, load_file, read_file
from tapete.catalogue.load import library as cached_library
from tapete.catalogue.model import CatalogueFile
from tapete.catalogue.paths import change, get, leaves
from tapete.cli.schema import command as print_schema
from tapete.games import FAMILIES, changed, family, game_data, library, model_of, rules, settle, validated
from tapete.table.errors import BadCatalogue, NotPlayable, Refused, Unknown
from tapete.table.record import Record, read_records
from tapete.table.words import speaking
from tests import small


@pytest.fixture
def root(tmp_path: Path) -> Path:
    small.write(tmp_path)
    return tmp_path


def mistakes(root: Path) -> list[str]:
    with pytest.raises(BadCatalogue) as caught:
        small.load(root)
    return caught.value.mistakes


def line_of(text: str, wanted: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if wanted in line)


class TestInheritance:
    def test_a_game_has_what_its_chapter_states(self, root: Path) -> None:
        game = small.load(root).game("zz-2000/bola")
        assert game["family"] == "wheels"
        assert game["duties"][0]["cite"] == "C.1"

    def test_a_modality_states_only_its_difference(self, root: Path) -> None:
        games = small.load(root).games
        base, double = games["zz-2000/bola"], games["zz-2000/bola/doble"]
        assert validated(double).bets["numero"].pays == Fraction(5, 2)
        assert double["bets"]["numero"]["names"] == base["bets"]["numero"]["names"]
        assert double["wheel"] == base["wheel"]

    def test_null_takes_an_inherited_fact_away(self, root: Path) -> None:
        games = small.load(root).games
        assert "par" in games["zz-2000/bola"]["bets"]
        assert "par" not in games["zz-2000/bola/doble"]["bets"]

    def test_lists_are_replaced_not_joined(self, root: Path) -> None:
        small.write(root, small.GAME + "duties:\n  - {text: {es: Otra, en: Another}, cite: C.2}\n")
        assert [duty["cite"] for duty in small.load(root).game("zz-2000/bola")["duties"]] == ["C.2"]

    def test_a_file_extends_another_without_its_modalities(self, root: Path) -> None:
        other = "catalogue: zz-2000\nid: otra\nextends: [bola]\nnames: [Otra]\nbets: {numero: {pays: 7}}\n"
        (root / "zz-2000" / "otra.yaml").write_text(other, encoding="utf-8")
        games = small.load(root).games
        assert games["zz-2000/otra"]["bets"]["numero"]["pays"] == 7
        assert games["zz-2000/otra"]["english"] == "Ball game"
        assert "zz-2000/otra/doble" not in games

    def test_an_abstract_game_is_only_its_modalities(self, root: Path) -> None:
        small.write(root, small.GAME + "abstract: true\n")
        known = small.load(root)
        assert list(known.games) == ["zz-2000/bola/doble"]
        with pytest.raises(NotPlayable, match="zz-2000/bola/doble"):
            known.game("zz-2000/bola")


@pytest.mark.parametrize(
    ("old", "new", "line_at", "field", "problem"),
    [
        ("    pays: 2\n", "    pays: 2\n    pagos: 3\n", "pagos: 3", "bets.numero.pagos", "unknown key"),
        ("english: Ball game\n", "english: Ball game\ncolour: red\n", "colour: red", "colour", "unknown key"),
        ("    pays: 2\n", "    pays: -2\n", "pays: -2", "bets.numero.pays", "negative"),
        ("    pays: 2\n", "    pays: 2.5\n", "pays: 2.5", "bets.numero.pays", "never decimals"),
        ("    pays: 2\n", "    pays: many\n", "pays: many", "bets.numero.pays", "not odds"),
        ("    pays: 2\n", "    pays: 1/0\n", "pays: 1/0", "bets.numero.pays", "not odds"),
        ("    pays: 2\n", "    pays: {a: 2}\n", "pays: {a: 2}", "bets.numero.pays", 'not odds: {"a": 2}'),
        (
            "    pays: 2\n",
            "    pays: 2\n    maximum: {between: [9, 4]}\n",
            "between",
            "bets.numero.maximum.between",
            "lower",
        ),
        (
            "    pays: 2\n",
            "    pays: 2\n    maximum: {multiples: [-9]}\n",
            "-9",
            "bets.numero.maximum.multiples.0",
            "at least 1",
        ),
        ("numbers: [2, 4]", "numbers: [2, 8]", "numbers: [2, 8]", "bets.par.covers.numbers", "does not have: 8"),
        (
            "numbers: [2, 4]",
            "numbers: [2, {a: 1}]",
            "numbers: [2",
            "bets.par.covers.numbers.1",
            "a whole number, or must be text",
        ),
        ("names: [Bola, Bolita]", "names: Bola", "names: Bola", "names", "must be a list"),
        ("names: [Bola, Bolita]", "names: []", "names: []", "names", "must not be empty"),
        ("outcomes: [1, 2, 3, 4]", "outcomes: [1, 1, 3, 4]", "outcomes:", "wheel.outcomes", "stands twice"),
        ("effect: void-spin", "effect: explode", "effect: explode", "irregular.bola-fuera.effect", "must be one of"),
        ("runs: dos", "runs: siete", "  pago:", "readings.pago", "not one of its options"),
        ("{es: Calla, en: Silent}", "{es: Calla}", "{es: Calla}", "readings.pago.says.en", "missing"),
        ("id: bola\n", "id: Bola Nueva\n", "id: Bola Nueva", "id", "small letters"),
        ("catalogue: zz-2000", "catalogue: yy-1999", "catalogue: yy-1999", "catalogue", "must be zz-2000"),
        ("[chapter:mesa]", "[chapter:silla]", "chapter:silla", "extends", "does not have"),
        ("[chapter:mesa]", "[nada]", "[nada]", "extends", "does not have"),
        ("[chapter:mesa]", "[bola]", "extends: [bola]", "extends", "extends itself"),
        ("[chapter:mesa]", "[chapter:mesa]\nfamily: ajedrez", "ajedrez", "family", "no family of games"),
        ("  doble:\n    names: [Bola doble]\n", "  doble:\n    pays: 3\n", "    pays: 3", "pays", "unknown key"),
    ],
)
def test_a_mistake_is_told_at_its_line_and_field(
    tmp_path: Path, old: str, new: str, line_at: str, field: str, problem: str
) -> None:
    assert old in small.GAME
    text = small.GAME.replace(old, new, 1)
    file = small.write(tmp_path, text)
    expected = f"{file}:{line_of(text, line_at)}: {field}: "
    told = [mistake for mistake in mistakes(tmp_path) if mistake.startswith(expected)]
    assert told, mistakes(tmp_path)
    assert problem in told[0]


@pytest.mark.parametrize("stated", [{"0": [0, 3, 15, 26, 77]}, {"99": [0, 3, 15, 26, 32]}])
def test_neighbours_that_the_wheel_does_not_have(stated: dict[str, list[int]]) -> None:
    centre = next(iter(stated))
    with pytest.raises(BadCatalogue, match=f"bets.vecinos.covers.stated.{centre}: an announced bet stands on pleno"):
        rules("pv-1996/ruleta-americana", {"wheel.order": None, "bets.vecinos.covers.stated": stated})


def test_a_missing_cite_names_the_bet(tmp_path: Path) -> None:
    text = small.GAME.replace('    pays: 2\n    cite: "1.1"\n', "    pays: 2\n")
    file = small.write(tmp_path, text)
    assert f"{file}:{line_of(text, '  numero:')}: bets.numero.cite: missing" in mistakes(tmp_path)


def test_a_mistake_of_a_chapter_is_told_where_the_chapter_is(tmp_path: Path) -> None:
    catalogue = small.CATALOGUE.replace("cite: C.1}", "cyte: C.1}")
    small.write(tmp_path, catalogue=catalogue)
    where = f"{tmp_path / 'zz-2000' / 'catalogue.yaml'}:{line_of(catalogue, 'cyte')}: duties.0.cyte: unknown key"
    assert where in mistakes(tmp_path)


def test_every_mistake_of_every_file_is_told_together(tmp_path: Path) -> None:
    small.write(tmp_path, small.GAME.replace("pays: 2", "pays: -2").replace("en: It is repeated", "en: ''"))
    (tmp_path / "zz-2000" / "rota.yaml").write_text("id: [", encoding="utf-8")
    told = mistakes(tmp_path)
    assert any("rota.yaml:1: " in mistake and "not YAML" in mistake for mistake in told)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("id: bola\nid: bola\n", "the key id stands twice"),
        ("id: [1, 2\n", "not YAML"),
        ("\tid: bola\n", "not YAML"),
        ("- a\n- b\n", "list of names and values"),
        ("", "list of names and values"),
        ("id: a\x00b\n", "NUL"),
        ("? [a, b]\n: c\n", "a key must be a word"),
        ("a: &a [*a]\n", "beyond all use"),
        ("a: " + "[" * 3000 + "]" * 3000, "beyond all use"),
        ("a: " + "[" * 100_000, "beyond all use"),
        ("- " * 100_000 + "a", "beyond all use"),
        ("a:\n" + "- 1\n" * 1_000_000, "beyond all use"),
        ("".join(" " * depth + "a:\n" for depth in range(200)), "beyond all use"),
        ("a: " + "9" * 5000, "too long"),
        ("id: bola\n---\nid: otra\n", "One document was expected"),
        ("modalities: [a]\n", "must be names and values"),
        ("modalities: {a: 3}\n", "must be names and values"),
        ("modalities: {a: }\n", "must be names and values"),
        ("abstract: true\n", "only its modalities has none"),
        ("extends: [{a: b}]\n", "must be text"),
        ("!!python/object/apply:os.system [ls]\n", "list of names and values"),
    ],
)
def test_a_broken_file_gets_its_sentence(tmp_path: Path, text: str, problem: str) -> None:
    file = small.write(tmp_path, text)
    told = mistakes(tmp_path)
    assert told[0].startswith(f"{file}:") and problem in told[0], told


def test_repeated_references_do_not_swell(tmp_path: Path) -> None:
    laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        laughs += f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    small.write(tmp_path, laughs)
    assert "beyond all use" in mistakes(tmp_path)[0]


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = small.write(tmp_path)
    file.write_bytes("names: [Ñandú]".encode("latin-1"))
    assert mistakes(tmp_path) == [f"{file}:1: not UTF-8 text"]


def test_two_files_may_not_hold_the_same_game(root: Path) -> None:
    (root / "zz-2000" / "bis.yaml").write_text(small.GAME, encoding="utf-8")
    assert any("another file has the game zz-2000/bola" in mistake for mistake in mistakes(root))


def test_a_document_is_called_as_its_folder(root: Path) -> None:
    (root / "zz-2000").rename(root / "zz-2001")
    assert any("the folder is called zz-2001" in mistake for mistake in mistakes(root))


def test_a_folder_without_catalogues(tmp_path: Path) -> None:
    assert "no catalogue here" in mistakes(tmp_path)[0]
    assert "no catalogue here" in mistakes(tmp_path / "nowhere")[0]


class TestKeptCopy:
    @pytest.fixture(autouse=True)
    def _own_cache(self, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))

    def test_it_is_the_same_library(self, root: Path) -> None:
        first = cached_library(root, model_of)
        assert list(cache_folder().glob("catalogues-*.jsonl"))
        again = cached_library(root, _no_model)
        assert again == first == small.load(root)

    def test_a_changed_file_is_read_again(self, root: Path) -> None:
        cached_library(root, model_of)
        file = small.write(root, small.GAME.replace("pays: 2", "pays: 3"))
        os.utime(file, ns=(1, 1))
        assert cached_library(root, model_of).game("zz-2000/bola")["bets"]["numero"]["pays"] == 3

    def test_a_spoilt_copy_is_made_anew(self, root: Path) -> None:
        first = cached_library(root, model_of)
        (kept,) = cache_folder().glob("catalogues-*.jsonl")
        whole = kept.read_bytes()
        for spoilt in (b"", b"{", b"[]", b'{"fingerprint": 1}', b"null", b"\xff", whole[:-1], whole[: len(whole) // 2]):
            kept.write_bytes(spoilt)
            assert cached_library(root, model_of) == first
            assert kept.read_bytes() == whole

    def test_a_home_that_cannot_be_written_only_costs_time(
        self, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_text("", encoding="utf-8")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
        assert "zz-2000/bola" in cached_library(root, model_of).games


def _no_model(name: str) -> None:
    raise AssertionError("a kept copy is not validated again")


class TestSearch:
    @pytest.mark.parametrize(
        "words", ["ñandú", "nandu", "NÚMERO de ñandú", "numero nandu", "zz-2000/nombrado", "named"]
    )
    def test_by_any_name_with_or_without_accents(self, root: Path, words: str) -> None:
        assert search.games(small.load(root), words) == ["zz-2000/nombrado"]

    def test_no_words_find_all(self, root: Path) -> None:
        assert len(search.games(small.load(root), "")) == 3

    def test_nearest(self, root: Path) -> None:
        assert search.nearest(small.load(root), "bolla") == "zz-2000/bola"
        assert search.nearest(small.load(root), "xyzxyzxyz") is None
        assert search.nearest(library(), "pv-1996/ruleta") == "pv-1996/ruleta-francesa"
        assert search.nearest(library(), "cl-2023/blackjack") == "cl-2023/black-jack/clasico"
        assert search.nearest(library(), "pv-1996/big-six") != "cl-2023/big-six"

    @pytest.mark.parametrize("words", ["la bola sale", "ball leaves", "BOLA", "bola-fuera"])
    def test_rulings_in_both_languages(self, root: Path, words: str) -> None:
        found = search.rulings(small.load(root), words)
        assert ("zz-2000/bola", "bola-fuera") in [(game, name) for game, name, _ in found]

    @pytest.mark.parametrize(
        ("words", "irregular", "documents"),
        [
            ("la bola sale del cilindro", "bola-fuera", 4),
            ("ball leaves the wheel", "bola-fuera", 4),
            ("the ball falls out", "bola-fuera", 4),
            ("BOLA FUERRA", "bola-fuera", 4),
            ("se cae un dado al suelo", "dado-al-suelo", 4),
            ("carta descubierta", "carta-descubierta", 3),
            ("exposed card", "carta-descubierta", 3),
            ("late bet", "apuesta-tardia", 4),
            ("apuesta por encima del máximo", "apuesta-sobre-el-maximo", 2),
        ],
    )
    def test_every_document_answers_first_what_was_meant(self, words: str, irregular: str, documents: int) -> None:
        found = search.rulings(library(), words)
        first: dict[str, str] = {}
        for game, name, _ruling in found:
            first.setdefault(game.partition("/")[0], name)
        assert list(first.values()).count(irregular) >= documents, first
        assert found[0][1] == irregular

    def test_what_says_nothing_does_not_decide(self) -> None:
        every = sum(len(game.get("irregular") or {}) for game in library().games.values())
        assert len(search.rulings(library(), "la bola sale del cilindro")) < every / 4

    @pytest.mark.parametrize(
        ("words", "game"),
        [
            ("RULETTA francsa", "pv-1996/ruleta-francesa"),
            ("blak jack", "pv-1996/black-jack"),
            ("bulé", "pv-1996/boule"),
        ],
    )
    def test_a_slip_of_the_key_finds_the_game_all_the_same(self, words: str, game: str) -> None:
        assert not search.games(library(), words)
        assert game in [row["game"] for row in search.listed(library(), words)]

    @pytest.mark.parametrize("wanted", [{"family": "roulete"}, {"status": "open"}, {"catalogue": "xx"}])
    def test_what_there_is_not_is_not_searched(self, wanted: dict[str, str]) -> None:
        with pytest.raises(Unknown, match="there are: "):
            search.listed(library(), **wanted)

    def test_rulings_of_one_document(self, root: Path) -> None:
        assert search.rulings(small.load(root), "bola", "yy-1999") == []

    @pytest.mark.parametrize(("words", "name"), [("warning", "sanciones/aviso"), ("presente", "duties/1")])
    def test_general_rules_and_duties_are_found_too(self, root: Path, words: str, name: str) -> None:
        found = search.rulings(small.load(root), words)
        assert [(own, facts["kind"]) for _, own, facts in found] == [(name, "rule")] * len(found) and found

    def test_a_rare_word_outweighs_common_ones(self) -> None:
        (_, name, _), *_ = search.rulings(library(), "what happens to the bet of a player who is drunk")
        assert name == "jugador-no-admitido"

    def test_rulings_that_differ_are_told_apart(self) -> None:
        one = {"cite": "1", "ruling": {"es": "uno", "en": "one"}}
        two = {"cite": "1", "ruling": {"es": "dos", "en": "two"}}
        found = search.grouped([("zz/a", "x", one), ("zz/b", "x", one), ("zz/c", "x", two)])
        assert [games for games, _, _ in found] == [["zz/a", "zz/b"], ["zz/c"]]


GENERAL_QUESTIONS = [
    ("bo-2025", "minors cannot play", "menores de edad", "quien-puede-jugar/edad"),
    ("bo-2025", "adult without identity document", "jugador sin documento", "quien-puede-jugar/identificacion"),
    ("bo-2025", "drunk player", "jugador borracho", "quien-puede-jugar/ebriedad-o-drogas"),
    ("bo-2025", "a watch as stake", "un reloj en especie", "medios-de-pago/sin-especie-ni-palabra"),
    ("bo-2025", "pay with credit card in the room", "pagar con tarjeta de crédito", "medios-de-pago/medios-vedados"),
    ("bo-2025", "collect the prize for another", "cobrar el premio de otro", "medios-de-pago/sin-terceros"),
    ("bo-2025", "bought with small notes and coins", "billetes y monedas", "medios-de-pago/cortes-menores"),
    ("bo-2025", "tips to a waiter in chips", "propina a un camarero", "prohibiciones/propinas-en-fichas"),
    ("bo-2025", "tip offered to the croupier", "propina al croupier", "prohibiciones/propinas-al-personal"),
    ("bo-2025", "seal missing", "precinto", "medios-de-juego/precinto"),
    ("bo-2025", "payment held 30 minutes", "retener el pago 30 minutos", "conflictos-y-verificacion/retencion"),
    ("bo-2025", "draw at a fair by a public institution", "feria pública", "exclusiones/instituciones-publicas"),
    ("cl-2023", "collusion between players", "connivencia", "prohibiciones/connivencia"),
    (
        "cl-2023",
        "croupier and player differ on a rule",
        "discrepancia sobre una regla",
        "conflictos-y-verificacion/despues-el-jefe",
    ),
    ("cl-2023", "health distance", "autoridad sanitaria", "condiciones/salud-publica"),
    ("cl-2023", "intellectual property", "propiedad intelectual", "propiedad-intelectual/legislacion"),
    ("cl-2023", "tournament notified 5 days ahead", "notificar 5 días antes", "torneos-autorizacion/notificacion"),
    ("cl-2023", "tournament with money chips", "torneo con fichas de dinero", "torneos-material/fichas-de-dinero"),
    ("cl-2023", "tournament director without substitute", "subrogante del director", "torneos-personal/subrogante"),
    ("cl-2023", "terms changed and published", "cambio de las bases publicado", "torneos-requisitos/modificaciones"),
    ("cl-2023", "player away from the tournament too long", "ausentarse del torneo", "torneos-jugadores/ausencia"),
    ("cl-2023", "effects of not reaching the minimum", "no alcanzar el mínimo", "torneos-bases/minimo-y-maximo"),
    ("pv-1996", "loan to a player", "préstamo a un jugador", "medios-de-pago/prestamos"),
    (
        "pv-1996",
        "game not in the catalogue",
        "juego que el catálogo no incluye",
        "juegos-prohibidos/fuera-del-catalogo",
    ),
    ("pv-1996", "minimum wage, not habitual", "salario mínimo", "ambito/umbral"),
    ("pv-1996", "deposit pays fines and prizes", "la fianza paga premios", "fianza/destino"),
    ("pv-1996", "table without animation", "mesa sin animación", "funcionamiento-de-las-mesas/sin-animacion"),
    ("pv-1996", "tournament notice twenty days", "comunicar el torneo veinte días", "torneos/comunicacion"),
    ("pv-1996", "both official languages", "las dos lenguas oficiales", "informacion-al-publico/instrucciones"),
    ("pv-1996", "bet above the maximum unnoticed", "apuesta que se pasó del máximo", "readings/limites-inadvertidos"),
    ("lr-2012", "bets made remotely", "apuestas a distancia", "apuestas-clasificacion/externas-a-distancia"),
    ("bo-earlier", "sell a reserved seat", "vender el puesto", "poker-prohibiciones/puesto-no-se-vende"),
]


@pytest.mark.parametrize(("document", "english", "spanish", "name"), GENERAL_QUESTIONS)
def test_a_general_rule_is_found_in_natural_words(document: str, english: str, spanish: str, name: str) -> None:
    for words in (english, spanish):
        found = [own for _, own, _ in search.grouped(search.rulings(library(), words, document))]
        assert name in found[:3], (words, found[:5])


class TestChapters:
    def test_the_general_chapter_is_the_whole(self) -> None:
        document = library().catalogues["pv-1996"]
        assert chapter(library(), "pv-1996/general") == {part: document[part] for part in ("general", "readings")}

    def test_another_chapter_is_what_cites_it(self) -> None:
        found = chapter(library(), "pv-1996/torneos")
        cites = [fact["cite"] for section in found["general"].values() for fact in section["facts"]]
        assert set(cites) >= {"Art. 2 bis 1.c", "Art. 2 bis 3", "Art. 2 bis 5"}
        assert all(cite.startswith("Art. 2 bis") for cite in cites)
        assert "pequeno-porcentaje" in found["readings"] and "autorizados-por-el-decreto" not in found["readings"]

    def test_every_document_has_a_general_chapter(self) -> None:
        known = dict(library().entries())
        assert all(known[f"{name}/general"]["status"] == "rules" for name in library().catalogues)

    def test_rules_are_no_game(self) -> None:
        with pytest.raises(NotPlayable, match="no game but rules that govern games") as caught:
            library().game("bo-2025/general")
        assert caught.value.cite == "1"


class TestOpening:
    def test_a_named_game_cannot_be_opened_and_says_why(self, root: Path) -> None:
        with pytest.raises(NotPlayable) as caught:
            small.load(root).game("zz-2000/nombrado")
        assert "it is only named" in str(caught.value)
        with speaking("es"):
            assert "solo se nombra" in str(caught.value)
        assert caught.value.cite == "2"

    @pytest.mark.parametrize("name", ["zz-2000/bolla", "zz-2000/", "zz-2000/bola/triple"])
    def test_an_unknown_game_has_a_nearest(self, root: Path, name: str) -> None:
        with pytest.raises(Unknown, match="zz-2000/bola"):
            small.load(root).game(name)

    @pytest.mark.parametrize("name", ["yy-1999/bola", "bola", "", "../zz-2000/bola"])
    def test_an_unknown_document(self, root: Path, name: str) -> None:
        with pytest.raises(Unknown, match="There is no catalogue"):
            small.load(root).game(name)


class TestPaths:
    DATA: dict[str, Any] = {"a": {"b": [1, {"c": 2}]}, "t": {"es": "x", "en": "y"}}

    def test_reading_and_changing(self) -> None:
        assert get(self.DATA, "a.b.1.c") == 2
        assert change(self.DATA, "a.b.1.c", 3)["a"]["b"][1]["c"] == 3
        assert self.DATA["a"]["b"][1]["c"] == 2

    def test_null_removes(self) -> None:
        assert change(self.DATA, "a", None) == {"t": {"es": "x", "en": "y"}}

    @pytest.mark.parametrize(
        "path", ["z.y", "a.b.7.c", "a.b.x", "t.es.deeper", "a.b.1.c.d", "a.b.²", "a.b." + "9" * 5000]
    )
    def test_a_path_that_is_not_there(self, path: str) -> None:
        with pytest.raises(Unknown, match="no fact at"):
            change(self.DATA, path, 1)

    def test_leaves_keep_words_and_plain_lists_whole(self) -> None:
        assert dict(leaves({"t": {"es": "x", "en": "y"}, "l": [1, 2], "d": [{"a": 1}]})) == {
            "t": {"es": "x", "en": "y"},
            "l": [1, 2],
            "d.0.a": 1,
        }


class TestChanges:
    def test_one_fact(self, root: Path) -> None:
        assert rules("zz-2000/bola", {"bets.numero.pays": "5:2"}, root=root).bets["numero"].pays == Fraction(5, 2)

    def test_a_reading_switches_its_facts(self, root: Path) -> None:
        game = rules("zz-2000/bola", readings={"pago": "tres"}, root=root)
        assert game.bets["numero"].pays == 3
        assert game.readings["pago"].runs == "tres"

    @pytest.mark.parametrize(
        ("path", "value", "problem"),
        [
            ("bets.numero.pays", -1, "negative"),
            ("bets.nada.pays", 1, "no fact at bets.nada"),
            ("bets", 3, "bets"),
            ("wheel.verb", "dice", "wheel.verb"),
            ("wheel", None, "wheel"),
            ("colour", "red", "colour"),
            ("bets.numero.covers.shape", "star", "no shape star"),
        ],
    )
    def test_an_impossible_change(self, root: Path, path: str, value: object, problem: str) -> None:
        with pytest.raises((BadCatalogue, Unknown), match=re.escape(problem)):
            rules("zz-2000/bola", {path: value}, root=root)

    def test_an_unknown_reading_or_option(self, root: Path) -> None:
        with pytest.raises(Refused, match="There is no reading nada; there are: pago"):
            changed(game_data("zz-2000/bola", root), {}, {"nada": "x"}, root)
        with pytest.raises(Refused, match="has no option nueve; it has: dos, tres"):
            changed(game_data("zz-2000/bola", root), {}, {"pago": "nueve"}, root)


class TestChangedCopy:
    """A stranger copies a game's file elsewhere, changes a payout and uses it."""

    @pytest.fixture
    def copy(self, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
        file = tmp_path_factory.mktemp("elsewhere") / "mía.yaml"
        file.write_text(small.GAME.replace("pays: 2", "pays: 9"), encoding="utf-8")
        return file

    def test_it_is_settled(self, copy: Path, root: Path) -> None:
        actions = "actions: [{player: ana, bet: numero, on: [3], stake: 1}, {ball: 3}]"
        (record,) = read_records(f"game: '{copy}'\n{actions}")
        assert isinstance(record, Record)
        assert settle(record, root=root).as_json()["players"]["ana"] == {"staked": 1, "returned": 10, "net": 9}

    def test_its_modality(self, copy: Path, root: Path) -> None:
        assert game_data(f"{copy}#doble", root)["bets"]["numero"]["pays"] == "5/2"

    def test_it_must_name_its_catalogue(self, copy: Path, root: Path) -> None:
        for written in ("catalogue: yy-1999", "catalogue: [a]", "catalogue: ../zz-2000", ""):
            copy.write_text(small.GAME.replace("catalogue: zz-2000", written), encoding="utf-8")
            with pytest.raises(BadCatalogue, match="catalogue"):
                load_file(copy, root, model_of)

    def test_a_mistake_is_told_at_the_copy(self, copy: Path, root: Path) -> None:
        copy.write_text(small.GAME.replace("pays: 2", "pays: -2"), encoding="utf-8")
        with pytest.raises(BadCatalogue, match=re.escape(f"{copy}:{line_of(small.GAME, 'pays: 2')}: bets.numero.pays")):
            load_file(copy, root, model_of)

    @pytest.mark.parametrize(
        "name", ["/nowhere/x.yaml", "/etc/passwd.yaml", "a\0b.yaml", "x" * 5000 + ".yaml", "/tmp/.yaml"]
    )
    def test_a_file_that_is_not_there(self, name: str, root: Path) -> None:
        with pytest.raises(BadCatalogue):
            game_data(name, root)

    def test_a_copy_of_a_real_file(self, tmp_path: Path) -> None:
        original = (CATALOGUES / "pv-1996" / "boule.yaml").read_text(encoding="utf-8")
        file = tmp_path / "boule.yaml"
        file.write_text(original.replace("    pays: 7\n", "    pays: 8\n", 1), encoding="utf-8")
        assert rules(str(file)).bets["numero-entero"].pays == 8
        assert rules("pv-1996/boule").bets["numero-entero"].pays == 7


class TestSchema:
    @pytest.mark.parametrize("kind", ["catalogue", *FAMILIES])
    def test_it_is_a_schema_whose_references_resolve(self, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert print_schema(kind) == 0
        schema = json.loads(capsys.readouterr().out)
        assert schema["$schema"].endswith("2020-12/schema")
        assert schema["type"] == "object" and schema.get("else", schema)["properties"]
        assert not [ref for ref in _references(schema) if ref.removeprefix("#/$defs/") not in schema.get("$defs", {})]

    def test_every_key_of_every_file_is_in_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        from tapete.table import yaml12

        print_schema("catalogue")
        known = set(json.loads(capsys.readouterr().out)["properties"])
        for file in CATALOGUES.glob("*/catalogue.yaml"):
            assert set(yaml12.document(file.read_text(encoding="utf-8")).data) <= known
        for full, game in library().games.items():
            print_schema(game["family"])
            assert set(game) <= set(json.loads(capsys.readouterr().out)["else"]["properties"]), full

    def test_another_validator_accepts_every_file_and_no_mistake(self, capsys: pytest.CaptureFixture[str]) -> None:
        for path in sorted(CATALOGUES.glob("*/*.yaml")):
            data = read_file(path).data
            if path.stem == "sections":
                continue
            kind = "catalogue" if path.stem == "catalogue" else _family(path)
            print_schema(kind)
            validator = jsonschema_rs.validator_for(json.loads(capsys.readouterr().out))
            assert [f"{path}: {error.message}" for error in validator.iter_errors(data)] == []
            assert not validator.is_valid({**data, "colour": "red"})

    @pytest.mark.parametrize("extends", [(), ("ruleta-francesa",)])
    def test_only_what_inherits_may_leave_out_or_take_away(
        self, extends: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        print_schema("roulette")
        validator = jsonschema_rs.validator_for(json.loads(capsys.readouterr().out))
        base: dict[str, Any] = {"catalogue": "pv-1996", "id": "otra", **({"extends": list(extends)} if extends else {})}
        assert validator.is_valid(base)
        for bets in ({"pleno": {"pays": 36}}, {"pleno": None}):
            assert validator.is_valid({**base, "bets": bets}) is bool(extends)
        assert not validator.is_valid({**base, "bets": {"pleno": {"pay": 36}}})

    def test_an_unknown_schema(self) -> None:
        with pytest.raises(Unknown, match="There is no schema chess; there are: catalogue"):
            print_schema("chess")


def _family(path: Path) -> str:
    """The family of a file's games, said there or in what it extends."""
    (found,) = {game["family"] for game in load_file(path, CATALOGUES, model_of)}
    return str(found)


def _references(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return own + [ref for value in schema.values() for ref in _references(value)]
    return [ref for item in schema for ref in _references(item)] if isinstance(schema, list) else []


class TestComparison:
    def games(self, root: Path) -> dict[str, Any]:
        known = small.load(root).games
        return {name: known[name] for name in ("zz-2000/bola", "zz-2000/bola/doble")}

    def test_bets_meet_under_the_trades_word(self, root: Path) -> None:
        rows = {row.label["en"]: row for row in compare(self.games(root)) if row.part == "bets"}
        pays = rows["straight up"]
        assert pays.differs
        assert [cell.value if cell else None for cell in pays.cells] == ["2 : 1", "5 : 2"]
        even = rows["even"]
        assert even.differs and even.cells[1] is None

    def test_what_agrees_is_not_marked(self, root: Path) -> None:
        rows = compare(self.games(root))
        assert not [row.label for row in rows if row.part in ("wheel", "limits", "duties", "irregular") and row.differs]

    def test_situations_meet_by_their_words(self, root: Path) -> None:
        one = small.load(root).game("zz-2000/bola")
        other = change(one, "irregular", None) | {
            "irregular": {
                "bola-perdida": {
                    "situation": {"es": "La bola sale del plato", "en": "The ball leaves the plate"},
                    "ruling": {"es": "Se cierra", "en": "Closed"},
                    "effect": "close-table",
                    "cite": "9",
                },
                "ficha-caida": {
                    "situation": {"es": "Cae una ficha", "en": "A chip drops"},
                    "ruling": {"es": "Sigue", "en": "Goes on"},
                    "effect": "note",
                    "cite": "9",
                },
            }
        }
        rows = [row for row in compare({"a": one, "b": other}) if row.part == "irregular"]
        assert [[cell.cite if cell else None for cell in row.cells] for row in rows] == [["1.3", "9"], [None, "9"]]
        assert all(row.differs for row in rows)

    def test_the_same_game_in_all_documents(self) -> None:
        opened, listed = namesakes(library(), "ruleta-francesa")
        assert {"bo-2025/ruleta-francesa", "cl-2023/ruleta-francesa", "pv-1996/ruleta-francesa"} <= set(opened)
        assert not set(opened) & set(listed)
        assert namesakes(library(), "pv-1996/ruleta-francesa") == (opened, listed)
        assert namesakes(library(), "RULETA FRANCÉSA") == (opened, listed)

    def test_words_of_one_modality_leave_the_others_out(self) -> None:
        assert namesakes(library(), "doble cero") == namesakes(library(), "ruleta-americana/doble-cero")
        assert "bo-2025/ruleta-americana/un-cero" in namesakes(library(), "ruleta americana")[0]

    @pytest.mark.parametrize(("name", "problem"), [("nada", "no game"), ("poker", ""), ("pv-1996/nada", "no game")])
    def test_no_such_game(self, name: str, problem: str) -> None:
        if problem:
            with pytest.raises(Unknown, match=problem):
                namesakes(library(), name)
        else:
            assert namesakes(library(), name)[0] == []


class TestCoverage:
    SECTIONS = """\
catalogue: zz-2000
parts:
  - {ids: [general], status: rules, cite: B, sections: [{cite: B.1, es: Sanciones, en: Sanctions}]}
  - ids: [bola, bola/doble]
    status: game
    cite: "1"
    sections:
      - {cite: "1.1", es: Apuestas, en: Bets}
      - {cite: "1.9", es: Cierre, en: Closing}
      - {cite: "1.8", es: Nombre, en: Name, fact: names}
      - {cite: "1.7", es: Adornos, en: Ornaments, reason: {es: no es una regla, en: it is no rule}}
  - {ids: [nombrado], status: named-only, cite: "2"}
"""

    def states(self, root: Path, sections: str = SECTIONS) -> dict[str, str]:
        (root / "zz-2000" / "sections.yaml").write_text(sections, encoding="utf-8")
        return {f"{item.part} {item.cite}": item.state for item in coverage(small.load(root), root)}

    def test_a_section_is_implemented_where_a_fact_cites_it(self, root: Path) -> None:
        assert self.states(root) == {
            "general B.1": "implemented",
            "bola 1": "implemented",
            "bola/doble 1": "implemented",
            "bola 1.1": "implemented",
            "bola 1.9": "missing",
            "bola 1.8": "implemented",
            "bola 1.7": "reason",
            "nombrado 2": "reason",
        }

    def test_what_is_played_is_told_from_what_is_only_read(self, root: Path) -> None:
        (root / "zz-2000" / "sections.yaml").write_text(self.SECTIONS, encoding="utf-8")
        items = {f"{item.part} {item.cite}": item for item in coverage(small.load(root), root)}
        assert items["general B.1"].only_read and items["bola 1.8"].only_read
        assert not items["bola 1.1"].only_read and "bola.yaml: bets.par" in items["bola 1.1"].runs
        assert not items["bola 1.9"].only_read, "what is missing is not there to be read"

    def test_a_heading_is_no_fact_and_a_fact_has_its_name(self, root: Path) -> None:
        small.write(root, catalogue=small.CATALOGUE.replace("value: 1, cite: B.1", "value: 1, cite: B.2"))
        assert self.states(root)["general B.1"] == "missing"
        small.write(root)
        (item,) = (item for item in coverage(small.load(root), root) if item.cite == "B.1")
        assert item.by == ("catalogue.yaml: general.sanciones.aviso",)

    def test_a_section_does_not_count_what_lies_in_a_section_inside_it(self, root: Path) -> None:
        outer = '      - {cite: "1", es: Juego, en: Game}\n'
        states = self.states(root, self.SECTIONS.replace('      - {cite: "1.1"', outer + '      - {cite: "1.1"'))
        assert states["bola 1"] == "implemented", "1.3 has no entry of its own, so it is part of 1"
        inner = outer + '      - {cite: "1.2", es: Doble, en: Double}\n      - {cite: "1.3", es: Giro, en: Spin}\n'
        states = self.states(root, self.SECTIONS.replace('      - {cite: "1.1"', inner + '      - {cite: "1.1"'))
        assert states["bola 1"] == "missing"

    def test_a_game_that_the_document_has_and_the_catalogue_lacks(self, root: Path) -> None:
        states = self.states(root, self.SECTIONS + '  - {ids: [otro], status: game, cite: "3"}\n')
        assert states["otro 3"] == "missing"

    def test_a_game_that_is_less_than_the_document_gives(self, root: Path) -> None:
        states = self.states(root, self.SECTIONS.replace("[nombrado], status: named-only", "[nombrado], status: game"))
        assert states["nombrado 2"] == "missing"

    def test_the_sections_of_a_game_that_is_not_built_wait_with_it(self, root: Path) -> None:
        cited = small.CATALOGUE.replace("value: 1, cite: B.1", "value: 1, cite: '2.1'")
        small.write(root, catalogue=cited.replace("status: named-only", "status: planned"))
        listed = '{ids: [nombrado], status: game, cite: "2", sections: [{cite: "2.1", es: Cartas, en: Cards}]}'
        states = self.states(root, self.SECTIONS.replace('{ids: [nombrado], status: named-only, cite: "2"}', listed))
        assert states["nombrado 2.1"] == "reason"

    def test_a_game_that_the_document_does_not_have(self, root: Path) -> None:
        assert self.states(root, self.SECTIONS.replace("[bola, bola/doble]", "[bola]"))["bola/doble 1.2"] == "missing"

    def test_a_broken_list(self, root: Path) -> None:
        with pytest.raises(BadCatalogue, match=r"sections.yaml:3: parts.0.state: unknown key"):
            self.states(root, self.SECTIONS.replace("[general], status:", "[general], state: x, status:"))


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("cl-2023/rueda de la fortuna", "cl-2023/big-six"),
        ("pv-1996/bola", "pv-1996/boule"),
        ("pv-1996/ruletafrancesa", "pv-1996/ruleta-francesa"),
        ("cl-2023/boule", "pv-1996/boule"),
        ("bola", "pv-1996/boule"),
        ("zzzz", None),
    ],
)
def test_the_nearest_game_is_one_of_the_document_that_was_named(words: str, game: str | None) -> None:
    assert search.nearest(library(), words) == game


def test_nothing_of_the_documents_is_missing() -> None:
    missing = [f"{i.catalogue}/{i.part} {i.cite}" for i in coverage(library()) if i.state == "missing"]
    assert not missing


def test_every_document_lists_its_sections() -> None:
    assert {path.parent.name for path in CATALOGUES.glob("*/sections.yaml")} == {
        path.parent.name for path in CATALOGUES.glob("*/catalogue.yaml")
    }


class TestRealFiles:
    """What holds of every document that is shipped."""

    def test_a_game_listed_as_playable_can_be_opened_and_the_reverse(self) -> None:
        known = library()
        playable = {full for full, entry in known.entries() if entry["status"] == "game"}
        assert playable == set(known.games)

    def test_every_option_of_every_reading_makes_a_game(self) -> None:
        for full, game in library().games.items():
            for name, reading in (game.get("readings") or {}).items():
                for option in reading["options"]:
                    switched = validated(changed(game, {}, {name: option}))
                    assert family(switched.family).cloth(switched), f"{full} {name}={option}"

    def test_every_bet_has_its_own_names(self) -> None:
        from tapete.table.words import plain

        for full, game in library().games.items():
            seen: dict[str, str] = {}
            for bet, facts in game["bets"].items():
                for name in {plain(alias) for alias in (bet, *facts["names"])}:
                    assert seen.setdefault(name, bet) == bet, f"{full}: {name} is {seen[name]} and {bet}"

    def test_both_languages_are_told_apart(self) -> None:
        for name, text in _texts(library()):
            assert text["es"].strip() and text["en"].strip(), name
            assert len(text["es"]) < 25 or text["es"] != text["en"], f"{name}: {text['es']}"

    def test_catalogue_files_are_whole(self) -> None:
        for document in library().catalogues.values():
            assert CatalogueFile.model_validate(document)


def _texts(known: Library) -> list[tuple[str, dict[str, str]]]:
    data = {**known.catalogues, **known.games}
    return [(path, value) for path, value in leaves(data) if isinstance(value, dict) and set(value) == {"es", "en"}]

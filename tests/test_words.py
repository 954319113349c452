"""Words for people: every sentence is marked, and its Spanish says the same with the same blanks."""

from __future__ import annotations

import ast
import io
import string
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.__main__ import COMMANDS
from tapete.table import terms
from tapete.table.errors import Mistake, Refused
from tapete.table.words import (
    LANGUAGES,
    LOCALES,
    Sentence,
    language,
    plain,
    set_language,
    spans,
    speaking,
    text,
    translate,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent.parent / "tapete"
MARKS = {"N_", "_", "translate"}
SPEAKERS = {"Sentence", "TapeteError", "Refused", "BadRecord", "Unknown", "NotPlayable", "Mistake"}
SPANISH = LOCALES / "es" / "LC_MESSAGES"


def calls(names: set[str]) -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in names:
                    yield path, node


@lru_cache(maxsize=1)
def sentences() -> dict[str, str]:
    """Every sentence of the code with the place of its first use."""
    found: dict[str, str] = {}
    for path, call in calls(MARKS):
        argument = call.args[0]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
            found.setdefault(argument.value, f"{path.relative_to(PACKAGE)}:{call.lineno}")
    return found


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def spoken(sentence: str) -> bool:
    """Whether a sentence has words of its own beside its blanks."""
    return any(c.isalpha() for literal, _, _, _ in string.Formatter().parse(sentence) for c in literal)


@lru_cache(maxsize=1)
def spanish() -> Any:
    from babel.messages.pofile import read_po

    with (SPANISH / "tapete.po").open("rb") as file:
        return read_po(file, locale="es")


def translation(sentence: str) -> str:
    message = spanish().get(sentence)
    return str(message.string) if message is not None and not message.fuzzy else ""


def test_a_sentence_is_never_put_together_before_it_is_translated() -> None:
    for path, call in calls(MARKS):
        assert not isinstance(call.args[0], ast.JoinedStr | ast.BinOp), f"{path}:{call.lineno}"


def test_every_sentence_that_is_said_is_marked() -> None:
    for path, call in calls(SPEAKERS):
        said = call.args[0]
        assert not isinstance(said, ast.JoinedStr), f"{path}:{call.lineno}"
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            assert not spoken(said.value), f"{path}:{call.lineno}: {said.value}"


def test_every_blank_can_be_filled() -> None:
    """A refusal whose sentence lacks one of its words would fail when it is read."""
    for path, call in calls(SPEAKERS):
        said = call.args[0]
        if isinstance(said, ast.Call) and said.args and isinstance(said.args[0], ast.Constant):
            said = said.args[0]
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            given = {keyword.arg for keyword in call.keywords}
            if None not in given:
                assert blanks(said.value) <= given, f"{path}:{call.lineno}: {said.value}"


def test_what_the_help_says_is_marked() -> None:
    assert set(COMMANDS.values()) <= set(sentences())


@pytest.mark.parametrize("sentence", sentences(), ids=sentences().get)
def test_every_sentence_has_its_spanish(sentence: str) -> None:
    told = translation(sentence)
    assert told, sentence
    assert blanks(told) == blanks(sentence), told
    for side in (str.lstrip, str.rstrip):
        assert len(told) - len(side(told)) == len(sentence) - len(side(sentence)), repr(told)
    assert told.rstrip()[-1:] == "." or sentence.rstrip()[-1:] != ".", told


def test_nothing_is_translated_that_nobody_says() -> None:
    assert {message.id for message in spanish() if message.id} <= set(sentences())


def test_the_template_holds_every_sentence() -> None:
    """``make words`` collects them; inside the braces of an f-string Babel sees none."""
    from babel.messages.pofile import read_po

    with (LOCALES / "tapete.pot").open("rb") as file:
        assert {message.id for message in read_po(file) if message.id} == set(sentences())


def test_the_compiled_words_are_those_of_the_text() -> None:
    from babel.messages.mofile import write_mo

    current = io.BytesIO()
    write_mo(current, spanish())
    assert (SPANISH / "tapete.mo").read_bytes() == current.getvalue()


def test_the_compiled_words_are_installed() -> None:
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    installed = {file for pattern in settings["package-data"]["tapete"] for file in PACKAGE.glob(pattern)}
    assert SPANISH / "tapete.mo" in installed


def test_every_term_is_told_apart() -> None:
    """A word that a list shows can be typed: no two decisions, colours or figures are called the same."""
    for words in (terms.RESULTS, terms.STATES, terms.DECISIONS, terms.COLOURS, terms.FIGURES, terms.VERBS):
        for spoken in LANGUAGES:
            with speaking(spoken):
                assert len({plain(str(terms.term(words, word))) for word in words}) == len(words), spoken


def test_a_refusal_is_read_in_the_readers_language() -> None:
    refusal = Refused("{player} has no such bet to {do}.", player="ana", do="raise")
    with speaking("es"):
        assert str(refusal) == translation("{player} has no such bet to {do}.").format(player="ana", do="raise")
    assert str(refusal) == "ana has no such bet to raise."


def test_what_a_model_refuses_is_read_in_the_readers_language() -> None:
    mistake = Mistake("odds cannot be negative")
    with speaking("es"):
        assert str(mistake) == translation("odds cannot be negative")
    assert str(mistake) == "odds cannot be negative"


class TestLanguage:
    def test_speaking_for_a_while(self) -> None:
        before = language()
        with speaking("es"):
            assert language() == "es"
            with speaking("en"):
                assert language() == "en"
            assert language() == "es"
        assert language() == before

    def test_it_comes_back_after_an_error(self) -> None:
        before = language()
        with pytest.raises(KeyError), speaking("es"):
            raise KeyError
        assert language() == before

    @pytest.mark.parametrize("name", ["fr", "", "ES", "es_CL"])
    def test_there_are_two(self, name: str) -> None:
        assert LANGUAGES == ("es", "en")
        with pytest.raises(ValueError, match="unknown language"):
            set_language(name)

    def test_a_bilingual_blank(self) -> None:
        sentence = Sentence("{what}: {list}", what={"es": "cero", "en": "zero"}, list=[1, {"es": "dos", "en": "two"}])
        with speaking("es"):
            assert str(sentence) == "cero: 1, dos"
        with speaking("en"):
            assert str(sentence) == "zero: 1, two"

    def test_a_blank_may_hold_braces(self) -> None:
        assert str(Sentence("It is {what}.", what="{x}")) == "It is {x}."

    def test_facts_and_plain_words(self) -> None:
        with speaking("es"):
            assert (text({"es": "a", "en": "b"}), text("c"), text(None), text(7)) == ("a", "c", "", "7")

    def test_an_unknown_sentence_stays_as_it_is(self) -> None:
        with speaking("es"):
            assert translate("Nobody ever wrote this.") == "Nobody ever wrote this."
            assert translate("") == ""


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ([], ""),
        ([1], "1"),
        ([1, 2], "1, 2"),
        ([1, 2, 3], "1-3"),
        ([0, "00", 1, 2, 3, 7], "0, 00, 1-3, 7"),
        ([3, 2, 1], "3, 2, 1"),
    ],
)
def test_spans(numbers: list[Any], shown: str) -> None:
    assert spans(numbers) == shown

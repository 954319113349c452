"""Words for people: sentences in Spanish and English, chosen when they are shown.

A sentence is written once, in English, where it is needed; its Spanish stands in ``tapete/locales``.
Nothing is translated until somebody reads it, so one round can be explained to two people.
"""

from __future__ import annotations

import gettext
import os
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LANGUAGES = ("es", "en")
LOCALES = Path(__file__).parent.parent / "locales"
_LONGEST, _KEPT = 300, 120
_MOST_ITEMS = 100
_default = ["en"]
_spoken: ContextVar[str | None] = ContextVar("language", default=None)


def language_of_environment() -> str:
    """The language the user's environment asks for; English unless it says Spanish."""
    for name in ("TAPETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def set_language(language: str) -> None:
    """Show everything from here on in this language."""
    _default[0] = _known(language)


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; there are: {', '.join(LANGUAGES)}")
    return language


def language() -> str:
    """The language in use now."""
    return _spoken.get() or _default[0]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language for a while; only here, so that one process can answer two people in theirs.

    >>> with speaking("es"):
    ...     language()
    'es'
    """
    before = _spoken.set(_known(language))
    try:
        yield
    finally:
        _spoken.reset(before)


@lru_cache(maxsize=4)
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("tapete", localedir=str(LOCALES), languages=[language], fallback=True)


def translate(sentence: str) -> str:
    """The sentence in the language in use."""
    spoken = language()
    if spoken == "en" or not sentence:
        return sentence
    return _catalogue(spoken).gettext(sentence)


def N_(sentence: str) -> str:
    """Mark a sentence for translation without translating it yet."""
    return sentence


_ = translate


class Sentence:
    """A sentence with its blanks, translated when it is read.

    >>> str(Sentence("The bet {bet} is closed.", bet="pleno"))
    'The bet pleno is closed.'
    """

    __slots__ = ("blanks", "template")

    def __init__(self, template: str, **blanks: Any) -> None:
        self.template = template
        self.blanks: Mapping[str, Any] = blanks

    def __str__(self) -> str:
        whole = self.template.strip("{}") in self.blanks  # nothing but a text that was written elsewhere
        shown = {name: _shown(value) if whole else _cut(_shown(value)) for name, value in self.blanks.items()}
        return translate(self.template).format_map(shown)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"


def _shown(value: Any) -> Any:
    if isinstance(value, dict) and "es" in value and "en" in value:
        return value[language()]
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()  # as records write it
    if isinstance(value, (list, tuple)):
        several = [str(_cut(_shown(v))) for v in value[:_MOST_ITEMS]]
        return _Listed(", ".join(several + ["…"] * (len(value) > _MOST_ITEMS)))
    return value


class _Listed(str):
    """What was cut part by part already."""

    __slots__ = ()


def _cut(value: Any) -> Any:
    """A value that somebody wrote, no longer than a reader of the sentence wants it.

    >>> len(_cut("x" * 10_000)), _cut("rojo"), _cut(5)
    (120, 'rojo', 5)
    """
    if not isinstance(value, str) or isinstance(value, _Listed) or len(value) <= _LONGEST:
        return value
    return f"{value[: _KEPT - 1]}…"


def text(value: Any) -> str:
    """A bilingual fact (``{es: …, en: …}``) or a plain one, in the language in use."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return str(value.get(language()) or value.get("es") or "")
    chosen = getattr(value, language(), None)
    return str(value if chosen is None else chosen)


def spans(numbers: Iterable[Any]) -> str:
    """Numbers with their unbroken runs shortened.

    >>> spans([1, 2, 3, 4, 7, "00"])
    '1-4, 7, 00'
    """
    runs: list[list[Any]] = []
    for number in numbers:
        if runs and isinstance(number, int) and isinstance(runs[-1][-1], int) and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


# Every mark that people and documents type for an apostrophe; normalising would turn some of them into a space.
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘´`ʼ"))


def plain(text: str) -> str:
    """Text without accents, capitals or marks, as searches and names compare it.

    >>> plain("Número  Completo"), plain("Don't Pass"), plain("Don´t Win")
    ('numero completo', 'dont pass', 'dont win')
    """
    stripped = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    letters = (c if c.isalnum() else " " for c in stripped if not unicodedata.combining(c))
    return " ".join("".join(letters).casefold().split())

"""Words for people: sentences in Spanish and English, chosen when they are shown.

A sentence is written once, in English, where it is needed; its Spanish stands in ``tapete/locales``.
Nothing is translated until somebody reads it, so one round can be explained to two people.
"""

from __future__ import annotations

import gettext
import os
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LANGUAGES = ("es", "en")
_LOCALES = Path(__file__).parent.parent / "locales"
_current = ["en"]


def language_of_environment() -> str:
    """The language the user's environment asks for; English unless it says Spanish."""
    for name in ("TAPETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def set_language(language: str) -> None:
    """Show everything from here on in this language."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; there are: {', '.join(LANGUAGES)}")
    _current[0] = language


def language() -> str:
    """The language in use now."""
    return _current[0]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language for a while.

    >>> with speaking("es"):
    ...     language()
    'es'
    """
    before = _current[0]
    set_language(language)
    try:
        yield
    finally:
        _current[0] = before


@lru_cache(maxsize=4)
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("tapete", localedir=str(_LOCALES), languages=[language], fallback=True)


def translate(sentence: str) -> str:
    """The sentence in the language in use."""
    if _current[0] == "en" or not sentence:
        return sentence
    return _catalogue(_current[0]).gettext(sentence)


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
        return translate(self.template).format_map({k: _shown(v) for k, v in self.blanks.items()})

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"


def _shown(value: Any) -> Any:
    if isinstance(value, dict) and "es" in value and "en" in value:
        return value[_current[0]]
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_shown(v)) for v in value)
    return value


def text(value: Any) -> str:
    """A bilingual fact (``{es: …, en: …}``) or a plain one, in the language in use."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return str(value.get(_current[0]) or value.get("es") or "")
    chosen = getattr(value, _current[0], None)
    return str(value if chosen is None else chosen)

"""Signs for a terminal that does not know them: what it cannot show is written with letters that it has."""

from __future__ import annotations

import codecs
import unicodedata

NAME = "tapete"
_SIGNS = dict(zip("│╵╷─╶╴–−┌┐└┘├┤┬┴┼", "|||-----+++++++++", strict=True))
_SIGNS |= dict(zip("«»“”‘’ʼ‹›·×°→↶✓✗●◐◌○", '""""\'\'\'<>-xo><*!*%.o', strict=True))
_SIGNS |= dict(zip("♠♥♦♣⚀⚁⚂⚃⚄⚅", "shdc123456", strict=True))
_SIGNS |= {
    "§": "sec.",
    "¿": "",
    "¡": "",
    "σ": "s",
    "≈": "~",
    "≥": ">=",
    "≤": "<=",
    "€": "EUR",
    "\u2044": "/",
    "\ufffd": "?",
}


def readable(sign: str) -> str:
    """A sign in ASCII, as wide as it was where tables need it; one that has no likeness is written by its number.

    >>> "".join(map(readable, "│ñ ♥ ½…")), readable("字")
    ('|n h 1/2...', '\\\\u5b57')
    """
    if sign in _SIGNS:
        return _SIGNS[sign]
    parts = (part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    found = "".join(_SIGNS.get(part, part) for part in parts)
    return found if found.isascii() and found else sign.encode("ascii", "backslashreplace").decode()


def _written(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(readable, error.object[error.start : error.end])), error.end


codecs.register_error(NAME, _written)

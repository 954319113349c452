"""A table as PNG, the same on every machine: the letters come with the program, not from the computer's fonts."""

from __future__ import annotations

_COVERED = ((0x0000, 0x0530), (0x1E00, 0x2000), (0x2000, 0x2070), (0x20A0, 0x20C0))


def _has_letters_for(text: str) -> bool:
    """Whether Open Sans writes all of it: Latin, Greek, Cyrillic and their signs."""
    return all(any(low <= ord(c) < high for low, high in _COVERED) for c in set(text))


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, as wide as asked or as its viewBox is.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', 18)[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    # Heavy, and needed by nobody who only reads or settles.
    from resvg_py import svg_to_bytes
    from ttf_opensans import FONTS

    return svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(font.path) for font in FONTS if not font.italic],
        font_family="Open Sans",
        sans_serif_family="Open Sans",
        skip_system_fonts=_has_letters_for(svg),
    )

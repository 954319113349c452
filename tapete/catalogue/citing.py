"""Where a citation points: the places that it names, and whether one lies inside another."""

from __future__ import annotations

import re

_OUTSIDE_PARENTHESES = re.compile(r"[,;]\s*(?![^()]*\))")


def places(cite: str) -> list[str]:
    """The citation itself and the places that it names, one by one, as plain words.

    >>> places("4.1.4.2 (8, 9), 4.1.6.2")
    ['4.1.4.2 8, 9 , 4.1.6.2', '4.1.4.2 8', '4.1.4.2 9', '4.1.6.2']
    """
    found = [as_place(cite)]
    for part in _OUTSIDE_PARENTHESES.split(cite):
        head, _, inside = part.partition("(")
        rows = [row.strip() for row in inside.partition(")")[0].split(",")] if inside else [""]
        tail = part.partition(")")[2]
        found += [as_place(f"{head} {row} {tail}") for row in rows]
    return found


def as_place(text: str) -> str:
    """One place, as plain words.

    >>> as_place("Art. 2 (Funcionamiento) 1.a")
    'Art. 2 Funcionamiento 1.a'
    """
    return " ".join(text.replace("(", " ").replace(")", " ").split())


def within(place: str, section: str) -> bool:
    """Whether a place is a section or lies inside it.

    >>> within("1.2.1 II", "1.2.1 I"), within("II.1.4.a", "II.1.4"), within("Art. 10", "Art. 1")
    (False, True, False)
    """
    return place == section or (place.startswith(section) and place[len(section)] in " .,")


def cites_inside(cite: str, section: str) -> bool:
    """Whether a citation names a place inside one of those that another names.

    >>> cites_inside("1.2.1 (III), 4.1.4.2", "4.1"), cites_inside("2.3.7.1", "2.3.6.2, 2.3.7")
    (True, True)
    >>> cites_inside("1.3", "4.1")
    False
    """
    around = places(section)
    return any(within(found, section) for found in places(cite) for section in around)

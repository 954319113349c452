"""Writing HTML: a small builder in which everything that is not markup is escaped.

>>> print(h("p", "2 < 3", h("b", "!"), class_="note"))
<p class="note">2 &lt; 3<b>!</b></p>
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

_VOID = frozenset(("img", "input", "br", "hr", "col", "meta", "link"))


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Child: TypeAlias = "str | Html | int | Iterable[Child] | None"


def h(tag: str, *children: Child, **attributes: str | int | float | bool | None) -> Html:
    """An element; ``class_`` is written ``class``, ``data_bet`` is ``data-bet``, a false attribute is left out.

    >>> h("button", "Deal", disabled=True, data_say="deal", title=None)
    '<button disabled data-say="deal">Deal</button>'
    """
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(children)}</{tag}>")


def joined(child: Child) -> Html:
    """Children one after another.

    >>> joined(["a&b", None, [h("i", "c")]])
    'a&amp;b<i>c</i>'
    """
    if child is None:
        return Html()
    if isinstance(child, Html):
        return child
    if isinstance(child, (str, int)):
        return Html(escape(str(child)))
    return Html("".join(joined(item) for item in child))


def _attribute(name: str, value: str | int | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(str(value))}"'

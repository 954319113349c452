"""What the parts of a live table share: the house, buttons, fields, places as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import app

from tapete.table.errors import Refused
from tapete.table.words import N_
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from tapete.house import House
    from tapete.table.actions import Place


def key_hint(key: str | None) -> Html | None:
    """The key that presses a button, as the button shows it."""
    return joined([" ", h("kbd", key)]) if key else None


def button(
    words: str,
    say: str,
    key: str | None,
    *,
    main: bool = False,
    warn: bool = False,
    pressed: bool | None = None,
    disabled: bool = False,
    title: str | None = None,
    **data: Any,
) -> Html:
    """A button that says something, with the key that presses it."""
    kind = "main" if main else "small warn" if warn else "small"
    told_data = {f"data_{name}": value for name, value in data.items()}
    return h(
        "button",
        words,
        key_hint(key),
        class_=f"button {kind}",
        type="button",
        data_say=say,
        data_key_press=key,
        title=title,
        aria_pressed=None if pressed is None else str(pressed).lower(),
        aria_disabled="true" if disabled else None,
        **told_data,
    )


def text_field(words: str, name: str, example: str) -> Html:
    """A field of a form, with an example of what it takes."""
    return h("label", h("span", words), h("input", type="text", name=name, placeholder=example), class_="field")


def panel(words: str, inside: Html) -> Html:
    """A titled part beside the felt."""
    return h("section", h("h2", words), inside, class_="sheet", data_key=words)


def whole(written: Any) -> int:
    """A number of chips from a field of a form."""
    try:
        return int(str(written))
    except ValueError:
        raise Refused(
            N_("The field {field} must be a whole number of chips, not {value}."), field="to", value=repr(written)
        ) from None


def house() -> House:
    """The house that this process serves."""
    found: House = app.state.house
    return found


def place_of(written: str) -> Place:
    """The place of a spot as the picture holds it.

    >>> place_of("0,00,2"), place_of("")
    ((0, '00', 2), ())
    """
    items = written.split(",") if written else []
    return tuple(int(item) if item.isdigit() and str(int(item)) == item else item for item in items)

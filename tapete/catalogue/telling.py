"""How a document's facts are told to people, whatever the page: headings, prices, numbers, in the language in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.table.words import N_, plain, spans, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Data = dict[str, Any]
TITLES: dict[str, str] = {
    "names": N_("Names"),
    "summary": N_("Summary"),
    "equipment": N_("Equipment"),
    "wheel": N_("The wheel"),
    "staff": N_("Staff"),
    "players": N_("Players"),
    "flow": N_("How it is played"),
    "calls": N_("Calls"),
    "bets": N_("Bets and payments"),
    "zero": N_("Zero on even chances"),
    "chips": N_("Chips"),
    "limits": N_("Limits"),
    "limit_change": N_("Change of limits"),
    "payment": N_("Order of payment"),
    "closing": N_("End of the session"),
    "irregular": N_("Irregular plays"),
    "duties": N_("Duties"),
    "prohibitions": N_("Prohibitions"),
    "glossary": N_("Glossary"),
    "readings": N_("Readings"),
    "dates": N_("Dates"),
    "general": N_("General rules"),
    "games": N_("Games"),
}
_OWN_TITLES = {
    "all_lose": N_("What takes every bet"),
    "bank": N_("The bank"),
    "bonus": N_("Bonus"),
    "boxes": N_("Boxes"),
    "cloths": N_("Cloths"),
    "dice": N_("The dice"),
    "double": N_("Doubling"),
    "even_chances_sides": N_("Sides with even chances"),
    "even_money": N_("Even money"),
    "halves": N_("Halves of the stake"),
    "idle": N_("Places nobody plays"),
    "leaving": N_("Leaving the table"),
    "natural": N_("A natural"),
    "point": N_("The point"),
    "settling": N_("Order of settling"),
    "shoe": N_("The shoe"),
    "shooter": N_("The shooter"),
    "split": N_("Splitting"),
    "surrender": N_("Surrender"),
    "tied": N_("A tie of the first cards"),
    "together": N_("Names of several bets"),
    "values": N_("What cards count"),
    "war": N_("The war"),
}
_IDENTITY = ("catalogue", "id", "family", "names", "english", "cite", "shorthand")
PROSE = ("text", "cite", "names")
_KINDS = {"silence": N_("silence"), "contradiction": N_("contradiction"), "damage": N_("damaged text")}
STATUS = {
    "game": N_("can be played"),
    "rules": N_("rules that govern games"),
    "named-only": N_("only named in its document: it cannot be opened"),
    "planned": N_("in its document, not built yet: it cannot be opened"),
}
MARKS = {"game": "●", "rules": "§", "named-only": "○", "planned": "◌"}


def parts(game: Data) -> list[str]:
    """The parts that a game has, in the page's order; those that only its family knows come before the readings.

    >>> parts({"id": "craps", "readings": {"a": {}}, "shooter": {"text": {}}, "summary": {"es": "…"}, "calls": {}})
    ['summary', 'shooter', 'readings']
    """
    present = [name for name, value in game.items() if name not in _IDENTITY and value not in (None, [], {})]
    order = [name for name in TITLES if name in present and name != "readings"]
    own = [name for name in present if name not in TITLES]
    return [*order, *own, *(["readings"] if "readings" in present else [])]


def title_of(part: str) -> str:
    """A part's heading."""
    known = TITLES.get(part) or _OWN_TITLES.get(part)
    return _(known) if known else part.replace("_", " ").replace("-", " ").capitalize()


def kind_of(kind: str) -> str:
    """Why a reading is needed.

    >>> kind_of("damage")
    'damaged text'
    """
    return _(_KINDS[kind])


def span(minimum: int, maximum: int | None) -> str:
    """How many there may be.

    >>> span(1, 2), span(2, 2), span(1, None)
    ('1-2', '2', '1 or more')
    """
    if maximum is None:
        return _("{minimum} or more").format(minimum=minimum)
    return str(minimum) if minimum == maximum else f"{minimum}-{maximum}"


def figure(fact: Data) -> str:
    """The fact's figure, unless its own words tell it."""
    value = fact.get("value")
    return "" if value is None or str(value) in text(fact["text"]) else f" ({value})"


def most(maximum: Data) -> str:
    """The most that a bet takes.

    >>> most({"multiples": [10, 20]}), most({"between": [10, 50]})
    ('10 / 20 minimums', '10-50 minimums')
    >>> most({"of_bet": {"4": 2, "6": "6/5", "10": 2}})
    'of the bet it goes with: 4, 10: 2; 6: 6/5'
    """
    if maximum.get("multiples"):
        return _("{number} minimums").format(number=" / ".join(map(str, maximum["multiples"])))
    if maximum.get("between"):
        return _("{number} minimums").format(number="-".join(map(str, maximum["between"])))
    if maximum.get("gain"):
        return _("a win of {number} times the table's maximum").format(number="-".join(map(str, maximum["gain"])))
    if maximum.get("of_maximum"):
        return _("of the table's maximum: {shares}").format(shares=_alike(maximum["of_maximum"]))
    if maximum.get("of_bet"):
        return _("of the bet it goes with: {shares}").format(shares=_alike(maximum["of_bet"]))
    return _("no maximum")


def _alike(shares: Mapping[Any, Any]) -> str:
    """Values by number, those that are the same together."""
    alike: dict[str, list[str]] = {}
    for number, share in shares.items():
        alike.setdefault(str(share), []).append(str(number))
    return "; ".join(f"{', '.join(numbers)}: {share}" for share, numbers in alike.items())


_RANKS = {"ace": "A", "ten": "10, J, Q, K"}


def pays_shown(bet: Data) -> str:
    """What a bet pays, as a table of payments prints it; where it depends on what comes, one after another.

    >>> pays_shown({"pays": 1, "pays_on_throw": {"2": 2, "12": 2}})
    '1 : 1; 2, 12: 2 : 1'
    """
    from tapete.table.money import odds, odds_shown

    told = [] if bet.get("pays") is None else [odds_shown(odds(bet["pays"]))]
    for name, table in bet.items():
        if name.startswith("pays_on_") and isinstance(table, dict):
            told.append(_alike({key: odds_shown(odds(value)) for key, value in table.items()}))
    wins = (bet.get("wins") or {}).items()
    if wins:
        told.append(_alike({(win.get("names") or [name])[0]: odds_shown(odds(win["pays"])) for name, win in wins}))
    for group, value in ((bet.get("insurance") or {}).get("pays_against") or {}).items():
        told.append(f"{_RANKS[group]}: {odds_shown(odds(value))}")
    if told:
        return "; ".join(told)
    return _("by its chips") if bet.get("covers", {}).get("shape") in ("chips", "neighbours") else _("not stated")


def sections(bet: Data) -> list[str]:
    """Where a bet and its payment stand; what one citation holds of the other is not repeated.

    >>> sections({"cite": "10.V.1", "pays_cite": "10.V.1, 10.V.3"})
    ['10.V.1, 10.V.3']
    >>> sections({"cite": "4.1 (2)", "pays_cite": "4.2 (2)"})
    ['4.1 (2)', '4.2 (2)']
    """
    cite, pays = bet["cite"], bet.get("pays_cite") or bet["cite"]
    if _holds(cite, pays):
        return [cite]
    return [pays] if _holds(pays, cite) else [cite, pays]


def _holds(whole: str, part: str) -> bool:
    return whole == part or whole.startswith(f"{part}, ") or whole.endswith(f", {part}")


def covered(bet: Data) -> str:
    """What a bet covers: the document's words for it, or its numbers."""
    if bet.get("text"):
        return text(bet["text"])
    covers = bet.get("covers") or {}
    numbers = covers.get("numbers")
    return spans(numbers) if numbers else str(covers.get("shape", "")) if isinstance(covers, dict) else str(covers)


def sentences(value: Any, label: str = "") -> list[tuple[str, str, str | None]]:
    """Every sentence of a part that only its family knows: its label, its words and its section."""
    if isinstance(value, list):
        return [told for item in value for told in sentences(item, label)]
    if not isinstance(value, dict):
        return []
    if set(value) == {"es", "en"}:
        return [(label, text(value), None)]
    told = [(label, text(value["text"]), value.get("cite"))] if "text" in value else []
    return told + [found for key, item in value.items() if key != "text" for found in sentences(item, str(key))]


def names_shown(names: Iterable[str]) -> str:
    """Names one after the other, each once: the trade's word and the document's may differ in capitals alone.

    >>> names_shown(["come", "Al número por venir", "Come"])
    'Come, Al número por venir'
    """
    return ", ".join({plain(name): name for name in names}.values())


def scalar(value: Any) -> str:
    """A figure as people read it.

    >>> scalar([1, 2, 3]), scalar(True)
    ('1-3', 'yes')
    """
    if isinstance(value, list):
        flat = all(not isinstance(item, list) for item in value)
        return spans(value) if flat else "; ".join(scalar(item) for item in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)

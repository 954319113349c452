"""The typed, frozen shape of a catalogue file. Unknown keys and impossible values are mistakes.

Every game has the parts written here; a family of games (``tapete/games/<family>/rules.py``) adds its own to ``Game``
and ``Bet``. Facts are in our own words, in both languages, each with the document's section.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema, model_validator

from tapete.table.errors import Mistake
from tapete.table.money import odds
from tapete.table.words import N_

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Cite = Annotated[str, Field(min_length=1)]
Odds = Annotated[
    Fraction,
    BeforeValidator(odds),
    PlainSerializer(lambda f: f.numerator if f.denominator == 1 else f"{f.numerator}/{f.denominator}"),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+\s*[/:]\s*\d+$"}]}
    ),
]
Status = Literal["game", "rules", "named-only", "planned"]


class Strict(BaseModel):
    """A frozen piece of a file that knows all its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, populate_by_name=True)

    def __deepcopy__(self, memo: object = None) -> Self:
        """Itself: facts do not change, so a copied round shares them."""
        return self


class Text(Strict):
    """A fact in our own words, in both languages."""

    es: Annotated[str, Field(min_length=1)]
    en: Annotated[str, Field(min_length=1)]


class Fact(Strict):
    """One fact of the document. ``value`` is its figure, where it has one."""

    id: Slug | None = None
    text: Text
    value: int | str | None = None
    cite: Cite


class Item(Strict):
    """A piece of equipment."""

    what: Text
    number: int | None = None
    optional: bool = False
    cite: Cite


class Staff(Strict):
    """A role at the table: how many there must be, what they do and what they may not do."""

    role: Text
    minimum: Annotated[int, Field(ge=0)] = 1
    maximum: Annotated[int, Field(ge=0)] | None = None
    duties: tuple[Text, ...] = ()
    may_not: tuple[Text, ...] = ()
    cite: Cite


class Players(Strict):
    """How many may play."""

    minimum: Annotated[int, Field(ge=0)] = 0
    maximum: Annotated[int, Field(ge=1)] | None = None
    text: Text
    cite: Cite


class Idle(Strict):
    """After how many plays without a bet a player's place may be claimed."""

    rounds: Annotated[int, Field(ge=1)]
    cite: Cite


class Step(Strict):
    """One step of the play, in order."""

    text: Text
    cite: Cite


class Ruling(Strict):
    """An irregular play: the situation, the ruling, and the effect that the round carries out."""

    names: tuple[str, ...] = ()
    situation: Text
    ruling: Text
    effect: str
    bets: Literal["stand", "open", "returned"] | None = None
    cite: Cite


class Option(Strict):
    """One defensible way to run a reading: what it changes in the facts of the file."""

    text: Text
    set: dict[str, Any] = {}
    borrow: dict[str, str] = {}


class Reading(Strict):
    """Where the text is silent, damaged or contradicts itself: what it says, what we run and why.

    ``names`` are the bets that the document names there without saying what they are.
    """

    names: tuple[str, ...] = ()
    kind: Literal["silence", "contradiction", "damage"]
    says: Text
    runs: str
    why: Text
    options: dict[str, Option]
    cite: Cite

    @model_validator(mode="after")
    def _runs_an_option(self) -> Reading:
        if self.runs not in self.options:
            raise Mistake(
                N_("runs names {runs}, which is not one of its options: {known}"),
                runs=self.runs,
                known=list(self.options),
            )
        return self


class Bet(Strict):
    """A bet. ``trade`` is the trade's English word, by which the same bet is found in other documents."""

    names: Annotated[tuple[str, ...], Field(min_length=1)]
    trade: str
    group: str
    pays: Odds | None = None
    text: Text | None = None
    cite: Cite
    pays_cite: Cite | None = None


class Game(Strict):
    """What every game file holds. A family adds its own parts."""

    catalogue: Slug
    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$")]
    family: Slug
    names: Annotated[tuple[str, ...], Field(min_length=1)]
    english: str
    cite: Cite
    summary: Text
    equipment: tuple[Item, ...] = ()
    staff: tuple[Staff, ...] = ()
    players: Players | None = None
    flow: tuple[Step, ...] = ()
    bets: Mapping[str, Bet]
    irregular: Mapping[Slug, Ruling] = {}
    duties: tuple[Fact, ...] = ()
    prohibitions: tuple[Fact, ...] = ()
    glossary: dict[str, Fact] = {}
    readings: dict[Slug, Reading] = {}

    @property
    def name(self) -> str:
        """The game's full id, catalogue first."""
        return f"{self.catalogue}/{self.id}"


class Entry(Strict):
    """One line of a document's list of games: what it is and whether it can be opened."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$")]
    names: Annotated[tuple[str, ...], Field(min_length=1)]
    english: str
    family: Slug
    status: Status
    reason: Text | None = None
    cite: Cite

    @model_validator(mode="after")
    def _says_why(self) -> Entry:
        if self.status in ("named-only", "planned") and self.reason is None:
            raise Mistake(N_("a game that cannot be opened needs a reason"))
        return self


class Section(Strict):
    """A part of a document's general chapter."""

    title: Text
    cite: Cite
    facts: tuple[Fact, ...]


class CatalogueFile(Strict):
    """``catalogue.yaml``: who issued the document, when, its general rules and all that it names."""

    id: Slug
    title: str
    english: str
    issuer: str
    country: Text
    language: str = "es"
    instrument: str
    dates: tuple[Fact, ...]
    status: Text
    general: dict[Slug, Section]
    readings: dict[Slug, Reading] = {}
    chapters: dict[Slug, dict[str, Any]] = {}
    games: tuple[Entry, ...]


class ListedSection(Strict):
    """A section that a document has. One that tells a game's names or what it is needs no fact that cites it."""

    cite: Cite
    es: Annotated[str, Field(min_length=1)]
    en: Annotated[str, Field(min_length=1)]
    fact: Literal["names", "summary"] | None = None
    reason: Text | None = None


class ListedPart(Strict):
    """A general chapter, or the games that share a chapter, with what the document gives: a game, rules or a name."""

    ids: Annotated[tuple[str, ...], Field(min_length=1)]
    status: Literal["game", "rules", "named-only"]
    cite: Cite
    reason: Text | None = None
    sections: tuple[ListedSection, ...] = ()


class SectionsFile(Strict):
    """``sections.yaml``: all that a document holds, to hold the implementation against."""

    catalogue: Slug
    parts: tuple[ListedPart, ...]

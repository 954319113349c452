"""The shapes of the interface for programs: what is sent and what comes back.

The server documents itself by them and the client (``tapete.client``) reads its answers with them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Amount = Annotated[
    int | float | str, Field(description="Chips: a whole number, an exact decimal, or a fraction such as '1/3'.")
]
Fields = dict[str, Any]
Place = list[int | str]
_GAME = "A game's full id: catalogue/game or catalogue/game/modality."
_ACTION = "An action as a record writes it, e.g. {player: ana, bet: rojo, stake: 10}, {ball: 17}, {call: no-va-mas}."


class Asked(BaseModel):
    """Something that is sent; a field that nobody knows is a mistake."""

    model_config = ConfigDict(extra="forbid")


class Told(BaseModel):
    """Something that comes back."""

    model_config = ConfigDict(extra="ignore")


class Problem(Told):
    """A problem document (RFC 9457) with the document's section and the field that is wrong, where there are such."""

    type: str
    title: str
    status: int
    detail: str
    cite: str | None = None
    field: str | None = None
    action: int | None = None
    seq: int | None = None
    errors: list[Fields] | None = None


class Health(Told):
    """Whether the house is open."""

    name: Literal["tapete"] = "tapete"
    version: str
    database: str
    language: str


class Catalogue(Told):
    """A document."""

    id: str
    title: str
    english: str
    issuer: str
    country: str
    instrument: str
    status: str
    games: dict[str, int] = Field(description="How many games there are of each status.")


class CatalogueFile(Told):
    """A document with its general rules, readings and list of games, in both languages where it is words."""

    id: str
    title: str
    english: str
    issuer: str
    country: Fields
    instrument: str
    status: Fields
    dates: list[Fields]
    general: Fields
    readings: Fields = {}
    games: list[Fields]


class GameRow(Told):
    """A game in a list. ``status`` says whether it can be opened: game, rules, named-only or planned."""

    game: str
    catalogue: str
    names: list[str]
    english: str
    family: str
    status: str
    cite: str
    reason: str | None


class Game(Told):
    """A game: its facts in both languages, each with its section, and the bets that an empty table takes."""

    game: str
    facts: Fields
    offers: list[Offer]


class ComparedFact(Told):
    """A fact in one game."""

    value: Any
    text: str
    cite: str | None


class Effect(Told):
    """What taking a fact from another would do to the first game: the bet that moves most, and how."""

    game: str
    bet: str
    before: str
    after: str


class ComparedRow(Told):
    """One fact in several games."""

    part: str
    fact: str
    differs: bool
    values: dict[str, ComparedFact | None]
    effects: list[Effect] = []


class Comparison(Told):
    """The same game in several documents. ``edges`` is the house edge of every bet, where the laboratory has it."""

    games: list[str]
    listed: list[str]
    rows: list[ComparedRow]
    edges: dict[str, dict[str, str]] = {}


class RulingRow(Told):
    """An irregular play and what becomes of it, or a ``rule`` or ``reading`` of the document, under its heading."""

    kind: Literal["irregular", "rule", "reading"]
    catalogue: str
    games: list[str]
    irregular: str
    situation: str
    ruling: str
    effect: str
    bets: str | None
    cite: str


class BetAsked(Asked):
    """A stake to be studied."""

    bet: Annotated[str, Field(min_length=1, max_length=80)]
    on: Annotated[Place, Field(max_length=100)] = []
    stake: Annotated[int, Field(ge=1, lt=10**12)]


class StudyAsked(Asked):
    """A question to the laboratory."""

    game: Annotated[str, Field(description=_GAME, max_length=120)]
    table: Annotated[Fields, Field(description="The table's settings, e.g. {minimum: 5}.", max_length=50)] = {}
    readings: Annotated[dict[str, str], Field(max_length=50)] = {}
    changes: Annotated[Fields, Field(description="Facts to change, e.g. {bets.pleno.pays: 36}.", max_length=50)] = {}
    bets: Annotated[list[BetAsked], Field(max_length=50)] = []
    policy: Annotated[str, Field(max_length=40)] = "best"


class OddsAsked(StudyAsked):
    """The odds of every bet; with a stake, those of that very stake."""

    stake: Annotated[int, Field(ge=1, lt=10**12)] | None = None


class Studied(Told):
    """What was studied."""

    game: str
    table: Fields
    readings: dict[str, str]
    changes: list[Fields]
    bets: list[Fields]
    policy: str
    fingerprint: str


class OddsTold(Studied):
    """Exact odds as fractions, with percentages beside them; strategy charts where the game leaves decisions."""

    odds: list[Fields]
    lengths: list[Fields] = []
    joint: Fields | None = None
    charts: list[Fields] = []
    asides: list[Fields] = []
    notes: list[str] = []


class SimulationAsked(StudyAsked):
    """Rounds to be simulated; the same seed gives the same rounds."""

    bets: Annotated[list[BetAsked], Field(min_length=1, max_length=50)]
    rounds: Annotated[int, Field(ge=1, le=10**9)] = 1_000_000
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    confidence: Annotated[float, Field(ge=0.5, le=0.999999)] = 0.95


class Point(Told):
    """Where the mean stood after so many rounds, and its standard error."""

    rounds: int
    mean: float
    error: float


class Simulation(Told):
    """A simulation: ``waiting``, ``running``, ``done``, ``stopped`` (what was done counts) or ``failed``."""

    id: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    game: str
    rounds: int
    seed: int
    done: int
    trace: list[Point] = []
    result: Fields | None = None
    problem: str | None = None


class Account(Told):
    """What a player staked and got back."""

    staked: Amount
    returned: Amount
    net: Amount


class Event(Told):
    """Something that happened; further fields depend on its kind."""

    model_config = ConfigDict(extra="allow")

    event: str
    cite: str | None = None
    text: str | None = None


class Line(Told):
    """A stake, or part of one, that has been decided."""

    player: str
    bet: str
    on: Place = []
    stake: Amount
    result: str
    returned: Amount
    cite: str | None
    why: str | None = None


class Position(Told):
    """A stake that lies on the table."""

    player: str
    bet: str
    on: Place = []
    stake: Amount
    state: str = "open"


class Settlement(Told):
    """Where the chips are."""

    game: str
    players: dict[str, Account]
    lines: list[Line]
    standing: list[Position]
    events: list[Event]


class RecordAsked(Asked):
    """Records as text, separated by ``---``."""

    record: Annotated[str, Field(min_length=1, max_length=1_000_000)]


class ReplayAsked(RecordAsked):
    """A record and one of its steps."""

    number: Annotated[int, Field(ge=1, description="Which record of the text.")] = 1
    step: Annotated[int, Field(ge=0)] | None = None


class ErrorTold(Told):
    """Why a record was refused, and at which action."""

    action: int | None
    message: str
    cite: str | None


class Settled(Told):
    """One record of a text: its settlement, or the refusal in its place."""

    settlement: Settlement | None = None
    error: ErrorTold | None = None


class Verdict(Told):
    """Whether a record is what it says it is, and the first difference if it is not."""

    record: int
    holds: bool
    claimed: bool
    draws: int
    difference: Fields | None


class Verified(Told):
    """Every record of a text."""

    holds: bool
    results: list[Verdict]


class Moment(Told):
    """A table after a step of its record."""

    step: int
    length: int
    action: Fields | None
    events: list[Event]
    lines: list[Line]
    turn: list[str]
    settlement: Settlement
    felt: str


class TableAsked(Asked):
    """A table to be opened."""

    game: Annotated[str, Field(description=_GAME, max_length=120)]
    settings: Annotated[Fields, Field(description="What the document leaves to the house.", max_length=50)] = {}
    title: Annotated[str, Field(max_length=80)] = ""
    deal: Literal["system", "croupier"] = "system"


class Info(Told):
    """A table as it was opened."""

    id: str
    game: str
    title: str
    settings: Fields
    deal: Literal["system", "croupier"]
    opened_at: str
    closed_at: str | None


class SeatAsked(Asked):
    """A seat to be taken."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    role: Literal["player", "croupier", "spectator"] = "player"


class Ticket(Told):
    """A seat that was taken: keep the token, it is told once."""

    table: str
    role: str
    name: str
    token: str


class Seat(Told):
    """Somebody at a table."""

    name: str
    role: str
    taken_at: str
    left_at: str | None


class Sent(Asked):
    """What is asked of a table; ``after`` is the last entry that the caller knows of."""

    after: Annotated[int, Field(ge=0)] | None = None


class ActionAsked(Sent):
    """Something to be done at a table."""

    action: Annotated[Fields, Field(description=_ACTION, max_length=50)]


class UndoAsked(Sent):
    """Something to be taken back: the last that was done, or an entry by its number."""

    seq: Annotated[int, Field(ge=1)] | None = None


class Step(Told):
    """One entry of a table's journal and what it brought about."""

    seq: int
    kind: Literal["action", "draw", "undo", "promise", "reveal", "close"]
    by: str | None
    at: str
    body: Fields
    events: list[Event]
    lines: list[Line]
    undone: int | None
    digest: str


class Receipt(Told):
    """What an action brought; it is durable."""

    table: str
    seq: int
    steps: list[Step]
    turn: list[str]


class Update(Step):
    """Something that has just become durable, and how the table stands after it."""

    table: str
    players: dict[str, Account]
    turn: list[str]
    closed: str | None


class View(Info):
    """How a table stands, as the reader may see it."""

    seq: int
    seats: list[Seat]
    you: Seat | None
    turn: list[str]
    closed: str | None
    players: dict[str, Account]
    standing: list[Position]
    drawn: list[Fields]
    events: list[Event]
    lines: list[Line]
    commitment: str | None
    revealed: Fields | None
    may_draw: bool
    may_lead: bool


class Offer(Told):
    """Something that may be done now, with its bounds."""

    verb: str
    word: str
    who: str = ""
    places: list[Place] = [[]]
    minimum: Amount | None = None
    maximum: Amount | None = None
    step: int = 1
    outcomes: list[Any] = []
    unsettled: list[Any] = []
    cite: str | None = None


class BetTold(Told):
    """A bet as a record writes it."""

    player: str
    bet: str
    on: Place = []
    stake: int


class RulingNow(Told):
    """An irregular play at this moment of the table."""

    irregular: str
    situation: str
    ruling: str
    effect: str
    cite: str
    fits: bool
    why: str | None


class Books(Told):
    """The ledger of a table."""

    balance: bool
    accounts: dict[str, Amount]
    lying: Amount
    unbalanced: list[int]

"""Actions: everything that can happen at a table, each a small frozen thing with one verb.

The same few verbs serve every game. Chance is one of them: a ball, a die or a card that the croupier keyed in, that a
generator drew, or that stands in a record, all arrive as the same action.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.table.errors import BadRecord
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

Place = tuple[Any, ...]
_PIPS = frozenset("123456")
CHANCE_VERBS = ("ball", "number", "dice", "card", "cards", "numbers")
_OF_ONE = ("ball", "number")


@dataclass(frozen=True, slots=True)
class Bet:
    """A player puts a stake on a place.

    >>> Bet("ana", "pleno", (17,), 10).as_record()
    {'player': 'ana', 'bet': 'pleno', 'on': [17], 'stake': 10}
    """

    player: str
    bet: str
    on: Place
    stake: int

    def as_record(self) -> dict[str, Any]:
        """The action as a record writes it."""
        shown: dict[str, Any] = {"player": self.player, "bet": self.bet}
        if self.on:
            shown["on"] = list(self.on)
        shown["stake"] = self.stake
        return shown


@dataclass(frozen=True, slots=True)
class Decision:
    """A player decides something that the document leaves to the player.

    >>> Decision("luis", "prison").as_record()
    {'player': 'luis', 'do': 'prison'}
    """

    player: str
    do: str
    on: Place = ()
    to: int | None = None
    details: tuple[tuple[str, Any], ...] = ()

    def as_record(self) -> dict[str, Any]:
        """The action as a record writes it."""
        shown: dict[str, Any] = {"player": self.player, "do": self.do}
        if self.on:
            shown["on"] = list(self.on) if len(self.on) > 1 else self.on[0]
        if self.to is not None:
            shown["to"] = self.to
        shown.update(self.details)
        return shown

    def detail(self, name: str, otherwise: Any = None) -> Any:
        """One of the decision's further words, such as the colour of the chips."""
        return dict(self.details).get(name, otherwise)


@dataclass(frozen=True, slots=True)
class Call:
    """The croupier says something that changes what may be done.

    >>> Call("no-va-mas").as_record()
    {'call': 'no-va-mas'}
    """

    call: str
    details: tuple[tuple[str, Any], ...] = ()

    def as_record(self) -> dict[str, Any]:
        """The action as a record writes it."""
        return {"call": self.call, **dict(self.details)}


@dataclass(frozen=True, slots=True)
class Chance:
    """What the wheel, the dice or the shoe did.

    >>> Chance("ball", 17).as_record()
    {'ball': 17}
    """

    verb: str
    value: Any

    def as_record(self) -> dict[str, Any]:
        """The action as a record writes it."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {self.verb: value}


@dataclass(frozen=True, slots=True)
class Irregular:
    """An irregular play, by its id in the game's file, with what the ruling needs to know.

    >>> Irregular("bola-fuera").as_record()
    {'irregular': 'bola-fuera'}
    """

    irregular: str
    player: str | None = None
    bet: str | None = None
    on: Place = ()
    stake: int | None = None
    details: tuple[tuple[str, Any], ...] = field(default=())

    def as_record(self) -> dict[str, Any]:
        """The action as a record writes it."""
        shown: dict[str, Any] = {"irregular": self.irregular}
        for name in ("player", "bet"):
            if getattr(self, name) is not None:
                shown[name] = getattr(self, name)
        if self.on:
            shown["on"] = list(self.on)
        if self.stake is not None:
            shown["stake"] = self.stake
        shown.update(self.details)
        return shown


Action = Bet | Decision | Call | Chance | Irregular


def place(value: Any) -> Place:
    """The place of a bet as the round uses it: a tuple, whatever way it was written.

    >>> place([1, 2]), place(6), place(None)
    ((1, 2), (6,), ())
    """
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return tuple(value)
    return (value,)


def as_written(value: Any) -> str:
    """A value as a record writes it, for the sentence that refuses it.

    >>> as_written(None), as_written(True), as_written("ten"), as_written({"x": [5, None]})
    ('null', 'true', "'ten'", '{x: [5, null]}')
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {as_written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_written, value)) + "]"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def whole_number(value: Any, field_name: str) -> int:
    """A whole number, or a sentence that names the field."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(
            N_("The field {field} must be a whole number of chips, not {value}."),
            field=field_name,
            value=as_written(value),
        )
    return value


def _word(value: Any, field_name: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or str(value).strip() == "":
        raise BadRecord(N_("The field {field} must be a word, not {value}."), field=field_name, value=as_written(value))
    return str(value)


def _scalars(value: Any, field_name: str) -> Place:
    result = place(value)
    for item in result:
        if isinstance(item, bool) or not isinstance(item, (int, str)):
            raise BadRecord(
                N_("The field {field} holds {value}, which is not a number or a word."),
                field=field_name,
                value=as_written(item),
            )
    return result


def _rest(written: dict[str, Any], known: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    extra: list[tuple[str, Any]] = []
    for key, value in written.items():
        if key in known:
            continue
        extra.append((key, tuple(value) if isinstance(value, list) else value))
    return tuple(extra)


_TAKES = {
    "bet": N_("The action has the unknown field {field}; a bet takes: {known}."),
    "do": N_("The action has the unknown field {field}; this decision takes: {known}."),
    "call": N_("The action has the unknown field {field}; this call takes: {known}."),
    "irregular": N_("The action has the unknown field {field}; this irregular play takes: {known}."),
}
_OUTCOME = N_("The action has the unknown field {field}; an outcome takes: {known}.")


def only_fields(written: Iterable[str], verb: str, known: Iterable[str]) -> None:
    """Refuse the fields of an action that nobody knows, in the words of its verb; the verb is a field of its own.

    >>> only_fields(["player", "card"], "call", ["number"])
    Traceback (most recent call last):
    tapete.table.errors.BadRecord: The action has the unknown field player; this call takes: call, number.
    """
    takes = tuple(dict.fromkeys((verb, *known)))
    unknown = [key for key in written if key not in takes]
    if unknown:
        raise BadRecord(_TAKES.get(verb, _OUTCOME), field=unknown[0], known=takes)


def read_action(written: Any) -> Action:
    """One line of a record as an action.

    >>> read_action({"player": "ana", "bet": "caballo", "on": [1, 2], "stake": 50})
    Bet(player='ana', bet='caballo', on=(1, 2), stake=50)
    >>> read_action({"ball": "00"})
    Chance(verb='ball', value='00')
    """
    if not isinstance(written, dict) or not written:
        raise BadRecord(
            N_("An action is a line such as {{ball: 17}} or {{player: ana, bet: rojo, stake: 10}}, not {value}."),
            value=as_written(written),
        )
    for key in written:
        if not isinstance(key, str):
            raise BadRecord(N_("The field {field} is not a word."), field=repr(key))
    if "irregular" in written:
        return _read_irregular(written)
    chance = () if "call" in written else CHANCE_VERBS  # a call may name cards, as an irregular play may
    verbs = [key for key in ("bet", "do", "call", *chance) if key in written]
    if len(verbs) != 1:
        raise BadRecord(
            N_("An action has exactly one verb (bet, do, call, irregular, ball, number, dice or cards); here: {here}."),
            here=verbs or list(written),
        )
    verb = verbs[0]
    if verb == "bet":
        return _read_bet(written)
    if verb == "do":
        return _read_decision(written)
    if verb == "call":
        return Call(_word(written["call"], "call"), _rest(written, ("call",)))
    only_fields(written, verb, ())
    value = written[verb]
    if verb == "dice":
        return Chance(verb, dice_shown(value))
    if value is None:
        raise BadRecord(N_("The field {field} is empty."), field=verb)
    read = _scalars(value, verb)
    if verb in _OF_ONE and len(read) != 1:
        raise BadRecord(N_("The field {field} takes one value, not {value}."), field=verb, value=as_written(value))
    return Chance(verb, read if isinstance(value, list) and verb not in _OF_ONE else read[0])


def dice_shown(written: Any) -> Any:
    """What the dice show: a list, or as the documents write a pair, with a hyphen.

    >>> dice_shown([4, "3"]), dice_shown("3-3"), dice_shown(5)
    ((4, 3), (3, 3), 5)
    """
    if written is None:
        raise BadRecord(N_("The field {field} is empty."), field="dice")
    if isinstance(written, str) and "-" in written:
        written = written.split("-")
    read = tuple(map(_face, _scalars(written, "dice")))
    return read if isinstance(written, (list, tuple)) else read[0]


def _face(shown: int | str) -> int | str:
    """What a die shows: pips are a number, quoted or not."""
    return int(shown) if isinstance(shown, str) and shown.strip() in _PIPS else shown


def _read_bet(written: dict[str, Any]) -> Bet:
    only_fields(written, "bet", ("player", "on", "stake"))
    for needed in ("player", "stake"):
        if needed not in written:
            raise BadRecord(N_("The bet lacks the field {field}."), field=needed)
    return Bet(
        _word(written["player"], "player"),
        _word(written["bet"], "bet"),
        _scalars(written.get("on"), "on"),
        whole_number(written["stake"], "stake"),
    )


def _read_decision(written: dict[str, Any]) -> Decision:
    if "player" not in written:
        raise BadRecord(N_("The decision lacks the field {field}."), field="player")
    to = written.get("to")
    return Decision(
        _word(written["player"], "player"),
        _word(written["do"], "do"),
        _scalars(written.get("on"), "on"),
        None if to is None else whole_number(to, "to"),
        _rest(written, ("player", "do", "on", "to")),
    )


def _read_irregular(written: dict[str, Any]) -> Irregular:
    stake = written.get("stake")
    return Irregular(
        _word(written["irregular"], "irregular"),
        _word(written["player"], "player") if "player" in written else None,
        _word(written["bet"], "bet") if "bet" in written else None,
        _scalars(written.get("on"), "on"),
        None if stake is None else whole_number(stake, "stake"),
        _rest(written, ("irregular", "player", "bet", "on", "stake")),
    )

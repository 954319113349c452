"""The games: one folder a family, and the door to them all.

>>> from tapete.games import rules, table
>>> game = rules("pv-1996/ruleta-francesa")
>>> game.bets["pleno"].pays
Fraction(35, 1)
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.catalogue import paths
from tapete.catalogue.load import CATALOGUES, Library, faults
from tapete.catalogue.load import library as load_all
from tapete.table.errors import BadCatalogue, BadRecord, Mistake, Refused, TapeteError, Unknown
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tapete.catalogue.model import Game
    from tapete.table.advice import Advice
    from tapete.table.record import Record
    from tapete.table.round import Round, Settlement

_IDENTITY = ("catalogue", "id", "family")
FAMILIES = {
    "blackjack": "tapete.games.blackjack",
    "craps": "tapete.games.craps",
    "dice": "tapete.games.dice",
    "roulette": "tapete.games.roulette",
    "war": "tapete.games.war",
    "wheels": "tapete.games.wheels",
}


def family(name: str) -> Any:
    """A family's package; imported when it is first asked for."""
    if name not in FAMILIES:
        raise Unknown(N_("There is no family of games called {name}."), name=name)
    return importlib.import_module(FAMILIES[name])


def model_of(name: str) -> type[Game] | None:
    """The typed shape of a family's files."""
    return family(name).GAME if name in FAMILIES else None


@lru_cache(maxsize=8)
def library(root: Path | None = None) -> Library:
    """Every catalogue, validated."""
    return load_all(root, model_of)


def game_data(name: str, root: Path | None = None) -> dict[str, Any]:
    """A game's facts as plain data, by its full id or by the path of a file that holds a changed copy.

    >>> game_data("cl-2023/big-six")["family"]
    'wheels'
    """
    file = _file_of(name)
    return library(root).game(name) if file is None else _from_file(file, name.partition("#")[2], root)


def _file_of(name: str) -> Path | None:
    """The file that a name is the path of."""
    path = name.partition("#")[0]
    return Path(path) if path.endswith((".yaml", ".yml")) else None


def _from_file(path: Path, modality: str, root: Path | None) -> dict[str, Any]:
    from tapete.catalogue.load import load_file

    games = load_file(path, root or CATALOGUES, model_of)
    if modality:
        chosen = [game for game in games if game["id"].rpartition("/")[2] == modality]
    else:
        chosen = [game for game in games if "/" not in game["id"]] or games
    if len(chosen) != 1:
        known = [f"{path}#{g['id'].rpartition('/')[2]}" for g in games]
        raise Unknown(N_("{name} has modalities; name one of them: {known}."), name=str(path), known=known)
    return chosen[0]


def changed(
    data: dict[str, Any], changes: Mapping[str, Any], readings: Mapping[str, str], root: Path | None = None
) -> dict[str, Any]:
    """The facts with readings switched and facts changed; what results is validated like a file."""
    for name, option in readings.items():
        data = _switched(data, name, option, root)
    for path, value in changes.items():
        if path in _IDENTITY:
            raise Unknown(N_("{path} says which game this is; it is no fact to change."), path=path)
        paths.get(data, path.rpartition(".")[0])
        data = paths.change(data, path, value)
    return data


def _switched(data: dict[str, Any], name: str, option: str, root: Path | None) -> dict[str, Any]:
    known = data.get("readings", {})
    if name not in known:
        raise Refused(N_("There is no reading {name}; there are: {known}."), name=name, known=list(known) or "-")
    options = known[name]["options"]
    if option not in options:
        raise Refused(
            N_("The reading {name} has no option {option}; it has: {known}."),
            cite=known[name]["cite"],
            name=name,
            option=option,
            known=list(options),
        )
    for path, value in options[option].get("set", {}).items():
        data = paths.change(data, path, value)
    for path, source in options[option].get("borrow", {}).items():
        lender, _, there = source.partition("#")
        lent = paths.get(library(root).game(lender), there or path)
        data = paths.change(data, path, _credited(lent, path, lender.partition("/")[0]))
    switched: dict[str, Any] = paths.change(data, f"readings.{name}.runs", option)
    return switched


def _credited(fact: Any, path: str, lender: str) -> Any:
    """A fact taken from another document, with that document's name in front of every section that it cites.

    >>> _credited({"pays": 35, "cite": "4.1.6.2"}, "bets.pleno", "bo-2025")
    {'pays': 35, 'cite': 'bo-2025 4.1.6.2'}
    """
    if isinstance(fact, dict):
        return {key: _credited(value, key, lender) for key, value in fact.items()}
    if path.endswith("cite") and isinstance(fact, str):
        return f"{lender} {fact}"
    return fact


def validated(data: dict[str, Any]) -> Game:
    """Plain facts as the family's typed rules."""
    from pydantic import ValidationError

    model = model_of(str(data.get("family")))
    if model is None:
        raise Unknown(N_("There is no family of games called {name}."), name=str(data.get("family")))
    try:
        return model.model_validate(data)
    except ValidationError as error:
        name = f"{data.get('catalogue')}/{data.get('id')}"
        raise BadCatalogue([_misplaced(name, field, what) for field, what in faults(error, data)]) from None


def _misplaced(where: str, field: tuple[str | int, ...], what: object) -> str:
    return f"{where}: {'.'.join(map(str, field)) or '-'}: {what}"


def faults_of(game: dict[str, Any]) -> list[tuple[tuple[str | int, ...], str]]:
    """Why a table of a game cannot be opened: each mistake of its facts with the field; empty when there is none."""
    from pydantic import ValidationError

    model = model_of(game["family"])
    assert model is not None
    try:
        family(game["family"]).cloth(model.model_validate(game))
    except ValidationError as error:
        return faults(error, game)
    except Mistake as mistake:
        return [(mistake.field, str(mistake))]
    return []


def rules(
    name: str,
    changes: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
    root: Path | None = None,
) -> Game:
    """A game's typed rules, with facts changed or readings switched if asked.

    >>> rules("pv-1996/boule", {"bets.numero-entero.pays": 8}).bets["numero-entero"].pays
    Fraction(8, 1)
    """
    return _opened(name, _key(changes), _key(readings), root)[0]


def _key(values: Mapping[str, Any] | None) -> tuple[tuple[str, Any], ...]:
    return tuple((k, _frozen(v)) for k, v in (values or {}).items())


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, dict):
        return _Mapping(value)
    return value


class _Mapping(dict[str, Any]):
    """A changed fact that is itself a list of names and values; hashable so that it can be remembered."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(repr(sorted(self.items())))


@lru_cache(maxsize=64)
def _opened(
    name: str, changes: tuple[tuple[str, Any], ...], readings: tuple[tuple[str, str], ...], root: Path | None
) -> tuple[Game, Any]:
    data = game_data(name, root)
    if changes or readings:
        data = changed(data, {k: list(v) if isinstance(v, tuple) else v for k, v in changes}, dict(readings), root)
    game = validated(data)
    try:
        return game, family(game.family).cloth(game)
    except Mistake as mistake:
        raise BadCatalogue([_where(name, data, root, mistake)]) from None


def _where(name: str, data: dict[str, Any], root: Path | None, mistake: Mistake) -> str:
    """A mistake that only the cloth shows: at its line in a file outside the catalogues, else at its game."""
    from tapete.catalogue.load import at, source_of

    file = _file_of(name)
    if file is None:
        return _misplaced(f"{data['catalogue']}/{data['id']}", mistake.field, mistake)
    return at(source_of(data, root or CATALOGUES, file), mistake.field, str(mistake))


def table(
    name: str,
    settings: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    root: Path | None = None,
) -> Round:
    """Open a table of a game.

    >>> from tapete.table.actions import Bet, Chance
    >>> round = table("pv-1996/ruleta-francesa", {"minimum": 5, "maximum": 250})
    >>> settlement = round.play([Bet("ana", "caballo", (1, 2), 50), Chance("ball", 2)])
    >>> settlement.as_json()["players"]
    {'ana': {'staked': 50, 'returned': 900, 'net': 850}}
    """
    settings = dict(settings or {})
    game, places = _opened(name, _key(changes), _key(chosen_readings(name, settings, root)), root)
    opened: Round = family(game.family).new_round(game, places, settings)
    if _file_of(name) is not None:
        opened.game = name  # a changed copy does not go under the name of the document's game
    return opened


def advice(round: Round) -> tuple[Advice, ...]:
    """What each decision that players may take now is worth; nothing where the family has no such figures.

    >>> from tapete.table.actions import Bet, Chance
    >>> round = table("cl-2023/war")
    >>> _ = round.play([Bet("ana", "war", (), 100), Chance("cards", ("8d", "8c"))])
    >>> advice(round)[0].best.word
    'war'
    """
    rules_of: Any = getattr(round, "rules", None)
    advise = None if rules_of is None else getattr(family(rules_of.family), "advice", None)
    return advise(round) if advise is not None else ()


def chosen_readings(name: str, settings: Mapping[str, Any], root: Path | None = None) -> dict[str, str]:
    """The readings that a table's settings choose: by name, or by a shorthand of the game's file."""
    chosen = settings.get("readings") or {}
    if not isinstance(chosen, dict) or not all(isinstance(v, (str, int)) for v in chosen.values()):
        raise BadRecord(N_("The field {field} must be a list of names and values."), field="table.readings")
    result = {str(k): str(v) for k, v in chosen.items()}
    for setting, reading in (game_data(name, root).get("shorthand") or {}).items():
        if setting in settings:
            result[reading] = str(settings[setting])
    return result


def settle(record: Record, changes: Mapping[str, Any] | None = None, root: Path | None = None) -> Settlement:
    """Play a record to its end; a refusal names the action by its number."""
    return replay(record, changes, root).settlement()


def replay(record: Record, changes: Mapping[str, Any] | None = None, root: Path | None = None) -> Round:
    """The table as it stands after a record."""
    try:
        opened = table(record.game, record.table, changes, root)
    except Refused:
        raise
    except TapeteError as error:
        refusal = Refused(N_("{why}"), cite=error.cite, why=error)
        raise refusal from None
    opened.play(record.actions)
    return opened

"""Tables of every game under every reading, and a player who answers zero by a policy: for the tests of odds."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from tapete.games import library, table
from tapete.games.wheels.odds import Laid
from tapete.lab.contract import odds_of
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import Refused
from tapete.table.round import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tapete.table.money import Money


ONE_DRAW = ("wheels", "roulette", "dice")
TOUCHES_CHIPS = ("play", "pays", "without_point", "asked_until", "placed", "rounding")


def variants() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game that one draw decides as it stands, and once more for each option of a reading, where it is priced."""
    return ((name, readings) for name, readings in _variants() if priced(table(name, {"readings": readings})))


def _variants() -> Iterator[tuple[str, dict[str, str]]]:
    return _of_families(ONE_DRAW)


def craps_variants(touching: tuple[str, ...] = TOUCHES_CHIPS) -> Iterator[tuple[str, dict[str, str]]]:
    """Every craps table as its document has it, and once more for each option of a reading that touches these facts."""
    for name, readings in _of_families(("craps",)):
        facts = library().games[name]["readings"]
        changed = [path for reading, option in readings.items() for path in facts[reading]["options"][option]["set"]]
        if not readings or ("mini" not in name and any(part in path for path in changed for part in touching)):
            yield name, readings


def _of_families(families: tuple[str, ...]) -> Iterator[tuple[str, dict[str, str]]]:
    for name, data in library().games.items():
        if data["family"] not in families:
            continue
        yield name, {}
        for reading, facts in (data.get("readings") or {}).items():
            for option, change in facts["options"].items():
                if option != facts["runs"] and (change.get("set") or change.get("borrow")):
                    yield name, {reading: option}


def priced(round: Any) -> list[Any]:
    return [spot for places in round.cloth.places.values() for spot in places.values() if spot.priced]


def lay_bets(round: Any, random: Random, number: int) -> list[Bet]:
    """Random bets laid on the table, those that it accepts with what lies there already."""
    laid: list[Bet] = []
    for spot in random.sample(priced(round), k=min(number, len(priced(round)))):
        bounds = bounds_of(round, spot)
        least = -(-int(bounds.minimum) // bounds.step)
        most = 50 * least if bounds.maximum is None else int(bounds.maximum) // bounds.step
        bet = Bet("ana", spot.bet, spot.on, bounds.step * random.randint(least, max(least, min(most, 50 * least))))
        with suppress(Refused):
            round.apply(bet)
            laid.append(bet)
    return laid


def bounds_of(round: Any, spot: Any) -> Any:
    """The limits of a place; where a bet lies on a number, they may depend on it."""
    bounds = round.house.bounds
    return bounds[spot.bet] if spot.bet in bounds else bounds[spot.bet, spot.number]


def somebody_throws(opened: Any, throw: tuple[int, int]) -> None:
    """A throw, for which somebody at the table has a bet on the line."""
    if CHANCE not in opened.turn():
        line = opened.cloth.lines[0]
        opened.apply(Bet("mesa", line, (), int(opened.house.bounds[line, None].minimum)))
    opened.apply(Chance("dice", throw))


def play_out(name: str, settings: dict[str, Any], bets: Iterable[Bet], outcomes: Iterable[Any], policy: str) -> Any:
    """A table after the bets and these outcomes, every zero answered."""
    opened: Any = table(name, settings)
    opened.play(bets)
    for outcome in outcomes:
        spin(opened, outcome, policy)
    return opened


def spin(opened: Any, outcome: Any, policy: str) -> None:
    verb = opened.rules.wheel.verb if hasattr(opened.rules, "wheel") else "dice"
    opened.apply(Chance(verb, outcome))
    for position in [p for p in opened.standing if p.waits]:
        opened.apply(Decision(position.player, answer(opened, position, policy), (position.bet, *position.on)))


def answer(opened: Any, position: Any, policy: str) -> str:
    """What a player says at a zero; the best answer depends on what was staked and on how many zeros have come."""
    if policy != "best":
        return policy
    staked = next(
        action.stake
        for action in reversed(opened.actions)
        if isinstance(action, Bet) and (action.bet, action.on) == (position.bet, position.on)
    )
    odds: Any = odds_of(opened)
    line = odds._line(Laid(position.spot, staked), odds.terms)
    return "half" if line.held[min(position.counter, len(line.held)) - 1].takes_half(policy) else "prison"


def returned(opened: Any) -> dict[tuple[str, Any], Money]:
    """What came back on each place."""
    back: dict[tuple[str, Any], Money] = {}
    for one in opened.lines:
        back[one.bet, one.on] = back.get((one.bet, one.on), 0) + one.returned
    return back

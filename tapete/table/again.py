"""The bets of the last play, to be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table.actions import Bet, Decision

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tapete.table.actions import Action, Place
    from tapete.table.round import Line, Round

Key = tuple[str, str, "Place"]
_TAKEN_DOWN = "taken-down"


def last_bets(round: Round) -> list[Bet]:
    """The bets that have been decided since somebody last bet, as they lay; those that still stand are not among them.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Chance
    >>> opened = table("pv-1996/boule")
    >>> _ = opened.play([Bet("ana", "rojo", (), 5), Decision("ana", "raise", ("rojo",), 8), Chance("ball", 3)])
    >>> last_bets(opened)
    [Bet(player='ana', bet='rojo', on=(), stake=8)]
    """
    lying: dict[Key, int] = {}
    decided: dict[Key, int] = {}
    more = False
    for action, lines in round.brought():
        more |= isinstance(action, Bet)
        _lay(action, lying)
        gone = [key for line in lines if (key := _put_down(line, lying)) is not None]
        if gone and more:
            decided, more = {}, False
        decided |= {key: lying.pop(key) for key in dict.fromkeys(gone)}
    return [Bet(player, bet, on, stake) for (player, bet, on), stake in decided.items()]


def _lay(action: Action, lying: dict[Key, int]) -> None:
    """What lies on the table after a bet is made, raised, lowered or taken back."""
    if isinstance(action, Bet):
        key = action.player, action.bet, action.on
        lying[key] = lying.get(key, 0) + action.stake
    elif isinstance(action, Decision) and action.do in ("take-down", "raise", "lower"):
        named = _named(action, lying)
        if named is None:
            return
        if action.to is None:
            del lying[named]
        else:
            lying[named] = action.to


def _named(action: Decision, lying: Iterable[Key]) -> Key | None:
    """The stake that a decision is about: the one it names, or the player's only one."""
    mine = [key for key in lying if key[0] == action.player]
    return next((key for key in mine if (key[1], *key[2])[: len(action.on)] == action.on), mine[0] if mine else None)


def _put_down(line: Line, lying: Collection[Key]) -> Key | None:
    """Where a stake that has been decided was put down: where it lay, or elsewhere if it has moved since."""
    if line.result == _TAKEN_DOWN:
        return None
    if (line.player, line.bet, line.on) in lying:
        return line.player, line.bet, line.on
    mine = [key for key in lying if key[:2] == (line.player, line.bet)]
    there = (key for key in mine if sorted(map(str, key[2])) == sorted(map(str, line.on)))
    return next(there, next((key for key in mine if not key[2]), None))

"""A study: one game under given facts, readings and limits, the stakes laid on its table, and a way of playing."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tapete import games
from tapete.catalogue import paths
from tapete.lab.contract import BEST, Kernel, Odds, kernel_of, odds_of
from tapete.table.errors import Refused, Unknown
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tapete.table.actions import Bet
    from tapete.table.distribution import BetOdds, Joint
    from tapete.table.round import Round


@dataclass(frozen=True)
class Change:
    """A fact that the study changes: what the document says and what is asked instead."""

    path: str
    before: Any
    after: Any

    def as_json(self) -> dict[str, Any]:
        """The change for programs."""
        return {"path": self.path, "before": self.before, "after": self.after}


@dataclass(frozen=True)
class Study:
    """What is asked of the laboratory. ``strategy`` is a file that says how to play, instead of ``policy``.

    >>> from tapete.table.actions import Bet
    >>> study = Study("pv-1996/ruleta-francesa", bets=(Bet("ana", "rojo", (), 100), Bet("ana", "pleno", (17,), 5)))
    >>> study.joint.staked, study.joint.edge
    (Fraction(105, 1), Fraction(11, 777))
    """

    game: str
    table: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    bets: tuple[Bet, ...] = ()
    policy: str = BEST
    stake: int | None = None
    root: Path | None = None
    strategy: str | None = None

    def __post_init__(self) -> None:
        """What cannot be studied is refused at once: a bet, a fact or a way of playing that the game does not have."""
        if self.policy not in self.odds.policies:
            raise Refused(
                N_("{policy} is no way of playing {game}; there are: {known}."),
                policy=self.policy,
                game=self.game,
                known=list(self.odds.policies),
            )

    @cached_property
    def round(self) -> Round:
        """The table with the stakes on it."""
        opened = games.table(self.game, self.table, self.changes, self.root)
        opened.play(self.bets)
        return opened

    @cached_property
    def odds(self) -> Odds:
        """Its exact mathematics."""
        return odds_of(self.round)

    @cached_property
    def rows(self) -> tuple[BetOdds, ...]:
        """The odds of every bet of the game, for somebody who plays by the policy."""
        found = self.odds.bets(self.stake)
        return found if self.policy == BEST else tuple(row.played(self.policy) for row in found)

    @cached_property
    def joint(self) -> Joint:
        """The odds of the stakes together."""
        return self.odds.joint(self.strategy or self.policy)

    def kernel(self) -> Kernel:
        """The simulation of the stakes."""
        if not self.bets:
            raise Refused(N_("Nothing is laid on the table: name at least one bet."))
        return kernel_of(self.round, self.strategy or self.policy)

    @cached_property
    def readings(self) -> dict[str, str]:
        """The readings that are switched, each to its option."""
        return games.chosen_readings(self.game, self.table, self.root)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The game's facts as they are studied."""
        data = games.game_data(self.game, self.root)
        return games.changed(data, self.changes, self.readings, self.root)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The document that the game stands in."""
        return games.library(self.root).catalogue(self.facts["catalogue"])

    @cached_property
    def altered(self) -> tuple[Change, ...]:
        """The facts that differ from the document because the study says so."""
        data = games.changed(games.game_data(self.game, self.root), {}, self.readings, self.root)
        return tuple(Change(path, _before(data, path), value) for path, value in self.changes.items())

    @property
    def fingerprint(self) -> str:
        """A hash of every fact and setting that the figures rest on."""
        told = {"facts": self.facts, "table": dict(self.table)}
        written = json.dumps(told, sort_keys=True, ensure_ascii=False, default=str)
        return hashlib.sha256(written.encode()).hexdigest()

    def command(self, verb: str, *more: str) -> str:
        """The command that repeats the study.

        >>> Study("pv-1996/boule", {"minimum": 5}).command("odds", "--json")
        'tapete odds pv-1996/boule --table minimum=5 --json'
        """
        words = ["tapete", verb, self.game]
        for bet in self.bets:
            words += ["--bet", " ".join(part for part in (bet.bet, "-".join(map(str, bet.on)), str(bet.stake)) if part)]
        words += [] if self.policy == BEST else ["--policy", self.policy]
        words += [] if self.strategy is None else ["--strategy", self.strategy]
        words += [] if self.stake is None else ["--stake", str(self.stake)]
        for name, value in self.table.items():
            if name != "readings":
                words += ["--table", f"{name}={_written(value)}"]
        for name, value in (self.table.get("readings") or {}).items():
            words += ["--reading", f"{name}={value}"]
        for name, value in self.changes.items():
            words += ["--set", f"{name}={_written(value)}"]
        words += [] if self.root is None else ["--catalogues", str(self.root)]
        return shlex.join([*words, *more])

    def as_json(self) -> dict[str, Any]:
        """The question for programs."""
        return {
            "game": self.game,
            "table": {name: value for name, value in self.table.items() if name != "readings"},
            "readings": self.readings,
            "changes": [change.as_json() for change in self.altered],
            "bets": [{"bet": bet.bet, "on": list(bet.on), "stake": bet.stake} for bet in self.bets],
            "policy": self.policy,
            **({} if self.strategy is None else {"strategy": self.strategy}),
            "fingerprint": self.fingerprint,
        }


def _before(data: dict[str, Any], path: str) -> Any:
    try:
        return paths.get(data, path)
    except Unknown:
        return None


def _written(value: Any) -> str:
    """A value so that the command line reads it back."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

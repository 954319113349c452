"""Claims: what somebody says came out of a record, compared with what does come out.

A claim has the shape that ``tapete settle --json`` prints, whole or in part. Sentences are not compared: they depend on
the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.table.errors import BadRecord
from tapete.table.words import N_, Sentence, speaking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.table.errors import Refused

_FIELDS = ("game", "players", "lines", "standing", "events", "closed", "error", "action")
_SENTENCES = ("why", "text", "message")
_LISTS = ("lines", "standing", "events")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where claim and result part: which player, which line from 1, after which action from 1."""

    sentence: Sentence
    expected: Any = None
    got: Any = None
    player: str | None = None
    line: int | None = None
    action: int | None = None
    cite: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The difference for programs."""
        fields = ("action", "player", "line", "expected", "got", "cite")
        return {"message": str(self.sentence), **{name: getattr(self, name) for name in fields}}


def checked(claim: dict[str, Any]) -> dict[str, Any]:
    """The claim, or a sentence that says which of its fields is wrong.

    >>> checked({"players": {"ana": {"net": 35}}})
    {'players': {'ana': {'net': 35}}}
    """
    for name, value in claim.items():
        if name not in _FIELDS:
            raise BadRecord(
                N_("The claim has the unknown field {field}; it may have: {known}."), field=name, known=_FIELDS
            )
        if name in _LISTS and not isinstance(value, list):
            raise BadRecord(N_("The field {field} must be a list."), field=f"expect.{name}")
    players = claim.get("players", {})
    if not isinstance(players, dict) or not all(isinstance(account, dict) for account in players.values()):
        raise BadRecord(N_("The field {field} must be a list of names and values."), field="expect.players")
    for name in ("lines", "standing"):
        if not all(isinstance(item, dict) for item in claim.get(name, ())):
            raise BadRecord(N_("The field {field} must be a list of names and values."), field=f"expect.{name}")
    return claim


def first_difference(
    claim: dict[str, Any], result: dict[str, Any], closed: bool, origins: Sequence[int]
) -> Difference | None:
    """Where the claim first parts from the result; ``origins`` gives the action that decided each line."""
    return next(_differences(claim, result, closed, origins), None)


def _differences(
    claim: dict[str, Any], result: dict[str, Any], closed: bool, origins: Sequence[int]
) -> Iterator[Difference]:
    if "error" in claim:
        yield Difference(Sentence(N_("A refusal was claimed; the record plays to its end.")), claim["error"])
    if claim.get("game", result["game"]) != result["game"]:
        yield Difference(Sentence(N_("The claim is about another game.")), claim["game"], result["game"])
    if "lines" in claim:
        yield from _lines(claim["lines"], result["lines"], origins)
    if "standing" in claim:
        yield from _standing(claim["standing"], result["standing"])
    if "players" in claim:
        yield from _players(claim["players"], result, origins)
    if "events" in claim:
        yield from _events(claim["events"], result["events"])
    if claim.get("closed", closed) != closed:
        words = N_("The table is closed at the end.") if closed else N_("The table is not closed at the end.")
        yield Difference(Sentence(words), claim["closed"], closed)


def _lines(claimed: list[Any], lines: list[Any], origins: Sequence[int]) -> Iterator[Difference]:
    for number, (wanted, line) in enumerate(zip(claimed, lines, strict=False), start=1):
        for name in _differing(wanted, line):
            yield Difference(
                Sentence(
                    N_("Line {line}, {player}'s {bet}: {field} {expected} was claimed, {got} comes out."),
                    line=number,
                    player=line["player"],
                    bet=_bet(line),
                    field=name,
                    expected=_shown(wanted[name]),
                    got=_shown(line.get(name)),
                ),
                wanted[name],
                line.get(name),
                line["player"],
                number,
                origins[number - 1],
                line["cite"],
            )
    if len(claimed) > len(lines):
        missing = claimed[len(lines)]
        words = N_("Line {line} was claimed and does not come out: {claim}.")
        sentence = Sentence(words, line=len(lines) + 1, claim=_shown(missing))
        yield Difference(sentence, missing, None, missing.get("player"), len(lines) + 1)
    elif len(lines) > len(claimed):
        number, extra = len(claimed) + 1, lines[len(claimed)]
        sentence = Sentence(
            N_("Line {line}, {player}'s {bet}, comes out and was not claimed."),
            line=number,
            player=extra["player"],
            bet=_bet(extra),
        )
        yield Difference(sentence, None, extra, extra["player"], number, origins[number - 1], extra["cite"])


def _standing(claimed: list[Any], standing: list[Any]) -> Iterator[Difference]:
    left = list(standing)
    for wanted in claimed:
        fitting = next((position for position in left if not _differing(wanted, position)), None)
        if fitting is None:
            sentence = Sentence(N_("A standing bet was claimed that does not stand: {claim}."), claim=_shown(wanted))
            yield Difference(sentence, wanted, None, wanted.get("player"))
        else:
            left.remove(fitting)
    for position in left:
        sentence = Sentence(
            N_("{player}'s {bet} still stands and was not claimed."), player=position["player"], bet=_bet(position)
        )
        yield Difference(sentence, None, position, position["player"])


def _players(claimed: dict[str, Any], result: dict[str, Any], origins: Sequence[int]) -> Iterator[Difference]:
    for player, account in claimed.items():
        got = result["players"].get(player)
        if got is None:
            yield Difference(Sentence(N_("{player} takes no part."), player=player), account, None, player)
            continue
        mine = [(number, line) for number, line in enumerate(result["lines"]) if line["player"] == player]
        for name in _differing(account, got):
            sentence = Sentence(
                N_("{player}: {field} {expected} was claimed, {got} comes out."),
                player=player,
                field=name,
                expected=_shown(account[name]),
                got=_shown(got.get(name)),
            )
            number, line = mine[-1] if mine else (None, {})
            action = origins[number] if number is not None else None
            yield Difference(sentence, account[name], got.get(name), player, None, action, line.get("cite"))


def _events(claimed: list[Any], events: list[Any]) -> Iterator[Difference]:
    """Events are claimed by their kind or in their whole shape; others may stand between them."""
    left = iter(events)
    for wanted in claimed:
        shape = wanted if isinstance(wanted, dict) else {"event": wanted}
        if not any(not _differing(shape, event) for event in left):
            yield Difference(
                Sentence(N_("This was claimed and does not happen: {claim}."), claim=_shown(wanted)), wanted
            )
            return


def refusal_difference(claim: dict[str, Any] | None, refusal: Refused) -> Difference | None:
    """What a refusal makes of a claim: nothing if it was claimed, else the refusal itself."""
    error = (claim or {}).get("error")
    if not error:
        return Difference(Sentence("{why}", why=refusal), action=refusal.action, cite=refusal.cite)
    if isinstance(error, str):
        with speaking("en"):
            told_so = error.lower() in str(refusal).lower()
        if not told_so:
            sentence = Sentence(N_("The refusal claimed is {claim}; it is: {why}"), claim=error, why=refusal)
            return Difference(sentence, error, str(refusal), action=refusal.action, cite=refusal.cite)
    told = {"action": refusal.action, "cite": refusal.cite}
    wanted = dict(error) if isinstance(error, dict) else {}
    if claim and "action" in claim:
        wanted["action"] = claim["action"]
    for name in _differing(wanted, told):
        sentence = Sentence(
            N_("The refusal was claimed at {field} {expected}; it comes at {got}: {why}"),
            field=name,
            expected=_shown(wanted[name]),
            got=_shown(told.get(name)),
            why=refusal,
        )
        return Difference(sentence, wanted[name], told.get(name), action=refusal.action, cite=refusal.cite)
    return None


def _differing(wanted: dict[str, Any], got: dict[str, Any]) -> list[str]:
    """The written fields that do not agree, the money first."""
    order = sorted(wanted, key=lambda name: (name not in ("returned", "stake", "net", "staked"), name))
    return [name for name in order if name not in _SENTENCES and _plain(wanted[name]) != _plain(got.get(name))]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _bet(line: dict[str, Any]) -> str:
    return " ".join([line["bet"], *("-".join(map(str, line[k])) for k in ("on",) if line.get(k)), str(line["stake"])])


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(item)}" for name, item in value.items() if name not in _SENTENCES)
    if isinstance(value, list):
        return "-".join(_shown(item) for item in value)
    return "-" if value is None else str(value)

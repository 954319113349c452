"""Facts by their path: ``bets.pleno.pays`` reads, changes and lists them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from tapete.table.errors import Unknown
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator


def steps(path: str) -> list[str]:
    """The steps of a path; a step with dots in it is not supported, ids have none.

    >>> steps("bets.pleno.pays")
    ['bets', 'pleno', 'pays']
    """
    return [step for step in path.split(".") if step]


def get(data: Any, path: str) -> Any:
    """The fact at a path."""
    for step in steps(path):
        data = _child(data, step, path)
    return data


def change(data: Any, path: str, value: Any) -> Any:
    """A copy of the data with one fact changed; the path must exist up to its last step.

    >>> change({"bets": {"pleno": {"pays": 35}}}, "bets.pleno.pays", 36)
    {'bets': {'pleno': {'pays': 36}}}
    """
    changed = copy.deepcopy(data)
    *way, last = steps(path) or [""]
    here = changed
    for step in way:
        here = _child(here, step, path)
    if isinstance(here, dict):
        if value is None:
            here.pop(last, None)
        else:
            here[last] = value
    elif isinstance(here, list) and last.isdigit() and int(last) < len(here):
        here[int(last)] = value
    else:
        raise Unknown(N_("There is no fact at {path}."), path=path)
    return changed


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every fact with its path; a list of plain values counts as one fact."""
    if isinstance(data, dict) and not set(data) == {"es", "en"}:
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list) and any(isinstance(item, (dict, list)) for item in data):
        for index, item in enumerate(data):
            yield from leaves(item, f"{path}.{index}")
    else:
        yield path, data


def _child(data: Any, step: str, path: str) -> Any:
    if isinstance(data, dict) and step in data:
        return data[step]
    if isinstance(data, list) and step.isdigit() and int(step) < len(data):
        return data[int(step)]
    choices = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    raise Unknown(
        N_("There is no fact at {path}: {step} is not one of {choices}."),
        path=path,
        step=step,
        choices=[str(c) for c in choices] or "-",
    )

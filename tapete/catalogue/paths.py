"""Facts by their path: ``bets.pleno.pays`` reads, changes and lists them."""

from __future__ import annotations

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
    """The data with one fact changed; the path must exist up to its last step, and null takes the fact away.

    What the path does not touch is shared with the data as it was, which nobody changes in place.

    >>> change({"bets": {"pleno": {"pays": 35}}}, "bets.pleno.pays", 36)
    {'bets': {'pleno': {'pays': 36}}}
    """
    return _changed(data, steps(path) or [""], path, value)


def _changed(data: Any, way: list[str], path: str, value: Any) -> Any:
    step, *rest = way
    if rest:
        value = _changed(_child(data, step, path), rest, path, value)
    if isinstance(data, dict):
        kept = dict(data)
        if value is None:
            kept.pop(step, None)
        else:
            kept[step] = value
        return kept
    if _stands(data, step):
        return [value if index == int(step) else item for index, item in enumerate(data)]
    raise Unknown(N_("There is no fact at {path}."), path=path)


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every fact with its path; a list of plain values counts as one fact."""
    if isinstance(data, dict) and set(data) != {"es", "en"}:
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list) and any(isinstance(item, (dict, list)) for item in data):
        for index, item in enumerate(data):
            yield from leaves(item, f"{path}.{index}")
    else:
        yield path, data


def _stands(data: Any, step: str) -> bool:
    """Whether a step is the number of an item of a list."""
    return isinstance(data, list) and step.isdecimal() and len(step) < 10 and int(step) < len(data)


def _child(data: Any, step: str, path: str) -> Any:
    if isinstance(data, dict) and step in data:
        return data[step]
    if _stands(data, step):
        return data[int(step)]
    choices = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    raise Unknown(
        N_("There is no fact at {path}: {step} is not one of {choices}."),
        path=path,
        step=step,
        choices=[str(c) for c in choices] or "-",
    )

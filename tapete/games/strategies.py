"""Strategies as files: what every family shares of reading them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tapete.catalogue.load import Sourced, mistakes_of
from tapete.catalogue.model import Strict
from tapete.table import yaml12
from tapete.table.errors import BadRecord, Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

Model = TypeVar("Model", bound=Strict)


def read_file(name: str, model: type[Model], shipped: Mapping[str, Path]) -> Model:
    """A strategy from a file, or one that comes with Tapete; a mistake is told with its file, line and field."""
    path = shipped.get(name) or Path(name)
    try:
        document = yaml12.document(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRecord(
            N_("There is no strategy file {file}; those that come with Tapete are: {known}."),
            file=name,
            known=list(shipped) or "-",
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "UTF-8"
        raise BadRecord(N_("{file} cannot be read: {why}."), file=name, why=why) from None
    except Refused as broken:
        raise BadRecord(N_("{file}: {why}"), file=name, why=str(broken)) from None
    if not isinstance(document.data, dict):
        raise BadRecord(N_("{file} holds no strategy: it needs a title and rules."), file=name)
    source = Sourced(document.data, {path: (name, line) for path, line in document.lines.items()})
    mistakes = mistakes_of(source, model)
    if mistakes:
        raise BadRecord(N_("{mistakes}"), mistakes="\n".join(mistakes))
    return model.model_validate(document.data)

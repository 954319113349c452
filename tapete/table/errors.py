"""What Tapete says when something cannot be done: a sentence, the rule, and where it is written."""

from __future__ import annotations

from typing import Any, Self

from tapete.table.words import N_, Sentence, translate

_OF_THE_SYSTEM = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("Read-only file system"),
)


def system_reason(error: OSError | ValueError) -> str:
    """Why the system could not do something, in the language in use where it is one of the usual reasons.

    >>> system_reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return translate(getattr(error, "strerror", None) or str(error))


class TapeteError(Exception):
    """Anything that is the caller's to mend. ``str(error)`` is the sentence in the language in use."""

    def __init__(self, template: str, *, cite: str | None = None, **blanks: Any) -> None:
        self.sentence = Sentence(template, **{"cite": cite, **blanks})
        self.cite = cite
        super().__init__(template)

    def __str__(self) -> str:
        return str(self.sentence)


class Refused(TapeteError):
    """An action that the document does not allow now. The round stays exactly as it was."""

    def __init__(self, template: str, *, cite: str | None = None, **blanks: Any) -> None:
        super().__init__(template, cite=cite, **blanks)
        self.action: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The shape that ``tapete settle --json`` prints in place of a refused record."""
        return {"error": {"action": self.action, "message": str(self), "cite": self.cite}}


class BadRecord(Refused):
    """A record that cannot be read: its form is wrong, before any rule is asked."""


class BadCatalogue(TapeteError):
    """Catalogue data that cannot be used. ``mistakes`` lists every mistake with its file, line and field."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("{mistakes}", mistakes="\n".join(mistakes))
        self.mistakes = mistakes

    def __str__(self) -> str:
        return "\n".join(self.mistakes)


class Mistake(ValueError):
    """What a model says of facts that cannot be; read in the language in use, as any sentence.

    >>> str(Mistake(N_("must be {name}"), name="boule"))
    'must be boule'
    """

    def __init__(self, template: str, **blanks: Any) -> None:
        super().__init__(Sentence(template, **blanks))
        self.field: tuple[str | int, ...] = ()

    def at(self, *field: str | int) -> Self:
        """The same, of a field inside what the model that says it is about.

        >>> Mistake(N_("missing")).at("bets", "rojo").field
        ('bets', 'rojo')
        """
        self.field = field
        return self


class Unknown(TapeteError):
    """A game, catalogue, bet or fact that does not exist."""


class Misused(TapeteError):
    """A command whose options are written wrong or do not go together."""


class NotPlayable(TapeteError):
    """A game that is listed but cannot be opened, with the reason."""

"""The command line: one module a command, imported when it is called."""

from __future__ import annotations

import contextlib
import importlib
import os
from copy import copy
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand

from tapete.__main__ import COMMANDS
from tapete.table.errors import BadCatalogue, Misused, NotPlayable, TapeteError, Unknown, system_reason
from tapete.table.words import LOCALES, N_, language, translate

REFUSED, USAGE, BROKEN_CATALOGUE, MISTAKEN, INTERRUPTED = 1, 2, 3, 70, 130
_MOST_WHY = 200
_TOO_MANY = "Got unexpected extra argument(s) ("
_NUMBERS = ("int", "float")


class _Command(TyperCommand):
    """A command that explains itself in the language in use, also where Typer does not ask for its words."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        pieces = (piece.strip("{}") for piece in self.collect_usage_pieces(ctx))  # Typer's braces say no more
        formatter.write_usage(ctx.command_path, " ".join(pieces), translate("Usage: "))

    def get_params(self, ctx: Any) -> list[Any]:
        params = super().get_params(ctx)
        for param in params:
            if isinstance(param, TyperArgument):
                param.type = _untold(param.type)
            elif getattr(param, "is_flag", False):
                param.metavar = ""
        return params

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = translate("Show this message and exit.")
        return option


def _untold(kind: Any) -> Any:
    """The type of an argument whose name tells readers enough, without the word that programmers have for it."""
    untold = copy(kind)
    untold.get_metavar = lambda **_asked: ""
    return untold


def build(names: list[str]) -> typer.Typer:
    """The application with the named commands only."""
    app = typer.Typer(
        name="tapete",
        add_completion="_TAPETE_COMPLETE" in os.environ,
        no_args_is_help=True,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        help=translate("Tapete: an executable catalogue of casino games."),
    )

    @app.callback()
    def _root() -> None:
        pass

    options, epilog = translate("[OPTIONS]"), translate("Everywhere: --lang es|en chooses the language.")
    for name in names:
        module = importlib.import_module(f"tapete.cli.{name}")
        summary = translate(COMMANDS[name]) + "."
        app.command(name, cls=_Command, help=summary, epilog=epilog, options_metavar=options)(module.command)
    return app


def run(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    _teach_typer()
    return _completed() if "_TAPETE_COMPLETE" in os.environ else _guarded(arguments)


def _completed() -> int:
    """Answer a shell that asks how a line might go on; whatever goes wrong, it must not write over the line."""
    with contextlib.suppress(Exception):
        build(list(COMMANDS))(prog_name="tapete")
    return 0


def _guarded(arguments: list[str]) -> int:
    from tapete.cli.common import complain

    name = arguments[0]
    try:
        if name not in COMMANDS:
            complain(translate("There is no command {name}; tapete --help lists them.").format(name=name))
            return USAGE
        result = build([name])(arguments, prog_name="tapete", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except BadCatalogue as broken:
        complain(str(broken))
        return BROKEN_CATALOGUE
    except (Unknown, NotPlayable, Misused) as missing:
        complain(str(missing), missing.cite)
        return USAGE
    except TapeteError as error:
        complain(str(error), error.cite)
        return REFUSED
    except KeyboardInterrupt:
        complain(translate("Interrupted."))
        return INTERRUPTED
    except SystemExit:
        return 0  # Typer's answer to a reader who went away, as head does
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(f"{error.filename}: {system_reason(error)}" if error.filename else system_reason(error))
        return REFUSED
    except Exception as error:
        return _unexpected(error, name)


def _unexpected(error: Exception, name: str) -> int:
    """What Typer raises, and at last what nobody foresaw: a sentence all the same, never a traceback."""
    from typer import Abort, Exit

    from tapete.cli.common import complain

    if isinstance(error, Exit):
        return error.exit_code
    if isinstance(error, Abort):
        complain(translate("Interrupted."))
        return INTERRUPTED
    if hasattr(error, "format_message"):
        hint = translate("tapete {name} --help explains it.").format(name=name)
        complain(f"{_usage(error)} {hint}")
        return USAGE
    if "TAPETE_DEBUG" in os.environ:
        raise error
    complain(
        translate(
            "This should not have happened ({kind}: {why}). It is a mistake of Tapete; TAPETE_DEBUG=1 shows where."
        ).format(kind=type(error).__name__, why=str(error)[:_MOST_WHY])
    )
    return MISTAKEN


def _usage(error: Any) -> str:
    """What is wrong with a command as it was typed."""
    kind, told = type(error).__name__, str(error.format_message())
    if kind == "NoSuchOption":
        return translate("There is no option {option} here.").format(option=error.option_name)
    if kind == "MissingParameter" and error.param is not None:
        return translate("{what} is missing.").format(what=error.param.metavar or error.param.name)
    if kind == "BadOptionUsage":
        takes = "does not take" not in told
        words = (
            translate("The option {option} needs a value.")
            if takes
            else translate("The option {option} takes no value.")
        )
        return words.format(option=error.option_name)
    if kind == "BadParameter" and error.param is not None and error.param.type.name.startswith(_NUMBERS):
        return _bad_value(error)
    if told.startswith(_TOO_MANY):
        return translate("There are words too many: {words}.").format(words=told[len(_TOO_MANY) : -1])
    return told


def _bad_value(error: Any) -> str:
    """A number that is none, or is out of its bounds: what the option takes."""
    name = max(error.param.opts, key=len)
    low, high = getattr(error.param.type, "min", None), getattr(error.param.type, "max", None)
    if high is not None:
        return translate("{name} takes a number from {low} to {high}.").format(name=name, low=low, high=high)
    if low is not None:
        return translate("{name} takes a number from {low} on.").format(name=name, low=low)
    return translate("{name} takes a number.").format(name=name)


def _teach_typer() -> None:
    """Typer asks gettext for its headings: let it find them with our own words."""
    import gettext

    gettext.bindtextdomain("tapete", str(LOCALES))
    gettext.textdomain("tapete")
    os.environ["LANGUAGE"] = language()


_TYPER_WORDS = (
    N_("Arguments"),
    N_("Options"),
    N_("[required]"),
    N_("[default: {}]"),
    N_("[env var: {}]"),
)

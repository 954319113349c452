"""The door of the command line. What needs no rules (help, version) is answered here, at once."""

from __future__ import annotations

import codecs
import os
import sys

from tapete.table import signs
from tapete.table.words import LANGUAGES, N_, language, language_of_environment, set_language, translate

COMMANDS: dict[str, str] = {
    "serve": N_("The tables and pages in the browser"),
    "tour": N_("A walk through what Tapete does"),
    "games": N_("List and find games, in all documents"),
    "show": N_("A game, or a document's general rules, with the section of every fact"),
    "compare": N_("The same game in several documents, differences marked"),
    "ruling": N_("Find an irregular play by words and get the ruling"),
    "settle": N_("Settle the rounds of a record"),
    "play": N_("Play or deal at a table in the terminal"),
    "odds": N_("Exact probabilities, return and house edge of every bet"),
    "simulate": N_("Simulate rounds of chosen bets"),
    "draw": N_("Draw the felt of a game or a record as SVG or PNG"),
    "verify": N_("Replay records and report the first chip that differs"),
    "coverage": N_("What of each document runs"),
    "check": N_("Validate catalogue files"),
    "schema": N_("The JSON Schema of catalogue files, for editors"),
    "completion": N_("Completion for your shell"),
}


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end with its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    try:
        code = _answered(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        code = 0
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left unsaid must not fail at the exit
    sys.exit(code)


def _open_streams() -> None:
    """What a stream cannot show is written so that it can be read; what is typed is UTF-8 where ASCII was promised."""
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors=signs.NAME)  # type: ignore[union-attr]
        ascii_only = codecs.lookup(sys.stdin.encoding).name == "ascii"
        sys.stdin.reconfigure(encoding="utf-8" if ascii_only else None, errors="replace")  # type: ignore[union-attr]
    except (AttributeError, TypeError, ValueError):
        pass  # a caller's own stream may not know how, or may be closed


def _answered(arguments: list[str]) -> int:
    set_language(language_of_environment())
    try:
        set_language(_language(arguments))
    except ValueError as error:
        print(f"tapete: {error}", file=sys.stderr)
        return 2
    if "_TAPETE_COMPLETE" not in os.environ:
        if not arguments or arguments[0] in ("--help", "-h", "help"):
            print(help_text())
            return 0
        if arguments[0] in ("--version", "-V"):
            from tapete import __version__

            print(f"tapete {__version__}")
            return 0
    from tapete.cli import run

    return run(arguments)


def _language(arguments: list[str]) -> str:
    """Take ``--lang es`` out of the arguments, wherever it stands."""
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang":
            if index + 1 == len(arguments):
                raise ValueError(translate("--lang needs a language: es or en."))
            chosen = arguments[index + 1]
            del arguments[index : index + 2]
            return _known(chosen)
        if argument.startswith("--lang="):
            del arguments[index]
            return _known(argument.removeprefix("--lang="))
    return language()


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(translate("There is no language {language}; there are es and en.").format(language=language))
    return language


def help_text() -> str:
    """The first page of help."""
    width = max(map(len, COMMANDS)) + 2
    lines = [
        translate("Tapete: an executable catalogue of casino games."),
        "",
        translate("Usage: tapete COMMAND [ARGUMENTS] [--lang es|en] [--json]"),
        "",
        translate("Commands:"),
        *(f"  {name:<{width}}{translate(summary)}" for name, summary in COMMANDS.items()),
        "",
        translate("Try: tapete games ruleta · tapete show pv-1996/boule · tapete odds cl-2023/big-six"),
        translate("Each command explains itself: tapete odds --help"),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()

"""``tapete completion``: completion for bash, zsh or fish."""

from __future__ import annotations

from typing import Annotated

import typer

from tapete.table.errors import Unknown
from tapete.table.words import N_
from tapete.table.words import translate as _

_SHELLS = ("bash", "zsh", "fish")


def command(
    shell: Annotated[str, typer.Argument(metavar=_("SHELL"), help=_("bash, zsh or fish."))] = "bash",
) -> int:
    """Print the script; put it where your shell reads such scripts."""
    if shell not in _SHELLS:
        raise Unknown(N_("There is no completion for {shell}; there is for: {known}."), shell=shell, known=_SHELLS)
    from typer._completion_shared import get_completion_script

    print(get_completion_script(prog_name="tapete", complete_var="_TAPETE_COMPLETE", shell=shell))
    return 0

"""``tapete serve``: the tables and pages in the browser, served to this machine."""

from __future__ import annotations

import contextlib
import socket
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tapete.table.errors import Refused
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable

HOST, PORT = "127.0.0.1", 8777


def command(
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar=_("NUMBER"),
            min=0,
            max=65535,
            help=_("The port; without it 8777, or a free one if that is taken."),
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="TAPETE_DATABASE",
            help=_("sqlite:///FILE or postgresql://USER@HOST/NAME; without it a file in your data folder."),
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help=_("Do not open the page in the browser."))] = False,
) -> int:
    """Serve."""
    from tapete.house import House

    listening = _listening(port)
    with listening, House(database) as house:
        address = f"http://{HOST}:{listening.getsockname()[1]}"

        def ready() -> None:
            print(_("Tapete is open at {address} (Ctrl-C closes it).").format(address=address), flush=True)
            if not no_open:
                _show(address)

        return _serve(house, listening, ready)


def _listening(port: int | None) -> socket.socket:
    """A socket on this machine alone."""
    for wanted in (PORT, 0) if port is None else (port,):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, wanted))
            listening.listen(socket.SOMAXCONN)
        except OSError:
            listening.close()
            continue
        return listening
    raise Refused(N_("Port {port} is taken; name another with --port."), port=port or PORT)


def _show(address: str) -> None:
    """Open the page; a machine without a browser is told the address all the same."""
    import webbrowser

    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def _serve(house: object, listening: socket.socket, ready: Callable[[], None]) -> int:
    import uvicorn

    from tapete.web.app import application

    class Server(uvicorn.Server):
        """Says when it is ready."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()

    config = uvicorn.Config(
        application(house),  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    try:
        Server(config).run([listening])
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return 0

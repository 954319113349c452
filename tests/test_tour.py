"""The tour: the walk that ``make run`` opens, without a terminal and at one."""

from __future__ import annotations

import pytest

from tapete.cli import tour
from tapete.games import library, settle
from tapete.table.record import Record, read_records
from tests.terminal import Keyboard, tapete


@pytest.mark.parametrize("lang", ["es", "en"])
def test_without_a_terminal_the_walk_is_printed_and_ends(lang: str) -> None:
    said = tapete("tour", lang=lang)
    assert said.code == 0 and not said.err
    for name in library().catalogues:
        assert name in said.out
    for words in ("┼", "caballo", "01.IV.1.B.b", "1/9", "bola-fuera", "tapete play"):
        assert words in said.out, words


def test_the_dispute_of_the_walk_is_settled_as_the_document_says() -> None:
    (record,) = read_records(tour.RECORD)
    assert isinstance(record, Record)
    players = settle(record).as_json()["players"]
    assert players == {
        "ana": {"staked": 50, "returned": 0, "net": -50},
        "luis": {"staked": 100, "returned": 100, "net": 0},
    }


def test_at_a_terminal_the_walk_leads_to_commands_and_tables() -> None:
    walk = Keyboard("tour", "--lang", "en")
    walk.wait_for("quit ends the walk.")
    walk.type("quit\r")
    walk.wait_for("Enter to leave)")
    walk.type("ruling bola fuera --catalogue pv-1996\r")
    walk.wait_for("Enter to leave)")
    assert "01.IV.3.d" in walk.shown
    walk.type("no-such-command\r")
    walk.wait_for("Enter to leave)")
    walk.type("1\r")
    walk.wait_for("ana >")
    walk.type("quit\r")
    walk.wait_for("Enter to leave)")
    walk.type("\r")
    assert walk.ended() == 0
    assert "Traceback" not in walk.shown

"""Drawing from the command line: a game or a record, as SVG or PNG, and sentences for what cannot be drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tapete.games import library
from tests.terminal import tapete

RECORDS = """\
game: pv-1996/boule
actions:
  - {player: ana, bet: rojo, stake: 5}
  - {player: luis, bet: numero-entero, on: [5], stake: 7}
  - {ball: 5}
---
game: cl-2023/big-six
table: {minimum: 5, maximum: 500}
actions:
  - {player: eva, bet: valor-10, stake: 25}
---
game: pv-1996/boule
actions:
  - {player: ana, bet: rojo, stake: -5}
"""


@pytest.fixture
def records(tmp_path: Path) -> Path:
    file = tmp_path / "records.yaml"
    file.write_text(RECORDS, encoding="utf-8")
    return file


def chips(svg: str) -> int:
    return sum(e.get("class") == "chip" for e in ElementTree.fromstring(svg).iter())


@pytest.mark.parametrize("game", sorted(library().games))
def test_every_game_is_printed_as_svg(game: str) -> None:
    said = tapete("draw", game)
    assert said.code == 0, said.err
    assert ElementTree.fromstring(said.out).tag.endswith("svg")


def test_a_record_is_drawn_after_all_or_some_of_its_actions(records: Path) -> None:
    assert chips(tapete("draw", str(records), "--at", "1").out) == 1
    assert chips(tapete("draw", str(records), "--at", "2").out) == 2
    assert chips(tapete("draw", str(records), "--at", "0").out) == 0
    after = tapete("draw", str(records)).out
    assert "luis" in after and "56" in after


CRAPS = """\
game: cl-2023/craps
actions:
  - {player: ana, bet: pass-line, stake: 10}
  - {dice: [4, 4]}
  - {player: ana, bet: come, stake: 10}
  - {player: luis, bet: dont-come, stake: 20}
  - {dice: [4, 2]}
  - {dice: [3, 4]}
"""


def test_a_record_of_many_throws_is_drawn_after_any_of_them() -> None:
    lying = [chips(tapete("draw", "-", "--at", str(number), typed=CRAPS).out) for number in range(7)]
    assert lying == [0, 1, 1, 2, 3, 3, 3]
    before, after = (tapete("draw", "-", "--at", at, typed=CRAPS).out for at in ("4", "5"))
    assert "ana: Come: 10" in before and "ana: Come 6: 10" in after
    assert "come-out" in tapete("draw", "-", typed=CRAPS).out


def test_a_record_of_a_file_is_chosen_by_its_number(records: Path) -> None:
    said = tapete("draw", str(records), "--number", "2")
    assert said.code == 0 and "eva" in said.out and "minimum 5" in said.out


def test_records_may_come_from_the_standard_input() -> None:
    said = tapete("draw", "-", typed=RECORDS)
    assert said.code == 0 and "boule" in said.out


def test_the_file_name_says_svg_or_png(records: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "felt.svg", tmp_path / "FELT.PNG"
    assert tapete("draw", str(records), "-o", str(svg)).code == 0
    assert ElementTree.parse(svg).getroot().get("viewBox")
    assert tapete("draw", "pv-1996/boule", "-o", str(png), "--width", "320").code == 0
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 320


def test_a_width_sets_the_height_that_goes_with_it() -> None:
    root = ElementTree.fromstring(tapete("draw", "pv-1996/boule", "--width", "650").out)
    _x, _y, wide, high = map(float, (root.get("viewBox") or "").split())
    assert root.get("width") == "650"
    assert abs(float(root.get("height") or 0) - 650 * high / wide) < 1


def test_readings_and_changed_facts_show_on_the_felt(records: Path) -> None:
    changed = tapete("draw", "cl-2023/big-six", "--set", "bets.valor-10.pays=11").out
    assert "11 : 1" in changed
    assert "11 : 1" not in tapete("draw", "cl-2023/big-six").out
    assert "11 : 1" in tapete("draw", str(records), "--number", "2", "--set", "bets.valor-10.pays=11").out


def test_a_changed_copy_of_a_game_file_is_drawn(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent / "tapete" / "catalogues" / "pv-1996" / "boule.yaml"
    copy = tmp_path / "boule.yaml"
    copy.write_text(
        source.read_text(encoding="utf-8").replace("names: [Boule, Bola]", "names: [Bolera]"), encoding="utf-8"
    )
    said = tapete("draw", str(copy), lang="es")
    assert said.code == 0 and "Bolera" in said.out


def test_what_cannot_be_drawn_says_why(records: Path, tmp_path: Path) -> None:
    for arguments, code, words in (
        (["pv-1996/nada"], 2, "There is no game"),
        (["lr-2012/ruleta-francesa"], 2, "only named"),
        ([str(records), "--number", "9"], 1, "There is no record 9"),
        ([str(records), "--number", "3"], 1, "above zero"),
        (["pv-1996/boule", "-o", "felt.gif"], 2, "FILE.svg or FILE.png"),
        (["pv-1996/boule", "-o", str(tmp_path / "no" / "felt.svg")], 1, "No such file"),
        (["pv-1996/boule", "--width", "0"], 2, "width"),
    ):
        said = tapete("draw", *arguments)
        assert (said.code, words in said.err) == (code, True), (arguments, said)
        assert not said.out

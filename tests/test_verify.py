"""Claims: what is said to have come out of a record against what does."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tapete.games import settle
from tapete.games.audit import audit
from tapete.table.claims import Difference
from tapete.table.record import Record, read_records
from tapete.table.words import speaking

TEXT = """\
game: cl-2023/ruleta-francesa
actions:
  - {player: ana, bet: pleno, on: [17], stake: 10}
  - {player: luis, bet: rojo, stake: 100}
  - {ball: 17}
  - {player: luis, bet: rojo, stake: 100}
  - {ball: 0}
  - {player: luis, do: prison}
"""


@pytest.fixture
def record() -> Record:
    (read,) = read_records(TEXT)
    assert isinstance(read, Record)
    return read


def difference(record: Record, claim: dict[str, Any]) -> Difference:
    found = audit(record, claim).difference
    assert found is not None
    return found


def test_the_settlement_itself_holds(record: Record) -> None:
    result = audit(record, settle(record).as_json())
    assert result.holds and result.claimed


def test_a_claim_in_another_language_holds(record: Record) -> None:
    with speaking("es"):
        claim = settle(record).as_json()
    assert audit(record, claim).holds


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"players": {"ana": {"net": 350}}},
        {"players": {"luis": {"staked": 200, "returned": 0}}},
        {"lines": [{"returned": 0}, {"player": "ana", "returned": 360}]},
        {"standing": [{"state": "prison"}]},
        {"standing": [{"player": "luis", "bet": "rojo", "stake": 100}]},
        {"events": ["outcome", "outcome", "prison"]},
        {"closed": False},
        {"game": "cl-2023/ruleta-francesa"},
    ],
)
def test_a_claim_in_part(record: Record, claim: dict[str, Any]) -> None:
    assert audit(record, claim).holds


class TestTheFirstChipThatDiffers:
    def test_a_line_names_its_action_its_player_and_both_amounts(self, record: Record) -> None:
        claim = settle(record).as_json()
        claim["lines"][1]["returned"] = 350
        found = difference(record, claim)
        assert (found.action, found.player, found.line, found.expected, found.got) == (3, "ana", 2, 350, 360)
        assert found.cite == claim["lines"][1]["cite"]
        assert str(found.sentence) == "Line 2, ana's pleno 17 10: returned 350 was claimed, 360 comes out."

    def test_the_first_of_several(self, record: Record) -> None:
        claim = settle(record).as_json()
        for line in claim["lines"]:
            line["returned"] += 1
        claim["players"]["ana"]["net"] += 1
        assert difference(record, claim).line == 1

    def test_the_money_before_the_word(self, record: Record) -> None:
        claim = settle(record).as_json()
        claim["lines"][0].update(result="win", returned=200)
        assert difference(record, claim).expected == 200

    def test_a_player_with_the_action_that_last_moved_the_chips(self, record: Record) -> None:
        found = difference(record, {"players": {"ana": {"net": 349}}})
        assert (found.action, found.player, found.expected, found.got) == (3, "ana", 349, 350)

    @pytest.mark.parametrize(
        ("claim", "told"),
        [
            ({"players": {"eva": {"net": 0}}}, "eva takes no part"),
            ({"players": {"ana": {"lost": 3}}}, "ana: lost 3 was claimed, - comes out"),
            ({"lines": []}, "Line 1, luis's rojo 100, comes out and was not claimed"),
            ({"lines": [{}, {}, {"player": "eva"}]}, "Line 3 was claimed and does not come out: player eva"),
            ({"standing": []}, "luis's rojo 100 still stands and was not claimed"),
            ({"standing": [{"stake": 50}]}, "A standing bet was claimed that does not stand: stake 50"),
            ({"events": ["prison", "outcome"]}, "This was claimed and does not happen: outcome"),
            ({"closed": True}, "The table is not closed"),
            ({"game": "pv-1996/boule"}, "another game"),
            ({"error": True}, "A refusal was claimed; the record plays to its end"),
            ({"error": {"action": 2}}, "A refusal was claimed"),
            ({"winner": "ana"}, "unknown field winner"),
            ({"players": []}, "expect.players must be"),
            ({"players": {"ana": 7}}, "expect.players must be"),
            ({"lines": {}}, "expect.lines must be a list"),
            ({"lines": [7]}, "expect.lines must be"),
            ({"standing": 7}, "expect.standing must be a list"),
            ({"events": "prison"}, "expect.events must be a list"),
        ],
    )
    def test_the_sentence(self, record: Record, claim: dict[str, Any], told: str) -> None:
        assert told in str(difference(record, claim).sentence)

    def test_every_figure_of_a_settlement_is_held(self, record: Record) -> None:
        whole = settle(record).as_json()
        for part in ("lines", "standing"):
            for index, item in enumerate(whole[part]):
                for field in set(item) - {"why"}:
                    claim = copy.deepcopy(whole)
                    claim[part][index][field] = "x"
                    assert not audit(record, claim).holds, (part, index, field)
        for player, account in whole["players"].items():
            for field in account:
                claim = copy.deepcopy(whole)
                claim["players"][player][field] += 1
                assert not audit(record, claim).holds, (player, field)


class TestRefusals:
    @pytest.fixture
    def refused(self) -> Record:
        (read,) = read_records(TEXT + "  - {player: luis, do: half}\n")
        assert isinstance(read, Record)
        return read

    def test_a_refusal_that_nobody_claimed(self, refused: Record) -> None:
        found = audit(refused).difference
        assert found is not None and found.action == 7 and found.cite

    @pytest.mark.parametrize(
        "claim",
        [{"error": True}, {"error": "nothing to decide"}, {"error": True, "action": 7}, {"error": {"action": 7}}],
    )
    def test_a_refusal_that_was_claimed(self, refused: Record, claim: dict[str, Any]) -> None:
        assert audit(refused, claim).holds

    @pytest.mark.parametrize(
        ("claim", "told"),
        [
            ({"error": True, "action": 6}, "claimed at action 6; it comes at 7"),
            ({"error": {"action": 2}}, "claimed at action 2; it comes at 7"),
            ({"error": "the ball is lost"}, "The refusal claimed is the ball is lost"),
            ({"players": {}}, "nothing to decide"),
        ],
    )
    def test_another_refusal(self, refused: Record, claim: dict[str, Any], told: str) -> None:
        assert told in str(difference(refused, claim).sentence)

    def test_what_settle_prints_of_it_holds(self, refused: Record) -> None:
        found = audit(refused).difference
        assert found is not None
        printed = {"error": {"action": found.action, "message": str(found.sentence), "cite": found.cite}}
        assert audit(refused, printed).holds

    def test_a_game_that_cannot_be_opened(self) -> None:
        assert "There is no" in str(difference(Record("zz-1/x"), {}).sentence)


def test_a_record_carries_its_own_claim(record: Record) -> None:
    (wrong,) = read_records(TEXT + "expect: {players: {ana: {net: 1}}}\n")
    assert isinstance(wrong, Record)
    assert not audit(wrong).holds
    assert audit(wrong, {"players": {"ana": {"net": 350}}}).holds

"""Chance that anyone can check: the promise, the seed, every draw."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.games import library, table
from tapete.games.audit import audit
from tapete.table.actions import Bet, Chance
from tapete.table.chance import SCHEME, Generator, Stream, commitment, pick, read_fairness
from tapete.table.errors import BadRecord, Refused
from tapete.table.record import Record, read_records
from tapete.table.round import CHANCE, Offer, Round

SEED = bytes(range(32))
WHEEL = Offer("ball", "ball", CHANCE, outcomes=tuple(range(37)))


def offer_of(round: Round) -> Offer:
    return next(offer for offer in round.legal() if offer.who == CHANCE)


def test_the_stream_is_the_published_cipher() -> None:
    """The first words of ChaCha20 with the seed as key and nothing else, so that other tools can repeat the draws."""
    assert [Stream(bytes(32)).below(2**64)] == [0x76B8E0ADA0F13D90]
    stream = Stream(bytes(32))
    assert [stream.below(2**64) for _ in range(2)] == [0x76B8E0ADA0F13D90, 0x405D6AE55386BD28]


def test_the_commitment_is_a_plain_hash() -> None:
    assert commitment(SEED) == hashlib.sha256(b"tapete fairness 1\n" + SEED).hexdigest()


def test_a_stream_repeats_itself_and_another_differs() -> None:
    draws = [[Stream(seed).draw(WHEEL) for _ in range(1)] for seed in (SEED, SEED, bytes(32))]
    assert draws[0] == draws[1]
    long = [tuple(stream.below(37) for _ in range(20)) for stream in (Stream(SEED), Stream(bytes(32)))]
    assert long[0] != long[1]


@given(st.integers(1, 2**64), st.binary(min_size=32, max_size=32))
def test_a_draw_is_below_its_bound(bound: int, seed: bytes) -> None:
    assert 0 <= Stream(seed).below(bound) < bound


def test_draws_are_even() -> None:
    stream = Stream(SEED)
    counted = Counter(stream.below(37) for _ in range(37_000))
    assert len(counted) == 37
    distance = sum((count - 1000) ** 2 / 1000 for count in counted.values())
    assert distance < 80  # of 36 degrees of freedom: one seed in thirty thousand is further


def test_weights_are_tickets() -> None:
    assert [pick("abc", (2, 0, 1), ticket) for ticket in range(3)] == ["a", "a", "c"]
    with pytest.raises(ValueError, match="no such ticket"):
        pick("abc", (2, 0, 1), 3)


def test_the_promise_hides_the_seed_until_it_is_revealed() -> None:
    generator = Generator()
    promised = generator.promise()
    drawn = generator.draw(WHEEL)
    assert generator.as_data() == {"scheme": SCHEME, "rounds": [{"commitment": promised}]}
    seed = bytes.fromhex(generator.reveal())
    assert commitment(seed) == promised
    assert Stream(seed).draw(WHEEL) == drawn


def test_each_round_has_a_seed_of_its_own() -> None:
    generator = Generator()
    for _ in range(5):
        generator.promise()
        generator.draw(WHEEL)
        generator.reveal()
    assert len({entry["seed"] for entry in generator.rounds}) == 5


def test_a_round_of_several_draws_says_how_many() -> None:
    generator = Generator()
    generator.promise()
    drawn = [generator.draw(WHEEL) for _ in range(3)]
    generator.reveal()
    streams = read_fairness(generator.as_data())
    assert [stream.draw(WHEEL) for stream in streams] == drawn


def played(game: str, bet: Bet, spins: int) -> Record:
    """A record as an electronic table writes it."""
    round, generator = table(game), Generator()
    for _ in range(spins):
        generator.promise()
        round.apply(bet)
        round.apply(generator.draw(offer_of(round)))
        generator.reveal()
    return Record(game, actions=tuple(round.actions), fairness=generator.as_data())


BETS = {
    "cl-2023/big-six": Bet("ana", "valor-1", (), 5),
    "pv-1996/boule": Bet("ana", "numero-entero", (7,), 5),
    "cl-2023/ruleta-americana/doble-cero": Bet("ana", "pleno", ("00",), 5),
}


@pytest.mark.parametrize("game", BETS)
def test_a_tables_own_record_is_verified(game: str) -> None:
    record = played(game, BETS[game], 8)
    (read,) = read_records(record.as_text())
    assert isinstance(read, Record)
    assert audit(read).holds
    assert audit(read).draws == 8


def tampered(record: Record, **fairness: Any) -> Record:
    return Record(record.game, record.table, record.actions, {**(record.fairness or {}), **fairness})


class TestTampering:
    @pytest.fixture
    def record(self) -> Record:
        return played("pv-1996/boule", BETS["pv-1996/boule"], 3)

    def told(self, record: Record) -> str:
        difference = audit(record).difference
        assert difference is not None
        return str(difference.sentence)

    def test_another_ball(self, record: Record) -> None:
        actions = list(record.actions)
        last = actions[-1]
        assert isinstance(last, Chance)
        actions[-1] = Chance("ball", last.value % 9 + 1)
        changed = Record(record.game, record.table, tuple(actions), record.fairness)
        assert f"the seed gives {last.value}, the record says {last.value % 9 + 1}" in self.told(changed)
        difference = audit(changed).difference
        assert difference is not None and difference.action == len(actions)

    def test_another_seed(self, record: Record) -> None:
        assert record.fairness is not None
        rounds = [dict(entry) for entry in record.fairness["rounds"]]
        rounds[1]["seed"] = SEED.hex()
        assert "Round 2: the revealed seed is not the one that was promised" in self.told(
            tampered(record, rounds=rounds)
        )

    def test_a_seed_never_revealed(self, record: Record) -> None:
        assert record.fairness is not None
        rounds = [{"commitment": entry["commitment"]} for entry in record.fairness["rounds"]]
        assert "Round 1 was never revealed" in self.told(tampered(record, rounds=rounds))

    def test_a_draw_without_a_promise(self, record: Record) -> None:
        assert record.fairness is not None
        assert "Draw 3 was made without a promise" in self.told(tampered(record, rounds=record.fairness["rounds"][:2]))

    def test_a_draw_left_out(self, record: Record) -> None:
        shorter = Record(record.game, record.table, record.actions[:-2], record.fairness)
        assert "promises 3 draws and holds 2" in self.told(shorter)

    def test_rounds_in_another_order(self, record: Record) -> None:
        assert record.fairness is not None
        swapped = tampered(record, rounds=record.fairness["rounds"][::-1])
        first, _, last = (action.value for action in record.actions if isinstance(action, Chance))
        assert first == last or "was not the generator's" in self.told(swapped)

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"scheme": "dice"}, "unknown scheme"),
            ({"scheme": None}, "unknown scheme"),
            ({"rounds": 7}, "must be a list"),
            ({"rounds": None}, "must be a list"),
            ({"rounds": ["x"]}, "rounds[1] is broken"),
            ({"rounds": [{}]}, "rounds[1] is broken"),
            ({"rounds": [{"commitment": 7}]}, "rounds[1] is broken"),
            ({"rounds": [{"commitment": "ñ", "seed": "00"}]}, "not the one that was promised"),
            ({"rounds": [{"commitment": "00", "seed": "zz"}]}, "rounds[1].seed is broken"),
            ({"rounds": [{"commitment": "00", "seed": SEED.hex(), "draws": -1}]}, "rounds[1].draws is broken"),
            ({"rounds": [{"commitment": "00", "seed": SEED.hex(), "draws": 10**9}]}, "rounds[1].draws is broken"),
            ({"rounds": [{"commitment": "00", "seed": SEED.hex(), "draws": True}]}, "rounds[1].draws is broken"),
        ],
    )
    def test_a_broken_section(self, record: Record, change: dict[str, Any], problem: str) -> None:
        assert problem in self.told(tampered(record, **change))

    def test_a_claimed_refusal_does_not_excuse_it(self, record: Record) -> None:
        claimed = Record(record.game, record.table, record.actions, {"scheme": "dice"}, {"error": True})
        assert "unknown scheme" in self.told(claimed)


def test_the_section_alone() -> None:
    with pytest.raises(BadRecord):
        read_fairness({})
    with pytest.raises(Refused):
        read_fairness({"scheme": SCHEME, "rounds": [{"commitment": "00"}]})
    assert read_fairness({"scheme": SCHEME, "rounds": []}) == []


@pytest.mark.parametrize("game", sorted(library().games))
def test_every_game_offers_its_chance_in_full(game: str) -> None:
    """What may be drawn is what may be keyed in: each outcome once, each with its weight."""
    for offer in (offer for offer in table(game).legal() if offer.who == CHANCE):
        assert len(set(offer.outcomes)) == len(offer.outcomes)
        assert not offer.weights or (len(offer.weights) == len(offer.outcomes) and min(offer.weights) > 0)

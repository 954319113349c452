"""Strategies written as data: the file, the player at the round, and the compiled sessions against that player."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tapete.games import library, table
from tapete.games.craps import compiled as c
from tapete.games.craps.player import Plan, Player, Terms
from tapete.games.craps.rules import THROWS
from tapete.games.craps.sessions import BINS, ENDINGS, Sessions
from tapete.games.craps.strategy import Strategy, read_strategy, shipped
from tapete.lab.report import session_report
from tapete.lab.runner import simulate
from tapete.lab.sessions import Sitting
from tapete.lab.study import Study
from tapete.table.errors import Refused
from tapete.table.tally import PARTS
from tapete.table.words import speaking
from tests.playing import TOUCHES_CHIPS, craps_variants

GAMES = sorted(name for name, data in library().games.items() if data["family"] == "craps")
TITLE = {"es": "prueba", "en": "trial"}
TOUCHES_PLAY = (*TOUCHES_CHIPS, "shooter", "changes")
TABLES, SESSIONS = 5 * int(os.environ.get("TAPETE_SOAK") or 1), 6


def strategy(*rules: dict[str, Any], **more: Any) -> Strategy:
    return Strategy.model_validate({"title": TITLE, "rules": rules, **more})


def player(name: str, plan: Strategy, bankroll: int = 1000, **settings: Any) -> Player:
    opened: Any = table(name, settings)
    return Player(opened, Plan(opened, plan), bankroll)


def lying(somebody: Player) -> list[tuple[Any, ...]]:
    return [(p.bet, *p.on, p.stake) for p in somebody.round.standing if p.player == "ana"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("file", sorted(shipped()))
def test_shipped_strategies_run_at_every_table(name: str, file: str) -> None:
    kernel = Sessions(table(name), read_strategy(file), Terms(1000, shooters=10))
    row = kernel.count(1, 0, 2000)[0]
    assert row[c.SESSIONS] == 2000
    assert row[c.CHIPS_STAKED] > 0
    assert row[c.ENDED : c.ENDED + len(ENDINGS)].sum() == 2000


def test_pass_line_with_odds_of_two_then_two_come_bets() -> None:
    ana = player("bo-2025/craps", read_strategy("pass-and-come"))
    ana.bet()
    assert lying(ana) == [("pass-line", 10)]
    ana.throw((2, 4))
    ana.bet()
    assert lying(ana) == [("pass-line", 10), ("gabela-pass-line", 20), ("come", 10)]
    ana.throw((3, 2))
    ana.bet()
    assert lying(ana) == [("pass-line", 10), ("gabela-pass-line", 20), ("come", 5, 10), ("come", 10)]
    ana.throw((6, 4))
    ana.bet()
    assert lying(ana)[-2:] == [("come", 5, 10), ("come", 10, 10)]
    ana.throw((5, 1))
    assert lying(ana) == [("come", 5, 10), ("come", 10, 10)]
    assert ana.rack == 1000 - 20 + 10 + 24
    ana.bet()
    assert lying(ana)[-1] == ("pass-line", 10)
    ana.throw((4, 3))
    assert ana.rack == 1000 - 20 + 10 + 24 + 10
    assert not lying(ana)


def test_a_stake_that_grows_after_losses() -> None:
    rule = {"bet": "pass line", "stake": 10, "lose": {"times": 2, "plus": 1}, "win": "back", "ceiling": 50}
    ana = player("cl-2023/craps", strategy(rule))
    stakes = []
    for throw in ((1, 1), (1, 2), (1, 1), (1, 1), (3, 4), (6, 6), (5, 6)):
        ana.bet()
        stakes.append(lying(ana)[0][-1])
        ana.throw(throw)
    assert stakes == [10, 21, 43, 50, 50, 10, 21]


def test_conditions() -> None:
    ana = player(
        "bo-2025/craps",
        strategy(
            {"bet": "right-bet", "on": [6, 8], "stake": 12, "when": {"point": "other"}},
            {"bet": "field", "stake": 5, "when": {"point": "none"}},
            {"bet": "any craps", "stake": 1, "when": {"point": [4, 10]}},
            {"bet": "juego-de-7", "stake": 2, "when": {"thrown": 2}},
            {"bet": "right-bet", "on": [6], "do": "take-down", "when": {"point": "none"}},
        ),
    )
    ana.bet()
    assert lying(ana) == [("field", 5)]
    ana.throw((2, 4))
    ana.bet()
    assert lying(ana) == [("right-bet", 8, 12)]
    ana.throw((6, 3))
    ana.bet()
    assert lying(ana) == [("right-bet", 8, 12), ("juego-de-7", 2)]
    ana.throw((3, 3))
    ana.bet()
    assert lying(ana) == [("right-bet", 8, 12), ("field", 5), ("juego-de-7", 2)]
    ana.throw((1, 3))
    ana.bet()
    assert ("right-bet", 6, 12) in lying(ana)
    assert ("any-craps", 1) in lying(ana)
    ana.throw((3, 1))
    ana.bet()
    assert ("right-bet", 6, 12) not in lying(ana)


def test_asking_that_a_bet_plays() -> None:
    plan = strategy({"bet": "hard-6", "stake": 5}, {"bet": "hard-6", "do": "turn-on"})
    ana = player("cl-2023/craps", plan)
    ana.bet()
    ana.throw((3, 3))
    assert ana.rack == 1000 + 45
    without = player("cl-2023/craps", strategy({"bet": "hard-6", "stake": 5}))
    without.bet()
    without.throw((3, 3))
    assert without.rack == 995


def test_whoever_can_pay_for_nothing_is_ruined() -> None:
    ana = player("bo-2025/craps", strategy({"bet": "pass line", "stake": 10}, {"bet": "field", "stake": 7}), 25)
    session = ana.play(Terms(25, throws=50), chain(repeat((3, 5), 1), repeat((3, 4), 50)))
    assert session.ended == "ruin"
    assert session.fortunes[-1] < 7
    assert session.staked == 10 + 7 + 7


def test_a_goal_ends_the_session_when_nothing_lies_there_any_more() -> None:
    plan = strategy({"bet": "pass line", "stake": 10}, {"bet": "hard-8", "stake": 1}, stop={"goal": 120})
    session = player("bo-2025/craps", plan, 100).play(
        Terms(100, throws=50), iter([(5, 6), (5, 6), (2, 2), (6, 5), (4, 4), (1, 1)])
    )
    assert session.ended == "goal"
    assert (session.throws, session.fortunes[-1]) == (5, 130)


def test_a_floor_ends_it_too() -> None:
    plan = strategy({"bet": "pass line", "stake": 10}, stop={"floor": 80})
    session = player("bo-2025/craps", plan, 100).play(Terms(100, shooters=9), repeat((1, 1)))
    assert (session.ended, session.throws, session.fortunes[-1]) == ("floor", 2, 80)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ([{"bet": "nothing", "stake": 5}], "no bet nothing"),
        ([{"bet": "right-bet", "stake": 5}], "needs its place"),
        ([{"bet": "right-bet", "on": [7], "stake": 5}], "has no right-bet on 7"),
        ([{"bet": "field", "stake": 3}], "below the minimum of 5"),
        ([{"bet": "field", "stake": 900}], "above the maximum of 500"),
        ([{"bet": "field", "times": 2}], "goes with no other bet"),
        ([{"bet": "gabela-pass-line", "times": 2}], "which the strategy does not bet"),
        ([{"bet": "field", "stake": 5}, {"bet": "Campo", "stake": 6}], "bets twice on field"),
        ([{"bet": "pass-line", "do": "take-down"}], "does not give the decision take.down"),
        ([{"bet": "field", "do": "turn-on"}], "does not give the decision turn.on"),
        ([{"bet": "field", "stake": 10, "lose": {"times": 2}, "ceiling": 5}], "ceiling of field is below"),
        ([{"bet": "field", "stake": 10, "when": {"point": [7]}}], "7 cannot be a point"),
        ([{"bet": "wrong-bet", "on": [4], "stake": 10}], "does not say what wrong-bet pays"),
    ],
)
def test_what_a_table_could_never_take_is_refused(rules: list[dict[str, Any]], sentence: str) -> None:
    settings = {"minimum": 5, "maximum": 500, "readings": {"razon-contra-4-y-10": "sin-precio"}}
    with pytest.raises(Refused, match=sentence):
        Plan(table("bo-2025/craps", settings), strategy(*rules))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title: {es: a, en: b}\nrules:\n  - {bet: field, stakee: 5, stake: 5}\n", "3: rules.0.stakee: unknown key"),
        ("title: {es: a, en: b}\nrules:\n  - bet: field\n    stake: -1\n", "4: rules.0.stake: must be at least 1"),
        ("title: {es: a, en: b}\nrules:\n  - {bet: field}\n", "3: rules.0: a bet has either a stake or times"),
        ("title: {es: a, en: b}\nrules: []\n", "2: rules: must not be empty"),
        ("title: {es: a}\nrules: [{bet: field, stake: 5}]\n", "1: title.en: missing"),
        (
            "title: {es: a, en: b}\nrules:\n  - {bet: field, stake: 5, when: {point: some}}\n",
            "one of: none, any, other",
        ),
        ("title: {es: a, en: b}\nrules:\n  - {bet: field, stake: 5, do: turn-on}\n", "has no stake"),
        ("title: {es: a, en: b}\nrules:\n  - {bet: x, times: 2, win: back}\n", "only a stake changes"),
        ("- 1\n", "holds no strategy"),
        ("a: [1\n", "not YAML"),
        ("rules: &x [*x]\n", "nested or repeated"),
    ],
)
def test_a_mistake_of_a_file_is_told_with_its_line(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        read_strategy(str(file))
    assert sentence in str(refusal.value)
    assert "mine.yaml" in str(refusal.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no strategy file"):
        read_strategy("nowhere.yaml")
    with pytest.raises(Refused, match="cannot be read"):
        read_strategy(str(tmp_path))
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="cannot be read"):
        read_strategy(str(tmp_path / "bytes.yaml"))


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ((0, 5, None), "bankroll must be above zero"),
        ((100, None, None), "give one of them"),
        ((100, 5, 5), "give one of them"),
        ((100, 0, None), "longer than nothing"),
        ((100, None, -4), "longer than nothing"),
    ],
)
def test_terms_that_make_no_session(terms: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        Terms(*terms)


def test_a_bankroll_beyond_counting_is_refused() -> None:
    with pytest.raises(Refused, match="more than can be simulated"):
        Sessions(table("bo-2025/craps"), read_strategy("doubling"), Terms(10**15, shooters=5))


@pytest.mark.parametrize(("name", "readings"), list(craps_variants(TOUCHES_PLAY)), ids=str)
def test_compiled_sessions_are_the_players_chip_for_chip(name: str, readings: dict[str, str]) -> None:
    """Random strategies at random tables with the same dice: throws, shooters, stakes, endings and every mark."""
    random = Random(f"{name} {readings}")
    ended = set()
    for number in range(TABLES):
        settings: dict[str, Any] = {"readings": readings, "rounding": ("exact", "down", "up", "nearest")[number % 4]}
        if random.random() < 0.5:
            settings |= {"minimum": 2, "maximum": 60}
        opened: Any = table(name, settings)
        plan = random_strategy(opened, random)
        length = random.randint(1, 90)
        terms = Terms(random.randint(20, 300), **random.choice([{"throws": length}, {"shooters": 1 + length // 8}]))
        try:
            kernel = Sessions(opened, plan, terms)
        except Refused:
            continue
        seed = random.getrandbits(64)
        for block in range(SESSIONS):
            counts = kernel.count(seed, block, 1)
            draws = chain(kernel.draws(seed, block, int(counts[0, c.THROWS_MADE]) + 1))
            fresh: Any = table(name, settings)
            session = Player(fresh, Plan(fresh, plan), terms.bankroll).play(terms, draws)
            compare(kernel, counts, session)
            assert fresh.settlement().balances()
            ended.add(session.ended)
    assert len(ended) > 1


def compare(kernel: Sessions, counts: Any, session: Any) -> None:
    row = [int(value) for value in counts[0]]
    net = session.fortunes[-1] - kernel.terms.bankroll
    assert (row[c.THROWS_MADE], row[c.SHOOTERS_SEEN]) == (session.throws, session.shooters)
    assert row[c.CHIPS_STAKED] == session.staked
    assert Fraction(row[c.NET], kernel.scale) == net
    assert [row[c.ENDED + number] for number in ENDINGS.values()] == [int(session.ended == word) for word in ENDINGS]
    for number, mark in enumerate(kernel.marks, start=1):
        (bin,) = counts[number].nonzero()[0]
        assert bin == min(session.fortunes[mark - 1] // kernel.width, BINS - 1)


def random_strategy(opened: Any, random: Random) -> Strategy:
    """Any bets of the game with any conditions; nonsense that a plan refuses is for the caller to skip."""
    rules: list[dict[str, Any]] = []
    for name in random.sample(list(opened.rules.bets), random.randint(1, 7)):
        bet = opened.rules.bets[name]
        rule: dict[str, Any] = {"bet": name, "stake": random.randint(2, 15)}
        if bet.of is not None:
            rules.append({"bet": bet.of, "stake": random.randint(2, 15)})
            if random.random() < 0.6:
                rule = {"bet": name, "times": random.choice(["1/2", 1, 2, 3])}
        if bet.numbers or (bet.of and random.random() < 0.3):
            rule["on"] = random.sample(opened.rules.point.numbers, random.randint(1, 4))
        if "stake" in rule and random.random() < 0.5:
            rule |= {"win": random.choice(["back", {"plus": 3}]), "lose": random.choice([{"times": 2}, {"plus": -2}])}
            rule |= random.choice([{}, {"ceiling": 40}])
        if random.random() < 0.3:
            rule["most"] = random.randint(1, 3)
        rules.append(rule | random_condition(random))
        if random.random() < 0.4:
            do = {"bet": name, "do": random.choice(["take-down", "turn-on"]), "on": rule.get("on", [])}
            rules.append(do | random_condition(random))
    stop = random.choice([{}, {"goal": random.randint(100, 400)}, {"floor": random.randint(0, 50)}])
    once = list({(rule["bet"], rule.get("do", "")): rule for rule in rules}.values())
    return strategy(*possible(opened, once), stop=stop)


def possible(opened: Any, rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rules without the decisions that the document does not give."""
    found = []
    for rule in rules:
        try:
            Plan(opened, strategy(*found, rule))
        except Refused:
            continue
        found.append(rule)
    return found or [{"bet": opened.cloth.lines[0], "stake": 5}]


def random_condition(random: Random) -> dict[str, Any]:
    if random.random() < 0.6:
        return {}
    point = random.choice(["any", "none", "other", [6, 8], [4, 5, 9, 10], ["none", 6]])
    return {"when": {"point": point, "thrown": random.choice([0, 0, 2])}}


def test_sessions_of_a_block_follow_each_other() -> None:
    """What a block counts is what its throws, cut into sessions one after the other, bring."""
    plan, terms = read_strategy("pass-and-come"), Terms(120, shooters=6)
    kernel = Sessions(table("cl-2023/craps"), plan, terms)
    draws = iter(kernel.draws(5, 6, 20_000))
    before = kernel.count(5, 6, 0)
    for number in range(1, 40):
        after = kernel.count(5, 6, number)
        one, before = after - before, after
        opened: Any = table("cl-2023/craps")
        throws = [next(draws) for _ in range(one[0, c.THROWS_MADE])]
        session = Player(opened, Plan(opened, plan), terms.bankroll).play(terms, throws)
        compare(kernel, one, session)


def test_squares_are_summed_exactly() -> None:
    kernel = Sessions(table("bo-2025/craps"), read_strategy("doubling"), Terms(10**9, throws=3))
    before = kernel.count(1, 1, 0)[0].tolist()
    total = 0
    for number in range(1, 50):
        row = kernel.count(1, 1, number)[0].tolist()
        total += (row[c.NET] - before[c.NET]) ** 2
        assert squares(row) == total
        before = row


def squares(row: list[int]) -> int:
    low, middle, high = (row[c.SQUARES + 2 * n] + (row[c.SQUARES + 2 * n + 1] << 32) for n in range(3))
    return low + (middle << 32) + (high << 62)


def test_sessions_travel() -> None:
    kernel = Sessions(table("bo-2025/craps"), read_strategy("place-six-and-eight"), Terms(200, shooters=5))
    there = pickle.loads(pickle.dumps(kernel))
    assert (there.count(1, 2, 500) == kernel.count(1, 2, 500)).all()


def test_a_flat_pass_line_costs_its_edge() -> None:
    """With chips enough, what is lost of every chip staked is the exact edge."""
    kernel = Sessions(table("bo-2025/craps"), strategy({"bet": "pass line", "stake": 10}), Terms(10**6, throws=1000))
    row = kernel.count(3, 3, 4000)[0].tolist()
    staked, lost = row[c.CHIPS_STAKED], -row[c.NET] / kernel.scale
    assert lost / staked == pytest.approx(7 / 495, abs=4 * (10 * staked) ** 0.5 / staked)


def test_random_throws_of_a_table_are_all_dice() -> None:
    kernel = Sessions(table("bo-2025/craps"), read_strategy("doubling"), Terms(100, shooters=2))
    assert set(kernel.draws(1, 0, 5000)) == set(THROWS)


def test_a_tally_is_what_was_counted() -> None:
    kernel = Sessions(table("bo-2025/craps"), read_strategy("pass-and-come"), Terms(300, shooters=8))
    counts = kernel.count(9, 9, 500)
    tally = kernel.tally(counts)
    nets = [kernel.tally(kernel.count(9, 9, n + 1)).net - kernel.tally(kernel.count(9, 9, n)).net for n in range(20)]
    twenty = kernel.tally(kernel.count(9, 9, 20))
    assert twenty.net == sum(nets)
    assert twenty.square == sum(net**2 for net in nets)
    assert twenty.variance == sum((net - twenty.mean) ** 2 for net in nets) / 19
    assert sum(tally.endings.values()) == tally.sessions == 500
    assert all(sum(held) == 500 for held in tally.held)
    assert list(tally.quantiles(3)) == sorted(tally.quantiles(3))
    low, high = tally.chance_interval("ruin", 0.95)
    assert low <= tally.chance("ruin") <= high
    assert tally.as_json(0.95)["curve"][0].keys() == {"shooters", "held"}


def test_quantiles_are_right_to_within_a_step() -> None:
    plan, terms = read_strategy("pass-and-come"), Terms(300, shooters=8)
    kernel = Sessions(table("bo-2025/craps"), plan, terms)
    tally = kernel.tally(kernel.count(2, 2, 60))
    draws, finals = iter(kernel.draws(2, 2, 20_000)), []
    for _ in range(60):
        opened: Any = table("bo-2025/craps")
        finals.append(Player(opened, Plan(opened, plan), terms.bankroll).play(terms, draws).fortunes[-1])
    for part, found in zip(PARTS, tally.quantiles(len(tally.marks) - 1), strict=True):
        exact = sorted(finals)[int(60 * part) - 1]
        assert abs(float(exact) - found) <= tally.width


def sitting(**more: Any) -> Sitting:
    return Sitting(Study("pv-1996/craps"), "pass-and-come", 400, **(more or {"shooters": 10}))


def test_the_number_of_workers_leaves_no_trace() -> None:
    evening = sitting()
    rounds = 3 * evening.kernel.block + 77  # type: ignore[attr-defined]
    first = simulate(evening.kernel, rounds, seed=7, workers=1)
    assert first.complete
    assert evening.tally(first).sessions == rounds
    for workers in (2, 3):
        assert (simulate(evening.kernel, rounds, seed=7, workers=workers).counts == first.counts).all()


def test_an_interruption_leaves_the_run_of_so_many_sessions() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    evening = sitting()
    run = simulate(evening.kernel, 10 * evening.kernel.block, 7, 1, progress=stop)  # type: ignore[attr-defined]
    assert 0 < run.rounds < run.wanted
    assert not run.complete
    assert (simulate(evening.kernel, run.rounds, 7, 2).counts == run.counts).all()


def test_report_and_json_of_a_strategy() -> None:
    evening = sitting(throws=50)
    run = simulate(evening.kernel, 2000, seed=1)
    page = session_report(evening, run)
    for wanted in ("Pass line with double odds", "pass line odds", "ruined", "<polygon", "--throws 50", "--seed 1"):
        assert wanted in page
    with speaking("es"):
        assert "gabela doble" in session_report(evening, run)
    told = evening.as_json(run, 0.95)
    assert json.loads(json.dumps(told)) == told
    assert told["simulated"]["endings"]["ruin"]["sessions"] == evening.tally(run).endings["ruin"]
    assert evening.command(run) == (
        "tapete simulate pv-1996/craps --strategy pass-and-come --bankroll 400 --throws 50 --rounds 2000 --seed 1"
    )


def tapete(*arguments: str) -> Any:
    environment = {**os.environ, "TAPETE_LANG": "en", "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, "-m", "tapete", "simulate", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


def test_command_with_a_strategy_of_ones_own(tmp_path: Path) -> None:
    file, page = tmp_path / "mine.yaml", tmp_path / "report.html"
    file.write_text("title: {es: Lo mío, en: Mine}\nrules:\n  - {bet: field, stake: 5}\n", encoding="utf-8")
    options = ("bo-2025/craps", "--strategy", str(file), "--bankroll", "60", "--rounds", "2k", "--seed", "5")
    shown = tapete(*options, "--shooters", "6", "--report", str(page))
    assert shown.returncode == 0, shown.stderr
    assert "Mine" in shown.stdout
    assert "ruined" in shown.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    found = json.loads(tapete(*options, "--throws", "40", "--json").stdout)
    assert found["simulated"]["sessions"] == 2000
    assert found["simulated"]["draws"] <= 2000 * 40


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (("--strategy", "doubling", "--bet", "field 5"), 2, "either --bet or --strategy"),
        (("--bankroll", "5"), 2, "--bankroll goes with --strategy"),
        (("--shooters", "5"), 2, "--shooters goes with --strategy"),
        (("--strategy", "nothing"), 1, "There is no strategy file nothing"),
        (("--strategy", "doubling", "--bankroll", "0"), 1, "bankroll must be above zero"),
        (("--strategy", "doubling", "--shooters", "5", "--throws", "5"), 1, "give one of them"),
        (("--strategy", "doubling", "--table", "minimum=20"), 1, "below the minimum of 20"),
    ],
)
def test_command_says_what_is_wrong(options: tuple[str, ...], code: int, sentence: str) -> None:
    found = tapete("bo-2025/craps", *options)
    assert found.returncode == code
    assert sentence in found.stderr


def test_a_family_without_strategies_says_so() -> None:
    found = tapete("pv-1996/boule", "--strategy", "doubling")
    assert "has no strategies" in found.stderr

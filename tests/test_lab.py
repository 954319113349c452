"""The laboratory: the same figures wherever they run, what an interruption leaves, the commands and the report."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tapete.games import library
from tapete.lab import runner, sheets
from tapete.lab.contract import odds_of
from tapete.lab.report import report
from tapete.lab.runner import BLOCK, simulate, tasks
from tapete.lab.sample import Sample, fit
from tapete.lab.study import Study
from tapete.table.actions import Bet
from tapete.table.distribution import Ending
from tapete.table.errors import NotPlayable, Refused
from tapete.table.words import speaking

F = Fraction
FRENCH = "pv-1996/ruleta-francesa"
BETS = (Bet("ana", "rojo", (), 100), Bet("ana", "falta", (), 35), Bet("ana", "pleno", (0,), 5))
STUDY = Study(FRENCH, {"minimum": 5, "maximum": 250}, bets=BETS, policy="prison")
ROUNDS = 40 * BLOCK + 12_345


def same(one: Any, other: Any) -> bool:
    return (
        (one.counts == other.counts).all()
        and one.sample == other.sample
        and one.trace == other.trace
        and one.seed == other.seed
    )


def test_the_number_of_workers_leaves_no_trace() -> None:
    first = simulate(STUDY.kernel(), ROUNDS, seed=7, workers=1)
    assert first.sample.rounds == ROUNDS
    assert first.complete
    for workers in (2, 3, 7, None):
        assert same(simulate(STUDY.kernel(), ROUNDS, seed=7, workers=workers), first)
    assert simulate(STUDY.kernel(), ROUNDS, seed=8).sample != first.sample


def test_tasks_cover_every_round_once() -> None:
    for rounds in (1, BLOCK - 1, BLOCK, BLOCK + 1, 10**6, 10**9 + 1):
        found = list(tasks(rounds))
        assert sum(task.rounds for task in found) == rounds
        assert found[0].first == 0
        for before, after in itertools.pairwise(found):
            assert before.rounds % BLOCK == 0
            assert after.first == before.first + before.rounds // BLOCK


def test_more_rounds_begin_with_the_fewer() -> None:
    """A longer run holds the shorter one, so a run can be gone on with."""
    few = simulate(STUDY.kernel(), 10 * BLOCK, seed=3).counts
    many = simulate(STUDY.kernel(), 11 * BLOCK, seed=3).counts
    assert (many - few == STUDY.kernel().count(3, 10, BLOCK)).all()


def test_an_interruption_leaves_the_run_of_so_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped, kernel = threading.Event(), STUDY.kernel()
    count = type(kernel).count

    def held(self: Any, seed: int, first: int, rounds: int) -> Any:
        if first >= 20:
            stopped.wait(60)  # a busy machine may not come to the interruption before the work is done
        return count(self, seed, first, rounds)

    def stop(done: int) -> None:
        if done >= 10 * BLOCK:
            stopped.set()
            raise KeyboardInterrupt

    monkeypatch.setattr(type(kernel), "count", held)
    run = simulate(kernel, ROUNDS, seed=7, workers=3, progress=stop)
    assert not run.complete
    assert 10 * BLOCK <= run.sample.rounds < ROUNDS
    assert run.sample == simulate(STUDY.kernel(), run.sample.rounds, seed=7, workers=1).sample


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": 0}, "rounds must be above zero"),
        ({"seed": -1}, "A seed is"),
        ({"seed": 2**64}, "A seed is"),
        ({"workers": 0}, "workers must be above zero"),
        ({"cluster": "tcp://127.0.0.1:9"}, "cannot be reached"),
        ({"cluster": "nonsense://x"}, "cannot be reached"),
    ],
)
def test_what_cannot_be_run_is_refused(options: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CLUSTER_TIMEOUT", 0.3)
    with pytest.raises(Refused, match=sentence):
        simulate(STUDY.kernel(), **{"rounds": 10, "seed": 7, **options})


@pytest.fixture(scope="module")
def cluster() -> Any:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp://") as running:
        yield running.scheduler_address


def test_a_cluster_gives_the_same_to_the_last_bit(cluster: str) -> None:
    there = simulate(STUDY.kernel(), ROUNDS, seed=7, cluster=cluster)
    assert same(there, simulate(STUDY.kernel(), ROUNDS, seed=7, workers=2))
    assert there.workers == cluster


def test_a_cluster_is_left_when_interrupted(cluster: str) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    run = simulate(STUDY.kernel(), ROUNDS, seed=7, cluster=cluster, progress=stop)
    assert not run.complete
    assert simulate(STUDY.kernel(), 100, seed=7, cluster=cluster).complete


def test_workers_of_another_version_are_refused(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "__version__", "99")
    with pytest.raises(Refused, match="must all have Tapete 99"):
        simulate(STUDY.kernel(), 100, seed=7, cluster=cluster)


def test_a_sample_is_counted_exactly() -> None:
    sample = Sample.of([(9, Ending(1, F(3), F(0))), (1, Ending(4, F(3), F(63, 2)))])
    assert (sample.rounds, sample.draws, sample.staked, sample.returned) == (10, 13, 30, F(63, 2))
    assert sample.mean == F(3, 20)
    assert sample.variance == (9 * (F(-3) - F(3, 20)) ** 2 + (F(57, 2) - F(3, 20)) ** 2) / 9
    low, high = sample.interval(0.95)
    assert (high - low) / 2 == pytest.approx(1.959964 * sample.error)


def test_a_sample_that_does_not_fit_is_noticed() -> None:
    study = Study("pv-1996/boule", bets=(Bet("ana", "numero-entero", (1,), 1),))
    fair = Sample.of([(1000, Ending(1, F(1), F(8))), (8000, Ending(1, F(1), F(0)))])
    assert fit(fair, study.joint).chi_square == 0
    assert fit(fair, study.joint).p_value == 1
    false = Sample.of([(1200, Ending(1, F(1), F(8))), (7800, Ending(1, F(1), F(0)))])
    found = fit(false, study.joint)
    assert not found.within
    assert found.away > 5
    assert found.p_value < 1e-6


def test_simulations_of_fair_draws_fit() -> None:
    for seed in range(5):
        found = fit(simulate(STUDY.kernel(), 500_000, seed).sample, STUDY.joint, 0.9999)
        assert found.within
        assert found.p_value > 1e-4


def test_a_study_without_bets_is_not_simulated() -> None:
    with pytest.raises(Refused, match="at least one bet"):
        Study(FRENCH).kernel()


def test_a_study_refuses_what_the_table_refuses() -> None:
    with pytest.raises(Refused, match="above the maximum"):
        _ = Study(FRENCH, {"minimum": 5, "maximum": 250}, bets=(Bet("ana", "pleno", (1,), 300),)).joint


def test_a_family_without_mathematics_says_so() -> None:
    class Elsewhere:
        game = "xx/nothing"

    with pytest.raises(NotPlayable, match="no mathematics"):
        odds_of(Elsewhere())  # type: ignore[arg-type]


def tapete(*arguments: str) -> Any:
    environment = {**os.environ, "TAPETE_LANG": "en", "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, "-m", "tapete", *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_command_odds() -> None:
    found = json.loads(tapete("odds", FRENCH, "--json").stdout)
    rows = {row["bet"]: row for row in found["odds"]}
    assert rows["pleno"]["edge"] == "1/37"
    assert rows["pleno"]["results"][0] == {
        "result": "win",
        "zeros": 0,
        "net": "35",
        "probability": "1/37",
        "percent": pytest.approx(100 / 37),
    }
    assert [policy["edge"] for policy in rows["rojo"]["policies"]] == ["1/74", "1/73"]
    assert rows["rojo"]["choices"][0]["best"] == "half"
    assert found["joint"] is None
    shown = tapete("odds", FRENCH, "--results").stdout
    assert "1/74" in shown
    assert "half back after a zero" in shown


def test_command_odds_under_a_policy() -> None:
    asked = (FRENCH, "--policy", "prison")
    found = json.loads(tapete("odds", *asked, "--json").stdout)
    rows = {row["bet"]: row for row in found["odds"]}
    assert (rows["rojo"]["policy"], rows["rojo"]["edge"], rows["rojo"]["cost"]) == ("prison", "1/73", "1/5402")
    assert [policy["edge"] for policy in rows["rojo"]["policies"]] == ["1/74", "1/73"]
    assert rows["pleno"]["edge"] == "1/37"
    shown = tapete("odds", *asked).stdout
    assert "Way of playing: prison." in shown
    (row,) = (line.split() for line in shown.splitlines() if line.split()[:1] == ["rojo"])
    assert row[5:7] == ["1/73", "1.370"]
    assert "1/73 · 1.370" in report(Study(FRENCH, policy="prison"))


def test_odds_under_a_policy_where_bets_last_or_cards_leave() -> None:
    craps = Study("cl-2023/craps", policy="turn-on")
    lines = [line for line in sheets.odds(craps.rows).rows if line[0].strip() == "best"]
    assert lines and not any("asked to play" in line[0] for line in sheets.odds(craps.rows).rows)
    war = {row.bet: row for row in Study("cl-2023/war", policy="surrender").rows}
    assert war["war"].outlook.policy == "surrender" and not war["war"].removals and war["tie"].removals


def test_command_odds_of_bets_together() -> None:
    said = tapete("odds", FRENCH, "--bet", "100 on red", "--bet", "5 al 17", "--json")
    assert json.loads(said.stdout)["bets"] == [
        {"bet": "rojo", "on": [], "stake": 100},
        {"bet": "pleno", "on": [17], "stake": 5},
    ]
    answer = tapete("odds", FRENCH, "--bet", "rojo 100", "--bet", "pleno 17 5", "--json")
    joint = json.loads(answer.stdout)["joint"]
    assert (joint["staked"], joint["edge"]) == ("105", "11/777")
    assert {chance["value"]: chance["probability"] for chance in joint["net"]} == {
        "-105": "17/37",
        "-55": "1/37",
        "75": "1/37",
        "95": "18/37",
    }


def test_command_odds_with_facts_readings_and_settings() -> None:
    changed = json.loads(tapete("odds", FRENCH, "--set", "bets.pleno.pays=36", "--json").stdout)
    assert changed["odds"][0]["edge"] == "0"
    assert changed["changes"] == [{"path": "bets.pleno.pays", "before": 35, "after": 36}]
    american = "cl-2023/ruleta-americana/un-cero"
    letter = json.loads(tapete("odds", american, "--reading", "rojo-32=ninguno", "--json").stdout)
    assert letter["readings"] == {"rojo-32": "ninguno"}
    assert {row["bet"]: row["covers"] for row in letter["odds"]}["rojo"] == "17/37"
    rounded = json.loads(
        tapete("odds", "cl-2023/ruleta-francesa", "--table", "rounding=down", "--stake", "1", "--json").stdout
    )
    assert {row["bet"]: row["policy"] for row in rounded["odds"] if row["priced"]}["rojo"] == "prison"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("odds", "pv-1996/nothing"), 2, "no game"),
        (("odds", FRENCH, "--bet", "rojo"), 1, "A bet is typed"),
        (("odds", FRENCH, "--bet", "pleno 37 5"), 1, "no pleno on 37"),
        (("odds", FRENCH, "--bet", "rojo 5", "--policy", "never"), 1, "no way of playing"),
        (("odds", "cl-2023/ruleta-americana/un-cero", "--policy", "prison"), 1, "no way of playing"),
        (("odds", FRENCH, "--reading", "nothing=x"), 1, "no reading"),
        (("simulate", FRENCH), 1, "at least one bet"),
        (("simulate", FRENCH, "--bet", "rojo 5", "--rounds", "many"), 2, "number of rounds"),
        (("simulate", FRENCH, "--bet", "rojo 5", "--rounds", "1.5"), 2, "number of rounds"),
        (("simulate", FRENCH, "--bet", "rojo 5", "--report", "/nowhere/at/all.html", "--rounds", "10"), 1, "/nowhere"),
    ],
)
def test_commands_say_what_is_wrong(arguments: tuple[str, ...], code: int, sentence: str) -> None:
    answer = tapete(*arguments)
    assert answer.returncode == code, answer.stderr
    assert sentence in answer.stderr


def test_command_simulate(tmp_path: Path) -> None:
    options = ("simulate", FRENCH, "--bet", "rojo 100", "--rounds", "0.3M", "--seed", "7", "--policy", "prison")
    one, two = (json.loads(tapete(*options, "--workers", workers, "--json").stdout) for workers in "12")
    for told in (one, two):
        del told["seconds"], told["workers"]
    assert one == two
    assert one["simulated"]["rounds"] == one["rounds"] == 300_000
    assert one["complete"] is True
    assert one["exact"]["edge"] == "1/73"
    page = tmp_path / "report.html"
    shown = tapete(*options, "--report", str(page))
    assert shown.returncode == 0
    assert "seed 7" in shown.stdout
    assert "tapete simulate" in page.read_text(encoding="utf-8")


def test_command_simulate_stops_cleanly() -> None:
    """Ctrl-C at a terminal: exit status 130, and what was done is the run of so many rounds."""
    master, slave = pty.openpty()
    arguments = ["simulate", FRENCH, "--bet", "rojo 100", "--seed", "7", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "tapete", *arguments, "--rounds", "900G"],
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TAPETE_LANG": "en", "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(slave)
    seen = b""
    while b"rounds/s" not in seen:
        seen += os.read(master, 4096)
    running.send_signal(signal.SIGINT)
    while True:
        try:
            if not os.read(master, 4096):
                break
        except OSError:
            break
    out, _ = running.communicate(timeout=120)
    assert running.returncode == 130
    told = json.loads(out)
    assert told["complete"] is False
    assert 0 < told["rounds"] < 900 * 10**9
    again = json.loads(tapete(*arguments, "--rounds", str(told["rounds"])).stdout)
    assert again["simulated"] == told["simulated"]


class Page(HTMLParser):
    """What a page holds: whether its tags close each other, and whatever it would fetch."""

    VOID = frozenset(("meta", "br", "img", "link"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetches: list[str] = []
        self.words: list[str] = []
        self.charts = 0
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.fetches += [value for name, value in attrs if name in ("src", "href", "xlink:href", "srcset")]
        self.charts += tag == "svg"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("name", sorted(n for n, g in library().games.items() if g["family"] in ("wheels", "roulette")))
@pytest.mark.parametrize("tongue", ["es", "en"])
def test_report_of_odds_stands_alone(name: str, tongue: str) -> None:
    with speaking(tongue):
        text = report(Study(name))
    page = Page(text)
    assert not page.fetches
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)
    assert f'<html lang="{tongue}">' in text
    data = library().game(name)
    for reading in data.get("readings") or ():
        assert reading in page.words
    for bet in data["bets"]:
        assert any(word.split(" ")[0] == bet for word in page.words)


def test_report_of_a_simulation() -> None:
    study = Study(FRENCH, bets=BETS, policy="prison", changes={"bets.pleno.pays": 34}, table={"rounding": "down"})
    run = simulate(study.kernel(), 30 * BLOCK, seed=11)
    text = report(study, run)
    page = Page(text)
    assert page.charts == 3
    assert "bets.pleno.pays" in page.words
    told = " ".join(page.words)
    assert "--seed 11" in told
    assert "--policy prison" in told
    assert study.fingerprint in told
    assert "numba" in told.lower()


def test_report_escapes_what_it_is_told() -> None:
    study = Study(FRENCH, changes={"names": ["<script>alert(1)</script>"]})
    assert "<script>" not in report(study)


def test_many_nets_are_gathered_in_the_chart() -> None:
    bets = tuple(Bet("ana", "pleno", (number,), 7 + number * number) for number in range(37))
    bets += (Bet("ana", "rojo", (), 1000), Bet("ana", "par", (), 1313), Bet("ana", "falta", (), 1777))
    study = Study("cl-2023/ruleta-francesa", bets=bets, policy="prison")
    assert len(study.joint.net.chances) > 41
    Page(report(study, simulate(study.kernel(), 100_000, seed=1)))


def test_a_bet_that_cannot_lose_is_reported() -> None:
    """Every number covered alike: one net, no spread at all."""
    bets = tuple(Bet("ana", "pleno", (number,), 1) for number in range(37))
    study = Study("cl-2023/ruleta-francesa", bets=bets)
    run = simulate(study.kernel(), 10 * BLOCK, seed=1)
    found = fit(run.sample, study.joint)
    assert (found.away, found.within, found.freedom) == (0, True, 0)
    Page(report(study, run))


def test_the_command_of_a_study_repeats_it() -> None:
    study = Study(
        FRENCH,
        {"minimum": 5, "maximum": 250, "readings": {"caballos-del-cero": "ninguno"}},
        {"bets.pleno.pays": 34, "bets.caballo.pays": "33/2"},
        BETS,
        "half",
    )
    words = shlex.split(study.command("odds", "--json"))
    told = json.loads(tapete(*words[1:]).stdout)
    assert told["fingerprint"] == study.fingerprint
    assert told["joint"] == study.joint.as_json()

"""The school: what each decision is worth at a live table, against hand counts, brute force and the odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tapete.cli.session import Session
from tapete.games import advice, table
from tapete.games.blackjack.counts import full_shoe, hand_of
from tapete.games.blackjack.solver import Solver
from tapete.games.blackjack.terms import Terms
from tapete.games.roulette.odds import RouletteOdds
from tapete.lab.contract import odds_of
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.advice import Advice, Lessons, Option
from tests.terminal import tapete
from tests.test_blackjack_solver import doubled, hit, stand

CLASSIC = "bo-2025/black-jack/clasico"
CANAL = "cl-2023/black-jack/canal-21"
TRIPLE = "pv-1996/black-jack/triple-black-jack"
FRENCH = "pv-1996/ruleta-francesa/un-pano"
LIMITS = {"minimum": 5, "maximum": 250}
F = Fraction


def dealt(game: str, *cards: str, stake: int = 100, **settings: Any) -> Any:
    opened = table(game, settings)
    opened.play([Bet("ana", opened.cloth.main, (), stake), Chance("cards", cards)])
    return opened


def worths(told: Advice) -> dict[str, float]:
    return {option.word: option.worth for option in told.options}


def counts(*removed: int, decks: int = 6) -> tuple[int, ...]:
    full = [4 * decks] * 9 + [16 * decks]
    for value in removed:
        full[value - 1] -= 1
    return tuple(full)


def nearly_empty(opened: Any, *left: str) -> None:
    """Leave only some cards of a shoe unseen."""
    opened.shoe.counts = [0] * len(opened.shoe.counts)
    for one in left:
        opened.shoe.counts[4 * "A23456789TJQK".index(one[0]) + "shdc".index(one[1])] += 1
    opened.shoe.left = len(left)


SMALL = ("As", "2s", "5h", "6h", "8c", "8d", "Ts", "Th", "9c", "Kd")


@pytest.mark.parametrize(("cards", "hand"), [(("10h", "9h", "6c"), (6, 10)), (("6h", "9h", "5c"), (5, 6))])
def test_worths_from_what_is_left_of_a_shoe(cards: tuple[str, ...], hand: tuple[int, ...]) -> None:
    opened = dealt(CLASSIC, *cards)
    nearly_empty(opened, *SMALL)
    (told,) = advice(opened)
    left = tuple(sum(_value(one) == value for one in SMALL) for value in range(1, 11))
    own = tuple(hand.count(value) for value in range(1, 11))
    expected = {"stand": stand(own, 8, left), "hit": hit(own, 8, left), "double": doubled(own, 8, left)}
    expected["surrender"] = F(-1, 2)
    for word, worth in worths(told).items():
        assert worth == pytest.approx(100 * float(expected[word]), abs=1e-9)
    assert told.player == "ana" and not told.optional


def _value(one: str) -> int:
    return min("A23456789TJQK".index(one[0]) + 1, 10)


def test_a_full_shoe_has_the_figures_of_the_odds() -> None:
    opened = dealt(CLASSIC, "8h", "10h", "8c", stake=10)
    (told,) = advice(opened)
    odds: Any = odds_of(table(CLASSIC))
    for word, worth in odds.worths("8,8", "10").decisions:
        assert worths(told)[word] == pytest.approx(10 * worth, abs=1e-9)


def test_insurance_and_even_money_are_counted_by_hand() -> None:
    opened = dealt(CLASSIC, "10h", "As", "9c")
    in_turn, insured = advice(opened)
    assert set(worths(in_turn)) == {"hit", "stand"}
    assert insured.optional and insured.best.word == "decline"
    assert worths(insured)["insurance"] == pytest.approx(50 * float(3 * F(95, 309) - 1))
    natural = dealt(CLASSIC, "10h", "As", "Ac")
    told = {one.best.word: one for one in advice(natural)}
    even = next(one for one in told.values() if "even-money" in worths(one))
    assert worths(even) == {"even-money": 100, "decline": pytest.approx(150 * (1 - 95 / 309))}


def test_a_bonus_on_the_third_card_is_part_of_drawing() -> None:
    opened = dealt(CANAL, "6h", "10d", "7h")
    decks = opened.shoe.decks
    (told,) = [one for one in advice(opened) if "hit" in worths(one)]
    terms = replace(Terms.of(opened.rules), prizes=None)
    worth = Solver(terms, full_shoe(decks)).worth(hand_of((6, 7)), 9)
    # Of the straight flushes 5-6-7 and 6-7-8 of hearts neither passes 21: each pays 3 to 1.
    bonus = 3 * 2 * decks / (52 * decks - 3)
    assert worths(told)["hit"] == pytest.approx(100 * ((worth.hit or 0) + bonus), abs=1e-9)
    assert worths(told)["stand"] == pytest.approx(100 * worth.stand, abs=1e-9)


def test_a_side_bet_that_waits_for_a_third_card_counts() -> None:
    bets = [Bet("ana", "apuesta", (1,), 10), Bet("ana", "acumulada", (1,), 5)]
    alone, both = table(TRIPLE, {"minimum": 10}), table(TRIPLE, {"minimum": 10})
    alone.play([bets[0], Chance("cards", ("7h", "10d", "7s"))])
    both.play([*bets, Chance("cards", ("7h", "10d", "7s"))])
    without, told = (worths(advice(one)[0]) for one in (alone, both))
    assert told["stand"] - without["stand"] == pytest.approx(_net(both, "7h", "7s"))
    cards = 52 * both.shoe.decks - 3  # type: ignore[attr-defined]
    seen = {"7h": 1, "7s": 1, "10d": 1}
    drawn = sum(
        (both.shoe.decks - seen.get(one, 0)) * _net(both, "7h", "7s", one)  # type: ignore[attr-defined]
        for one in (rank + suit for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "shdc")
    )
    assert told["hit"] - without["hit"] == pytest.approx(drawn / cards)


def _net(opened: Any, *cards: str) -> float:
    from tapete.table.cards import cards as read

    win = opened.rules.bets["acumulada"].combination(read(cards))
    return -5.0 if win is None else 5 * float(win.pays)


def test_a_tie_that_may_be_broken() -> None:
    opened = dealt(CANAL, "Ah", "As", "Kh")
    opened.play([Chance("card", "Kd")])
    (told,) = advice(opened)
    ranks = [4 * opened.shoe.decks] * 11 + [4 * opened.shoe.decks - 2] * 2
    cards = sum(ranks)
    equal = F(sum(n * (n - 1) for n in ranks), cards * (cards - 1))
    bet = opened.rules.bets[opened.cloth.tie_break]
    worth = (1 - equal) / 2 * 200 * (bet.pays - 1) + equal * 200 * bet.tie_break.pays_equal
    assert worths(told) == {"tie-break": pytest.approx(float(worth)), "decline": 0}


def test_challenge_21_counts_every_stake_of_the_hand() -> None:
    opened = table("bo-2025/black-jack/challenge-21")
    opened.play([Bet("ana", "apuesta", (spot,), 10 * spot) for spot in (1, 2, 3)])
    opened.play([Chance("cards", ("10h", "9h", "6c"))])
    (told,) = [one for one in advice(opened) if "hit" in worths(one)]
    plain = dict(odds_of(table("bo-2025/black-jack/challenge-21")).worths("10,6", "9").decisions)  # type: ignore[attr-defined]
    assert worths(told)["hit"] == pytest.approx(60 * plain["hit"], abs=1e-9)


def test_a_further_split_counts_the_splits_that_are_left() -> None:
    opened = dealt(CLASSIC, "8h", "6h", "8c")
    opened.play([Decision("ana", "split"), Chance("card", "8d")])
    offered = {offer.word for offer in opened.legal("ana") if offer.verb == "do"}
    (told,) = advice(opened)
    assert set(worths(told)) == offered
    assert ("split" in offered) == (opened.rules.split.times is None or opened.rules.split.times > 1)


def test_war_after_a_tie() -> None:
    opened = table("cl-2023/war")
    opened.play([Bet("ana", "war", (), 100), Chance("cards", ("8d", "8c"))])
    (told,) = advice(opened)
    decks = opened.shoe.decks  # type: ignore[attr-defined]
    ranks = [4 * decks] * 12 + [4 * decks - 2]
    cards = sum(ranks)
    tied = F(sum(n * (n - 1) for n in ranks), cards * (cards - 1))
    # The war is won or tied: the raise wins its stake, the first stake too, and a tie brings a bonus besides.
    odds: Any = odds_of(table("cl-2023/war"))
    from tapete.games.war.odds import Stakes

    nets = {how: ending.net for how, ending in odds.endings(Stakes(100)).items()}
    ahead = (1 - tied) / 2
    expected = ahead * nets["war-win"] + ahead * nets["war-lose"] + tied * nets["war-tie"]
    assert worths(told) == {"war": pytest.approx(float(expected)), "surrender": -50}


def test_half_and_prison() -> None:
    opened = table(FRENCH, LIMITS)
    opened.play([Bet("ana", "rojo", (), 100), Bet("luis", "par", (), 20), Chance("ball", 0)])
    ana, luis = advice(opened)
    assert worths(ana) == {"half": -50, "prison": pytest.approx(100 * 73 / 148 - 100)}
    assert luis.on == ("par",) and luis.best.word == "half"
    opened.play([Decision("ana", "prison"), Decision("luis", "prison"), Chance("ball", 0)])
    again = advice(opened)
    held = [RouletteOdds(opened).held(position) for position in opened.standing]  # type: ignore[arg-type]
    assert [float(one.stake) for one in held] == [50, 10]
    assert worths(again[0])["half"] == pytest.approx(float(held[0].half or 0) - 50)


def test_a_game_without_decisions_has_no_advice() -> None:
    opened = table("pv-1996/boule")
    opened.play([Bet("ana", "rojo", (), 5)])
    assert advice(opened) == ()


def test_lessons_judge_amounts_and_what_was_let_pass() -> None:
    options = Option("insurance", 8.0, most=40, names=("seguro",)), Option("decline", 0.0)
    insured = Advice("ana", options, on=(1,), optional=True)
    lessons = Lessons()
    (half,) = lessons.learn([insured], Decision("ana", "insurance", to=20), [])
    assert (half.did, half.cost) == ("insurance", 4)
    (whole,) = lessons.learn([insured], Bet("ana", "seguro", (), 40), [])
    assert not whole.mistake
    (passed,) = lessons.learn([insured], Chance("card", "9h"), [], number=7)
    assert (passed.did, passed.best, passed.cost) == ("decline", "insurance", 8)
    assert lessons.learn([insured], Decision("luis", "hit"), [insured]) == []
    assert lessons.total("ana") == (3, 2, 12)
    lessons.forget(7)
    assert lessons.total("ana") == (2, 1, 4)


def test_a_double_for_less_is_worth_less() -> None:
    session = Session(CLASSIC, changes={"double.amount": "up-to-equal"}, teaches=True)
    session.apply(Bet("ana", "apuesta", (), 10))
    session.apply(Chance("cards", ("6h", "6d", "5s")))
    told = session.advice()[0]
    assert told.best.word == "double" and told.best.worth > 0
    (lesson,) = session.apply(Decision("ana", "double", (), 15)).lessons
    assert lesson.cost == pytest.approx(told.best.worth / 4), "three quarters of the whole double's stake"


def test_what_is_taken_back_teaches_nothing() -> None:
    session = Session(CLASSIC, teaches=True)
    session.apply(Bet("ana", "apuesta", (), 100))
    session.apply(Chance("cards", ("10h", "9h", "10c")))
    assert session.apply(Decision("ana", "hit")).lessons[0].mistake
    session.undo()
    assert session.lessons.learned == []
    assert not session.apply(Decision("ana", "stand")).lessons[0].mistake


def test_the_terminal_teaches_in_both_languages() -> None:
    lines = "apuesta 100\n10h 9h 6c\nstand\n9d\nquit\n"
    said = tapete("play", CLASSIC, "--deal", "--advice", typed=lines)
    assert said.code == 0 and not said.err
    assert "advice for ana, 10h 6c / 9h: surrender -50.00, hit -50.45, stand -54.25" in said.out
    assert "stand costs 4.25 on average; surrender is better." in said.out
    assert "ana: decisions 1, mistakes 1, which cost 4.25 on average" in said.out
    spanish = tapete("play", CLASSIC, "--deal", typed="consejo\n" + lines, lang="es")
    assert spanish.code == 0 and not spanish.err
    assert "consejo para ana, 10h 6c / 9h: rendirse -50.00, carta -50.45" in spanish.out
    assert "cuesta 4.25 en promedio; rendirse es mejor." in spanish.out
    assert "ana: decisiones 1, errores 1, que cuestan 4.25 en promedio" in spanish.out


def test_advice_can_be_switched_off_and_says_where_there_is_none() -> None:
    off = tapete("play", CLASSIC, "--deal", typed="advice\nadvice\napuesta 100\n10h 9h 6c\nstand\nquit\n")
    assert "Advice is off" in off.out and "advice for" not in off.out
    none = tapete("play", "pv-1996/boule", "--deal", typed="advice\nquit\n")
    assert "nothing to decide" in none.out

"""The felt: every game draws, every place has its spot, and chips lie where the trade puts them."""

from __future__ import annotations

import math
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from tapete.games import FAMILIES, family, library, table
from tapete.games.blackjack.felt import BlackjackBoard
from tapete.games.blackjack.felt import plan as blackjack_plan
from tapete.games.roulette.felt import spots as roulette_spots
from tapete.games.roulette.layout import DRAWN, Tableau, meeting
from tapete.games.wheels.turning import spread
from tapete.table.actions import Bet, Chance, Decision, Irregular
from tapete.table.dice import pips
from tapete.table.felt import SpotBox
from tapete.table.figures import knows
from tapete.table.png import png
from tapete.table.svg import Box
from tapete.table.words import speaking

SVG = "{http://www.w3.org/2000/svg}"


def of_families(*families: str) -> list[str]:
    return sorted(name for name, game in library().games.items() if game["family"] in families)


WHEEL_GAMES = of_families("roulette", "wheels")
ROULETTES = of_families("roulette")
CRAPS = of_families("craps")
DICE_GAMES = of_families("dice")
CLOTHS = [*WHEEL_GAMES, *CRAPS, *DICE_GAMES]


def drawn(round: Any) -> ElementTree.Element:
    return ElementTree.fromstring(round.svg())


def classes(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in picture.iter() if e.get("class") == name]


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in picture.iter(f"{SVG}text")]


@lru_cache(maxsize=64)
def spots(game: str) -> tuple[SpotBox, ...]:
    opened: Any = table(game)
    module = __import__(f"{family(opened.rules.family).__name__}.felt", fromlist=["spots"])
    return tuple(module.spots(opened.cloth))


def spot(game: str, bet: str, *on: Any) -> SpotBox:
    return next(s for s in spots(game) if (s.bet, s.on) == (bet, on))


def bet_everywhere(opened: Any, player: str = "ana") -> int:
    number = 0
    for offer in opened.legal():
        if offer.verb == "bet":
            for place in offer.places:
                opened.apply(Bet(player, offer.word, place, max(offer.minimum, offer.step)))
                number += 1
    return number


def after_a_loss(game: str) -> Any:
    """A draw that the first bet of the cloth loses: a document without prices can settle that too."""
    opened: Any = table(game)
    offer = next(o for o in opened.legal() if o.verb == "bet")
    opened.apply(Bet("ana", offer.word, offer.places[0], offer.minimum))
    spot = opened.standing[0].spot
    chance = next(o for o in opened.legal() if o.who == "chance")
    wins = getattr(spot, "returns", None)
    lost = (o for o in chance.outcomes if o not in wins) if wins is not None else iter([(1, 1)])
    opened.apply(Chance(chance.verb, next(lost)))
    assert opened.lines[-1].result == "lose"
    return opened


def place_in(data_on: str) -> tuple[Any, ...]:
    return tuple(int(item) if item.isdigit() and item != "00" else item for item in data_on.split(",") if item)


@pytest.mark.parametrize("game", CLOTHS)
def test_every_game_draws_empty_and_full_in_both_languages(game: str) -> None:
    for language in ("es", "en"):
        with speaking(language):
            opened: Any = table(game)
            empty = drawn(opened)
            assert not classes(empty, "chip")
            number = bet_everywhere(opened)
            assert len(classes(drawn(opened), "chip")) == number
            assert classes(drawn(after_a_loss(game)), "last")


@pytest.mark.parametrize("game", CLOTHS)
def test_every_place_of_the_cloth_is_a_titled_spot(game: str) -> None:
    opened: Any = table(game)
    elements = classes(drawn(opened), "spot")
    assert all(e.find(f"{SVG}title") is not None and e.get("d") for e in elements)
    marked = {(e.get("data-bet"), place_in(e.get("data-on") or "")) for e in elements}
    wanted = {(bet, on) for bet, places in opened.cloth.places.items() for on in places}
    beside = getattr(opened.cloth, "beside", {})
    assert marked == wanted | {(bet, lying.on) for bet, numbers in beside.items() for lying in numbers.values()}


@pytest.mark.parametrize("game", [*WHEEL_GAMES, *DICE_GAMES])
def test_what_a_spot_says_is_a_bet_that_the_table_takes(game: str) -> None:
    opened: Any = table(game)
    bounds = {o.word: max(o.minimum, o.step) for o in opened.legal() if o.verb == "bet"}
    for element in classes(drawn(opened), "spot"):
        on = tuple(item for item in (element.get("data-on") or "").split(",") if item)
        bet = element.get("data-bet") or ""
        opened.apply(Bet("ana", bet, on, bounds[bet]))


@pytest.mark.parametrize("game", CLOTHS)
def test_no_two_places_share_their_chips(game: str) -> None:
    found = spots(game)
    for index, one in enumerate(found):
        for other in found[:index]:
            if (one.bet, one.on, one.cloth) != (other.bet, other.on, other.cloth):
                assert math.dist(one.at, other.at) > 8, (one, other)


@pytest.mark.parametrize("game", CLOTHS)
def test_every_spot_lies_inside_the_picture(game: str) -> None:
    picture = drawn(table(game))
    _x, _y, width, height = map(float, (picture.get("viewBox") or "").split())
    for found in spots(game):
        assert found.radius < found.at[0] < width - found.radius
        assert found.radius < found.at[1] < height - found.radius


def test_a_split_lies_on_the_line_a_corner_on_the_crossing_a_street_at_the_edge() -> None:
    game = "pv-1996/ruleta-francesa"
    cloth: Any = table(game)
    tableau = Tableau(cloth.cloth, *_origin(game), DRAWN)
    one, two, four = (tableau.number(n) for n in (1, 2, 4))
    assert spot(game, "caballo", 1, 2).at == pytest.approx((one.middle[0], one.y))
    assert spot(game, "caballo", 1, 4).at == pytest.approx((four.x, one.middle[1]))
    assert spot(game, "cuadro", 1, 2, 4, 5).at == pytest.approx((four.x, one.y))
    assert spot(game, "transversal", 1, 2, 3).at == pytest.approx((one.middle[0], one.y + one.h))
    assert spot(game, "seisena", 1, 2, 3, 4, 5, 6).at == pytest.approx((four.x, one.y + one.h))
    assert spot(game, "transversal", 0, 1, 2).at == pytest.approx((one.x, two.y + two.h))
    assert spot(game, "cuadro", 0, 1, 2, 3).at == pytest.approx((one.x, one.y + one.h))
    pleno = spot(game, "pleno", 1).at
    assert one.x < pleno[0] < one.x + one.w and one.y < pleno[1] < one.y + one.h


def _origin(game: str) -> tuple[float, float]:
    """Where the cloth begins, from the box of zero's outline."""
    zero = spot(game, "pleno", 0).outline
    x = float(zero[1:].split("H")[0].split()[0])
    top = float(spot(game, "falta").outline[1:].split("H")[0].split()[1])
    return x, top


def test_french_streets_and_dozens_have_both_sides_and_american_ones_one() -> None:
    def count(game: str, bet: str, *on: Any) -> int:
        return len([s for s in spots(game) if (s.bet, s.on) == (bet, on)])

    assert count("pv-1996/ruleta-francesa", "transversal", 4, 5, 6) == 2
    assert count("pv-1996/ruleta-francesa", "docena", 2) == 2
    assert count("pv-1996/ruleta-francesa", "cuadro", 0, 1, 2, 3) == 2
    assert count("cl-2023/ruleta-americana/un-cero", "calle", 4, 5, 6) == 1
    assert count("cl-2023/ruleta-americana/un-cero", "docena", 2) == 1


def test_the_sides_of_the_french_cloth_are_those_of_the_document() -> None:
    """cl-2023 II.1.4: the corner of zero is at 1 with pasa, or at 3 with falta."""
    game = "cl-2023/ruleta-francesa"
    one, three = spot(game, "pleno", 1).at, spot(game, "pleno", 3).at
    assert spot(game, "mayor").at[1] > one[1] > three[1] > spot(game, "menor").at[1]


def test_the_five_number_line_lies_where_zero_one_and_the_first_dozen_meet() -> None:
    """cl-2023 II.2.5."""
    game = "cl-2023/ruleta-americana/doble-cero"
    opened: Any = table(game)
    tableau = Tableau(opened.cloth, 0, 0, DRAWN)
    (dozen,) = tableau.dozens(1)
    corner = meeting([tableau.number(0), tableau.number(1), dozen])
    found = next(s for s in tableau.spots if s.bet == "linea-especial")
    assert corner == pytest.approx(found.at)
    assert meeting([tableau.number(n) for n in (0, "00", 2)]) is not None


def test_double_columns_that_do_not_touch_get_a_spot_of_their_own() -> None:
    opened: Any = table("cl-2023/ruleta-francesa", changes={"bets.dos-columnas.covers.pairs": [[1, 2], [2, 3], [1, 3]]})
    lying = {s.on: s.at for s in roulette_spots(opened.cloth) if s.bet == "dos-columnas"}
    assert len(set(lying.values())) == len(lying) == 3


def test_two_cloths_have_the_wheel_between_them_and_players_sit_at_both() -> None:
    game = "pv-1996/ruleta-francesa/dos-panos"
    assert {s.cloth for s in spots(game)} == {0, 1}
    opened: Any = table(game)
    for player in ("ana", "luis"):
        opened.apply(Bet(player, "pleno", (17,), 5))
    picture = drawn(opened)
    xs = [float(e[2].get("cx") or 0) for e in classes(picture, "chip")]
    wheel = float(next(iter(classes(picture, "wheel")[0].iter(f"{SVG}circle"))).get("cx") or 0)
    assert min(xs) < wheel < max(xs)


def test_prison_and_a_pending_choice_are_marked() -> None:
    opened: Any = table("pv-1996/ruleta-francesa", {"minimum": 5, "maximum": 250})
    opened.play([Bet("ana", "rojo", (), 10), Bet("luis", "par", (), 15), Chance("ball", 0)])
    opened.apply(Decision("ana", "prison"))
    with speaking("en"):
        shown = " ".join(texts(drawn(opened)))
    assert "Red: 10 (in prison)" in shown
    assert "Even: 15 (must decide)" in shown


def test_announced_bets_lie_on_the_track_and_mark_the_places_they_cover() -> None:
    opened: Any = table("pv-1996/ruleta-francesa")
    opened.apply(Bet("ana", "serie-grande", (), 9))
    picture = drawn(opened)
    assert len(classes(picture, "chip")) == 1
    assert len(classes(picture, "part")) == len(opened.standing[0].spot.parts)


def test_the_last_spin_stays_on_show_until_somebody_bets() -> None:
    opened: Any = table("pv-1996/ruleta-francesa")
    opened.play([Bet("ana", "pleno", (17,), 5), Bet("luis", "rojo", (), 5), Chance("ball", 17)])
    shown = drawn(opened)
    assert [e.text for e in shown.iter(f"{SVG}title") if "›" in (e.text or "")]
    assert classes(shown, "marker") and len(classes(shown, "chip")) == 2
    opened.apply(Bet("luis", "negro", (), 5))
    assert len(classes(drawn(opened), "chip")) == 1


@pytest.mark.parametrize("game", CLOTHS)
def test_a_hostile_name_is_only_text(game: str) -> None:
    name = '<script>alert("1")</script>&\x00'
    opened: Any = table(game)
    bet_everywhere(opened, name)
    picture = drawn(opened)
    assert not list(picture.iter(f"{SVG}script"))
    assert any("<script>" in (e.text or "") for e in picture.iter(f"{SVG}title"))
    assert png(opened.svg(), 200).startswith(b"\x89PNG")


@pytest.mark.parametrize("game", ROULETTES)
def test_a_wheel_whose_order_the_document_does_not_give_has_no_numbers(game: str) -> None:
    opened: Any = table(game)
    wheel = classes(drawn(opened), "wheel")[0]
    written = [e.text for e in wheel.iter(f"{SVG}text")]
    assert written == [str(o) for o in opened.rules.wheel.order or ()]


def test_the_upright_wheel_has_every_cell_and_never_two_alike_together() -> None:
    wheel = table("cl-2023/big-six").rules.wheel  # type: ignore[attr-defined]
    ring = spread(wheel.outcomes, [wheel.weight(o) for o in wheel.outcomes])
    assert len(ring) == 54 and {o: ring.count(o) for o in ring} == {o: wheel.weight(o) for o in wheel.outcomes}
    assert all(ring[i - 1] != ring[i] for i in range(len(ring)))


def test_the_words_on_the_felt_follow_the_language() -> None:
    opened: Any = table("cl-2023/ruleta-francesa")
    with speaking("es"):
        assert {"ROJO", "MENOR", "Ruleta Francesa"} <= set(texts(drawn(opened)))
    with speaking("en"):
        assert {"RED", "LOW", "French roulette"} <= set(texts(drawn(opened)))


def test_many_players_on_one_place_lie_side_by_side() -> None:
    opened: Any = table("pv-1996/ruleta-francesa")
    for number in range(7):
        opened.apply(Bet(f"player {number}", "pleno", (17,), 5))
        opened.apply(Bet(f"player {number}", "rojo", (), 5))
    chips = [(e[2].get("cx"), e[2].get("cy")) for e in classes(drawn(opened), "chip")]
    assert len(set(chips)) == 14


def test_boxes_meet_in_a_point_a_line_or_not_at_all() -> None:
    assert meeting([Box(0, 0, 2, 2), Box(2, 2, 2, 2)]) == (2, 2)
    assert meeting([Box(0, 0, 2, 2), Box(0, 4, 2, 2)]) is None


def with_point(game: str, *more: Any, point: tuple[int, int] = (4, 4)) -> Any:
    """A craps table on which ana has both lines and the point is set."""
    opened: Any = table(game)
    opened.play([*(Bet("ana", line, (), 10) for line in opened.cloth.lines), Chance("dice", point), *more])
    return opened


def ready(game: str, bet: str, on: tuple[Any, ...]) -> Any:
    """A craps table on which ana may put a bet on a place."""
    rules: Any = table(game).rules  # type: ignore[attr-defined]
    rule = rules.bets[bet]
    if rule.of is None:
        return table(game) if rule.placed in ("come-out", "any") else with_point(game)
    if rule.of in rules.lines:
        return with_point(game)
    throw = next((a, b) for a in range(1, 7) for b in range(1, 7) if a + b == on[0])
    return with_point(game, Bet("ana", rule.of, (), 10), Chance("dice", throw), point=(4, 4) if on[0] != 8 else (3, 3))


def chip_at(picture: ElementTree.Element, words: str) -> tuple[float, float]:
    chip = next(e for e in classes(picture, "chip") if words in (e.findtext(f"{SVG}title") or ""))
    disc = list(chip.iter(f"{SVG}circle"))[1]
    return float(disc.get("cx") or 0), float(disc.get("cy") or 0)


def inside(outline: str, at: tuple[float, float]) -> bool:
    """Whether a point lies in a box that is drawn as a path."""
    left, top, right, bottom = map(float, outline[1:-1].replace("H", " ").replace("V", " ").split()[:4])
    return left < at[0] < right and top < at[1] < bottom


@pytest.mark.parametrize("game", CRAPS)
def test_what_a_spot_of_craps_says_is_a_bet_that_the_table_takes_in_its_time(game: str) -> None:
    for element in classes(drawn(table(game)), "spot"):
        bet, on = element.get("data-bet") or "", place_in(element.get("data-on") or "")
        opened = ready(game, bet, on)
        opened.apply(Bet("ana", bet, on, 10))
        assert (opened.standing[-1].bet, opened.standing[-1].on) == (bet, on)


@pytest.mark.parametrize("game", CRAPS)
def test_bets_that_move_have_a_place_to_rest_where_nobody_bets(game: str) -> None:
    opened: Any = table(game)
    numbers = opened.rules.point.numbers
    moving = [name for name, bet in opened.rules.bets.items() if bet.play.open and bet.play.open.moves]
    resting = {(e.get("data-bet"), place_in(e.get("data-on") or "")) for e in classes(drawn(opened), "rest")}
    assert resting == {(name, (number,)) for name in moving for number in numbers}


@pytest.mark.parametrize("game", CRAPS)
def test_a_full_table_has_two_ends_and_a_small_one_a_single_one(game: str) -> None:
    ends = {s.cloth for s in spots(game) if s.bet in ("pass-line", "win")}
    assert ends == ({0} if game.endswith("mini-craps") else {0, 1})
    assert len([s for s in spots(game) if s.bet == "hard-6"]) == 1


@pytest.mark.parametrize("game", CRAPS)
def test_the_marker_stands_on_the_point_or_off(game: str) -> None:
    def marks(opened: Any) -> set[str]:
        return {text for text in texts(drawn(opened)) if text in ("ON", "OFF")}

    assert marks(table(game)) == {"OFF"}
    opened = with_point(game)
    assert marks(opened) == {"ON"}
    on = next(e for e in drawn(opened).iter(f"{SVG}text") if e.text == "ON")
    front = spot(game, "right-bet", 8)
    assert inside(front.outline, (float(on.get("x") or 0), front.at[1] + 1))
    assert float(on.get("y") or 0) < front.at[1]


def test_a_come_bet_goes_to_the_box_of_its_number() -> None:
    game = "cl-2023/craps"
    opened = with_point(game, Bet("ana", "come", (), 30))
    with speaking("en"):
        before = chip_at(drawn(opened), "Come: 30")
        opened.apply(Chance("dice", (4, 2)))
        after = chip_at(drawn(opened), "Come 6: 30")
    assert before == pytest.approx(spot(game, "come").at) and after == pytest.approx(spot(game, "come", 6).at)
    assert not inside(spot(game, "come").outline, after)


def test_odds_lie_behind_the_line_bet_of_their_player_outside_the_line() -> None:
    """cl-2023 IV.1.5: behind the bet, outside the place that is marked for the line."""
    game = "cl-2023/craps/mini-craps"
    opened: Any = table(game)
    for player in ("ana", "luis", "eva"):
        opened.apply(Bet(player, "pass-line", (), 10))
    opened.play([Chance("dice", (4, 4)), Bet("luis", "gabela-pass-line", (), 25)])
    with speaking("en"):
        picture = drawn(opened)
        line, odds = chip_at(picture, "luis: Pass line: 10"), chip_at(picture, "luis: Pass line odds: 25")
    assert odds[0] == pytest.approx(line[0]) and odds[1] > line[1] + 20
    assert len({chip_at(picture, f"{name}: Pass line: 10") for name in ("ana", "luis", "eva")}) == 3


def test_markers_lie_on_bets_that_do_not_play_and_on_those_asked_to() -> None:
    opened: Any = table("cl-2023/craps")
    opened.play([Bet("ana", "hard-6", (), 5), Bet("luis", "hard-8", (), 5), Decision("luis", "turn-on", ("hard-8",))])
    buttons = {
        (chip.findtext(f"{SVG}title") or "").partition(":")[0]: [t.text for t in chip.iter(f"{SVG}text")][-1]
        for chip in classes(drawn(opened), "chip")
    }
    assert buttons == {"ana": "OFF", "luis": "ON"}


def test_the_dice_the_totals_and_the_shooter_are_shown() -> None:
    with speaking("en"):
        picture = drawn(with_point("cl-2023/craps"))
    thrown = classes(classes(picture, "last")[0], "die")
    assert [len(list(die.iter(f"{SVG}circle"))) for die in thrown] == [4, 4]
    assert (
        "ana throws" in texts(picture) and "shooter" in texts(picture) and "cl-2023/craps  ·  point 8" in texts(picture)
    )


def test_what_a_seven_out_decided_stays_on_show_until_somebody_bets() -> None:
    opened = with_point("cl-2023/craps", Bet("ana", "field", (), 5), Chance("dice", (3, 4)))
    assert len(classes(drawn(opened), "chip")) == 3
    opened.apply(Bet("ana", "field", (), 5))
    assert len(classes(drawn(opened), "chip")) == 1


def test_the_prices_on_the_cloth_are_the_documents() -> None:
    for game, seven, hard in (("bo-2025/craps", "5 : 1", "10 : 1"), ("cl-2023/craps", "4 : 1", "9 : 1")):
        with speaking("en"):
            shown = texts(drawn(table(game)))
        assert f"Any seven · {seven}" in shown and f"Hard 6 · {hard}" in shown


def test_the_words_of_craps_follow_the_language_and_the_document() -> None:
    with speaking("es"):
        assert {"LÍNEA DE PASE", "SEIS", "NUEVE"} <= set(texts(drawn(table("cl-2023/craps"))))
        assert {"WIN", "DON'T WIN", "Horm · 4 : 1"} <= set(texts(drawn(table("pv-1996/craps"))))
    with speaking("en"):
        assert {"PASS LINE", "SIX", "NINE"} <= set(texts(drawn(table("cl-2023/craps"))))


def test_a_reading_shows_on_the_cloth() -> None:
    for readings, marked in (({}, 0), ({"fuera-de-juego": "sin-punto-no-juegan"}, 1)):
        opened: Any = table("bo-2025/craps", {"readings": readings})
        opened.apply(Bet("ana", "hard-6", (), 5))
        (chip,) = classes(drawn(opened), "chip")
        assert [t.text for t in chip.iter(f"{SVG}text")].count("OFF") == marked


def test_crown_and_anchor_has_its_six_figures_on_the_cloth_and_on_the_dice() -> None:
    opened: Any = table("cl-2023/corona-y-ancla")
    faces = opened.rules.dice.faces
    assert all(knows(face) for face in faces)
    cloth = classes(drawn(opened), "cloth")[0]
    assert len({e.get("d") for e in classes(cloth, "figure")}) == len(faces) == 6
    opened.play([Bet("ana", "figura", ("ancla",), 5), Chance("dice", ("ancla", "corazon", "ancla"))])
    picture = drawn(opened)
    first, second, third = (e.get("d") for e in classes(classes(picture, "last")[0], "figure"))
    assert first == third != second
    assert {"×1", "×2"} <= set(texts(picture))


def test_the_names_of_figures_follow_the_language() -> None:
    with speaking("es"):
        assert {"CORONA", "CORAZÓN", "TRÉBOL"} <= set(texts(drawn(table("cl-2023/corona-y-ancla"))))
    with speaking("en"):
        assert {"CROWN", "HEART", "CLUB"} <= set(texts(drawn(table("cl-2023/corona-y-ancla"))))


def test_chuck_a_luck_says_with_which_totals_everybody_loses() -> None:
    opened: Any = table("cl-2023/chuck-a-luck")
    with speaking("en"):
        assert {"10 · 11", "3–9", "12–18"} <= set(texts(drawn(opened)))
    opened.play([Bet("ana", "low", (), 5), Chance("dice", (5, 5, 5))])
    dice = classes(classes(drawn(opened), "last")[0], "die")
    assert [len(list(die.iter(f"{SVG}circle"))) for die in dice] == [5, 5, 5]


def test_a_die_has_as_many_pips_as_it_says() -> None:
    assert [len(pips(face)) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("game", of_families("blackjack", "war"))
def test_round_spots_do_not_lie_on_each_other(game: str) -> None:
    opened: Any = table(game)
    spots: list[SpotBox] = import_module(f"{FAMILIES[opened.rules.family]}.felt").spots(opened.cloth)
    sized = [(spot, float(spot.outline.partition("a")[2].partition(" ")[0])) for spot in spots]
    overlapping = [
        (one.bet, one.cloth, other.bet, other.cloth)
        for (one, radius), (other, room) in combinations(sized, 2)
        if math.dist(one.at, other.at) < radius + room - 0.5
    ]
    assert overlapping == []


def test_a_bonus_lies_with_the_stake_it_was_paid_on_and_has_its_name() -> None:
    canal: Any = table("cl-2023/black-jack/canal-21")
    canal.play([Bet("ana", "apuesta", (3,), 100), Chance("cards", ("6h", "10h", "7h"))])
    canal.play([Decision("ana", "hit"), Chance("card", "8h")])
    (line,) = canal.decided()
    board = BlackjackBoard(canal, blackjack_plan(canal.cloth))
    lying = board.spot("ana", (line.bet, line.on))
    assert (lying.bet, lying.cloth) == ("apuesta", 3)
    with speaking("es"):
        assert any("Escalera de color: 0 › 300" in text for text in texts(drawn(canal)))


def test_a_hand_that_was_left_out_has_its_stake_back_where_it_lay() -> None:
    war: Any = table("cl-2023/war")
    war.play([Bet("ana", "war", (1,), 100), Bet("luis", "war", (4,), 50), Chance("card", "Kh")])
    war.play([Irregular("jugador-sin-carta", "luis"), Chance("card", "9c")])
    cards: Any = table("cl-2023/black-jack/clasico")
    cards.play([Bet("ana", "apuesta", (1,), 100), Bet("luis", "apuesta", (4,), 50)])
    cards.play([Irregular("mano-sin-cartas", "luis"), Chance("cards", ("Kh", "2c", "9c")), Decision("ana", "stand")])
    for round in (war, cards):
        assert round.seated() == {1: "ana", 4: "luis"}
        assert any("luis" in text for text in texts(drawn(round)))

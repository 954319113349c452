"""Black Jack beyond its cases: the shoe, generated cards, and facts that other documents' tables use."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tapete.games import library, rules, table
from tapete.games.audit import audit
from tapete.games.blackjack.felt import BlackjackBoard, plan
from tapete.games.blackjack.odds import BlackjackOdds
from tapete.games.blackjack.rules import Combination
from tapete.games.blackjack.sides import first_cards
from tapete.table.actions import Action, Bet, Call, Chance, Decision
from tapete.table.cards import CARDS, JOKER, UNSEEN, Shoe, card, cards
from tapete.table.chance import Generator
from tapete.table.errors import Refused
from tapete.table.record import Record

CLASSIC = "bo-2025/black-jack/clasico"
CANAL = "cl-2023/black-jack/canal-21"
TEXT = {"es": "…", "en": "…"}
OTHERS = {"per_box": 2, "text": TEXT, "cite": "x"}
SEVENS = {
    "names": ["Sietes"],
    "trade": "sevens",
    "group": "side",
    "most": "1/2",
    "optional": True,
    "wins": {
        "uno": {"cards": 1, "rank": "7", "pays": 2, "cite": "x"},
        "dos": {"cards": 2, "rank": "7", "pays": 10, "cite": "x"},
        "tres": {"cards": 3, "rank": "7", "suits": "different", "pays": 200, "cite": "x"},
        "bote": {"cards": 3, "rank": "7", "suits": "same", "pays": 2000, "pot": True, "cite": "x"},
    },
    "cite": "x",
}
FAMILY = sorted(name for name, data in library().games.items() if data["family"] == "blackjack")


def played(changes: dict[str, Any], actions: list[Action], settings: dict[str, Any] | None = None) -> Any:
    opened = table(CLASSIC, settings, changes)
    opened.play(actions)
    return opened


def net(opened: Any) -> dict[str, Any]:
    return {name: account.returned - account.staked for name, account in opened.settlement().players.items()}


@pytest.mark.parametrize("name", FAMILY)
def test_a_page_lists_the_decks_that_the_shoe_holds(name: str) -> None:
    game = rules(name)
    decks = [item.number for item in game.equipment if item.what.en.startswith("Decks")]
    assert decks == ([game.shoe.decks] if game.bank is not None else [])


@pytest.mark.parametrize("name", FAMILY)
def test_a_page_tells_how_many_hands_the_bank_plays_and_what_is_burned(name: str) -> None:
    game = rules(name)
    told = " ".join(step.text.en for step in game.flow)
    if game.bank is not None:
        assert (game.bank.hands > 1) == ("third" in told.replace("third card", "") or "box 1" in told)
        assert game.shoe.burn in (1, 5) or "burns three cards" in told


def test_the_cloth_of_canal_21_says_what_the_document_wants_written_on_it() -> None:
    said = table(CANAL).svg()
    assert "CANAL 21 PAYS 1 : 1" in said and "SOFT 17" in said and "BLACK JACK" not in said
    assert "BLACK JACK PAYS 3 : 2" in table(CLASSIC).svg()


def test_every_way_to_write_a_card() -> None:
    assert len({str(one) for one in CARDS}) == 52
    assert card("10d") is card("Td") is card("td") is card(" 10D ") is card("10♦") is card("T♦")
    assert card("Jk") is JOKER and card("??") is UNSEEN
    for wrong in ("1h", "11h", "A", "hA", "", None, 7, True):
        with pytest.raises(Refused):
            card(wrong)


def test_the_shoe_weighs_what_is_left() -> None:
    shoe = Shoe(6, jokers=2)
    shoe.take(card("As"))
    shoe.pass_over(5)
    offer = shoe.offer()
    weights = dict(zip(offer.outcomes, offer.weights, strict=True))
    assert (weights["As"], weights["Ah"], weights["Jk"]) == (5, 6, 2)
    assert shoe.left == 6 * 52 + 2 - 6
    shoe.fill(cards(("As", "As")))
    assert shoe.counts[card("As").index] == 4 and shoe.left == 6 * 52


def test_cards_are_refused_together() -> None:
    shoe = Shoe(1)
    shoe.verify(cards(("As", "Ah")))
    with pytest.raises(Refused, match="so many"):
        shoe.verify(cards(("As", "As")))


@pytest.mark.parametrize("game", FAMILY)
def test_a_drawn_pass_can_be_verified_card_by_card(game: str) -> None:
    opened: Any = table(game)
    bet = opened.cloth.main or opened.cloth.sides[0]
    for spot in range(1, opened.spots + 1):
        opened.apply(Bet("ana", bet, (spot,) if opened.spots > 1 else (), 10))
    generator = Generator()
    generator.promise()
    while opened.phase != "bets" or opened.boxes:
        drawn = next((offer for offer in opened.legal("chance") if offer.outcomes), None)
        answers = [offer for offer in opened.legal("ana") if offer.word in ("stand", "decline")]
        opened.apply(generator.draw(drawn) if drawn else Decision("ana", answers[0].word))
    generator.reveal()
    record = Record(game, {}, tuple(opened.actions), generator.as_data())
    assert audit(record).holds
    swapped = tuple(
        Chance("card", "2c" if action.value != "2c" else "3c") if isinstance(action, Chance) else action
        for action in opened.actions
    )
    assert not audit(replace(record, actions=swapped)).holds
    listed = tuple(
        Chance("cards", (action.value,)) if isinstance(action, Chance) else action for action in opened.actions
    )
    assert not audit(replace(record, actions=listed)).holds


def test_somebody_elses_hand_where_it_is_allowed() -> None:
    changes = {"boxes.others": OTHERS, "limits.maximum_of": "box"}
    settings = {"minimum": 10, "maximum": 500}
    opened = played(changes, [Bet("ana", "apuesta", (1,), 400), Bet("luis", "apuesta", (1,), 100)], settings)
    with pytest.raises(Refused, match="maximum of 500"):
        opened.apply(Bet("luis", "apuesta", (1,), 10))
    with pytest.raises(Refused, match="no more are admitted"):
        opened.apply(Bet("eva", "apuesta", (1,), 10))
    opened.apply(Chance("cards", ("6h", "9h", "5c")))
    with pytest.raises(Refused, match="ana's turn"):
        opened.apply(Decision("luis", "hit"))
    opened.play([Decision("ana", "double"), Chance("cards", ("10d", "10c"))])
    assert net(opened) == {"ana": 800, "luis": 200}


def test_bets_on_a_hand_that_do_not_follow_its_owner() -> None:
    changes = {"boxes.others": {**OTHERS, "follow": False}}
    opened = played(changes, [Bet("ana", "apuesta", (1,), 40), Bet("luis", "apuesta", (1,), 10)])
    opened.play([Chance("cards", ("8h", "7s", "8d")), Decision("ana", "split"), Chance("cards", ("10h",))])
    opened.play(
        [Decision("ana", "stand"), Chance("cards", ("2c",)), Decision("ana", "stand"), Chance("cards", ("10d",))]
    )
    assert net(opened) == {"ana": 0, "luis": 10}


def test_the_holder_of_a_box_may_refuse_and_the_table_head_consent() -> None:
    opened = played({"boxes.others": OTHERS}, [Bet("ana", "apuesta", (1,), 40), Bet("luis", "apuesta", (1,), 10)])
    opened.apply(Decision("ana", "refuse", ("luis",)))
    assert net(opened) == {"ana": -40, "luis": 0}
    with pytest.raises(Refused, match="does not consent"):
        opened.apply(Bet("luis", "apuesta", (1,), 10))
    opened.play([Call("consentimiento", (("player", "luis"),)), Bet("luis", "apuesta", (1,), 10)])
    assert len(opened.standing) == 2


def test_each_bettor_insures_the_own_stake() -> None:
    opened = played({"boxes.others": OTHERS}, [Bet("ana", "apuesta", (1,), 40), Bet("luis", "apuesta", (1,), 10)])
    opened.play([Chance("cards", ("10h", "As", "9d")), Decision("luis", "insurance", (), 5), Decision("ana", "stand")])
    opened.apply(Chance("card", "Kd"))
    assert net(opened) == {"ana": -40, "luis": 0}


def test_a_doubled_ace_that_counts_one_for_good() -> None:
    changes = {"double.totals": None, "double.ace": "one", "double.pair_of_aces": False}
    opened = played(
        changes, [Bet("ana", "apuesta", (), 10), Chance("cards", ("Ah", "6d", "7c")), Decision("ana", "double")]
    )
    opened.play([Chance("card", "Ac"), Chance("cards", ("10d", "2h"))])
    assert net(opened) == {"ana": 20}, "one, seven and a third ace that may still count eleven make 19 against 18"
    opened = played(
        changes, [Bet("ana", "apuesta", (), 10), Chance("cards", ("Ah", "6d", "7c")), Decision("ana", "double")]
    )
    opened.play([Chance("card", "2c"), Chance("cards", ("10d", "2h"))])
    assert net(opened) == {"ana": -20}, "one, seven and two are ten, not twenty"
    with pytest.raises(Refused, match="cannot be doubled"):
        played(changes, [Bet("ana", "apuesta", (), 10), Chance("cards", ("Ah", "6d", "Ac")), Decision("ana", "double")])


@pytest.mark.parametrize(
    ("dealt", "third", "won"),
    [
        (("Kd", "9h", "7h"), None, -5),
        (("7h", "9h", "Kd"), None, 10),
        (("7h", "9h", "7c"), None, 50),
        (("7h", "9h", "7c"), "7d", 1000),
        (("7h", "9h", "7h"), "7h", 12000),
    ],
)
def test_a_side_bet_over_three_cards_pays_the_best_and_the_pot(
    dealt: tuple[str, ...], third: str | None, won: int
) -> None:
    settings = {"minimum": 10, "pots": {"sietes": 12000}}
    opened = played({"bets.sietes": SEVENS}, [Bet("ana", "apuesta", (), 10), Bet("ana", "sietes", (), 5)], settings)
    opened.apply(Chance("cards", dealt))
    if third is not None:
        opened.play([Decision("ana", "hit"), Chance("card", third)])
    else:
        opened.apply(Decision("ana", "stand"))
    (line,) = [line for line in opened.lines if line.bet == "sietes"]
    assert line.returned - line.stake == won


def test_the_odds_of_a_side_bet_over_three_cards_count_hands_that_draw_none() -> None:
    odds = BlackjackOdds(table("pv-1996/black-jack"))  # type: ignore[arg-type]
    chances = first_cards(odds.game.bets["acumulada"].wins, odds.followed(), odds.decks)
    assert sum(chances.values()) == pytest.approx(1 / 13), "a first seven always wins something"
    assert chances["un-siete"] == pytest.approx(1 / 13 * (1 - 23 / 311))
    assert 0 < chances["tres-sietes"] < 1 / 13 * 23 / 311 * 22 / 310, "a pair of sevens does not always draw"


def test_a_stake_that_names_its_box_and_its_spot_lies_there() -> None:
    opened: Any = table("pv-1996/black-jack/triple-black-jack", {"readings": {"plazas-vacantes": "vacantes"}})
    opened.play([Bet("ana", "apuesta", (1, 1), 10), Bet("ana", "apuesta", (2, 3), 10)])
    board = BlackjackBoard(opened, plan(opened.cloth))
    spots = [board.spot(p.player, (p.bet, p.on)) for p in opened.standing]
    assert [(spot.cloth, spot.on) for spot in spots] == [(1, (1,)), (2, (3,))]


def test_what_is_left_to_the_house_may_be_left_out() -> None:
    with pytest.raises(Refused, match="does not offer"):
        played({"bets.sietes": SEVENS}, [Bet("ana", "sietes", (), 5)], {"minimum": 10, "options": []})
    with pytest.raises(Refused, match="no surrender"):
        played(
            {"surrender.optional": True},
            [Bet("ana", "apuesta", (), 10), Chance("cards", ("10h", "9h", "6d")), Decision("ana", "surrender")],
            {"options": []},
        )
    with pytest.raises(Refused, match="not left to the house"):
        table(CLASSIC, {"options": ["seguro"]})


def test_surrender_that_ends_with_the_first_third_card() -> None:
    actions: list[Action] = [Bet("ana", "apuesta", (), 10), Bet("luis", "apuesta", (), 10)]
    actions += [Chance("cards", ("2h", "10h", "9d", "3c", "6c")), Decision("ana", "hit"), Chance("card", "4c")]
    opened = played({"surrender.window": "before-third-card"}, [*actions, Decision("ana", "stand")])
    with pytest.raises(Refused, match="third card"):
        opened.apply(Decision("luis", "surrender"))


def test_the_maximum_is_one_of_the_documents_multiples() -> None:
    changes = {"limits.multiples": [25, 50]}
    assert table(CLASSIC, {"minimum": 10}, changes).house.maximum == 500  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="25 / 50"):
        table(CLASSIC, {"minimum": 10, "maximum": 300}, changes)


def test_new_limits_hold_from_the_next_shoe() -> None:
    changes = {"limit_change": {"text": TEXT, "cite": "x"}}
    opened = table(CLASSIC, {"minimum": 10}, changes)
    opened.play([Call("cambio-de-limites", (("minimum", 20),)), Bet("ana", "apuesta", (), 10)])
    opened.play([Chance("cards", ("Ah", "9d", "Kc")), Call("barajar")])
    with pytest.raises(Refused, match="minimum of 20"):
        opened.apply(Bet("ana", "apuesta", (), 10))


def test_a_side_bet_alone_on_its_box_and_one_of_another_document() -> None:
    alone = {**SEVENS, "alone": True, "optional": False}
    opened = played(
        {"bets.sietes": alone}, [Bet("ana", "apuesta", (), 10), Bet("luis", "sietes", (), 5)], {"minimum": 10}
    )
    opened.play([Chance("cards", ("10h", "7h", "9d", "9c", "2c")), Decision("ana", "stand"), Chance("card", "8d")])
    assert net(opened) == {"ana": 10, "luis": 10}
    opened = table(CLASSIC, {"minimum": 10, "side-bets": ["cl-2023/black-jack/perfect-pairs"]})
    opened.play(
        [Bet("ana", "apuesta", (), 10), Bet("ana", "perfect-pairs", (), 5), Chance("cards", ("9h", "9d", "9h"))]
    )
    assert [(line.returned, line.cite) for line in opened.lines] == [(130, "cl-2023 III.1.5.1 (b, Pago)")]
    for wrong in (["x/y"], ["cl-2023/big-six"], "x", ["cl-2023/black-jack/perfect-pairs"] * 2):
        with pytest.raises(Refused):
            table(CLASSIC, {"side-bets": wrong})


def test_below_and_above_a_total_with_aces_as_one() -> None:
    low = Combination(cards=2, below=13, pays=Fraction(1), cite="x")
    high = Combination(cards=2, above=13, pays=Fraction(1), cite="x")
    for dealt, expected in (
        (("9s", "5d"), (False, True)),
        (("As", "Kd"), (True, False)),
        (("10s", "3d"), (False, False)),
    ):
        assert (low.fits(cards(dealt)), high.fits(cards(dealt))) == expected


def test_the_cut_card_comes_where_the_table_says() -> None:
    opened: Any = table(CLASSIC, {"cut": 104})
    passes = 0
    while not opened.cut_card_seen:
        opened.apply(Bet("ana", "apuesta", (), 10))
        opened.apply(Chance("cards", ("Ah", "9d", "Kc")))
        passes += 1
        if opened.events[-1].kind == "shuffle":
            break
        opened.shoe.pass_over(50)
    assert opened.shoe.left == 312 and passes == 5


def test_a_tie_break_in_every_game_that_has_one_is_offered_in_turn() -> None:
    opened: Any = table(CANAL)
    opened.play([Bet("ana", "apuesta", (), 10), Bet("luis", "apuesta", (), 10)])
    opened.play([Chance("cards", ("As", "Ad", "Kh", "Kd", "Kc")), Chance("card", "Ac")])
    assert opened.turn() == ("ana",)
    assert [offer.word for offer in opened.legal("ana") if offer.verb == "do"] == ["tie-break", "decline"]
    assert not [offer for offer in opened.legal("luis") if offer.verb == "do"]


def test_pure_rules_answer_without_a_table() -> None:
    game: Any = rules(CANAL)
    assert game.bank_draws(17, True) and not game.bank_draws(17, False)
    assert game.outcome(21, True, 21, True) == ("push", 0)
    assert game.outcome(21, True, 20, False) == ("win", 1)
    assert game.insurance_pays(card("Kd")) == 10 and game.insurance_pays(card("9d")) is None
    assert game.bonus_of(cards(("6h", "8h", "7h"))).pays == 3

"""What holds at every table of every game, whatever is done there.

Nothing here knows a game: the walk is driven by the offers of the round's contract, by the irregular plays that the
game's file lists and by nonsense. A new family is walked as soon as the library holds a game of it. ``TAPETE_SOAK``
multiplies the number of walks (``TAPETE_SOAK=50 pytest tests/test_properties.py``).
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.games import library, replay, table
from tapete.table.actions import CHANCE_VERBS, Action, Bet, Call, Chance, Decision, Irregular, read_action
from tapete.table.errors import Refused, TapeteError
from tapete.table.record import Record, read_records
from tapete.table.round import CHANCE, CROUPIER, Offer, Round
from tapete.table.words import LANGUAGES, speaking

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = sorted(library().games)
PLAYERS = ("ana", "luis", "eva maría")
STEPS = 24
SOAK = int(os.environ.get("TAPETE_SOAK") or 1)
WALKS = settings(
    max_examples=SOAK * max(6, 500 // len(GAMES)),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
LIMITS: tuple[dict[str, Any], ...] = (
    {},
    {"minimum": 5, "maximum": 250},
    {"minimum": 10, "maximum": 100},
    {"minimum": 2, "maximum": 100, "simple-minimum": 6, "simple-multiples": True},
    {"maximum": 500, "rounding": "down"},
    {"minimum": 3, "rounding": "up"},
)


@cache
def tables(game: str) -> tuple[dict[str, Any], ...]:
    """Settings that the game's document allows: limits, and each option of each reading."""
    readings = library().game(game).get("readings") or {}
    wanted = [*LIMITS, *({"readings": {n: o}} for n, r in readings.items() for o in r["options"])]
    return tuple(chosen for chosen in wanted if isinstance(attempt(table, game, chosen), Round))


def amounts(offer: Offer) -> st.SearchStrategy[int]:
    """Every amount that an offer allows, its ends more often than the rest."""
    least, step = int(offer.minimum or 1), offer.step
    most = int(offer.maximum) if offer.maximum is not None else least + 40 * step
    between = st.integers(0, (most - least) // step).map(lambda n: least + n * step)
    return st.sampled_from((least, most)) | between


def strangers(offer: Offer) -> list[int]:
    """Amounts just outside an offer."""
    least = int(offer.minimum or 1)
    found = [least - 1, -least]
    if offer.maximum is not None:
        found.append(int(offer.maximum) + 1)
    if offer.step > 1:
        found.append(least + 1)
    return found


def as_action(offer: Offer, who: str, place: tuple[Any, ...], amount: int | None) -> Action:
    """An offer taken up."""
    if offer.verb == "bet":
        return Bet(who, offer.word, place, amount or 0)
    if offer.verb == "do":
        return Decision(who, offer.word, place, amount)
    return Call(offer.word)


def taken(draw: Any, opened: Round) -> Action | None:
    """Some offer to somebody, taken up within its bounds."""
    who = draw(st.sampled_from((*PLAYERS, CROUPIER, CHANCE, CHANCE)))
    offers = [o for o in opened.legal(who) if (o.verb == "bet") == (who in PLAYERS and o.who == "")]
    words = sorted({(o.verb, o.word) for o in offers})
    if not words:
        return None
    word = draw(st.sampled_from(words))
    offer = draw(st.sampled_from([o for o in offers if (o.verb, o.word) == word]))
    if offer.outcomes:
        return Chance(offer.verb, draw(st.sampled_from(offer.outcomes)))
    place = draw(st.sampled_from(offer.places))
    bounded = offer.minimum is not None or offer.verb == "bet"
    return as_action(offer, who, place, draw(amounts(offer)) if bounded else None)


def outside(draw: Any, opened: Round) -> Action | None:
    """An offer taken up just outside its bounds, or what chance may bring and nobody can settle: never legal."""
    unsettled = [(o.verb, value) for o in opened.legal(CHANCE) for value in o.unsettled]
    if unsettled and draw(st.booleans()):
        return Chance(*draw(st.sampled_from(unsettled)))
    who = draw(st.sampled_from(PLAYERS))
    offers = [o for o in opened.legal(who) if o.minimum is not None]
    if not offers:
        return None
    offer = draw(st.sampled_from(offers))
    return as_action(offer, who, draw(st.sampled_from(offer.places)), draw(st.sampled_from(strangers(offer))))


def irregular(draw: Any, opened: Round, known: tuple[str, ...]) -> Action:
    """An irregular play of the game, about a bet, a player, what chance brought or nothing; the round may refuse it."""
    name = draw(st.sampled_from(known))
    about = draw(st.sampled_from(("nothing", "player", "chance", "bet")))
    if about == "nothing":
        return Irregular(name)
    if about == "player":
        return Irregular(name, draw(st.sampled_from(PLAYERS)))
    if about == "chance":
        offers = [offer for offer in opened.legal(CHANCE) if offer.outcomes] or [Offer("card", "", outcomes=("As",))]
        brought = tuple(draw(st.sampled_from(offers[0].outcomes)) for _ in range(draw(st.integers(1, 2))))
        verb = "cards" if offers[0].verb == "card" and len(brought) > 1 else offers[0].verb
        return Irregular(name, details=((verb, brought if len(brought) > 1 else brought[0]),))
    bet = draw(st.sampled_from([o for o in opened.legal(PLAYERS[0]) if o.verb == "bet"] or [Offer("bet", "x")]))
    who, place = draw(st.sampled_from(PLAYERS)), draw(st.sampled_from(bet.places))
    return Irregular(name, who, bet.word, place, draw(st.integers(1, 2000)))


def nonsense(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Lines that somebody might type: the words of the game and others, in any order."""
    facts = library().game(game)
    words = st.sampled_from(
        (*facts["bets"], *(facts.get("irregular") or {}), "rojo", "on", "00", "half", "raise", "Ñ", "")
    )
    scalars = st.one_of(
        words, st.sampled_from(PLAYERS), st.integers(-2, 40), st.sampled_from((10**12, 1.5, True, None))
    )
    values = scalars | st.lists(scalars, max_size=6)
    keys = ("player", "bet", "on", "stake", "do", "to", "call", "irregular", "colour", *CHANCE_VERBS)
    chips = st.fixed_dictionaries(
        {"player": st.sampled_from(PLAYERS), "do": st.sampled_from(("chips", "chips", "leave"))},
        optional={"colour": words, "value": st.integers(0, 12), "denomination": st.integers(0, 12)},
    )
    return chips | st.dictionaries(st.sampled_from(keys), values, max_size=5)


def state(opened: Round) -> tuple[Any, ...]:
    """All that anybody can see of a round."""
    return opened.settlement().as_json(), opened.legal(), opened.turn(), str(opened), tuple(opened.actions)


def attempt(what: Callable[..., Any], *given: Any) -> Any:
    """What comes of it, or the refusal, which says something in every language."""
    try:
        return what(*given)
    except TapeteError as error:
        refusal = error
    for language in LANGUAGES:
        with speaking(language):
            assert str(refusal).strip()
    return refusal


def answer(opened: Round, action: Action) -> Refused | None:
    """Apply an action; a refusal leaves the round as it was."""
    before = state(opened)
    refusal = attempt(opened.apply, action)
    if not isinstance(refusal, TapeteError):
        return None
    assert isinstance(refusal, Refused)
    assert state(opened) == before, action
    return refusal


def must_hold(opened: Round) -> None:
    """The books balance, nothing is stuck, nothing goes unexplained."""
    settlement = opened.settlement()
    assert settlement.balances()
    assert all(line.cite and line.returned >= 0 for line in settlement.lines)
    assert all(line.stake > 0 or (line.stake == 0 and line.result == "win") for line in settlement.lines)
    assert all(position.stake > 0 for position in settlement.standing)
    if opened.closed is None:
        assert opened.turn()
        assert any(opened.legal(who) for who in (*opened.turn(), *PLAYERS))
    else:
        assert opened.turn() == () and opened.legal() == ()


def must_replay(game: str, chosen: dict[str, Any], opened: Round) -> None:
    """The record as a table writes it out gives the same settlement."""
    (read,) = read_records(Record(game, chosen, tuple(opened.actions)).as_text())
    assert isinstance(read, Record), read
    assert read.actions == tuple(opened.actions)
    assert replay(read).settlement().as_json() == opened.settlement().as_json()


@pytest.mark.parametrize("game", GAMES)
@WALKS
@given(data=st.data())
def test_a_walk_through_a_table(game: str, data: st.DataObject) -> None:
    draw = data.draw
    chosen = draw(st.sampled_from(tables(game)))
    known = tuple(library().game(game).get("irregular") or ())
    opened = table(game, chosen)
    for _ in range(draw(st.integers(1, STEPS))):
        kind = draw(st.sampled_from(("offer",) * 7 + ("outside", "nonsense") + ("irregular",) * bool(known)))
        if kind == "offer" and (action := taken(draw, opened)):
            refusal = answer(opened, action)
            assert refusal is None, (action, str(refusal))
        elif kind == "outside" and (action := outside(draw, opened)):
            assert answer(opened, action) is not None, action
        elif kind == "nonsense":
            typed(opened, draw(nonsense(game)))
        elif kind == "irregular":
            answer(opened, irregular(draw, opened, known))
        must_hold(opened)
    must_replay(game, chosen, opened)


def typed(opened: Round, line: dict[str, Any]) -> None:
    action = attempt(read_action, line)
    if not isinstance(action, TapeteError):
        answer(opened, action)


@pytest.mark.parametrize("game", GAMES)
@WALKS
@given(data=st.data())
def test_a_table_opens_or_says_why_not(game: str, data: st.DataObject) -> None:
    """Settings nobody meant: the table is refused with a sentence, or opens and can be played."""
    names = (
        "minimum",
        "maximum",
        "limits",
        "readings",
        "rounding",
        "x",
        *(library().game(game).get("shorthand") or {}),
    )
    values = st.integers(-2, 300) | st.sampled_from(
        ("down", "x", True, None, 2.5, [1], {"pleno": 3}, {"rojo": {"minimum": 9}})
    )
    chosen = data.draw(st.dictionaries(st.sampled_from(names), values, max_size=4))
    opened = attempt(table, game, chosen)
    if not isinstance(opened, TapeteError):
        must_hold(opened)


@WALKS
@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(("game: ", "actions:", "\n", "- {", "ball: 0}", "---", "[", "&a", "*a"))).map("".join)
)
def test_any_text_is_a_record_or_says_why_not(text: str) -> None:
    for read in read_records(text):
        assert isinstance(read, Record) or str(read).strip()


@given(st.text(min_size=1, max_size=20).filter(str.strip), st.text(max_size=20))
def test_any_word_survives_being_written(player: str, word: str) -> None:
    record = Record("a/b", {"x": word}, (Bet(player, "rojo", (word or "x", 0, "00"), 5), Chance("ball", "00")))
    assert list(read_records(record.as_text())) == [record]

"""How the laboratory says things: results, ways of playing, places and figures, in the language in use."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tapete.table import money
from tapete.table.distribution import percent, root, shown
from tapete.table.terms import DECISIONS, RESULTS, bet_shown, term
from tapete.table.words import language
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tapete.lab.sample import Fit
    from tapete.lab.study import Study
    from tapete.table.distribution import BetOdds, Choice, Dilemma, Joint, Length, Result
    from tapete.table.money import Money

_LONGEST_FRACTION = 24
_MOST_CARDS = 6


def policy(word: str) -> str:
    """A way of playing."""
    known = {"best": _("best"), "half": _("half"), "prison": _("prison"), "turn-on": _("asked to play")}
    known |= {"totals": _("by totals")}
    return known.get(word) or str(term(DECISIONS, word))


def manner(study: Study) -> str:
    """How the game is played, as a sentence.

    >>> from tapete.lab.study import Study
    >>> manner(Study("pv-1996/ruleta-francesa", policy="prison"))
    'Way of playing: prison.'
    """
    return _("Way of playing: {policy}.").format(policy=study.strategy or policy(study.policy))


def result(found: Result) -> str:
    """What can become of a stake."""
    word = str(term(RESULTS, found.how))
    if found.zeros == 0:
        return word
    if found.zeros is None:
        return _("{result} after still more zeros (mean)").format(result=word)
    if found.zeros == 1:
        return _("{result} after a zero").format(result=word)
    return _("{result} after {number} zeros").format(result=word, number=found.zeros)


def bet(row: BetOdds) -> str:
    """A bet with its places, or with the number of them where they are many."""
    if row.alike:
        return f"{row.bet} {', '.join('-'.join(map(str, on)) for on in row.alike)}"
    if row.places == 1:
        return " ".join([row.bet, *place(row.example)])
    return f"{row.bet} ×{row.places}"


def called(rows: Iterable[BetOdds], bets: Mapping[str, Any]) -> str:
    """What bets are called in the language in use, where their ids are other words.

    >>> from tapete.lab.study import Study
    >>> study = Study("pv-1996/boule")
    >>> called(study.rows[:2], study.facts["bets"])
    'numero-entero (straight up) · rojo (red)'
    """
    ids = dict.fromkeys(row.bet for row in rows)
    return " · ".join(told for name in ids if (told := bet_shown(name, bets)) != name)


def place(on: tuple[object, ...]) -> list[str]:
    """A place as people write it; nothing for a bet with a single place."""
    return ["-".join(map(str, on))] if on else []


def pays(row: BetOdds) -> str:
    """What a bet pays, as the document's table prints it."""
    if not row.priced:
        return _("not stated")
    if row.prices:
        return _several(row.prices)
    return _("by chips") if row.pays is None else money.odds_shown(row.pays)


def _several(prices: tuple[Fraction, ...]) -> str:
    """Prices that depend on the throw, told shortly.

    >>> _several((Fraction(1), Fraction(2))), _several((Fraction(1), Fraction(3, 2)))
    ('1, 2 : 1', '1 : 1, 3 : 2')
    """
    if len({price.denominator for price in prices}) > 1:
        return ", ".join(map(money.odds_shown, prices))
    return f"{', '.join(str(price.numerator) for price in prices)} : {prices[0].denominator}"


def length(found: Length) -> str:
    """What lasts, and how long on average."""
    what = {"shooter": _("Throws of a shooter")}.get(found.what, found.what)
    what += f" ({', '.join(found.given)})" if found.given else ""
    told = _("{what}: {mean} on average ({decimal}), standard deviation {deviation}, median {median}.")
    return told.format(
        what=what,
        mean=fraction(found.mean),
        decimal=decimal(float(found.mean)),
        deviation=decimal(root(found.variance)),
        median=found.quantile(Fraction(1, 2)),
    )


def ending(word: str) -> str:
    """How a session of a strategy ended."""
    known = {
        "length": _("played to the end"),
        "ruin": _("ruined"),
        "goal": _("reached the goal"),
        "floor": _("fell to the floor"),
    }
    return known.get(word, word)


def unit(word: str) -> str:
    """In what the length of a session is counted."""
    return {"shooters": _("shooters"), "throws": _("throws")}.get(word, word)


def choice(found: Choice) -> str:
    """At which zero a choice is made."""
    words = _("from zero {number} on") if found.onward else _("zero {number}")
    return words.format(number=found.zero)


def moment(found: Dilemma) -> str:
    """When a choice between named answers comes, and with which cards."""
    when = {"tie": _("tie")}.get(found.when, found.when)
    return f"{when} ({', '.join(found.given)})" if found.given else when


def cards(names: tuple[str, ...]) -> str:
    """Cards that behave alike, the first and the last of them where they are many.

    >>> cards(("A", "2", "3")), cards(tuple("A23456789"))
    ('A, 2, 3', 'A, 2 … 9')
    """
    return ", ".join(names) if len(names) <= _MOST_CARDS else f"{names[0]}, {names[1]} … {names[-1]}"


def decimal(value: float, places: int = 4) -> str:
    """A number with the mark of the language in use.

    >>> decimal(2.5, 3)
    '2.500'
    """
    return _marked(f"{value:,.{places}f}")


def whole(value: int) -> str:
    """A count, its thousands apart.

    >>> whole(1234567)
    '1,234,567'
    """
    return decimal(value, 0)


def percentage(value: Fraction | float, places: int = 4) -> str:
    """A part of one as a percentage.

    >>> percentage(Fraction(1, 37))
    '2.7027 %'
    """
    number = percent(value) if isinstance(value, Fraction) else 100 * value
    return f"{decimal(number, places)} %"


def fraction(value: Fraction) -> str:
    """A fraction, or as many decimals as fit where it would be too long to read.

    >>> fraction(Fraction(1, 74)), fraction(Fraction(1, 3) ** 3 + Fraction(1, 10**20))
    ('1/74', '≈ 0.037037')
    """
    written = shown(value)
    return written if len(written) <= _LONGEST_FRACTION else f"≈ {decimal(float(value), 6)}"


def amount(value: Money) -> str:
    """Chips, parts of a chip as decimals.

    >>> amount(Fraction(-5001, 2)), amount(100)
    ('-2,500.5', '100')
    """
    written = money.shown(money.chips(value))
    if "/" in written or len(written) > _LONGEST_FRACTION:
        return f"≈ {decimal(float(value), 6)}"
    return _marked(f"{Decimal(written):,}")


def confidence(value: float) -> str:
    """A confidence as a percentage, as short as it can be written.

    >>> confidence(0.95), confidence(0.999)
    ('95 %', '99.9 %')
    """
    return f"{_marked(f'{100 * value:.6g}')} %"


def verdict(fitted: Fit) -> str:
    """Whether the exact mean is where the simulation says that it must be."""
    sentence = (
        _("The exact mean lies within the interval; it is {away} standard errors away.")
        if fitted.within
        else _("The exact mean lies outside the interval, {away} standard errors away.")
    )
    return sentence.format(away=decimal(abs(fitted.away), 2))


def chi_square(fitted: Fit) -> str:
    """How well the nets fit."""
    return _("Chi-square of the nets: {square}; degrees of freedom: {freedom}; p = {p}.").format(
        square=decimal(fitted.chi_square, 2), freedom=fitted.freedom, p=decimal(fitted.p_value)
    )


def tail(joint: Joint) -> str:
    """What became of endings that are too many to be listed."""
    return _("Endings after still more zeros, together {part}, stand as one line: their mean.").format(
        part=f"{float(joint.tail):.1e}"
    )


def _marked(number: str) -> str:
    """A number with the marks of the language in use."""
    return number.translate(str.maketrans(",.", ".,")) if language() == "es" else number

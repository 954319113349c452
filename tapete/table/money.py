"""Exact money and exact odds.

Money is counted in the smallest chip. Amounts are whole numbers; only where a document halves a stake or pays a half
and states no rounding can a part of a chip appear, and then it is an exact fraction. Nothing here is ever a float.
"""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from tapete.table.errors import Mistake
from tapete.table.words import N_

Money = int | Fraction
Rounding = Literal["exact", "down", "up", "nearest"]


def chips(amount: Money) -> Money:
    """The amount as a whole number whenever it is one.

    >>> chips(Fraction(10, 2)), chips(Fraction(5, 2))
    (5, Fraction(5, 2))
    """
    if isinstance(amount, Fraction) and amount.denominator == 1:
        return amount.numerator
    return amount


def rounded(amount: Money, how: Rounding) -> Money:
    """The amount after the house's rounding; ``exact`` leaves it alone.

    >>> rounded(Fraction(5, 2), "down"), rounded(Fraction(5, 2), "up"), rounded(Fraction(5, 2), "nearest")
    (2, 3, 3)
    """
    if isinstance(amount, int) or how == "exact":
        return chips(amount)
    if how == "down":
        return amount.numerator // amount.denominator
    if how == "up":
        return -(-amount.numerator // amount.denominator)
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def over(amount: Money, denominator: int, how: Rounding) -> Money:
    """An amount divided, a part of a chip rounded as the house does.

    >>> over(130, 2, "exact"), over(7, 2, "down")
    (65, 3)
    """
    if isinstance(amount, int) and amount % denominator == 0:
        return amount // denominator
    return rounded(Fraction(amount) / denominator, how)


def shown(amount: Money) -> str:
    """The amount as people write it.

    >>> shown(1200), shown(Fraction(5, 2)), shown(Fraction(1, 3))
    ('1200', '2.5', '1/3')
    """
    if isinstance(amount, int):
        return str(amount)
    try:
        return str(_decimal(amount))
    except ValueError:
        return f"{amount.numerator}/{amount.denominator}"


def as_json(amount: Money) -> Any:
    """The amount for JSON: a whole number, or an exact decimal, or a fraction as text."""
    if isinstance(amount, int):
        return amount
    try:
        exact = _decimal(amount)
    except ValueError:
        return f"{amount.numerator}/{amount.denominator}"
    number = float(exact)
    return number if Decimal(repr(number)) == exact else f"{amount.numerator}/{amount.denominator}"


def _decimal(amount: Fraction) -> Decimal:
    rest = amount.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1 or amount.denominator > 1 << 20:
        raise ValueError("not a short decimal")
    exact = Decimal(amount.numerator) / Decimal(amount.denominator)
    if Fraction(exact) != amount:
        raise ValueError("not a short decimal")
    return exact


def _told(value: Any) -> str:
    """What was written for odds, as YAML has it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def odds(value: Any) -> Fraction:
    """Odds as a document writes them: ``35``, ``"1/2"``, ``"3:2"``, ``"3 to 2"``.

    >>> odds(35), odds("1/2"), odds("3:2")
    (Fraction(35, 1), Fraction(1, 2), Fraction(3, 2))
    """
    if isinstance(value, (bool, float)):
        raise Mistake(N_("odds are whole numbers or fractions such as 1/2, never decimals"))
    if isinstance(value, (int, Fraction)):
        result = Fraction(value)
    else:
        written = str(value).replace(" to ", "/").replace(" a ", "/").replace(":", "/").replace(" ", "")
        try:
            if "." in written or "e" in written.lower():
                raise ValueError(written)
            result = Fraction(written)
        except (ValueError, ZeroDivisionError):
            raise Mistake(N_("not odds: {value}; write 35, 1/2 or 3:2"), value=_told(value)) from None
    if result < 0:
        raise Mistake(N_("odds cannot be negative"))
    return result


def odds_shown(value: Fraction) -> str:
    """Odds as a table of payments prints them.

    >>> odds_shown(Fraction(35)), odds_shown(Fraction(1, 2))
    ('35 : 1', '1 : 2')
    """
    return f"{value.numerator} : {value.denominator}"

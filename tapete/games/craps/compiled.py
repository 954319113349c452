"""The compiled part of ``sessions.py``: what a throw and a strategy do to the stakes of a table laid out as arrays.

A *slot* is a way of lying on the cloth, a *key* a place that holds one stake (a line bet keeps its key when its point
comes, a come bet takes another), a *step* one thing that the strategy may want. Chips are counted in parts so small
that every payment is whole. The columns of the arrays are named here, beside the code that was compiled with them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from tapete.table.philox import CHUNK, LANES, fill

Table = NDArray[np.int64]
# Without this option most of the time would go into counting references to the arrays that are handed on.
_plain: Any = numba.njit(nogil=True, cache=True, _nrt=False)  # type: ignore[call-overload]

# The columns of a slot's effect of a throw, and what the first of them can be.
EFFECT, TO, NUMERATOR, DENOMINATOR, LEARNT = range(5)
STAYS, LOSES, RETURNS, MOVES = range(4)
NOTHING, WON, LOST = range(3)
# The columns of a slot.
KEY, NUMBER, WAITS, ASKED_UNTIL_POINT, TAKEN_DOWN, OWNER, IS_LINE = range(7)
PLAYS, OFF, UNLESS_ASKED = range(3)
NEVER, ALWAYS, AFTER_THROW = range(3)
# The columns of a step: what to do and when, then how much may be bet.
DO, SLOT, BASE, POINTS, THROWN, MOST, PLACED = range(7)
LEVEL, TIMES, OVER, LEAST, MAXIMUM, SHARE, SHARE_OVER = range(7, 14)
DO_BET, DO_TAKE_DOWN, DO_TURN_ON = range(3)
ANY_TIME, COME_OUT, WITH_POINT, ONCE_THROWN = range(4)
# The columns of a level: its first stake, its ceiling, and what a win and a loss do to it.
FIRST, CEILING, WIN, LOSE = 0, 1, 2, 5
# The rules of the game that are no bet's, and those of the session.
BET_LOST, KEEPS, EVERY_THROW, OTHER_LINE, ROUNDING, SCALE = range(6)
EXACT, DOWN, UP, NEAREST = range(4)
BANKROLL, BY_SHOOTER, LENGTH, GOAL, FLOOR, WIDTH = range(6)
# What changes from throw to throw: at each key, and for the player.
STAKE, AT, ASKED, AGE = range(4)
RACK, POINT, HAND, THROWS, SHOOTERS, STAKED, OTHER, HOLDER, LINE_LOST = range(9)
PLAYER, SOMEBODY_ELSE = 1, 2
BY_LENGTH, BY_RUIN, BY_GOAL, BY_FLOOR = range(4)
# What is counted, and where: the sums of row 0.
SESSIONS, THROWS_MADE, SHOOTERS_SEEN, CHIPS_STAKED, ENDED, NET, SQUARES = 0, 1, 2, 3, 4, 8, 9


class Tables(NamedTuple):
    """A plan and its game as arrays of whole numbers; ``after`` is the point after each point and throw, 0 for none."""

    effects: Table
    slots: Table
    companions: Table
    bets: Table
    steps: Table
    levels: Table
    game: Table
    after: Table
    totals: Table


@_plain
def _is_off(slots: Any, lies: Any, now: Any, key: int) -> Any:
    return slots[lies[key, AT], WAITS] != PLAYS and now[POINT] == 0 and lies[key, ASKED] == 0


@_plain
def _has_line(slots: Any, lies: Any) -> Any:
    found = False
    for key in range(lies.shape[0]):
        found |= lies[key, STAKE] > 0 and slots[lies[key, AT], IS_LINE] == 1
    return found


@_plain
def _open_to_bets(steps: Any, step: int, slots: Any, bets: Any, lies: Any, now: Any) -> Any:
    """Whether the strategy wants the bet now and the table would take it."""
    slot, base, most = steps[step, SLOT], steps[step, BASE], steps[step, MOST]
    key, placed = slots[slot, KEY], steps[step, PLACED]
    if lies[key, STAKE] > 0:
        return False
    if placed == COME_OUT and now[POINT] != 0:
        return False
    if (placed == WITH_POINT and now[POINT] == 0) or (placed == ONCE_THROWN and now[HAND] == 0):
        return False
    if base >= 0 and (lies[base, STAKE] == 0 or slots[lies[base, AT], NUMBER] != slots[slot, NUMBER]):
        return False
    if most < 0:
        return True
    lying = 0
    for other in range(lies.shape[0]):
        lying += lies[other, STAKE] > 0 and bets[other] == bets[key]
    return lying < most


@_plain
def _put_down(steps: Any, step: int, slots: Any, bets: Any, lies: Any, level: Any, now: Any, scale: int) -> Any:
    """Bet what the table takes; false when only the chips are wanting."""
    if not _open_to_bets(steps, step, slots, bets, lies, now):
        return True
    other = lies[steps[step, BASE], STAKE] if steps[step, BASE] >= 0 else 0
    amount = level[steps[step, LEVEL]]
    if steps[step, TIMES] >= 0:
        amount = other * steps[step, TIMES] // steps[step, OVER]
    if steps[step, MAXIMUM] >= 0:
        amount = min(amount, steps[step, MAXIMUM])
    if steps[step, SHARE] >= 0:
        amount = min(amount, other * steps[step, SHARE] // steps[step, SHARE_OVER])
    if amount < steps[step, LEAST]:
        return True
    if amount * scale > now[RACK]:
        return False
    now[RACK] -= amount * scale
    now[STAKED] += amount
    slot = steps[step, SLOT]
    key = slots[slot, KEY]
    lies[key, STAKE] = amount
    lies[key, AT] = slot
    lies[key, ASKED] = 0
    lies[key, AGE] = now[THROWS]
    return True


@_plain
def _take_down(slot: int, slots: Any, companions: Any, lies: Any, now: Any, game: Any) -> None:
    """Take a stake back, with what goes with it, if the document gives that now."""
    key = slots[slot, KEY]
    given = slots[slot, TAKEN_DOWN]
    if given == NEVER or (given == AFTER_THROW and lies[key, AGE] == now[THROWS]):
        return
    for number in range(companions.shape[1]):
        other = companions[key, number]
        if other >= 0:
            now[RACK] += lies[other, STAKE] * game[SCALE]
            lies[other, STAKE] = 0
    now[RACK] += lies[key, STAKE] * game[SCALE]
    lies[key, STAKE] = 0
    if game[EVERY_THROW] == 1 and now[OTHER] < 0 and not _has_line(slots, lies):
        now[POINT] = 0


@_plain
def _before_throw(
    steps: Any, slots: Any, companions: Any, bets: Any, lies: Any, level: Any, now: Any, game: Any
) -> Any:
    """All that the strategy wants; false when the chips for some of it were wanting."""
    paid = True
    for step in range(steps.shape[0]):
        if (steps[step, POINTS] >> now[POINT]) & 1 == 0 or now[HAND] < steps[step, THROWN]:
            continue
        if steps[step, DO] == DO_BET:
            paid &= _put_down(steps, step, slots, bets, lies, level, now, game[SCALE])
            continue
        slot = steps[step, SLOT]
        key = slots[slot, KEY]
        if lies[key, STAKE] == 0 or lies[key, AT] != slot:
            continue
        if steps[step, DO] == DO_TAKE_DOWN:
            _take_down(slot, slots, companions, lies, now, game)
        elif now[POINT] == 0 and slots[slot, WAITS] == UNLESS_ASKED:
            lies[key, ASKED] = 1
    return paid


@_plain
def _hand_the_dice(slots: Any, lies: Any, now: Any, game: Any) -> None:
    """Whoever has a bet on a line throws; if nobody has one and somebody must, somebody else comes and bets there."""
    mine = _has_line(slots, lies)
    if not mine and now[OTHER] < 0 and now[POINT] == 0:
        now[OTHER] = game[OTHER_LINE]
    if now[HOLDER] == SOMEBODY_ELSE and now[OTHER] >= 0:
        return
    if mine:
        now[HOLDER] = PLAYER
    elif now[OTHER] >= 0:
        now[HOLDER] = SOMEBODY_ELSE


@_plain
def _rounded(whole: int, over: int, game: Any) -> Any:
    """What comes back, in parts of a chip, rounded as the house does."""
    if game[ROUNDING] == EXACT:
        return whole * (game[SCALE] // over)
    if game[ROUNDING] == DOWN:
        return whole // over
    if game[ROUNDING] == UP:
        return -(-whole // over)
    return (2 * whole + over) // (2 * over)


@_plain
def _learn(levels: Any, level: Any, owner: int, change: int) -> None:
    """The next stake of a step after one of its bets was won or lost."""
    if levels[owner, change] == 1:
        level[owner] = levels[owner, FIRST]
    else:
        changed = level[owner] * levels[owner, change + 1] + levels[owner, change + 2]
        level[owner] = max(changed, levels[owner, FIRST])
    if levels[owner, CEILING] >= 0:
        level[owner] = min(level[owner], levels[owner, CEILING])


@_plain
def _move(slots: Any, lies: Any, key: int, to: int) -> None:
    """A bet comes to lie on a number; with one that lies there already it makes one stake."""
    moved = lies[key, STAKE]
    lies[key, STAKE] = 0
    there = slots[to, KEY]
    if lies[there, STAKE] == 0:
        lies[there, AT] = to
        lies[there, ASKED] = 0
        lies[there, AGE] = lies[key, AGE]
    lies[there, STAKE] += moved


@_plain
def _settle(cell: int, effects: Any, slots: Any, levels: Any, lies: Any, level: Any, now: Any, game: Any) -> None:
    """Losing bets, then winning ones, then those that move, as the round does it."""
    now[LINE_LOST] = 0
    met = 0
    for wanted in (LOSES, RETURNS, MOVES):
        if wanted != LOSES and (met >> wanted) & 1 == 0:
            continue
        for key in range(lies.shape[0]):
            if lies[key, STAKE] == 0:
                continue
            slot = lies[key, AT]
            effect = effects[slot, cell, EFFECT]
            met |= 1 << effect
            if effect != wanted or _is_off(slots, lies, now, key):
                continue
            if wanted == MOVES:
                _move(slots, lies, key, effects[slot, cell, TO])
                continue
            whole = lies[key, STAKE] * effects[slot, cell, NUMERATOR]
            now[RACK] += _rounded(whole, effects[slot, cell, DENOMINATOR], game)
            lies[key, STAKE] = 0
            if effects[slot, cell, LEARNT] == WON:
                _learn(levels, level, slots[slot, OWNER], WIN)
            elif effects[slot, cell, LEARNT] == LOST:
                now[LINE_LOST] |= slots[slot, IS_LINE]
                _learn(levels, level, slots[slot, OWNER], LOSE)


@_plain
def _settle_other(cell: int, effects: Any, now: Any) -> Any:
    """The line bet of somebody else; whether it was lost."""
    if now[OTHER] < 0:
        return False
    effect = effects[now[OTHER], cell, EFFECT]
    if effect == MOVES:
        now[OTHER] = effects[now[OTHER], cell, TO]
    elif effect != STAYS:
        now[OTHER] = -1
    return effect == LOSES


@_plain
def _follow(cell: int, effects: Any, slots: Any, lies: Any, now: Any, game: Any, after: Any, totals: Any) -> Any:
    """The point and the dice, after the bets are settled; whether the dice pass on."""
    other_lost = _settle_other(cell, effects, now)
    before = now[POINT]
    now[POINT] = after[before, cell]
    if before == 0 and now[POINT] != 0:
        for key in range(lies.shape[0]):
            if slots[lies[key, AT], ASKED_UNTIL_POINT] == 1:
                lies[key, ASKED] = 0
    if game[BET_LOST] == 1:
        lost = now[LINE_LOST] == 1 if now[HOLDER] == PLAYER else other_lost
        passed = lost and not (before == 0 and (game[KEEPS] >> totals[cell]) & 1 == 1)
    else:
        passed = before != 0 and now[POINT] == 0 and after[0, cell] != before
    now[THROWS] += 1
    now[HAND] = 0 if passed else now[HAND] + 1
    now[SHOOTERS] += passed
    return passed


@_plain
def _write_down(counts: Any, session: Any, scale: int, fortune: int, mark: int) -> None:
    counts[1 + mark, min(fortune // (session[WIDTH] * scale), counts.shape[1] - 1)] += 1


@_plain
def _sum_up(counts: Any, now: Any, ended: int, net: int) -> None:
    """Add a session to the sums; a square of up to 124 bits goes in parts that cannot overflow."""
    counts[0, SESSIONS] += 1
    counts[0, THROWS_MADE] += now[THROWS]
    counts[0, SHOOTERS_SEEN] += now[SHOOTERS]
    counts[0, CHIPS_STAKED] += now[STAKED]
    counts[0, ENDED + ended] += 1
    counts[0, NET] += net
    low = abs(net) & 0x7FFFFFFF
    high = abs(net) >> 31
    for number, product in enumerate((low * low, low * high, high * high)):
        counts[0, SQUARES + 2 * number] += product & 0xFFFFFFFF
        counts[0, SQUARES + 2 * number + 1] += product >> 32


@numba.njit(nogil=True, cache=True)
def count_sessions(
    counts: Table, tables: Tables, session: Table, marks: Table, seed: np.uint64, block: np.uint64, sessions: int
) -> None:
    """Count the first ``sessions`` sessions of a block.

    Row 0 of ``counts`` holds sums over all of them; the other rows tell, mark by mark, how many had how much.
    """
    effects, slots, companions, bets, steps, levels, game, after, totals = tables
    cells = np.uint64(totals.shape[0])
    buffer = np.empty((LANES, CHUNK), np.uint32)
    place = LANES * CHUNK
    first = 0
    lies = np.zeros((bets.shape[0], 4), np.int64)
    level = np.zeros(levels.shape[0], np.int64)
    now = np.zeros(9, np.int64)
    scale = game[SCALE]
    for _ in range(sessions):
        lies[:] = 0
        level[:] = levels[:, FIRST]
        now[:] = 0
        now[RACK] = session[BANKROLL] * scale
        now[OTHER] = -1
        fortune = now[RACK]
        ended = -1
        leaving = -1
        mark = 0
        while ended < 0:
            paid = leaving >= 0 or _before_throw(steps, slots, companions, bets, lies, level, now, game)
            if (leaving >= 0 or not paid) and lies[:, STAKE].sum() == 0:
                ended = max(leaving, BY_RUIN)
                break
            _hand_the_dice(slots, lies, now, game)
            drawn = cells
            while drawn == cells:
                if place == LANES * CHUNK:
                    fill(buffer, first, seed, block, cells)
                    first += CHUNK
                    place = 0
                drawn = np.uint64(buffer[place % LANES, place // LANES])
                place += 1
            cell = np.int64(drawn)
            _settle(cell, effects, slots, levels, lies, level, now, game)
            passed = _follow(cell, effects, slots, lies, now, game, after, totals)
            fortune = now[RACK] + lies[:, STAKE].sum() * scale
            done = now[SHOOTERS] if session[BY_SHOOTER] == 1 else now[THROWS]
            if (passed or session[BY_SHOOTER] == 0) and done == marks[mark]:
                _write_down(counts, session, scale, fortune, mark)
                mark += 1
            if leaving < 0 and session[GOAL] >= 0 and fortune >= session[GOAL] * scale:
                leaving = BY_GOAL
            elif leaving < 0 and session[FLOOR] >= 0 and fortune <= session[FLOOR] * scale:
                leaving = BY_FLOOR
            if done == session[LENGTH]:
                ended = BY_LENGTH
        for later in range(mark, marks.shape[0]):
            _write_down(counts, session, scale, fortune, later)
        _sum_up(counts, now, ended, fortune - session[BANKROLL] * scale)

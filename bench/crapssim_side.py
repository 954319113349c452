"""The other side of ``craps.py``: it runs where crapssim is installed, and knows nothing of Tapete.

It reads the bets, the bankroll and the dice from the standard input, and tells the chips at the end and its throws a
second on those dice.
"""

from __future__ import annotations

import json
import sys
import time

from crapssim.strategy.single_bet import BetHardWay, BetPassLine, BetPlace, StrategyMode
from crapssim.table import Table

told = json.load(sys.stdin)
strategy = BetPassLine(5)
if told["bets"] == "ten":
    numbers = dict.fromkeys((4, 5, 6, 8, 9, 10), 30)
    strategy += BetPlace(numbers, mode=StrategyMode.ADD_IF_NOT_BET, skip_point=False, always_working=True)
    for number in (4, 6, 8):
        strategy += BetHardWay(number, 5)
dice = [tuple(throw) for throw in told["dice"]]
table = Table()
table.add_player(bankroll=told["bankroll"], strategy=strategy)
start = time.process_time()
table.fixed_run(dice)
spent = time.process_time() - start
print(json.dumps({"chips": round(table.total_player_cash), "rate": len(dice) / spent}))

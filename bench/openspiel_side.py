"""The other side of ``blackjack.py``: it runs where OpenSpiel is installed, and knows nothing of Tapete.

OpenSpiel's Black Jack is one deck, shuffled for every hand, and a player who hits or stands: less than ours does. It
tells its hands a second through the Python bindings, cards drawn by Python's own generator.
"""

from __future__ import annotations

import json
import random
import sys
import time

import pyspiel

HIT, STAND, ENOUGH = 0, 1, 17


def played(game: pyspiel.Game) -> float:
    """One hand, with cards up to seventeen."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
        else:
            state.apply_action(HIT if state.get_best_player_total(0) < ENOUGH else STAND)
    return float(state.returns()[0])


random.seed(7)
hands = int(sys.argv[1])
blackjack = pyspiel.load_game("blackjack")
start = time.process_time()
net = sum(played(blackjack) for _ in range(hands))
print(json.dumps({"rate": hands / (time.process_time() - start), "mean": net / hands}))

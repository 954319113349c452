"""The laboratory: exact odds, simulations and reports of any game, through one small contract (``contract.py``)."""

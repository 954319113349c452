"""A live table: take a seat, play and deal from any browser, or look on.

The page knows no game. Spots come from the felt, buttons from what the round offers, rulings from the document; what
happens reaches every browser in the order of the table's journal.

`pages` has the addresses and lays out the parts, `page` keeps how one browser sees its table. Every other file draws
one part and, in `HEARS`, does what its elements say.
"""

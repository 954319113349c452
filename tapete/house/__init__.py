"""The house: tables that are open to several people at once, kept in a database.

>>> import tempfile
>>> from tapete.house import House
>>> from tapete.table.actions import Bet, Chance
>>> folder = tempfile.TemporaryDirectory()
>>> house = House(f"sqlite:///{folder.name}/house.db")
>>> table = house.open_table("pv-1996/boule", {"minimum": 5, "maximum": 200}, deal="croupier").result()
>>> croupier = house.join(table.id, "Eva", "croupier").result()
>>> ana = house.join(table.id, "ana").result()
>>> house.act(table.id, ana.token, Bet("ana", "rojo", (), 5)).result().seq
1
>>> receipt = house.act(table.id, croupier.token, Chance("ball", 2)).result()
>>> [(line.player, line.returned) for line in receipt.lines]
[('ana', 10)]
>>> house.books(table.id).result().balance
True
>>> house.close(); folder.cleanup()

Every question returns an ``Answer``: ``await`` it in a page or a handler, or ask its ``result()`` anywhere else. It
comes when everything that it tells is on disk. See ``House`` for what can be asked, ``Subscription`` for looking on,
``tapete.house.replay`` for going through a record step by step and for the rulings that fit a moment.
"""

from tapete.house.journal import Entry, Info
from tapete.house.kept import NoTable
from tapete.house.live import Broken, Overtaken
from tapete.house.seats import NotYours, Role, Seat, Ticket
from tapete.house.service import Answer, House, NotKept, Subscription
from tapete.house.storage import StorageError
from tapete.house.views import Books, Receipt, Ruling, Step, Update, View

__all__ = [
    "Answer",
    "Books",
    "Broken",
    "Entry",
    "House",
    "Info",
    "NoTable",
    "NotKept",
    "NotYours",
    "Overtaken",
    "Receipt",
    "Role",
    "Ruling",
    "Seat",
    "Step",
    "StorageError",
    "Subscription",
    "Ticket",
    "Update",
    "View",
]

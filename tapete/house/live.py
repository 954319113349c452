"""A table while it is played: its round, its journal, its promises and its books, changed together.

This is the inside of a house. One thread uses it; what it writes goes into a batch that the house makes durable before
anybody is answered. A table that is needed again after the process ended is rebuilt by replaying its journal.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete import games
from tapete.house import books, journal, kept, schema
from tapete.house.books import Stock
from tapete.house.journal import PLAYED, Entry, Info, now
from tapete.house.promises import Promise, chance_offer
from tapete.house.seats import NotYours, Seat, Seating, Ticket, named, verify_may
from tapete.house.views import Books, Receipt, Step, Update, View, players_json
from tapete.table.actions import Bet, Chance, Decision, Irregular
from tapete.table.again import last_bets
from tapete.table.errors import Refused, TapeteError
from tapete.table.round import CHANCE, Account, Round
from tapete.table.terms import WHO, term
from tapete.table.words import N_, Sentence, language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tapete.house.journal import Kind
    from tapete.house.seats import Role
    from tapete.house.storage import Batch, Row, Storage
    from tapete.table.actions import Action
    from tapete.table.money import Money
    from tapete.table.record import Record
    from tapete.table.round import Offer

ANYBODY = ""
_MARKED = 500


class Broken(TapeteError):
    """A table whose journal does not replay to what was settled: it is kept, and it cannot go on."""


class Spoiled(Exception):
    """A round that may have changed without its journal: the house forgets it and rebuilds it from what is kept."""

    def __init__(self, why: TapeteError) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, under which name, and knowing the table up to which entry."""

    token: str | None
    key: str | None = None
    after: int | None = None


class Span(NamedTuple):
    """Which of the round's events and lines an entry brought about."""

    events: tuple[int, int]
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """How a table stood after so many actions, so that going back costs no more than the way since."""

    round: Round
    played: int
    decided: Money
    began: tuple[int, int, int]


class LiveTable:
    """A table and all that belongs to it."""

    def __init__(self, info: Info) -> None:
        self.info = info
        self.entries: list[Entry] = []
        self.seating = Seating()
        self.updates: list[dict[str | None, Update]] = []
        self.left: list[int] = []
        self._undone: dict[int, int] = {}
        self._keys: dict[str, int] = {}
        self._promise: Promise | None = None
        self._revealed: dict[str, Any] | None = None
        self._at_promise: dict[str, Account] = {}
        self._pictures: dict[tuple[Any, ...], str] = {}
        self._start(games.table(info.game, info.settings))

    def _start(self, round: Round) -> None:
        """Take up a round at which nothing has happened."""
        self.round = round
        self.played: list[Entry] = []
        self._spans: dict[int, Span] = {}
        self._decided: Money = 0
        self._began = (0, 0, 0)
        self._mark: Mark | None = None

    @classmethod
    def opened(cls, info: Info, batch: Batch) -> LiveTable:
        """A new table."""
        table = cls(info)
        row = {**info.as_json(), "settings": json.dumps(info.settings)}
        batch.add(schema.tables, **row)
        table._keep_promises(batch)
        table.updates.clear()  # nobody can look on yet
        return table

    @classmethod
    def rebuilt(cls, id: str, storage: Storage) -> LiveTable:
        """A table as its journal says that it stands."""
        info, seats, entries = kept.read(id, storage)
        at = journal.altered(info, entries)
        if at is not None:
            raise Broken(
                N_("The journal of table {table} is not what was written: entry {number} differs."),
                table=id,
                number=at,
            )
        try:
            table = cls(info)
            table.seating = Seating(seats)
            table._replay(entries, storage)
        except Broken:
            raise
        except TapeteError as error:
            raise _differs(id, str(error)) from error
        table._verify_settled(storage.rows(schema.settlements, table_id=id))
        return table

    @property
    def bets_open(self) -> bool:
        """Whether anybody may bet."""
        return ANYBODY in self.round.turn()

    @property
    def closed(self) -> Sentence | None:
        """Why nothing more happens here; None while the table goes on."""
        if self.round.closed is not None:
            return self.round.closed
        return Sentence(N_("The table is closed.")) if self.info.closed_at is not None else None

    def join(self, name: Any, role: Role, batch: Batch) -> Ticket:
        """Take a seat."""
        seat, token = self.seating.join(name, role, now())
        row = {field: getattr(seat, field) for field in Seat.__slots__}
        batch.add(schema.seats, **{**row, "table_id": self.info.id})
        return Ticket(self.info.id, role, seat.name, token)

    def leave(self, token: str | None, name: str | None, batch: Batch) -> Seat:
        """Give a seat up; the croupier may also free that of somebody who is gone."""
        gone = self.seating.leave(token, name, now())
        self.left.append(gone.number)
        batch.change(schema.seats, {"table_id": self.info.id, "number": gone.number}, left_at=gone.left_at)
        return gone

    def act(self, request: Request, action: Action, batch: Batch) -> Receipt:
        """Do one thing at the table."""
        theirs = action
        if isinstance(theirs, (Bet, Decision, Irregular)) and theirs.player is not None:
            theirs = replace(theirs, player=named(theirs.player))

        def work(seat: Seat) -> Entry:
            verify_may(seat, theirs, self.info.system_draws, self.seating.leads(seat))
            return self._done("action", theirs, seat, request.key, batch)

        def was_asked(entry: Entry) -> bool:
            return entry.kind == "action" and entry.body == _written(theirs.as_record())

        return self._once(request, work, was_asked)

    def draw(self, request: Request, batch: Batch) -> Receipt:
        """Have the system draw under its promise."""

        def work(seat: Seat) -> Entry:
            if not self.info.system_draws:
                raise Refused(N_("Here the croupier keys in what chance brings."))
            self._verify_leads(seat)
            drawn = self._drawn(batch)
            try:
                return self._done("draw", drawn, seat, request.key, batch)
            except Refused as refusal:
                raise Spoiled(refusal) from refusal  # the stream has gone on and the journal has not

        return self._once(request, work, lambda entry: entry.kind == "draw")

    def undo(self, request: Request, seq: int | None, batch: Batch) -> Receipt:
        """Take back what a player did last, as long as nothing has followed from it."""

        def work(seat: Seat) -> Entry:
            if seat.role == "spectator":
                raise NotYours(N_("A spectator looks on and does nothing at the table."))
            return self._take_back(self._undoable(seat, seq), seat, request.key, batch)

        return self._once(
            request, work, lambda entry: entry.kind == "undo" and (seq is None or seq == entry.body["undo"])
        )

    def close(self, request: Request, batch: Batch) -> Receipt:
        """End the table; whatever was promised is revealed."""

        def work(seat: Seat) -> Entry:
            self._verify_leads(seat)
            if self.round.standing or not self.bets_open:
                raise Refused(N_("The table closes between two rounds, when nothing lies on the cloth."))
            entry = self._enter("close", {}, seat, request.key, batch)
            self._tell(entry)
            self._reveal(batch)
            self._mark_closed(batch)
            return entry

        return self._once(request, work, lambda entry: entry.kind == "close")

    def view(self, token: str | None) -> View:
        """How the table stands, for the holder of a seat or for anybody."""
        you = self.seating.find(token)
        seen = self.round.seen_by(you.viewer if you else None)
        settlement = seen.settlement()
        events, lines, actions = self._began
        leads = self.seating.leads(you)
        return View(
            self.info,
            len(self.entries),
            self.seating.taken,
            you,
            self._turn(),
            self.closed,
            settlement.players,
            settlement.standing,
            tuple(action for action in seen.actions[actions:] if isinstance(action, Chance)),
            settlement.events[events:],
            settlement.lines[lines:],
            None if self._promise is None else self._promise.commitment,
            self._revealed,
            leads and self.info.system_draws and self.closed is None and CHANCE in self.round.turn(),
            leads,
        )

    def offers(self, token: str | None, player: str | None = None) -> tuple[Offer, ...]:
        """What the holder of a seat may do now; the croupier may ask it for any player."""
        you = self.seating.find(token)
        if you is None or you.role == "spectator" or self.closed is not None:
            return ()
        if you.role == "player":
            offers = self.round.legal(you.name)
            if self.info.system_draws and self.seating.leads(you):
                offers += tuple(offer for offer in self.round.legal() if offer.verb == "call" and offer not in offers)
        else:
            offers = self.round.legal(player) + self.round.legal() if player else self.round.legal()
        return tuple(offer for offer in dict.fromkeys(offers) if offer.who != CHANCE or not self.info.system_draws)

    def felt(self, token: str | None) -> str:
        """The felt with what lies on it."""
        you = self.seating.find(token)
        seen = self.round.seen_by(you.viewer if you else None)
        key = (len(self.entries), seen is self.round or (you and you.name), language())
        if key not in self._pictures:
            if any(known[0] != key[0] for known in self._pictures):
                self._pictures.clear()
            self._pictures[key] = seen.svg()
        return self._pictures[key]

    def steps(self, token: str | None, after: int, most: int) -> tuple[Step, ...]:
        """The journal after an entry, with what each entry brought about."""
        you = self.seating.find(token)
        seen = self.round.seen_by(you.viewer if you else None)
        return tuple(self._step(entry, seen) for entry in self.entries[after : after + most])

    def record(self, token: str | None, whole: bool) -> Record:
        """The record: up to the last round whose draws can be verified, or the whole of it so far."""
        you = self.seating.find(token)
        seen = self.round.seen_by(you.viewer if you else None)
        entries = self.entries if whole else journal.revealed(self.entries)
        number = len(self.played) if len(entries) == len(self.entries) else len(journal.standing(entries))
        accounts = self.round.accounts if number == len(self.played) else self._at_promise
        return journal.record(self.info, entries, seen.actions[:number], {"players": players_json(accounts)})

    def again(self, token: str | None) -> tuple[Bet, ...]:
        """The bets of the last play as they lay: the seat's own, or everybody's for the croupier."""
        you = self.seating.seated(token)
        return tuple(bet for bet in last_bets(self.round) if you.role == "croupier" or bet.player == you.name)

    def books(self, storage: Storage, batch: Batch) -> Books:
        """The ledger as it is kept and about to be, against what lies on the cloth."""
        rows = storage.rows(schema.ledger, table_id=self.info.id)
        rows += [row for row in batch.rows.get(schema.ledger.name, ()) if row["table_id"] == self.info.id]
        totals, wrong = books.balances((row["seq"], row["account"], books.read(row["amount"])) for row in rows)
        return Books(totals, books.lying(self.round), tuple(wrong))

    def _once(self, request: Request, work: Callable[[Seat], Entry], was_asked: Callable[[Entry], bool]) -> Receipt:
        """Do what is asked, unless it was done before under the same name; another thing under that name is refused."""
        seat = self.seating.seated(request.token)
        done = None if request.key is None else self._keys.get(request.key)
        if done is None:
            self._verify_goes_on(request.after)
            return self._receipt(work(seat).seq, seat)
        entry = self.entries[done - 1]
        if entry.seat != seat.number or not was_asked(entry):
            raise Refused(N_("Another request has the name {key} already."), key=request.key)
        return self._receipt(done, seat)

    def _verify_goes_on(self, after: int | None) -> None:
        if self.closed is not None:
            raise Refused(N_("{why}"), why=self.closed)
        if after is not None and after != len(self.entries):
            raise Overtaken(after, len(self.entries))

    def _verify_leads(self, seat: Seat) -> None:
        if not self.seating.leads(seat):
            raise NotYours(N_("Only the croupier may do that."))

    def _done(self, kind: Kind, action: Action, seat: Seat, key: str | None, batch: Batch) -> Entry:
        self._keep_mark()
        before = self._stock()
        span = self._play(action)
        self._verify_books()
        entry = self._enter(kind, action.as_record(), seat, key, batch)
        self.played.append(entry)
        self._spans[entry.seq] = span
        self._settle(entry, span, batch)
        self._post(entry, before, batch)
        self._tell(entry)
        self._keep_promises(batch)
        if self.round.closed is not None:
            self._mark_closed(batch)
        return entry

    def _drawn(self, batch: Batch) -> Chance:
        """What the promise brings next."""
        offer = chance_offer(self.round)
        if offer is None:
            turn = [term(WHO, who) for who in self.round.turn() if who] or "-"
            raise Refused(N_("It is not chance's turn: {turn}."), turn=turn)
        if self._promise is None:
            self._make_promise(batch)
        assert self._promise is not None
        return self._promise.draw(offer)

    def _take_back(self, target: Entry, seat: Seat, key: str | None, batch: Batch) -> Entry:
        before, lines = self._stock(), list(self.round.lines)
        first, last = self._spans[target.seq].lines
        self._replay_without(target)
        if self.round.lines != lines[:first] + lines[last:]:
            raise Spoiled(Refused(N_("It cannot be taken back: what was decided since depends on it.")))
        self._verify_books()
        entry = self._enter("undo", {"undo": target.seq}, seat, key, batch)
        self._undone[target.seq] = entry.seq
        self._post(entry, before, batch)
        self._tell(entry)
        return entry

    def _play(self, action: Action) -> Span:
        """Apply an action; where it begins to decide a round, remember where that round began."""
        round = self.round
        was_open = self.bets_open
        events, lines, actions = len(round.events), len(round.lines), len(round.actions)
        round.apply(action)
        if was_open and (isinstance(action, Chance) or not self.bets_open):
            self._began = events, lines, actions
        self._decided += books.stakes(round, lines)
        return Span((events, len(round.events)), (lines, len(round.lines)))

    def _stock(self) -> Stock:
        return Stock.of(self.round, self._decided)

    def _verify_books(self) -> None:
        if self._stock().cloth != books.lying(self.round):
            raise Spoiled(Refused(N_("The books do not balance: a stake is neither decided nor standing.")))

    def _enter(self, kind: Kind, body: dict[str, Any], seat: Seat | None, key: str | None, batch: Batch) -> Entry:
        """Write an entry in the journal."""
        body = _written(body)
        entry = Entry(len(self.entries) + 1, kind, body, seat.number if seat else None, now(), key)
        entry = replace(entry, digest=entry.seal(self.entries[-1].digest if self.entries else self.info.seal()))
        row = {name: getattr(entry, name) for name in Entry.__slots__}
        batch.add(schema.journal, **{**row, "table_id": self.info.id, "body": json.dumps(body)})
        self.entries.append(entry)
        if key is not None:
            self._keys[key] = entry.seq
        return entry

    def _settle(self, entry: Entry, span: Span, batch: Batch) -> None:
        for number, line in enumerate(self.round.lines[slice(*span.lines)], start=1):
            batch.add(schema.settlements, table_id=self.info.id, seq=entry.seq, number=number, **kept.line_row(line))

    def _post(self, entry: Entry, before: Stock, batch: Batch) -> None:
        for account, amount in before.to(self._stock()).items():
            batch.add(
                schema.ledger, table_id=self.info.id, seq=entry.seq, account=account, amount=books.written(amount)
            )

    def _turn(self) -> tuple[str, ...]:
        return () if self.closed is not None else self.round.turn()

    def _step(self, entry: Entry, seen: Round) -> Step:
        seat = None if entry.seat is None else self.seating.all[entry.seat - 1]
        by = None if seat is None else seat.name
        span = self._spans.get(entry.seq)
        if span is None:
            return Step(entry, by, entry.body, undone=self._undone.get(entry.seq))
        body = entry.body if seen is self.round else seen.actions[self._number(entry)].as_record()
        return Step(entry, by, body, tuple(seen.events[slice(*span.events)]), tuple(seen.lines[slice(*span.lines)]))

    def _number(self, entry: Entry) -> int:
        """Which of the round's actions an entry is."""
        return bisect_left(self.played, entry.seq, key=lambda played: played.seq)

    def _receipt(self, seq: int, seat: Seat) -> Receipt:
        """The answer to a request, as its seat may see it: its entry, and what the house added to it by itself."""
        seen = self.round.seen_by(seat.viewer)
        entries = [self.entries[seq - 1]]
        for entry in self.entries[seq:]:
            if entry.seat is not None:
                break
            entries.append(entry)
        return Receipt(self.info.id, seq, tuple(self._step(entry, seen) for entry in entries), self._turn())

    def _tell(self, entry: Entry) -> None:
        """Have an entry told to those who look on, once it is durable: to all alike, unless the game has secrets."""
        viewers: list[str | None] = [None]
        if type(self.round).seen_by is not Round.seen_by:
            viewers += [seat.name for seat in self.seating.taken if seat.role == "player"]
        self.updates.append({viewer: self._update(entry, viewer) for viewer in viewers})

    def _update(self, entry: Entry, viewer: str | None) -> Update:
        seen = self.round.seen_by(viewer)
        accounts = {name: Account(one.staked, one.returned) for name, one in seen.accounts.items()}
        return Update(self.info.id, self._step(entry, seen), accounts, self._turn(), self.closed)

    def _keep_promises(self, batch: Batch) -> None:
        """Reveal the seed of a round that is over, and promise that of the next."""
        if not self.info.system_draws:
            return
        over = self.round.closed is not None or (self.bets_open and self._promise is not None and self._promise.draws)
        if over:
            self._reveal(batch)
        if self._promise is None and self.round.closed is None and self.bets_open:
            self._make_promise(batch)

    def _make_promise(self, batch: Batch) -> None:
        promise = Promise()
        entry = self._enter("promise", {"commitment": promise.commitment}, None, None, batch)
        batch.add(schema.secrets, table_id=self.info.id, seq=entry.seq, seed=promise.seed.hex())
        self._promised(promise)
        self._tell(entry)

    def _promised(self, promise: Promise) -> None:
        self._promise = promise
        self._at_promise = {name: Account(one.staked, one.returned) for name, one in self.round.accounts.items()}

    def _reveal(self, batch: Batch) -> None:
        if self._promise is None:
            return
        self._revealed, self._promise = self._promise.revealed(), None
        self._tell(self._enter("reveal", self._revealed, None, None, batch))

    def _mark_closed(self, batch: Batch) -> None:
        self.info = replace(self.info, closed_at=self.entries[-1].at)
        batch.change(schema.tables, {"id": self.info.id}, closed_at=self.info.closed_at)

    def _undoable(self, seat: Seat, seq: int | None) -> Entry:
        """The entry to take back: a bet or a decision after which nothing but such came."""
        standing = {entry.seq for entry in self.played}
        for entry in reversed(self.entries):
            if entry.kind == "undo" or entry.seq in self._undone:
                continue
            if entry.seq not in standing or not {"bet", "do"} & entry.body.keys() or "irregular" in entry.body:
                break
            if seq in (None, entry.seq) and (seat.role == "croupier" or entry.body["player"] == seat.name):
                return entry
        raise Refused(N_("There is nothing to take back: only what a player did last can be undone."))

    def _keep_mark(self) -> None:
        """Remember the present moment now and then; a copy costs what a thousand actions do."""
        if len(self.played) - (self._mark.played if self._mark else 0) >= _MARKED:
            self._mark = Mark(self.round.copied(), len(self.played), self._decided, self._began)

    def _replay_without(self, target: Entry) -> None:
        """The round once more, as if an entry had never been; a refusal leaves everything as it was."""
        before = self.round, self.played, self._spans, self._decided, self._began, self._mark
        at = self._number(target)
        again = list(zip(self.played, self.round.actions, strict=True))
        mark = self._mark if self._mark is not None and self._mark.played <= at else None
        try:
            self._back_to(mark)
            for entry, action in again[len(self.played) :]:
                if entry is not target:
                    self._spans[entry.seq] = self._play(action)
                    self.played.append(entry)
        except Refused:
            self.round, self.played, self._spans, self._decided, self._began, self._mark = before
            raise Refused(N_("It cannot be taken back: what was done since depends on it.")) from None

    def _back_to(self, mark: Mark | None) -> None:
        """Take up a moment that was remembered, or the beginning."""
        if mark is None:
            self._start(games.table(self.info.game, self.info.settings))
            return
        self.round = mark.round.copied()
        self.played = self.played[: mark.played]
        self._spans = {entry.seq: self._spans[entry.seq] for entry in self.played}
        self._decided, self._began = mark.decided, mark.began

    def _replay(self, entries: Sequence[Entry], storage: Storage) -> None:
        """Live through a journal again."""
        self.entries = list(entries)
        self._undone = {entry.body["undo"]: entry.seq for entry in entries if entry.kind == "undo"}
        self._keys = {entry.key: entry.seq for entry in entries if entry.key is not None}
        seeds = kept.seeds(self.info.id, storage)
        last = max(seeds, default=0)
        for entry in entries:
            if entry.kind in PLAYED and entry.seq not in self._undone:
                self._play_again(entry, current=entry.seq > last)
            elif entry.kind == "promise":
                self._promised(Promise(seeds[entry.seq]))
            elif entry.kind == "reveal":
                self._revealed, self._promise = entry.body, None
        if self._stock().cloth != books.lying(self.round):
            raise _differs(self.info.id, str(Sentence(N_("The books do not balance."))))

    def _play_again(self, entry: Entry, current: bool) -> None:
        action = entry.action
        if entry.kind == "draw" and current and self._promise is not None:
            self._draw_again(entry, action)
        self._spans[entry.seq] = self._play(action)
        self.played.append(entry)

    def _draw_again(self, entry: Entry, action: Action) -> None:
        """Bring the stream of a promise that is still open to where it was."""
        assert self._promise is not None
        offer = chance_offer(self.round)
        drawn = None if offer is None else self._promise.draw(offer)
        if drawn is None or _written(drawn.as_record()) != action.as_record():
            raise _differs(
                self.info.id, str(Sentence(N_("Entry {number} was not drawn as promised."), number=entry.seq))
            )

    def _verify_settled(self, rows: Iterable[Row]) -> None:
        """What comes out today must be what was settled then."""
        told = {(row["seq"], row["number"]): row for row in rows if row["seq"] not in self._undone}
        for entry in self.played:
            for number, line in enumerate(self.round.lines[slice(*self._spans[entry.seq].lines)], start=1):
                row = told.pop((entry.seq, number), None)
                if row is None or any(row[name] != value for name, value in kept.line_row(line).items()):
                    raise _differs(
                        self.info.id, str(Sentence(N_("Entry {number} is settled otherwise."), number=entry.seq))
                    )
        if told:
            raise _differs(self.info.id, str(Sentence(N_("Entry {number} is settled otherwise."), number=min(told)[0])))


class Overtaken(Refused):
    """An action that was meant for an earlier moment of the table: somebody else acted first."""

    def __init__(self, after: int, seq: int) -> None:
        super().__init__(
            N_("Somebody acted before: the table is at entry {seq}, not at {after}. Look again and repeat."),
            seq=seq,
            after=after,
        )
        self.seq = seq


def _written(body: dict[str, Any]) -> dict[str, Any]:
    """A body as the journal has it: what was a tuple is a list."""
    read: dict[str, Any] = json.loads(json.dumps(body))
    return read


def _differs(id: str, why: Sentence | str) -> Broken:
    return Broken(
        N_("Table {table} cannot go on: its journal no longer replays to what was settled. {why}"), table=id, why=why
    )

"""What is said at a table in the terminal.

The conversation knows no game: it offers what the round's contract offers, shows what the family's ``terminal`` draws
and explains every settlement with its section.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.catalogue.telling import pays_shown
from tapete.cli.common import numbered, safe
from tapete.cli.explain import event_text, place, print_lines
from tapete.cli.picking import Picker
from tapete.cli.typed import (
    Names,
    as_spoken,
    only_cards,
    only_numbers,
    read_call,
    read_decision,
    read_outcome,
    without_verb,
)
from tapete.games import family
from tapete.table.actions import Bet, Call, Chance, Decision, Irregular, read_action
from tapete.table.banked import ABOUT_A_BET, LAST_GAME, NO_MORE_BETS, SANCTION
from tapete.table.errors import BadRecord, TapeteError, system_reason
from tapete.table.money import chips, shown
from tapete.table.round import CHANCE
from tapete.table.terms import DECISIONS, STATES, VERBS, bet_shown, game_name, term
from tapete.table.words import N_, plain, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rich.console import Console

    from tapete.cli.session import Session, Step
    from tapete.table.actions import Action, Place
    from tapete.table.advice import Advice, Lesson
    from tapete.table.round import Line, Position

_NAMES = {
    "help": ("help", "ayuda", "?"),
    "spin": ("spin", "throw", "roll", "deal", "draw", "girar", "tirar", "lanzar", "repartir", "dar"),
    "undo": ("undo", "deshacer"),
    "repeat": ("repeat", "repetir"),
    "menu": ("menu", "bets", "apuestas"),
    "options": ("options", "opciones"),
    "irregular": ("irregular", "irregulares"),
    "call": ("call", "calls", "anuncio", "anuncios"),
    "player": ("player", "jugador", "jugadora"),
    "table": ("table", "mesa", "tapete"),
    "balance": ("balance", "saldo"),
    "advice": ("advice", "consejo", "consejos"),
    "save": ("save", "guardar"),
    "quit": ("quit", "exit", "salir"),
}
_COMMANDS = {alias: name for name, aliases in _NAMES.items() for alias in aliases}
LEAVE = _NAMES["quit"]


class Conversation:
    """A table and those who sit at it, one line after another."""

    def __init__(
        self, session: Session, players: Sequence[str], out: Console, ask: Callable[[str], str | None]
    ) -> None:
        self.session, self.out, self.ask = session, out, ask
        self.players = list(dict.fromkeys(players))
        self.player = self.players[0]
        self.names = Names.of(session.facts, self._example(), session.offers("bet"))
        self.picker = Picker(session, self.names, out, ask)
        self._shows_table = True
        self._explained: set[str] = set()
        self._written: set[Path] = set()

    def run(self) -> None:
        """Talk until somebody leaves or the table closes; whoever breaks it off is told the balance all the same."""
        try:
            self._talk()
        finally:
            self._balance()
            self._total()

    def _talk(self) -> None:
        self._greet()
        while True:
            if self._shows_table:
                self._table()
            self._promise()
            self._offer_choices()
            if self.session.round.closed is not None:
                self.out.print(safe(str(self.session.round.closed)), style="bold yellow")
                break
            line = self.ask(self._prompt())
            if line is None or not self._heard(line):
                break

    def _prompt(self) -> str:
        waited = self.session.deciding()
        if waited:
            return f"{waited[0].who} ?"
        return f"{self.player} >" if self.session.bets_open else _("croupier >")

    def _heard(self, line: str) -> bool:
        """Do what a line says, part by part; false when it says to leave."""
        for part in line.split(";"):
            try:
                if not self._do(part.strip()):
                    return False
            except TapeteError as error:
                self._refused(error)
        return True

    def _refused(self, error: TapeteError) -> None:
        cite = f" [{error.cite}]" if error.cite else ""
        self.out.print(safe(f"✗ {error}{cite}"), style="red")

    def _do(self, said: str) -> bool:
        if not said:
            return True
        word, _space, rest = said.partition(" ")
        name = None if said.startswith("{") else _COMMANDS.get(plain(word) or word)
        if any(offer.word == name for offer in self.session.offers("do")):
            name = None  # a poker player who calls decides, and announces nothing
        if name == "quit":
            return False
        if name is None:
            self._act(said)
        else:
            getattr(self, f"_{name}")(rest.strip())
        return True

    def _act(self, said: str) -> None:
        """Whatever is not a command: an action as a record writes it, a call, an outcome, a choice or a bet."""
        readers = (self._as_record, self._as_call, self._as_outcome, self._as_choice, self._as_irregular)
        for read in (*readers, self._as_wrong_outcome):
            action = read(said)
            if action is not None:
                self._step(self.session.apply(action))
                return
        player, written = self._who(said)
        self._step(self.session.apply(self.names.bet(written, player)))

    def _who(self, said: str) -> tuple[str, str]:
        """Whose words they are: ``luis: rojo 10``, or those of the player at the keyboard."""
        name, colon, rest = said.partition(":")
        if not colon or not name.strip():
            return self.player, said
        if name.strip() not in self.players:
            self.players.append(name.strip())
        return name.strip(), rest.strip()

    def _as_record(self, said: str) -> Action | None:
        from tapete.table import yaml12

        return read_action(yaml12.document(said).data) if said.startswith("{") else None

    def _as_call(self, said: str) -> Action | None:
        offered = [offer.word for offer in self.session.offers("call")]
        return read_call(said, (NO_MORE_BETS, LAST_GAME, *offered, *(self.session.facts.get("calls") or ())))

    def _as_outcome(self, said: str) -> Action | None:
        offer = self.session.chance()
        return read_outcome(said, offer) if offer is not None and self.session.generator is None else None

    def _as_irregular(self, said: str) -> Action | None:
        """An irregular play by its own name, as the croupier calls it: ``tirada nula``."""
        plays = self.session.facts.get("irregular") or {}
        meant = [n for n, play in plays.items() if plain(said) in map(plain, (n, *play.get("names", ())))]
        return self._irregular_action(meant[0] if len(meant) == 1 else said, "") if meant else None

    def _as_wrong_outcome(self, said: str) -> Action | None:
        """What chance cannot bring: the round says why, or why it can bring nothing now."""
        said = without_verb(said)
        if self.session.generator is not None or not (only_numbers(said, self.names) or only_cards(said)):
            return None
        offer = self.session.chance()
        if offer is None:
            raise self.session.why_no_draw()
        return Chance(offer.verb, said)

    def _as_choice(self, said: str) -> Action | None:
        """A decision by its word, or by its number among those that the round waits for."""
        waited = self.session.deciding()
        offer = numbered(said, waited)
        if offer is not None:
            return Decision(offer.who, offer.word, offer.places[0])
        player, written = self._who(said)
        if waited and player not in {offer.who for offer in waited}:
            player = waited[0].who
        return read_decision(written, self.session.offers("do", player), self.names, player)

    def _step(self, step: Step) -> None:
        """Tell what an action brought about."""
        if isinstance(step.action, Bet):
            bet = step.action
            self.out.print(safe(f"✓ {bet.player}: {_bet_text(bet.bet, bet.on)} {bet.stake}"), style="green")
        elif isinstance(step.action, Decision) and not (step.events or step.lines):
            self.out.print(safe(f"✓ {_decision_text(step.action)}"), style="green")
        for event in step.events:
            self.out.print(f"  [bold]{safe(event_text(event))}[/]{_section(event.cite)}")
        for moved in step.moved:
            self.out.print(f"  {safe(str(moved))}")
        if step.lines:
            print_lines(self.out, step.lines, self.session.facts["bets"])
            self._explain(step.lines)
        for lesson in step.lessons:
            self.out.print(_lesson_text(lesson))
        if isinstance(step.action, Chance):
            self._balance()
        self._shows_table |= not isinstance(step.action, Call)
        seed = self.session.reveal()
        if seed:
            self.out.print(_("The promise is kept; its seed was {seed}").format(seed=seed), style="dim")

    def _explain(self, lines: Sequence[Line]) -> None:
        """What the bets of a settlement are and pay, with their sections; each once in a session."""
        bets = self.session.facts["bets"]
        new = [line.bet for line in lines if line.bet in bets and line.bet not in self._explained]
        for name in dict.fromkeys(new):
            self._explained.add(name)
            fact = bets[name]
            said = f"{bet_shown(name, bets)}: {pays_shown(fact)} · {text(fact.get('text'))}".rstrip(" ·")
            self.out.print(f"  [dim]{safe(said)}[/]{_section(fact.get('pays_cite') or fact['cite'])}")

    def _greet(self) -> None:
        facts = self.session.facts
        self.out.rule(f"[bold]{safe(game_name(facts))}[/] · {safe(self.session.game)} · § {safe(facts['cite'])}")
        self.out.print(safe(text(facts["summary"])), style="dim")
        greeting = _("Type a bet, for example {example}; help explains everything.")
        self.out.print(safe(greeting.format(example=self._example())))

    def _example(self) -> str:
        """A bet that this table takes; one with a place where there are such."""
        offers = sorted(self.session.offers("bet"), key=lambda offer: len(offer.places[0]) != 2)
        return f"{_bet_text(offers[0].word, offers[0].places[0])} {shown(offers[0].minimum or 1)}" if offers else "-"

    def _spoken_example(self) -> str:
        """The same bet as people say it."""
        *bet, stake = self._example().split()
        return _("{stake} on {bet}").format(stake=stake, bet=" ".join(bet))

    def _table(self, _rest: str = "") -> None:
        self._shows_table = False
        draw = getattr(family(self.session.facts["family"]), "terminal", None)
        self.out.print(draw(self.session.round) if draw else safe(str(self.session.round)))
        for position in self.session.round.standing:
            self.out.print(f"  {safe(_standing_text(position, self.session.facts['bets']))}")

    def _promise(self) -> None:
        promised = self.session.promise()
        if promised:
            self.out.print(_("Promise for this round (SHA-256): {promise}").format(promise=promised), style="dim")

    def _offer_choices(self) -> None:
        for number, offer in enumerate(self.session.deciding(), start=1):
            about = " ".join(str(item) for item in offer.places[0])
            said = f"{safe(offer.who)}: [bold]{term(DECISIONS, offer.word)}[/] {safe(about)}"
            self.out.print(f"  [cyan]{number}[/]  {said}{_section(offer.cite)}")
        for advice in self.session.advice():
            self.out.print(safe(_advice_text(advice)), style="magenta")

    def _advice(self, _rest: str) -> None:
        """Begin to teach, or stop it."""
        self.session.teaches = not self.session.teaches
        if not self.session.teaches:
            self.out.print(_("Advice is off."))
        elif not hasattr(family(self.session.facts["family"]), "advice"):
            self.out.print(_("This game leaves nothing to decide that could be worked out."), style="yellow")
        else:
            self.out.print(_("Advice is on: worths are what a decision brings on average, in chips."))

    def _total(self) -> None:
        """What the mistakes of the session cost, player by player."""
        for player in dict.fromkeys(lesson.player for lesson in self.session.lessons.learned):
            decisions, mistakes, cost = self.session.lessons.total(player)
            said = _("{player}: decisions {decisions}, mistakes {mistakes}, which cost {cost} on average").format(
                player=player, decisions=decisions, mistakes=mistakes, cost=f"{cost:.2f}"
            )
            self.out.print(safe(said), style="yellow" if mistakes else "green")

    def _help(self, _rest: str) -> None:
        from rich.table import Table

        grid = Table(box=None, pad_edge=False, show_header=False)
        grid.add_column(style="cyan", no_wrap=True)
        grid.add_column()
        for typed, meaning in self._help_lines():
            grid.add_row(safe(typed), safe(meaning))
        self.out.print(grid)

    def _help_lines(self) -> Iterable[tuple[str, str]]:
        said = _("a bet: its name, its place, its stake, or as people say it: {said}; several are separated by ;")
        yield self._example(), said.format(said=self._spoken_example())
        yield "luis: …", _("what another player says")
        yield _("player NAME"), _("who sits at the keyboard from now on")
        yield _("menu"), _("pick a bet from numbered lists")
        yield _("options"), _("what else you may do now, to pick from a list")
        yield _("take-down, raise, lower"), _("change a bet while bets are open: its name and its new whole stake")
        yield _("undo"), _("take back what a player did last")
        yield _("repeat"), _("the bets that were decided last, again")
        yield _("call"), _("the croupier's calls: list them, or type one, e.g. no-va-mas")
        if self.session.generator is None:
            offer = self.session.chance()
            typed = f"{term(VERBS, offer.verb)} {as_spoken(offer.outcomes[-1])}" if offer else _("OUTCOME")
            yield typed, _("key in what chance brought")
        else:
            yield _("spin, throw, deal"), _("have the system draw; the promise is shown before, the seed after")
        yield _("irregular"), _("the irregular plays and their rulings; irregular 2 applies the second")
        yield "{player: ana, …}", _("any action as a record writes it")
        yield _("advice"), _("what each decision is worth and what a mistake costs; again to stop it")
        yield _("table, balance"), _("show the table, or how everybody stands")
        yield _("save FILE"), _("write the record, which tapete settle and tapete verify read")
        yield _("quit"), _("leave the table")

    def _spin(self, _rest: str) -> None:
        """Have the system draw, card after card as long as nothing else can follow."""
        self._step(self.session.draw())
        while self.session.round.turn() == (CHANCE,):
            self._step(self.session.draw())

    def _undo(self, _rest: str) -> None:
        undone = self.session.undo()
        self.out.print(safe("↶ " + ", ".join(f"{k}: {v}" for k, v in undone.as_record().items())), style="yellow")
        self._shows_table = True

    def _repeat(self, _rest: str) -> None:
        bets = self.session.last_bets()
        if not bets:
            self.out.print(_("No bet has been decided yet."), style="yellow")
        for bet in bets:
            try:
                self._step(self.session.apply(bet))
            except TapeteError as error:
                self._refused(error)

    def _menu(self, _rest: str) -> None:
        self._apply(self.picker.bet(self.player))

    def _options(self, _rest: str) -> None:
        self._apply(self.picker.decision(self.player))

    def _apply(self, picked: Action | None) -> None:
        if picked is not None:
            self._step(self.session.apply(picked))

    def _call(self, rest: str) -> None:
        if rest:
            self._step(self.session.apply(Call(plain(rest).replace(" ", "-"))))
            return
        for offer in self.session.offers("call"):
            self.out.print(f"  [bold]{offer.word}[/]{_section(offer.cite)}")

    def _irregular(self, rest: str) -> None:
        plays = self.session.facts.get("irregular") or {}
        if not rest:
            for number, (name, ruling) in enumerate(plays.items(), start=1):
                self.out.print(f"[cyan]{number:>3}[/]  [bold]{name}[/]  {safe(text(ruling['situation']))}")
                self.out.print(f"     [dim]{safe(text(ruling['ruling']))}[/]{_section(ruling['cite'])}")
            return
        which, _space, about = rest.partition(" ")
        which = numbered(which, list(plays)) or which
        self._step(self.session.apply(self._irregular_action(which, about.strip())))

    def _irregular_action(self, name: str, about: str) -> Action:
        """An irregular play; what it is about follows: a bet as it would be typed, or a player."""
        effect = (self.session.facts.get("irregular") or {}).get(name, {}).get("effect")
        if not about:
            if effect in (SANCTION, *ABOUT_A_BET):
                example = self.player if effect == SANCTION else f"{self.player}: {self._example()}"
                raise BadRecord(N_("Type what it is about behind it: irregular {play}."), play=f"{name} {example}")
            return Irregular(name)
        if effect == SANCTION:
            return Irregular(name, about)
        player, written = self._who(about)
        bet = self.names.bet(written, player)
        return Irregular(name, player, bet.bet, bet.on, bet.stake)

    def _player(self, rest: str) -> None:
        if rest:
            self.player = rest
            if rest not in self.players:
                self.players.append(rest)
        self.out.print(safe(", ".join(self.players)))

    def _balance(self, _rest: str = "") -> None:
        """How everybody stands; what lies on the table counts as staked."""
        settlement = self.session.round.settlement()
        for name, account in settlement.players.items():
            lying = sum((p.stake + p.excess for p in settlement.standing if p.player == name), start=0)
            net = chips(account.returned - account.staked)
            colour = "green" if net > 0 else "red" if net < 0 else "white"
            said = _("{player}: staked {staked}, returned {returned}, on the table {lying}, net").format(
                player=name, staked=shown(account.staked), returned=shown(account.returned), lying=shown(chips(lying))
            )
            self.out.print(f"{safe(said)} [{colour}]{'+' if net > 0 else ''}{shown(net)}[/]")

    def _save(self, rest: str) -> None:
        path = Path(rest).expanduser()
        if not rest:
            self.out.print(_("Say where: save FILE"), style="yellow")
        elif path.exists() and path not in self._written:
            self.out.print(safe(_("{file} exists already; choose another name.").format(file=path)), style="red")
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        try:
            path.write_text(self.session.record().as_text(), encoding="utf-8")
        except OSError as error:
            self.out.print(safe(f"{path}: {system_reason(error)}"), style="red")
            return
        self._written.add(path)
        self.out.print(safe(_("Written: {file}").format(file=path)), style="green")
        if self.session.changes:
            self.out.print(_("The record holds no changed facts: replay it with the same --set."), style="yellow")


def _lesson_text(lesson: Lesson) -> str:
    did, best = term(DECISIONS, lesson.did), term(DECISIONS, lesson.best)
    if not lesson.mistake:
        said = _("{player}: {did} is the best decision.").format(player=lesson.player, did=did)
        return f"  [green]{safe(said)}[/]"
    said = _("{player}: {did} costs {cost} on average; {best} is better.").format(
        player=lesson.player, did=did, cost=f"{lesson.cost:.2f}", best=best
    )
    return f"  [yellow]{safe(said)}[/]"


def _advice_text(advice: Advice) -> str:
    worths = ", ".join(f"{term(DECISIONS, option.word)} {option.worth:+.2f}" for option in advice.options)
    return _("  advice for {player}, {about}: {worths}").format(player=advice.player, about=advice.about, worths=worths)


def _bet_text(bet: str, on: Place) -> str:
    return f"{bet} {place(on)}".rstrip()


def _decision_text(decision: Decision) -> str:
    said = (f"{decision.player}:", term(DECISIONS, decision.do), *decision.on, decision.to)
    return " ".join(str(part) for part in said if part is not None)


def _standing_text(position: Position, bets: Mapping[str, Any]) -> str:
    stake = shown(position.stake + position.excess)
    said = f"{position.player}: {bet_shown(position.bet, bets, position.on)} {stake}"
    return said if position.state == "open" else f"{said} ({term(STATES, position.state)})"


def _section(cite: str | None) -> str:
    return f"  [dim]§ {safe(cite)}[/]" if cite else ""

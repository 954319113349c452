"""Playing at a table: sessions driven by piped lines in both languages, and one at a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli.conversation import Conversation
from tapete.cli.session import Session
from tapete.cli.typed import Names, read_decision
from tapete.games import game_data, library, settle
from tapete.table.actions import Bet, Call, Chance, Decision
from tapete.table.canvas import CHIP
from tapete.table.errors import Refused
from tapete.table.record import Record, read_records
from tapete.table.words import speaking
from tests.terminal import Keyboard, tapete

FRENCH = "pv-1996/ruleta-francesa/un-pano"
LIMITS = ("--table", "minimum=5", "--table", "maximum=250")


def dealt(*lines: str, game: str = FRENCH, more: tuple[str, ...] = LIMITS, lang: str = "en") -> str:
    said = tapete("play", game, "--deal", *more, typed="\n".join(lines) + "\n", lang=lang)
    assert said.code == 0, said.err
    assert not said.err
    return said.out


def record_in(path: Path) -> Record:
    (record,) = read_records(path.read_text(encoding="utf-8"))
    assert isinstance(record, Record), record
    return record


def test_bets_are_typed_and_each_settlement_cites_its_section() -> None:
    out = dealt("caballo 1-2 50; rojo 100", "ball 2", "quit")
    assert "✓ ana: caballo 1-2 50" in out
    assert "900" in out and "01.IV.1.A.b" in out
    assert "17 : 1" in out
    assert "ana: staked 150, returned 900, on the table 0, net +750" in out


def test_the_cloth_is_shown_with_its_chips() -> None:
    out = dealt("pleno 17 5", "quit")
    assert f"17{CHIP}" in out
    assert "┼" in out


def test_bets_answer_to_every_name_in_both_languages() -> None:
    out = dealt("Número completo 17 5; RED 5; straight up 3 5; pareja 1-2 5", "quit")
    for bet in ("pleno 17 5", "rojo 5", "pleno 3 5", "caballo 1-2 5"):
        assert f"✓ ana: {bet}" in out


@pytest.mark.parametrize(
    ("game", "said", "bet"),
    [
        (FRENCH, "100 on red", "rojo 100"),
        (FRENCH, "5 on 17", "pleno 17 5"),
        (FRENCH, "100 a rojo", "rojo 100"),
        (FRENCH, "5 al 17", "pleno 17 5"),
        (FRENCH, "5 chips on zero", "pleno 0 5"),
        (FRENCH, "10 al caballo 1-2", "caballo 1-2 10"),
        (FRENCH, "10 caballo 1 y 2", "caballo 1-2 10"),
        (FRENCH, "10 pleno 17", "pleno 17 10"),
        (FRENCH, "5 on 0-1", "caballo 0-1 5"),
        (FRENCH, "bet 20 on the first dozen", "docena 1 20"),
        (FRENCH, "20 a la docena 2", "docena 2 20"),
        (FRENCH, "pongo 5 fichas en el número 8", "pleno 8 5"),
        (FRENCH, "red for 5", "rojo 5"),
        (FRENCH, "17 for 5", "pleno 17 5"),
        ("pv-1996/boule", "5 al 7", "numero-entero 7 5"),
        ("cl-2023/craps", "50 pass line", "pass-line 50"),
        ("cl-2023/craps", "50 a la línea de pase", "pass-line 50"),
        ("cl-2023/craps", "10 sobre 7", "over-7 10"),
        ("cl-2023/craps", "10 on big 6", "big-6 10"),
        ("cl-2023/big-six", "5 on 20", "valor-20 5"),
        ("cl-2023/big-six", "5 al 40-a", "valor-40-a 5"),
        ("pv-1996/ruleta-de-la-fortuna", "5 on 24", "24 5"),
        ("pv-1996/ruleta-de-la-fortuna", "24 posiciones 5", "24 5"),
        ("cl-2023/corona-y-ancla", "5 a la corona", "figura corona 5"),
        ("cl-2023/corona-y-ancla", "5 on the anchor", "figura ancla 5"),
        ("cl-2023/chuck-a-luck", "5 on field", "field 5"),
        ("bo-2025/black-jack/clasico", "10 on box 3", "apuesta 3 10"),
        ("bo-2025/black-jack/clasico", "10 apuesta 3", "apuesta 3 10"),
        ("cl-2023/war", "10 al war 2", "war 2 10"),
    ],
)
def test_bets_are_typed_as_people_say_them(game: str, said: str, bet: str) -> None:
    assert f"✓ ana: {bet}\n" in dealt(said, "quit", game=game, more=("--table", "minimum=5")).replace(" \n", "\n")


@pytest.mark.parametrize("said", ["5 17", "5 on 1-2", "100 on purple", "on red", "17"])
def test_what_could_be_two_bets_or_none_is_not_guessed(said: str) -> None:
    session = Session(FRENCH, draws=True)
    names = Names.of(session.facts, offers=session.offers("bet"))
    with pytest.raises(Refused):
        session.apply(names.bet(said, "ana"))


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game", sorted(library().games))
def test_the_help_says_a_bet_that_the_table_reads(game: str, lang: str) -> None:
    from rich.console import Console

    with speaking(lang):
        talk = Conversation(Session(game, draws=False), ["ana"], Console(quiet=True), lambda _: None)
        said = talk._spoken_example()
        assert any(said in meaning for _typed, meaning in talk._help_lines())
        assert talk.names.bet(said, "ana") == talk.names.bet(talk._example(), "ana")


def test_several_players_speak_in_one_session() -> None:
    out = dealt("luis: rojo 10; par 20", "player eva", "negro 30", "ball 2", "quit")
    assert "luis: staked 10, returned 0, on the table 0, net -10" in out
    assert "ana: staked 20, returned 40, on the table 0, net +20" in out
    assert "eva: staked 30, returned 60, on the table 0, net +30" in out


def test_players_are_named_by_options() -> None:
    out = dealt("rojo 10", "quit", more=("--player", "eva", "--player", "luis"))
    assert "eva >" in out
    assert "✓ eva: rojo 10" in out


def test_a_choice_is_offered_and_picked_by_number_or_word() -> None:
    out = dealt("rojo 100; luis: par 20", "0", "2", "mitad", "3", "quit")
    assert "1  ana: half rojo" in out and "2  ana: prison rojo" in out
    assert "red of ana stays in prison" in out
    assert "luis: staked 20, returned 10" in out
    assert "ana: staked 100, returned 100" in out


def test_undo_replays_without_the_last_action_and_stops_at_chance() -> None:
    out = dealt("rojo 10", "negro 10", "deshacer", "ball 2", "undo", "quit")
    assert "↶ player: ana, bet: negro" in out
    assert "ana: staked 10, returned 0" in out
    assert "nothing to take back" in out


def test_stakes_are_raised_lowered_and_taken_back() -> None:
    out = dealt("rojo 10; caballo 1-2 20", "raise rojo 50", "lower caballo 1-2 5", "take-down rojo", "ball 1", "quit")
    assert "ana: staked 70, returned 155" in out


def test_repeat_lays_the_bets_as_they_lay() -> None:
    out = dealt("rojo 10; negro 10; pleno 5 5", "take-down negro", "raise rojo 25", "ball 1", "repeat", "quit")
    after = out.rpartition("repeat")[2]
    assert "✓ ana: rojo 25" in after and "✓ ana: pleno 5 5" in after
    assert "negro" not in after


def test_a_menu_leads_through_bet_place_and_stake() -> None:
    out = dealt("menu", "3", "1-2-3", "15", "quit")
    assert "3  transversal" in out
    assert "✓ ana: transversal 1-2-3 15" in out


def test_a_menu_without_an_answer_places_nothing() -> None:
    out = dealt("menu", "", "menu", "pleno", "", "balance", "quit")
    assert "✓" not in out


def test_irregular_plays_are_listed_and_applied() -> None:
    out = dealt("rojo 10", "no va más", "irregular", "irregular bola-fuera", "irregular 4 luis: par 20", "quit")
    assert "bola-fuera" in out and "§ 01.IV.3.d" in out
    assert "Null spin" in out.rpartition("bola-fuera")[2]
    late = dealt("rojo 10", "no va más", "irregular apuesta-tardia luis: par 20", "quit")
    assert "luis: staked 20, returned 20" in late


def test_calls_are_listed_and_a_closed_table_ends_the_session() -> None:
    out = dealt("call", "ultima-jugada", "rojo 10", "ball 1", "rojo 10")
    assert "no-va-mas" in out
    assert "The session is over" in out
    assert out.count("✓ ana: rojo 10") == 1


def test_what_is_refused_says_why_and_where_it_is_written() -> None:
    out = dealt("rojo 1; rojo 1000000; pleno 37 5; caballo 1-9 5; nada 5; hola; -; ball 99", "quit")
    assert out.count("✗") == 8
    assert "below the minimum of 5. [01.IV.2" in out
    assert "A bet is typed as" in out
    assert "✓" not in out


def test_an_action_may_be_typed_as_a_record_writes_it() -> None:
    out = dealt("{player: luis, bet: rojo, stake: 10}", "{ball: 1}", "{ball", "quit")
    assert "luis: staked 10, returned 20" in out
    assert out.count("✗") == 1


def test_the_input_may_end_anywhere() -> None:
    for lines in (["rojo 10"], ["menu"], ["menu", "3"], ["menu", "3", "1-2-3"], []):
        said = tapete("play", FRENCH, "--deal", typed="\n".join(lines))
        assert said.code == 0 and not said.err


def test_the_system_draws_under_a_promise_and_the_record_verifies(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    typed = f"rojo 10; luis: negro 10\nspin\n1\n1\nrepetir\ngirar\n1\n1\nsave {file}\nquit\n"
    said = tapete("play", FRENCH, typed=typed)
    assert said.code == 0 and not said.err
    assert said.out.count("Promise for this round") >= 3
    assert said.out.count("its seed was") == 2
    record = record_in(file)
    assert record.fairness is not None and len(record.fairness["rounds"]) == 2
    for entry in record.fairness["rounds"]:
        assert entry["commitment"] in said.out and entry["seed"] in said.out
        assert said.out.index(entry["commitment"]) < said.out.index(entry["seed"])
    verified = tapete("verify", str(file))
    assert verified.code == 0 and "2 draws repeated" in verified.out
    settled = tapete("settle", str(file), "--json")
    assert settled.code == 0


def test_a_falsified_draw_does_not_verify(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    tapete("play", "pv-1996/boule", typed=f"rojo 10\nspin\nsave {file}\n")
    drawn = next(a for a in record_in(file).actions if isinstance(a, Chance)).value
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(f"{{ball: {drawn}}}", f"{{ball: {drawn % 9 + 1}}}"), encoding="utf-8")
    assert tapete("verify", str(file)).code == 1


def test_the_record_of_a_dealt_table_settles_to_what_was_shown(tmp_path: Path) -> None:
    file = tmp_path / "dealt.yaml"
    out = dealt("caballo 1-2 50; luis: rojo 100", "0", "luis: prison", "3", f"guardar {file}", "quit")
    record = record_in(file)
    assert record.table == {"minimum": 5, "maximum": 250}
    players = settle(record).as_json()["players"]
    assert players == {
        "ana": {"staked": 50, "returned": 0, "net": -50},
        "luis": {"staked": 100, "returned": 100, "net": 0},
    }
    assert "luis: staked 100, returned 100" in out
    assert tapete("verify", str(file)).code == 0


def test_save_does_not_write_over_a_file_it_did_not_write(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    other = tmp_path / "new.yaml"
    out = dealt(
        f"save {file}", "save", f"save {tmp_path}/no/such/folder", f"save {other}", "rojo 5", f"save {other}", "quit"
    )
    assert file.read_text() == "precious"
    assert "exists already" in out and "Say where" in out and "No such file" in out
    assert len(record_in(other).actions) == 1


def test_spanish_commands_and_words() -> None:
    out = dealt("ayuda", "menú", "", "rojo 100", "no va más", "ball 0", "prisión", "saldo", "salir", lang="es")
    assert "Ruleta Francesa" in out
    assert "ROJO" in out and "FALTA" in out
    assert "rojo de" not in out and "Rojo de ana queda en prisión" in out
    assert "ana: rojo 100 (en prisión)" in out


@pytest.mark.parametrize("lang", ["es", "en"])
def test_help_names_only_words_that_the_table_understands(lang: str) -> None:
    from rich.console import Console

    session = Session("pv-1996/boule", draws=True)
    with speaking(lang):
        talk = Conversation(session, ["ana"], Console(quiet=True), lambda _: None)
        typed = [words for words, _meaning in talk._help_lines()]
        session.apply(Bet("ana", "rojo", (), 5))
        known = [word for line in typed[2:-1] if not line.startswith("{") for word in line.split(", ")]
        for word in known:
            first = word.split()[0]
            decided = read_decision(f"{first} rojo 10", session.offers("do", "ana"), talk.names, "ana")
            assert decided is not None or talk._do(first) is True


def test_facts_readings_and_settings_are_chosen_by_options() -> None:
    out = dealt("numero entero 3 5", "3", "quit", game="pv-1996/boule", more=("--set", "bets.numero-entero.pays=8"))
    assert "ana: staked 5, returned 45" in out
    assert "8 : 1" in out
    said = tapete("play", "pv-1996/boule", "--table", "minimo=5")
    assert said.code == 1 and "minimo" in said.err


def test_an_unknown_game_and_one_that_is_only_named_are_refused() -> None:
    assert tapete("play", "pv-1996/nada").code == 2
    said = tapete("play", "lr-2012/ruleta-francesa")
    assert said.code == 2 and "only named" in said.err


def test_without_a_game_one_is_picked_from_the_list() -> None:
    number = list(library().games).index("pv-1996/boule") + 1
    said = tapete("play", "--deal", typed=f"999\n{number}\nrojo 5\n2\nquit\n")
    assert said.code == 0 and "ana: staked 5, returned 10" in said.out
    assert tapete("play", typed="").code == 0


def test_a_hostile_name_plays_no_tricks() -> None:
    out = dealt("[red]x[/]\x1b[2J: rojo 5", "1", "quit")
    assert "\x1b" not in out
    assert "[red]x[/]" in out


@pytest.mark.parametrize("game", sorted(library().games))
def test_every_game_can_be_played_by_its_offers(game: str) -> None:
    """From the contract alone: the menu's first bet at its minimum, then draws and first choices until the round is
    over, or the sentence that says why nothing is drawn."""
    session = Session(game, draws=True)
    assert session.promise()
    offer = session.offers("bet")[0]
    where = "" if offer.places == ((),) else "-".join(map(str, offer.places[0])) + "\n"
    said = tapete("play", game, typed=f"menu\n1\n{where}{offer.minimum}\n" + "spin\n1\n" * 16 + "quit\n")
    assert said.code == 0 and not said.err
    assert f"✓ ana: {offer.word}" in said.out
    assert "its seed was" in said.out or "ana > spin\n✗" in said.out


def test_undo_gives_back_the_table_as_it_was() -> None:
    session = Session(FRENCH, {"minimum": 5, "maximum": 250})
    session.apply(Bet("ana", "rojo", (), 10))
    before = session.round.settlement().as_json(), session.round.legal(), str(session.round)
    session.apply(Bet("ana", "negro", (), 10))
    assert session.undo() == Bet("ana", "negro", (), 10)
    assert (session.round.settlement().as_json(), session.round.legal(), str(session.round)) == before
    session.apply(Call("no-va-mas"))
    with pytest.raises(Refused):
        session.undo()


def test_a_promise_covers_a_round_until_bets_are_open_again() -> None:
    session = Session(FRENCH, draws=True)
    assert session.promise() and session.promise() is None
    assert session.reveal() is None
    session.apply(Bet("ana", "pleno", (17,), 5))
    session.draw()
    if session.deciding():
        assert session.reveal() is None
    assert session.reveal()
    assert session.promise()


def test_a_dealt_table_draws_nothing_and_promises_nothing() -> None:
    session = Session(FRENCH)
    assert session.promise() is None
    with pytest.raises(Refused):
        session.draw()


def test_names_prefer_the_documents_word_to_the_trades() -> None:
    names = Names.of(game_data("cl-2023/big-six"))
    assert names.bet("valor 40-a 5", "ana") == Bet("ana", "valor-40-a", (), 5)
    assert names.place(["valor", "10"]) == ("valor-10",)
    fortune = Names.of(game_data("pv-1996/ruleta-de-la-fortuna"))
    assert fortune.bet("24 10", "ana") == Bet("ana", "24", (), 10)


def test_a_decision_names_its_bet_and_its_new_stake() -> None:
    session = Session(FRENCH)
    session.apply(Bet("ana", "caballo", (1, 2), 10))
    names = Names.of(session.facts)
    offers = session.offers("do", "ana")
    assert read_decision("subir caballo 1-2 a 20", offers, names, "ana") == Decision(
        "ana", "raise", ("caballo", 1, 2), 20
    )
    assert read_decision("bailar", offers, names, "ana") is None


CRAPS_GAMES = sorted(name for name, game in library().games.items() if game["family"] == "craps")


def craps(*lines: str, game: str = "cl-2023/craps", lang: str = "en") -> str:
    return dealt(*lines, game=game, more=(), lang=lang)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game", CRAPS_GAMES)
def test_a_shooters_whole_turn(game: str, lang: str) -> None:
    """Point, a come bet that moves and wins, seven-out, the dice go on; settled like its record."""
    line = str(library().games[game]["bets"][next(iter(library().games[game]["bets"]))]["names"][0])
    out = craps(f"{line} 10; luis: {line} 20", "4 4", "come 10", "4 2", "5 1", "dice 3 4", "quit", game=game, lang=lang)
    assert out.count("✓ ana: ") == 2
    assert "⚂⚃ 7" in out and "⚃⚃ 8" in out
    staked, returned = ("apostado 20", "devuelto 20") if lang == "es" else ("staked 20", "returned 20")
    assert f"ana: {staked}, {returned}" in out
    assert ("tira luis" if lang == "es" else "luis throws") in out.rpartition("⚂⚃ 7")[2]


def test_a_bet_that_moves_is_told_and_stands_on_its_number() -> None:
    out = craps("pass 10", "4 4", "come 10; luis: dont come 5", "4 2", "quit")
    assert "come of ana goes to 6." in out and "dont-come of luis goes to 6." in out
    assert "ana: come 6 10" in out.rpartition("goes to 6")[2]


def test_repeat_lays_what_was_decided_and_not_what_still_stands() -> None:
    lines = ("pass 10; field 5", "4 4", "repeat", "3 4", "repeat", "quit")
    first, second = craps(*lines).split("> repeat")[1:]
    assert "✓ ana: field 5" in first and "✓ ana: pass-line" not in first
    assert "✓ ana: pass-line 10" in second and "✓ ana: field 5" in second


def test_repeat_goes_on_after_a_bet_that_the_table_does_not_take_now() -> None:
    out = craps("pass 10", "4 4", "come 10; luis: field 5", "3 4", "repeat", "quit").rpartition("repeat")[2]
    assert "✗ come is bet only once there is a point." in out
    assert "✓ ana: pass-line 10" in out and "✓ luis: field 5" in out


def test_options_lists_what_a_player_may_do_and_does_it() -> None:
    out = craps("pass 10; right bet 6 30", "options", "5", "12", "options", "", "options", "99", "quit")
    assert "5  lower        right-bet 6     1  29" in out and "choose dice" in out
    assert "ana: right-bet 6 (place to win) 12" in out
    assert "✗ The list has no 99." in out
    assert "eva has nothing to decide now." in craps("pass 5", "4 4", "player eva", "options", "quit")


def test_a_decision_that_is_not_given_says_why() -> None:
    out = craps("pass 10", "turn-on hard 6", "luis: refuse", "4 4", "take-down pass", "choose-dice 1 2", "quit")
    assert "✗ ana has no such bet to turn" in out
    assert "✗ luis does not hold the dice." in out
    assert "✗ pass-line plays on as it lies" in out
    assert "✗ The dice are not changed during the throws for a point." in out


def test_dice_are_chosen_lost_and_chosen_again() -> None:
    out = craps("pass 10", "choose-dice 2 5", "4 4", "irregular dado-al-suelo", "choose-dice 1 3", "3 4", "quit")
    assert "ana takes the dice 2, 5." in out and "ana takes the dice 1, 3." in out
    assert "croupier >" in out.partition("dado-al-suelo")[2]


def test_what_cannot_be_thrown_says_why() -> None:
    out = craps("3 4", "no va más", "pass 10", "7 1", "7", "dice 0 3", "ya no va más", "pass 10", "4-4", "quit")
    assert out.count("✗ Nobody may throw") == 2
    assert out.count("is not such a throw") == 3
    assert "✗ Bets are closed" in out and "⚃⚃ 8" in out
    drawn = tapete("play", "cl-2023/craps", typed="roll\npass 10\nthrow\nquit\n")
    assert "✗ Nobody may throw" in drawn.out and "its seed was" in drawn.out


def test_dice_that_nobody_may_throw_are_dice_whatever_they_show() -> None:
    out = craps("3 3", "dados 4 3", "quit", lang="es")
    assert out.count("✗ Nadie puede tirar") == 2


def test_a_null_throw_is_told_as_it_is_called() -> None:
    out = craps("pass 10", "4 4", "Tirada nula", "dado al suelo", "choose-dice 1 3", "3 4", "quit")
    assert out.count("Null throw") == 2 and "ana takes the dice 1, 3." in out
    assert "✗ Type what it is about behind it: irregular apuesta-tardia" in craps("apuesta tardía", "quit")


def test_a_change_without_further_ado_is_acknowledged() -> None:
    assert "✓ ana: raise pass-line 20" in craps("pass 10", "4 4", "raise pass 20", "quit")
    assert "✓ ana: subir pass-line 20" in craps("pase 10", "4 4", "subir pase 20", "salir", lang="es")


def test_a_bet_is_explained_once_in_a_session() -> None:
    out = craps("pass 10; field 5", "4 4", "field 5", "4 4", "field 5", "3 4", "quit")
    assert out.count("On one throw. Wins with 2, 3, 4") == 1
    assert out.count(": 8 came.") == 2


def test_an_irregular_play_says_what_must_follow_it() -> None:
    out = craps("pass 10", "irregular apuesta-de-palabra", "irregular falta-del-jugador", "quit")
    assert "✗ Type what it is about behind it: irregular apuesta-de-palabra ana: pass-line 1." in out
    assert "✗ Type what it is about behind it: irregular falta-del-jugador ana." in out
    assert "luis is warned." in craps("irregular falta-del-jugador luis", "quit")


def test_figures_are_typed_in_the_readers_words() -> None:
    game = "cl-2023/corona-y-ancla"
    out = dealt("anchor 5; figura corona 10", "raise anchor 20", "dice anchor anchor spade", "quit", game=game, more=())
    assert "✓ ana: figura ancla 5" in out and "Anchor · Anchor · Spade" in out
    assert "ana: staked 30, returned 60" in out
    spanish = dealt("corazón 5", "dados trébol corazón rombo", "salir", game=game, more=(), lang="es")
    assert "✓ ana: figura corazon 5" in spanish and "ana: apostado 5, devuelto 10" in spanish


def test_chuck_a_luck_is_dealt_and_closed() -> None:
    lines = ("low 5; any treble 2; luis: high 5", "3 3 3", "low 5", "5-5-1", "último juego", "high 5", "6 6 5")
    out = dealt(*lines, game="cl-2023/chuck-a-luck", more=())
    assert "⚂⚂⚂ 9" in out and "⚄⚄⚀ 11" in out
    assert "ana: staked 17, returned 82" in out
    assert "The last game of the table is over." in out


BLACK_JACK = "bo-2025/black-jack/clasico"


@pytest.mark.parametrize(
    ("lang", "split", "stand", "told"),
    [
        ("en", "split", "stand", ("The bank", "must decide", "gets a card", "stands")),
        ("es", "abrir", "plantarse", ("La banca", "ha de decidir", "recibe carta", "se planta")),
    ],
)
def test_black_jack_shows_every_hand_in_the_readers_words(
    lang: str, split: str, stand: str, told: tuple[str, ...]
) -> None:
    lines = ("apuesta 100", "8h 7d 8c", split, "10c", stand, "3d", stand, "10d", "salir" if lang == "es" else "quit")
    out = dealt(*lines, game=BLACK_JACK, more=(), lang=lang)
    assert "1-a ana   8♥ 10♣  18" in out
    for words in told:
        assert words in out
    assert "asked" not in out and "waits" not in out


def test_cards_that_cannot_be_dealt_yet_say_why() -> None:
    out = dealt("apuesta 1 100", "8h 7d 8c", "quit", game="bo-2025/black-jack/challenge-21", more=())
    assert "must bet against at least 2 hands of the bank" in out
    out = dealt("apuesta 100", "8h 7d 8c", "9h", "quit", game=BLACK_JACK, more=())
    assert "It is not chance's turn: ana" in out


def test_the_words_of_the_document_are_understood() -> None:
    out = dealt("apuesta 100", "10h 7d 6c", "retiro", "salir", game="pv-1996/black-jack", more=(), lang="es")
    assert "ana: apostado 100, devuelto 50, en la mesa 0, neto -50" in out


def test_a_21_that_the_banks_black_jack_takes_says_so() -> None:
    out = dealt("apuesta 100", "7h Kd 7c", "hit", "7d", "Ad", "quit", game=BLACK_JACK, more=())
    assert "21 against the" in out and "Black" in out
    assert "21 against 21" not in out


def test_a_shooters_turn_at_a_real_terminal() -> None:
    table = Keyboard("play", "pv-1996/craps", "--deal", "--lang", "es")
    table.wait_for("ana >")
    for line in ("win 10", "luis: dont win 5", "4 4", "come 5", "irregular dado-al-suelo"):
        table.type(f"{line}\r")
        table.wait_for("croupier >" if line.startswith("irregular") else "ana >")
    table.type("5 4\r")
    table.wait_for("ana >")
    table.type("opciones\r")
    table.wait_for("¿Cuál?")
    table.type("\r")
    table.wait_for("ana >")
    table.type("3 4\r")
    table.wait_for("tira luis")
    table.wait_for("ana >")
    table.type("salir\r")
    assert table.ended() == 0
    assert "Traceback" not in table.shown


@pytest.mark.parametrize(("leaving", "code"), [("quit\r", 0), ("\x04", 0), ("\x03", 130)])
def test_a_session_at_a_real_terminal_ends_cleanly(leaving: str, code: int) -> None:
    table = Keyboard("play", "pv-1996/boule", "--deal", "--lang", "en")
    table.wait_for("ana >")
    table.type("rojo 10\r")
    table.wait_for("ana >")
    assert "✓ ana: rojo 10" in table.shown and "\x1b[" in table.shown
    table.type("2\r")
    table.wait_for("net")
    table.wait_for("ana >")
    told = table.shown.count("ana: staked 10")
    table.type(leaving)
    assert table.ended() == code
    assert table.shown.count("ana: staked 10") == told + 1
    assert "Traceback" not in table.shown


@pytest.mark.parametrize("word", ["deal", "repartir"])
def test_cards_are_dealt_by_the_words_of_card_players(word: str) -> None:
    said = tapete("play", "bo-2025/black-jack/clasico", typed=f"apuesta 10\n{word}\nquit\n")
    assert "to the bank" in said.out

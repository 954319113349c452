"""Records: YAML 1.2's words, many documents, what is broken or cut, and writing back what was read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.games import replay, table
from tapete.table import yaml12
from tapete.table.actions import Bet, Call, Chance, Decision, Irregular, read_action
from tapete.table.errors import BadRecord, Refused
from tapete.table.record import Record, read_record, read_records
from tapete.table.round import Round
from tapete.table.words import speaking

SPIN = """\
game: pv-1996/ruleta-francesa
table: {minimum: 5, maximum: 250}
actions:
  - {player: ana, bet: caballo, on: [1, 2], stake: 50}
  - {player: luis, bet: rojo, stake: 100}
  - {call: no-va-mas}
  - {ball: 0}
  - {player: luis, do: prison}
  - {ball: 3}
expect: {players: {luis: {net: 0}}}
"""


def only(text: str) -> Record:
    (record,) = read_records(text)
    assert isinstance(record, Record), record
    return record


def refusal(text: str) -> Refused:
    (record,) = read_records(text)
    assert isinstance(record, Refused), record
    return record


def played(record: Record) -> Round | Refused:
    """The table after a record, its books balanced, or the refusal."""
    try:
        after = replay(record)
    except Refused as refused:
        return refused
    assert after.settlement().balances()
    return after


class TestBrokenText:
    """What the parser says is told in the reader's language, with the line that the reader sees in the file."""

    @pytest.mark.parametrize(
        ("text", "line", "spanish"),
        [
            ("game: [a", 4, "la lista abierta con [ en la línea 4"),
            ("actions:\n  - {ball: 3\n  - {ball: 4}", 6, "lo abierto con { en la línea 5"),
            ("game: a: b", 4, "dos puntos"),
            ('game: "a', 4, "las comillas abiertas en la línea 4"),
            ("game: *a", 4, "alias"),
            ("- a\nb: 3", 5, "sangr"),
            ("game: @a", 4, "comillas"),
            ('game: "\\q"', 4, "comillas"),
        ],
    )
    def test_in_spanish(self, text: str, line: int, spanish: str) -> None:
        before = "game: pv-1996/boule\nactions: []\n---\n"
        with speaking("es"):
            _whole, broken = read_records(before + text)
            assert isinstance(broken, Refused)
            said = str(broken)
        assert spanish in said and f"Línea {line}:" in said, said
        assert not re.search(r"\b(found|expected|not allowed|while)\b", said), said

    def test_a_text_beyond_all_use_is_not_even_parsed(self) -> None:
        with pytest.raises(BadRecord, match="too long: 16000011 signs"):
            yaml12.document("a: " + "x" * 16_000_008)

    def test_each_of_many_records_is_read_at_its_own_cost(self) -> None:
        """A record far down the file costs no more than the first: what stands before it is not read again."""
        text = "---\n".join(["\n" * 1000 + "game: [x\n"] * 2000)
        *_others, last = read_records(text)
        assert isinstance(last, yaml12.BadText) and last.line == 2000 * 1002 - 1


class TestYaml:
    @pytest.mark.parametrize(
        ("written", "read"),
        [
            ("on", "on"),
            ("off", "off"),
            ("yes", "yes"),
            ("no", "no"),
            ("Yes", "Yes"),
            ("y", "y"),
            ("00", "00"),
            ("007", "007"),
            ("0", 0),
            ("-5", -5),
            ("+5", 5),
            ("0x1F", "0x1F"),
            ("0o17", "0o17"),
            ("1_000", "1_000"),
            ("12:30", "12:30"),
            ("1:30:00", "1:30:00"),
            ("2023-03-14", "2023-03-14"),
            ("40-a", "40-a"),
            ("10s", "10s"),
            ("1e3", 1000.0),
            ("2.5", 2.5),
            (".5", 0.5),
            (".inf", ".inf"),
            ("true", True),
            ("False", False),
            ("~", None),
            ("null", None),
            ('"null"', "null"),
            ("'17'", "17"),
            ('"00"', "00"),
            ("", None),
        ],
    )
    def test_words_and_numbers(self, written: str, read: object) -> None:
        data = yaml12.document(f"a: {written}").data["a"]
        assert data == read and type(data) is type(read)

    def test_on_is_a_key_quoted_or_not(self) -> None:
        for key in ("on", "'on'", '"on"'):
            assert read_action(yaml12.document(f"{{player: a, bet: b, {key}: [1], stake: 5}}").data) == Bet(
                "a", "b", (1,), 5
            )

    def test_keys_are_words(self) -> None:
        assert yaml12.document("1: a\ntrue: b\nnull: c").data == {"1": "a", "true": "b", "null": "c"}

    def test_every_value_has_its_line(self) -> None:
        document = yaml12.document("a:\n  b: 1\n  c:\n    - x\n    - {d: 2}\n")
        assert document.line(("a", "c", 1, "d")) == 5
        assert document.line(("a", "b")) == 2
        assert document.line(("a", "c", 0, "nothing", "there")) == 4

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("a: [1, 2", "Line"),
            ("a: 1\na: 2", "Line 2: the key a stands twice"),
            ("a: b: c", "Line 1"),
            ("a: \x00", "NUL"),
            ("a: \x07", "not YAML"),
            ("a: *nobody", "Line 1"),
            ("{a: 1, a: 2}", "stands twice"),
            ("? {a: b}\n: c", "a key must be a word"),
            ("a: " + "1" * 31, "too long"),
            ("[" * 100 + "]" * 100, "beyond all use"),
            ("a: &a {b: *a}", "beyond all use"),
        ],
    )
    def test_what_is_not_yaml_gets_its_sentence(self, text: str, problem: str) -> None:
        with pytest.raises(BadRecord) as caught:
            yaml12.document(text)
        assert problem in str(caught.value)

    def test_the_repeated_is_not_unfolded_without_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        read: list[Any] = []
        monkeypatch.setattr(yaml12._Reader, "read", lambda _self, node, _path: read.append(node))
        laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        laughs += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
        with pytest.raises(BadRecord, match="beyond all use"):
            yaml12.document(laughs)
        assert not read  # it is counted, and nothing of it is built

    def test_what_is_large_or_repeated_honestly_is_read(self) -> None:
        rows = "rows: &rows [" + ", ".join(["x"] * 1_000) + "]\n"
        data = yaml12.document(rows + "more: [" + ", ".join(["*rows"] * 40) + "]\n").data
        assert len(data["more"]) == 40 and all(row == data["rows"] for row in data["more"])
        assert len(yaml12.document("- x\n" * 50_000).data) == 50_000


class TestReading:
    def test_many_documents_one_after_another(self) -> None:
        records = list(read_records(SPIN + "---\n" + SPIN + "---   \r\n" + SPIN + "--- # the next table\n" + SPIN))
        assert [type(record) for record in records] == [Record] * 4

    def test_a_document_may_begin_behind_its_separator(self) -> None:
        kinds = [
            type(record) for record in read_records("--- {game: a/b, actions: []}\n--- 7\n--- {game: c/d, actions: []}")
        ]
        assert kinds[0] is kinds[2] is Record and issubclass(kinds[1], Refused)
        broken = list(read_records(SPIN + "--- {game: a/b,\n"))[1]
        assert f"Line {SPIN.count(chr(10)) + 1}:" in str(broken)

    def test_what_yaml_says_of_itself_is_no_record(self) -> None:
        assert only("%YAML 1.2\n# of the day\n---\n" + SPIN + "...\n") == only(SPIN)

    def test_empty_documents_are_no_records(self) -> None:
        assert list(read_records("")) == []
        assert list(read_records("# a comment\n---\n\n---\n")) == []

    def test_a_broken_document_spoils_no_other(self) -> None:
        kinds = [type(record) for record in read_records(SPIN + "---\ngame: [\n---\n" + SPIN)]
        assert kinds[0] is kinds[2] is Record
        assert issubclass(kinds[1], Refused)

    def test_the_line_of_a_mistake_is_that_of_the_file(self) -> None:
        broken = list(read_records(SPIN + "---\ngame: a/b\nactions:\n  - {ball: 1\n"))[1]
        start = SPIN.count("\n") + 1
        assert f"Line {start + 3}:" in str(broken)

    def test_windows_lines_and_a_byte_order_mark_are_no_matter(self) -> None:
        assert only(SPIN.replace("\n", "\r\n")) == only(SPIN)

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("just words", "a sentence"),
            ("7", "a number"),
            ("[1, 2]", "a list"),
            ("{}", "lacks the field game"),
            ('game: ""\nactions: []', "lacks the field game"),
            ("game: a/b", "lacks the field actions: it is not complete"),
            ("game: [a]\nactions: []", "The field game must be a word, not ['a']"),
            ("game: 7\nactions: []", "The field game must be a word, not 7"),
            ("game: a/b\nactions: 7", "actions must be a list"),
            ("game: a/b\nactions: {a: b}", "actions must be a list"),
            ("game: a/b\nactions: []\ntable: [1]", "table must be"),
            ("game: a/b\nactions: []\nexpect: yes", "expect must be"),
            ("game: a/b\nactions: []\nfairness: 3", "fairness must be"),
            ("game: a/b\nactions: []\nplayers: {}", "unknown field players"),
            ("game: a/b\nActions: []", "unknown field Actions"),
            ("--- 7\n", "a number"),
            ("{game: a/b, actions: []}\n{game: a/b, actions: []}\n", "Line 2: this is not YAML"),
        ],
    )
    def test_what_is_no_record(self, text: str, problem: str) -> None:
        assert problem in str(refusal(text))

    @pytest.mark.parametrize(
        ("action", "problem"),
        [
            ("{}", "An action is a line such as {ball: 17}"),
            ("ball", "An action is a line"),
            ("[ball, 7]", "An action is a line"),
            ("{player: ana}", "exactly one verb"),
            ("{ball: 1, number: 2}", "exactly one verb"),
            ("{player: ana, bet: rojo, do: half, stake: 1}", "exactly one verb"),
            ("{ball: }", "The field ball is empty"),
            ("{ball: true}", "not a number or a word"),
            ("{ball: [1, 2]}", "takes one value"),
            ("{number: []}", "takes one value"),
            ("{ball: 1.5}", "not a number or a word"),
            ("{ball: {a: 1}}", "not a number or a word"),
            ("{dice: [[1]]}", "not a number or a word"),
            ("{ball: 1, colour: red}", "unknown field colour; an outcome takes: ball"),
            ("{bet: rojo, stake: 5}", "lacks the field player"),
            ("{player: ana, bet: rojo}", "lacks the field stake"),
            ("{player: ana, bet: rojo, stake: 5.5}", "must be a whole number"),
            ("{player: ana, bet: rojo, stake: '5'}", "must be a whole number"),
            ("{player: ana, bet: rojo, stake: true}", "must be a whole number"),
            ("{player: ana, bet: rojo, stake: }", "must be a whole number"),
            (
                "{player: ana, bet: rojo, stake: 5, amount: 5}",
                "amount; a bet takes: bet, player, on, stake",
            ),
            ("{player: '', bet: rojo, stake: 5}", "must be a word"),
            ("{player: [ana], bet: rojo, stake: 5}", "must be a word"),
            ("{player: ana, bet: ' ', stake: 5}", "must be a word"),
            ("{player: ana, bet: pleno, on: [1.5], stake: 5}", "not a number or a word"),
            ("{player: ana, bet: pleno, on: {a: 1}, stake: 5}", "not a number or a word"),
            ("{do: half}", "lacks the field player"),
            ("{player: ana, do: raise, to: much}", "must be a whole number"),
            ("{call: [a]}", "must be a word"),
            ("{irregular: }", "must be a word"),
            ("{irregular: x, stake: y}", "must be a whole number"),
        ],
    )
    def test_an_action_that_cannot_be_read_is_named_by_its_number(self, action: str, problem: str) -> None:
        told = refusal(f"game: pv-1996/boule\nactions:\n  - {{ball: 1}}\n  - {action}\n")
        assert problem in str(told)
        assert told.action == 2

    @pytest.mark.parametrize("length", range(len(SPIN)))
    def test_a_record_cut_anywhere_gets_its_sentence(self, length: int) -> None:
        for record in read_records(SPIN[:length]):
            told = record if isinstance(record, Refused) else played(record)
            assert str(told)


HOSTILE = [
    "null",
    "true",
    "~",
    "on",
    "off",
    "00",
    "0",
    "1e5",
    "1_000",
    "0x10",
    ".5",
    "-",
    "--",
    "---",
    "- a",
    "a: b",
    "a #b",
    "#",
    "{a}",
    "[a]",
    "a, b",
    "'",
    '"',
    "\\",
    "\\n",
    "a\nb",
    "a\n---\nb",
    "\t",
    "a\x1b[31m",
    "\u2028",
    "\x85",
    "\ufeff",
    "\u202e",
    "&a",
    "*a",
    "!t",
    "%",
    "@",
    "`",
    "|",
    ">",
    "?",
    "ñandú",
    "𝟘",
    "²",
    "🎲",
    " a ",
    "<<",
    "=",
    "12-3",
    "1-",
    "ana/luis",
]


@pytest.mark.parametrize(
    ("game", "action", "known"),
    [
        (
            "cl-2023/chuck-a-luck",
            "{irregular: dado-mal-posado, x: 1}",
            "irregular play takes: irregular, player, dice.",
        ),
        ("cl-2023/chuck-a-luck", "{irregular: falta-del-jugador, player: ana, x: 1}", "takes: irregular, player."),
        ("pv-1996/ruleta-francesa", "{irregular: bola-fuera, x: 1}", "this irregular play takes: irregular, ball."),
        (
            "pv-1996/ruleta-francesa",
            "{irregular: apuesta-tardia, player: ana, bet: rojo, stake: 5, x: 1}",
            "this irregular play takes: irregular, player, bet, on, stake.",
        ),
        ("cl-2023/war", "{call: cut, x: 1}", "this call takes: call"),
        ("cl-2023/ruleta-americana/un-cero", "{player: ana, do: chips, x: 1}", "takes: do, player, colour"),
    ],
)
def test_what_an_action_takes_is_told_whole(game: str, action: str, known: str) -> None:
    with pytest.raises(Refused) as caught:
        table(game).play([read_action(yaml12.document(action).data)])
    assert "unknown field x; this " in str(caught.value) and known in str(caught.value)
    with speaking("es"):
        assert "tiene el campo desconocido x; est" in str(caught.value)


class TestWriting:
    @pytest.mark.parametrize("word", HOSTILE)
    def test_a_hostile_word_comes_back_as_it_was(self, word: str) -> None:
        record = Record(
            word,
            {word: [word, {word: None}]},
            (
                Bet(word if word.strip() else "ana", "pleno", (word, 0, "00"), 5),
                Decision("ana", "chips", details=(("colour", word),)),
                Call("x", (("what", word),)),
                Irregular("y", player="ana", details=((f"a {word}", word),)),
                Chance("cards", (word, "As")),
                Chance("number", word),
            ),
            expect={"players": {word: {"net": -2.5}}},
        )
        assert only(record.as_text()) == record

    @given(
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers(-(10**20), 10**20)
            | st.floats(allow_nan=False, allow_infinity=False)
            | st.text(st.characters(exclude_categories=("Cs",))),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",)), min_size=1), inner, max_size=3)
            ),
            max_leaves=8,
        )
    )
    def test_whatever_a_record_holds_comes_back(self, value: Any) -> None:
        record = Record("a/b", {"x": value}, expect={"players": {"y": value}})
        assert only(record.as_text()) == record

    def test_a_record_reads_as_people_write_it(self) -> None:
        assert only(SPIN).as_text() == SPIN

    def test_as_data(self) -> None:
        record = only(SPIN)
        assert read_record(record.as_data()) == record


class TestHostile:
    """Whatever is put into a record of a real game, the answer is a settlement or a sentence."""

    SCALARS = st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats() | st.text(max_size=5)
    THINGS = st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    )
    WORDS = st.sampled_from(["ana", "rojo", "pleno", "half", "prison", "raise", "no-va-mas", "tirada-nula", "vecinos"])
    FIELDS = st.sampled_from(
        ["player", "bet", "do", "call", "ball", "on", "to", "stake", "irregular", "number", "dice"]
    )
    ACTIONS = st.lists(st.dictionaries(FIELDS, WORDS | THINGS, max_size=5), max_size=4)
    SETTINGS = st.dictionaries(
        st.sampled_from(["minimum", "maximum", "limits", "readings", "rounding", "simple-minimum", "simple-multiples"])
        | st.text(max_size=5),
        THINGS,
        max_size=3,
    )

    @settings(max_examples=300, deadline=None)
    @given(SETTINGS, ACTIONS)
    def test_any_table_and_any_actions(self, table: dict[str, Any], actions: list[Any]) -> None:
        data = {"game": "pv-1996/ruleta-francesa", "table": table, "actions": actions}
        try:
            told: Round | Refused = played(read_record(data))
        except BadRecord as bad:
            told = bad
        assert str(told)

    @pytest.mark.parametrize(
        "game", ["", "/", "a/b", "..", "../../etc/passwd", "pv-1996/../cl-2023/big-six", "x" * 9999]
    )
    def test_any_name_of_a_game(self, game: str) -> None:
        with pytest.raises(Refused):
            replay(Record(game))

    @pytest.mark.parametrize(
        "action",
        [
            {"player": "ana", "bet": "x" * 10_000, "stake": 5},
            {"player": "y" * 10_000, "do": "prison"},
            {"player": "ana", "bet": "pleno", "on": ["z" * 10_000], "stake": 5},
            {"player": "ana", "bet": "rojo", "stake": "9" * 10_000},
            {"w" * 10_000: 5},
            {"irregular": "v" * 10_000},
            {"ball": "u" * 10_000},
            {"call": "t" * 10_000},
            {f"k{number}": 5 for number in range(10_000)},
        ],
    )
    def test_what_is_very_long_is_not_echoed_whole(self, action: dict[str, Any]) -> None:
        with pytest.raises(Refused) as caught:
            table("pv-1996/ruleta-francesa").play([read_action(action)])
        for tongue in ("es", "en"):
            with speaking(tongue):
                assert "…" in str(caught.value) and len(str(caught.value)) < 1_000

    def test_the_largest_numbers_stay_exact(self) -> None:
        stake = 10**29
        record = Record("cl-2023/ruleta-francesa", actions=(Bet("ana", "pleno", (7,), stake), Chance("ball", 7)))
        assert replay(record).settlement().as_json()["players"]["ana"]["returned"] == 36 * stake

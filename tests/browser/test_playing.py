"""Playing and dealing in a real browser: every kind of game, by mouse and by keyboard, alone and together."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tapete.games import FAMILIES, library
from tests.browser.at_table import open_table, play_round, press_spot, ready, seq, something_happens, spot
from tests.browser.conftest import free_port, serve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

KINDS = [next(full for full, game in library().games.items() if game["family"] == family) for family in FAMILIES]
ROUNDS = 10
ROULETTE = "pv-1996/ruleta-francesa"


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
def test_ten_rounds_of_each_kind_of_game(visitor: Callable[..., Page], game: str, keyboard: bool) -> None:
    page = visitor("en" if keyboard else "es")
    open_table(page, game)
    for _ in range(ROUNDS):
        play_round(page, keyboard)
    assert page.locator(".people .num").count()
    assert page.locator(".drawn [data-key]").count(), "what chance brought is shown"


def test_a_bet_is_placed_moved_taken_back_undone_and_repeated(visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_table(page, ROULETTE)
    with something_happens(page):
        press_spot(page, spot("pleno", "17"))
    with something_happens(page):
        press_spot(page, spot("pleno", "17"))
    page.locator(".standing b >> text=/^10$/").wait_for()
    page.keyboard.press("m")
    page.locator(".button[aria-pressed=true][data-name=move]").wait_for()
    press_spot(page, spot("pleno", "17"))
    page.locator(".bench [role=status]").wait_for()
    with something_happens(page):
        press_spot(page, spot("pleno", "20"))
    page.locator(".standing >> text=20").wait_for()
    page.keyboard.press("p")
    with something_happens(page):
        press_spot(page, spot("pleno", "20"), "right")
    page.locator(".standing b >> text=/^5$/").wait_for()
    with something_happens(page):
        page.keyboard.press("u")
    page.locator(".standing b >> text=/^10$/").wait_for()
    with something_happens(page):
        page.keyboard.press("d")
    with something_happens(page):
        page.keyboard.press("r")
    page.locator(".standing >> text=20").wait_for()


MOVING = """(how) => document.getAnimations()
  .filter((run) => run.effect.target.dataset.moves === how && run.playState === "running").length"""


@pytest.mark.parametrize(
    ("game", "how"),
    [(ROULETTE, "run"), (ROULETTE, "spin"), ("cl-2023/big-six", "spin"), ("cl-2023/craps", "roll")],
)
def test_what_turns_is_seen_before_what_it_decides_and_a_press_ends_it(
    visitor: Callable[..., Page], game: str, how: str
) -> None:
    page = visitor(motion="no-preference")
    open_table(page, game)
    with something_happens(page):
        press_spot(page, ".felt.live .spot")
    before = seq(page)
    page.keyboard.press("d")
    page.wait_for_function(f"({MOVING})('{how}') > 0")
    assert seq(page) == before, "the page does not tell the result while it is on its way"
    assert page.locator(".lines").count() == 0
    page.keyboard.press("Shift")
    page.wait_for_function("before => Number(document.querySelector('.state').dataset.seq) > before", arg=before)
    assert page.evaluate(MOVING, how) == 0
    page.reload()
    page.wait_for_selector("#felt svg")
    assert page.evaluate(MOVING, how) == 0, "what had come before is not shown again"


def test_cards_come_from_the_shoe_and_chips_drop(visitor: Callable[..., Page]) -> None:
    page = visitor(motion="no-preference")
    open_table(page, "cl-2023/war")
    page.evaluate(
        """() => { window.moved = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
          window.moved.push(this.dataset.moves);
          return animate.apply(this, how);
        } }"""
    )
    with something_happens(page):
        press_spot(page, ".felt.live .spot")
    page.keyboard.press("d")
    page.wait_for_function("() => window.moved.filter((how) => how === 'deal').length === 2")
    assert "drop" in page.evaluate("window.moved")


def test_a_chip_is_dragged_to_another_spot(visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_table(page, "pv-1996/boule")
    with something_happens(page):
        press_spot(page, spot("rojo"))
    box = page.locator(spot("negro")).first.bounding_box()
    page.locator(spot("rojo")).first.hover()
    page.mouse.down()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    with something_happens(page):
        page.mouse.up()
    page.locator(".standing >> text=Negro").wait_for()


def test_what_is_refused_is_explained_with_its_section(visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_table(page, ROULETTE)
    page.keyboard.press("7")
    page.locator("input[name=chip]:checked").wait_for()
    press_spot(page, spot("pleno", "17"))
    press_spot(page, spot("pleno", "17"))
    alert = page.locator(".alert")
    alert.wait_for()
    assert "250" in alert.inner_text()
    assert alert.locator("a.cite").get_attribute("href").startswith(f"/games/{ROULETTE}#cite=")


def test_a_round_dealt_by_hand_and_its_settlement_followed_to_the_section(visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_table(page, ROULETTE, deal="croupier")
    with something_happens(page):
        press_spot(page, spot("rojo"))
    with something_happens(page):
        page.click("[data-say=call][data-name=no-va-mas]")
    with something_happens(page):
        page.click("[data-say=key][data-value='0']")
    with something_happens(page):
        page.locator(".choices .button.main", has_text=re.compile("prisi", re.I)).click()
    with something_happens(page):
        page.click("[data-say=key][data-value='3']")
    line = page.locator(".lines details").first
    line.locator("summary").click()
    section = line.locator("a.cite").last
    cite = section.inner_text()
    section.click()
    page.wait_for_url(f"**/games/{ROULETTE}#cite=*")
    page.locator(".cited").first.wait_for()
    assert cite in page.locator(".cited").first.inner_text()


def test_dice_and_cards_can_be_keyed_in(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, "cl-2023/craps", deal="croupier")
    with something_happens(page):
        press_spot(page, spot("pass-line"))
    page.check("[name=n0][value='4']")
    page.locator("[name=n1]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    with something_happens(page):
        page.click("form[data-say=key] button")
    assert "wins" in page.inner_text(".lines summary")


def test_an_irregular_play_is_found_and_applied(visitor: Callable[..., Page]) -> None:
    page = visitor()
    open_table(page, ROULETTE)
    with something_happens(page):
        press_spot(page, spot("rojo"))
    with something_happens(page):
        page.keyboard.press("n")
    page.keyboard.press("i")
    page.wait_for_selector(".drawer [data-dismiss]:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector(".drawer", state="detached")
    page.keyboard.press("i")
    ruling = page.locator(".drawer .ruling[data-key=bola-fuera]")
    ruling.locator("[data-say=ruling]").click()
    page.wait_for_selector(".drawer form[data-say=apply] :focus")
    with something_happens(page):
        ruling.locator("form .button.main").click()
    page.wait_for_selector(".drawer", state="detached")
    assert page.locator(".log li").count()


def test_the_record_is_downloaded_and_verified_by_the_command(visitor: Callable[..., Page], tmp_path: Path) -> None:
    page = visitor()
    open_table(page, ROULETTE)
    for _ in range(3):
        play_round(page, keyboard=True)
    with page.expect_download() as coming:
        page.click("[data-say=record]")
    file = tmp_path / "record.yaml"
    coming.value.save_as(file)
    assert "sha256-chacha20" in file.read_text(encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "tapete", "verify", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_browsers_at_one_table_and_one_that_looks_on(visitor: Callable[..., Page]) -> None:
    ana, luis, wall = visitor("es"), visitor("en", width=390, height=844), visitor("es", width=2560, height=1300)
    address = open_table(ana, ROULETTE, role="both")
    luis.goto(address)
    ready(luis)
    luis.fill("form[data-say=join] [name=name]", "Luis")
    luis.select_option("form[data-say=join] [name=role]", "player")
    luis.click("form[data-say=join] button")
    luis.wait_for_selector("form[data-say=lay]")
    wall.goto(f"{address}/watch")
    wall.wait_for_selector("#felt svg")
    with something_happens(ana), something_happens(luis), something_happens(wall):
        press_spot(luis, spot("negro"))
    assert "Luis" in ana.inner_text(".standing")
    assert "Luis" in wall.inner_text(".people")
    with something_happens(luis):
        press_spot(ana, spot("rojo"))
    assert luis.locator("[data-say=draw]").count() == 0, "only who deals may draw"
    with something_happens(luis), something_happens(wall):
        ana.keyboard.press("d")
    assert wall.locator(".state .ball").inner_text() == ana.locator(".state .ball").inner_text()
    luis.reload()
    luis.wait_for_selector("[data-say=leave]")


def test_a_table_is_kept_and_its_record_replayed_by_a_slider(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    address = open_table(page, "cl-2023/corona-y-ancla")
    play_round(page, keyboard=False)
    page.goto("/tables")
    page.locator(f"a[href='{address.removeprefix(page.url.rpartition('/tables')[0])}']").first.wait_for()
    page.goto(f"/records?table={address.rpartition('/')[2]}")
    page.locator(".alert.fair").wait_for()
    steps = page.locator("section b.num").first
    last = steps.inner_text()
    page.click("[data-say=walk][data-by='-1']")
    page.wait_for_function("last => document.querySelector('section b.num').innerText !== last", arg=last)
    page.locator("input[type=range]").fill("0")
    page.wait_for_function("() => document.querySelector('section b.num').innerText.startsWith('0')")


def test_a_draw_that_comes_too_early_says_what_is_missing(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, "cl-2023/black-jack/challenge-21")
    with something_happens(page):
        press_spot(page, spot("apuesta", "1"))
    page.keyboard.press("d")
    alert = page.locator(".alert")
    alert.wait_for()
    assert "at least 2 hands" in alert.inner_text()
    assert alert.locator("a.cite").count()
    with something_happens(page):
        press_spot(page, spot("apuesta", "2"))
    with something_happens(page):
        page.keyboard.press("d")
    dealt = page.locator(".choices .button.main").count()
    assert dealt or not page.locator(".standing").count()  # a natural that was dealt has been paid, nobody decides


def test_a_decision_with_an_amount_has_its_key(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, "cl-2023/black-jack/canal-21", deal="croupier")
    with something_happens(page):
        press_spot(page, spot("apuesta", "1"))
    for card in ("5s", "9h", "6d"):
        with something_happens(page):
            page.click(f"[data-say=key][data-value='{card}']")
    double = page.locator(".choices form[data-word=double] .button")
    with something_happens(page):
        page.keyboard.press(str(double.get_attribute("data-key-press")))
    assert page.inner_text(".standing b >> nth=0") == "10"


def test_focus_stays_in_its_part_of_the_page_when_its_button_goes(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, "cl-2023/black-jack/clasico")
    with something_happens(page):
        press_spot(page, spot("apuesta", "1"))
    page.focus("[data-say=draw]")
    with something_happens(page):
        page.keyboard.press("Enter")
    if page.locator(".choices").count():  # neither side has a black jack
        assert page.evaluate(
            "document.activeElement.matches('.view') && !!document.activeElement.querySelector('.choices')"
        )


def test_a_croupier_who_comes_back_says_first_for_whom(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    address = open_table(page, ROULETTE, role="croupier", name="Carla")
    page.goto(address)
    ready(page)
    chooser = page.locator("select[data-say=player]")
    assert chooser.input_value() == ""
    press_spot(page, spot("rojo"))
    page.locator(".alert").wait_for()
    page.fill(".acting input", "Ana")
    page.click(".acting form .button")
    page.locator(".alert").wait_for(state="detached")
    assert chooser.input_value() == "Ana"
    with something_happens(page):
        press_spot(page, spot("rojo"))


def test_a_closed_table_offers_nothing_to_do(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, ROULETTE)
    page.click("[data-say=close]")
    page.wait_for_selector(".chips", state="detached")
    assert page.locator("[data-say=draw], [data-say=undo], [data-say=irregular]").count() == 0
    assert page.locator("[data-say=record]").count() == 1


def test_decisions_are_seen_without_scrolling_on_a_small_laptop(visitor: Callable[..., Page]) -> None:
    page = visitor("es", width=1366, height=768)
    open_table(page, ROULETTE, deal="croupier")
    with something_happens(page):
        press_spot(page, spot("rojo"))
    with something_happens(page):
        page.click("[data-say=call][data-name=no-va-mas]")
    with something_happens(page):
        page.click("[data-say=key][data-value='0']")
    page.evaluate("scrollTo(0, 0)")
    for part in ("#felt svg", ".choices"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768, part


def test_a_server_that_is_killed_loses_nothing_and_the_table_goes_on(chromium: Browser, tmp_path: Path) -> None:
    server = serve(tmp_path, port := free_port())
    context = chromium.new_context(base_url=f"http://127.0.0.1:{port}", locale="es", reduced_motion="reduce")
    page = context.new_page()
    try:
        open_table(page, ROULETTE)
        with something_happens(page):
            press_spot(page, spot("rojo"))
        acknowledged = seq(page)
        server.kill()
        server.wait(10)
        page.locator("#popup[role=alert] >> text=Se ha perdido la conexión").wait_for(timeout=15_000)
        server = serve(tmp_path, port)
        page.wait_for_selector("#popup[aria-hidden=true]", state="attached", timeout=20_000)
        ready(page)
        assert seq(page) == acknowledged
        assert "Rojo" in page.inner_text(".standing")
        with something_happens(page):
            page.keyboard.press("d")
    finally:
        context.close()
        server.terminate()
        server.wait(10)


def test_what_no_page_says_is_refused_and_the_table_goes_on(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, ROULETTE)
    said = """(words) => document.querySelector("#felt").closest(".view")
      .dispatchEvent(new CustomEvent("said", { detail: words }))"""
    for words in (
        {},
        {"say": "spot"},
        {"say": "decide", "offer": "99", "word": "prison"},
        {"say": "chip", "value": "a"},
        {"say": "lay", "fields": {"spot": "|"}},
    ):
        page.evaluate(said, words)
        page.locator(".alert").wait_for()
        with something_happens(page):
            press_spot(page, spot("rojo"))


def test_advice_tells_what_each_decision_is_worth(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    open_table(page, ROULETTE, deal="croupier")
    page.keyboard.press("c")
    page.locator("[data-say=teach][aria-pressed=true]").wait_for()
    with something_happens(page):
        press_spot(page, spot("rojo"))
    assert page.locator(".advice").count() == 0, "nothing waits for a decision"
    with something_happens(page):
        page.click("[data-say=call][data-name=no-va-mas]")
    with something_happens(page):
        page.click("[data-say=key][data-value='0']")
    page.locator(".advice li.best").wait_for()
    assert page.locator(".advice li").count() == page.locator(".choices .button.main").count()
    page.keyboard.press("c")
    page.locator(".advice").wait_for(state="detached")


def test_what_was_filled_in_stays_when_the_page_is_drawn_again(visitor: Callable[..., Page]) -> None:
    page = visitor("es")
    page.goto("/open?game=pv-1996/ruleta-francesa")
    page.fill("[name=name]", "Luis")
    page.check("[name=role][value=croupier]")
    page.fill("[name=minimum]", "5")
    page.fill("[name=maximum]", "7")
    page.click("form[data-say=open] .button.main")
    page.locator(".alert").wait_for()
    assert page.input_value("[name=name]") == "Luis"
    assert page.is_checked("[name=role][value=croupier]")
    page.check("[name=role][value=both]")
    page.fill("[name=maximum]", "250")
    page.click("form[data-say=open] .button.main")
    page.wait_for_url("**/tables/*")
    ready(page)
    page.select_option("form[data-say=lay] select", "rojo|")
    with something_happens(page):
        page.click("form[data-say=lay] button")
    assert page.input_value("form[data-say=lay] select") == "rojo|"
    assert "Luis" in page.inner_text(".people")


def test_a_broad_felt_takes_the_whole_width_and_a_phone_begins_in_its_middle(visitor: Callable[..., Page]) -> None:
    page = visitor("es", width=1440)
    address = open_table(page, "cl-2023/craps")
    felt = page.locator("#felt").bounding_box()
    side = page.locator(".side").bounding_box()
    assert felt is not None
    assert side is not None
    assert felt["width"] > 1200
    assert side["y"] > felt["y"] + felt["height"]
    phone = visitor("es", width=390, height=844)
    phone.goto(address)
    phone.wait_for_selector("#felt svg")
    phone.wait_for_function("() => document.querySelector('.pan').scrollLeft > 100")
    phone.goto("/simulate")
    phone.wait_for_function("() => document.querySelector('.top nav').scrollLeft > 100")


def test_who_looks_on_is_not_left_behind_by_a_fast_table(visitor: Callable[..., Page]) -> None:
    ana, wall = visitor("es"), visitor("es", motion="no-preference")
    address = open_table(ana, ROULETTE)
    wall.goto(f"{address}/watch")
    wall.wait_for_selector("#felt svg")
    for _ in range(6):
        play_round(ana, keyboard=True)
    wall.wait_for_function(
        "seq => Number(document.querySelector('.state').dataset.seq) === seq", arg=seq(ana), timeout=11_000
    )

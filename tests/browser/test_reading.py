"""Reading, comparing, working out and simulating in a real browser: both languages, light and dark, every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

PAGES = (
    "/",
    "/games/pv-1996/ruleta-francesa",
    "/documents/pv-1996",
    "/rulings",
    "/odds",
    "/compare",
    "/records",
    "/simulate",
    "/tables",
    "/open",
)
CONTRAST = """() => {
  const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) =>
    0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const style = getComputedStyle(element);
      if (style.backgroundImage !== "none") return null;
      const colour = rgb(style.backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const ignored = "svg, script, style, .unseen, .skip, .top, [disabled], [aria-hidden]";
  const poor = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim(), element = texts.currentNode.parentElement;
    if (!words || !element.getClientRects().length || element.closest(ignored)) continue;
    const style = getComputedStyle(element), ground = behind(element);
    if (!ground) continue;
    const [high, low] = [light(rgb(style.color)), light(ground)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05), size = parseFloat(style.fontSize);
    if (ratio < (size >= 24 ? 3 : 4.5)) poor.add(`${ratio.toFixed(2)} ${element.className}: ${words.slice(0, 40)}`);
  }
  return [...poor];
}"""
UNNAMED = """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=button]")]
  .filter((e) => e.getClientRects().length && !e.textContent.trim() && !e.ariaLabel && !(e.labels || []).length)
  .map((e) => e.outerHTML.slice(0, 120))"""


def arrived(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_selector(".page h1")
    page.wait_for_timeout(250)


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_fits_every_screen_and_can_be_read(visitor: Callable[..., Page], path: str, light: str) -> None:
    page = visitor("es" if light == "light" else "en", light, 360, 780)
    arrived(page, path)
    for width, height in ((360, 780), (1440, 900), (2560, 1300)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{width} px"
    page.set_viewport_size({"width": 390, "height": 844} if light == "dark" else {"width": 1440, "height": 900})
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate("document.documentElement.lang") == ("es" if light == "light" else "en")


@pytest.mark.parametrize(("language", "words"), [("es", "rulETa francésa"), ("en", "french roulette")])
def test_a_game_is_found_by_any_name_without_accents_and_read(
    visitor: Callable[..., Page], language: str, words: str
) -> None:
    page = visitor(language)
    arrived(page, "/")
    every = page.locator(".card").count()
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_function("every => document.querySelectorAll('.card').length < every", arg=every)
    page.click("[data-say=document][data-name=pv-1996]")
    page.wait_for_function("() => document.querySelectorAll('section.group').length === 1")
    page.locator(".card h3 a").first.click()
    page.wait_for_url("**/games/pv-1996/ruleta-francesa*")
    for part in ("equipment", "staff", "bets", "irregular", "duties", "readings"):
        page.locator(f"#{part} .cite").first.wait_for()
    page.wait_for_selector("#bets td >> text=/2[.,]703 %/")


def test_felts_are_shown_whole_and_filters_take_one_row_on_a_phone(visitor: Callable[..., Page]) -> None:
    page = visitor("es", width=390, height=844)
    arrived(page, "/")
    for picks in page.locator(".picks").all():
        box = picks.bounding_box()
        assert box is not None
        assert box["height"] < 60
    card = page.locator(".card .picture").first
    frame, felt = card.bounding_box(), card.locator("img").bounding_box()
    assert frame is not None
    assert felt is not None
    assert felt["y"] >= frame["y"]
    assert felt["y"] + felt["height"] <= frame["y"] + frame["height"]


def test_a_game_that_is_only_named_says_so(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/?document=lr-2012")
    page.locator(".card.shut h3 a").first.click()
    page.locator("text=/only named/i").first.wait_for()
    assert page.locator(".button.main").count() == 0


def test_a_reading_is_switched_and_its_effect_on_the_odds_shown(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/games/pv-1996/ruleta-francesa")
    page.wait_for_selector("#bets td >> text=/2.703 %/")
    other = page.locator("#readings fieldset input:not(:checked)").first
    other.check()
    page.locator("#readings .effect").wait_for()
    page.click("[data-say=as-written]")
    page.wait_for_selector("#readings .effect", state="detached")


def test_language_and_light_switch_at_once(visitor: Callable[..., Page]) -> None:
    page = visitor("es")
    arrived(page, "/")
    assert page.inner_text("nav a >> nth=0") == "Juegos"
    page.click("[data-language=en]")
    page.locator("nav a", has_text="Games").wait_for()
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("[data-toggle-light]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    arrived(page, "/rulings")
    assert page.evaluate("document.documentElement.dataset.light") == "dark"
    assert page.evaluate("document.documentElement.lang") == "en"


def test_the_title_of_a_page_is_in_the_language_that_was_chosen(visitor: Callable[..., Page]) -> None:
    page = visitor("es")
    arrived(page, "/odds?lang=en")
    assert page.title() == "Odds · Tapete"


@pytest.mark.parametrize(
    ("path", "onward"),
    [("/nothing", "/"), ("/games/xx/yy", "/"), ("/documents/xx", "/"), ("/tables/none", "/tables")],
)
def test_what_there_is_not_is_told_in_the_reader_s_language_and_leads_on(
    chromium: Browser, site: str, path: str, onward: str
) -> None:
    context = chromium.new_context(base_url=site, locale="es")
    page = context.new_page()
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 404
    page.wait_for_selector(".page h1")
    assert page.inner_text("h1") == "No se encuentra"
    assert page.title() == "No se encuentra · Tapete"
    assert page.locator(".page .button.main").get_attribute("href") == onward
    context.close()


def test_pages_have_no_id_twice(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    for path in PAGES:
        arrived(page, path)
        assert page.evaluate("[...document.querySelectorAll('[id]')].length") == page.evaluate(
            "new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size"
        ), path


def test_the_keyboard_reaches_the_content_and_shows_where_it_is(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_one_box_finds_a_ruling_of_every_document(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/rulings")
    every = page.locator(".ruling").count()
    page.fill("[name=q]", "ball leaves the wheel")
    page.wait_for_function("every => document.querySelectorAll('.ruling').length < every", arg=every)
    told = page.inner_text(".view")
    assert all(document in told for document in ("bo-2025", "cl-2023", "pv-1996"))
    page.locator(".ruling a.cite").first.click()
    page.locator(".cited").first.wait_for()


def test_a_general_rule_is_found_and_leads_to_its_chapter(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/rulings?q=waiter&document=bo-2025")
    assert "tips" in page.inner_text(".ruling >> nth=0")
    page.locator(".ruling a.cite").first.click()
    page.locator(".cited").first.wait_for()
    assert "/games/bo-2025/general" in page.url
    assert "efectivo-y-ticket" in page.inner_text("#readings")


def test_two_documents_are_compared_with_what_differences_do_to_the_edge(visitor: Callable[..., Page]) -> None:
    page = visitor("es")
    arrived(page, "/compare?game=craps")
    page.locator("tr.differs mark").first.wait_for()
    page.locator("[data-key=edges] mark").first.wait_for()
    page.click("[data-say=column][data-name='bo-earlier/craps']")
    page.wait_for_function("() => document.querySelector('[data-key=bets] thead').innerText.indexOf('bo-earlier') < 0")
    page.locator("table.compare td .fine").first.wait_for(timeout=20_000)


def test_a_changed_price_moves_the_edge(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/odds?game=pv-1996/boule")
    page.locator(".chart svg").wait_for()
    page.fill("[data-say=price][data-bet=numero-entero]", "8")
    page.keyboard.press("Tab")
    page.locator("caption", has_text="house edge").wait_for()
    page.fill("[data-say=price][data-bet=numero-entero]", "much")
    page.keyboard.press("Tab")
    page.locator(".alert").wait_for()


def test_a_game_with_decisions_shows_its_strategy(visitor: Callable[..., Page]) -> None:
    page = visitor("es", "dark")
    page.goto("/odds?game=bo-2025/black-jack/clasico")
    page.locator(".working [role=progressbar]").wait_for()
    assert page.locator("form, select[name=game]").first.is_visible(), "the page stands while it is worked out"
    page.locator(".cards-of-play svg").first.wait_for(timeout=60_000)


def test_a_record_is_disputed_and_the_first_difference_shown(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/records")
    page.click("[data-say=example]")
    page.locator(".alert.fair").wait_for()
    page.fill("textarea", page.input_value("textarea").replace("net: 0", "net: 35"))
    page.click("form[data-say=text] button[type=submit]")
    page.locator(".alert >> text=/35 was claimed, 0 comes out/").wait_for()
    page.fill("textarea", "game: nowhere/nothing\nactions: [{ball: 99}]")
    page.click("form[data-say=text] button[type=submit]")
    page.locator(".alert >> text=nowhere").first.wait_for()


def test_bets_are_simulated_watched_and_stopped(visitor: Callable[..., Page]) -> None:
    page = visitor("en")
    arrived(page, "/simulate?game=pv-1996/boule")
    page.click("form[data-say=bet] button")
    page.locator("[data-say=drop]").wait_for()
    page.select_option("[name=rounds]", "1000000000")
    page.click("form[data-say=run] button[type=submit]")
    page.locator("[role=progressbar]").wait_for(timeout=30_000)
    page.click("[data-say=stop]")
    page.locator("[data-say=stop]").wait_for(state="detached", timeout=20_000)
    page.select_option("[name=rounds]", "1000000")
    page.click("form[data-say=run] button[type=submit]")
    page.locator("text=/standard errors|interval/i").first.wait_for(timeout=20_000)

"""What people do at a table in the browser."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

LIMITS = {"minimum": "5", "maximum": "250"}


def open_table(page: Page, game: str, deal: str = "system", role: str = "both", name: str = "Ana") -> str:
    """Open a table by the form and wait for its felt; the table's address."""
    page.goto(f"/open?game={game}")
    for field, value in {**LIMITS, "name": name}.items():
        page.fill(f"[name={field}]", value)
    page.check(f"input[name=deal][value={deal}]")
    page.check(f"input[name=role][value={role}]")
    page.click("form[data-say=open] .button.main")
    page.wait_for_url("**/tables/*")
    ready(page)
    return page.url.partition("?")[0]


def ready(page: Page) -> None:
    """Wait until the table can be played."""
    page.wait_for_selector("form[data-say=lay], .choices, [data-say=call], form[data-say=join]")
    page.wait_for_timeout(150)


WHERE = """(spot) => {
  const box = spot.getBoundingClientRect();
  for (let row = 1; row < 20; row++) for (let column = 1; column < 20; column++) {
    const [x, y] = [box.x + box.width * column / 20, box.y + box.height * row / 20];
    if (document.elementFromPoint(x, y) === spot) return [x, y];
  }
  throw new Error("nothing of the spot can be pressed");
}"""


def spot(bet: str, on: str = "") -> str:
    return f".spot[data-bet='{bet}'][data-on='{on}']"


def seq(page: Page) -> int:
    """The number of the last entry of the table's journal that the page shows."""
    return int(page.get_attribute(".state", "data-seq") or 0)


def press_spot(page: Page, selector: str, button: Literal["left", "right"] = "left") -> None:
    """Click a spot where nothing lies over it; a corner of a cloth is no rectangle."""
    found = page.locator(selector).first
    found.scroll_into_view_if_needed()
    x, y = found.evaluate(WHERE)
    page.mouse.click(x, y, button=button)


@contextmanager
def something_happens(page: Page) -> Iterator[None]:
    """Wait until what is done inside has reached the page."""
    before = seq(page)
    yield
    page.wait_for_function(
        "before => Number(document.querySelector('.state').dataset.seq) > before"
        " && document.querySelector('.state').ariaBusy === 'false'",
        arg=before,
    )


def play_round(page: Page, keyboard: bool) -> None:
    """Lay a chip and go on until nothing lies on the table and bets are open again."""
    with something_happens(page):
        bet(page, keyboard)
    for _ in range(80):
        with something_happens(page):
            go_on(page, keyboard)
        if not page.locator(".standing").count() and page.locator("form[data-say=lay]").count():
            return
    raise AssertionError("the round does not end")


def bet(page: Page, keyboard: bool) -> None:
    """Lay one chip: on a spot of the felt, or by name where there is no felt."""
    spots = page.locator(".felt.live .spot")
    if spots.count() == 0:
        page.locator("form[data-say=lay] button").click()
    elif keyboard:
        page.locator(".felt.live .spot[tabindex='0']").first.focus()
        page.keyboard.press("Enter")
    else:
        press_spot(page, ".felt.live .spot")


def go_on(page: Page, keyboard: bool) -> None:
    """The next thing without which the round does not go on: a decision, else a draw."""
    choices = page.locator(".choices .button.main")
    if choices.count():
        key = choices.last.get_attribute("data-key-press")
        if keyboard and key:
            page.keyboard.press(key)
        else:
            choices.last.click()
    elif keyboard:
        page.keyboard.press("d")
    else:
        page.click("[data-say=draw]")

// What the pages need in the browser beyond HTML: words from elements to the server, and gentle updates back.
(() => {
  "use strict";

  // Make one element like another, touching only what differs, so that focus, scrolling and open parts stay.
  const KEPT = new Set(["tabindex", "open"]);
  const key = (node) => (node.nodeType === 1 ? node.id || node.getAttribute("data-key") : null);

  // What somebody has filled in stays, unless the server itself says something else than before.
  const stated = (element, name) => element.getAttribute(name) ?? false;
  function likeness(from, to) {
    const says = ["value", "checked", "selected"].filter((name) => stated(from, name) !== stated(to, name));
    for (const { name } of [...from.attributes]) {
      if (!to.hasAttribute(name) && !KEPT.has(name)) from.removeAttribute(name);
    }
    for (const { name, value } of to.attributes) {
      if (from.getAttribute(name) !== value && !(KEPT.has(name) && from.hasAttribute(name))) from.setAttribute(name, value);
    }
    if (from.tagName === "INPUT" && (says.includes("checked") || says.includes("value"))) {
      if (from.type === "checkbox" || from.type === "radio") from.checked = to.hasAttribute("checked");
      else if (from.type !== "file" && to.hasAttribute("value") && from !== document.activeElement) from.value = to.getAttribute("value");
    }
    if (from.tagName === "OPTION" && says.includes("selected")) from.selected = to.hasAttribute("selected");
  }

  function morph(from, to) {
    const keyed = new Map();
    for (const child of from.childNodes) if (key(child)) keyed.set(key(child), child);
    let current = from.firstChild;
    for (const wanted of [...to.childNodes]) {
      const name = key(wanted);
      let match = name ? keyed.get(name) : current;
      if (match && !name && key(match)) match = null;
      if (match && match.nodeType === wanted.nodeType && match.nodeName === wanted.nodeName) {
        if (match !== current) from.insertBefore(match, current);
        else current = current.nextSibling;
        if (match.nodeType === 1) {
          likeness(match, wanted);
          morph(match, wanted);
        } else if (match.data !== wanted.data) match.data = wanted.data;
      } else from.insertBefore(wanted, current);
    }
    while (current) {
      const next = current.nextSibling;
      current.remove();
      current = next;
    }
  }

  function patch(id, html) {
    later(() => patched(id, html));
  }
  function patched(id, html) {
    const element = document.getElementById(id);
    if (!element) return;
    const template = document.createElement("template");
    template.innerHTML = html;
    const focused = [];
    for (let part = document.activeElement; part; part = part.parentElement) focused.push(part);
    morph(element, template.content);
    if (focused.length && !focused[0].isConnected) stay(focused.find((part) => part.isConnected));
    element.dispatchEvent(new CustomEvent("patched", { bubbles: true }));
  }

  // Whoever pressed a button that is gone goes on from what came in its place or its part of the page, not from the top.
  function stay(part) {
    const form = part.matches(".drawer *") && part.querySelector("form :is(summary, select, input, button)");
    const view = part.closest(".view");
    if (form) form.focus();
    else if (view) {
      view.setAttribute("tabindex", "-1");
      view.focus({ preventScroll: true });
    }
  }

  // A picture comes line by line; a change names the runs of lines that stay and brings the others.
  const pictures = new Map();
  function picture(id, version, before, runs) {
    const known = pictures.get(id);
    if (before !== null && (!known || known.version !== before)) {
      say(document.getElementById(id), { say: "picture" });
      return;
    }
    const lines = runs.flatMap((run) => (typeof run === "string" ? [run] : known.lines.slice(run[0], run[1])));
    pictures.set(id, { version, lines });
    if (held && held.filter((work) => work.shows).length >= PATIENCE) release();
    later(Object.assign(() => shown(id, lines.join("\n")), { shows: true }));
  }

  // What has come to a felt arrives there: the wheel turns, the ball runs, dice roll, cards are dealt, chips drop.
  // What turns or rolls is seen to its end before the page tells what it decided; any press ends it at once.
  // Whoever looks on while others play faster than the wheel turns is not left behind.
  const PATIENCE = 4;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const to = { transform: "none" };
  const MOVES = {
    spin: (x, y) => [3000, "cubic-bezier(.1,.55,.25,1)", [{ transform: "rotate(-760deg)" }, to], `${x}px ${y}px`],
    run: (x, y) => [3000, "cubic-bezier(.2,.5,.35,1)", [
      { transform: "rotate(1900deg) scale(1.5)" },
      { transform: "rotate(480deg) scale(1.5)", offset: .62 },
      { transform: "rotate(70deg) scale(1.06)", offset: .84 },
      { transform: "rotate(-14deg) scale(1.04)", offset: .93 }, to], `${x}px ${y}px`],
    roll: (x, y) => [1100, "cubic-bezier(.2,.7,.3,1)", [
      { transform: `translate(${x}px, ${y}px) rotate(-900deg) scale(1.5)`, opacity: 0 },
      { transform: `translate(${x * .35}px, ${y * .1}px) rotate(-380deg)`, opacity: 1, offset: .45 },
      { transform: `translate(${x * .16}px, ${y * -.08}px) rotate(-150deg)`, offset: .7 }, to]],
    deal: (x, y) => [420, "cubic-bezier(.2,.7,.3,1)", [
      { transform: `translate(${x}px, ${y}px) rotate(-28deg) scale(.7)`, opacity: .3 }, to]],
    drop: () => [200, "ease-out", [{ transform: "translateY(-18px) scale(1.25)", opacity: 0 }, to]],
    show: () => [1, "linear", [{ opacity: 0 }, { opacity: 0 }]],
  };
  const SEEN_FIRST = new Set(["spin", "run", "roll"]);
  const seen = new Map();
  const moving = (root) => [...root.querySelectorAll("[data-moves]")];
  function move(element, time) {
    const [x, y] = element.dataset.way.split(" ").map(Number);
    const [lasts, easing, frames, origin] = MOVES[element.dataset.moves](x, y);
    const placed = origin ? { transformOrigin: origin } : { transformOrigin: "center", transformBox: "fill-box" };
    return element.animate(frames.map((frame) => ({ ...placed, ...frame })), { duration: time || lasts, easing });
  }
  function shown(id, html) {
    const felt = document.getElementById(id);
    if (!felt) return;
    const known = seen.get(id);
    const template = document.createElement("template");
    template.innerHTML = html;
    const come = moving(template.content);
    seen.set(id, new Set(come.map((element) => element.dataset.name)));
    const fresh = (element) => known && !known.has(element.dataset.name);
    const quiet = still.matches || document.hidden || !known;
    const first = quiet ? [] : come.filter((element) => fresh(element) && SEEN_FIRST.has(element.dataset.moves));
    if (!first.length) {
      patched(id, html);
      const pan = felt.parentElement;
      if (!known) pan.scrollLeft = (pan.scrollWidth - pan.clientWidth) / 2;
      if (!quiet) for (const element of moving(felt)) if (fresh(element) && element.dataset.moves !== "show") move(element);
      return;
    }
    const parts = [...template.content.querySelectorAll("[data-first]")];
    [...felt.querySelectorAll("[data-first]")].forEach((part, n) => parts[n] && part.replaceWith(parts[n].cloneNode(true)));
    const arriving = moving(felt).filter(fresh);
    const runs = arriving.filter((element) => element.dataset.moves !== "show").map((element) => move(element));
    const longest = Math.max(...runs.map((run) => run.effect.getTiming().duration));
    for (const element of arriving) if (element.dataset.moves === "show") runs.push(move(element, longest * .9));
    hold(runs, () => patched(id, html));
  }

  let held = null;
  let release = () => {};
  const later = (work) => (held ? held.push(work) : work());
  function hold(runs, then) {
    const waiting = (held = [then]);
    const go = () => {
      if (held !== waiting) return;
      held = null;
      waiting.forEach(later);
    };
    release = () => {
      for (const run of runs) run.finish();
      go();
    };
    Promise.allSettled(runs.map((run) => run.finished)).then(go);
  }
  for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => held && release(), true);

  function say(element, detail) {
    const view = element && element.closest(".view");
    if (view) view.dispatchEvent(new CustomEvent("said", { detail }));
  }

  const told = (element) => ({ ...element.dataset });

  document.addEventListener("click", (event) => {
    const element = event.target.closest("[data-say]");
    if (!element || ["FORM", "INPUT", "SELECT", "TEXTAREA"].includes(element.tagName)) return;
    if (element.getAttribute("aria-disabled") === "true") return;
    if (element.tagName === "A") event.preventDefault();
    say(element, told(element));
  });

  document.addEventListener("change", (event) => {
    const element = event.target;
    if (!element.dataset.say || element.dataset.when === "input") return;
    if (element.type === "file") {
      const [file] = element.files;
      if (file) file.text().then((text) => say(element, { ...told(element), name: file.name, value: text }));
      return;
    }
    const value = element.type === "checkbox" ? element.checked : element.value;
    say(element, { ...told(element), name: element.name, value });
  });

  let waiting = 0;
  document.addEventListener("input", (event) => {
    const element = event.target;
    if (!element.dataset.say || element.dataset.when !== "input") return;
    clearTimeout(waiting);
    waiting = setTimeout(() => say(element, { ...told(element), name: element.name, value: element.value }), 120);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.say) return;
    event.preventDefault();
    const chosen = event.submitter && event.submitter.name ? { [event.submitter.name]: event.submitter.value } : {};
    say(form, { ...told(form), fields: { ...Object.fromEntries(new FormData(form)), ...chosen } });
  });

  // Shortcuts: an element with data-key-press is pressed by its key, except while somebody writes.
  const writing = (element) =>
    element.isContentEditable || ["SELECT", "TEXTAREA"].includes(element.tagName) ||
    (element.tagName === "INPUT" && !["radio", "checkbox", "button", "range"].includes(element.type));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      const dialog = document.querySelector(".drawer.open [data-dismiss]");
      if (dialog) dialog.click();
      return;
    }
    if (writing(event.target)) return;
    const name = event.key === '"' ? "" : event.key.toLowerCase();
    const element = name && document.querySelector(`[data-key-press="${CSS.escape(name)}"]`);
    if (!element || element.getAttribute("aria-disabled") === "true" || element.disabled) return;
    event.preventDefault();
    if (element.tagName === "SELECT" || (element.tagName === "INPUT" && element.type !== "radio")) element.focus();
    else element.click();
  });

  // The felt: spots are pressed by pointer or by keyboard, and arrows walk to the nearest spot in a direction.
  const spots = (felt) => [...felt.querySelectorAll(".spot")];
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  function neighbour(felt, from, dx, dy) {
    const [x, y] = centre(from);
    let best = null;
    let least = Infinity;
    for (const spot of spots(felt)) {
      if (spot === from) continue;
      const [a, b] = centre(spot);
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along <= 1 || aside > along * 2.5) continue;
      const far = along + aside * 2;
      if (far < least) [best, least] = [spot, far];
    }
    return best;
  }
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const about = (spot) => ({ bet: spot.dataset.bet, on: spot.dataset.on });
  function press(spot, how) {
    say(spot, { say: "spot", how, ...about(spot) });
  }
  document.addEventListener("keydown", (event) => {
    const spot = event.target.closest && event.target.closest(".felt.live .spot");
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    const felt = spot.closest(".felt");
    if (event.key in ARROWS) {
      event.preventDefault();
      const next = neighbour(felt, spot, ...ARROWS[event.key]);
      if (next) next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(spot, event.shiftKey ? "take" : "place");
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      press(spot, "take");
    }
  });
  document.addEventListener("focusin", (event) => {
    const spot = event.target.closest && event.target.closest(".felt.live .spot");
    if (!spot) return;
    for (const other of spots(spot.closest(".felt"))) other.setAttribute("tabindex", "-1");
    spot.setAttribute("tabindex", "0");
    if (spot.matches(":focus-visible")) spot.scrollIntoView({ block: "nearest", inline: "center", behavior: "auto" });
  });
  document.addEventListener("patched", (event) => {
    rove(event.target);
    attend();
    if (location.hash) marked();
  });

  // A dialog takes the focus when it opens, keeps it inside, and gives it back when it closes.
  let asked = null;
  const within = (dialog) => [...dialog.querySelectorAll("button, a[href], input, select")];
  function attend() {
    const dialog = document.querySelector(".drawer.open");
    if (dialog && !asked) {
      asked = document.activeElement;
      within(dialog)[0].focus();
    } else if (!dialog && asked) {
      asked.focus();
      asked = null;
    }
  }
  document.addEventListener("keydown", (event) => {
    const dialog = event.key === "Tab" && document.querySelector(".drawer.open");
    if (!dialog) return;
    const all = within(dialog);
    const end = event.shiftKey ? all[0] : all[all.length - 1];
    if (document.activeElement === end || !dialog.contains(document.activeElement)) {
      event.preventDefault();
      all[event.shiftKey ? all.length - 1 : 0].focus();
    }
  });
  function rove(root) {
    for (const felt of root.matches(".felt.live") ? [root] : root.querySelectorAll(".felt.live")) {
      const all = spots(felt);
      if (all.length && !all.some((spot) => spot.getAttribute("tabindex") === "0")) all[0].setAttribute("tabindex", "0");
    }
  }

  // A chip that is dragged from one spot to another moves; a secondary click takes it back.
  let dragged = null;
  document.addEventListener("pointerdown", (event) => {
    const spot = event.target.closest && event.target.closest(".felt.live .spot");
    dragged = spot && event.button === 0 ? { spot, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const { spot, x, y } = dragged;
    dragged = null;
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const other = target && target.closest && target.closest(".felt.live .spot");
    if (!other) return;
    const moved = other.dataset.bet !== spot.dataset.bet || other.dataset.on !== spot.dataset.on;
    const far = Math.hypot(event.clientX - x, event.clientY - y) > 12;
    if (moved && far) say(spot, { say: "move", ...about(spot), bet_to: other.dataset.bet, on_to: other.dataset.on });
    else if (!moved) press(other, event.shiftKey ? "take" : "place");
  });
  document.addEventListener("pointercancel", () => (dragged = null));
  document.addEventListener("contextmenu", (event) => {
    const spot = event.target.closest && event.target.closest(".felt.live .spot");
    if (!spot) return;
    event.preventDefault();
    press(spot, "take");
  });

  // Language and light are kept in cookies, so that the next page comes right at once.
  const keep = (name, value) => {
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
  };
  const dark = () => {
    const chosen = document.documentElement.dataset.light;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  document.addEventListener("click", (event) => {
    const language = event.target.closest("[data-language]");
    if (language) {
      keep("tapete-language", language.dataset.language);
      location.reload();
    }
    if (event.target.closest("[data-toggle-light]")) {
      const chosen = dark() ? "light" : "dark";
      document.documentElement.dataset.light = chosen;
      keep("tapete-light", chosen);
    }
    const copied = event.target.closest("[data-copy]");
    if (copied) navigator.clipboard.writeText(copied.dataset.copy);
  });

  // On a narrow screen the list of pages scrolls: the one that is shown comes into sight.
  const arrival = new MutationObserver(() => {
    const here = document.querySelector(".top nav [aria-current]");
    if (!here) return;
    arrival.disconnect();
    here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 2 + here.clientWidth / 2;
  });
  arrival.observe(document.documentElement, { childList: true, subtree: true });

  // A section that an address names is shown: every fact that rests on it is marked.
  const sections = (cite) => cite.split(", ");
  function marked() {
    for (const fact of document.querySelectorAll(".cited")) fact.classList.remove("cited");
    const cite = new URLSearchParams(location.hash.slice(1)).get("cite");
    if (!cite) return [];
    const all = [...document.querySelectorAll("[data-cite]")];
    const exact = all.filter((fact) => fact.dataset.cite === cite);
    const wanted = new Set(sections(cite));
    const facts = exact.length ? exact : all.filter((fact) => sections(fact.dataset.cite).some((one) => wanted.has(one)));
    for (const fact of facts) fact.classList.add("cited");
    return facts;
  }
  function reveal() {
    const [first] = marked();
    if (!first) return;
    for (let part = first; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    first.scrollIntoView({ block: "center" });
    first.setAttribute("tabindex", "-1");
    first.focus({ preventScroll: true });
  }
  addEventListener("hashchange", reveal);

  function address(query) {
    history.replaceState(history.state, "", query ? `${location.pathname}?${query}` : location.pathname);
  }

  function save(name, text, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: type || "application/yaml" }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function seat(table, token, address) {
    keep(`tapete-seat-${table}`, token);
    if (address) location.href = address;
  }
  const dismiss = (name) => {
    document.cookie = `${name}=; path=/; max-age=0`;
  };

  // The framework tells a lost connection in English only; here it is told in the reader's language, and aloud.
  function notices(words) {
    for (const [id, lines] of Object.entries(words)) {
      const notice = document.getElementById(id);
      if (!notice) continue;
      notice.setAttribute("role", "alert");
      notice.querySelectorAll("span").forEach((span, n) => (span.textContent = lines[n] || ""));
    }
  }

  window.tapete = { notices, seat, leave: (table) => (dismiss(`tapete-seat-${table}`), location.reload()), patch, picture, reveal, address, save, rove };
})();

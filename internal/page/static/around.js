// What stands around the board: the game's steps, the keypad, the helps, the switches.

import { run } from "./commands.js";
import { byId, commandButton } from "./dom.js";
import { keepsAll, settings } from "./store.js";
import { clock, fill, texts } from "./words.js";

/** @typedef {import("./session.js").Session} Session */

const t = texts.play;
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
const wheel = /** @type {HTMLSelectElement} */ (byId("wheel"));

/** Draws what stands around the board. @param {Session} session */
export function drawAround(session) {
  const { game } = session;
  slider.max = String(game.moves.length);
  slider.value = String(game.at);
  slider.setAttribute("aria-valuetext", fill(t.sliderText, { at: game.at, of: game.moves.length }));
  const open = !!session.row && !session.paused;
  for (const name of ["undo", "unmistake"]) enable(name, open && game.at > 0);
  enable("redo", open && game.at < game.moves.length);
  enable("restart", open && game.moves.length > 0);
  for (const name of ["hint", "help", "allSteps", "filter"]) enable(name, open);
  for (const name of ["key", "pause", "bookmark", "share", "carry"]) enable(name, !!session.row); // not in one file
  drawBookmarks(session);
  drawSwitches(session);
  drawKeypad(session);
  drawHelps(session);
  byId("unkept").hidden = keepsAll();
  byId("panel").dataset.entering = String(session.entering);
  document.querySelector("[data-do=filter]")?.setAttribute("aria-pressed", String(session.filter > 0));
  drawClock(session);
  byId("veil").hidden = !session.paused;
  byId("board").toggleAttribute("inert", session.paused);
}

/** @param {string} name @param {boolean} on */
function enable(name, on) {
  for (const button of document.querySelectorAll(`[data-do=${name}]`)) button.toggleAttribute("disabled", !on);
}

/** @param {Session} session */
function drawSwitches(session) {
  const set = settings.get();
  wheel.value = set.wheel;
  for (const [name, on] of Object.entries({ ...set, auto: session.position.auto, pause: session.paused })) {
    if (on === !!on) document.querySelector(`[data-do=${name}]`)?.setAttribute("aria-pressed", String(on));
  }
  byId("main").classList.toggle("left-hand", set.left); // not in one file
  for (const button of document.querySelectorAll("[data-do=mode]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-value") === session.mode));
  }
  byId("keypad").dataset.mode = session.mode;
  byId("time").hidden = !set.timer;
}

/** Digits that stand nine times are done. @param {Session} session */
function drawKeypad(session) {
  const { digits } = session.position;
  for (const button of document.querySelectorAll(".key")) {
    const d = Number(button.getAttribute("data-value"));
    const left = 9 - digits.filter((x) => x === d).length;
    button.classList.toggle("complete", left <= 0);
    button.setAttribute("data-left", String(Math.max(0, left)));
    if (session.mode === "colour" || session.mode === "draw") button.setAttribute("aria-label", texts.colours[/** @type {1} */ (d)]);
    else button.removeAttribute("aria-label");
    const held = session.mode === "draw" ? session.pen : session.held; // not in one file
    if (held) button.setAttribute("aria-pressed", String(d === held)); // not in one file
    else button.removeAttribute("aria-pressed"); // not in one file
  }
}

/** @param {Session} session */
function drawHelps(session) {
  const used = Object.values(session.helps).reduce((a, b) => a + b, 0);
  byId("helps-used").textContent = used ? fill(t.helpsUsed, { n: used }) : "";
  for (let n = 1; n <= 9; n++) byId(`help-${n}`).querySelector(".used")?.replaceChildren(session.helps[n] ? `${session.helps[n]}×` : "");
  byId("help-1").setAttribute("aria-pressed", String(settings.get().conflicts));
}

/** The bookmarks, as buttons that lead back to them. @param {Session} session */
function drawBookmarks(session) {
  const { bookmarks, at } = session.game;
  byId("bookmark").setAttribute("aria-pressed", String(bookmarks.includes(at)));
  byId("bookmarks").replaceChildren(...bookmarks.map((b) => commandButton("toBookmark", fill(t.toBookmark, { at: b }), { "data-value": String(b) })));
}

/** @param {Session} session */
function drawClock(session) {
  byId("time").textContent = clock(session.watch.seconds);
}

/** Listens to what stands around the board. @param {Session} session */
export function listenAround(session) {
  document.addEventListener("click", (e) => {
    const button = /** @type {HTMLElement} */ (e.target).closest("[data-do]");
    if (!(button instanceof HTMLElement) || button.hasAttribute("disabled")) return;
    run(session, button.dataset.do ?? "", button.dataset.value);
  });
  // Buttons that are pressed by pointer leave the focus on the board.
  byId("main").addEventListener("mousedown", (e) => {
    if (/** @type {HTMLElement} */ (e.target).closest("[data-do]")) e.preventDefault();
  });
  slider.addEventListener("input", () => run(session, "goto", slider.value));
  const way = /** @type {HTMLInputElement} */ (byId("way-slider"));
  way.addEventListener("input", () => run(session, "wayGo", way.value));
  wheel.addEventListener("change", () => settings.set({ wheel: /** @type {"digits"} */ (wheel.value) }));
  byId("board").addEventListener("pointerdown", () => {
    const covered = !["", "end"].includes(byId("panel").dataset.said ?? "") && getComputedStyle(byId("keypad")).visibility === "hidden";
    if (covered) run(session, "close");
  }, true);
  for (const button of document.querySelectorAll(".help")) {
    const tag = texts.helps[/** @type {"tag1"} */ (`tag${button.getAttribute("data-value")}`)];
    for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => (byId("help-tag").textContent = tag));
    for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => (byId("help-tag").textContent = texts.help.idle));
  }
  setInterval(() => session.watch.tick(), 1000); // not in one file
  setInterval(() => session.watch.running && drawClock(session), 1000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) session.refresh();
    if (session.paused || session.done || !session.row) return;
    if (document.hidden) session.watch.stop();
    else session.watch.start();
    session.keepTime();
  });
  addEventListener("pagehide", () => session.keepTime());
}

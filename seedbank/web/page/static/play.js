// The page to play on: which puzzle, and the parts around the board.

import { get, isOffline, Problem } from "./api.js";
import { commands, openSheet, run } from "./commands.js";
import { byId, element } from "./dom.js";
import { startEngineSoon } from "./engine.js";
import { openEntry, ownRow, paste, pasteCopied, playOwn, rateOwn, tellSoon } from "./entry.js";
import { parseGrid } from "./grid.js";
import { listenToKeys } from "./keys.js";
import { Session } from "./session.js";
import { startShell } from "./shell.js";
import { say } from "./speech.js";
import * as store from "./store.js";
import { fillPocket, newPuzzle, remember } from "./supply.js";
import * as symmetry from "./symmetry.js";
import { closeWay } from "./way.js";
import { clock, fill, techniqueTitle, texts } from "./words.js";

/** @typedef {import("./api.js").Row} Row */

const t = texts.play;
const session = new Session();
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
const level = /** @type {HTMLSelectElement} */ (byId("level"));
const wheel = /** @type {HTMLSelectElement} */ (byId("wheel"));

/** The number of puzzles asked for: an answer that comes after another was asked for is dropped. */
let asked = 0;

/**
 * What is asked for, or undefined if another puzzle was asked for meanwhile.
 * @template T
 * @param {Promise<T>} answer
 */
async function latest(answer) {
  const mine = ++asked;
  const found = await answer.catch((error) => {
    if (mine === asked) throw error;
  });
  return mine === asked ? found : undefined;
}

/** Puts a puzzle on the board. @param {Row} row @param {boolean} [isNew] whether it gets an address of its own in the history */
function open(row, isNew = false) {
  closeWay();
  const address = row.id ? `/p/${encodeURIComponent(row.id)}` : `/?puzzle=${row.puzzle}`;
  history[isNew ? "pushState" : "replaceState"](null, "", address);
  session.open(row, store.findGame(row.id || row.puzzle));
  remember(row);
  drawLevel();
  document.body.dataset.ready = session.key;
  drawAround();
}

/** Shows the level of the puzzle, where it has one. */
function drawLevel() {
  if (session.row?.level) level.value = String(session.row.level);
}

/** A new puzzle of the chosen level and symmetry. @param {boolean} [isNew] */
async function openNew(isNew = true) {
  const chosen = Number(level.value);
  const kind = symmetry.offer(chosen);
  store.settings.set({ level: chosen, symmetry: symmetry.wanted });
  const found = await latest(newPuzzle(chosen, kind));
  if (!found) return;
  open(found.row, isNew);
  if (found.words) say(found.words);
}

async function openDaily() {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  try {
    const row = await latest(get("daily", { date, level: level.value }));
    if (row) open(row, true);
  } catch (error) {
    say(isOffline(error) ? t.empty : String(error));
  }
}

/** @param {string} id */
async function openID(id) {
  const kept = store.findGame(id)?.row ?? store.findInPocket(id);
  try {
    const row = await latest(kept ? Promise.resolve(kept) : get(`puzzles/${encodeURIComponent(id)}`));
    if (!row) return;
    open(row);
    if (!kept) symmetry.want(row.symmetry); // what somebody else has chosen
    symmetry.offer(row.level);
  } catch (error) {
    say(error instanceof Problem ? fill(t.missing, { id }) : t.empty);
  }
}

/** A puzzle of one's own. @param {string} puzzle */
function openOwn(puzzle) {
  const row = ownRow(parseGrid(puzzle));
  open(store.findGame(row.puzzle)?.row ?? row);
  void rateOwn(session).then(drawLevel);
}

/** The board to type a puzzle into. */
function enterOwn() {
  if (!new URLSearchParams(location.search).has("enter")) history.pushState(null, "", "/?enter");
  closeWay();
  openEntry(session);
  drawAround();
  document.body.dataset.ready = session.key;
}

/** The ID in the address, as somebody may have written it. */
function idOfAddress() {
  const text = /^\/p\/([^/]+)$/.exec(location.pathname)?.[1];
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text; // the escapes are broken: there is no such puzzle
  }
}

/** Opens what the address says. */
function openAddress() {
  const id = idOfAddress();
  const query = new URLSearchParams(location.search);
  const own = query.get("puzzle");
  const wanted = query.get("level");
  if (wanted && /^[1-9]$/.test(wanted)) level.value = wanted;
  if (query.has("symmetry")) symmetry.want(query.get("symmetry") ?? "");
  if (query.has("enter")) return enterOwn();
  if (id) return openID(id);
  if (own?.length === 81) return openOwn(own);
  return openNew(false);
}

/** Draws what stands around the board. */
function drawAround() {
  const { row, game } = session;
  if (!row) return;
  const facts = { clues: row.clues, er: Number(row.er).toFixed(1), hardest: techniqueTitle(row.hardest) };
  byId("clues").textContent = fill(row.er ? t.clues : row.level ? t.factsMade : t.factsOwn, facts);
  byId("facts").textContent = row.er ? fill(t.facts, facts) : "";
  byId("spoiler").hidden = !row.er;
  byId("id").textContent = row.id;
  slider.max = String(game.moves.length);
  slider.value = String(game.at);
  slider.setAttribute("aria-valuetext", fill(t.sliderText, { at: game.at, of: game.moves.length }));
  enable("undo", game.at > 0);
  enable("redo", game.at < game.moves.length);
  enable("restart", game.moves.length > 0);
  drawBookmarks();
  drawSwitches();
  drawKeypad();
  drawHelps();
  warn();
  byId("panel").dataset.entering = String(session.entering);
  document.querySelector("[data-do=filter]")?.setAttribute("aria-pressed", String(session.filter > 0));
  drawClock();
  byId("veil").hidden = !session.paused;
  byId("board").toggleAttribute("inert", session.paused);
}

/** @param {string} name @param {boolean} on */
function enable(name, on) {
  for (const button of document.querySelectorAll(`[data-do=${name}]`)) button.toggleAttribute("disabled", !on);
}

function drawSwitches() {
  const { timer, highlight, conflicts, clean, easy, wheel: turns } = store.settings.get();
  const pressed = { auto: session.position.auto, timer, highlight, conflicts, clean, easy, pause: session.paused };
  wheel.value = turns;
  for (const [name, on] of Object.entries(pressed)) {
    document.querySelector(`[data-do=${name}]`)?.setAttribute("aria-pressed", String(on));
  }
  for (const button of document.querySelectorAll("[data-do=mode]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-value") === session.mode));
  }
  byId("keypad").dataset.mode = session.mode;
  byId("time").hidden = !timer;
}

/** Digits that stand nine times are done. */
function drawKeypad() {
  const { digits } = session.position;
  for (const button of document.querySelectorAll("#keypad [data-do=digit]")) {
    const d = Number(button.getAttribute("data-value"));
    const left = 9 - digits.filter((x) => x === d).length;
    button.classList.toggle("complete", left <= 0);
    button.setAttribute("data-left", String(Math.max(0, left)));
  }
}

function drawHelps() {
  const used = Object.values(session.helps).reduce((a, b) => a + b, 0);
  byId("helps-used").textContent = used ? fill(t.helpsUsed, { n: used }) : "";
  for (let n = 1; n <= 9; n++) byId(`help-${n}`).querySelector(".used")?.replaceChildren(session.helps[n] ? `${session.helps[n]}×` : "");
  byId("help-1").setAttribute("aria-pressed", String(store.settings.get().conflicts));
}

/** The bookmarks, as buttons that lead back to them. */
function drawBookmarks() {
  const { bookmarks, at } = session.game;
  byId("bookmark").setAttribute("aria-pressed", String(bookmarks.includes(at)));
  byId("bookmarks").replaceChildren(...bookmarks.map((b) => element("button", { type: "button", "data-do": "toBookmark", "data-value": String(b) }, fill(t.toBookmark, { at: b }))));
}

/** Says so once if the device does not keep the game. */
function warn() {
  const lost = !store.keepsAll();
  if (lost && byId("unkept").hidden) byId("unkept").hidden = false;
  else if (!lost) byId("unkept").hidden = true;
}

function drawClock() {
  byId("time").textContent = clock(session.watch.seconds);
}

/** Buttons, sliders and switches of the page. */
function listen() {
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
  level.addEventListener("change", () => run(session, "new"));
  wheel.addEventListener("change", () => store.settings.set({ wheel: /** @type {"digits"} */ (wheel.value) }));
  byId("board").addEventListener("pointerdown", () => {
    const covered = ["hint", "way"].includes(byId("panel").dataset.said ?? "") && getComputedStyle(byId("keypad")).visibility === "hidden";
    if (covered) run(session, "close");
  });
  byId("symmetry").addEventListener("change", () => {
    symmetry.choose();
    openSheet("");
    run(session, "new");
  });
  for (const button of document.querySelectorAll(".help")) {
    const tag = texts.helps[Number(button.getAttribute("data-value")) - 1].tag;
    for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => (byId("help-tag").textContent = tag));
    for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => (byId("help-tag").textContent = texts.help.idle));
  }
}

commands.new = () => {
  openSheet("");
  void openNew();
};
commands.enter = () => enterOwn();
commands.pasteOwn = () => void pasteCopied(session);
commands.playOwn = () => playOwn(session, (row) => {
  open(row, true);
  void rateOwn(session).then(drawLevel);
});
commands.daily = () => {
  openSheet("");
  void openDaily();
};

session.onChange.push(drawAround, () => session.entering && tellSoon(session));
document.addEventListener("paste", (e) => {
  const text = e.clipboardData?.getData("text");
  if (session.entering && text && !(e.target instanceof HTMLInputElement)) void paste(session, text);
});
store.takeOver();
listen();
listenToKeys(session);
level.value = String(store.settings.get().level);
symmetry.want(store.settings.get().symmetry);
await openAddress();
window.addEventListener("popstate", () => void openAddress());
setInterval(() => session.watch.running && drawClock(), 1000);
document.addEventListener("visibilitychange", () => {
  if (session.paused || session.done || !session.row) return;
  if (!document.hidden) session.refresh();
  if (document.hidden) session.watch.stop();
  else if (!session.done) session.watch.start();
  session.keepTime();
});
window.addEventListener("pagehide", () => session.keepTime());
window.addEventListener("storage", (e) => {
  if (e.key === store.nameOf(session.key) && session.refresh()) say(t.otherTab);
});
startShell();
startEngineSoon();
store.tidy();
symmetry.learn().then(() => symmetry.offer(Number(level.value))).catch(() => {});
fillPocket().catch(() => {});

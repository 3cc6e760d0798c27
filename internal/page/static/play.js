// The page to play on: which puzzle, and the parts around the board.

import { cleanID, get, isMissing, reasonFor } from "./api.js";
import { drawAround as aroundBoard, listenAround } from "./around.js";
import { commands, run } from "./commands.js";
import { today } from "./dates.js";
import { byId, commandButton, element, onlyLatest } from "./dom.js";
import { startEngineSoon } from "./engine.js";
import { listenToPen } from "./draw.js";
import { parseGrid } from "./grid.js";
import { listenToTaps, pressKey } from "./held.js";
import { openAgain } from "./hint.js";
import { listenToKeys } from "./keys.js";
import { chooseLevel, drawLevels, level, setLevel } from "./levels.js";
import { tellNews } from "./news.js";
import { idIn, puzzleAddress, viewAddress } from "./places.js";
import { Session } from "./session.js";
import { openSheet } from "./sheets.js";
import { startShell } from "./shell.js";
import { say } from "./speech.js";
import { askFirst } from "./spoiler.js";
import * as store from "./store.js";
import { fillPocket, newPuzzle } from "./supply.js";
import * as symmetry from "./symmetry.js";
import { closeOldWay, closeWay } from "./way.js";
import { fill, levelTitle, techniqueTitle, texts } from "./words.js";

/** @typedef {import("./api.js").Row} Row */

const t = texts.play;
const session = new Session();
const language = /** @type {HTMLSelectElement} */ (byId("language"));
const size = /** @type {HTMLSelectElement} */ (byId("size"));

/** Thinks ahead once the engine runs. @type {typeof import("./ahead.js").thinkAhead} */
let thinkAhead = () => {};

/** The board to type on, which few visits need: it is loaded when one does. @type {typeof import("./entry.js")} */
let entry;

/** A puzzle that comes after another one was asked for or opened is dropped. */
const latest = onlyLatest();

/**
 * Takes the game that an address brings for its puzzle, if it brings one.
 * @typedef {((row: Row) => ReturnType<typeof import("./code.js").brought>) | null} Take
 */

/**
 * Puts a puzzle on the board.
 * @param {Row} row @param {boolean} [isNew] whether it gets an address of its own in the history
 * @param {Take} [take]
 */
function open(row, isNew = false, take) {
  closeWay();
  session.keepTime();
  void latest();
  const taken = take?.(row), left = history.state;
  history[isNew ? "pushState" : "replaceState"](null, "", puzzleAddress(row));
  session.open(row, taken?.game ?? store.findGame(row.id || row.puzzle));
  if (taken) session.keep();
  if (taken && !session.ends) say(taken.words);
  store.serve(row);
  drawLevel();
  document.body.dataset.ready = session.key;
  drawAround();
  tellNews(session);
  openAgain(session, left);
}

/** Shows the level of the puzzle, where it has one. */
function drawLevel() {
  if (session.row?.level) setLevel(session.row.level);
  drawName();
}

/** What stands below the board on paper: the level and the ID, which finds the puzzle again. */
function drawName() {
  const { row, entering } = session;
  const name = !row || entering ? [] : [row.level && levelTitle(row.level), row.id];
  byId("board").parentElement?.setAttribute("data-name", name.filter(Boolean).join(" · "));
}

/** A new puzzle of the chosen level and symmetry. @param {boolean} [isNew] */
async function openNew(isNew = true) {
  const isFirst = !isNew && !store.games().some(store.begun) && !store.read("coached", false);
  const chosen = level();
  const kind = symmetry.offer(chosen);
  store.settings.set({ level: chosen, symmetry: symmetry.wanted });
  const found = await latest(newPuzzle(chosen, kind));
  if (!found) return;
  open(found.row, isNew);
  if (found.words) say(found.words);
  else if (isFirst) welcome().catch(() => {});
}

/** The cards of the coach, unless the player has gone on before they are loaded. */
async function welcome() {
  const { row } = session, said = byId("words").firstChild;
  const { coach } = await import("./coach.js");
  if (session.row === row && !session.entering && byId("words").firstChild === said) coach(session, () => run(session, "close"));
}

async function openDaily() {
  const date = today();
  try {
    const row = await latest(get("daily", { date, level: String(level()) }));
    if (!row) return;
    store.rememberDaily(date, [row.id]);
    open(row, true);
  } catch (error) {
    say(reasonFor(error, t.needsServer));
  }
}

/** @param {string} id @param {Take} [take] */
async function openID(id, take) {
  const kept = store.findGame(id)?.row ?? store.findInPocket(id);
  try {
    const row = await latest(kept ? Promise.resolve(kept) : get(`puzzles/${encodeURIComponent(id)}`));
    if (!row) return;
    open(row, false, take);
    if (!kept) symmetry.want(row.symmetry); // what somebody else has chosen
    symmetry.offer(row.level);
  } catch (error) {
    sayNone(isMissing(error) ? fill(t.notInBank, { id }) : reasonFor(error, t.needsServer));
  }
}

/** Says why there is no puzzle, and offers another one. @param {string} why */
function sayNone(why) {
  aroundBoard(session);
  say(element("p", {}, why), commandButton("new", t.next, { class: "strong" }));
}

/** Loads the board to type on. False if there is no connection, or something else was asked for. */
async function loadEntry() {
  try {
    const loaded = await latest(import("./entry.js"));
    entry ??= /** @type {typeof entry} */ (loaded);
    return loaded !== undefined;
  } catch {
    say(t.needsServer);
    return false;
  }
}

/** Opens a puzzle of one's own, or, with a text that is none, the board to type one. @param {string} puzzle @param {Take} [take] */
async function openOwn(puzzle, take) {
  if (!(await loadEntry())) return;
  const row = entry.ownRow(parseGrid(puzzle));
  if (!row.solution) return enterOwn(puzzle);
  open(store.findGame(row.puzzle)?.row ?? row, false, take);
  void entry.rateOwn(session).then(drawLevel);
}

/** Goes on with the latest game that was begun and is not solved, or begins one. */
function goOn() {
  const row = store.unfinished();
  if (!row) return openNew(false);
  return row.id ? openID(row.id) : openOwn(row.puzzle);
}

/** The board to type a puzzle into. @param {string} [text] what an address has brought for a puzzle */
async function enterOwn(text) {
  const here = new URLSearchParams(location.search).has("enter");
  if (!here) history[text ? "replaceState" : "pushState"](null, "", viewAddress("play", { enter: "" }));
  closeWay();
  if (!(await loadEntry())) return;
  entry.openEntry(session);
  drawAround();
  document.body.dataset.ready = session.key;
  if (text) void entry.paste(session, text);
}

/** The ID in the address, as somebody may have written it. */
function idOfAddress() {
  const text = idIn(new URL(location.href));
  try {
    return text && cleanID(decodeURIComponent(text));
  } catch {
    return text; // the escapes are broken: there is no such puzzle
  }
}

/** Opens what the address says. */
async function openAddress() {
  const [, text] = /^#game=(.+)$/.exec(location.hash) ?? [];
  const code = text ? await import("./code.js").catch(() => null) : null;
  /** @type {Take} */
  const take = code && ((row) => code.brought(text, row));
  const id = idOfAddress();
  const query = new URLSearchParams(location.search);
  const own = query.get("puzzle");
  const wanted = query.get("level");
  const isLevel = /^[1-9]$/.test(wanted ?? "");
  if (isLevel) setLevel(Number(wanted));
  if (query.has("symmetry")) symmetry.want(query.get("symmetry") ?? "");
  if (query.has("enter")) return enterOwn();
  if (id) return openID(id, take);
  if (own) return openOwn(own, take);
  if (wanted && !isLevel) return sayNone(`${t.level}: 1 – 9`);
  return wanted || query.has("symmetry") ? openNew(false) : goOn();
}

/** Draws what stands around the board. */
function drawAround() {
  const { row } = session;
  drawName();
  if (!row) return;
  const facts = { clues: row.clues, er: Number(row.er).toFixed(1), hardest: techniqueTitle(row.hardest) };
  byId("clues").textContent = fill(row.er ? t.clueCount : row.level ? t.factsMade : t.factsOwn, facts);
  byId("facts").textContent = row.er ? fill(t.facts, facts) : "";
  byId("spoiler").hidden = !row.er;
  byId("id").textContent = row.id;
  aroundBoard(session);
  thinkAhead(session);
}

/** What the player chooses of the page and of new puzzles. */
function listen() {
  language.addEventListener("change", async () => {
    openSheet("");
    try {
      await /** @type {any} */ (globalThis).textsOf(language.value);
      store.write("language", language.value);
      location.reload();
    } catch {
      language.value = store.read("language", "");
      say(t.noLanguage);
    }
  });
  size.addEventListener("change", () => {
    store.write("size", size.value);
    document.documentElement.dataset.size = size.value;
  });
  byId("level").addEventListener("click", drawLevels);
  byId("symmetry").addEventListener("change", () => {
    symmetry.choose();
    openSheet("");
    run(session, "new");
  });
}

commands.new = () => {
  openSheet("");
  void openNew();
};
commands.enter = () => {
  openSheet("");
  void enterOwn();
};
commands.pasteOwn = () => void entry.pasteCopied(session);
commands.playOwn = () => entry.playOwn(session, (row) => {
  open(row, true);
  void entry.rateOwn(session).then(drawLevel);
});
commands.key = pressKey;
commands.level = chooseLevel;
commands.spoiler = (_, help) => askFirst(session, help, () => commands.help(session, help));
commands.carry = () => {
  openSheet("");
  void import("./code.js").then(({ showCode }) => showCode(session), () => say(t.needsServer));
};
commands.daily = () => {
  openSheet("");
  void openDaily();
};

session.onChange.push(closeOldWay, drawAround, () => session.entering && entry.tellSoon(session), () => tellNews(session));
document.addEventListener("paste", (e) => {
  const text = e.clipboardData?.getData("text");
  if (session.entering && text && !(e.target instanceof HTMLInputElement)) void entry.paste(session, text);
});
store.takeOver();
listen();
listenAround(session);
listenToPen(session);
listenToTaps(session);
listenToKeys(session);
language.value = store.read("language", "");
size.value = store.read("size", "normal");
setLevel(store.settings.get().level);
symmetry.want(store.settings.get().symmetry);
await openAddress();
window.addEventListener("popstate", () => void openAddress());
window.addEventListener("storage", (e) => {
  if (e.key === store.nameOf(session.key) && session.refresh()) say(t.otherTab);
});
startShell();
void import("./focus.js").then(({ keepFocus }) => keepFocus(session), () => {});
startEngineSoon(() => {
  void import("./ahead.js").then((ahead) => (thinkAhead = ahead.thinkAhead)(session), () => {});
  fillPocket().catch(() => {});
});
store.tidy();
symmetry.learn().then(() => symmetry.offer(level())).catch(() => {});

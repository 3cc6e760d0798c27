// The list of the games that were played on this device.

import { button, byId, element, save } from "./dom.js";
import { add, dailyDays, kept } from "./kept.js";
import { parseKept } from "./merge.js";
import { puzzleAddress } from "./places.js";
import * as store from "./store.js";
import { startShell } from "./shell.js";
import { clock, dayAndTime, fill, median, texts } from "./words.js";

/** @typedef {import("./store.js").Played} Played */

const t = texts.games;

/** The games that were begun. */
const games = () => store.games().filter(store.begun);

const levelName = (/** @type {number} */ level) => (level ? String(level) : t.own);

/** @param {Played} game */
const nameOf = ({ row }) => row.name || row.id || row.puzzle;

/** @param {Played} game */
const helpsOf = (game) => Object.entries(game.helps).flatMap(([n, times]) => {
  const name = texts.helps[/** @type {"label1"} */ (`label${n}`)] ?? n;
  return times > 1 ? `${name} ${times}×` : times ? name : [];
}).join(", ") || t.without;

/** @param {string} id @param {Node[]} rows */
const fillTable = (id, rows) => byId(id).querySelector("tbody")?.replaceChildren(...rows);

/** @param {(Node | string)[]} cells */
const tableRow = (...cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));

/** Deletes a game or all, but not the days that they were solved on. @param {string} [key] */
function forget(key) {
  dailyDays();
  store.deleteGames(key);
}

/** @param {Played[]} list */
function levelRows(list) {
  const levels = [...new Set(list.map((game) => game.row.level))].sort((a, b) => a - b);
  return levels.map((level) => {
    const times = store.timesOf(level, list);
    return tableRow(levelName(level), String(times.length), times.length ? clock(Math.min(...times)) : "–", times.length ? clock(median(times)) : "–");
  });
}

/** Has the keyboard go on from the button of a row, or from one for all games. @param {number} [row] */
function focusOn(row = games().length) {
  (byId("games").querySelectorAll("button")[row] ?? byId(games().length ? "delete" : "export")).focus();
}

/** @param {Played} game @param {number} row */
function gameRow(game, row) {
  const remove = button({ "aria-label": `${t.deleteOne}: ${game.key}` }, () => askSure(game, row), t.deleteOne);
  return tableRow(
    element("a", { href: puzzleAddress(game.row), class: "id" }, nameOf(game)),
    levelName(game.row.level),
    dayAndTime(game.started),
    clock(game.seconds), helpsOf(game), game.solved ? t.done : element("a", { href: puzzleAddress(game.row) }, t.open), remove,
  );
}

function draw() {
  const list = games();
  byId("none").hidden = list.length > 0;
  byId("tables").hidden = list.length === 0;
  byId("delete").toggleAttribute("disabled", list.length === 0); // a file holds more than games
  fillTable("by-level", levelRows(list));
  fillTable("games", list.map(gameRow));
}

/** What is asked about: the game of a row, or all. @type {{ game?: Played, row?: number }} */
let asked = {};

/** Asks before a game is deleted, or all. @param {Played} [game] @param {number} [row] */
function askSure(game, row) {
  asked = { game, row };
  byId("sure").hidden = false;
  const question = fill(t.sure, { n: game ? 1 : games().length });
  byId("sure").querySelector("span")?.replaceChildren(game ? `${question} ${nameOf(game)}` : question);
  byId("no").focus();
}

/** Closes the question that has the focus. */
function closeSure() {
  byId("sure").hidden = true;
  focusOn(asked.row);
}

byId("export").addEventListener("click", () => {
  save(new Blob([JSON.stringify(kept(), null, 1)], { type: "application/json" }), "seedoku-games.json");
});
byId("import").addEventListener("change", async () => {
  const input = /** @type {HTMLInputElement} */ (byId("import"));
  const [file] = input.files ?? [];
  input.value = ""; // so that the same file can be chosen again
  const found = file && parseKept(await file.text());
  if (!found || found === "later") return void (byId("state").textContent = found ? t.laterGames : t.notGames);
  add(found.kept);
  byId("state").textContent = fill(found.bad ? t.importedSome : t.imported, { n: found.kept.games.length, bad: found.bad }) + (store.keepsAll() ? "" : ` ${texts.play.unkept}`);
  draw();
});
byId("delete").addEventListener("click", () => askSure());
byId("yes").addEventListener("click", () => {
  forget(asked.game?.key);
  draw();
  closeSure();
});
byId("no").addEventListener("click", closeSure);

store.takeOver();
draw();
startShell();

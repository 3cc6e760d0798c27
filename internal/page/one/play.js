// The file that plays: a board, new puzzles of nine levels, and a puzzle of one's own.

import { make } from "./api.js";
import { drawAround, listenAround } from "./around.js";
import { commands, run } from "./commands.js";
import { byId } from "./dom.js";
import { openEntry, ownRow, paste, pasteCopied, playOwn, tellSoon } from "./entry.js";
import { parseGrid } from "./grid.js";
import { listenToKeys } from "./keys.js";
import { puzzleAddress } from "./places.js";
import { Session } from "./session.js";
import { openSheet } from "./sheets.js";
import * as store from "./store.js";
import { closeWay } from "./way.js";

/** @typedef {import("../static/api.js").Row} Row */

const session = new Session();
const level = /** @type {HTMLSelectElement} */ (byId("level"));

/** Puts a puzzle on the board, and into the address. @param {Row} row */
function open(row) {
  closeWay();
  openSheet("");
  session.keepTime();
  session.open(row, store.findGame(row.id || row.puzzle));
  if (row.level) level.value = String(row.level);
  location.hash = puzzleAddress(row);
  document.body.dataset.ready = row.puzzle;
  drawAround(session);
}

/** Opens the puzzle of the address. Without one, it goes on with the latest game, or begins one. */
function start() {
  const puzzle = location.hash.slice(1);
  if (puzzle === session.row?.puzzle) return;
  const row = puzzle ? store.findGame(puzzle)?.row ?? ownRow(parseGrid(puzzle)) : store.unfinished();
  if (row?.solution) return open(row);
  if (!puzzle) return run(session, "new");
  run(session, "enter"); // which says why it is none
  void paste(session, puzzle);
}

commands.new = () => {
  store.settings.set({ level: Number(level.value) });
  open(make(Number(level.value)));
};
commands.enter = () => {
  closeWay();
  openEntry(session);
  drawAround(session);
};
commands.pasteOwn = () => void pasteCopied(session);
commands.playOwn = () => playOwn(session, open);

session.onChange.push(() => drawAround(session), () => session.entering && tellSoon(session));
document.addEventListener("paste", (e) => {
  const text = e.clipboardData?.getData("text");
  if (session.entering && text && !(e.target instanceof HTMLInputElement)) void paste(session, text);
});
level.value = String(store.settings.get().level);
listenAround(session);
level.addEventListener("change", () => run(session, "new"));
listenToKeys(session);
addEventListener("hashchange", start);
start();
store.tidy();

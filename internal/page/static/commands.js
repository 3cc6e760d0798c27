// What the player can ask for, by name: buttons name commands (data-do), keys name
// commands, and here is what they do.

import { byId, copy } from "./dom.js";
import { choosePen, startDrawing } from "./draw.js"; // not in one file
import { cells } from "./grid.js";
import { endOf } from "./end.js";
import { beforeMistake, clearMove, digitMove, markMove } from "./game.js";
import { helps, playStory } from "./helps.js";
import { hint, hintBy } from "./hint.js";
import { candidate } from "./plan.js"; // not in one file
import { openSheet, sheetOpen, turnSheet } from "./sheets.js";
import { say } from "./speech.js";
import { emptyPocket, settings } from "./store.js";
import { closeWay, doWay, goTo, walk } from "./way.js";
import { fill, texts } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Mode} Mode */

/** @type {Mode[]} */
const modes = ["digit", "corner", "centre", "colour"];

/** The settings that are on or off. */
const switches = /** @type {const} */ ([
  "timer", "highlight", "conflicts", "clean",
  "atOnce", "digitFirst", "left", "sounds", // not in one file
]);

let lastHelp = ""; // the help asked for just now and the chosen cells, until something else is asked for

/**
 * @type {Record<string, (session: Session, value: string) => void>}
 */
export const commands = {
  digit: (s, value) => enter(s, s.mode, Number(value)),
  corner: (s, value) => enter(s, "corner", Number(value)),
  centre: (s, value) => enter(s, "centre", Number(value)),
  colour: (s, value) => enter(s, "colour", Number(value)),
  paint: (s, value) => [...s.selection].forEach((c) => !s.position.digits[c] && s.move({ kind: "paint", from: candidate(c, Number(value)), value: s.pen })), // not in one file
  erase: (s) => s.move(s.mode === "draw" ? { kind: "undraw" } : clearMove(s.game, [...s.selection])),
  undo: (s) => s.act({ type: "undo" }),
  redo: (s) => s.act({ type: "redo" }),
  goto: (s, value) => s.act({ type: "goto", at: Number(value) }),
  restart: (s) => restart(s),
  auto: (s) => s.move({ kind: "auto", on: !s.position.auto }),
  mode: (s, value) => setMode(s, /** @type {Mode} */ (value)),
  nextMode: (s) => setMode(s, modes[(modes.indexOf(s.mode) + 1) % modes.length]),
  all: (s) => s.select(new Set(cells), s.cursor),
  pause: (s) => s.pause(!s.paused),
  ...Object.fromEntries(switches.map((name) => [name, (/** @type {Session} */ s) => set(s, { [name]: !settings.get()[name] })])),
  easy: (s) => chooseStyle(s), // not in one file
  filter: (s) => filter(s),
  bookmark: (s) => s.act({ type: "bookmark" }),
  toBookmark: (s, value) => toBookmark(s, value),
  unmistake: (s) => unmistake(s),
  hint: (s) => void hint(s),
  hintBack: (s) => hintBy(s, -1),
  hintNext: (s) => hintBy(s, 1),
  story: (s) => void playStory(s),
  replay: (s) => void import("./replay.js").then(({ replay }) => replay(s)), // not in one file
  allSteps: (s) => help(s, 7, true), // not in one file
  print: () => window.print(),
  share: (s) => share(s), // not in one file
  help: (s, value) => help(s, Number(value), false),
  spoiler: (s, value) => help(s, Number(value), false), // asks first where there is room to
  helpAll: (s, value) => help(s, Number(value), true),
  helps: () => turnSheet("helps"),
  more: () => turnSheet("more"),
  levels: () => turnSheet("levels"), // not in one file
  close: (s) => close(s),
  wayBack: () => walk(-1),
  wayNext: () => walk(1),
  wayGo: (_, value) => goTo(Number(value)),
  wayDo: () => doWay(),
};

/**
 * @param {Session} session @param {string} name @param {string} [value]
 */
export function run(session, name, value = "") {
  const asksForHelp = ["help", "helpAll", "spoiler", "helps"].includes(name); // on phones a sheet has them
  if (!asksForHelp) lastHelp = "";
  session.refresh();
  commands[name]?.(session, value);
}

/** @param {Session} s @param {Mode} mode @param {number} value */
function enter(s, mode, value) {
  if (s.awaits) return s.awaits(value);
  if (mode === "draw") return choosePen(s, value); // not in one file
  const where = [...s.selection];
  s.move(mode === "digit" ? digitMove(s.game, where, value, settings.get().clean) : markMove(s.game, mode, where, value));
}

/** @param {Session} s @param {Mode} mode */
function setMode(s, mode) {
  if (s.entering) return; // the keys of the modes are not there
  s.mode = mode;
  s.told();
  if (mode === "draw") startDrawing(); // not in one file
}

/** @param {Session} s @param {object} changes */
function set(s, changes) {
  settings.set(changes);
  s.changed();
}

/** @param {Session} s */
function restart(s) {
  openSheet("");
  if (!s.playing || !s.game.moves.length) return;
  s.move({ kind: "restart" });
  say(texts.play.restarted);
}

/** Switches between puzzles of many clues and of few. @param {Session} s */
function chooseStyle(s) {
  emptyPocket(); // of the other style
  set(s, { easy: !settings.get().easy });
}

/** @param {Session} s @param {number} n @param {boolean} all */
function help(s, n, all) {
  if (!s.row || s.paused || s.entering) return;
  closeWay();
  openSheet("");
  const asked = [n, ...s.selection].join(), again = lastHelp === asked;
  lastHelp = asked;
  void helps[n - 1](s, { again, all });
}

/** Tints where a digit may go, until it is asked for again. @param {Session} s */
function filter(s) {
  openSheet("");
  const was = s.filter;
  s.filter = 0;
  s.show({});
  s.told();
  if (was) return;
  s.awaits = (digit) => {
    s.filter = digit;
    s.show({});
    s.told();
  };
  say(texts.help.whereAsk);
}

/**
 * Goes back to a bookmark, or to the last one before the place of the game.
 * @param {Session} s @param {string} value
 */
function toBookmark(s, value) {
  const { bookmarks, at } = s.game;
  const to = value ? Number(value) : bookmarks.filter((b) => b < at).pop();
  openSheet("");
  if (to === undefined) return say(texts.play.noBookmark);
  s.act({ type: "goto", at: to });
}

/** Goes back to before the first mistake. @param {Session} s */
function unmistake(s) {
  const { solution } = s;
  openSheet("");
  if (s.paused || s.entering) return;
  closeWay();
  if (!solution) return say(texts.help.noSolution);
  const before = s.game.at, at = beforeMistake(s.game, solution);
  s.count(5);
  s.act({ type: "goto", at });
  say(at < before ? fill(texts.help.unmistook, { n: before - at }) : texts.help.right);
}

/** Closes one thing at a time. @param {Session} s */
function close(s) {
  if (!byId("way").hidden) return closeWay();
  const open = sheetOpen();
  openSheet("");
  if (Object.keys(s.shown).length || s.awaits || byId("panel").dataset.said) s.show({});
  else if (!open) s.select(new Set(), s.cursor);
}

/** @param {Session} s */
async function share(s) {
  openSheet("");
  const text = s.done ? fill(texts.play.sharedEnd, { end: endOf(s), level: s.row?.level ?? "", address: location.href }) : location.href;
  const done = (await copy(text)) ? fill(texts.play.shared, { text }) : text;
  const line = document.getElementById("end-said"); // on the card of the end
  if (line) line.textContent = done;
  else say(done);
  void import("./code.js").then(({ showPuzzle }) => showPuzzle(location.href, done), () => {}); // not in one file
}

// Everything that a device keeps as one file, and what two of them make together: the same
// in any order. Facts in, facts out.

import { isCard } from "./boxes.js";
import { conflicts, emptyGrid, parseGrid } from "./grid.js";
import { seedLength, version } from "./store.js";

/** @typedef {import("./store.js").Played} Played */

/**
 * @typedef {object} Kept
 * @property {number} seedoku  the version
 * @property {Played[]} games
 * @property {Record<string, any> & {saved?: number}} settings
 * @property {string[]} served  seeds, each with the minute that it was served in
 * @property {import("./boxes.js").Cards} cards  what is known of each technique
 * @property {Record<string, number>} days  how many puzzles of a day were solved, by date
 */

/** The kinds of moves. Their order lasts: carried games have their numbers. */
export const moveKinds = ["digit", "wheel", "corner", "centre", "colour", "clear", "auto", "step", "restart", "paint", "link", "undraw"];

/** Whether a value is a whole number in a range. @param {any} n @param {number} from @param {number} to */
const within = (n, from, to) => Number.isInteger(n) && n >= from && n <= to;

/** @param {any} list @param {(value: any) => boolean} is */
const all = (list, is) => list === undefined || (Array.isArray(list) && list.every(is));

/** @param {any} pair */
const isPair = (pair) => Array.isArray(pair) && within(pair[0], 0, 80) && within(pair[1], 1, 9);

/** @param {any} move */
const isMove = (move) =>
  moveKinds.includes(move?.kind) && all(move.cells, (c) => within(c, 0, 80)) && (move.value === undefined || within(move.value, 0, 9)) &&
  all(move.places, isPair) && all(move.removes, isPair) && [move.from, move.to].every((k) => k === undefined || within(k, 0, 728));

/** @param {any} text */
const isGrid = (text) => typeof text === "string" && /^[1-9.]{81}$/.test(text);

/** Whether a text is the solution of a puzzle, or nothing. @param {any} text @param {string} puzzle */
const isSolution = (text, puzzle) =>
  text === "" || (isGrid(text) && !text.includes(".") && [...puzzle].every((d, c) => d === "." || d === text[c]) && !conflicts(parseGrid(text)).length);

/** Whether a value of a file is a game that this page can read. @param {any} game */
export const isGame = (game) =>
  within(game?.v, 1, version) && Number.isFinite(game.saved) && isGrid(game.row?.puzzle) && game.row.puzzle !== emptyGrid &&
  isSolution(game.row.solution, game.row.puzzle) && within(game.row.level, 0, 9) && Number.isFinite(game.row.er) &&
  typeof game.row.id === "string" && game.key === (game.row.id || game.row.puzzle) && game.seconds >= 0 && Number.isFinite(game.seconds) &&
  (game.started === "" || (typeof game.started === "string" && Number.isFinite(Date.parse(game.started)))) && game.helps && typeof game.helps === "object" && Object.values(game.helps).every(Number.isFinite) &&
  all(game.moves, isMove) && (game.at === undefined || within(game.at, 0, 1e6)) && all(game.bookmarks, (b) => within(b, 0, 1e6));

/**
 * The later of two states, by when they were saved, then by their time.
 * @template {{saved?: number, seconds?: number}} T @param {T} a @param {T} b @returns {T}
 */
function later(a, b) {
  const before = (a.saved ?? 0) - (b.saved ?? 0) || (a.seconds ?? 0) - (b.seconds ?? 0) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return before < 0 ? b : a;
}

/**
 * What is served on two devices, each seed with its last minute, in this order.
 * @param {string[]} a @param {string[]} b
 */
export function mergeServed(a, b) {
  const last = new Map();
  for (const entry of [...a, ...b]) {
    const seed = entry.slice(0, seedLength), minute = entry.slice(seedLength);
    if (!(last.get(seed) >= minute)) last.set(seed, minute);
  }
  return [...last].map(([seed, minute]) => minute + seed).sort().map((s) => s.slice(-seedLength) + s.slice(0, -seedLength));
}

/**
 * What two devices have by name, and one value of what both have.
 * @template T @param {Record<string, T>} a @param {Record<string, T>} b @param {(a: T, b: T) => T} one
 * @returns {Record<string, T>}
 */
const mergeNamed = (a, b, one) => Object.fromEntries(Object.keys({ ...a, ...b }).sort().map((name) => [name, !Object.hasOwn(a, name) ? b[name] : !Object.hasOwn(b, name) ? a[name] : one(a[name], b[name])]));

/** What two devices know together: of each technique the later. @param {import("./boxes.js").Cards} a @param {import("./boxes.js").Cards} b */
export const mergeCards = (a, b) => mergeNamed(a, b, later);

/** @param {Kept} a @param {Kept} b @returns {Kept} */
export function merge(a, b) {
  /** @type {Map<string, Played>} */
  const games = new Map();
  for (const game of [...a.games, ...b.games]) {
    const other = games.get(game.key);
    games.set(game.key, other ? later(other, game) : game);
  }
  return {
    seedoku: Math.max(a.seedoku, b.seedoku),
    games: [...games.values()].sort((x, y) => (x.key < y.key ? -1 : 1)),
    settings: later(a.settings, b.settings),
    served: mergeServed(a.served, b.served),
    cards: mergeCards(a.cards, b.cards),
    days: mergeNamed(a.days, b.days, Math.max),
  };
}

/**
 * What a file holds, without what cannot be read. Null if it is no file of games, and "later"
 * if a later page has made it. Files of older pages are lists of games.
 * @param {string} text
 * @returns {{kept: Kept, bad: number} | "later" | null}
 */
export function parseKept(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(file)) file = { seedoku: 1, games: file.map((g) => ({ v: 1, saved: (Date.parse(g?.started) || 0) + 1000 * (g?.seconds ?? 0), ...g })) };
  if (within(file?.seedoku, version + 1, Infinity)) return "later";
  if (!within(file?.seedoku, 1, version) || !Array.isArray(file.games)) return null;
  const games = file.games.filter((/** @type {any} */ game) => isGame(game));
  const served = (Array.isArray(file.served) ? file.served : []).filter((/** @type {any} */ s) => typeof s === "string" && /^[0-9A-Z]{13}[0-9a-z]{5}$/.test(s));
  const settings = Object.fromEntries(Object.entries(file.settings ?? {}).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
  const cards = Object.fromEntries(Object.entries(file.cards ?? {}).filter(([name, card]) => /^[a-z0-9-]{1,50}$/.test(name) && isCard(card)));
  const days = Object.fromEntries(Object.entries(file.days ?? {}).filter(([date, n]) => /^\d{4}-\d\d-\d\d$/.test(date) && within(n, 1, 9)));
  return { kept: { seedoku: file.seedoku, games, settings, served, cards, days: /** @type {Record<string, number>} */ (days) }, bad: file.games.length - games.length };
}

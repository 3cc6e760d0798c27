// What is kept on the device: settings, games, and a pocketful of puzzles. Each game has a
// key of its own. What the device does not take is kept as long as the page is open.

import { emptyGrid } from "./grid.js";

/**
 * @typedef {import("./api.js").Row} Row
 *
 * @typedef {object} Played a game as it is kept
 * @property {number} v        the version of what is kept
 * @property {number} saved    when, in milliseconds since 1970
 * @property {string} key      the ID of the puzzle, or its clues
 * @property {Row} row
 * @property {string} started  as ISO 8601 says it
 * @property {number} seconds
 * @property {Record<string, number>} helps  how often each was used
 * @property {boolean} solved
 * @property {import("./game.js").Move[]} [moves]
 * @property {number} [at]
 * @property {number[]} [bookmarks]
 */

const prefix = "seedoku.";
const gamePrefix = "game.";

/** The version of games that this page reads and writes. */
export const version = 3;

/**
 * What the device did not take, as it would be kept, and what it kept then.
 * @type {Map<string, {text: string, over: string | null}>}
 */
const unsaved = new Map();

/** @param {string} name */
function storedText(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Whether the device keeps games and settings. */
export const keepsAll = () => [...unsaved.keys()].every((name) => name === "pocket");

/**
 * @template T
 * @param {string} name @param {T} fallback
 * @returns {T}
 */
export function read(name, fallback) {
  const mine = unsaved.get(name), stored = storedText(name);
  const own = parsed(mine?.text ?? null), kept = parsed(stored);
  if (mine && (mine.over === stored || own?.saved > kept?.saved)) return own ?? fallback;
  unsaved.delete(name); // another tab has stored something since
  return kept ?? fallback;
}

/** @param {string} name @param {string} text */
function put(name, text) {
  try {
    localStorage.setItem(prefix + name, text);
    unsaved.delete(name);
    return true;
  } catch {
    return false; // the store is full or switched off
  }
}

/**
 * A device that keeps nothing is not a reason to stop playing.
 * @param {string} name @param {unknown} value
 */
export function write(name, value) {
  const text = JSON.stringify(value);
  if (put(name, text) || (makeRoom(name) && put(name, text))) return true;
  unsaved.set(name, { text, over: storedText(name) });
  return false;
}

/** @param {string} name */
function remove(name) {
  unsaved.delete(name);
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // There was nothing to remove.
  }
}

/** The names of what is kept that begin with a text. @param {string} start */
function names(start) {
  const found = new Set(unsaved.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) found.add(key.slice(prefix.length));
  } catch {
    // Nothing is kept.
  }
  return [...found].filter((name) => name.startsWith(start));
}

/** Gives up what can be had again, for what cannot. @param {string} name of what needs the room */
function makeRoom(name) {
  if (name === "pocket") return false;
  remove("pocket");
  for (const game of games().filter((g) => g.solved && g.moves).slice(10)) {
    put(gamePrefix + game.key, JSON.stringify({ ...game, moves: undefined, at: undefined, bookmarks: undefined }));
  }
  return true;
}

/**
 * Settings, which hold for all games.
 * @typedef {object} Settings
 * @property {number} level
 * @property {string} symmetry
 * @property {boolean} timer
 * @property {boolean} highlight
 * @property {boolean} easy       whether puzzles of the first levels have many clues
 * @property {boolean} conflicts  whether digits that are twice in a house are marked
 * @property {boolean} atOnce     whether wrong digits are marked once they are entered
 * @property {boolean} clean      whether a digit takes its notes away from the cells that it sees
 * @property {boolean} digitFirst whether keys choose a digit, and taps on cells enter it
 * @property {boolean} left       whether the controls are for the left hand
 * @property {boolean} sounds
 * @property {"digits"|"steps"|"off"} wheel  what the wheel does over the board
 */
export const settings = {
  /** @type {Settings} */
  defaults: {
    level: 1, symmetry: "", timer: true, highlight: true, easy: true, conflicts: false, clean: false, wheel: "digits",
    atOnce: false, digitFirst: false, left: false, sounds: false, // not in one file
  },
  /** @returns {Settings} */
  get: () => ({ ...settings.defaults, ...read("settings", {}) }),
  /** @param {Partial<Settings>} changes */
  set: (changes) => write("settings", { ...read("settings", {}), ...changes, saved: Date.now() }),
};

/** Whether a game has more than its puzzle. @param {Played} game */
export const begun = (game) => game.key !== emptyGrid && (game.solved || !!game.moves?.length || Object.keys(game.helps).length > 0);

/** @returns {Played[]} the latest first */
export const games = () =>
  names(gamePrefix).flatMap((name) => isGame(read(name, null)) ?? []).sort((a, b) => b.saved - a.saved);

/** The puzzle of the latest game that was begun and is not solved. @returns {Row | undefined} */
export const unfinished = () => games().find((game) => begun(game) && !game.solved && (game.row.id || game.row.solution))?.row;

/** A game that this page can read. @param {any} game @returns {Played | undefined} */
const isGame = (game) => (game?.key && game.row && game.v <= version ? game : undefined);

/** Keeps a game. @param {Omit<Played, "v" | "saved">} game @param {number} saved when */
export function saveGame(game, saved) {
  const newer = read(gamePrefix + game.key, { v: 0 }).v > version; // a later page's, which must not lose anything
  if (!newer) write(gamePrefix + game.key, { ...game, v: version, saved });
}

/** @param {string} key */
export const findGame = (key) => isGame(read(gamePrefix + key, null));

/** The name in the store of a game. @param {string} key */
export const nameOf = (key) => prefix + gamePrefix + key;

/** @param {string} [key] all games without it */
export const deleteGames = (key) => (key ? [gamePrefix + key] : names(gamePrefix)).forEach(remove);

const keptUnbegun = 30; // puzzles that were only looked at

/** Takes over what older pages have kept. */
export function takeOver() {
  for (const game of /** @type {Played[]} */ (read("games", []))) {
    const saved = (Date.parse(game.started) || 0) + 1000 * game.seconds;
    if (!findGame(game.key)) write(gamePrefix + game.key, { ...game, v: version, saved });
  }
  if (!read("games", null)) return;
  emptyPocket(); // its puzzles are of any pattern
  if (keepsAll()) remove("games");
}

/** The times of the games of a level that were solved. @param {number} level */
export const timesOf = (level, list = games()) => list.filter((game) => game.solved && game.row.level === level).map((game) => game.seconds);

/** Forgets puzzles that were only looked at, but for the latest. */
export const tidy = () => games().filter((game) => !begun(game)).slice(keptUnbegun).forEach((game) => deleteGames(game.key));

/** What is known of each technique that was tried. @returns {import("./boxes.js").Cards} */
export const cards = () => read("cards", {});

/** @param {import("./boxes.js").Cards} all */
export const saveCards = (all) => write("cards", all);

/** The IDs of puzzles of days, by date. @returns {Record<string, string[]>} */
export const dailies = () => read("dailies", {});

/**
 * Remembers the puzzles of a day, so that a later look sees which are solved.
 * @param {string} date @param {string[]} ids
 */
export const rememberDaily = (date, ids) => write("dailies", { ...dailies(), [date]: [...new Set([...(dailies()[date] ?? []), ...ids])] });

/** @type {() => Record<string, Row[]>} */
const pocket = () => read("pocket", {});
const pocketSize = 8; // puzzles of each level

/** Throws away what is in the pocket. */
export const emptyPocket = () => remove("pocket");

export const seedLength = 13; // characters of the name of a seed
export const entryLength = seedLength + 5; // with the minute

/** The seeds that were served, each with its minute, the latest last. @returns {string[]} */
export const entries = () => /** @type {string} */ (read("served", "")).match(new RegExp(`.{${entryLength}}`, "g")) ?? [];

/** The seeds that were served, the latest last. */
export const served = () => entries().map((entry) => entry.slice(0, seedLength));

/** The minute that it is, so short that it lasts until 2085. */
const minute = () => Math.floor(Date.now() / 60_000).toString(36).padStart(entryLength - seedLength, "0");

/** The seed of a puzzle. @param {{id: string}} puzzle */
export const seedOf = ({ id }) => id.split("-")[0];

/** Remembers that the seed of a puzzle was served just now. @param {{id: string}} puzzle */
export function serve(puzzle) {
  const seed = seedOf(puzzle);
  if (seed.length === seedLength) write("served", [...entries().filter((entry) => !entry.startsWith(seed)), seed + minute()].join(""));
}

/**
 * Takes a puzzle of a level out of the pocket, of a seed that was not served.
 * @param {number} level @returns {Row | undefined}
 */
export function takeFromPocket(level) {
  const all = pocket(), had = new Set(served());
  const left = (all[level] ?? []).filter((row) => !had.has(seedOf(row)));
  const row = left.shift();
  all[level] = left;
  write("pocket", all);
  return row;
}

/** @param {string} id */
export const findInPocket = (id) => Object.values(pocket()).flat().find((row) => row.id === id);

/**
 * Fills the pocket up.
 * @param {(level: number, n: number) => Promise<Row[]>} fetchSome
 */
export async function fillPocket(fetchSome) {
  for (let level = 1; level <= 9; level++) {
    const missing = pocketSize - (pocket()[level]?.length ?? 0);
    if (missing < pocketSize / 2) continue;
    const rows = await fetchSome(level, missing);
    const all = pocket();
    all[level] = [...(all[level] ?? []), ...rows];
    write("pocket", all);
  }
}

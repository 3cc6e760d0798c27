// What is kept on the device: settings, games, and a pocketful of puzzles.

/**
 * @typedef {import("./api.js").Row} Row
 *
 * @typedef {object} Played a game as it is kept
 * @property {string} key      the ID of the puzzle, or its clues
 * @property {Row} row
 * @property {string} started  as ISO 8601 says it
 * @property {number} seconds
 * @property {Record<string, number>} helps  how often each was used
 * @property {boolean} solved
 * @property {import("./game.js").Move[]} [moves]
 * @property {number} [at]
 */

const prefix = "seedoku.";

/**
 * @template T
 * @param {string} name @param {T} fallback
 * @returns {T}
 */
export function read(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/** A device that keeps nothing is not a reason to stop playing. @param {string} name @param {unknown} value */
export function write(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The store is full or switched off.
  }
}

/** Settings, which hold for all games. */
export const settings = {
  defaults: { level: 3, symmetry: "", timer: true, highlight: true },
  /** @returns {{level: number, symmetry: string, timer: boolean, highlight: boolean}} */
  get: () => ({ ...settings.defaults, ...read("settings", {}) }),
  /** @param {object} changes */
  set: (changes) => write("settings", { ...settings.get(), ...changes }),
};

const keptGames = 1000; // of which so many are kept with their moves:
const keptMoves = 100;

/** @returns {Played[]} the latest first */
export const games = () => read("games", []);

/** @param {Played} game */
export function saveGame(game) {
  const rest = games().filter((other) => other.key !== game.key);
  write("games", [game, ...rest].slice(0, keptGames).map((g, i) => (i < keptMoves ? g : { ...g, moves: undefined, at: undefined })));
}

/** @param {string} key */
export const findGame = (key) => games().find((game) => game.key === key);

/** @param {string} [key] all games without it */
export const deleteGames = (key) => write("games", key ? games().filter((game) => game.key !== key) : []);

/** @type {() => Record<string, Row[]>} */
const pocket = () => read("pocket", {});
const pocketSize = 8; // puzzles of each level

/** Takes a puzzle of a level out of the pocket. @param {number} level @returns {Row | undefined} */
export function takeFromPocket(level) {
  const all = pocket();
  const row = all[level]?.shift();
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

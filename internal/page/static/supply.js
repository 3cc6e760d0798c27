// Where new puzzles come from: the server, the pocket, or the device itself. No seed comes
// twice to a player while there are others.

import { get, ifMissing, isMissing, post, Problem } from "./api.js";
import * as store from "./store.js";
import { fill, texts } from "./words.js";

/** @typedef {import("./api.js").Row} Row */
/** @typedef {{row: Row, words: string}} Supply a puzzle, with words about it */

const t = texts.play;
const patience = 2000; // milliseconds that a server may take
const some = 4; // puzzles asked for at once

/** Up to this level, puzzles are easy to the eye too, unless the player wants others. */
const easyLevels = 3;

/**
 * Asks for puzzles of a level: for easy ones where the player wants them and the bank has them, else for any.
 * @template T
 * @param {number} level @param {string} kind of symmetry, or empty @param {(query: Record<string, string>) => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function ofLevel(level, kind, ask) {
  const any = { level: String(level), variety: "true", ...(kind && { symmetry: kind }) };
  if (level > easyLevels || !store.settings.get().easy) return ask(any);
  return ask({ ...any, style: "print", clues: "30-45" }).catch(ifMissing(() => ask(any)));
}

/** @param {number} level @param {number} n @returns {Promise<Row[]>} */
const fetchSome = (level, n) => ofLevel(level, "", async (query) => (await get("puzzles", { ...query, n: String(n) })).puzzles).catch(ifMissing(() => []));

/** Fills the pocket up. */
export const fillPocket = () => store.fillPocket(fetchSome);

/**
 * A puzzle from the server whose seed the player has not had. If there is none left, it is
 * one of the seed that was served longest ago, turned.
 * @param {Record<string, string>} query
 * @returns {Promise<Supply>}
 */
async function fromServer(query) {
  const served = store.served();
  const order = new Map(served.map((seed, i) => [seed, i]));
  const signal = AbortSignal.timeout(patience);
  /** @param {Row} row */
  const age = (row) => order.get(store.seedOf(row)) ?? -1;
  const rows = /** @type {Row[]} */ ((await get("puzzles", { ...query, n: String(some) }, signal)).puzzles);
  const fresh = rows.find((row) => age(row) < 0) ?? (await notServed(query, served, signal));
  if (fresh) return { row: fresh, words: "" };
  const row = await oldest(rows.reduce((first, row) => (age(row) < age(first) ? row : first)), age, (n) => notServed(query, served.slice(n), AbortSignal.timeout(patience)));
  return { row, words: t.usedUp };
}

/**
 * The puzzle whose seed was served longest ago, once all were served. Of puzzles that are
 * not among those served later than the first n there is one if the seed is of the first n,
 * so halving finds it.
 * @param {Row} row any of them @param {(row: Row) => number} age how many seeds were served before a row's @param {(n: number) => Promise<Row | undefined>} among
 */
export async function oldest(row, age, among) {
  for (let none = 0; none < age(row);) {
    const n = Math.floor((none + age(row) + 1) / 2);
    const found = await among(n);
    if (found) row = found;
    else none = n;
  }
  return row;
}

/**
 * Asks for a puzzle whose seed is not among those served.
 * @param {Record<string, string>} query @param {string[]} served @param {AbortSignal} signal
 * @returns {Promise<Row | undefined>}
 */
async function notServed(query, served, signal) {
  try {
    return (await post("puzzles", { ...query, n: "1" }, { not_in: served }, signal)).puzzles[0];
  } catch (error) {
    if (error instanceof Problem && [404, 422].includes(error.status)) return undefined; // there is none
    throw error;
  }
}

/**
 * A puzzle of any pattern if the bank has none of the kind.
 * @param {number} level @param {string} kind of symmetry, or empty @returns {Promise<Supply>}
 */
async function ofKind(level, kind) {
  try {
    return await ofLevel(level, kind, fromServer);
  } catch (error) {
    if (!kind || !isMissing(error)) throw error;
    return { ...(await ofLevel(level, "", fromServer)), words: t.noSymmetric };
  }
}

/**
 * Makes a puzzle on the device. What it takes is loaded only then.
 * @param {number} level @returns {Promise<Row>}
 */
async function make(level) {
  const { generate } = await import("./mini.js");
  return { ...generate(level), id: "", er: 0, hardest: "" };
}

/**
 * A new puzzle of a level.
 * @param {number} level @param {string} kind of symmetry, or empty @returns {Promise<Supply>}
 */
export async function newPuzzle(level, kind) {
  try {
    return await ofKind(level, kind);
  } catch (error) {
    const kept = store.takeFromPocket(level);
    const from = kept ? t.fromPocket : t.fromMini;
    const words = isMissing(error) ? from : error instanceof Problem ? error.message : fill(kind ? t.offlineAny : t.offline, { from });
    return { row: kept ?? (await make(level)), words };
  }
}

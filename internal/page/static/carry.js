// A game as a short text, which an address carries to another device. Facts in, facts out.

import { moveKinds } from "./merge.js";
import { newGame, now } from "./game.js";
import { digitsOf, has } from "./grid.js";
import { version } from "./store.js";

/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("./game.js").Position} Position */
/** @typedef {Omit<import("./store.js").Played, "key" | "row">} Carried a game without its puzzle, which the address names */

const format = 1; // the first byte
const most = 1000; // characters that a code can have which cameras read with ease

/** What a move has, as bits; a move of one cell does without their number. */
const parts = { value: 1, on: 2, isOn: 4, clean: 8, cells: 16, oneCell: 32, pairs: 64, ends: 128 };

/** Numbers as bytes: seven bits in each, the lowest first. */
class Writer {
  /** @type {number[]} */
  bytes = [];

  /** @param {number[]} numbers */
  put(...numbers) {
    for (let n of numbers) {
      for (; n > 127; n = Math.floor(n / 128)) this.bytes.push((n % 128) + 128);
      this.bytes.push(n);
    }
  }

  /**
   * Puts the length of a list, then what is in it.
   * @param {number[]} list @param {number} [size] numbers in an entry
   */
  putList(list, size = 1) {
    this.put(list.length / size, ...list);
  }
}

/** @param {Move} move @param {Writer} w */
function putMove(move, w) {
  const { kind, value, on, cells, clean, places, removes, from, to } = move;
  const one = cells?.length === 1;
  const given = { value: value !== undefined, on: on !== undefined, isOn: on, clean, cells: cells && !one, oneCell: one, pairs: places ?? removes, ends: from !== undefined };
  let flags = 0;
  for (const [name, bit] of Object.entries(parts)) if (given[/** @type {keyof typeof parts} */ (name)]) flags |= bit;
  w.put(moveKinds.indexOf(kind) + 16 * (value ?? 0));
  w.bytes.push(flags);
  if (one) w.put(cells[0]);
  else if (cells) w.putList(cells);
  if (given.pairs) for (const pairs of [places, removes]) w.putList((pairs ?? []).flat(), 2);
  if (from !== undefined) w.put(from, to === undefined ? 0 : to + 1);
}

/** @param {Carried} game */
function bytesOf(game) {
  const w = new Writer();
  const moves = game.moves ?? [];
  w.put(format, game.saved, Math.floor((Date.parse(game.started) || 0) / 1000), game.seconds, Number(game.solved), game.at ?? moves.length);
  w.putList(Object.entries(game.helps).flat().map(Number), 2);
  w.putList(game.bookmarks ?? []);
  w.put(moves.length);
  for (const move of moves) putMove(move, w);
  return w.bytes;
}

/** Bytes as characters of an address. @param {number[]} bytes */
const textOf = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/**
 * The moves that lead to a position at once.
 * @param {Position} p @param {number[]} clues @returns {Move[]}
 */
function shortcut(p, clues) {
  /** @type {Move[]} */
  const moves = [];
  const removes = p.removed.flatMap((set, c) => digitsOf(set).map((d) => /** @type {[number, number]} */ ([c, d])));
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  /** @param {Move["kind"]} kind @param {(c: number, value: number) => boolean} is */
  const add = (kind, is) => digits.forEach((value) => {
    const cells = clues.flatMap((_, c) => (is(c, value) ? c : []));
    if (cells.length) moves.push({ kind, cells, value, ...(kind !== "digit" && { on: true }) });
  });
  add("digit", (c, d) => !clues[c] && p.digits[c] === d);
  if (removes.length) moves.push({ kind: "step", places: [], removes });
  add("corner", (c, d) => has(p.corner[c], d));
  add("centre", (c, d) => has(p.centre[c], d));
  add("colour", (c, d) => has(p.colours[c], d));
  for (const [k, value] of Object.entries(p.painted)) moves.push({ kind: "paint", from: Number(k), value });
  for (const { from, to, strong } of p.links) moves.push(.../** @type {Move[]} */ (Array(strong ? 1 : 2).fill({ kind: "link", from, to })));
  if (p.auto) moves.push({ kind: "auto", on: true });
  return moves;
}

/**
 * A game as a text: with all its moves, or, where they are too many for a code, as it stands.
 * @param {import("./store.js").Played} game
 */
export function pack(game) {
  const whole = textOf(bytesOf(game));
  if (whole.length <= most) return whole;
  const carried = newGame(game.row.puzzle, game);
  return textOf(bytesOf({ ...game, moves: shortcut(now(carried), carried.clues), at: undefined, bookmarks: [] }));
}

/** Takes numbers from bytes. */
class Reader {
  /** @param {number[]} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    if (this.at >= this.bytes.length) throw new RangeError("end");
    return this.bytes[this.at++];
  }

  take() {
    let n = 0;
    for (let factor = 1, byte = 128; byte > 127; factor *= 128) n += factor * ((byte = this.byte()) % 128);
    return n;
  }

  /** @template T @param {() => T} take @returns {T[]} */
  list(take) {
    const n = this.take();
    if (n > this.bytes.length) throw new RangeError("length");
    return Array.from({ length: n }, take);
  }
}

/** @param {Reader} r @returns {Move} */
function takeMove(r) {
  const head = r.take(), flags = r.byte();
  const is = (/** @type {number} */ part) => (flags & part) !== 0;
  const number = () => r.take();
  const pair = () => /** @type {[number, number]} */ ([r.take(), r.take()]);
  return {
    kind: /** @type {Move["kind"]} */ (moveKinds[head % 16]),
    ...(is(parts.value) && { value: Math.floor(head / 16) }),
    ...(is(parts.on) && { on: is(parts.isOn) }),
    ...(is(parts.clean) && { clean: true }),
    ...(is(parts.oneCell) && { cells: [r.take()] }),
    ...(is(parts.cells) && { cells: r.list(number) }),
    ...(is(parts.pairs) && { places: r.list(pair), removes: r.list(pair) }),
    ...(is(parts.ends) && takeEnds(r)),
  };
}

/** @param {Reader} r */
function takeEnds(r) {
  const from = r.take(), to = r.take();
  return to ? { from, to: to - 1 } : { from };
}

/**
 * The game of a text, or null if it is none.
 * @param {string} text
 * @returns {Carried | null}
 */
export function unpack(text) {
  try {
    const r = new Reader(Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
    if (r.take() !== format) return null;
    const saved = r.take(), started = new Date(1000 * r.take()).toISOString(), seconds = r.take(), solved = r.take() === 1, at = r.take();
    const helps = Object.fromEntries(r.list(() => [r.take(), r.take()]));
    const bookmarks = r.list(() => r.take());
    return { v: version, saved, started, seconds, solved, helps, bookmarks, moves: r.list(() => takeMove(r)), at };
  } catch {
    return null; // it was cut, or somebody has changed it
  }
}

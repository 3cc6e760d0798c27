// The geometry of the grid, and sets of digits.
//
// A cell is a number from 0 to 80, row by row; a house is 0 to 26: rows, columns,
// boxes. A set of digits is a number with bit d-1 for each digit d.

export const ALL = 0x1ff;

/** @param {number} c */
export const row = (c) => Math.floor(c / 9);
/** @param {number} c */
export const column = (c) => c % 9;
/** @param {number} c */
export const box = (c) => 3 * Math.floor(c / 27) + Math.floor((c % 9) / 3);

/** @param {number} d */
export const bit = (d) => 1 << (d - 1);
/** @param {number} set @param {number} d */
export const has = (set, d) => (set & bit(d)) !== 0;

/**
 * The digits of a set, ascending.
 * @param {number} set
 */
export function digitsOf(set) {
  const list = [];
  for (let d = 1; d <= 9; d++) if (has(set, d)) list.push(d);
  return list;
}

/** @param {Iterable<number>} digits */
export function setOf(digits) {
  let set = 0;
  for (const d of digits) set |= bit(d);
  return set;
}

/** @param {number} set */
export function size(set) {
  let n = 0;
  for (let s = set; s; s &= s - 1) n++;
  return n;
}

export const cells = Array.from({ length: 81 }, (_, c) => c);

/** The cells of each house. */
export const houses = Array.from({ length: 27 }, (_, h) =>
  cells.filter((c) => [row(c), 9 + column(c), 18 + box(c)].includes(h)));

/** The 20 cells that share a house with each cell. */
export const peers = cells.map((c) =>
  cells.filter((o) => o !== c && (row(o) === row(c) || column(o) === column(c) || box(o) === box(c))));

const kinds = ["row", "column", "box"];

/** @param {number} c */
export const cellName = (c) => `r${row(c) + 1}c${column(c) + 1}`;
/** @param {number} h */
export const houseName = (h) => `${kinds[Math.floor(h / 9)]} ${(h % 9) + 1}`;

/**
 * The cell of a name such as r3c7, or -1.
 * @param {string} name
 */
export function parseCell(name) {
  const found = /^r([1-9])c([1-9])/.exec(name);
  return found ? 9 * (Number(found[1]) - 1) + Number(found[2]) - 1 : -1;
}

/**
 * The house of a name such as box 3, or -1.
 * @param {string} name
 */
export function parseHouse(name) {
  const found = /^(row|column|box) ([1-9])$/.exec(name);
  return found ? 9 * kinds.indexOf(found[1]) + Number(found[2]) - 1 : -1;
}

/** @typedef {{cell: number, digit: number, on: boolean}} Claim a candidate that is true or false */

/**
 * What r1c2=5 or r1c2<>5 says.
 * @param {string} text
 * @returns {Claim}
 */
export function parseClaim(text) {
  return { cell: parseCell(text), digit: Number(text.slice(-1)), on: !text.includes("<>") };
}

/**
 * The digits of 81 characters; 0 is an empty cell.
 * @param {string} text
 */
export const parseGrid = (text) => Array.from(text, (ch) => (ch >= "1" && ch <= "9" ? Number(ch) : 0));

/** A board without clues. */
export const emptyGrid = ".".repeat(81);

/** A text with the dots that were typed: phones make one character of three. @param {string} text */
export const plainDots = (text) => text.replaceAll("…", "...");

/** @param {number[]} digits */
export const gridText = (digits) => digits.map((d) => (d ? String(d) : ".")).join("");

/**
 * The digits that no peer of a cell has.
 * @param {number[]} digits @param {number} c
 */
export function permitted(digits, c) {
  let set = ALL;
  for (const p of peers[c]) if (digits[p]) set &= ~bit(digits[p]);
  return set;
}

/**
 * The cells whose digit a peer has too.
 * @param {number[]} digits
 */
export const conflicts = (digits) =>
  cells.filter((c) => digits[c] !== 0 && peers[c].some((p) => digits[p] === digits[c]));

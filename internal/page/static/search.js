// What a search asks for: puzzles pasted or named, or techniques in their order. Facts in,
// facts out.

import { daysLater } from "./dates.js";

/**
 * The techniques that a text names in their order, by the names that people or programs use:
 * "X-wing, then XY-wing, nothing else above 3.0". Null if it names something else.
 * @param {string} text @param {Map<string, string>} names technique or label, by its name in small letters
 * @returns {{sequence: string[], above: string} | null}
 */
export function sequenceIn(text, names) {
  /** @type {string[]} */
  const sequence = [];
  let above = "";
  for (const part of text.toLowerCase().split(/,(?!\d)|[;→>]|\s(?=then\s|dann\s|luego\s|puis\s)/)) {
    const words = part.trim().replace(/^(then|dann|luego|puis)\s+/, "").trim().replace(/\s+/g, " ");
    if (!words) continue;
    const name = names.get(words) ?? names.get(words.replaceAll(" ", "-"));
    const [, limit] = /^\D*?(\d{1,2}(?:[.,]\d)?)$/.exec(words) ?? [];
    if (name) sequence.push(name);
    else if (limit && sequence.length) above = Number(limit.replace(",", ".")).toFixed(1);
    else return null;
  }
  return sequence.length ? { sequence, above } : null;
}

/**
 * The least round number that is not below a number, for the top of a scale.
 * @param {number} n
 */
export function roundUp(n) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, n)));
  return (/** @type {number} */ ([1, 2, 4, 5, 10].find((step) => step * power >= n))) * power;
}

/**
 * How many days up to today have something, without a gap. Today may be still to come.
 * @param {Record<string, unknown>} days by date, such as 2026-01-31 @param {string} today
 */
export function streakOf(days, today) {
  const has = (/** @type {number} */ n) => daysLater(today, -n) in days;
  let n = has(0) ? 0 : 1;
  const first = n;
  while (has(n)) n++;
  return n - first;
}

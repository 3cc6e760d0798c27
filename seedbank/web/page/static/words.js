// Texts with places to fill, and numbers and times for reading.

import texts from "./texts.js";

export { texts };

/**
 * Fills the places of a text, such as {n}.
 * @param {string} text @param {Record<string, string | number>} values
 */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/**
 * A list in words: 2, 5 or 7.
 * @param {(string | number)[]} list @param {string} last the word before the last
 */
export const listed = (list, last) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} ${last} ${list[list.length - 1]}`;

/**
 * Groups the digits of a whole number, however long.
 * @param {string | number} n
 */
export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * A number of any length, short: 1.43 quintillion would not help, 1.43 × 10¹⁸ does.
 * @param {string} n
 */
export function rounded(n) {
  if (n.length <= 12) return grouped(n);
  const power = Array.from(String(n.length - 1), (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("");
  return `${n[0]}.${n.slice(1, 3)} × 10${power}`;
}

/**
 * A time such as 3:07 or 1:02:03.
 * @param {number} seconds
 */
export function clock(seconds) {
  const s = Math.floor(seconds);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  const rest = `${two(s % 60)}`;
  return s < 3600 ? `${Math.floor(s / 60)}:${rest}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${rest}`;
}

/** The shortest of some times. @param {number[]} times */
export const best = (times) => Math.min(...times);

/** The middle of some times, which one very long game does not move. @param {number[]} times */
export function median(times) {
  const sorted = times.slice().sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** @param {number} n */
export function bytes(n) {
  for (const unit of ["bytes", "kB", "MB", "GB"]) {
    if (n < 1000 || unit === "GB") return `${n < 10 && unit !== "bytes" ? n.toFixed(1) : Math.round(n)} ${unit}`;
    n /= 1000;
  }
  return "";
}

/**
 * The name of a technique for reading: xy-wing is XY-wing.
 * @param {string} name
 */
export const techniqueTitle = (name) =>
  name.startsWith("xy") ? name.replace(/^xyz?/, (x) => x.toUpperCase()) : name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ").replace("wing", "-wing").replace(" -", "-");

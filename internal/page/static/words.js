// The texts of the page, and numbers and times for reading.
//
// Texts stand in internal/catalogue, in one file a language: page.play.hint is written
// texts.play.hint here, and data-t="play.hint" in the templates (title:play.hintTag fills
// the attribute title). A test fails for a text that a language lacks, that nobody uses,
// or that stands in a script or a template itself.

import { language, texts } from "./texts.js";

export { texts };

const plurals = new Intl.PluralRules(language);

/** What a text is filled with. @typedef {Record<string, string | number | (string | number)[]>} Values */

/**
 * Fills a text, in the syntax of the catalogues: {n}, {list}, {list, or},
 * {n, count, one {{n} step} other {{n} steps}} by a number, and the same with plural by how
 * many are in a list.
 * @param {string} text @param {Values} [values]
 */
export function fill(text, values = {}) {
  let at = 0;
  const taken = (/** @type {RegExp} */ pattern) => {
    const found = pattern.exec(text.slice(at)) ?? [""];
    at += found[0].length;
    return found;
  };
  const part = () => {
    const [, name, kind] = taken(/^\{(\w+)(?:, (\w+))?/);
    const value = values[name] ?? "";
    if (kind === "count" || kind === "plural") return form(plurals.select(Array.isArray(value) ? value.length : Number(value)));
    at++;
    return Array.isArray(value) ? listed(value, kind === "or") : String(value);
  };
  const form = (/** @type {string} */ category) => {
    /** @type {Record<string, string>} */
    const forms = {};
    for (let [opening, name] = taken(/^[, ]+(\w+) \{/); opening; [opening, name] = taken(/^[, ]+(\w+) \{/)) {
      forms[name] = parts();
      at++;
    }
    at++;
    return forms[category] ?? forms.other;
  };
  const parts = () => {
    let out = "";
    while (at < text.length && text[at] !== "}") out += text[at] === "{" ? part() : taken(/^[^{}]+/)[0];
    return out;
  };
  return parts();
}

/** Puts the texts into a part of the page, where its template names them. @param {ParentNode} root */
function fillIn(root) {
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t], [data-level]"))) {
    if (e.dataset.level) e.textContent = levelTitle(Number(e.dataset.level));
    for (const entry of e.dataset.t?.split(" ") ?? []) {
      const [, attribute, group, name] = /^(?:(.+):)?(.+)\.(.+)$/.exec(entry) ?? [];
      const text = /** @type {any} */ (texts)[group][name];
      if (attribute) e.setAttribute(attribute, text);
      else e.textContent = text;
    }
  }
}

/**
 * A list in words: 2, 5 and 7.
 * @param {(string | number)[]} list @param {boolean} [or] 2, 5 or 7 instead
 */
export const listed = (list, or = false) =>
  list.length < 2 ? list.join("") : list.slice(0, -1).join(", ") + texts.list[or ? "or" : "and"] + list[list.length - 1];

/**
 * Groups the digits of a whole number, however long.
 * @param {string | number} n
 */
export const grouped = (n) => BigInt(n).toLocaleString(language);

/**
 * A number of any length, short: 1.43 quintillion would not help, 1.43 × 10¹⁸ does.
 * @param {string} n
 */
export function rounded(n) {
  if (n.length <= 12) return grouped(n);
  const power = Array.from(String(n.length - 1), (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("");
  return `${Number(`${n[0]}.${n.slice(1, 3)}`).toLocaleString(language, { minimumFractionDigits: 2 })} × 10${power}`;
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

/** A day with the time of day. @param {string} time as ISO 8601 says it */
export const dayAndTime = (time) => new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** The middle of some times, which one very long game does not move. @param {number[]} times */
export function median(times) {
  const sorted = times.slice().sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** A number of bytes. @param {number} n */
export function bytes(n) {
  for (const unit of ["byte", "kilobyte", "megabyte", "gigabyte"]) {
    if (n < 1000 || unit === "gigabyte") {
      return n.toLocaleString(language, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: n < 10 ? 1 : 0 });
    }
    n /= 1000;
  }
  return "";
}

/** The name of a level: 3 Gentle. @param {number} level */
export const levelTitle = (level) => `${level} ${texts.level[/** @type {"1"} */ (String(level))]}`;

/** The name of a technique for reading: xy-wing is XY-wing. @param {string} technique */
export function techniqueTitle(technique) {
  const name = texts.name[/** @type {"x-wing"} */ (technique)] ?? technique;
  const title = fill(name, { variant: technique.includes("-chain") ? texts.variant.any : "" }).trim();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Puts the texts into the page, which is hidden before. */
function tell() {
  fillIn(document);
  document.title = `${texts.titles[/** @type {"play"} */ (document.body.className)]} · ${document.title}`;
  document.documentElement.dataset.told = "";
}

if (globalThis.document) tell(); // not on other pages

// What to draw for a step: which houses and cells are shaded, which candidates
// are marked and how, and which arrows link them. Facts in, facts out.

import { bit, box, digitsOf, has, houseName, houses, parseCell, parseClaim, parseHouse, setOf } from "./grid.js";
import { listed, texts, fill } from "./words.js";

/**
 * How a candidate is marked: the digit that is placed, one that is removed, one
 * of the pattern, one of its other part, one that a chain makes true or false, one that the
 * player has drawn on.
 * @typedef {"placed"|"removed"|"main"|"extra"|"on"|"off"|`pen${string}`} Mark
 *
 * @typedef {object} Plan
 * @property {number[]} houses  shaded
 * @property {number[]} covers  shaded in the other way
 * @property {Map<number, "main"|"other">} cells
 * @property {Map<number, Mark>} marks  by candidate, 9*cell+digit-1
 * @property {{from: number, to: number, on: boolean}[]} arrows  between candidates
 */

/** @returns {Plan} */
export const emptyPlan = () => ({ houses: [], covers: [], cells: new Map(), marks: new Map(), arrows: [] });

/** @param {number} cell @param {number} digit */
export const candidate = (cell, digit) => 9 * cell + digit - 1;

/** @param {string[]} [names] */
const cellsOf = (names) => (names ?? []).map(parseCell);
/** @param {string[]} [names] */
const housesOf = (names) => (names ?? []).map(parseHouse).filter((h) => h >= 0);

/** A step of more links than this shows one chain at a time. */
const manyLinks = 30;

/**
 * The chains of a step that are drawn at first: all, or the first of very long ones.
 * @param {import("./api.js").Step} step
 */
export function firstChain(step) {
  const links = (step.chains ?? []).reduce((n, chain) => n + chain.length, 0);
  return links > manyLinks ? 0 : -1;
}

/**
 * @param {import("./api.js").Step} step
 * @param {number[]} candidates  a set of digits for each cell
 * @param {number} [chain] which of the chains to draw; -1 for all
 * @returns {Plan}
 */
export function planOf(step, candidates, chain = firstChain(step)) {
  const plan = emptyPlan();
  plan.houses = housesOf(step.houses);
  plan.covers = housesOf(step.covers);
  shadePattern(plan, step, candidates);
  const chains = step.chains ?? [];
  for (const links of chain < 0 ? chains : [chains[chain]]) drawChain(plan, links); // not in one file
  markRemoved(plan, step);
  if (step.placement) {
    const { cell, digit } = parseClaim(step.placement);
    plan.cells.set(cell, "main");
    plan.marks.set(candidate(cell, digit), "placed");
  }
  return plan;
}

/** Marks the candidates that a step rules out. @param {Plan} plan @param {import("./api.js").Step} step */
export function markRemoved(plan, step) {
  for (const text of step.removed ?? []) {
    const { cell, digit } = parseClaim(text);
    plan.marks.set(candidate(cell, digit), "removed");
  }
  return plan;
}

/** @param {Plan} plan @param {import("./api.js").Step} step @param {number[]} candidates */
function shadePattern(plan, step, candidates) {
  const digits = setOf(Array.from(step.digits ?? "", Number));
  const extra = setOf(Array.from(step.extra ?? "", Number));
  const main = cellsOf(step.cells);
  for (const cell of [...cellsOf(step.others), ...main]) {
    plan.cells.set(cell, main.includes(cell) ? "main" : "other");
    for (const d of digitsOf((digits | extra) & candidates[cell])) {
      plan.marks.set(candidate(cell, d), has(extra, d) ? "extra" : "main");
    }
  }
}

/** @param {Plan} plan @param {import("./api.js").Link[]} links */
function drawChain(plan, links) {
  const claims = links.map((link) => parseClaim(link.says));
  links.forEach((link, i) => {
    const { cell, digit, on } = claims[i];
    const to = candidate(cell, digit);
    plan.marks.set(to, on ? "on" : "off");
    for (const from of link.from ?? []) {
      plan.arrows.push({ from: candidate(claims[from].cell, claims[from].digit), to, on });
    }
  });
}

/**
 * What to draw of the chains of a step up to one of its sentences.
 * @param {import("./api.js").Step} step @param {import("./api.js").Statement[]} said so far
 * @returns {Plan}
 */
export function planUpTo(step, said) {
  const plan = emptyPlan();
  const claims = new Set(said.flatMap((s) => s.claims ?? []));
  for (const links of step.chains ?? []) {
    const n = links.findIndex((link) => !claims.has(link.says));
    drawChain(plan, n < 0 ? links : links.slice(0, n));
  }
  return plan;
}

/** What a step concludes. @param {import("./api.js").Step} step */
export const claimsOf = (step) => [step.placement ?? "", ...(step.removed ?? [])].filter(Boolean).map(parseClaim);

/** All cells that a step speaks of. @param {import("./api.js").Step} step */
function cellsIn(step) {
  const links = (step.chains ?? []).flat().map((link) => parseClaim(link.says).cell);
  const ends = claimsOf(step).map(({ cell }) => cell);
  const pattern = [...cellsOf(step.cells), ...cellsOf(step.others), ...links];
  return pattern.length ? pattern : ends;
}

/**
 * The houses where a step is to be seen; without such, the boxes that it touches.
 * @param {import("./api.js").Step} step
 */
export function regionOf(step) {
  const named = housesOf(step.houses);
  return named.length ? named : [...new Set(cellsIn(step).map((c) => 18 + box(c)))].sort((a, b) => a - b);
}

/** The name of a house in the language of the page: row 4. @param {number} house */
export const houseTitle = (house) => {
  const [kind, n] = houseName(house).split(" ");
  return fill(texts.house[/** @type {"row"} */ (kind)], { n: [n] });
};

/** The region in words. @param {import("./api.js").Step} step */
export function regionText(step) {
  const list = regionOf(step).map(houseTitle);
  if (!list.length || list.length > 5) return "";
  const where = listed(list);
  return housesOf(step.houses).length ? where : fill(texts.help.region, { boxes: where });
}

/** What a step does, for people. @param {import("./api.js").Step} step */
export const conclusion = (step) => [step.placement, ...(step.removed ?? [])].filter(Boolean).join(", ").replaceAll("<>", "≠");

/**
 * A text in pieces: plain ones, and names of cells and houses with the cells that
 * they mean.
 * @param {string} text
 * @returns {{text: string, cells: number[]}[]}
 */
export function pieces(text) {
  const names = houses.map((_, h) => houseTitle(h).toLowerCase());
  return text.split(new RegExp(`\\b(r[1-9]c[1-9]|${names.join("|")})\\b`, "i")).filter(Boolean).map((piece) => {
    const house = names.indexOf(piece.toLowerCase());
    const cell = /^r\dc\d$/.test(piece) ? parseCell(piece) : -1;
    return { text: piece, cells: house >= 0 ? houses[house] : cell >= 0 ? [cell] : [] };
  });
}

/** The candidates of a round as sets. @param {import("./api.js").Round} round */
export const candidatesOf = (round) => round.candidates.map((text) => setOf(Array.from(text, Number)));

/**
 * The steps of rounds, one after the other, each with the position that it finds.
 * @param {import("./api.js").Round[]} rounds
 * @returns {{step: import("./api.js").Step, digits: string, candidates: number[]}[]}
 */
export function stepsOf(rounds) {
  return rounds.flatMap((round) => {
    const digits = Array.from(round.grid);
    const candidates = candidatesOf(round);
    return round.steps.map((step) => {
      const before = { step, digits: digits.join(""), candidates: candidates.slice() };
      for (const { cell, digit, on } of claimsOf(step)) {
        if (on) [digits[cell], candidates[cell]] = [String(digit), 0];
        else candidates[cell] &= ~bit(digit);
      }
      return before;
    });
  });
}

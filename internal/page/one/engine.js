// The engine of the file that plays: singles, locked candidates, and sets of two to four
// cells, digits or lines. It answers like the engine of the page, as far as it goes.

import { ALL, bit, cellName, cells, digitsOf, has, houseName, houses, parseClaim, parseGrid, peers, permitted, setOf, size } from "./grid.js";
import { houseTitle } from "./plan.js";
import { fill, techniqueTitle, texts } from "./words.js";

/** @typedef {import("./api.js").Step} Step */
/** @typedef {{grid: number[], left: number[]}} State digits, and a set of candidates for each cell */
/** @typedef {(state: State) => Step | undefined} Finder */

/**
 * A step, without its effect. The explanation is a statement of the catalogues.
 * @param {string} technique @param {number} rating @param {"is-one-of" | "only-cells" | "only-digits" | "locked"} says
 * @param {{houses?: number[], covers?: number[], cells: number[], digits: number[]}} pattern
 * @param {{placement: string} | {removed: string[]}} effect
 * @returns {Step}
 */
const step = (technique, rating, says, { houses: inside = [], covers = [], cells: where, digits }, effect) => ({
  technique, rating, ...effect, name: techniqueTitle(technique),
  explanation: fill(texts.statement[says], { houses: inside.map(houseTitle), covers: covers.map(houseTitle), cells: where.map(cellName), digits }),
  houses: inside.map(houseName), covers: covers.map(houseName), cells: where.map(cellName), digits: digits.join(""),
});

/** @param {number} cell @param {number} digit */
const placing = (cell, digit) => `${cellName(cell)}=${digit}`;

/**
 * What a step removes: digits of a set from cells, where they are.
 * @param {State} state @param {number[]} where @param {number} set
 */
const removing = ({ left }, where, set) => where.flatMap((c) => digitsOf(left[c] & set).map((d) => `${cellName(c)}<>${d}`));

/**
 * The cells of a house that a digit may go into.
 * @param {State} state @param {number} house @param {number} digit
 */
const placesIn = ({ left }, house, digit) => houses[house].filter((c) => has(left[c], digit));

/** Boxes come before lines. */
const inTurn = [...houses.keys()].map((_, i) => (i + 18) % 27);

/** @type {Finder} */
function hiddenSingle(state) {
  /** @type {Step | undefined} */
  let best;
  for (const h of inTurn) {
    const rating = houses[h].filter((c) => state.left[c]).length === 1 ? 1 : h > 17 ? 1.2 : 1.5;
    if (best && best.rating <= rating) continue;
    for (let d = 1; d <= 9; d++) {
      const [cell, other] = placesIn(state, h, d);
      if (cell === undefined || other !== undefined) continue;
      best = step("hidden-single", rating, "only-cells", { houses: [h], cells: [cell], digits: [d] }, { placement: placing(cell, d) });
    }
  }
  return best;
}

/** @type {Finder} */
function nakedSingle({ left }) {
  const cell = left.findIndex((set) => size(set) === 1);
  if (cell < 0) return undefined;
  const [d] = digitsOf(left[cell]);
  return step("naked-single", 2.3, "is-one-of", { cells: [cell], digits: [d] }, { placement: placing(cell, d) });
}

/**
 * A digit of one house that is tied to another one.
 * @param {string} technique @param {number} rating @param {boolean} inBox @returns {Finder}
 */
const locked = (technique, rating, inBox) => (state) => {
  for (const h of houses.keys()) {
    if (h > 17 !== inBox) continue;
    for (let d = 1; d <= 9; d++) {
      const where = placesIn(state, h, d);
      if (where.length < 2) continue;
      for (const cover of houses.keys()) {
        if (cover > 17 === inBox || !where.every((c) => houses[cover].includes(c))) continue;
        const removed = removing(state, houses[cover].filter((c) => !where.includes(c)), bit(d));
        if (!removed.length) continue;
        return step(technique, rating, "locked", { houses: [h], covers: [cover], cells: where, digits: [d] }, { removed });
      }
    }
  }
};

/**
 * The choices of n sets that have n members between them.
 * @param {number[]} sets @param {number} n @param {number[]} [chosen] @param {number} [union]
 * @returns {Generator<{chosen: number[], union: number}>}
 */
function* tied(sets, n, chosen = [], union = 0) {
  if (chosen.length === n) return void (yield { chosen, union });
  for (let i = chosen.length ? chosen[chosen.length - 1] + 1 : 0; i < sets.length; i++) {
    if (sets[i] && size(union | sets[i]) <= n) yield* tied(sets, n, [...chosen, i], union | sets[i]);
  }
}

/**
 * Cells of a house that have as many digits between them.
 * @param {string} technique @param {number} rating @param {number} n @returns {Finder}
 */
const naked = (technique, rating, n) => (state) => {
  for (const h of houses.keys()) {
    for (const { chosen, union } of tied(houses[h].map((c) => state.left[c]), n)) {
      const where = chosen.map((i) => houses[h][i]);
      const removed = removing(state, houses[h].filter((c) => !where.includes(c)), union);
      if (!removed.length) continue;
      return step(technique, rating, "only-digits", { houses: [h], cells: where, digits: digitsOf(union) }, { removed });
    }
  }
};

/**
 * Digits of a house that have as many cells between them.
 * @param {string} technique @param {number} rating @param {number} n @returns {Finder}
 */
const hidden = (technique, rating, n) => (state) => {
  for (const h of houses.keys()) {
    const sets = digitsOf(ALL).map((d) => setOf(placesIn(state, h, d).map((c) => houses[h].indexOf(c) + 1)));
    for (const { chosen, union } of tied(sets, n)) {
      const digits = chosen.map((i) => i + 1), where = digitsOf(union).map((i) => houses[h][i - 1]);
      const removed = removing(state, where, ALL & ~setOf(digits));
      if (!removed.length) continue;
      return step(technique, rating, "only-cells", { houses: [h], cells: where, digits }, { removed });
    }
  }
};

/**
 * Lines that have as many lines across for a digit between them.
 * @param {string} technique @param {number} rating @param {number} n @returns {Finder}
 */
const fish = (technique, rating, n) => (state) => {
  for (let d = 1; d <= 9; d++) {
    for (const first of [0, 9]) {
      const sets = digitsOf(ALL).map((i) => setOf(placesIn(state, first + i - 1, d).map((c) => houses[first + i - 1].indexOf(c) + 1)));
      for (const { chosen, union } of tied(sets, n)) {
        const lines = chosen.map((i) => first + i), covers = digitsOf(union).map((i) => 9 - first + i - 1);
        const where = lines.flatMap((h) => placesIn(state, h, d));
        const removed = removing(state, covers.flatMap((h) => houses[h]).filter((c) => !where.includes(c)), bit(d));
        if (!removed.length) continue;
        return step(technique, rating, "locked", { houses: lines, covers, cells: where, digits: [d] }, { removed });
      }
    }
  }
};

/** All that the engine knows, the easiest first. @type {Finder[]} */
const finders = [
  hiddenSingle, nakedSingle, locked("pointing", 2.6, true), locked("claiming", 2.8, false),
  naked("naked-pair", 3, 2), fish("x-wing", 3.2, 2), hidden("hidden-pair", 3.4, 2), naked("naked-triplet", 3.6, 3), fish("swordfish", 3.8, 3),
  hidden("hidden-triplet", 4, 3), naked("naked-quad", 5, 4), fish("jellyfish", 5.2, 4), hidden("hidden-quad", 5.4, 4),
];

/** Does a step. @param {State} state @param {Step} done */
function take({ grid, left }, { placement, removed = [] }) {
  for (const text of removed) {
    const { cell, digit } = parseClaim(text);
    left[cell] &= ~bit(digit);
  }
  if (!placement) return;
  const { cell, digit } = parseClaim(placement);
  grid[cell] = digit;
  left[cell] = 0;
  for (const c of peers[cell]) left[c] &= ~bit(digit);
}

/**
 * The steps from a position, each in a round of its own, as far as the engine goes.
 * @param {string | import("./api.js").Place} about @param {number} most
 */
function stepsFrom(about, most) {
  const { grid: text, removed } = typeof about === "string" ? { grid: about, removed: [] } : about;
  const grid = parseGrid(text);
  const state = { grid, left: cells.map((c) => (grid[c] ? 0 : permitted(grid, c))) };
  take(state, /** @type {Step} */ ({ removed }));
  const rounds = [];
  while (rounds.length < most && grid.includes(0)) {
    /** @type {Step | undefined} */
    let next;
    for (const find of finders) if ((next = find(state))) break;
    if (!next) break;
    rounds.push({ grid: grid.join("").replaceAll("0", "."), candidates: state.left.map((set) => digitsOf(set).join("")), steps: [next] });
    take(state, next);
  }
  return { rounds, whole: !grid.includes(0) };
}

/**
 * Answers as the engine of the page does.
 * @param {string} address @param {string | import("./api.js").Place} about
 * @returns {Promise<any[]>}
 */
export async function ask(address, about) {
  if (address !== "hint" && address !== "way") return [];
  const { rounds, whole } = stepsFrom(about, address === "hint" ? 1 : 999);
  if (!rounds.length) throw new Error(texts.one.ends);
  const last = rounds[rounds.length - 1].steps[0];
  if (address === "way" && !whole) last.explanation += ` ${texts.one.ends}`;
  return [{ rounds }];
}

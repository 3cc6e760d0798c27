// A plain solver, for puzzles that come without their solution.

import { ALL, cells, digitsOf, has, houses, permitted, setOf } from "./grid.js";

/** @typedef {[cell: number, digit: number][]} Choice candidates of which one is true */

/**
 * Up to two solutions of a grid, or null if it gave up before it knew them: all tries take about
 * a second.
 * @param {number[]} clues @returns {number[][] | null}
 */
export function solve(clues, tries = 30_000) {
  const grid = clues.slice();
  /** @type {number[][]} */
  const solutions = [];

  /** The fewest candidates of a cell, or of a digit in a house. */
  function fewest() {
    const left = cells.map((c) => (grid[c] ? 0 : permitted(grid, c)));
    /** @type {Choice} */
    let best = Array(10);
    const offer = (/** @type {Choice} */ choice) => (best = choice.length < best.length ? choice : best);
    for (const c of cells) if (!grid[c]) offer(digitsOf(left[c]).map((d) => [c, d]));
    if (best.length > 1) for (const house of houses) {
      const missing = digitsOf(ALL & ~setOf(house.map((c) => grid[c])));
      for (const d of missing) offer(house.filter((c) => has(left[c], d)).map((c) => [c, d]));
    }
    return best;
  }

  function search() {
    if (!grid.includes(0)) return void solutions.push(grid.slice());
    for (const [cell, digit] of fewest()) {
      if (solutions[1] || --tries < 0) return;
      grid[cell] = digit;
      search();
      grid[cell] = 0;
    }
  }

  if (cells.every((c) => !grid[c] || has(permitted(grid, c), grid[c]))) search();
  return tries < 0 && !solutions[1] ? null : solutions;
}

// A plain solver, for puzzles that come without their solution.

import { cells, digitsOf, permitted, size } from "./grid.js";

/**
 * Up to limit solutions of a grid. It gives up after as many tries as take about
 * a second, with what it has by then.
 * @param {number[]} clues @param {number} limit
 * @returns {number[][]}
 */
export function solve(clues, limit = 2) {
  const grid = clues.slice();
  /** @type {number[][]} */
  const solutions = [];
  let tries = 300_000;

  /** The empty cell with the fewest digits left. */
  function tightest() {
    let best = -1, fewest = 10, choice = 0;
    for (const c of cells) {
      if (grid[c]) continue;
      const set = permitted(grid, c);
      const n = size(set);
      if (n < fewest) [best, fewest, choice] = [c, n, set];
      if (n < 2) break;
    }
    return { cell: best, choice };
  }

  function search() {
    const { cell, choice } = tightest();
    if (cell < 0) {
      solutions.push(grid.slice());
      return;
    }
    for (const d of digitsOf(choice)) {
      if (solutions.length >= limit || --tries < 0) return;
      grid[cell] = d;
      search();
      grid[cell] = 0;
    }
  }

  if (cells.every((c) => !grid[c] || permitted(grid, c) & (1 << (grid[c] - 1)))) search();
  return solutions;
}

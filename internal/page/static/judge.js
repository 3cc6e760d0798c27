// Whether what somebody has marked is right. Facts in, facts out.

import { parseClaim } from "./grid.js";
import { candidate } from "./plan.js";

/** @typedef {"removed" | "placed"} Mark */

/**
 * What a step concludes, by candidate.
 * @param {import("./api.js").Step} step
 * @returns {Map<number, Mark>}
 */
function conclusionsOf(step) {
  // A digit that is placed says all: what goes with it need not be marked.
  const claims = step.placement ? [step.placement] : step.removed ?? [];
  return new Map(claims.map((text) => {
    const { cell, digit, on } = parseClaim(text);
    return [candidate(cell, digit), on ? "placed" : "removed"];
  }));
}

/**
 * The kinds of marks that steps ask for.
 * @param {import("./api.js").Step[]} steps
 * @returns {Mark[]}
 */
export const kindsOf = (steps) => [...new Set(steps.flatMap((step) => [...conclusionsOf(step).values()]))].sort().reverse();

/**
 * The mark that comes after another one of a candidate, when it is pressed again.
 * @param {Mark | undefined} mark @param {Mark[]} kinds
 * @returns {Mark | undefined}
 */
export const nextMark = (mark, kinds) => kinds[mark ? kinds.indexOf(mark) + 1 : 0];

/**
 * A judgement of marks. They are right if all of them follow from steps, and if they
 * are all that follows from one of these.
 * @param {Map<number, Mark>} marks @param {import("./api.js").Step[]} steps
 * @returns {{wrong: number[], missing: number, found?: import("./api.js").Step}}
 */
export function judge(marks, steps) {
  const all = steps.map(conclusionsOf);
  const wrong = [...marks].filter(([k, mark]) => !all.some((of) => of.get(k) === mark)).map(([k]) => k);
  /** @param {Map<number, Mark>} of */
  const lacks = (of) => [...of].filter(([k, mark]) => marks.get(k) !== mark).length;
  const begun = all.filter((of) => [...of].some(([k, mark]) => marks.get(k) === mark));
  const missing = Math.min(...(begun.length ? begun : all).map(lacks));
  const found = wrong.length ? undefined : steps.find((_, i) => lacks(all[i]) === 0);
  return { wrong, missing, found };
}

// What the player draws on candidates: their colours, and links between them.

import { cells } from "./grid.js";
import { candidate, emptyPlan } from "./plan.js";

/** @typedef {import("./game.js").Position} Position */
/** @typedef {{from: number, to: number, strong: boolean}} Link from one candidate, 9*cell+digit-1, to another */

/**
 * The position after a move that draws. A candidate that is painted in its own colour again
 * loses it.
 * @param {Position} p @param {import("./game.js").Move} move
 * @returns {Position}
 */
export function drawn(p, { kind, value = 0, from = 0, to = 0 }) {
  if (kind === "undraw") return { ...p, painted: {}, links: [] };
  if (kind === "link") return { ...p, links: linked(p.links, from, to) };
  const { [from]: before, ...painted } = p.painted;
  return { ...p, painted: before === value ? painted : { ...painted, [from]: value } };
}

/**
 * The links with one more. Drawn again it is weak, and drawn a third time it goes.
 * @param {Link[]} links @param {number} from @param {number} to
 */
function linked(links, from, to) {
  const same = (/** @type {Link} */ link) => Math.min(link.from, link.to) === Math.min(from, to) && Math.max(link.from, link.to) === Math.max(from, to);
  const before = links.find(same), others = links.filter((link) => !same(link));
  return before && !before.strong ? others : [...others, { from, to, strong: !before }];
}

/**
 * What is drawn, as far as it is on empty cells.
 * @param {Position} p
 * @returns {import("./plan.js").Plan | undefined}
 */
export function drawnPlan({ digits, painted, links }) {
  const isFree = (/** @type {number} */ k) => !digits[Math.floor(k / 9)];
  const plan = emptyPlan();
  for (const [k, colour] of Object.entries(painted)) if (isFree(Number(k))) plan.marks.set(Number(k), `pen pen${colour}`);
  plan.arrows = links.filter(({ from, to }) => isFree(from) && isFree(to)).map(({ from, to, strong }) => ({ from, to, on: strong }));
  for (const { from, to } of plan.arrows) for (const k of [from, to]) if (!plan.marks.has(k)) plan.marks.set(k, "pen");
  return plan.marks.size ? plan : undefined;
}

/** The painted candidates of a cell, with their colours. @param {Position} p @param {number} cell */
export const paintedIn = ({ painted }, cell) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) => (painted[candidate(cell, digit)] ? { digit, colour: painted[candidate(cell, digit)] } : []));

/** The cells with candidates of another colour than before. @param {Position} before @param {Position} now */
export const paintedAnew = (before, now) => cells.filter((c) => before.painted !== now.painted && JSON.stringify(paintedIn(before, c)) !== JSON.stringify(paintedIn(now, c)));

// Pictures of boards, and of steps on them.

import { cells, column, digitsOf, houses, row } from "./grid.js";
import { candidate, emptyPlan } from "./plan.js";
import { shape } from "./dom.js";

const unit = 100; // a cell
const whole = 9 * unit;
const radius = 15; // of the ring around a candidate

/** The middle of a candidate. @param {number} k */
function middle(k) {
  const cell = Math.floor(k / 9), place = k % 9;
  return { x: unit * column(cell) + 20 + 30 * (place % 3), y: unit * row(cell) + 20 + 30 * Math.floor(place / 3) };
}

/** @param {number} c @param {string} className */
const square = (c, className) => shape("rect", { x: unit * column(c), y: unit * row(c), width: unit, height: unit, class: className });

/** @param {number} h @param {string} className */
function frame(h, className) {
  const first = houses[h][0], last = houses[h][8];
  const inset = 5;
  return shape("rect", {
    x: unit * column(first) + inset, y: unit * row(first) + inset, rx: 12, class: className,
    width: unit * (column(last) - column(first) + 1) - 2 * inset, height: unit * (row(last) - row(first) + 1) - 2 * inset,
  });
}

/** @param {number} x @param {number} y @param {string | number} text @param {string} className */
const letter = (x, y, text, className) => shape("text", { x, y, class: className }, String(text));

/**
 * An arrow between two candidates, bent a little so that those there and back are
 * told apart.
 * @param {{from: number, to: number, on: boolean}} arrow
 */
function arrowShape({ from, to, on }) {
  const a = middle(from), b = middle(to);
  const dx = b.x - a.x, dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(0.12 * length, 36);
  const mx = (a.x + b.x) / 2 - (dy / length) * bend, my = (a.y + b.y) / 2 + (dx / length) * bend;
  /** @param {{x: number, y: number}} p @param {number} away */
  const towards = (p, away) => {
    const l = Math.hypot(mx - p.x, my - p.y) || 1;
    return { x: p.x + ((mx - p.x) / l) * away, y: p.y + ((my - p.y) / l) * away, ux: (mx - p.x) / l, uy: (my - p.y) / l };
  };
  const start = towards(a, radius + 1), tip = towards(b, radius + 2);
  const tail = { x: tip.x + 11 * tip.ux, y: tip.y + 11 * tip.uy };
  const head = [[tip.x, tip.y], [tail.x - 6 * tip.uy, tail.y + 6 * tip.ux], [tail.x + 6 * tip.uy, tail.y - 6 * tip.ux]];
  return shape("g", { class: on ? "link strong" : "link weak" },
    shape("path", { d: `M${start.x} ${start.y}Q${mx} ${my} ${tail.x} ${tail.y}`, class: "line" }),
    shape("polygon", { points: head.map((p) => p.join(",")).join(" "), class: "head" }));
}

/**
 * The marks of a plan, with all candidates of a board where they are given.
 * @param {import("./plan.js").Plan} plan
 * @param {number[]} [candidates] a set of digits for each cell
 */
export function planShapes(plan, candidates) {
  const under = [
    ...plan.houses.map((h) => frame(h, "house")),
    ...plan.covers.map((h) => frame(h, "cover")),
    ...[...plan.cells].map(([c, kind]) => square(c, `shade ${kind}`)),
  ];
  // Without candidates around it, a digit that is placed has the cell to itself.
  const alone = candidates ? [] : [...plan.marks].filter(([, mark]) => mark === "placed").map(([k]) => k);
  const marks = [...plan.marks].filter(([k]) => !alone.includes(k));
  const rings = marks.map(([k, mark]) => shape("circle", { cx: middle(k).x, cy: middle(k).y, r: radius, class: `ring ${mark}` }));
  const shown = (candidates ?? []).flatMap((set, c) => digitsOf(set).map((d) => candidate(c, d)));
  const digits = [...new Set([...shown, ...marks.map(([k]) => k)])].map((k) => {
    const { x, y } = middle(k);
    return letter(x, y, (k % 9) + 1, `candidate ${plan.marks.get(k) ?? ""}`);
  });
  const large = alone.flatMap((k) => {
    const { x, y } = middle(9 * Math.floor(k / 9) + 4);
    return [shape("circle", { cx: x, cy: y, r: 38, class: "ring placed" }), letter(x, y, (k % 9) + 1, "alone")];
  });
  const strikes = marks.filter(([, mark]) => mark === "removed").map(([k]) => {
    const { x, y } = middle(k);
    return shape("path", { d: `M${x - 13} ${y + 13}L${x + 13} ${y - 13}`, class: "strike" });
  });
  return [
    ...under,
    ...plan.arrows.map(arrowShape), // not in one file
    ...rings, ...digits, ...strikes, ...large,
  ];
}

/** Lines of a board, the hairlines first: those inside, with 1 also those around it. @param {0 | 1} around */
export const lines = (around) => [1, 3].map((step) => {
  let d = "";
  for (let i = around ? 0 : step; i < 9 + around; i += step) d += `M0 ${i * unit}H${whole}M${i * unit} 0V${whole}`;
  return shape("path", { d, class: step === 1 ? "thin" : "thick" });
});

/**
 * @typedef {object} Picture
 * @property {string} title
 * @property {string} clues      81 characters
 * @property {string} [digits]   81 characters, with those that are not clues
 * @property {string} [other]    81 characters of another solution
 * @property {number[]} [candidates]
 * @property {import("./plan.js").Plan} [plan]
 */

/**
 * A picture of a board. Where another solution differs, both digits are shown.
 * @param {Picture} picture
 */
export function boardPicture({ title, clues, digits = clues, other = digits, candidates, plan = emptyPlan() }) {
  const drawn = shape("g", { "aria-hidden": "true" }); // what is in a picture is not read out number by number
  drawn.append(shape("rect", { x: 0, y: 0, width: whole, height: whole, class: "paper" }), ...planShapes(plan, candidates), ...lines(1));
  for (const c of cells) {
    const x = unit * column(c) + unit / 2, y = unit * row(c) + unit / 2;
    if (other[c] !== digits[c]) {
      drawn.append(square(c, "differs"), letter(x - 20, y - 18, digits[c], "half"), letter(x + 20, y + 22, other[c], "half"));
    } else if (digits[c] >= "1" && digits[c] <= "9") {
      drawn.append(letter(x, y, digits[c], clues[c] === digits[c] ? "clue" : "entry"));
    }
  }
  return shape("svg", { viewBox: `-4 -4 ${whole + 8} ${whole + 8}`, class: "picture", role: "img", "aria-label": title }, drawn);
}

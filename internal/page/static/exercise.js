// An exercise: a position where one technique is the only way on. One marks what follows
// from it, and is told whether that is right.

import { button, byId, element } from "./dom.js";
import { cellName, cells, column, digitsOf, has, row } from "./grid.js";
import { judge, kindsOf, nextMark } from "./judge.js";
import { boardPicture } from "./picture.js";
import { candidate, candidatesOf, emptyPlan, planOf } from "./plan.js";
import { idAddress } from "./places.js";
import { explanation, say } from "./speech.js";
import { fill, techniqueTitle, texts } from "./words.js";

const t = texts.practice;
const board = byId("board");

/** @typedef {import("./judge.js").Mark} Mark */
/** @typedef {{id: string, puzzle: string, level: number, technique: string, question: string, round: import("./api.js").Round}} Task */

/** @type {Task | undefined} */
let task;
/** @type {number[]} a set of digits for each cell */
let candidates = [];
/** @type {Map<number, Mark>} */
let marks = new Map();
let cursor = -1;
/** @type {import("./api.js").Step | undefined} the answer, once it is shown */
let shown;
/** The positions of which an answer has counted. @type {WeakSet<Task>} */
const told = new WeakSet();
/** Hears whether a position was found, once for each. @type {(right: boolean) => void} */
let hear = () => {};

/** @param {(right: boolean) => void} listener */
export const onAnswer = (listener) => (hear = listener);

/** The first answer counts. @param {boolean} right */
function tell(right) {
  if (!task || told.has(task)) return;
  told.add(task);
  hear(right);
}

/** Draws the position, with the marks or with the answer. @param {number[]} [pointed] cells */
function draw(pointed = []) {
  if (!task) return;
  const plan = shown ? planOf(shown, candidates) : emptyPlan();
  if (!shown) {
    for (const [k, mark] of marks) plan.marks.set(k, mark);
    if (cursor >= 0) plan.cells.set(cursor, "main");
  }
  for (const c of pointed) plan.cells.set(c, "other");
  board.replaceChildren(boardPicture({ title: task.question, clues: task.puzzle, digits: task.round.grid.replaceAll("0", "."), candidates, plan }));
  drawDigits();
}

/** The digits of the cell that is chosen, to be pressed. */
function drawDigits() {
  const list = cursor >= 0 && !shown ? digitsOf(candidates[cursor]) : [];
  byId("digits").replaceChildren(...list.map((d) => {
    const mark = marks.get(candidate(cursor, d));
    return button({ "aria-pressed": String(!!mark), class: mark ?? "" }, () => {
      toggle(cursor, d); // draws the buttons anew
      /** @type {HTMLElement} */ (byId("digits").children[list.indexOf(d)]).focus();
    }, String(d));
  }));
  for (const id of ["digits", "cell", "check", "show"]) byId(id).hidden = !!shown;
  byId("cell").textContent = cursor < 0 ? t.choose : list.length ? fill(texts.help.permitted, { cell: cellName(cursor), digits: list }) : fill(t.filled, { cell: cellName(cursor) });
}

/** Marks a candidate, or takes its mark away. @param {number} cell @param {number} digit */
function toggle(cell, digit) {
  if (!task || shown || !has(candidates[cell], digit)) return;
  const k = candidate(cell, digit);
  const next = nextMark(marks.get(k), kindsOf(task.round.steps));
  if (next) marks.set(k, next);
  else marks.delete(k);
  cursor = cell;
  say();
  draw();
}

/** Says whether the marks are right. */
function check() {
  if (!task || shown) return;
  if (!marks.size) return say(t.nothing);
  const { wrong, missing, found } = judge(marks, task.round.steps);
  if (found) {
    reveal(found, element("p", { class: "good" }, `✓ ${t.right}`));
    return tell(true);
  }
  if (wrong.length) tell(false);
  const name = techniqueTitle(task.round.steps[0].technique);
  const names = wrong.map((k) => `${cellName(Math.floor(k / 9))}${marks.get(k) === "placed" ? "=" : "≠"}${(k % 9) + 1}`);
  say(wrong.length
    ? element("p", { class: "bad" }, `✗ ${fill(t.wrong, { what: names.join(", "), name })}`)
    : element("p", {}, fill(t.missing, { n: missing })));
}

/** Shows a step with its words. @param {import("./api.js").Step} step @param {...Node} before */
function reveal(step, ...before) {
  shown = step;
  say(...before, element("h3", {}, step.name), explanation(step, draw));
  draw();
}

/** Opens a position. @param {Task} opened */
export function openTask(opened) {
  task = opened;
  byId("task").hidden = false;
  candidates = candidatesOf(task.round);
  const kinds = kindsOf(task.round.steps);
  byId("question").textContent = task.question;
  byId("how").textContent = kinds.length > 1 ? t.howBoth : kinds[0] === "placed" ? t.howPlaced : t.howRemoved;
  const play = byId("play");
  play.setAttribute("href", idAddress(task.id));
  play.textContent = fill(t.play, { id: task.id });
  clear();
}

function clear() {
  marks = new Map();
  cursor = -1;
  shown = undefined;
  say();
  draw();
}

/** The cell and the candidate at a point of the picture. @param {MouseEvent} e */
function candidateAt(e) {
  const picture = board.querySelector("svg");
  if (!picture) return;
  const { left, top, width } = picture.getBoundingClientRect();
  const scale = 908 / width; // with the edge of the picture
  const x = (e.clientX - left) * scale - 4, y = (e.clientY - top) * scale - 4;
  if (x < 0 || y < 0 || x >= 900 || y >= 900) return;
  const cell = 9 * Math.floor(y / 100) + Math.floor(x / 100);
  const digit = 1 + 3 * Math.floor((y % 100) / 33.4) + Math.floor((x % 100) / 33.4);
  return { cell, digit, fine: width > 500 && !matchMedia("(pointer: coarse)").matches };
}

board.addEventListener("click", (e) => {
  const at = candidateAt(e);
  if (!at || shown) return;
  // A candidate is large enough for a mouse, but not for a finger.
  if (at.fine && has(candidates[at.cell], at.digit)) return toggle(at.cell, at.digit);
  cursor = at.cell;
  draw();
});
board.addEventListener("keydown", (e) => {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[e.key];
  if (by) {
    const from = Math.max(cursor, 0);
    const to = cursor < 0 ? 0 : from + by;
    if (cells.includes(to) && (Math.abs(by) === 9 ? column(to) === column(from) : cursor < 0 || row(to) === row(from))) cursor = to;
    e.preventDefault();
    draw();
  } else if (cursor >= 0 && /^[1-9]$/.test(e.key)) toggle(cursor, Number(e.key));
  else if (e.key === "Enter") check();
});
byId("check").addEventListener("click", check);
byId("clear").addEventListener("click", clear);
byId("show").addEventListener("click", () => {
  if (!task || shown) return;
  tell(false);
  reveal(task.round.steps[0]);
});

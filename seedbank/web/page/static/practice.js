// Practice: a position where one technique is the only way on. One marks what follows
// from it, and is told whether that is right.

import { get, isOffline } from "./api.js";
import { byId, element } from "./dom.js";
import { cellName, cells, column, digitsOf, row } from "./grid.js";
import { isThere, judge, kindsOf, nextMark } from "./judge.js";
import { boardPicture } from "./picture.js";
import { candidate, candidatesOf, emptyPlan, planOf } from "./plan.js";
import { startShell } from "./shell.js";
import { explanation, say } from "./speech.js";
import { fill, listed, techniqueTitle, texts } from "./words.js";

const t = texts.practice;
const technique = /** @type {HTMLSelectElement} */ (byId("technique"));
const board = byId("board");

/** @typedef {import("./judge.js").Mark} Mark */
/** @typedef {{id: string, puzzle: string, question: string, round: import("./api.js").Round}} Task */

/** @type {Task | undefined} */
let task;
/** @type {number[]} a set of digits for each cell */
let candidates = [];
/** @type {Map<number, Mark>} */
let marks = new Map();
let cursor = -1;
/** @type {import("./api.js").Step | undefined} the answer, once it is shown */
let shown;

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
    const button = element("button", { type: "button", "aria-pressed": String(!!mark), class: mark ?? "" }, String(d));
    button.addEventListener("click", () => toggle(cursor, d));
    return button;
  }));
  byId("digits").hidden = byId("cell").hidden = !!shown;
  byId("cell").textContent = cursor < 0 ? t.choose : list.length ? fill(t.cell, { cell: cellName(cursor), digits: listed(list, texts.cell.or) }) : fill(t.filled, { cell: cellName(cursor) });
}

/** Marks a candidate, or takes its mark away. @param {number} cell @param {number} digit */
function toggle(cell, digit) {
  if (!task || shown || !isThere(candidates, cell, digit)) return;
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
  if (found) return reveal(found, element("p", { class: "good" }, `✓ ${t.right}`));
  const name = techniqueTitle(task.round.steps[0].technique);
  const names = wrong.map((k) => `${cellName(Math.floor(k / 9))}${marks.get(k) === "placed" ? "=" : "≠"}${(k % 9) + 1}`);
  say(wrong.length
    ? element("p", { class: "bad" }, `✗ ${fill(t.wrong, { what: names.join(", "), name })}`)
    : element("p", {}, fill(missing === 1 ? t.missingOne : t.missing, { n: missing })));
}

/** Shows a step with its words. @param {import("./api.js").Step} step @param {...Node} before */
function reveal(step, ...before) {
  shown = step;
  say(...before, element("h3", {}, step.name), explanation(step, draw));
  draw();
}

/** Fetches a position. */
async function next() {
  byId("state").textContent = texts.play.loading;
  try {
    const { tasks } = await get("practice", { practice: technique.value });
    [task] = tasks;
  } catch (error) {
    byId("state").textContent = isOffline(error) ? t.offline : error instanceof Error ? error.message : String(error);
    return;
  }
  if (!task) return;
  history.replaceState(null, "", `/practice?technique=${technique.value}`);
  byId("state").textContent = "";
  byId("task").hidden = false;
  candidates = candidatesOf(task.round);
  const kinds = kindsOf(task.round.steps);
  byId("question").textContent = task.question;
  byId("how").textContent = kinds.length > 1 ? t.howBoth : kinds[0] === "placed" ? t.howPlaced : t.howRemoved;
  const play = byId("play");
  play.setAttribute("href", `/p/${task.id}`);
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
  return { cell, digit, fine: width > 500 };
}

board.addEventListener("click", (e) => {
  const at = candidateAt(e);
  if (!at || shown) return;
  // A candidate is large enough for a pointer, but not on a phone.
  if (at.fine && isThere(candidates, at.cell, at.digit)) return toggle(at.cell, at.digit);
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
byId("show").addEventListener("click", () => task && reveal(task.round.steps[0]));
byId("ask").addEventListener("submit", (e) => {
  e.preventDefault();
  void next();
});
technique.addEventListener("change", () => void next());

startShell();
try {
  const list = (await get("techniques")).filter((/** @type {any} */ one) => one.practice);
  technique.append(...list.map((/** @type {any} */ one) => element("option", { value: one.name }, techniqueTitle(one.name))));
  const wanted = new URLSearchParams(location.search).get("technique") ?? "x-wing";
  if (list.some((/** @type {any} */ one) => one.name === wanted)) technique.value = wanted;
  await next();
} catch (error) {
  byId("state").textContent = isOffline(error) ? t.offline : String(error);
}

// Drawing on candidates: a tap paints one with the colour of the pen, and a drag from one to
// another links them.

import { byId, shape } from "./dom.js";
import { candidate } from "./plan.js";
import { openSheet } from "./sheets.js";
import { say } from "./speech.js";
import { texts } from "./words.js";

/** @typedef {import("./session.js").Session} Session */

/** The candidate at a place, or -1. @param {PointerEvent} e @param {Session} session */
function candidateAt(e, { board, position }) {
  const cell = board.cellAt(e);
  if (cell < 0 || position.digits[cell]) return -1;
  const { left, top, width, height } = board.cells[cell].getBoundingClientRect();
  const third = (/** @type {number} */ part) => Math.min(2, Math.max(0, Math.floor(3 * part)));
  return candidate(cell, 1 + third((e.clientX - left) / width) + 3 * third((e.clientY - top) / height));
}

/** Whether the pointer draws. @param {Session} session */
const draws = (session) => session.mode === "draw" && session.playing;

/** Says how to draw. */
export function startDrawing() {
  openSheet("");
  say(texts.play.drawHow);
}

/** Draws in another colour from now on. @param {Session} session @param {number} colour */
export function choosePen(session, colour) {
  session.pen = colour;
  session.told();
}

/** Paints a candidate with the pen. @param {Session} session @param {number} from */
export const paint = (session, from) => session.move({ kind: "paint", from, value: session.pen });

/** Listens to the pointer, before the board does. @param {Session} session */
export function listenToPen(session) {
  const { root } = session.board;
  let from = -1;
  /** @param {PointerEvent} e */
  const at = (e) => {
    const { left, top, width, height } = root.getBoundingClientRect();
    return { x: ((e.clientX - left) / width) * 900, y: ((e.clientY - top) / height) * 900 };
  };
  /** @type {Element | undefined} */
  let line;
  const end = () => {
    line?.remove();
    line = undefined;
    from = -1;
  };
  root.addEventListener("pointerdown", (e) => {
    if (!draws(session) || e.button > 0) return;
    from = candidateAt(e, session);
    if (from < 0) return; // the cell is chosen
    e.preventDefault();
    e.stopImmediatePropagation();
    root.setPointerCapture(e.pointerId);
    const { x, y } = at(e);
    line = shape("line", { x1: x, y1: y, x2: x, y2: y, class: "pencil-line" });
    byId("overlay").append(line);
    const cell = Math.floor(from / 9);
    session.select(new Set([cell]), cell);
  }, true);
  root.addEventListener("pointermove", (e) => {
    if (from < 0) return;
    e.stopImmediatePropagation();
    const { x, y } = at(e);
    line?.setAttribute("x2", String(x));
    line?.setAttribute("y2", String(y));
  }, true);
  root.addEventListener("pointerup", (e) => {
    if (from < 0) return;
    const begin = from, to = candidateAt(e, session);
    end();
    if (to === begin) paint(session, to);
    else if (to >= 0) session.move({ kind: "link", from: begin, to });
  }, true);
  root.addEventListener("pointercancel", end, true);
}

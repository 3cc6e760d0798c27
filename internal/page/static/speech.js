// The words beside the board.

import { byId, commandButton, element } from "./dom.js";
import { pieces } from "./plan.js";
import { texts } from "./words.js";

/**
 * Says something; what was said before goes. Buttons that have no room beside the keys take
 * theirs, except where a puzzle is typed.
 * @param {...(Node | string)} what
 */
export function say(...what) {
  const words = byId("words");
  words.replaceChildren(...what.filter((x) => x !== ""));
  openSaid("");
  const isTyped = document.getElementById("panel")?.dataset.entering === "true";
  if (words.querySelector("button") && !isTyped && words.scrollHeight > words.clientHeight + 1) openSaid("hint");
}

/**
 * Gives the words the room of the keys, for as long as they are shown.
 * @param {"hint" | "way" | "end" | "card" | "coach" | ""} what
 */
export function openSaid(what) {
  const panel = document.getElementById("panel");
  if (!panel) return;
  panel.dataset.said = what;
  if (what) byId("words").scrollTop = 0;
  byId("stepper").hidden = true;
}

/** What helps after a mistake. */
export function remedies() {
  const t = texts.help;
  return element("div", { class: "actions" }, commandButton("help", t.markThem, { "data-value": "5" }), commandButton("unmistake", t.unmistake));
}

/** Assumptions under which a statement is still indented further. */
const mostIndented = 3;

/**
 * The explanation of a step: a paragraph, or a list of statements if it has branches.
 * Cells and houses point at the board, by pointer, by focus or by touch.
 * @param {import("./api.js").Step} step @param {(cells: number[]) => void} point
 */
export function explanation(step, point) {
  const list = step.statements ?? [];
  if (!list.some((s) => s.part === "assumption")) return explain("p", "explanation", step.explanation, point);
  const items = list.map((s) => explain("li", `under-${Math.min((s.under ?? []).length, mostIndented)}`, s.text, point));
  return element("ul", { class: "explanation" }, ...items);
}

/**
 * @param {"p" | "li"} tag @param {string} name @param {string} text
 * @param {(cells: number[]) => void} point
 */
export function explain(tag, name, text, point) {
  const paragraph = element(tag, { class: name });
  for (const piece of pieces(text)) {
    if (!piece.cells.length) {
      paragraph.append(piece.text);
      continue;
    }
    const ref = element("span", { role: "button", tabindex: "0", class: "ref" }, piece.text);
    for (const on of ["pointerenter", "focus", "click"]) ref.addEventListener(on, () => point(piece.cells));
    for (const off of ["pointerleave", "blur"]) ref.addEventListener(off, () => point([]));
    paragraph.append(ref);
  }
  return paragraph;
}

// The words beside the board.

import { byId, element } from "./dom.js";
import { pieces } from "./plan.js";

/**
 * Says something; what was said before goes.
 * @param {...(Node | string)} what
 */
export function say(...what) {
  byId("words").replaceChildren(...what.filter((x) => x !== ""));
}

/**
 * An explanation whose cells and houses point at the board, by pointer, by focus
 * or by touch.
 * @param {string} text @param {(cells: number[]) => void} point
 */
export function explanation(text, point) {
  const paragraph = element("p", { class: "explanation" });
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

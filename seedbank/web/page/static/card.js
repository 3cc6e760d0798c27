// Puzzles of the bank as small pictures.

import { element } from "./dom.js";
import { boardPicture } from "./picture.js";
import { idAddress } from "./places.js";
import { techniqueTitle } from "./words.js";

/** A small picture of a puzzle of the bank, which leads to it. @param {import("./api.js").Row} row */
export function puzzleCard(row) {
  return element("a", { class: "card", href: idAddress(row.id) },
    boardPicture({ title: row.id, clues: row.puzzle }),
    element("small", {}, `${row.level} · ER ${Number(row.er).toFixed(1)} · ${techniqueTitle(row.hardest)}`));
}

// Puzzles of the file that plays, which has no server: it makes them of the seeds in it.

import { generate } from "./mini.js";

/** @typedef {import("../static/api.js").Row} Row */
/** @typedef {import("../static/api.js").Step} Step */
/** @typedef {import("../static/api.js").Place} Place */

/** A new puzzle of a level. @param {number} level @returns {Row} */
export const make = (level) => ({ ...generate(level), id: "", er: 0, hardest: "" });

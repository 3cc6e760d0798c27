// The symmetry that new puzzles are asked for with, as far as the bank has it.

import { get } from "./api.js";
import { byId } from "./dom.js";

/** @typedef {{name: string, levels: {level: number}[]}} Kind a kind of symmetry, with the levels that the bank has it at */

const select = /** @type {HTMLSelectElement} */ (byId("symmetry"));

/** What the bank has, once that is known. @type {Kind[] | undefined} */
let known;

/** The kind that the player wants, also at levels without it. */
export let wanted = "";

/** @param {string} [name] of a kind; any other stands for any pattern */
export function want(name = "") {
  wanted = Array.from(select.options).some((option) => option.value === name) ? name : "";
}

/** Wants what the player has chosen just now. */
export const choose = () => want(select.value);

/** Whether the bank has a kind at a level, as far as is known. @param {string} name @param {number} level */
const has = (name, level) => !name || !known || known.some((kind) => kind.name === name && kind.levels.some((of) => of.level === level));

/** Offers the kinds that the bank has at a level, and returns the one to ask for. @param {number} level */
export function offer(level) {
  for (const option of select.options) option.disabled = option.hidden = !has(option.value, level);
  return (select.value = has(wanted, level) ? wanted : "");
}

/** Asks for what the bank has. */
export async function learn() {
  known = await get("symmetries");
}

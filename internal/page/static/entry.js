// A puzzle of one's own, typed into an empty board or pasted. Contradictions are marked as
// one types, and it is said how many solutions there are.

import { idOf, lookedUp } from "./api.js"; // not in one file
import { element, settled } from "./dom.js";
import { ask } from "./engine.js";
import { cellName, conflicts, emptyGrid, gridText, parseGrid, plainDots } from "./grid.js";
import { viewAddress } from "./places.js"; // not in one file
import { openSheet } from "./sheets.js";
import { solve } from "./solver.js";
import { say } from "./speech.js";
import * as store from "./store.js";
import { fill, texts } from "./words.js";

const t = texts.entry;
const fewest = 17; // clues that a puzzle needs

/** @typedef {import("./session.js").Session} Session */

/**
 * A puzzle that no bank is asked about. Only one with a solution can be played.
 * @param {number[]} clues @param {string} [name] @returns {import("./api.js").Row}
 */
export function ownRow(clues, name) {
  const open = clues.length === 81 && clues.includes(0) && !conflicts(clues).length;
  const [solution, other] = open ? solve(clues) ?? [] : [];
  return {
    id: "", puzzle: gridText(clues), solution: solution && !other ? gridText(solution) : "",
    clues: clues.filter((d) => d).length, level: 0, er: 0, hardest: "", ...(name && { name }),
  };
}

/** Opens the board to type into. @param {Session} session */
export function openEntry(session) {
  openSheet("");
  session.keepTime();
  session.mode = "digit"; // the keys of the others are not there
  session.open({ id: "", puzzle: emptyGrid, solution: "", clues: 0, level: 0, er: 0, hardest: "" }, store.findGame(emptyGrid), true);
  tell(session);
}

/** The game whose board was told about last. @type {unknown} */
let told; // not in one file

/** Says how the puzzle stands. @param {Session} session */
function tell(session) {
  if (!session.entering) return;
  told = session.game; // not in one file
  const { digits } = session.position;
  const n = digits.filter((d) => d).length;
  const clash = conflicts(digits).length > 0, isFull = n === 81;
  const solutions = clash || n < fewest ? [] : solve(digits);
  const found = solutions?.length ?? 0;
  let how = clash ? t.clash : n < fewest ? t.few : solutions ? [t.none, isFull ? texts.help.complete : t.one][found] ?? t.several : "";
  if (solutions && found > 1) how += ` ${differs(session, solutions)}`; // not in one file
  const name = element("input", { id: "own-name", placeholder: t.name, "aria-label": t.name, value: session.row?.name ?? "" });
  const before = document.getElementById("own-name");
  if (before instanceof HTMLInputElement) /** @type {HTMLInputElement} */ (name).value = before.value;
  const proper = found === 1 && !isFull;
  document.querySelector("[data-do=playOwn]")?.toggleAttribute("disabled", !proper);
  const rate = element("a", { class: "button", href: viewAddress("analyse", { puzzle: gridText(digits) }) }, t.rate); // not in one file
  say(
    element("p", {}, element("b", {}, fill(t.digits, { n })), ` ${how}`),
    proper
      ? element("div", { class: "actions" }, name,
        rate, // not in one file
      )
      : n < fewest ? element("p", {}, t.how) : "",
  );
}

/** Shows and says where two solutions differ. @param {Session} session @param {number[][]} solutions */
function differs(session, [one, other]) {
  const cell = one.findIndex((d, c) => d !== other[c]);
  session.link([cell]);
  return fill(texts.help.permitted, { cell: cellName(cell), digits: [one[cell], other[cell]].sort() });
}

/**
 * Takes a puzzle from what was copied. Where the page may not ask for that, as it does not come by
 * https or the user says no, there is a field to paste into.
 * @param {Session} session
 */
export async function pasteCopied(session) {
  try {
    await paste(session, await navigator.clipboard.readText());
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { "aria-label": t.pasteHere, placeholder: t.pasteHere }));
    field.addEventListener("change", () => void paste(session, field.value));
    say(field);
    field.focus();
  }
}

/** Says it once the typing has stopped, unless it was said. */
export const tellSoon = settled((/** @type {Session} */ session) => {
  if (session.game === told) return; // not in one file
  tell(session);
}, 120);

/** Plays what was typed. @param {Session} session @param {(row: import("./api.js").Row) => void} open */
export function playOwn(session, open) {
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("own-name"))?.value.trim();
  const row = ownRow(session.position.digits, name);
  if (!row.solution) return tell(session);
  store.deleteGames(emptyGrid);
  open(row);
}

/**
 * Takes a puzzle from a text of any format.
 * @param {Session} session @param {string} text
 */
export async function paste(session, text) {
  const { game } = session;
  let plain = plainDots(text);
  if (idOf(plain)) plain = String(await lookedUp(plain).catch(() => "")); // not in one file
  const one = plain.replace(/[\s|+-]/g, "");
  const isRow = /^[0-9.*_x]+$/i.test(one) && one.length > 60 && one.length < 100;
  const [found] = isRow && one.length === 81 ? [{ puzzle: one }] : await ask("check", plain).catch(() => []);
  if (!session.entering || session.game !== game) return;
  if (!found?.puzzle) return say(isRow ? fill(one.length < 81 ? t.lacks : t.tooMany, { n: one.length, cells: Math.abs(81 - one.length) }) : t.noPuzzle);
  const places = parseGrid(found.puzzle).flatMap((d, c) => (d ? [/** @type {[number, number]} */ ([c, d])] : []));
  session.move({ kind: "restart" });
  session.move({ kind: "step", places });
  tell(session);
}

/**
 * Rates a puzzle of one's own, so that its level stays with the game.
 * @param {Session} session
 */
export async function rateOwn(session) {
  const { row } = session;
  if (!row || row.id || row.level || !row.solution || session.entering) return;
  const [rated] = await ask("rate", row.puzzle).catch(() => [null]);
  if (session.row !== row || !rated?.level) return;
  session.row = { ...row, level: rated.level, er: rated.er, hardest: rated.hardest };
  session.changed();
}

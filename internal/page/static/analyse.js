// Analysis of puzzles from anywhere.

import { check, isOffline, lookedUp, Problem, reasonFor } from "./api.js";
import { button, byId, element } from "./dom.js";
import { ask, startEngineSoon } from "./engine.js";
import { plainDots } from "./grid.js";
import { boardPicture } from "./picture.js";
import { reportOn } from "./report.js";
import { startShell } from "./shell.js";
import { fill, texts } from "./words.js";

const t = texts.analyse;
const input = /** @type {HTMLTextAreaElement} */ (byId("input"));
const file = /** @type {HTMLInputElement} */ (byId("file"));

/** Many puzzles are shown up to this number. */
const mostShown = 60;

/** The analysis under way, which a new one ends. */
let under = new AbortController();

/** @param {string} text */
const say = (text) => (byId("state").textContent = text);

/** Texts and files up to this number of bytes are read here. */
const shortText = 100_000;

/**
 * What there is to say of the puzzles in a text or a file. Plain texts are read here, other
 * formats by the server.
 * @param {string | Blob} given @param {AbortSignal} signal @returns {Promise<any[]>}
 */
async function puzzlesIn(given, signal) {
  const short = (typeof given === "string" ? given.length : given.size) <= shortText;
  const found = short ? await ask("check", typeof given === "string" ? given : await given.text(), signal).catch(orNothing) : [];
  if (found.length && found.every((one) => one.puzzle)) return found;
  return check(given, signal).catch((error) => {
    if (found.length && isOffline(error)) return found;
    throw error;
  });
}

/** No puzzles, if that is the problem. @param {unknown} error @returns {any[]} */
function orNothing(error) {
  if (error instanceof Problem) return [];
  throw error;
}

/**
 * Analyses what was given: text or a file.
 * @param {string | Blob} given
 */
async function analyse(given) {
  under.abort();
  under = new AbortController();
  const { signal } = under;
  byId("report").hidden = byId("choice").hidden = true;
  say(t.working);
  try {
    const found = await puzzlesIn(await lookedUp(given, signal), signal);
    const puzzles = found.filter((one) => one.puzzle);
    const errors = found.filter((one) => one.error);
    say(puzzles.length ? "" : errors.length ? fill(t.line, { line: errors[0].line ?? 1, error: errors[0].error }) : texts.entry.noPuzzle);
    if (puzzles.length > 1) choose(puzzles, signal);
    if (puzzles.length) await reportOn(puzzles[0], signal);
  } catch (error) {
    fail(error, signal);
  }
}

/** Says why there is no report, if somebody waits for it. @param {unknown} error @param {AbortSignal} signal */
function fail(error, signal) {
  if (signal.aborted) return;
  const nothing = error instanceof Problem && error.status === 422;
  say(nothing ? texts.entry.noPuzzle : reasonFor(error, texts.play.needsServer));
}

/** Lists several puzzles. @param {any[]} puzzles @param {AbortSignal} signal */
function choose(puzzles, signal) {
  const buttons = puzzles.slice(0, mostShown).map((puzzle, i) => {
    const made = button({ "aria-pressed": String(i === 0) }, () => {
      for (const b of buttons) b.setAttribute("aria-pressed", String(b === made));
      say("");
      reportOn(puzzle, signal).catch((error) => made.getAttribute("aria-pressed") === "true" && fail(error, signal));
    }, boardPicture({ title: puzzle.puzzle, clues: puzzle.puzzle }));
    return made;
  });
  byId("choice").replaceChildren(element("p", {}, fill(t.many, { n: puzzles.length })), element("div", { class: "thumbs" }, ...buttons));
  byId("choice").hidden = false;
}

byId("ask").addEventListener("submit", (e) => {
  e.preventDefault();
  if (input.value.trim()) void analyse(plainDots(input.value));
});
input.addEventListener("paste", () => setTimeout(() => input.value.trim() && void analyse(plainDots(input.value))));
byId("example").addEventListener("click", () => {
  input.value = input.placeholder;
  void analyse(input.value);
});
file.addEventListener("change", () => {
  const [given] = file.files ?? [];
  file.value = ""; // so that the same file can be chosen again
  if (given) void analyse(given);
});
for (const on of ["dragenter", "dragover"]) {
  document.addEventListener(on, (e) => {
    e.preventDefault();
    byId("ask").classList.add("over");
  });
}
for (const off of ["dragleave", "drop"]) document.addEventListener(off, () => byId("ask").classList.remove("over"));
document.addEventListener("drop", (e) => {
  e.preventDefault();
  const data = /** @type {DragEvent} */ (e).dataTransfer;
  const dropped = data?.files[0] ?? data?.getData("text");
  if (dropped) void analyse(dropped);
});

const given = new URLSearchParams(location.search).get("puzzle");
if (given) {
  input.value = given;
  void analyse(given);
}
startShell();
startEngineSoon();

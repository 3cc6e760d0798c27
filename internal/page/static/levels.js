// The choice of a level: what it is like, how long it takes, and how long the player takes.

import { run } from "./commands.js";
import { byId } from "./dom.js";
import { openSheet } from "./sheets.js";
import { games, timesOf } from "./store.js";
import { clock, fill, levelTitle, median, texts } from "./words.js";

/** Minutes that people take for puzzles of each level of the starter bank: medians of estimates. */
const minutes = [4, 5, 7, 14, 17, 18, 26, 36, 74];

const chosen = /** @type {HTMLButtonElement} */ (byId("level"));

/** The level that is chosen. */
export const level = () => Number(chosen.value);

/** Chooses a level for the next puzzles. @param {number} n */
export function setLevel(n) {
  chosen.value = String(n);
  chosen.textContent = levelTitle(n);
  chosen.setAttribute("aria-label", `${texts.play.level}: ${levelTitle(n)}`);
}

/** Says how long each level takes, when the sheet opens. */
export function drawLevels() {
  const played = games();
  for (const button of document.querySelectorAll("#levels [data-do=level]")) {
    const n = Number(button.getAttribute("data-value"));
    const times = timesOf(n, played);
    const own = times.length ? fill(texts.levels.own, { median: clock(median(times)), n: times.length }) : "";
    button.querySelector("small")?.replaceChildren(`${fill(texts.levels.minutes, { n: minutes[n - 1] })}${own && ` · ${own}`}`);
    button.setAttribute("aria-current", String(n === level()));
  }
}

/** Begins a puzzle of a level. @param {import("./session.js").Session} session @param {string} value */
export function chooseLevel(session, value) {
  setLevel(Number(value));
  openSheet("");
  run(session, "new");
}

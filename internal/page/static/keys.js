// The keyboard, as tables.

import { byId } from "./dom.js";
import { run } from "./commands.js";
import { isShown } from "./hint.js";
import { sheetOpen } from "./sheets.js";
import { digitOf, moved } from "./typing.js";
import { wayIsOpen } from "./way.js";

/** @typedef {import("./session.js").Session} Session */

/** Letters, without Ctrl or Alt; the last are those of the nine helps, of which four spoil much. */
const letters = /** @type {Record<string, [string, string?]>} */ ({
  z: ["undo"], y: ["redo"], n: ["new"], h: ["hint"], b: ["bookmark"], f: ["filter"], "?": ["helps"], a: ["auto"], t: ["pause"], " ": ["nextMode"],
  backspace: ["erase"], delete: ["erase"], 0: ["erase"], escape: ["close"],
  ...Object.fromEntries(Array.from("cpwrmksdg", (key, i) => [key, [i < 5 ? "help" : "spoiler", String(i + 1)]])),
});

/** What Shift makes of commands. */
const shifted = /** @type {Record<string, string>} */ ({ help: "helpAll", spoiler: "helpAll", bookmark: "toBookmark" });

const withControl = /** @type {Record<string, [string, string?]>} */ ({ z: ["undo"], y: ["redo"], a: ["all"] });

/** Listens to the keys. @param {Session} session */
export function listenToKeys(session) {
  document.addEventListener("keydown", (e) => {
    const typing = /** @type {HTMLElement} */ (e.target).closest("input, select, textarea, dialog");
    const pressing = e.key === " " || e.key === "Enter" ? /** @type {HTMLElement} */ (e.target).closest("button, a, summary, .ref") : null;
    if (typing || pressing) return;
    if (move(session, e) || press(session, e)) e.preventDefault();
  });
}

/** @param {Session} session @param {KeyboardEvent} e */
function press(session, e) {
  const control = e.ctrlKey || e.metaKey;
  const digit = digitOf(e);
  if (digit && digit !== "0") {
    const chosen = sheetOpen() === "helps" && !control && !e.altKey && document.activeElement?.closest("#helps");
    if (chosen && !session.awaits) {
      run(session, e.shiftKey ? "helpAll" : "help", digit);
      session.board.focus(session.cursor);
    } else run(session, control ? "centre" : e.shiftKey ? (e.altKey ? "paint" : "corner") : e.altKey ? "colour" : "digit", digit);
    return true;
  }
  if (e.altKey) return false;
  const key = e.key.toLowerCase();
  const [name, value] = (control ? withControl : letters)[control && e.shiftKey && key === "z" ? "y" : key] ?? [];
  if (!name) return false;
  run(session, (e.shiftKey && shifted[name]) || name, value);
  if (name === "helps" && sheetOpen()) byId("help-1").focus();
  return true;
}

/** @param {Session} session @param {KeyboardEvent} e */
function move(session, e) {
  const to = moved(session, e);
  if (!to) return false;
  const steps = wayIsOpen() ? "way" : isShown() ? "hint" : "";
  const on = e.key === "ArrowRight";
  if (steps && (on || e.key === "ArrowLeft")) {
    run(session, steps + (on ? "Next" : "Back"));
    return true;
  }
  session.select(to.selection, to.cursor);
  session.board.focus(to.cursor);
  return true;
}

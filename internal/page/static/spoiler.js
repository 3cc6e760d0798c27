// The question before a help that spoils much: a slip of a finger may have called it.

import { commandButton, element } from "./dom.js";
import { say } from "./speech.js";
import { closeWay } from "./way.js";
import { texts } from "./words.js";

/** What was asked for in each game. @type {WeakMap<object, Set<string>>} */
const wanted = new WeakMap();

/**
 * Asks once in a game whether a help is wanted. The same key says yes, and so does the button.
 * @param {import("./session.js").Session} session @param {string} help its number @param {() => void} use
 */
export function askFirst(session, help, use) {
  const { row } = session;
  if (!row || session.paused || session.entering) return;
  const n = Number(help), before = wanted.get(row) ?? new Set();
  if (session.shown.asks === n) wanted.set(row, before.add(help));
  if (session.helps[n] || before.has(help)) return use();
  closeWay();
  session.show({ asks: n });
  const label = texts.helps[/** @type {"label6"} */ (`label${n}`)];
  say(element("p", {}, texts.help.spoils), commandButton("help", label, { id: "spoil", "data-value": help }));
}

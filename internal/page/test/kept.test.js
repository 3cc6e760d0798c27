// What is kept on the device: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, kept } from "../static/kept.js";

globalThis.localStorage = new (class {
  getItem(name) { return this[name] ?? null; }
  setItem(name, text) { this[name] = text; }
  removeItem(name) { delete this[name]; }
})();

test("a file does not replace a game that a later page has kept", () => {
  const puzzle = "1" + ".".repeat(80);
  const game = { v: 3, saved: 1, key: puzzle, row: { id: "", puzzle, solution: "", clues: 1, level: 0, er: 0, hardest: "" }, started: "", seconds: 0, helps: {}, solved: true, moves: [], at: 0 };
  const later = JSON.stringify({ ...game, v: 4, moves: [{ kind: "of a later page" }] });
  localStorage.setItem(`seedoku.game.${puzzle}`, later);
  add({ ...kept(), games: [game] });
  assert.equal(localStorage.getItem(`seedoku.game.${puzzle}`), later);
});

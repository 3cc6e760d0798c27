// What the device does not keep: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";

/** What the device keeps for all tabs. */
const device = new Map();
let full = false;
globalThis.localStorage = new (class {
  getItem(name) { return device.get(name) ?? null; }
  setItem(name, text) {
    if (full) throw new Error("full");
    device.set(name, text);
  }
  removeItem(name) { device.delete(name); }
})();
const { cards, findGame, saveCards, saveGame } = await import("../static/store.js");

const puzzle = ".".repeat(80) + "1";
const game = (seconds) => ({ key: puzzle, row: { puzzle }, started: "", seconds, helps: {}, solved: false, moves: [] });
/** Another tab keeps a value. */
const elsewhere = (name, value) => device.set(`seedoku.${name}`, JSON.stringify(value));

test("what another tab stores is later than what this one could not store", () => {
  saveGame(game(1), 1);
  saveCards({ a: 1 });
  full = true;
  saveGame(game(2), 2);
  saveCards({ a: 2 });
  assert.equal(findGame(puzzle).seconds, 2);
  assert.deepEqual(cards(), { a: 2 });
  elsewhere(`game.${puzzle}`, { ...game(3), v: 3, saved: 3 });
  elsewhere("cards", { a: 1, b: 1 });
  assert.equal(findGame(puzzle).seconds, 3);
  full = false;
  saveCards({ ...cards(), c: 1 });
  assert.deepEqual(cards(), { a: 1, b: 1, c: 1 });
});

test("an older state that another tab stores changes nothing", () => {
  saveGame(game(4), 4);
  full = true;
  saveGame(game(6), 6);
  elsewhere(`game.${puzzle}`, { ...game(5), v: 3, saved: 4 });
  assert.equal(findGame(puzzle).seconds, 6);
  full = false;
});

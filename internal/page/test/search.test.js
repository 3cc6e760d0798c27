// What a search asks for, scales and streaks: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { roundUp, sequenceIn, streakOf } from "../static/search.js";

const names = new Map([["x-wing", "x-wing"], ["xy-wing", "xy-wing"], ["naked pair", "naked-pair"], ["naked-pair", "naked-pair"], ["nacktes paar", "naked-pair"]]);

test("techniques are understood as people write them", () => {
  assert.deepEqual(sequenceIn("X-wing, then XY-wing, nothing else above 3.0", names), { sequence: ["x-wing", "xy-wing"], above: "3.0" });
  assert.deepEqual(sequenceIn("x-wing then naked  pair", names), { sequence: ["x-wing", "naked-pair"], above: "" });
  assert.deepEqual(sequenceIn("Nacktes Paar, dann X-Wing, nichts anderes über 2,8", names), { sequence: ["naked-pair", "x-wing"], above: "2.8" });
  assert.deepEqual(sequenceIn("xy-wing → xy-wing", names), { sequence: ["xy-wing", "xy-wing"], above: "" });
});

test("what is no technique is left to others", () => {
  for (const text of ["", "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......", "3DSWKAPVM9JVD-0Y0T36AVJV", "3.0", "x-wing, guess"]) {
    assert.equal(sequenceIn(text, names), null, text);
  }
});

test("scales end at round numbers", () => {
  for (const [n, top] of [[0, 1], [1, 1], [3, 4], [7, 10], [10, 10], [11, 20], [4321, 5000], [78_375, 100_000]]) assert.equal(roundUp(n), top);
});

test("a streak goes back from today or from yesterday", () => {
  const days = Object.fromEntries(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"].map((date) => [date, 1]));
  assert.deepEqual(["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"].map((today) => streakOf(days, today)), [3, 3, 1, 1, 0]);
  assert.equal(streakOf({}, "2026-03-01"), 0);
});

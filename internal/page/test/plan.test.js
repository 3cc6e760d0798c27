// What is drawn for a step: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./texts.js";
import { parseCell } from "../static/grid.js";
import { newGame } from "../static/game.js";
import { drawnPlan } from "../static/lines.js";
import { candidate, pieces, planOf, regionText, stepsOf } from "../static/plan.js";
import { clock, fill, listed, rounded, techniqueTitle } from "../static/words.js";

const all = Array.from({ length: 81 }, () => 0x1ff);
const at = (name, digit) => candidate(parseCell(name), digit);

test("a pair is marked, and what it removes", () => {
  const plan = planOf({ technique: "naked-pair", rating: 3, cells: ["r1c1", "r1c2"], digits: "15", houses: ["row 1"], removed: ["r1c9<>5"], name: "", explanation: "" }, all);
  assert.deepEqual(plan.houses, [0]);
  assert.equal(plan.marks.get(at("r1c1", 5)), "main");
  assert.equal(plan.marks.get(at("r1c9", 5)), "removed");
  assert.equal(plan.marks.size, 5);
});

test("links are arrows from what they follow from", () => {
  const chains = [[{ says: "r1c1=5" }, { says: "r1c4<>5", house: "row 1", from: [0] }, { says: "r2c4=5", house: "column 4", from: [1] }]];
  const plan = planOf({ technique: "forcing-chain", rating: 6.6, chains, name: "", explanation: "" }, all);
  assert.deepEqual(plan.arrows, [
    { from: at("r1c1", 5), to: at("r1c4", 5), on: false },
    { from: at("r1c4", 5), to: at("r2c4", 5), on: true },
  ]);
  assert.equal(plan.marks.get(at("r2c4", 5)), "on");
  assert.equal(plan.marks.get(at("r1c4", 5)), "off");
});

test("a link that is drawn again is weak, then gone, in either direction; paint of its own colour goes", () => {
  const draw = (...moves) => newGame(".".repeat(81), { moves }).positions.at(-1);
  const link = { kind: "link", from: 8, to: 700 }, back = { kind: "link", from: 700, to: 8 };
  assert.deepEqual(draw(link).links, [{ from: 8, to: 700, strong: true }]);
  assert.deepEqual(draw(link, back).links, [{ from: 700, to: 8, strong: false }]);
  assert.deepEqual(draw(link, back, link).links, []);
  const paint = { kind: "paint", from: 8, value: 3 };
  assert.deepEqual(draw(paint, { ...paint, value: 5 }).painted, { 8: 5 });
  assert.deepEqual(draw(paint, paint).painted, {});
  assert.equal(drawnPlan(draw(link)).arrows.length, 1);
  assert.equal(drawnPlan(draw(link, { kind: "digit", cells: [0], value: 1 })), undefined, "a cell with a digit has no candidates");
  assert.equal(drawnPlan(draw(link, paint, { kind: "undraw" })), undefined);
});

test("a region is named by houses, or by the boxes of the cells", () => {
  assert.equal(regionText({ houses: ["box 6"], name: "", explanation: "", technique: "", rating: 1 }), "box 6");
  assert.equal(regionText({ cells: ["r1c1", "r5c5"], name: "", explanation: "", technique: "", rating: 1 }), "the region of box 1 and box 5");
});

test("words lead to cells and houses", () => {
  const found = pieces("In box 7, 4 can only go in r7c2.");
  assert.deepEqual(found.map((p) => p.text), ["In ", "box 7", ", 4 can only go in ", "r7c2", "."]);
  assert.deepEqual(found.map((p) => p.cells.length), [0, 9, 0, 1, 0]);
});

test("each step of a round finds what the steps before it left", () => {
  const steps = stepsOf([{ grid: ".".repeat(81), candidates: Array(81).fill("123456789"), steps: [
    { technique: "", rating: 1, name: "", explanation: "", placement: "r1c1=5" },
    { technique: "", rating: 1, name: "", explanation: "", removed: ["r1c2<>5"] },
  ] }]);
  assert.equal(steps[0].digits[0], ".");
  assert.equal(steps[1].digits[0], "5");
  assert.equal(steps[1].candidates[0], 0);
});

test("words for numbers, times and techniques", () => {
  assert.deepEqual([clock(7), clock(187), clock(3723)], ["0:07", "3:07", "1:02:03"]);
  assert.equal(listed([2, 5, 7], true), "2, 5 or 7");
  assert.equal(fill("{a} of {b}", { a: 1, b: 2 }), "1 of 2");
  const message = "{n, count, one {{n} cell} other {{n} cells}} of {d, or}, {h, plural, one {row} other {rows}} {h}.";
  assert.equal(fill(message, { n: 1, d: [5, 6], h: [4] }), "1 cell of 5 or 6, row 4.");
  assert.equal(fill(message, { n: 2, d: [5], h: [4, 7, 9] }), "2 cells of 5, rows 4, 7 and 9.");
  assert.deepEqual([rounded("123456"), rounded("1450971010146631680")], ["123,456", "1.45 × 10¹⁸"]);
  assert.deepEqual(["x-wing", "xyz-wing", "hidden-single", "forcing-chain"].map(techniqueTitle), ["X-wing", "XYZ-wing", "Hidden single", "Forcing chain"]);
});

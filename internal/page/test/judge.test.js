// Whether marks are right: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./texts.js";
import { parseCell } from "../static/grid.js";
import { judge, kindsOf, nextMark } from "../static/judge.js";
import { candidate } from "../static/plan.js";

const at = (name, digit) => candidate(parseCell(name), digit);
const step = (removed, placement) => ({ technique: "x-wing", rating: 3.2, removed, placement, name: "", explanation: "" });
const wing = step(["r1c1<>5", "r1c2<>5"]);
const other = step(["r9c9<>7"]);
const single = step(["r3c3<>1", "r3c3<>2"], "r3c3=9");
const marked = (...list) => new Map(list);

test("all that one step removes is right, and so is more of another", () => {
  const marks = marked([at("r1c1", 5), "removed"], [at("r1c2", 5), "removed"]);
  assert.equal(judge(marks, [wing, other]).found, wing);
  assert.equal(judge(marked(...marks, [at("r9c9", 7), "removed"]), [other, wing]).wrong.length, 0);
});

test("a part is not all of it", () => {
  const judged = judge(marked([at("r1c1", 5), "removed"]), [wing, other]);
  assert.deepEqual(judged, { wrong: [], missing: 1, found: undefined });
});

test("what no step concludes is wrong, even beside what is right", () => {
  const judged = judge(marked([at("r9c9", 7), "removed"], [at("r5c5", 1), "removed"]), [wing, other]);
  assert.deepEqual([judged.wrong, judged.found], [[at("r5c5", 1)], undefined]);
  assert.deepEqual(judge(marked([at("r9c9", 7), "placed"]), [other]).wrong, [at("r9c9", 7)]);
});

test("a digit that is placed says all", () => {
  assert.equal(judge(marked([at("r3c3", 9), "placed"]), [single]).found, single);
  assert.deepEqual(judge(marked([at("r3c3", 1), "removed"]), [single]).wrong, [at("r3c3", 1)]);
});

test("a candidate is pressed through the kinds of marks", () => {
  assert.deepEqual(kindsOf([wing]), ["removed"]);
  assert.deepEqual(kindsOf([single]), ["placed"]);
  assert.deepEqual(kindsOf([single, wing]), ["removed", "placed"]);
  assert.equal(nextMark(undefined, ["removed", "placed"]), "removed");
  assert.equal(nextMark("removed", ["removed", "placed"]), "placed");
  assert.equal(nextMark("placed", ["removed", "placed"]), undefined);
});

// Where new puzzles come from: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./texts.js";
import { random } from "./games.js";
import { oldest } from "../static/supply.js";

test("of a level that is used up comes the seed of longest ago, after few questions", async () => {
  const upTo = random(3);
  for (let i = 0; i < 300; i++) {
    const served = 1 + upTo(5000); // seeds, of which some are of the level
    const ages = [...new Set(Array.from({ length: 1 + upTo(i % 40 ? 9 : 900) }, () => upTo(served)))];
    const any = (/** @type {number[]} */ list) => (list.length ? { id: String(list[upTo(list.length)]) } : undefined);
    let asked = 0;
    const among = async (n) => {
      asked++;
      assert.ok(n > 0 && n <= served);
      return any(ages.filter((age) => age < n));
    };
    const row = await oldest(any(ages), (row) => Number(row.id), among);
    assert.equal(Number(row.id), Math.min(...ages));
    assert.ok(asked <= 14, `${asked} questions`);
  }
});

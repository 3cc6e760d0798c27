// Where new puzzles come from: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./texts.js";
import { findInPocket } from "../static/store.js";
import { random } from "./games.js";
import { fillPocket, newPuzzle, oldest } from "../static/supply.js";

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

/** What is asked of a server whose bank has the puzzles that a function tells of, and which answers others with a status. */
function serve(has, status = 404) {
  const asked = [];
  globalThis.document = { documentElement: { lang: "en" } };
  globalThis.fetch = async (address) => {
    const query = new URL(address, "http://localhost").searchParams;
    asked.push(query);
    if (!has(query)) return Response.json({ detail: "none" }, { status });
    return Response.json({ puzzles: [{ id: `SEEDOFLEVEL-${query.get("level")}`, level: Number(query.get("level")) }] });
  };
  return asked;
}

test("a bank without puzzles of few levels or of a style gives those that it has", async () => {
  serve((query) => !query.has("style") && !query.has("symmetry"));
  assert.deepEqual(await newPuzzle(1, ""), { row: { id: "SEEDOFLEVEL-1", level: 1 }, words: "" });
  const other = await newPuzzle(2, "full");
  assert.deepEqual([other.row.id, other.words], ["SEEDOFLEVEL-2", texts.play.noSymmetric]);
  serve((query) => query.get("level") === "5");
  await fillPocket();
  assert.ok(findInPocket("SEEDOFLEVEL-5"));
});

test("why a puzzle is made on the device", async () => {
  serve(() => false);
  assert.equal((await newPuzzle(1, "")).words, texts.play.fromMini);
  serve(() => false, 429);
  assert.equal((await newPuzzle(1, "")).words, "none");
  globalThis.fetch = () => Promise.reject(new TypeError("offline"));
  assert.ok((await newPuzzle(1, "")).words.startsWith("No connection"));
});

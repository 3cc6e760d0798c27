// Puzzle IDs in what people write: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanID, idOf } from "../static/api.js";

const id = "00TJ837T2DAB8-0S0PXMV8CD";

test("an ID is read out of running text", () => {
  for (const text of [id, id.toLowerCase(), `${id}.`, `${id})`, `${id}/`, `${id}…\n`, id.replace("-", "\u2010"), id.replace("-", "\u2212")]) {
    assert.equal(cleanID(text), id, text);
    assert.equal(idOf(` https://example.org/p/${text}`), id, text);
    assert.equal(idOf(`https://example.org/sudoku/?id=${text}`), id, text);
  }
});

test("what has no ID is left to others", () => {
  for (const text of ["", "00TJ837T2DAB8", `${id}\n${id}`, ".".repeat(81)]) assert.equal(idOf(text), undefined, text);
});

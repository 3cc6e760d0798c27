// Games carried over as QR codes: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./texts.js";
import { pack, unpack } from "../static/carry.js";
import { brought } from "../static/code.js";
import * as game from "../static/game.js";
import { alignments, masks, path, qr, room, times } from "../static/qr.js";
import { saveGame, version } from "../static/store.js";
import { anyGame, puzzle, random } from "./games.js";

/** A game of some moves, as it is kept. */
function played(seed, moves) {
  const upTo = random(seed), g = anyGame(seed, moves);
  return {
    v: version, saved: 1.7e12 + upTo(1e9), key: puzzle, row: { id: "", puzzle, solution: "", clues: 1, level: 0, er: 0, hardest: "" },
    started: new Date(1000 * upTo(1e9)).toISOString(), seconds: upTo(1e5), helps: { 6: 1 + upTo(300), 9: 1 }, solved: upTo(2) === 1,
    moves: g.moves, at: upTo(g.moves.length + 1), bookmarks: [0, 3].filter((b) => b <= g.moves.length),
  };
}

test("a game is carried with all its moves", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const before = played(seed, seed % 60);
    const { key, row, ...rest } = before;
    assert.deepEqual(unpack(pack(before)), rest, `${seed}`);
  }
});

test("of a game and its own code, all moves stay", () => {
  const here = played(1, 900);
  saveGame(here, here.saved);
  assert.deepEqual(brought(pack(here), here.row).game, here);
  for (const later of [{ saved: here.saved + 1 }, { seconds: here.seconds + 1 }]) {
    assert.equal(brought(pack({ ...here, ...later }), here.row).words, texts.carry.done);
  }
  assert.equal(brought(pack({ ...here, saved: here.saved - 1 }), here.row).words, texts.carry.here);
});

test("a game of very many moves is carried as it stands, in a code that is easy to read", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const before = { ...played(seed, 900), at: undefined };
    const text = pack(before);
    assert.ok(text.length <= 1500, `${text.length}`);
    const after = unpack(text);
    assert.deepEqual(game.now(game.newGame(puzzle, after)), game.now(game.newGame(puzzle, before)), `${seed}`);
  }
});

test("what was cut or changed is no game, or another one, but never an error", () => {
  const text = pack(played(7, 40));
  for (let n = 0; n < text.length; n++) assert.equal(unpack(text.slice(0, n)), null, `${n}`);
  const upTo = random(5);
  for (let i = 0; i < 2000; i++) {
    const at = upTo(text.length);
    unpack(text.slice(0, at) + "AQgw_-9%"[upTo(8)] + text.slice(at + 1));
  }
});

/** Reads a code: the text of its data, once its blocks are found to be without errors. */
function readCode(m) {
  const size = m.length, v = (size - 17) / 4, bits = [];
  for (let i = 0; i < 15; i++) bits.push(m[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8]);
  const format = bits.reduce((n, on, i) => n | (Number(on) << i), 0) ^ 0x5412;
  assert.equal(format >> 13, 0, "level M");
  const mask = masks[(format >> 10) & 7];
  // The modules of data are those that no pattern takes.
  const free = m.map((row) => row.map((on) => on));
  const take = (x, y, w, h) => {
    for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) free[j][i] = null;
  };
  take(0, 0, 9, 9), take(size - 8, 0, 8, 9), take(0, size - 8, 9, 8), take(0, 6, size, 1), take(6, 0, 1, size);
  if (v > 6) take(size - 11, 0, 3, 6), take(0, size - 11, 6, 3);
  const at = alignments(v), last = at.at(-1);
  for (const x of at) for (const y of at) if (!(x === 6 && y === 6) && !(x === 6 && y === last) && !(x === last && y === 6)) take(x - 2, y - 2, 5, 5);
  const stream = path(free.map((row) => row.map((on) => (on === null ? false : undefined)))).map(([x, y]) => m[y][x] !== mask(x, y));
  const bytes = Array.from({ length: stream.length >> 3 }, (_, i) => stream.slice(8 * i, 8 * i + 8).reduce((n, on) => 2 * n + Number(on), 0));
  return { v, bytes };
}

/** Blocks of the standard's table 9 for level M: how many, codewords in all, codewords of data. */
const table = {
  1: [[1, 26, 16]], 2: [[1, 44, 28]], 4: [[2, 50, 32]], 5: [[2, 67, 43]], 7: [[4, 49, 31]], 8: [[2, 60, 38], [2, 61, 39]],
  10: [[4, 69, 43], [1, 70, 44]], 15: [[5, 65, 41], [5, 66, 42]], 21: [[17, 68, 42]], 32: [[10, 74, 46], [23, 75, 47]], 40: [[18, 75, 47], [31, 76, 48]],
};

test("codes are read by the tables of the standard, and have no errors", () => {
  for (const [name, groups] of Object.entries(table)) {
    const text = Array.from({ length: room(Number(name)) }, (_, i) => "https://?_-#09AZ"[(7 * i) % 16]).join("");
    const { v, bytes } = readCode(qr(text));
    assert.equal(v, Number(name), "the smallest version that has room");
    const blocks = groups.flatMap(([n, all, data]) => Array.from({ length: n }, () => ({ all: [], data, rest: all - data })));
    let at = 0;
    for (let i = 0; i < Math.max(...blocks.map((b) => b.data)); i++) for (const b of blocks) if (i < b.data) b.all.push(bytes[at++]);
    for (let i = 0; i < blocks[0].rest; i++) for (const b of blocks) b.all.push(bytes[at++]);
    assert.equal(at, bytes.length, `codewords of version ${v}`);
    for (const b of blocks) {
      for (let i = 0, root = 1; i < b.rest; i++, root = times(root, 2)) assert.equal(b.all.reduce((sum, byte) => times(sum, root) ^ byte, 0), 0, `version ${v}`);
    }
    const data = blocks.flatMap((b) => b.all.slice(0, b.data)), wide = v > 9;
    const bits = data.map((byte) => byte.toString(2).padStart(8, "0")).join("");
    assert.equal(bits.slice(0, 4), "0100", "bytes");
    const length = parseInt(bits.slice(4, wide ? 20 : 12), 2), from = wide ? 20 : 12;
    const found = Array.from({ length }, (_, i) => parseInt(bits.slice(from + 8 * i, from + 8 * i + 8), 2));
    assert.equal(new TextDecoder().decode(Uint8Array.from(found)), text);
  }
  assert.deepEqual([1, 5, 10, 20, 40].map(room), [14, 84, 213, 666, 2331], "table 7 of the standard");
  assert.deepEqual([2, 7, 14, 32, 40].map(alignments), [[6, 18], [6, 22, 38], [6, 26, 46, 66], [6, 34, 60, 86, 112, 138], [6, 30, 58, 86, 114, 142, 170]], "table E.1");
  assert.equal(qr("x".repeat(2332)), null);
});

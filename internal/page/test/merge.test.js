// Files of games: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, newCard } from "../static/boxes.js";
import { isGame, merge, mergeServed, parseKept } from "../static/merge.js";
import { version } from "../static/store.js";
import { random } from "./games.js";

const puzzles = ["1", "2", "3", "4"].map((d) => d + ".".repeat(80));

const anyGame = (upTo) => {
  const puzzle = puzzles[upTo(puzzles.length)];
  return {
    v: version, saved: upTo(4), key: puzzle, row: { id: "", puzzle, solution: "", clues: 1, level: 0, er: 0, hardest: "" }, started: "", seconds: upTo(3),
    helps: upTo(2) ? { 3: upTo(4) } : {}, solved: !!upTo(2), moves: [{ kind: "digit", cells: [upTo(81)], value: upTo(10) }], at: 1,
  };
};

const anyKept = (upTo) => merge({ seedoku: 1, games: [], settings: {}, served: [], cards: {}, days: {} }, {
  seedoku: 1 + upTo(2),
  games: Array.from({ length: upTo(5) }, () => anyGame(upTo)),
  settings: { saved: upTo(3), level: upTo(9) },
  days: upTo(2) ? { "2026-01-31": 1 + upTo(3), [`2026-02-0${1 + upTo(3)}`]: 1 } : {},
  cards: upTo(2) ? { "x-wing": answered(newCard(0), !!upTo(2), upTo(3)) } : {},
  served: Array.from({ length: upTo(5) }, () => `${upTo(3)}`.padStart(13, "0") + `${upTo(3)}`.padStart(5, "0")),
});

test("files merge to the same in any order, and a file with itself is itself", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const upTo = random(seed);
    const [a, b, c] = [anyKept(upTo), anyKept(upTo), anyKept(upTo)];
    assert.deepEqual(merge(a, b), merge(b, a));
    assert.deepEqual(merge(merge(a, b), c), merge(a, merge(b, c)));
    assert.deepEqual(merge(a, a), a);
    for (const game of [...a.games, ...b.games]) {
      assert.ok(merge(a, b).games.find((g) => g.key === game.key).saved >= game.saved, "the newer state stays");
    }
  }
});

test("of a game that was only looked at since, the longer time stays", () => {
  const game = { ...anyGame(random(1)), seconds: 9 };
  const longer = { ...game, seconds: 10 };
  const file = (game) => ({ seedoku: 1, games: [game], settings: {}, served: [], cards: {}, days: {} });
  assert.deepEqual(merge(file(game), file(longer)).games, [longer]);
});

test("seeds keep the last minute that they were served in", () => {
  const [a, b] = ["A".repeat(13), "B".repeat(13)];
  assert.deepEqual(mergeServed([a + "00005", b + "00001"], [b + "00007"]), [a + "00005", b + "00007"]);
});

test("a file is read back, and what is no game is left out", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const kept = anyKept(random(seed));
    assert.deepEqual(parseKept(JSON.stringify(kept)), { kept, bad: 0 });
  }
  const good = anyGame(random(1));
  for (const damage of [{ key: "x" }, { v: version + 1 }, { row: null }, { moves: [{ kind: "digit", cells: [81] }] }, { moves: [null] }, { moves: 3 }, { at: -1 }, { helps: null }, { row: {} }, { saved: "now" }]) {
    const bad = { ...good, ...damage };
    assert.ok(!isGame(bad), JSON.stringify(damage));
    assert.deepEqual(parseKept(JSON.stringify({ seedoku: 2, games: [bad, good, null, 7], cards: { "x-wing": { box: 6 }, "": newCard(0) }, days: { "2026-01-31": 0, today: 1 } })), { kept: { seedoku: 2, games: [good], settings: {}, served: [], cards: {}, days: {} }, bad: 3 });
  }
  for (const text of ["", "{}", "7", "null", '{"seedoku":2}']) assert.equal(parseKept(text), null, text);
  const old = [{ ...good, v: undefined, saved: undefined, started: "1970-01-01T00:00:01Z" }].map((g) => JSON.parse(JSON.stringify(g)));
  assert.equal(parseKept(JSON.stringify(old))?.kept.games[0].saved, 1000 + 1000 * good.seconds, "a file of an older page");
});

test("a file of a later version is called that", () => {
  for (const games of [[], undefined, 7]) assert.equal(parseKept(JSON.stringify({ seedoku: version + 1, games })), "later");
  assert.equal(parseKept('{"seedoku":"x","games":[]}'), null);
});

test("a game has a solution of its puzzle, a time, and a start", () => {
  const solution = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
  const puzzle = `${solution.slice(0, 40)}${".".repeat(41)}`;
  const good = { ...anyGame(random(1)), key: puzzle, row: { id: "", puzzle, solution, clues: 40, level: 1, er: 1, hardest: "" } };
  for (const started of ["", new Date().toISOString(), new Date(0).toISOString()]) assert.ok(isGame({ ...good, started }), started);
  assert.ok(isGame({ ...good, row: { ...good.row, solution: "" } }), "without a solution");
  const twisted = solution.replaceAll("1", "0").replaceAll("2", "1").replaceAll("0", "2");
  for (const wrong of [puzzle, "1".repeat(81), twisted, solution.slice(0, 79) + "24", solution.slice(1)]) assert.ok(!isGame({ ...good, row: { ...good.row, solution: wrong } }), wrong);
  for (const damage of [{ seconds: -5 }, { seconds: Infinity }, { started: "yesterday" }, { started: 7 }]) assert.ok(!isGame({ ...good, ...damage }), JSON.stringify(damage));
});

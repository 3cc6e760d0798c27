// The reducer: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bit, cells, digitsOf, gridText, peers, permitted } from "../static/grid.js";
import * as game from "../static/game.js";
import { solve } from "../static/solver.js";
import { anyGame, anyMove, puzzle, random } from "./games.js";

const solution = "795312486428675931613948257567129843931486572284537619842761395379254168156893724";

test("back and forward lead to the same positions, however far", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const g = anyGame(seed);
    let back = g;
    for (let i = g.at; i > 0; i--) {
      assert.equal(game.now(back), g.positions[i]);
      back = game.reduce(back, { type: "undo" });
    }
    assert.equal(gridText(game.now(back).digits), puzzle);
    assert.equal(game.reduce(back, { type: "undo" }).at, 0);
    for (let i = 0; i < g.moves.length + 3; i++) back = game.reduce(back, { type: "redo" });
    assert.equal(game.now(back), game.now(g));
  }
});

test("a game that was saved is the same game", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const g = anyGame(seed);
    const at = seed % (g.moves.length + 1);
    const again = game.newGame(puzzle, JSON.parse(JSON.stringify({ moves: g.moves, at })));
    assert.equal(again.at, at);
    assert.deepEqual(again.positions[at], g.positions[at]);
  }
});

test("no move changes clues or what was before", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const upTo = random(seed);
    let g = anyGame(seed, 20);
    const before = JSON.stringify(g);
    for (let i = 0; i < 20; i++) {
      const move = anyMove(g, upTo);
      if (move) game.reduce(g, { type: "move", move });
      assert.equal(JSON.stringify(g), before);
    }
    for (const c of cells) if (g.clues[c]) assert.equal(game.now(g).digits[c], g.clues[c]);
  }
});

test("a move after steps back drops what came after", () => {
  let g = game.newGame(puzzle);
  for (const d of [1, 2, 3]) g = game.reduce(g, { type: "move", move: game.digitMove(g, [1], d) });
  g = game.reduce(g, { type: "goto", at: 1 });
  g = game.reduce(g, { type: "move", move: game.digitMove(g, [2], 5) });
  assert.equal(g.moves.length, 2);
  assert.deepEqual([game.now(g).digits[1], game.now(g).digits[2]], [1, 5]);
});

test("the switch of the candidates keeps what can be redone", () => {
  let g = game.newGame(puzzle);
  for (const d of [1, 2, 3]) g = game.reduce(g, { type: "move", move: game.digitMove(g, [d], d) });
  g = game.reduce(g, { type: "bookmark" });
  g = game.reduce(g, { type: "goto", at: 1 });
  for (const on of [true, false, true]) {
    g = game.reduce(g, { type: "move", move: { kind: "auto", on } });
    assert.equal(game.now(g).auto, on);
  }
  assert.equal(g.at, 4);
  assert.deepEqual(g.bookmarks, [6]);
  for (let i = 0; i < 5; i++) g = game.reduce(g, { type: "redo" });
  assert.deepEqual([1, 2, 3].map((c) => game.now(g).digits[c]), [1, 2, 3]);
  assert.equal(game.now(g).auto, true);
  const again = game.newGame(puzzle, JSON.parse(JSON.stringify({ moves: g.moves, at: g.at })));
  assert.deepEqual(game.now(again), game.now(g));
});

test("the same digit twice is an empty cell", () => {
  let g = game.newGame(puzzle);
  for (const want of [9, 0, 9]) {
    g = game.reduce(g, { type: "move", move: game.digitMove(g, [1], 9) });
    assert.equal(game.now(g).digits[1], want);
  }
  assert.equal(game.digitMove(g, [0], 9), null, "a clue takes no digit");
});

test("the wheel goes through the permitted digits, as one step", () => {
  let g = game.newGame(puzzle);
  const seen = [];
  do {
    g = game.reduce(g, { type: "move", move: game.wheelMove(g, 1, 1) });
    seen.push(game.now(g).digits[1]);
  } while (seen.at(-1) && seen.length < 12);
  assert.deepEqual(seen, [...digitsOf(permitted(g.clues, 1)), 0]);
  assert.equal(g.moves.length, 1);
});

test("the wheel leaves a bookmark where it is", () => {
  let g = game.newGame(puzzle);
  const turn = () => (g = game.reduce(g, { type: "move", move: game.wheelMove(g, 1, 1) }));
  turn();
  const { digits } = game.now(g);
  g = game.reduce(g, { type: "bookmark" });
  turn();
  turn();
  for (const it of [g, game.newGame(puzzle, JSON.parse(JSON.stringify(g)))]) {
    assert.deepEqual([it.moves.length, it.bookmarks], [2, [1]]);
    assert.deepEqual(it.positions[1].digits, digits);
  }
});

test("candidates are kept clean, and those ruled out stay ruled out", () => {
  let g = game.newGame(puzzle);
  const act = (move) => (g = game.reduce(g, { type: "move", move }));
  act(game.markMove(g, "centre", [1], 9));
  act({ kind: "auto", on: true });
  assert.equal(game.candidates(game.now(g), 1), permitted(g.clues, 1), "a note rules nothing out");
  assert.deepEqual(game.placeOf(g).removed, []);
  const free = cells.filter((c) => !g.clues[c] && c !== 1);
  for (const c of free) assert.equal(game.candidates(game.now(g), c), permitted(g.clues, c));
  const c = 2, d = digitsOf(permitted(g.clues, c))[0];
  act(game.markMove(g, "centre", [c], d));
  assert.ok(!(game.candidates(game.now(g), c) & bit(d)));
  assert.ok(game.placeOf(g).removed.includes(`r1c3<>${d}`));
  const digit = Number(solution[c]);
  act(game.digitMove(g, [c], digit));
  for (const p of peers[c]) assert.ok(!(game.candidates(game.now(g), p) & bit(digit)));
});

test("a step that removes candidates is heeded, and switches nothing on", () => {
  let g = game.newGame(puzzle);
  const d = digitsOf(permitted(g.clues, 1))[0];
  g = game.reduce(g, { type: "move", move: { kind: "step", places: [], removes: [[1, d]] } });
  assert.ok(!game.now(g).auto);
  assert.deepEqual(game.placeOf(g).removed, [`r1c2<>${d}`]);
});

test("a note is never a mistake, and notes are there again after the candidates", () => {
  const right = Array.from(solution, Number);
  for (let seed = 1; seed <= 50; seed++) {
    const upTo = random(seed);
    let g = game.newGame(puzzle);
    for (let i = 0; i < 30; i++) {
      const move = game.markMove(g, upTo(2) ? "centre" : "corner", [upTo(81)], 1 + upTo(9));
      if (move) g = game.reduce(g, { type: "move", move });
    }
    const { centre, corner } = game.now(g);
    for (const on of [true, false]) g = game.reduce(g, { type: "move", move: { kind: "auto", on } });
    assert.deepEqual(game.wrongCells(game.now(g), right), []);
    assert.deepEqual([game.now(g).centre, game.now(g).corner], [centre, corner]);
  }
});

test("a digit takes its notes away where that is asked for", () => {
  for (const clean of [false, true]) {
    let g = game.newGame(puzzle);
    for (const kind of ["centre", "corner"]) g = game.reduce(g, { type: "move", move: game.markMove(g, kind, [2, 80], 9) });
    g = game.reduce(g, { type: "move", move: game.digitMove(g, [1], 9, clean) });
    const { centre, corner } = game.now(g);
    assert.deepEqual([centre[2], corner[2]], clean ? [0, 0] : [bit(9), bit(9)]);
    assert.deepEqual([centre[80], corner[80]], [bit(9), bit(9)], "a cell that the digit does not see");
  }
});

test("the way back leads to before the mistake, and bookmarks last until the game goes another way", () => {
  const right = Array.from(solution, Number);
  let g = game.newGame(puzzle);
  const act = (action) => (g = game.reduce(g, action));
  const digit = (c, d) => act({ type: "move", move: game.digitMove(g, [c], d) });
  digit(1, right[1]);
  act({ type: "bookmark" });
  digit(2, right[2] % 9 + 1);
  digit(3, right[3]);
  act({ type: "bookmark" });
  assert.deepEqual(g.bookmarks, [1, 3]);
  assert.equal(game.beforeMistake(g, right), 1);
  assert.deepEqual(game.newGame(puzzle, JSON.parse(JSON.stringify(g))).bookmarks, [1, 3]);
  act({ type: "goto", at: 1 });
  assert.equal(game.now(g).digits[2], 0);
  digit(2, right[2]);
  assert.deepEqual(g.bookmarks, [1]);
  assert.equal(game.beforeMistake(g, right), g.at);
  act({ type: "goto", at: 1 });
  act({ type: "bookmark" });
  assert.deepEqual(g.bookmarks, []);
});

test("the way back passes over mistakes that were corrected or taken back", () => {
  const right = Array.from(solution, Number);
  const empty = cells.filter((c) => !Number(puzzle[c].replace(".", "0")));
  let g = game.newGame(puzzle);
  const digit = (c, d) => (g = game.reduce(g, { type: "move", move: game.digitMove(g, [c], d) }));
  digit(empty[0], right[empty[0]]);
  digit(empty[1], right[empty[1]] % 9 + 1);
  for (const c of empty.slice(1, 9)) digit(c, right[c]);
  assert.equal(game.beforeMistake(g, right), g.at, "a mistake that was corrected");
  digit(empty[9], right[empty[9]] % 9 + 1);
  digit(empty[10], right[empty[10]]);
  assert.equal(game.beforeMistake(g, right), g.at - 2);
  for (const at of [9, 1, 0]) assert.equal(game.beforeMistake(game.reduce(g, { type: "goto", at }), right), at, "a mistake that was taken back");
});

test("erasing takes digits, then marks, then colours", () => {
  let g = game.newGame(puzzle);
  const act = (move) => (g = game.reduce(g, { type: "move", move }));
  act(game.markMove(g, "corner", [1], 3));
  act(game.markMove(g, "colour", [1], 2));
  act(game.digitMove(g, [1], 9));
  const look = () => [game.now(g).digits[1], game.now(g).corner[1], game.now(g).colours[1]];
  act(game.clearMove(g, [1]));
  assert.deepEqual(look(), [0, bit(3), bit(2)]);
  act(game.clearMove(g, [1]));
  assert.deepEqual(look(), [0, 0, bit(2)]);
  act(game.clearMove(g, [1]));
  assert.deepEqual(look(), [0, 0, 0]);
  assert.equal(game.clearMove(g, [1]), null);
});

test("a full grid without conflicts is solved", () => {
  const g = game.newGame(solution);
  assert.ok(game.solved(game.now(g)));
  assert.ok(!game.solved(game.now(game.newGame(`1${solution.slice(1)}`))));
});

test("the solver finds the solution, and says when there are more or none", () => {
  const digits = (text) => Array.from(text, (ch) => Number(ch.replace(".", "0")));
  assert.deepEqual(solve(digits(puzzle)).map(gridText), [solution]);
  assert.equal(solve(digits(puzzle.replace("7", "."))).length, 2);
  assert.equal(solve(digits(puzzle.replace("7.", "77"))).length, 0);
  const wide = ".....6....59.....82....8....45........3........6..3.54...325..6..................";
  assert.equal(solve(digits(wide)).length, 2);
  assert.equal(solve(digits(puzzle), 1), null);
});

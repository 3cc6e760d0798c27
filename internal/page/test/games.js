// Games of any moves, for tests.

import * as game from "../static/game.js";

export const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......";

/** Numbers from 0 to n-1, the same in every run. */
export function random(seed) {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
}

/** A move of any kind, on any cells. */
export function anyMove(g, upTo) {
  const some = [upTo(81), upTo(81), upTo(81)].slice(0, 1 + upTo(3));
  const d = 1 + upTo(9);
  const makers = [
    () => game.digitMove(g, some, d),
    () => game.wheelMove(g, some[0], upTo(2) ? 1 : -1),
    () => game.markMove(g, "corner", some, d),
    () => game.markMove(g, "centre", some, d),
    () => game.markMove(g, "colour", some, d),
    () => game.clearMove(g, some),
    () => ({ kind: "auto", on: !game.now(g).auto }),
    () => ({ kind: "step", places: [[some[0], d]], removes: [[some[some.length - 1], d]] }),
    () => ({ kind: "restart" }),
    () => ({ kind: "paint", from: 9 * some[0] + d - 1, value: 1 + upTo(9) }),
    () => ({ kind: "link", from: upTo(6), to: 6 + upTo(6) }),
    () => ({ kind: "undraw" }),
  ];
  return makers[upTo(makers.length)]();
}

/** A game of some moves. */
export function anyGame(seed, moves = 60) {
  const upTo = random(seed);
  let g = game.newGame(puzzle);
  for (let i = 0; i < moves; i++) {
    const move = anyMove(g, upTo);
    if (move) g = game.reduce(g, { type: "move", move });
  }
  return g;
}

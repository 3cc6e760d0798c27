// The state of a game, as a list of moves and the positions that they lead to.
//
// Everything that a player can take back is a move: digits, marks, colours, the
// switch of the candidates, a step that was done for them, a fresh start. The
// functions are pure: they return new games and positions and change none.

import { bit, cellName, cells, conflicts, digitsOf, gridText, has, parseGrid, peers, permitted } from "./grid.js";
import { drawn } from "./lines.js"; // not in one file

/**
 * @typedef {object} Position what is on the board
 * @property {number[]} digits   of each cell; 0 is empty
 * @property {number[]} corner   marks, a set of digits for each cell
 * @property {number[]} centre   the same
 * @property {number[]} removed  candidates that the player has ruled out
 * @property {number[]} colours  a set of the numbers 1 to 9 for each cell
 * @property {Record<number, number>} painted  the colour of candidates, 1 to 9, by 9*cell+digit-1
 * @property {import("./lines.js").Link[]} links  between candidates
 * @property {boolean}  auto     whether candidates are filled in and kept clean
 */

/**
 * @typedef {object} Move
 * @property {"digit"|"wheel"|"corner"|"centre"|"colour"|"clear"|"auto"|"step"|"restart"|"paint"|"link"|"undraw"} kind
 * @property {number}   [value]   the digit, 0 for none, or the colour
 * @property {boolean}  [on]      whether a mark, a colour or the switch is set
 * @property {number[]} [cells]
 * @property {boolean}  [clean]   whether a digit takes its notes away from the cells that it sees
 * @property {[number, number][]} [places]  of a step: cell and digit
 * @property {[number, number][]} [removes] of a step: cell and digit
 * @property {number}   [from]    a candidate that is painted, or that a link begins at
 * @property {number}   [to]      the candidate that a link ends at
 */

/**
 * @typedef {object} Game
 * @property {number[]}   clues
 * @property {Move[]}     moves
 * @property {Position[]} positions  before the first move and after each
 * @property {number}     at         the position that the player is on
 * @property {number[]}   bookmarks  the positions to come back to, ascending
 */

/**
 * @typedef {{type: "move", move: Move} | {type: "undo"} | {type: "redo"} | {type: "goto", at: number} | {type: "bookmark"}} Action
 */

const none = () => Array.from(cells, () => 0);

/** A board without notes. @param {number[]} digits @param {boolean} auto @returns {Position} */
const bare = (digits, auto) => ({ digits, corner: none(), centre: none(), removed: none(), colours: none(), painted: {}, links: [], auto });

/**
 * A game at its start, or after moves that were saved.
 * @param {string} puzzle 81 characters
 * @param {{moves?: Move[], at?: number, bookmarks?: number[]}} [saved]
 * @returns {Game}
 */
export function newGame(puzzle, saved = {}) {
  const clues = parseGrid(puzzle), moves = saved.moves ?? [], last = moves.length;
  const positions = [bare(clues, false)];
  for (const move of moves) positions.push(apply(clues, positions[positions.length - 1], move));
  return goTo({ clues, moves, positions, at: last, bookmarks: (saved.bookmarks ?? []).filter((at) => at <= last) }, saved.at ?? last);
}

/** @param {Game} game */
export const now = (game) => game.positions[game.at];

/**
 * The game after an action.
 * @param {Game} game @param {Action} action
 * @returns {Game}
 */
export function reduce(game, action) {
  switch (action.type) {
    case "move":
      return play(game, action.move);
    case "undo":
      return goTo(game, game.at - 1);
    case "redo":
      return goTo(game, game.at + 1);
    case "goto":
      return goTo(game, action.at);
    case "bookmark":
      return { ...game, bookmarks: bookmarked(game) };
  }
}

/** The game at a position, or at the nearest that it has. @param {Game} game @param {number} at */
const goTo = (game, at) => ({ ...game, at: Math.min(Math.max(0, at), game.moves.length) });

/** The bookmarks with the position that the player is on, or without it if it is one. @param {Game} game */
function bookmarked({ bookmarks, at }) {
  const others = bookmarks.filter((b) => b !== at);
  return others.length < bookmarks.length ? others : [...others, at].sort((a, b) => a - b);
}

/** @param {Game} game @param {Move} move */
function play(game, move) {
  const at = continues(game, move) ? game.at - 1 : game.at;
  // The switch of the candidates comes before what was taken back, which can be redone.
  const later = move.kind === "auto" ? game.moves.slice(at) : [];
  const moves = [...game.moves.slice(0, at), move, ...later], positions = game.positions.slice(0, at + 1);
  for (const next of [move, ...later]) positions.push(apply(game.clues, positions[positions.length - 1], next));
  return {
    clues: game.clues, moves, positions, at: at + 1,
    bookmarks: game.bookmarks.flatMap((b) => (b <= at ? b : later.length ? b + 1 : [])),
  };
}

/**
 * Whether a move only turns the wheel further on the cell of the move before, and no bookmark
 * is between the two.
 * @param {Game} game @param {Move} move
 */
function continues({ moves, at, bookmarks }, move) {
  const last = moves[at - 1];
  return move.kind === "wheel" && last?.kind === "wheel" && last.cells?.[0] === move.cells?.[0] && !bookmarks.includes(at);
}

/**
 * @param {number[]} clues @param {Position} p @param {Move} move
 * @returns {Position}
 */
function apply(clues, p, move) {
  const free = (move.cells ?? []).filter((c) => !clues[c]);
  const value = move.value ?? 0;
  switch (move.kind) {
    case "digit":
    case "wheel":
      return place(p, free.map((c) => [c, value]), move.clean);
    case "corner":
      return { ...p, corner: marked(p.corner, free, value, move.on) };
    case "centre":
      // With candidates kept by the page, a mark that is taken away is a candidate ruled out.
      return p.auto
        ? { ...p, removed: marked(p.removed, free, value, !move.on) }
        : { ...p, centre: marked(p.centre, free, value, move.on) };
    case "colour":
      return { ...p, colours: marked(p.colours, move.cells ?? [], value, move.on) };
    case "clear":
      return clear(p, free, move.cells ?? []);
    case "auto":
      return { ...p, auto: move.on === true };
    case "step":
      return step(p, (move.places ?? []).filter(([c]) => !clues[c]), move.removes ?? []);
    case "restart":
      return bare(clues, p.auto);
    default: return drawn(p, move); // not in one file
  }
}

/**
 * @param {Position} p @param {[number, number][]} places @param {boolean} [clean]
 * @returns {Position}
 */
function place(p, places, clean) {
  const digits = p.digits.slice(), corner = p.corner.slice(), centre = p.centre.slice();
  for (const [c, d] of places) {
    digits[c] = d;
    if (!d) continue;
    for (const o of peers[c]) {
      if (p.auto || clean) corner[o] &= ~bit(d);
      if (clean) centre[o] &= ~bit(d);
    }
  }
  return { ...p, digits, corner, centre };
}

/**
 * @param {number[]} marks @param {number[]} where @param {number} value @param {boolean} [on]
 */
function marked(marks, where, value, on) {
  const next = marks.slice();
  for (const c of where) next[c] = on ? next[c] | bit(value) : next[c] & ~bit(value);
  return next;
}

/**
 * Takes away digits; where there are none, marks; where there are none either,
 * colours.
 * @param {Position} p @param {number[]} free @param {number[]} all
 * @returns {Position}
 */
function clear(p, free, all) {
  /** @param {number[]} list @param {number[]} where */
  const empty = (list, where) => list.map((x, c) => (where.includes(c) ? 0 : x));
  if (free.some((c) => p.digits[c])) return { ...p, digits: empty(p.digits, free) };
  const marks = marksSeen(p);
  if (free.some((c) => marks.some((kind) => p[kind][c]))) {
    return { ...p, ...Object.fromEntries(marks.map((kind) => [kind, empty(p[kind], free)])) };
  }
  return { ...p, colours: empty(p.colours, all) };
}

/**
 * The marks that are to be seen: with candidates filled in, those ruled out instead of
 * those in the centre.
 * @param {Position} p
 * @returns {("corner"|"centre"|"removed")[]}
 */
const marksSeen = (p) => ["corner", p.auto ? "removed" : "centre"];

/**
 * A step that is done for the player. Candidates that it removes are ruled out, whether they
 * are shown or not, and go from the notes.
 * @param {Position} p @param {[number, number][]} places @param {[number, number][]} removes
 * @returns {Position}
 */
function step(p, places, removes) {
  const next = place(p, places);
  const removed = next.removed.slice();
  for (const [c, d] of removes) {
    removed[c] |= bit(d);
    next.corner[c] &= ~bit(d);
    next.centre[c] &= ~bit(d);
  }
  return { ...next, removed };
}

/**
 * The candidates of an empty cell: the permitted digits without those that the
 * player has ruled out.
 * @param {Position} p @param {number} c
 */
export const candidates = (p, c) => (p.digits[c] ? 0 : permitted(p.digits, c) & ~p.removed[c]);

/** @param {Position} p */
export const solved = (p) => p.digits.every((d) => d) && conflicts(p.digits).length === 0;

/**
 * The move of a digit typed on cells, or null if it changes nothing: it is entered,
 * or taken away where all have it.
 * @param {Game} game @param {number[]} where @param {number} d @param {boolean} [clean]
 * @returns {Move | null}
 */
export function digitMove(game, where, d, clean) {
  const free = where.filter((c) => !game.clues[c]);
  if (!free.length) return null;
  const { digits } = now(game);
  return { kind: "digit", cells: free, value: free.every((c) => digits[c] === d) ? 0 : d, ...(clean && { clean }) };
}

/**
 * The same for a mark or a colour.
 * @param {Game} game @param {"corner"|"centre"|"colour"} kind @param {number[]} where @param {number} value
 * @returns {Move | null}
 */
export function markMove(game, kind, where, value) {
  const p = now(game);
  const may = kind === "colour" ? where : where.filter((c) => !p.digits[c]);
  if (!may.length) return null;
  /** @param {number} c */
  const set = (c) => (kind === "centre" && p.auto ? candidates(p, c) : p[kind === "colour" ? "colours" : kind][c]);
  const on = !may.every((c) => has(set(c), value));
  return { kind, cells: may, value, on };
}

/**
 * The move of turning the wheel by one digit over a cell: through its permitted
 * digits and back to empty.
 * @param {Game} game @param {number} c @param {1 | -1} turn @param {boolean} [clean]
 * @returns {Move | null}
 */
export function wheelMove(game, c, turn, clean) {
  if (game.clues[c]) return null;
  const p = now(game);
  const ring = [0, ...digitsOf(permitted(p.digits, c) & ~p.removed[c])];
  const at = Math.max(0, ring.indexOf(p.digits[c]));
  const value = ring[(at + turn + ring.length) % ring.length];
  return value === p.digits[c] ? null : { kind: "wheel", cells: [c], value, ...(clean && { clean }) };
}

/**
 * @param {Game} game @param {number[]} where
 * @returns {Move | null}
 */
export function clearMove(game, where) {
  const p = now(game);
  const some = where.some((c) => p.colours[c] || (!game.clues[c] && (p.digits[c] || marksSeen(p).some((kind) => p[kind][c]))));
  return some ? { kind: "clear", cells: where } : null;
}

/**
 * The candidates that the player has ruled out, in the words of the API, such as
 * r1c2<>5. Notes are thoughts, and rule nothing out.
 * @param {Position} p
 */
const ruledOut = (p) =>
  cells.flatMap((c) => p.digits[c] ? [] : digitsOf(permitted(p.digits, c) & p.removed[c]).map((d) => `${cellName(c)}<>${d}`));

/** Where a player is, in the words of the API. @param {Game} game */
export const placeOf = (game) => ({ puzzle: gridText(game.clues), grid: gridText(now(game).digits), removed: ruledOut(now(game)) });

/**
 * The cells that are wrong: with another digit than the solution, or whose digit the
 * player has ruled out.
 * @param {Position} p @param {number[]} solution
 */
export const wrongCells = (p, solution) =>
  cells.filter((c) => (p.digits[c] ? p.digits[c] !== solution[c] : has(p.removed[c], solution[c])));

/**
 * The last position before the mistakes that are on the board: where nothing is wrong.
 * @param {Game} game @param {number[]} solution
 */
export function beforeMistake({ positions, at }, solution) {
  while (at && wrongCells(positions[at], solution).length) at--;
  return at;
}

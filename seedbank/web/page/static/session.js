// A game being played: the state, what is shown on top of it, and the drawing of
// both. Whoever changes something calls one of the methods; they draw and save.

import { Board } from "./board.js";
import { byId } from "./dom.js";
import { conflicts, gridText, parseGrid } from "./grid.js";
import * as reducer from "./game.js";
import { planShapes } from "./picture.js";
import { Stopwatch } from "./stopwatch.js";
import { saveGame, settings } from "./store.js";
import { clock, fill, texts } from "./words.js";
import { say } from "./speech.js";

/**
 * What helps put on the board, until the next move.
 * @typedef {object} Shown
 * @property {Map<number, number>} [permitted]
 * @property {Set<number>} [wrong]
 * @property {import("./plan.js").Plan} [plan]
 * @property {number[]} [candidates]
 * @property {string} [digits]  81 characters, instead of the game's
 */

/** @typedef {"digit"|"corner"|"centre"|"colour"} Mode */

export class Session {
  constructor() {
    /** @type {import("./api.js").Row | null} */
    this.row = null;
    this.game = reducer.newGame(".".repeat(81));
    this.board = new Board(byId("board"), {
      select: (selection, cursor) => this.select(selection, cursor),
      wheel: (cell, turn) => {
        if (!this.playing) return;
        this.select(new Set([cell]), cell);
        this.move(reducer.wheelMove(this.game, cell, turn));
      },
    });
    /** @type {Set<number>} */
    this.selection = new Set();
    this.cursor = 0;
    /** @type {Mode} */
    this.mode = "digit";
    /** @type {Shown} */
    this.shown = {};
    /** @type {Shown | null} what the overlay was drawn for */
    this.overlaid = null;
    /** @type {Set<number>} */
    this.linked = new Set();
    this.marksConflicts = false;
    /** @type {Record<string, number>} */
    this.helps = {};
    this.watch = new Stopwatch();
    this.paused = false;
    this.done = false;
    this.started = "";
    /** @type {((digit: number) => void) | null} what the next digit is for, if not for a cell */
    this.awaits = null;
    /** @type {(() => void)[]} */
    this.onChange = [];
  }

  get position() {
    return reducer.now(this.game);
  }

  get playing() {
    return this.row !== null && !this.paused && this.shown.digits === undefined;
  }

  /** The solution, if the puzzle has exactly one. */
  get solution() {
    return this.row?.solution ? parseGrid(this.row.solution) : null;
  }

  /** What the game is kept under. */
  get key() {
    return this.row?.id || this.row?.puzzle || "";
  }

  /**
   * Begins or goes on with a game.
   * @param {import("./api.js").Row} row @param {import("./store.js").Played} [played]
   */
  open(row, played) {
    this.row = row;
    this.game = reducer.newGame(row.puzzle, played);
    this.helps = { ...played?.helps };
    this.done = played?.solved ?? false;
    this.started = played?.started ?? new Date().toISOString();
    this.watch = new Stopwatch(played?.seconds ?? 0);
    this.paused = false;
    this.marksConflicts = false;
    this.selection = new Set();
    this.show({});
    if (!this.done) this.watch.start();
    this.draw();
  }

  /** @param {Set<number>} selection @param {number} cursor */
  select(selection, cursor) {
    if (this.paused) return;
    this.selection = selection;
    this.cursor = cursor;
    this.draw();
  }

  /** @param {import("./game.js").Move | null} move */
  move(move) {
    if (move && this.playing) this.act({ type: "move", move });
  }

  /** @param {import("./game.js").Action} action */
  act(action) {
    if (!this.playing) return;
    this.game = reducer.reduce(this.game, action);
    this.show({});
    if (!this.done && reducer.solved(this.position)) this.finish();
    this.changed();
  }

  finish() {
    this.done = true;
    this.watch.stop();
    const n = Object.values(this.helps).reduce((a, b) => a + b, 0);
    const helps = fill([texts.play.helpsNone, texts.play.helpsOne][n] ?? texts.play.helpsMany, { n });
    say(fill(settings.get().timer ? texts.play.solved : texts.play.solvedNoTime, { time: clock(this.watch.seconds), helps }));
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    this.awaits = null;
    this.linked = new Set();
    say("");
    this.draw();
  }

  /** @param {number} help */
  count(help) {
    if (this.done) return;
    this.helps[help] = (this.helps[help] ?? 0) + 1;
    this.changed();
  }

  /** @param {number[]} cells that the words point at */
  link(cells) {
    this.linked = new Set(cells);
    this.draw();
  }

  /** @param {boolean} paused */
  pause(paused) {
    if (!this.row || this.done) return;
    this.paused = paused;
    if (paused) this.watch.stop();
    else this.watch.start();
    this.changed();
  }

  changed() {
    this.draw();
    this.save();
    for (const listener of this.onChange) listener();
  }

  save() {
    if (!this.row || (!this.game.moves.length && !Object.keys(this.helps).length)) return;
    saveGame({
      key: this.key, row: this.row, started: this.started, seconds: Math.round(this.watch.seconds), helps: this.helps,
      solved: this.done, moves: this.game.moves, at: this.game.at,
    });
  }

  /** Where the player is, in the words of the API. */
  get place() {
    const p = this.position;
    return { puzzle: gridText(this.game.clues), grid: gridText(p.digits), removed: reducer.ruledOut(p) };
  }

  draw() {
    const { shown } = this;
    const position = shown.digits ? reducer.now(reducer.newGame(shown.digits)) : this.position;
    this.board.draw({
      clues: this.game.clues,
      position: { ...position, colours: this.position.colours },
      selection: this.selection,
      cursor: this.cursor,
      conflicts: new Set(this.marksConflicts ? conflicts(position.digits) : []),
      wrong: shown.wrong ?? new Set(),
      linked: this.linked,
      highlight: settings.get().highlight && !shown.plan,
      bare: shown.candidates !== undefined,
      permitted: shown.permitted ?? new Map(),
    });
    this.drawOverlay(shown);
  }

  /** @param {Shown} shown */
  drawOverlay(shown) {
    if (this.overlaid === shown) return;
    this.overlaid = shown;
    byId("overlay").replaceChildren(...(shown.plan ? planShapes(shown.plan, shown.candidates) : []));
  }
}

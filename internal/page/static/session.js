// A game being played: the state, what is shown on top of it, and the drawing of
// both. Whoever changes something calls one of the methods; they draw and save.

import { Board } from "./board.js";
import { byId, element } from "./dom.js";
import { showEnd } from "./end.js";
import { cells, conflicts, parseGrid } from "./grid.js";
import * as reducer from "./game.js";
import { drawnPlan, paintedAnew } from "./lines.js"; // not in one file
import { planShapes } from "./picture.js";
import { Stopwatch } from "./stopwatch.js";
import { findGame, read, saveGame, settings, write } from "./store.js";
import { fill, texts } from "./words.js";
import { remedies, say } from "./speech.js";

/**
 * What helps put on the board, until the next move.
 * @typedef {object} Shown
 * @property {Map<number, number>} [permitted]
 * @property {Set<number>} [wrong]
 * @property {import("./plan.js").Plan} [plan]
 * @property {number[]} [candidates]
 * @property {string} [digits]  81 characters, instead of the game's
 * @property {number} [asks]  the help that the player has to confirm
 */

/** @typedef {"digit"|"corner"|"centre"|"colour"|"draw"} Mode */

/** So many changed cells are named. */
const mostSpoken = 3;

/**
 * The wrong digits of a position, or null where the player does not want them marked at once.
 * @param {Session} session @param {import("./game.js").Position} position
 */
const mistakesOf = ({ solution }, { digits }) => (solution && settings.get().atOnce ? new Set(cells.filter((c) => digits[c] && digits[c] !== solution[c])) : null);

export class Session {
  constructor() {
    /** @type {import("./api.js").Row | null} */
    this.row = null;
    this.game = reducer.newGame(".".repeat(81));
    this.board = new Board(byId("board"), {
      select: (selection, cursor) => this.select(selection, cursor),
      wheel: (cell, turn) => this.turnWheel(cell, turn),
    });
    /** @type {Set<number>} */
    this.selection = new Set();
    this.cursor = 0;
    /** @type {Mode} */
    this.mode = "digit";
    /** @type {Shown} */
    this.shown = {};
    /** @type {unknown[]} what the overlay was drawn for */
    this.overlaid = [];
    this.held = 0; // the digit that taps enter, or 0
    /** The colour that candidates are painted with. */
    this.pen = 1; // not in one file
    /** @type {Set<number>} */
    this.linked = new Set();
    /** @type {Record<string, number>} */
    this.helps = {};
    this.watch = new Stopwatch();
    this.paused = false;
    this.done = false;
    this.entering = false;
    this.filter = 0; // the digit whose cells are tinted, or 0
    this.started = "";
    this.saved = 0; // when the game was kept
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

  /** The cells that are wrong, if the solution is known. */
  get wrong() {
    const { solution } = this;
    return solution && reducer.wrongCells(this.position, solution);
  }

  /** What the game is kept under. */
  get key() {
    return this.row?.id || this.row?.puzzle || "";
  }

  /**
   * Begins or goes on with a game, which is kept before it is shown.
   * @param {import("./api.js").Row} row @param {import("./store.js").Played} [played]
   * @param {boolean} [entering] whether a puzzle is typed, not solved
   */
  open(row, played, entering = false) {
    this.row = row;
    this.entering = entering;
    this.take(played);
    this.paused = !this.done && read("paused", "") === this.key;
    this.selection = new Set();
    if (!played) this.keep();
    this.show({});
    if (!this.done && !this.paused && !entering) this.watch.start();
    if (document.hidden) this.watch.stop();
    if (this.ends) showEnd(this);
    this.draw();
  }

  /** Takes the state of a game over. @param {import("./store.js").Played} [played] */
  take(played) {
    this.game = reducer.newGame(this.row?.puzzle ?? "", played);
    this.helps = { ...played?.helps };
    this.done = played?.solved ?? false;
    this.paused &&= !this.done; // another tab may have ended a game that waits here
    this.started = played?.started ?? new Date().toISOString();
    this.saved = played?.saved ?? 0;
    this.watch = new Stopwatch(played?.seconds ?? 0);
  }

  /** Goes on from where another tab has left the game, if one has. */
  refresh() {
    const kept = this.row && findGame(this.key);
    if (!kept || kept.saved < this.saved || (kept.saved === this.saved && kept.seconds <= this.watch.seconds)) return false;
    const running = this.watch.running;
    this.take(kept);
    if (running && !this.done) this.watch.start();
    this.show({});
    this.told();
    return true;
  }

  /** @param {number} cell @param {1 | -1} turn */
  turnWheel(cell, turn) {
    const { wheel, clean } = settings.get();
    if (wheel === "steps") return this.act({ type: turn > 0 ? "redo" : "undo" });
    if (wheel === "off" || !this.playing) return;
    this.select(new Set([cell]), cell);
    this.move(reducer.wheelMove(this.game, cell, turn, clean));
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
    this.refresh();
    const before = this.position;
    this.game = reducer.reduce(this.game, action);
    this.show({});
    this.speak(before);
    if (this.entering) return this.changed();
    if (action.type === "move" && (mistakesOf(this, this.position)?.size ?? 0) > (mistakesOf(this, before)?.size ?? 0)) this.count(5); // not in one file
    if (!this.done && reducer.solved(this.position)) this.finish();
    else if (action.type === "move") this.tellFull();
    this.changed();
    if (this.ends) showEnd(this);
  }

  /** Tells a screen reader which cells have changed. @param {import("./game.js").Position} before */
  speak(before) {
    const now = this.position;
    const lists = /** @type {const} */ (["digits", "corner", now.auto ? "removed" : "centre", "colours"]);
    const changed = cells.filter((c) => lists.some((list) => before[list][c] !== now[list][c]));
    changed.push(...paintedAnew(before, now)); // not in one file
    const names = changed.map((c) => this.board.cells[c].getAttribute("aria-label"));
    byId("spoken").textContent = names.length > mostSpoken ? fill(texts.play.spoken, { n: names.length }) : names.join("; ");
  }

  /** Says that a full board is wrong. */
  tellFull() {
    const { digits } = this.position;
    if (digits.every((d) => d) && conflicts(digits).length + (this.wrong?.length ?? 0) > 0) say(element("p", {}, texts.play.fullWrong), remedies());
  }

  /** Whether the game is at its end. */
  get ends() {
    return this.done && reducer.solved(this.position);
  }

  finish() {
    this.done = true;
    this.watch.stop();
    this.board.celebrate();
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    this.awaits = null;
    this.linked = new Set();
    say("");
    this.draw();
  }

  /** @param {number} help @param {number} [before] a smaller one that it goes on from: both are one */
  count(help, before = 0) {
    if (this.done) return;
    if (this.helps[before]) this.helps[before]--;
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
    write("paused", paused && this.key); // another visit goes on with the pause
    if (paused) this.watch.stop();
    else this.watch.start();
    this.changed();
  }

  changed() {
    this.keep();
    this.told();
  }

  /** Draws the game and tells the listeners. */
  told() {
    this.draw();
    for (const listener of this.onChange) listener();
  }

  /** Keeps the game, which has changed. @param {number} [saved] when */
  keep(saved = Math.max(Date.now(), this.saved + 1)) {
    if (!this.row) return;
    this.saved = saved;
    saveGame({
      key: this.key, row: this.row, started: this.started, seconds: Math.floor(this.watch.seconds), helps: this.helps,
      solved: this.done, moves: this.game.moves, at: this.game.at, bookmarks: this.game.bookmarks,
    }, saved);
  }

  /**
   * Keeps the time of a game, which is no later for that, unless another tab has gone on with it
   * or has deleted it.
   */
  keepTime() {
    if (this.row && !this.done && !this.entering && findGame(this.key) && !this.refresh()) this.keep(this.saved);
  }

  /** Where the player is, in the words of the API. */
  get place() {
    return reducer.placeOf(this.game);
  }

  draw() {
    const { shown } = this;
    const position = shown.digits ? reducer.now(reducer.newGame(shown.digits)) : this.position;
    this.board.draw({
      clues: this.game.clues,
      position: { ...position, colours: this.position.colours },
      selection: this.selection,
      cursor: this.cursor,
      conflicts: new Set(settings.get().conflicts || this.entering ? conflicts(position.digits) : []),
      wrong: shown.wrong ??
        mistakesOf(this, position) ?? // not in one file
        new Set(),
      linked: this.linked,
      highlight: settings.get().highlight && !shown.plan,
      filter: shown.plan ? 0 : this.filter,
      held: this.held,
      bare: shown.candidates !== undefined,
      permitted: shown.permitted ?? new Map(),
    });
    this.drawOverlay(shown);
  }

  /** @param {Shown} shown */
  drawOverlay(shown) {
    const { digits, painted, links } = this.position;
    const drawnFor = [shown, digits, painted, links];
    if (drawnFor.every((what, i) => what === this.overlaid[i])) return;
    this.overlaid = drawnFor;
    let { plan } = shown;
    if (!plan && shown.digits === undefined) plan = drawnPlan(this.position); // not in one file
    byId("overlay").replaceChildren(...(plan ? planShapes(plan, shown.candidates) : []));
  }
}

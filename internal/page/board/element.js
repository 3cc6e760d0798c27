// <seedoku-board>, a board for any page: to play, or as a picture. docs/api.md describes its
// attributes, properties and events.

import { Board } from "./board.js";
import { button, element } from "./dom.js";
import * as reducer from "./game.js";
import { cells, conflicts, emptyGrid, gridText, parseGrid } from "./grid.js";
import { styles } from "./own.js";
import { boardPicture } from "./picture.js";
import { digitOf, moved } from "./typing.js";
import { texts } from "./words.js";

const name = "seedoku-board";
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

/** The puzzle that a text is, or an empty one. @param {string | null} text */
const puzzleOf = (text) => (/^[.0-9]{81}$/.test(text ?? "") ? gridText(parseGrid(text ?? "")) : emptyGrid);

class SeedokuBoard extends HTMLElement {
  static observedAttributes = ["puzzle", "readonly", "size", "label"];

  #game = reducer.newGame(emptyGrid);
  /** @type {Set<number>} */
  #selection = new Set();
  #cursor = 0;
  /** @type {Board | null} of a board to play on */
  #board = null;
  #spoken = element("p", { class: "hidden", role: "status" });

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open", delegatesFocus: true });
    shadow.adoptedStyleSheets = [sheet];
    shadow.addEventListener("keydown", (e) => this.#press(/** @type {KeyboardEvent} */ (e)));
  }

  connectedCallback() {
    for (const property of ["puzzle", "size", "theme", "label", "readOnly", "grid"]) this.#adopt(property);
    this.#build();
  }

  /** Takes over what was set before the element was defined. @param {string} property */
  #adopt(property) {
    const own = Object.getOwnPropertyDescriptor(this, property);
    if (!own) return;
    delete (/** @type {any} */ (this)[property]);
    /** @type {any} */ (this)[property] = own.value;
  }

  /** @param {string} attribute */
  attributeChangedCallback(attribute) {
    if (attribute === "puzzle") {
      this.#game = reducer.newGame(puzzleOf(this.getAttribute("puzzle")));
      this.#selection = new Set();
    }
    if (attribute === "size") this.style.width = this.size > 0 ? `${this.size}px` : "";
    if (this.isConnected) this.#build();
  }

  get puzzle() { return gridText(this.#game.clues); }
  set puzzle(text) { this.setAttribute("puzzle", text); }

  get size() { return Number(this.getAttribute("size")); }
  set size(pixels) { this.setAttribute("size", String(pixels)); }

  get theme() { return this.getAttribute("theme") ?? "auto"; }
  set theme(theme) { this.setAttribute("theme", theme); }

  get label() { return this.getAttribute("label") ?? texts.play.board; }
  set label(text) { this.setAttribute("label", text); }

  get readOnly() { return this.hasAttribute("readonly"); }
  set readOnly(on) { this.toggleAttribute("readonly", on); }

  /** The clues and the digits that were entered. */
  get grid() { return gridText(reducer.now(this.#game).digits); }
  set grid(text) {
    const places = parseGrid(puzzleOf(text)).flatMap((d, c) => (d ? [/** @type {[number, number]} */ ([c, d])] : []));
    this.#game = reducer.reduce(reducer.newGame(this.puzzle), { type: "move", move: { kind: "step", places } });
    this.#build();
  }

  undo() { this.#act({ type: "undo" }); }
  redo() { this.#act({ type: "redo" }); }

  #build() {
    this.#board = null;
    if (this.readOnly) {
      this.shadowRoot?.replaceChildren(boardPicture({ title: this.label, clues: this.puzzle, digits: this.grid }));
      return;
    }
    const root = element("div", { class: "board", role: "grid", "aria-multiselectable": "true", "aria-label": this.label });
    const keypad = element("div", { class: "keypad", role: "group", "aria-label": texts.play.keypad });
    for (const d of [1, 2, 3, 4, 5, 6, 7, 8, 9]) keypad.append(button({ type: "button", class: "key" }, () => this.#type(d, "digit"), String(d)));
    this.shadowRoot?.replaceChildren(element("div", { class: "whole" }, element("div", { class: "table" }, root), keypad, this.#spoken));
    this.#board = new Board(root, { select: (selection, cursor) => this.#select(selection, cursor) });
    this.#draw();
  }

  /** @param {Set<number>} selection @param {number} cursor */
  #select(selection, cursor) {
    this.#selection = selection;
    this.#cursor = cursor;
    this.#draw();
  }

  #draw() {
    const position = reducer.now(this.#game);
    this.#board?.draw({
      clues: this.#game.clues, position, selection: this.#selection, cursor: this.#cursor,
      conflicts: new Set(conflicts(position.digits)), wrong: new Set(), linked: new Set(),
      highlight: true, filter: 0, held: 0, bare: false, permitted: new Map(),
    });
  }

  /** @param {KeyboardEvent} e */
  #press(e) {
    const to = moved({ selection: this.#selection, cursor: this.#cursor }, e);
    const digit = Number(digitOf(e)), key = e.key.toLowerCase(), control = e.ctrlKey || e.metaKey;
    if (!this.#board || e.altKey) return;
    if (to) {
      this.#select(to.selection, to.cursor);
      this.#board.focus(to.cursor);
    } else if (digit) this.#type(digit, control ? "centre" : e.shiftKey ? "corner" : "digit");
    else if (digit === 0 || key === "backspace" || key === "delete") this.#move(reducer.clearMove(this.#game, [...this.#selection]));
    else if (key === "y" || (key === "z" && e.shiftKey)) this.redo();
    else if (key === "z") this.undo();
    else return;
    e.preventDefault();
  }

  /** @param {number} digit @param {"digit" | "corner" | "centre"} kind */
  #type(digit, kind) {
    const where = [...this.#selection];
    this.#move(kind === "digit" ? reducer.digitMove(this.#game, where, digit) : reducer.markMove(this.#game, kind, where, digit));
  }

  /** @param {import("../static/game.js").Move | null} move */
  #move(move) {
    if (move) this.#act({ type: "move", move });
  }

  /** @param {import("../static/game.js").Action} action */
  #act(action) {
    const before = reducer.now(this.#game);
    this.#game = reducer.reduce(this.#game, action);
    const now = reducer.now(this.#game);
    this.#draw();
    const changed = cells.filter((c) => before.digits[c] !== now.digits[c]);
    this.#spoken.textContent = changed.map((c) => this.#board?.cells[c].getAttribute("aria-label")).join("; ");
    if (changed.length) this.#tell("change");
    if (reducer.solved(now) && !reducer.solved(before)) {
      this.#board?.celebrate();
      this.#tell("solved");
    }
  }

  /** @param {string} event */
  #tell(event) {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail: { grid: this.grid } }));
  }
}

if (!customElements.get(name)) customElements.define(name, SeedokuBoard);

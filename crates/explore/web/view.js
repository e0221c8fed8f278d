// The position: its picture, its value, its components and its options.

import { cramBoard, heaps, plain, readCram, readHeaps, writeCram } from "./boards.js";
import { at, el, put } from "./dom.js";
import { badge, mini } from "./pictures.js";
import { drawing, regions } from "./sprouts.js";

const SHOWN = 60;

/** What the page knows of a position: the answer of the API, completed by what a search finds. */
export class View {
  constructor(make, reshape) {
    this.make = make;
    this.reshape = reshape;
    this.look = null;
    this.showValues = true;
    this.editing = false;
    this.chosen = null;
    this.drawn = null;
    this.all = false;
  }

  /** Another position. `drawn` is the server's SVG, if it has made one. */
  open(look, last) {
    Object.assign(this, { look, last, drawn: null, chosen: null, all: false });
    this.draw();
  }

  /** Nothing to show but the text of what cannot be read. */
  clear(position) {
    this.look = null;
    put(at("notation"), position);
    for (const id of ["board", "board-hint", "verdict", "components", "options", "options-note"]) put(at(id));
    for (const id of ["search", "again", "more", "choices"]) at(id).hidden = true;
  }

  draw() {
    this.drawBoard();
    this.drawVerdict();
    this.drawOptions();
  }

  /** Takes in a fact of the search. */
  learn({ of, index, outcome, nimber }) {
    const known = of === "position" ? this.look : of === "component" ? this.look.components[index] : this.look.options[index];
    if (known) Object.assign(known, { outcome, nimber });
  }

  moveByLabel() {
    const moves = new Map();
    for (const move of this.look.moves) {
      const option = this.look.options[move.option];
      const value = this.showValues ? option.nimber ?? (option.outcome === "win" ? "≠0" : undefined) : undefined;
      const wins = this.showValues && option.outcome === "loss";
      moves.set(move.label, { press: () => this.make(move), value: wins ? 0 : value, wins });
    }
    return moves;
  }

  drawBoard() {
    const { look } = this;
    const board = at("board");
    put(at("notation"), look.position);
    if (look.kind === "board") this.drawCram(board);
    else if (look.kind === "heaps") this.drawHeaps(board);
    else this.drawSprouts(board);
  }

  drawCram(board) {
    const boards = readCram(this.look.position);
    const moves = this.editing ? new Map() : this.moveByLabel();
    const last = this.last?.label?.replace(/^\d+:/, "").split("-");
    const edit = (i) => (x, y) => {
      boards[i][y][x].free = !boards[i][y][x].free;
      this.reshape(boards.filter(Boolean).map(writeCram).join(" + "));
    };
    put(board, boards.map((rows, i) => {
      if (rows === null) return plain(this.look.position.split("+")[i].trim());
      const prefix = boards.length > 1 ? `${i + 1}:` : "";
      const isLast = boards.length === 1 || this.last?.label?.startsWith(`${i + 1}:`);
      return cramBoard(rows, { moves, prefix, edit: this.editing ? edit(i) : null, last: isLast ? last : null });
    }));
    put(at("board-hint"), this.editing ? "Click cells to fill or empty them." : "Click between two free cells to place a domino.");
  }

  drawHeaps(board) {
    const sizes = readHeaps(this.look.position);
    const nim = this.look.game === "nim";
    put(board, heaps(sizes, { moves: this.moveByLabel(), clickable: nim }));
    put(at("board-hint"), nim ? "Click an object to take it and all above it." : "Choose a move among the options.");
  }

  drawSprouts(board) {
    const options = { chosen: this.chosen, press: (spot) => this.pressSpot(spot) };
    const picture = (this.drawn && drawing(this.drawn, options)) || (this.look.spots && regions(this.look.spots, options));
    put(board, picture ?? plain(this.look.position));
    put(at("board-hint"), !picture ? "Choose a move among the options."
      : this.chosen === null ? "Click a spot, then the spot to join it to (or itself, for a loop)."
      : "Now click the other end of the line.");
    if (this.chosen === null) at("choices").hidden = true;
  }

  /** The first spot is kept; the second one leads to the options that join the two. */
  pressSpot(spot) {
    if (this.chosen === null) {
      this.chosen = spot;
      this.drawSprouts(at("board"));
      at("board").querySelector(`[data-spot="${spot}"]`)?.focus();
      return;
    }
    const pair = [Math.min(this.chosen, spot), Math.max(this.chosen, spot)];
    const moves = this.look.moves.filter((move) => move.spots?.[0] === pair[0] && move.spots?.[1] === pair[1]);
    this.chosen = null;
    this.drawSprouts(at("board"));
    const choices = at("choices");
    if (moves.length === 1) return this.make(moves[0]);
    choices.hidden = false;
    if (moves.length === 0) {
      put(choices, "No line can join these two spots.");
      return;
    }
    put(choices, el("p", { class: "hint" }, `${moves.length} ways to draw this line: what shall lie on which side?`),
      el("ul", { class: "options" }, moves.map((move) => this.optionItem(move, 1))));
    choices.querySelector("button")?.focus();
  }

  drawVerdict() {
    const { look, showValues } = this;
    const verdict = at("verdict");
    if (!showValues) {
      put(verdict, el("span", { class: "hint" }, "Hidden while you play. Tick “Show values” to see it."));
      put(at("components"));
      return;
    }
    const words = look.outcome === "win" ? "The player to move wins." : look.outcome === "loss" ? "The player to move loses." : "Unknown who wins.";
    put(verdict, badge(look.outcome), el("span", {}, words), el("span", { class: "hint" }, "nimber "),
      el("span", { class: "nimber", id: "nimber" }, look.nimber === null ? "unknown" : String(look.nimber)));
    put(at("components"), look.components.length > 1 ? this.sum() : []);
  }

  sum() {
    const { components, game, nimber } = this.look;
    const known = components.map(({ nimber }) => (nimber === null ? "?" : String(nimber)));
    return [
      el("p", { class: "hint" }, `A sum of ${components.length} components:`),
      el("ul", { class: "sum" }, components.slice(0, 40).map((part) =>
        el("li", {}, mini(game, part.text), el("span", { class: "text" }, short(part.text, 28)), badge(null, part.nimber)))),
      el("p", { class: "xor" }, `${known.slice(0, 40).join(" ⊕ ")} = ${nimber === null ? "?" : nimber}`),
    ];
  }

  drawOptions() {
    const { look } = this;
    const count = new Map();
    for (const move of look.moves) count.set(move.option, (count.get(move.option) ?? 0) + 1);
    const rank = (option) => (!this.showValues ? 0 : option.outcome === "loss" ? 0 : option.outcome === null ? 1 : 2);
    const order = look.options.map((_, i) => i).sort((a, b) => rank(look.options[a]) - rank(look.options[b]) || a - b);
    const shown = this.all ? order : order.slice(0, SHOWN);
    const focused = document.activeElement?.getAttribute("data-option");
    put(at("options"), shown.map((i) => this.optionItem(look.moves[look.options[i].first], count.get(i))));
    if (focused !== null && focused !== undefined) at("options").querySelector(`[data-option="${CSS.escape(focused)}"]`)?.focus();
    at("more").hidden = shown.length === order.length;
    put(at("options-note"), look.options.length === 0 ? "No move is left: the player to move loses."
      : `${look.moves.length}${look.truncated ? " or more" : ""} moves to ${look.options.length} different options. A ★ marks a winning move.`);
  }

  optionItem(move, count) {
    const option = this.look.options[move.option];
    const wins = this.showValues && option.outcome === "loss";
    const value = this.showValues ? [wins ? el("span", { class: "badge star" }, "★") : null, badge(option.outcome, option.nimber)] : [];
    return el("li", {}, el("button", { type: "button", class: wins ? "wins" : "", "data-option": move.option, onclick: () => this.make(move) },
      mini(this.look.game, move.result),
      el("span", { class: "what text" }, short(move.label, 90)),
      count > 1 ? el("span", { class: "many" }, `×${count}`) : null, value));
  }
}

export const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

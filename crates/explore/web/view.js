// The position: its picture, its value, its components and its options.

import { cramBoard, plain, writeCram } from "./boards.js";
import { at, el, put } from "./dom.js";
import { badge, mini, short } from "./pictures.js";
import { drawGraph } from "./graphs.js";
import { HOW, heapBoard, styleOf } from "./rows.js";

const SHOWN = 60;

/** What the page knows of a position: the answer of the API, completed by the results of the search. */
export class View {
  /** `make(move)` plays a move, `reshape(text)` shows another position of the same game. */
  constructor(make, reshape, sprouts) {
    Object.assign(this, { make, reshape, sprouts, look: null, showValues: true, editing: false, all: false, hinted: null });
  }

  /** Another position; `node` is where it stands in the play, `placed` the moves so far. */
  open(look, node, placed) {
    Object.assign(this, { look, node, placed, all: false, hinted: null });
    this.draw();
  }

  draw() {
    this.drawBoard();
    this.drawVerdict();
    this.drawOptions();
  }

  /** Adds a fact of the search. */
  learn({ of, index, outcome, nimber }) {
    const known = of === "position" ? this.look : of === "component" ? this.look.components[index] : this.look.options[index];
    if (known) Object.assign(known, { outcome, nimber });
  }

  worth(move) {
    const option = this.look.options[move.option];
    const value = this.showValues ? option.nimber ?? (option.outcome === "win" ? "≠0" : undefined) : undefined;
    const wins = this.showValues && option.outcome === "loss";
    return { value: wins ? 0 : value, wins };
  }

  moveByLabel() {
    return new Map(this.look.moves.map((move) => [move.label, { press: () => this.make(move), ...this.worth(move) }]));
  }

  drawBoard() {
    const { look } = this;
    const board = at("board");
    put(at("notation"), look.kind === "spots" ? look.components.map(({ text }) => text).join(" + ") || "!" : look.position);
    const focused = document.activeElement?.closest?.("#board .move");
    const place = focused ? [focused.getAttribute("data-x"), focused.getAttribute("data-y")] : null;
    if (look.kind === "board") this.drawCram(board);
    else if (look.kind === "heaps") this.drawHeaps(board);
    else if (look.kind === "graph") this.drawGraph(board);
    else if (look.kind === "text" || !this.node.drawing) put(board, plain(look.position));
    if (place) this.focusNear(place);
  }

  /** Moves the focus to the move nearest to where it was. */
  focusNear([x, y]) {
    let best = null;
    for (const move of at("board").querySelectorAll(".move")) {
      const d = Math.hypot(move.getAttribute("data-x") - x, move.getAttribute("data-y") - y);
      if (!best || d < best.d) best = { move, d };
    }
    best?.move.focus({ preventScroll: true });
  }

  drawCram(board) {
    const boards = this.look.boards.map(({ rows }) => rows);
    // A board that is no rectangle (a cylinder) is drawn as a graph.
    if (boards.includes(undefined)) return this.drawGraph(board);
    const moves = this.editing ? new Map() : this.moveByLabel();
    const edit = (i) => (x, y) => {
      boards[i][y][x].free = !boards[i][y][x].free;
      this.reshape(boards.map(writeCram).join(" + "));
    };
    put(board, boards.map((rows, i) => {
      const prefix = boards.length > 1 ? `${i + 1}:` : "";
      const placed = this.placed.filter(({ label }) => !prefix || label.startsWith(prefix)).map(({ label, who }) => ({ label: label.slice(prefix.length), who }));
      return cramBoard(rows, { moves, prefix, edit: this.editing ? edit(i) : null, placed, hinted: this.hinted });
    }));
    this.say(this.editing ? "Click cells to fill or empty them." : "Click between two free cells to place a domino.");
  }

  drawHeaps(board) {
    const row = styleOf(this.look.game);
    const clickable = row !== "stack" || this.look.game === "nim";
    put(board, heapBoard(row, this.look.heaps, { moves: clickable ? this.moveByLabel() : new Map(), hinted: this.hinted }));
    this.say(clickable ? HOW[row] : "Choose a move among the options.");
  }

  drawGraph(board) {
    const { look } = this;
    let root = this.node;
    while (root.parent) root = root.parent;
    drawGraph(board, look, root.position, { moves: this.moveByLabel(), hinted: this.hinted, isCurrent: () => this.look === look });
    this.say(look.moves[0]?.label.includes("-") ? "Click an edge to play it." : "Click a vertex to play it.");
  }

  say(words) { if (this.look.moves.length && !this.hinted) put(at("board-hint"), words); }

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
    put(at("components"), look.components.length > 1 ? this.sum() : this.mex());
  }

  /** Why a single component has its nimber: it is the least number that no option has. */
  mex() {
    const { options, nimber, truncated } = this.look;
    if (nimber === null || truncated || options.some((option) => option.nimber === null)) return [];
    const values = [...new Set(options.map((option) => option.nimber))].sort((a, b) => a - b);
    return [el("p", { class: "xor", id: "mex" }, `mex{${values.join(", ")}} = ${nimber}`, el("span", { class: "hint" }, " the least number that no option has"))];
  }

  sum() {
    const { components, game, nimber } = this.look;
    const shown = components.slice(0, 40);
    const known = shown.map((part) => (part.nimber === null ? "?" : String(part.nimber)));
    return [
      el("p", { class: "hint" }, `A sum of ${components.length} components:`),
      el("ul", { class: "sum" }, shown.map((part) => el("li", {}, mini(game, part.text), el("span", { class: "text" }, short(part.text, 28)), badge(null, part.nimber)))),
      el("p", { class: "xor" }, `${known.join(" ⊕ ")} = ${nimber === null ? "?" : nimber}`),
      nimber !== null && shown.every((part) => part.nimber !== null) ? columns(shown.map((part) => part.nimber), nimber) : null,
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
    if (focused) at("options").querySelector(`[data-option="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    at("more").hidden = shown.length === order.length;
    const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
    put(at("options-note"), look.options.length === 0 ? "No move is left."
      : `${many(look.moves.length, "move")}${look.truncated ? " or more" : ""}, ${look.options.length === 1 ? "all to the same position" : `to ${look.options.length} different positions`}.${this.showValues ? " A ★ marks a winning move." : ""}`);
  }

  optionItem(move, count) {
    const option = this.look.options[move.option];
    const { wins } = this.worth(move);
    const value = this.showValues ? [wins ? el("span", { class: "badge star" }, "★") : null, badge(option.outcome, option.nimber)] : [];
    const what = this.look.kind === "spots" ? this.sprouts.describe(move) : short(move.label, 90);
    return el("li", {}, el("button", { type: "button", class: wins ? "wins" : "", "data-option": move.option, onclick: () => this.make(move), onmouseenter: () => this.sprouts.preview(move), onmouseleave: () => this.sprouts.preview(null), onfocus: () => this.sprouts.preview(move), onblur: () => this.sprouts.preview(null) },
      this.look.kind === "spots" ? null : mini(this.look.game, move.result), el("span", { class: "what text" }, what),
      count > 1 ? el("span", { class: "many" }, `×${count}`) : null, value));
  }
}

/** Nimbers in binary, one below the other: a column with an odd number of ones has a one in the sum. */
function columns(nimbers, sum) {
  const width = Math.max(1, ...[...nimbers, sum].map((n) => n.toString(2).length));
  const row = (n, name) => el("tr", {}, el("th", { scope: "row" }, name), [...n.toString(2).padStart(width, "0")].map((bit) => el("td", { class: bit === "1" ? "one" : "" }, bit)));
  return el("details", { class: "binary" }, el("summary", {}, "In binary"), el("table", {}, el("tbody", {}, nimbers.map((n) => row(n, String(n))), row(sum, `⊕ ${sum}`))));
}

// Sprouts on the page: connects the drawing with the game. Moves of the server become lines of this drawing.

import { at, el, put } from "../dom.js";
import { badge } from "../pictures.js";
import { SproutsBoard } from "./board.js";
import { Drawing, spotName } from "./drawing.js";
import { fromPicture } from "./layout.js";
import { route } from "./route.js";
import { commit, pack, tidy, unpack } from "./stroke.js";

/** The most lines that are shown to choose from. */
const MOST = 24;

/** The most spots that are drawn. */
const MOST_SPOTS = 60;

/** The first drawing of a position with the spots that the server read. `picture` gives its SVG, for positions with lines. */
export async function firstDrawing(spots, picture) {
  if (!spots) return null;
  const { lands, lives } = spots;
  if (lives.length === 0) return new Drawing(420, 340);
  const isStart = lands.length === 1 && lands[0].length === 1 && lives.every((count) => count === 3);
  if (isStart) return lives.length <= MOST_SPOTS ? Drawing.start(lives.length) : null;
  return fromPicture(await picture());
}

/** A line of a link, drawn: what `play.add` takes, or null if it cannot be drawn. */
export function lineOfLink(drawing, text, who) {
  const read = unpack(text);
  const lives = (v) => drawing.spots[v]?.lives ?? 0;
  if (!read || lives(read.a) < 1 || lives(read.b) < 1 || (read.a === read.b && lives(read.a) < 2) || read.inner.flat().some((x) => !Number.isFinite(x))) return null;
  const inner = tidy(drawing, read.a, read.b, [drawing.spots[read.a].at, ...read.inner, drawing.spots[read.b].at]);
  return inner && lineMove(drawing, read.a, read.b, read.inner, who).made;
}

function lineMove(drawing, a, b, inner, who, why = "") {
  const { drawing: next, frames } = commit(drawing, a, b, inner);
  const label = `${spotName(a)}–${spotName(b)}, new ${spotName(next.spots.length - 1)}`;
  return { made: { position: next.map.text, drawing: next, label, link: pack(a, b, inner), who, why }, frames };
}

export class SproutsTable {
  /** `add(made, frames)` makes a move of the play. */
  constructor(view, add) {
    this.view = view;
    this.add = add;
    this.routes = new Map();
    this.shapes = new Map();
    this.board = new SproutsBoard({ line: (a, b, points) => this.drawn(a, b, points), pair: (a, b) => this.pair(a, b), say: (words) => put(at("board-hint"), words) });
  }

  mount() {
    if (this.board.svg.parentNode !== at("board")) put(at("board"), this.board.svg);
  }

  /** The drawing with what the server knows of it. */
  show(node, look) {
    this.node = node;
    this.look = look;
    this.routes.clear();
    this.shapes.clear();
    this.board.show(node.drawing);
    this.board.svg.setAttribute("data-agrees", this.agrees(look));
    this.board.svg.setAttribute("data-position", node.position);
    at("choices").hidden = true;
    if (look.moves.length) put(at("board-hint"), "Draw a line from spot to spot, or click the two spots (one spot twice for a loop).");
  }

  /** Whether the position read from the drawing is one of the options that the rules of the server allowed. */
  agrees(look) {
    const { expected } = this.node;
    if (!expected) return "start";
    const here = look.components.map(({ text }) => text).sort().join("+");
    return expected.some((components) => [...components].sort().join("+") === here) ? "yes" : "no";
  }

  spotsOf(move) { return this.node.drawing && move.spots?.map((number) => this.node.drawing.map.numbers[number]); }

  describe(move) {
    const spots = this.spotsOf(move);
    if (!spots || spots.includes(undefined)) return move.label;
    const inside = move.line.from[0] === move.line.to[0] ? move.line.left.length : 0;
    return `${spots.map(spotName).join("–")}${inside ? `, ${inside} ${inside === 1 ? "boundary" : "boundaries"} apart` : ""}`;
  }

  route(move) {
    if (!this.routes.has(move)) this.routes.set(move, route(this.node.drawing, move.line));
    return this.routes.get(move);
  }

  /** The line of a move after a relaxation in which all spots stay. */
  shape(move) {
    if (!this.shapes.has(move)) {
      const { drawing } = this.node;
      const points = this.route(move);
      const [a, b] = this.endsOf(move);
      const inner = tidy(drawing, a, b, points);
      const after = inner && commit(drawing, a, b, inner, 0).drawing;
      this.shapes.set(move, after ? after.last.flatMap((k, i) => after.points(k).slice(i)) : points);
    }
    return this.shapes.get(move);
  }

  /** The spots that the line of a move leaves and reaches. */
  endsOf({ line }) {
    const { drawing } = this.node;
    const { boundaries } = drawing.map.regions[line.region];
    return [line.from, line.to].map(([b, i]) => drawing.tail(boundaries[b].corners[i]));
  }

  preview(move) {
    if (this.board.locked || !this.node?.drawing || this.view.look?.kind !== "spots") return;
    if (move?.line) this.board.hint(this.shape(move));
    else if (!this.offered) put(this.board.layers.candidates);
  }

  /** Two spots were clicked: the line between them, or all different ones to choose from. */
  pair(a, b) {
    const moves = this.look.moves.filter((move) => {
      const spots = this.spotsOf(move);
      return spots && ((spots[0] === a && spots[1] === b) || (spots[0] === b && spots[1] === a));
    });
    if (moves.length === 0) return put(at("board-hint"), "No line can join these two spots.");
    if (moves.length === 1) return this.make(moves[0]);
    this.offered = moves.slice(0, MOST);
    const value = (move) => this.view.worth(move);
    this.board.offer(this.offered.map((move, i) => ({ points: i < 9 ? this.shape(move) : this.route(move), name: String(i + 1), wins: value(move).wins })), (i) => this.take(i));
    put(at("board-hint"), `${a === b ? `Loops at ${spotName(a)}` : `Lines between ${spotName(a)} and ${spotName(b)}`} that lead to different positions.`);
    at("choices").hidden = false;
    put(at("choices"), el("p", { class: "hint" }, `${moves.length} different lines: click one, or press its number. Escape cancels.`),
      el("div", { class: "row" }, this.offered.map((move, i) => el("button", { type: "button", class: value(move).wins ? "wins" : "", onclick: () => this.take(i), onmouseenter: () => this.light(i), onfocus: () => this.light(i) },
        `Line ${i + 1}`, this.view.showValues ? badge(this.look.options[move.option].outcome, this.look.options[move.option].nimber) : null))));
    at("choices").querySelector("button")?.focus({ preventScroll: true });
  }

  light(i) {
    for (const line of this.board.layers.candidates.children) line.classList.toggle("lit", line.getAttribute("data-candidate") === String(i + 1));
  }

  take(i) {
    const move = this.offered?.[i];
    if (!move || this.board.locked) return;
    this.make(move);
  }

  /** Cancels the choice of spots and lines; returns whether something was chosen. */
  release() {
    const held = this.board.chosen !== null || this.offered;
    this.offered = null;
    this.board.release();
    at("choices").hidden = true;
    return Boolean(held);
  }

  /** A move of the server, drawn. */
  make(move, who = "you", why = "") {
    const [a, b] = this.endsOf(move);
    this.drawn(a, b, route(this.node.drawing, move.line), who, why, move.option === undefined ? null : [this.look.options[move.option].components]);
  }

  drawn(a, b, points, who = "you", why = "", expected = null) {
    const { drawing } = this.node;
    const inner = tidy(drawing, a, b, points);
    if (!inner) return put(at("board-hint"), "This line is too close to others: draw it with more room.");
    this.offered = null;
    at("choices").hidden = true;
    const { made, frames } = lineMove(drawing, a, b, inner, who, why);
    // What the server's rules allow for these spots; its list may not be whole.
    const options = this.look.moves.filter((move) => { const spots = this.spotsOf(move); return spots && [a, b].every((v) => spots.includes(v)); });
    made.expected = this.look.truncated ? null : expected ?? options.map((move) => this.look.options[move.option].components);
    this.add(made, frames);
  }
}

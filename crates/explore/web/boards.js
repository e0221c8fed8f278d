// Positions of Cram and of heap games as pictures, from their notation.

import { el, pressable, svg } from "./dom.js";

const CELL = 46;

/** Reads the boards of a Cram position; null for one that is a graph. */
export function readCram(text) {
  return text.split("+").map((part) => {
    const board = part.trim();
    const size = /^(\d+)[xX](\d+)$/.exec(board);
    if (size) return empty(Number(size[1]), Number(size[2]));
    if (!/^[.#_]/.test(board)) return null;
    const rows = board.split(/[/|\n]/).map((row) => {
      const cells = [];
      for (const sign of row.trim()) {
        if (sign === ":") { if (cells.length) cells.at(-1).right = true; }
        else cells.push({ free: sign !== "#", below: sign === "_", right: false });
      }
      return cells;
    });
    const columns = Math.max(...rows.map((row) => row.length));
    for (const row of rows) while (row.length < columns) row.push({ free: false });
    return rows;
  });
}

export const empty = (rows, columns) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ free: true })));

/** Writes cells that may be free or not, without walls. */
export const writeCram = (rows) => rows.map((row) => row.map((cell) => (cell.free ? "." : "#")).join("")).join("/");

function name(x, y) {
  let column = "";
  for (let k = x; k >= 0; k = Math.floor(k / 26) - 1) column = String.fromCharCode(97 + (k % 26)) + column;
  return `${column}${y + 1}`;
}

/** One board. `moves` maps labels to {press, value, wins}; `edit` makes cells switch instead. */
export function cramBoard(rows, { moves = new Map(), prefix = "", edit = null, last = null, mini = false } = {}) {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const pad = mini ? 1 : 3;
  const picture = svg("svg", {
    class: mini ? "mini" : "cram",
    viewBox: `${-pad} ${-pad} ${width * CELL + 2 * pad} ${height * CELL + 2 * pad}`,
    width: mini ? undefined : Math.min(width * CELL * 1.25, 640),
    "aria-hidden": mini ? "true" : undefined,
    role: mini ? undefined : "group",
    "aria-label": mini ? undefined : `A board of ${height} rows and ${width} columns`,
  });
  rows.forEach((row, y) => row.forEach((cell, x) => {
    const place = { x: x * CELL, y: y * CELL, width: CELL, height: CELL };
    const square = svg("rect", { ...place, class: cell.free ? "free" : "taken" });
    if (last?.includes(name(x, y))) square.setAttribute("class", "last");
    picture.append(square);
    if (edit) {
      const press = () => edit(x, y);
      picture.append(pressable(svg("g", { class: "move" }, svg("rect", { ...place, class: "hit" }), svg("rect", { ...place, class: "ghost" })),
        `${name(x, y)}, ${cell.free ? "free" : "filled"}`, press));
    }
  }));
  rows.forEach((row, y) => row.forEach((cell, x) => {
    if (cell.right) picture.append(svg("line", { class: "wall", x1: (x + 1) * CELL, x2: (x + 1) * CELL, y1: y * CELL + 4, y2: (y + 1) * CELL - 4 }));
    if (cell.below) picture.append(svg("line", { class: "wall", y1: (y + 1) * CELL, y2: (y + 1) * CELL, x1: x * CELL + 4, x2: (x + 1) * CELL - 4 }));
  }));
  if (!edit && !mini) {
    rows.forEach((row, y) => row.forEach((_, x) => {
      for (const [dx, dy] of [[1, 0], [0, 1]]) {
        const label = `${name(x, y)}-${name(x + dx, y + dy)}`;
        const move = moves.get(prefix + label);
        if (move) picture.append(edge(x, y, dx, dy, label, move));
      }
    }));
  }
  return picture;
}

function edge(x, y, dx, dy, label, move) {
  const [cx, cy] = [(x + (1 + dx) / 2) * CELL, (y + (1 + dy) / 2) * CELL];
  const inset = 5;
  const group = svg("g", { class: move.wins ? "move wins" : "move" },
    svg("rect", { class: "ghost", x: x * CELL + inset, y: y * CELL + inset, width: (1 + dx) * CELL - 2 * inset, height: (1 + dy) * CELL - 2 * inset, rx: 10 }),
    // The places between two cells do not overlap.
    svg("polygon", { class: "hit", points: `${cx},${cy - CELL / 2} ${cx + CELL / 2},${cy} ${cx},${cy + CELL / 2} ${cx - CELL / 2},${cy}` }));
  if (move.value !== undefined) {
    group.append(svg("circle", { class: "tag", cx, cy, r: 9.5 }), svg("text", { class: "value", x: cx, y: cy }, move.wins ? "★" : String(move.value)));
  }
  return pressable(group, `Play ${label}${said(move)}`, move.press);
}

const said = (move) => (move.value === undefined ? "" : `, nimber ${move.value}${move.wins ? ", a winning move" : ""}`);

/** Heaps. `moves` maps `7->3` to {press, value, wins}; heaps can be clicked in Nim only, where every object is a move. */
export function heaps(sizes, { moves = new Map(), clickable = false, mini = false } = {}) {
  const R = 13, STEP = 2 * R + 5, WIDTH = 62, TALLEST = 20;
  const tallest = Math.max(1, ...sizes.map((size) => Math.min(size, TALLEST)));
  const height = tallest * STEP + 34;
  const picture = svg("svg", {
    class: mini ? "mini" : "nim", viewBox: `0 0 ${Math.max(1, sizes.length) * WIDTH} ${height}`,
    width: mini ? undefined : Math.max(1, sizes.length) * WIDTH * 1.15, "aria-hidden": mini ? "true" : undefined,
    role: mini ? undefined : "group", "aria-label": mini ? undefined : `Heaps of ${sizes.join(", ")}`,
  });
  sizes.forEach((size, i) => {
    const x = i * WIDTH + WIDTH / 2;
    const y = (k) => height - 30 - R - k * STEP;
    if (size > TALLEST) picture.append(svg("rect", { class: "bar-heap", x: x - R, y: y(TALLEST - 1) - R, width: 2 * R, height: TALLEST * STEP, rx: R }));
    else {
      for (let left = 0; left < size; left++) {
        const object = svg("circle", { class: "object", cx: x, cy: y(left), r: R });
        const move = clickable ? moves.get(`${size}->${left}`) : null;
        if (!move) { picture.append(object); continue; }
        const group = svg("g", { class: move.wins ? "move wins" : "move" }, object);
        if (move.value !== undefined) group.append(svg("text", { class: "value", x, y: y(left) }, move.wins ? "★" : String(move.value)));
        picture.append(pressable(group, `Heap ${i + 1}: leave ${left} of ${size}${said(move)}`, move.press));
      }
    }
    picture.append(svg("text", { class: "label", x, y: height - 8 }, String(size)));
  });
  return picture;
}

/** The sizes of the heaps of a position. */
export const readHeaps = (text) => (text.match(/\d+/g) ?? []).map(Number);

/** A text, for what cannot be drawn. */
export const plain = (text) => el("code", { class: "text" }, text);

// Boards of Cram as pictures, from the cells that the server read.

import { el, pressable, svg } from "./dom.js";

const CELL = 46;

/** An empty board. */
export const empty = (rows, columns) => Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ free: true })));

/** A board as text, for the server to read. */
export const writeCram = (rows) => rows.map((row) => row.map(({ free, below, right }) => `${!free ? "#" : below ? "_" : "."}${right ? ":" : ""}`).join("")).join("/");

function letters(x) {
  let column = "";
  for (let k = x; k >= 0; k = Math.floor(k / 26) - 1) column = String.fromCharCode(97 + (k % 26)) + column;
  return column;
}
const name = (x, y) => `${letters(x)}${y + 1}`;

/** The cells of a label such as `b2-c2`, as [x, y]. */
function cellsOf(label) {
  return label.split("-").map((word) => {
    const found = /^([a-z]+)(\d+)$/.exec(word);
    if (!found) return null;
    return [[...found[1]].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 96, 0) - 1, Number(found[2]) - 1];
  });
}

/**
 * One board. `moves` maps labels to {press, value, wins}. With `edit`, cells are switched instead. `placed` are the dominoes of
 * the game so far, {label, who}, the last one last. `hinted` is a label.
 */
export function cramBoard(rows, { moves = new Map(), prefix = "", edit = null, placed = [], hinted = null } = {}) {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const pad = 22;
  const picture = svg("svg", {
    class: "cram", viewBox: `${-pad} ${-pad} ${width * CELL + pad + 4} ${height * CELL + pad + 4}`,
    width: Math.min(width * CELL * 1.25 + pad, 640), role: "group", "aria-label": `A board of ${height} rows and ${width} columns`,
  });
  rows.forEach((row, y) => row.forEach((cell, x) => picture.append(svg("rect", { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: cell.free ? "free" : "taken" }))));
  for (let x = 0; x < width; x++) picture.append(svg("text", { class: "place", x: (x + 0.5) * CELL, y: -9 }, letters(x)));
  for (let y = 0; y < height; y++) picture.append(svg("text", { class: "place", x: -11, y: (y + 0.5) * CELL }, String(y + 1)));
  rows.forEach((row, y) => row.forEach((cell, x) => {
    if (cell.right) picture.append(svg("line", { class: "wall", x1: (x + 1) * CELL, x2: (x + 1) * CELL, y1: y * CELL + 4, y2: (y + 1) * CELL - 4 }));
    if (cell.below) picture.append(svg("line", { class: "wall", y1: (y + 1) * CELL, y2: (y + 1) * CELL, x1: x * CELL + 4, x2: (x + 1) * CELL - 4 }));
  }));
  placed.forEach(({ label, who }, i) => {
    const [a, b] = cellsOf(label);
    if (a && b && b[0] < width && b[1] < height) picture.append(domino(a, b, who, i === placed.length - 1));
  });
  if (edit) {
    rows.forEach((row, y) => row.forEach((cell, x) => {
      const place = { x: x * CELL, y: y * CELL, width: CELL, height: CELL };
      picture.append(pressable(svg("g", { class: "move", "data-x": x, "data-y": y }, svg("rect", { ...place, class: "hit" }), svg("rect", { ...place, class: "ghost" })),
        `${name(x, y)}, ${cell.free ? "free" : "filled"}`, () => edit(x, y)));
    }));
  } else {
    rows.forEach((row, y) => row.forEach((_, x) => {
      for (const [dx, dy] of [[1, 0], [0, 1]]) {
        const label = `${name(x, y)}-${name(x + dx, y + dy)}`;
        const move = moves.get(prefix + label);
        if (move) picture.append(edge(x, y, dx, dy, label, move, hinted === prefix + label));
      }
    }));
  }
  return picture;
}

function domino([x, y], [u, v], who, last) {
  const inset = 4;
  const [wide, high] = [(u - x + 1) * CELL, (v - y + 1) * CELL];
  return svg("g", { class: `domino ${who}${last ? " latest" : ""}` },
    svg("rect", { x: x * CELL + inset, y: y * CELL + inset, width: wide - 2 * inset, height: high - 2 * inset, rx: 9 }),
    svg("line", u > x ? { x1: (x + 1) * CELL, x2: (x + 1) * CELL, y1: y * CELL + 10, y2: (y + 1) * CELL - 10 } : { y1: (y + 1) * CELL, y2: (y + 1) * CELL, x1: x * CELL + 10, x2: (x + 1) * CELL - 10 }));
}

function edge(x, y, dx, dy, label, move, hinted) {
  const [cx, cy] = [(x + (1 + dx) / 2) * CELL, (y + (1 + dy) / 2) * CELL];
  const inset = 5;
  const group = svg("g", { class: ["move", move.wins ? "wins" : "", hinted ? "hinted" : ""].filter(Boolean).join(" "), "data-x": x + dx / 2, "data-y": y + dy / 2 },
    svg("rect", { class: "ghost", x: x * CELL + inset, y: y * CELL + inset, width: (1 + dx) * CELL - 2 * inset, height: (1 + dy) * CELL - 2 * inset, rx: 10 }),
    // A diamond between two cells: such diamonds do not overlap.
    svg("polygon", { class: "hit", points: `${cx},${cy - CELL / 2} ${cx + CELL / 2},${cy} ${cx},${cy + CELL / 2} ${cx - CELL / 2},${cy}` }));
  if (move.value !== undefined) {
    group.append(svg("circle", { class: "tag", cx, cy, r: 9.5 }), svg("text", { class: "value", x: cx, y: cy }, move.wins ? "★" : String(move.value)));
  }
  return pressable(group, `Play ${label}${move.value === undefined ? "" : `, nimber ${move.value}${move.wins ? ", a winning move" : ""}`}`, move.press);
}

/** A text, for what cannot be drawn. */
export const plain = (text) => el("code", { class: "text" }, text);

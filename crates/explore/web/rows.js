// Heap games as stacks of objects, rows of pins or strips of cells. Every place that can be clicked is a move.
//
// A move is named by its heap and what is left of it, `8->3+4`; `moves` maps such labels to {press, value, wins}.

import { pressable, svg } from "./dom.js";

const R = 15, STEP = 40, HIGH = 64, LONGEST = 24;

/** How heaps of a game are shown, by its canonical name. All other games have stacks. */
const STYLES = { "0.77": "pins", "0.07": "pairs", "0.137": "cells", "0.007": "crosses", "0.6": "single", "couples-are-forever": "cut", "4!.0": "cut" };
export const styleOf = (game) => STYLES[game] ?? "stack";

/** The label of a move that leaves these heaps of one. */
export function left(size, parts) {
  const rest = parts.filter((part) => part > 0).sort((a, b) => a - b);
  return `${size}->${rest.length ? rest.join("+") : 0}`;
}

/** The places of a row that are moves: {x, wide, label, shape}, in steps from its left end. */
function places(row, n) {
  const found = [];
  const add = (x, wide, parts) => found.push({ x, wide, label: left(n, parts) });
  if (row === "pins" || row === "single") for (let k = 0; k < n; k++) add(k, 0, [k, n - 1 - k]);
  if (row === "pins" || row === "pairs") for (let k = 0; k + 1 < n; k++) add(k + 0.5, 1, [k, n - 2 - k]);
  if (row === "cut") for (let k = 1; k < n; k++) add(k - 0.5, 1, [k, n - k]);
  if (row === "cells") for (let k = 0; k < n; k++) add(k, 0, [Math.max(0, k - 1), Math.max(0, n - 2 - k)]);
  if (row === "crosses") for (let k = 0; k < n - 2; k++) add(k, 0, [k, n - 3 - k]);
  return found;
}

const said = (move) => (move.value === undefined ? "" : `, nimber ${move.value}${move.wins ? ", a winning move" : ""}`);

/** Heaps side by side (`row` is "stack") or one below the other. `hinted` is the label of a move to point out. */
export function heapBoard(row, sizes, { moves = new Map(), hinted = null } = {}) {
  return row === "stack" ? stacks(sizes, { moves, hinted }) : strips(row, sizes, { moves, hinted });
}

function frame(width, height, sizes) {
  return svg("svg", { class: "heaps", viewBox: `0 0 ${width} ${height}`, width: width * 1.1, role: "group", "aria-label": `Heaps of ${sizes.join(", ")}` });
}

function strips(row, sizes, { moves, hinted }) {
  const strip = row === "cells" || row === "crosses";
  const cells = (size) => (row === "crosses" ? Math.max(0, size - 2) : size);
  const longest = Math.max(1, ...sizes.map((size) => Math.min(cells(size), LONGEST)));
  const width = longest * STEP + 70, height = Math.max(1, sizes.length) * HIGH + 6;
  const picture = frame(width, height, sizes);
  sizes.forEach((size, i) => {
    const n = cells(size);
    const y = i * HIGH + HIGH / 2;
    const x = (k) => 12 + STEP / 2 + k * STEP;
    picture.append(svg("text", { class: "label", x: width - 28, y }, String(size)));
    if (n > LONGEST) {
      picture.append(svg("rect", { class: "bar-heap", x: 12, y: y - R, width: longest * STEP, height: 2 * R, rx: R }));
      return;
    }
    for (let k = 0; k < n; k++) {
      picture.append(strip ? svg("rect", { class: "free", x: x(k) - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP }) : svg("circle", { class: "object", cx: x(k), cy: y, r: R }));
    }
    for (const place of places(row, size)) {
      const move = moves.get(place.label);
      if (!move) continue;
      const at = x(place.x);
      const group = svg("g", { class: ["move", move.wins ? "wins" : "", hinted === place.label ? "hinted" : ""].filter(Boolean).join(" "), "data-x": i, "data-y": place.x },
        row === "cut" ? svg("path", { class: "ghost knife", d: `M${at},${y - 28}v56` })
          : svg("rect", { class: "ghost", x: at - (place.wide ? STEP - 5 : strip ? STEP / 2 - 3 : R + 3), y: y - R - 3, width: place.wide ? 2 * STEP - 10 : strip ? STEP - 6 : 2 * R + 6, height: 2 * R + 6, rx: strip ? 6 : R + 3 }),
        svg("rect", { class: "hit", x: at - (row === "pins" ? STEP / 4 : STEP / 2), y: y - HIGH / 2, width: row === "pins" ? STEP / 2 : STEP, height: HIGH }));
      if (move.value !== undefined) {
        const up = row === "pins" && place.wide ? -24 : row === "pins" ? 24 : row === "single" || strip ? 0 : -24;
        group.append(svg("text", { class: up === 0 && !strip ? "value on" : "value", x: at, y: y + up }, move.wins ? "★" : String(move.value)));
      }
      const name = place.wide && row !== "cut" ? `${Math.ceil(place.x)} and ${Math.ceil(place.x) + 1}` : row === "cut" ? `cut after ${Math.ceil(place.x)}` : `${place.x + 1}`;
      picture.append(pressable(group, `Row ${i + 1}, ${name}: ${place.label}${said(move)}`, move.press));
    }
  });
  return picture;
}

function stacks(sizes, { moves, hinted }) {
  const RADIUS = 13, UP = 2 * RADIUS + 5, WIDTH = 62, TALLEST = 20;
  const tallest = Math.max(1, ...sizes.map((size) => Math.min(size, TALLEST)));
  const height = tallest * UP + 34;
  const picture = frame(Math.max(1, sizes.length) * WIDTH, height, sizes);
  sizes.forEach((size, i) => {
    const x = i * WIDTH + WIDTH / 2;
    const y = (k) => height - 30 - RADIUS - k * UP;
    if (size > TALLEST) picture.append(svg("rect", { class: "bar-heap", x: x - RADIUS, y: y(TALLEST - 1) - RADIUS, width: 2 * RADIUS, height: TALLEST * UP, rx: RADIUS }));
    else {
      for (let k = 0; k < size; k++) {
        const object = svg("circle", { class: "object", cx: x, cy: y(k), r: RADIUS });
        const move = moves.get(`${size}->${k}`);
        if (!move) { picture.append(object); continue; }
        const group = svg("g", { class: ["move", move.wins ? "wins" : "", hinted === `${size}->${k}` ? "hinted" : ""].filter(Boolean).join(" "), "data-x": i, "data-y": -k },
          svg("rect", { class: "hit", x: x - WIDTH / 2, y: y(k) - UP / 2, width: WIDTH, height: UP }), object);
        if (move.value !== undefined) group.append(svg("text", { class: "value on", x, y: y(k) }, move.wins ? "★" : String(move.value)));
        picture.append(pressable(group, `Heap ${i + 1}: leave ${k} of ${size}${said(move)}`, move.press));
      }
    }
    picture.append(svg("text", { class: "label", x, y: height - 12 }, String(size)));
  });
  return picture;
}

/** What to do, in words. */
export const HOW = {
  stack: "Click an object to take it and all above it.", pins: "Click a pin, or between two pins to knock down both.", pairs: "Click between two pins to knock down both.",
  cells: "Click a cell to mark it; its neighbours disappear too.", crosses: "Click a cell to put a cross there. Cells within two of a cross disappear: a cross there would lose.", single: "Click an object to take it.", cut: "Click between two objects to break the row there.",
};

// Measures what is on the page: curves of the SVG as points, where they cross, and how far spots moved.

/** An expression for the page: spots and curves as they are drawn, in pixels of the window. */
export const SHAPES = `(() => {
  const board = document.querySelector("#board svg.paper");
  const matrix = board.querySelector(".sheet").getScreenCTM();
  const place = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(matrix); return [p.x, p.y]; };
  const scale = Math.hypot(matrix.a, matrix.b);
  const spots = {};
  for (const spot of board.querySelectorAll("[data-spot], [data-dead]")) {
    const circle = spot.querySelector(".ink, circle");
    spots[spot.getAttribute("data-spot") ?? spot.getAttribute("data-dead")] = { at: place(+circle.getAttribute("cx"), +circle.getAttribute("cy")), live: spot.hasAttribute("data-spot"), loops: /lives-[23]/.test(spot.getAttribute("class")) };
  }
  const curves = [...board.querySelectorAll(".layer-lines path")].map((path) => {
    const length = path.getTotalLength();
    const count = Math.max(8, Math.ceil((length * scale) / 2));
    return Array.from({ length: count + 1 }, (_, k) => { const p = path.getPointAtLength((length * k) / count); return place(p.x, p.y); });
  });
  const box = board.getBoundingClientRect();
  return { spots, curves, scale, box: { x: box.x, y: box.y, width: box.width, height: box.height }, agrees: board.getAttribute("data-agrees") };
})()`;

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const crossing = (a, b, c, d) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Places where two curves cross, other than at a spot that both end at. */
export function crossings({ curves }) {
  const found = [];
  curves.forEach((one, i) => curves.forEach((other, j) => {
    if (j < i) return;
    for (let s = 1; s < one.length; s++) {
      for (let t = i === j ? s + 2 : 1; t < other.length; t++) {
        if (!crossing(one[s - 1], one[s], other[t - 1], other[t])) continue;
        const ends = [one[0], one.at(-1)].filter((end) => [other[0], other.at(-1)].some((stop) => distance(end, stop) < 0.5));
        if (!ends.some((end) => distance(end, one[s]) < 1.5)) found.push(one[s]);
      }
    }
  }));
  return found;
}

/** The longest way that a spot moved, as a share of the width of the board. Spots that were joined are left out. */
export function shift(before, after, joined) {
  const place = ({ spots, box }, name) => [spots[name].at[0] - box.x, spots[name].at[1] - box.y];
  const ways = Object.keys(before.spots).filter((name) => !joined.includes(name)).map((name) => distance(place(before, name), place(after, name)));
  return Math.max(0, ...ways) / before.box.width;
}

/** Nearer to a spot than so many pixels, a line of the page goes straight into it. */
const SNAP = 12;
/** The page refuses lines that pass a spot nearer than so many pixels. */
const TOUCH = 6;

const crosses = (curves, a, b) => curves.some((curve) => curve.slice(1).some((q, j) => crossing(a, b, curve[j], q)));

/** Whether a line that snaps to its spots, as on the page, crosses no curve. */
function isDrawable({ curves }, path) {
  const [from, to] = [path[0], path.at(-1)];
  const inner = path.filter((p) => distance(p, from) >= SNAP && distance(p, to) >= SNAP);
  const line = [from, ...inner, to];
  return inner.length > 1 && line.slice(1).every((p, i) => !crosses(curves, line[i], p));
}

/** A grid over the board: for each cell, the distance of its middle to the nearest curve, foreign spot or edge, in pixels. */
function roomGrid({ spots, curves, box }, own) {
  const step = 2;
  const [columns, rows] = [Math.floor(box.width / step), Math.floor(box.height / step)];
  const centre = (c) => [box.x + ((c % columns) + 0.5) * step, box.y + (Math.floor(c / columns) + 0.5) * step];
  const room = new Float64Array(columns * rows).fill(40);
  /** Cells near a point have no more room than their distance to it, less `taken`. */
  const near = ([px, py], taken) => {
    const [i, j] = [Math.floor((px - box.x) / step), Math.floor((py - box.y) / step)];
    for (let y = Math.max(0, j - 12); y <= Math.min(rows - 1, j + 12); y++) {
      for (let x = Math.max(0, i - 12); x <= Math.min(columns - 1, i + 12); x++) {
        const c = y * columns + x;
        room[c] = Math.min(room[c], distance(centre(c), [px, py]) - taken);
      }
    }
  };
  for (const curve of curves) for (const point of curve) near(point, 0);
  for (const [name, { at }] of Object.entries(spots)) if (!own.includes(name)) near(at, TOUCH);
  for (let c = 0; c < room.length; c++) {
    const [x, y] = [c % columns, Math.floor(c / columns)];
    room[c] = Math.min(room[c], step * Math.min(x, y, columns - 1 - x, rows - 1 - y));
  }
  return { room, columns, rows, centre, step };
}

/**
 * A line for a pen from one spot to another that keeps `least` pixels away from everything, or null. It leaves the spots straight,
 * as the page will draw it, and takes the ways with room.
 */
export function findPath(shapes, from, to, least) {
  const { spots, curves } = shapes;
  const { room, columns, centre, step } = roomGrid(shapes, [from, to]);
  const ends = [spots[from].at, spots[to].at];
  if (distance(...ends) < 3 * SNAP && !crosses(curves, ...ends)) return Array.from({ length: 9 }, (_, k) => [0, 1].map((i) => ends[0][i] + ((ends[1][i] - ends[0][i]) * k) / 8));
  // A line starts and ends on a ring around its spot, where no line is between it and the spot.
  const isOnRing = (c, at) => { const d = distance(centre(c), at); return d >= SNAP + 1 && d < SNAP + 1 + 1.5 * step && !crosses(curves, centre(c), at); };
  const cost = new Float64Array(room.length).fill(Infinity);
  const before = new Int32Array(room.length).fill(-1);
  const goal = new Set();
  // Ways in buckets of equal cost, rounded.
  const buckets = [];
  const push = (c, price, previous) => {
    if (price >= cost[c]) return;
    cost[c] = price;
    before[c] = previous;
    (buckets[Math.floor(price)] ??= []).push(c);
  };
  for (let c = 0; c < room.length; c++) {
    if (room[c] < least) continue;
    if (isOnRing(c, ends[0])) push(c, 0, -1);
    else if (isOnRing(c, ends[1])) goal.add(c);
  }
  for (let price = 0; price < buckets.length; price++) {
    for (const c of buckets[price] ?? []) {
      if (Math.floor(cost[c]) !== price) continue;
      if (goal.has(c)) {
        const way = [];
        for (let k = c; k >= 0; k = before[k]) way.unshift(centre(k));
        return [ends[0], ...way, ends[1]];
      }
      for (const next of [c + 1, c - 1, c + columns, c - columns, c + columns + 1, c + columns - 1, c - columns + 1, c - columns - 1]) {
        if (!(room[next] >= least) || ends.some((at) => distance(centre(next), at) < SNAP + 1)) continue;
        push(next, cost[c] + distance(centre(c), centre(next)) * (1 + 12 / (1 + room[next])), c);
      }
    }
  }
  return null;
}

/** A round loop at a spot that keeps `least` pixels away from everything else, or null. */
export function findLoop({ spots, curves, box }, name, least) {
  const [x, y] = spots[name].at;
  const points = curves.flat();
  for (let radius = box.width * 0.09; radius > 8; radius *= 0.87) {
    for (let k = 0; k < 32; k++) {
      const [cx, cy] = [x + radius * Math.cos((k * Math.PI) / 16), y + radius * Math.sin((k * Math.PI) / 16)];
      const path = Array.from({ length: 25 }, (_, i) => {
        const angle = (k * Math.PI) / 16 + Math.PI + (i * Math.PI) / 12;
        return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
      });
      const outer = path.filter((p) => distance(p, [x, y]) >= SNAP);
      const isInside = ([u, v]) => u > box.x + least && v > box.y + least && u < box.x + box.width - least && v < box.y + box.height - least;
      const isClear = outer.every((p) => isInside(p) && points.every((q) => distance(p, q) >= least)
        && Object.entries(spots).every(([other, { at }]) => other === name || distance(at, p) > TOUCH + least));
      if (isClear && isDrawable({ curves }, path)) return path;
    }
  }
  return null;
}

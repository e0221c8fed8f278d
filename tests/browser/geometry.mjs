// Measures what is on the page: curves of the SVG as points, where they cross, and how far spots moved.

/** An expression for the page: spots and curves as they are drawn, in pixels of the window. */
export const SHAPES = `(() => {
  const board = document.querySelector("#board svg.paper");
  const matrix = board.getScreenCTM();
  const place = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(matrix); return [p.x, p.y]; };
  const spots = {};
  for (const spot of board.querySelectorAll("[data-spot], [data-dead]")) {
    const circle = spot.querySelector(".ink, circle");
    spots[spot.getAttribute("data-spot") ?? spot.getAttribute("data-dead")] = { at: place(+circle.getAttribute("cx"), +circle.getAttribute("cy")), live: spot.hasAttribute("data-spot"), loops: /lives-[23]/.test(spot.getAttribute("class")) };
  }
  const curves = [...board.querySelectorAll(".layer-lines path")].map((path) => {
    const length = path.getTotalLength();
    const count = Math.max(8, Math.ceil(length / 3));
    return Array.from({ length: count + 1 }, (_, k) => { const p = path.getPointAtLength((length * k) / count); return place(p.x, p.y); });
  });
  const box = board.getBoundingClientRect();
  return { spots, curves, scale: matrix.a, box: { x: box.x, y: box.y, width: box.width, height: box.height }, agrees: board.getAttribute("data-agrees") };
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

/** Whether a line that snaps to its spots, as on the page, crosses no curve. */
export function isDrawable({ curves, scale }, path) {
  const SNAP = 13 * scale;
  const [from, to] = [path[0], path.at(-1)];
  let [first, last] = [0, path.length];
  while (first < path.length && distance(path[first], from) < SNAP) first += 1;
  while (last > first && distance(path[last - 1], to) < SNAP) last -= 1;
  const line = [from, ...path.slice(first, last), to];
  return (last - first > 1 || distance(from, to) > 1) && line.slice(1).every((p, i) => curves.every((curve) => curve.slice(1).every((q, j) => !crossing(line[i], p, curve[j], q))));
}

/** A line for a pen from one spot to another that stays away from all curves and spots, found on a grid; or null. */
export function findPath({ spots, curves, box, scale }, from, to, clearance = 1) {
  const step = Math.max(4, box.width / 130) * clearance;
  const [columns, rows] = [Math.floor(box.width / step), Math.floor(box.height / step)];
  const centre = (c) => [box.x + ((c % columns) + 0.5) * step, box.y + (Math.floor(c / columns) + 0.5) * step];
  const cell = ([x, y]) => Math.floor((y - box.y) / step) * columns + Math.floor((x - box.x) / step);
  const [start, goal] = [spots[from].at, spots[to].at];
  const points = curves.flat();
  const lineDistance = Math.max(3.2, step * 0.8) * clearance;
  // The page refuses lines that pass a spot within 7 units.
  const spotDistance = Math.max(8.5 * scale, box.width * 0.022 * clearance);
  const free = new Uint8Array(columns * rows).fill(1);
  /** Closes the cells whose middle is nearer to a point than `within`, or than a share of the way to the ends of the line. */
  const close = (point, within, nearEnds) => {
    const reach = Math.ceil(within / step) + 1;
    const [i, j] = [Math.floor((point[0] - box.x) / step), Math.floor((point[1] - box.y) / step)];
    for (let y = Math.max(0, j - reach); y <= Math.min(rows - 1, j + reach); y++) {
      for (let x = Math.max(0, i - reach); x <= Math.min(columns - 1, i + reach); x++) {
        const p = centre(y * columns + x);
        const near = Math.min(distance(p, start), distance(p, goal));
        if (distance(p, point) <= (nearEnds ? Math.min(within, clearance * Math.max(1.6, 0.35 * near)) : within)) free[y * columns + x] = 0;
      }
    }
  };
  for (const point of points) close(point, lineDistance, true);
  for (const [name, { at }] of Object.entries(spots)) if (name !== from && name !== to) close(at, spotDistance, false);
  const before = new Map([[cell(start), null]]);
  const queue = [cell(start)];
  for (let i = 0; i < queue.length; i++) {
    const c = queue[i];
    if (distance(centre(c), goal) < step * 1.5) {
      const way = [];
      for (let k = c; k !== null; k = before.get(k)) way.unshift(centre(k));
      return [start, ...way.slice(1, -1), goal];
    }
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const [x, y] = [(c % columns) + dx, Math.floor(c / columns) + dy];
      const next = y * columns + x;
      if (x < 0 || y < 0 || x >= columns || y >= rows || before.has(next) || !(free[next] || distance(centre(next), start) < 6)) continue;
      before.set(next, c);
      queue.push(next);
    }
  }
  return null;
}

/** A round loop at a spot that stays away from everything else, or null. */
export function findLoop({ spots, curves, box, scale }, name, clearance = 1) {
  const [x, y] = spots[name].at;
  const points = curves.flat();
  for (let radius = box.width * 0.09; radius > 7.6; radius *= 0.87) {
    for (let k = 0; k < 32; k++) {
      const [cx, cy] = [x + radius * Math.cos((k * Math.PI) / 16), y + radius * Math.sin((k * Math.PI) / 16)];
      const path = Array.from({ length: 25 }, (_, i) => {
        const angle = (k * Math.PI) / 16 + Math.PI + (i * Math.PI) / 12;
        return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
      });
      const inside = ([u, v]) => u > box.x + 4 && v > box.y + 4 && u < box.x + box.width - 4 && v < box.y + box.height - 4;
      const clear = path.every((p, i) => inside(p) && points.every((q) => distance(p, q) > Math.min(5 * clearance, 0.4 * distance(p, [x, y])) || i === 0 || i === 24)
        && Object.entries(spots).every(([other, { at }]) => other === name || distance(at, p) > Math.max(8.5 * scale, box.width * 0.025 * clearance)));
      if (clear && isDrawable({ curves, scale }, path)) return path;
    }
  }
  return null;
}

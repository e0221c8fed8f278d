// Relaxes a drawing in small steps: live spots move apart, lines become short and smooth, and everything keeps its distance.
//
// Invariant: in a round, no node moves farther than 0.3 times its distance to a line that it must not cross, so nothing ever
// crosses. Spots stay within `reach` of where they were at the start; spots of the move have more, new spots have no limit.

import { STEP } from "./drawing.js";
import { turn } from "./plane.js";

/** Wanted distances in pixels: between live spots, from a spot to a line, between lines. */
const SPOTS = 160, SPOT_LINE = 34, LINES = 18;
/** Dead spots need less room, by this factor. */
const DEAD = 0.4;
/** The strength of the repulsion between spots, and the limit of its sum. */
const REPEL = 70, REPEL_DEAD = 3, REPEL_MOST = 70;
/** The limit of the force between a node and a line. Near a line it is stronger than the repulsion between spots. */
const PUSH = 60, PUSH_SPOT = 800;
/** The longest step of a node in a round. Four such steps must be shorter than a cell: see `findPairs`. */
const MOST = 8;
const CELL = 40;
const ROUNDS = 50;
/** After so many rounds, beads are added and removed. */
const ADJUST = 8;
/** The share of the width that a spot may move, and the factor for the two spots of a move. */
const REACH = 0.046, REACH_OF_ENDS = 2.5;
/** The distances that lines and spots keep from the edges of the picture: lines can pass behind a spot at the edge. */
const MARGIN = 22, MARGIN_OF_SPOTS = 62;

/**
 * Relaxes a drawing in place and returns it. `free` spots may go anywhere, `ends` are the two spots of the move. `watch` is called
 * after every few rounds, for an animation.
 */
export function relax(drawing, { rounds = ROUNDS, reach = REACH * drawing.width, free = new Set(), ends = new Set(), watch = null } = {}) {
  const limits = drawing.spots.map((_, v) => (free.has(v) ? Infinity : ends.has(v) ? REACH_OF_ENDS * reach : reach));
  const homes = drawing.spots.map(({ at }) => [...at]);
  let work = new Work(drawing, homes, limits);
  for (let round = 0; round < rounds; round++) {
    work.step(MOST * (1 - 0.6 * (round / rounds)));
    if (round % ADJUST === ADJUST - 1) {
      work.writeBack();
      adjustBeads(drawing);
      if (watch) watch(drawing);
      work = new Work(drawing, homes, limits);
    }
  }
  work.writeBack();
  drawing.changed();
  return drawing;
}

/** The nodes of a drawing (spots first, then the beads of all lines) as arrays of numbers. */
class Work {
  constructor(drawing, homes, reaches) {
    Object.assign(this, { drawing, homes, reaches });
    const { spots, lines } = drawing;
    const all = spots.map(({ at }) => at);
    this.paths = lines.map(({ a, b, beads }) => [a, ...beads.map((bead) => all.push(bead) - 1), b]);
    const n = all.length;
    this.x = Float64Array.from(all, (p) => p[0]);
    this.y = Float64Array.from(all, (p) => p[1]);
    this.fx = new Float64Array(n);
    this.fy = new Float64Array(n);
    this.limit = new Float64Array(n);
    // Of a bead: its line and its place on it.
    this.lineOf = new Int32Array(n).fill(-1);
    this.placeOf = new Int32Array(n);
    const count = this.paths.reduce((sum, path) => sum + path.length - 1, 0);
    // Of a segment: its two nodes, its line and its place on it.
    this.from = new Int32Array(count);
    this.to = new Int32Array(count);
    this.segmentLine = new Int32Array(count);
    this.segmentPlace = new Int32Array(count);
    let s = 0;
    this.paths.forEach((path, k) => {
      for (let i = 1; i < path.length; i++, s++) {
        this.from[s] = path[i - 1];
        this.to[s] = path[i];
        this.segmentLine[s] = k;
        this.segmentPlace[s] = i - 1;
        if (i + 1 < path.length) {
          this.lineOf[path[i]] = k;
          this.placeOf[path[i]] = i;
        }
      }
    });
    this.rounds = 0;
    this.pairs = new Int32Array(1024);
    this.pairCount = 0;
  }

  writeBack() {
    const { spots, lines } = this.drawing;
    const place = (v) => [this.x[v], this.y[v]];
    spots.forEach((spot, v) => { spot.at = place(v); });
    this.paths.forEach((path, k) => { lines[k].beads = path.slice(1, -1).map(place); });
  }

  step(most) {
    const { x, y, fx, fy, limit, drawing } = this;
    fx.fill(0);
    fy.fill(0);
    limit.fill(most);
    this.lineForces();
    this.spotForces();
    // A node and a segment that are no pair are more than a cell apart. In two rounds they approach by four steps at most,
    // so no pair is missed that could cross.
    if (this.rounds++ % 2 === 0) this.findPairs();
    this.nearForces();
    const count = drawing.spots.length;
    for (let v = 0; v < x.length; v++) {
      // Nothing is pushed out of the picture.
      const margin = v < count ? MARGIN_OF_SPOTS : MARGIN;
      fx[v] = inward(x[v], drawing.width, margin, fx[v]);
      fy[v] = inward(y[v], drawing.height, margin, fy[v]);
      const size = Math.sqrt(fx[v] * fx[v] + fy[v] * fy[v]);
      if (size > 0) {
        const by = Math.min(0.3, limit[v] / size);
        x[v] += fx[v] * by;
        y[v] += fy[v] * by;
      }
      if (v < count) this.hold(v);
      // The step back into the picture is limited like the others.
      if (size * 0.3 < limit[v] / 2) {
        x[v] += inside(x[v], drawing.width, margin, limit[v] / 2) / 2;
        y[v] += inside(y[v], drawing.height, margin, limit[v] / 2) / 2;
      }
    }
  }

  /** Keeps a spot within its reach. It only stops or turns back on the way it came, so it crosses nothing. */
  hold(v) {
    const reach = this.reaches[v];
    if (reach === Infinity) return;
    const [hx, hy] = this.homes[v];
    const dx = this.x[v] - hx, dy = this.y[v] - hy;
    const away = Math.sqrt(dx * dx + dy * dy);
    if (away <= reach) return;
    this.x[v] = hx + (dx * reach) / away;
    this.y[v] = hy + (dy * reach) / away;
  }

  /** Lines become shorter and straighter. */
  lineForces() {
    const { x, y, fx, fy, from, to, paths, drawing } = this;
    for (let s = 0; s < from.length; s++) {
      const a = from[s], b = to[s];
      const dx = (x[b] - x[a]) * 0.12, dy = (y[b] - y[a]) * 0.12;
      fx[a] += dx;
      fy[a] += dy;
      fx[b] -= dx;
      fy[b] -= dy;
    }
    const straighten = (a, v, b, own, others) => {
      const dx = (x[a] + x[b]) / 2 - x[v], dy = (y[a] + y[b]) / 2 - y[v];
      fx[v] += dx * own;
      fy[v] += dy * own;
      fx[a] -= dx * others;
      fy[a] -= dy * others;
      fx[b] -= dx * others;
      fy[b] -= dy * others;
    };
    for (const path of paths) for (let i = 1; i + 1 < path.length; i++) straighten(path[i - 1], path[i], path[i + 1], 0.9, 0.45);
    // Two lines at a spot without a third continue each other smoothly.
    const beads = drawing.spots.map(() => []);
    drawing.lines.forEach(({ a, b }, k) => {
      beads[a].push(paths[k][1]);
      beads[b].push(paths[k].at(-2));
    });
    beads.forEach((two, v) => { if (two.length === 2) straighten(two[0], v, two[1], 0.5, 0.3); });
  }

  /** Spots repel each other, live ones most. The sum for a spot is limited, so that a crowd does not press it onto a line. */
  spotForces() {
    const { x, y, fx, fy, drawing: { spots } } = this;
    const sx = new Float64Array(spots.length), sy = new Float64Array(spots.length);
    for (let v = 1; v < spots.length; v++) {
      for (let u = 0; u < v; u++) {
        const live = spots[v].lives > 0 && spots[u].lives > 0;
        const wanted = live ? SPOTS : SPOTS * DEAD;
        const dx = x[v] - x[u], dy = y[v] - y[u];
        const square = dx * dx + dy * dy;
        if (square >= wanted * wanted) continue;
        const d = Math.sqrt(square) || 1e-9;
        const by = Math.min(REPEL_MOST, ((wanted - d) / d) * (live ? REPEL : REPEL_DEAD)) / d;
        sx[v] += dx * by;
        sy[v] += dy * by;
        sx[u] -= dx * by;
        sy[u] -= dy * by;
      }
    }
    for (let v = 0; v < spots.length; v++) {
      const by = Math.min(1, REPEL_MOST / Math.sqrt(sx[v] * sx[v] + sy[v] * sy[v] || 1e-300));
      fx[v] += sx[v] * by;
      fy[v] += sy[v] * by;
    }
  }

  /** Finds the pairs of a node and a segment that are at most a cell apart, with a grid. */
  findPairs() {
    const { x, y, from, to, drawing } = this;
    const columns = Math.ceil(drawing.width / CELL) + 8;
    const rows = Math.ceil(drawing.height / CELL) + 8;
    const column = (p) => Math.max(1, Math.min(columns - 2, Math.floor(p / CELL) + 4));
    const row = (p) => Math.max(1, Math.min(rows - 2, Math.floor(p / CELL) + 4));
    // The nodes of cell c are `nodes[starts[c]]` to `nodes[starts[c + 1] - 1]`.
    const starts = new Int32Array(columns * rows + 1);
    const cells = new Int32Array(x.length);
    for (let v = 0; v < x.length; v++) {
      cells[v] = row(y[v]) * columns + column(x[v]);
      starts[cells[v] + 1] += 1;
    }
    for (let c = 0; c < columns * rows; c++) starts[c + 1] += starts[c];
    const nodes = new Int32Array(x.length);
    const fill = starts.slice();
    for (let v = 0; v < x.length; v++) nodes[fill[cells[v]]++] = v;
    this.pairCount = 0;
    for (let s = 0; s < from.length; s++) {
      const a = from[s], b = to[s];
      const left = Math.min(x[a], x[b]), right = Math.max(x[a], x[b]), top = Math.min(y[a], y[b]), bottom = Math.max(y[a], y[b]);
      const [first, last] = [column(left) - 1, column(right) + 1];
      for (let j = row(top) - 1; j <= row(bottom) + 1; j++) {
        for (let k = starts[j * columns + first], end = starts[j * columns + last + 1]; k < end; k++) {
          const v = nodes[k];
          if (v === a || v === b || x[v] < left - CELL || x[v] > right + CELL || y[v] < top - CELL || y[v] > bottom + CELL) continue;
          if (this.pairCount + 2 > this.pairs.length) {
            const longer = new Int32Array(2 * this.pairs.length);
            longer.set(this.pairs);
            this.pairs = longer;
          }
          this.pairs[this.pairCount++] = v;
          this.pairs[this.pairCount++] = s;
        }
      }
    }
  }

  /** Limits the steps of nodes near a segment, and pushes both apart. */
  nearForces() {
    const { x, y, fx, fy, limit, from, to, pairs, pairCount } = this;
    const spots = this.drawing.spots.length;
    for (let i = 0; i < pairCount; i += 2) {
      const v = pairs[i], s = pairs[i + 1], a = from[s], b = to[s];
      const ex = x[b] - x[a], ey = y[b] - y[a];
      let t = ((x[v] - x[a]) * ex + (y[v] - y[a]) * ey) / (ex * ex + ey * ey || 1e-300);
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      const dx = x[v] - x[a] - ex * t, dy = y[v] - y[a] - ey * t;
      const square = dx * dx + dy * dy;
      if (square > SPOT_LINE * SPOT_LINE) continue;
      const d = Math.sqrt(square);
      const most = 0.3 * d;
      if (most < limit[v]) limit[v] = most;
      if (most < limit[a]) limit[a] = most;
      if (most < limit[b]) limit[b] = most;
      const wanted = this.wantedDistance(v, s);
      if (d >= wanted) continue;
      const near = (wanted - d) / Math.max(d, 1e-6);
      const strength = v < spots ? Math.min(PUSH_SPOT, near * Math.sqrt(near) * 12) : Math.min(PUSH, near * Math.sqrt(near) * 6);
      const by = (0.5 * (strength + (wanted - d) * 0.4)) / Math.max(d, 1e-6);
      fx[v] += dx * by;
      fy[v] += dy * by;
      fx[a] -= dx * by * (1 - t);
      fy[a] -= dy * by * (1 - t);
      fx[b] -= dx * by * t;
      fy[b] -= dy * by * t;
    }
  }

  /** The distance that a node keeps from a segment: less where both lines run into one spot, none along one line. */
  wantedDistance(v, s) {
    const { spots, lines } = this.drawing;
    if (v < spots.length) return spots[v].lives > 0 ? SPOT_LINE : SPOT_LINE * DEAD;
    const k = this.segmentLine[s], own = this.lineOf[v];
    if (own === k && Math.abs(this.placeOf[v] - this.segmentPlace[s] - 0.5) < 3) return 0;
    const { a, b } = lines[k];
    let wanted = LINES;
    for (const spot of [lines[own].a, lines[own].b]) {
      if (spot !== a && spot !== b) continue;
      const dx = this.x[spot] - this.x[v], dy = this.y[spot] - this.y[v];
      wanted = Math.min(wanted, 0.6 * Math.sqrt(dx * dx + dy * dy));
    }
    return wanted;
  }
}

/** How far a coordinate must move to be inside the margins, at most `most`. */
function inside(at, size, margin, most) {
  const by = at < margin ? margin - at : at > size - margin ? size - margin - at : 0;
  return Math.max(-most, Math.min(most, by));
}

/** A force without its part that leads out over a margin. */
const inward = (at, size, margin, force) => (at < margin ? Math.max(0, force) : at > size - margin ? Math.min(0, force) : force);

/** Splits long segments, and removes beads between short ones where the triangle that is cut off is empty. */
function adjustBeads(drawing) {
  const all = drawing.spots.map(({ at }) => at).concat(drawing.lines.flatMap(({ beads }) => beads));
  drawing.lines.forEach((line, k) => {
    const points = drawing.points(k);
    const fine = [points[0]];
    for (let i = 1; i < points.length; i++) {
      const x = points[i][0] - points[i - 1][0], y = points[i][1] - points[i - 1][1];
      if (x * x + y * y > (1.7 * STEP) ** 2) fine.push([points[i - 1][0] + x / 2, points[i - 1][1] + y / 2]);
      fine.push(points[i]);
    }
    const least = line.a === line.b ? 5 : 3;
    for (let i = 1; i + 1 < fine.length && fine.length > least; i++) {
      const [a, b, c] = [fine[i - 1], fine[i], fine[i + 1]];
      const x = c[0] - a[0], y = c[1] - a[1];
      if (x * x + y * y < (1.2 * STEP) ** 2 && isEmpty(all, a, b, c)) fine.splice(i, 1);
    }
    line.beads = fine.slice(1, -1);
  });
}

/** Whether no other point lies in the triangle abc. */
function isEmpty(all, a, b, c) {
  const left = Math.min(a[0], b[0], c[0]), right = Math.max(a[0], b[0], c[0]);
  for (const p of all) {
    if (p[0] < left || p[0] > right || p === a || p === b || p === c) continue;
    const [s, t, u] = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
    if (!((s > 0 || t > 0 || u > 0) && (s < 0 || t < 0 || u < 0))) return false;
  }
  return true;
}

// Gives a drawing room, a little at a time: lines become short and smooth, and keep away from spots and from each other.
//
// Invariant: nothing moves by more than a third of its distance to what it must not cross, so nothing ever crosses. Spots stay
// within `reach` of where they were when the relaxation began.

import { STEP } from "./drawing.js";
import { turn } from "./plane.js";

/** Wanted distances: between live spots, from a spot to a line, between lines. */
const SPOTS = 84, SPOT_LINE = 34, LINES = 24;
const DEAD = 0.55;
/** The longest step of a node in a round. */
const MOST = 5;
const CELL = 40;

/** Relaxes in place. `watch` is called after every few rounds, for an animation. Returns the drawing. */
export function relax(drawing, { rounds = 60, reach = 0.04 * drawing.width, free = new Set(), watch = null } = {}) {
  const work = new Work(drawing, reach, free);
  for (let round = 0; round < rounds; round++) {
    const most = MOST * (1 - 0.6 * (round / rounds));
    work.step(most);
    if (round % 8 === 7) {
      work.writeBack();
      adjustBeads(drawing);
      if (watch) watch(drawing);
      work.read();
    }
  }
  work.writeBack();
  drawing.changed();
  return drawing;
}

class Work {
  constructor(drawing, reach, free) {
    this.drawing = drawing;
    this.reach = reach;
    this.free = free;
    this.home = drawing.spots.map(({ at }) => [...at]);
    this.read();
  }

  /** Nodes are the spots, then the beads of all lines. */
  read() {
    const { spots, lines } = this.drawing;
    this.at = spots.map(({ at }) => [...at]);
    this.paths = lines.map(({ a, b, beads }) => [a, ...beads.map((bead) => this.at.push([...bead]) - 1), b]);
    this.segments = [];
    const n = this.at.length;
    /** The spots next to a bead on its line, or the bead itself for a spot. */
    this.ends = Array.from({ length: n }, () => []);
    this.paths.forEach((path, k) => {
      for (let i = 1; i < path.length; i++) this.segments.push([path[i - 1], path[i], k, i - 1]);
      const { a, b } = lines[k];
      path.slice(1, -1).forEach((v, i) => { this.ends[v] = [k, i + 1, a, b]; });
    });
    this.force = Array.from({ length: n }, () => [0, 0]);
    this.limit = new Float64Array(n);
    this.rounds = 0;
  }

  writeBack() {
    const { spots, lines } = this.drawing;
    spots.forEach((spot, v) => { spot.at = this.at[v]; });
    this.paths.forEach((path, k) => { lines[k].beads = path.slice(1, -1).map((v) => this.at[v]); });
  }

  push(v, x, y) {
    this.force[v][0] += x;
    this.force[v][1] += y;
  }

  step(most) {
    const { at, force, limit, drawing } = this;
    for (const f of force) f[0] = f[1] = 0;
    limit.fill(most);
    this.lineForces();
    this.spotForces();
    this.nearForces();
    const count = drawing.spots.length;
    const margin = 26;
    at.forEach((p, v) => {
      const [fx, fy] = force[v];
      const size = Math.sqrt(fx * fx + fy * fy);
      if (size > 0) {
        const by = Math.min(0.3, limit[v] / size);
        p[0] += fx * by;
        p[1] += fy * by;
      }
      if (v < count && !this.free.has(v)) this.hold(p, v);
      // The way back into the picture is the only step that no force asks for; it is bounded like the others.
      const inside = (x, most) => Math.max(-limit[v] / 2, Math.min(limit[v] / 2, x < margin ? margin - x : x > most - margin ? most - margin - x : 0));
      if (size * 0.3 < limit[v] / 2) {
        p[0] += inside(p[0], drawing.width) / 2;
        p[1] += inside(p[1], drawing.height) / 2;
      }
    });
  }

  /** A spot does not leave its place by more than the reach. It came from there by steps that crossed nothing; it stops, that is all. */
  hold(p, v) {
    const home = this.home[v];
    const x = p[0] - home[0], y = p[1] - home[1];
    const away = Math.sqrt(x * x + y * y);
    if (away <= this.reach) return;
    p[0] = home[0] + (x * this.reach) / away;
    p[1] = home[1] + (y * this.reach) / away;
  }

  /** Lines become shorter and straighter. */
  lineForces() {
    const { at } = this;
    for (const [a, b] of this.segments) {
      const x = (at[b][0] - at[a][0]) * 0.12, y = (at[b][1] - at[a][1]) * 0.12;
      this.push(a, x, y);
      this.push(b, -x, -y);
    }
    for (const path of this.paths) {
      for (let i = 1; i + 1 < path.length; i++) {
        const [a, v, b] = [at[path[i - 1]], at[path[i]], at[path[i + 1]]];
        const x = (a[0] + b[0]) / 2 - v[0], y = (a[1] + b[1]) / 2 - v[1];
        this.push(path[i], x * 0.9, y * 0.9);
        this.push(path[i - 1], -x * 0.45, -y * 0.45);
        this.push(path[i + 1], -x * 0.45, -y * 0.45);
      }
    }
    // The two lines at a spot that has no third go on smoothly.
    const at2 = this.drawing.spots.map(() => []);
    this.drawing.lines.forEach(({ a, b }, k) => {
      at2[a].push(this.paths[k][1]);
      at2[b].push(this.paths[k].at(-2));
    });
    at2.forEach((beads, v) => {
      if (beads.length !== 2) return;
      const [a, b] = beads.map((bead) => at[bead]);
      const x = (a[0] + b[0]) / 2 - at[v][0], y = (a[1] + b[1]) / 2 - at[v][1];
      this.push(v, x * 0.5, y * 0.5);
      for (const bead of beads) this.push(bead, -x * 0.3, -y * 0.3);
    });
  }

  spotForces() {
    const { at, drawing } = this;
    drawing.spots.forEach(({ lives }, v) => {
      for (let u = 0; u < v; u++) {
        const x = at[v][0] - at[u][0], y = at[v][1] - at[u][1];
        const d = Math.sqrt(x * x + y * y) || 1e-9;
        const wanted = SPOTS * (lives > 0 && drawing.spots[u].lives > 0 ? 1 : DEAD);
        if (d >= wanted) continue;
        const by = Math.min(12, ((wanted - d) / d) * 4) / d;
        this.push(v, x * by, y * by);
        this.push(u, -x * by, -y * by);
      }
    });
  }

  /** Nodes and the segments near them keep apart. */
  nearForces() {
    // In two rounds a node and a segment come nearer by 4 steps at most, so no pair is missed that could limit a step.
    if (this.rounds++ % 2 === 0) this.findPairs();
    const { pairs, segments } = this;
    for (let i = 0; i < pairs.length; i += 2) this.apart(pairs[i], segments[pairs[i + 1]]);
  }

  /** The pairs of a node and a segment at most a cell apart: only what shares cells of a grid is compared. */
  findPairs() {
    const { at, segments, drawing } = this;
    const columns = Math.ceil(drawing.width / CELL) + 8;
    const rows = Math.ceil(drawing.height / CELL) + 8;
    const column = (x) => Math.max(1, Math.min(columns - 2, Math.floor(x / CELL) + 4));
    const row = (y) => Math.max(1, Math.min(rows - 2, Math.floor(y / CELL) + 4));
    const grid = Array.from({ length: columns * rows }, () => null);
    for (let s = 0; s < segments.length; s++) {
      const p = at[segments[s][0]], q = at[segments[s][1]];
      const right = column(Math.max(p[0], q[0])), bottom = row(Math.max(p[1], q[1]));
      for (let i = column(Math.min(p[0], q[0])); i <= right; i++) {
        for (let j = row(Math.min(p[1], q[1])); j <= bottom; j++) (grid[j * columns + i] ??= []).push(s);
      }
    }
    const seen = new Int32Array(segments.length).fill(-1);
    this.pairs = [];
    for (let v = 0; v < at.length; v++) {
      const [x, y] = at[v];
      const [c, r] = [column(x), row(y)];
      for (let j = r - 1; j <= r + 1; j++) {
        for (let i = c - 1; i <= c + 1; i++) {
          const here = grid[j * columns + i];
          if (!here) continue;
          for (const s of here) {
            if (seen[s] === v) continue;
            seen[s] = v;
            const [a, b] = segments[s];
            if (a === v || b === v) continue;
            const p = at[a], q = at[b];
            if (Math.min(p[0], q[0]) - x > CELL || x - Math.max(p[0], q[0]) > CELL || Math.min(p[1], q[1]) - y > CELL || y - Math.max(p[1], q[1]) > CELL) continue;
            this.pairs.push(v, s);
          }
        }
      }
    }
  }

  apart(v, [a, b, k, i]) {
    const { at, limit } = this;
    const p = at[v], q = at[a], r = at[b];
    const ex = r[0] - q[0], ey = r[1] - q[1];
    let t = ((p[0] - q[0]) * ex + (p[1] - q[1]) * ey) / (ex * ex + ey * ey || 1e-300);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const x = p[0] - q[0] - ex * t, y = p[1] - q[1] - ey * t;
    const square = x * x + y * y;
    if (square > SPOT_LINE * SPOT_LINE) return;
    const d = Math.sqrt(square);
    const most = 0.3 * d;
    if (most < limit[v]) limit[v] = most;
    if (most < limit[a]) limit[a] = most;
    if (most < limit[b]) limit[b] = most;
    const { spots } = this.drawing;
    const room = v < spots.length ? SPOT_LINE * (spots[v].lives > 0 ? 1 : DEAD) : this.roomOf(v, k, i);
    if (d >= room) return;
    const near = (room - d) / Math.max(d, 1e-6);
    const by = Math.min(60, near * Math.sqrt(near) * 6 + (room - d) * 0.4) / Math.max(d, 1e-6) * 0.5;
    this.push(v, x * by, y * by);
    this.push(a, -x * by * (1 - t), -y * by * (1 - t));
    this.push(b, -x * by * t, -y * by * t);
  }

  /** The room between a bead and a segment: less where both lines run into one spot, none along one line. */
  roomOf(v, k, i) {
    const [line, place, from, to] = this.ends[v];
    if (line === k && Math.abs(place - i - 0.5) < 3) return 0;
    const { a: c, b: e } = this.drawing.lines[k];
    let room = LINES;
    for (const spot of [from, to]) {
      if (spot !== c && spot !== e) continue;
      const s = this.at[spot], p = this.at[v];
      const x = s[0] - p[0], y = s[1] - p[1];
      room = Math.min(room, 0.6 * Math.sqrt(x * x + y * y));
    }
    return room;
  }
}

/** Cuts long segments, and takes beads out of short ones where nothing lies between. */
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

function isEmpty(all, a, b, c) {
  const left = Math.min(a[0], b[0], c[0]), right = Math.max(a[0], b[0], c[0]);
  for (const p of all) {
    if (p[0] < left || p[0] > right || p === a || p === b || p === c) continue;
    const [s, t, u] = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
    if (!((s > 0 || t > 0 || u > 0) && (s < 0 || t < 0 || u < 0))) return false;
  }
  return true;
}

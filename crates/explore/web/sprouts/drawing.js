// The drawing of a game of Sprouts: spots, lines of beads between them, and the position that they mean.
//
// A line runs from spot `a` to spot `b` over its beads. Dart 2k goes along line k, dart 2k+1 back. A corner is a place where a new
// line can leave a spot: between two darts, named by the dart that comes after it, or -1 - spot for a spot without lines.
//
// Invariant: no two lines meet but at their spots, and no line touches a spot it does not end at.

import { Mesh, next, previous } from "./mesh.js";
import { distance, lengths, meeting, nearest, pointAt } from "./plane.js";

/** Beads are about this far apart. */
export const STEP = 24;
/** Places for the new spot on a line, as shares of its length, the best first. */
const SHARES = [0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66, 0.3, 0.7, 0.26, 0.74, 0.22, 0.78];
/** A new spot near an edge of the picture could not move away from other spots. */
const EDGE = 40;
/** A place that is far from lines can still be too near to a live spot: its distance to those counts as less, by this factor. */
const NEAR_LIVE = 0.45;

/** Letters as spreadsheets count: A to Z, then AA. */
export function spotName(i) {
  let name = "";
  for (let k = i; k >= 0; k = Math.floor(k / 26) - 1) name = String.fromCharCode(65 + (k % 26)) + name;
  return name;
}

export class Drawing {
  constructor(width, height) {
    Object.assign(this, { width, height, spots: [], lines: [], last: [], known: null });
  }

  /** `n` spots, up to six on an ellipse, more on a spiral. */
  static start(n) {
    const width = Math.round(Math.max(450, 262 * Math.sqrt(n)));
    const drawing = new Drawing(width, Math.round(width * 0.7));
    const [w, h] = [drawing.width, drawing.height];
    // Golden-angle spirals are even for any number.
    const inner = n > 6;
    for (let i = 0; i < n; i++) {
      const r = n === 1 ? 0 : inner ? Math.sqrt((i + 0.35) / n) * 0.41 : 0.3;
      const angle = inner ? i * 2.399963229728653 : (2 * Math.PI * i) / n - Math.PI / 2;
      // Rounded, so that every browser begins with the same numbers.
      drawing.spots.push({ at: [Math.round(w / 2 + w * r * Math.cos(angle)), Math.round(h / 2 + h * r * Math.sin(angle))], lives: 3 });
    }
    return drawing;
  }

  copy() {
    const copy = new Drawing(this.width, this.height);
    copy.spots = this.spots.map(({ at, lives }) => ({ at: [...at], lives }));
    copy.lines = this.lines.map(({ a, b, beads }) => ({ a, b, beads: beads.map((bead) => [...bead]) }));
    copy.last = [...this.last];
    return copy;
  }

  /** The points of a line, with its spots. */
  points(k) {
    const { a, b, beads } = this.lines[k];
    return [this.spots[a].at, ...beads, this.spots[b].at];
  }

  tail(dart) { return dart < 0 ? -1 - dart : dart % 2 ? this.lines[dart >> 1].b : this.lines[dart >> 1].a; }

  /** Draws a line along points that begin and end at spots, with a new spot about the middle. Returns its number. */
  draw(a, b, points) {
    this.spots[a].lives -= 1;
    this.spots[b].lives -= 1;
    const along = lengths(points);
    const whole = along.at(-1);
    let best = null;
    for (const share of SHARES) {
      const { before, after = before + 1, at } = this.middle(points, along, share * whole);
      const found = { before, after, at, clearance: Math.min(this.clearance(at), 60) };
      if (!best || found.clearance > best.clearance + 4) best = found;
    }
    const spot = this.spots.length;
    this.spots.push({ at: best.at, lives: 1 });
    const cut = (from, to) => {
      const all = [from, ...points.slice(from === best.at ? best.after : 1, from === best.at ? -1 : best.before + 1), to];
      return subdivide(all).slice(1, -1);
    };
    this.last = [this.lines.length, this.lines.length + 1];
    this.lines.push({ a, b: spot, beads: cut(points[0], best.at) }, { a: spot, b, beads: cut(best.at, points.at(-1)) });
    this.changed();
    return spot;
  }

  /** A place on a line for its new spot. Near a bend, it is the bend itself. */
  middle(points, along, length) {
    const { before, at } = pointAt(points, along, length);
    for (const i of [before, before + 1]) {
      if (i > 0 && i + 1 < points.length && distance(points[i], at) < 5) return { before: i - 1, after: i + 1, at: points[i] };
    }
    return { before, at };
  }

  /** The room around a point: its distance to the nearest line, spot or (less `EDGE`) edge of the picture. */
  clearance(p) {
    let least = Math.min(p[0], p[1], this.width - p[0], this.height - p[1]) - EDGE;
    for (const { at, lives } of this.spots) least = Math.min(least, distance(p, at) * (lives > 0 ? NEAR_LIVE : 1));
    this.lines.forEach((_, k) => {
      const points = this.points(k);
      for (let i = 1; i < points.length; i++) least = Math.min(least, distance(p, nearest(p, points[i - 1], points[i])));
    });
    return least;
  }

  changed() { this.known = null; }

  /** Whether a spot can still be part of a move: with another live spot of a region, or with itself. */
  isPlayable(v) { return this.map.playable.has(v); }

  /** The triangulation of everything drawn, what the darts bound, and the position as text. Computed again after a change. */
  get map() {
    this.known ??= new PlaneMap(this);
    return this.known;
  }

  /** Crossings of lines and touched spots: an empty list if the invariant holds. */
  faults() {
    const faults = [];
    const segments = this.lines.flatMap((line, k) => {
      const points = this.points(k);
      return points.slice(1).map((to, i) => ({ k, i, from: points[i], to, first: i === 0, last: i === points.length - 2, line }));
    });
    segments.forEach((s, x) => {
      for (const t of segments.slice(x + 1)) {
        if (s.k === t.k && t.i === s.i + 1) continue;
        const at = meeting(s.from, s.to, t.from, t.to);
        if (!at) continue;
        const shared = [s.first && s.line.a, s.last && s.line.b].filter((v) => v !== false)
          .find((v) => (t.first && t.line.a === v) || (t.last && t.line.b === v));
        if (shared === undefined || distance(at, this.spots[shared].at) > 1e-6) faults.push({ what: "crossing", at });
      }
      this.spots.forEach(({ at }, v) => {
        // Near its own spot a line may bend.
        if ((s.line.a === v && s.i < 3) || (s.line.b === v && s.i > s.line.beads.length - 3)) return;
        if (distance(at, nearest(at, s.from, s.to)) < 2) faults.push({ what: "touching", at });
      });
    });
    return faults;
  }
}

/** Splits segments that are too long, and gives every line a bead. */
export function subdivide(points) {
  const fine = [points[0]];
  for (let i = 1; i < points.length; i++) {
    const pieces = Math.max(points.length === 2 ? 2 : 1, Math.round(distance(points[i - 1], points[i]) / STEP));
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces;
      fine.push([points[i - 1][0] * (1 - t) + points[i][0] * t, points[i - 1][1] * (1 - t) + points[i][1] * t]);
    }
  }
  return fine;
}

/** The meaning of a drawing: cycles of darts, which of them bound the same region, and the position in the notation of the game. */
class PlaneMap {
  constructor(drawing) {
    this.drawing = drawing;
    this.triangulate();
    this.findCycles();
    this.write();
    this.findPlayable();
  }

  triangulate() {
    const { spots, lines, width, height } = this.drawing;
    const points = spots.map(({ at }) => at);
    const segments = [];
    /** The vertices of each line, from `a` to `b`. */
    this.paths = lines.map(({ a, b, beads }) => {
      const path = [a, ...beads.map((bead) => points.push(bead) - 1), b];
      for (let i = 1; i < path.length; i++) segments.push([path[i - 1], path[i]]);
      return path;
    });
    const m = 30;
    this.mesh = new Mesh(points, segments, [-m, -m, width + m, height + m]);
    this.fill();
  }

  /** Numbers the regions: triangles that are not kept apart by lines. */
  fill() {
    const { mesh } = this;
    this.regionOf = new Int32Array(mesh.V.length / 3).fill(-1);
    let regions = 0;
    for (let t = 0; t < this.regionOf.length; t++) {
      if (this.regionOf[t] >= 0) continue;
      const stack = [t];
      this.regionOf[t] = regions;
      while (stack.length) {
        const u = stack.pop();
        for (let e = 3 * u; e < 3 * u + 3; e++) {
          const other = Math.floor(mesh.H[e] / 3);
          if (mesh.isFixed(e) || this.regionOf[other] >= 0) continue;
          this.regionOf[other] = regions;
          stack.push(other);
        }
      }
      regions += 1;
    }
  }

  path(dart) { return dart % 2 ? [...this.paths[dart >> 1]].reverse() : this.paths[dart >> 1]; }

  /** The half-edge of the mesh with which a corner's dart begins; for a lone spot, any that leaves it. */
  firstEdge(corner) {
    if (corner < 0) return this.mesh.out[-1 - corner];
    const path = this.path(corner);
    return this.mesh.edge(path[0], path[1]);
  }

  /** The dart after this one around the region on its left: the one before its twin, seen from the spot. */
  findCycles() {
    const { drawing, mesh } = this;
    const first = new Map();
    for (let d = 0; d < 2 * drawing.lines.length; d++) first.set(this.firstEdge(d), d);
    const after = (dart) => {
      const path = this.path(dart);
      // Turn clockwise from the way back until the next line.
      let e = mesh.edge(path.at(-1), path.at(-2));
      do { e = next(mesh.H[e]); } while (!first.has(e));
      return first.get(e);
    };
    this.cycles = [];
    const met = new Set();
    const degree = drawing.spots.map(() => 0);
    for (let d = 0; d < 2 * drawing.lines.length; d++) {
      degree[drawing.tail(d)] += 1;
      if (met.has(d)) continue;
      const darts = [];
      for (let e = d; !met.has(e); e = after(e)) {
        met.add(e);
        darts.push(e);
      }
      this.cycles.push(darts);
    }
    degree.forEach((lines, spot) => { if (lines === 0) this.cycles.push([-1 - spot]); });
  }

  /** The text, and the way back: `regions[r][b][i]` is corner i of boundary b of region r; `numbers` are spots in reading order. */
  write() {
    const { drawing } = this;
    const byRegion = new Map();
    const times = drawing.spots.map(() => 0);
    this.cycleRegion = this.cycles.map((cycle) => this.regionOfDart(cycle[0]));
    this.cycles.forEach((cycle, c) => {
      const corners = cycle.filter((corner) => drawing.spots[drawing.tail(corner)].lives > 0);
      if (corners.length === 0) return;
      const region = this.cycleRegion[c];
      if (!byRegion.has(region)) byRegion.set(region, []);
      byRegion.get(region).push({ cycle, corners });
      corners.forEach((corner) => { times[drawing.tail(corner)] += 1; });
    });
    this.numbers = [];
    const sign = (corner, corners) => {
      const spot = drawing.tail(corner);
      if (!this.numbers.includes(spot)) this.numbers.push(spot);
      const { lives } = drawing.spots[spot];
      if (lives === 3) return "0";
      if (lives === 2) return "1";
      if (times[spot] === 1) return "2";
      return `${corners.filter((other) => drawing.tail(other) === spot).length === 2 ? "z" : "Z"}(${26 + spot})`;
    };
    this.regions = [...byRegion.entries()].map(([region, boundaries]) => ({ region, boundaries }));
    const text = this.regions.map(({ boundaries }) => boundaries.map(({ corners }) => corners.map((corner) => sign(corner, corners)).join("")).join(".")).join("|");
    // Digits alone would be read as a number of spots; a region with one life has no moves and changes nothing.
    this.text = text === "" ? "!" : /^\d+$/.test(text) ? `${text}|2` : text;
  }
  /** Finds the spots that can still be part of a move, and the regions (as numbers of the mesh) that have moves. */
  findPlayable() {
    const { drawing } = this;
    this.playable = new Set();
    this.alive = new Set();
    for (const { region, boundaries } of this.regions) {
      const here = new Set(boundaries.flatMap(({ corners }) => corners.map((corner) => drawing.tail(corner))));
      for (const spot of here) {
        if (here.size < 2 && drawing.spots[spot].lives < 2) continue;
        this.playable.add(spot);
        this.alive.add(region);
      }
    }
  }

  /** The region on the left of a dart. */
  regionOfDart(dart) { return this.regionOf[Math.floor(this.firstEdge(dart) / 3)]; }
}

export { next, previous };

// The forces of the relaxation: live spots repel each other, lines become short and smooth, and everything keeps its distance.
//
// Invariant: in a round, no node moves farther than 0.3 times its distance to a line that it must not cross, so nothing ever
// crosses. Spots stay within their `reach` of where they were at the start.

/** Wanted distances: between live spots, from a spot to a line, between lines. */
const SPOTS = 160, SPOT_LINE = 40, LINES = 18;
/** Dead spots need less room, by this factor. */
const DEAD = 0.4;
/** The strength of the repulsion between spots, and the limit of its sum. */
const REPEL = 140, REPEL_DEAD = 30, REPEL_MOST = 140;
/** The limit of the force between a node and a line. Near a line it is stronger than the repulsion between spots. */
const PUSH = 60, PUSH_SPOT = 800;
/** The share of its distance to a line by which a node moves in a round at most. */
const SAFE = 0.3;
/** The list of near pairs is made again when a node has moved so far. Until then no other pair comes nearer than `LINES`. */
const SLACK = 6;
const CELL = LINES + 2 * SLACK, CELL_OF_SPOTS = SPOT_LINE + 2 * SLACK;
/** The longest step of a node in a round: two of them are shorter than the distance of nodes that are not in the list. */
export const MOST = 8;
/** The distances that lines and spots keep from the edges of the picture: lines can pass behind a spot at the edge. */
const MARGIN = 22, MARGIN_OF_SPOTS = 62;

/** Pairs of a node and a segment that are near each other, with the distance that they should keep. */
export class Pairs {
  constructor() {
    this.count = 0;
    this.node = new Int32Array(8192);
    this.segment = new Int32Array(8192);
    this.wanted = new Float64Array(8192);
  }

  add(node, segment, wanted) {
    if (this.count === this.node.length) {
      this.node = twice(this.node);
      this.segment = twice(this.segment);
      this.wanted = twice(this.wanted);
    }
    this.node[this.count] = node;
    this.segment[this.count] = segment;
    this.wanted[this.count++] = wanted;
  }
}

function twice(array) {
  const longer = new array.constructor(2 * array.length);
  longer.set(array);
  return longer;
}

/** The nodes of a drawing (spots first, then the beads of all lines) as arrays of numbers. */
export class Forces {
  /** `held` = {live, x, y, reach}, arrays by spot: whether it can still be part of a move, and the circle that it stays in. */
  constructor(drawing, held, pairs) {
    const { spots, lines } = drawing;
    const all = spots.map(({ at }) => at);
    // The fields are always set in one order and never change their type: the engine compiles the loops below only once.
    this.drawing = drawing;
    this.held = held;
    this.pairs = pairs;
    this.width = drawing.width;
    this.height = drawing.height;
    this.spots = spots.length;
    this.paths = lines.map(({ a, b, beads }) => [a, ...beads.map((bead) => all.push(bead) - 1), b]);
    const n = all.length;
    this.x = Float64Array.from(all, (p) => p[0]);
    this.y = Float64Array.from(all, (p) => p[1]);
    this.fx = new Float64Array(n);
    this.fy = new Float64Array(n);
    this.limit = new Float64Array(n);
    // Where the nodes were when the list of pairs was made, and whether one of them has left that place.
    this.oldX = new Float64Array(n);
    this.oldY = new Float64Array(n);
    this.stale = true;
    // Of a line: its ends. Of a bead: its line and its place on it.
    this.lineA = Int32Array.from(lines, ({ a }) => a);
    this.lineB = Int32Array.from(lines, ({ b }) => b);
    this.lineOf = new Int32Array(n).fill(-1);
    this.placeOf = new Int32Array(n);
    // Of a segment: its two nodes, its line and its place on it.
    const count = this.paths.reduce((sum, path) => sum + path.length - 1, 0);
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
    this.smoothBends = 0;
    this.bends = this.findBends();
  }

  /**
   * Triples [a, v, b] of nodes that should be on a smooth curve, one after another: beads, and spots with two lines. A spot in the
   * middle of a line is like a bead. Two lines that end at a spot only keep it from becoming a sharp corner, so they come last.
   */
  findBends() {
    const { paths, drawing: { spots, lines } } = this;
    const smooth = [], loose = [];
    for (const path of paths) for (let i = 1; i + 1 < path.length; i++) smooth.push(path[i - 1], path[i], path[i + 1]);
    const ends = spots.map(() => []);
    lines.forEach(({ a, b }, k) => {
      ends[a].push({ k, bead: paths[k][1], isFirst: true });
      ends[b].push({ k, bead: paths[k].at(-2), isFirst: false });
    });
    ends.forEach((two, v) => {
      if (two.length !== 2) return;
      const [one, other] = two;
      const isMiddle = other.k === one.k + 1 && !one.isFirst && other.isFirst;
      (isMiddle ? smooth : loose).push(one.bead, v, other.bead);
    });
    this.smoothBends = smooth.length;
    return Int32Array.from([...smooth, ...loose]);
  }

  /** Puts the places of all nodes back into the drawing. */
  writeBack() {
    const { spots, lines } = this.drawing;
    const place = (v) => [this.x[v], this.y[v]];
    spots.forEach((spot, v) => { spot.at = place(v); });
    this.paths.forEach((path, k) => { lines[k].beads = path.slice(1, -1).map(place); });
  }

  /** One round, in which no node moves by more than `most`. */
  step(most) {
    this.fx.fill(0);
    this.fy.fill(0);
    this.limit.fill(most);
    if (this.stale) this.findPairs();
    this.lineForces();
    this.spotForces();
    this.nearForces();
    this.move();
  }

  move() {
    const { x, y, fx, fy, oldX, oldY, limit, width, height, spots } = this;
    let farthest = 0;
    for (let v = 0; v < x.length; v++) {
      // Nothing is pushed out of the picture.
      const margin = v < spots ? MARGIN_OF_SPOTS : MARGIN;
      const px = inward(x[v], width, margin, fx[v]), py = inward(y[v], height, margin, fy[v]);
      const size = Math.sqrt(px * px + py * py);
      if (size > 0) {
        const by = Math.min(0.3, limit[v] / size);
        x[v] += px * by;
        y[v] += py * by;
      }
      if (v < spots) this.hold(v);
      // The step back into the picture is limited like the others.
      if (size * 0.3 < limit[v] / 2) {
        x[v] += inside(x[v], width, margin, limit[v] / 2) / 2;
        y[v] += inside(y[v], height, margin, limit[v] / 2) / 2;
      }
      const dx = x[v] - oldX[v], dy = y[v] - oldY[v];
      farthest = Math.max(farthest, dx * dx + dy * dy);
    }
    this.stale = farthest > SLACK * SLACK;
  }

  /** Keeps a spot within its reach. It only stops or turns back on the way it came, so it crosses nothing. */
  hold(v) {
    const reach = this.held.reach[v], hx = this.held.x[v], hy = this.held.y[v];
    const dx = this.x[v] - hx, dy = this.y[v] - hy;
    const away = Math.sqrt(dx * dx + dy * dy);
    if (away <= reach) return;
    this.x[v] = hx + (dx * reach) / away;
    this.y[v] = hy + (dy * reach) / away;
  }

  /** Lines become shorter and straighter. */
  lineForces() {
    const { x, y, fx, fy, from, to, bends, smoothBends } = this;
    for (let s = 0; s < from.length; s++) {
      const a = from[s], b = to[s];
      const dx = (x[b] - x[a]) * 0.12, dy = (y[b] - y[a]) * 0.12;
      fx[a] += dx;
      fy[a] += dy;
      fx[b] -= dx;
      fy[b] -= dy;
    }
    for (let i = 0; i < bends.length; i += 3) {
      const a = bends[i], v = bends[i + 1], b = bends[i + 2];
      const by = i < smoothBends ? 0.9 : 0.3;
      const dx = ((x[a] + x[b]) / 2 - x[v]) * by, dy = ((y[a] + y[b]) / 2 - y[v]) * by;
      fx[v] += dx;
      fy[v] += dy;
      fx[a] -= dx / 2;
      fy[a] -= dy / 2;
      fx[b] -= dx / 2;
      fy[b] -= dy / 2;
    }
  }

  /** Spots repel each other, live ones most. The sum for a spot is limited, so that a crowd does not press it onto a line. */
  spotForces() {
    const { x, y, fx, fy, spots: count, held: { live } } = this;
    const sx = new Float64Array(count), sy = new Float64Array(count);
    for (let v = 1; v < count; v++) {
      for (let u = 0; u < v; u++) {
        const both = live[v] && live[u];
        const wanted = both ? SPOTS : SPOTS * DEAD;
        const dx = x[v] - x[u], dy = y[v] - y[u];
        const square = dx * dx + dy * dy;
        if (square >= wanted * wanted) continue;
        const d = Math.sqrt(square) || 1e-9;
        const by = Math.min(REPEL_MOST, ((wanted - d) / d) * (both ? REPEL : REPEL_DEAD)) / d;
        sx[v] += dx * by;
        sy[v] += dy * by;
        sx[u] -= dx * by;
        sy[u] -= dy * by;
      }
    }
    for (let v = 0; v < count; v++) {
      const by = Math.min(1, REPEL_MOST / Math.sqrt(sx[v] * sx[v] + sy[v] * sy[v] || 1e-300));
      fx[v] += sx[v] * by;
      fy[v] += sy[v] * by;
    }
  }

  /** Limits the steps of nodes near a segment, and pushes both apart. */
  nearForces() {
    const { x, y, fx, fy, limit, from, to, spots } = this;
    const { node, segment, wanted: wantedOf, count } = this.pairs;
    const far = (MOST / SAFE) ** 2, farFromSpot = SPOT_LINE ** 2;
    for (let i = 0; i < count; i++) {
      const v = node[i], s = segment[i], a = from[s], b = to[s];
      const ax = x[a], ay = y[a];
      const ex = x[b] - ax, ey = y[b] - ay;
      let dx = x[v] - ax, dy = y[v] - ay;
      let t = (dx * ex + dy * ey) / (ex * ex + ey * ey || 1e-300);
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      dx -= ex * t;
      dy -= ey * t;
      const square = dx * dx + dy * dy;
      if (square > (v < spots ? farFromSpot : far)) continue;
      const d = Math.sqrt(square);
      const most = SAFE * d;
      if (most < limit[v]) limit[v] = most;
      if (most < limit[a]) limit[a] = most;
      if (most < limit[b]) limit[b] = most;
      const wanted = wantedOf[i];
      if (d >= wanted) continue;
      const room = d > 1e-6 ? d : 1e-6;
      const near = (wanted - d) / room;
      const strength = v < spots ? Math.min(PUSH_SPOT, near * Math.sqrt(near) * 40) : Math.min(PUSH, near * Math.sqrt(near) * 6);
      const by = (0.5 * (strength + (wanted - d) * 0.4)) / room;
      dx *= by;
      dy *= by;
      fx[v] += dx;
      fy[v] += dy;
      fx[a] -= dx * (1 - t);
      fy[a] -= dy * (1 - t);
      fx[b] -= dx * t;
      fy[b] -= dy * t;
    }
  }

  /** Lists the pairs of a node and a segment that are near each other: beads with a grid, spots one by one. */
  findPairs() {
    const { x, y, from, to, spots, held: { live } } = this;
    this.oldX.set(x);
    this.oldY.set(y);
    this.stale = false;
    this.pairs.count = 0;
    const columns = Math.ceil(this.width / CELL) + 8;
    const rows = Math.ceil(this.height / CELL) + 8;
    const column = (p) => Math.max(1, Math.min(columns - 2, Math.floor(p / CELL) + 4));
    const row = (p) => Math.max(1, Math.min(rows - 2, Math.floor(p / CELL) + 4));
    // The beads of cell c are `nodes[starts[c]]` to `nodes[starts[c + 1] - 1]`.
    const starts = new Int32Array(columns * rows + 1);
    const cells = new Int32Array(x.length);
    for (let v = spots; v < x.length; v++) {
      cells[v] = row(y[v]) * columns + column(x[v]);
      starts[cells[v] + 1] += 1;
    }
    for (let c = 0; c < columns * rows; c++) starts[c + 1] += starts[c];
    const nodes = new Int32Array(x.length);
    const fill = starts.slice();
    for (let v = spots; v < x.length; v++) nodes[fill[cells[v]]++] = v;
    for (let s = 0; s < from.length; s++) {
      const a = from[s], b = to[s];
      const left = Math.min(x[a], x[b]), right = Math.max(x[a], x[b]), top = Math.min(y[a], y[b]), bottom = Math.max(y[a], y[b]);
      for (let v = 0; v < spots; v++) {
        const within = live[v] ? CELL_OF_SPOTS : CELL;
        if (x[v] > left - within && x[v] < right + within && y[v] > top - within && y[v] < bottom + within) this.addPair(v, s, within);
      }
      const first = column(left) - 1, last = column(right) + 1, end = row(bottom) + 1;
      for (let j = row(top) - 1; j <= end; j++) {
        for (let k = starts[j * columns + first], stop = starts[j * columns + last + 1]; k < stop; k++) this.addPair(nodes[k], s, CELL);
      }
    }
  }

  /** Adds a pair to the list if node and segment are not farther apart than `within`. */
  addPair(v, s, within) {
    const { x, y, from, to } = this;
    const a = from[s], b = to[s];
    if (v === a || v === b) return;
    const ex = x[b] - x[a], ey = y[b] - y[a];
    let dx = x[v] - x[a], dy = y[v] - y[a];
    const t = (dx * ex + dy * ey) / (ex * ex + ey * ey || 1e-300);
    if (t >= 1) {
      dx -= ex;
      dy -= ey;
    } else if (t > 0) {
      dx -= ex * t;
      dy -= ey * t;
    }
    if (dx * dx + dy * dy > within * within) return;
    this.pairs.add(v, s, this.wantedDistance(v, s));
  }

  /** The distance that a node keeps from a segment: less where both lines run into one spot, none along one line. */
  wantedDistance(v, s) {
    if (v < this.spots) return this.held.live[v] ? SPOT_LINE : SPOT_LINE * DEAD;
    const line = this.segmentLine[s], own = this.lineOf[v];
    if (own === line && Math.abs(this.placeOf[v] - this.segmentPlace[s] - 0.5) < 3) return 0;
    const { lineA, lineB } = this;
    let wanted = LINES;
    if (lineA[own] === lineA[line] || lineA[own] === lineB[line]) wanted = Math.min(wanted, 0.8 * this.apart(v, lineA[own]));
    if (lineB[own] === lineA[line] || lineB[own] === lineB[line]) wanted = Math.min(wanted, 0.8 * this.apart(v, lineB[own]));
    return wanted;
  }

  apart(u, v) {
    const dx = this.x[u] - this.x[v], dy = this.y[u] - this.y[v];
    return Math.sqrt(dx * dx + dy * dy);
  }
}

/** How far a coordinate must move to be inside the margins, at most `most`. */
function inside(at, size, margin, most) {
  const by = at < margin ? margin - at : at > size - margin ? size - margin - at : 0;
  return Math.max(-most, Math.min(most, by));
}

/** A force without its part that leads out over a margin. */
const inward = (at, size, margin, force) => (at < margin ? Math.max(0, force) : at > size - margin ? Math.min(0, force) : force);

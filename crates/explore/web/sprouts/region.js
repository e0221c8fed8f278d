// The triangles of one region of a drawing, cut open along the lines: a vertex that the region touches several times becomes
// several, one for each corner. So every vertex lies on one side of a new line.

import { between, distance } from "./plane.js";
import { next } from "./mesh.js";

/** Narrow passages count as longer ways. */
const NARROW = 60;

export class Region {
  constructor(map, number) {
    const { mesh, regionOf } = map;
    this.map = map;
    this.parent = new Map();
    const edges = [];
    for (let t = 0; t < regionOf.length; t++) if (regionOf[t] === number) edges.push(3 * t, 3 * t + 1, 3 * t + 2);
    for (const e of edges) this.parent.set(e, e);
    for (const e of edges) {
      if (mesh.isFixed(e)) continue;
      const f = mesh.H[e];
      this.unite(e, next(f));
      this.unite(next(e), f);
    }
    /** Places of the vertices, by name. */
    this.at = new Map();
    /** The vertex across each directed edge, in the triangle on its left. */
    this.across = new Map();
    this.label = new Map();
    for (const e of edges) this.at.set(this.find(e), mesh.at[mesh.V[e]]);
    for (let i = 0; i < edges.length; i += 3) this.addTriangle(...[0, 1, 2].map((k) => this.find(edges[i + k])));
    this.fresh = 3 * regionOf.length;
  }

  find(e) {
    while (this.parent.get(e) !== e) e = this.parent.get(e);
    return e;
  }

  unite(e, f) {
    const [a, b] = [this.find(e), this.find(f)];
    if (a !== b) this.parent.set(Math.max(a, b), Math.min(a, b));
  }

  key(u, v) { return u * 1048576 + v; }
  opposite(u, v) { return this.across.get(this.key(u, v)); }

  addTriangle(u, v, w) {
    for (const [a, b, c] of [[u, v, w], [v, w, u], [w, u, v]]) this.across.set(this.key(a, b), c);
  }

  removeTriangle(u, v, w) {
    for (const [a, b] of [[u, v], [v, w], [w, u]]) this.across.delete(this.key(a, b));
  }

  /** Every directed edge with the vertex across, once for each side. */
  *edges() {
    for (const [key, w] of this.across) yield [Math.floor(key / 1048576), key % 1048576, w];
  }

  /** The vertex of a corner. */
  corner(corner) { return this.find(this.map.firstEdge(corner)); }

  /** The vertices along a dart, on its left side, without its ends. */
  along(dart) {
    const { mesh } = this.map;
    const path = this.map.path(dart);
    const inner = [];
    for (let i = 1; i + 1 < path.length; i++) inner.push(this.find(mesh.edge(path[i], path[i + 1])));
    return inner;
  }

  /** Puts a vertex with a label into the middle of an edge. */
  split(u, v, label, share = 0.5) {
    const m = this.fresh++;
    this.at.set(m, between(this.at.get(u), this.at.get(v), share));
    this.label.set(m, label);
    const [right, left] = [this.opposite(v, u), this.opposite(u, v)];
    this.removeTriangle(u, v, left);
    this.addTriangle(u, m, left);
    this.addTriangle(m, v, left);
    if (right !== undefined) {
      this.removeTriangle(v, u, right);
      this.addTriangle(v, m, right);
      this.addTriangle(m, u, right);
    }
    return m;
  }

  middle(u, v) { return between(this.at.get(u), this.at.get(v), 0.5); }

  /**
   * The cheapest way from triangles around some vertices, over edges that `allowed` lets pass, to a vertex that `done` takes.
   * The answer is the edges that are crossed, or null. `starts` are triples [u, v, w]: leave w over the edge from v to u.
   */
  way(starts, allowed, done) {
    const best = new Map();
    const heap = [];
    const push = (cost, u, v, from, place) => {
      const key = this.key(u, v);
      if (!(cost < (best.get(key)?.cost ?? Infinity))) return;
      best.set(key, { cost, from, edge: [u, v] });
      heap.push({ cost, key, place });
      let i = heap.length - 1;
      while (i > 0 && heap[(i - 1) >> 1].cost > heap[i].cost) {
        [heap[i], heap[(i - 1) >> 1]] = [heap[(i - 1) >> 1], heap[i]];
        i = (i - 1) >> 1;
      }
    };
    const pop = () => {
      const top = heap[0], end = heap.pop();
      if (heap.length === 0) return top;
      heap[0] = end;
      for (let i = 0; ;) {
        let least = i;
        for (const c of [2 * i + 1, 2 * i + 2]) if (c < heap.length && heap[c].cost < heap[least].cost) least = c;
        if (least === i) return top;
        [heap[i], heap[least]] = [heap[least], heap[i]];
        i = least;
      }
    };
    const price = (u, v) => {
      const width = distance(this.at.get(u), this.at.get(v));
      return width >= NARROW ? 0 : (NARROW / (width + 1) - 1) * 12;
    };
    const cross = (cost, from, place, u, v) => {
      if (this.opposite(v, u) === undefined || !allowed(u, v)) return;
      const to = this.middle(u, v);
      push(cost + distance(place, to) + price(u, v), v, u, from, to);
    };
    for (const [u, v, w] of starts) cross(0, null, this.at.get(w), u, v);
    while (heap.length) {
      const { cost, key, place } = pop();
      const step = best.get(key);
      if (cost > step.cost) continue;
      const [u, v] = step.edge;
      const w = this.opposite(u, v);
      if (done(w)) {
        const edges = [];
        for (let k = key; k !== null; k = best.get(k).from) edges.push(best.get(k).edge);
        return edges.reverse();
      }
      cross(cost, key, place, v, w);
      cross(cost, key, place, w, u);
    }
    return null;
  }

  /** The parts that the vertices of a label fall into, as lists. */
  parts(label) {
    const neighbours = new Map();
    for (const [v, l] of this.label) if (l === label) neighbours.set(v, []);
    for (const [u, v] of this.edges()) {
      if (neighbours.has(u) && neighbours.has(v)) {
        neighbours.get(u).push(v);
        neighbours.get(v).push(u);
      }
    }
    const met = new Set();
    const parts = [];
    for (const v of neighbours.keys()) {
      if (met.has(v)) continue;
      const part = [v];
      met.add(v);
      for (let i = 0; i < part.length; i++) {
        for (const u of neighbours.get(part[i])) if (!met.has(u)) { met.add(u); part.push(u); }
      }
      parts.push(part);
    }
    return parts;
  }
}

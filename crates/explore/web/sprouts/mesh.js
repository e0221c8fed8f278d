// A constrained Delaunay triangulation: points one after another with Lawson flips, then segments by flipping what crosses them
// (Sloan 1993). Half-edge `e` of triangle e / 3 goes from `V[e]` to `V[next(e)]`; `H[e]` is its twin, or -1 on the rim.
//
// Invariant: triangles turn counterclockwise, and every segment given is an edge.

import { turn } from "./plane.js";

export const next = (e) => (e % 3 === 2 ? e - 2 : e + 1);
export const previous = (e) => (e % 3 === 0 ? e + 2 : e - 1);

/** Points are moved by a thousandth of a pixel at most, always by the same amounts, so that no three are on a line. */
const jitter = (i, k) => (((i * 7919 + k * 104729 + 13) % 2003) / 2003 - 0.5) * 2e-3;

export class Mesh {
  /** `points` inside `box` = [left, top, right, bottom]; `segments` are pairs of indices. The corners of the box come last. */
  constructor(points, segments, [left, top, right, bottom]) {
    const rim = [[left, top], [right, top], [right, bottom], [left, bottom]];
    this.at = [...points.map(([x, y], i) => [x + jitter(i, 0), y + jitter(i, 1)]), ...rim];
    const n = points.length;
    this.V = [n, n + 1, n + 2, n, n + 2, n + 3];
    this.H = [-1, -1, 3, 2, -1, -1];
    this.out = new Int32Array(n + 4);
    for (let e = 0; e < 6; e++) this.out[this.V[e]] = e;
    this.fixed = new Set();
    for (let i = 0; i < n; i++) this.add(i);
    for (const [a, b] of segments) this.join(a, b);
  }

  key(a, b) { return a < b ? a * this.at.length + b : b * this.at.length + a; }

  /** Whether a half-edge lies on a segment or on the rim. */
  isFixed(e) { return this.H[e] < 0 || this.fixed.has(this.key(this.V[e], this.V[next(e)])); }

  link(e, f) {
    this.H[e] = f;
    if (f >= 0) this.H[f] = e;
  }

  triangle(t, a, b, c) {
    const { V, out } = this;
    [V[t], V[t + 1], V[t + 2]] = [a, b, c];
    [out[a], out[b], out[c]] = [t, t + 1, t + 2];
  }

  /** The triangle in which a point lies, as its first half-edge. */
  locate(p) {
    const { V, H, at } = this;
    let e = V.length - 3;
    for (let steps = 0; steps < V.length; steps++) {
      let moved = false;
      for (let k = 0; k < 3; k++) {
        const f = 3 * Math.floor(e / 3) + ((k + steps) % 3);
        if (H[f] >= 0 && turn(at[V[f]], at[V[next(f)]], p) < 0) {
          e = H[f];
          moved = true;
          break;
        }
      }
      if (!moved) return 3 * Math.floor(e / 3);
    }
    throw new Error("a point is in no triangle");
  }

  add(p) {
    const { V, H } = this;
    const t = this.locate(this.at[p]);
    const [a, b, c] = [V[t], V[t + 1], V[t + 2]];
    const [ab, bc, ca] = [H[t], H[t + 1], H[t + 2]];
    const u = V.length, v = u + 3;
    V.push(0, 0, 0, 0, 0, 0);
    H.push(-1, -1, -1, -1, -1, -1);
    this.triangle(t, a, b, p);
    this.triangle(u, b, c, p);
    this.triangle(v, c, a, p);
    this.link(t, ab); this.link(u, bc); this.link(v, ca);
    this.link(t + 1, u + 2); this.link(u + 1, v + 2); this.link(v + 1, t + 2);
    const stack = [t, u, v];
    while (stack.length) {
      const e = stack.pop();
      const f = H[e];
      if (f < 0 || !this.inCircle(e, V[previous(f)])) continue;
      this.flip(e);
      const [g, h] = [3 * Math.floor(e / 3), 3 * Math.floor(f / 3)];
      for (const base of [g, h]) for (let k = 0; k < 3; k++) if (V[previous(base + k)] === p) stack.push(base + k);
    }
  }

  /** Whether a point lies in the circle of the triangle of `e`. */
  inCircle(e, d) {
    const { V, at } = this;
    const [x, y] = at[d];
    const row = (v) => { const [p, q] = [at[v][0] - x, at[v][1] - y]; return [p, q, p * p + q * q]; };
    const [a, b, c] = [row(V[e]), row(V[next(e)]), row(V[previous(e)])];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]) > 1e-7;
  }

  /** Replaces the diagonal of the two triangles of `e` by the other one. */
  flip(e) {
    const { V, H } = this;
    const f = H[e];
    const [t, u] = [3 * Math.floor(e / 3), 3 * Math.floor(f / 3)];
    const [a, b, c, d] = [V[e], V[f], V[previous(e)], V[previous(f)]];
    const [ca, ad, db, bc] = [H[previous(e)], H[next(f)], H[previous(f)], H[next(e)]];
    this.triangle(t, c, a, d);
    this.triangle(u, d, b, c);
    this.link(t, ca); this.link(t + 1, ad); this.link(u, db); this.link(u + 1, bc);
    this.link(t + 2, u + 2);
  }

  /** The half-edges that leave a vertex. */
  *around(v) {
    const first = this.out[v];
    let e = first;
    do {
      yield e;
      e = this.H[previous(e)];
    } while (e >= 0 && e !== first);
    if (e >= 0) return;
    // A vertex on the rim: the other way round as well.
    for (let f = this.H[first]; f >= 0; f = this.H[f]) { f = next(f); yield f; }
  }

  /** The half-edge from `a` to `b`, or -1. */
  edge(a, b) {
    for (const e of this.around(a)) if (this.V[next(e)] === b) return e;
    return -1;
  }

  /** Makes `ab` an edge that stays. */
  join(a, b) {
    const { V, H, at } = this;
    this.fixed.add(this.key(a, b));
    if (this.edge(a, b) >= 0) return;
    const crosses = (c, d) => c !== a && c !== b && d !== a && d !== b
      && turn(at[a], at[b], at[c]) * turn(at[a], at[b], at[d]) < 0 && turn(at[c], at[d], at[a]) * turn(at[c], at[d], at[b]) < 0;
    const queue = [];
    for (const e of this.around(a)) {
      const f = next(e);
      if (!crosses(V[f], V[next(f)])) continue;
      let g = f;
      for (;;) {
        queue.push([V[g], V[next(g)]]);
        const twin = H[g];
        if (V[previous(twin)] === b) break;
        g = crosses(V[next(twin)], V[previous(twin)]) ? next(twin) : previous(twin);
      }
      break;
    }
    for (let rounds = 0; queue.length; rounds++) {
      if (rounds > 20000) throw new Error("a segment cannot be put into the triangulation");
      const [c, d] = queue.shift();
      const e = this.edge(c, d);
      const f = H[e];
      const [p, q] = [V[previous(e)], V[previous(f)]];
      if (turn(at[q], at[d], at[p]) <= 0 || turn(at[p], at[c], at[q]) <= 0) {
        queue.push([c, d]);
        continue;
      }
      this.flip(e);
      if (crosses(p, q)) queue.push([p, q]);
    }
    if (this.edge(a, b) < 0) throw new Error("a segment is missing in the triangulation");
  }
}

// Finds the way of a new line through the drawing.
//
// A line between two boundaries of a region only needs a way. A line that cuts a region in two must also leave every boundary on
// the side that the move says. So each vertex gets the label of its side. Where the vertices of a side are not connected, they
// are joined by new vertices on the edges in between. Then the border between the two labels is a single line: the result.
// Joining two parts of one side never disconnects the other side, because the parts lie on different borders of it.

import { Region } from "./region.js";
import { distance, nearest } from "./plane.js";

const ONE = 1, TWO = 2;
/** The distance that a line keeps from what it passes, where there is enough room. */
const CLEAR = 18;

/**
 * The points of a line, from spot to spot. `line` is {region, from: [b, i], to: [c, j], left}: it leaves corner i of boundary b and
 * ends at corner j of boundary c; `left` lists the boundaries on the side of the corners from i to j, if b is c.
 */
export function route(drawing, line) {
  const { map } = drawing;
  const { region, boundaries } = map.regions[line.region];
  const corners = [line.from, line.to].map(([b, i]) => boundaries[b].corners[i]);
  if (line.from[0] !== line.to[0]) return joining(drawing, new Region(map, region), corners);
  // Outside everything there is also the rim, which may be on either side.
  let best = null;
  for (const rim of [TWO, ONE]) {
    const found = cutting(drawing, new Region(map, region), boundaries, line, corners, rim);
    const length = found.points.slice(1).reduce((sum, p, i) => sum + distance(p, found.points[i]), 0);
    if (!best || length < best.length) best = { length, points: found.points };
    if (!found.hasRim) break;
  }
  return best.points;
}

function joining(drawing, region, [p, q]) {
  const [from, to] = [region.corner(p), region.corner(q)];
  const ends = [p, q].map((corner) => drawing.spots[drawing.tail(corner)].at);
  if (region.opposite(from, to) !== undefined || region.opposite(to, from) !== undefined) return ends;
  const edges = region.way(fan(region, from), (u, v) => u !== from && v !== from, (v) => v === to);
  if (!edges) throw new Error("no way between two corners of a region");
  return [ends[0], ...tighten(region, edges, ends), ends[1]];
}

/** The triangles around a vertex: [u, v, vertex]. */
function fan(region, vertex) {
  const around = [];
  for (const [u, v, w] of region.edges()) if (w === vertex) around.push([u, v, w]);
  return around;
}

function cutting(drawing, region, boundaries, line, [p, q], rim) {
  const { map } = drawing;
  const [from, to] = [region.corner(p), region.corner(q)];
  const { label } = region;
  const own = boundaries[line.from[0]].cycle;
  const [i, j] = [own.indexOf(p), own.indexOf(q)];
  const mark = (dart, side) => {
    label.set(region.corner(dart), side);
    if (dart >= 0) for (const v of region.along(dart)) label.set(v, side);
  };
  for (let k = 0; k < own.length; k++) {
    const place = (i + k) % own.length;
    mark(own[place], p !== q && k < (j - i + own.length) % own.length ? ONE : TWO);
  }
  const left = nearLoneSpots(drawing, boundaries, line, p);
  boundaries.forEach(({ cycle }, b) => {
    if (b !== line.from[0]) cycle.forEach((dart) => mark(dart, left.has(b) ? ONE : TWO));
  });
  label.set(from, TWO);
  label.set(to, TWO);
  const hasRim = labelTheRest(map, region, rim);
  if (p === q) {
    const others = [...label.keys()].filter((v) => v !== from);
    if (others.every((v) => label.get(v) === ONE)) others.forEach((v) => label.set(v, TWO));
    if (others.every((v) => label.get(v) === TWO)) enclose(region, from);
  }
  for (const [side, other] of [[ONE, TWO], [TWO, ONE]]) connect(region, side, other, from, to);
  const ends = [p, q].map((corner) => drawing.spots[drawing.tail(corner)].at);
  if (p === q) bringTo(region, from);
  const edges = p === q ? closedBorder(region, from) : border(region, from, to, region.along(p)[0] ?? null);
  return { points: [ends[0], ...tighten(region, edges, ends), ends[1]], hasRim };
}

/** Of spots without lines only the number on each side matters; those near the line go to the side with the corners. */
function nearLoneSpots(drawing, boundaries, line, p) {
  const here = drawing.spots[drawing.tail(p)].at;
  const isLone = (b) => b !== line.from[0] && boundaries[b].cycle[0] < 0;
  const wanted = line.left.filter(isLone).length;
  const place = (b) => drawing.spots[-1 - boundaries[b].cycle[0]].at;
  const lone = boundaries.map((_, b) => b).filter(isLone).sort((a, b) => distance(place(a), here) - distance(place(b), here) || a - b);
  return new Set([...line.left.filter((b) => !isLone(b)), ...lone.slice(0, wanted)]);
}

/** Boundaries without a live spot go to the side they are nearest to, as a whole. Returns whether the rim is among them. */
function labelTheRest(map, region, rim) {
  const { label } = region;
  const count = map.mesh.at.length;
  const rimPlaces = new Set(map.mesh.at.slice(count - 4));
  let hasRim = false;
  for (const [v, at] of region.at) if (rimPlaces.has(at)) { label.set(v, rim); hasRim = true; }
  map.cycles.forEach((cycle, c) => {
    if (map.cycleRegion[c] !== map.regionOf[Math.floor(map.firstEdge(cycle[0]) / 3)]) return;
    if (!region.parent.has(map.firstEdge(cycle[0]))) return;
    const vertices = cycle.flatMap((dart) => [region.corner(dart), ...(dart < 0 ? [] : region.along(dart))]);
    if (vertices.some((v) => label.has(v))) return;
    let best = [Infinity, TWO];
    for (const v of vertices) {
      for (const [u, side] of label) {
        const d = distance(region.at.get(u), region.at.get(v));
        if (d < best[0]) best = [d, side];
      }
    }
    vertices.forEach((v) => label.set(v, best[1]));
  });
  return hasRim;
}

/** Something to go around for a loop that encloses nothing: a point in the roomiest triangle at the spot. */
function enclose(region, from) {
  let best = null;
  for (const [u, v, w] of fan(region, from)) {
    const [a, b, c] = [u, v, w].map((x) => region.at.get(x));
    const around = distance(a, b) + distance(b, c) + distance(c, a);
    const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    if (!best || area / around > best.size) best = { size: area / around, u, v, w };
  }
  const { u, v, w } = best;
  const m = region.fresh++;
  const [a, b, c] = [u, v, w].map((x) => region.at.get(x));
  const centre = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
  // Not far away: a loop around nothing is small.
  const share = Math.min(1, 70 / distance(c, centre));
  region.at.set(m, [c[0] + (centre[0] - c[0]) * share, c[1] + (centre[1] - c[1]) * share]);
  region.label.set(m, ONE);
  region.removeTriangle(u, v, w);
  for (const [x, y] of [[u, v], [v, w], [w, u]]) region.addTriangle(x, y, m);
}

/** Joins the parts of one side through the other. */
function connect(region, side, other, from, to) {
  for (let rounds = 0; ; rounds++) {
    const parts = region.parts(side);
    if (parts.length <= 1) return;
    if (rounds > 200) throw new Error("the sides of a line are not connected");
    parts.sort((a, b) => a.length - b.length);
    const inside = new Set(parts[0]);
    const starts = [];
    for (const [u, v, w] of region.edges()) if (inside.has(w)) starts.push([u, v, w]);
    const { label } = region;
    const free = (avoid) => (u, v) => label.get(u) === other && label.get(v) === other && !(avoid && (u === from || v === from || u === to || v === to));
    const done = (v) => label.get(v) === side && !inside.has(v);
    const edges = region.way(starts, free(true), done) ?? region.way(starts, free(false), done);
    if (!edges) throw new Error("the sides of a line cannot be joined");
    for (const [u, v] of edges) region.split(u, v, side);
  }
}

/** Makes the border of the side ONE pass at a spot. */
function bringTo(region, from) {
  const { label } = region;
  for (const [u, , w] of region.edges()) if (w === from && label.get(u) === ONE) return;
  const edges = region.way(fan(region, from), (u, v) => label.get(u) === TWO && label.get(v) === TWO, (v) => label.get(v) === ONE);
  if (!edges) throw new Error("a loop cannot reach its spot");
  for (const [u, v] of edges) region.split(u, v, ONE);
}

/** The edges between the sides, from one spot to the other: pairs [TWO, ONE]. `first` is the vertex after `from` on the side ONE. */
function border(region, from, to, first) {
  let [two, one] = [from, first];
  const edges = [];
  for (let w = region.opposite(two, one); w !== undefined; w = region.opposite(two, one)) {
    if (region.label.get(w) === ONE) one = w;
    else two = w;
    edges.push([two, one]);
    if (edges.length > 20000) throw new Error("a border without an end");
  }
  if (two !== to) throw new Error("a border ends at the wrong spot");
  const begin = edges.findIndex(([v]) => v !== from);
  let end = edges.length;
  while (end > 0 && edges[end - 1][0] === to) end -= 1;
  return begin < 0 ? [] : edges.slice(begin, Math.max(begin, end));
}

/** The same for a loop. */
function closedBorder(region, from) {
  let start = null;
  for (const [u, v] of region.edges()) if (u === from && region.label.get(v) === ONE) { start = [u, v]; break; }
  let [two, one] = start;
  const edges = [];
  do {
    const w = region.opposite(two, one);
    if (region.label.get(w) === ONE) one = w;
    else two = w;
    edges.push([two, one]);
    if (edges.length > 20000) throw new Error("a border without an end");
  } while (two !== start[0] || one !== start[1]);
  // Turn the circle so that it begins after the longest run past the spot.
  const n = edges.length;
  let best = [0, 0];
  for (let i = 0; i < n; i++) {
    let run = 0;
    while (run < n && edges[(i + run) % n][0] === from) run += 1;
    if (run > best[1]) best = [i, run];
  }
  return Array.from({ length: n - best[1] }, (_, k) => edges[(best[0] + best[1] + k) % n]);
}

/** Points on the edges that make a short line with room on both sides. */
function tighten(region, edges, [from, to]) {
  const ends = edges.map(([u, v]) => [region.at.get(u), region.at.get(v)]);
  const share = ends.map(() => 0.5);
  const point = (k) => (k < 0 ? from : k >= ends.length ? to : on(k, share[k]));
  const on = (k, t) => [0, 1].map((i) => ends[k][0][i] + (ends[k][1][i] - ends[k][0][i]) * t);
  for (let round = 0, change = 1; round < 25 && change > 0.005; round++) {
    change = 0;
    for (let k = 0; k < ends.length; k++) {
      const [before, after] = [point(k - 1), point(k + 1)];
      const width = distance(...ends[k]);
      const margin = Math.min(0.4, CLEAR / width);
      const better = Math.min(1 - margin, Math.max(margin, crossingShare(ends[k], before, after)));
      change = Math.max(change, Math.abs(better - share[k]));
      share[k] = better;
    }
  }
  return ends.map((_, k) => point(k));
}

/** Where the straight way from `before` to `after` crosses an edge, as a share of it; or the end that is nearer. */
function crossingShare([u, v], before, after) {
  const d = [v[0] - u[0], v[1] - u[1]], e = [after[0] - before[0], after[1] - before[1]];
  const det = d[0] * e[1] - d[1] * e[0];
  if (Math.abs(det) < 1e-9) return 0.5;
  const t = ((before[0] - u[0]) * e[1] - (before[1] - u[1]) * e[0]) / det;
  if (t >= 0 && t <= 1) return t;
  return distance(nearest(u, before, after), u) < distance(nearest(v, before, after), v) ? 0 : 1;
}

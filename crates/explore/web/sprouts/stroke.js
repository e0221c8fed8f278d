// Prepares a line, drawn by a person or found by the computer, for the drawing: bends that do not matter are removed, places are
// rounded so that a link can contain them, and a line that crosses something is refused where it does.

import { relax } from "./relax.js";
import { distance, meeting, nearest } from "./plane.js";

/** Places in links are multiples of a pixel divided by this number. */
const UNITS = 16;
/** A line keeps so far from spots it does not end at. */
const TOUCH = 7;

/** What is wrong with a line from spot `a` to spot `b`: {what, at}, or null. Points before `begin` were checked already. */
export function fault(drawing, a, b, points, { touch = TOUCH, begin = 1 } = {}) {
  for (let s = Math.max(1, begin); s < points.length; s++) {
    const [from, to] = [points[s - 1], points[s]];
    const isEnd = (at) => (s === 1 && distance(at, points[0]) < 1e-6) || (s === points.length - 1 && distance(at, points.at(-1)) < 1e-6);
    for (let k = 0; k < drawing.lines.length; k++) {
      const line = drawing.points(k);
      for (let i = 1; i < line.length; i++) {
        const at = meeting(from, to, line[i - 1], line[i]);
        if (at && !isEnd(at)) return { what: "crosses a line", at };
      }
    }
    for (let t = 1; t < s - 1; t++) {
      const at = meeting(from, to, points[t - 1], points[t]);
      if (at && !(t === 1 && s === points.length - 1 && a === b && isEnd(at))) return { what: "crosses itself", at };
    }
    for (let v = 0; v < drawing.spots.length; v++) {
      const { at } = drawing.spots[v];
      if (v === a || v === b) continue;
      if (distance(at, nearest(at, from, to)) < touch) return { what: "touches a spot", at };
    }
  }
  return null;
}

/**
 * The samples of a stroke between two spots, with the spots themselves as its ends. Samples nearer to a spot than `radius` are
 * left out: there the hand is not exact. Where lines bend so near to the spot that this would cross one, fewer are left out.
 */
export function snap(drawing, a, b, samples, radius) {
  const [from, to] = [drawing.spots[a].at, drawing.spots[b].at];
  let [first, last] = [0, samples.length - 1];
  while (first < last && distance(samples[first], from) < radius) first += 1;
  while (last > first && distance(samples[last], to) < radius) last -= 1;
  const isShort = first >= last && (distance(samples[first], from) < radius || distance(samples[first], to) < radius);
  if (isShort && a !== b && isClear(drawing, from, to)) return [from, to];
  const begin = range(first, -1, -1).find((i) => isClear(drawing, from, samples[i])) ?? first;
  const end = range(last, samples.length, 1).find((i) => isClear(drawing, to, samples[i])) ?? last;
  return [from, ...samples.slice(begin, end + 1), to];
}

const range = (from, to, step) => Array.from({ length: Math.max(0, (to - from) * step) }, (_, k) => from + k * step);

/** Whether the segment from a spot to a point crosses no line. */
function isClear(drawing, spot, p) {
  return drawing.lines.every((_, k) => {
    const line = drawing.points(k);
    return line.every((q, i) => {
      const met = i > 0 && meeting(spot, p, line[i - 1], q);
      return !met || distance(met, spot) < 1e-6;
    });
  });
}

/** The points that a line needs to keep its shape (Douglas and Peucker). */
export function simplify(points, most) {
  if (points.length < 3) return points;
  let worst = 0, at = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    // A loop begins and ends at one place: the farthest point counts.
    const d = distance(points[i], nearest(points[i], points[0], points.at(-1)));
    if (d > worst) [worst, at] = [d, i];
  }
  if (worst <= most) return [points[0], points.at(-1)];
  return [...simplify(points.slice(0, at + 1), most).slice(0, -1), ...simplify(points.slice(at), most)];
}

/** The inner points of a line, as short as they can be without a fault; `null` if the line itself has one. */
export function tidy(drawing, a, b, points) {
  for (const [most, grid] of [[1.5, 1], [0.5, 1], [0.2, 0.25], [0, 0.25], [0, 1 / UNITS]]) {
    const inner = simplify(points, most).slice(1, -1).map((p) => p.map((x) => Math.round(x / grid) * grid));
    const whole = [drawing.spots[a].at, ...inner, drawing.spots[b].at];
    if ((a !== b || inner.length > 1) && !selfOrLineFault(drawing, a, b, whole)) return inner;
  }
  return null;
}

/** A line of the computer may pass nearer to a spot than a person's. */
function selfOrLineFault(drawing, a, b, points) {
  const found = fault(drawing, a, b, points);
  if (!found || found.what !== "touches a spot") return found;
  return drawing.spots.some(({ at }, v) => v !== a && v !== b && points.slice(1).some((p, i) => distance(at, nearest(at, points[i], p)) < 2)) ? found : null;
}

/** The drawing after a line, and the pictures of the animation. `inner` is what `tidy` returns; other spots move by `reach` at most. */
export function commit(drawing, a, b, inner, reach = undefined) {
  const next = drawing.copy();
  const spot = next.draw(a, b, [next.spots[a].at, ...inner.map((p) => [...p]), next.spots[b].at]);
  const frames = [next.copy()];
  relax(next, { reach, free: new Set([spot]), ends: new Set([a, b]), watch: (now) => frames.push(now.copy()) });
  return { drawing: next, frames };
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/** A line as text for a link: its spots, and its places as differences in sixteenths of a pixel. */
export function pack(a, b, inner) {
  let text = `${a}.${b}.`;
  let [x, y] = [0, 0];
  for (const point of inner) {
    const [p, q] = point.map((value) => Math.round(value * UNITS));
    for (const step of [p - x, q - y]) {
      const value = step + 131072;
      text += DIGITS[value >> 12] + DIGITS[(value >> 6) & 63] + DIGITS[value & 63];
    }
    [x, y] = [p, q];
  }
  return text;
}

/** The same read again, or null. */
export function unpack(text) {
  const found = /^(\d+)\.(\d+)\.([\w-]*)$/.exec(text);
  if (!found || found[3].length % 6) return null;
  const inner = [];
  let place = [0, 0];
  for (let i = 0; i < found[3].length; i += 6) {
    const step = [0, 3].map((k) => [0, 1, 2].reduce((sum, j) => sum * 64 + DIGITS.indexOf(found[3][i + k + j]), 0) - 131072);
    place = [place[0] + step[0], place[1] + step[1]];
    inner.push(place.map((value) => value / UNITS));
  }
  return { a: Number(found[1]), b: Number(found[2]), inner };
}

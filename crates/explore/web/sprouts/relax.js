// Relaxes a drawing in small steps, see `forces.js`, and keeps its beads about one step apart.
//
// Spots stay within `reach` of where they were at the start; spots of the move have more, new spots have no limit.

import { STEP } from "./drawing.js";
import { Forces, MOST, Pairs } from "./forces.js";
import { turn } from "./plane.js";

const ROUNDS = 50;
/** After so many rounds, beads are added and removed. */
const ADJUST = 10;
/** The share of the shorter side that a spot may move, and the factor for the two spots of a move. */
const REACH = 0.046, REACH_OF_ENDS = 2.5;

/** Filled anew for every drawing; kept, because it is large. */
const pairs = new Pairs();

/**
 * Relaxes a drawing in place and returns it. `free` spots may go anywhere, `ends` are the two spots of the move. `watch` is called
 * after every few rounds, for an animation.
 */
export function relax(drawing, { rounds = ROUNDS, reach = REACH * Math.min(drawing.width, drawing.height), free = new Set(), ends = new Set(), watch = null } = {}) {
  const { spots } = drawing;
  const held = {
    live: Uint8Array.from(spots, (_, v) => (drawing.isPlayable(v) ? 1 : 0)),
    x: Float64Array.from(spots, ({ at }) => at[0]),
    y: Float64Array.from(spots, ({ at }) => at[1]),
    reach: Float64Array.from(spots, (_, v) => (free.has(v) ? Infinity : ends.has(v) ? REACH_OF_ENDS * reach : reach)),
  };
  let forces = new Forces(drawing, held, pairs);
  for (let round = 0; round < rounds; round++) {
    forces.step(MOST * (1 - 0.6 * (round / rounds)));
    if (round % ADJUST === ADJUST - 1) {
      forces.writeBack();
      adjustBeads(drawing);
      if (watch) watch(drawing);
      forces = new Forces(drawing, held, pairs);
    }
  }
  forces.writeBack();
  drawing.changed();
  return drawing;
}

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

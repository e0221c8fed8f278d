// Random moves of Sprouts in the drawing code of the page.

import { Drawing } from "../../crates/explore/web/sprouts/drawing.js";
import { route } from "../../crates/explore/web/sprouts/route.js";
import { commit, pack, tidy } from "../../crates/explore/web/sprouts/stroke.js";

/** Random numbers that a seed determines: `random(n)` is below n. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

/** A random line between two corners, with a random choice of sides; null at the end of the game. */
export function randomLine(drawing, random) {
  const all = [];
  drawing.map.regions.forEach(({ boundaries }, region) => boundaries.forEach((one, b) => one.corners.forEach((p, i) => {
    boundaries.forEach((other, c) => other.corners.forEach((q, j) => {
      if (c < b || (c === b && j < i)) return;
      const [x, y] = [drawing.tail(p), drawing.tail(q)];
      if (x === y && (b !== c || i !== j || drawing.spots[x].lives < 2)) return;
      all.push({ region, from: [b, i], to: [c, j], boundaries, x, y, left: [] });
    }));
  })));
  if (all.length === 0) return null;
  const line = all[random(all.length)];
  if (line.from[0] === line.to[0]) line.left = line.boundaries.map((_, k) => k).filter((k) => k !== line.from[0] && random(2));
  return line;
}

/** The moves of a random game as a link of the page has them. */
export function randomMoves(spots, count, seed) {
  const random = randomNumbers(seed);
  const moves = [];
  let drawing = Drawing.start(spots);
  for (let k = 0; k < count; k++) {
    const line = randomLine(drawing, random);
    if (!line) break;
    const inner = tidy(drawing, line.x, line.y, route(drawing, line));
    moves.push(pack(line.x, line.y, inner));
    drawing = commit(drawing, line.x, line.y, inner).drawing;
  }
  return moves;
}

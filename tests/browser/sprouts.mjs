// Random games of Sprouts through the drawing code of the page, without a browser.
//
//   node tests/browser/sprouts.mjs [SPOTS GAMES SEED]...
//
// After every move: no two lines cross, no line touches a spot, nothing that was there has moved by more than the reach, and the
// position that is read from the drawing is the one that the rules say (which regions there are, and what bounds them).

import assert from "node:assert/strict";
import { Drawing } from "../../crates/explore/web/sprouts/drawing.js";
import { distance } from "../../crates/explore/web/sprouts/plane.js";
import { route } from "../../crates/explore/web/sprouts/route.js";
import { commit, pack, tidy, unpack } from "../../crates/explore/web/sprouts/stroke.js";

/** Lots that a seed fixes. */
function lots(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

/** All lines between corners, without the choice of sides. */
function lines(drawing) {
  const found = [];
  drawing.map.regions.forEach(({ boundaries }, region) => boundaries.forEach((one, b) => one.corners.forEach((p, i) => {
    boundaries.forEach((other, c) => other.corners.forEach((q, j) => {
      if (c < b || (c === b && j < i)) return;
      const [x, y] = [drawing.tail(p), drawing.tail(q)];
      if (x === y && (b !== c || i !== j || drawing.spots[x].lives < 2)) return;
      found.push({ region, from: [b, i], to: [c, j], boundaries, x, y, left: [] });
    }));
  })));
  return found;
}

/** A region as the list of its boundaries, each a list of spots from the least turn on; equal for equal regions. */
const least = (word) => word.map((_, k) => [...word.slice(k), ...word.slice(0, k)].join(" ")).sort()[0];
const written = (regions) => regions.map((words) => words.filter((word) => word.length).map(least).sort().join(" . ")).filter(Boolean).sort().join(" | ");

/** The position after a move by the rules alone, from the words of the regions: nothing of the geometry is used. */
function expected(drawing, { region, from: [b, i], to: [c, j], left }, lone) {
  const words = drawing.map.regions.map(({ boundaries }) => boundaries.map(({ corners }) => corners.map((corner) => drawing.tail(corner))));
  const here = words[region];
  const spot = drawing.spots.length;
  const lives = [...drawing.spots.map((s) => s.lives), 1];
  lives[here[b][i]] -= 1;
  lives[here[c][j]] -= 1;
  const others = words.filter((_, r) => r !== region);
  let after;
  if (b !== c) {
    // A spot that has lines already is met again on the way back.
    const around = (word, at) => [...word.slice(at), ...word.slice(0, at), ...(drawing.spots[word[at]].lives < 3 ? [word[at]] : [])];
    after = [[[...around(here[b], i), spot, ...around(here[c], j), spot], ...here.filter((_, k) => k !== b && k !== c)]];
  } else {
    const word = here[b];
    const one = i === j ? [word[i]] : word.slice(i, j + 1);
    const two = i === j ? [...word.slice(i), ...word.slice(0, i)] : [...word.slice(j), ...word.slice(0, i + 1)];
    const side = new Set([...left.filter((k) => !lone(k)), ...left.filter(lone)]);
    after = [[[...one, spot], ...here.filter((_, k) => side.has(k))], [[...two, spot], ...here.filter((_, k) => k !== b && !side.has(k))]];
  }
  return written([...others, ...after].map((r) => r.map((word) => word.filter((v) => lives[v] > 0))));
}

const found = (drawing) => written(drawing.map.regions.map(({ boundaries }) => boundaries.map(({ corners }) => corners.map((corner) => drawing.tail(corner)))));

/** Spots without lines are alike: which of them are on which side is the drawing's choice, so they count, unnamed. */
const unnamed = (text, drawing, before) => text.split(" | ").map((region) => region.split(" . ").map((word) => {
  const spots = word.split(" ").map(Number);
  return spots.length === 1 && before.spots[spots[0]]?.lives === 3 && drawing.spots[spots[0]].lives === 3 ? "lone" : word;
}).sort().join(" . ")).sort().join(" | ");

function play(spots, seed, measure) {
  const lot = lots(seed);
  let drawing = Drawing.start(spots);
  for (let number = 0; ; number++) {
    const all = lines(drawing);
    if (all.length === 0) return number;
    const line = all[lot(all.length)];
    if (line.from[0] === line.to[0]) line.left = line.boundaries.map((_, k) => k).filter((k) => k !== line.from[0] && lot(2));
    const before = drawing;
    const began = process.cpuUsage();
    const inner = tidy(drawing, line.x, line.y, route(drawing, line));
    assert.ok(inner, "a line without fault");
    const next = commit(drawing, line.x, line.y, inner).drawing;
    next.map;
    const { user, system } = process.cpuUsage(began);
    measure.times.push((user + system) / 1000);
    assert.deepEqual(next.faults(), [], `${spots} spots, seed ${seed}, move ${number}`);
    drawing.spots.forEach(({ at }, v) => { measure.moved = Math.max(measure.moved, distance(at, next.spots[v].at) / drawing.width); });
    next.spots.forEach((a, v) => next.spots.slice(0, v).forEach((b) => {
      const d = distance(a.at, b.at);
      if (a.lives && b.lives) measure.near.push(d);
      measure.nearest = Math.min(measure.nearest, d);
    }));
    const lone = (k) => line.boundaries[k].cycle[0] < 0;
    assert.equal(unnamed(found(next), next, before), unnamed(expected(before, line, lone), next, before), `${spots} spots, seed ${seed}, move ${number}`);
    // A link carries the line and gives the same drawing.
    const { a, b, inner: read } = unpack(pack(line.x, line.y, inner));
    assert.equal(commit(before, a, b, read).drawing.map.text, next.map.text);
    drawing = next;
  }
}

const games = process.argv.length > 2 ? process.argv.slice(2).map((word) => word.split(",").map(Number)) : [[8, 20, 1], [12, 4, 1]];
for (const [spots, count, seed = 1] of games) {
  const measure = { times: [], near: [], moved: 0, nearest: Infinity };
  let moves = 0;
  for (let game = 0; game < count; game++) moves += play(spots, seed + game, measure);
  measure.times.sort((a, b) => a - b);
  measure.near.sort((a, b) => a - b);
  const mean = measure.times.reduce((a, b) => a + b, 0) / measure.times.length;
  const width = Drawing.start(spots).width;
  assert.ok(measure.moved <= 0.05, `a spot moved by ${measure.moved} of the width`);
  console.log(`ok    ${count} games with ${spots} spots: ${moves} moves, ${mean.toFixed(1)} ms each (99 in 100 under ${measure.times[Math.floor(measure.times.length * 0.99)].toFixed(1)}, worst ${measure.times.at(-1).toFixed(1)}); `
    + `live spots at least ${(measure.near[0] / width * 100).toFixed(1)} % of the width apart, spots moved by ${(measure.moved * 100).toFixed(1)} % at most`);
}

// Random games of Sprouts through the drawing code of the page, without a browser.
//
//   node tests/browser/sprouts.mjs [SPOTS,GAMES,SEED]...
//
// After every move: no two lines cross, no line touches a spot, no spot that is not part of the move has moved by 5 % of the width,
// spots that can still be part of a move are as far apart on a phone as a finger needs, and the position that is read from the drawing is the one that the rules give
// (which regions there are, and what bounds them).

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { Drawing } from "../../crates/explore/web/sprouts/drawing.js";
import { distance } from "../../crates/explore/web/sprouts/plane.js";
import { route } from "../../crates/explore/web/sprouts/route.js";
import { commit, pack, tidy, unpack } from "../../crates/explore/web/sprouts/stroke.js";
import { randomLine, randomNumbers } from "./random_game.mjs";

/** The shorter side of the drawing on a phone of 390 pixels; the least distance of live spots there in 99 of 100 positions, and in all. */
const PHONE = 372, USUAL = 54, LEAST = 40;

/**
 * The CPU time in milliseconds of this thread, which is what a person waits for, and of all threads, with the compiler and the
 * collection of garbage. The system counts the first in steps of about 4 ms; where it does not count it, both are the same.
 */
const CLOCK = "/proc/thread-self/schedstat";
function clock() {
  const { user, system } = process.cpuUsage();
  const all = (user + system) / 1000;
  return { own: existsSync(CLOCK) ? Number(readFileSync(CLOCK, "utf8").split(" ")[0]) / 1e6 : all, all };
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
  const random = randomNumbers(seed);
  let drawing = Drawing.start(spots);
  const short = Math.min(drawing.width, drawing.height);
  for (let number = 0; ; number++) {
    const line = randomLine(drawing, random);
    if (!line) return number;
    const before = drawing;
    const began = clock();
    const inner = tidy(drawing, line.x, line.y, route(drawing, line));
    assert.ok(inner, "a line without fault");
    const next = commit(drawing, line.x, line.y, inner).drawing;
    next.map;
    const ended = clock();
    measure.times.push(ended.own - began.own);
    measure.all.push(ended.all - began.all);
    assert.deepEqual(next.faults(), [], `${spots} spots, seed ${seed}, move ${number}`);
    drawing.spots.forEach(({ at }, v) => { if (v !== line.x && v !== line.y) measure.moved = Math.max(measure.moved, distance(at, next.spots[v].at) / short); });
    const live = next.spots.filter((_, v) => next.isPlayable(v));
    const apart = live.flatMap((a, v) => live.slice(0, v).map((b) => distance(a.at, b.at)));
    if (apart.length) measure.near.push((Math.min(...apart) / short) * PHONE);
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
  const measure = { times: [], all: [], near: [], moved: 0 };
  let moves = 0;
  for (let game = 0; game < count; game++) moves += play(spots, seed + game, measure);
  measure.times.sort((a, b) => a - b);
  measure.near.sort((a, b) => a - b);
  const mean = measure.times.reduce((a, b) => a + b, 0) / measure.times.length;
  const part = (list, share) => list[Math.floor(list.length * share)];
  console.log(`ok    ${count} games with ${spots} spots, ${moves} moves: ${mean.toFixed(1)} ms of CPU time each (99 in 100 under ${part(measure.times, 0.99).toFixed(0)}, worst ${measure.times.at(-1).toFixed(0)}; with all threads of the engine, worst ${Math.max(...measure.all).toFixed(0)}); `
    + `on a phone, live spots are at least ${measure.near[0].toFixed(0)} pixels apart (in 99 of 100 positions at least ${part(measure.near, 0.01).toFixed(0)}, in half ${part(measure.near, 0.5).toFixed(0)}); `
    + `other spots moved by ${(100 * measure.moved).toFixed(1)} % of the shorter side at most`);
  assert.ok(measure.times.at(-1) < 100, `a move takes ${measure.times.at(-1)} ms`);
  assert.ok(measure.moved < 0.05, `a spot moved by ${measure.moved} of the shorter side`);
  assert.ok(part(measure.near, 0.01) >= USUAL, `in 1 of 100 positions, live spots are ${part(measure.near, 0.01)} pixels apart on a phone`);
  assert.ok(measure.near[0] >= LEAST, `live spots are ${measure.near[0]} pixels apart on a phone`);
}

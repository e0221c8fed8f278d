// A whole game of Sprouts on the page, every line of the person drawn freehand, against the computer.
//
// The reply of the computer is held back until the board after the person's line has been measured, so that both moves are
// checked one by one.

import assert from "node:assert/strict";
import { SHAPES, crossings, findLoop, findPath, shift } from "./geometry.mjs";

const drawn = (moves) => `document.querySelectorAll('#log li').length === ${moves} && document.querySelector('#board svg.paper')?.dataset.position && document.querySelector('#board').dataset.shown === '${moves}'`;

/**
 * Draws lines from spot to spot until the game is over. Different orders give different games; `shot(moves)` may take a screenshot.
 * Returns the number of moves, the farthest way of a spot that is not part of a move, and the room in pixels that the narrowest line
 * had (0 if the picture was zoomed for it).
 */
export async function playByHand(page, { touch = false, order = 7, shot = async () => {} } = {}) {
  const replies = await page.hold("*/api/v1/reply*");
  try {
    return await play(page, replies, { touch, order, shot });
  } finally {
    await replies.end();
  }
}

async function play(page, replies, { touch, order, shot }) {
  let moves = 0;
  let largest = 0, tightest = Infinity;
  await page.until(drawn(0), "the first drawing");
  let before;
  for (;;) {
    // A screenshot may have scrolled the page.
    before = await look(page);
    let { joined, path, least } = chooseLine(before, moves * order);
    if (!path) ({ joined, path, least } = await chooseZoomed(page, before));
    assert.ok(path, `no line can be drawn by hand after move ${moves}, but the game goes on: ${before.position}`);
    tightest = Math.min(tightest, least);
    await page.draw(path, touch);
    moves += 1;
    await page.until(drawn(moves), `the line ${joined.join("-")} (${await page.text("#board-hint")})`, 20);
    if (least === 0) await zoomOut(page);
    before = await check(page, before, moves);
    if (before.isOver) break;
    await shot(moves);
    await replies.release();
    moves += 1;
    await page.until(drawn(moves), "the computer's line", 30);
    before = await check(page, before, moves);
    if (before.isOver) break;
    await shot(moves);
  }
  return { moves, largest, tightest };

  /** Checks the board after a move against the one before it. */
  async function check(opened, old, number) {
    const now = await look(opened);
    assert.deepEqual(crossings(now), [], `crossings after move ${number}`);
    const last = await opened.value(`document.querySelector("#log [data-step='${number}']").textContent`);
    const used = /: (\w+)–(\w+),/.exec(last).slice(1).map(numberOf);
    const way = shift(old, now, used);
    largest = Math.max(largest, way);
    assert.ok(way < 0.05, `move ${number} moved a spot that is not part of it by ${way} of the width`);
    // The position read from the drawing is one that the engine's rules allow, and the page shows the engine's text of it.
    const [was, is] = [await engine(opened, old.position), await engine(opened, now.position)];
    const written = ({ components }) => components.map((part) => part.text ?? part).sort().join(" + ");
    assert.ok(was.options.some((option) => written(option) === written(is)), `move ${number}: ${old.position} to ${now.position} is no move`);
    assert.equal(now.notation.split(" + ").sort().join(" + "), written(is) || "!", `the text after move ${number}`);
    assert.equal(now.isOver, is.moves.length === 0);
    return now;
  }
}

/** What is on the board, and what the page says of it. */
async function look(page) {
  await page.value("document.querySelector('#board').scrollIntoView({ block: 'center', behavior: 'instant' })");
  const shapes = await page.value(SHAPES);
  const position = await page.value("document.querySelector('#board svg.paper').dataset.position");
  return { ...shapes, position, notation: await page.text("#notation"), isOver: await page.value("Boolean(document.querySelector('#over'))") };
}

const engine = (page, position) => page.value(`fetch("/api/v1/position?" + new URLSearchParams({ game: "sprouts", position: ${JSON.stringify(position)} })).then((answer) => answer.json())`);

/** The number of a spot as text, from its name. */
const numberOf = (name) => String([...name].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0) - 1);

/** The pairs of live spots. */
function pairsOf({ spots }) {
  const live = Object.keys(spots).filter((name) => spots[name].live);
  return live.flatMap((a, i) => live.slice(i + 1).map((b) => [a, b]));
}

/** As a person does who finds no room for a line: zooms in between two spots until there is some. */
async function chooseZoomed(page, shapes) {
  for (const joined of pairsOf(shapes)) {
    const [p, q] = joined.map((name) => shapes.spots[name].at);
    for (let k = 0; k < 10; k++) {
      await page.send("Input.dispatchMouseEvent", { type: "mouseWheel", x: (p[0] + q[0]) / 2, y: (p[1] + q[1]) / 2, deltaX: 0, deltaY: -100, modifiers: 2 });
      if (k % 3) continue;
      const path = findPath(await look(page), ...joined, 2);
      if (path) return { joined, path, least: 0 };
    }
    await zoomOut(page);
  }
  return { joined: [], path: null, least: 0 };
}

async function zoomOut(page) {
  for (let k = 0; k < 6; k++) await page.click("#zoom-out");
}

/** Two spots and a line between them that keeps as many pixels away from everything as a hand needs; `turn` says where to begin. */
export function chooseLine(shapes, turn) {
  const pairs = pairsOf(shapes);
  for (const least of [8, 5, 3, 2]) {
    for (let k = 0; k < pairs.length; k++) {
      const joined = pairs[(k + turn) % pairs.length];
      const path = findPath(shapes, ...joined, least);
      if (path) return { joined, path, least };
    }
    for (const name of Object.keys(shapes.spots).filter((one) => shapes.spots[one].live && shapes.spots[one].loops)) {
      const path = findLoop(shapes, name, least);
      if (path) return { joined: [name], path, least };
    }
  }
  return { joined: [], path: null };
}

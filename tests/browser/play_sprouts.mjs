// A whole game of Sprouts on the page, drawn by hand against the computer.

import assert from "node:assert/strict";
import { SHAPES, crossings, findLoop, findPath, shift } from "./geometry.mjs";

const ready = "document.querySelector('#board[aria-busy=false] svg.paper') && (document.querySelector('#over') || !document.querySelector('#computer').disabled)";

/** Draws lines from spot to spot until the game is over. `shot(moves)` may take a picture. Returns the number of moves. */
export async function playByHand(page, { touch = false, shot = async () => {} } = {}) {
  let [moves, listed] = [0, 0];
  const known = new Set();
  for (let turn = 0; turn < 40; turn++) {
    await page.until(ready, "the board");
    if (await page.value("Boolean(document.querySelector('#over'))")) {
      assert.ok(listed <= 2, `${listed} of ${moves} moves could not be drawn by hand`);
      return moves;
    }
    await page.value("document.querySelector('#board').scrollIntoView({ block: 'center' })");
    const before = await page.value(SHAPES);
    const { joined, path } = choose(before, turn);
    const steps = () => page.value("document.querySelectorAll('#log li').length");
    const made = await steps();
    // Where a pen of some pixels finds no way, the move is chosen from the list; by far the most lines are drawn.
    if (path) await page.draw(path, touch);
    else {
      listed += 1;
      await page.click("#options button");
    }
    await page.until(`document.querySelectorAll('#log li').length > ${made}`, `the line ${joined.join("-")} (${await page.text("#board-hint")})`, 8);
    moves += 1;
    await shot(moves);
    await page.until(`${ready} && (document.querySelector('#over') || document.querySelectorAll('#log li').length === ${made + 2})`, "the computer's line", 25);
    moves = await steps();
    const after = await page.value(SHAPES);
    // The computer moved too, so its spots are left out as well: those that have lost a line since.
    const names = await page.value("[...document.querySelectorAll('#log .step')].slice(-2).map((e) => e.textContent)");
    const used = names.flatMap((text) => /: (\w+)–(\w+),/.exec(text)?.slice(1) ?? []).map(number);
    assert.deepEqual(crossings(after), [], `crossings after move ${moves}`);
    const width = shift(before, after, [...joined, ...used]);
    assert.ok(width < 0.05 * (names.length > 1 && moves > 1 ? 2 : 1), `a spot went ${width} of the width in two moves`);
    assert.equal(after.agrees, "yes", "the drawing and the engine agree");
    known.add(await page.text("#notation"));
    await shot(moves);
  }
  throw new Error("the game has no end");
}

/** The number of a spot as text, from its name. */
const number = (name) => String([...name].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0) - 1);

/** Two spots and a line between them, different ones in different turns. */
function choose(shapes, turn) {
  const live = Object.keys(shapes.spots).filter((name) => shapes.spots[name].live);
  const pairs = live.flatMap((a, i) => live.slice(i + 1).map((b) => [a, b]));
  for (let k = 0; k < pairs.length; k++) {
    const joined = pairs[(k * 7 + turn * 3) % pairs.length];
    const path = findPath(shapes, ...joined);
    if (path) return { joined, path };
  }
  for (const name of live.filter((one) => shapes.spots[one].loops)) {
    const path = findLoop(shapes, name);
    if (path) return { joined: [name], path };
  }
  return { joined: [], path: null };
}

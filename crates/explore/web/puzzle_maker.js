// Puzzles from exact values: a seed determines a position, and a search finds the right answers.

import { ask, search } from "./api.js";
import { gameOf } from "./games.js";
import { styleOf } from "./rows.js";

export const KINDS = [["win", "Find the winning move"], ["heap", "Which heap?"], ["nimber", "What is the nimber?"]];
export const GRADES = [["1", "Easy"], ["2", "Medium"], ["3", "Hard"]];

/** Random numbers that a seed determines: `random(n)` is below n. */
export function randomNumbers(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (n) => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return state % n;
  };
}

/** A first position and how many moves are made from it. */
function beginning({ kind, game }, grade, random) {
  if (kind === "board") return [["3x4", 2], ["4x4", 2 + random(2)], ["4x5", 2 + random(3)]][grade - 1];
  if (kind === "graph") return [["grid 2x4", 1], ["grid 3x3", 1], ["grid 3x4", 1 + random(2)]][grade - 1];
  if (kind === "spots") return [["3", 2 + random(2)], ["4", 3 + random(3)], ["5", 4 + random(3)]][grade - 1];
  const isStack = styleOf(game) === "stack";
  const most = [6, 9, 14][grade - 1] + (isStack ? 1 : 4);
  const count = isStack ? 2 + Math.min(grade, 2) : 1 + (grade > 1 ? 1 : 0);
  return [Array.from({ length: count }, () => 3 + random(most - 2)).join(" "), 0];
}

/** A position with the values of all its options, or null if that takes too long. */
async function solved(game, position) {
  const look = await ask("position", { game, position });
  const missing = () => look.nimber === null || look.options.some(({ nimber }) => nimber === null);
  if (missing()) {
    await search({ game, position, time: 3000 }, undefined, (event) => {
      if (event.event !== "fact" || event.of === "component") return;
      Object.assign(event.of === "position" ? look : look.options[event.index], { outcome: event.outcome, nimber: event.nimber });
    });
  }
  return missing() || look.truncated ? null : look;
}

/** Whether a position makes a good puzzle of this kind and grade. */
function isGood(look, kind, grade) {
  const wins = look.options.filter(({ outcome }) => outcome === "loss").length;
  if (kind === "nimber") return look.options.length > grade && look.nimber <= 2 + 2 * grade;
  if (wins === 0 || look.options.length < 3) return false;
  const share = wins / look.options.length;
  return share <= [0.5, 0.35, 0.25][grade - 1] || (grade > 1 && wins === 1);
}

/** The puzzle of a seed: {kind, game, grade, seed, look, answers}. The same seed always gives the same puzzle. */
export async function makePuzzle({ kind, game, grade, seed }) {
  const info = gameOf(game);
  for (let attempt = 0; attempt < 40; attempt++) {
    const random = randomNumbers(seed * 1009 + attempt * 31 + grade);
    let [position, moves] = beginning(info, grade, random);
    for (; moves > 0; moves--) {
      const look = await ask("position", { game, position });
      if (look.options.length === 0) break;
      position = look.moves[look.options[random(look.options.length)].first].result;
    }
    const look = await solved(game, position);
    if (!look || !isGood(look, kind, grade)) continue;
    const winning = look.moves.filter((move) => look.options[move.option].outcome === "loss");
    const heaps = new Set(winning.map(({ label }) => label.split("->")[0]));
    if (kind === "heap" && (info.kind !== "heaps" || heaps.size !== 1)) continue;
    return { kind, game, grade, seed, look, winning, heaps: [...heaps] };
  }
  throw new Error("No puzzle of this kind was found: choose another kind or game.");
}

/** The question, in words. */
export function question({ kind, look }) {
  if (kind === "nimber") return "What is the nimber of this position?";
  return kind === "heap" ? "You are to move. From which heap must you take, and how, to win?" : `You are to move, and you can win. Find a winning move${look.options.filter(({ outcome }) => outcome === "loss").length > 1 ? "" : ": there is just one"}.`;
}

/** The answer, in words, for the sheet. */
export function answer({ kind, look, winning, heaps }) {
  if (kind === "nimber") return `${look.nimber}`;
  if (kind === "heap") return `heap of ${heaps.join(", ")}: ${[...new Set(winning.map(({ label }) => label))].join(" or ")}`;
  return [...new Set(winning.map(({ label, result }) => (look.kind === "spots" ? `to ${result}` : label)))].slice(0, 4).join(" or ");
}

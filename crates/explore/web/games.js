// The games as the server lists them: names, rules, examples. The page has no list of its own.

import { ask } from "./api.js";

let list = [];

/** Loads the list. Everything else waits for it. */
export async function loadGames() {
  ({ games: list } = await ask("games", {}));
}

/** All games with a name, in the order of the server. */
export const allGames = () => list;

/** A game by its name or its canonical name. A game without a name is known by its code, and is played with heaps. */
export function gameOf(name) {
  const word = String(name).trim().toLowerCase();
  return list.find((info) => info.name === word || info.game === word)
    ?? { name: word, title: word, game: word, kind: "heaps", example: "10", rules: "a heap game by its code: digit k says what taking k objects from a heap may leave", notation: "heap sizes: '9 5'" };
}

/** The rules of a game in two sentences. */
export function rulesOf({ rules }) {
  return `${rules[0].toUpperCase()}${rules.slice(1)}. Whoever cannot move loses.`;
}

// The games of the page: names, rules in two lines, first positions, and how a heap is shown.

/** `row` says how heaps of a game look: see rows.js. */
export const GAMES = [
  { code: "sprouts", name: "Sprouts", kind: "spots", start: "5",
    rules: "Join two spots by a line, or a spot to itself, and put a new spot on the line. No line may cross or touch another, and no spot may have more than three lines.",
    win: "Whoever cannot draw a line loses." },
  { code: "cram", name: "Cram", kind: "board", start: "4x5",
    rules: "Place a domino on two free neighbouring cells, across or down.", win: "Whoever cannot place one loses." },
  { code: "nim", name: "Nim", kind: "heaps", start: "7 5 4 2", row: "stack",
    rules: "Take any number of objects, at least one, from a single heap.", win: "Whoever takes the last object wins." },
  { code: "kayles", id: "0.77", name: "Kayles", kind: "heaps", start: "8 5", row: "pins",
    rules: "Knock down one pin, or two pins that stand side by side.", win: "Whoever knocks down the last pin wins." },
  { code: "dawson-kayles", id: "0.07", name: "Dawson's Kayles", kind: "heaps", start: "9", row: "pairs",
    rules: "Knock down two pins that stand side by side.", win: "Whoever cannot move loses." },
  { code: "dawson-chess", id: "0.137", name: "Dawson's Chess", kind: "heaps", start: "9", row: "cells",
    rules: "Mark a free cell that has no marked neighbour: the cell and its neighbours are gone. (Pawns on n files that must capture come to the same.)",
    win: "Whoever cannot mark a cell loses." },
  { code: "treblecross", id: "0.007", name: "Treblecross", kind: "heaps", start: "11", row: "crosses",
    rules: "Put a cross into a free cell of the strip. Three crosses in a row win, so nobody plays within two cells of another cross: these cells are gone. A heap of n + 2 is a strip of n cells.",
    win: "Whoever has no safe cell left loses." },
  { code: "officers", id: "0.6", name: "Officers", kind: "heaps", start: "9", row: "single",
    rules: "Take one object of a row, from an end or from within; something of the row must be left.", win: "Whoever cannot move loses." },
  { code: "couples-are-forever", id: "couples-are-forever", name: "Couples are Forever", kind: "heaps", start: "8", row: "cut",
    rules: "Break a heap in two. A heap of two is a couple and stays together.", win: "Whoever cannot move loses." },
  { code: "grundy", id: "4!.0", name: "Grundy's game", kind: "heaps", start: "10", row: "cut",
    rules: "Break a heap into two heaps of different size.", win: "Whoever cannot move loses." },
  { code: "node-kayles", name: "Node-Kayles", kind: "graph", start: "grid 3x4", rules: "Choose a vertex: it and its neighbours are gone.", win: "Whoever cannot move loses." },
  { code: "arc-kayles", name: "Arc-Kayles", kind: "graph", start: "grid 3x4", rules: "Choose an edge: its two vertices, with all their edges, are gone.", win: "Whoever cannot move loses." },
  { code: "domination", name: "Domination", kind: "graph", start: "grid 3x3", rules: "Choose a vertex that marks something new: it and its neighbours become marked.", win: "Whoever cannot mark anything new loses." },
];

/** What is known of a game, by name or code. Codes without a name are described by their digits. */
export function gameOf(code) {
  const word = String(code).trim().toLowerCase();
  return GAMES.find((game) => game.code === word || game.id === word)
    ?? { code, name: code, kind: "heaps", start: "10", row: "stack", rules: octal(word), win: "Whoever cannot move loses." };
}

function octal(code) {
  const digits = /^0?\.([0-9a-v]+)$/.exec(code)?.[1];
  if (!digits) return "A game with heaps: choose a move among the options.";
  const how = ["the whole heap", "leaving one heap", "leaving two heaps", "leaving three heaps", "leaving four heaps"];
  const lines = [...digits].map((digit, i) => {
    const value = parseInt(digit, 32);
    const ways = how.filter((_, bit) => (value >> bit) & 1);
    return ways.length ? `take ${i + 1} ${ways.join(" or ")}` : null;
  }).filter(Boolean);
  return lines.length ? `From one heap: ${lines.join("; ")}.` : "There are no moves.";
}

/** Levels of the computer, by name, and how often in a hundred moves it does not think. */
export const LEVELS = [["perfect", "Perfect", 0], ["good", "Good", 15], ["learner", "Learner", 45], ["random", "Random", 100]];

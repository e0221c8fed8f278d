// Puzzles on the page: one at a time on the board, or a sheet to print.

import { ask } from "./api.js";
import { at, el, put } from "./dom.js";
import { allGames, gameOf, rulesOf } from "./games.js";
import { mini } from "./pictures.js";
import { GRADES, KINDS, answer, makePuzzle, question } from "./puzzle_maker.js";
import { play } from "./state.js";

let current = null;
const choice = (id, label, options, value) => {
  const select = el("select", { id }, options.map(([code, name]) => el("option", { value: code }, name)));
  select.value = value;
  return el("label", {}, `${label} `, select);
};

/** Shows the form in which puzzles are chosen. */
export function puzzleForm() {
  const chosen = { kind: "win", game: play.game ? gameOf(play.game).name : "cram", grade: 1, seed: 1 + Math.floor(Math.random() * 9999) };
  put(at("puzzle-form"), el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); openPuzzle(read()); } },
    choice("puzzle-kind", "Kind", KINDS, chosen.kind), choice("puzzle-game", "Game", allGames().map(({ name, title }) => [name, title]), chosen.game), choice("puzzle-grade", "Level", GRADES, "1"),
    el("label", {}, "Number ", el("input", { type: "number", id: "puzzle-seed", min: 1, max: 99999, value: chosen.seed })),
    el("button", { id: "puzzle-start" }, "Start"), el("button", { type: "button", id: "puzzle-sheet", onclick: () => sheet(read()) }, "Sheet of 6")));
}

const read = () => ({ puzzle: at("puzzle-kind").value, game: at("puzzle-game").value, level: at("puzzle-grade").value, seed: at("puzzle-seed").value });
const asked = ({ puzzle, game, level, seed }) => ({ kind: KINDS.some(([kind]) => kind === puzzle) ? puzzle : "win", game: game ?? "cram", grade: Math.min(3, Math.max(1, Number(level) || 1)), seed: Math.max(1, Math.trunc(Number(seed)) || 1) });

/** Shows a puzzle on the board. */
export async function openPuzzle(link) {
  const wanted = asked(link);
  put(at("puzzle-state"), "Making a puzzle…");
  try {
    const puzzle = await makePuzzle(wanted);
    current = { ...puzzle, tried: 0 };
    play.puzzle = `#${new URLSearchParams({ puzzle: puzzle.kind, game: puzzle.game, grade: puzzle.grade, seed: puzzle.seed })}`;
    document.body.classList.add("puzzling");
    if (location.hash !== play.puzzle) history.pushState(null, "", play.puzzle);
    draw("");
    window.dispatchEvent(new CustomEvent("puzzle-board", { detail: { game: puzzle.game, position: puzzle.look.position } }));
    at("board").scrollIntoView({ block: "center" });
  } catch (problem) {
    put(at("puzzle-state"), problem.message);
  }
}

/** Ends the puzzle. */
export function endPuzzle() {
  current = null;
  play.puzzle = null;
  document.body.classList.remove("puzzling");
  put(at("puzzle"));
}

function draw(verdict, solved = false) {
  const { kind, game, grade, seed } = current;
  const next = () => openPuzzle({ puzzle: kind, game, level: grade, seed: seed + 1 });
  const number = el("input", { type: "number", min: 0, max: 99, id: "puzzle-answer", "aria-label": "The nimber" });
  put(at("puzzle"), el("strong", {}, `Puzzle ${seed} · ${GRADES[grade - 1][1]}`), el("p", { id: "question" }, question(current)),
    kind === "nimber" && !solved ? el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); checkNimber(Number(number.value)); } }, number, el("button", {}, "Answer")) : null,
    verdict ? el("p", { id: "puzzle-verdict", class: solved ? "good" : "bad", role: "status" }, verdict) : null,
    el("div", { class: "row" }, verdict && !solved && kind !== "nimber" ? el("button", { type: "button", id: "puzzle-retry", onclick: () => { play.visit(play.root); play.changed(); draw(""); } }, "Try again") : null,
      el("button", { type: "button", id: "puzzle-next", onclick: next }, "Next puzzle"), el("button", { type: "button", class: "quiet", id: "puzzle-end", onclick: () => { endPuzzle(); play.changed(); } }, "Leave the puzzle")));
  put(at("puzzle-state"));
}

function checkNimber(number) {
  current.tried += 1;
  const { nimber, options } = current.look;
  const values = [...new Set(options.map((option) => option.nimber))].sort((a, b) => a - b);
  if (number === nimber) draw(`Right: mex{${values.join(", ")}} = ${nimber}.`, true);
  else draw(current.tried < 2 ? "No. Find the nimbers of its options; the answer is the least number missing among them." : `No. The options have nimbers ${values.join(", ")}.`);
}

/** Checks the first move on the board. */
async function judge() {
  if (!current || current.kind === "nimber" || play.at.number !== 1 || play.game !== current.game) return;
  const made = play.at;
  const { outcome, children } = await ask("solution", { game: play.game, position: made.position });
  if (play.at !== made) return;
  if (outcome === "loss") draw("Solved! Whatever is played now, you have an answer.", true);
  else draw(`No: the other player now wins${children[0] && !made.drawing ? `, with ${children[0].label}` : ""}.`);
}

/** Puzzles with their answers, to print. */
async function sheet(link) {
  const first = asked(link);
  put(at("puzzle-state"), "Making a sheet…");
  try {
    const puzzles = [];
    for (let k = 0; k < 6; k++) puzzles.push(await makePuzzle({ ...first, seed: first.seed + k }));
    const picture = ({ game, look }) => mini(game, look.position) ?? el("code", { class: "text" }, look.position);
    put(at("sheet"), el("h2", {}, `${gameOf(first.game).title}: ${KINDS.find(([kind]) => kind === first.kind)[1].toLowerCase()}`), el("p", {}, rulesOf(gameOf(first.game))),
      el("button", { type: "button", class: "no-print", onclick: () => window.print() }, "Print"),
      el("ol", { class: "puzzles" }, puzzles.map((puzzle) => el("li", {}, picture(puzzle), el("p", {}, question(puzzle))))),
      el("section", { class: "answers" }, el("h2", {}, "Answers"), el("ol", {}, puzzles.map((puzzle) => el("li", {}, answer(puzzle))))));
    at("sheet").hidden = false;
    put(at("puzzle-state"));
    at("sheet").scrollIntoView();
  } catch (problem) {
    put(at("puzzle-state"), problem.message);
  }
}

play.listeners.push(() => { judge().catch(() => {}); });

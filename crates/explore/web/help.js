// Rules of the games and keys, in a dialog.

import { at, el, put } from "./dom.js";
import { GAMES, gameOf } from "./games.js";
import { mini } from "./pictures.js";

const KEYS = [["u or ←", "undo"], ["r or →", "redo"], ["h", "hint"], ["c", "the computer moves"], ["n", "the game from the beginning"], ["1 to 9", "one of the lines offered in Sprouts"],
  ["Escape", "let go of a spot"], ["arrows on the board", "from move to move"], ["Enter", "play the move, choose the spot"], ["?", "this list"]];

/** The rules of a game; without one, all games and the keys. */
export function showRules(game) {
  const shown = game === null ? GAMES : [gameOf(game)];
  const example = (info) => (info.kind === "spots" ? "0.AB|AB" : info.kind === "graph" ? "grid 2x3" : info.kind === "board" ? "##../..#./..#." : info.row === "stack" ? "4 3 2" : info.row === "crosses" ? "8" : "6");
  put(at("dialog-body"),
    shown.map((info) => el("section", {}, el("h3", {}, info.name), el("div", { class: "rule" }, mini(info.code, example(info)), el("p", {}, `${info.rules} ${info.win}`)))),
    game === null ? [el("h3", {}, "Keys"), el("dl", { class: "keys" }, KEYS.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]))] : []);
  at("dialog").showModal();
}

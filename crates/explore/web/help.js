// Rules of the games and keys, in a dialog.

import { at, el, put } from "./dom.js";
import { allGames, gameOf, rulesOf } from "./games.js";
import { mini } from "./pictures.js";

const KEYS = [["u or ←", "undo"], ["r or →", "redo"], ["h", "hint"], ["c", "the computer moves"], ["n", "new game from the same position"], ["1 to 9", "choose one of the lines offered in Sprouts"],
  ["+ and −", "zoom the drawing of Sprouts"], ["Escape", "cancel the choice of a spot"], ["arrows on the board", "go from move to move"], ["Enter", "play the move, choose the spot"], ["?", "this list"]];

/** The rules of a game; for `null`, of all games, with the keys. */
export function showRules(game) {
  const shown = game === null ? allGames() : [gameOf(game)];
  put(at("dialog-body"),
    shown.map((info) => el("section", {}, el("h3", {}, info.title), el("div", { class: "rule" }, mini(info.name, info.example), el("p", {}, rulesOf(info), el("br"), el("span", { class: "hint" }, `Notation: ${info.notation}`))))),
    game === null ? [el("h3", {}, "Keys"), el("dl", { class: "keys" }, KEYS.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]))] : []);
  at("dialog").showModal();
}

// Choosing a game and a position.

import { empty, writeCram } from "./boards.js";
import { at, el, put } from "./dom.js";
import { kindOf } from "./pictures.js";

const STARTS = { cram: "4x5", sprouts: "4", nim: "7 5 4 2" };
const HEAP_GAMES = [
  ["kayles", "Kayles", "8 5"], ["dawson-kayles", "Dawson's Kayles", "9"], ["dawson-chess", "Dawson's Chess", "9"],
  ["treblecross", "Treblecross", "9"], ["officers", "Officers", "9"], ["couples-are-forever", "Couples are forever", "8"], ["grundy", "Grundy's game", "10"],
];

const numberBox = (label, value, most) => {
  const input = el("input", { type: "number", min: 1, max: most, value });
  const number = () => Math.min(most, Math.max(1, Math.trunc(Number(input.value)) || 1));
  return { label: el("label", {}, `${label} `, input), number };
};

/** The buttons of the games. `open(game, position)` shows one. */
export function games(current, open) {
  const button = (game, name, start) =>
    el("button", { type: "button", "aria-current": String(current === game), onclick: () => open(game, start) }, name);
  const select = el("select", { "aria-label": "Heap games", onchange: () => {
    const chosen = HEAP_GAMES.find(([code]) => code === select.value);
    if (chosen) open(chosen[0], chosen[2]);
  } }, el("option", { value: "" }, "Heap games…"), HEAP_GAMES.map(([code, name]) => el("option", { value: code }, name)));
  put(at("games"), button("cram", "Cram", STARTS.cram), button("sprouts", "Sprouts", STARTS.sprouts), button("nim", "Nim", STARTS.nim), select);
}

/** What can be chosen by clicking for this game. `view.editing` says whether cells are being filled. */
export function setup(game, position, view, open) {
  at("text").value = position;
  const box = at("setup");
  switch (kindOf(game)) {
    case "board": {
      const [rows, columns] = [numberBox("Rows", 4, 32), numberBox("columns", 5, 32)];
      const edit = el("button", { type: "button", "aria-pressed": String(view.editing), onclick: () => {
        view.editing = !view.editing;
        edit.setAttribute("aria-pressed", String(view.editing));
        view.drawBoard();
      } }, "Fill cells");
      const show = () => open(game, view.editing ? writeCram(empty(rows.number(), columns.number())) : `${rows.number()}x${columns.number()}`);
      put(box, el("div", { class: "row" }, rows.label, columns.label, el("button", { type: "button", id: "empty", onclick: show }, "Empty board"), edit));
      break;
    }
    case "spots": {
      const spots = numberBox("Spots", 4, 100);
      put(box, el("div", { class: "row" }, spots.label, el("button", { type: "button", id: "empty", onclick: () => open(game, String(spots.number())) }, "Start")));
      break;
    }
    default: {
      const heap = numberBox("Heap of", 5, 1000);
      const code = el("input", { type: "text", placeholder: "0.77", "aria-label": "Code of a heap game", maxlength: 200 });
      put(box,
        el("div", { class: "row" }, heap.label,
          el("button", { type: "button", onclick: () => open(game, `${position === "0" ? "" : position} ${heap.number()}`.trim()) }, "Add"),
          el("button", { type: "button", onclick: () => open(game, String(heap.number())) }, "Only this")),
        el("form", { class: "row", onsubmit: (event) => {
          event.preventDefault();
          if (code.value.trim()) open(code.value.trim(), "10");
        } }, el("span", {}, "A game by its code "), code, el("button", {}, "Open")));
    }
  }
}

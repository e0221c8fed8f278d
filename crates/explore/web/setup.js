// Choosing a game and a position.

import { empty, writeCram } from "./boards.js";
import { at, el, put } from "./dom.js";
import { GAMES, gameOf } from "./games.js";

const numberBox = (label, value, most) => {
  const input = el("input", { type: "number", min: 1, max: most, value, "aria-label": label });
  const number = () => Math.min(most, Math.max(1, Math.trunc(Number(input.value)) || 1));
  return { label: el("label", {}, `${label} `, input), number };
};

/** The buttons of the games. `open(game, position)` shows one. */
export function games(current, open) {
  const here = gameOf(current);
  const first = GAMES.slice(0, 4), others = GAMES.slice(4);
  const button = (game) => el("button", { type: "button", "aria-current": String(here === game), onclick: () => open(game.code, game.start) }, game.name);
  const listed = first.includes(here) || others.includes(here);
  const select = el("select", { "aria-label": "More games", class: first.includes(here) ? "" : "current", onchange: () => {
    const chosen = others.find(({ code }) => code === select.value);
    if (chosen) open(chosen.code, chosen.start);
  } }, el("option", { value: "" }, listed ? "More games…" : `Heap game ${here.name}`), others.map(({ code, name }) => el("option", { value: code }, name)));
  select.value = others.includes(here) ? here.code : "";
  put(at("games"), first.map(button), select);
}

/** The size of a board that is empty or not. */
function sizeOf(text) {
  const found = /^(\d+)\s*[xX]\s*(\d+)$/.exec(text.trim());
  if (found) return [Number(found[1]), Number(found[2])];
  const rows = text.split("+")[0].trim().split("/");
  return /^[.#_:]/.test(text) ? [rows.length, Math.max(...rows.map((row) => row.replace(/:/g, "").trim().length))] : [4, 5];
}

/** What can be chosen by clicking for this game. `view.editing` says whether cells are being filled. */
export function setup(play, view, open) {
  const { game, start } = play;
  if (document.activeElement !== at("text")) at("text").value = view.look.kind === "spots" ? at("notation").textContent : play.position;
  const box = at("setup");
  if (box.contains(document.activeElement) && box.dataset.game === game && box.dataset.start === start) return;
  Object.assign(box.dataset, { game, start });
  switch (gameOf(game).kind) {
    case "board": {
      const [high, wide] = sizeOf(start);
      const [rows, columns] = [numberBox("Rows", high, 32), numberBox("columns", wide, 32)];
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
      const spots = numberBox("Spots", /^\d+$/.test(start) ? Number(start) : 5, 60);
      put(box, el("div", { class: "row" }, spots.label, el("button", { type: "button", id: "empty", onclick: () => open(game, String(spots.number())) }, "Start")));
      break;
    }
    case "graph":
      put(box, el("p", { class: "hint" }, "A graph by its edges or by name: 0-1 1-2, grid 3x4, cycle 7, path 9."));
      break;
    default: {
      const heap = numberBox("Heap of", Number(/\d+/.exec(start)?.[0] ?? 5) || 5, 1000);
      const code = el("input", { type: "text", placeholder: "0.77", "aria-label": "Code of a heap game", maxlength: 200 });
      put(box,
        el("div", { class: "row" }, heap.label,
          el("button", { type: "button", onclick: () => open(game, `${play.position === "0" ? "" : play.position} ${heap.number()}`.trim()) }, "Add"),
          el("button", { type: "button", onclick: () => open(game, String(heap.number())) }, "Only this")),
        el("form", { class: "row", onsubmit: (event) => {
          event.preventDefault();
          if (code.value.trim()) open(code.value.trim(), "10");
        } }, el("span", {}, "A game by its code "), code, el("button", {}, "Open")));
    }
  }
}

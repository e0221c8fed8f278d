// Choosing a game and a position.

import { empty, writeCram } from "./boards.js";
import { at, el, put } from "./dom.js";
import { allGames, gameOf } from "./games.js";

/** So many games have a button, the others are in a list. */
const BUTTONS = 3;

const numberBox = (label, value, most) => {
  const input = el("input", { type: "number", min: 1, max: most, value, "aria-label": label });
  const number = () => Math.min(most, Math.max(1, Math.trunc(Number(input.value)) || 1));
  return { label: el("label", {}, `${label} `, input), number };
};

/** Shows the games to choose from. `open(game, position)` opens one. */
export function games(current, open) {
  const here = gameOf(current);
  const first = allGames().slice(0, BUTTONS), others = allGames().slice(BUTTONS);
  const button = (game) => el("button", { type: "button", "aria-current": String(here === game), onclick: () => open(game.name, game.example) }, game.title);
  const listed = first.includes(here) || others.includes(here);
  const select = el("select", { "aria-label": "More games", class: first.includes(here) ? "" : "current", onchange: () => {
    const chosen = others.find(({ name }) => name === select.value);
    if (chosen) open(chosen.name, chosen.example);
  } }, el("option", { value: "" }, listed ? "More games…" : `Heap game ${here.title}`), others.map(({ name, title }) => el("option", { value: name }, title)));
  select.value = others.includes(here) ? here.name : "";
  put(at("games"), first.map(button), select);
}

/** Shows the fields with which a position of this game is chosen. `view.editing` says whether cells are being filled. */
export function setup(play, view, open) {
  const { game, start } = play;
  if (document.activeElement !== at("text")) at("text").value = view.look.kind === "spots" ? at("notation").textContent : play.position;
  const box = at("setup");
  if (box.contains(document.activeElement) && box.dataset.game === game && box.dataset.start === start) return;
  Object.assign(box.dataset, { game, start });
  const info = gameOf(game);
  switch (view.look.kind) {
    case "board": {
      const [cells] = view.look.boards.map(({ rows: read }) => read);
      const [high, wide] = cells ? [cells.length, cells[0]?.length ?? 1] : [3, 4];
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
      const spots = numberBox("Spots", Number.parseInt(start, 10) || Number(info.example), 60);
      put(box, el("div", { class: "row" }, spots.label, el("button", { type: "button", id: "empty", onclick: () => open(game, String(spots.number())) }, "Start")));
      break;
    }
    case "graph":
    case "text":
      put(box, el("p", { class: "hint" }, `Notation: ${info.notation}`));
      break;
    default: {
      const heap = numberBox("Heap of", view.look.heaps?.[0] || 5, 1000);
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

// The solution tree, unfolded step by step: every node is requested from the server when it is opened.

import { ask } from "./api.js";
import { at, el, put } from "./dom.js";
import { badge, mini, short } from "./pictures.js";

/** Starts a tree at a position. `open` shows a position on the board. */
export function grow(game, position, open) {
  const root = node(game, { label: position, result: position, outcome: null }, open);
  put(at("tree"), root);
  root.open = true;
}

function node(game, { label, result, outcome }, open) {
  const value = el("span", {}, badge(outcome));
  const note = el("span", { class: "hint" });
  const below = el("div", {});
  const look = el("button", { type: "button", class: "quiet", onclick: (event) => { event.preventDefault(); open(game, result); } }, "Show");
  const summary = el("summary", {}, mini(game, result), el("span", { class: "text" }, short(label, 80)), value, note, look);
  const details = el("details", {}, summary, below);
  let asked = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || asked) return;
    asked = true;
    put(note, "thinking…");
    try {
      const step = await ask("solution", { game, position: result });
      put(value, badge(step.outcome));
      put(note, sentence(step));
      if (step.children.length === 0) details.classList.add("end");
      put(below, step.children.map((child) => node(game, child, open)));
      if (step.outcome === null) asked = false;
    } catch (error) {
      asked = false;
      put(note, error.message);
    }
  });
  return details;
}

function sentence({ outcome, children, stopped }) {
  if (outcome === "win") return "winning, by this move:";
  if (outcome === "loss" && children.length === 0) return "losing: no move is left";
  if (outcome === "loss") return `losing: all ${children.length} options are winning`;
  return stopped === "moves" ? "too many moves to list" : "unknown: the search took too long; fold and unfold to go on";
}

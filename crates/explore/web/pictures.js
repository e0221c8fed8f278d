// Small pictures of positions, for lists and trees.

import { picture } from "./api.js";
import { cramBoard, plain, readCram } from "./boards.js";
import { el } from "./dom.js";
import { gameOf } from "./games.js";
import { heapBoard, readHeaps } from "./rows.js";

/** A small picture, or the text where a picture would say nothing. */
export function mini(game, position) {
  const { kind, row } = gameOf(game);
  switch (kind) {
    case "board": {
      const boards = readCram(position);
      if (boards.some((board) => board === null)) return plain(position);
      return el("span", { class: "minis" }, boards.map((board) => cramBoard(board, { mini: true })));
    }
    case "heaps": {
      const sizes = readHeaps(position).filter((size) => size > 0);
      return sizes.length && sizes.length <= 8 && Math.max(...sizes) <= 12 ? heapBoard(row, sizes, { mini: true }) : null;
    }
    default:
      return position.length > 120 ? null : el("img", { class: "mini", src: picture(game, position), alt: "", loading: "lazy" });
  }
}

/** A badge for an outcome or a nimber. */
export function badge(outcome, nimber) {
  if (nimber !== null && nimber !== undefined) {
    return el("span", { class: nimber === 0 ? "badge loss" : "badge win", title: `nimber ${nimber}` }, String(nimber));
  }
  if (outcome === "loss") return el("span", { class: "badge loss", title: "the player to move loses" }, "L");
  if (outcome === "win") return el("span", { class: "badge win", title: "the player to move wins" }, "W");
  return el("span", { class: "badge", title: "unknown" }, "?");
}

export const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

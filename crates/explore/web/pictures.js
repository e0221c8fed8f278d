// Small pictures of positions for lists and trees, and badges for values.

import { picture } from "./api.js";
import { el } from "./dom.js";

/** Longer texts have pictures that are too small to see anything. */
const LONGEST = 1200;

/** A small picture of a position, drawn by the server; it disappears where the server has none. */
export function mini(game, position) {
  if (position.length > LONGEST) return null;
  const image = el("img", { class: "mini", src: picture(game, position), alt: "", loading: "lazy", onerror: () => image.remove() });
  return image;
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

// Games on graphs: the server's picture, with vertices or edges that can be clicked. A move is named by its vertex, `3`, or by
// its edge, `0-1`; in a sum the number of the graph comes first, `2:0-1`.
//
// The picture of the first position of a game is kept: vertices stay where they are, and those that are gone turn grey.

import { drawing } from "./api.js";
import { plain } from "./boards.js";
import { pressable, put, svg } from "./dom.js";

const SHAPES = "[data-vertex], [data-edge]";

/**
 * Draws a position into `board`. `first` is the first position of the game, `moves` maps labels to {press, value, wins}, and
 * `isCurrent()` says whether the position is still shown.
 */
export async function drawGraph(board, { game, position }, first, { moves, hinted, isCurrent }) {
  const pictures = await Promise.all([load(game, position), load(game, first)]).catch(() => null);
  if (!isCurrent()) return;
  if (!pictures) return void put(board, plain(position));
  const [now, before] = pictures;
  const picture = merge(now, before) ?? now;
  picture.setAttribute("class", "graph");
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", "The graph");
  const count = boardsOf(picture);
  for (const shape of picture.querySelectorAll(SHAPES)) {
    const label = `${count > 1 ? `${Number(shape.dataset.board) + 1}:` : ""}${shape.dataset.vertex ?? shape.dataset.edge}`;
    const move = moves.get(label);
    if (move) makeMove(shape, label, move, hinted === label);
  }
  put(board, picture);
}

async function load(game, position) {
  const parsed = new DOMParser().parseFromString(await drawing(game, position), "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error("the picture cannot be read");
  return document.importNode(parsed.documentElement, true);
}

const boardsOf = (picture) => new Set([...picture.querySelectorAll("[data-board]")].map((shape) => shape.dataset.board)).size;
const nameOf = ({ dataset: { board, vertex, edge } }) => `${board}:${vertex ?? edge}`;

/** The first picture with the vertices and edges of the present one, the others grey; null if they do not fit. */
function merge(now, before) {
  const present = new Map([...now.querySelectorAll(SHAPES)].map((shape) => [nameOf(shape), shape]));
  const shapes = [...before.querySelectorAll(SHAPES)];
  const known = new Set(shapes.map(nameOf));
  if ([...present.keys()].some((name) => !known.has(name))) return null;
  for (const shape of shapes) {
    const still = present.get(nameOf(shape));
    if (still) {
      shape.setAttribute("class", still.getAttribute("class"));
      continue;
    }
    shape.classList.add("gone");
    // The number of a vertex follows it.
    if (shape.nextElementSibling?.tagName === "text") shape.nextElementSibling.classList.add("gone");
  }
  return before;
}

/** Puts a shape into a group that can be pressed, with a wide invisible copy for fingers. */
function makeMove(shape, label, move, isHinted) {
  const [x, y] = middle(shape);
  const group = svg("g", { class: ["move", move.wins ? "wins" : "", isHinted ? "hinted" : ""].filter(Boolean).join(" "), "data-x": x, "data-y": y, "data-label": label });
  shape.replaceWith(group);
  const hit = shape.cloneNode(false);
  hit.setAttribute("class", "hit");
  for (const name of ["data-vertex", "data-edge", "data-board"]) hit.removeAttribute(name);
  group.append(shape, hit);
  pressable(group, `Play ${label}${move.value === undefined ? "" : `, nimber ${move.value}${move.wins ? ", a winning move" : ""}`}`, move.press);
}

/** The middle of a vertex or an edge. */
function middle(shape) {
  if (shape.hasAttribute("cx")) return ["cx", "cy"].map((name) => Number(shape.getAttribute(name)));
  const numbers = (shape.getAttribute("d")?.match(/-?\d+(\.\d+)?/g) ?? ["0", "0"]).map(Number);
  return [(numbers[0] + numbers.at(-2)) / 2, (numbers[1] + numbers.at(-1)) / 2];
}

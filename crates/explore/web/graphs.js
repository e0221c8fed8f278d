// Games on graphs: the server's picture, with vertices or edges that can be clicked. A move is named by its vertex, `3`, or by
// its edge, `0-1`; in a sum the number of the graph comes first, `2:0-1`.

import { drawing } from "./api.js";
import { plain } from "./boards.js";
import { pressable, put } from "./dom.js";

/** Draws a position into `board`. `moves` maps labels to {press, value, wins}; `isCurrent()` says whether it is still wanted. */
export async function drawGraph(board, { game, position }, { moves, hinted, isCurrent }) {
  let text;
  try {
    text = await drawing(game, position);
  } catch {
    if (isCurrent()) put(board, plain(position));
    return;
  }
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (!isCurrent() || parsed.querySelector("parsererror")) return;
  const picture = document.importNode(parsed.documentElement, true);
  picture.setAttribute("class", "graph");
  picture.setAttribute("role", "group");
  const boards = new Set([...picture.querySelectorAll("[data-board]")].map((shape) => shape.dataset.board));
  for (const shape of picture.querySelectorAll("[data-vertex], [data-edge]")) {
    const label = `${boards.size > 1 ? `${Number(shape.dataset.board) + 1}:` : ""}${shape.dataset.vertex ?? shape.dataset.edge}`;
    const move = moves.get(label);
    if (!move) continue;
    shape.classList.add("move", ...(move.wins ? ["wins"] : []), ...(hinted === label ? ["hinted"] : []));
    const box = ["cx", "cy"].map((name) => shape.getAttribute(name) ?? "0");
    shape.setAttribute("data-x", box[0]);
    shape.setAttribute("data-y", box[1]);
    pressable(shape, `Play ${label}${move.value === undefined ? "" : `, nimber ${move.value}${move.wins ? ", a winning move" : ""}`}`, move.press);
  }
  put(board, picture);
}

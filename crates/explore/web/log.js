// The list of moves, the end of the game, and where it was lost.

import { ask } from "./api.js";
import { at, el, put } from "./dom.js";
import { short } from "./pictures.js";

/** Draws the list. `visit(node)` goes to a move. */
export function drawLog(play, over, visit) {
  const name = (node) => (node.who === "computer" ? "Computer" : play.against ? "You" : node.number % 2 ? "First" : "Second");
  const button = (node) => el("button", { type: "button", class: ["step", node === play.at ? "here" : "", node.verdict ? "mistake" : ""].filter(Boolean).join(" "), "data-step": node.number,
    "aria-current": node === play.at ? "step" : undefined, onclick: () => visit(node) },
  `${name(node)}: ${short(node.label, 60)}${node.verdict ? " ?" : ""}`);
  const steps = play.line.map((node) => el("li", { class: node.number > play.at.number ? "future" : "" }, button(node),
    node.why ? el("span", { class: "why" }, node.why) : null, node.verdict ? el("span", { class: "why" }, node.verdict) : null,
    node.parent.children.length > 1 ? el("span", { class: "variations" }, "also: ", node.parent.children.filter((other) => other !== node).map((other) => el("button", { type: "button", class: "quiet", onclick: () => visit(other) }, short(other.label, 30)))) : null));
  put(at("log"), steps);
  const here = at("log").querySelector(".here");
  if (here) at("log").scrollTop = here.offsetTop - at("log").offsetTop - 60;
  at("undo").disabled = !play.at.parent;
  at("redo").disabled = !play.at.next;
  at("computer").disabled = over;
  at("hint").disabled = over;
  put(at("end"), over ? end(play) : []);
  at("end").hidden = !over;
}

function end(play) {
  const last = play.at.parent ? play.at : null;
  const words = !last ? "No move is left." : !play.against ? `The ${play.at.number % 2 ? "second" : "first"} player cannot move and loses.`
    : play.turn === "you" ? "You cannot move: you lose." : "The computer cannot move: you win!";
  return [el("strong", { id: "over" }, words), el("span", { class: "row" }, el("button", { type: "button", id: "once-more", onclick: () => at("restart").click() }, "Play again"),
    last ? el("button", { type: "button", id: "review", onclick: () => at("mistakes").click() }, "Where was it lost?") : null)];
}

/** Finds the mistakes: moves from a winning position to one in which the other player wins. */
export async function review(play, status) {
  const nodes = [play.root, ...play.line];
  const outcomes = [];
  for (const node of nodes) {
    status(`Looking at position ${node.number + 1} of ${nodes.length}…`);
    outcomes.push(await ask("solution", { game: play.game, position: node.position }));
  }
  let last = null;
  nodes.forEach((node, i) => {
    node.verdict = null;
    if (i === 0 || outcomes[i - 1].outcome !== "win" || outcomes[i].outcome !== "win") return;
    node.verdict = "A mistake: the position before it was won.";
    node.better = outcomes[i - 1].children[0];
    last = node;
  });
  if (outcomes.some(({ outcome }) => outcome === null)) return "Some positions are too hard to decide in this time, so this may not be all.";
  if (last === null) return "Nobody made a mistake: the outcome was fixed from the beginning.";
  const who = last.who === "computer" ? "the computer" : play.against ? "you" : last.number % 2 ? "the first player" : "the second player";
  return `It was lost at move ${last.number} (${short(last.label, 40)}) by ${who}. Mistakes are marked with “?” in the list; before each of them the position was won.`;
}

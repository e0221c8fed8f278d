// The page: clicks change the game, and the game determines what is shown and searched.
//
// Invariant: moves are accepted only on a board that shows the current position. From a move until its position has arrived,
// `busy` is set and every other move is ignored.

import { ask, drawing as picture } from "./api.js";
import { openCertificate } from "./certificate.js";
import { at, el, put } from "./dom.js";
import { exportAs } from "./export.js";
import { allGames, gameOf, loadGames } from "./games.js";
import { drawLog, review } from "./log.js";
import { showRules } from "./help.js";
import { prove } from "./prove.js";
import { endPuzzle, openPuzzle, puzzleForm } from "./puzzles.js";
import { startSearch, stopSearch } from "./searching.js";
import { games, setup } from "./setup.js";
import { SproutsTable, firstDrawing, lineOfLink } from "./sprouts/table.js";
import { LEVELS, SETTINGS, linkOf, play, readLink } from "./state.js";
import { grow } from "./tree.js";
import { View } from "./view.js";

let busy = true;
let generation = 0;
const sprouts = new SproutsTable(null, (made, frames) => { play.add(made); play.changed({ frames, slowly: made.who === "computer" }); });
const view = new View((move) => { if (!busy && mayMove()) make(move, "you"); }, (text) => { view.keepEditing = true; open(play.game, text); }, sprouts);
sprouts.view = view;

const mayMove = () => view.node === play.at && play.turn === "you";
const error = (words) => put(at("error"), words);

function make(move, who, why = "") {
  if (play.at.drawing && move.line) return sprouts.make(move, who, why);
  play.add({ position: move.result, label: move.label, who, why });
  play.changed();
}

function lock(locked) {
  busy = locked;
  at("board").setAttribute("aria-busy", String(locked));
  sprouts.board.locked = locked || !mayMove();
}

/** Shows the current position. `frames` are the pictures of an animation; `remember` adds an entry to the browser's history. */
async function show({ frames = null, slowly = false, remember = true } = {}) {
  const mine = ++generation;
  stopSearch();
  lock(true);
  delete at("board").dataset.shown;
  const link = linkOf(play);
  if (remember && location.hash && location.hash !== link) history.pushState(null, "", link);
  else history.replaceState(null, "", link);
  const node = play.at;
  if (!view.keepEditing) view.editing = false;
  view.keepEditing = false;
  view.showValues = play.showValues;
  settings();
  drawLog(play, false, visit);
  at("choices").hidden = true;
  error("");
  const info = gameOf(play.game);
  document.title = `${info.title} · grundy explorer`;
  put(at("position-title"), info.title);
  try {
    const asked = ask("position", { game: play.game, position: node.position });
    asked.catch(() => {});
    at("zoom").hidden = !node.drawing;
    if (node.drawing) {
      sprouts.mount();
      if (frames) await sprouts.board.animate(frames, slowly);
      else sprouts.board.show(node.drawing);
    }
    const look = await asked;
    if (mine !== generation) return;
    sprouts.node = node;
    sprouts.look = look;
    view.open(look, node, placed(node));
    if (node.drawing) sprouts.show(node, look);
    games(play.game, open);
    setup(play, view, open);
    const over = look.moves.length === 0;
    drawLog(play, over, visit);
    if (over) put(at("board-hint"), "The game is over.");
    at("board").dataset.shown = node.number;
    at("board").classList.toggle("over", over);
    lock(false);
    if (!over && play.turn === "computer") await computerMoves();
    else startSearch(view, play.game);
  } catch (problem) {
    if (mine !== generation) return;
    lock(false);
    error(problem.message);
  }
}

function placed(node) {
  const moves = [];
  for (let step = node; step.parent; step = step.parent) moves.unshift({ label: step.label, who: step.number % 2 ? "first" : "second" });
  return moves;
}

/** Opens another position. One that cannot be read changes nothing. */
async function open(game, start, { moves = [], to = -1, settings: wanted = null, remember = true, puzzle = false } = {}) {
  const mine = ++generation;
  error("");
  try {
    const { components, kind, spots } = await ask("position", { game, position: start });
    const drawing = kind === "spots" ? await firstDrawing(spots, () => picture(game, start)).catch(() => null) : null;
    if (mine !== generation) return false;
    if (!puzzle) endPuzzle();
    if (wanted) play.settings = wanted;
    play.begin({ game, start, position: drawing ? drawing.map.text : start, drawing });
    // The first drawing must have the components of the text.
    if (drawing) play.root.expected = [components.map(({ text }) => text)];
    let broken = "";
    for (const move of moves) if (!broken) broken = await replay(move);
    if (mine !== generation) return false;
    if (to >= 0 && to < play.line.length) visitQuietly(to);
    await show({ remember });
    if (broken) error(broken);
    return true;
  } catch (problem) {
    if (mine !== generation) return false;
    error(problem.message);
    lock(false);
    return false;
  }
}

function visitQuietly(number) {
  let node = play.at;
  while (node.number > number) node = node.parent;
  play.visit(node);
}

/** Makes a move of a link. Returns what is wrong with it, or nothing. */
async function replay(move) {
  const who = play.turn;
  if (play.at.drawing) {
    const made = lineOfLink(play.at.drawing, move, who);
    if (made) play.add(made);
    return made ? "" : "The link is broken: a line of it cannot be drawn.";
  }
  const { moves } = await ask("position", { game: play.game, position: play.position });
  const found = moves.find(({ label }) => label === move);
  if (found) play.add({ position: found.result, label: move, who, why: "" });
  return found ? "" : `The link is broken: there is no move ${move}.`;
}

function visit(node) {
  if (sprouts.board.stroke) return;
  play.visit(node);
  play.changed();
}

/** Goes back or forward by one step, against the computer to a position where it is the person's turn. */
function step(by) {
  let node = by < 0 ? play.at.parent : play.at.next;
  if (!node) return;
  const beyond = by < 0 ? node.parent : node.next;
  play.at = node;
  if (play.turn === "computer" && beyond) node = beyond;
  visit(node);
}

/** The computer's move. */
async function computerMoves() {
  const mine = generation;
  lock(true);
  const { game, position } = play;
  put(at("board-hint"), "The computer is thinking…");
  at("computer").disabled = true;
  stopSearch();
  try {
    const weakness = LEVELS.find(([level]) => level === play.settings.level)[2];
    const reply = await ask("reply", { game, position, weakness });
    if (mine !== generation) return;
    lock(false);
    if (reply.move) make(reply.move, play.against ? "computer" : "you", reply.why);
  } catch (problem) {
    if (mine !== generation) return;
    lock(false);
    error(problem.message);
    at("computer").disabled = false;
  }
}

/** A winning move shown on the board, or why there is none. */
async function hint() {
  const node = play.at;
  at("hint").disabled = true;
  try {
    const { outcome, children, stopped } = await ask("solution", { game: play.game, position: node.position });
    if (node !== play.at) return;
    let words = `Unknown: the search was stopped (${stopped}).`;
    if (outcome === "win") {
      const [move] = children;
      words = `A winning move: ${node.drawing && move.line ? sprouts.describe(move) : move.label}`;
      view.hinted = move.label;
      if (node.drawing && move.line) sprouts.board.hint(sprouts.shape(move));
      else view.drawBoard();
    } else if (outcome === "loss") words = children.length ? await refutation(children) : "The game is over.";
    if (node === play.at) put(at("board-hint"), words);
  } catch (problem) {
    put(at("board-hint"), problem.message);
  } finally {
    at("hint").disabled = false;
  }
}

/** Why a position is losing, with the answer to its first option as an example. */
async function refutation(children) {
  const [first] = children;
  const answer = await ask("solution", { game: play.game, position: first.result });
  const example = answer.children[0] && !play.at.drawing ? ` For instance, ${first.label} is answered by ${answer.children[0].label}.` : "";
  return `Every move loses: each of the ${children.length} options has a good answer.${example}`;
}

/** Shows the settings in their fields. */
function settings() {
  for (const name of ["opponent", "level", "first"]) at(name).value = play.settings[name];
  at("values").checked = play.showValues;
  document.body.classList.toggle("against", play.against);
}

function change(name, value) {
  play.settings = { ...play.settings, [name]: value };
  if (name === "opponent") play.settings.values = null;
  show({ remember: false });
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    put(at("share"), "Copied");
  } catch {
    put(at("share"), "Copy it from the address bar");
  }
  setTimeout(() => put(at("share"), "Copy link"), 2000);
}

async function follow(hash) {
  const link = readLink(hash);
  if (link.puzzle) return openPuzzle(link);
  endPuzzle();
  const same = link.game !== null && link.game === play.game && link.start === play.start && JSON.stringify(link.settings) === JSON.stringify(play.settings);
  const names = (nodes) => nodes.map((node) => node.link ?? node.label);
  const to = link.at >= 0 ? link.at : link.moves.length;
  // A position that is already in the tree: Back and Forward.
  let node = same ? play.root : null;
  for (const move of link.moves.slice(0, to)) node = node?.children.find((child) => names([child])[0] === move) ?? null;
  if (node) {
    play.visit(node);
    return show({ remember: false });
  }
  const game = link.game ?? allGames().find(({ own }) => own)?.name ?? "sprouts";
  return open(game, link.start ?? gameOf(game).example, { moves: link.moves, to: link.at, settings: link.game ? link.settings : { ...SETTINGS }, remember: false });
}

const click = (id, act) => at(id).addEventListener("click", act);
click("undo", () => step(-1));
click("redo", () => step(1));
click("hint", hint);
click("computer", () => { if (!busy) computerMoves(); });
click("restart", () => open(play.game, play.start));
click("share", share);
click("zoom-in", () => sprouts.board.zoom(1.5));
click("zoom-out", () => sprouts.board.zoom(1 / 1.5));
click("stop", stopSearch);
click("again", () => startSearch(view, play.game));
click("more", () => { view.all = true; view.drawOptions(); });
click("rules", () => showRules(play.game));
click("keys", () => showRules(null));
click("grow", () => grow(play.game, play.position, open));
click("prove", () => prove(play.game, play.position, open));
click("mistakes", async () => {
  const words = await review(play, (status) => put(at("board-hint"), status)).catch((problem) => problem.message);
  drawLog(play, view.look?.moves.length === 0, visit);
  put(at("board-hint"), words);
});
for (const name of ["svg", "png", "text"]) click(`save-${name}`, () => exportAs(name, play));
for (const name of ["opponent", "level", "first"]) at(name).addEventListener("change", () => change(name, at(name).value));
at("values").addEventListener("change", () => change("values", at("values").checked));
at("type").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("text").value.trim()) open(play.game, at("text").value.trim());
});
at("file").addEventListener("change", () => {
  const [file] = at("file").files;
  if (file) openCertificate(file, open);
  at("file").value = "";
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { u: "undo", r: "redo", h: "hint", c: "computer", n: "restart", "?": "keys", "+": "zoom-in", "-": "zoom-out", ArrowLeft: "undo", ArrowRight: "redo" };
  const moving = event.target.closest("#board .move") && arrows(event);
  if (moving) return;
  if (event.key === "Escape") sprouts.release();
  else if (sprouts.offered && /^[1-9]$/.test(event.key)) sprouts.take(Number(event.key) - 1);
  else if (keys[event.key] && !at(keys[event.key]).disabled) at(keys[event.key]).click();
});

/** Arrow keys go from move to move on the board. */
function arrows(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return false;
  event.preventDefault();
  const place = (move) => { const box = move.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = place(event.target);
  let best = null;
  for (const move of at("board").querySelectorAll(".move")) {
    const [u, v] = place(move);
    const along = (u - x) * way[0] + (v - y) * way[1];
    const across = Math.abs((u - x) * way[1]) + Math.abs((v - y) * way[0]);
    if (along > 2 && (!best || along + 3 * across < best.cost)) best = { move, cost: along + 3 * across };
  }
  best?.move.focus();
  return true;
}

window.addEventListener("popstate", () => follow(location.hash));
window.addEventListener("puzzle-board", ({ detail }) => open(detail.game, detail.position, { settings: { ...SETTINGS, values: false }, remember: false, puzzle: true }));
play.listeners.push(show);
put(at("level"), LEVELS.map(([level, name]) => el("option", { value: level }, name)));
loadGames().then(() => {
  puzzleForm();
  return follow(location.hash);
}).catch((problem) => error(problem.message));

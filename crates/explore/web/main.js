// The page: what is clicked changes the play, and the play decides what is shown and searched.

import { ask, drawing, search } from "./api.js";
import { openCertificate } from "./certificate.js";
import { at, el, put } from "./dom.js";
import { games, setup } from "./setup.js";
import { hashOf, play, readHash } from "./state.js";
import { grow } from "./tree.js";
import { View, short } from "./view.js";

const view = new View(
  (move) => { if (!thinking) play.move(move); },
  (position) => { view.keepEditing = true; play.open(play.game, position); },
);
let searching = null;
let showing = null;
let thinking = false;

/** Shows the position of the play. */
async function show() {
  showing?.abort();
  searching?.abort();
  const { signal } = (showing = new AbortController());
  const { game, position } = play;
  history.replaceState(null, "", hashOf(game, position));
  if (!view.keepEditing) view.editing = false;
  view.keepEditing = false;
  drawLog();
  at("choices").hidden = true;
  put(at("error"));
  try {
    const look = await ask("position", { game, position }, signal);
    view.open(look, play.last);
    games(look.game, open);
    setup(game, position, view, open);
    document.title = `${look.game} ${position.slice(0, 60)} · grundy explorer`;
    if (look.kind === "spots") showDrawing(game, position, signal);
    const over = look.moves.length === 0;
    drawLog(over);
    if (over) put(at("board-hint"), "The game is over.");
    if (!over && play.last?.who === "you" && at("opponent").value === "computer") await computerMoves();
    else startSearch();
  } catch (error) {
    if (error.name === "AbortError") return;
    view.clear(position);
    games(game, open);
    setup(game, position, view, open);
    put(at("error"), error.message);
  }
}

/** Asks for the drawing of a Sprouts position; without one the regions stay. */
async function showDrawing(game, position, signal) {
  try {
    view.drawn = await drawing(game, position, signal);
    view.drawSprouts(at("board"));
  } catch { /* The picture of the regions is there already. */ }
}

/** Searches what is not known yet, in the background. */
async function startSearch() {
  searching?.abort();
  const { look } = view;
  if (!look) return;
  const done = look.nimber !== null && look.options.every(({ nimber }) => nimber !== null) && look.components.every(({ nimber }) => nimber !== null);
  at("search").hidden = true;
  at("again").hidden = true;
  if (done || !view.showValues) return;
  const { signal } = (searching = new AbortController());
  let dirty = false;
  const redraw = () => {
    if (!dirty || signal.aborted) return;
    dirty = false;
    if (view.look.kind !== "spots") view.drawBoard();
    view.drawVerdict();
    view.drawOptions();
  };
  const clock = setInterval(redraw, 120);
  const hear = (told) => {
    if (signal.aborted) return;
    if (told.event === "fact") { view.learn(told); dirty = true; }
    if (told.event === "progress") drawProgress(told);
    if (told.event === "end") { redraw(); endSearch(told.open === 0 ? "" : `Stopped (${told.stopped ?? "unknown"}): ${told.open} values stay unknown. You can still play.`); }
  };
  try {
    await search({ game: play.game, position: play.position }, signal, hear);
  } catch (error) {
    if (error.name !== "AbortError") endSearch(error.message);
    else if (searching?.signal === signal) endSearch("Stopped. You can still play.");
  } finally {
    clearInterval(clock);
  }
}

function drawProgress({ seconds, nodes, facts, memory, open, line }) {
  at("search").hidden = false;
  put(at("search-state"), `Searching, ${open} open`);
  put(at("search-numbers"), `${seconds.toFixed(1)} s · ${nodes.toLocaleString("en")} nodes · ${facts.toLocaleString("en")} facts · ${(memory / 1048576).toFixed(0)} MiB`);
  put(at("search-line"), line.map(({ text, nimber }) => el("div", {}, `(${short(text, 200)}, ${nimber})`)));
}

function endSearch(words) {
  at("search").hidden = true;
  at("again").hidden = words === "";
  at("again").textContent = "Search on";
  if (words) {
    put(at("error"));
    at("verdict").append(el("span", { class: "hint" }, words));
  }
}

/** The computer's move. */
async function computerMoves() {
  if (thinking) return;
  thinking = true;
  const { game, position } = play;
  put(at("board-hint"), "The computer is thinking…");
  at("computer").disabled = true;
  searching?.abort();
  try {
    const reply = await ask("reply", { game, position, weakness: at("weakness").value });
    thinking = false;
    if (play.game !== game || play.position !== position) return;
    if (reply.move) play.move({ ...reply.move, who: "computer", why: reply.why });
  } catch (error) {
    put(at("error"), error.message);
  } finally {
    thinking = false;
    at("computer").disabled = view.look?.moves.length === 0;
  }
}

/** What loses and what wins, said in words. */
async function hint() {
  const { game, position } = play;
  at("hint").disabled = true;
  try {
    const { outcome, children, stopped } = await ask("solution", { game, position });
    const words = outcome === "win" ? `A winning move: ${children[0].label}`
      : outcome === "loss" && children.length ? await refutation(game, children)
      : outcome === "loss" ? "The game is over."
      : `Nobody knows yet (${stopped}).`;
    if (play.position === position) put(at("board-hint"), words);
  } catch (error) {
    put(at("board-hint"), error.message);
  } finally {
    at("hint").disabled = false;
  }
}

/** Why a position is losing: the answer to its first option, as an example. */
async function refutation(game, children) {
  const first = children[0];
  const answer = await ask("solution", { game, position: first.result });
  const example = answer.children[0] ? ` For instance, ${first.label} is answered by ${answer.children[0].label}.` : "";
  return `Every move loses: each of the ${children.length} options has a good answer.${example}`;
}

function drawLog(over = false) {
  const against = at("opponent").value === "computer";
  const steps = play.steps.slice(1).map((step, i) => el("li", { class: i + 1 > play.at ? "future" : "" },
    el("span", {}, `${step.who === "computer" ? "Computer" : against ? "You" : "Move"}: ${step.label}`), step.why ? el("span", { class: "why" }, step.why) : null));
  const computerLast = play.last?.who === "computer";
  const end = !over ? null : !against ? "The player to move cannot move, and loses."
    : computerLast ? "You cannot move: you lose." : play.last ? "The computer cannot move: you win!" : "No move is left.";
  put(at("log"), steps, end ? el("li", { class: "over", id: "over" }, end) : null);
  at("log").scrollTop = at("log").scrollHeight;
  at("undo").disabled = !play.canUndo;
  at("redo").disabled = !play.canRedo;
  at("computer").disabled = over;
  at("hint").disabled = over;
}

function open(game, position) {
  play.open(game, position);
}

async function share() {
  const link = `${location.origin}${location.pathname}${hashOf(play.game, play.position)}`;
  try {
    await navigator.clipboard.writeText(link);
    put(at("share"), "Copied");
  } catch {
    put(at("share"), "Copy it from the address bar");
  }
  setTimeout(() => put(at("share"), "Copy link"), 2000);
}

at("undo").addEventListener("click", () => play.step(-1));
at("redo").addEventListener("click", () => play.step(1));
at("hint").addEventListener("click", hint);
at("computer").addEventListener("click", computerMoves);
at("share").addEventListener("click", share);
at("stop").addEventListener("click", () => searching?.abort());
at("again").addEventListener("click", startSearch);
at("more").addEventListener("click", () => { view.all = true; view.drawOptions(); });
at("values").addEventListener("change", () => {
  view.showValues = at("values").checked;
  if (view.look) view.draw();
  startSearch();
});
at("opponent").addEventListener("change", () => drawLog(view.look?.moves.length === 0));
at("type").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("text").value.trim()) open(play.game, at("text").value.trim());
});
at("grow").addEventListener("click", () => grow(play.game, play.position, open));
at("file").addEventListener("change", () => {
  const [file] = at("file").files;
  if (file) openCertificate(file, open);
  at("file").value = "";
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { u: "undo", r: "redo", h: "hint", c: "computer" };
  if (keys[event.key]) at(keys[event.key]).click();
});
window.addEventListener("hashchange", () => {
  const linked = readHash(location.hash);
  if (linked && (linked.game !== play.game || linked.position !== play.position)) open(linked.game, linked.position);
});

play.listeners.push(show);
const linked = readHash(location.hash);
if (linked) open(linked.game, linked.position);
else show();

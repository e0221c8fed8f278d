// The search in the background, and its progress.

import { search } from "./api.js";
import { at, el, put } from "./dom.js";
import { short } from "./pictures.js";

let running = null;

export const stopSearch = () => running?.abort();

/** Searches the values of the shown position that are unknown. */
export async function startSearch(view, game) {
  running?.abort();
  const { look } = view;
  at("search").hidden = true;
  at("again").hidden = true;
  if (!look || !view.showValues) return;
  const known = ({ nimber }) => nimber !== null;
  if (look.nimber !== null && look.options.every(known) && look.components.every(known)) return;
  const { signal } = (running = new AbortController());
  let dirty = false;
  const redraw = () => {
    if (!dirty || signal.aborted) return;
    dirty = false;
    if (look.kind !== "spots") view.drawBoard();
    view.drawVerdict();
    view.drawOptions();
  };
  const clock = setInterval(redraw, 120);
  const onEvent = (event) => {
    if (signal.aborted) return;
    if (event.event === "fact") { view.learn(event); dirty = true; }
    if (event.event === "progress") progress(event);
    if (event.event === "end") { redraw(); ended(event.open === 0 ? "" : `Stopped (${event.stopped ?? "unknown"}): ${event.open} values stay unknown. You can still play.`); }
  };
  try {
    await search({ game, position: look.position }, signal, onEvent);
  } catch (error) {
    if (error.name !== "AbortError") ended(error.message);
    else if (running?.signal === signal) ended("Stopped. You can still play.");
  } finally {
    clearInterval(clock);
  }
}

function progress({ seconds, nodes, facts, memory, open, line }) {
  at("search").hidden = false;
  put(at("search-state"), `Searching, ${open} open`);
  put(at("search-numbers"), `${seconds.toFixed(1)} s · ${nodes.toLocaleString("en")} nodes · ${facts.toLocaleString("en")} facts · ${(memory / 1048576).toFixed(0)} MiB`);
  put(at("search-line"), line.map(({ text, nimber }) => el("div", {}, `(${short(text, 200)}, ${nimber})`)));
}

function ended(words) {
  at("search").hidden = true;
  at("again").hidden = words === "";
  if (words) at("verdict").append(el("span", { class: "hint" }, words));
}

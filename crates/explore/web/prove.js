// Proving the position from the page: progress, the certificate to download, and the walk through it.

import { stream } from "./api.js";
import { showCertificate } from "./certificate.js";
import { at, el, put } from "./dom.js";
import { save } from "./export.js";
import { gameOf } from "./games.js";

let running = null;

/** Proves the nimber or the outcome of a position. `show` shows a position on the board. */
export async function prove(game, position, show) {
  running?.abort();
  const { signal } = (running = new AbortController());
  const state = el("span", { id: "prove-state", role: "status" }, "Proving…");
  const stop = el("button", { type: "button", id: "prove-stop", onclick: () => running.abort() }, "Stop");
  put(at("proving"), el("span", { class: "pulse" }), state, stop);
  at("prove").disabled = true;
  let text = null;
  try {
    await stream("prove", { game, position, goal: at("goal").value }, signal, (event) => {
      if (event.event === "progress") put(state, `${event.seconds.toFixed(1)} s · ${event.facts.toLocaleString("en")} facts`);
      if (event.event === "certificate") text = event.text;
      if (event.event === "end" && event.stopped) put(state, `Stopped: ${event.stopped}.`);
    });
    if (text === null) return put(at("proving"), state);
    const name = `${gameOf(game).name}-${position.replace(/[^\w.]+/g, "_").slice(0, 40)}.cert`;
    put(at("proving"), el("span", { id: "proved" }, `Proved in ${text.split("\n").length} lines.`),
      el("button", { type: "button", id: "download", onclick: () => save(name, new Blob([text], { type: "text/plain" })) }, "Download the certificate"));
    await showCertificate(text, show);
  } catch (problem) {
    put(at("proving"), problem.name === "AbortError" ? "Stopped." : problem.message);
  } finally {
    at("prove").disabled = false;
  }
}

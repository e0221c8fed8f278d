// A walk through a certificate: the checker's verdict, the facts, and why each of them follows from earlier ones.

import { ask, check } from "./api.js";
import { at, el, put } from "./dom.js";
import { badge, mini, short } from "./pictures.js";

const PAGE = 200;
const LARGEST = 4 * 1024 * 1024;

/** Opens a file. `show` shows a position on the board. */
export async function openCertificate(file, show) {
  const box = at("certificate");
  if (file.size > LARGEST) {
    put(box, el("p", { class: "error" }, "This file is larger than 4 MiB: use grundy check."));
    return;
  }
  await showCertificate(await file.text(), show);
}

/** Checks a certificate and shows the walk through it. */
export async function showCertificate(text, show) {
  const box = at("certificate");
  put(box, el("p", { role: "status" }, "Checking…"));
  try {
    new Walk(await check(text), show).draw(box);
  } catch (error) {
    put(box, el("p", { class: "error" }, error.message));
  }
}

class Walk {
  constructor(checked, show) {
    this.checked = checked;
    this.show = show;
    this.from = 0;
    /** The fact of each component. */
    this.lines = new Map();
    for (const fact of checked.facts) {
      if (fact.components?.length === 1 && !this.lines.has(fact.components[0])) this.lines.set(fact.components[0], fact);
    }
  }

  draw(box) {
    const { checked } = this;
    const words = { verified: "Verified", refused: "Refused", unreadable: "Not a certificate" }[checked.verdict];
    const verdict = el("p", { class: "over", id: "checked" }, `${words}. `,
      checked.claim ? `${checked.game}: ${short(checked.claim, 200)}. ` : "",
      checked.line ? `Line ${checked.line}: ${checked.reason}` : `${checked.facts.length}${checked.truncated ? " or more" : ""} facts.`);
    if (checked.facts.length === 0) {
      put(box, verdict);
      return;
    }
    this.list = el("ol", { class: "facts", "aria-label": "Facts" });
    this.proof = el("div", { class: "proof", "aria-live": "polite" });
    this.turn = el("div", { class: "bar" });
    put(box, verdict, el("div", { class: "walk" }, el("div", {}, this.list, this.turn), this.proof));
    this.at = checked.facts.length - 1;
    this.from = Math.floor(this.at / PAGE) * PAGE;
    this.drawList();
    this.explain(this.at);
  }

  drawList() {
    const { facts } = this.checked;
    put(this.list, facts.slice(this.from, this.from + PAGE).map((fact, i) =>
      el("li", {}, el("button", { type: "button", "aria-current": String(this.from + i === this.at), onclick: () => this.explain(this.from + i) },
        badge(null, fact.nimber), mini(this.checked.game.replace(/^heap /, ""), fact.components?.length === 1 ? fact.components[0] : fact.position), el("span", { class: "text" }, short(fact.position, 60))))));
    const turn = (name, to) => el("button", { type: "button", disabled: to < 0 || to >= facts.length, onclick: () => this.explain(to) }, name);
    put(this.turn, turn("Previous fact", this.at - 1), turn("Next fact", this.at + 1));
  }

  async explain(index) {
    this.at = index;
    this.from = Math.floor(index / PAGE) * PAGE;
    this.drawList();
    const fact = this.checked.facts[index];
    const game = this.checked.game.replace(/^heap /, "");
    const head = [
      el("p", {}, `Line ${fact.line}: `, el("code", { class: "text" }, short(fact.position, 300)), ` has nimber ${fact.nimber}.`),
      fact.theorem ? el("p", { class: "hint" }, `By the theorem “${fact.theorem}”.`) : null,
    ];
    if (!fact.components?.length || fact.theorem) {
      put(this.proof, head);
      return;
    }
    const position = fact.components[0];
    const open = el("button", { type: "button", class: "quiet", onclick: () => this.show(game, position) }, "Show on the board");
    put(this.proof, head, open, el("p", { class: "hint" }, "Looking at its options…"));
    try {
      const look = await ask("position", { game, position });
      const rows = [];
      for (const option of look.options.slice(0, 400)) rows.push(await this.row(game, look.moves[option.first], option.components, fact));
      if (this.at !== index) return;
      put(this.proof, head, el("div", { class: "row" }, mini(game, position), open),
        el("p", { class: "hint" }, `Every nimber below ${fact.nimber} is that of an option, and no option has nimber ${fact.nimber}:`),
        el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "option"), el("th", {}, "nimber"), el("th", {}, "why"))), el("tbody", {}, rows)));
    } catch (error) {
      put(this.proof, head, el("p", { class: "error" }, error.message));
    }
  }

  /** The XOR of the components with facts on earlier lines, and the others, equal pairs cancelled. */
  evaluate(components, line) {
    let xor = 0;
    const lines = [], unknown = new Set();
    for (const component of components) {
      const fact = this.lines.get(component);
      if (fact && fact.line < line) { xor ^= fact.nimber; lines.push(fact.line); }
      else if (!unknown.delete(component)) unknown.add(component);
    }
    return { xor, lines, unknown: [...unknown] };
  }

  /** Links to the facts on these lines. */
  links(lines) {
    return [lines.length > 1 ? "lines " : "line ", ...lines.map((line) => el("button", { type: "button", class: "quiet", onclick: () => this.explain(this.checked.facts.findIndex((fact) => fact.line === line)) }, String(line)))];
  }

  async row(game, move, components, fact) {
    const { xor, lines, unknown } = this.evaluate(components, fact.line);
    const cells = (nimber, why) => el("tr", {}, el("td", { class: "text" }, short(move.label, 80)), el("td", {}, nimber), el("td", {}, why));
    if (unknown.length === 0) return cells(badge(null, xor), components.length === 0 ? "no moves left" : this.links(lines));
    if (unknown.length > 1) return cells("?", "several components without facts");
    const wanted = fact.nimber ^ xor;
    const look = await ask("position", { game, position: unknown[0] });
    for (const option of look.options) {
      const value = this.evaluate(option.components, fact.line);
      if (value.unknown.length === 0 && value.xor === wanted) {
        return cells(`≠ ${fact.nimber}`, [`it has the option ${short(look.moves[option.first].result, 60)} of nimber ${wanted} `, ...(value.lines.length ? this.links(value.lines) : [])]);
      }
    }
    return cells("?", "no fact on an earlier line was recognised");
  }
}

// What is being looked at, and how it came to that. Everything shown on the page follows from this.

/** Moves made: positions, and between them who moved and what was said about it. */
class Play {
  constructor() {
    this.game = "cram";
    this.steps = [{ position: "4x5" }];
    this.at = 0;
    this.listeners = [];
  }

  get position() { return this.steps[this.at].position; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at + 1 < this.steps.length; }
  get last() { return this.at > 0 ? this.steps[this.at] : null; }

  /** Another game or position, without a past. */
  open(game, position) {
    Object.assign(this, { game, steps: [{ position }], at: 0 });
    this.changed();
  }

  /** A move; `who` is "you" or "computer", `why` is what the computer says. */
  move({ label, result, who = "you", why = "" }) {
    this.steps.length = this.at + 1;
    this.steps.push({ position: result, label, who, why });
    this.at += 1;
    this.changed();
  }

  /** Goes back or forth; against the computer, over its moves too. */
  step(by) {
    const next = this.at + by;
    if (next < 0 || next >= this.steps.length) return;
    this.at = next;
    if (by < 0 && this.steps[this.at + 1]?.who === "computer" && this.at > 0) this.at -= 1;
    if (by > 0 && this.steps[this.at + 1]?.who === "computer") this.at += 1;
    this.changed();
  }

  changed() { for (const listener of this.listeners) listener(); }
}

export const play = new Play();

/** The link of a position. */
export const hashOf = (game, position) => `#${new URLSearchParams({ game, position })}`;

/** The position of a link, or null. */
export function readHash(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const [game, position] = [words.get("game"), words.get("position")];
  return game && position ? { game, position } : null;
}

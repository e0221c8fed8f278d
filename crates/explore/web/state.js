// The game that is played, with all its moves. Everything shown on the page follows from this.
//
// Moves form a tree: a move that differs from an earlier one at the same position begins a variation. `next` leads along the line
// that was visited last.

class Node {
  constructor(parent, made) {
    Object.assign(this, made, { parent, children: [], next: null });
    this.number = parent ? parent.number + 1 : 0;
  }
}

/** Levels of the computer: the word in links, the name, and the percentage of moves that are chosen at random. */
export const LEVELS = [["perfect", "Perfect", 0], ["good", "Good", 15], ["learner", "Learner", 45], ["random", "Random", 100]];

export const SETTINGS = { opponent: "none", level: "perfect", first: "you", values: null };

class Play {
  constructor() {
    this.listeners = [];
    this.settings = { ...SETTINGS };
    this.begin({ game: null, start: null });
  }

  get position() { return this.at.position; }
  get against() { return this.settings.opponent === "computer"; }
  get showValues() { return this.settings.values ?? !this.against; }
  /** Whose turn it is, against the computer. */
  get turn() { return this.against && (this.at.number % 2 === 0) === (this.settings.first === "computer") ? "computer" : "you"; }

  /** The moves from the beginning to here, then on along the line visited last. */
  get line() {
    const line = [];
    for (let node = this.at; node.parent; node = node.parent) line.unshift(node);
    for (let node = this.at.next; node; node = node.next) line.push(node);
    return line;
  }

  /** Starts another game or position. */
  begin({ game, start, position = start, drawing = null }) {
    this.game = game;
    this.start = start;
    this.root = new Node(null, { position, drawing });
    this.at = this.root;
  }

  /** Adds a move, without calling the listeners. */
  add(made) {
    const known = this.at.children.find((child) => child.position === made.position && child.label === made.label);
    const node = known ?? new Node(this.at, made);
    if (!known) this.at.children.push(node);
    this.at.next = node;
    this.at = node;
    return node;
  }

  visit(node) {
    for (let child = node; child.parent; child = child.parent) child.parent.next = child;
    this.at = node;
  }

  changed(how = {}) { for (const listener of this.listeners) listener(how); }
}

export const play = new Play();

/** The words of a link. */
export function readLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name, allowed) => (allowed.includes(words.get(name)) ? words.get(name) : allowed[0]);
  return {
    puzzle: words.get("puzzle"), level: words.get("grade"), seed: words.get("seed"), count: words.get("count"), at: Number(words.get("at") ?? -1),
    game: words.get("game"), start: words.get("position"),
    moves: words.get("moves")?.split(";").filter(Boolean) ?? [],
    settings: {
      opponent: get("opponent", ["none", "computer"]), level: get("level", LEVELS.map(([level]) => level)), first: get("first", ["you", "computer"]),
      values: words.has("values") ? words.get("values") === "1" : null,
    },
  };
}

/** The link of the play: its beginning, its moves, where in them we are, and the settings that are not the usual ones. */
export function linkOf(current) {
  if (current.puzzle) return current.puzzle;
  const words = new URLSearchParams({ game: current.game, position: current.start });
  const moves = current.line.map((node) => node.link ?? node.label);
  if (moves.length) {
    words.set("moves", moves.join(";"));
    if (current.at.number < moves.length) words.set("at", current.at.number);
  }
  for (const name of ["opponent", "level", "first"]) if (current.settings[name] !== SETTINGS[name]) words.set(name, current.settings[name]);
  if (current.settings.values !== null) words.set("values", current.settings.values ? "1" : "0");
  return `#${words}`;
}

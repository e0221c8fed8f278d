// The board of Sprouts: shows the drawing, and lets a person draw a line by hand or choose two spots.

import { pressable, put, svg } from "../dom.js";
import { spotName } from "./drawing.js";
import { distance, lengths, pointAt, turn } from "./plane.js";
import { fault, snap } from "./stroke.js";
import { Zoom } from "./zoom.js";

/** A press selects the nearest live spot within so many pixels of the screen. */
const FINGER = 40, MOUSE = 30;
/** A line ends at the nearest live spot within so many pixels of the screen. */
const END = 24;
/** A press that moves less than so many pixels of the screen is a tap; a loop is larger. */
const TAP = 14;
/** Nearer to a spot than so many pixels of the screen, a line goes straight into it. */
const SNAP = 12;
/** A line keeps so far from spots it does not end at: in units of the drawing, or in pixels of the screen if those are smaller. */
const TOUCH = 6;
/** Points of a line that is drawn by hand are so many pixels of the screen apart. */
const SAMPLE = 2;
/** Radii in pixels of the screen: of a spot, of a dead one, of one that is left over with a life, of the area for assistive technology. */
const INK = 11, GONE = 3.5, LEFT = 5, HIT = 21;
/** In a place narrower than this, a picture that is wider than high is turned by a quarter: a phone has more room in height. */
const NARROW = 560;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export class SproutsBoard {
  /** `play` = {line(a, b, points), pair(a, b), say(words)}: called for a line drawn by hand, two chosen spots, a message. */
  constructor(play) {
    this.play = play;
    this.layers = Object.fromEntries(["areas", "lines", "candidates", "stroke", "spots", "marks"].map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.sheet = svg("g", { class: "sheet" }, Object.values(this.layers));
    this.svg = svg("svg", { class: "sprouts paper", role: "group", "aria-label": "The drawing. Choose two spots, or draw a line from one to the other." }, this.sheet);
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.view = new Zoom(this.svg, { interrupt: () => this.cancelStroke(), changed: () => this.resize() });
    new ResizeObserver(() => { if (this.drawing) this.orient(); }).observe(this.svg);
    // One finger on a spot draws. Elsewhere it scrolls the page, or pans the drawing while that is zoomed.
    this.svg.addEventListener("touchstart", (event) => {
      const draws = !this.locked && this.drawing && this.under(this.place(event.touches[0]), FINGER) !== null;
      if (event.touches.length > 1 || draws || this.view.isZoomed) event.preventDefault();
    }, { passive: false });
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, (event) => this.up(event));
    this.chosen = null;
    this.stroke = null;
    this.locked = true;
    this.turned = false;
    /** Pixels of the screen for one unit of the drawing. */
    this.scale = 1;
  }

  /** Shows a drawing. */
  show(drawing) {
    this.drawing = drawing;
    this.map = drawing.map;
    this.chosen = null;
    put(this.layers.candidates);
    put(this.layers.stroke);
    put(this.layers.marks);
    this.draw(drawing);
    this.orient();
  }

  /** Turns the picture if the place for it is narrow, and fits it in. */
  orient() {
    const { width, height } = this.drawing;
    const room = this.svg.parentNode?.clientWidth ?? 0;
    this.turned = room > 0 && room < NARROW && width > 1.1 * height;
    if (this.turned) this.sheet.setAttribute("transform", `matrix(0 1 -1 0 ${height} 0)`);
    else this.sheet.removeAttribute("transform");
    this.view.fit(...(this.turned ? [height, width] : [width, height]));
  }

  /** Gives everything that has a size on the screen that size. Zoomed in, spots grow less than the drawing, so that lines have more room. */
  resize() {
    const matrix = this.sheet.getScreenCTM();
    this.scale = (matrix && Math.hypot(matrix.a, matrix.b)) || 1;
    const large = Math.sqrt(this.view.scale) / this.scale;
    for (const circle of this.sheet.querySelectorAll("circle[data-radius]")) circle.setAttribute("r", circle.dataset.radius * (circle.classList.contains("hit") ? 1 / this.scale : large));
    for (const text of this.sheet.querySelectorAll("text")) {
      text.setAttribute("font-size", 12 * large);
      if (this.turned) text.setAttribute("transform", `rotate(-90 ${text.getAttribute("x")} ${text.getAttribute("y")})`);
      else text.removeAttribute("transform");
    }
  }

  /** Draws everything; `this.map` is the topology, which is the same in all pictures of an animation. */
  draw(drawing, moving = false) {
    const { map } = this;
    const isGone = (k) => [2 * k, 2 * k + 1].every((dart) => !map.alive.has(map.regionOfDart(dart)));
    const paths = smooth(drawing, moving);
    put(this.layers.lines, paths.map((d, k) => svg("path", { class: ["curve", drawing.last.includes(k) ? "latest" : "", isGone(k) ? "gone" : ""].filter(Boolean).join(" "), d, "data-line": k })));
    put(this.layers.areas, areas(drawing, map));
    const focused = document.activeElement?.getAttribute?.("data-spot");
    put(this.layers.spots, drawing.spots.map((spot, v) => this.spot(spot, v)));
    if (focused) this.layers.spots.querySelector(`[data-spot="${focused}"]`)?.focus({ preventScroll: true });
    this.resize();
  }

  spot({ at: [x, y], lives }, v) {
    const name = spotName(v);
    const circle = (radius, properties) => svg("circle", { cx: x, cy: y, r: radius / this.scale, "data-radius": radius, ...properties });
    if (lives === 0) return svg("g", { class: "dead", "data-dead": v }, circle(GONE));
    if (!this.map.playable.has(v)) return svg("g", { class: "dead left", "data-dead": v }, circle(LEFT));
    const group = svg("g", { class: `spot live lives-${lives}`, "data-spot": v, "data-x": x, "data-y": y },
      circle(HIT, { class: "hit" }), circle(INK, { class: "ink" }), svg("text", { x, y }, name));
    pressable(group, `Spot ${name}, ${lives === 1 ? "one more line" : `${lives} more lines`}`, (event) => { if (!event || event.detail === 0) this.choose(v); });
    return group;
  }

  /** Zooms around the middle of what is shown. */
  zoom(factor) { this.view.zoom(factor); }

  /** Shows the new line, then the relaxation. */
  async animate(frames, slowly) {
    const last = frames.at(-1);
    this.map = last.map;
    if (!still()) {
      const first = frames[0];
      this.drawing = first;
      this.draw(first, true);
      if (slowly) await this.unroll();
      for (const frame of frames.slice(1)) {
        this.draw(frame, true);
        await wait(28);
      }
    }
    this.show(last);
  }

  async unroll() {
    const lines = [...this.layers.lines.querySelectorAll(".latest")];
    const fresh = this.layers.spots.lastElementChild;
    fresh?.setAttribute("opacity", "0");
    for (const line of lines) {
      const length = line.getTotalLength();
      line.animate([{ strokeDasharray: `${length}`, strokeDashoffset: length }, { strokeDasharray: `${length}`, strokeDashoffset: 0 }], { duration: 260, easing: "ease-in-out" });
      for (const other of lines) if (other !== line && other.compareDocumentPosition(line) & 2) other.setAttribute("opacity", "0");
      line.removeAttribute("opacity");
      await wait(260);
    }
    fresh?.removeAttribute("opacity");
  }

  place(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.sheet.getScreenCTM().inverse());
    return [x, y];
  }

  /** The nearest live spot within so many pixels of the screen, or null. */
  under(p, pixels) {
    const reach = pixels / this.scale;
    let best = null;
    for (const v of this.map.playable) {
      const d = distance(this.drawing.spots[v].at, p);
      if (d <= reach && (!best || d < best.d)) best = { v, d };
    }
    return best?.v ?? null;
  }

  down(event) {
    if (this.view.pointers.size > 1 || this.locked || !this.drawing || event.button > 0 || this.stroke || event.target.closest(".candidate")) return;
    const from = this.under(this.place(event), event.pointerType === "touch" ? FINGER : MOUSE);
    if (from === null) return this.release();
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.view.drawing = true;
    this.aim([from]);
    this.stroke = { from, pointer: event.pointerId, samples: [], checked: 1, refused: null, x: event.clientX, y: event.clientY, farthest: 0 };
  }

  move(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.pointer || stroke.refused) return;
    stroke.farthest = Math.max(stroke.farthest, Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y));
    for (const sample of event.getCoalescedEvents?.() ?? [event]) this.sample(this.place(sample));
    if (!stroke.samples.length) this.sample(this.place(event));
    const to = this.under(this.place(event), END);
    this.aim([stroke.from, ...(to === null ? [] : [to])]);
    const points = [this.drawing.spots[stroke.from].at, ...stroke.samples];
    put(this.layers.stroke, svg("polyline", { class: "pen", points: points.map((p) => p.join(",")).join(" ") }));
  }

  sample(p) {
    const { stroke } = this;
    const before = stroke.samples.at(-1);
    if (before && distance(before, p) < SAMPLE / this.scale) return;
    stroke.samples.push(p);
    // Near a live spot the line may end there, so it is checked when it goes on.
    if (this.under(p, SNAP + 2) !== null) return;
    const open = snap(this.drawing, stroke.from, stroke.from, stroke.samples, SNAP / this.scale).slice(0, -1);
    const found = fault(this.drawing, stroke.from, stroke.from, open, { begin: stroke.checked, touch: 0 });
    stroke.checked = open.length;
    if (found) this.refuse(found);
  }

  up(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.pointer) return;
    this.cancelStroke();
    if (stroke.refused || event.type === "pointercancel") return;
    if (stroke.farthest < TAP) return this.choose(stroke.from);
    const end = this.place(event);
    const to = this.under(end, END);
    if (to === null) return this.play.say("The line does not end at a spot.");
    const points = snap(this.drawing, stroke.from, to, [...stroke.samples, end], SNAP / this.scale);
    const { lives } = this.drawing.spots[to];
    if (stroke.from === to && lives < 2) return this.play.say(`Spot ${spotName(to)} has only one more line, and a loop needs two.`);
    const found = points.length > 2 || stroke.from !== to ? fault(this.drawing, stroke.from, to, points, { touch: Math.min(TOUCH, TOUCH / this.scale) }) : { what: "is too short", at: end };
    if (found) return this.refuse(found);
    this.play.line(stroke.from, to, points);
  }

  /** Forgets a line that is not finished. */
  cancelStroke() {
    this.stroke = null;
    this.view.drawing = false;
    this.aim([]);
    put(this.layers.stroke);
  }

  /** Marks the spots that a line would join if it ended here. */
  aim(spots) {
    for (const spot of this.layers.spots.querySelectorAll("[data-spot]")) spot.classList.toggle("aimed", spots.includes(Number(spot.getAttribute("data-spot"))));
  }

  refuse({ what, at }) {
    if (this.stroke) this.stroke.refused = true;
    const [x, y] = at;
    put(this.layers.stroke);
    const r = 5 / this.scale;
    put(this.layers.marks, svg("g", { class: "refused", "data-x": x, "data-y": y }, svg("circle", { cx: x, cy: y, r: 2.2 * r, "data-radius": 11 }), svg("path", { d: `M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}` })));
    this.play.say(`Not allowed: the line ${what}.`);
  }

  choose(v) {
    if (this.locked) return;
    if (this.chosen === null) {
      this.release();
      this.chosen = v;
      this.layers.spots.querySelector(`[data-spot="${v}"]`)?.classList.add("chosen");
      this.play.say(`From ${spotName(v)}: now choose the other end of the line (the same spot for a loop).`);
      return;
    }
    const from = this.chosen;
    this.release();
    this.play.pair(from, v);
  }

  /** Cancels the choice. */
  release() {
    this.chosen = null;
    for (const spot of this.layers.spots.querySelectorAll(".chosen")) spot.classList.remove("chosen");
    put(this.layers.candidates);
    put(this.layers.marks);
  }

  /** Shows lines to choose from: {points, name, wins}. `take(i)` takes one. */
  offer(lines, take) {
    const names = [];
    put(this.layers.candidates, lines.map(({ points, name, wins }, i) => {
      const d = rounded(points);
      const [x, y] = this.placeForName(points, names);
      names.push([x, y]);
      return pressable(svg("g", { class: `candidate hue-${i % 6}${wins ? " wins" : ""}`, "data-candidate": i + 1 },
        svg("path", { class: "wide", d }), svg("path", { class: "thin", d }), svg("circle", { cx: x, cy: y, "data-radius": 11 }), svg("text", { x, y }, name)), `Line ${i + 1}${wins ? ", a winning move" : ""}`, () => take(i));
    }));
    this.resize();
  }

  /** A place on a line for its number, far from spots and from other numbers. */
  placeForName(points, names) {
    const along = lengths(points);
    const others = [...names, ...this.drawing.spots.filter(({ lives }) => lives > 0).map(({ at }) => at)];
    let best = null;
    for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
      const { at } = pointAt(points, along, along.at(-1) * share);
      const clearance = Math.min(40, ...others.map((other) => distance(other, at)));
      if (!best || clearance > best.clearance + 3) best = { at, clearance };
    }
    return best.at;
  }

  /** Shows one line without a choice. */
  hint(points) {
    put(this.layers.candidates, svg("path", { class: "hinted", d: rounded(points) }));
  }
}

/** The independent parts of the drawing, each in a colour, if there are several. */
function areas(drawing, map) {
  const group = new Map([...map.alive].map((region) => [region, region]));
  const find = (r) => (group.get(r) === r ? r : find(group.get(r)));
  const regionsOf = new Map();
  for (const { region, boundaries } of map.regions) {
    for (const corner of boundaries.flatMap(({ corners }) => corners)) {
      const spot = drawing.tail(corner);
      if (!regionsOf.has(spot)) regionsOf.set(spot, new Set());
      regionsOf.get(spot).add(region);
    }
  }
  for (const regions of regionsOf.values()) {
    const here = [...regions].filter((region) => group.has(region));
    for (const region of here.slice(1)) group.set(find(here[0]), find(region));
  }
  const parts = [...new Set([...group.keys()].map(find))];
  if (parts.length < 2) return [];
  return [...map.alive].map((region) => svg("path", { class: `area part-${parts.indexOf(find(region)) % 6}`, "fill-rule": "evenodd", d: outline(drawing, map, region), "data-part": parts.indexOf(find(region)) }));
}

function outline(drawing, map, region) {
  const rings = map.cycles.filter((cycle, c) => map.cycleRegion[c] === region && cycle[0] >= 0)
    .map((cycle) => cycle.flatMap((dart) => { const points = drawing.points(dart >> 1); return dart % 2 ? points.reverse().slice(0, -1) : points.slice(0, -1); }));
  const corner = map.mesh.at.length - 4;
  const outside = region === map.regionOf[Math.floor(map.mesh.out[corner] / 3)];
  const { width, height } = drawing;
  return [outside ? `M0,0H${width}V${height}H0Z` : "", ...rings.map((ring) => `M${ring.map((p) => p.map((x) => x.toFixed(1)).join(",")).join("L")}Z`)].join("");
}

/** A path along points with its bends rounded. */
function rounded(points) {
  const text = (p) => p.map((x) => x.toFixed(1)).join(",");
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return `M${text(points[0])}${points.slice(1, -1).map((p, i) => `Q${text(p)} ${text(i + 3 === points.length ? points.at(-1) : middle(p, points[i + 2]))}`).join("")}${points.length === 2 ? `L${text(points[1])}` : ""}`;
}

/** Paths through the beads, rounded where no other bead or spot lies in the corner that is cut off. */
function smooth(drawing, moving) {
  const nodes = moving ? [] : [...drawing.spots.map(({ at }) => at), ...drawing.lines.flatMap(({ beads }) => beads)];
  const text = (p) => `${p[0].toFixed(2)},${p[1].toFixed(2)}`;
  return drawing.lines.map((_, k) => {
    const points = drawing.points(k);
    let d = `M${text(points[0])}`;
    for (let i = 1; i + 1 < points.length; i++) {
      const from = i === 1 ? points[0] : [0, 1].map((j) => (points[i - 1][j] + points[i][j]) / 2);
      const to = i + 2 === points.length ? points[i + 1] : [0, 1].map((j) => (points[i][j] + points[i + 1][j]) / 2);
      d += cuts(nodes, from, points[i], to) ? `L${text(points[i])}L${text(to)}` : `Q${text(points[i])} ${text(to)}`;
    }
    return points.length === 2 ? `${d}L${text(points[1])}` : d;
  });
}

function cuts(nodes, a, b, c) {
  const side = turn(a, b, c);
  if (Math.abs(side) < 1e-6) return false;
  const left = Math.min(a[0], b[0], c[0]) - 1, right = Math.max(a[0], b[0], c[0]) + 1;
  return nodes.some((p) => p[0] >= left && p[0] <= right && p !== b && [[a, b], [b, c], [c, a]].every(([u, v]) => turn(u, v, p) * Math.sign(side) >= -1e-9)
    && distance(p, a) > 1e-6 && distance(p, c) > 1e-6);
}

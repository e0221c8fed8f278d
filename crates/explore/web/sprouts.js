// Sprouts: the drawing that the server makes, or, where there is none, its regions as boxes with boundaries as rings.

import { pressable, svg } from "./dom.js";

const SPOT = 15;

/** The regions of a position: `spots` is {lands, lives} of the API. `press` is called with the number of a spot. */
export function regions(spots, { chosen = null, press = null } = {}) {
  const boxes = spots.lands.flat().map((region) => layOut(region));
  const gap = 16, most = 640;
  let [x, y, row, width] = [gap, gap, 0, 0];
  const drawn = [];
  const times = new Map();
  spots.lands.flat(3).forEach((spot) => times.set(spot, (times.get(spot) ?? 0) + 1));
  for (const box of boxes) {
    if (x > gap && x + box.width > most) [x, y, row] = [gap, y + row + gap, 0];
    drawn.push(drawBox(box, x, y, spots, times, chosen, press));
    [x, row] = [x + box.width + gap, Math.max(row, box.height)];
    width = Math.max(width, x);
  }
  return svg("svg", { class: "sprouts", viewBox: `0 0 ${Math.max(width, 120)} ${y + row + gap}`, role: "group", "aria-label": "Regions of the position" }, drawn);
}

function layOut(region) {
  const rings = region.map((word) => ({ word, radius: word.length === 1 ? SPOT : Math.max(26, (word.length * (2 * SPOT + 10)) / (2 * Math.PI)) }));
  const pad = 16, most = 420;
  let [x, y, row, width] = [pad, pad, 0, 0];
  for (const ring of rings) {
    const size = 2 * ring.radius + (ring.word.length === 1 ? 0 : 2 * SPOT);
    if (x > pad && x + size > most) [x, y, row] = [pad, y + row + 10, 0];
    [ring.x, ring.y] = [x + size / 2, y + size / 2];
    [x, row] = [x + size + 12, Math.max(row, size)];
    width = Math.max(width, x);
  }
  return { rings, width: width - 12 + pad, height: y + row + pad };
}

function drawBox(box, left, top, spots, times, chosen, press) {
  const group = svg("g", { transform: `translate(${left} ${top})` },
    svg("rect", { class: "region", width: box.width, height: box.height, rx: 16 }));
  for (const ring of box.rings) {
    if (ring.word.length > 1) group.append(svg("circle", { class: "ring", cx: ring.x, cy: ring.y, r: ring.radius }));
    ring.word.forEach((spot, k) => {
      const angle = (2 * Math.PI * k) / ring.word.length - Math.PI / 2;
      const r = ring.word.length === 1 ? 0 : ring.radius;
      group.append(drawSpot(spot, ring.x + r * Math.cos(angle), ring.y + r * Math.sin(angle), spots, times, chosen, press));
    });
  }
  return group;
}

function drawSpot(spot, x, y, spots, times, chosen, press) {
  const lives = spots.lives[spot];
  const twin = times.get(spot) > 1;
  const state = spot === chosen ? "spot chosen" : twin ? "spot twin" : "spot";
  const group = svg("g", { class: state, "data-spot": spot }, svg("circle", { cx: x, cy: y, r: SPOT - 2 }), svg("text", { x, y }, String(spot + 1)));
  const label = `Spot ${spot + 1}, ${lives === 1 ? "one life" : `${lives} lives`}`;
  return press ? pressable(group, label, () => press(spot)) : group;
}

/** Makes the spots of a drawing of the server pressable. `text` is SVG of our own API, read as XML, never as HTML. */
export function drawing(text, { chosen = null, press = null } = {}) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.querySelector("parsererror") || parsed.documentElement.localName !== "svg") return null;
  const picture = document.importNode(parsed.documentElement, true);
  picture.setAttribute("class", "sprouts drawing");
  for (const spot of picture.querySelectorAll("[data-spot]")) {
    const number = Number(spot.getAttribute("data-spot"));
    if (number === chosen) spot.classList.add("chosen");
    if (press) pressable(spot, spot.getAttribute("aria-label") ?? `Spot ${number + 1}`, () => press(number));
  }
  return picture;
}

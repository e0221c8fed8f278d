// The first drawing of a position that was given as text: the server's layout, read from its SVG.

import { Drawing, STEP } from "./drawing.js";
import { relax } from "./relax.js";
import { distance, lengths, pointAt } from "./plane.js";

/** A drawing from the SVG of `picture`, or null if it is not one. */
export function fromPicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.querySelector("parsererror")) return null;
  const number = (element, name) => Number(element.getAttribute(name));
  const circles = [...parsed.querySelectorAll("circle")].map((circle) => ({
    at: [number(circle, "cx"), number(circle, "cy")], lives: circle.hasAttribute("data-lives") ? number(circle, "data-lives") : 0,
  }));
  const curves = [...parsed.querySelectorAll("path.g-curve")].map((path) => flatten(path.getAttribute("d")));
  const frames = [...parsed.querySelectorAll("rect.g-frame")].map((frame) => ["x", "y", "width", "height"].map((name) => number(frame, name)));
  return fromShapes(circles, curves, frames);
}

/**
 * A drawing of spots and of curves that end at spots. The components of a sum have frames, which become closed lines with dead
 * spots: in one plane nothing else would keep the components apart.
 */
export function fromShapes(circles, curves, frames = []) {
  for (const [x, y, width, height] of frames) {
    const [left, right] = [[x - 4, y + height / 2], [x + width + 4, y + height / 2]];
    circles.push({ at: left, lives: 0 }, { at: right, lives: 0 });
    for (const edge of [y - 4, y + height + 4]) curves.push([left, [x - 4, edge], [x + width + 4, edge], right]);
  }
  const all = [...circles.map(({ at }) => at), ...curves.flat()];
  const [left, right] = [0, 0].map((_, k) => Math[k ? "max" : "min"](...all.map(([x]) => x)));
  const [top, bottom] = [0, 0].map((_, k) => Math[k ? "max" : "min"](...all.map(([, y]) => y)));
  // The server's pictures have 45 pixels from spot to spot; here there is more room. Very wide ones are not scaled so much.
  const width = Math.max(420, 215 * Math.sqrt(circles.length) + 60);
  const scale = Math.min(2.6, (width - 120) / Math.max(right - left, 1));
  const drawing = new Drawing(Math.round(width), Math.round(Math.max(width * 0.8, (bottom - top) * scale + 120)));
  const shift = [drawing.width / 2 - ((left + right) / 2) * scale, drawing.height / 2 - ((top + bottom) / 2) * scale];
  const place = ([x, y]) => [x * scale + shift[0], y * scale + shift[1]];
  drawing.spots = circles.map(({ at, lives }) => ({ at: place(at), lives }));
  for (const curve of curves) {
    const points = curve.map(place);
    const end = (p) => drawing.spots.findIndex(({ at }) => distance(at, p) < 0.1 * scale);
    const [a, b] = [end(points[0]), end(points.at(-1))];
    if (a < 0 || b < 0) return null;
    drawing.lines.push({ a, b, beads: beads(points) });
  }
  if (drawing.faults().some(({ what }) => what === "crossing")) return null;
  return relax(drawing, { rounds: 80, reach: drawing.width });
}

/** Points on a line, a step apart; on a short one still some, so that lines between the same spots differ. */
function beads(points) {
  const along = lengths(points);
  const count = Math.max(4, Math.round(along.at(-1) / STEP));
  return Array.from({ length: count - 1 }, (_, k) => pointAt(points, along, (along.at(-1) * (k + 1)) / count).at);
}

/** Points along a path of cubic pieces, `M x,y C x,y x,y x,y ...` in whole coordinates. */
function flatten(d) {
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const points = [[numbers[0], numbers[1]]];
  for (let i = 2; i + 5 < numbers.length; i += 6) {
    const from = points.at(-1);
    const [a, b, to] = [0, 2, 4].map((k) => [numbers[i + k], numbers[i + k + 1]]);
    for (let k = 1; k <= 8; k++) {
      const t = k / 8, s = 1 - t;
      points.push([0, 1].map((j) => s ** 3 * from[j] + 3 * s * s * t * a[j] + 3 * s * t * t * b[j] + t ** 3 * to[j]));
    }
  }
  return points;
}

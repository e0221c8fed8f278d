// Saving: the picture as SVG or PNG, the game as text.

import { at } from "./dom.js";
import { gameOf } from "./games.js";

/** Offers a file for download. */
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-weight", "font-size", "text-anchor", "dominant-baseline"];

/** The board as an SVG file: the computed style of every shape is written into it. */
function standalone(picture) {
  const copy = picture.cloneNode(true);
  const [from, to] = [picture, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((shape, i) => {
    const style = getComputedStyle(shape);
    for (const name of PROPERTIES) if (style.getPropertyValue(name)) to[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["tabindex", "role"]) to[i].removeAttribute(name);
  });
  for (const shape of copy.querySelectorAll(".hit, .layer-marks, .layer-candidates, .layer-stroke")) shape.remove();
  const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** Saves what is shown. */
export async function exportAs(kind, play) {
  const name = `${gameOf(play.game).name.replace(/[^a-z]+/g, "-")}-${play.at.number}`;
  if (kind === "text") {
    const moves = play.line.map((node) => `${node.number}. ${node.label}${node.who === "computer" ? " (computer)" : ""}`);
    save(`${name}.txt`, new Blob([`${gameOf(play.game).title} ${play.start}\n${moves.join("\n")}\n${location.href}\n`], { type: "text/plain" }));
    return;
  }
  const picture = at("board").querySelector("svg");
  if (!picture) return;
  const { text, width, height } = standalone(picture);
  const drawn = new Blob([text], { type: "image/svg+xml" });
  if (kind === "svg") return save(`${name}.svg`, drawn);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.body).getPropertyValue("--card");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(`${name}.png`, blob), "image/png");
}

// Zooming and panning an SVG: two fingers, the buttons of the page, or the wheel with Ctrl. One finger pans while it is zoomed.
//
// Invariant: what is shown lies inside the picture, and has its proportions.

/** The largest zoom. */
const MOST = 8;

export class Zoom {
  /** `interrupt` is called when a second finger arrives: the first one does not draw any more. `changed` is called after a change. */
  constructor(picture, { interrupt, changed }) {
    Object.assign(this, { picture, interrupt, changed, pointers: new Map(), size: [1, 1], scale: 1, corner: [0, 0], drawing: false });
    picture.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    picture.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    for (const name of ["pointerup", "pointercancel"]) picture.addEventListener(name, (event) => this.pointers.delete(event.pointerId), { capture: true });
    picture.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.place([event.clientX, event.clientY]));
    }, { passive: false });
  }

  get isZoomed() { return this.scale > 1.001; }

  /** Sets the size of the picture. The zoom is kept while the size is the same. */
  fit(width, height) {
    if (width !== this.size[0] || height !== this.size[1]) Object.assign(this, { size: [width, height], scale: 1, corner: [0, 0] });
    this.show();
  }

  /** Zooms by a factor; `centre` is the point of the picture that stays where it is. */
  zoom(factor, centre = this.size.map((size, i) => this.corner[i] + size / this.scale / 2)) {
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    this.corner = this.corner.map((corner, i) => centre[i] - ((centre[i] - corner) * this.scale) / scale);
    this.scale = scale;
    this.show();
  }

  show() {
    this.corner = this.corner.map((corner, i) => Math.max(0, Math.min(this.size[i] - this.size[i] / this.scale, corner)));
    this.picture.setAttribute("viewBox", [...this.corner, ...this.size.map((size) => size / this.scale)].map((x) => +x.toFixed(3)).join(" "));
    this.picture.classList.toggle("zoomed", this.isZoomed);
    this.changed();
  }

  /** A point of the window as a point of the picture. */
  place([x, y]) {
    const point = new DOMPoint(x, y).matrixTransform(this.picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  down(event) {
    if (event.pointerType !== "touch" && !this.isZoomed) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size === 2) this.interrupt();
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const after = [event.clientX, event.clientY];
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length === 0 && this.isZoomed && !this.drawing) this.pan(before, after);
    if (others.length === 1) {
      const [other] = others;
      const apart = (p) => Math.max(10, Math.hypot(p[0] - other[0], p[1] - other[1]));
      this.zoom(apart(after) / apart(before), this.place(other));
    }
    this.pointers.set(event.pointerId, after);
  }

  /** Moves what is shown by the way of a finger. */
  pan(before, after) {
    const [from, to] = [this.place(before), this.place(after)];
    this.corner = this.corner.map((corner, i) => corner + from[i] - to[i]);
    this.show();
  }
}

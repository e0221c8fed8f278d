// Points and segments of the plane. A point is [x, y].

/** Twice the area of a triangle; positive if it turns counterclockwise (with y upwards). */
export const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

export function distance(a, b) {
  const x = a[0] - b[0], y = a[1] - b[1];
  return Math.sqrt(x * x + y * y);
}

export const between = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** The point of the segment `ab` nearest to `p`. */
export function nearest(p, a, b) {
  const x = b[0] - a[0], y = b[1] - a[1];
  const t = ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y || 1e-300);
  return between(a, b, t < 0 ? 0 : t > 1 ? 1 : t);
}

/** Where two segments meet, or null. Parallel ones do not meet. */
export function meeting(a, b, c, d) {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return null;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return null;
  const [s, t, u, v] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (s * t > 0 || u * v > 0 || s === t || u === v) return null;
  return between(a, b, u / (u - v));
}

/** The lengths along a polyline from its beginning to each of its points. */
export function lengths(points) {
  const along = [0];
  for (let i = 1; i < points.length; i++) along.push(along[i - 1] + distance(points[i - 1], points[i]));
  return along;
}

/** The point at a length along a polyline, and the index of the point before it. */
export function pointAt(points, along, length) {
  let i = 0;
  while (i + 2 < points.length && along[i + 1] < length) i++;
  const piece = along[i + 1] - along[i];
  return { before: i, at: between(points[i], points[i + 1], piece ? (length - along[i]) / piece : 0) };
}

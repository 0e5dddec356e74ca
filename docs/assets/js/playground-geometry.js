// @ts-check
// Where things stand on the drawing: the frame, the hull, places of labels.

export const WIDTH = 560;
export const HEIGHT = 410;
const ROOM = [74, 54]; // around the tokens, for labels and for dragging
const LETTER = 8.2;
const WIDE = 15.5;
const LINE = 17;

/** @typedef {[number, number]} Point */
/** @typedef {[number, number, number, number]} Box */

/** From the plane's units to the drawing's and back. */
export class Frame {
  scale = 1;
  /** @type {Point} */
  centre = [0, 0];
  #room;

  /** As wide as what must be seen. @param {Point[]} points @param {number[]} [room]  around them */
  constructor(points, room = ROOM) {
    this.#room = room;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    this.centre = [(left + right) / 2, (low + high) / 2];
    const half = [Math.max((right - left) / 2, 0.5), Math.max((high - low) / 2, 0.5)];
    this.scale = Math.min((WIDTH / 2 - (room[0] ?? 0)) / half[0], (HEIGHT / 2 - (room[1] ?? 0)) / half[1]);
  }

  /** Whether all these can be seen, and are not lost in the middle. @param {Point[]} points */
  fits(points) {
    const seen = points.map((p) => this.at(p));
    const inside = seen.every(([x, y]) => x > 16 && x < WIDTH - 16 && y > 16 && y < HEIGHT - 16);
    return inside && new Frame(points, this.#room).scale < 1.6 * this.scale;
  }

  /** @param {Point} point @returns {Point} */
  at([x, y]) {
    return [WIDTH / 2 + this.scale * (x - this.centre[0]), HEIGHT / 2 - this.scale * (y - this.centre[1])];
  }

  /** @param {Point} point @returns {Point} */
  back([x, y]) {
    return [this.centre[0] + (x - WIDTH / 2) / this.scale, this.centre[1] - (y - HEIGHT / 2) / this.scale];
  }
}

/** @param {Point} a @param {Point} b @param {Point} c */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Convex hull in order (Andrew's monotone chain). @param {Point[]} points @returns {Point[]} */
export function hull(points) {
  const ordered = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (ordered.length < 3) return ordered;
  return [ordered, [...ordered].reverse()].flatMap((side) => {
    /** @type {Point[]} */
    const chain = [];
    for (const p of side) {
      while (chain.length > 1 && turn(/** @type {Point} */ (chain.at(-2)), /** @type {Point} */ (chain.at(-1)), p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  });
}

/** @param {string} text */
const lettersOf = (text) => [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x1100 ? WIDE : LETTER), 0);

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  return Math.max(Math.min(a[2], b[2]) - Math.max(a[0], b[0]), 0) * Math.max(Math.min(a[3], b[3]) - Math.max(a[1], b[1]), 0);
}

/**
 * Centres of labels, each in the one of eight places around its point that is freest.
 * @param {Point[]} points @param {string[]} texts @param {number[]} radii @param {Box[]} taken
 * @param {number} size  of the letters, 1 for those of a wide page
 * @returns {Point[]}
 */
export function labelPlaces(points, texts, radii, taken, size) {
  const boxes = [...taken];
  const mean = [0, 1].map((k) => points.reduce((sum, p) => sum + (p[k] ?? 0), 0) / points.length);
  return points.map((point, i) => {
    const half = [(size * lettersOf(texts[i] ?? "")) / 2, (size * LINE) / 2];
    const away = [point[0] - mean[0], point[1] - mean[1]];
    const far = Math.hypot(away[0], away[1]) + 1;
    let best = { cost: Infinity, at: point, box: /** @type {Box} */ ([0, 0, 0, 0]) };
    for (let k = 0; k < 8; k++) {
      const side = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
      const reach = (radii[i] ?? 0) + 6;
      /** @type {Point} */
      const at = [point[0] + side[0] * (reach + half[0]), point[1] + side[1] * (reach + half[1])];
      /** @type {Box} */
      const box = [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]];
      let cost = boxes.reduce((sum, other) => sum + overlap(box, other), 0);
      points.forEach(([x, y], j) => {
        const r = (radii[j] ?? 0) + 2;
        if (j !== i) cost += 2 * overlap(box, [x - r, y - r, x + r, y + r]);
      });
      cost += 4 * ((box[2] - box[0]) * (box[3] - box[1]) - overlap(box, [0, 0, WIDTH, HEIGHT]));
      cost -= (12 * (side[0] * away[0] + side[1] * away[1])) / far;
      if (cost < best.cost) best = { cost, at, box };
    }
    boxes.push(best.box);
    return best.at;
  });
}

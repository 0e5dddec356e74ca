// @ts-check
// Elements of a drawing, their attributes, and numbers as a drawing needs them.
/** @import { Point } from "./playground-geometry.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} [attributes] */
export function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  return element;
}

/** @param {Element} element @param {Record<string, string | number>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 10) / 10) : value);
  }
}

/** Points of a flat array. @param {ArrayLike<number>} flat @param {number} start @param {number} count @returns {Point[]} */
export const pairs = (flat, start, count) =>
  Array.from({ length: count }, (_, i) => /** @type {Point} */ ([flat[start + 2 * i] ?? 0, flat[start + 2 * i + 1] ?? 0]));

/** A path through points. @param {Point[]} points */
export const line = (points) => (points.length ? `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` : "");

/** @param {number} weight */
export const percent = (weight) => `${Math.round(100 * weight)}%`;

// @ts-check
// A state to take along: as a picture, as numbers, as a citation.
import { language, page } from "./config.js";
import { save } from "./download.js";
import { pixels } from "./figure.js";
import { HEIGHT, WIDTH } from "./playground-geometry.js";
import { encode } from "./playground-state.js";
import { t } from "./playground-texts.js";
/** @import { Readings } from "./playground-readings.js" */
/** @import { State } from "./playground-state.js" */
/** @import { Answer } from "./playground-tables.js" */

/** @typedef {{state: State, answer: Answer, words: string[], readings: Readings, drawing: SVGSVGElement}} Shown */

/** The address of a state. @param {State} state */
export const addressOf = (state) => `${location.origin}${location.pathname}${encode(state)}`;

/** @param {State} state */
export function citation(state) {
  const date = new Date().toISOString().slice(0, 10);
  return t("cite.text", { site: page().site, title: page().title, state: encode(state).slice(1), address: addressOf(state), date });
}

/** A field of a CSV file; what a spreadsheet would take for a formula stays text. @param {string | number} value */
function field(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line a weight. @param {Shown} shown */
export function csv({ answer, words }) {
  const { h, n, weights } = answer;
  const lines = [["head", "query", "key", "weight"]];
  for (let k = 0; k < h * n * n; k++) {
    const [head, i, j] = [Math.floor(k / (n * n)), Math.floor(k / n) % n, k % n];
    lines.push([String(head + 1), words[i] ?? "", words[j] ?? "", (weights[k] ?? 0).toPrecision(9)]);
  }
  return `${lines.map((line) => line.map(field).join(",")).join("\n")}\n`;
}

/** @param {Shown} shown */
export function json({ state, answer, words, readings }) {
  const { h, n, d, weights, places, output } = answer;
  const arrays = Object.fromEntries(Object.entries({ weights, places, output }).map(([name, numbers]) => [name, [...numbers]]));
  return `${JSON.stringify({ address: addressOf(state), language: language(), state, tokens: words, measurements: readings, heads: h, n, d, ...arrays }, null, 1)}\n`;
}

const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "visibility", "display",
];

/** A copy of the drawing that needs no stylesheet, on the page's paper. @param {SVGSVGElement} drawing */
function standalone(drawing) {
  const twin = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const copies = twin.querySelectorAll("*");
  drawing.querySelectorAll("*").forEach((element, i) => {
    const computed = getComputedStyle(element);
    const copy = /** @type {SVGElement} */ (copies[i]);
    for (const name of ["class", "tabindex", "role", "aria-pressed", "data-token"]) copy.removeAttribute(name);
    for (const name of STYLES) copy.style.setProperty(name, computed.getPropertyValue(name));
  });
  twin.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  twin.setAttribute("width", String(WIDTH));
  twin.setAttribute("height", String(HEIGHT));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.style.fill = getComputedStyle(document.body).backgroundColor;
  twin.prepend(paper);
  return { text: new XMLSerializer().serializeToString(twin), width: WIDTH, height: HEIGHT };
}

/** @param {"png" | "svg" | "csv" | "json"} kind @param {Shown} shown */
export async function exportAs(kind, shown) {
  const name = `playground-${shown.state.sequence}.${kind}`;
  if (kind === "csv") return save(name, csv(shown), "text/csv");
  if (kind === "json") return save(name, json(shown), "application/json");
  const alone = standalone(shown.drawing);
  if (kind === "svg") return save(name, alone.text, "image/svg+xml");
  save(name, await pixels(alone), "image/png");
}

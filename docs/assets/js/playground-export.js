// @ts-check
// A state to take along: as a picture, as numbers, as a citation.
import { language, page } from "./config.js";
import { save } from "./download.js";
import { pixels } from "./figure.js";
import { picture } from "./playground-picture.js";
import { encode } from "./playground-state.js";
import { t } from "./playground-texts.js";
/** @import { Readings } from "./playground-readings.js" */
/** @import { State } from "./playground-state.js" */
/** @import { Answer } from "./playground-tables.js" */

/** @typedef {{state: State, answer: Answer, words: string[], readings: Readings, head: number, drawing: SVGSVGElement, root: HTMLElement}} Shown */

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

/** @param {"png" | "svg" | "csv" | "json"} kind @param {Shown} shown */
export async function exportAs(kind, shown) {
  const name = `playground-${shown.state.sequence}.${kind}`;
  if (kind === "csv") return save(name, csv(shown), "text/csv");
  if (kind === "json") return save(name, json(shown), "application/json");
  const alone = picture(shown, addressOf(shown.state));
  if (kind === "svg") return save(name, alone.text, "image/svg+xml");
  save(name, await pixels(alone), "image/png");
}

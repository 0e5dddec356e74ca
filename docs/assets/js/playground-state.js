// @ts-check
// The playground's state: what it may hold, and its form in a link, #play=1&query=2&…
/** @import { Index } from "./playground-tables.js" */

/** @typedef {{label: string, x: number, y: number}} Token */
/** @typedef {{W_Q: number[][], W_K: number[][], W_V: number[][]}} Maps */
/**
 * @typedef {object} State   the same entries as attn_docs.playground.state.State
 * @property {number} version
 * @property {string} sequence
 * @property {number} query
 * @property {number} sharpness
 * @property {boolean} scaled
 * @property {boolean} own_token
 * @property {"none" | "causal"} mask
 * @property {number} heads
 * @property {number | null} dimension
 * @property {"identity" | "shared" | "separate" | "custom"} projection
 * @property {Maps | null} matrices
 * @property {number} position
 * @property {number} steps
 * @property {Token[] | null} tokens
 */

export const VERSION = 1;
export const MOST_TOKENS = 24;
export const MOST_LETTERS = 24;
export const MOST_STEPS = 24;
const LARGEST = 100;
const LONGEST = 12_000; // characters of a link: 24 words of 24 Hangul syllables, and room
const NAMES = /** @type {const} */ (["W_Q", "W_K", "W_V"]);

/** @type {State} */
export const START = Object.freeze({
  version: VERSION, sequence: "two-topics", query: 0, sharpness: 3, scaled: true, own_token: true, mask: "none",
  heads: 1, dimension: null, projection: "identity", matrices: null, position: 0, steps: 0, tokens: null,
});

export class Problem extends Error {}

/** @param {string} name @param {unknown} given @param {number} low @param {number} high @returns {number} */
function number(name, given, low, high) {
  if (typeof given !== "number" || !Number.isFinite(given) || given < low || given > high) throw new Problem(name);
  return given;
}

/** @param {string} name @param {unknown} given @param {number} low @param {number} high */
function whole(name, given, low, high) {
  const found = number(name, given, low, high);
  if (!Number.isInteger(found)) throw new Problem(name);
  return found;
}

/** @template {string} T @param {string} name @param {unknown} given @param {readonly T[]} known @returns {T} */
function choice(name, given, known) {
  const found = known.find((one) => one === given);
  if (found === undefined) throw new Problem(name);
  return found;
}

/** @param {string} name @param {unknown} given */
function flag(name, given) {
  if (typeof given !== "boolean") throw new Problem(name);
  return given;
}

// Control characters, and marks that turn the direction of writing, could hide a label.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** @param {unknown} given @returns {Token[]} */
function tokens(given) {
  if (!Array.isArray(given) || given.length < 1 || given.length > MOST_TOKENS) throw new Problem("tokens");
  return given.map((token) => {
    const label = token?.label;
    if (typeof label !== "string" || !label.trim() || label.length > MOST_LETTERS || UNSEEN.test(label)) throw new Problem("tokens");
    return { label, x: number("tokens", token.x, -LARGEST, LARGEST), y: number("tokens", token.y, -LARGEST, LARGEST) };
  });
}

/** @param {any} given @returns {Maps} */
function maps(given) {
  const found = NAMES.map((name) => {
    const rows = given?.[name];
    if (!Array.isArray(rows) || rows.length !== 2 || rows.some((row) => !Array.isArray(row) || row.length !== 2)) throw new Problem("matrices");
    return [name, rows.map((row) => row.map((/** @type {unknown} */ x) => number("matrices", x, -LARGEST, LARGEST)))];
  });
  return Object.fromEntries(found);
}

/**
 * A checked state; missing entries take those of `START`. Python checks again what it is given.
 * @param {any} given @param {Index} index @returns {State}
 */
export function checked(given, index) {
  if (!given || typeof given !== "object" || Array.isArray(given)) throw new Problem("state");
  const all = { ...START, ...given };
  if (all.version !== VERSION) throw new Problem("version");
  const sequence = choice("sequence", all.sequence, [...Object.keys(index.sequences), "own"]);
  const own = sequence === "own";
  const found = all.tokens === null ? null : tokens(all.tokens);
  const preset = index.sequences[sequence];
  const n = own ? (found?.length ?? 0) : (preset?.labels.en.length ?? 0);
  if (!n || (found && found.length !== n)) throw new Problem("tokens");
  const projection = choice("projection", all.projection, /** @type {const} */ (["identity", "shared", "separate", "custom"]));
  return {
    version: VERSION,
    sequence,
    query: whole("query", all.query, 0, n - 1),
    sharpness: number("sharpness", all.sharpness, 0, 12),
    scaled: flag("scaled", all.scaled),
    own_token: flag("own_token", all.own_token),
    mask: choice("mask", all.mask, /** @type {const} */ (["none", "causal"])),
    heads: whole("heads", all.heads, 1, 4),
    dimension: all.dimension === null ? null : whole("dimension", all.dimension, 2, 512),
    projection,
    matrices: projection === "custom" ? maps(all.matrices) : null,
    position: whole("position", all.position, 0, !preset || preset.cue ? 0 : preset.positions - 1),
    steps: whole("steps", all.steps, 0, MOST_STEPS),
    tokens: found,
  };
}

const short = (/** @type {number} */ x) => String(Number(x.toFixed(3)));

/** The link of a state: entries that differ from the opening state. @param {State} state */
export function encode(state) {
  const parts = [`play=${VERSION}`];
  for (const [name, value] of Object.entries(state)) {
    if (name === "version" || value === START[/** @type {keyof State} */ (name)]) continue;
    if (name === "tokens" && state.tokens) {
      parts.push(`tokens=${state.tokens.map(({ label, x, y }) => `${encodeURIComponent(label)}~${short(x)}~${short(y)}`.replace(/'/g, "%27")).join(",")}`);
    } else if (name === "matrices" && state.matrices) {
      const kept = state.matrices;
      parts.push(`matrices=${NAMES.flatMap((key) => kept[key].flat()).map(short).join(",")}`);
    } else if (typeof value === "number") parts.push(`${name}=${short(value)}`);
    else parts.push(`${name}=${value}`);
  }
  return `#${parts.join("&")}`;
}

/**
 * What a link says, not yet checked; null if it is no such link.
 * @param {string} hash @returns {Record<string, unknown> | null}
 */
export function decode(hash) {
  if (!hash.startsWith("#play=")) return null;
  if (hash.length > LONGEST) throw new Problem("large");
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const part of hash.slice(1).split("&")) {
    const [name = "", ...rest] = part.split("=");
    const key = name === "play" ? "version" : name;
    if (!Object.hasOwn(START, key) || Object.hasOwn(found, key)) throw new Problem("broken");
    found[key] = entry(key, rest.join("="));
  }
  return found;
}

/** @param {string} text */
const numeral = (text) => (/^-?\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN);

/** @param {string} key @param {string} text @returns {unknown} */
function entry(key, text) {
  const kind = START[/** @type {keyof State} */ (key)];
  if (key === "tokens") {
    return text.split(",").map((token) => {
      const [label = "", x = "", y = "", ...more] = token.split("~");
      if (more.length) throw new Problem("tokens");
      return { label: plainText(label), x: numeral(x), y: numeral(y) };
    });
  }
  if (key === "matrices") {
    const all = text.split(",").map(numeral);
    if (all.length !== 12) throw new Problem("matrices");
    return Object.fromEntries(NAMES.map((name, i) => [name, [all.slice(4 * i, 4 * i + 2), all.slice(4 * i + 2, 4 * i + 4)]]));
  }
  if (typeof kind === "number" || key === "dimension") return numeral(text);
  if (typeof kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

/** @param {string} text */
function plainText(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem("tokens");
  }
}

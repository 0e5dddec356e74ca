// @ts-check
// Answers that the build computed: one file for a sequence and a setting of the switches. The form
// of a file is told in attn_docs/playground/tables.py.
import { config } from "./config.js";
/** @import { State } from "./playground-state.js" */

/**
 * @typedef {object} Preset
 * @property {{en: string[], ko: string[]}} labels
 * @property {number} positions
 * @property {boolean} cue
 * @property {boolean} planar
 * @property {number[]} groups
 * @property {number} dimension
 * @property {number[][]} layout
 * @property {Record<string, number[]>} shapes
 */
/** @typedef {{sharpness: number[], fields: string[], units: Record<string, number>, sequences: Record<string, Preset>}} Index */
/** @typedef {Float64Array | Int32Array | number[]} Numbers */
/**
 * @typedef {object} Answer   what is shown for a state: h heads, n tokens; arrays are flat
 * @property {number} h
 * @property {number} n
 * @property {number} d
 * @property {Numbers} weights     h × n × n
 * @property {Numbers} places      h × n × 2
 * @property {Numbers} values      h × n × 2
 * @property {Numbers} output      h × n × 2
 * @property {Numbers} entropy     h × n, as are the next five
 * @property {Numbers} effective
 * @property {Numbers} top
 * @property {Numbers} top_other
 * @property {Numbers} gradient
 * @property {Numbers} moved
 * @property {Numbers} within      h, as are the next three; NaN for none
 * @property {Numbers} across
 * @property {Numbers} recall
 * @property {Numbers} asymmetry
 * @property {Numbers} energies    steps + 1; NaN for none
 * @property {Numbers} ranks       steps + 1; NaN for none
 * @property {Numbers} path        (steps + 1) × h × n × 2
 * @property {Numbers} curve       h × 49, the entropy of the chosen query
 * @property {Numbers} trail       h × 49 × 2, its output
 */

/** @param {string} name */
async function file(name) {
  const response = await fetch(new URL(name, config.playground));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

/** @type {Promise<Index> | undefined} */
let asked;

/** What there is; asked for once, and again after a failure. @returns {Promise<Index>} */
export function loadIndex() {
  asked ??= file("index.json")
    .then((response) => response.json())
    .catch((error) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

/** @param {ArrayBuffer} content @param {Record<string, number[]>} shapes @param {Index} index */
export function decoded(content, shapes, { fields, units }) {
  const planes = new Uint8Array(content);
  const count = planes.length / 4;
  /** @type {Record<string, Float64Array>} */
  const found = {};
  let start = 0;
  for (const name of fields) {
    const [positions = 0, steps = 0, ...rest] = shapes[name] ?? [];
    const inner = rest.reduce((product, size) => product * size, 1);
    const unit = units[name] ?? 1;
    const numbers = new Float64Array(positions * steps * inner);
    for (let p = 0; p < positions; p++) {
      for (let k = 0; k < inner; k++) {
        let step = 0;
        let value = 0;
        for (let b = 0; b < steps; b++) {
          const at = (p * steps + b) * inner + k;
          const i = start + at;
          step += planes[i] | (planes[count + i] << 8) | (planes[2 * count + i] << 16) | (planes[3 * count + i] << 24);
          value += step;
          numbers[at] = value / unit;
        }
      }
    }
    found[name] = numbers;
    start += numbers.length;
  }
  return found;
}

/** @type {Map<string, Record<string, Float64Array>>} */
const tables = new Map();
/** @type {Map<string, Promise<void>>} */
const arriving = new Map();

/** The build's own answer to the state that it drew, where no table holds one. @param {HTMLElement | null} kept @returns {Answer | null} */
export const built = (kept) => (kept?.dataset["json"] ? JSON.parse(kept.dataset["json"], (_, value) => (value === null ? NaN : value)) : null);

/** The file that answers a state, or null if none does. @param {State} state @param {Index} index */
export function tableOf(state, index) {
  const preset = index.sequences[state.sequence];
  if (!preset || state.tokens || state.dimension !== null || state.heads > 1 || state.projection !== "identity") return null;
  if (state.steps > (preset.cue ? preset.positions - 1 : 0)) return null;
  if (!Number.isInteger(state.sharpness * 4)) return null;
  return [state.sequence, state.scaled ? "scaled" : "raw", state.own_token ? "own" : "others", state.mask].join(".");
}

/** @param {string} name @param {Index} index @returns {Promise<void>} */
export function loadTable(name, index) {
  const sequence = name.split(".")[0] ?? "";
  let loading = arriving.get(name);
  if (!loading) {
    loading = file(`${name}.table`)
      .then((response) => new Response(response.body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())
      .then((content) => void tables.set(name, decoded(content, index.sequences[sequence]?.shapes ?? {}, index)))
      .catch((error) => {
        arriving.delete(name);
        throw error;
      });
    arriving.set(name, loading);
  }
  return loading;
}

/**
 * The answer of a table that has arrived; null if it has not.
 * @param {string} name @param {State} state @param {Index} index @returns {Answer | null}
 */
export function look(name, state, index) {
  const table = tables.get(name);
  const preset = index.sequences[state.sequence];
  if (!table || !preset) return null;
  const n = preset.labels.en.length;
  const steps = index.sharpness.length;
  const b = state.sharpness * 4;
  const p = preset.cue ? state.steps : state.position;
  /** @param {string} field @param {number} size @param {number} [q] */
  const cut = (field, size, q = p) => (table[field] ?? new Float64Array()).subarray((q * steps + b) * size, (q * steps + b + 1) * size);
  const first = preset.cue ? 0 : p;
  const topics = new Set(preset.groups).size;
  const query = state.query;
  const entropy = cut("entropy", n);
  const weights = cut("weights", n * n);
  const upTo = preset.cue ? Array.from({ length: p + 1 }, (_, q) => q) : [p];
  const row = (/** @type {number} */ i) => weights.subarray(i * n, (i + 1) * n);
  const none = [NaN];
  return {
    h: 1,
    n,
    d: preset.dimension,
    weights,
    places: cut("places", 2 * n),
    values: cut("places", 2 * n),
    output: cut("output", 2 * n),
    entropy,
    // The same number in another unit, as bits are; a query that sees nothing attends to nothing.
    effective: entropy.map((H, i) => (row(i).some((w) => w > 0) ? Math.exp(H) : 0)),
    top: cut("top", n),
    top_other: cut("top_other", n),
    gradient: cut("gradient", n),
    moved: cut("moved", n),
    within: topics && topics < n ? cut("within", 1) : none,
    across: topics > 1 ? cut("across", 1) : none,
    recall: preset.cue ? cut("recall", 1) : none,
    asymmetry: [0],
    energies: upTo.map((q) => (preset.cue && b > 0 ? (cut("energies", 1, q)[0] ?? NaN) : NaN)),
    ranks: preset.cue ? upTo.map(() => NaN) : cut("rank", 1),
    path: upTo.flatMap((q) => [...cut("places", 2 * n, q)]),
    curve: index.sharpness.map((_, k) => table["entropy"]?.[(first * steps + k) * n + query] ?? 0),
    trail: index.sharpness.flatMap((_, k) => {
      const at = ((first * steps + k) * n + query) * 2;
      return [table["output"]?.[at] ?? 0, table["output"]?.[at + 1] ?? 0];
    }),
  };
}

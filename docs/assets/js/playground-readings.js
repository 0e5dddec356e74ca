// @ts-check
// The measurements of one query, picked from an answer: attn_docs/playground/readings.py in the page.
import { language } from "./config.js";
import { t } from "./playground-texts.js";
/** @import { Answer, Index } from "./playground-tables.js" */
/** @import { State } from "./playground-state.js" */

/** @typedef {Record<string, string | number | null>} Readings */

const BIT = Math.log(2);

/** @param {number | undefined} given */
const orNull = (given) => (given === undefined || Number.isNaN(given) ? null : given);

/** Words of the tokens: a sequence's own in the page's language, else as they were given. @param {State} state @param {Index} index @returns {string[]} */
export const wordsOf = (state, index) => index.sequences[state.sequence]?.labels[language()] ?? (state.tokens ?? []).map((token) => token.label);

/** What to say of the room that the tokens live in. @param {State} state @param {Index} index */
export function roomOf(state, index) {
  if (state.heads > 1) return t("view.heads", { d: 2 * state.heads });
  const preset = index.sequences[state.sequence];
  return preset && !preset.planar ? t("view.flat", { d: preset.dimension }) : t("view.planar");
}

/** How many keys a query may see. @param {State} state @param {Index} index @param {number} n @param {number} query */
export function keysOf(state, index, n, query) {
  const first = index.sequences[state.sequence]?.cue ? 1 : 0;
  const last = state.mask === "causal" ? query + 1 : n;
  const inside = first <= query && query < last;
  return Math.max(last - first - (inside && !state.own_token ? 1 : 0), 0);
}

/**
 * Plain numbers and words; null for what does not apply.
 * @param {State} state @param {Answer} answer @param {string[]} words @param {Index} index @param {number} [head]
 * @returns {Readings}
 */
export function readings(state, answer, words, index, head = 0) {
  const { n } = answer;
  const i = head * n + state.query;
  const weight = (/** @type {number} */ key) => answer.weights[i * n + key] ?? 0;
  const top = Math.round(answer.top[i] ?? 0);
  const other = Math.round(answer.top_other[i] ?? 0);
  const H = answer.entropy[i] ?? 0;
  return {
    query: words[state.query] ?? "",
    top: words[top] ?? "",
    top_weight: weight(top),
    top_other: words[other] ?? "",
    top_other_weight: weight(other),
    entropy: H,
    bits: H / BIT,
    effective: answer.effective[i] ?? 0,
    keys: keysOf(state, index, n, state.query),
    sharpness: state.sharpness,
    moved: answer.moved[i] ?? 0,
    gradient: answer.gradient[i] ?? 0,
    d: answer.d,
    steps: state.steps,
    energy: orNull(answer.energies[answer.energies.length - 1]),
    rank: orNull(answer.ranks[answer.ranks.length - 1]),
    within: orNull(answer.within[head]),
    across: orNull(answer.across[head]),
    recall: orNull(answer.recall[head]),
    asymmetry: orNull(answer.asymmetry[head]),
  };
}

/** Add all weights by name, as the texts of things to try quote them: w0-2-3. @param {Readings} row @param {Answer} answer */
export function withWeights(row, { h, n, weights }) {
  for (let k = 0; k < h * n * n; k++) row[`w${Math.floor(k / (n * n))}-${Math.floor(k / n) % n}-${k % n}`] = weights[k] ?? 0;
  return row;
}

/**
 * `text` with its places filled: {0.effective:1} is one decimal, {0.top_weight:%} a percentage.
 * @param {string} text @param {Readings[]} found
 */
export function told(text, found) {
  return text.replace(/\{(\d)\.([\w-]+)(?::([12%]))?\}/g, (_, step, name, form) => {
    const value = found[Number(step)]?.[name];
    if (typeof value !== "number" || !form) return String(value ?? "–");
    return form === "%" ? `${Math.round(100 * value)}%` : value.toFixed(Number(form));
  });
}

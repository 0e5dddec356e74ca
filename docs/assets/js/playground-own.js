// @ts-check
// One's own tokens: words, and a dial for the direction of each. Words are text, never markup.
import { MOST_LETTERS, MOST_TOKENS } from "./playground-state.js";
import { t } from "./playground-texts.js";
/** @import { State, Token } from "./playground-state.js" */

const LENGTH = 2 ** 0.25; // then the scaled score of two tokens in a plane is their cosine

/** @param {string} label @param {number} degrees @param {number} [length] @returns {Token} */
const pointed = (label, degrees, length = LENGTH) => ({
  label,
  x: length * Math.cos((degrees * Math.PI) / 180),
  y: length * Math.sin((degrees * Math.PI) / 180),
});

/** Tokens to start with: two pairs. @returns {Token[]} */
export function firstTokens() {
  return t("own.first").split(",").map((label, i) => pointed(label, [150, 115, 40, 5][i] ?? 0));
}

/** Tokens of which one has another place. @param {Token[]} tokens @param {number} which @param {[number, number]} to */
export function moved(tokens, which, to) {
  const [x, y] = to.map((part) => Math.min(Math.max(part, -100), 100));
  return tokens.map((token, i) => (i === which ? { ...token, x: x ?? 0, y: y ?? 0 } : token));
}

/** @param {Token} token */
const degrees = ({ x, y }) => Math.round((((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360);

export class OwnTokens {
  #root;
  #change;
  /** @type {State | null} */
  #state = null;

  /** @param {HTMLElement} root @param {(tokens: Token[], query: number, phase: "whole" | "sliding") => void} change @param {AbortSignal} signal */
  constructor(root, change, signal) {
    this.#root = root;
    this.#change = change;
    this.#words.addEventListener("change", (event) => this.#read(event), { signal });
    this.#dials.addEventListener("input", (event) => this.#turn(event, "sliding"), { signal });
    this.#dials.addEventListener("change", (event) => this.#turn(event, "whole"), { signal });
  }

  get #words() {
    return /** @type {HTMLTextAreaElement} */ (this.#root.querySelector('[data-own="words"]'));
  }

  get #dials() {
    return /** @type {HTMLElement} */ (this.#root.querySelector('[data-own="dials"]'));
  }

  /** Words that stay keep their place; new ones are spread over the free directions. */
  #read(/** @type {Event} */ event) {
    event.stopPropagation();
    const known = new Map((this.#state?.tokens ?? []).map((token) => [token.label, token]));
    const words = this.#words.value.split(/[,\n]/).map((word) => word.replace(/\s+/g, " ").trim().slice(0, MOST_LETTERS)).filter(Boolean).slice(0, MOST_TOKENS);
    const query = Math.min(this.#state?.query ?? 0, words.length - 1);
    if (words.length) this.#change(words.map((word, i) => known.get(word) ?? pointed(word, (137.5 * i + 20) % 360)), query, "whole");
  }

  /** @param {Event} event @param {"whole" | "sliding"} phase */
  #turn(event, phase) {
    const dial = /** @type {HTMLInputElement} */ (event.target);
    const tokens = this.#state?.tokens;
    const chosen = Number(dial.dataset["token"]);
    if (!tokens?.[chosen]) return;
    event.stopPropagation();
    const { label, x, y } = tokens[chosen];
    const turned = pointed(label, dial.valueAsNumber, Math.hypot(x, y) || LENGTH);
    this.#change(tokens.map((token, i) => (i === chosen ? turned : token)), this.#state?.query ?? 0, phase);
  }

  /** @param {State} state */
  show(state) {
    const own = state.sequence === "own" && state.tokens !== null;
    this.#root.hidden = !own;
    this.#state = state;
    if (!own || !state.tokens) return;
    const words = state.tokens.map((token) => token.label).join(", ");
    if (document.activeElement !== this.#words && this.#words.value !== words) this.#words.value = words;
    const rows = [...this.#dials.children];
    if (rows.length !== state.tokens.length || rows.some((row, i) => row.querySelector("span")?.textContent !== state.tokens?.[i]?.label)) {
      this.#dials.replaceChildren(...state.tokens.map((token, i) => this.#row(token, i)));
    }
    this.#dials.querySelectorAll("input").forEach((dial, i) => {
      const token = state.tokens?.[i];
      if (token && document.activeElement !== dial) dial.value = String(degrees(token));
    });
  }

  /** @param {Token} token @param {number} i */
  #row({ label }, i) {
    const row = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = label;
    const dial = document.createElement("input");
    Object.assign(dial, { type: "range", min: "0", max: "359", step: "1", ariaLabel: t("own.dial", { label }) });
    dial.dataset["token"] = String(i);
    row.append(name, dial);
    return row;
  }
}

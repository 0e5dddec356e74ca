// @ts-check
// Selects, sliders and switches: they show a state, and say what the reader changed.
import { set } from "./playground-svg.js";
import { MOST_STEPS } from "./playground-state.js";
import { t } from "./playground-texts.js";
import { toast } from "./toast.js";
/** @import { Index } from "./playground-tables.js" */
/** @import { Maps, State } from "./playground-state.js" */

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

// The named matrices of attn_docs.playground.state, shown in the fields and changed from there.
const ONE = [[1, 0], [0, 1]];
/** @type {Record<string, Maps>} */
const NAMED = {
  identity: { W_Q: ONE, W_K: ONE, W_V: ONE },
  shared: { W_Q: [[1.25, 0], [0, 0.5]], W_K: [[1.25, 0], [0, 0.5]], W_V: ONE },
  separate: { W_Q: [[0, 1], [-1, 0]], W_K: ONE, W_V: ONE },
};
const SIZES = [2, 4, 8, 16, 32, 64, 128, 256, 512];

/** @param {State} state @returns {Maps} */
const mapsOf = (state) => structuredClone(state.matrices ?? NAMED[state.projection] ?? /** @type {Maps} */ (NAMED["identity"]));

export class Controls {
  #root;
  #change;
  /** @type {State | null} */
  #state = null;
  #index;

  /**
   * @param {HTMLElement} root @param {Index} index
   * @param {(change: Partial<State>, phase: "whole" | "sliding") => void} change @param {AbortSignal} signal
   */
  constructor(root, index, change, signal) {
    this.#root = root;
    this.#index = index;
    this.#change = change;
    root.addEventListener("input", (event) => this.#hear(event, "sliding"), { signal });
    root.addEventListener("change", (event) => this.#hear(event, "whole"), { signal });
  }

  /** @param {string} name @returns {Field | null} */
  #field(name) {
    return this.#root.querySelector(`[data-control="${name}"]`);
  }

  /** @param {Event} event @param {"whole" | "sliding"} phase */
  #hear(event, phase) {
    const field = event.target;
    event.stopPropagation(); // the element's own "change" says what became of it
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !this.#state) return;
    const slider = field.type === "range";
    if (phase === "sliding" && !slider) return; // selects and switches speak once, with "change"
    if (field.dataset["matrix"]) return this.#matrix(/** @type {HTMLInputElement} */ (field));
    const name = field.dataset["control"];
    if (!name) return;
    const value = field.value;
    /** @type {Record<string, () => Partial<State>>} */
    const changes = {
      sequence: () => ({ sequence: value }),
      query: () => ({ query: Number(value) }),
      sharpness: () => ({ sharpness: Number(value) }),
      position: () => ({ position: Number(value), tokens: null }),
      steps: () => ({ steps: Number(value) }),
      scaled: () => ({ scaled: /** @type {HTMLInputElement} */ (field).checked }),
      own_token: () => ({ own_token: /** @type {HTMLInputElement} */ (field).checked }),
      mask: () => ({ mask: /** @type {HTMLInputElement} */ (field).checked ? "causal" : "none" }),
      dimension: () => ({ dimension: value ? Number(value) : null }),
      heads: () => ({ heads: Number(value) }),
      projection: () => this.#projection(/** @type {State["projection"]} */ (value)),
    };
    const found = changes[name]?.();
    if (found) this.#change(found, phase);
  }

  /** @param {State["projection"]} projection @returns {Partial<State>} */
  #projection(projection) {
    const own = projection === "custom" && this.#state;
    return { projection, matrices: own ? mapsOf(own) : null };
  }

  /** @param {HTMLInputElement} field */
  #matrix(field) {
    const value = field.valueAsNumber;
    const ok = Number.isFinite(value) && Math.abs(value) <= 100;
    field.setAttribute("aria-invalid", String(!ok));
    if (!ok) return toast(t("matrix.refused"));
    if (!this.#state) return;
    const maps = mapsOf(this.#state);
    const [row = 0, column = 0] = [...(field.dataset["at"] ?? "00")].map(Number);
    const rows = maps[/** @type {keyof Maps} */ (field.dataset["matrix"])];
    if (rows[row]) rows[row][column] = value;
    this.#change({ projection: "custom", matrices: maps }, "whole");
  }

  /** @param {State} state @param {string[]} words @param {number} dimension */
  show(state, words, dimension) {
    const before = this.#state;
    this.#state = state;
    const preset = this.#index.sequences[state.sequence];
    const put = (/** @type {string} */ name, /** @type {string | number} */ value) => {
      const field = this.#field(name);
      if (field && field.value !== String(value)) field.value = String(value);
    };
    this.#options("query", words.map((word, i) => [String(i), word]));
    const own = preset?.dimension ?? 2;
    const larger = SIZES.filter((size) => size > own).map((size) => /** @type {[string, string]} */ ([String(size), String(size)]));
    if (state.dimension !== null && !larger.some(([size]) => Number(size) === state.dimension)) larger.push([String(state.dimension), String(state.dimension)]);
    this.#options("dimension", [["", t("dimension.own", { d: own })], ...larger]);
    put("sequence", state.sequence);
    put("query", state.query);
    put("sharpness", state.sharpness);
    this.#slide("sharpness", state.sharpness.toFixed(2));
    const positions = preset && !preset.cue ? preset.positions : 1;
    this.#slide("position", String(state.position), positions > 1 ? positions - 1 : 0);
    put("position", state.position);
    this.#slide("steps", String(state.steps), MOST_STEPS);
    put("steps", state.steps);
    for (const name of /** @type {const} */ (["scaled", "own_token"])) this.#tick(name, state[name]);
    this.#tick("mask", state.mask === "causal");
    put("dimension", state.dimension ?? "");
    put("heads", state.heads);
    put("projection", state.projection);
    const sizes = this.#field("dimension");
    if (sizes) sizes.disabled = state.heads > 1;
    if (before?.projection !== state.projection || before?.matrices !== state.matrices) this.#maps(mapsOf(state));
    this.#root.dataset["dimension"] = String(dimension);
  }

  /** @param {string} name @param {[string, string][]} rows */
  #options(name, rows) {
    const field = this.#field(name);
    const key = JSON.stringify(rows);
    if (!field || field.dataset["rows"] === key) return;
    field.dataset["rows"] = key;
    field.replaceChildren(...rows.map(([value, text]) => new Option(text, value)));
  }

  /** @param {string} name @param {string} shown @param {number} [top]  0 hides it */
  #slide(name, shown, top) {
    const field = /** @type {HTMLInputElement | null} */ (this.#field(name));
    if (!field) return;
    const output = this.#root.querySelector(`[data-shows="${name}"]`);
    if (output && output.textContent !== shown) output.textContent = shown;
    if (top === undefined) return;
    if (top) field.max = String(top);
    const label = field.closest("label");
    if (label) label.hidden = top === 0;
  }

  /** @param {string} name @param {boolean} on */
  #tick(name, on) {
    const field = this.#field(name);
    if (field instanceof HTMLInputElement) field.checked = on;
  }

  /** Numbers of the matrices, and what each does to a square. @param {Maps} maps */
  #maps(maps) {
    for (const [name, rows] of Object.entries(maps)) {
      for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.#root.querySelectorAll(`[data-matrix="${name}"]`))) {
        const [row = 0, column = 0] = [...(field.dataset["at"] ?? "00")].map(Number);
        const value = String(rows[row]?.[column] ?? 0);
        if (document.activeElement === field) continue;
        field.removeAttribute("aria-invalid");
        if (field.value !== value) field.value = value;
      }
      const picture = this.#root.querySelector(`[data-map="${name}"]`);
      if (picture) drawMap(picture, rows);
    }
  }
}

/** The unit square and the two axes before and after: rows are images of the axes. @param {Element} picture @param {number[][]} rows */
function drawMap(picture, rows) {
  const [[a = 1, b = 0] = [], [c = 0, d = 1] = []] = rows;
  const far = Math.max(1, Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d), Math.abs(a + c), Math.abs(b + d)) / 1.7;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `${(x / far).toFixed(3)} ${(-y / far).toFixed(3)}`;
  const path = (/** @type {string} */ name, /** @type {string} */ d_) => {
    let found = picture.querySelector(`.${name}`);
    if (!found) {
      found = document.createElementNS("http://www.w3.org/2000/svg", "path");
      found.setAttribute("class", name);
      picture.append(found);
    }
    set(found, { d: d_ });
  };
  path("play-map__square", `M0 0L${at(1, 0)}L${at(1, 1)}L${at(0, 1)}Z`);
  path("play-map__image", `M0 0L${at(a, b)}L${at(a + c, b + d)}L${at(c, d)}Z`);
  path("play-map__first", `M0 0L${at(a, b)}`);
  path("play-map__second", `M0 0L${at(c, d)}`);
}

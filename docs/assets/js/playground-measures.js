// @ts-check
// The list of measurements, and the small plot of entropy and effective number over the sharpness.
import { set, svg } from "./playground-svg.js";
import { t } from "./playground-texts.js";
/** @import { Readings } from "./playground-readings.js" */
/** @import { Answer } from "./playground-tables.js" */
/** @import { State } from "./playground-state.js" */

const W = 300;
const H = 136;
const [LEFT, RIGHT, TOP, BOTTOM] = [14, 14, 24, 24];

/** No other token is there to be seen: a mask hides them, or the sequence has but one. @param {Readings} row */
const nothingElse = (row) => row["top_other_weight"] === 0 || (row["keys"] === 1 && row["top_other"] === row["query"]);

/** How many keys share the largest weight of a row. @param {Answer} answer @param {State} state @param {number} head */
function tiesOf({ n, weights }, state, head) {
  const from = (head * n + state.query) * n;
  const row = weights.slice(from, from + n);
  const most = Math.max(...row);
  return row.filter((weight) => most - weight < 1e-4).length;
}

/** @param {string} name @param {Readings} row @param {number} ties @returns {string} */
function written(name, row, ties) {
  const value = row[name];
  if (value === null || value === undefined) return "–";
  if (name === "top_other" && nothingElse(row)) return "–";
  if (name === "top" && ties > 1) return t("measure.tied", { top: value, all: ties });
  if (typeof value === "string") return name === "top_other" ? `${value} · ${(100 * Number(row["top_other_weight"])).toFixed(1)}%` : value;
  if (name === "top_weight") return `${(100 * value).toFixed(1)}%`;
  if (name === "entropy") return t("measure.entropy", { nats: value.toFixed(3), bits: Number(row["bits"]).toFixed(3) });
  if (name === "effective") return t("measure.of", { value: value.toFixed(2), keys: row["keys"] ?? "" });
  return name === "sharpness" ? value.toFixed(2) : value.toFixed(3);
}

/** Optional lines stand where they say something. @param {string} name @param {State} state @param {Readings} row */
function isShown(name, state, row) {
  if (name === "rank") return state.steps > 0 && row["recall"] === null && row["rank"] !== null;
  if (name === "asymmetry") return Number(row["asymmetry"]) > 0.005;
  if (name === "recall" || name === "energy") return row[name] !== null;
  return true;
}

export class Measures {
  #list;
  #plot = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img" });
  #parts = {
    axis: svg("path", { class: "play-axis" }),
    effective: svg("path", { class: "play-line play-line--effective" }),
    entropy: svg("path", { class: "play-line play-line--entropy" }),
    here: svg("line", { class: "play-here" }),
    dots: [svg("circle", { class: "play-mark play-mark--effective", r: 4 }), svg("circle", { class: "play-mark play-mark--entropy", r: 4 })],
  };

  #axis = this.#word("curve.sharpness", "axis", { x: W / 2, y: H - 5, "text-anchor": "middle" });

  /** @param {HTMLElement} list @param {HTMLElement} curve */
  constructor(list, curve) {
    this.#list = list;
    const title = svg("title");
    title.textContent = t("curve.title");
    const words = [
      this.#word("curve.entropy", "entropy", { x: LEFT, y: 11 }),
      this.#word("curve.effective", "effective", { x: W - RIGHT, y: 11, "text-anchor": "end" }),
      this.#axis,
      this.#word("0", "axis", { x: LEFT, y: H - 5, "text-anchor": "middle" }),
      this.#word("12", "axis", { x: W - RIGHT, y: H - 5, "text-anchor": "middle" }),
    ];
    set(this.#parts.axis, { d: `M${LEFT} ${H - BOTTOM}H${W - RIGHT}` });
    this.#plot.append(title, this.#parts.axis, this.#parts.here, this.#parts.effective, this.#parts.entropy, ...this.#parts.dots, ...words);
    curve.replaceChildren(this.#plot);
  }

  /** @param {string} key @param {string} kind @param {Record<string, string | number>} at */
  #word(key, kind, at) {
    const text = svg("text", { class: `play-word play-word--${kind}`, ...at });
    text.textContent = t(key);
    return text;
  }

  /** @param {State} state @param {Answer} answer @param {Readings} row @param {number} head */
  draw(state, answer, row, head) {
    const ties = tiesOf(answer, state, head);
    for (const part of this.#list.querySelectorAll("[data-measure]")) {
      const name = /** @type {HTMLElement} */ (part).dataset["measure"] ?? "";
      /** @type {HTMLElement} */ (part).hidden = !isShown(name, state, row);
      const place = part.querySelector("dd");
      const text = written(name, row, ties);
      if (place && place.textContent !== text) place.textContent = text;
    }
    this.#axis.textContent = t(state.steps > 0 ? "curve.before" : "curve.sharpness");
    const count = answer.curve.length / answer.h;
    const curve = Array.from({ length: count }, (_, k) => answer.curve[head * count + k] ?? 0);
    const most = Math.max(...curve, 1e-9);
    const x = (/** @type {number} */ beta) => LEFT + (beta / 12) * (W - LEFT - RIGHT);
    const y = (/** @type {number} */ share) => H - BOTTOM - share * (H - TOP - BOTTOM);
    const shares = [(/** @type {number} */ E) => Math.exp(E) / Math.exp(most), (/** @type {number} */ E) => E / most];
    [this.#parts.effective, this.#parts.entropy].forEach((line, i) => {
      const share = shares[i] ?? Number;
      set(line, { d: `M${curve.map((E, k) => `${x(k / 4).toFixed(1)} ${y(share(E)).toFixed(1)}`).join("L")}` });
      const entropy = Number(row["entropy"]);
      set(this.#parts.dots[i] ?? line, { cx: x(state.sharpness), cy: y(Math.min(share(entropy), 1)) });
    });
    set(this.#parts.here, { x1: x(state.sharpness), x2: x(state.sharpness), y1: TOP, y2: H - BOTTOM });
  }
}

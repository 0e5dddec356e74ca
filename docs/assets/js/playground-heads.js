// @ts-check
// All heads side by side, each with its plane and its matrix in small; choosing one shows it large.
// attn_docs/pages/playground_heads.py draws the same before any script.
import { Frame, HEIGHT, WIDTH } from "./playground-geometry.js";
import { shadeOf } from "./playground-matrix.js";
import { pairs, percent, set, svg } from "./playground-svg.js";
import { t } from "./playground-texts.js";
/** @import { Answer } from "./playground-tables.js" */

const ROOM = [44, 44]; // around the tokens, which have no labels here
const SHADES = 16;

/** @typedef {{answer: Answer, words: string[], query: number}} View */

/** One head in small. */
class Card {
  button = document.createElement("button");
  #top = document.createElement("span");
  #lines = svg("g");
  #dots = svg("g");
  #output = svg("path", { class: "play-output", d: "M0-30 30 0 0 30-30 0Z" });
  #matrix = svg("svg", { class: "play-head__matrix", "aria-hidden": "true" });
  #shades = Array.from({ length: SHADES }, (_, shade) => svg("path", { "data-shade": String(shade) }));
  #row = svg("rect", { x: 0, height: 1 });
  /** @type {Frame | null} */
  #frame = null;
  #words = "";
  /** @type {number[]} */
  #numbers = [];

  /** @param {number} head */
  constructor(head) {
    this.button.type = "button";
    this.button.dataset["head"] = String(head);
    const name = document.createElement("strong");
    name.textContent = t("head.name", { number: head + 1 });
    this.#top.className = "play-head__top";
    const pictures = document.createElement("span");
    pictures.className = "play-head__pictures";
    const plane = svg("svg", { class: "play-head__plane", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    plane.append(this.#lines, this.#dots, this.#output);
    this.#matrix.append(...this.#shades, this.#row);
    pictures.append(plane, this.#matrix);
    this.button.append(name, this.#top, pictures);
  }

  /** @param {number} head @param {View} view */
  draw(head, { answer, words, query }) {
    const { n } = answer;
    const row = head * n + query;
    const all = Array.from({ length: n * n }, (_, k) => answer.weights[head * n * n + k] ?? 0);
    const places = pairs(answer.places, 2 * head * n, n);
    const output = pairs(answer.output, 2 * row, 1);
    const key = words.join();
    if (key !== this.#words) this.#frame = null;
    // A token that is dragged moves in one head's plane: the others need not be drawn again.
    const numbers = [query, ...all, ...places.flat(), ...output.flat()];
    if (key === this.#words && numbers.length === this.#numbers.length && numbers.every((x, k) => x === this.#numbers[k])) return;
    [this.#words, this.#numbers] = [key, numbers];
    const weights = all.slice(query * n, (query + 1) * n);
    const top = Math.round(answer.top[row] ?? 0);
    this.#top.textContent = weights[top] ? t("head.top", { top: words[top] ?? "", weight: percent(weights[top] ?? 0) }) : "–";
    this.#plane(places, output, weights, query);
    this.#heatmap(all, n, query);
  }

  /** @param {[number, number][]} places @param {[number, number][]} output @param {number[]} weights @param {number} query */
  #plane(places, output, weights, query) {
    const all = [...places, ...output];
    if (!this.#frame?.fits(all)) this.#frame = new Frame(all, ROOM);
    const frame = this.#frame;
    const n = places.length;
    if (this.#dots.childElementCount !== n) {
      this.#lines.replaceChildren(...places.map(() => svg("line", { class: "play-thread" })));
      this.#dots.replaceChildren(...places.map(() => svg("circle", { class: "play-dot" })));
    }
    const at = places.map((place) => frame.at(place));
    const [qx, qy] = at[query] ?? [0, 0];
    at.forEach(([x, y], j) => {
      const weight = weights[j] ?? 0;
      set(/** @type {Element} */ (this.#lines.children[j]), { x1: qx, y1: qy, x2: x, y2: y, "stroke-width": 4 + 36 * weight });
      const dot = /** @type {Element} */ (this.#dots.children[j]);
      set(dot, { cx: x, cy: y, r: 17 + 20 * weight });
      dot.classList.toggle("play-dot--query", j === query);
    });
    const [zx, zy] = frame.at(output[0] ?? [0, 0]);
    set(this.#output, { transform: `translate(${zx.toFixed(1)} ${zy.toFixed(1)})` });
  }

  /** One path for each shade. @param {number[]} weights @param {number} n @param {number} query */
  #heatmap(weights, n, query) {
    const cells = Array.from({ length: SHADES }, () => "");
    weights.forEach((weight, k) => (cells[shadeOf(weight)] += `M${k % n} ${Math.floor(k / n)}h1v1h-1z`));
    set(this.#matrix, { viewBox: `0 0 ${n} ${n}` });
    this.#shades.forEach((path, shade) => set(path, { d: cells[shade] ?? "" }));
    set(this.#row, { y: query, width: n });
  }
}

export class Heads {
  #host;
  /** @type {Card[]} */
  #cards = [];

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
  }

  /** Hold the place of h heads: their answer may take a while. @param {number} h @param {number} chosen */
  show(h, chosen) {
    const count = h > 1 ? h : 0; // a single head is shown large already
    this.#host.hidden = !count;
    if (this.#cards.length !== count) {
      this.#cards = Array.from({ length: count }, (_, head) => new Card(head));
      this.#host.replaceChildren(...this.#cards.map(({ button }) => button));
      this.#host.dataset["count"] = String(count);
    }
    this.#cards.forEach(({ button }, head) => button.setAttribute("aria-pressed", String(head === chosen)));
  }

  /** @param {View} view */
  draw(view) {
    if (view.answer.h !== this.#cards.length) return;
    this.#cards.forEach((card, head) => card.draw(head, view));
  }
}

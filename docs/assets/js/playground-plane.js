// @ts-check
// The token plane: draws an answer as SVG.
import { Frame, HEIGHT, WIDTH, hull, labelPlaces } from "./playground-geometry.js";
import { Hands } from "./playground-hands.js";
import { line, pairs, percent, set, svg } from "./playground-svg.js";
import { t } from "./playground-texts.js";
/** @import { Point } from "./playground-geometry.js" */
/** @import { Listener } from "./playground-hands.js" */
/** @import { Answer } from "./playground-tables.js" */

const LETTERS = 15; // of a label on a wide page; the style sheet enlarges those of a small drawing

/** @typedef {{answer: Answer, words: string[], query: number, head: number, steps: number, mayMove: boolean}} View */

export class Plane {
  #host;
  #hands;
  #drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group" });
  #layers = Object.fromEntries(["hull", "threads", "paths", "trail", "shift", "values", "tokens", "labels", "output"].map((name) => [name, svg("g", { class: `play-layer-${name}` })]));
  /** @type {Frame | null} */
  #frame = null;
  /** @type {View | null} */
  #view = null;
  /** @type {Point[]} */
  #places = [];
  #key = "";
  #size = 1;

  /** @param {HTMLElement} host @param {Listener} listener @param {AbortSignal} signal */
  constructor(host, listener, signal) {
    this.#host = host;
    this.#hands = new Hands(this, listener, signal);
    this.#drawing.ariaLabel = t("plane");
    this.#drawing.append(...Object.values(this.#layers));
    const watch = new ResizeObserver(() => this.#resize());
    watch.observe(host);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  get drawing() {
    return /** @type {SVGSVGElement} */ (this.#drawing);
  }

  get frame() {
    return this.#frame;
  }

  get mayMove() {
    return Boolean(this.#view?.mayMove);
  }

  /** Where a token is. @param {number} token @returns {Point} */
  placeOf(token) {
    return this.#places[token] ?? [0, 0];
  }

  #resize() {
    const label = this.#layers["labels"]?.firstElementChild;
    const size = label?.isConnected ? parseFloat(getComputedStyle(label).fontSize) / LETTERS : 1;
    if (size === this.#size || !this.#view) return;
    this.#size = size;
    this.draw(this.#view);
  }

  /** Start on another scale with the next drawing. */
  refit() {
    this.#frame = null;
  }

  /** @param {View} view */
  draw(view) {
    this.#view = view;
    const { answer, head, query, words } = view;
    const { n } = answer;
    const start = head * n;
    const places = pairs(answer.places, 2 * start, n);
    const values = pairs(answer.values, 2 * start, n);
    const output = pairs(answer.output, 2 * (start + query), 1);
    const all = [...places, ...values, ...output];
    if (!this.#frame || (!this.#hands.pulling && !this.#frame.fits(all))) this.#frame = new Frame(all);
    const frame = this.#frame;
    const at = places.map((p) => frame.at(p));
    this.#places = places;
    const weights = Array.from({ length: n }, (_, j) => answer.weights[(start + query) * n + j] ?? 0);
    this.#build(n, view.mayMove, words);
    const radii = weights.map((w) => 6 + 8 * w);
    const [qx, qy] = at[query] ?? [0, 0];
    const z = frame.at(output[0] ?? [0, 0]);
    const { hull: area, threads, paths, trail, shift, values: squares, tokens, labels, output: mark } = this.#layers;
    set(/** @type {Element} */ (area.firstChild), { d: `${line(hull(values).map((p) => frame.at(p)))}Z` });
    const centres = labelPlaces(at, words, radii, [[z[0] - 10, z[1] - 10, z[0] + 10, z[1] + 10]], this.#size);
    const moved = values.some((v, j) => Math.hypot(v[0] - places[j][0], v[1] - places[j][1]) > 1e-6);
    at.forEach(([x, y], j) => {
      set(/** @type {Element} */ (threads.children[j]), { x1: qx, y1: qy, x2: x, y2: y, "stroke-width": 1 + 15 * weights[j] });
      const token = /** @type {SVGElement} */ (tokens.children[j]);
      set(/** @type {Element} */ (token.firstChild), { cx: x, cy: y, r: Math.max(radii[j], 16) });
      set(/** @type {Element} */ (token.lastChild), { cx: x, cy: y, r: radii[j] });
      token.classList.toggle("play-token--query", j === query);
      set(token, { "aria-pressed": String(j === query), "aria-label": t("token", { label: words[j], weight: percent(weights[j]) }) });
      const label = /** @type {Element} */ (labels.children[j]);
      set(label, { x: centres[j][0], y: centres[j][1] });
      label.classList.toggle("play-label--query", j === query);
      const [vx, vy] = frame.at(values[j]);
      set(/** @type {Element} */ (squares.children[j]), { d: moved ? `M${x.toFixed(1)} ${y.toFixed(1)}L${vx.toFixed(1)} ${vy.toFixed(1)}M${(vx - 5).toFixed(1)} ${(vy - 5).toFixed(1)}h10v10h-10z` : "" });
    });
    set(/** @type {Element} */ (shift.firstChild), { x1: qx, y1: qy, x2: z[0], y2: z[1] });
    set(/** @type {Element} */ (mark.firstChild), { transform: `translate(${z[0].toFixed(1)} ${z[1].toFixed(1)})` });
    const count = answer.curve.length / answer.h;
    const along = view.steps ? [] : pairs(answer.trail, 2 * head * count, count).map((p) => frame.at(p));
    set(/** @type {Element} */ (trail.firstChild), { d: line(along) });
    this.#walks(paths, frame, view);
  }

  /** Where each token came from, once outputs have been put back in. @param {Element} layer @param {Frame} frame @param {View} view */
  #walks(layer, frame, { answer, head, steps }) {
    const { h, n } = answer;
    const walks = steps ? Array.from({ length: n }, (_, j) => Array.from({ length: steps + 1 }, (_, s) => pairs(answer.path, 2 * ((s * h + head) * n + j), 1)[0])) : [];
    [...layer.children].forEach((path, j) => set(path, { d: line((walks[j] ?? []).map((p) => frame.at(p))) }));
  }

  /** Elements for n tokens; they stay while only numbers change. @param {number} n @param {boolean} mayMove @param {string[]} words */
  #build(n, mayMove, words) {
    const key = JSON.stringify([n, mayMove, words]);
    if (key === this.#key) return;
    const held = this.tokenOf(document.activeElement);
    this.#key = key;
    const { hull: area, threads, paths, trail, shift, values, tokens, labels, output } = this.#layers;
    const each = (/** @type {() => Element} */ make) => Array.from({ length: n }, make);
    area.replaceChildren(svg("path", { class: "play-hull" }));
    threads.replaceChildren(...each(() => svg("line", { class: "play-thread" })));
    paths.replaceChildren(...each(() => svg("path", { class: "play-walk" })));
    trail.replaceChildren(svg("path", { class: "play-trail" }));
    shift.replaceChildren(svg("line", { class: "play-shift" }));
    values.replaceChildren(...each(() => svg("path", { class: "play-value" })));
    output.replaceChildren(svg("path", { class: "play-output", d: "M0-10 10 0 0 10-10 0Z" }));
    tokens.replaceChildren(
      ...words.map((_, j) => {
        const token = svg("g", { class: "play-token", tabindex: "0", role: "button", "data-token": String(j) });
        token.append(svg("circle", { class: "play-reach" }), svg("circle", { class: "play-dot" }));
        return token;
      }),
    );
    labels.replaceChildren(
      ...words.map((word) => {
        const label = svg("text", { class: "play-label" });
        label.textContent = word;
        return label;
      }),
    );
    this.#drawing.classList.toggle("play-movable", mayMove);
    if (!this.#drawing.isConnected) this.#host.replaceChildren(this.#drawing);
    if (held !== null) /** @type {SVGElement | undefined} */ (tokens.children[held])?.focus();
  }

  /** Mark what is looked at elsewhere. @param {number | null} from @param {number | null} to */
  light(from, to) {
    this.#layers["tokens"].childNodes.forEach((node, j) => /** @type {Element} */ (node).classList.toggle("play-hot", j === to || j === from));
    this.#layers["threads"].childNodes.forEach((node, j) => /** @type {Element} */ (node).classList.toggle("play-hot", j === to && (from === null || from === this.#view?.query)));
  }

  /** @param {EventTarget | null} target @returns {number | null} */
  tokenOf(target) {
    const token = target instanceof Element && this.#drawing.contains(target) ? target.closest("[data-token]") : null;
    return token ? Number(token.getAttribute("data-token")) : null;
  }
}

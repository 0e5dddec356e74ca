// @ts-check
// The token plane: draws an answer as SVG, and tells which token was chosen or moved.
import { Frame, HEIGHT, WIDTH, hull, labelPlaces } from "./playground-geometry.js";
import { t } from "./playground-texts.js";
/** @import { Point } from "./playground-geometry.js" */
/** @import { Answer } from "./playground-tables.js" */

const SVG = "http://www.w3.org/2000/svg";
const STEP = 0.05; // of the plane's unit, for an arrow key
const BIG_STEP = 0.25; // with Shift
const LETTERS = 15; // of a label on a wide page; the style sheet enlarges those of a small drawing
const CLICK = 4; // pixels that a pointer may tremble

/** @param {string} name @param {Record<string, string | number>} [attributes] */
export function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  return element;
}

/** @param {Element} element @param {Record<string, string | number>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 10) / 10) : value);
  }
}

/** Points of a flat array. @param {ArrayLike<number>} flat @param {number} start @param {number} count @returns {Point[]} */
export const pairs = (flat, start, count) =>
  Array.from({ length: count }, (_, i) => /** @type {Point} */ ([flat[start + 2 * i] ?? 0, flat[start + 2 * i + 1] ?? 0]));

/** @param {Point[]} points */
const line = (points) => (points.length ? `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` : "");

/**
 * @typedef {object} Listener
 * @property {(token: number) => void} choose
 * @property {(token: number, to: Point, phase: "start" | "move" | "end") => void} move
 * @property {(token: number, by: Point, phase: "move" | "end") => void} nudge
 * @property {(token: number | null) => void} hover
 */
/** @typedef {{answer: Answer, words: string[], query: number, head: number, steps: number, mayMove: boolean}} View */

export class Plane {
  #host;
  #listener;
  #drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group" });
  #layers = Object.fromEntries(["hull", "threads", "paths", "trail", "shift", "values", "tokens", "labels", "output"].map((name) => [name, svg("g", { class: `play-layer-${name}` })]));
  /** @type {Frame | null} */
  #frame = null;
  /** @type {View | null} */
  #view = null;
  /** @type {Point[]} */
  #places = [];
  /** @type {{token: number, from: Point, grip: Point, moved: boolean, to: Point} | null} */
  #drag = null;
  #key = "";
  #size = 1;

  /** @param {HTMLElement} host @param {Listener} listener @param {AbortSignal} signal */
  constructor(host, listener, signal) {
    this.#host = host;
    this.#listener = listener;
    this.#drawing.ariaLabel = t("plane");
    this.#drawing.append(...Object.values(this.#layers));
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => this.#drawing.addEventListener(name, act, { signal });
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#pull(event));
    on("pointerup", (event) => this.#release(event));
    on("pointercancel", (event) => this.#release(event));
    on("keydown", (event) => this.#pressKey(event));
    on("keyup", (event) => this.#releaseKey(event));
    on("pointerover", (event) => this.#listener.hover(this.#tokenOf(event.target)));
    on("pointerleave", () => this.#listener.hover(null));
    on("focusin", (event) => this.#listener.hover(this.#tokenOf(event.target)));
    on("focusout", () => this.#listener.hover(null));
    const watch = new ResizeObserver(() => this.#resize());
    watch.observe(host);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  get drawing() {
    return this.#drawing;
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
    if (!this.#frame || (!this.#drag && !this.#frame.fits(all))) this.#frame = new Frame(all);
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
    const held = this.#tokenOf(document.activeElement);
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
  #tokenOf(target) {
    const token = target instanceof Element && this.#drawing.contains(target) ? target.closest("[data-token]") : null;
    return token ? Number(token.getAttribute("data-token")) : null;
  }

  /** @param {PointerEvent} event @returns {Point} */
  #point(event) {
    const matrix = /** @type {SVGSVGElement} */ (this.#drawing).getScreenCTM();
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return [found.x, found.y];
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const token = this.#tokenOf(event.target);
    if (token === null || event.button !== 0 || !this.#frame) return;
    const [x, y] = this.#point(event);
    const place = this.#places[token] ?? [0, 0];
    const [px, py] = this.#frame.at(place);
    this.#drag = { token, from: [x, y], grip: [px - x, py - y], moved: false, to: place };
    this.#drawing.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    const drag = this.#drag;
    if (!drag || !this.#frame || !this.#view?.mayMove) return;
    const [x, y] = this.#point(event);
    if (!drag.moved && Math.hypot(x - drag.from[0], y - drag.from[1]) < CLICK) return;
    const phase = drag.moved ? "move" : "start";
    drag.moved = true;
    this.#drawing.classList.add("play-dragging");
    const inside = /** @type {Point} */ ([Math.min(Math.max(x + drag.grip[0], 8), WIDTH - 8), Math.min(Math.max(y + drag.grip[1], 8), HEIGHT - 8)]);
    drag.to = this.#frame.back(inside);
    this.#listener.move(drag.token, drag.to, phase);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const drag = this.#drag;
    this.#drag = null;
    this.#drawing.classList.remove("play-dragging");
    if (!drag) return;
    if (drag.moved) this.#listener.move(drag.token, drag.to, "end");
    else if (event.type === "pointerup") {
      /** @type {SVGElement} */ (this.#layers["tokens"].children[drag.token]).focus({ preventScroll: true });
      this.#listener.choose(drag.token);
    }
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const token = this.#tokenOf(event.target);
    if (token === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#listener.choose(token);
    }
    const step = event.shiftKey ? BIG_STEP : STEP;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!way || !this.#view?.mayMove) return;
    event.preventDefault();
    this.#listener.nudge(token, /** @type {Point} */ (way), "move");
  }

  /** @param {KeyboardEvent} event */
  #releaseKey(event) {
    const token = this.#tokenOf(event.target);
    if (token !== null && event.key.startsWith("Arrow") && this.#view?.mayMove) this.#listener.nudge(token, [0, 0], "end");
  }
}

/** @param {number} weight */
export const percent = (weight) => `${Math.round(100 * weight)}%`;

// @ts-check
// The home page's figure. It computes nothing: the build wrote every state into its table.
import { whenParsed } from "./parsed.js";

/**
 * @typedef {{ betas: number[], directions: number[], query: number[], weights: number[],
 *   output: number[], effective: number[] }} Table
 */

const SWEEP = 4000; // ms from β = 0 to 12

class AttnLiving extends HTMLElement {
  #stop = new AbortController();
  #frame = 0;
  /** @type {Table | undefined} */
  #table;

  connectedCallback() {
    whenParsed(this, () => this.#mount());
  }

  #mount() {
    const text = this.dataset["table"];
    if (!text || this.dataset.ready !== undefined) return;
    this.#table = JSON.parse(text);
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.addEventListener("input", () => this.#draw(), { signal });
    this.addEventListener("pointerdown", (event) => this.#drag(event), { signal });
    this.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    this.#button.addEventListener("click", () => this.#sweep(), { signal });
    this.dataset.ready = "";
    this.#draw();
  }

  disconnectedCallback() {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    delete this.dataset.ready;
  }

  /** @param {string} part */
  #slider(part) {
    return /** @type {HTMLInputElement} */ (this.querySelector(`input[data-part="${part}"]`));
  }

  get #button() {
    return /** @type {HTMLButtonElement} */ (this.querySelector('[data-action="play"]'));
  }

  /** The query follows a pointer that is pressed on the plane. @param {PointerEvent} event */
  #drag(event) {
    const svg = this.querySelector("svg");
    const table = this.#table;
    if (!svg || !table || !(event.buttons & 1)) return;
    if (!(event.target instanceof Node) || !svg.contains(event.target)) return;
    const centre = /** @type {SVGGraphicsElement} */ (svg.querySelector(".living-ring"));
    const box = centre.getBoundingClientRect();
    const x = event.clientX - (box.left + box.width / 2);
    const y = box.top + box.height / 2 - event.clientY;
    const step = 360 / table.directions.length;
    const turn = Math.round((Math.atan2(y, x) * 180) / Math.PI / step);
    this.#slider("direction").value = String((turn + table.directions.length) % table.directions.length);
    this.#draw();
  }

  #sweep() {
    const beta = this.#slider("beta");
    cancelAnimationFrame(this.#frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      beta.value = beta.value === beta.max ? beta.min : beta.max;
      this.#draw();
      return;
    }
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const done = Math.min((now - start) / SWEEP, 1);
      beta.value = String(Math.round(done * Number(beta.max)));
      this.#draw();
      if (done < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #draw() {
    const table = this.#table;
    if (!table) return;
    const b = Number(this.#slider("beta").value);
    const a = Number(this.#slider("direction").value);
    const row = b * table.directions.length + a;
    const tokens = table.weights.length / table.effective.length;
    const weights = table.weights.slice(row * tokens, (row + 1) * tokens);
    const [qx, qy] = place(table.query, a);
    const [zx, zy] = place(table.output, row);

    each(this, ".living-thread", (line, i) =>
      set(line, { x1: qx, y1: qy, "stroke-width": 1 + 0.015 * weights[i] }),
    );
    each(this, ".living-token circle", (circle, i) => set(circle, { r: 5 + 0.009 * weights[i] }));
    each(this, ".living-arrow", (line) => set(line, { x2: qx, y2: qy }));
    each(this, ".living-query", (mark) => set(mark, { transform: `translate(${qx} ${qy})` }));
    each(this, ".living-output", (mark) => set(mark, { transform: `translate(${zx} ${zy})` }));
    const path = table.betas.map((_, i) => place(table.output, i * table.directions.length + a));
    each(this, ".living-path", (line) => set(line, { d: `M${path.map((p) => p.join(" ")).join("L")}` }));
    each(this, ".living-query text", (text) => beside(text, table.directions[a]));

    each(this, ".living-weights li", (item, i) => {
      /** @type {HTMLElement} */ (item).style.setProperty("--w", String(weights[i] / 1000));
      const data = /** @type {HTMLDataElement} */ (item.querySelector("data"));
      data.value = data.textContent = (weights[i] / 1000).toFixed(3);
    });
    each(this, ".living-effective data", (element) => {
      const data = /** @type {HTMLDataElement} */ (element);
      data.value = data.textContent = (table.effective[row] / 100).toFixed(2);
    });
    this.#say("beta", table.betas[b].toFixed(2));
    this.#say("direction", `${table.directions[a]}°`);
  }

  /**
   * @param {string} part
   * @param {string} text
   */
  #say(part, text) {
    this.#slider(part).setAttribute("aria-valuetext", text);
    const output = this.querySelector(`output[data-part="${part}"]`);
    if (output) output.textContent = text;
  }
}

/**
 * @param {number[]} flat tenths, x and y in turn
 * @param {number} i
 */
function place(flat, i) {
  return [flat[2 * i] / 10, flat[2 * i + 1] / 10];
}

/**
 * @param {Element} root
 * @param {string} selector
 * @param {(element: Element, i: number) => void} act
 */
function each(root, selector, act) {
  root.querySelectorAll(selector).forEach(act);
}

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? value.toFixed(1) : value);
  }
}

/**
 * The label of the query stands outside the ring, whatever its direction.
 * @param {Element} text
 * @param {number} degrees
 */
function beside(text, degrees) {
  const x = 24 * Math.cos((degrees * Math.PI) / 180);
  const y = -24 * Math.sin((degrees * Math.PI) / 180);
  const anchor = Math.abs(x) < 12 ? "middle" : x > 0 ? "start" : "end";
  set(text, { x, y, "text-anchor": anchor });
}

if (!customElements.get("attn-living")) customElements.define("attn-living", AttnLiving);

// @ts-check
// A reader's hands on the plane: pointer and keys choose tokens and move them.
import { HEIGHT, WIDTH } from "./playground-geometry.js";
/** @import { Point } from "./playground-geometry.js" */
/** @import { Plane } from "./playground-plane.js" */

const STEP = 0.05; // of the plane's unit, for an arrow key
const BIG_STEP = 0.25; // with Shift
const CLICK = 4; // pixels that a pointer may tremble
const EDGE = 8; // where a pulled token stops

/**
 * @typedef {object} Listener
 * @property {(token: number) => void} choose
 * @property {(token: number, to: Point, phase: "start" | "move" | "end") => void} move
 * @property {(token: number, by: Point, phase: "move" | "end") => void} nudge
 * @property {(token: number | null) => void} hover
 */

export class Hands {
  #plane;
  #listener;
  /** @type {{token: number, from: Point, grip: Point, moved: boolean, to: Point} | null} */
  #drag = null;

  /** @param {Plane} plane @param {Listener} listener @param {AbortSignal} signal */
  constructor(plane, listener, signal) {
    this.#plane = plane;
    this.#listener = listener;
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => plane.drawing.addEventListener(name, act, { signal });
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#pull(event));
    on("pointerup", (event) => this.#release(event));
    on("pointercancel", (event) => this.#release(event));
    on("keydown", (event) => this.#pressKey(event));
    on("keyup", (event) => this.#releaseKey(event));
    on("pointerover", (event) => listener.hover(plane.tokenOf(event.target)));
    on("pointerleave", () => listener.hover(null));
    on("focusin", (event) => listener.hover(plane.tokenOf(event.target)));
    on("focusout", () => listener.hover(null));
  }

  /** Whether a token is held, so that the plane must keep its scale. */
  get pulling() {
    return this.#drag !== null;
  }

  /** @param {PointerEvent} event @returns {Point} */
  #point(event) {
    const matrix = this.#plane.drawing.getScreenCTM();
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return [found.x, found.y];
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const token = this.#plane.tokenOf(event.target);
    const { frame, drawing } = this.#plane;
    if (token === null || event.button !== 0 || !frame) return;
    const [x, y] = this.#point(event);
    const place = this.#plane.placeOf(token);
    const [px, py] = frame.at(place);
    this.#drag = { token, from: [x, y], grip: [px - x, py - y], moved: false, to: place };
    drawing.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    const drag = this.#drag;
    const { frame, drawing, mayMove } = this.#plane;
    if (!drag || !frame || !mayMove) return;
    const [x, y] = this.#point(event);
    if (!drag.moved && Math.hypot(x - drag.from[0], y - drag.from[1]) < CLICK) return;
    const phase = drag.moved ? "move" : "start";
    drag.moved = true;
    drawing.classList.add("play-dragging");
    const inside = (/** @type {number} */ place, /** @type {number} */ far) => Math.min(Math.max(place, EDGE), far - EDGE);
    drag.to = frame.back([inside(x + drag.grip[0], WIDTH), inside(y + drag.grip[1], HEIGHT)]);
    this.#listener.move(drag.token, drag.to, phase);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const drag = this.#drag;
    const { drawing } = this.#plane;
    this.#drag = null;
    drawing.classList.remove("play-dragging");
    if (!drag) return;
    if (drag.moved) this.#listener.move(drag.token, drag.to, "end");
    else if (event.type === "pointerup") {
      /** @type {SVGElement | null} */ (drawing.querySelector(`[data-token="${drag.token}"]`))?.focus({ preventScroll: true });
      this.#listener.choose(drag.token);
    }
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const token = this.#plane.tokenOf(event.target);
    if (token === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#listener.choose(token);
    }
    const step = event.shiftKey ? BIG_STEP : STEP;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!way || !this.#plane.mayMove) return;
    event.preventDefault();
    this.#listener.nudge(token, /** @type {Point} */ (way), "move");
  }

  /** @param {KeyboardEvent} event */
  #releaseKey(event) {
    const token = this.#plane.tokenOf(event.target);
    if (token !== null && event.key.startsWith("Arrow") && this.#plane.mayMove) this.#listener.nudge(token, [0, 0], "end");
  }
}

// @ts-check
// What a playground shows: the parts, the answer that they draw, and the head that is large.
import { pairs } from "./playground-svg.js";
import { readings, roomOf, wordsOf } from "./playground-readings.js";
import { encode } from "./playground-state.js";
/** @import { Parts } from "./playground-parts.js" */
/** @import { Readings } from "./playground-readings.js" */
/** @import { State } from "./playground-state.js" */
/** @import { Answer, Index } from "./playground-tables.js" */

export class Stage {
  #root;
  #index;
  #parts;
  #movable;
  #drawn;
  /** @type {State | null} */
  #state = null;
  /** @type {{state: State, answer: Answer} | null} */
  #shown = null;
  #head = 0;
  #frame = 0;

  /**
   * @param {HTMLElement} root @param {Index} index @param {Parts} parts
   * @param {boolean} movable  whether tokens may be moved
   * @param {() => void} drawn  called when something new is to be seen
   */
  constructor(root, index, parts, movable, drawn) {
    this.#root = root;
    this.#index = index;
    this.#parts = parts;
    this.#movable = movable;
    this.#drawn = drawn;
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#parts.status.destroy();
  }

  get shown() {
    return this.#shown;
  }

  /** The head that is shown large, of those that the answer has. */
  get head() {
    return Math.min(this.#head, (this.#shown?.answer.h ?? 1) - 1);
  }

  /** Whether a new answer waits for its frame. */
  get isDue() {
    return this.#frame !== 0;
  }

  /** Measurements of what is shown; null before anything is. @returns {Readings | null} */
  get measurements() {
    return this.#shown && readings(this.#shown.state, this.#shown.answer, wordsOf(this.#shown.state, this.#index), this.#index, this.head);
  }

  /** The tokens where they are now: as they were moved, or as they are drawn. */
  get tokens() {
    const { answer, state } = /** @type {{answer: Answer, state: State}} */ (this.#shown);
    const words = wordsOf(state, this.#index);
    return this.#state?.tokens ?? pairs(answer.places, 0, answer.n).map(([x, y], i) => ({ label: words[i] ?? "", x, y }));
  }

  /** Set the controls to a state, whose answer may take a while. @param {State} state */
  prepare(state) {
    if (this.#state?.sequence !== state.sequence) this.#parts.plane.refit();
    this.#state = state;
    this.#head = Math.min(this.#head, state.heads - 1);
    this.#parts.controls.show(state, wordsOf(state, this.#index), 0);
    this.#parts.heads.show(state.heads, this.#head);
    this.#parts.own?.show(state);
    const link = /** @type {HTMLAnchorElement | null} */ (this.#root.querySelector('[data-part="open"]'));
    if (link) link.hash = encode(state);
  }

  /** Show a head large. @param {number} head */
  choose(head) {
    this.#head = head;
    this.#parts.heads.show(this.#state?.heads ?? 1, head);
    this.#parts.plane.refit();
    this.draw();
  }

  /** @param {State} state @param {Answer} answer @param {boolean} sliding */
  show(state, answer, sliding) {
    this.#shown = { state, answer };
    // While something slides, answers may come faster than frames: draw the last one of each.
    if (!sliding) return this.draw();
    this.#frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const measured = this.measurements;
    if (!this.#shown || !measured || !this.#root.isConnected) return;
    const { state, answer } = this.#shown;
    const { head } = this;
    // The other heads deal the tokens out by themselves, and outputs put back in have moved on.
    const mayMove = this.#movable && state.steps === 0 && head === 0;
    const view = { answer, words: wordsOf(state, this.#index), query: state.query, head, steps: state.steps, mayMove };
    this.#parts.plane.draw(view);
    this.#parts.matrix.draw(view);
    this.#parts.measures.draw(state, answer, measured, head);
    this.#parts.heads.draw(view);
    const room = /** @type {HTMLElement} */ (this.#root.querySelector('[data-part="view"]'));
    room.textContent = roomOf(state, this.#index);
    this.#root.dataset["state"] = "ready";
    this.#parts.status.say("");
    this.#drawn();
  }

  /** Mark what is looked at in one of the views in both. @param {number | null} row @param {number | null} column */
  light(row, column) {
    this.#parts.plane.light(row, column);
    this.#parts.matrix.light(row, column);
  }

  /** Say what Python is doing. @param {Parameters<Parts["status"]["waiting"]>[0]} snapshot */
  wait(snapshot) {
    this.#root.dataset["state"] = "waiting";
    this.#parts.status.waiting(snapshot);
  }

  fail() {
    this.#root.dataset["state"] = "failed";
    this.#parts.status.say("");
  }

  /** What a button needs to know of what is shown. @param {Readings} measured */
  picture(measured) {
    const { state, answer } = /** @type {{answer: Answer, state: State}} */ (this.#shown);
    const { drawing } = this.#parts.plane;
    return { state, answer, words: wordsOf(state, this.#index), readings: measured, head: this.head, drawing, root: this.#root };
  }
}

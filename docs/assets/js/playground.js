// @ts-check
// <attn-playground>: takes a reader's wishes, asks for the answer to the state that they lead to,
// and puts it on the stage.
import { mountMenu } from "./cell-menu.js";
import { runtime } from "./runtime.js";
import { Course } from "./playground-course.js";
import { isUndo } from "./playground-history.js";
import { moved } from "./playground-own.js";
import { assemble } from "./playground-parts.js";
import { readings, withWeights, wordsOf } from "./playground-readings.js";
import { Latest, answer, atOnce, explained, isLive } from "./playground-source.js";
import { Stage } from "./playground-stage.js";
import { START, checked, encode } from "./playground-state.js";
import { built, loadIndex } from "./playground-tables.js";
import { t } from "./playground-texts.js";
import { act } from "./playground-tools.js";
import "./playground-tries.js";
/** @import { Point } from "./playground-geometry.js" */
/** @import { Wishes } from "./playground-parts.js" */
/** @import { Readings } from "./playground-readings.js" */
/** @import { Answer, Index } from "./playground-tables.js" */
/** @import { State } from "./playground-state.js" */

export class AttnPlayground extends HTMLElement {
  #life = new AbortController();
  /** @type {Promise<void>} */
  #begun = Promise.resolve();
  #latest = new Latest((state, found) => this.#show(state, found), (state, error) => this.#failed(state, error));
  /** @type {Index} */
  #index = /** @type {any} */ (null);
  /** @type {Stage | null} */
  #stage = null;
  /** @type {Course | null} */
  #course = null;

  connectedCallback() {
    this.#life = new AbortController();
    this.#begun = this.#start();
  }

  disconnectedCallback() {
    this.#life.abort();
    this.#stage?.close();
  }

  async #start() {
    const { signal } = this.#life;
    try {
      this.#index = await loadIndex();
    } catch {
      return this.#notice(t("notice.tables"));
    }
    if (signal.aborted) return;
    const small = Boolean(this.dataset["controls"]);
    /** @type {Wishes} */
    const wishes = {
      change: (change, phase) => this.#course?.change(change, phase),
      move: (token, to, phase) => this.#move(token, to, phase),
      nudge: (token, [dx, dy], phase) => this.#move(token, [(this.#stage?.tokens[token]?.x ?? 0) + dx, (this.#stage?.tokens[token]?.y ?? 0) + dy], phase),
      hover: (row, column) => this.#stage?.light(row, column),
    };
    const movable = !small || (this.dataset["controls"] ?? "").split(" ").includes("drag");
    this.#stage = new Stage(this, this.#index, assemble(this, this.#index, wishes, signal), movable, () => this.#tell());
    const first = checked(JSON.parse(this.dataset["start"] ?? "{}"), this.#index);
    this.#course = new Course(this.#index, first, !small, { arrive: (state) => this.#ask(state), notice: (text) => this.#notice(text) }, signal);
    this.addEventListener("click", (event) => void this.#click(event), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    const saves = /** @type {HTMLDetailsElement | null} */ (this.querySelector("details.play-saves"));
    if (saves) mountMenu(saves, signal);
    runtime.addEventListener("change", () => this.#watch(), { signal });
    this.#course.begin();
  }

  /** @returns {State} */
  get state() {
    return structuredClone(this.#course?.state ?? START);
  }

  /** Go to another state; one that is none gives a notice and changes nothing. @param {any} given */
  set state(given) {
    void this.#begun.then(() => this.#course?.attempt(given));
  }

  /** Measurements of what is shown; null before anything is. */
  get measurements() {
    return this.#stage?.measurements ?? null;
  }

  /** Whether what is shown is the answer to the state. */
  get isSettled() {
    return Boolean(this.#stage?.shown && !this.#stage.isDue && this.#stage.shown.state === this.#course?.state);
  }

  /** Measurements of another state, which is not shown. @param {any} given @returns {Promise<Readings>} */
  async measure(given) {
    const index = await loadIndex();
    const state = checked(given, index);
    const found = await answer(state);
    return withWeights(readings(state, found, wordsOf(state, index), index), found);
  }

  /** @param {string} text */
  #notice(text) {
    const box = /** @type {HTMLElement} */ (this.querySelector('[data-part="notice"]'));
    box.hidden = !text;
    box.textContent = text;
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: { state: this.state, measurements: this.measurements } }));
  }

  /** Show what is at hand of a state, or ask for it. @param {State} state */
  #ask(state) {
    const [course, stage] = [this.#course, this.#stage];
    if (!course || !stage) return;
    this.#undoable(course.canUndo);
    stage.prepare(state);
    const asBuilt = () => (encode(state) === encode(course.first) ? built(this.querySelector('[data-part="answer"]')) : null);
    const found = atOnce(state, this.#index) ?? asBuilt();
    if (found) {
      this.#latest.drop();
      return stage.show(state, found, course.sliding);
    }
    void this.#latest.ask(state);
    this.#watch();
  }

  /** @param {boolean} can */
  #undoable(can) {
    const undo = this.querySelector('[data-action="undo"]');
    // A button that is switched off under the reader's finger would drop the focus.
    if (undo === document.activeElement && !can) /** @type {HTMLElement | null} */ (this.querySelector('[data-action="restart"]'))?.focus();
    undo?.toggleAttribute("disabled", !can);
  }

  /** @param {State} state @param {Answer} found */
  #show(state, found) {
    if (this.isConnected) this.#stage?.show(state, found, Boolean(this.#course?.sliding));
  }

  #watch() {
    if (!this.#latest.busy || !this.#course || !isLive(this.#course.state, this.#index) || runtime.alive) return;
    this.#stage?.wait(runtime.snapshot);
  }

  /** @param {State} state @param {unknown} error */
  #failed(state, error) {
    const [course, stage] = [this.#course, this.#stage];
    if (!this.isConnected || !course || !stage) return;
    this.#notice(explained(state, error, this.#index));
    stage.fail();
    if (!stage.shown) course.retreat();
    else if (stage.shown.state !== state) course.return(stage.shown.state);
  }

  /** @param {number} token @param {Point} to @param {"start" | "move" | "end"} phase */
  #move(token, to, phase) {
    if (this.#stage?.shown) this.#course?.change({ tokens: moved(this.#stage.tokens, token, to) }, phase === "end" ? "whole" : "sliding");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!isUndo(event)) return;
    event.preventDefault();
    this.#course?.undo();
  }

  /** @param {MouseEvent} event */
  async #click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("button")) : null;
    if (button?.dataset["head"]) return this.#stage?.choose(Number(button.dataset["head"]));
    const action = button?.dataset["action"] ?? "";
    if (action === "undo") return this.#course?.undo();
    if (action === "restart") return this.#course?.restart();
    const measured = this.measurements;
    if (!this.#stage || !measured) return;
    const to = { take: (/** @type {unknown} */ given) => this.#course?.attempt(given), complain: (/** @type {string} */ text) => this.#notice(text) };
    if (await act(action, this.#stage.picture(measured), to)) {
      const menu = button?.closest("details");
      if (menu) menu.open = false;
    }
  }
}

if (!customElements.get("attn-playground")) customElements.define("attn-playground", AttnPlayground);

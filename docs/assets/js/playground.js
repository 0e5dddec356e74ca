// @ts-check
// <attn-playground>: holds the state, asks for its answer, and lets each part draw it.
import { mountMenu } from "./cell-menu.js";
import { runtime } from "./runtime.js";
import { Trail, isUndo, opened } from "./playground-history.js";
import { firstTokens, moved } from "./playground-own.js";
import { assemble } from "./playground-parts.js";
import { pairs } from "./playground-plane.js";
import { readings, roomOf, withWeights, wordsOf } from "./playground-readings.js";
import { Latest, answer, atOnce, explained, isLive } from "./playground-source.js";
import { Problem, START, checked, encode } from "./playground-state.js";
import { built, loadIndex } from "./playground-tables.js";
import { t } from "./playground-texts.js";
import { act } from "./playground-tools.js";
import "./playground-tries.js";
/** @import { Point } from "./playground-geometry.js" */
/** @import { Readings } from "./playground-readings.js" */
/** @import { Answer, Index } from "./playground-tables.js" */
/** @import { State } from "./playground-state.js" */

export class AttnPlayground extends HTMLElement {
  #life = new AbortController();
  /** @type {State} */
  #state = START;
  /** @type {{state: State, answer: Answer} | null} */
  #shown = null;
  #head = 0;
  #sliding = false;
  #frame = 0;
  #latest = new Latest((state, found) => this.#show(state, found), (state, error) => this.#failed(state, error));
  /** @type {Index} */
  #index = /** @type {any} */ (null);
  /** @type {import("./playground-parts.js").Parts} */
  #parts = /** @type {any} */ (null);
  /** @type {Trail | null} */
  #trail = null;

  connectedCallback() {
    this.#life = new AbortController();
    void this.#start();
  }

  disconnectedCallback() {
    this.#life.abort();
    cancelAnimationFrame(this.#frame);
    this.#trail?.accept();
    this.#parts?.status.destroy();
  }

  async #start() {
    const { signal } = this.#life;
    try {
      this.#index = await loadIndex();
    } catch {
      return this.#notice(t("notice.tables"));
    }
    if (signal.aborted) return;
    /** @type {import("./playground-parts.js").Wishes} */
    const wishes = {
      change: (change, phase) => this.#change(change, phase),
      move: (token, to, phase) => this.#move(token, to, phase),
      nudge: (token, [dx, dy], phase) => this.#move(token, [(this.#tokens[token]?.x ?? 0) + dx, (this.#tokens[token]?.y ?? 0) + dy], phase),
      hover: (row, column) => this.#light(row, column),
    };
    this.#parts = assemble(this, this.#index, wishes, signal);
    this.addEventListener("click", (event) => void this.#click(event), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    const saves = /** @type {HTMLDetailsElement | null} */ (this.querySelector("details.play-saves"));
    if (saves) mountMenu(saves, signal);
    runtime.addEventListener("change", () => this.#watch(), { signal });
    if (!this.#isSmall) {
      this.#trail = new Trail();
      for (const name of ["popstate", "hashchange"]) addEventListener(name, () => this.#read(), { signal });
    }
    const link = this.#isSmall ? null : opened(location.hash, this.#index);
    this.#notice(link?.notice ?? "");
    this.#apply(link?.state ?? this.#first);
  }

  get #isSmall() {
    return Boolean(this.dataset["controls"]);
  }

  /** The state that the build drew. @returns {State} */
  get #first() {
    return checked(JSON.parse(this.dataset["start"] ?? "{}"), this.#index);
  }

  get state() {
    return structuredClone(this.#state);
  }

  /** Go to another state; one that is none gives a notice and changes nothing. @param {any} given */
  set state(given) {
    void loadIndex().then((index) => {
      this.#index ??= index;
      this.#attempt(given, "whole");
    });
  }

  /** Measurements of what is shown; null before anything is. @returns {Readings | null} */
  get measurements() {
    return this.#shown && readings(this.#shown.state, this.#shown.answer, this.#words(this.#shown.state), this.#index, this.#head);
  }

  /** Whether what is shown is the answer to the state. */
  get isSettled() {
    return !this.#frame && this.#shown !== null && this.#shown.state === this.#state;
  }

  /** Measurements of another state, which is not shown. @param {any} given @returns {Promise<Readings>} */
  async measure(given) {
    const state = checked(given, await loadIndex());
    const found = await answer(state);
    return withWeights(readings(state, found, this.#words(state), this.#index), found);
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }

  /** @param {State} state */
  #words(state) {
    return wordsOf(state, this.#index);
  }

  /** @param {string} text */
  #notice(text) {
    const box = this.#part("notice");
    box.hidden = !text;
    box.textContent = text;
  }

  /** What the address bar says now: after the back button, or a link of this page. */
  #read() {
    if (!this.#trail?.isForeign || !(location.hash === "" || location.hash.startsWith("#play="))) return;
    const link = opened(location.hash, this.#index);
    this.#trail.accept();
    this.#notice(link?.notice ?? "");
    this.#apply(link?.state ?? this.#first);
  }

  /** @param {Partial<State>} change @param {"whole" | "sliding"} [phase] */
  #change(change, phase = "whole") {
    const next = { ...this.#state, ...change };
    if (change.sequence && change.sequence !== this.#state.sequence) {
      Object.assign(next, { query: 0, position: 0, steps: 0, tokens: change.sequence === "own" ? firstTokens() : null });
    }
    this.#attempt(next, phase);
  }

  /** @param {unknown} given @param {"whole" | "sliding"} phase */
  #attempt(given, phase) {
    try {
      this.#become(checked(given, this.#index), phase);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#notice(t("notice.refused", { name: problem.message }));
    }
  }

  /** @param {State} next @param {"whole" | "sliding"} phase */
  #become(next, phase) {
    const before = this.#state;
    if (this.#sliding) this.#trail?.goesOn(next);
    else if (encode(before) !== encode(next)) this.#trail?.step(before, next);
    this.#sliding = phase === "sliding";
    if (before.sequence !== next.sequence) this.#parts?.plane.refit();
    this.#notice("");
    this.#apply(next);
  }

  /** @param {State} state */
  #apply(state) {
    this.#state = state;
    if (!this.#parts) return;
    this.#head = Math.min(this.#head, state.heads - 1);
    const undo = this.querySelector('[data-action="undo"]');
    // A button that is switched off under the reader's finger would drop the focus.
    if (undo === document.activeElement && !this.#trail?.canUndo) {
      /** @type {HTMLElement | null} */ (this.querySelector('[data-action="restart"]'))?.focus();
    }
    undo?.toggleAttribute("disabled", !this.#trail?.canUndo);
    this.#parts.controls.show(state, this.#words(state), 0);
    this.#parts.heads.show(state.heads, this.#head);
    this.#parts.own?.show(state);
    const link = /** @type {HTMLAnchorElement | null} */ (this.querySelector('[data-part="open"]'));
    if (link) link.hash = encode(state);
    const found = atOnce(state, this.#index) ?? (encode(state) === encode(this.#first) ? built(this.querySelector('[data-part="answer"]')) : null);
    if (found) {
      this.#latest.drop();
      return this.#show(state, found);
    }
    void this.#latest.ask(state);
    this.#watch();
  }

  /** @param {State} state @param {Answer} found */
  #show(state, found) {
    if (!this.isConnected) return;
    this.#shown = { state, answer: found };
    // While something slides, answers may come faster than frames: draw the last one of each.
    if (!this.#sliding) return this.#draw();
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#shown || !this.isConnected) return;
    const { state, answer: found } = this.#shown;
    const words = this.#words(state);
    const head = Math.min(this.#head, found.h - 1);
    const view = { answer: found, words, query: state.query, head, steps: state.steps, mayMove: this.#mayMove(state, head) };
    this.#parts.plane.draw(view);
    this.#parts.matrix.draw(view);
    this.#parts.measures.draw(state, found, readings(state, found, words, this.#index, head), head);
    this.#parts.heads.draw(view);
    this.#part("view").textContent = roomOf(state, this.#index);
    this.dataset["state"] = "ready";
    this.#parts.status.say("");
    this.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: { state: this.state, measurements: this.measurements } }));
  }

  /** @param {State} state @param {number} head */
  #mayMove(state, head) {
    const allowed = !this.#isSmall || (this.dataset["controls"] ?? "").split(" ").includes("drag");
    return allowed && state.steps === 0 && head === 0;
  }

  #watch() {
    if (!this.#latest.busy || !isLive(this.#state, this.#index)) return;
    if (runtime.alive) return;
    this.dataset["state"] = "waiting";
    this.#parts.status.waiting(runtime.snapshot);
  }

  /** @param {State} state @param {unknown} error */
  #failed(state, error) {
    if (!this.isConnected) return;
    this.#parts.status.say("");
    this.#notice(explained(state, error, this.#index));
    this.dataset["state"] = "failed";
    if (!this.#shown && encode(state) !== encode(this.#first)) return this.#apply(this.#first);
    if (!this.#shown || this.#shown.state === state) return;
    this.#sliding = false;
    this.#apply(this.#shown.state);
    this.#trail?.goesOn(this.#shown.state);
  }

  /** The tokens where they are now: as they were moved, or as they are drawn. */
  get #tokens() {
    const { answer: found, state } = /** @type {{answer: Answer, state: State}} */ (this.#shown);
    const words = this.#words(state);
    return this.#state.tokens ?? pairs(found.places, 0, found.n).map(([x, y], i) => ({ label: words[i] ?? "", x, y }));
  }

  /** @param {number} token @param {Point} to @param {"start" | "move" | "end"} phase */
  #move(token, to, phase) {
    this.#change({ tokens: moved(this.#tokens, token, to) }, phase === "end" ? "whole" : "sliding");
  }

  /** @param {number | null} row @param {number | null} column */
  #light(row, column) {
    this.#parts.plane.light(row, column);
    this.#parts.matrix.light(row, column);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!isUndo(event)) return;
    event.preventDefault();
    this.#undo();
  }

  #undo() {
    const before = this.#trail?.undo();
    if (!before) return;
    this.#sliding = false;
    if (before.sequence !== this.#state.sequence) this.#parts.plane.refit();
    this.#apply(before);
    this.#trail?.goesOn(before);
    this.#trail?.flush();
  }

  /** @param {MouseEvent} event */
  async #click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("button")) : null;
    if (button?.dataset["head"]) {
      this.#head = Number(button.dataset["head"]);
      this.#parts.heads.show(this.#state.heads, this.#head);
      this.#parts.plane.refit();
      return this.#draw();
    }
    const action = button?.dataset["action"] ?? "";
    if (action === "undo") return this.#undo();
    if (action === "restart") return this.#become(this.#first, "whole");
    const measured = this.measurements;
    if (!this.#shown || !measured) return;
    const { state, answer: found } = this.#shown;
    const drawing = /** @type {SVGSVGElement} */ (this.#parts.plane.drawing);
    const shown = { state, answer: found, words: this.#words(state), readings: measured, head: Math.min(this.#head, found.h - 1), drawing, root: this };
    if (await act(action, shown, { take: (given) => (this.state = given), complain: (text) => this.#notice(text) })) {
      const menu = button?.closest("details");
      if (menu) menu.open = false;
    }
  }
}

if (!customElements.get("attn-playground")) customElements.define("attn-playground", AttnPlayground);

// @ts-check
// A reader's course through states: what is changed, what can be undone, what the address says.
import { Trail, opened } from "./playground-history.js";
import { firstTokens } from "./playground-own.js";
import { Problem, START, checked, encode } from "./playground-state.js";
import { t } from "./playground-texts.js";
/** @import { State } from "./playground-state.js" */
/** @import { Index } from "./playground-tables.js" */

/** @typedef {"whole" | "sliding"} Phase  a change by itself, or one of many while something slides */
/** @typedef {{arrive: (state: State) => void, notice: (text: string) => void}} Listener */

export class Course {
  /** @type {State} */
  #state = START;
  #sliding = false;
  #index;
  #first;
  #listener;
  /** @type {Trail | null} */
  #trail;

  /**
   * @param {Index} index @param {State} first  the one that the build drew
   * @param {boolean} addressed  whether the page's address tells the state
   * @param {Listener} listener @param {AbortSignal} signal
   */
  constructor(index, first, addressed, listener, signal) {
    this.#index = index;
    this.#first = first;
    this.#listener = listener;
    this.#trail = addressed ? new Trail() : null;
    signal.addEventListener("abort", () => this.#trail?.accept());
    if (addressed) for (const name of ["popstate", "hashchange"]) addEventListener(name, () => this.#read(), { signal });
  }

  get state() {
    return this.#state;
  }

  get first() {
    return this.#first;
  }

  /** Whether something slides, so that another state will follow at once. */
  get sliding() {
    return this.#sliding;
  }

  get canUndo() {
    return Boolean(this.#trail?.canUndo);
  }

  /** Start where the address leads, or where the build did. */
  begin() {
    const link = this.#trail && opened(location.hash, this.#index);
    this.#listener.notice(link?.notice ?? "");
    this.#arrive(link?.state ?? this.#first);
  }

  /** What the address says now: after the back button, or a link of this page. */
  #read() {
    if (!this.#trail?.isForeign || !(location.hash === "" || location.hash.startsWith("#play="))) return;
    this.#trail.accept();
    this.begin();
  }

  /** @param {State} state */
  #arrive(state) {
    this.#state = state;
    this.#listener.arrive(state);
  }

  /** @param {Partial<State>} change @param {Phase} [phase] */
  change(change, phase = "whole") {
    const next = { ...this.#state, ...change };
    if (change.sequence && change.sequence !== this.#state.sequence) {
      Object.assign(next, { query: 0, position: 0, steps: 0, tokens: change.sequence === "own" ? firstTokens() : null });
    }
    this.attempt(next, phase);
  }

  /** Go to a state, if it is one; else say so and stay. @param {unknown} given @param {Phase} [phase] */
  attempt(given, phase = "whole") {
    try {
      this.#become(checked(given, this.#index), phase);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#listener.notice(t("notice.refused", { name: problem.message }));
    }
  }

  restart() {
    this.#become(this.#first, "whole");
  }

  /** @param {State} next @param {Phase} phase */
  #become(next, phase) {
    const before = this.#state;
    if (this.#sliding) this.#trail?.goesOn(next);
    else if (encode(before) !== encode(next)) this.#trail?.step(before, next);
    this.#sliding = phase === "sliding";
    this.#listener.notice("");
    this.#arrive(next);
  }

  undo() {
    const before = this.#trail?.undo();
    if (!before) return;
    this.return(before);
    this.#trail?.flush();
  }

  /** Back to a state that was, without a step of its own. @param {State} state */
  return(state) {
    this.#sliding = false;
    this.#arrive(state);
    this.#trail?.goesOn(state);
  }

  /** To the state that the build drew; the address keeps what it says, for another try. */
  retreat() {
    if (encode(this.#state) !== encode(this.#first)) this.#arrive(this.#first);
  }
}

// @ts-check
// The state in the address bar: a link to it, and the way back. Also what can be undone.
import { START, Problem, checked, decode, encode } from "./playground-state.js";
import { t } from "./playground-texts.js";
/** @import { Index } from "./playground-tables.js" */
/** @import { State } from "./playground-state.js" */

const PAUSE = 250; // ms: browsers refuse an address that changes too often
const MOST_UNDO = 100;

/**
 * The state of a link, and what to say of a link that holds none. Null where there is no link.
 * @param {string} hash @param {Index} index @returns {{state: State, notice: string} | null}
 */
export function opened(hash, index) {
  try {
    const given = decode(hash);
    return given && { state: checked(given, index), notice: "" };
  } catch (problem) {
    const name = problem instanceof Problem ? problem.message : "broken";
    const key = name === "version" || name === "large" ? name : "broken";
    return { state: { ...START }, notice: t(`notice.${key}`, { name }) };
  }
}

/** Whether a key asks to undo, outside of a text that has an undo of its own. @param {KeyboardEvent} event */
export function isUndo({ target, key, ctrlKey, metaKey, shiftKey }) {
  const inText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "number");
  return (ctrlKey || metaKey) && !shiftKey && key === "z" && !inText;
}

export class Trail {
  /** @type {State[]} */
  #past = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {State | null} */
  #due = null;
  #written = location.hash;

  /** Whether the address bar says something that was not written here. */
  get isForeign() {
    return location.hash !== this.#written;
  }

  /** Take over what the address bar says. */
  accept() {
    this.#written = location.hash;
    clearTimeout(this.#timer);
    this.#due = null;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** The state before the last step, or null. */
  undo() {
    return this.#past.pop() ?? null;
  }

  /** A new step: it can be undone, and the back button leads back to `before`. @param {State} before @param {State} now */
  step(before, now) {
    this.#past.push(before);
    if (this.#past.length > MOST_UNDO) this.#past.shift();
    this.flush();
    this.#write(now, true);
  }

  /** The same step goes on (a slider, a drag). @param {State} now */
  goesOn(now) {
    this.#due = now;
    this.#timer ??= setTimeout(() => this.flush(), PAUSE);
  }

  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#due) this.#write(this.#due, false);
    this.#due = null;
  }

  /** @param {State} state @param {boolean} push */
  #write(state, push) {
    const hash = encode(state);
    if (hash === location.hash) return;
    // Material scrolls to the place that an entry of the history carries: ours is where we are.
    const entry = { y: scrollY };
    try {
      if (push) history.pushState(entry, "", hash);
      else history.replaceState(entry, "", hash);
    } catch {
      return; // too many changes in too short a time: the next one will be written
    }
    this.#written = location.hash;
  }
}

// @ts-check
// Where answers come from: a table where one has it, else Python. The latest question wins.
import { runtime } from "./runtime.js";
import { lastLine } from "./playground-python.js";
import { t } from "./playground-texts.js";
import { loadIndex, loadTable, look, tableOf } from "./playground-tables.js";
/** @import { Answer, Index } from "./playground-tables.js" */
/** @import { State } from "./playground-state.js" */

// In the order of attn_docs/playground/wire.py.
const ARRAYS = /** @type {const} */ ([
  "weights", "places", "values", "output", "entropy", "effective", "top", "top_other", "gradient", "moved", "within",
  "across", "recall", "asymmetry", "energies", "ranks", "path", "curve", "trail",
]);

/** @param {State} state @returns {Promise<Answer>} */
async function compute(state) {
  const { h, n, d, sizes, numbers } = await runtime.call("attn_docs.playground.packed", state);
  let start = 0;
  const arrays = Object.fromEntries(ARRAYS.map((name, k) => [name, numbers.data.subarray(start, (start += sizes.data[k]))]));
  return /** @type {Answer} */ (/** @type {unknown} */ ({ h, n, d, ...arrays }));
}

/** Whether a state needs Python. @param {State} state @param {Index} index */
export const isLive = (state, index) => tableOf(state, index) === null;

/** The answer that is at hand without waiting, or null. @param {State} state @param {Index} index */
export function atOnce(state, index) {
  const name = tableOf(state, index);
  return name === null ? null : look(name, state, index);
}

/** An answer, wherever it comes from. @param {State} state @returns {Promise<Answer>} */
export async function answer(state) {
  const index = await loadIndex();
  const name = tableOf(state, index);
  if (name === null) return compute(state);
  try {
    await loadTable(name, index);
  } catch (error) {
    if (runtime.alive) return compute(state); // the network has gone, but Python is here
    throw error;
  }
  return /** @type {Answer} */ (look(name, state, index));
}

/** Why there is no answer. @param {State} state @param {unknown} error @param {Index} index */
export function explained(state, error, index) {
  if (!isLive(state, index)) return t("notice.tables");
  if (runtime.snapshot.state === "failed") return t("notice.python", { reason: runtime.snapshot.reason ?? "–" });
  return t("notice.refused", { name: lastLine(error) });
}

/** Asks for one state at a time; of those that arrive meanwhile only the last is asked for. */
export class Latest {
  #busy = false;
  #turn = 0;
  /** @type {State | null} */
  #waiting = null;
  #onAnswer;
  #onFailure;

  /**
   * @param {(state: State, found: Answer) => void} onAnswer
   * @param {(state: State, error: unknown) => void} onFailure
   */
  constructor(onAnswer, onFailure) {
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
  }

  /** Whether a question is under way. */
  get busy() {
    return this.#busy;
  }

  /** Forget what was asked: another answer was at hand. */
  drop() {
    this.#turn++;
    this.#waiting = null;
  }

  /** @param {State} state */
  async ask(state) {
    this.#waiting = state;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting) {
      const now = /** @type {State} */ (this.#waiting);
      const turn = this.#turn;
      this.#waiting = null;
      try {
        const found = await answer(now);
        if (turn === this.#turn) this.#onAnswer(now, found);
      } catch (error) {
        if (!this.#waiting && turn === this.#turn) this.#onFailure(now, error);
      }
    }
    this.#busy = false;
  }
}

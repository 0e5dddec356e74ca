// @ts-check
// The runs of one cell: after the cells that it needs, one at a time, until the end or a stop.
import { verdict } from "./cell-verdict.js";
import { language, page } from "./config.js";
import { runtime, TIME_LIMIT } from "./runtime.js";
import { t } from "./texts.js";
/** @import { AttnCell, CellState } from "./cell.js" */
/** @import { CellCode } from "./cell-code.js" */
/** @import { StatusLine } from "./cell-status.js" */
/** @import { OutputView } from "./output.js" */
/** @import { Part } from "./messages.js" */
/** @import { Outcome } from "./runtime.js" */

/**
 * What a run touches of its cell, and the cells of its page in order.
 * @typedef {{status: StatusLine, view: OutputView, code: CellCode, output: HTMLElement, enter: (state: CellState) => void, all: () => AttnCell[]}} Parts
 */

/** Cells that have run in the interpreter that is alive now. @type {Set<string>} */
const ran = new Set();
runtime.addEventListener("restart", () => ran.clear());

/** The page whose cells share their variables. */
export const pageKey = () => `${language()}/${page().slug}`;
/** @param {string} name */
export const short = (name) => name.replace(/^.*\//, "");

export class CellRun {
  /** @type {AttnCell} */
  #cell;
  /** @type {Parts} */
  #parts;
  /** @type {{outcome: Promise<Outcome>, cancel: (reason?: any) => void} | null} */
  #job = null;
  #turn = 0;
  #failure = "";

  /** @param {AttnCell} cell @param {Parts} parts */
  constructor(cell, parts) {
    this.#cell = cell;
    this.#parts = parts;
  }

  get isBusy() {
    return this.#job !== null;
  }

  get #key() {
    return `${pageKey()}:${this.#cell.name}`;
  }

  /** Has the cell run in the interpreter that is alive now? */
  get hasRun() {
    return ran.has(this.#key);
  }

  get #limit() {
    return Number(this.#cell.dataset["limit"] ?? 0) * 1000 || TIME_LIMIT;
  }

  /** Run other cells, each to its end, then this one. @param {AttnCell[]} others */
  async after(others) {
    if (this.#job) return;
    const { status, enter } = this.#parts;
    const turn = ++this.#turn;
    const first = others.filter((cell) => cell !== this.#cell);
    if (first.length) {
      enter("queued");
      status.say(t("cell.needs", { names: first.map((cell) => short(cell.name)).join(", ") }));
    }
    for (const cell of first) {
      const outcome = await cell.runAlone();
      if (turn !== this.#turn) return;
      if (outcome.kind !== "done") {
        enter("idle");
        status.say(t("cell.cancelled"));
        return;
      }
    }
    await this.alone();
  }

  /** Run just this cell's code. @returns {Promise<Outcome>} */
  async alone() {
    if (this.#job) return this.#job.outcome;
    const { status, view, code, output, enter, all } = this.#parts;
    const cell = this.#cell;
    enter("queued");
    let began = performance.now();
    this.#job = runtime.run({
      page: pageKey(),
      lang: language(),
      cell: cell.name,
      code: () => cell.source,
      cells: () => all().map((one) => /** @type {[string, string]} */ ([one.name, one.source])),
      limit: this.#limit,
      onPart: (part) => this.#show(part),
      onStart: () => {
        began = performance.now();
        output.style.minHeight = `${output.offsetHeight}px`; // what stands below stays in place
        view.clear();
        this.#failure = "";
        code.editor?.mark([]);
        enter("running");
        status.running();
      },
    });
    this.watch();
    const key = this.#key;
    const outcome = await this.#job.outcome;
    this.#job = null;
    output.style.minHeight = "";
    if (outcome.kind === "done") ran.add(key);
    const { state, words } = verdict(outcome, {
      seconds: ((performance.now() - began) / 1000).toFixed(2),
      limit: this.#limit,
      memory: runtime.snapshot.memory,
      empty: view.isEmpty,
      failure: this.#failure,
    });
    enter(state);
    status.say(words, state === "error" || state === "stopped" ? state : "");
    cell.dispatchEvent(new CustomEvent("attn-ran", { bubbles: true, detail: outcome }));
    return outcome;
  }

  /** While the cell waits, say what the runtime is doing. */
  watch() {
    if (this.#cell.state === "queued") this.#parts.status.waiting(runtime.snapshot);
  }

  /** @param {Part} part */
  #show(part) {
    this.#parts.view.add(part);
    if (part.type !== "error") return;
    this.#failure = part.name;
    if (part.line) this.#parts.code.editor?.mark([{ line: part.line, message: `${part.name}: ${part.message}` }]);
  }

  /** Stop the run, or take it out of the queue. */
  stop() {
    this.#turn++;
    if (this.#job) this.#job.cancel("stop");
    else if (this.#cell.state === "queued") {
      for (const cell of this.#parts.all()) if (cell !== this.#cell && cell.isBusy) cell.stop();
      this.#parts.enter("idle");
      this.#parts.status.say(t("cell.cancelled"));
    }
  }

  /** The reader has left the page of the cell. */
  leave() {
    this.#job?.cancel("left");
  }
}

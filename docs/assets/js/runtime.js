// @ts-check
// The page's side of the worker. One per tab, in module scope: it outlives instant navigation.
import { config } from "./config.js";
import { dropRuntime } from "./offline.js";
/** @import { FailureReason, FromWorker, Part, ToWorker } from "./messages.js" */

/** @typedef {"idle" | "downloading" | "starting" | "ready" | "running" | "restarting" | "failed"} State */
/** @typedef {"stop" | "limit" | "fatal" | "memory" | "left" | "restart"} StopReason */
/** @typedef {{kind: "done"} | {kind: "error"} | {kind: "stopped", reason: StopReason} | {kind: "cancelled"} | {kind: "failed", reason: FailureReason, detail: string}} Outcome */
/**
 * @typedef {object} RunRequest
 * @property {string} page
 * @property {string} lang
 * @property {string} cell
 * @property {() => string} code             asked for when its turn comes
 * @property {() => [string, string][]} cells    the page's sources in order, likewise
 * @property {number} [limit]                milliseconds that the code may take
 * @property {(part: Part) => void} onPart
 * @property {() => void} onStart            the reader's code has started
 */
/** @typedef {{request: RunRequest, id: number, settle: (outcome: Outcome) => void}} Job */
/** @typedef {{message: ToWorker & {id: number}, resolve: (value: any) => void, reject: (error: Error) => void}} Question */
/** @typedef {{state: State, loaded: number, total: number, what: "boot" | "packages", reason: FailureReason | null, detail: string, memory: number, shipped: string[]}} Snapshot */

// How long the worker may give no sign of life: while it downloads, and while it starts (it
// cannot speak then, and an old telephone needs a while).
const DOWNLOAD_WATCHDOG = 30_000;
const START_WATCHDOG = 90_000;
export const TIME_LIMIT = 60_000; // for a reader's code, from its start
// WebAssembly never gives memory back: beyond this the next run would have too little.
const MEMORY_KEPT = 512 * 1024 * 1024;

export class Runtime extends EventTarget {
  /** @type {Snapshot} */
  #now = { state: "idle", loaded: 0, total: 0, what: "boot", reason: null, detail: "", memory: 0, shipped: [] };
  /** @type {Worker | null} */
  #worker = null;
  #alive = false;
  /** @type {Job[]} */
  #queue = [];
  /** @type {Job | null} */
  #active = null;
  /** @type {Map<number, Question>} */
  #questions = new Map();
  #next = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #limit;

  get snapshot() {
    return this.#now;
  }

  /** Whether the interpreter answers without a download or a boot. */
  get alive() {
    return this.#alive;
  }

  /** @param {Partial<Snapshot>} change */
  #set(change) {
    this.#now = { ...this.#now, ...change };
    document.documentElement.dataset["runtime"] = this.#now.state;
    this.dispatchEvent(new Event("change"));
  }

  /** Boot unless that has been done. */
  start() {
    if (this.#worker) return;
    if (location.protocol === "file:") return this.#fail("file", "");
    if (typeof Worker !== "function") return this.#fail("worker", "");
    if (typeof WebAssembly !== "object") return this.#fail("webassembly", "");
    const again = this.#now.state === "restarting";
    this.#set({ state: again ? "restarting" : "downloading", loaded: 0, total: 0, what: "boot", reason: null, detail: "" });
    try {
      this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "attn-python" });
    } catch (error) {
      return this.#fail("worker", String(error));
    }
    const worker = this.#worker;
    worker.addEventListener("message", ({ data }) => worker === this.#worker && data && this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(this.#alive ? "other" : "download", event.message ?? "");
    });
    this.#feedWatchdog();
    this.#send({ type: "boot", runtime: config.runtime, python: config.python });
  }

  /** @param {ToWorker} message */
  #send(message) {
    this.#worker?.postMessage(message);
  }

  #feedWatchdog(time = DOWNLOAD_WATCHDOG) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#fail("watchdog", ""), time);
  }

  /** @param {FromWorker} message */
  #hear(message) {
    switch (message.type) {
      case "progress": {
        this.#feedWatchdog();
        const { loaded, total, what } = message;
        const state = what === "packages" ? "downloading" : this.#now.state;
        return this.#set({ state, loaded, total, what });
      }
      case "starting":
        this.#feedWatchdog(START_WATCHDOG);
        return this.#set({ state: this.#now.state === "restarting" ? "restarting" : "starting" });
      case "ready":
        clearTimeout(this.#watchdog);
        this.#alive = true;
        this.#set({ state: "ready", memory: message.memory, shipped: message.shipped });
        for (const { message: question } of this.#questions.values()) this.#send(question);
        return this.#advance();
      case "failed":
        return this.#fail(message.reason, message.detail);
      case "fatal":
        return this.stop("fatal");
      case "result":
      case "refused":
        return this.#answered(message);
      case "started":
        if (this.#active?.id !== message.id) return;
        clearTimeout(this.#watchdog);
        this.#limit = setTimeout(() => this.stop("limit"), this.#active.request.limit ?? TIME_LIMIT);
        this.#set({ state: "running" });
        return this.#active.request.onStart();
      case "part":
        if (this.#active?.id === message.id) this.#active.request.onPart(message.part);
        return;
      case "finished":
        if (message.memory > MEMORY_KEPT) return this.stop("memory");
        return this.#finish(message.ok ? { kind: "done" } : { kind: "error" }, message.memory);
    }
  }

  /** @param {Extract<FromWorker, {type: "result" | "refused"}>} message */
  #answered(message) {
    if (message.type === "refused" && this.#active?.id === message.id) {
      const reason = /** @type {FailureReason} */ (message.message || "other");
      return this.#finish({ kind: "failed", reason, detail: "" }, this.#now.memory);
    }
    const question = this.#questions.get(message.id);
    this.#questions.delete(message.id);
    if (message.type === "result") question?.resolve(message.value);
    else question?.reject(new Error(message.message));
  }

  /** @param {Outcome} outcome @param {number} memory */
  #finish(outcome, memory) {
    clearTimeout(this.#limit);
    clearTimeout(this.#watchdog);
    const job = this.#active;
    this.#active = null;
    this.#set({ state: "ready", memory });
    job?.settle(outcome);
    this.#advance();
  }

  #advance() {
    if (!this.#alive || this.#active) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#active = job;
    this.#feedWatchdog(); // packages may have to be fetched before the code starts
    const { page, lang, cell, code, cells } = job.request;
    this.#send({ type: "run", id: job.id, page, lang, cell, code: code(), cells: cells() });
  }

  /**
   * Run a cell after those already waiting. `outcome` settles when it has ended, however it ends.
   * @param {RunRequest} request
   * @returns {{outcome: Promise<Outcome>, cancel: (reason?: StopReason) => void}}
   */
  run(request) {
    /** @type {(outcome: Outcome) => void} */
    let settle = () => {};
    /** @type {Promise<Outcome>} */
    const outcome = new Promise((resolve) => (settle = resolve));
    const job = { request, id: this.#next++, settle };
    this.#queue.push(job);
    this.start();
    this.#advance();
    return {
      outcome,
      cancel: (reason = "stop") => {
        if (this.#active === job) return this.stop(reason);
        const waiting = this.#queue.indexOf(job);
        if (waiting < 0) return;
        this.#queue.splice(waiting, 1);
        settle({ kind: "cancelled" });
      },
    };
  }

  /**
   * Call a function of the package: plain data in, plain data and typed arrays out.
   * @param {string} path  such as "attn_docs.playground.compute"
   * @param {unknown} args  one argument, or a list of them
   * @returns {Promise<any>}
   */
  call(path, args) {
    return this.#ask({ type: "call", id: this.#next++, path, args });
  }

  /**
   * Completions from the live namespace; null where Python is not running or is busy.
   * @param {string} page @param {string} code @param {number} position
   * @returns {Promise<{from: number, options: {label: string, type: string}[]} | null>}
   */
  async complete(page, code, position) {
    if (!this.#alive || this.#active) return null;
    return this.#ask({ type: "complete", id: this.#next++, page, code, position }).catch(() => null);
  }

  /** @param {ToWorker & {id: number}} message @returns {Promise<any>} */
  #ask(message) {
    return new Promise((resolve, reject) => {
      this.#questions.set(message.id, { message, resolve, reject });
      if (this.#alive) this.#send(message);
      else this.start();
    });
  }

  /**
   * End whatever runs, at once, and boot again: variables are lost, nothing else is.
   * @param {StopReason} reason
   */
  stop(reason) {
    if (!this.#worker) return;
    const job = this.#active;
    this.#drop();
    if (reason === "left" && !this.#queue.length) this.#set({ state: "idle" });
    else {
      this.#set({ state: "restarting" });
      this.start();
    }
    job?.settle({ kind: "stopped", reason });
    this.dispatchEvent(new Event("restart"));
  }

  #drop() {
    clearTimeout(this.#limit);
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
    this.#alive = false;
    this.#active = null;
    for (const question of this.#questions.values()) question.reject(new Error("Python was restarted"));
    this.#questions.clear();
  }

  /** @param {FailureReason} reason @param {string} detail */
  #fail(reason, detail) {
    if (reason === "damaged") void dropRuntime();
    const jobs = this.#active ? [this.#active, ...this.#queue] : [...this.#queue];
    this.#drop();
    this.#queue = [];
    this.#set({ state: "failed", reason, detail });
    for (const job of jobs) job.settle({ kind: "failed", reason, detail });
  }
}

export const runtime = new Runtime();

// @ts-check
// <attn-cell>: a cell of Python that shows its built output first and runs on demand.
import { CellCode, loadEditor } from "./cell-code.js";
import { CellEdits } from "./cell-edits.js";
import { mountMenu } from "./cell-menu.js";
import { CellRun, pageKey, short } from "./cell-run.js";
import { StatusLine } from "./cell-status.js";
import { page } from "./config.js";
import { copy, saveSheet } from "./download.js";
import { OutputView, letScroll } from "./output.js";
import { whenParsed } from "./parsed.js";
import { runtime } from "./runtime.js";
import { shareLink } from "./share.js";
import { t } from "./texts.js";
/** @import { Outcome } from "./runtime.js" */

/** @typedef {"idle" | "queued" | "running" | "done" | "error" | "stopped"} CellState */

export class AttnCell extends HTMLElement {
  /** @type {AbortController | null} */
  #life = null;
  /** @type {CellCode} */
  #code = /** @type {any} */ (null);
  /** @type {StatusLine} */
  #status = /** @type {any} */ (null);
  /** @type {OutputView} */
  #view = /** @type {any} */ (null);
  /** @type {CellEdits} */
  #edits = /** @type {any} */ (null);
  /** @type {CellRun} */
  #run = /** @type {any} */ (null);
  /** @type {ChildNode[]} */
  #built = [];

  connectedCallback() {
    whenParsed(this, () => this.#mount());
  }

  #mount() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const output = this.#part("output");
    if (!this.#built.length) this.#built = [...output.childNodes].map((node) => /** @type {ChildNode} */ (node.cloneNode(true)));
    this.#status = new StatusLine(this.#part("status"));
    this.#view = new OutputView(output, { goTo: (cell, line) => void find(cell)?.goTo(line), runFirst: (cell) => void this.#run.after(named([cell])) });
    this.#code = new CellCode(this.#part("source"), short(this.name), {
      onChange: () => this.#changed(),
      onRun: (stay) => void this.run().then(() => stay || this.focusNext()),
      complete: (source, position) => runtime.complete(pageKey(), source, position),
    });
    this.#edits = new CellEdits(this, this.#part("notice"), this.#code, this.dataset["hash"] ?? "");
    this.#run = new CellRun(this, { status: this.#status, view: this.#view, code: this.#code, output, enter: (state) => this.#enter(state), all });
    for (const child of output.children) letScroll(/** @type {HTMLElement} */ (child));
    this.addEventListener("click", (event) => this.#click(event), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#part("source").addEventListener("focusin", () => void loadEditor().catch(() => {}), { signal });
    const menu = this.querySelector("details");
    if (menu) mountMenu(menu, signal);
    runtime.addEventListener("change", () => this.#run.watch(), { signal });
    runtime.addEventListener("restart", () => this.state === "done" && this.#status.say(t("cell.restarted")), { signal });
    addEventListener("pagehide", () => this.#edits.keep(), { signal });
    this.#edits.restore();
  }

  disconnectedCallback() {
    if (!this.#life) return;
    this.#life.abort();
    this.#edits.keep();
    this.#run.leave();
    this.#status.destroy();
    this.#code.destroy();
  }

  get isAlive() {
    return this.#life !== null;
  }

  get isBusy() {
    return this.#run.isBusy;
  }

  /** Has it run in the interpreter that is alive now? */
  get hasRun() {
    return this.#run.hasRun;
  }

  get name() {
    return this.dataset["cell"] ?? "";
  }

  /** The cells that must have run before this one. */
  get #needs() {
    return named((this.dataset["needs"] ?? "").split(" "));
  }

  get state() {
    return /** @type {CellState} */ (this.dataset["state"] ?? "idle");
  }

  get source() {
    return this.#code.source;
  }

  set source(text) {
    this.#code.source = text;
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }

  /** @param {CellState} state */
  #enter(state) {
    const run = this.querySelector('[data-action="run"]');
    const stop = this.querySelector('[data-action="stop"]');
    const held = document.activeElement;
    this.dataset["state"] = state;
    // Run and Stop share a place: who pressed the one must not lose the keyboard's focus.
    const busy = state === "queued" || state === "running";
    if (busy && held === run) /** @type {HTMLElement} */ (stop).focus();
    if (!busy && held === stop) /** @type {HTMLElement} */ (run).focus();
    this.#part("output").ariaBusy = String(busy);
  }

  #changed() {
    this.toggleAttribute("data-edited", this.#code.isEdited);
    this.#code.editor?.mark([]);
    this.#edits.later();
    if (this.state !== "queued" && this.state !== "running") this.#status.say(t("cell.edited"));
  }

  /** Run this cell, after the cells that it declares and that have not run. */
  async run() {
    return this.#run.after(this.#needs.filter((cell) => !cell.hasRun));
  }

  /** Run all cells above this one, then this one. */
  async runAbove() {
    const cells = all();
    return this.#run.after(cells.slice(0, cells.indexOf(this)));
  }

  /** Run just this cell's code. @returns {Promise<Outcome>} */
  runAlone() {
    return this.#run.alone();
  }

  /** Stop the run, or take it out of the queue. */
  stop() {
    this.#run.stop();
  }

  /** Back to the original code and the built output; can be undone. */
  reset() {
    this.stop();
    const before = { source: this.source, nodes: [...this.#part("output").childNodes], state: this.state };
    this.source = this.#code.original;
    this.#edits.drop();
    this.#part("output").replaceChildren(...this.#built.map((node) => node.cloneNode(true)));
    this.#enter("idle");
    this.#status.say(t("cell.built"));
    this.#edits.notice(t("cell.reset"), [
      [t("cell.undo"), () => {
        this.source = before.source;
        this.#part("output").replaceChildren(...before.nodes);
        this.#enter(before.state === "running" || before.state === "queued" ? "stopped" : before.state);
        this.#edits.later();
      }],
    ]);
  }

  /** Show code that came with a link. @param {import("./share.js").Shared} shared */
  open(shared) {
    this.#edits.open(shared);
    this.scrollIntoView({ block: "center" });
  }

  /** @param {number} line */
  async goTo(line) {
    (await this.#edit())?.goTo(line);
  }

  focusNext() {
    const cells = all();
    cells[cells.indexOf(this) + 1]?.querySelector("pre")?.focus({ preventScroll: true });
  }

  async #edit() {
    try {
      return await this.#code.edit();
    } catch {
      this.#status.say(t("cell.editor.failed"));
      return null;
    }
  }

  /** This cell and those it declares, as a file for the reader's own machine. @param {"py" | "ipynb"} kind */
  #download(kind) {
    const cells = [...this.#needs, this].map((cell) => ({ name: short(cell.name), source: cell.source }));
    const address = `${location.origin}${location.pathname}#${this.id}`;
    saveSheet(short(this.name), kind, { title: page().title, address, cells });
  }

  /** @param {MouseEvent} event */
  async #click(event) {
    const target = /** @type {Element} */ (event.target);
    const action = target.closest("button[data-action]")?.getAttribute("data-action");
    if (!action) {
      const inCode = target.closest('[data-part="source"] pre');
      if (inCode && getSelection()?.isCollapsed !== false) (await this.#edit())?.focusAt(event.clientX, event.clientY);
      return;
    }
    switch (action) {
      case "run": return void this.run();
      case "stop": return this.stop();
      case "reset": return this.reset();
      case "copy": return this.#status.say((await copy(this.source)) ? t("cell.copied") : t("cell.cancelled"));
      case "share": return this.#status.say(t(await shareLink(this.name, this.source)));
      case "edit": return (await this.#edit())?.focus();
      case "run-above": return void this.runAbove();
      case "download-py": return this.#download("py");
      case "download-ipynb": return this.#download("ipynb");
      case "restart": return runtime.stop("restart");
    }
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    if (event.isComposing || event.defaultPrevented) return;
    if (!(/** @type {Element} */ (event.target).closest('[data-part="source"] pre'))) return;
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      await this.run();
    } else if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      (await this.#edit())?.focus();
    }
  }
}

/** All cells of the page in order; while it arrives, those that are complete. @returns {AttnCell[]} */
export const all = () => /** @type {AttnCell[]} */ ([...document.querySelectorAll("attn-cell")].filter((cell) => cell instanceof AttnCell && cell.isAlive));

/** @param {string} name @returns {AttnCell | null} */
export const find = (name) => all().find((cell) => cell.name === name) ?? null;

/** Those of them that the page has. @param {string[]} names @returns {AttnCell[]} */
const named = (names) => names.map(find).filter((cell) => cell !== null);

customElements.define("attn-cell", AttnCell);

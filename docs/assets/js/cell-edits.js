// @ts-check
// A reader's edits: kept over reloads, offered when the original changed, opened from links.
import { edit, keepEdit } from "./store.js";
import { t } from "./texts.js";
/** @import { CellCode } from "./cell-code.js" */
/** @import { Shared } from "./share.js" */

const PAUSE = 300; // milliseconds without a key before an edit is written

export class CellEdits {
  #cell;
  #host;
  #code;
  #hash;
  /** Code from a link is not the reader's own until it is changed. */
  #foreign = "";
  /** An edit of another original is kept until the reader decides. */
  #undecided = false;
  #loading = false;
  /** Whether something has changed since the last writing: what was removed must not come back. */
  #dirty = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {{name: string}} cell @param {HTMLElement} host @param {CellCode} code @param {string} hash */
  constructor(cell, host, code, hash) {
    this.#cell = cell;
    this.#host = host;
    this.#code = code;
    this.#hash = hash;
  }

  /** Bring back what the reader left. */
  restore() {
    const kept = edit(this.#cell.name);
    if (!kept || kept.source === this.#code.original) return;
    if (kept.hash === this.#hash) {
      this.#put(kept.source);
      this.notice(t("cell.kept"), [[t("cell.kept.original"), () => this.#original()]]);
    } else {
      this.#undecided = true;
      this.notice(t("cell.outdated"), [
        [t("cell.outdated.mine"), () => {
          this.#undecided = false;
          this.#put(kept.source);
          this.later();
        }],
        [t("cell.outdated.drop"), () => this.drop()],
      ]);
    }
  }

  /** @param {string} source */
  #put(source) {
    this.#loading = true;
    this.#code.source = source;
    this.#loading = false;
    this.#code.edit().catch(() => {}); // colours for code that the build did not see
  }

  #original() {
    this.#foreign = "";
    this.#put(this.#code.original);
    this.drop();
  }

  /** Show code that came with a link; the reader's own edit stays kept. @param {Shared} shared */
  open(shared) {
    if ("problem" in shared) return this.notice(t(`cell.shared.${shared.problem}`), []);
    if (shared.source === this.#code.source) return;
    this.keep();
    const own = edit(this.#cell.name);
    this.#foreign = shared.source;
    this.#put(shared.source);
    /** @type {[string, () => void][]} */
    const offers = [[t("cell.shared.original"), () => {
      this.#foreign = "";
      this.#put(this.#code.original);
    }]];
    if (own && own.hash === this.#hash) offers.push([t("cell.outdated.mine"), () => {
      this.#foreign = "";
      this.#put(own.source);
    }]);
    this.notice(t("cell.shared"), offers);
  }

  /** Write the edit once the reader pauses. */
  later() {
    if (this.#loading) return;
    this.#dirty = true;
    this.#undecided = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), PAUSE);
  }

  /** Write the edit now. */
  keep() {
    clearTimeout(this.#timer);
    const { source, isEdited } = this.#code;
    if (!this.#dirty || this.#undecided || source === this.#foreign) return;
    this.#dirty = false;
    this.#foreign = "";
    if (isEdited) keepEdit(this.#cell.name, { source, hash: this.#hash });
    else if (edit(this.#cell.name)) keepEdit(this.#cell.name, null);
  }

  /** Forget the edit. */
  drop() {
    clearTimeout(this.#timer);
    this.#foreign = "";
    this.#undecided = this.#dirty = false;
    keepEdit(this.#cell.name, null);
    this.notice("", []);
  }

  /**
   * A line above the code, with what can be done about it.
   * @param {string} text @param {[string, () => void][]} offers
   */
  notice(text, offers) {
    const words = document.createElement("span");
    words.textContent = text;
    const buttons = offers.map(([label, act]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "attn-button";
      button.textContent = label;
      button.addEventListener("click", () => {
        this.notice("", []);
        act();
      });
      return button;
    });
    this.#host.replaceChildren(...(text ? [words, ...buttons] : []));
  }
}

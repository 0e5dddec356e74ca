// @ts-check
// The code of a cell: shown as the build highlighted it until a reader edits, then an editor.
import { config } from "./config.js";
import { t } from "./texts.js";
/** @import { Editor } from "../../../tools/editor/editor.js" */

/** @type {Promise<typeof import("../../../tools/editor/editor.js")> | null} */
let bundle = null;

/** The editor's bundle, fetched on a reader's first edit; a failed download is tried again. */
export function loadEditor() {
  bundle ??= import(config.editor);
  bundle.catch(() => (bundle = null));
  return bundle;
}

const PHRASES = /** @type {const} */ ({ en: {}, ko: { Completions: "자동 완성", Diagnostics: "오류 목록", "No diagnostics": "오류 없음", close: "닫기" } });

/**
 * @typedef {object} Hooks
 * @property {() => void} onChange
 * @property {(stay: boolean) => void} onRun
 * @property {(source: string, position: number) => Promise<{from: number, options: {label: string, type: string}[]} | null>} complete
 */

export class CellCode {
  #host;
  #pre;
  #code;
  #hooks;
  #name;
  /** @type {Editor | null} */
  #editor = null;
  /** @type {Promise<Editor> | null} */
  #mounting = null;
  #gone = false;
  #source;
  #highlighted;
  #original;

  /** @param {HTMLElement} host @param {string} name @param {Hooks} hooks */
  constructor(host, name, hooks) {
    this.#host = host;
    this.#name = name;
    this.#hooks = hooks;
    this.#pre = /** @type {HTMLPreElement} */ (host.querySelector("pre"));
    this.#code = /** @type {HTMLElement} */ (this.#pre.querySelector("code"));
    // The last line break is not shown before the editor comes; it must not add a line then.
    this.#source = (this.#code.textContent ?? "").replace(/\n$/, "");
    this.#original = this.#source;
    this.#highlighted = [...this.#code.childNodes].map((node) => node.cloneNode(true));
  }

  get original() {
    return this.#original;
  }

  get source() {
    return this.#editor ? this.#editor.source : this.#source;
  }

  set source(text) {
    if (text === this.source) return;
    this.#source = text;
    if (this.#editor) this.#editor.source = text;
    else {
      if (text === this.#original) this.#code.replaceChildren(...this.#highlighted.map((node) => node.cloneNode(true)));
      else this.#code.textContent = text;
      this.#hooks.onChange();
    }
  }

  get isEdited() {
    return this.source !== this.#original;
  }

  get editor() {
    return this.#editor;
  }

  /** Put the editor in the place of the highlighted code. */
  edit() {
    this.#mounting ??= this.#mount();
    this.#mounting.catch(() => (this.#mounting = null));
    return this.#mounting;
  }

  async #mount() {
    const { mount } = await loadEditor();
    if (this.#gone) throw new Error("the cell has left the page");
    const place = document.createElement("div");
    place.className = "attn-cell__editor";
    const lang = document.documentElement.lang === "ko" ? "ko" : "en";
    const editor = mount(place, {
      doc: this.#source,
      label: t("cell.editor", { name: this.#name }),
      help: t("cell.editor.help"),
      phrases: PHRASES[lang],
      onChange: () => this.#hooks.onChange(),
      onRun: this.#hooks.onRun,
      complete: this.#hooks.complete,
    });
    const focused = this.#host.contains(document.activeElement);
    this.#pre.replaceWith(place);
    this.#editor = editor;
    if (focused) editor.focus();
    return editor;
  }

  destroy() {
    this.#gone = true;
    if (!this.#editor) return;
    this.#source = this.#editor.source;
    this.#editor.destroy();
    this.#editor = null;
    this.#mounting = null;
    this.#host.replaceChildren(this.#pre);
    this.#code.textContent = this.#source;
  }
}

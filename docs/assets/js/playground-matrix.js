// @ts-check
// The attention matrix: a real table whose cells carry the colours of a heat map.
import { percent } from "./playground-svg.js";
import { t } from "./playground-texts.js";
/** @import { Answer } from "./playground-tables.js" */

/**
 * @typedef {object} Listener
 * @property {(token: number) => void} choose
 * @property {(row: number | null, column: number | null) => void} hover
 */

/** The step of the colour scale that a weight has. @param {number} weight */
export const shadeOf = (weight) => Math.round(15 * weight);

export class Matrix {
  #host;
  #spoken;
  #listener;
  #table = document.createElement("table");
  /** @type {HTMLTableCellElement[][]} */
  #cells = [];
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {string[]} */
  #words = [];
  /** @type {Answer | null} */
  #answer = null;
  #head = 0;
  #query = 0;
  #key = "";
  /** @type {[number, number]} */
  #at = [0, 0];

  /** @param {HTMLElement} host @param {HTMLElement} spoken @param {Listener} listener @param {AbortSignal} signal */
  constructor(host, spoken, listener, signal) {
    this.#host = host;
    this.#spoken = spoken;
    this.#listener = listener;
    this.#table.setAttribute("role", "grid");
    this.#table.addEventListener("keydown", (event) => this.#press(event), { signal });
    this.#table.addEventListener("click", (event) => this.#click(event), { signal });
    this.#table.addEventListener("focusin", (event) => this.#focused(event), { signal });
    this.#table.addEventListener("focusout", () => this.#listener.hover(null, null), { signal });
    this.#table.addEventListener("pointerover", (event) => this.#over(event), { signal });
    this.#table.addEventListener("pointerleave", () => this.#listener.hover(null, null), { signal });
  }

  /** @param {{answer: Answer, words: string[], query: number, head: number}} view */
  draw({ answer, words, query, head }) {
    this.#answer = answer;
    this.#head = head;
    this.#build(words);
    const { n } = answer;
    this.#cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const weight = answer.weights[(head * n + i) * n + j] ?? 0;
        const shown = String(Math.round(100 * weight));
        if (cell.textContent !== shown) cell.textContent = shown;
        const shade = String(shadeOf(weight));
        if (cell.dataset["shade"] !== shade) cell.dataset["shade"] = shade;
      });
      const line = this.#rows[i];
      line?.toggleAttribute("data-query", i === query);
      line?.setAttribute("aria-selected", String(i === query));
      line?.querySelector("th")?.setAttribute("aria-label", this.summary(i));
    });
    if (query !== this.#query && !this.#table.contains(document.activeElement)) this.#move([query, 0], false);
    this.#query = query;
    const said = this.summary(query);
    if (this.#spoken.textContent !== said) this.#spoken.textContent = said;
  }

  /** A row in words. @param {number} i */
  summary(i) {
    const answer = this.#answer;
    if (!answer) return "";
    const at = this.#head * answer.n + i;
    const top = Math.round(answer.top[at] ?? 0);
    const weight = answer.weights[at * answer.n + top] ?? 0;
    const query = this.#words[i] ?? "";
    if (!weight) return t("row.nothing", { query });
    return t("row.summary", { query, weight: percent(weight), top: this.#words[top] ?? "", effective: (answer.effective[at] ?? 0).toFixed(1) });
  }

  /** Mark a row and a column that are looked at elsewhere. @param {number | null} row @param {number | null} column */
  light(row, column) {
    this.#cells.forEach((line, i) => line.forEach((cell, j) => cell.classList.toggle("play-hot", column === null ? i === row : j === column && (row === null || i === row))));
  }

  /** @param {string[]} words */
  #build(words) {
    const key = JSON.stringify(words);
    if (key === this.#key) return;
    this.#key = key;
    this.#words = words;
    const head = document.createElement("tr");
    head.append(document.createElement("td"), ...words.map((word) => this.#title(word, "col")));
    this.#cells = words.map(() => words.map(() => document.createElement("td")));
    this.#rows = this.#cells.map((cells, i) => {
      const row = document.createElement("tr");
      row.append(this.#title(words[i] ?? "", "row"), ...cells);
      cells.forEach((cell, j) => {
        cell.tabIndex = -1;
        cell.dataset["at"] = `${i} ${j}`;
      });
      return row;
    });
    const caption = document.createElement("caption");
    caption.textContent = t("matrix.caption");
    const [top, body] = [document.createElement("thead"), document.createElement("tbody")];
    top.append(head);
    body.append(...this.#rows);
    this.#table.replaceChildren(caption, top, body);
    this.#table.classList.toggle("play-many", words.length > 9);
    if (!this.#table.isConnected) this.#host.replaceChildren(this.#table);
    this.#move([0, 0], false);
  }

  /** @param {string} word @param {string} scope */
  #title(word, scope) {
    const cell = document.createElement("th");
    cell.scope = scope;
    const text = document.createElement("span");
    text.textContent = word;
    cell.append(text);
    return cell;
  }

  /** @param {EventTarget | null} target @returns {[number, number] | null} */
  #place(target) {
    const at = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("td[data-at]"))?.dataset["at"] : undefined;
    return at ? /** @type {[number, number]} */ (at.split(" ").map(Number)) : null;
  }

  /** One cell of the grid takes part in the order of Tab. @param {[number, number]} to @param {boolean} focus */
  #move(to, focus) {
    const [i, j] = this.#at;
    const before = this.#cells[i]?.[j];
    if (before) before.tabIndex = -1;
    this.#at = to;
    const cell = this.#cells[to[0]]?.[to[1]];
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const at = this.#place(event.target);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.#words.length - 1;
    const [i, j] = at;
    /** @type {Record<string, [number, number]>} */
    const ways = {
      ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1], ArrowUp: [i - 1, j], ArrowDown: [i + 1, j],
      Home: [i, 0], End: [i, last], PageUp: [0, j], PageDown: [last, j],
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#listener.choose(i);
    }
    const to = ways[event.key];
    if (!to) return;
    event.preventDefault();
    this.#move([Math.min(Math.max(to[0], 0), last), Math.min(Math.max(to[1], 0), last)], true);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const row = event.target instanceof Element ? event.target.closest("tbody tr") : null;
    const i = row ? this.#rows.indexOf(/** @type {HTMLElement} */ (row)) : -1;
    const at = this.#place(event.target);
    if (at) this.#move(at, false);
    if (i >= 0) this.#listener.choose(i);
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const at = this.#place(event.target);
    if (!at) return;
    const [i, j] = at;
    this.#at = at;
    this.#listener.hover(i, j);
    const weight = this.#answer?.weights[(this.#head * this.#words.length + i) * this.#words.length + j] ?? 0;
    const cell = t("cell.summary", { query: this.#words[i] ?? "", key: this.#words[j] ?? "", weight: percent(weight) });
    this.#spoken.textContent = `${cell}. ${this.summary(i)}`;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    const at = this.#place(event.target);
    this.#listener.hover(at?.[0] ?? null, at?.[1] ?? null);
  }
}

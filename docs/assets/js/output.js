// @ts-check
// Draws the parts of an output, with the same markup as attn_docs/cells/markup.py.
import { t } from "./texts.js";
/** @import { ErrorPart, Hint, Part, TablePart } from "./messages.js" */

/**
 * @typedef {object} Actions
 * @property {(cell: string, line: number) => void} goTo
 * @property {(cell: string) => void} runFirst
 */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} [className] @param {string} [text]
 */
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

export class OutputView {
  #host;
  #actions;
  /** @type {string} */
  #stream = "";
  /** @type {{element: HTMLElement, text: string} | null} */
  #pending = null;

  /** @param {HTMLElement} host @param {Actions} actions */
  constructor(host, actions) {
    this.#host = host;
    this.#actions = actions;
  }

  clear() {
    this.#host.replaceChildren();
    this.#stream = "";
    this.#pending = null;
  }

  get isEmpty() {
    return !this.#host.hasChildNodes();
  }

  /** @param {Part} part */
  add(part) {
    if (part.type === "text" && part.stream === this.#stream) return this.#append(part.text);
    this.#stream = part.type === "text" ? part.stream : "";
    const element = draw(part, this.#actions);
    this.#host.append(element);
    letScroll(element);
  }

  /** A flood is joined to one change of the document a frame. @param {string} text */
  #append(text) {
    if (this.#pending) {
      this.#pending.text += text;
      return;
    }
    const element = /** @type {HTMLElement} */ (this.#host.lastElementChild);
    const pending = { element, text };
    this.#pending = pending;
    const write = () => {
      if (this.#pending !== pending) return;
      this.#pending = null;
      element.append(pending.text);
      letScroll(element);
    };
    // No frame comes while a tab is hidden; the text must not wait for one.
    if (document.hidden) write();
    else requestAnimationFrame(write);
  }
}

/** What scrolls sideways can be reached by keyboard. @param {HTMLElement} element */
export function letScroll(element) {
  if (element.tabIndex < 0 && element.scrollWidth > element.clientWidth) element.tabIndex = 0;
}

/** @param {Part} part @param {Actions} actions @returns {HTMLElement} */
function draw(part, actions) {
  switch (part.type) {
    case "text":
      return make("pre", `attn-out attn-out--${part.stream}`, part.text);
    case "value":
      return make("pre", "attn-out attn-out--value", part.text);
    case "table":
      return table(part);
    case "figure":
      return figure(part.svg);
    case "warning": {
      const where = part.line ? `${t("out.warning", { line: part.line })} ` : "";
      return make("p", "attn-out attn-out--warning", where + part.text);
    }
    case "capped":
      return make("p", "attn-out attn-out--capped", t("out.capped", { limit: part.limit / 1024 }));
    case "error":
      return problem(part, actions);
  }
}

/** @param {TablePart} part */
function table(part) {
  const box = make("div", "attn-out attn-out--table");
  const element = box.appendChild(make("table"));
  element.append(make("caption", "", part.caption));
  const head = element.createTHead().insertRow();
  for (const column of part.columns) {
    const cell = make("th", "", t(`table.${column}`));
    cell.scope = "col";
    head.append(cell);
  }
  const body = element.createTBody();
  for (const [first = "", ...rest] of part.rows) {
    const row = body.insertRow();
    const name = make("th", "", first);
    name.scope = "row";
    row.append(name, ...rest.map((text) => make("td", "", text)));
  }
  return box;
}

const ELEMENTS = new Set("svg title desc defs g path rect circle ellipse line polyline polygon text tspan use clipPath image linearGradient radialGradient stop pattern style".split(" "));

/** A drawing without anything that could act: the code that made it may come from a link. @param {string} svg */
export function figure(svg) {
  const box = make("div", "attn-out attn-out--figure");
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return box;
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    if (!ELEMENTS.has(element.localName) || (element.localName === "style" && /@import|url\(\s*['"]?(?!#)/i.test(element.textContent ?? ""))) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const address = /href$/i.test(name) && !/^(#|data:image\/png)/.test(value);
      const foreign = /url\(\s*['"]?(?!#)/i.test(value);
      if (/^on/i.test(name) || address || foreign) element.removeAttribute(name);
    }
  }
  box.append(document.importNode(parsed, true));
  return box;
}

/** @param {ErrorPart} part @param {Actions} actions */
function problem(part, actions) {
  const box = make("div", "attn-out attn-out--error");
  const headline = box.appendChild(make("p", "attn-out__error"));
  headline.append(make("strong", "", part.name), part.message ? `: ${part.message}` : "");
  if (part.frames.length) {
    const list = box.appendChild(make("ol", "attn-out__frames"));
    part.frames.forEach((frame, index) => {
      if (part.omitted && index === 2) list.append(make("li", "", t("out.omitted", { count: part.omitted })));
      const item = list.appendChild(make("li"));
      const short = frame.cell.replace(/^.*\//, "");
      const link = item.appendChild(make("button", "attn-out__line", t("out.cell", { cell: short, line: frame.line })));
      link.type = "button";
      link.addEventListener("click", () => actions.goTo(frame.cell, frame.line));
      if (frame.function) item.append(" ", t("out.in", { name: frame.function }));
      if (frame.code) item.append(" ", make("code", "", frame.code));
    });
  }
  if (part.inside) box.append(make("p", "attn-out__inside", t("out.inside", { name: part.inside })));
  if (part.cause) box.append(make("p", "attn-out__inside", t("out.cause", { cause: part.cause })));
  if (part.hint) box.append(advice(part.hint, actions));
  return box;
}

/** @param {Hint} hint @param {Actions} actions */
function advice(hint, actions) {
  const cell = hint["cell"] ?? "";
  const values = { ...hint, cell: cell.replace(/^.*\//, "") };
  const element = make("p", "attn-out__hint", t(`hint.${hint.code}`, values));
  if (hint.code === "earlier-cell") {
    const button = make("button", "attn-button", t("hint.earlier-cell.act", values));
    button.type = "button";
    button.addEventListener("click", () => actions.runFirst(cell));
    element.append(" ", button);
  }
  return element;
}

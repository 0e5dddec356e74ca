// @ts-check
// A sheet that pictures are drawn on: every colour and font is written out, so that the drawing
// needs no stylesheet wherever it is opened.
import { set, svg } from "./playground-svg.js";

const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
];

/** @typedef {{size?: number, bold?: boolean, colour?: string, anchor?: "start" | "middle" | "end"}} Letters */

export class Paper {
  #root;
  #style;
  #family;
  #pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  drawing = svg("svg");

  /** @param {Element} root  whose colours and letters are taken */
  constructor(root) {
    this.#root = root;
    this.#style = getComputedStyle(root);
    this.#family = this.#style.fontFamily;
  }

  /** A colour of tokens.css as it is now, in light or in dark. @param {string} name */
  colour(name) {
    return this.#style.getPropertyValue(`--attn-${name}`).trim();
  }

  /** @param {string} name @param {Record<string, string | number>} attributes @param {Element} [into] */
  add(name, attributes, into = this.drawing) {
    const element = svg(name, attributes);
    into.append(element);
    return element;
  }

  /** @param {string} text @param {Letters} [letters] */
  widthOf(text, { size = 14, bold = false } = {}) {
    this.#pen.font = `${bold ? 600 : 400} ${size}px ${this.#family}`;
    return this.#pen.measureText(text).width;
  }

  /** A line of text around the height y. @param {string} text @param {number} x @param {number} y @param {Letters} [letters] */
  write(text, x, y, { size = 14, bold = false, colour = "ink", anchor = "start" } = {}) {
    const element = this.add("text", {
      x, y, "font-size": size, "font-weight": bold ? "600" : "400", "font-family": this.#family, fill: this.colour(colour),
      "text-anchor": anchor, "dominant-baseline": "central",
    });
    element.textContent = text;
    return element;
  }

  /** `text`, cut where it is wider than there is room. @param {string} text @param {number} room @param {Letters} [letters] */
  cut(text, room, letters) {
    if (this.widthOf(text, letters) <= room) return text;
    const parts = [...text];
    while (parts.length > 1 && this.widthOf(`${parts.join("")}…`, letters) > room) parts.pop();
    return `${parts.join("")}…`;
  }

  /** A drawing of the page as it looks now. @param {SVGSVGElement} drawing @param {number} x @param {number} y */
  paste(drawing, x, y) {
    const { width, height } = drawing.viewBox.baseVal;
    this.add("rect", { x, y, width, height, rx: 6, fill: "none", stroke: this.colour("rule") });
    const twin = this.add("g", { transform: `translate(${x} ${y})` });
    for (const child of drawing.children) twin.append(child.cloneNode(true));
    const copies = [...twin.querySelectorAll("*")];
    [...drawing.querySelectorAll("*")].forEach((element, i) => {
      const computed = getComputedStyle(element);
      const copy = /** @type {SVGElement} */ (copies[i]);
      for (const { name } of [...copy.attributes]) if (/^(class|tabindex|role|aria-|data-)/.test(name)) copy.removeAttribute(name);
      if (element.matches(".play-reach, path[d='']")) return copy.remove();
      if (element instanceof SVGGElement) return;
      for (const name of STYLES) if (element instanceof SVGTextElement || !/^(font|text|dominant|paint)/.test(name)) copy.style.setProperty(name, computed.getPropertyValue(name));
    });
  }

  /** @param {number} width @param {number} height @param {string} title */
  finish(width, height, title) {
    set(this.drawing, { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
    const name = svg("title");
    name.textContent = title;
    this.drawing.prepend(name, svg("rect", { width, height, fill: this.colour("paper") }));
    return { text: new XMLSerializer().serializeToString(this.drawing), width, height };
  }

  /** @param {string} selector @returns {HTMLElement[]} */
  read(selector) {
    return [...this.#root.querySelectorAll(selector)].map((element) => /** @type {HTMLElement} */ (element));
  }
}

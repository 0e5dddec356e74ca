// @ts-check
// The buttons of a figure: save the drawing as SVG or PNG, with the colours that it has now.
import { save } from "./download.js";
import { t } from "./texts.js";
import { toast } from "./toast.js";

const PIXELS = 3; // per CSS pixel, so that a PNG prints well
const PAINTED = /** @type {const} */ (["fill", "stroke", "color", "stop-color"]);

/** A copy of the drawing that needs no stylesheet. @param {SVGSVGElement} drawing */
function standalone(drawing) {
  const twin = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const from = [drawing, ...drawing.querySelectorAll("*")];
  const to = [twin, ...twin.querySelectorAll("*")];
  from.forEach((element, index) => {
    const copy = /** @type {SVGElement} */ (to[index]);
    const written = (element.getAttribute("style") ?? "") + PAINTED.map((name) => element.getAttribute(name) ?? "").join(" ");
    if (!written.includes("var(")) return;
    const computed = getComputedStyle(element);
    for (const name of PAINTED) {
      if (!copy.style.getPropertyValue(name) && !copy.hasAttribute(name)) continue;
      copy.removeAttribute(name);
      copy.style.setProperty(name, computed.getPropertyValue(name));
    }
  });
  const { width, height } = drawing.viewBox.baseVal;
  twin.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  twin.setAttribute("width", String(width));
  twin.setAttribute("height", String(height));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.style.fill = getComputedStyle(document.body).backgroundColor;
  const words = [...twin.children].filter((child) => ["title", "desc"].includes(child.localName));
  twin.insertBefore(paper, words.at(-1)?.nextSibling ?? twin.firstChild);
  return { text: new XMLSerializer().serializeToString(twin), width, height };
}

/** @param {{text: string, width: number, height: number}} drawing @returns {Promise<Blob>} */
export async function pixels({ text, width, height }) {
  const image = new Image();
  // A data address, not a blob's: it is allowed by the page's content security policy.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * PIXELS;
  canvas.height = height * PIXELS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png"));
}

/** @param {Element} figure @param {"svg" | "png"} format @param {string} name */
async function saveFigure(figure, format, name) {
  const drawing = figure.querySelector("svg");
  if (!drawing) return;
  try {
    const alone = standalone(drawing);
    if (format === "svg") save(`${name}.svg`, alone.text, "image/svg+xml");
    else save(`${name}.png`, await pixels(alone), "image/png");
  } catch {
    toast(t("figure.failed"));
  }
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const button = /** @type {HTMLElement | null} */ (event.target.closest("[data-action^='save-']"));
  const figure = button?.closest("figure[data-figure]");
  if (!button || !figure) return;
  const format = button.dataset["action"] === "save-png" ? "png" : "svg";
  void saveFigure(figure, format, button.dataset["file"] ?? "figure");
});

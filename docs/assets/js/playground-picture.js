// @ts-check
// A state as one picture: the plane, the matrix, what was set and what was measured.
import { page } from "./config.js";
import { HEIGHT, WIDTH } from "./playground-geometry.js";
import { shadeOf } from "./playground-matrix.js";
import { Paper } from "./playground-paper.js";
import { t } from "./playground-texts.js";
/** @import { Shown } from "./playground-export.js" */

const EDGE = 24;
const GAP = 36; // between the plane and the matrix
const MATRIX = 440; // with the words of its rows
const ROW = 24; // of text

/** What was set, in the page's language. @param {Shown} shown @param {Paper} paper */
function settings({ state, answer, words, head }, paper) {
  const named = (/** @type {string} */ control, /** @type {string} */ value) => paper.read(`[data-control="${control}"] option`).find((option) => /** @type {HTMLOptionElement} */ (option).value === value)?.textContent ?? value;
  const positions = /** @type {HTMLInputElement | undefined} */ (paper.read('[data-for="position"]:not([hidden]) input')[0]);
  return [
    named("sequence", state.sequence),
    t("picture.query", { query: words[state.query] ?? "" }),
    `β = ${state.sharpness.toFixed(2)}`,
    t(state.scaled ? "picture.scaled" : "picture.raw"),
    t(state.own_token ? "picture.own" : "picture.others"),
    t(`picture.${state.mask}`),
    `d = ${answer.d}`,
    ...(positions ? [t("picture.position", { position: state.position, most: positions.max })] : []),
    ...(state.heads > 1 ? [t("picture.head", { number: head + 1, heads: state.heads })] : []),
    ...(state.projection !== "identity" ? [t("picture.projection", { projection: named("projection", state.projection) })] : []),
    ...(state.steps ? [t("picture.steps", { steps: state.steps })] : []),
  ];
}

/** @param {Paper} paper @param {Shown} shown @param {number} left @param {number} top */
function drawMatrix(paper, { answer, words, state, head }, left, top) {
  const { n } = answer;
  const size = n > 12 ? 10 : 13;
  const rows = Math.min(110, Math.max(...words.map((word) => paper.widthOf(word, { size, bold: true })))) + 10;
  const across = (MATRIX - rows) / n;
  const upright = words.some((word) => paper.widthOf(word, { size, bold: true }) > across - 4);
  const heads = upright ? rows : ROW;
  const cell = Math.min(across, (HEIGHT - heads) / n);
  const [x0, y0] = [left + rows, top + heads];
  words.forEach((word, i) => {
    const text = paper.cut(word, rows - 10, { size, bold: true });
    const middle = (i + 0.5) * cell;
    paper.write(text, x0 - 8, y0 + middle, { size, bold: true, anchor: "end", colour: i === state.query ? "query" : "ink" });
    const column = paper.write(text, x0 + middle, upright ? y0 - 6 : y0 - ROW / 2, { size, bold: true, anchor: upright ? "start" : "middle", colour: "key" });
    if (upright) column.setAttribute("transform", `rotate(-90 ${x0 + middle} ${y0 - 6})`);
    for (let j = 0; j < n; j++) {
      const weight = answer.weights[(head * n + i) * n + j] ?? 0;
      const shade = shadeOf(weight);
      paper.add("rect", { x: x0 + j * cell + 0.5, y: y0 + i * cell + 0.5, width: cell - 1, height: cell - 1, rx: 1, fill: paper.colour(`seq-${shade}`) });
      if (cell >= 16) paper.write(String(Math.round(100 * weight)), x0 + (j + 0.5) * cell, y0 + (i + 0.5) * cell, { size: Math.min(13, 0.48 * cell), anchor: "middle", colour: shade < 8 ? "on-low" : "on-high" });
    }
  });
  paper.add("rect", { x: x0, y: y0 + state.query * cell, width: n * cell, height: cell, fill: "none", stroke: paper.colour("query"), "stroke-width": "2" });
}

/** What the marks mean, as the page says it, in lines no wider than the plane. @param {Paper} paper @param {number} left @param {number} top */
function drawLegend(paper, left, top) {
  let [x, y] = [left, top];
  for (const item of paper.read(".play-legend span")) {
    const text = item.textContent ?? "";
    const width = paper.widthOf(text, { size: 13 }) + 44;
    if (x > left && x + width - 20 > left + WIDTH) [x, y] = [left, y + ROW];
    const [key, output, value] = ["key", "output", "value"].map((name) => paper.colour(name));
    /** @type {Record<string, () => Element>} */
    const marks = {
      query: () => paper.add("circle", { cx: x + 8, cy: y, r: 6, fill: paper.colour("query") }),
      key: () => paper.add("circle", { cx: x + 8, cy: y, r: 6, fill: key ?? "" }),
      output: () => paper.add("path", { d: `M${x + 8} ${y - 7}l7 7-7 7-7-7z`, fill: output ?? "" }),
      hull: () => paper.add("rect", { x: x + 2, y: y - 6, width: 12, height: 12, fill: value ?? "", "fill-opacity": "0.1", stroke: value ?? "", "stroke-dasharray": "1 3" }),
      trail: () => paper.add("path", { d: `M${x} ${y}h18`, stroke: output ?? "", "stroke-width": "2.6", "stroke-dasharray": "0.1 5", "stroke-linecap": "round" }),
    };
    marks[item.dataset["mark"] ?? ""]?.();
    paper.write(text, x + 24, y, { size: 13 });
    x += width;
  }
  return y + ROW;
}

/** The settings as lines that are not too wide. @param {Paper} paper @param {string[]} parts @param {number} room */
function lines(paper, parts, room) {
  /** @type {string[]} */
  const found = [];
  for (const part of parts) {
    const longer = found.length ? `${found[found.length - 1]} · ${part}` : part;
    if (found.length && paper.widthOf(longer, { size: 15, bold: true }) <= room) found[found.length - 1] = longer;
    else found.push(part);
  }
  return found;
}

/** Name and value side by side, in three columns. @param {Paper} paper @param {number} top @param {number} room */
function drawMeasures(paper, top, room) {
  const rows = paper.read("[data-measure]:not([hidden])").map((row) => ["dt", "dd"].map((name) => row.querySelector(name)?.textContent ?? ""));
  const column = room / 3;
  rows.forEach(([name = "", value = ""], k) => {
    const x = EDGE + (k % 3) * column;
    const y = top + Math.floor(k / 3) * ROW;
    const width = column - (k % 3 === 2 ? 0 : 28);
    paper.write(paper.cut(value, width * 0.6, { bold: true }), x + width, y, { bold: true, anchor: "end" });
    paper.write(paper.cut(name, width - paper.widthOf(value, { bold: true }) - 8), x, y, { colour: "muted" });
    paper.add("path", { d: `M${x} ${y + ROW / 2}h${width}`, stroke: paper.colour("rule"), fill: "none" });
  });
  return top + Math.ceil(rows.length / 3) * ROW;
}

/** @param {Shown} shown @param {string} address */
export function picture(shown, address) {
  const paper = new Paper(shown.root);
  const width = 2 * EDGE + WIDTH + GAP + MATRIX;
  const room = width - 2 * EDGE;
  paper.paste(shown.drawing, EDGE, EDGE);
  drawMatrix(paper, shown, EDGE + WIDTH + GAP, EDGE);
  paper.write(t("matrix.caption"), EDGE + WIDTH + GAP, EDGE + HEIGHT + ROW, { size: 13, colour: "muted" });
  let y = drawLegend(paper, EDGE, EDGE + HEIGHT + ROW) + 12;
  const chosen = settings(shown, paper);
  for (const line of lines(paper, chosen, room)) {
    paper.write(line, EDGE, y, { size: 15, bold: true });
    y += ROW;
  }
  y = drawMeasures(paper, y + 8, room) + 8;
  const { site, title } = page();
  const source = `${site}: ${title}. ${address}`;
  paper.write(paper.cut(source, room, { size: 12 }), EDGE, y, { size: 12, colour: "muted" });
  return paper.finish(width, y + EDGE, `${t("plane")}: ${chosen.join(" · ")}`);
}

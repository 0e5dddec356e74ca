// @ts-check
// A cell as a file: a script or a notebook that runs on the reader's own machine.
import { config } from "./config.js";
import { t } from "./texts.js";

const KNOWN = /** @type {const} */ (["numpy", "matplotlib"]);

/**
 * What must be installed to run `sources`.
 * @param {string[]} sources
 */
export function requirements(sources) {
  const found = new Set();
  for (const line of sources.join("\n").split("\n")) {
    const match = /^\s*(?:import|from)\s+([\w.]+)/.exec(line);
    const name = match?.[1] ?? "";
    const top = name.split(".")[0] ?? "";
    if (KNOWN.some((known) => known === top)) found.add(top);
    if (top === "attn_docs") {
      found.add(config.repo ? `"attn-docs @ git+${config.repo}"` : "attn-docs");
      if (name.startsWith("attn_docs.figures")) found.add("matplotlib");
    }
  }
  return [...found].sort().join(" ");
}

/**
 * @typedef {{title: string, address: string, cells: {name: string, source: string}[]}} Sheet  the last cell is the one asked for
 */

/** @param {Sheet} sheet */
function origin({ title, address, cells }) {
  const packages = requirements(cells.map((cell) => cell.source));
  const lines = [t("notebook.from", { title }), address];
  return packages ? [...lines, t("notebook.install", { packages })] : lines;
}

/** @param {Sheet} sheet */
export function script(sheet) {
  const head = origin(sheet).map((line) => `# ${line}`);
  const parts = sheet.cells.map(({ name, source }) => `# %% ${name}\n${source.trimEnd()}\n`);
  return `${head.join("\n")}\n\n${parts.join("\n\n")}`;
}

/** @param {Sheet} sheet */
export function notebook(sheet) {
  /** @param {string} text */
  const lines = (text) => text.trimEnd().split(/(?<=\n)/);
  const [from = "", address = "", install] = origin(sheet);
  const packages = install ? requirements(sheet.cells.map((cell) => cell.source)) : "";
  const cells = [
    { cell_type: "markdown", id: "origin", metadata: {}, source: lines(`# ${sheet.title}\n\n${from}: <${address}>\n`) },
    ...(packages ? [{ cell_type: "code", id: "install", metadata: {}, execution_count: null, outputs: [], source: [`%pip install -q ${packages}`] }] : []),
    ...sheet.cells.map(({ name, source }, index) => ({
      cell_type: "code", id: `cell-${index}`, metadata: { name }, execution_count: null, outputs: [], source: lines(source),
    })),
  ];
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  return JSON.stringify({ cells, metadata: { kernelspec, language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 5 }, null, 1);
}

/** Hand a file to the reader. @param {string} name @param {string | Blob} content @param {string} type */
export function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {string} name @param {"py" | "ipynb"} kind @param {Sheet} sheet */
export function saveSheet(name, kind, sheet) {
  if (kind === "py") save(`${name}.py`, script(sheet), "text/x-python");
  else save(`${name}.ipynb`, notebook(sheet), "application/x-ipynb+json");
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

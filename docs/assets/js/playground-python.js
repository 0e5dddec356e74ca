// @ts-check
// The Python behind a state: a cell is filled with it, and what the cell then holds can be taken back.
import { find } from "./cell.js";
import { language, page } from "./config.js";
import { runtime } from "./runtime.js";
import { t } from "./playground-texts.js";
/** @import { State } from "./playground-state.js" */

export const CELL = "playground/state";

const round = (/** @type {number} */ x) => Number(x.toFixed(4));
/** JSON as Python writes it. @param {unknown} value @returns {string} */
function literal(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(round(value));
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(/** @type {object} */ (value)).map(([key, one]) => `${JSON.stringify(key)}: ${literal(one)}`).join(", ")}}`;
  return JSON.stringify(value);
}

/** Code that gives the numbers of a state. @param {State} state @param {string[]} words @param {[number, number][]} places */
export function code(state, words, places) {
  const given = Object.entries(state).filter(([name, value]) => name !== "tokens" && name !== "version" && value !== null);
  return `import numpy as np
from attn_docs.core import attention_weights, effective_number, entropy
from attn_docs.playground import checked, scene
${state.steps ? "from attn_docs.playground.compute import advanced\n" : ""}
words = ${literal(words)}
vectors = np.array([
${places.map(([x, y]) => `    [${round(x)}, ${round(y)}],`).join("\n")}
])
tokens = [{"label": w, "x": x, "y": y} for w, (x, y) in zip(words, vectors.tolist())]
state = {
${given.map(([name, value]) => `    ${JSON.stringify(name)}: ${literal(value)},`).join("\n")}
    "tokens": tokens,
}
s = scene(checked(state))  # X, Q, K, V: heads × tokens × dimensions
${state.steps ? `for _ in range(${state.steps}):\n    s = advanced(s, checked(state), state["sharpness"])\n` : ""}scale = state["sharpness"]${state.scaled ? " / np.sqrt(s.Q.shape[-1])" : ""}
A = attention_weights(s.Q, s.K, mask=s.visible, scale=scale)
Z = A @ s.V

i = state["query"]
print("weights", A[0, i].round(4))
print("entropy", entropy(A)[0, i].round(4))
print("effective", effective_number(A)[0, i].round(4))
print("output", (Z @ s.view)[0, i].round(4))
`;
}

/**
 * Put the code into the page's cell, and offer to take back what it holds after a run.
 * @param {string} source @param {(state: unknown) => void} take @param {(message: string) => void} complain
 */
export function fill(source, take, complain) {
  const cell = find(CELL);
  if (!cell) return false;
  cell.source = source;
  let button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-action="from-cell"]'));
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.className = "play-from-cell";
    button.dataset["action"] = "from-cell";
    button.textContent = t("python.use");
    cell.after(button);
  }
  button.onclick = async () => {
    await cell.run();
    if (cell.state !== "done") return complain(t("notice.cell", { message: cell.state }));
    try {
      take(await runtime.call("attn_docs.cells.bridge.variable", [`${language()}/${page().slug}`, "state"]));
    } catch (error) {
      complain(t("notice.cell", { message: lastLine(error) }));
    }
  };
  const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  cell.scrollIntoView({ block: "center", behavior: smooth ? "smooth" : "auto" });
  return true;
}

/** What an exception says, without its traceback. @param {unknown} error */
export function lastLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").at(-1)?.replace(/^\w*Error: /, "") ?? "";
}

// @ts-check
// The buttons around a playground: heads, link, citation, files, Python.
import { copy } from "./download.js";
import { addressOf, citation, exportAs } from "./playground-export.js";
import { pairs } from "./playground-plane.js";
import { code, fill } from "./playground-python.js";
import { t } from "./playground-texts.js";
import { toast } from "./toast.js";
/** @import { Shown } from "./playground-export.js" */

/** Which head is shown, where there are several. @param {HTMLElement} host @param {number} h @param {number} head */
export function showHeads(host, h, head) {
  let row = /** @type {HTMLElement | null} */ (host.querySelector(".play-heads"));
  if (!row) {
    row = document.createElement("p");
    row.className = "play-heads";
    host.prepend(row);
  }
  row.hidden = h === 1;
  if (row.children.length !== h) {
    const buttons = Array.from({ length: h }, (_, k) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: t("head.name", { number: k + 1 }) });
      button.dataset["head"] = String(k);
      return button;
    });
    row.replaceChildren(...buttons);
  }
  [...row.children].forEach((button, k) => button.setAttribute("aria-pressed", String(k === head)));
}

/**
 * Do what a button says with what is shown; true where a menu should close.
 * @param {string} action @param {Shown} shown
 * @param {{take: (state: unknown) => void, complain: (text: string) => void}} to
 */
export async function act(action, shown, { take, complain }) {
  const { state, answer, words } = shown;
  if (action === "share") {
    toast(t((await copy(addressOf(state))) ? "link.copied" : "link.address"));
  } else if (action === "cite") {
    const text = citation(state);
    toast((await copy(text)) ? t("cite.copied") : t("cite.failed", { text }));
  } else if (action === "python") {
    // Where outputs were put back in, the code starts from where the tokens started.
    const places = pairs(state.steps ? answer.path : answer.places, 0, answer.n);
    if (fill(code(state, words, places), take, complain)) toast(t("python.filled"));
  } else if (action.startsWith("export-")) {
    const kind = /** @type {"png" | "svg" | "csv" | "json"} */ (action.slice(7));
    await exportAs(kind, shown).catch(() => toast(t("save.failed")));
    return true;
  }
  return false;
}

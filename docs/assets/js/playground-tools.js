// @ts-check
// The buttons around a playground: link, citation, files, Python.
import { copy } from "./download.js";
import { addressOf, citation, exportAs } from "./playground-export.js";
import { pairs } from "./playground-svg.js";
import { code, fill } from "./playground-python.js";
import { t } from "./playground-texts.js";
import { toast } from "./toast.js";
/** @import { Shown } from "./playground-export.js" */

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

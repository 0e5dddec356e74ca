// @ts-check
// Displayed formulas can be copied as TeX: by a button, and by selecting and copying.
import { copy } from "./download.js";
import { t } from "./texts.js";

/** @param {Element} formula */
const tex = (formula) => formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? "";

/** Give each displayed formula its button. @param {ParentNode} root */
export function mountFormulas(root) {
  for (const formula of root.querySelectorAll(".katex-display")) {
    if (formula.querySelector(".attn-tex") || !tex(formula)) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "attn-tex";
    button.textContent = t("formula.copy");
    button.addEventListener("click", async () => {
      if (!(await copy(tex(formula)))) return;
      button.textContent = t("formula.copied");
      setTimeout(() => (button.textContent = t("formula.copy")), 2000);
    });
    formula.append(button);
  }
}

document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const fragment = selection.getRangeAt(0).cloneContents();
  const formulas = fragment.querySelectorAll(".katex");
  if (!formulas.length || [...formulas].some((formula) => !tex(formula))) return;
  for (const button of fragment.querySelectorAll(".attn-tex")) button.remove();
  for (const formula of formulas) {
    const mark = formula.closest(".katex-display") ? "$$" : "$";
    (formula.closest(".katex-display") ?? formula).replaceWith(`${mark}${tex(formula).trim()}${mark}`);
  }
  event.clipboardData.setData("text/plain", fragment.textContent ?? "");
  event.preventDefault();
});

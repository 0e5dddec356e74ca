// @ts-check
// A claim to take along: its citation, with the verdict and the address of this very claim.
import { page } from "./config.js";
import { copy } from "./download.js";
import { t } from "./texts.js";
import { toast } from "./toast.js";

/** Text as a reader would type it: formulas as TeX. @param {Element | null} element */
function written(element) {
  const copied = /** @type {Element | undefined} */ (element?.cloneNode(true));
  for (const formula of copied?.querySelectorAll(".katex") ?? []) {
    formula.replaceWith(`$${formula.querySelector("annotation")?.textContent?.trim()}$`);
  }
  return (copied?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @param {HTMLElement} claim */
export function citation(claim) {
  const status = claim.querySelector(".badge-status")?.lastChild?.textContent ?? "";
  return t("claim.cite", {
    site: page().site,
    id: claim.dataset["claim"] ?? "",
    status: status.trim(),
    statement: written(claim.querySelector(".claim-statement")),
    address: `${location.origin}${location.pathname}#${claim.id}`,
    date: new Date().toISOString().slice(0, 10),
  });
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest(".claim-cite") : null;
  const claim = /** @type {HTMLElement | null} */ (button?.closest("[data-claim]") ?? null);
  if (!claim) return;
  const text = citation(claim);
  toast((await copy(text)) ? t("claim.cited", { text }) : t("claim.uncopied", { text }));
});

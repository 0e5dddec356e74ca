// @ts-check
// The ledger's filters. Without this script the ledger is a plain list by section.
import { whenParsed } from "./parsed.js";
import { t } from "./texts.js";

class AttnLedger extends HTMLElement {
  #stop = new AbortController();

  connectedCallback() {
    whenParsed(this, () => this.#mount());
  }

  #mount() {
    const form = this.querySelector("form");
    if (!form) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const show = () => this.#show(new FormData(form));
    form.hidden = false;
    recall(form);
    form.addEventListener("input", () => (show(), record(form)), { signal });
    form.addEventListener("submit", (event) => event.preventDefault(), { signal });
    // The fields are empty only after the event, and after the microtasks that it leaves.
    form.addEventListener("reset", () => setTimeout(() => (show(), record(form))), { signal });
    // A link to a claim that is filtered out must still arrive.
    const reveal = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (target?.hidden && this.contains(target)) {
        form.reset();
        target.scrollIntoView();
      }
    };
    addEventListener("hashchange", reveal, { signal });
    // A browser may have put earlier choices back into the fields.
    show();
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @param {FormData} choice */
  #show(choice) {
    const entries = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-claim]"));
    const words = plain(String(choice.get("text") ?? "")).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const entry of entries) {
      const text = plain(entry.textContent ?? "");
      entry.hidden = !(
        ["section", "kind", "status"].every((name) => !choice.get(name) || choice.get(name) === entry.dataset[name]) &&
        words.every((word) => text.includes(word))
      );
      if (!entry.hidden) count += 1;
    }
    for (const section of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".ledger-section"))) {
      section.hidden = !section.querySelector("[data-claim]:not([hidden])");
    }
    const shown = this.querySelector(".ledger-shown");
    if (shown) shown.textContent = t(count ? "ledger.shown" : "ledger.none", { count, total: entries.length });
  }
}

/** Choices that the address names, so that a link shows what its sender saw. @param {HTMLFormElement} form */
function recall(form) {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value.slice(0, 200);
    if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value)) field.value = value;
  }
}

/** @param {HTMLFormElement} form */
function record(form) {
  const address = new URL(location.href);
  address.search = "";
  for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, String(value));
  history.replaceState(history.state, "", address);
}

/** @param {string} text */
function plain(text) {
  return text.normalize("NFC").toLowerCase();
}

if (!customElements.get("attn-ledger")) customElements.define("attn-ledger", AttnLedger);

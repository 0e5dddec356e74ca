// @ts-check
// <attn-tries>: a prediction first, then the state, then what the measurements say.
import { t } from "./playground-texts.js";
import { told } from "./playground-readings.js";
/** @import { AttnPlayground } from "./playground.js" */

class AttnTries extends HTMLElement {
  #stop = new AbortController();

  connectedCallback() {
    this.#stop = new AbortController();
    this.addEventListener("click", (event) => void this.#click(event), { signal: this.#stop.signal });
    this.dataset["ready"] = "";
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @returns {AttnPlayground | null} */
  get #playground() {
    return document.querySelector('attn-playground[data-controls=""]');
  }

  /** @param {MouseEvent} event */
  async #click(event) {
    const button = event.target instanceof Element ? /** @type {HTMLButtonElement | null} */ (event.target.closest("button")) : null;
    const item = /** @type {HTMLElement | null} */ (button?.closest("[data-try]"));
    const playground = this.#playground;
    if (!button || !item || !playground) return;
    const states = JSON.parse(item.dataset["states"] ?? "[]");
    if (button.dataset["step"]) return this.#look(playground, states[Number(button.dataset["step"])]);
    if (!button.dataset["answer"]) return;
    for (const other of item.querySelectorAll("[data-answer]")) other.setAttribute("aria-pressed", String(other === button));
    item.dataset["state"] = "waiting";
    const outcome = /** @type {HTMLElement} */ (item.querySelector('[data-part="outcome"]'));
    /** @type {HTMLDetailsElement} */ (outcome.closest("details")).open = true;
    outcome.textContent = t("try.waiting");
    playground.state = states.at(-1);
    try {
      const found = [];
      for (const state of states) found.push(await playground.measure(state));
      const right = button.dataset["answer"] === item.dataset["right"];
      item.dataset["verdict"] = right ? "right" : "wrong";
      outcome.textContent = `${t(right ? "try.right" : "try.wrong")} ${told(item.dataset["outcome"] ?? "", found)}`;
      this.#steps(item, states.length);
      item.dataset["state"] = "done";
    } catch {
      item.dataset["state"] = "failed";
      outcome.textContent = t("notice.python", { reason: "–" });
    }
  }

  /** @param {AttnPlayground} playground @param {unknown} state */
  #look(playground, state) {
    playground.state = state;
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    playground.scrollIntoView({ block: "start", behavior: smooth ? "smooth" : "auto" });
  }

  /** A button for each state that was measured. @param {HTMLElement} item @param {number} count */
  #steps(item, count) {
    item.querySelector(".try-steps")?.remove();
    const row = document.createElement("p");
    row.className = "try-steps";
    for (let k = 0; k < count; k++) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset["step"] = String(k);
      button.textContent = t(count > 1 ? `try.look.${k}` : "try.look");
      row.append(button);
    }
    item.querySelector('[data-part="outcome"]')?.after(row);
  }
}

if (!customElements.get("attn-tries")) customElements.define("attn-tries", AttnTries);

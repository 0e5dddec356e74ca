// @ts-check
// <attn-offline>: the switch that keeps the site for reading without a network.
import { isSupported, registration, switchOff, switchOn, watch } from "./offline.js";
import { t } from "./texts.js";

class AttnOffline extends HTMLElement {
  #life = new AbortController();
  #status = document.createElement("span");
  #box = document.createElement("input");

  connectedCallback() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const label = document.createElement("label");
    this.#box.type = "checkbox";
    this.#box.setAttribute("role", "switch");
    this.#status.setAttribute("role", "status");
    label.append(this.#box, ` ${t("offline.switch")}`);
    this.replaceChildren(label, " ", this.#status);
    this.#box.addEventListener("change", () => void this.#turn(this.#box.checked), { signal });
    // The button that removes everything removes this too.
    addEventListener("attn-forgotten", () => void this.#tell(), { signal });
    void this.#tell();
  }

  disconnectedCallback() {
    this.#life.abort();
  }

  async #tell() {
    const found = await registration();
    this.#box.checked = found !== null;
    this.#box.disabled = !isSupported();
    this.#status.textContent = t(found ? "offline.on" : isSupported() ? "offline.off" : "offline.unsupported");
  }

  /** @param {boolean} on */
  async #turn(on) {
    this.#box.disabled = true;
    try {
      if (on) {
        await switchOn(({ done, total }) => {
          this.#status.textContent = t("offline.progress", { done, total });
        });
        void watch();
      } else await switchOff();
      await this.#tell();
      dispatchEvent(new Event("attn-kept"));
      if (on && !this.#box.checked) throw new Error("this build keeps nothing");
    } catch {
      await switchOff();
      this.#box.checked = false;
      this.#status.textContent = t("offline.failed");
    }
    this.#box.disabled = false;
  }
}

if (!customElements.get("attn-offline")) customElements.define("attn-offline", AttnOffline);

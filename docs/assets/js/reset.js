// @ts-check
// One place that removes all that the site keeps in the browser, for both languages.
import { config } from "./config.js";
import { registration } from "./offline.js";
import { PREFIX, forget } from "./store.js";
import { t } from "./texts.js";

/**
 * Names under which the site keeps something. The theme's own start with the address of a
 * language's root and a dot; other sites on the same host have other addresses.
 * @param {Storage} storage
 * @param {string} root path of the whole site, such as `/` or `/a/b/`
 */
export function kept(storage, root) {
  const starts = [PREFIX, `${root}en/.`, `${root}ko/.`];
  return Object.keys(storage).filter((name) => starts.some((start) => name.startsWith(start)));
}

/** @returns {Storage[]} none where the browser forbids them */
function storages() {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}

const root = () => new URL(config.site).pathname;

class AttnReset extends HTMLElement {
  #stop = new AbortController();

  connectedCallback() {
    this.#stop = new AbortController();
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = t("storage.reset");
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    void this.#count(status);
    addEventListener("attn-kept", () => void this.#count(status), { signal: this.#stop.signal });
    button.addEventListener("click", () => this.#clear(status), { signal: this.#stop.signal });
    this.replaceChildren(button, " ", status);
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @param {HTMLElement} status */
  async #count(status) {
    const offline = (await registration()) ? 1 : 0;
    const count = storages().flatMap((storage) => kept(storage, root())).length + offline;
    status.textContent = count ? t("storage.kept", { count }) : t("storage.none");
  }

  /** @param {HTMLElement} status */
  async #clear(status) {
    await forget();
    for (const storage of storages()) {
      for (const name of kept(storage, root())) storage.removeItem(name);
    }
    status.textContent = t("storage.cleared");
  }
}

if (!customElements.get("attn-reset")) customElements.define("attn-reset", AttnReset);

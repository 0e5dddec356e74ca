// @ts-check
// The status line of a cell. What changes is announced once; numbers that tick are not read out.
import { t } from "./texts.js";
/** @import { Snapshot } from "./runtime.js" */

const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);

export class StatusLine {
  #host;
  #words = document.createElement("span");
  #ticking = document.createElement("span");
  #bar = document.createElement("progress");
  #said = "";
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
    this.#words.textContent = host.textContent;
    this.#said = host.textContent ?? "";
    this.#ticking.ariaHidden = "true";
    this.#ticking.className = "attn-cell__ticking";
    this.#host.replaceChildren(this.#words, this.#ticking);
  }

  /** @param {string} text @param {"" | "error" | "stopped"} [tone] how the run ended, if this says so */
  say(text, tone = "") {
    this.#end();
    this.#host.dataset["tone"] = tone;
    this.#announce(text);
  }

  /** @param {string} text */
  #announce(text) {
    if (text === this.#said) return;
    this.#said = text;
    this.#words.textContent = text;
  }

  #end() {
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#ticking.textContent = "";
    this.#bar.remove();
  }

  /** What the runtime is doing while this cell waits for it. @param {Snapshot} now */
  waiting(now) {
    this.#host.dataset["tone"] = "";
    clearInterval(this.#clock);
    this.#clock = undefined;
    const { state, loaded, total, what } = now;
    if (state === "downloading" || (state === "restarting" && total > 0 && loaded < total)) {
      this.#announce(t(what === "packages" ? "runtime.packages" : state === "restarting" ? "runtime.restarting" : "runtime.downloading"));
      if (!total) return;
      this.#ticking.textContent = t("runtime.bytes", { loaded: megabytes(loaded), total: megabytes(total) });
      this.#bar.max = total;
      this.#bar.value = loaded;
      this.#bar.ariaLabel = this.#said;
      if (!this.#bar.isConnected) this.#host.append(this.#bar);
      return;
    }
    this.#ticking.textContent = "";
    this.#bar.remove();
    const key = { starting: "runtime.starting", restarting: "runtime.restarting" }[/** @type {string} */ (state)];
    this.#announce(t(key ?? "runtime.queued"));
  }

  /** The cell's own code runs: count the seconds. */
  running() {
    if (this.#clock !== undefined) return;
    this.#bar.remove();
    this.#announce(t("runtime.running"));
    const since = performance.now();
    const tick = () => {
      const seconds = Math.floor((performance.now() - since) / 1000);
      this.#ticking.textContent = seconds ? t("runtime.seconds", { seconds }) : "";
    };
    tick();
    this.#clock = setInterval(tick, 500);
  }

  /** Leave no timer behind. */
  destroy() {
    clearInterval(this.#clock);
  }
}

// @ts-check
// Reading offline: a service worker that a reader switches on. Nothing here runs a request unless
// that was done; the worker itself stands in attn_docs/publish/offline.js.
import { config } from "./config.js";
import { t } from "./texts.js";

/** @typedef {{done: number, total: number}} Progress */

// Copies of another address on the same host are none of ours.
const OWN = `attn:${new URL(config.site).pathname}:`;

export const isSupported = () => "serviceWorker" in navigator && "caches" in globalThis;

/** The site's registration, if the reader switched it on. */
export async function registration() {
  if (!isSupported()) return null;
  const found = await navigator.serviceWorker.getRegistration(config.site).catch(() => undefined);
  return found?.scope === config.site ? found : null;
}

/** @param {ServiceWorker} worker @returns {Promise<void>} */
const activated = (worker) =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("not installed"));
    };
    worker.addEventListener("statechange", look);
    look();
  });

/** Keep the site's pages. @param {(progress: Progress) => void} onProgress */
export async function switchOn(onProgress) {
  const stop = new AbortController();
  const hear = (/** @type {MessageEvent} */ { data }) => data?.type === "attn-kept" && onProgress(data);
  navigator.serviceWorker.addEventListener("message", hear, { signal: stop.signal });
  navigator.serviceWorker.startMessages();
  try {
    const url = new URL("sw.js", config.site);
    const found = await navigator.serviceWorker.register(url, { scope: config.site, updateViaCache: "none" });
    const worker = found.installing ?? found.waiting ?? found.active;
    if (worker) await activated(worker);
  } finally {
    stop.abort();
  }
}

/** Remove the worker and all that it keeps. */
export async function switchOff() {
  await (await registration())?.unregister();
  if (!isSupported()) return;
  for (const name of await caches.keys()) if (name.startsWith(OWN)) await caches.delete(name);
}

/** Drop kept files of Python: one that arrived damaged must not come back at the next try. */
export async function dropRuntime() {
  if (!(await registration())) return;
  const files = await caches.open(`${OWN}files`);
  for (const { url } of await files.keys()) {
    if (/\/assets\/(runtime|python)-/.test(url)) await files.delete(url);
  }
}

/** @param {ServiceWorkerRegistration} found */
function offer(found) {
  if (!found.waiting || !found.active || document.querySelector(".attn-offer")) return;
  const box = document.createElement("div");
  box.className = "attn-offer";
  box.setAttribute("role", "status");
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.addEventListener("click", act);
    return element;
  };
  document.body.append(box);
  box.append(
    `${t("offline.update")} `,
    button(t("offline.update.now"), () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      found.waiting?.postMessage("attn-update");
    }),
    " ",
    button(t("offline.update.later"), () => box.remove()),
  );
}

/** Offer each new version of what is kept; only the reader brings it in. */
export async function watch() {
  const found = await registration();
  if (!found) return;
  offer(found);
  found.addEventListener("updatefound", () => {
    found.installing?.addEventListener("statechange", () => offer(found));
  });
}

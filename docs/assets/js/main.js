// @ts-check
// Entry of every page. It stays loaded through instant navigation, and so does the worker.
import "./cell.js";
import { find } from "./cell.js";
import "./claim.js";
import "./figure.js";
import { mountFormulas } from "./formula.js";
import "./ledger.js";
import "./living.js";
import { watch } from "./offline.js";
import "./offline-switch.js";
import "./reset.js";
import { decode } from "./share.js";
import { forget } from "./store.js";
import { runtime } from "./runtime.js";
import "./scrollers.js";
import { t } from "./texts.js";
import { toast } from "./toast.js";

document.documentElement.dataset["runtime"] = runtime.snapshot.state;

async function openLink() {
  const shared = await decode(location.hash);
  if (!shared) return;
  const cell = find(shared.cell);
  if (cell) cell.open(shared);
  else toast(t("cell.shared.unknown"));
}

/** The playground's own page loads its code at once, a section when its small one comes near. */
function mountPlaygrounds() {
  const load = () => void import("./playground.js");
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      load();
    },
    { rootMargin: "600px" },
  );
  for (const playground of document.querySelectorAll("attn-playground")) {
    if (playground.getAttribute("data-controls")) watch.observe(playground);
    else load();
  }
}

function mount() {
  mountFormulas(document);
  mountPlaygrounds();
  void openLink();
}

addEventListener("hashchange", () => void openLink());
document.addEventListener("click", async (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-attn-forget]")) return;
  await forget();
  toast(t("storage.cleared"));
});

// Only where the reader chose to keep the site is there anything to watch.
if (navigator.serviceWorker?.controller) void watch();

/** The theme announces each page that instant navigation brings, the first one included. */
function listen() {
  const pages = /** @type {any} */ (globalThis).document$;
  if (pages?.subscribe) pages.subscribe(mount);
  else mount();
}

// This module does not wait for the theme's script, so that Run can be pressed before that has run.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", listen, { once: true });
else listen();

export { runtime };

// @ts-check
// The two pages above both languages. On the chooser, a reader who chose before goes straight on;
// `#choose` shows the choice again. Without a choice, the browser's language is marked, and
// nothing moves by itself.
import { recall, remember } from "./language.js";

const dark = matchMedia("(prefers-color-scheme: dark)").matches;
document.body.dataset.mdColorScheme = dark ? "slate" : "default";

const doors = /** @type {NodeListOf<HTMLAnchorElement>} */ (
  document.querySelectorAll("a[hreflang]")
);
const chosen = recall();
const chooser = document.body.dataset.page === "chooser";

for (const door of doors) {
  door.addEventListener("click", () => remember(door.hreflang));
  if (chooser && door.hreflang === chosen && location.hash !== "#choose") {
    location.replace(door.href);
  }
}

if (!chosen) {
  const known = [...doors].map((door) => door.hreflang);
  const wanted = navigator.languages
    .map((language) => language.slice(0, 2))
    .find((language) => known.includes(language));
  for (const door of doors) door.toggleAttribute("data-suggested", door.hreflang === wanted);
}

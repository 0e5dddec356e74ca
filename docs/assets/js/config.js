// @ts-check
// What the page says about the build it belongs to: <script type="application/json" id="attn-config">.

/**
 * @typedef {object} Config
 * @property {string} site      address of the whole site, above both languages
 * @property {string} runtime   address of the runtime's folder
 * @property {string} python    address of the zip with attn_docs
 * @property {string} editor    address of the editor's bundle
 * @property {string} playground  address of the folder with the playground's tables
 * @property {string} repo      address of the repository, or ""
 */

/** @returns {Record<string, string>} */
function written() {
  const element = document.getElementById("attn-config");
  return element?.textContent ? JSON.parse(element.textContent) : {};
}

// Addresses are relative to the page that was loaded first. Instant navigation changes the
// page's address later on, so they are made absolute now, once.
const first = written();
const assets = new URL(first["assets"] ?? "./", document.baseURI);
/** @param {string} name */
const asset = (name) => new URL(first[name] ?? "", assets).href;

/** @type {Config} */
export const config = {
  site: new URL("..", assets).href,
  runtime: asset("runtime"),
  python: asset("python"),
  editor: asset("editor"),
  playground: asset("playground"),
  repo: first["repo"] ?? "",
};

/** The page that is shown now: its slug and title, and the name of the site. */
export function page() {
  const now = written();
  return { slug: now["page"] ?? "", title: now["title"] ?? document.title, site: now["site"] ?? "" };
}

/** @returns {"en" | "ko"} */
export const language = () => (document.documentElement.lang === "ko" ? "ko" : "en");

// The service worker of readers who chose to keep the site. The build writes three constants before
// this: VERSION (a hash of what SHELL names), SHELL (addresses, relative to this file) and KEEP
// (folders under assets/ whose names carry a hash and that belong to this release).
//
// Pages come from the network while there is one, so a kept copy is never in the way of a new
// release. Files whose address carries a hash come from the copy: they cannot change.
/* global VERSION, SHELL, KEEP */

const HOME = new URL("./", self.location.href);
const OWN = `attn:${HOME.pathname}:`;
const PAGES = `${OWN}pages-${VERSION}`;
const FILES = `${OWN}files`;
const HASHED = /^assets\/([a-z]+-[0-9a-f]{12}(?:\.zip)?)(?:\/|$)/;
const PATIENCE = 5000; // a network that is slower than this is as good as none
const AT_ONCE = 6;

/** The hashed folder that an address belongs to, or "". */
function release(url) {
  if (!url.startsWith(HOME.href)) return "";
  return HASHED.exec(url.slice(HOME.href.length).split(/[?#]/)[0])?.[1] ?? "";
}

async function install() {
  const pages = await caches.open(PAGES);
  const files = await caches.open(FILES);
  const waiting = SHELL.map((address) => new URL(address, HOME).href);
  const total = waiting.length;
  let done = 0;
  const fetchAll = async () => {
    for (let url = waiting.pop(); url; url = waiting.pop()) {
      const place = release(url) ? files : pages;
      if (place === pages || !(await files.match(url))) {
        // Past the browser's own cache, whose copy may be of the release before.
        const response = await fetch(url, { cache: place === pages ? "reload" : "default" });
        if (response.status !== 200 || response.redirected) throw new Error(`${url}: ${response.status}`);
        await place.put(url, response);
      }
      if (++done % 10 === 0 || done === total) await tell({ type: "attn-kept", done, total });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchAll));
  } catch (error) {
    // All or nothing: the worker before this one, if any, goes on as it is.
    waiting.length = 0;
    await caches.delete(PAGES);
    throw error;
  }
}

async function tell(message) {
  const clients = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const client of clients) client.postMessage(message);
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== PAGES && name !== FILES) await caches.delete(name);
  }
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    if (!KEEP.includes(release(request.url))) await files.delete(request);
  }
  await self.clients.claim();
}

/** From the copy; from the network the first time, and then kept. */
async function fromCopy(event) {
  const files = await caches.open(FILES);
  const found = await files.match(event.request.url);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.status === 200 && KEEP.includes(release(event.request.url))) {
    const copy = response.clone();
    event.waitUntil(files.put(event.request.url, copy).catch(() => {})); // a full disk is no fault
  }
  return response;
}

/** From the network; from the copy where there is none, or none worth the name. */
async function fromNetwork(request) {
  const asked = fetch(request);
  asked.catch(() => {});
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const response = await Promise.race([asked, patience]);
    if (response && response.status < 500) return response;
  } catch {
    // no network
  }
  const copy = await (await caches.open(PAGES)).match(request.url, { ignoreSearch: true });
  return copy ?? asked;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "attn-update") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(HOME.href) || url === self.location.href) return;
  const answer = release(url) ? fromCopy(event) : fromNetwork(event.request);
  // Whatever fails in here, the reader gets what a site without a worker would give.
  event.respondWith(answer.catch(() => fetch(event.request)));
});

// @ts-check
// The one worker of a tab: boots Pyodide from the site's own files, runs cells, calls functions.
/** @import { FailureReason, FromWorker, Run, Call, Complete, ToWorker } from "./messages.js" */
/** @import { PyodideInterface } from "pyodide" */

/** @typedef {{pyodide: string, files: Record<string, {bytes: number, sha256: string}>, packages: Record<string, {file: string, version: string, depends: string[]}>}} Manifest */

const SITE_PACKAGES = "/lib/python3.12/site-packages";
// Beyond this a reader's tab would suffer; NumPy then raises MemoryError, which can be explained.
const MEMORY_LIMIT = 768 * 1024 * 1024;
const DOWNLOAD_TRIES = 2;
const TELL = 50; // ms between two words on progress

/** @param {FromWorker} message @param {Transferable[]} [transfer] */
const post = (message, transfer = []) => self.postMessage(message, { transfer });

class Failure extends Error {
  /** @param {FailureReason} reason @param {string} detail */
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

const network = self.fetch.bind(self);
/** @type {Map<string, Promise<Response>>} */
const early = new Map();
/** @type {Manifest} */
let manifest;
let base = "";
let loaded = 0;
let total = 0;
let told = 0;
/** @type {"boot" | "packages"} */
let what = "boot";

/** @param {number} bytes */
function count(bytes) {
  loaded += bytes;
  // A page drawn anew for each of hundreds of pieces would slow down the very start it shows.
  if (bytes && loaded < total && performance.now() - told < TELL) return;
  told = performance.now();
  post({ type: "progress", loaded: Math.min(loaded, total), total, what });
}

/** Fetch a file, twice if need be; HTTP errors are errors. @param {string} url @param {RequestInit} [options] */
async function download(url, options) {
  for (let tried = 1; ; tried++) {
    try {
      const response = await network(url, options);
      if (response.ok) return response;
      throw new Failure("download", `${url}: HTTP ${response.status}`);
    } catch (error) {
      if (tried < DOWNLOAD_TRIES) continue;
      if (error instanceof Failure) throw error;
      throw new Failure("download", `${url}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/**
 * A file of the runtime. Wheels carry their hash (the browser checks it); the large files stream,
 * so that WebAssembly compiles while it arrives, and their length is checked.
 * @param {string} name
 */
async function runtimeFile(name) {
  const entry = manifest.files[name];
  if (!entry) throw new Failure("damaged", name);
  if (name.endsWith(".whl")) {
    const response = await download(base + name, { integrity: `sha256-${base64(entry.sha256)}` });
    count(entry.bytes);
    return response;
  }
  const response = await download(base + name);
  void watch(response.clone(), name, entry.bytes);
  if (!name.endsWith(".wasm")) return response;
  // The response itself, not a copy: only with it does a browser keep the code that it compiled for
  // the next visit. But a static host may not know .wasm, and no other type is compiled at all.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
}

/** Count what arrives of a file, and see that it is all of it. @param {Response} copy @param {string} name @param {number} bytes */
async function watch(copy, name, bytes) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (copy.body).getReader();
  let arrived = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      arrived += part.value.byteLength;
      count(part.value.byteLength);
    }
  } catch {
    arrived = -1;
  }
  if (arrived !== bytes) post({ type: "failed", reason: "damaged", detail: name });
}

/** @param {string} hex */
const base64 = (hex) => btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16))));

/** Pyodide asks for its files by fetch: answer from what is under way. @type {typeof fetch} */
self.fetch = (input, options) => {
  const url = input instanceof Request ? input.url : String(input);
  const name = url.startsWith(base) ? url.slice(base.length) : "";
  const found = early.get(name);
  early.delete(name);
  if (found) return found;
  return manifest && name in manifest.files ? runtimeFile(name) : network(input, options);
};

/** @type {PyodideInterface} */
let pyodide;
/** @type {any} attn_docs.cells.browser */
let bridge;
let hurt = false;

/** @param {string} runtime @param {string} python */
async function boot(runtime, python) {
  if (typeof WebAssembly !== "object") throw new Failure("webassembly", "");
  limitMemory();
  base = runtime;
  const script = import(base + "pyodide.mjs");
  const glue = import(base + "pyodide.asm.js");
  const zip = download(python).then((response) => response.arrayBuffer());
  for (const promise of [script, glue, zip]) promise.catch(() => {});
  manifest = await (await download(base + "manifest.json")).json();
  const numpy = manifest.packages["numpy"]?.file ?? "";
  const files = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", numpy];
  total = files.reduce((sum, name) => sum + (manifest.files[name]?.bytes ?? 0), 0);
  count(0);
  const arriving = files.map((name) => {
    const response = runtimeFile(name);
    early.set(name, response);
    return response;
  });
  // Pyodide only logs a download that fails and then waits for ever: find out first.
  await Promise.all([...arriving, script, glue]);
  post({ type: "starting" });
  const { loadPyodide } = await script;
  pyodide = await loadPyodide({
    indexURL: base,
    packages: ["numpy"],
    env: { HOME: "/home/pyodide", MPLBACKEND: "agg", PYTHONDONTWRITEBYTECODE: "1" },
    stdout: () => {},
    stderr: () => {},
  });
  // A private name, and the only word Pyodide says when its interpreter dies (a test holds it).
  /** @type {any} */ (pyodide)._api.on_fatal = (/** @type {unknown} */ error) => {
    hurt = true;
    post({ type: "fatal", detail: String(error) });
  };
  if (!isLoaded("numpy")) throw new Failure("damaged", numpy);
  pyodide.unpackArchive(await zip, "zip", { extractDir: SITE_PACKAGES });
  bridge = pyodide.pyimport("attn_docs.cells.browser");
  post({ type: "ready", memory: memory(), shipped: Object.keys(manifest.packages) });
}

/** Keep a reader's code from taking all of the device's memory. */
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > MEMORY_LIMIT) throw new RangeError("memory limit");
    return grow.call(this, pages);
  };
}

const memory = () => /** @type {any} */ (pyodide)._module.HEAP8.byteLength;

/** Fetch the packages that a cell imports. @param {string[]} names */
async function load(names) {
  const missing = new Set(names.flatMap(closure).filter((name) => !isLoaded(name)));
  if (!missing.size) return;
  const sizes = [...missing].map((name) => manifest.files[manifest.packages[name]?.file ?? ""]?.bytes ?? 0);
  [what, loaded, total] = ["packages", 0, sizes.reduce((sum, bytes) => sum + bytes, 0)];
  count(0);
  await pyodide.loadPackage([...missing], { messageCallback() {}, errorCallback() {} });
  for (const name of missing) {
    if (!isLoaded(name)) throw new Failure("download", manifest.packages[name]?.file ?? name);
  }
}

// Pyodide lists packages by their own spelling: Pillow. A hash that does not fit is only logged
// by it, hence the look afterwards.
/** @param {string} name */
const isLoaded = (name) => Object.keys(pyodide.loadedPackages).some((key) => key.toLowerCase() === name);

/** @param {string} name @returns {string[]} */
const closure = (name) => [name, ...(manifest.packages[name]?.depends ?? []).flatMap(closure)];

/** @param {Run} request */
async function run({ id, page, lang, cell, code, cells }) {
  await load(bridge.packages(code));
  post({ type: "started", id });
  const ok = await bridge.run(page, lang, cell, code, cells, (/** @type {any} */ part) => post({ type: "part", id, part }));
  post({ type: "finished", id, ok, memory: memory() });
}

/** Buffers of all typed arrays in a plain value. @param {unknown} value @returns {Transferable[]} */
function buffers(value) {
  if (ArrayBuffer.isView(value)) return [/** @type {ArrayBuffer} */ (value.buffer)];
  return value && typeof value === "object" ? Object.values(value).flatMap(buffers) : [];
}

/** @param {Call | Complete} request */
function answer(request) {
  const value =
    request.type === "call"
      ? bridge.call(request.path, request.args)
      : bridge.completions(request.page, request.code, request.position);
  post({ type: "result", id: request.id, value }, buffers(value));
}

/** @param {unknown} error @returns {FailureReason} */
function reason(error) {
  if (error instanceof Failure) return error.reason;
  const text = String(error);
  if (/memory|allocat/i.test(text)) return "memory";
  return /fetch|import|network|load/i.test(text) ? "download" : "other";
}

/** @param {unknown} error */
const words = (error) => (error instanceof Error ? error.message : String(error)).slice(-2000);

// The page is told of what goes wrong by messages; Pyodide's own appeals to its maintainers, and
// what a dying interpreter throws besides, would only alarm readers.
console.error = () => {};
self.addEventListener("unhandledrejection", (event) => event.preventDefault());

// One thing at a time: a cell that awaits must not meet the next one half-way.
let turn = Promise.resolve();

self.addEventListener("message", (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  turn = turn.then(async () => {
    try {
      if (data.type === "boot") await boot(data.runtime, data.python);
      else if (data.type === "run") await run(data);
      else answer(data);
    } catch (error) {
      if (hurt) return;
      if (data.type === "boot") post({ type: "failed", reason: reason(error), detail: words(error) });
      else if (data.type === "run" && !(error instanceof Failure)) post({ type: "fatal", detail: words(error) });
      else if (data.type === "run") post({ type: "refused", id: data.id, message: reason(error) });
      else post({ type: "refused", id: data.id, message: words(error) });
    }
  });
});

// @ts-check
// A cell's code in a link: #cell=<slug/name>&code=1.<deflated, base64url>. It never runs by itself.
import { copy } from "./download.js";

export const LONGEST = 100_000; // characters of code
const LONGEST_PAYLOAD = 60_000; // characters of the link

/** @typedef {{cell: string, source: string} | {cell: string, problem: "broken" | "large" | "version"}} Shared */

/** @param {BlobPart} data @param {CompressionStream | DecompressionStream} through */
const pipe = (data, through) => new Blob([data]).stream().pipeThrough(/** @type {any} */ (through));

/**
 * The hash of a link that carries `source`, or null if it is too long for one.
 * @param {string} cell @param {string} source
 */
export async function encode(cell, source) {
  const stream = pipe(new TextEncoder().encode(source), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const payload = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return payload.length > LONGEST_PAYLOAD ? null : `#cell=${cell}&code=1.${payload}`;
}

/**
 * What a hash carries, or null if it is not such a link.
 * @param {string} hash @returns {Promise<Shared | null>}
 */
export async function decode(hash) {
  if (!hash.startsWith("#cell=")) return null;
  const match = /^#cell=([\w/-]{1,120})&code=(.*)$/s.exec(hash);
  if (!match) return { cell: /^#cell=([\w/-]*)/.exec(hash)?.[1] ?? "", problem: "broken" };
  const [, cell = "", payload = ""] = match;
  if (payload.length > LONGEST_PAYLOAD + 2) return { cell, problem: "large" };
  if (/^\d+\./.test(payload) && !payload.startsWith("1.")) return { cell, problem: "version" };
  if (!/^1\.[\w-]+$/.test(payload)) return { cell, problem: "broken" };
  try {
    const binary = atob(payload.slice(2).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = await inflate(bytes);
    return text === null ? { cell, problem: "large" } : { cell, source: text };
  } catch {
    return { cell, problem: "broken" };
  }
}

/** A small link may unfold to gigabytes: stop reading at the limit. @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  const reader = pipe(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    if (text.length > LONGEST) {
      await reader.cancel();
      return null;
    }
    // Control characters have no place in code, and could hide some of it.
    if (done) return /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(text) ? Promise.reject(new Error("control characters")) : text;
  }
}

/**
 * Put a link that carries the code into the address bar and on the clipboard.
 * @param {string} cell @param {string} source
 * @returns {Promise<string>} the key of what to tell the reader
 */
export async function shareLink(cell, source) {
  const hash = await encode(cell, source);
  if (hash === null) return "cell.share.long";
  history.replaceState(history.state, "", hash);
  return (await copy(location.href)) ? "cell.link" : "cell.link.address";
}

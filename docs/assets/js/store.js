// @ts-check
// What the site keeps in a reader's browser: all under one prefix, so that one button removes it.

import { switchOff } from "./offline.js";

export const PREFIX = "attn:";

/** @param {string} key @returns {any} */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null; // storage may be forbidden, or hold what someone else wrote
  }
}

/** @param {string} key @param {unknown} value  null removes the entry */
export function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the reader the next visit's convenience, nothing now.
  }
}

/** Remove all that the site keeps: edits, choices, caches. */
export async function forget() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // nothing was kept then
  }
  await switchOff();
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith(PREFIX)) await caches.delete(name);
  dispatchEvent(new Event("attn-forgotten"));
}

/** @typedef {{source: string, hash: string}} Edit  a reader's code, and the hash of the original it began from */

/** @param {string} cell @returns {Edit | null} */
export function edit(cell) {
  const found = read(`cell:${cell}`);
  return found && typeof found.source === "string" && typeof found.hash === "string" ? found : null;
}

/** @param {string} cell @param {Edit | null} value */
export const keepEdit = (cell, value) => write(`cell:${cell}`, value);

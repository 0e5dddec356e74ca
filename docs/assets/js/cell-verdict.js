// @ts-check
// How a run ended: the state of its cell, and the words for it.
import { t } from "./texts.js";
/** @import { Outcome } from "./runtime.js" */

const WORTH_SAYING = 300e6; // bytes that Python holds

/**
 * @param {Outcome} outcome
 * @param {{seconds: string, limit: number, memory: number, empty: boolean, failure: string}} facts
 * @returns {{state: "idle" | "done" | "error" | "stopped", words: string}}
 */
export function verdict(outcome, { seconds, limit, memory, empty, failure }) {
  switch (outcome.kind) {
    case "done": {
      const key = empty ? "cell.empty" : memory > WORTH_SAYING ? "cell.done.memory" : "cell.done";
      return { state: "done", words: t(key, { seconds, megabytes: Math.round(memory / 1e6) }) };
    }
    case "error":
      return { state: "error", words: t("cell.error", { name: failure || "SystemExit" }) };
    case "stopped":
      return { state: "stopped", words: t(`cell.stopped.${outcome.reason}`, { seconds: limit / 1000 }) };
    case "cancelled":
      return { state: "idle", words: t("cell.cancelled") };
    case "failed":
      return { state: "error", words: t(`failed.${outcome.reason}`) };
  }
}

// @ts-check
// The parts of a playground, each told what to do with a reader's wish.
import { StatusLine } from "./cell-status.js";
import { Controls } from "./playground-controls.js";
import { Heads } from "./playground-heads.js";
import { Matrix } from "./playground-matrix.js";
import { Measures } from "./playground-measures.js";
import { OwnTokens } from "./playground-own.js";
import { Plane } from "./playground-plane.js";
/** @import { Listener } from "./playground-hands.js" */
/** @import { State } from "./playground-state.js" */
/** @import { Index } from "./playground-tables.js" */

/**
 * @typedef {object} Wishes
 * @property {(change: Partial<State>, phase?: "whole" | "sliding") => void} change
 * @property {Listener["move"]} move
 * @property {Listener["nudge"]} nudge
 * @property {(row: number | null, column: number | null) => void} hover
 */
/** @typedef {{plane: Plane, heads: Heads, matrix: Matrix, measures: Measures, controls: Controls, own: OwnTokens | null, status: StatusLine}} Parts */

/** @param {HTMLElement} root @param {Index} index @param {Wishes} wishes @param {AbortSignal} signal @returns {Parts} */
export function assemble(root, index, { change, move, nudge, hover }, signal) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const own = part("own"); // only the whole playground has it
  const choose = (/** @type {number} */ query) => change({ query });
  return {
    plane: new Plane(part("plane"), { choose, move, nudge, hover: (token) => hover(null, token) }, signal),
    heads: new Heads(part("heads")),
    matrix: new Matrix(part("matrix"), part("spoken"), { choose, hover }, signal),
    measures: new Measures(part("measures"), part("curve")),
    controls: new Controls(/** @type {HTMLElement} */ (root.querySelector(".play-controls")), index, change, signal),
    own: own && new OwnTokens(own, (tokens, query, phase) => change({ tokens, query }, phase), signal),
    status: new StatusLine(part("status")),
  };
}

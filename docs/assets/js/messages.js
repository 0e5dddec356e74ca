// @ts-check
/**
 * What page and worker say to each other: discriminated unions with request ids, plain data.
 *
 * @typedef {{type: "boot", runtime: string, python: string}} Boot
 * @typedef {{type: "run", id: number, page: string, lang: string, cell: string, code: string, cells: [string, string][]}} Run
 * @typedef {{type: "call", id: number, path: string, args: unknown}} Call
 * @typedef {{type: "complete", id: number, page: string, code: string, position: number}} Complete
 * @typedef {Boot | Run | Call | Complete} ToWorker
 *
 * @typedef {{type: "progress", loaded: number, total: number, what: "boot" | "packages"}} Progress
 * @typedef {{type: "starting"}} Starting
 * @typedef {{type: "ready", memory: number, shipped: string[]}} Ready
 * @typedef {{type: "failed", reason: FailureReason, detail: string}} Failed
 * @typedef {{type: "started", id: number}} Started
 * @typedef {{type: "part", id: number, part: Part}} PartMessage
 * @typedef {{type: "finished", id: number, ok: boolean, memory: number}} Finished
 * @typedef {{type: "result", id: number, value: any}} Result
 * @typedef {{type: "refused", id: number, message: string}} Refused
 * @typedef {{type: "fatal", detail: string}} Fatal
 * @typedef {Progress | Starting | Ready | Failed | Started | PartMessage | Finished | Result | Refused | Fatal} FromWorker
 *
 * @typedef {"download" | "damaged" | "webassembly" | "worker" | "memory" | "watchdog" | "file" | "other"} FailureReason
 *
 * @typedef {{cell: string, line: number, function: string, code: string}} Frame
 * @typedef {{code: string, [value: string]: string}} Hint
 * @typedef {{type: "text", stream: "stdout" | "stderr", text: string}} TextPart
 * @typedef {{type: "value", text: string}} ValuePart
 * @typedef {{type: "table", caption: string, columns: ("field" | "kind" | "value")[], rows: string[][]}} TablePart
 * @typedef {{type: "figure", svg: string, alt: string}} FigurePart
 * @typedef {{type: "warning", text: string, line: number | null}} WarningPart
 * @typedef {{type: "error", name: string, message: string, frames: Frame[], omitted: number, line: number | null, inside: string, cause: string, hint: Hint | null}} ErrorPart
 * @typedef {{type: "capped", limit: number}} CappedPart
 * @typedef {TextPart | ValuePart | TablePart | FigurePart | WarningPart | ErrorPart | CappedPart} Part
 *
 * An array of NumPy's in a result: its shape and its numbers, row by row.
 * @typedef {{shape: number[], data: Float64Array | Float32Array | Int32Array | Uint8Array}} NdArray
 */
export {};

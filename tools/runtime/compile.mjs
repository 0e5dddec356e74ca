// node compile.mjs <folder with Pyodide and its wheels> <output folder>
// Imports what a boot and a drawing import, then writes byte code for those modules only.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [stage, out] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const { loadPyodide } = await import(pathToFileURL(join(stage, "pyodide.mjs")).href);

try {
  const env = { HOME: "/home/pyodide", MPLBACKEND: "agg" };
  const pyodide = await loadPyodide({ indexURL: stage + "/", env });
  await pyodide.loadPackage(["numpy", "matplotlib"], { messageCallback() {} });
  const result = pyodide.runPython(readFileSync(join(here, "compile.py"), "utf8"));
  for (const [zone, member, data] of result.toJs()) {
    const path = join(out, zone, member);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
  }
} catch (error) {
  // Not the stack: node would print the source line, which is a megabyte of minified code.
  console.error(error.message);
  process.exitCode = 1;
}

// Python sources in on standard input (JSON, path to text), byte code out (JSON, path to base64): by
// the interpreter that readers run, since byte code belongs to one version of Python.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const COMPILE = `
import _imp, importlib.util, base64, json
from importlib._bootstrap_external import _code_to_hash_pyc

def byte_code(path, source):
    code = compile(source, path, "exec", dont_inherit=True)
    mark = _imp.source_hash(importlib.util._RAW_MAGIC_NUMBER, source.encode())
    return base64.b64encode(_code_to_hash_pyc(code, mark, False)).decode()

json.dumps({path: byte_code(path, source) for path, source in json.loads(sources).items()})
`;

const sources = readFileSync(0, "utf8"); // before Pyodide, which makes standard input non-blocking
const pyodide = await loadPyodide();
pyodide.globals.set("sources", sources);
try {
  process.stdout.write(pyodide.runPython(COMPILE));
} catch (error) {
  // Not the stack: node would print the source line, which is a megabyte of minified code.
  console.error(error.message);
  process.exitCode = 1;
}

// Formulas in on standard input (a JSON list of {tex, display}), HTML or errors out: one process
// for a whole site.
import { readFileSync } from "node:fs";
import katex from "katex";

// Role colours: what a reader copies is the formula without them.
const macros = {
  "\\query": "\\htmlClass{role-query}{#1}",
  "\\key": "\\htmlClass{role-key}{#1}",
  "\\val": "\\htmlClass{role-value}{#1}",
  "\\out": "\\htmlClass{role-output}{#1}",
};
const options = {
  output: "htmlAndMathml",
  throwOnError: true,
  strict: (code) => (code === "htmlExtension" ? "ignore" : "error"),
  trust: (context) => context.command === "\\htmlClass",
};

const answers = JSON.parse(readFileSync(0, "utf8")).map(({ tex, display }) => {
  try {
    const html = katex.renderToString(tex, {
      ...options,
      macros: { ...macros },
      displayMode: display,
    });
    return { html };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
});
process.stdout.write(JSON.stringify(answers));

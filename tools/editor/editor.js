// @ts-check
// The editor of a cell: CodeMirror 6, bundled by tools/editor.py, loaded on a reader's first edit.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * @typedef {{label: string, type?: string, detail?: string}} Completion
 * @typedef {object} Options
 * @property {string} doc
 * @property {string} label            accessible name
 * @property {string} help             how to leave the editor, for assistive technology
 * @property {Record<string, string>} phrases   CodeMirror's own words in the page's language
 * @property {(source: string) => void} onChange
 * @property {(stay: boolean) => void} onRun
 * @property {(source: string, position: number) => Promise<{from: number, options: Completion[]} | null>} complete
 *
 * @typedef {object} Editor
 * @property {string} source
 * @property {() => void} focus
 * @property {(x: number, y: number) => void} focusAt
 * @property {(errors: {line: number, message: string}[]) => void} mark
 * @property {(line: number) => void} goTo
 * @property {() => boolean} undo
 * @property {boolean} readOnly
 * @property {() => void} destroy
 */

// The names are Material's colours for code, so that the editor looks like the page before it.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.self], color: "var(--md-code-hl-keyword-color)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--md-code-hl-string-color)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--md-code-hl-number-color)" },
  { tag: tags.comment, color: "var(--md-code-hl-comment-color)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--md-code-hl-function-color)" },
  { tag: [tags.operator, tags.arithmeticOperator, tags.compareOperator, tags.definitionOperator], color: "var(--md-code-hl-operator-color)" },
  { tag: [tags.punctuation, tags.paren, tags.squareBracket, tags.brace, tags.separator], color: "var(--md-code-hl-punctuation-color)" },
  { tag: [tags.variableName, tags.propertyName], color: "var(--md-code-hl-name-color)" },
  { tag: tags.invalid, color: "var(--attn-error)" },
]);

const look = EditorView.theme({
  "&": { color: "var(--md-code-fg-color)", backgroundColor: "var(--md-code-bg-color)", fontSize: "inherit" },
  "&.cm-focused": { outline: "2px solid var(--attn-accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": { caretColor: "var(--attn-ink)" },
  ".cm-cursor": { borderLeftColor: "var(--attn-ink)" },
  ".cm-gutters": { color: "var(--attn-muted)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--attn-ink) 4%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--attn-accent) 25%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--attn-muted)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--attn-error)" },
  ".cm-tooltip": { color: "var(--attn-ink)", backgroundColor: "var(--attn-paper)", border: "1px solid var(--attn-rule)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--attn-paper)", backgroundColor: "var(--attn-accent)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--attn-error)" },
});

/**
 * Mount an editor into `host`.
 * @param {HTMLElement} host
 * @param {Options} options
 * @returns {Editor}
 */
export function mount(host, options) {
  const access = new Compartment();
  /** @param {boolean} stay */
  const run = (stay) => ({ run: () => (options.onRun(stay), true), preventDefault: true });
  const python = new LanguageSupport(pythonLanguage, [
    pythonLanguage.data.of({
      /** @param {import("@codemirror/autocomplete").CompletionContext} context */
      autocomplete: async (context) => {
        const word = context.matchBefore(/[\w.]*$/);
        if (!context.explicit && (!word || word.from === word.to)) return null;
        const found = await options.complete(context.state.doc.toString(), context.pos);
        return found && found.options.length ? { ...found, validFor: /^\w*$/ } : null;
      },
    }),
  ]);
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: options.doc,
      extensions: [
        // Above the default keymap, whose Mod-Enter adds a line. A key that ends a syllable
        // belongs to the input method, and CodeMirror does not pass it on while composing.
        Prec.highest(keymap.of([{ key: "Shift-Enter", ...run(false) }, { key: "Mod-Enter", ...run(true) }])),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("    "),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false, activateOnTyping: true }),
        lineNumbers(),
        highlightActiveLine(),
        syntaxHighlighting(colours),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        python,
        look,
        access.of([]),
        EditorState.phrases.of(options.phrases),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          "aria-description": options.help,
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });

  /** @param {number} line */
  const lineAt = (line) => view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  return {
    get source() {
      return view.state.doc.toString();
    },
    set source(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    focus: () => view.focus(),
    focusAt(x, y) {
      const position = view.posAtCoords({ x, y }, false);
      view.dispatch({ selection: { anchor: position } });
      view.focus();
    },
    mark(errors) {
      const diagnostics = errors.map(({ line, message }) => {
        const { from, to, text } = lineAt(line);
        return { from: from + (text.length - text.trimStart().length), to, severity: /** @type {const} */ ("error"), message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(line) {
      view.dispatch({ selection: { anchor: lineAt(line).from }, scrollIntoView: true });
      view.focus();
    },
    undo() {
      const binding = historyKeymap.find((entry) => entry.key === "Mod-z");
      return binding?.run?.(view) ?? false;
    },
    get readOnly() {
      return view.state.readOnly;
    },
    set readOnly(value) {
      view.dispatch({ effects: access.reconfigure(value ? [EditorState.readOnly.of(true)] : []) });
    },
    destroy: () => view.destroy(),
  };
}

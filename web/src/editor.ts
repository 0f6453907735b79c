// The rules as text: CodeMirror in a shadow root. There it adopts its style sheets, so that the page's policy can forbid inline styles.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, toggleComment } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { boutonLanguage, colours } from './language';
import type { Completion, Completions, EngineFault } from './protocol';

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--card)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--wash)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--select)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: 'var(--shadow)', overflow: 'hidden' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--faint)', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px', textUnderlineOffset: '3px' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--select) !important', outline: 'none' },
});

const kinds: Record<Completion['kind'], string> = {
  word: 'keyword', game: 'class', parameter: 'property', coordinate: 'variable', function: 'function', definition: 'function', claim: 'text', variable: 'variable',
};

export interface EditorTold {
  changed(text: string): void;
  complete(text: string, line: number, column: number): Promise<Completions>;
}

export class Editor {
  readonly view: EditorView;
  private quiet = false;

  constructor(host: HTMLElement, text: string, told: EditorTold) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
      const word = context.matchBefore(/[\w-]+/);
      if (!word && !context.explicit) return null;
      const line = context.state.doc.lineAt(context.pos);
      try {
        const found = await told.complete(context.state.doc.toString(), line.number, context.pos - line.from + 1);
        if (found.options.length === 0) return null;
        return {
          from: line.from + found.from - 1,
          options: found.options.map((o, i) => ({ label: o.label, type: kinds[o.kind], detail: o.detail, boost: -Math.min(99, i) })),
          validFor: /^[\w-]*$/,
        };
      } catch { return null; }
    };
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), lintGutter(),
          EditorView.lineWrapping, EditorView.contentAttributes.of({ 'aria-label': 'Rules, in the language of Bouton', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
          autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 60 }),
          placeholder('game mine (x, y)\n  move (x - t, y) for 1 <= t <= x'),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, { key: 'Mod-/', run: toggleComment }, ...defaultKeymap]),
          boutonLanguage, colours, theme,
          EditorView.updateListener.of((u) => { if (u.docChanged && !this.quiet) told.changed(u.state.doc.toString()); }),
        ],
      }),
    });
  }

  /** Another text, from a link or the library: not told back. */
  replace(text: string): void {
    if (text === this.view.state.doc.toString()) return;
    this.quiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    this.quiet = false;
  }

  /** The mistake at its place; none: all is well. */
  mistake(fault: EngineFault | null): void {
    const doc = this.view.state.doc;
    const found = [];
    if (fault) {
      const line = doc.line(Math.max(1, Math.min(doc.lines, fault.place?.line ?? 1)));
      const from = Math.min(line.to, line.from + Math.max(0, (fault.place?.column ?? 1) - 1));
      const word = /^[\w.]+|^./.exec(doc.sliceString(from, line.to));
      found.push({ from, to: Math.min(line.to, from + (word ? word[0].length : 0)), severity: 'error' as const, message: fault.message });
    }
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  goTo(line: number): void {
    const at = this.view.state.doc.line(Math.max(1, Math.min(this.view.state.doc.lines, line)));
    this.view.dispatch({ selection: { anchor: at.from, head: at.to }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
    this.view.focus();
  }
}

// Colours for .bouton files: words, names, numbers, texts, comments. It knows no grammar; what is right or wrong the engine says.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const declarations = new Set('game paper import function set theorem lemma proposition corollary definition conjecture example remark formula claim'.split(' '));
const lines = new Set('about source by parameter let move players misere measure note using where expect refuted at with piles pile assuming scale'.split(' '));
const words = new Set('for if in to then else and or not implies iff mod forall exists subset up exactly repeats starts has period after induction on'.split(' '));
const built = new Set(('floor ceil sqrt log2 min max abs gcd xor sum count fibonacci_shift fibonacci_zeros ones twos digit qsum josephus_rank josephus_seat size ' +
  'grundy outcome options reaches P N').split(' '));

export const boutonLanguage = StreamLanguage.define<{ title: boolean }>({
  name: 'bouton',
  startState: () => ({ title: false }),
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^\d+/)) return 'number';
    if (state.title && stream.match(/^[a-z][a-z0-9]*(-[a-z0-9]+)*/)) { state.title = false; return 'typeName'; }
    const word = stream.match(/^[A-Za-z_][A-Za-z_0-9]*/) as RegExpMatchArray | null;
    if (word) {
      const w = word[0];
      if (w === 'game' || w === 'import') state.title = true;
      if (declarations.has(w)) return 'definitionKeyword';
      if (lines.has(w)) return 'keyword';
      if (words.has(w)) return 'operatorKeyword';
      if (built.has(w)) return 'builtin';
      return 'variableName';
    }
    if (stream.match(/^(<=|>=|!=|\.\.\.?|[-+*/^=<>|&\\])/)) return 'operator';
    stream.next();
    return null;
  },
  tokenTable: {
    definitionKeyword: tags.definitionKeyword, operatorKeyword: tags.operatorKeyword, typeName: tags.typeName, builtin: tags.standard(tags.variableName),
  },
});

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.definitionKeyword, color: 'var(--code-word)', fontWeight: '650' },
  { tag: tags.keyword, color: 'var(--code-word)' },
  { tag: tags.operatorKeyword, color: 'var(--code-word)' },
  { tag: tags.typeName, color: 'var(--ink)', fontWeight: '650' },
  { tag: tags.standard(tags.variableName), color: 'var(--code-built)' },
  { tag: tags.variableName, color: 'var(--ink)' },
  { tag: tags.operator, color: 'var(--faint)' },
]));

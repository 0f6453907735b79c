// Mathematics: TeX from the engine, set by KaTeX, which is loaded when the first formula is shown. Where it fails, the text itself stands.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import 'katex/dist/katex.css';

let katex: Promise<typeof import('katex')> | null = null;

export function Tex({ tex, plain }: { tex: string | null; plain: string }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = box.current!;
    let gone = false;
    at.replaceChildren(document.createTextNode(plain));
    at.classList.add('plain');
    if (tex === null) return;
    katex ??= import('katex');
    void katex.then(({ default: k }) => {
      if (gone) return;
      try {
        const made = document.createElement('div');
        k.render(tex, made, { displayMode: true, throwOnError: true, trust: false, strict: 'ignore', maxExpand: 500, maxSize: 20, output: 'htmlAndMathml' });
        at.replaceChildren(...made.childNodes);
        at.classList.remove('plain');
        // What is wider than its place can be scrolled, by keys as well.
        if (at.scrollWidth > at.clientWidth) at.tabIndex = 0; else at.removeAttribute('tabindex');
      } catch { /* the text stays */ }
    });
    return () => { gone = true; };
  }, [tex, plain]);
  return <div class="tex" ref={box} role="group" aria-label="Formula" />;
}

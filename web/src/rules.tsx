// The left pane: the text of the rules, what it is about, and the mistake if there is one.
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { live } from './ask';
import { Editor } from './editor';
import * as s from './state';

let editor: Editor | null = null;

export function goToLine(line: number): void {
  s.pane.value = 'rules';
  s.page.value = 'lab';
  requestAnimationFrame(() => editor?.goTo(line));
}

export function RulesPane(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    editor = new Editor(host.current!, s.text.value, {
      changed: s.type,
      complete: (text, line, column) => live.ask('complete', { text, path: s.path.value, line, column }, { key: 'complete', seconds: 2 }),
    });
    const stops = [effect(() => editor!.replace(s.text.value)), effect(() => editor!.mistake(s.mistake.value))];
    return () => { for (const stop of stops) stop(); editor?.view.destroy(); editor = null; };
  }, []);
  const about = s.opened.value?.paper?.title ?? s.game.value?.about;
  return (
    <section class="pane rules-pane" aria-label="Rules">
      <header class="pane-head">
        <h2>Rules</h2>
        <div class="tools"><span class="file">{s.path.value ?? 'your own'}</span></div>
      </header>
      {about && <p class="about">{about}</p>}
      <div class="editor" ref={host} />
      <Mistake />
    </section>
  );
}

function Mistake(): JSX.Element {
  const m = s.mistake.value;
  return (
    <div class="mistake" role="status" aria-live="polite">
      {m && <p><b>{m.place ? `Line ${m.place.line}, column ${m.place.column}` : 'The rules'}</b>: {m.message}
        {m.place && <button type="button" class="link" onClick={() => goToLine(m.place!.line)}>Go there</button>}</p>}
    </div>
  );
}

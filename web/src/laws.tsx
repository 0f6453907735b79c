// Laws from the rules alone: each appears when it is found, with what it is worth, and can be taken over into the text.
import type { JSX } from 'preact';
import * as k from './claims_state';
import { Tex } from './tex';
import type { Law } from './protocol';
import { game } from './state';
import { digits } from './widgets';

export function Laws(): JSX.Element | null {
  if (!game.value) return null;
  const done = k.found.value;
  return (
    <div class="block">
      <header class="pane-head">
        <h2>Laws</h2>
        <div class="tools">
          {k.discovering.value ? <button type="button" onClick={k.stop}>Stop</button> : <button type="button" onClick={() => void k.discover()}>Discover</button>}
        </div>
      </header>
      {!k.discovering.value && !done && k.laws.value.length === 0 && !k.lawFault.value && <p class="empty">Let Bouton guess the law from the rules, test it far out and prove it.</p>}
      {k.discovering.value && <p class="working" role="status">{k.lawProgress.value || 'Looking…'}</p>}
      {k.lawFault.value && <p class="bad" role="alert">{k.lawFault.value.message}</p>}
      <ul class="claims">{k.laws.value.map((l) => <LawItem key={l.law} law={l} />)}</ul>
      {done && done.laws.length === 0 && <Nothing />}
      {done?.stopped && <p class="note">Stopped by the clock before everything was tried.</p>}
    </div>
  );
}

function LawItem({ law }: { law: Law }): JSX.Element {
  return (
    <li class={`claim ${law.verdict === 'proved' ? 'gold' : 'good'}`}>
      <div class="law">
        <Tex tex={law.tex} plain={law.statement} />
        <small>{law.verdict === 'proved' ? `proved${law.generality ? `: ${law.generality}` : ''}` : `holds in ${digits(law.cases)} cases, to ${law.bound}; not proved`}{law.whole ? '' : '; it does not determine all values'}</small>
        <button type="button" class="small" onClick={() => k.adopt(law)}>Add to the rules</button>
      </div>
    </li>
  );
}

function Nothing(): JSX.Element {
  const done = k.found.value!;
  return (
    <div class="note">
      <p>No law found. {done.tried.length > 0 ? `Tried: ${done.tried.map((t) => `${t.template} (${digits(t.guesses)})`).join(', ')}.` : ''}</p>
      {done.nearest.length > 0 && <ul class="tried">{done.nearest.map((n) => <li key={n.law}><code>{n.law}</code> fails at {n.exception}</li>)}</ul>}
    </div>
  );
}

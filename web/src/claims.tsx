// The right pane: the cell that was clicked, the claims with their verdicts, the laws that were found.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import * as k from './claims_state';
import { CellCard } from './cell_card';
import { Laws } from './laws';
import { download } from './files';
import type { ClaimInfo } from './protocol';
import { hide, names, opened } from './state';
import { revealed } from './teach';
import { Tex } from './tex';
import { Icon } from './widgets';
import { goToLine } from './rules';

const icons: Record<k.Colour, string> = { none: 'dots', busy: 'dots', good: 'check', bad: 'cross', gold: 'star', open: 'dots', expected: 'cross' };

export function ClaimsPane(): JSX.Element {
  return (
    <section class="pane claims-pane" aria-label="Claims and answers">
      <div class="scroll">
        {(!hide.value || revealed.value) && <CellCard />}
        <ClaimList />
        <Laws />
      </div>
    </section>
  );
}

function ClaimList(): JSX.Element {
  const claims = opened.value?.claims ?? [];
  const [folded, setFolded] = useState(true);
  const running = claims.some((c) => k.standingOf(c).running);
  const shown = folded && claims.length > 40 ? claims.filter((c) => ['theorem', 'claim', 'proposition', 'conjecture', 'corollary'].includes(c.kind)) : claims;
  return (
    <div class="block">
      <header class="pane-head">
        <h2>Claims</h2>
        {claims.length > 0 && <div class="tools">
          {running
            ? <button type="button" onClick={k.stop}>Stop</button>
            : <><button type="button" onClick={() => void k.check(claims)}>Check</button><button type="button" class="primary" onClick={() => void k.prove(claims)}>Prove</button></>}
        </div>}
      </header>
      {claims.length === 0 && <p class="empty">None yet. Write what you believe below the rules, for instance<br /><code>{example()}</code></p>}
      {claims.length > 0 && <Tally claims={claims} />}
      {claims.length > shown.length || (claims.length > 40 && !folded) ? <button type="button" class="link" onClick={() => setFolded(!folded)}>{folded ? `Show the ${claims.length - shown.length} lemmas, examples and remarks too` : 'Theorems only'}</button> : null}
      <ul class="claims">
        {shown.map((c) => <Claim key={k.keyOf(c)} claim={c} />)}
      </ul>
      {claims.length > 0 && <Solver />}
    </div>
  );
}

/** A claim that could stand there, in the game's own letters. */
function example(): string {
  const all = names.value;
  const at = all.join(', ');
  return `claim "guess" for ${all.map((n) => `${n} >= 0`).join(', ')}: grundy(${at}) = ${all.length > 1 ? `xor(${at})` : `${at} mod 4`}  to 100`;
}

function Tally({ claims }: { claims: ClaimInfo[] }): JSX.Element | null {
  const count = (...colours: k.Colour[]): number => claims.filter((c) => colours.includes(k.colourOf(k.standingOf(c)))).length;
  const words = ([[count('gold'), 'proved'], [count('good'), count('good') === 1 ? 'holds' : 'hold'], [count('bad'), 'refuted'], [count('expected'), 'refuted, as the file says']] as [number, string][]).filter(([n]) => n > 0);
  return <p class="tally" aria-live="polite">{words.map(([n, w]) => `${n} ${w}`).join(', ')}</p>;
}

function Claim({ claim: c }: { claim: ClaimInfo }): JSX.Element {
  const st = k.standingOf(c);
  const colour = k.colourOf(st);
  const [open, setOpen] = useState(false);
  return (
    <li class={`claim ${colour}`}>
      <button type="button" class="claim-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class="mark" aria-hidden="true"><Icon name={icons[colour]} size={15} /></span>
        <span><span class="kind">{c.kind}</span> <b>{c.label}</b><small>{k.inWords(st, c) || 'not checked yet'}</small></span>
      </button>
      <Counter claim={c} st={st} />
      {open && <Detail claim={c} st={st} />}
    </li>
  );
}

function Counter({ claim, st }: { claim: ClaimInfo; st: k.Standing }): JSX.Element | null {
  const refuted = k.refutation(st);
  if (!refuted) return null;
  return <p class="counter">fails at <code>{k.listed(refuted.counterexample)}</code> <button type="button" class="small" onClick={() => k.goTo(claim, refuted.at, refuted.counterexample)}>Show on the map</button></p>;
}

function Detail({ claim: c, st }: { claim: ClaimInfo; st: k.Standing }): JSX.Element {
  const proof = st.proof;
  const files = proof?.certificate;
  return (
    <div class="detail">
      <Tex tex={c.tex} plain={c.text} />
      {c.note && <p class="note">{c.note}</p>}
      <div class="tools">
        <button type="button" class="small" onClick={() => void k.check([c], 30)}>Check</button>
        <button type="button" class="small" onClick={() => void k.prove([c], 120)}>Prove</button>
        {c.drawable && <button type="button" class="small" aria-pressed={k.drawnClaim.value === c.index} onClick={() => void k.draw(c)}>Draw on the map</button>}
        <button type="button" class="small" onClick={() => goToLine(c.line)}>Line {c.line}</button>
        {files && <button type="button" class="small" onClick={() => void download(`${files.folder}.zip`, files.files.map((f) => ({ ...f, name: `${files.folder}/${f.name}` })))}><Icon name="save" size={14} /> Certificate</button>}
        {proof?.formal?.text && <button type="button" class="small" onClick={() => void download(proof.formal!.file, proof.formal!.text!)}><Icon name="save" size={14} /> Coq</button>}
      </div>
      {k.drawnClaim.value === c.index && k.drawn.value && <p class="note">{k.drawn.value.families.length} {k.drawn.value.families.length === 1 ? 'set' : 'sets'} drawn{k.drawn.value.exceptions.length ? `, ${k.drawn.value.exceptions.length} ${k.drawn.value.exceptions.length === 1 ? 'exception' : 'exceptions'} crossed` : ', no exception in view'}{k.drawn.value.cut ? '; cut off' : ''}</p>}
      {k.drawnClaim.value === c.index && !k.drawn.value && k.drawnFault.value && <p class="note">{k.drawnFault.value.message}</p>}
      {proof?.verdict === 'open' && proof.tried.length > 0 && <ul class="tried">{proof.tried.map((t) => <li key={t}>{t}</li>)}</ul>}
      {proof && proof.uses.length > 0 && <p class="note">uses {proof.uses.join(', ')}</p>}
    </div>
  );
}

function Solver(): JSX.Element | null {
  const state = k.solver.value;
  const wanted = [...k.standings.value.values()].some((st) => st.proof?.solverWanted);
  if (state === 'none' && !wanted) return null;
  if (state === 'there') return <p class="note">The solver Z3 is loaded. <button type="button" class="link" onClick={() => void k.prove((opened.value?.claims ?? []).filter((c) => k.standingOf(c).proof?.solverWanted), 120)}>Prove what is open</button></p>;
  if (state === 'loading') return <p class="note">The solver is being loaded…</p>;
  return (
    <p class="note">
      {state === 'none' ? 'Some proofs need a solver. ' : `${state.message} `}
      <button type="button" class="small" onClick={() => void k.loadSolver()}>Load the solver Z3 (8 MB)</button>
    </p>
  );
}

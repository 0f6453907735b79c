// What is known of each claim of the text: checked by itself a moment after the last key, proved when asked. Only the engine's checker says
// `proved`; here nothing is concluded, only shown.
import { batch, computed, effect, signal } from '@preact/signals';
import { cancelled, faultOf, live, slow } from './ask';
import type { CheckReply, ClaimInfo, Discovered, EngineFault, Families, Law, ProveReply, Whole } from './protocol';
import { digits } from './widgets';
import { argumentsFor, axes, game, given, names, opened, openedText, path, piles, place, table, chooseGame, choose, about, what, set, type } from './state';

export interface Standing {
  running: 'check' | 'prove' | null;
  check: CheckReply | null;
  proof: ProveReply | null;
  fault: EngineFault | null;
}
export const nothing: Standing = { running: null, check: null, proof: null, fault: null };

export const standings = signal<Map<string, Standing>>(new Map()); // by the claim's name and text
export const keyOf = (c: ClaimInfo): string => `${c.index} ${c.text}`;
export const standingOf = (c: ClaimInfo): Standing => standings.value.get(keyOf(c)) ?? nothing;

function note(c: ClaimInfo, change: Partial<Standing>): void {
  const next = new Map(standings.value);
  next.set(keyOf(c), { ...(next.get(keyOf(c)) ?? nothing), ...change });
  standings.value = next;
}

/** What refuted it, if anything did. */
export const refutation = (st: Standing): CheckReply | ProveReply | null => (st.proof?.verdict === 'refuted' ? st.proof : st.check?.verdict === 'refuted' ? st.check : null);
export const listed = (v: Record<string, Whole>): string => Object.entries(v).map(([n, x]) => `${n} = ${x}`).join(', ');

/** What is known of a claim; empty: nothing yet. */
export function inWords(st: Standing, c: ClaimInfo): string {
  if (st.running) return st.running === 'check' ? 'is being checked…' : 'a proof is being sought…';
  if (st.proof?.verdict === 'proved') return `proved: ${st.proof.generality}${st.proof.method ? ` (${st.proof.method})` : ''}`;
  if (st.proof?.verdict === 'limited') return `proved, but only for ${st.proof.generality}`;
  if (refutation(st)) return c.expectRefuted ? 'refuted, as the file says' : 'refuted';
  if (st.fault) return st.fault.message;
  if (st.check?.verdict === 'error') return st.check.message;
  if (st.proof?.verdict === 'open') return st.proof.solverWanted ? 'not proved; a solver may prove it' : 'no proof found';
  if (st.check?.verdict === 'holds') return `holds in ${digits(st.check.cases)} cases${st.check.bound ? `, to ${st.check.bound}` : ''}`;
  return '';
}

export type Colour = 'none' | 'busy' | 'good' | 'bad' | 'gold' | 'open' | 'expected';
export function colourOf(st: Standing): Colour {
  if (st.running) return 'busy';
  const refuted = refutation(st);
  if (refuted) return refuted.asExpected ? 'expected' : 'bad';
  if (st.proof?.verdict === 'proved' || st.proof?.verdict === 'limited') return 'gold';
  if (st.fault || st.check?.verdict === 'error') return 'open';
  if (st.check?.verdict === 'holds') return 'good';
  return st.proof ? 'open' : 'none';
}

// ---- checking

export const bound = signal(''); // in place of the claims' own, where it is a number
let round = 0;
const many = 16; // more claims than this are checked on demand

export async function check(claims: ClaimInfo[], seconds = 5): Promise<void> {
  const mine = ++round;
  slow.cancel();
  const [asked, from] = [openedText.value, path.value];
  for (const c of claims) {
    if (mine !== round) return;
    note(c, { running: 'check' });
    try {
      const to = /^\d+$/.test(bound.value) ? Number(bound.value) : undefined;
      const reply = await slow.ask('check', { text: asked, path: from, claim: c.index, to }, { seconds });
      if (mine === round) note(c, { running: null, check: reply, fault: null });
    } catch (error) {
      note(c, { running: null, ...(cancelled(error) ? {} : { fault: faultOf(error) }) });
    }
  }
}

export async function prove(claims: ClaimInfo[], seconds = 60): Promise<void> {
  const mine = ++round;
  slow.cancel();
  for (const c of claims) {
    if (mine !== round) return;
    note(c, { running: 'prove' });
    try {
      if (solver.value === 'there' && !slow.hasSolver) await slow.ask('solver', {}); // it went with a worker that was ended
      const reply = await slow.ask('prove', { text: openedText.value, path: path.value, claim: c.index, certificate: true, formal: true }, { seconds });
      if (mine === round) note(c, { running: null, proof: reply, fault: null });
    } catch (error) {
      note(c, { running: null, ...(cancelled(error) ? {} : { fault: faultOf(error) }) });
    }
  }
}

export function stop(): void {
  ++round;
  slow.cancel();
  const next = new Map(standings.value);
  for (const [key, st] of next) if (st.running) next.set(key, { ...st, running: null });
  standings.value = next;
  discovering.value = false;
}

// ---- the solver

export const solver = signal<'none' | 'loading' | 'there' | EngineFault>('none');
export async function loadSolver(): Promise<void> {
  solver.value = 'loading';
  try {
    await slow.ask('solver', {});
    solver.value = 'there';
  } catch (error) {
    solver.value = faultOf(error);
  }
}

// ---- on the map

export const drawn = signal<Families | null>(null);
export const drawnClaim = signal<number | null>(null);
export const shown = signal<number[][]>([]); // counterexamples that were asked for
export const exceptionsShown = computed<number[][]>(() => [...(drawn.value?.exceptions ?? []), ...shown.value]);

export async function draw(c: ClaimInfo): Promise<void> {
  if (drawnClaim.value === c.index) { drawn.value = null; drawnClaim.value = null; return; }
  if (game.value && c.game !== game.value.name) chooseGame(c.game);
  drawnClaim.value = c.index;
  await redrawFamilies();
}

async function redrawFamilies(): Promise<void> {
  const index = drawnClaim.value;
  const t = table.value;
  if (index === null || !t) return;
  const reach = Math.min(300, Math.max(...t.axes.map((a) => a.to)));
  const to = names.value.map((n) => (axes.value.includes(n) ? Math.min(reach, t.axes[axes.value.indexOf(n)]!.to) : Math.min(reach, 20)));
  try {
    drawn.value = await live.ask('families', { text: openedText.value, path: path.value, claim: index, to, arguments: argumentsFor(game.value, given.value) }, { key: 'families', seconds: 6 });
  } catch (error) {
    if (cancelled(error)) return;
    batch(() => { drawn.value = null; drawnFault.value = faultOf(error); });
  }
}
export const drawnFault = signal<EngineFault | null>(null);
effect(() => { if (table.value && drawnClaim.value !== null) void redrawFamilies(); });

/** Goes to a counterexample: its game, its parameters, its slice. */
export function goTo(c: ClaimInfo, at: (number | string)[] | null, variables: Record<string, number | string>): void {
  if (game.value?.name !== c.game) chooseGame(c.game);
  const next = { ...given.value };
  for (const p of game.value?.parameters ?? []) if (p.name in variables) next[p.name] = String(variables[p.name]);
  if (JSON.stringify(next) !== JSON.stringify(given.value)) set(given, next);
  if (!at || at.some((n) => typeof n !== 'number')) return;
  const position = at as number[];
  const fixedLength = game.value?.coordinates.filter((x) => !x.piles).length ?? 0;
  if (game.value?.coordinates.some((x) => x.piles) && position.length !== names.value.length) set(piles, position.length - fixedLength);
  shown.value = [position];
  void choose(position);
  place.value = position;
}

// ---- laws

export const laws = signal<Law[]>([]);
export const found = signal<Discovered | null>(null);
export const discovering = signal(false);
export const lawProgress = signal('');
export const lawFault = signal<EngineFault | null>(null);

export async function discover(seconds = 40): Promise<void> {
  ++round;
  slow.cancel();
  batch(() => { laws.value = []; found.value = null; discovering.value = true; lawProgress.value = ''; lawFault.value = null; });
  const asked = openedText.value;
  try {
    const reply = await slow.ask('discover', { ...about(), what: what.value, piles: piles.value }, {
      seconds,
      progress: (p) => { if (asked !== openedText.value) return; if (p.message) lawProgress.value = p.message; if (p.law) laws.value = [...laws.value, p.law]; },
    });
    if (asked === openedText.value) batch(() => { found.value = reply; laws.value = reply.laws; });
  } catch (error) {
    if (!cancelled(error)) lawFault.value = faultOf(error);
  } finally {
    discovering.value = false;
  }
}

export function adopt(law: Law): void {
  type(`${openedText.value.trimEnd()}\n\n${law.text.trim()}\n`);
}

// ---- a moment after the last key

let pause = 0;
effect(() => {
  const claims = opened.value?.claims ?? [];
  const asked = openedText.value;
  clearTimeout(pause);
  batch(() => { standings.value = new Map(); drawn.value = null; drawnClaim.value = null; laws.value = []; found.value = null; shown.value = []; });
  if (!asked || claims.length === 0 || claims.length > many) return;
  pause = window.setTimeout(() => void check(claims), 450);
});

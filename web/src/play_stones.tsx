// Heaps of stones: touch a stone to take it and all behind it, in one heap or several; then take. A heap is a slider for the keyboard and
// for a screen reader: its value is what is left of it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import * as p from './play_state';
import type { Move } from './play_state';
import { tuple } from './widgets';

const most = 120; // stones that are drawn; more are a number

export function Stones(): JSX.Element {
  const at = p.now.value!;
  const [wanted, setWanted] = useState<Map<number, number>>(new Map());
  useEffect(() => setWanted(new Map()), [at]);
  const heap = 0;
  const position = at.reply.heaps[heap]!.map(Number);
  const fits = p.fitting(wanted, heap);
  const want = (i: number, v: number): void => {
    if (!p.yourTurn.value) return;
    const next = new Map(wanted);
    if (v === position[i] || next.get(i) === v) next.delete(i); else next.set(i, v);
    setWanted(next);
  };
  return (
    <div class="stones">
      <div class="heaps">
        {position.map((n, i) => (p.counters.value[i]
          ? <Counter key={i} name={at.reply.names[i]!} value={n} />
          : <Heap key={i} name={at.reply.names[i]!} size={n} keep={wanted.get(i) ?? n} legal={legalFor(i, heap)} want={(v) => want(i, v)} />))}
      </div>
      <Take fits={fits} wanted={wanted.size > 0} clear={() => setWanted(new Map())} />
    </div>
  );
}

/** What may be left in this coordinate by some move. */
function legalFor(i: number, heap: number): Set<number> {
  return new Set((p.now.value?.reply.moves ?? []).filter((m) => m.heap === heap && m.to.length === 1).map((m) => Number(m.to[0]![i])));
}

export function Take({ fits, wanted, clear }: { fits: Move[]; wanted: boolean; clear(): void }): JSX.Element {
  const at = p.now.value!;
  const label = (m: Move): string => (m.taken ? m.taken.replace(/^takes/, 'Take') : `Move to ${m.to.map((t) => tuple(t)).join(' + ')}`);
  if (!p.yourTurn.value) return <p class="take" />;
  if (!wanted) return <p class="take hinted">{at.reply.moves === null ? 'There are more moves than can be listed: play in the list or from a smaller position.' : 'Touch what you want to take.'}</p>;
  if (fits.length === 0) return <p class="take"><span class="bad">The rules do not allow that.</span> <button type="button" onClick={clear}>Put back</button></p>;
  return (
    <p class="take">
      {fits.slice(0, 6).map((m) => <button type="button" class="primary" key={m.to.join('|')} onClick={() => void p.play(m)}>{label(m)}</button>)}
      <button type="button" onClick={clear}>Put back</button>
    </p>
  );
}

function Counter({ name, value }: { name: string; value: number }): JSX.Element {
  return <div class="counter-dial" role="img" aria-label={`${name} is ${value}`}><b>{value}</b><i>{name}</i></div>;
}

function Heap(props: { name: string; size: number; keep: number; legal: Set<number>; want(v: number): void }): JSX.Element {
  const { size, keep, legal } = props;
  const key = (e: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    props.want(Math.max(0, Math.min(size, keep + step)));
  };
  const stones = Math.min(size, most);
  const rows = size > 60 ? 'tiny' : size > 24 ? 'little' : size > 12 ? 'middle' : 'large';
  return (
    <div class="heap">
      <div class={`pile ${rows}`} role="slider" tabIndex={0} aria-label={`Heap ${props.name}: ${size} ${size === 1 ? 'stone' : 'stones'}`} aria-valuemin={0} aria-valuemax={size} aria-valuenow={keep}
        aria-valuetext={keep === size ? `${size}, nothing taken` : `${size - keep} taken, ${keep} left`} onKeyDown={key}>
        {Array.from({ length: stones }, (_, i) => (
          <span key={i} class={`stone s${(i * 7 + size) % 5} ${i >= keep ? 'taken' : ''} ${legal.has(i) ? '' : 'fixed'}`} onClick={() => props.want(i)} />
        ))}
        {size === 0 && <span class="nothing">empty</span>}
        {size > most && <input type="number" aria-label={`Leave in ${props.name}`} min={0} max={size} value={keep} onChange={(e) => props.want(Number(e.currentTarget.value))} />}
      </div>
      <p class="heap-name"><i>{props.name}</i> <b>{keep < size ? `${size} − ${size - keep}` : size}</b></p>
    </div>
  );
}

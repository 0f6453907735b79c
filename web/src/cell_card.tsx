// One position, explained: its value, where the moves lead, why the value is the least number missing, which moves win.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Cell, Option } from './protocol';
import * as s from './state';
import { startFrom } from './play_state';
import { Copy, Ground, Icon, sum, tuple } from './widgets';

/** On a phone, below the map: the answer in a line, and the way to the rest. */
export function Peek(): JSX.Element | null {
  const c = s.cell.value;
  if (!c) return null;
  const best = c.options?.find((o) => o.best) ?? c.best;
  return (
    <p class="peek" role="status">
      <span><b>{tuple(c.position)}</b> {c.outcome === null ? `place ${c.value}` : c.outcome === 'P' ? '0, P: every move loses' : `${c.value ?? 'N'}: ${best ? `${sum(best.to)} wins` : 'N'}`}</span>
      <button type="button" class="small" onClick={() => { s.pane.value = 'claims'; }}>Why?</button>
    </p>
  );
}

export function CellCard(): JSX.Element | null {
  const c = s.cell.value;
  if (!s.place.value) return <p class="empty cell-empty">Click a cell: its moves, its value and the reason appear here.</p>;
  if (!c) return s.cellFault.value ? <p class="block bad" role="alert">{tuple(s.place.value)}: {s.cellFault.value.message}</p> : null;
  const podium = c.outcome === null;
  return (
    <article class="block cell" aria-live="polite">
      <header class="pane-head">
        <h2><span class="where">{tuple(c.position)}</span></h2>
        <div class="tools">
          <button type="button" class="small" onClick={() => startFrom(c.position as number[])}><Icon name="play" size={14} /> Play from here</button>
          <button type="button" class="small quiet" aria-label="Close" onClick={() => { s.cell.value = null; s.place.value = null; }}><Icon name="close" size={14} /></button>
        </div>
      </header>
      <p class="verdict">
        <b class={c.outcome === 'P' ? 'p-value' : 'value'}>{c.value === null ? 'not 0' : String(c.value)}</b>
        <span>{podium ? `place ${c.value} of the player to move` : c.outcome === 'P' ? 'P: who moved before wins' : 'N: who is to move wins'}</span>
      </p>
      <Mex cell={c} />
      {c.reason && <p class="reason">{sentence(c.reason)}</p>}
      <Ground warrant={c.warrant} />
      {c.notes.map((n) => <p class="note" key={n}>{n}</p>)}
      <Moves cell={c} />
      <Rows />
    </article>
  );
}

const sentence = (t: string): string => `${t.charAt(0).toUpperCase()}${t.slice(1)}${/[.!?]$/.test(t) ? '' : '.'}`;

/** The options' values and the first number missing. */
function Mex({ cell: c }: { cell: Cell }): JSX.Element | null {
  if (!c.values || c.outcome === null || typeof c.value !== 'number') return null;
  if (c.values.length === 0) return <p class="mex">No move is left.</p>;
  const all = c.values.filter((v): v is number => typeof v === 'number');
  // Everything below the value is there; of a long run only both ends are shown, and a little beyond.
  const last = Math.min(c.value + 5, Math.max(c.value, ...all));
  const strip: (number | null)[] = [];
  for (let v = 0; v <= last; ++v) if (c.value <= 10 || v < 4 || v > c.value - 4) strip.push(v); else if (strip.at(-1) !== null) strip.push(null);
  return (
    <p class="mex"><span>Moves reach </span>
      {strip.map((v) => (v === null ? <span key="more"> … </span> : <span key={v} class={`chip ${v === c.value ? 'missing' : all.includes(v) ? 'there' : 'gap'}`}>{v}</span>))}
      {(all.at(-1) ?? 0) > last ? <span>…</span> : null}
      <span> The least number missing is <b>{c.value}</b>.</span>
    </p>
  );
}

function Moves({ cell: c }: { cell: Cell }): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (!c.options) return c.best ? <p class="note">More moves than can be listed; {sum(c.best.to)} wins.</p> : <p class="note">More moves than can be listed.</p>;
  if (c.options.length === 0) return null;
  const sorted = [...c.options].sort((a, b) => Number(b.best) - Number(a.best));
  const shown = all ? sorted.slice(0, 2000) : sorted.slice(0, 8);
  return (
    <div class="moves">
      <h3>{c.options.length} {c.options.length === 1 ? 'move' : 'moves'}{c.outcome === 'N' ? `, ${c.winning} ${c.winning === 1 ? 'wins' : 'win'}` : ''}</h3>
      <ul>{shown.map((o) => <Move key={sum(o.to)} option={o} podium={c.outcome === null} />)}</ul>
      {sorted.length > shown.length && <button type="button" class="link" onClick={() => setAll(true)}>All {sorted.length}</button>}
    </div>
  );
}

function Move({ option: o, podium }: { option: Option; podium: boolean }): JSX.Element {
  const go = o.to.length === 1 ? (): void => void s.choose(o.to[0] as number[]) : undefined;
  return (
    <li class={o.best ? 'wins' : ''}>
      {go ? <button type="button" class="link" onClick={go}>{sum(o.to)}</button> : <span>{sum(o.to)}</span>}
      <span class="number">{String(o.value)}</span>
      <small>{o.best ? (podium ? 'best' : 'wins') : ''}</small>
    </li>
  );
}

/** The row and the column through the cell, as sequences to copy. */
function Rows(): JSX.Element | null {
  const t = s.table.value;
  const at = s.place.value && s.cellOf(s.place.value);
  if (!t || !at) return null;
  const shownAs = (v: number): string => (v === t.absent ? '·' : t.quantity === 'outcome' ? (v === 0 ? 'P' : 'N') : String(v));
  if (t.axes.length === 1) return <Row name={`${t.axes[0]!.name} = 0, 1, 2, …`} values={[...t.cells].slice(0, 2000).map(shownAs)} />;
  const rows = t.axes[1]!.to + 1;
  const along = Array.from({ length: t.axes[0]!.to + 1 }, (_, x) => shownAs(t.cells[x * rows + at[1]!]!));
  const up = Array.from({ length: rows }, (_, y) => shownAs(t.cells[at[0]! * rows + y]!));
  return <><Row name={`${t.axes[1]!.name} = ${at[1]}, along ${t.axes[0]!.name}`} values={along} /><Row name={`${t.axes[0]!.name} = ${at[0]}, along ${t.axes[1]!.name}`} values={up} /></>;
}
function Row({ name, values }: { name: string; values: string[] }): JSX.Element {
  return <div class="row"><small>{name}</small><code>{values.slice(0, 40).join(' ')}{values.length > 40 ? ' …' : ''}</code><Copy text={values.join(', ')} label="Copy" /></div>;
}

// The middle pane: the map, the sequence or the slice, what can be set about it, and what the cell under the pointer is.
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ValueMap, type Grid } from './map';
import { SequencePlot } from './sequence';
import { Peek } from './cell_card';
import { Ground, Icon, Segments, Slider, tuple } from './widgets';
import * as s from './state';
import { palette } from './theme';
import { drawn, exceptionsShown } from './claims_state';
import { markAt, marks, veiled, verdictOfMarks, reveal, clearMarks, revealed } from './teach';
import type { GameInfo, Parameter, Replies } from './protocol';

export let map: ValueMap | null = null;
export let plot: SequencePlot | null = null;
export const whole = (): void => { if (s.axes.value.length === 1) plot?.fit(s.usual()); else map?.fit(s.usual(), s.usual()); };

let subject = ''; // game and axes of the last picture: another one is shown from its corner
let reaching = 0;
function moved(sizes: () => number[]): void {
  clearTimeout(reaching);
  reaching = window.setTimeout(() => { if (map && plot) s.reach(sizes()); }, 90);
}

function gridOf(t: Replies['table']): Grid {
  return { columns: t.axes[0]!.to + 1, rows: t.axes[1]!.to + 1, values: t.cells, absent: t.absent, largest: Math.max(1, t.largest), outcome: t.quantity === 'outcome', names: [t.axes[0]!.name, t.axes[1]!.name] };
}

/** Draws on the canvas whatever the signals say. */
function useViewers(two: { current: HTMLCanvasElement | null }, one: { current: HTMLCanvasElement | null }): void {
  useEffect(() => {
    const pick = (c: number[]): void => { const p = s.positionAt(c); if (s.hide.value && !revealed.value) markAt(p); else void s.choose(p); };
    map = new ValueMap(two.current!, {
      hover: (c) => { s.hovered.value = c ? s.positionAt([c.x, c.y]) : null; },
      pick: (c) => pick([c.x, c.y]),
      moved: () => moved(() => [map!.reach.x, map!.reach.y]),
    });
    plot = new SequencePlot(one.current!, {
      hover: (n) => { s.hovered.value = n === null ? null : s.positionAt([n]); },
      pick: (n) => pick([n]),
      moved: () => moved(() => [plot!.reach]),
    });
    const stops = [
      effect(() => { map!.setPalette(palette.value); plot!.setPalette(palette.value); }),
      effect(() => plot!.setLogarithm(s.logarithm.value)),
      effect(() => {
        const t = s.table.value;
        if (!t) return;
        const now = `${s.game.value?.name} ${t.axes.map((a) => a.name)}`;
        const other = now !== subject;
        subject = now;
        if (other && t.axes.length === 2) map!.fit(t.axes[0]!.to + 1, t.axes[1]!.to + 1);
        if (other && t.axes.length === 1) plot!.fit(t.axes[0]!.to + 1);
        if (t.axes.length === 2) map!.set(gridOf(t));
        else plot!.set({ values: t.cells, absent: t.absent, largest: Math.max(1, t.largest), outcome: t.quantity === 'outcome', name: t.axes[0]!.name });
      }),
      effect(() => {
        const at = s.place.value && s.cellOf(s.place.value);
        const options = s.hide.value && !revealed.value ? [] : (s.cell.value?.options ?? []);
        const targets = options.filter((o) => o.to.length === 1).map((o) => ({ at: s.cellOf(o.to[0]! as number[]), wins: o.best })).filter((o) => o.at !== null);
        if (s.axes.value.length === 2) {
          map!.chosen = at ? { x: at[0]!, y: at[1]! } : null;
          map!.arrows = targets.map((o) => ({ to: { x: o.at![0]!, y: o.at![1]! }, wins: o.wins }));
          map!.redraw();
        } else {
          plot!.chosen = at ? at[0]! : null;
          plot!.arrows = targets.map((o) => ({ to: o.at![0]!, wins: o.wins }));
          plot!.redraw();
        }
      }),
      effect(() => {
        const families = (drawn.value?.families ?? []).map((f, i) => ({ cells: f.members.map(s.cellOf).filter((c) => c !== null), colour: i }));
        const crossed = exceptionsShown.value.map(s.cellOf).filter((c) => c !== null);
        map!.families = families.map((f) => ({ cells: f.cells.map((c) => ({ x: c[0]!, y: c[1] ?? 0 })), colour: f.colour }));
        map!.exceptions = crossed.map((c) => ({ x: c[0]!, y: c[1] ?? 0 }));
        plot!.families = families.map((f) => ({ cells: f.cells.map((c) => c[0]!), colour: f.colour }));
        plot!.marked = crossed.map((c) => c[0]!);
        map!.redraw();
        plot!.redraw();
      }),
      effect(() => {
        const veil = s.hide.value;
        map!.marks.clear();
        plot!.marks.clear();
        for (const [key, mark] of marks.value) {
          const c = s.cellOf(key.split(',').map(Number));
          if (!c) continue;
          const shown = { text: mark.text, colour: mark.right === null ? palette.value.ink : mark.right ? 'green' : palette.value.alarm };
          if (c.length === 2) map!.marks.set(`${c[0]},${c[1]}`, shown); else plot!.marks.set(c[0]!, shown);
        }
        map!.veil(veil ? (x, y) => veiled([x, y]) : null);
        plot!.hidden = veil ? (n) => veiled([n]) : null;
        plot!.redraw();
      }),
    ];
    return () => { subject = ''; clearTimeout(reaching); for (const stop of stops) stop(); map?.destroy(); plot?.destroy(); map = plot = null; };
  }, []);
}

export function MapPane(): JSX.Element {
  const two = useRef<HTMLCanvasElement>(null);
  const one = useRef<HTMLCanvasElement>(null);
  useViewers(two, one);
  const flat = s.axes.value.length === 1;
  const g = s.game.value;
  const label = g ? `${flat ? 'Sequence' : 'Map'} of ${g.name}; arrow keys walk from cell to cell, Enter chooses, plus and minus zoom` : 'Map';
  return (
    <section class="pane map-pane" aria-label="Map" aria-busy={s.busy.value || s.beingRead.value}>
      <header class="pane-head">
        <h2>{g ? <Title game={g} /> : 'Map'}</h2>
        <div class="tools">
          {!g?.players && <Segments label="What is shown" options={[['values', 'Values'], ['outcomes', 'P / N']]} value={s.what.value} change={(v) => s.set(s.what, v)} />}
          {flat && s.what.value === 'values' && <button type="button" class="quiet" aria-pressed={s.logarithm.value} title="Values as their logarithms: small ones are seen beside large ones" onClick={() => { s.logarithm.value = !s.logarithm.value; }}>log</button>}
          <button type="button" class="quiet" aria-pressed={s.hide.value} title="Hide the values, mark your own P and N, compare" onClick={() => { s.hide.value = !s.hide.value; clearMarks(); }}><Icon name="eye" /><span class="wide">{s.hide.value ? 'Show' : 'Predict'}</span></button>
        </div>
      </header>
      {g && <Settings game={g} />}
      <div class="canvas-box">
        <canvas ref={two} class="map" hidden={flat} tabIndex={0} role="application" aria-label={label} />
        <canvas ref={one} class="map" hidden={!flat} tabIndex={0} role="application" aria-label={label} />
        <div class="zoom" role="group" aria-label="Zoom">
          <button type="button" aria-label="Nearer" onClick={() => (flat ? plot : map)?.zoom(1.5)}><Icon name="plus" /></button>
          <button type="button" aria-label="Farther" onClick={() => (flat ? plot : map)?.zoom(1 / 1.5)}><Icon name="minus" /></button>
          <button type="button" aria-label="The whole" onClick={whole}><Icon name="fit" /></button>
        </div>
        <Told />
      </div>
      {s.hide.value ? <Prediction /> : <Peek />}
      <Status />
    </section>
  );
}

function Title({ game }: { game: GameInfo }): JSX.Element {
  const all = s.games.value;
  if (all.length < 2) return <span>{game.name}</span>;
  return (
    <select class="title" aria-label="Game" value={game.name} onChange={(e) => s.chooseGame(e.currentTarget.value)}>
      {all.map((x) => <option key={x.name} value={x.name}>{x.name}</option>)}
    </select>
  );
}

/** Parameters, number of piles, the coordinates that run and those that are fixed. */
export function Settings({ game }: { game: GameInfo }): JSX.Element | null {
  const many = s.names.value.length > 2;
  if (game.parameters.length === 0 && !many && !s.hasPiles(game)) return null;
  return (
    <div class="settings">
      {game.parameters.map((p) => <ParameterField key={`${game.name}.${p.name}`} parameter={p} />)}
      {s.hasPiles(game) && <Slider name="piles" least={1} most={6} value={s.piles.value} change={(n) => { if (n >= 1 && n <= 8) { s.fixed.value = {}; s.set(s.piles, n); } }} />}
      {many && <span class="pair">
        <AxisField index={0} /> × <AxisField index={1} />
      </span>}
      {s.others.value.map((n) => <Slider key={n} name={n} least={0} most={15} value={s.fixed.value[n] ?? s.usualFixed(n)} change={(v) => s.set(s.fixed, { ...s.fixed.value, [n]: v })} />)}
    </div>
  );
}

function AxisField({ index }: { index: number }): JSX.Element {
  const change = (name: string): void => {
    const next = [...s.axes.value];
    if (next[1 - index] === name) next[1 - index] = next[index]!;
    next[index] = name;
    s.set(s.chosenAxes, next);
  };
  return (
    <select aria-label={index === 0 ? 'Coordinate to the right' : 'Coordinate upwards'} value={s.axes.value[index]} onChange={(e) => change(e.currentTarget.value)}>
      {s.names.value.map((n) => <option key={n} value={n}>{n}</option>)}
    </select>
  );
}

export function ParameterField({ parameter: p }: { parameter: Parameter }): JSX.Element {
  const value = s.given.value[p.name] ?? p.default ?? p.suggestion ?? '';
  const change = (v: string): void => s.set(s.given, { ...s.given.value, [p.name]: v });
  const title = p.condition ? `where ${p.condition}` : undefined;
  if (p.kind === 'number' && /^\d{1,6}$/.test(value)) {
    const least = Number(/>= (\d+)/.exec(p.condition ?? '')?.[1] ?? 0);
    return <Slider name={p.name} title={title} least={least} most={Math.max(12, Number(p.default ?? 0) * 2)} value={Number(value)} change={(n) => change(String(n))} />;
  }
  const name = p.kind === 'function' ? `${p.name}(${p.arguments.join(', ')})` : p.name;
  return (
    <label class="field" title={title}>
      <i>{name}</i> = <input type="text" value={value} spellcheck={false} autocapitalize="off" onInput={(e) => change(e.currentTarget.value)} aria-label={name} placeholder={p.kind === 'set' ? '1, 2, 5..9' : ''} />
    </label>
  );
}

/** Position and value under the pointer, beside it. */
function Told(): JSX.Element {
  const p = s.hovered.value;
  const c = p && s.cellOf(p);
  const t = s.table.value;
  let words = '';
  if (p && c && t) {
    const v = t.axes.length === 1 ? t.cells[c[0]!] : t.cells[c[0]! * (t.axes[1]!.to + 1) + c[1]!];
    const hidden = s.hide.value && veiled(c);
    words = `${tuple(p)}  ${hidden ? '?' : v === undefined ? '' : v === t.absent ? 'no position' : t.quantity === 'outcome' ? (v === 0 ? 'P' : 'N') : t.quantity === 'podium' ? `place ${v}` : v === 0 ? '0, a P-position' : String(v)}`;
  }
  return <output class="told" aria-live="polite" hidden={!words}>{words}</output>;
}

function Prediction(): JSX.Element {
  const v = verdictOfMarks.value;
  return (
    <div class="prediction">
      {revealed.value
        ? <p><b>{v.right} of {v.total}</b> right{v.total > v.right ? '; the red ones are not' : v.total ? '. All of them!' : ''}</p>
        : <p>Click a cell to mark it <b>P</b>, again for <b>N</b>. {v.total} marked.</p>}
      <span class="tools">
        {!revealed.value && <button type="button" class="primary" onClick={reveal}>Reveal</button>}
        <button type="button" onClick={clearMarks}>Start again</button>
        <button type="button" onClick={() => window.dispatchEvent(new Event('worksheet'))}><Icon name="print" size={15} /> Worksheet</button>
      </span>
    </div>
  );
}

function Status(): JSX.Element {
  const t = s.table.value;
  const fault = s.tableFault.value;
  return (
    <footer class="status" aria-live="polite">
      {fault ? <span class="bad">{fault.message}</span>
        : t ? <span>{digitsOf(t.positions)} positions, {digitsOf(t.zeros)} of them P{t.quantity === 'grundy' ? `, largest value ${t.largest}` : ''}{s.keyToPicture.value ? `, ${Math.round(s.keyToPicture.value)} ms` : ''}</span> : null}
      {s.busy.value && <span class="working"> · more is being computed… <button type="button" class="link" onClick={s.stopTable}>Stop</button></span>}
      {t && t.warrant.kind !== 'computed' && <Ground warrant={t.warrant} />}
    </footer>
  );
}
const digitsOf = (n: number): string => n.toLocaleString('en').replace(/,/g, '\u202f');

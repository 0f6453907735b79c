// A sheet to print: the rules in words, an empty board to fill in, questions; the solution on a page of its own, if wanted.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import * as s from './state';
import { solution } from './teach';

const open = signal(false);
const size = signal(10);
const answers = signal(true);

const focus = (button: HTMLButtonElement | null): void => button?.focus(); // once, since it is always the same function

export function Worksheet(): JSX.Element | null {
  useEffect(() => {
    const show = (): void => { open.value = true; };
    const escape = (e: KeyboardEvent): void => { if (e.key === 'Escape') open.value = false; };
    window.addEventListener('worksheet', show);
    window.addEventListener('keydown', escape);
    return () => { window.removeEventListener('worksheet', show); window.removeEventListener('keydown', escape); };
  }, []);
  const g = s.game.value;
  const t = s.table.value;
  if (!open.value || !g || !t) return null;
  const flat = t.axes.length === 1;
  const columns = Math.min(flat ? 2 * size.value : size.value, t.axes[0]!.to + 1);
  const rows = flat ? 1 : Math.min(size.value, t.axes[1]!.to + 1);
  const cells = solution(columns, rows);
  const set = Object.entries({ ...s.parameters.value, ...Object.fromEntries(s.others.value.map((n) => [n, String(s.fixed.value[n] ?? 0)])) }).map(([n, v]) => `${n} = ${v}`).join(', ');
  return (
    <div class="worksheet" role="dialog" aria-modal="true" aria-label="Worksheet">
      <div class="worksheet-tools">
        <label>Size <input type="number" min={4} max={20} value={size.value} onInput={(e) => { const n = Number(e.currentTarget.value); if (n >= 4 && n <= 20) size.value = n; }} /></label>
        <label><input type="checkbox" checked={answers.value} onChange={(e) => { answers.value = e.currentTarget.checked; }} /> with the solution</label>
        <button type="button" class="primary" ref={focus} onClick={() => window.print()}>Print</button>
        <button type="button" onClick={() => { open.value = false; }}>Close</button>
      </div>
      <article class="paper">
        <h1>{g.name}</h1>
        <p class="name-line">Name: <span /> Date: <span /></p>
        <p>{g.about}{set && <> ({set})</>}. {g.misere ? 'Who makes the last move loses.' : 'Who cannot move loses.'}</p>
        <p>A position is <b>P</b> if the player who has just moved can win, and <b>N</b> if the next one can. A position is P exactly if every move from it leads to an N.</p>
        <Board columns={columns} rows={rows} cells={null} names={t.axes.map((a) => a.name)} />
        <ol class="questions">
          <li>Mark all positions from which there is no move. They are P{g.misere ? ' in normal play; what are they here?' : '.'}</li>
          <li>Fill in the board, starting at the corner.</li>
          <li>Which pattern do the P-positions make? Write it as a rule.</li>
          <li>Play from the largest position that is N. What is the winning move?</li>
        </ol>
      </article>
      {answers.value && <article class="paper"><h1>{g.name}: solution</h1><Board columns={columns} rows={rows} cells={cells} names={t.axes.map((a) => a.name)} /></article>}
    </div>
  );
}

function Board({ columns, rows, cells, names }: { columns: number; rows: number; cells: (boolean | null)[][] | null; names: string[] }): JSX.Element {
  return (
    <table class="board">
      <tbody>
        {Array.from({ length: rows }, (_, r) => rows - 1 - r).map((y) => (
          <tr key={y}><th scope="row">{rows > 1 ? y : ''}</th>{Array.from({ length: columns }, (_, x) => { const v = cells?.[y]?.[x]; return <td key={x} class={cells ? (v === null ? 'hole' : v ? 'p' : '') : ''}>{cells && v !== null && v !== undefined ? (v ? 'P' : 'N') : ''}</td>; })}</tr>
        ))}
        <tr><th />{Array.from({ length: columns }, (_, x) => <th scope="col" key={x}>{x}</th>)}</tr>
      </tbody>
      <caption>{names[0]} to the right{names[1] ? `, ${names[1]} upwards` : ''}</caption>
    </table>
  );
}

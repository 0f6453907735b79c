// Two coordinates as a board: a queen walks towards the corner. The squares she can reach are marked; touching one moves her there.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import * as p from './play_state';
import { tuple } from './widgets';

export function Square(): JSX.Element {
  const at = p.now.value!;
  const [x, y] = at.reply.heaps[0]!.map(Number) as [number, number];
  const first = p.moments.value[0]!.reply.heaps[0]!.map(Number);
  const columns = Math.min(40, Math.max(6, first[0]! + 1, x + 1));
  const rows = Math.min(40, Math.max(6, first[1]! + 1, y + 1));
  const targets = new Map((at.reply.moves ?? []).map((m) => [m.to[0]!.join(), m]));
  const [cursor, setCursor] = useState<[number, number]>([x, y]);
  useEffect(() => setCursor([x, y]), [at]);
  const board = useRef<HTMLDivElement>(null);
  const key = (e: KeyboardEvent): void => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (step) { e.preventDefault(); setCursor([Math.max(0, Math.min(columns - 1, cursor[0] + step[0]!)), Math.max(0, Math.min(rows - 1, cursor[1] + step[1]!))]); }
    if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); go(cursor[0], cursor[1]); }
  };
  const go = (i: number, j: number): void => { const m = targets.get(`${i},${j}`); if (m && p.yourTurn.value) void p.play(m); };
  useEffect(() => { board.current?.style.setProperty('--columns', String(columns)); }, [columns]);
  return (
    <div class="square-box">
      <div class="square" ref={board} role="application" tabIndex={0} aria-label={`Board, the queen stands at ${tuple([x, y])}; arrow keys choose a square, Enter moves there`} onKeyDown={key}>
        {Array.from({ length: rows }, (_, r) => rows - 1 - r).map((j) => Array.from({ length: columns }, (_, i) => {
          const reach = targets.has(`${i},${j}`);
          return (
            <div key={`${i},${j}`} class={`sq ${(i + j) % 2 ? 'odd' : ''} ${reach && p.yourTurn.value ? 'reach' : ''} ${cursor[0] === i && cursor[1] === j ? 'cursor' : ''}`} onClick={() => go(i, j)} title={tuple([i, j])}>
              {i === x && j === y ? <Queen /> : null}
              {i === 0 && j === 0 && !(x === 0 && y === 0) ? <span class="goal" /> : null}
            </div>
          );
        }))}
      </div>
      <p class="take hinted" aria-live="polite">{p.yourTurn.value ? `${at.reply.names[0]} to the right, ${at.reply.names[1]} upwards. ${cursor[0] === x && cursor[1] === y ? 'Touch a marked square to move there.' : `${tuple(cursor)}: ${targets.has(cursor.join()) ? 'Enter moves there.' : 'she cannot go there.'}`}` : ''}</p>
    </div>
  );
}

const Queen = (): JSX.Element => (
  <svg class="queen" viewBox="0 0 45 45" aria-hidden="true"><path d="M9 26l-3.500-13 7 9L14.500 8l5.500 13L22.500 7 25 21l5.500-13 2 14 7-9L36 26z" /><path d="M9 26c0 2 1.500 2.500 2 5 .3 1.500-1 2-1 4h25c0-2-1.300-2.500-1-4 .5-2.500 2-3 2-5-8.500-1.500-18.500-1.500-27 0z" /><path d="M10 35.500h25v3H10z" /><circle cx="5.500" cy="12" r="2" /><circle cx="14" cy="8" r="2" /><circle cx="22.500" cy="6.500" r="2" /><circle cx="31" cy="8" r="2" /><circle cx="39.500" cy="12" r="2" /></svg>
);

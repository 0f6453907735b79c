// A row of pins, for heaps that split: touch one or several neighbours, or the gap between two where rows may be cut without taking. What
// is left on both sides is compared with the moves that the rules allow.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import * as p from './play_state';
import { Take } from './play_stones';

interface Run { heap: number; from: number; to: number } // pins from .. to - 1; from = to: a cut

const rows = (parts: number[]): string => parts.filter((n) => n > 0).sort((a, b) => a - b).join('+');

export function Pins(): JSX.Element {
  const at = p.now.value!;
  const [run, setRun] = useState<Run | null>(null);
  useEffect(() => setRun(null), [at]);
  const heaps = at.reply.heaps.map((h) => Number(h[0]));
  const moves = at.reply.moves ?? [];
  const cuts = moves.some((m) => m.to.reduce((n, t) => n + Number(t[0]), 0) === heaps[m.heap]);
  const touch = (heap: number, i: number): void => {
    if (!p.yourTurn.value) return;
    if (!run || run.heap !== heap || run.from === run.to) setRun({ heap, from: i, to: i + 1 });
    else if (i === run.from - 1) setRun({ ...run, from: i });
    else if (i === run.to) setRun({ ...run, to: i + 1 });
    else if (i === run.from && run.to - run.from > 1) setRun({ ...run, from: i + 1 });
    else if (i === run.to - 1 && run.to - run.from > 1) setRun({ ...run, to: i });
    else if (i === run.from) setRun(null);
    else setRun({ heap, from: i, to: i + 1 });
  };
  const left = run ? rows([run.from, heaps[run.heap]! - run.to]) : '';
  const fits = run ? moves.filter((m) => m.heap === run.heap && rows(m.to.map((t) => Number(t[0]))) === left).slice(0, 1) : [];
  return (
    <div class="pins">
      {heaps.map((n, heap) => (
        <div class="pin-row" key={heap} role="group" aria-label={`A row of ${n}`}>
          {n === 0 && <span class="nothing">nothing is left</span>}
          {Array.from({ length: n }, (_, i) => (
            <>
              {cuts && i > 0 && <button type="button" class={`cutter ${run?.heap === heap && run.from === i && run.to === i ? 'cut' : ''}`} aria-label={`Cut between ${i} and ${i + 1}`} onClick={() => p.yourTurn.value && setRun({ heap, from: i, to: i })} />}
              <button type="button" key={i} class={`pin ${run?.heap === heap && i >= run.from && i < run.to ? 'taken' : ''}`} aria-label={`Pin ${i + 1} of ${n}`} aria-pressed={run?.heap === heap && i >= run.from && i < run.to} onClick={() => touch(heap, i)}>
                <svg viewBox="0 0 20 48" aria-hidden="true"><path d="M10 1.500c3 0 4.600 2.200 4.600 5 0 3-1.600 4.600-1.600 7.500 0 4.500 5 8 5 17.500C18 40 15.500 46 10 46S2 40 2 31.500C2 22 7 18.500 7 14c0-2.900-1.600-4.500-1.600-7.500 0-2.800 1.600-5 4.600-5z" /><path class="band" d="M6.700 13.500h6.600M6.900 15.800h6.200" /></svg>
              </button>
            </>
          ))}
        </div>
      ))}
      <Take fits={fits} wanted={run !== null} clear={() => setRun(null)} />
    </div>
  );
}

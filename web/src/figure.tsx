// A small picture of a game, or of what a statement says: its sets drawn over the values, exceptions crossed. Computed when it comes into view,
// and no longer once it is gone; where the engine gives none, there is none.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { live } from './ask';
import { ValueMap } from './map';
import type { ClaimInfo, Families, GameInfo, LibraryFile, Replies } from './protocol';
import { SequencePlot } from './sequence';
import { argumentsFor, namesOf } from './state';
import { palette } from './theme';

const side = 30;
const length = 60;
const fixedAt = 1; // of the coordinates beyond the second
const most = 8; // sets that can be told apart

type Shown = { destroy(): void };

function drawSequence(canvas: HTMLCanvasElement, t: Replies['table'], sets: Families | null): Shown {
  const plot = new SequencePlot(canvas);
  plot.setPalette(palette.value);
  plot.families = (sets?.families ?? []).map((f, i) => ({ cells: f.members.map((m) => m[0]!), colour: i }));
  plot.marked = (sets?.exceptions ?? []).map((m) => m[0]!);
  plot.set({ values: t.cells, absent: t.absent, largest: Math.max(1, t.largest), outcome: t.quantity === 'outcome', name: t.axes[0]!.name });
  return plot;
}

function drawMap(canvas: HTMLCanvasElement, t: Replies['table'], sets: Families | null): Shown {
  const map = new ValueMap(canvas);
  map.setPalette(palette.value);
  const here = (members: number[][]): { x: number; y: number }[] => members.filter((m) => m.slice(2).every((v) => v === fixedAt)).map((m) => ({ x: m[0]!, y: m[1]! }));
  map.families = (sets?.families ?? []).map((f, i) => ({ cells: here(f.members), colour: i }));
  map.exceptions = here(sets?.exceptions ?? []);
  map.set({ values: t.cells, absent: t.absent, largest: Math.max(1, t.largest), outcome: t.quantity === 'outcome', columns: t.axes[0]!.to + 1, rows: t.axes[1]!.to + 1, names: [t.axes[0]!.name, t.axes[1]!.name] });
  return map;
}

export function Figure({ file, game: g, claim }: { file: LibraryFile; game: GameInfo; claim?: ClaimInfo }): JSX.Element | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [none, setNone] = useState(false);
  const colours = palette.value;
  useEffect(() => {
    const key = `figure ${file.path} ${g.name} ${claim?.index ?? ''}`;
    let shown: Shown | null = null;
    let gone = false;
    const make = async (): Promise<void> => {
      const names = namesOf(g, 2);
      const about = { text: file.text, path: file.path, arguments: argumentsFor(g, {}) };
      const to = names.length === 1 ? [length] : [side, side];
      const slice = Object.fromEntries(names.slice(2).map((n) => [n, fixedAt]));
      try {
        const sets = claim ? await live.ask('families', { ...about, claim: claim.index, to: names.map((_, i) => to[i] ?? fixedAt) }, { key, seconds: 3 }) : null;
        if (sets && (sets.cut || sets.families.length === 0 || sets.families.length > most)) { setNone(true); return; }
        const table = await live.ask('table', { ...about, game: g.name, to, slice }, { key, seconds: 4 });
        if (!gone) shown = (names.length === 1 ? drawSequence : drawMap)(canvas.current!, table, sets);
      } catch {
        if (!gone) setNone(true);
      }
    };
    const watch = new IntersectionObserver((seen) => { if (seen.some((e) => e.isIntersecting)) { watch.disconnect(); void make(); } }, { rootMargin: '150px' });
    watch.observe(canvas.current!);
    return () => { gone = true; watch.disconnect(); live.cancel(key); shown?.destroy(); };
  }, [file.path, g.name, claim?.index, colours]);
  return <canvas class="figure" hidden={none} ref={canvas} role="img" aria-label={claim ? `The sets of ${claim.name} over the values of ${g.name}` : `Values of ${g.name}`} />;
}

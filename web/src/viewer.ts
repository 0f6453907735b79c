// The map alone, for pages without an engine, such as those of `study`: the same viewer with its data inside the page. VIEWER=1 vite build makes
// dist/viewer.js, one classic script. Each picture that is to come alive looks like this, with whatever stands there now left in its place:
//
//   <figure class="bouton-map">
//     <svg>…</svg>
//     <script type="application/json">{"names": ["x", "y"], "sizes": [41, 41], "bytes": 1, "absent": 255, "outcome": false, "gzip": "H4sI…"}</script>
//   </figure>
//
// `gzip` holds the cells, the last coordinate fastest, as unsigned integers of 1, 2 or 4 bytes (little endian), gzipped, base64. One name makes a
// sequence, two a map. Mail, print and readers without script keep the picture: it is hidden on the screen only, and only once the map is drawn.
import { dark, light } from './colour';
import { ValueMap, type Values } from './map';
import { SequencePlot } from './sequence';

interface Data { names: string[]; sizes: number[]; bytes: 1 | 2 | 4; absent: number; outcome: boolean; gzip: string }

async function cells(data: Data): Promise<Values> {
  const packed = Uint8Array.from(atob(data.gzip), (c) => c.charCodeAt(0));
  const buffer = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const values = data.bytes === 1 ? new Uint8Array(buffer) : data.bytes === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
  if (values.length !== data.sizes.reduce((n, s) => n * s, 1)) throw new Error('the cells do not fill the map');
  return values;
}

function words(data: Data, at: number[], value: number | null): string {
  const where = at.length === 1 ? `${data.names[0]} = ${at[0]}` : `(${at.join(', ')})`;
  return `${where}: ${value === null ? 'no position' : data.outcome ? (value === 0 ? 'P' : 'N') : value === 0 ? '0, a P-position' : value}`;
}

/** Turns one figure into a map; leaves it as it is if anything is amiss. */
export async function enliven(figure: HTMLElement): Promise<void> {
  const holder = figure.querySelector('script[type="application/json"]');
  if (!holder || figure.querySelector('canvas')) return;
  const data = JSON.parse(holder.textContent ?? '') as Data;
  const values = await cells(data);
  let largest = 1;
  for (const v of values) if (v !== data.absent && v > largest) largest = v;
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', 'Map of values: arrow keys walk, plus and minus zoom');
  Object.assign(canvas.style, { display: 'block', width: '100%', height: data.names.length === 1 ? '260px' : 'min(70vh, 560px)', touchAction: 'none', cursor: 'crosshair' });
  const line = document.createElement('output');
  line.setAttribute('aria-live', 'polite');
  Object.assign(line.style, { display: 'block', minHeight: '1.5em', fontVariantNumeric: 'tabular-nums' });
  const still = document.createElement('style');
  still.textContent = '@media screen { .bouton-alive > :not(canvas):not(output):not(figcaption) { display: none } } @media print { .bouton-alive > canvas, .bouton-alive > output { display: none !important } }';
  figure.prepend(canvas, line);
  figure.append(still);
  figure.classList.add('bouton-alive');
  const palette = matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark') ? dark : light;
  const common = { values, absent: data.absent, largest, outcome: data.outcome };
  const of = (v: number): number | null => (v === data.absent ? null : v);
  if (data.names.length === 1) {
    const tell = (n: number | null): void => { line.textContent = n === null ? '' : words(data, [n], of(values[n]!)); };
    const plot = new SequencePlot(canvas, { hover: tell, pick: (n) => { plot.chosen = n; tell(n); plot.redraw(); } });
    plot.setPalette(palette);
    plot.set({ ...common, name: data.names[0]! });
  } else {
    const map = new ValueMap(canvas, {
      hover: (c) => { const at = c ?? map.chosen; line.textContent = at ? words(data, [at.x, at.y], map.value(at.x, at.y)) : ''; },
      pick: (c) => { map.chosen = map.chosen?.x === c.x && map.chosen.y === c.y ? null : c; map.redraw(); },
    });
    map.setPalette(palette);
    map.set({ ...common, columns: data.sizes[0]!, rows: data.sizes[1]!, names: [data.names[0]!, data.names[1]!] });
  }
}

for (const figure of document.querySelectorAll<HTMLElement>('figure.bouton-map')) void enliven(figure).catch(() => { /* the picture stays */ });

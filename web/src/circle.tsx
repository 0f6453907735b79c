// The Josephus circle, step by step, beside Maximum Nim's table: n seats, every k-th goes. The number whose turn comes m-th from the end of
// the count has the rank that the Grundy number of n*k - m stones tells: n - rank(m) = grundy(n*k - m), where f(x) = floor(x/k).
import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { cancelled, faultOf, live } from './ask';
import { Icon, Slider } from './widgets';

const n = signal(10);
const k = signal(3);
const step = signal(0); // so many have gone
const running = signal(false);
const order = signal<number[]>([]);
const grundy = signal<number[]>([]);
const fault = signal('');
const rule = 'game maximum-nim (x)\n  parameter k = 3 where k >= 1\n  move (x - t) for 1 <= t <= floor(x/k)\n';

async function ask(): Promise<void> {
  try {
    const circle = await live.ask('josephus', { n: n.value, k: k.value }, { key: 'circle' });
    const table = await live.ask('table', { text: rule, arguments: { k: String(k.value) }, to: [n.value * k.value] }, { key: 'circle-table' });
    order.value = circle.order ?? [];
    grundy.value = [...table.cells];
    fault.value = '';
  } catch (error) {
    if (!cancelled(error)) fault.value = faultOf(error).message;
  }
}

export function CirclePage(): JSX.Element {
  useEffect(() => effect(() => { step.value = 0; running.value = false; void n.value; void k.value; void ask(); }), []);
  useEffect(() => effect(() => {
    if (!running.value) return;
    const timer = setInterval(() => { if (step.value >= n.value - 1) running.value = false; else ++step.value; }, 700);
    return () => clearInterval(timer);
  }), []);
  const gone = order.value.slice(0, step.value);
  const last = gone.at(-1);
  return (
    <main class="page circle">
      <header><h1>The Josephus circle</h1>
        <p class="about">{n.value} seats in a circle; count, and every {nth(k.value)} goes, until one is left. Beside it: the Grundy numbers of Maximum Nim, where from x stones at most x/{k.value} may be taken. Seat m goes as number {n.value} − G({n.value}·{k.value} − m).</p>
      </header>
      <div class="settings">
        <Slider name="n" least={2} most={40} value={n.value} change={(v) => { if (v >= 2 && v <= 200) n.value = v; }} />
        <Slider name="k" least={2} most={12} value={k.value} change={(v) => { if (v >= 2 && v <= 50) k.value = v; }} />
        <span class="tools">
          <button type="button" onClick={() => { step.value = Math.max(0, step.value - 1); running.value = false; }} disabled={step.value === 0}>Back</button>
          <button type="button" class="primary" onClick={() => { step.value = Math.min(n.value - 1, step.value + 1); running.value = false; }} disabled={step.value >= n.value - 1}>Next</button>
          <button type="button" onClick={() => { if (step.value >= n.value - 1) step.value = 0; running.value = !running.value; }}><Icon name={running.value ? 'minus' : 'play'} size={15} /> {running.value ? 'Pause' : 'Run'}</button>
          <button type="button" onClick={() => { step.value = 0; running.value = false; }}>Again</button>
        </span>
      </div>
      {fault.value && <p class="bad" role="alert">{fault.value}</p>}
      <div class="circle-grid">
        <Ring gone={gone} />
        <div>
          <p role="status" aria-live="polite" class="big">{step.value === 0 ? 'All seats are taken.' : step.value < n.value - 1 ? `Seat ${last} goes as number ${step.value}.` : `Seat ${order.value.at(-1)} is left.`}</p>
          <Table gone={gone} last={last} />
        </div>
      </div>
    </main>
  );
}

const nth = (i: number): string => `${i}${i % 10 === 1 && i % 100 !== 11 ? 'st' : i % 10 === 2 && i % 100 !== 12 ? 'nd' : i % 10 === 3 && i % 100 !== 13 ? 'rd' : 'th'}`;

function Ring({ gone }: { gone: number[] }): JSX.Element {
  const size = 340;
  const r = size / 2 - 26;
  const dot = Math.max(5, Math.min(18, (Math.PI * r) / n.value - 2));
  const survivor = step.value >= n.value - 1 ? order.value.at(-1) : undefined;
  return (
    <svg class="ring" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`Circle of ${n.value} seats; gone: ${gone.join(', ') || 'none'}`}>
      <circle class="rim" cx={size / 2} cy={size / 2} r={r} />
      {Array.from({ length: n.value }, (_, i) => {
        const a = (2 * Math.PI * i) / n.value - Math.PI / 2;
        const [cx, cy] = [size / 2 + r * Math.cos(a), size / 2 + r * Math.sin(a)];
        const at = gone.indexOf(i + 1);
        const state = i + 1 === survivor ? 'survivor' : at === gone.length - 1 && at >= 0 ? 'going' : at >= 0 ? 'gone' : 'sits';
        return <g key={i} class={state}><circle cx={cx} cy={cy} r={dot} />{dot > 8 && <text x={cx} y={cy} dy="0.36em" font-size={dot}>{i + 1}</text>}</g>;
      })}
      <text class="middle" x={size / 2} y={size / 2} dy="0.35em">{n.value - gone.length}</text>
    </svg>
  );
}

/** Seats, their ranks in the circle, and the values of the piles that tell the same. */
function Table({ gone, last }: { gone: number[]; last: number | undefined }): JSX.Element {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Seats and piles">
      <table class="seats">
        <thead><tr><th scope="col">seat m</th><th scope="col">pile {n.value * k.value} − m</th><th scope="col">value G</th><th scope="col">{n.value} − G</th><th scope="col">goes as</th></tr></thead>
        <tbody>
          {Array.from({ length: n.value }, (_, i) => i + 1).map((m) => {
            const pile = n.value * k.value - m;
            const rank = order.value.indexOf(m) + 1;
            const known = gone.includes(m) || (step.value >= n.value - 1 && rank === n.value);
            return <tr key={m} class={m === last ? 'going' : known ? 'known' : ''}><th scope="row">{m}</th><td>{pile}</td><td>{grundy.value[pile] ?? ''}</td><td>{grundy.value[pile] === undefined ? '' : n.value - grundy.value[pile]!}</td><td>{known ? rank : '?'}</td></tr>;
          })}
        </tbody>
      </table>
    </div>
  );
}

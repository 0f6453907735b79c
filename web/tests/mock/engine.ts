// A stand-in for the engine, for working on the page without WebAssembly: a few games in TypeScript, the protocol's shapes. `MOCK=1 vite` takes it
// in place of src/engine.ts; it is never in a page that is shipped.
import type { Cell, CheckReply, ClaimInfo, Do, EngineFault, GameInfo, Library, Opened, Option, PlayReply, Position, Questions, Replies } from '../../src/protocol';

export class EngineError extends Error {
  constructor(readonly details: EngineFault) { super(details.message); }
}
type Rule = (p: number[], a: Record<string, string>) => number[][][]; // options, each a sum of positions
const range = (n: number): number[] => Array.from({ length: Math.max(0, n) }, (_, i) => i + 1);
const piles: Rule = (p) => p.flatMap((h, i) => range(h).map((t) => [p.map((v, j) => (i === j ? v - t : v))]));
const rules: Record<string, Rule> = {
  nim: piles, 'misere-nim': piles, 'podium-nim': piles, three: piles, bachet: ([x]) => range(Math.min(3, x!)).map((t) => [[x! - t]]),
  wythoff: ([x, y]) => [...range(x!).map((t) => [[x! - t, y!]]), ...range(y!).map((t) => [[x!, y! - t]]), ...range(Math.min(x!, y!)).map((t) => [[x! - t, y! - t]])],
  'maximum-nim': ([x], a) => range(Math.floor(x! / Number(a.k ?? 3))).map((t) => [[x! - t]]),
  mine: ([x, y], a) => rules.wythoff!([x!, y!], a),
  kayles: ([x]) => [1, 2].flatMap((t) => (x! >= t ? Array.from({ length: Math.floor((x! - t) / 2) + 1 }, (_, i) => [[i], [x! - t - i]]) : [])),
  'turn-nim': ([x, k]) => range(Math.min(x!, k!)).map((t) => [[x! - t, k! + 1]]),
};
const lost = (message: string, line = 1, column = 1): never => { throw new EngineError({ fault: 'input', message, place: { line, column }, setting: '' }); };
const memo = new Map<string, number>();
function value(game: string, p: number[], a: Record<string, string>, players: number): number {
  const key = `${game}|${p}|${JSON.stringify(a)}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const seen = new Set(rules[game]!(p, a).map((sum) => sum.reduce((v, q) => v ^ value(game, q, a, players), 0)));
  let mex = 0;
  if (players > 2) mex = seen.size === 0 ? 0 : (1 + Math.min(...seen)) % players; else while (seen.has(mex)) ++mex;
  memo.set(key, mex);
  return mex;
}
function opened(text: string): Opened {
  const games: GameInfo[] = [];
  const claims: ClaimInfo[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.startsWith('set <')) lost(`expected a name, found ${line.slice(4)}`, i + 1, 5);
    const bad = line.search(/\d[a-z]/);
    if (bad >= 0 && /^\s*move/.test(line)) lost('a product needs a sign: 2*x', i + 1, bad + 1);
    const g = /^game ([\w-]+) \(([^)]*)\)/.exec(line);
    if (g && !rules[g[1]!]) lost(`the stand-in knows no game ${g[1]}`, i + 1, 6);
    if (g) games.push({ name: g[1]!, about: /about "([^"]*)"/.exec(text.split('\n')[i + 1] ?? '')?.[1] ?? '', source: '', line: i + 1, misere: g[1] === 'misere-nim',
      parameters: [...text.matchAll(/parameter (\w+) = (\w+)/g)].map((m) => ({ name: m[1]!, kind: 'number', arguments: [], default: m[2]!, condition: null, suggestion: null })),
      coordinates: g[2]!.split(', ').map((c) => ({ name: c.replace('...', ''), piles: c.endsWith('...') })), players: g[1] === 'podium-nim' || g[1] === 'three' ? 'players' : null, splits: g[1] === 'kayles',
      rules: text.split('\n').filter((l) => l.startsWith('  move')) });
    const c = /^(theorem|claim|example|lemma) "([^"]*)"(.*)/.exec(line);
    if (c) claims.push({ index: claims.length, kind: c[1]!, label: c[2]!, name: `${c[1]} ${c[2]}`, line: i + 1, game: games[0]?.name ?? '', text: line, tex: '\\{\\, \\text{outcome} = P \\,\\}', bound: '100',
      expectRefuted: false, counterexample: {}, standing: 'general', note: '', drawable: true });
  });
  if (games.length === 0) lost('there is no game in this text');
  const paper = /paper "([^"]*)"\s+by "([^"]*)"/.exec(text);
  return { paper: paper ? { title: paper[1]!, by: paper[2]!, source: '', about: '' } : null, imports: [], games, imported: [], definitions: [], claims };
}
const warrant = { kind: 'computed' as const, text: 'computed from the rules' };
const names = (g: GameInfo, n: number): string[] => (g.coordinates[0]!.piles ? range(n).map((i) => `a${i}`) : g.coordinates.map((c) => c.name));

function answer(what: Do, q: any): any {
  if (what === 'josephus') {
    const seats = range(Number(q.n)); const order: number[] = []; let at = 0;
    while (seats.length) { at = (at + Number(q.k) - 1) % seats.length; order.push(...seats.splice(at, 1)); }
    return { n: q.n, k: q.k, survivor: order.at(-1), order };
  }
  if (what === 'complete') return { from: q.column, options: [] };
  const file = opened(q.text);
  if (what === 'open') return file;
  const g = file.games.find((x) => x.name === q.game) ?? file.games[0]!;
  const a = q.arguments ?? {};
  const players = g.players ? Number(a.players ?? 3) : 2;
  const of = (p: number[]): number => value(g.name, p, a, players);
  const options = (p: number[]): Option[] => rules[g.name]!(p, a).map((to) => ({ to, value: to.reduce((v, r) => v ^ of(r), 0), best: to.reduce((v, r) => v ^ of(r), 0) === 0, taken: '' }));
  if (what === 'table') {
    const all = names(g, q.to.length + Object.keys(q.slice ?? {}).length); const run = all.filter((n) => !(n in (q.slice ?? {})));
    const to: number[] = q.to; const cells = new Uint16Array(to.reduce((n, t) => n * (t + 1), 1)); let largest = 0; let zeros = 0;
    for (let i = 0; i < cells.length; ++i) {
      let rest = i; const p: number[] = Array(to.length);
      for (let d = to.length - 1; d >= 0; --d) { p[d] = rest % (to[d]! + 1); rest = Math.floor(rest / (to[d]! + 1)); }
      const v = of(all.map((n) => q.slice?.[n] ?? p[run.indexOf(n)]!)); cells[i] = q.what === 'outcomes' ? Math.min(1, v) : v;
      largest = Math.max(largest, cells[i]!); if (v === 0) ++zeros;
    }
    return { instance: g.name, axes: run.map((name, i) => ({ name, from: 0, to: to[i]! })), fixed: q.slice ?? {}, quantity: q.what === 'outcomes' ? 'outcome' : players > 2 ? 'podium' : 'grundy', players, engine: 'mock',
      width: 2, absent: 65535, largest, zeros, positions: cells.length, sum: 0, warrant, cells };
  }
  if (what === 'cell') {
    const os = options(q.position); const best = os.find((o) => o.best) ?? null;
    return { instance: g.name, position: q.position, names: names(g, q.position.length), value: of(q.position), outcome: of(q.position) ? 'N' : 'P', warrant, options: os,
      values: [...new Set(os.map((o) => Number(o.value)))].sort((x, y) => x - y), winning: os.filter((o) => o.best).length, best, reason: best ? `it leaves (${best.to.join(') + (')}), a position from which every move loses` : 'every move loses', notes: [] } satisfies Cell;
  }
  if (what === 'play') {
    const heaps: Position[] = q.heaps ?? [g.coordinates[0]!.piles ? [3, 4, 5] : g.name === 'kayles' ? [9] : g.coordinates.length === 1 ? [20] : [7, 4]];
    const total = (hs: Position[]): number => hs.reduce<number>((v, h) => v ^ of(h as number[]), 0);
    const moves = heaps.flatMap((h, heap) => options(h as number[]).map((o) => { const v = total(heaps.flatMap((r, i) => (i === heap ? o.to : [r]))); return { ...o, heap, value: v, best: v === 0 }; }));
    const best = moves.find((m) => m.best) ?? moves[0];
    return { instance: g.name, names: names(g, heaps[0]!.length), heaps, players, misere: g.misere, over: moves.length === 0, value: total(heaps), wins: total(heaps) !== 0, warrant, moves,
      best: best ? { ...best, wins: best.best, reason: 'it leaves a position from which every move loses', text: `(${best.to.join(') + (')})` } : null,
      hints: total(heaps) ? ['There is a winning move.', 'It changes one heap.', `Move to (${best?.to.join(')+(')}).`] : ['There is no winning move.'] } satisfies PlayReply;
  }
  if (what === 'check') return { claim: file.claims[q.claim]!.name, verdict: /guess|wrong/.test(file.claims[q.claim]!.label) ? 'refuted' : 'holds', asExpected: !/guess|wrong/.test(file.claims[q.claim]!.label), counterexample: { x: 1, y: 2 }, at: [1, 2], bound: '100', cases: 10201, message: '', seconds: 0.1 } satisfies CheckReply;
  if (what === 'prove') return { claim: file.claims[q.claim]!.name, verdict: 'proved', asExpected: true, method: 'nothing', generality: 'a stand-in proves nothing', uses: [], counterexample: {}, at: null, bound: '', cases: 0, tried: [], solverWanted: false, seconds: 0, certificate: { folder: 'none', files: [{ name: 'a.txt', text: 'a' }] }, formal: null };
  if (what === 'families') return { claim: '', instance: g.name, families: [{ name: 'P', variables: {}, value: 0, members: [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]] }], exceptions: [[4, 7]], cut: false };
  if (what === 'discover') return { instance: g.name, laws: [{ law: 'claim "x"', needs: null, statement: 'grundy has period 4', tex: null, verdict: 'checked', bound: '100', template: 'period', method: null, generality: null, cases: 101, whole: true, text: 'claim "found": grundy has period 4  to 100', words: '' }], stopped: false, tried: [], nearest: [], seconds: 0 };
  if (what === 'export') return { name: `mine.${q.format}`, type: 'text/plain', text: q.format === 'csv' ? `x,y,value\n${range(40).flatMap((x) => range(40).map((y) => `${x},${y},${of([x, y])}`)).join('\n')}` : '\\begin{tabular}' };
  return lost(`the stand-in cannot answer ${what}`);
}

export class Engine {
  busy = false; hasSolver = false; patience = 150; startTime = 0;
  async start(): Promise<void> {}
  async ask<D extends Do>(what: D, question: Questions[D], _options: object = {}): Promise<Replies[D]> { await new Promise((r) => setTimeout(r, 3)); return answer(what, question) as Replies[D]; }
  async library(): Promise<Library> {
    const texts = import.meta.glob(['../../../games/*.bouton', '../../../papers/*.bouton'], { query: '?raw', import: 'default', eager: true }) as Record<string, string>;
    const files = Object.entries(texts).flatMap(([name, text]) => { try { return [{ path: name.replace('../../../', ''), text, ...opened(text) }]; } catch { return []; } });
    return { version: '0', files };
  }
  cancel(): void {}
}

// A match: what lies on the table, whose turn it is, what has been played. Every move is one of those that the engine lists; what the
// computer does and what a hint says is the engine's, too.
import { batch, computed, signal } from '@preact/signals';
import { cancelled, faultOf, live } from './ask';
import type { EngineFault, PlayReply, Position } from './protocol';
import { about, game, page, piles, hasPiles } from './state';

export type Move = NonNullable<PlayReply['moves']>[number];
export type Level = 'gentle' | 'fair' | 'perfect';
export type Seats = 'first' | 'second' | 'both'; // where people sit

interface Moment { reply: PlayReply; turn: number; last: { words: string; player: number } | null }

export const seats = signal<Seats>('first');
export const level = signal<Level>('perfect');
export const moments = signal<Moment[]>([]);
export const hintsShown = signal(0);
export const playFault = signal<EngineFault | null>(null);
export const thinking = signal(false);
export const counters = signal<boolean[]>([]); // coordinates that no move lowers alone: turn counters, limits
export const tally = signal<Record<string, number>>({});
let start: Position[] | null = null;
let startGame = ''; // the game that it is a position of

export const now = computed<Moment | null>(() => moments.value.at(-1) ?? null);
export const isComputer = (player: number): boolean => seats.value !== 'both' && (seats.value === 'first' ? player > 0 : player !== 1);
export const yourTurn = computed(() => now.value !== null && !now.value.reply.over && !isComputer(now.value.turn) && !thinking.value);

async function look(heaps: Position[] | undefined): Promise<PlayReply> {
  return live.ask('play', { ...about(), heaps, moves: true }, { key: 'play', seconds: 10 });
}

let match = 0;

/** A new match, from the last start, or from one that the engine finds good. */
export async function begin(from: Position[] | null = start): Promise<void> {
  const mine = ++match;
  if (from === start && startGame !== game.value?.name) from = null;
  start = from;
  startGame = game.value?.name ?? '';
  thinking.value = false;
  try {
    const reply = await look(from ?? undefined);
    if (mine !== match) return;
    start = reply.heaps;
    batch(() => {
      moments.value = [{ reply, turn: 0, last: null }];
      hintsShown.value = 0;
      playFault.value = null;
      counters.value = countersOf(reply);
    });
    void computer();
  } catch (error) {
    if (!cancelled(error)) batch(() => { playFault.value = faultOf(error); moments.value = []; });
  }
}

export function startFrom(position: number[]): void {
  startWith([position]);
  page.value = 'play';
}
export function startWith(heaps: Position[]): void {
  start = heaps;
  startGame = game.value?.name ?? '';
}
export const forgetStart = (): void => { start = null; };

/** A coordinate is a counter if moves change it, but none lowers it alone. */
function countersOf(reply: PlayReply): boolean[] {
  const at = reply.heaps[0] ?? [];
  if (reply.heaps.length !== 1 || at.length < 2) return at.map(() => false);
  const moves = (reply.moves ?? []).filter((m) => m.to.length === 1).map((m) => m.to[0]!);
  return at.map((v, i) => moves.some((to) => to[i] !== v) && !moves.some((to) => Number(to[i]) < Number(v) && to.every((w, j) => j === i || w === at[j])));
}

const words = (m: Move, heaps: Position[], names: string[]): string => {
  if (m.taken) return m.taken;
  const at = heaps[m.heap]!;
  if (m.to.length === 1) {
    const changes = m.to[0]!.flatMap((v, i) => (v !== at[i] ? [`${names[i]} ${at[i]} → ${v}`] : []));
    return changes.join(', ');
  }
  const left = m.to.filter((p) => p.some((v) => v !== 0)).map((p) => p.join(', '));
  return left.length === 0 ? `takes all ${at.join(', ')}` : `${at.join(', ')} → ${left.join(' and ')}`;
};

export async function play(m: Move): Promise<void> {
  const from = now.value;
  if (!from) return;
  const mine = match;
  const left = from.reply.heaps.flatMap((h, i) => (i === m.heap ? m.to : [h]));
  const kept = left.filter((h) => h.some((v) => v !== 0));
  const heaps = m.to.length > 1 || from.reply.heaps.length > 1 ? (kept.length > 0 ? kept : left.slice(0, 1)) : left;
  try {
    const reply = await look(heaps);
    if (mine !== match || now.value !== from) return;
    batch(() => {
      moments.value = [...moments.value, { reply, turn: (from.turn + 1) % reply.players, last: { words: words(m, from.reply.heaps, from.reply.names), player: from.turn } }];
      hintsShown.value = 0;
      if (reply.over) score();
    });
    void computer();
  } catch (error) {
    if (!cancelled(error)) playFault.value = faultOf(error);
  }
}

async function computer(): Promise<void> {
  const at = now.value;
  if (!at || at.reply.over || !isComputer(at.turn)) return;
  const mine = match;
  thinking.value = true;
  await new Promise((r) => setTimeout(r, pauseBefore));
  if (mine !== match || now.value !== at) return;
  thinking.value = false;
  const all = at.reply.moves ?? [];
  const best = at.reply.best;
  const careless = level.value === 'gentle' ? 0.75 : level.value === 'fair' ? 0.35 : 0;
  const m = Math.random() < careless && all.length > 0 ? all[Math.floor(Math.random() * all.length)]! : (best ?? all[0]);
  if (m) await play(m);
}
export let pauseBefore = 650;
export const hurry = (): void => { pauseBefore = 0; };

export function undo(): void {
  ++match;
  thinking.value = false;
  const past = moments.value.slice(0, -1);
  while (past.length > 1 && isComputer(past.at(-1)!.turn)) past.pop();
  if (past.length > 0) batch(() => { moments.value = past; hintsShown.value = 0; });
  void computer();
}

export function giveHint(): void {
  const most = now.value?.reply.hints.length ?? 0;
  hintsShown.value = Math.min(most, hintsShown.value + 1);
}

/** Players from the first place to the last. */
export function ranking(at: Moment): number[] {
  const n = at.reply.players;
  if (n === 2) return at.reply.misere ? [at.turn, 1 - at.turn] : [1 - at.turn, at.turn];
  return Array.from({ length: n }, (_, i) => (at.turn - 1 - i + 2 * n) % n);
}

function score(): void {
  const first = ranking(now.value!)[0]!;
  const name = nameOf(first);
  tally.value = { ...tally.value, [name]: (tally.value[name] ?? 0) + 1 };
}

export const nameOf = (player: number): string =>
  seats.value === 'both' ? `Player ${player + 1}` : isComputer(player) ? ((now.value?.reply.players ?? 2) > 2 ? `Computer ${player + 1}` : 'Computer') : 'You';

/** Which moves fit what was taken off the table: those that change nothing else come first. */
export function fitting(wanted: Map<number, number>, heap: number): Move[] {
  const at = now.value?.reply;
  if (!at?.moves || wanted.size === 0) return [];
  const from = at.heaps[heap]!;
  const fits = at.moves.filter((m) => m.heap === heap && m.to.length === 1 && [...wanted].every(([i, v]) => m.to[0]![i] === v));
  const others = (m: Move): number => m.to[0]!.filter((v, i) => !wanted.has(i) && !counters.value[i] && v !== from[i]).length;
  const least = Math.min(...fits.map(others));
  return fits.filter((m) => others(m) === least);
}

export const canResize = (): boolean => game.value !== null && hasPiles(game.value);
export { piles };

// What the page knows: the rules as typed, what the engine made of them, what is shown. Views read the signals; everything that changes them
// is a function below. The newest text wins: the engine drops questions about an older one.
import { batch, computed, signal } from '@preact/signals';
import { cancelled, faultOf, live } from './ask';
import type { AboutGame, Cell as CellReply, EngineFault, GameInfo, Library, LibraryFile, Opened, Replies, What } from './protocol';

export type Page = 'lab' | 'play' | 'circle' | 'library';
export type Pane = 'rules' | 'map' | 'claims';

export const page = signal<Page>('lab');
export const pane = signal<Pane>('map'); // on a phone one at a time
export const notice = signal(''); // a sentence for the user, politely

export const text = signal('');
export const path = signal<string | undefined>(undefined); // the file of the library that the text is, as long as it is
export const opened = signal<Opened | null>(null); // of the last text without a mistake
export const openedText = signal('');
export const mistake = signal<EngineFault | null>(null);
export const beingRead = signal(false); // the text has changed and the engine has not answered yet
export const library = signal<Library | null>(null);

export const gameName = signal('');
export const given = signal<Record<string, string>>({}); // parameters that the user has set
export const what = signal<What>('values');
export const piles = signal(2);
export const chosenAxes = signal<string[]>([]);
export const fixed = signal<Record<string, number>>({});
export const extent = signal(0); // cells along the shorter side, 0: the usual
export const hide = signal(false);
export const logarithm = signal(false); // of a sequence's values
export const table = signal<Replies['table'] | null>(null);
export const tableFault = signal<EngineFault | null>(null);
export const busy = signal(false); // a table is on its way
export const place = signal<number[] | null>(null); // the position that was clicked
export const cell = signal<CellReply | null>(null);
export const cellFault = signal<EngineFault | null>(null);
export const hovered = signal<number[] | null>(null);
export const keyToPicture = signal(0); // milliseconds of the last change

export const games = computed<GameInfo[]>(() => [...(opened.value?.games ?? []), ...(opened.value?.imported ?? [])]);
export const game = computed<GameInfo | null>(() => games.value.find((g) => g.name === gameName.value) ?? games.value[0] ?? null);

/** The coordinates by name, piles counted out: a1, a2, pass. */
export function namesOf(g: GameInfo, count: number): string[] {
  return g.coordinates.flatMap((c) => (c.piles ? Array.from({ length: count }, (_, i) => `${c.name}${i + 1}`) : [c.name]));
}
export const hasPiles = (g: GameInfo): boolean => g.coordinates.some((c) => c.piles);
export const names = computed<string[]>(() => (game.value ? namesOf(game.value, piles.value) : []));
/** The one or two coordinates that run, in the game's order. */
export const axes = computed<string[]>(() => {
  const chosen = names.value.filter((n) => chosenAxes.value.includes(n));
  return chosen.length === 2 || names.value.length < 2 ? (chosen.length === 2 ? chosen : names.value.slice(0, 1)) : names.value.slice(0, 2);
});
export const others = computed<string[]>(() => names.value.filter((n) => !axes.value.includes(n)));

/** Parameters as the engine gets them: what was set, and a value to begin with where there is no default. */
export const parameters = computed<Record<string, string>>(() => argumentsFor(game.value, given.value));
export function argumentsFor(g: GameInfo | null, set: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const p of g?.parameters ?? []) {
    const value = set[p.name] ?? (p.default === null ? p.suggestion : null);
    if (value !== null && value !== undefined && value !== '') all[p.name] = value;
  }
  return all;
}
export const about = (): AboutGame => ({ text: openedText.value, path: path.value, game: game.value?.name, arguments: parameters.value });

// ---- the text

let stamp = 0;

export function type(next: string): void {
  if (next === text.value) return;
  stamp = performance.now();
  text.value = next;
  const file = library.value?.files.find((f) => f.path === path.value);
  if (file && file.text !== next) path.value = undefined;
  void read();
}

export async function read(): Promise<void> {
  const asked = text.value;
  beingRead.value = true;
  try {
    const found = await live.ask('open', { text: asked, path: path.value }, { key: 'open', seconds: 10 });
    if (asked !== text.value) return;
    batch(() => {
      opened.value = found;
      openedText.value = asked;
      mistake.value = null;
      busy.value = true;
      beingRead.value = false;
      if (game.value && gameName.value !== game.value.name) {
        if (gameName.value !== '') { given.value = {}; forget(); }
        gameName.value = game.value.name;
      }
    });
    await refresh();
  } catch (error) {
    if (cancelled(error) || asked !== text.value) return;
    batch(() => { mistake.value = faultOf(error); beingRead.value = false; });
  }
}

/** Another file: everything that was chosen for the last one is forgotten. */
export function show(next: { text: string; path?: string; game?: string }): void {
  stamp = performance.now();
  batch(() => {
    text.value = next.text;
    path.value = next.path;
    gameName.value = next.game ?? '';
    given.value = {};
    forget();
  });
  void read();
}

export function openFile(file: LibraryFile, name?: string): void {
  show({ text: file.text, path: file.path, game: name });
}

export function chooseGame(name: string): void {
  batch(() => { gameName.value = name; given.value = {}; forget(); });
  void refresh();
}

function forget(): void {
  fixed.value = {};
  chosenAxes.value = [];
  extent.value = 0;
  piles.value = 2;
  place.value = null;
  cell.value = null;
  cellFault.value = null;
  hovered.value = null;
  want = null;
  most = null;
}

// ---- the table

let want: number[] | null = null; // cells along each axis that the view asks for
let most: number[] | null = null; // more than this took too long

const cells = 4_000_000; // no more than this at once
export const usual = (): number => (axes.value.length === 1 ? 100 : names.value.length > 2 ? 24 : 40);
const first = 150; // cells along an axis of the first picture, where more are wanted

/** The view shows so many cells along each axis. */
export function reach(sizes: number[]): void {
  const now = table.value;
  if (!now || now.axes.length !== sizes.length || now.axes.length !== axes.value.length || !sizes.every((s) => Number.isFinite(s) && s >= 1)) return;
  const limit = sizes.length === 1 ? [100_000] : [4000, 4000];
  let next = sizes.map((s, i) => Math.min(limit[i]!, s));
  while (next.reduce((n, s) => n * s, 1) > cells) next = next.map((s) => Math.floor(s * 0.9));
  if (most?.length === next.length) next = next.map((s, i) => Math.min(s, most![i]!));
  if (next.every((s, i) => s <= now.axes[i]!.to + 1)) return;
  const grown = next.map((s, i) => Math.max(now.axes[i]!.to + 1, s));
  if (want && grown.every((s, i) => s <= want![i]!) && busy.value) return;
  want = grown;
  void fill(want);
}

/** After a change of rules, parameters or slice: the same view again, a small picture first where the whole takes long. */
export async function refresh(): Promise<void> {
  if (!game.value) { busy.value = false; return; }
  if (place.value) void choose(place.value);
  if (want && want.length !== axes.value.length) want = null;
  const size = extent.value || usual();
  const now = table.value;
  const same = now && now.axes.map((a) => a.name).join() === axes.value.join();
  const sizes = want ?? (same && extent.value === 0 ? now.axes.map((a) => a.to + 1) : axes.value.map(() => size));
  most = null;
  if (sizes.length === 2 && sizes.some((s) => s > first)) await fill(sizes.map((s) => Math.min(s, first)), true);
  await fill(sizes);
}

async function fill(sizes: number[], preview = false): Promise<void> {
  const asked = JSON.stringify([about(), axes.value, fixed.value, what.value]);
  busy.value = true;
  const slice: Record<string, number> = {};
  for (const n of others.value) slice[n] = fixed.value[n] ?? usualFixed(n);
  try {
    const reply = await live.ask('table', { ...about(), to: sizes.map((s) => s - 1), slice, what: game.value?.players ? 'values' : what.value },
      { key: preview ? 'preview' : 'table', seconds: preview ? 5 : 8 });
    if (asked !== JSON.stringify([about(), axes.value, fixed.value, what.value])) return;
    batch(() => { table.value = reply; tableFault.value = null; busy.value = preview; });
    drawnAt(preview);
  } catch (error) {
    if (cancelled(error)) return;
    const fault = faultOf(error);
    const small = Math.max(4, Math.floor(Math.min(...sizes) / 2));
    if (fault.fault === 'limit' && !preview && table.value && sizes.every((s, i) => s > (table.value!.axes[i]?.to ?? 0))) {
      most = table.value.axes.map((a) => a.to + 1);
      want = most;
    } else if (fault.fault === 'limit' && small >= 8) {
      most = sizes.map(() => small);
      want = most;
      busy.value = false;
      return fill(most);
    }
    batch(() => { tableFault.value = fault; busy.value = false; });
  }
}

/** Times are taken after the frame in which the table is drawn; of a key, when all of it is there. */
function drawnAt(preview: boolean): void {
  const [from, first] = [stamp, performance.getEntriesByName('first picture').length === 0];
  if (!preview) stamp = 0;
  if (first || (from && !preview)) requestAnimationFrame(() => {
    if (first) performance.mark('first picture');
    if (from && !preview) keyToPicture.value = performance.now() - from;
  });
}

/** What is on the screen is enough. */
export function stopTable(): void {
  live.cancel('table');
  most = want = table.value?.axes.map((a) => a.to + 1) ?? null;
  busy.value = false;
}

/** A coordinate that is not shown begins at 0, or at 1 where 0 is no position. */
export const usualFixed = (name: string): number => (/\b(\w+) >= 1\b/.exec(game.value?.rules.join(' ') ?? '')?.[1] === name ? 1 : 0);

export function set<T>(target: { value: T }, value: T): void {
  stamp = performance.now();
  target.value = value;
  void refresh();
}

export function setExtent(size: number): void {
  want = axes.value.map(() => size);
  most = null;
  extent.value = size;
  void refresh();
}

// ---- one cell

/** The whole position of a cell of the map. */
export function positionAt(coordinates: number[]): number[] {
  return names.value.map((n) => { const i = axes.value.indexOf(n); return i >= 0 ? coordinates[i]! : (fixed.value[n] ?? usualFixed(n)); });
}
/** Where a position is on the map; null: in another slice. */
export function cellOf(position: number[]): number[] | null {
  if (position.length !== names.value.length) return null;
  const off = names.value.some((n, i) => !axes.value.includes(n) && position[i] !== (fixed.value[n] ?? usualFixed(n)));
  return off ? null : axes.value.map((a) => position[names.value.indexOf(a)]!);
}

export async function choose(position: number[] | null): Promise<void> {
  place.value = position;
  if (!position) { cell.value = null; return; }
  try {
    cell.value = await live.ask('cell', { ...about(), position, most: 2000 }, { key: 'cell', seconds: 8 });
    cellFault.value = null;
  } catch (error) {
    if (cancelled(error)) return;
    batch(() => { cell.value = null; cellFault.value = faultOf(error); });
  }
}

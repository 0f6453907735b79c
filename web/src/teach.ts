// A teacher's mode: the values are hidden, the class marks cells P or N, then compares. Marks stay with their positions when the slice changes.
import { computed, signal } from '@preact/signals';
import { positionAt, cellOf, table } from './state';

export interface Mark { text: 'P' | 'N'; right: boolean | null }
export const marks = signal<Map<string, Mark>>(new Map());
export const revealed = signal(false);

export const veiled = (c: number[]): boolean => !revealed.value && c.length > 0;

export function markAt(position: number[]): void {
  const next = new Map(marks.value);
  const key = position.join(',');
  const now = next.get(key)?.text;
  if (now === undefined) next.set(key, { text: 'P', right: null });
  else if (now === 'P') next.set(key, { text: 'N', right: null });
  else next.delete(key);
  marks.value = next;
}

function isP(position: number[]): boolean | null {
  const c = cellOf(position);
  const t = table.value;
  if (!c || !t) return null;
  const v = t.axes.length === 1 ? t.cells[c[0]!] : t.cells[c[0]! * (t.axes[1]!.to + 1) + c[1]!];
  return v === undefined || v === t.absent ? null : v === 0;
}

export function reveal(): void {
  const next = new Map<string, Mark>();
  for (const [key, mark] of marks.value) {
    const p = isP(key.split(',').map(Number));
    next.set(key, { text: mark.text, right: p === null ? null : (mark.text === 'P') === p });
  }
  marks.value = next;
  revealed.value = true;
}

export function clearMarks(): void {
  marks.value = new Map();
  revealed.value = false;
}

export const verdictOfMarks = computed(() => {
  const all = [...marks.value.values()];
  return { total: all.length, right: all.filter((m) => m.right === true).length };
});

/** The cells of a worksheet, from the corner: P, N or nothing. */
export function solution(columns: number, rows: number): (boolean | null)[][] {
  return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => isP(positionAt(table.value?.axes.length === 1 ? [x] : [x, y]))));
}

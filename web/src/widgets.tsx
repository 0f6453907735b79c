// Small things that every pane uses.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Whole, Warrant } from './protocol';

export const digits = (n: Whole): string => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
export const tuple = (p: readonly Whole[]): string => (p.length === 1 ? String(p[0]) : `(${p.join(', ')})`);
export const sum = (to: readonly (readonly Whole[])[]): string => to.map((p) => `(${p.join(', ')})`).join(' + ');

export function Segments<T extends string>(props: { label: string; options: [T, string][]; value: T; change(value: T): void }): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={props.label}>
      {props.options.map(([value, words]) => (
        <button type="button" key={value} aria-pressed={props.value === value} onClick={() => props.change(value)}>{words}</button>
      ))}
    </div>
  );
}

const paths: Record<string, string> = {
  share: 'M12 15V3m0 0L8 7m4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7',
  save: 'M12 3v12m0 0 4-4m-4 4-4-4M5 17v2a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-2',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  plus: 'M12 5v14M5 12h14', minus: 'M5 12h14', fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  close: 'M6 6l12 12M18 6L6 18', play: 'M7 4.5v15l12-7.5z', undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3', again: 'M20 11A8 8 0 1 0 18 17M20 5v6h-6',
  hint: 'M9 18h6m-5 3h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.200 1 2.100h5c0-.9.4-1.600 1-2.100A6 6 0 0 0 12 3z',
  eye: 'M2 12s3.500-7 10-7 10 7 10 7-3.500 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  check: 'M5 12.500l4.500 4.500L19 7.500', cross: 'M6 6l12 12M18 6L6 18', star: 'M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900-4.300-4.100 5.900-.8z',
  dots: 'M6 12h.01M12 12h.01M18 12h.01', print: 'M7 8V3h10v5M7 17H4v-7h16v7h-3M7 14h10v7H7z', search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4', copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  rules: 'M5 5h14M5 10h10M5 15h14M5 20h8', map: 'M4 4h16v16H4zM4 12h16M12 4v16', claims: 'M4 7l2 2 3-4M4 17l2 2 3-4M13 7h7M13 17h7', book: 'M5 4h10a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11', circle: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 4v4',
};
export function Icon({ name, size = 18 }: { name: string; size?: number }): JSX.Element {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      <path d={paths[name] ?? ''} />
    </svg>
  );
}

export function Menu(props: { label: string; icon: string; children: ComponentChildren; right?: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const away = (e: Event): void => { if (!box.current?.contains(e.target as Node)) setOpen(false); };
    const escape = (e: KeyboardEvent): void => { if (e.key === 'Escape') { setOpen(false); box.current?.querySelector('button')?.focus(); } };
    document.addEventListener('pointerdown', away);
    document.addEventListener('keydown', escape);
    return () => { document.removeEventListener('pointerdown', away); document.removeEventListener('keydown', escape); };
  }, [open]);
  return (
    <div class="menu" ref={box}>
      <button type="button" class="quiet" aria-expanded={open} aria-haspopup="true" onClick={() => setOpen(!open)}><Icon name={props.icon} /><span class="wide">{props.label}</span><span class="sr">{props.label}</span></button>
      {open && <div class={`sheet ${props.right ? 'right' : ''}`} onClick={() => setOpen(false)}>{props.children}</div>}
    </div>
  );
}

export function Slider(props: { name: string; value: number; least: number; most: number; change(n: number): void; title?: string }): JSX.Element {
  const most = Math.max(props.most, props.value);
  const enter = (s: string): void => { const n = Math.floor(Number(s)); if (s !== '' && Number.isFinite(n) && n >= 0 && n <= 1e6) props.change(n); };
  return (
    <label class="slider" title={props.title}>
      <i>{props.name}</i>
      <input type="range" min={props.least} max={most} value={props.value} onInput={(e) => enter(e.currentTarget.value)} aria-label={props.name} />
      <input type="number" min={props.least} value={props.value} onInput={(e) => enter(e.currentTarget.value)} aria-label={`${props.name}, as a number`} />
    </label>
  );
}

const grounds: Record<Warrant['kind'], string> = { computed: 'computed', proved: 'proved', checked: 'checked', conjectured: 'conjectured' };
export function Ground({ warrant }: { warrant: Warrant }): JSX.Element {
  return <p class="ground"><span class={`badge ${warrant.kind}`}>{grounds[warrant.kind] ?? 'answered'}</span> {warrant.text}</p>;
}

export function Copy({ text, label }: { text: string; label: string }): JSX.Element {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await toClipboard(text))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return <button type="button" class="small" onClick={() => void copy()}><Icon name={done ? 'check' : 'copy'} size={14} /> {done ? 'Copied' : label}</button>;
}

export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea'); // pages from a disk have no clipboard of their own
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

// The values of one heap, as a picture: n to the right, the value upwards, evenly or as a logarithm; bars while there is room, dots beyond. It
// can be looked into as a map can.
import { CanvasView, tick } from './canvas_view';
import { colourOf, css } from './colour';
import type { Values } from './map';

export interface Sequence { values: Values; absent: number; largest: number; outcome: boolean; name: string }
export interface SequenceTold { hover?(n: number | null): void; pick?(n: number): void; moved?(): void }

const margin = { left: 38, right: 8, top: 12, bottom: 26 };

export class SequencePlot extends CanvasView {
  data: Sequence | null = null;
  chosen: number | null = null;
  arrows: { to: number; wins: boolean }[] = [];
  marked: number[] = []; // exceptions
  families: { cells: number[]; colour: number }[] = [];
  hidden: ((n: number) => boolean) | null = null;
  marks = new Map<number, { text: string; colour: string }>();
  private view = { x: 0, px: 10 };
  private cursor: number | null = null;
  private logarithm = false;
  private home = 0; // how many values to show where the user has not chosen

  constructor(canvas: HTMLCanvasElement, private readonly told: SequenceTold = {}) {
    super(canvas);
    this.measure();
  }

  protected hover(x: number): void { this.point(this.at(x)); }
  protected leave(): void { this.point(null); }
  protected pick(x: number): void { const n = this.at(x); if (n !== null) this.told.pick?.(n); }
  protected shift(dx: number): void { this.view.x -= dx / this.view.px; this.settle(); }
  protected whole(): void { if (this.home > 0) this.fit(); }

  set(data: Sequence | null): void {
    this.data = data;
    if (data && this.home === 0) this.fit(data.values.length);
    this.redraw();
  }
  /** Values as their logarithms, or as they are. */
  setLogarithm(on: boolean): void { this.logarithm = on; this.redraw(); }
  /** How high a value stands, counted from 0. */
  private level(v: number): number { return this.logarithm ? Math.log2(1 + v) : v; }
  /** Shows that many values from 0 on. */
  fit(count = this.home): void {
    this.touched = false;
    this.home = count;
    this.view = { x: 0, px: Math.min(40, this.plot / Math.max(1, count)) };
    this.settle();
  }
  get where(): { x: number; y: number; px: number } { return { x: this.view.x, y: 0, px: this.view.px }; }
  setView(x: number, px: number): void { this.touched = true; this.view = { x, px }; this.settle(); }
  get reach(): number { return Math.ceil(this.view.x + this.plot / this.view.px); }
  private get plot(): number { return Math.max(10, this.width - margin.left - margin.right); }

  zoom(f: number): void { this.zoomAt(margin.left, 0, f); }
  protected zoomAt(x: number, _y: number, f: number): void {
    this.touched = true;
    const n = this.view.x + (x - margin.left) / this.view.px;
    this.view.px = Math.max(0.01, Math.min(60, this.view.px * f));
    this.view.x = n - (x - margin.left) / this.view.px;
    this.settle();
  }
  private settle(): void { this.view.x = Math.max(0, this.view.x); this.told.moved?.(); this.redraw(); }
  private at(x: number): number | null {
    const n = Math.floor(this.view.x + (x - margin.left) / this.view.px);
    return this.data && x >= margin.left && n >= 0 && n < this.data.values.length ? n : null;
  }
  private point(n: number | null): void {
    if (n === this.cursor) return;
    this.cursor = n;
    this.told.hover?.(n);
    this.redraw();
  }
  protected walk(e: KeyboardEvent): boolean {
    if ((e.key === 'ArrowLeft' || e.key === 'ArrowRight') && this.data) {
      const from = this.cursor ?? this.chosen;
      const step = (e.key === 'ArrowRight' ? 1 : -1) * (e.shiftKey ? 10 : 1);
      this.point(from === null ? 0 : Math.max(0, Math.min(this.data.values.length - 1, from + step)));
      return true;
    }
    if ((e.key === 'Enter' || e.key === ' ') && this.cursor !== null) { this.told.pick?.(this.cursor); return true; }
    return false;
  }

  draw(): void {
    const g = this.clean();
    const data = this.data;
    if (!data || this.width === 0) return;
    const { x, px } = this.view;
    const base = this.height - margin.bottom;
    const first = Math.floor(x);
    const last = Math.min(data.values.length - 1, Math.floor(x + this.plot / px));
    let top = 1;
    for (let n = first; n <= last; ++n) if (data.values[n] !== data.absent) top = Math.max(top, data.values[n]!);
    const unit = (base - margin.top) / (this.level(top) + 1);
    const high = (v: number): number => base - (this.level(v) + 1) * unit;
    const left = (n: number): number => margin.left + (n - x) * px;
    this.scale(g, top, unit, base, first, last);
    g.save();
    g.beginPath();
    g.rect(margin.left, 0, this.plot, base + 1);
    g.clip();
    const colours = new Map<number, string>();
    const colour = (v: number): string => { let c = colours.get(v); if (!c) colours.set(v, (c = css(colourOf(this.palette, data, v)))); return c; };
    for (let n = first; n <= last; ++n) {
      const v = data.values[n]!;
      if (v === data.absent) continue;
      if (this.hidden?.(n)) { g.fillStyle = css(this.palette.hidden); g.fillRect(left(n) + (px > 4 ? 0.5 : 0), margin.top, Math.max(1, px - (px > 4 ? 1 : 0)), base - margin.top); this.mark(g, n, left(n) + px / 2, base - 14); continue; }
      g.fillStyle = colour(v);
      if (px >= 3) g.fillRect(left(n) + 0.5, high(v), px - 1, base - high(v));
      else g.fillRect(left(n) - 0.5, high(v), Math.max(1.5, px), Math.max(1.5, Math.min(unit, 3)));
      if (px >= 18) { g.fillStyle = this.palette.faint; g.font = '11px system-ui, sans-serif'; g.textAlign = 'center'; g.textBaseline = 'bottom'; g.fillText(data.outcome ? (v === 0 ? 'P' : 'N') : String(v), left(n) + px / 2, Math.max(12, high(v) - 1)); }
    }
    for (const f of this.families) { g.strokeStyle = this.palette.family[f.colour % this.palette.family.length]!; g.lineWidth = 2; for (const n of f.cells) if (n >= first && n <= last) g.strokeRect(left(n) + 1, high(data.values[n]!) + 1, Math.max(2, px - 2), Math.max(2, base - high(data.values[n]!) - 2)); }
    g.strokeStyle = this.palette.alarm;
    g.lineWidth = 2.5;
    for (const n of this.marked) { const m = left(n) + px / 2; const y = high(data.values[n] ?? 0); g.beginPath(); g.moveTo(m - 5, y - 5); g.lineTo(m + 5, y + 5); g.moveTo(m - 5, y + 5); g.lineTo(m + 5, y - 5); g.stroke(); }
    this.jumps(g, left, high);
    for (const [n, c, w] of [[this.cursor, this.palette.ink, 1.5], [this.chosen, this.palette.accent, 2.5]] as const)
      if (n !== null && n < data.values.length) { g.strokeStyle = c; g.lineWidth = w; g.strokeRect(left(n), this.hidden?.(n) ? margin.top : high(data.values[n]!), Math.max(3, px), base - (this.hidden?.(n) ? margin.top : high(data.values[n]!))); }
    g.restore();
  }

  private mark(g: CanvasRenderingContext2D, n: number, x: number, y: number): void {
    const mark = this.marks.get(n);
    if (!mark || this.view.px < 8) return;
    g.fillStyle = mark.colour;
    g.font = 'bold 13px system-ui, sans-serif';
    g.textAlign = 'center';
    g.fillText(mark.text, x, y);
  }

  private jumps(g: CanvasRenderingContext2D, left: (n: number) => number, high: (v: number) => number): void {
    if (this.chosen === null || !this.data) return;
    const from = left(this.chosen) + this.view.px / 2;
    for (const a of this.arrows) {
      const to = left(a.to) + this.view.px / 2;
      g.strokeStyle = a.wins ? this.palette.accent : this.palette.faint;
      g.globalAlpha = a.wins ? 1 : 0.5;
      g.lineWidth = a.wins ? 2.5 : 1;
      const y0 = high(this.data.values[this.chosen]!);
      const y1 = high(this.data.values[a.to]!);
      g.beginPath();
      g.moveTo(from, y0);
      g.quadraticCurveTo((from + to) / 2, Math.max(4, Math.min(y0, y1) - 40), to, y1);
      g.stroke();
      g.globalAlpha = 1;
    }
  }

  private scale(g: CanvasRenderingContext2D, top: number, unit: number, base: number, first: number, last: number): void {
    g.font = '11px system-ui, sans-serif';
    g.fillStyle = this.palette.faint;
    g.strokeStyle = this.palette.line;
    g.lineWidth = 1;
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    const rise = tick(18 / unit);
    for (const v of this.logarithm ? decades(top) : Array.from({ length: Math.floor(top / rise) + 1 }, (_, i) => i * rise)) {
      const y = Math.round(base - (this.level(v) + 1) * unit) + 0.5;
      g.beginPath(); g.moveTo(margin.left, y); g.lineTo(this.width - margin.right, y); g.stroke();
      g.fillText(this.data!.outcome ? (v === 0 ? 'P' : 'N') : String(v), margin.left - 6, y);
    }
    g.textAlign = 'center';
    g.textBaseline = 'top';
    const step = tick(44 / this.view.px);
    for (let n = Math.ceil(first / step) * step; n <= last; n += step) g.fillText(String(n), margin.left + (n - this.view.x + 0.5) * this.view.px, base + 5);
    g.font = 'italic 13px Georgia, serif';
    g.fillStyle = this.palette.ink;
    g.textAlign = 'right';
    g.fillText(this.data!.name, this.width - 4, this.height - 15);
  }
}

/** 0, 1, 2, 5, 10, 20, 50, ... */
function decades(top: number): number[] {
  const all = [0];
  for (let v = 1; v <= top; v = tick(v + 1)) all.push(v);
  return all;
}

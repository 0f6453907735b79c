// A map of values that can be looked into: x to the right, y upwards, one colour a value. The wheel or two fingers zoom, dragging moves,
// hovering tells the cell, a click picks it; arrow keys walk, Enter picks, + and - zoom. The data may come from the engine (the lab) or from
// the page itself (a study). No framework and nothing but colours and gestures is used, so that it can be embedded alone.
//
// Nothing lies: a cell is drawn as itself while it covers a pixel; below that a pixel is the mean of the cells under it (a pyramid of
// halved sheets), and `reduced` says so. Cost: one pass over the cells for a new table, one drawImage a frame.
import { CanvasView, tick } from './canvas_view';
import { colourOf, inkOn, packed, pixels, type Palette, type Rgb } from './colour';

export type Values = Uint8Array | Uint16Array | Uint32Array;
export interface Grid {
  columns: number;
  rows: number;
  values: Values; // values[x * rows + y]
  absent: number; // stands for: not a position
  largest: number;
  outcome: boolean; // 0 is P, anything else N
  names: [string, string];
}
export interface Cell { x: number; y: number }
export interface Arrow { to: Cell; wins: boolean }
export interface Family { cells: Cell[]; colour: number }

export interface Told {
  hover?(cell: Cell | null): void;
  pick?(cell: Cell): void;
  moved?(): void; // the view has changed
}

const margin = { left: 34, bottom: 24, top: 8, right: 8 };
const digits = 20; // pixels a cell needs for its number

export class ValueMap extends CanvasView {
  grid: Grid | null = null;
  reduced = false;
  /** What is under a veil: hidden(x, y) says so; marks are what somebody wrote there. */
  hidden: ((x: number, y: number) => boolean) | null = null;
  marks = new Map<string, { text: string; colour: string }>();
  families: Family[] = [];
  exceptions: Cell[] = [];
  chosen: Cell | null = null;
  arrows: Arrow[] = [];

  private view = { x: 0, y: 0, px: 8 };
  private cursor: Cell | null = null;
  private sheets: HTMLCanvasElement[] = [];
  private blink = 0;
  private home: [number, number] | null = null; // how many cells to show where the user has not chosen

  constructor(canvas: HTMLCanvasElement, private readonly told: Told = {}) {
    super(canvas);
    this.measure();
  }

  override destroy(): void {
    super.destroy();
    clearTimeout(this.blink);
  }

  protected hover(x: number, y: number): void { this.point(this.at(x, y)); }
  protected leave(): void { this.point(null); }
  protected pick(x: number, y: number): void { const c = this.at(x, y); if (c) this.told.pick?.(c); }
  protected shift(dx: number, dy: number): void { this.view.x -= dx / this.view.px; this.view.y += dy / this.view.px; this.settle(); }
  protected whole(): void { if (this.home) this.fit(...this.home); }

  /** New values. The view stays where it is; the first time the whole is shown. */
  set(grid: Grid | null): void {
    this.grid = grid && grid.columns > 0 && grid.rows > 0 ? grid : null;
    this.sheets = [];
    if (grid && !this.home) this.fit(grid.columns, grid.rows);
    this.redraw();
  }

  /** Shows columns x rows cells, from the origin, as large as they fit. */
  fit(columns: number, rows: number): void {
    this.touched = false;
    this.home = [columns, rows];
    const px = Math.min(this.plotWidth / columns, this.plotHeight / rows);
    this.view = { x: 0, y: 0, px: Math.max(0.05, px > 3 ? Math.floor(px) : px) };
    this.settle();
  }

  setView(x: number, y: number, px: number): void {
    this.touched = true;
    this.view = { x, y, px };
    this.settle();
  }

  get where(): { x: number; y: number; px: number } { return { ...this.view }; }
  /** The largest cell that can be seen. */
  get reach(): Cell {
    return { x: Math.ceil(this.view.x + this.plotWidth / this.view.px), y: Math.ceil(this.view.y + this.plotHeight / this.view.px) };
  }
  private get plotWidth(): number { return Math.max(10, this.width - margin.left - margin.right); }
  private get plotHeight(): number { return Math.max(10, this.height - margin.bottom - margin.top); }

  value(x: number, y: number): number | null {
    const g = this.grid;
    if (!g || x < 0 || y < 0 || x >= g.columns || y >= g.rows) return null;
    const v = g.values[x * g.rows + y]!;
    return v === g.absent ? null : v;
  }

  at(px: number, py: number): Cell | null {
    if (px < margin.left || py > this.height - margin.bottom || !this.grid) return null;
    const x = Math.floor(this.view.x + (px - margin.left) / this.view.px);
    const y = Math.floor(this.view.y + (this.height - margin.bottom - py) / this.view.px);
    return x >= 0 && y >= 0 && x < this.grid.columns && y < this.grid.rows ? { x, y } : null;
  }

  /** The middle of a cell, in pixels of the canvas. */
  middle(c: Cell): { x: number; y: number } {
    return { x: margin.left + (c.x - this.view.x + 0.5) * this.view.px, y: this.height - margin.bottom - (c.y - this.view.y + 0.5) * this.view.px };
  }

  zoomAt(px: number, py: number, factor: number): void {
    this.touched = true;
    const v = this.view;
    const ax = px - margin.left;
    const ay = this.height - margin.bottom - py;
    const x = v.x + ax / v.px;
    const y = v.y + ay / v.px;
    v.px = Math.max(0.12, Math.min(72, v.px * factor));
    v.x = x - ax / v.px;
    v.y = y - ay / v.px;
    this.settle();
  }

  zoom(factor: number): void { this.zoomAt(margin.left + (this.view.x > 0 ? this.plotWidth / 2 : 0), this.height - margin.bottom - (this.view.y > 0 ? this.plotHeight / 2 : 0), factor); }

  private settle(): void {
    this.view.x = Math.max(0, this.view.x);
    this.view.y = Math.max(0, this.view.y);
    this.told.moved?.();
    this.redraw();
  }

  private point(c: Cell | null): void {
    if (c?.x === this.cursor?.x && c?.y === this.cursor?.y) return;
    this.cursor = c;
    this.told.hover?.(c);
    this.redraw();
  }

  protected walk(e: KeyboardEvent): boolean {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[e.key];
    if (step && this.grid) {
      const far = e.shiftKey ? 10 : 1;
      const from = this.cursor ?? this.chosen ?? { x: 0, y: 0 };
      const to = this.cursor ?? this.chosen ? { x: from.x + far * step[0], y: from.y + far * step[1] } : from;
      to.x = Math.max(0, Math.min(this.grid.columns - 1, to.x));
      to.y = Math.max(0, Math.min(this.grid.rows - 1, to.y));
      this.show(to);
      this.point(to);
      return true;
    }
    if ((e.key === 'Enter' || e.key === ' ') && this.cursor) { this.told.pick?.(this.cursor); return true; }
    return false;
  }

  /** Moves the view so that the cell is in it. */
  show(c: Cell): void {
    const v = this.view;
    const w = this.plotWidth / v.px;
    const h = this.plotHeight / v.px;
    if (c.x < v.x) v.x = c.x; else if (c.x + 1 > v.x + w) v.x = c.x + 1 - w;
    if (c.y < v.y) v.y = c.y; else if (c.y + 1 > v.y + h) v.y = c.y + 1 - h;
    this.settle();
  }

  override setPalette(palette: Palette): void {
    this.sheets = [];
    super.setPalette(palette);
  }

  /** The sheet on which a pixel is the mean of 2^level x 2^level cells. */
  private sheet(level: number): HTMLCanvasElement {
    if (!this.sheets[level]) this.sheets[level] = level === 0 ? this.firstSheet() : halved(this.sheet(level - 1));
    return this.sheets[level]!;
  }

  private firstSheet(): HTMLCanvasElement {
    const { columns, rows, values, absent } = this.grid!;
    const image = new ImageData(columns, rows);
    const out = new Uint32Array(image.data.buffer);
    const table = pixels(this.palette, this.grid!);
    const hole = packed(this.palette.hole);
    const veil = packed(this.palette.hidden);
    const top = table.length - 1;
    for (let x = 0; x < columns; ++x)
      for (let y = 0; y < rows; ++y) {
        const v = values[x * rows + y]!;
        out[(rows - 1 - y) * columns + x] = v === absent ? hole : this.hidden?.(x, y) ? veil : table[v < top ? v : top]!;
      }
    const sheet = document.createElement('canvas');
    sheet.width = columns;
    sheet.height = rows;
    sheet.getContext('2d', { willReadFrequently: true })!.putImageData(image, 0, 0);
    return sheet;
  }

  /** What is hidden has changed. */
  veil(hidden: ((x: number, y: number) => boolean) | null): void {
    this.hidden = hidden;
    this.sheets = [];
    this.redraw();
  }

  draw(): void {
    const g = this.clean();
    const dpr = this.canvas.width / Math.max(1, this.width);
    if (!this.grid || this.width === 0) return;
    const { x, y, px } = this.view;
    const bottom = this.height - margin.bottom;
    // For programs that look at the picture: where it is, what is crossed.
    this.canvas.dataset.view = `${x} ${y} ${px}`;
    this.canvas.dataset.crossed = this.exceptions.map((c) => `${c.x},${c.y}`).join(' ');
    g.save();
    g.beginPath();
    g.rect(margin.left, margin.top, this.plotWidth, this.plotHeight);
    g.clip();
    const level = Math.max(0, Math.ceil(-Math.log2(px * dpr)));
    this.reduced = level > 0;
    const sheet = this.sheet(level);
    const size = px * 2 ** level; // of a pixel of the sheet
    g.imageSmoothingEnabled = level > 0;
    g.drawImage(sheet, margin.left - x * px, bottom - (sheet.height * size - y * px), sheet.width * size, sheet.height * size);
    if (px >= 14) this.gridLines(g);
    if (px >= digits) this.numbers(g);
    this.overlays(g);
    g.restore();
    this.axes(g);
  }

  private visible(): { x0: number; x1: number; y0: number; y1: number } {
    const { x, y, px } = this.view;
    return {
      x0: Math.floor(x), x1: Math.min(this.grid!.columns - 1, Math.floor(x + this.plotWidth / px)),
      y0: Math.floor(y), y1: Math.min(this.grid!.rows - 1, Math.floor(y + this.plotHeight / px)),
    };
  }

  private gridLines(g: CanvasRenderingContext2D): void {
    const { x0, x1, y0, y1 } = this.visible();
    g.strokeStyle = this.palette.ground;
    g.lineWidth = 1;
    g.beginPath();
    const low = this.corner({ x: x0, y: y0 });
    const high = this.corner({ x: x1 + 1, y: y1 + 1 });
    for (let i = x0; i <= x1 + 1; ++i) { const c = this.corner({ x: i, y: 0 }).x; g.moveTo(c, low.y); g.lineTo(c, high.y); }
    for (let j = y0; j <= y1 + 1; ++j) { const c = this.corner({ x: 0, y: j }).y; g.moveTo(low.x, c); g.lineTo(high.x, c); }
    g.stroke();
  }

  private numbers(g: CanvasRenderingContext2D): void {
    const { x0, x1, y0, y1 } = this.visible();
    const { px } = this.view;
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    for (let i = x0; i <= x1; ++i)
      for (let j = y0; j <= y1; ++j) {
        const v = this.value(i, j);
        if (v === null) continue;
        const mark = this.marks.get(`${i},${j}`);
        const veiled = this.hidden?.(i, j);
        if (veiled && !mark) continue;
        const text = mark ? mark.text : this.grid!.outcome ? (v === 0 ? 'P' : 'N') : String(v);
        const ground: Rgb = veiled ? this.palette.hidden : colourOf(this.palette, this.grid!, v);
        g.fillStyle = mark ? mark.colour : inkOn(ground);
        g.font = `${mark ? 'bold ' : ''}${Math.min(Math.floor(px * 0.46), Math.floor(px * 1.5 / text.length), 22)}px system-ui, sans-serif`;
        const m = this.middle({ x: i, y: j });
        g.fillText(text, m.x, m.y + 0.5);
      }
  }

  private corner(c: Cell): { x: number; y: number } {
    return { x: margin.left + (c.x - this.view.x) * this.view.px, y: this.height - margin.bottom - (c.y - this.view.y) * this.view.px };
  }

  private frameCell(g: CanvasRenderingContext2D, c: Cell, colour: string, width: number, grow = 0): void {
    const size = Math.max(this.view.px, 5) + 2 * grow;
    const m = this.middle(c);
    g.lineWidth = width;
    g.strokeStyle = colour;
    g.strokeRect(m.x - size / 2, m.y - size / 2, size, size);
  }

  private overlays(g: CanvasRenderingContext2D): void {
    const { px } = this.view;
    for (const family of this.families) {
      const colour = this.palette.family[family.colour % this.palette.family.length]!;
      const size = Math.max(px, 4);
      g.strokeStyle = colour;
      g.lineWidth = Math.max(1.2, Math.min(3, px / 7));
      const inset = g.lineWidth / 2;
      for (const c of family.cells) {
        const m = this.middle(c);
        if (m.x < -size || m.y < -size || m.x > this.width + size || m.y > this.height + size) continue;
        g.strokeRect(m.x - size / 2 + inset, m.y - size / 2 + inset, size - 2 * inset, size - 2 * inset);
      }
    }
    this.crosses(g);
    if (this.chosen) {
      for (const arrow of this.arrows) this.arrow(g, arrow);
      this.frameCell(g, this.chosen, this.palette.ground, 5);
      this.frameCell(g, this.chosen, this.palette.accent, 2.5);
    }
    if (this.cursor) this.frameCell(g, this.cursor, this.palette.ink, 1.5);
  }

  /** Exceptions are crossed and blink, unless the reader has asked for less motion. */
  private crosses(g: CanvasRenderingContext2D): void {
    clearTimeout(this.blink);
    if (this.exceptions.length === 0) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const on = calm || Math.floor(performance.now() / 600) % 2 === 0;
    for (const c of this.exceptions) {
      const m = this.middle(c);
      const r = Math.max(this.view.px / 2, 4.5);
      g.lineWidth = Math.max(2, Math.min(4, this.view.px / 6));
      g.strokeStyle = this.palette.alarm;
      g.globalAlpha = on ? 1 : 0.35;
      g.beginPath();
      g.moveTo(m.x - r, m.y - r); g.lineTo(m.x + r, m.y + r);
      g.moveTo(m.x - r, m.y + r); g.lineTo(m.x + r, m.y - r);
      g.stroke();
      this.frameCell(g, c, this.palette.alarm, 2, 2);
      g.globalAlpha = 1;
    }
    if (!calm) this.blink = window.setTimeout(() => this.redraw(), 600 - (performance.now() % 600) + 5);
  }

  private arrow(g: CanvasRenderingContext2D, arrow: Arrow): void {
    const a = this.middle(this.chosen!);
    const b = this.middle(arrow.to);
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    if (far < 2) return;
    const winning = arrow.wins;
    g.strokeStyle = g.fillStyle = winning ? this.palette.accent : this.palette.faint;
    g.globalAlpha = winning ? 1 : 0.55;
    if (winning || this.arrows.length <= 60) {
      g.lineWidth = winning ? 2.5 : 1;
      g.beginPath();
      g.moveTo(a.x, a.y);
      g.lineTo(b.x, b.y);
      g.stroke();
    }
    if (winning) {
      const u = { x: (b.x - a.x) / far, y: (b.y - a.y) / far };
      const h = Math.min(9, far / 2);
      g.beginPath();
      g.moveTo(b.x, b.y);
      g.lineTo(b.x - h * u.x + h * 0.5 * u.y, b.y - h * u.y - h * 0.5 * u.x);
      g.lineTo(b.x - h * u.x - h * 0.5 * u.y, b.y - h * u.y + h * 0.5 * u.x);
      g.fill();
    } else {
      g.beginPath();
      g.arc(b.x, b.y, Math.max(1.5, Math.min(3, this.view.px / 6)), 0, 7);
      g.fill();
    }
    g.globalAlpha = 1;
  }

  private axes(g: CanvasRenderingContext2D): void {
    const { x, y, px } = this.view;
    const step = tick(40 / px);
    const bottom = this.height - margin.bottom;
    g.fillStyle = this.palette.faint;
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'top';
    g.textAlign = 'center';
    const last = { x: this.grid!.columns - 1, y: this.grid!.rows - 1 };
    for (let i = Math.ceil(x / step) * step; i <= Math.min(last.x, x + this.plotWidth / px - 1); i += step) g.fillText(String(i), this.middle({ x: i, y: 0 }).x, bottom + 5);
    g.textBaseline = 'middle';
    g.textAlign = 'right';
    for (let j = Math.ceil(y / step) * step; j <= Math.min(last.y, y + this.plotHeight / px - 0.5); j += step) g.fillText(String(j), margin.left - 6, this.middle({ x: 0, y: j }).y);
    g.font = 'italic 13px Georgia, serif';
    g.fillStyle = this.palette.ink;
    g.textAlign = 'right';
    g.textBaseline = 'bottom';
    const right = Math.min(this.width - 4, this.corner({ x: last.x + 1, y: 0 }).x + 16);
    g.fillText(this.grid!.names[0], right, this.height - 1);
    g.textAlign = 'left';
    g.textBaseline = 'top';
    g.fillText(this.grid!.names[1], 3, Math.max(3, this.corner({ x: 0, y: last.y + 1 }).y - 4));
  }
}

function halved(from: HTMLCanvasElement): HTMLCanvasElement {
  const to = document.createElement('canvas');
  to.width = Math.max(1, Math.floor(from.width / 2));
  to.height = Math.max(1, Math.floor(from.height / 2));
  const a = from.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, from.width, from.height).data;
  const image = new ImageData(to.width, to.height);
  const b = image.data;
  // The origin is at the lower left: an odd row is dropped at the top.
  const skip = from.height - 2 * to.height;
  for (let j = 0; j < to.height; ++j)
    for (let i = 0; i < to.width; ++i) {
      const first = ((2 * j + skip) * from.width + 2 * i) * 4;
      const next = first + from.width * 4;
      const at = (j * to.width + i) * 4;
      for (let c = 0; c < 4; ++c) {
        const right = from.width > 1 ? 4 : 0;
        b[at + c] = (a[first + c]! + a[first + right + c]! + (a[next + c] ?? a[first + c]!) + (a[next + right + c] ?? a[first + right + c]!)) / 4;
      }
    }
  to.getContext('2d', { willReadFrequently: true })!.putImageData(image, 0, 0);
  return to;
}

// What every picture on a canvas shares, whatever it shows: colours, size, one drawing a frame, the keys that zoom. Its user's own view stays
// when the canvas changes its size; until there is one, the whole is shown.
import { light, type Palette } from './colour';
import { listen } from './gestures';

export abstract class CanvasView {
  palette: Palette = light;
  protected width = 0;
  protected height = 0;
  protected touched = false; // the user has chosen a view
  private frame = 0;
  private readonly release: () => void;
  private readonly sizes: ResizeObserver;

  /** Whoever derives calls `measure` at the end of his own constructor. */
  protected constructor(readonly canvas: HTMLCanvasElement) {
    this.release = listen(canvas, {
      hover: (x, y) => this.hover(x, y),
      leave: () => this.leave(),
      pick: (x, y) => this.pick(x, y),
      drag: (dx, dy) => { this.touched = true; this.shift(dx, dy); },
      zoom: (x, y, f) => this.zoomAt(x, y, f),
      key: (e) => this.key(e),
    });
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(canvas);
  }

  protected abstract hover(x: number, y: number): void;
  protected abstract leave(): void;
  protected abstract pick(x: number, y: number): void;
  protected abstract shift(dx: number, dy: number): void;
  protected abstract zoomAt(x: number, y: number, factor: number): void;
  /** Arrow keys and Enter; understood? */
  protected abstract walk(event: KeyboardEvent): boolean;
  abstract zoom(factor: number): void;
  /** The view to begin with. */
  protected abstract whole(): void;
  abstract draw(): void;

  destroy(): void {
    this.release();
    this.sizes.disconnect();
    cancelAnimationFrame(this.frame);
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.redraw();
  }

  redraw(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  protected measure(): void {
    const box = this.canvas.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const dpr = window.devicePixelRatio || 1;
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * dpr);
    this.canvas.height = Math.round(box.height * dpr);
    if (!this.touched) this.whole();
    this.draw();
  }

  /** An empty sheet, in pixels of the page. */
  protected clean(): CanvasRenderingContext2D {
    const g = this.canvas.getContext('2d')!;
    const dpr = this.canvas.width / Math.max(1, this.width);
    g.setTransform(dpr, 0, 0, dpr, 0, 0);
    g.fillStyle = this.palette.ground;
    g.fillRect(0, 0, this.width, this.height);
    return g;
  }

  private key(e: KeyboardEvent): boolean {
    if (e.key === '+' || e.key === '=') { this.zoom(1.4); return true; }
    if (e.key === '-') { this.zoom(1 / 1.4); return true; }
    if (e.key === '0') { this.whole(); return true; }
    return this.walk(e);
  }
}

/** 1, 2 or 5 times a power of ten, at least this. */
export function tick(least: number): number {
  let power = 1;
  for (;;) {
    for (const f of [1, 2, 5]) if (f * power >= least) return f * power;
    power *= 10;
  }
}

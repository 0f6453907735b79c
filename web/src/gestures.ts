// Pointer, wheel, pinch and keys on a canvas, told as four things: something is pointed at, picked, dragged or zoomed. A press that moves
// less than a few pixels is a pick; two fingers zoom about their middle.

export interface Gestures {
  hover(x: number, y: number): void;
  leave(): void;
  pick(x: number, y: number): void;
  drag(dx: number, dy: number): void;
  zoom(x: number, y: number, factor: number): void;
  key(event: KeyboardEvent): boolean; // understood?
}

interface Finger { x: number; y: number }

export function listen(canvas: HTMLCanvasElement, to: Gestures): () => void {
  const fingers = new Map<number, Finger>();
  let moved = 0;
  let pinched = false;
  const stop = new AbortController();
  const place = (e: PointerEvent | WheelEvent): Finger => {
    const box = canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const on = <K extends keyof HTMLElementEventMap>(name: K, f: (e: HTMLElementEventMap[K]) => void, passive = true): void =>
    canvas.addEventListener(name, f, { signal: stop.signal, passive });

  on('wheel', (e) => {
    e.preventDefault();
    const at = place(e);
    to.zoom(at.x, at.y, Math.exp(-e.deltaY * (e.deltaMode === 1 ? 18 : 1) / 400));
  }, false);
  on('pointerdown', (e) => {
    if (e.button !== 0) return;
    canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, place(e));
    if (fingers.size === 1) { moved = 0; pinched = false; }
    if (fingers.size === 2) pinched = true;
  });
  on('pointermove', (e) => {
    const at = place(e);
    const before = fingers.get(e.pointerId);
    if (!before) { to.hover(at.x, at.y); return; }
    if (fingers.size === 1) {
      moved += Math.abs(at.x - before.x) + Math.abs(at.y - before.y);
      if (moved > 6 && !pinched) to.drag(at.x - before.x, at.y - before.y);
      if (moved <= 6) return;
    } else {
      const other = [...fingers].find(([id]) => id !== e.pointerId)![1];
      const apart = (p: Finger): number => Math.max(10, Math.hypot(p.x - other.x, p.y - other.y));
      to.zoom((at.x + other.x) / 2, (at.y + other.y) / 2, apart(at) / apart(before));
      to.drag((at.x - before.x) / 2, (at.y - before.y) / 2);
    }
    fingers.set(e.pointerId, at);
  });
  const up = (e: PointerEvent): void => {
    const was = fingers.delete(e.pointerId);
    if (was && e.type === 'pointerup' && fingers.size === 0 && moved <= 6 && !pinched) {
      const at = place(e);
      to.hover(at.x, at.y);
      to.pick(at.x, at.y);
    }
  };
  on('pointerup', up);
  on('pointercancel', up);
  on('pointerleave', () => { if (fingers.size === 0) to.leave(); });
  on('keydown', (e) => { if (!e.ctrlKey && !e.metaKey && !e.altKey && to.key(e)) e.preventDefault(); }, false);
  return () => stop.abort();
}

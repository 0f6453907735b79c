// What is seen, as a file: the picture as SVG or PNG, the table as CSV, TeX or a b-file, the rules as .bouton. Tables are written by the engine.
import { faultOf, live } from './ask';
import { colourOf, css } from './colour';
import { download } from './files';
import { map, plot } from './map_pane';
import { pack, type Shared } from './share';
import type { ExportFormat } from './protocol';
import * as s from './state';
import { light } from './colour';
import { drawnClaim } from './claims_state';
import { moments } from './play_state';

const fileName = (ending: string): string => `${s.game.value?.name ?? 'rules'}.${ending}`;

export async function exportAs(format: ExportFormat): Promise<void> {
  const t = s.table.value;
  if (!t) return;
  const slice: Record<string, number> = {};
  for (const n of s.others.value) slice[n] = s.fixed.value[n] ?? s.usualFixed(n);
  const most = format === 'tex' ? 40 : 1000;
  try {
    const file = await live.ask('export', { ...s.about(), to: t.axes.map((a) => Math.min(a.to, t.axes.length === 1 ? 10_000 : most)), slice, what: s.game.value?.players ? 'values' : s.what.value, format }, { seconds: 20 });
    await download(file.name || fileName(format), new Blob([file.text], { type: file.type || 'text/plain' }));
  } catch (error) {
    s.notice.value = faultOf(error).message;
  }
}

export function saveRules(): void { void download(fileName('bouton'), s.text.value); }

export function savePng(): void {
  const canvas = s.axes.value.length === 1 ? plot?.canvas : map?.canvas;
  canvas?.toBlob((blob) => { if (blob) void download(fileName('png'), blob); });
}

/** The part of the map that is in view: a rectangle a run of equal cells. The engine's own drawing is not needed for it. */
export function svgOfView(): string | null {
  const t = s.table.value;
  if (!t || t.axes.length !== 2 || !map) return null;
  const rows = t.axes[1]!.to + 1;
  const v = map.where;
  const [x0, y0] = [Math.floor(v.x), Math.floor(v.y)];
  const [x1, y1] = [Math.min(t.axes[0]!.to, map.reach.x), Math.min(t.axes[1]!.to, map.reach.y)];
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > 250_000) return null;
  const size = 10;
  const scale = { largest: Math.max(1, t.largest), outcome: t.quantity === 'outcome' };
  const [w, h] = [(x1 - x0 + 1) * size, (y1 - y0 + 1) * size];
  const out = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-34 -6 ${w + 44} ${h + 34}" font-family="sans-serif" font-size="9">`, `<title>${escaped(t.instance)}</title>`];
  for (let y = y0; y <= y1; ++y)
    for (let x = x0; x <= x1;) {
      const value = t.cells[x * rows + y]!;
      let end = x + 1;
      while (end <= x1 && t.cells[end * rows + y] === value) ++end;
      if (value !== t.absent) out.push(`<rect x="${(x - x0) * size}" y="${h - (y - y0 + 1) * size}" width="${(end - x) * size}" height="${size}" fill="${css(colourOf(light, scale, value))}"/>`);
      x = end;
    }
  for (let x = Math.ceil(x0 / 10) * 10; x <= x1; x += 10) out.push(`<text x="${(x - x0 + 0.5) * size}" y="${h + 12}" text-anchor="middle">${x}</text>`);
  for (let y = Math.ceil(y0 / 10) * 10; y <= y1; y += 10) out.push(`<text x="-5" y="${h - (y - y0 + 0.5) * size + 3}" text-anchor="end">${y}</text>`);
  out.push(`<text x="${w}" y="${h + 25}" text-anchor="end" font-style="italic" font-size="12">${escaped(t.axes[0]!.name)}</text>`, `<text x="-30" y="6" font-style="italic" font-size="12">${escaped(t.axes[1]!.name)}</text>`, '</svg>');
  return out.join('\n');
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

export async function saveSvg(): Promise<void> {
  const svg = svgOfView();
  if (svg) await download(fileName('svg'), new Blob([svg], { type: 'image/svg+xml' }));
  else await exportAs('svg');
}

/** Everything that is on the screen, for a link. */
export function shared(): Shared {
  const file = s.library.value?.files.find((f) => f.path === s.path.value);
  const v = s.axes.value.length === 1 ? plot?.where : map?.where;
  const out: Shared = {
    ...(file && file.text === s.text.value ? { path: file.path } : { text: s.text.value }),
    page: s.page.value,
    game: s.game.value?.name,
    what: s.what.value,
  };
  if (Object.keys(s.given.value).length) out.arguments = s.given.value;
  if (s.piles.value !== 2) out.piles = s.piles.value;
  if (s.chosenAxes.value.length === 2) out.axes = s.chosenAxes.value;
  if (Object.keys(s.fixed.value).length) out.fixed = s.fixed.value;
  if (s.table.value) out.extent = Math.min(100_000, Math.max(...s.table.value.axes.map((a) => a.to + 1)));
  if (v) out.view = [v.x, v.y, v.px].map((n) => Math.round(n * 1000) / 1000);
  if (s.place.value) out.cell = s.place.value;
  if (drawnClaim.value !== null) out.family = drawnClaim.value;
  if (s.hide.value) out.hide = true;
  if (s.logarithm.value) out.log = true;
  const first = moments.value[0]?.reply.heaps;
  if (s.page.value === 'play' && first?.flat().every((n) => typeof n === 'number')) out.start = first as number[][];
  return out;
}

export async function link(): Promise<string> {
  const url = new URL(location.href);
  url.hash = await pack(shared());
  return url.href;
}

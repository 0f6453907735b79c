// Colours of values, the same as in Bouton's printed pictures (src/draw/colour): numbers run through viridis without its dark end, light to
// dark, and P-positions, in black, differ from every value in lightness too. On a dark page the scale is turned round and P is white.

export type Rgb = readonly [number, number, number];

const viridis: Rgb[] = [
  [68, 1, 84], [72, 36, 117], [65, 68, 135], [53, 95, 141], [42, 120, 142], [33, 145, 140],
  [34, 168, 132], [68, 191, 112], [122, 209, 81], [189, 223, 38], [253, 231, 37],
];

export interface Palette {
  p: Rgb;
  n: Rgb; // an N-position where outcomes are shown
  hole: Rgb; // not a position
  hidden: Rgb; // a position whose value is not shown
  sequential(t: number): Rgb;
  ground: string;
  ink: string;
  faint: string;
  line: string;
  accent: string;
  alarm: string;
  family: string[];
}

const mix = (a: Rgb, b: Rgb, t: number): Rgb => [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * t)) as unknown as Rgb;

function along(place: number): Rgb {
  const at = Math.max(0, Math.min(1, place)) * (viridis.length - 1);
  const below = Math.min(Math.floor(at), viridis.length - 2);
  return mix(viridis[below]!, viridis[below + 1]!, at - below);
}

const clamp = (t: number): number => Math.max(0, Math.min(1, t));

export const light: Palette = {
  p: [0, 0, 0], n: [214, 226, 240], hole: [240, 240, 240], hidden: [232, 234, 238],
  sequential: (t) => along(1 - clamp(t) * 0.76),
  ground: '#ffffff', ink: '#1d2330', faint: '#5b6472', line: '#d9dde4', accent: '#2456b8', alarm: '#c2410c',
  family: ['#d5398f', '#e08a00', '#0072b2', '#7a4fd0', '#b34700'],
};

export const dark: Palette = {
  p: [255, 255, 255], n: [43, 54, 72], hole: [24, 27, 33], hidden: [44, 50, 60],
  sequential: (t) => along(0.1 + clamp(t) * 0.78),
  ground: '#14171c', ink: '#e6e9ef', faint: '#9aa4b2', line: '#323945', accent: '#8fb4ff', alarm: '#ff8a5c',
  family: ['#ff7ac0', '#ffb84d', '#66c2ff', '#b79bff', '#ff9466'],
};

export interface Scale { largest: number; outcome: boolean }

export function colourOf(palette: Palette, scale: Scale, value: number): Rgb {
  if (value === 0) return palette.p;
  if (scale.outcome) return palette.n;
  return scale.largest <= 1 ? palette.sequential(0.35) : palette.sequential((value - 1) / (scale.largest - 1));
}

/** Black or white, whichever is easier to read on this ground (WCAG's lightness). */
export function inkOn([r, g, b]: Rgb): string {
  const linear = (c: number): number => Math.pow(c / 255, 2.2);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.23 ? '#000' : '#fff';
}

export const css = ([r, g, b]: Rgb): string => `rgb(${r},${g},${b})`;

/** A table of packed pixels, one a value, for writing images. */
export function pixels(palette: Palette, scale: Scale): Uint32Array {
  const table = new Uint32Array(Math.min(scale.largest, 65535) + 1);
  for (let v = 0; v < table.length; ++v) table[v] = packed(colourOf(palette, scale, v));
  return table;
}

export const packed = ([r, g, b]: Rgb): number => (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;

// Everything that is on the screen, in the address: JSON, deflated, base64url, after a version number. A link is text from strangers: it is
// unpacked within a bound, every field is looked at, and what does not fit is refused with a sentence.

export interface Shared {
  text?: string; // the rules; left out where they are a file of the library as it stands
  path?: string;
  game?: string;
  arguments?: Record<string, string>;
  page?: string;
  what?: string;
  piles?: number;
  axes?: string[];
  fixed?: Record<string, number>;
  extent?: number;
  view?: number[]; // x, y, pixels a cell
  cell?: number[];
  family?: number; // the claim drawn over the map
  hide?: boolean;
  log?: boolean; // a sequence's values as logarithms
  start?: number[][]; // a position to play from
}

const version = '1';
const longest = 400_000; // characters of the unpacked JSON
export class BadLink extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = (new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>)).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > longest) { void reader.cancel(); throw new BadLink('This link holds more than a page of rules can be.'); }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

export async function pack(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  let chars = '';
  for (const b of bytes) chars += String.fromCharCode(b);
  return `${version}.${btoa(chars).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

export async function unpack(fragment: string): Promise<Shared> {
  const dot = fragment.indexOf('.');
  const found = fragment.slice(0, Math.max(0, dot));
  if (!/^\d+$/.test(found)) throw new BadLink('The end of this address is not a link of the lab, so it was left aside.');
  if (found !== version) throw new BadLink(`This link was made by another version of the lab (${found.slice(0, 6)}; this one reads ${version}).`);
  let json: unknown;
  try {
    const chars = atob(fragment.slice(dot + 1).replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = await through(Uint8Array.from(chars, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink('This link is damaged: part of it is missing or was changed. Ask for it again, as a whole.');
  }
  return looked(json);
}

const isText = (v: unknown, most: number): v is string => typeof v === 'string' && v.length <= most;
const isWhole = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 0;
const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v);
const wholes = (v: unknown, most: number): v is number[] => Array.isArray(v) && v.length <= most && v.every(isWhole);

const fields: Record<keyof Shared, (v: unknown) => boolean> = {
  text: (v) => isText(v, longest),
  path: (v) => isText(v, 200) && /^(games|papers)\/([a-z0-9-]+\/)?[a-z0-9-]+\.bouton$/.test(v),
  game: (v) => isText(v, 100),
  arguments: (v) => isRecord(v) && Object.keys(v).length <= 20 && Object.entries(v).every(([k, t]) => isText(k, 60) && isText(t, 2000)),
  page: (v) => ['lab', 'play', 'circle', 'library'].includes(v as string),
  what: (v) => v === 'values' || v === 'outcomes',
  piles: (v) => isWhole(v) && v >= 1 && v <= 8,
  axes: (v) => Array.isArray(v) && v.length === 2 && v.every((a) => isText(a, 60)),
  fixed: (v) => isRecord(v) && Object.keys(v).length <= 20 && Object.entries(v).every(([k, n]) => isText(k, 60) && isWhole(n) && n <= 1e6),
  extent: (v) => isWhole(v) && v >= 1 && v <= 100_000,
  view: (v) => Array.isArray(v) && v.length === 3 && v.every((n) => typeof n === 'number' && Number.isFinite(n) && n >= 0 && n < 1e7),
  cell: (v) => wholes(v, 12),
  family: isWhole,
  hide: (v) => typeof v === 'boolean',
  log: (v) => typeof v === 'boolean',
  start: (v) => Array.isArray(v) && v.length <= 50 && v.every((h) => wholes(h, 12)),
};

function looked(json: unknown): Shared {
  if (!isRecord(json)) throw new BadLink('This link does not hold what a link of the lab holds.');
  const shared: Record<string, unknown> = {};
  for (const [name, fits] of Object.entries(fields)) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (value === undefined) continue;
    if (!fits(value)) throw new BadLink(`This link is damaged: its field “${name}” is not what it should be.`);
    shared[name] = value;
  }
  return shared as Shared;
}

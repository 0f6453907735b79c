// pack.mjs DIST: puts the engine into lab.html, and sees to it that the pages stay within their sizes.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = process.argv[2];
const wasm = readFileSync(join(dist, 'bouton.wasm.gz'));
const place = /(<script id="bouton-wasm"[^>]*>)[^<]*(<\/script>)/;
const page = readFileSync(join(dist, 'lab.html'), 'utf8');
if (!place.test(page)) throw new Error('lab.html has no place for the engine');
writeFileSync(join(dist, 'lab.html'), page.replace(place, (_, open, close) => open + wasm.toString('base64') + close));

const files = (folder) =>
  readdirSync(join(dist, folder)).flatMap((name) => {
    const path = join(folder, name);
    return statSync(join(dist, path)).isDirectory() ? files(path) : [path];
  });
// Fonts and whatever is loaded later count, too, but for Z3 and the other page.
const first = files('.').filter((name) => !name.startsWith('z3') && name !== 'lab.html');
const compressed = (name) => {
  const bytes = readFileSync(join(dist, name));
  return name.endsWith('.gz') || name.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
};
const total = first.reduce((sum, name) => sum + compressed(name), 0);
const lab = statSync(join(dist, 'lab.html')).size;
console.log(`index.html and all that it may load: ${total} bytes compressed; lab.html: ${lab} bytes`);
if (total > 1_300_000) throw new Error(`the first load has ${total} bytes, more than 1.3 MB`);
if (lab > 2_000_000) throw new Error(`lab.html has ${lab} bytes, more than 2 MB`);

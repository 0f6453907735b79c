// Two builds of the same page: static files (dist/index.html and its assets; any folder of any host, offline by a service worker), and with
// SINGLE=1 one file, dist/lab.html, that works from a disk. Both carry a content security policy: scripts and styles of their own only, no
// connection anywhere but to their own folder. MOCK=1 puts the stand-in for the engine (tests/mock) in place of the real one.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const single = process.env.SINGLE === '1';
const mock = process.env.MOCK === '1';
const viewer = process.env.VIEWER === '1'; // the map alone, as one script: dist/viewer.js (src/viewer.ts)

const policy = (scripts: string, styles: string, fonts: string, connect: string): string => [
  "default-src 'none'", `script-src ${scripts} 'wasm-unsafe-eval'`, `style-src ${styles}`, `img-src 'self' data: blob:`, `font-src ${fonts}`, `connect-src ${connect}`,
  "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "object-src 'none'"].join('; ');
const meta = (content: string): string => `<meta http-equiv="Content-Security-Policy" content="${content}">`;
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of the page made of files; a page served for development has none, since Vite's own client needs more. */
const files: Plugin = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: (html) => (single ? html : html.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n  ${meta(policy("'self'", "'self'", "'self'", "'self'"))}`)),
};

/** Script and style into the page itself. The style is allowed by its hash; the script travels compressed, and a few lines, allowed by their
 *  hash, unpack and start it ('strict-dynamic': what they start is theirs). The engine is put into #bouton-wasm by web/build. */
const unpack = `(async () => {
  const bytes = Uint8Array.from(atob(document.getElementById('bouton-page').textContent), (c) => c.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  document.head.append(script);
})();`;
const oneFile: Plugin = {
  name: 'one-file',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    if (!single) return;
    const page = Object.values(bundle).find((f) => f.fileName.endsWith('.html'));
    if (!page || page.type !== 'asset') throw new Error('no page was made');
    let html = String(page.source);
    let script = '';
    let style = '';
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type === 'chunk') script += file.code;
      else if (name.endsWith('.css')) style += String(file.source);
      if (file !== page) delete bundle[name];
    }
    html = html.replace(/\s*<script type="module"[^>]*><\/script>/g, '').replace(/\s*<link rel="(stylesheet|modulepreload|manifest|icon)"[^>]*>/g, '');
    html = html.replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n  ${meta(policy(`${hash(unpack)} 'strict-dynamic'`, hash(style), 'data:', "'none'"))}`);
    html = html.replace('</head>', () => `<style>${style}</style>\n</head>`);
    const packed = gzipSync(script, { level: 9 }).toString('base64');
    html = html.replace('</body>', () => `<script id="bouton-wasm" type="application/octet-stream"></script>\n<script id="bouton-page" type="application/octet-stream">${packed}</script>\n<script>${unpack}</script>\n</body>`);
    page.fileName = 'lab.html';
    page.source = html;
  },
};

/** Of KaTeX's fonts those that the engine's formulas use, as .woff2 only. */
const fonts: Plugin = {
  name: 'fonts',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('katex/dist/katex.css')) return null;
    const css = readFileSync(id, 'utf8');
    return css
      .replace(/@font-face\s*{[^}]*}/g, (face) => (/KaTeX_(Main-Regular|Main-Bold(?!Italic)|Math-Italic|AMS|Size[1-4])/.test(face) ? face : ''))
      .replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, '');
  },
};

/** The service worker's list of files, and a version that changes with any of them. */
let dist = '';
const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  configResolved(config) { dist = resolve(import.meta.dirname, config.build.outDir); },
  closeBundle() {
    if (single || viewer) return;
    const names = (folder: string): string[] => readdirSync(join(dist, folder)).flatMap((n) => (statSync(join(dist, folder, n)).isDirectory() ? names(join(folder, n)) : [join(folder, n)]));
    const kept = names('.').filter((n) => !/^(sw\.js|lab\.html)$|^z3\/|\.map$/.test(n)).sort();
    if (!kept.includes('bouton.wasm.gz')) kept.push('bouton.wasm.gz');
    const version = createHash('sha256');
    for (const n of kept) { version.update(n); try { version.update(readFileSync(join(dist, n))); } catch { /* the engine comes later */ } }
    const text = readFileSync(resolve(import.meta.dirname, 'src/sw.js'), 'utf8').replace('__FILES__', JSON.stringify(['./', ...kept])).replace('__VERSION__', version.digest('hex').slice(0, 16));
    writeFileSync(join(dist, 'sw.js'), text);
  },
};

export default defineConfig({
  base: './',
  plugins: [files, fonts, oneFile, offline],
  define: { __SINGLE_FILE__: JSON.stringify(single) },
  resolve: mock ? { alias: [{ find: /^\.\/engine$/, replacement: resolve(import.meta.dirname, 'tests/mock/engine.ts') }] } : {},
  publicDir: single || viewer ? false : 'public',
  worker: { format: single ? 'iife' : 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    assetsInlineLimit: single ? 100_000_000 : 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    ...(viewer ? { lib: { entry: 'src/viewer.ts', formats: ['iife' as const], name: 'boutonViewer', fileName: () => 'viewer.js' } } : {}),
    rolldownOptions: single ? { output: { format: 'iife', codeSplitting: false } } : {},
  },
});

// Browsers, a small server of static files, and the counting of tests. The browsers are Debian's; Firefox is driven by WebDriver BiDi.
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import { chromium, firefox } from 'playwright-core';

export const dist = resolve(process.env.LAB_DIST ?? join(import.meta.dirname, '../dist'));
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', webmanifest: 'application/manifest+json', json: 'application/json', woff2: 'font/woff2' };

/** dist under a folder of a host that knows little: no special headers, .gz as bytes. */
export async function serve(folder = '/some/folder/') {
  const requests = [];
  const server = createServer((question, answer) => {
    const path = decodeURIComponent(new URL(question.url, 'http://x').pathname);
    requests.push(path);
    const name = path.startsWith(folder) ? normalize(join(dist, path.slice(folder.length) || 'index.html')) : '';
    if (!name.startsWith(dist) || !existsSync(name) || statSync(name).isDirectory()) { answer.writeHead(404); answer.end('not here'); return; }
    answer.writeHead(200, { 'Content-Type': types[name.split('.').pop()] ?? 'application/octet-stream' });
    answer.end(readFileSync(name));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise((done) => { server.closeAllConnections(); server.close(done); });
  return { url: `http://127.0.0.1:${server.address().port}${folder}`, requests, close };
}

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
export const browsers = {
  chromium: () => chromium.launch({ executablePath: '/usr/bin/chromium', args: flags, timeout: 90_000 }),
  firefox: () => firefox.launch({ executablePath: '/usr/bin/firefox-esr', channel: 'moz-firefox', timeout: 90_000 }),
};

export class Tests {
  passed = 0;
  failed = 0;
  constructor(only) { this.only = only; }

  async run(name, body) {
    if (this.only && !name.includes(this.only)) return;
    const start = performance.now();
    try {
      await body();
      ++this.passed;
      console.log(`  ok      ${name}  (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++this.failed;
      console.log(`  FAILED  ${name}\n          ${String(error?.stack ?? error).split('\n').slice(0, 12).join('\n          ')}`);
    }
  }
}

export function equal(found, wanted, about = '') {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${about ? `${about}: ` : ''}found ${a}, wanted ${b}`);
}
export function holds(condition, about) {
  if (!condition) throw new Error(`not so: ${about}`);
}

/** A page that writes down whatever goes wrong in it (but that the tests themselves read pixels), and what it asks the network for. */
export async function open(browser, url, { phone = false, dark = false, wait = true } = {}) {
  const context = await browser.newContext({ viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, acceptDownloads: true });
  const page = await context.newPage();
  const wrong = [];
  const asked = [];
  page.on('console', (m) => { if ((m.type() === 'error' || m.type() === 'warning') && !m.text().includes('willReadFrequently')) wrong.push(`${m.type()}: ${m.text()}`); });
  page.on('pageerror', (e) => wrong.push(`exception: ${e.message}`));
  page.on('request', (r) => asked.push(r.url()));
  await page.addInitScript(() => { window.violations = []; addEventListener('securitypolicyviolation', (e) => window.violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`)); });
  if (dark) await page.addInitScript(() => { try { localStorage.setItem('bouton-dark', '1'); } catch { /* */ } });
  await page.goto(url);
  if (wait) await picture(page);
  return { context, page, wrong, asked };
}

/** The first or next picture is there, and nothing more is being computed. */
export async function picture(page) {
  await page.waitForFunction(() => /positions/.test(document.querySelector('.status')?.textContent ?? '') && document.querySelector('.map-pane')?.getAttribute('aria-busy') !== 'true', null, { timeout: 60_000 });
  const view = () => page.evaluate(() => document.querySelector('canvas.map:not([hidden])')?.dataset.view ?? '');
  for (let before = null, i = 0; i < 20; ++i) {
    const now = `${await view()} ${await page.locator('.status').textContent().catch(() => '')}`;
    if (now === before) return;
    before = now;
    await page.waitForTimeout(150);
  }
}

/** As by the keyboard: locator.fill() makes Chromium write inline styles, which no user's key does. */
export async function type(page, text) {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  // Firefox gets it key by key, so that the editor indents by itself.
  await page.keyboard.insertText(page.context().browser().browserType().name() === 'firefox' ? text.replace(/^ +/gm, '') : text);
  // On a busy machine the last key may come late.
  const bare = (t) => t.split('\n').map((l) => l.trim()).filter(Boolean).join('\n');
  for (let i = 0; i < 100 && bare(await page.locator('.cm-content').innerText()) !== bare(text); ++i) await page.waitForTimeout(100);
  await page.waitForFunction(() => document.querySelector('.map-pane')?.getAttribute('aria-busy') !== 'true', null, { timeout: 60_000 });
}

/** The middle of a cell, in pixels of the canvas. */
export async function middle(page, x, y) {
  return page.evaluate(([cx, cy]) => {
    const canvas = document.querySelector('canvas.map:not([hidden])');
    const [vx, vy, px] = canvas.dataset.view.split(' ').map(Number);
    return { x: 34 + (cx - vx + 0.5) * px, y: canvas.getBoundingClientRect().height - 24 - (cy - vy + 0.5) * px };
  }, [x, y]);
}
/** The colours of the cells (0, 0) to (n - 1, n - 1), by x and y. */
export async function pixelsOf(page, n) {
  return page.evaluate((count) => {
    const canvas = document.querySelector('canvas.map:not([hidden])');
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    const [vx, vy, px] = canvas.dataset.view.split(' ').map(Number);
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const at = (x, y) => { const i = 4 * (Math.round((box.height - 24 - (y - vy + 0.5) * px) * scale) * canvas.width + Math.round((34 + (x - vx + 0.5) * px) * scale)); return [data[i], data[i + 1], data[i + 2]]; };
    return Array.from({ length: count }, (_, x) => Array.from({ length: count }, (_, y) => at(x, y)));
  }, n);
}
export const pickCell = async (page, x, y) => page.locator('canvas.map:not([hidden])').click({ position: await middle(page, x, y) });

// The start: colours, what the address holds, the library, the page; offline by the service worker where there is one.
import { batch } from '@preact/signals';
import { render } from 'preact';
import { App } from './app';
import { live } from './ask';
import { draw } from './claims_state';
import { first } from './first';
import { map, plot } from './map_pane';
import { begin, startWith } from './play_state';
import { BadLink, unpack, type Shared } from './share';
import * as s from './state';
import './styles.css';

const fragment = location.hash.slice(1);
// The library is not waited for, unless the link names one of its files: the first picture comes first.
const library = live.library().then((l) => { s.library.value = l; return l; }, () => null);

async function fromLink(shared: Shared): Promise<void> {
  const file = shared.path ? (await library)?.files.find((f) => f.path === shared.path) : undefined;
  const text = shared.text ?? file?.text;
  if (text === undefined) throw new BadLink('This link names a file that the library does not have.');
  batch(() => {
    s.text.value = text;
    s.path.value = file && shared.text === undefined ? file.path : undefined;
    s.gameName.value = shared.game ?? '';
    s.given.value = shared.arguments ?? {};
    if (shared.page) s.page.value = shared.page as s.Page;
    if (shared.what) s.what.value = shared.what as 'values';
    if (shared.piles) s.piles.value = shared.piles;
    if (shared.axes) s.chosenAxes.value = shared.axes;
    if (shared.fixed) s.fixed.value = shared.fixed;
    if (shared.extent) s.extent.value = Math.min(2000, shared.extent);
    if (shared.hide) s.hide.value = true;
    if (shared.log) s.logarithm.value = true;
  });
  await s.read();
  if (shared.start) { startWith(shared.start); if (s.page.value === 'play') void begin(); }
  s.extent.value = 0;
  if (shared.view) { const [x, y, px] = shared.view as [number, number, number]; if (s.axes.value.length === 1) plot?.setView(x, Math.max(0.01, px)); else map?.setView(x, y, Math.max(0.12, Math.min(72, px))); }
  if (shared.cell && shared.cell.length === s.names.value.length) await s.choose(shared.cell);
  const claim = s.opened.value?.claims[shared.family ?? -1];
  if (claim) await draw(claim);
}

function open(): void {
  const app = document.getElementById('app')!;
  app.replaceChildren();
  render(<App />, app);
}

async function start(hash: string): Promise<void> {
  if (hash) {
    try {
      const shared = await unpack(hash);
      open();
      await fromLink(shared);
      return;
    } catch (error) {
      s.notice.value = error instanceof BadLink ? error.message : 'This link could not be opened.';
    }
  }
  s.text.value = first;
  open();
  await s.read();
}

void start(fragment);
window.addEventListener('hashchange', () => {
  const hash = location.hash.slice(1);
  if (hash) void unpack(hash).then(fromLink).catch((error: unknown) => { s.notice.value = error instanceof BadLink ? error.message : 'This link could not be opened.'; });
});

declare const __SINGLE_FILE__: boolean;
if (!__SINGLE_FILE__ && import.meta.env.PROD && 'serviceWorker' in navigator && location.protocol.startsWith('http'))
  window.addEventListener('load', () => void navigator.serviceWorker.register('sw.js').catch(() => { /* the page works without */ }));

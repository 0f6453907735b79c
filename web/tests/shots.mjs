// shots.mjs OUT [BROWSER]: pictures of every page, on a desk and a phone, light and dark, to be looked at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browsers, open, pickCell, serve } from './harness.mjs';

const [out, name = 'chromium'] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = await serve();
const browser = await browsers[name]();

async function shoot(phone, dark) {
  const { page, context, wrong } = await open(browser, server.url, { phone, dark });
  const kind = `${phone ? 'phone' : 'desk'}-${dark ? 'dark' : 'light'}`;
  const take = async (what) => { await page.waitForTimeout(700); await page.screenshot({ path: join(out, `${kind}-${what}.png`) }); };
  const go = (words) => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: words }).click();
  const pane = (words) => page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: words }).click();
  await page.locator('.claim.bad').waitFor({ timeout: 30_000, state: 'attached' });
  await pickCell(page, 7, 11);
  await take('lab');
  if (phone) for (const what of ['Rules', 'Claims']) { await pane(what); await take(what.toLowerCase()); }
  await page.locator('.claim-head').first().click();
  await page.locator('.claim').first().getByRole('button', { name: 'Draw on the map' }).click();
  await page.locator('.claim.bad').getByRole('button', { name: 'Show on the map' }).click();
  if (phone) await pane('Map');
  await take('families');
  for (const what of ['Play', 'Circle', 'Library']) { await go(what); await take(what.toLowerCase()); }
  await page.locator('.card-open').first().click();
  await page.waitForTimeout(2500);
  await take('paper');
  console.log(kind, wrong);
  await context.close();
}

for (const phone of [false, true]) for (const dark of [false, true]) await shoot(phone, dark);
await browser.close();
await server.close();

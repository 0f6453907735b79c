// The lab in a browser, as somebody uses it: types, looks, clicks, plays, shares, goes offline. Values are compared with tests/oracle.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { dist, equal, holds, middle, open, picture, pickCell, pixelsOf, serve, type } from './harness.mjs';
import { josephus, maximum, wythoff } from './oracle.mjs';

const game = `game mine (x, y)
  move (x - t, y) for 1 <= t <= x
  move (x, y - t) for 1 <= t <= y
  move (x - t, y - t) for 1 <= t <= min(x, y)
`;
const colour = { p: [0, 0, 0], n: [214, 226, 240] };
const told = (page) => page.locator('.told').textContent();
const quiet = (one) => equal(one.wrong, [], 'console');

async function typing(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, game.replace('1 <= t <= x\n', '1 <= t <= 2x\n'));
  await page.locator('.mistake p').waitFor();
  const words = await page.locator('.mistake p').textContent();
  holds(words.includes('Line 2') && words.includes('2*x'), `the mistake is at its place and says what to do: ${words}`);
  holds(await page.locator('.cm-lintRange-error').count() > 0, 'it is underlined');
  // Mended by the keys.
  await page.locator('.cm-content').press('ControlOrMeta+Home');
  for (const key of ['ArrowDown', 'End', 'Backspace', 'Backspace', 'x']) await page.keyboard.press(key);
  await page.locator('.mistake p').waitFor({ state: 'detached' });
  await picture(page);
  equal(await page.locator('.map-pane h2').textContent(), 'mine');
  quiet(one);
  await one.context.close();
}

async function pixels(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, game);
  await picture(page);
  await page.getByRole('button', { name: 'P / N' }).click();
  await picture(page);
  await page.waitForTimeout(300);
  const outcomes = await pixelsOf(page, 14);
  for (let x = 0; x < 14; ++x) for (let y = 0; y < 14; ++y) equal(outcomes[x][y], wythoff([x, y]) === 0 ? colour.p : colour.n, `pixel of (${x}, ${y})`);
  await page.getByRole('button', { name: 'Values', exact: true }).click();
  await picture(page);
  await page.waitForTimeout(300);
  const seen = new Map();
  const values = await pixelsOf(page, 10);
  for (let x = 0; x < 10; ++x) for (let y = 0; y < 10; ++y) {
    const v = wythoff([x, y]);
    const c = JSON.stringify(values[x][y]);
    if (!seen.has(v)) seen.set(v, c);
    equal(c, seen.get(v), `colour of the value ${v} at (${x}, ${y})`);
  }
  equal(new Set(seen.values()).size, seen.size, 'different values have different colours');
  quiet(one);
  await one.context.close();
}

async function cells(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, game);
  await picture(page);
  for (const [x, y] of [[0, 0], [1, 2], [7, 4], [12, 12], [3, 20], [21, 34]]) {
    await page.locator('canvas.map:not([hidden])').hover({ position: await middle(page, x, y) });
    const words = await told(page);
    holds(words.startsWith(`(${x}, ${y})`) && words.replace(/^[^)]*\)/, '').trim().startsWith(String(wythoff([x, y]))), `hover over (${x}, ${y}): ${words}`);
  }
  await pickCell(page, 3, 4);
  await page.locator('.cell .where', { hasText: '(3, 4)' }).waitFor();
  equal(await page.locator('.cell .verdict b').textContent(), String(wythoff([3, 4])));
  const moves = await page.locator('.cell .moves h3').textContent();
  const winning = [[0, 4], [1, 4], [2, 4], [3, 0], [3, 1], [3, 2], [3, 3], [2, 3], [1, 2], [0, 1]].filter((p) => wythoff(p) === 0);
  holds(moves.startsWith('10 moves') && moves.includes(`${winning.length} win`), moves);
  equal((await page.locator('.cell .moves li.wins button').allTextContents()).sort(), winning.map((p) => `(${p.join(', ')})`).sort());
  equal(await page.locator('.cell .chip.missing').textContent(), String(wythoff([3, 4])));
  holds((await page.locator('.cell .ground').textContent()).includes('computed'), 'the ground is named');
  // With the keyboard alone.
  await page.locator('canvas.map:not([hidden])').focus();
  await page.keyboard.press('ArrowRight');
  holds((await told(page)).startsWith('(4, 4)'), `an arrow key walks: ${await told(page)}`);
  await page.keyboard.press('Enter');
  await page.locator('.cell .where', { hasText: '(4, 4)' }).waitFor();
  quiet(one);
  await one.context.close();
}

async function claims(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await page.locator('.claim.good', { hasText: 'golden ratio' }).waitFor({ timeout: 30_000 });
  const bad = page.locator('.claim.bad', { hasText: 'guess' });
  await bad.waitFor({ timeout: 30_000 });
  const at = /x = (\d+), y = (\d+)/.exec(await bad.locator('.counter code').textContent()).slice(1).map(Number);
  const inGuess = (x, y) => [[2, 3], [3, 2]].some(([a, b]) => x % a === 0 && x / a === y / b);
  holds((wythoff(at) === 0) !== inGuess(...at), `(${at}) is a counterexample`);
  await bad.getByRole('button', { name: 'Show on the map' }).click();
  await page.waitForFunction((c) => document.querySelector('canvas.map:not([hidden])').dataset.crossed === c, at.join(','));
  await type(page, 'game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a\ntheorem "Guy, Smith": grundy has period 12 after 71  to 300\n');
  await page.locator('.claim.good', { hasText: 'Guy, Smith' }).waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Prove', exact: true }).first().click();
  await page.locator('.claim.gold', { hasText: 'Guy, Smith' }).waitFor({ timeout: 60_000 });
  quiet(one);
  await one.context.close();
}

/** Asks for all hints of a move and does what the last one says. */
async function byHints(page) {
  for (let i = 0; i < 3; ++i) if (await page.locator('.hints button').count()) await page.locator('.hints button').click();
  const words = (await page.locator('.hints p').allTextContents()).at(-1);
  return { words, to: /\(([\d, ]+)\)/.exec(words)[1].split(',').map(Number) };
}

async function play(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, 'game nim (a...)\n  move (a - t) for 1 <= t <= a\n');
  await picture(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByLabel('Start').fill('3 4 5');
  await page.keyboard.press('Enter');
  await page.locator('.heap').nth(2).waitFor();
  let now = [3, 4, 5];
  for (let turn = 0; turn < 20 && !(await page.locator('.over').count()); ++turn) {
    await page.locator('.hints button').waitFor();
    if (turn === 0) { await page.locator('.hints button').click(); holds(/win/i.test(await page.locator('.hints p').first().textContent()), 'the first hint says whether there is a winning move'); }
    now = (await page.locator('.heap-name b').allTextContents()).map(Number);
    const { to, words } = await byHints(page);
    const heap = to.findIndex((v, i) => v !== now[i]);
    equal(to.reduce((a, b) => a ^ b, 0), 0, `the hint leaves a nim-sum of 0 (${words})`);
    equal(to.filter((v, i) => v !== now[i]).length, 1, 'it changes one heap');
    await page.locator('.pile').nth(heap).locator('.stone').nth(to[heap]).click();
    await page.locator('.take .primary').click();
    await page.waitForFunction(() => document.querySelector('.over') || document.querySelector('.hints button'), null, { timeout: 15_000 });
  }
  equal(await page.locator('.over h2').textContent(), 'You win!');
  await page.getByRole('button', { name: 'Undo' }).click();
  equal(await page.locator('.over').count(), 0, 'a move taken back');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.heap-name b')].map((b) => b.textContent).join() === '3,4,5');
  // A stone that may not be taken alone is refused.
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  quiet(one);
  await one.context.close();
}

async function boards(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByLabel('Start').fill('4 3');
  await page.keyboard.press('Enter');
  await page.locator('.sq .queen').waitFor();
  await page.locator('.hints button').waitFor();
  const { to } = await byHints(page);
  equal(wythoff(to), 0, 'the hint leaves a P-position');
  await page.locator(`.sq[title="(${to.join(', ')})"]`).click();
  await page.waitForFunction(() => document.querySelectorAll('.history li').length >= 2, null, { timeout: 15_000 });
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await type(page, 'game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a\n');
  await picture(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByLabel('Start').fill('5');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.pin').length === 5);
  await page.locator('.pin').nth(0).click();
  await page.locator('.pin').nth(2).click(); // not a neighbour: the choice begins again
  equal(await page.locator('.pin.taken').count(), 1);
  await page.locator('.take .primary').click();
  await page.waitForFunction(() => document.querySelectorAll('.history li').length >= 1);
  holds((await page.locator('.history li').first().textContent()).includes('(2)'), 'the row is split');
  // Three players: a podium.
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await type(page, 'game three (a...)\n  players 3\n  move (a - t) for 1 <= t <= a\n');
  await picture(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Two people' }).click();
  await page.getByLabel('Start').fill('1 1');
  await page.keyboard.press('Enter');
  for (let i = 0; i < 2; ++i) { await page.waitForFunction((n) => document.querySelectorAll('.stone').length === n, 2 - i); await page.locator('.stone').first().click(); await page.locator('.take .primary').click(); }
  await page.locator('.podium').waitFor();
  equal(await page.locator('.podium li').allTextContents(), ['1 Player 2', '2 Player 1', '3 Player 3'], 'who is stuck comes last, who moved before him first');
  quiet(one);
  await one.context.close();
}

async function circle(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await page.getByRole('button', { name: 'Circle' }).click();
  const order = josephus(10, 3);
  const value = maximum(3);
  await page.waitForFunction(() => [...document.querySelectorAll('.seats tbody tr')].length === 10 && document.querySelector('.seats tbody td:nth-child(3)').textContent !== '');
  for (let i = 0; i < 9; ++i) {
    await page.getByRole('button', { name: 'Next' }).click();
    const words = await page.locator('.circle .big').textContent();
    holds(words.includes(i < 8 ? `Seat ${order[i]} goes as number ${i + 1}` : `Seat ${order[9]} is left`), `${i}: ${words}`);
  }
  const rows = await page.locator('.seats tbody tr').allTextContents();
  rows.forEach((row, i) => { const m = i + 1; equal(row, `${m}${30 - m}${value([30 - m])}${10 - value([30 - m])}${order.indexOf(m) + 1}`, `seat ${m}`); });
  quiet(one);
  await one.context.close();
}

async function sharing(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, `${game.replace('game mine (x, y)', 'game mine (x, y)\n  parameter k = 2')}claim "c" for x >= 0: outcome(x, x) = N  to 9 # ünïcode “text”\n`);
  await picture(page);
  await page.getByLabel('k, as a number').fill('5');
  await picture(page);
  await page.getByRole('button', { name: 'P / N' }).click();
  await page.getByRole('button', { name: 'Nearer' }).click();
  await picture(page);
  await pickCell(page, 5, 3);
  await page.locator('.cell .where', { hasText: '(5, 3)' }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('.share-box input').inputValue();
  holds(/#1\.[\w-]+$/.test(link), `a link: ${link.slice(0, 80)}`);
  const view = await page.locator('canvas.map:not([hidden])').getAttribute('data-view');
  const text = await page.locator('.cm-content').innerText();
  const other = await open(browser, link);
  equal(await other.page.locator('.cm-content').innerText(), text, 'the rules');
  equal(await other.page.getByLabel('k, as a number').inputValue(), '5', 'the parameter');
  await other.page.locator('.cell .where', { hasText: '(5, 3)' }).waitFor();
  equal(await other.page.getByRole('button', { name: 'P / N' }).getAttribute('aria-pressed'), 'true', 'outcomes');
  const [a, b] = [view, await other.page.locator('canvas.map:not([hidden])').getAttribute('data-view')].map((v) => v.split(' ').map((n) => Number(n).toFixed(2)));
  equal(b, a, 'the view');
  quiet(one);
  quiet(other);
  await other.context.close();
  for (const [bad, words] of [[`${link.slice(0, -7)}`, 'damaged'], [link.replace('#1.', '#2.'), 'version'], [`${url}#whatever`, 'left aside'], [`${url}#1.%%%`, 'damaged'], [link.replace(/#1\.(.{20})./, '#1.$1!'), 'damaged']]) {
    const third = await open(browser, bad);
    holds((await third.page.locator('.notice').textContent()).includes(words), `${words}: ${await third.page.locator('.notice').textContent()}`);
    equal(await third.page.locator('.map-pane h2').textContent(), 'wythoff', 'the page begins as usual');
    quiet(third);
    await third.context.close();
  }
  await one.context.close();
}

async function offline(browser) {
  const server = await serve('/deep/er/');
  const one = await open(browser, server.url);
  const { page } = one;
  holds(await page.evaluate(() => Promise.race([navigator.serviceWorker.ready.then(() => true), new Promise((r) => setTimeout(r, 30_000, false))])), 'the service worker is installed');
  await page.waitForFunction(async () => { const names = await caches.keys(); if (!names.length) return false; const kept = await (await caches.open(names[0])).keys(); return kept.some((r) => r.url.endsWith('bouton.wasm.gz')); }, null, { timeout: 30_000 });
  await page.waitForTimeout(500);
  await server.close();
  one.wrong.length = 0;
  await page.reload();
  await picture(page);
  await pickCell(page, 1, 2);
  await page.locator('.cell .verdict b', { hasText: '0' }).waitFor();
  await page.getByRole('button', { name: 'Library' }).click();
  await page.locator('.card').first().waitFor();
  await one.context.close();
}

async function fromDisk(browser) {
  const one = await open(browser, pathToFileURL(join(dist, 'lab.html')).href);
  const { page } = one;
  await pickCell(page, 3, 5);
  await page.locator('.cell .verdict b', { hasText: '0' }).waitFor();
  await page.locator('.claim.good', { hasText: 'golden ratio' }).waitFor({ timeout: 30_000 });
  await page.locator('.claim-head').first().click();
  await page.locator('.detail .katex').first().waitFor();
  await page.getByRole('button', { name: 'Library' }).click();
  await page.locator('.card').first().waitFor();
  equal(one.asked.filter((u) => !/^(file|blob|data):/.test(u)), [], 'requests');
  quiet(one);
  await one.context.close();
}

async function library(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await page.getByRole('button', { name: 'Library' }).click();
  const papers = readdirSync(join(import.meta.dirname, '../../papers')).filter((n) => n.endsWith('.bouton')).length;
  await page.locator('.cards.papers .card').first().waitFor();
  equal(await page.locator('.cards.papers .card').count(), papers, 'papers');
  await page.getByLabel('Search the library').fill('josephus');
  await page.waitForFunction(() => document.querySelectorAll('.card').length < 8);
  await page.locator('.card-open', { hasText: 'Josephus Nim' }).first().click();
  await page.locator('.statement').first().waitFor();
  await page.locator('.statement .katex').first().waitFor({ timeout: 20_000 });
  const theorem = page.locator('.statement').filter({ has: page.locator('h3', { hasText: /1\.1 corrected$|1\.1 corrected / }) }).first();
  await theorem.getByRole('button', { name: 'Check' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('.statement.good, .statement.expected')].length >= 1, null, { timeout: 60_000 });
  await theorem.getByRole('button', { name: 'Play' }).click();
  await page.locator('.play h1', { hasText: 'josephus-nim' }).waitFor();
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await picture(page);
  equal(await page.locator('.file').textContent(), 'papers/josephus-nim.bouton');
  quiet(one);
  await one.context.close();
}

async function saving(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, game);
  await picture(page);
  const save = async (item) => {
    await page.getByRole('button', { name: 'Save' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: item }).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  equal((await save('.bouton')).bytes.toString().replace(/^ +/gm, ''), game.replace(/^ +/gm, ''), 'the rules');
  const csv = (await save('.csv')).bytes.toString().trim().split('\n').slice(1).map((l) => l.split(',').map(Number));
  holds(csv.length > 500, 'lines of the table');
  for (const [x, y, v] of csv.filter(([x, y]) => x < 30 && y < 30)) equal(v, wythoff([x, y]), `csv at (${x}, ${y})`);
  holds((await save('.svg')).bytes.toString().startsWith('<svg'), 'svg');
  holds((await save('.tex')).bytes.toString().includes('\\begin{'), 'tex');
  equal([...(await save('.png')).bytes.subarray(1, 4)].map((c) => String.fromCharCode(c)).join(''), 'PNG');
  quiet(one);
  await one.context.close();
}

async function teaching(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await page.getByRole('button', { name: 'Predict' }).click();
  await page.locator('canvas.map:not([hidden])').hover({ position: await middle(page, 1, 2) });
  holds((await told(page)).includes('?'), 'the value is hidden');
  await pickCell(page, 1, 2); // P: right
  await pickCell(page, 3, 3); // P: wrong
  await pickCell(page, 4, 4); await pickCell(page, 4, 4); // N: right
  holds((await page.locator('.prediction').textContent()).includes('3 marked'), 'marks are counted');
  await page.getByRole('button', { name: 'Reveal' }).click();
  holds((await page.locator('.prediction').textContent()).includes('2 of 3 right'), await page.locator('.prediction').textContent());
  await page.getByRole('button', { name: 'Worksheet' }).click();
  const p = await page.locator('.paper').nth(1).locator('td').allTextContents();
  equal(p.length, 100);
  for (let y = 0; y < 10; ++y) for (let x = 0; x < 10; ++x) equal(p[(9 - y) * 10 + x], wythoff([x, y]) === 0 ? 'P' : 'N', `solution at (${x}, ${y})`);
  holds((await page.locator('.paper').first().locator('td').allTextContents()).every((t) => t === ''), 'the board to fill in is empty');
  quiet(one);
  await one.context.close();
}

async function laws(browser, url) {
  const one = await open(browser, url);
  const { page } = one;
  await type(page, 'game bachet (x)\n  move (x - t) for 1 <= t <= 3\n');
  await picture(page);
  await page.getByRole('button', { name: 'Discover' }).click();
  await page.locator('.law').first().waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByRole('button', { name: 'Add to the rules' }).first().click();
  await page.locator('.claims-pane .claim .claim-head').first().waitFor();
  holds((await page.locator('.cm-content').innerText()).includes('claim'), 'the law is in the text');
  await page.locator('.claim.good').first().waitFor({ timeout: 30_000 });
  quiet(one);
  await one.context.close();
}

export const lab = { typing, pixels, cells, claims, play, boards, circle, sharing, offline, fromDisk, library, saving, teaching, laws };

// run.mjs [BROWSER…] [--only WORD]: the tests of the page, in Chromium and Firefox.
import { browsers, serve, Tests } from './harness.mjs';
import { care, size } from './care.mjs';
import { lab } from './lab.mjs';

const given = process.argv.slice(2);
const at = given.indexOf('--only');
const only = at >= 0 ? given.splice(at, 2)[1] : '';
const tests = new Tests(only);
const server = await serve();
await tests.run('size', size);
for (const name of given.length > 0 ? given : Object.keys(browsers)) {
  console.log(name);
  const browser = await browsers[name]();
  for (const [what, test] of Object.entries({ ...lab, ...care })) await tests.run(`${name}: ${what}`, () => test(browser, server.url));
  await browser.close();
}
await server.close();
console.log(`${tests.passed} passed, ${tests.failed} failed`);
process.exit(tests.failed > 0 ? 1 : 0);

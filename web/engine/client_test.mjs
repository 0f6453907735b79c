// The client of the worker (web/src/engine.ts) with a worker that only pretends: order, the newest question of a key, time limits, ended and
// new workers.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const typescript = createRequire(join(web, 'package.json'))('typescript');
const source = readFileSync(join(web, 'src/engine.ts'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'bouton-client-'));
const options = { compilerOptions: { module: 'ESNext', target: 'ES2022' } };
writeFileSync(join(folder, 'engine.mjs'), typescript.transpileModule(source.replace("'./engine-parts'", "'./parts.mjs'"), options).outputText);
writeFileSync(join(folder, 'parts.mjs'), `
export const made = [];
class Pretended {
  constructor() { made.push(this); this.ended = false; this.asked = []; }
  postMessage(message) {
    if (message.kind === 'start') setTimeout(() => this.say({ kind: 'ready', milliseconds: 1 }), 2);
    else {
      this.asked.push(message.question);
      const { do: what, wait = 1, answer } = message.question;
      if (what === 'shape') setTimeout(() => this.say({ kind: 'fault', id: message.id, fault: { fault: answer, message: 'no', place: null, setting: '' } }), wait);
      else setTimeout(() => this.say({ kind: 'reply', id: message.id, reply: answer, milliseconds: 0 }), wait);
    }
  }
  say(data) { if (!this.ended) this.onmessage({ data }); }
  terminate() { this.ended = true; }
}
export const compiledModule = async () => ({});
export const makeWorker = async () => new Pretended();
export const solverPlace = () => null;
`);
const { Engine } = await import(pathToFileURL(join(folder, 'engine.mjs')));
const { made } = await import(pathToFileURL(join(folder, 'parts.mjs')));
const faultOf = async (promise) => promise.then(() => 'none', (error) => error.fault);
const running = () => made.filter((worker) => !worker.ended).length;

const tests = {
  async 'answers in order, by one worker'() {
    const engine = new Engine(), before = made.length;
    const got = await Promise.all([1, 2, 3].map((n) => engine.ask('open', { answer: n, wait: 10 - 3 * n })));
    assert.deepEqual(got, [1, 2, 3]);
    assert.equal(made.length, before + 1);
    assert.equal(engine.busy, false);
  },
  async 'of waiting questions with a key the newest counts'() {
    const engine = new Engine();
    const first = engine.ask('open', { answer: 0, wait: 20 });
    const old = faultOf(engine.ask('table', { answer: 1 }, { key: 'map' }));
    const other = engine.ask('table', { answer: 2 }, { key: 'other' });
    const fresh = engine.ask('table', { answer: 3 }, { key: 'map' });
    assert.deepEqual([await first, await old, await other, await fresh], [0, 'cancelled', 2, 3]);
  },
  async 'a running one that is out of date is ended after a while, and a new worker answers'() {
    const engine = new Engine(), before = made.length;
    engine.patience = 20;
    const old = faultOf(engine.ask('table', { answer: 1, wait: 100000 }, { key: 'map' }));
    await new Promise((r) => setTimeout(r, 40));
    const fresh = engine.ask('table', { answer: 2 }, { key: 'map' });
    assert.deepEqual([await old, await fresh], ['cancelled', 2]);
    assert.equal(made.length, before + 2);
    assert.equal(made[before].ended, true);
  },
  async 'a quick one that is out of date is awaited: no worker is ended for it'() {
    const engine = new Engine(), before = made.length;
    const old = engine.ask('table', { answer: 1, wait: 5 }, { key: 'map' });
    await new Promise((r) => setTimeout(r, 8));
    const fresh = engine.ask('table', { answer: 2 }, { key: 'map' });
    assert.deepEqual([await old, await fresh], [1, 2]);
    assert.equal(made.length, before + 1);
  },
  async 'what does not keep to its time is ended'() {
    const engine = new Engine();
    const late = engine.ask('prove', { answer: 1, wait: 100000 }, { seconds: 0.01 });
    await assert.rejects(late, (error) => error.fault === 'limit' && error.setting === 'time');
    assert.equal(await engine.ask('open', { answer: 7 }), 7);
  },
  async 'cancel ends what runs and drops what waits, also while a worker is on its way'() {
    const engine = new Engine();
    const both = [faultOf(engine.ask('prove', { wait: 100000 })), faultOf(engine.ask('prove', { wait: 100000 }))];
    engine.cancel();
    assert.deepEqual(await Promise.all(both), ['cancelled', 'cancelled']);
    assert.equal(await engine.ask('open', { answer: 8 }), 8);
  },
  async 'a fault of the input leaves the worker, one of the engine ends it'() {
    const engine = new Engine(), before = made.length;
    assert.equal(await faultOf(engine.ask('shape', { answer: 'input' })), 'input');
    assert.equal(made[before].ended, false);
    assert.equal(await faultOf(engine.ask('shape', { answer: 'internal' })), 'internal');
    assert.equal(made[before].ended, true);
    assert.equal(await engine.ask('open', { answer: 9 }), 9);
  },
};
let failed = 0;
for (const [name, test] of Object.entries(tests))
  try {
    await test();
  } catch (error) {
    ++failed;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
if (running() !== Object.keys(tests).length) { // each test has one engine, whose last worker lives
  ++failed;
  console.log(`FAILED: ${running()} workers are left of ${Object.keys(tests).length} engines`);
}
console.log(`client: ${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

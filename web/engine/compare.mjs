// compare.mjs ENGINE NATIVE [--speed]: the same questions to the engine in WebAssembly and to the same façade compiled for this machine, about
// every game and every claim of the library. The replies must be equal, tables cell by cell (by their checksums); only times may differ.
// --speed prints a table of a few questions, native and WebAssembly, the least of several times.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { load } from './load.mjs';

const [folder, program, option] = process.argv.slice(2);
const { ask } = await load(folder);

const native = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
const askNative = async (question) => {
  native.stdin.write(JSON.stringify(question) + '\n');
  const { value, done } = await lines.next();
  if (done) throw new Error(`the native façade stopped at ${JSON.stringify(question)}`);
  return JSON.parse(value);
};

/** What must be equal: everything but times and places in memory. Of the cells the sum counts. */
function comparable(reply) {
  const left = new Set(['seconds', 'pointer', 'cells']);
  return JSON.stringify(reply, (key, value) => (left.has(key) ? undefined : value));
}

const bounds = (game, large) => {
  const piles = game.coordinates.some((c) => c.piles);
  const count = game.coordinates.length + (piles ? 1 : 0);
  return Array(count).fill(count === 1 ? (large ? 3000 : 400) : count === 2 ? (large ? 90 : 40) : count === 3 ? 12 : 5);
};

/** Questions about one file of the library. */
function* questions(file) {
  const about = { text: file.text, path: file.path };
  yield { do: 'open', ...about };
  for (const game of file.games) {
    const given = Object.fromEntries(game.parameters.filter((p) => p.default === null).map((p) => [p.name, p.suggestion ?? '3']));
    const which = { ...about, game: game.name, arguments: given };
    const to = bounds(game, true);
    for (const what of ['values', 'outcomes']) yield { do: 'table', ...which, to, what };
    yield { do: 'play', ...which, moves: true };
    for (const size of [7, 11]) yield { do: 'cell', ...which, position: to.map((_, i) => Math.max(1, size - 2 * i)) };
    yield { do: 'value', ...which, position: to.map((_, i) => `10^${20 + i} + ${i}`), what: 'outcomes' };
    yield { do: 'shape', ...which };
    if (to.length === 1) yield { do: 'period', ...which, to: 20000 };
    yield { do: 'export', ...which, to: to.map(() => 4), format: 'csv' };
  }
  for (const claim of file.claims) {
    // A word or a period has to be seen twice.
    const long = /(repeats|starts|has period)/.test(claim.text);
    yield { do: 'check', ...about, claim: claim.index, to: long ? 5000 : 8 };
    const game = [...file.games, ...file.imported].find((g) => g.name === claim.game);
    if (claim.drawable) yield { do: 'families', ...about, claim: claim.index, to: game.coordinates.map(() => 12) };
  }
}

const SECONDS = 20;

async function compare() {
  let asked = 0, different = 0, late = 0, same = 0;
  const faults = {};
  const library = ask({ do: 'library' }).ok;
  const cpu = { native: 0, wasm: 0 };
  for (const file of library.files)
    for (const question of questions(file)) {
      const timed = { ...question, seconds: SECONDS };
      const start = performance.now();
      const there = await askNative(timed);
      const middle = performance.now();
      const here = ask(timed);
      cpu.native += middle - start;
      cpu.wasm += performance.now() - middle;
      ++asked;
      const shown = `${question.do} ${question.game ?? ''} ${question.claim ?? ''} of ${file.path}`;
      if (here.fault?.setting === 'time' || there.fault?.setting === 'time') {
        ++late;
        console.log(`not in time: ${shown}`);
      } else if (comparable(here) !== comparable(there)) {
        ++different;
        console.log(`DIFFERENT: ${shown}\n  native ${comparable(there).slice(0, 600)}\n  wasm   ${comparable(here).slice(0, 600)}`);
      } else {
        ++same;
        if (here.fault) faults[here.fault.message] = (faults[here.fault.message] ?? 0) + 1;
      }
    }
  console.log(`${asked} questions about ${library.files.length} files: ${same} equal, ${different} different, ${late} not in time; ` +
    `${Object.values(faults).reduce((a, b) => a + b, 0)} of the equal ones are refusals`);
  console.log(`native ${(cpu.native / 1000).toFixed(1)} s, WebAssembly ${(cpu.wasm / 1000).toFixed(1)} s`);
  return different === 0 && late * 20 < asked;
}

async function speed() {
  const text = (path) => ask({ do: 'library' }).ok.files.find((f) => f.path === path).text;
  const about = (path) => ({ path, text: text(path) });
  const oblique = { text: 'game oblique (x, y)\n  move (x - t, y - u) for 1 <= t <= x, 0 <= u <= y if u <= 2*t and t <= 2*u + 1\n' };
  const table = [
    ['read a rule', { do: 'open', ...oblique }],
    ['wythoff 100 x 100', { do: 'table', ...about('games/wythoff/wythoff.bouton'), to: [99, 99] }],
    ['wythoff 500 x 500', { do: 'table', ...about('games/wythoff/wythoff.bouton'), to: [499, 499] }],
    ['wythoff 1000 x 1000', { do: 'table', ...about('games/wythoff/wythoff.bouton'), to: [999, 999] }],
    ['oblique rule 150 x 150', { do: 'table', ...oblique, to: [149, 149] }],
    ['grundys-game to 20000', { do: 'table', ...about('games/take-and-break/grundys-game.bouton'), to: [20000] }],
    ['a cell of wythoff with its moves', { do: 'cell', ...about('games/wythoff/wythoff.bouton'), position: [60, 40] }],
    ['outcome of wythoff (10^300, 10^300 + 5)', { do: 'value', ...about('games/wythoff/wythoff.bouton'), position: ['10^300', '10^300 + 5'], what: 'outcomes' }],
    ['check Wythoff to 300', { do: 'check', ...about('games/wythoff/wythoff.bouton'), claim: 0, to: 300 }],
  ];
  console.log('| question | native ms | WebAssembly first ms | WebAssembly ms | ratio |\n|---|---|---|---|---|');
  for (const [name, question] of table) {
    const best = { native: Infinity, wasm: Infinity, first: 0 };
    for (let i = 0; i < 7; ++i) {
      // Another text each time: nothing is remembered from the last.
      const fresh = { ...question, text: question.text + `\n# ${i} ${name}\n` };
      let start = performance.now();
      await askNative(fresh);
      best.native = Math.min(best.native, performance.now() - start);
      start = performance.now();
      const reply = ask(fresh);
      if (reply.fault) throw new Error(`${name}: ${reply.fault.message}`);
      const took = performance.now() - start;
      if (i === 0) best.first = took;
      best.wasm = Math.min(best.wasm, took);
    }
    console.log(`| ${name} | ${best.native.toFixed(1)} | ${best.first.toFixed(1)} | ${best.wasm.toFixed(1)} | ${(best.wasm / best.native).toFixed(1)} |`);
  }
  return true;
}

const good = option === '--speed' ? await speed() : await compare();
native.stdin.end();
process.exit(good ? 0 : 1);

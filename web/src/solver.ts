// Z3 in the engine's worker, when somebody wants it: npm's z3-solver, pinned. Its own interface needs threads and so special headers of the
// host; the functions of its C interface, called synchronously in the same worker, do not.

import type { SolverReply } from './protocol';

/** Z3's module: functions of its C interface, and its memory. */
export interface Solver {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  [name: string]: unknown;
}

const refused =
  'this browser does not give the solver its memory (2 GiB of addresses); everything but proofs by goals works without it';

export async function loadSolver(folder: string | null): Promise<SolverReply & { solver: Solver }> {
  if (folder === null) throw new Error('this page was made without the solver; the page on a server, or the program, has it');
  const start = performance.now();
  const answer = await fetch(folder + 'z3-built.wasm.gz');
  if (!answer.ok || !answer.body) throw new Error(`the solver could not be loaded (${answer.status})`);
  const bytes = await new Response(answer.body.pipeThrough(new DecompressionStream('gzip') as never)).arrayBuffer();
  const { default: initZ3 } = (await import(/* @vite-ignore */ folder + 'z3-built.mjs')) as {
    default: (options: unknown) => Promise<Solver>;
  };
  let solver: Solver;
  try {
    solver = await initZ3({ wasmBinary: bytes, locateFile: (file: string) => folder + file });
  } catch (error) {
    throw new Error(error instanceof RangeError ? refused : `${refused} (${String(error)})`);
  }
  return { solver, version: '', milliseconds: performance.now() - start };
}

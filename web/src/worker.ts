// One engine in a worker: questions in, replies out, one after the other. Tables travel as typed arrays.
//
// Z3, when it is asked for, is loaded into this very worker and called synchronously: no shared memory is needed, so that any host will do.

import Bouton from './generated/bouton.mjs';
import type { Cells, EngineFault, FromWorker, SolverReply, ToWorker } from './protocol';
import { loadSolver, type Solver } from './solver';

interface Engine {
  HEAPU8: Uint8Array;
  _bouton_ask(question: number): number;
  _malloc(size: number): number;
  _free(at: number): void;
  UTF8ToString(at: number): string;
  stringToUTF8(text: string, at: number, size: number): void;
  lengthBytesUTF8(text: string): number;
  /** What the engine calls: progress, and Z3's functions. */
  progress?: (json: string) => void;
  z3?: Solver | null;
}

const began = performance.now();
const tell = (message: FromWorker, transfer: Transferable[] = []) =>
  (self as unknown as { postMessage(message: unknown, transfer: Transferable[]): void }).postMessage(message, transfer);

let engine: Promise<Engine>;
let solverFolder: string | null = null;
let solver: Promise<SolverReply> | null = null;

function start(module: WebAssembly.Module): Promise<Engine> {
  return Bouton({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    print: () => {},
    printErr: () => {},
    z3: null,
  }) as Promise<Engine>;
}

function askEngine(m: Engine, question: unknown): { json: { ok?: Record<string, unknown>; fault?: EngineFault }; cells: Cells | null } {
  const text = JSON.stringify(question);
  const size = m.lengthBytesUTF8(text) + 1;
  const at = m._malloc(size);
  m.stringToUTF8(text, at, size);
  const answer = m._bouton_ask(at);
  m._free(at);
  const json = JSON.parse(m.UTF8ToString(answer)) as { ok?: Record<string, unknown>; fault?: EngineFault };
  const { pointer, count, width } = (json.ok ?? {}) as { pointer?: number; count?: number; width?: number };
  if (pointer === undefined || count === undefined || width === undefined) return { json, cells: null };
  const bytes = m.HEAPU8.slice(pointer, pointer + count * width).buffer;
  const cells = width === 1 ? new Uint8Array(bytes) : width === 2 ? new Uint16Array(bytes) : new Uint32Array(bytes);
  return { json, cells };
}

async function ask(id: number, question: { do: string } & Record<string, unknown>): Promise<void> {
  const m = await engine;
  const start = performance.now();
  const done = (reply: unknown, transfer: Transferable[] = []) =>
    tell({ kind: 'reply', id, reply, milliseconds: performance.now() - start }, transfer);
  const failed = (fault: EngineFault) => tell({ kind: 'fault', id, fault });
  try {
    if (question.do === 'solver') {
      solver ??= loadSolver(solverFolder).then(({ solver, ...reply }) => {
        m.z3 = solver;
        return reply;
      });
      try {
        done(await solver);
      } catch (error) {
        solver = null;
        failed({ fault: 'limit', message: error instanceof Error ? error.message : String(error), place: null, setting: '' });
      }
      return;
    }
    m.progress = (json) => tell({ kind: 'progress', id, progress: JSON.parse(json) as never });
    const { json, cells } = askEngine(m, question);
    if (json.fault) failed(json.fault);
    else if (cells) done({ ...json.ok, cells }, [cells.buffer as ArrayBuffer]);
    else done(json.ok);
  } catch (error) {
    // What WebAssembly throws: out of memory, or a mistake of ours. The page starts another worker.
    const message = error instanceof Error ? error.message : String(error);
    failed({ fault: 'internal', message: `the engine failed (${message}); it was started again`, place: null, setting: '' });
  }
}

let queue = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    solverFolder = data.solver;
    engine = start(data.module);
    void engine.then(() => tell({ kind: 'ready', milliseconds: performance.now() - began }));
  } else {
    queue = queue.then(() => ask(data.id, data.question));
  }
};

// Where the engine comes from: files beside the page (index.html), or the page itself (lab.html). web/build puts the module, gzipped and as
// base64, into an element of lab.html; there a worker starts from a Blob, so that it also runs from a disk.

/** Set by vite.config.ts: is this lab.html? */
declare const __SINGLE_FILE__: boolean;

async function packed(): Promise<ReadableStream<Uint8Array>> {
  const element = document.getElementById('bouton-wasm');
  if (element) {
    const bytes = Uint8Array.from(atob(element.textContent!.trim()), (c) => c.charCodeAt(0));
    return new Blob([bytes]).stream();
  }
  const answer = await fetch(new URL('bouton.wasm.gz', document.baseURI));
  if (!answer.ok || !answer.body) throw new Error(`the engine could not be loaded (${answer.status})`);
  return answer.body;
}

async function load(): Promise<WebAssembly.Module> {
  // As bytes, whatever the host says of the file: it may not know the type, and may not compress.
  const stream = (await packed()).pipeThrough(new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>);
  return WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
}

let module: Promise<WebAssembly.Module> | null = null;

/** Compiled once; workers share it. */
export function compiledModule(): Promise<WebAssembly.Module> {
  module ??= load().catch((error: unknown) => {
    module = null;
    throw error;
  });
  return module;
}

export async function makeWorker(): Promise<Worker> {
  const { default: EngineWorker } = __SINGLE_FILE__ ? await import('./worker?worker&inline') : await import('./worker?worker');
  return new EngineWorker();
}

/** The folder with Z3's files; null: this page has none (lab.html). */
export function solverPlace(): string | null {
  return __SINGLE_FILE__ ? null : new URL('z3/', document.baseURI).href;
}

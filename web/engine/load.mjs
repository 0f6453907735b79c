// The engine in Node: for what is made when the page is built, and for tests. The module is made for workers; a little of a worker is put in
// its place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function load(folder, extra = {}) {
  globalThis.self ??= globalThis;
  globalThis.location ??= { href: '' };
  const { default: Bouton } = await import(pathToFileURL(join(folder, 'bouton.mjs')));
  const module = new WebAssembly.Module(readFileSync(join(folder, 'bouton.wasm')));
  const m = await Bouton({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    z3: null,
    ...extra,
  });
  /** The reply as JSON; of a table also its cells. */
  const ask = (question) => {
    const text = JSON.stringify(question);
    const size = m.lengthBytesUTF8(text) + 1;
    const at = m._malloc(size);
    m.stringToUTF8(text, at, size);
    const answer = m._bouton_ask(at);
    m._free(at);
    const reply = JSON.parse(m.UTF8ToString(answer));
    const { pointer, count, width } = reply.ok ?? {};
    if (pointer !== undefined && width !== undefined) {
      const bytes = m.HEAPU8.slice(pointer, pointer + count * width).buffer;
      reply.cells = width === 1 ? new Uint8Array(bytes) : width === 2 ? new Uint16Array(bytes) : new Uint32Array(bytes);
    }
    return reply;
  };
  return { module: m, ask };
}

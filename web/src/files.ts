// Files to take home: a Blob and a link that is clicked; several files in a .zip (stored, not compressed).

export interface OneFile { name: string; text: string }

export async function download(name: string, what: string | Blob | OneFile[]): Promise<void> {
  const blob = what instanceof Blob ? what : typeof what === 'string' ? new Blob([what], { type: 'text/plain;charset=utf-8' }) : zip(what);
  const a = document.createElement('a');
  a.href = URL.createObjectURL(blob);
  a.download = name.replace(/[^\w.-]+/g, '-').slice(-120);
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
function crc(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = table[(c ^ b) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

export function zip(files: OneFile[]): Blob {
  const text = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const record = (signature: number, numbers: [number, 2 | 4][], name: Uint8Array): Uint8Array<ArrayBuffer> => {
    const size = 4 + numbers.reduce((n, [, w]) => n + w, 0);
    const out = new Uint8Array(size + name.length);
    const view = new DataView(out.buffer);
    view.setUint32(0, signature, true);
    let at = 4;
    for (const [n, w] of numbers) { if (w === 2) view.setUint16(at, n, true); else view.setUint32(at, n, true); at += w; }
    out.set(name, size);
    return out;
  };
  const day = 0x21; // 1 January 1980: the same files make the same archive
  for (const file of files) {
    const name = text.encode(file.name.replace(/^\/+|\.\.+\//g, ''));
    const bytes = text.encode(file.text);
    const common: [number, 2 | 4][] = [[20, 2], [0x800, 2], [0, 2], [0, 2], [day, 2], [crc(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
    const head = record(0x04034b50, common, name);
    entries.push(record(0x02014b50, [[20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]], name));
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const size = entries.reduce((n, e) => n + e.length, 0);
  const end = record(0x06054b50, [[0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]], new Uint8Array());
  return new Blob([...parts, ...entries, end], { type: 'application/zip' });
}

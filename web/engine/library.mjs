// library.mjs ENGINE OUT: what the library holds, as the engine tells it, for the page to show at once.
import { writeFileSync } from 'node:fs';
import { load } from './load.mjs';

const [folder, out] = process.argv.slice(2);
const { ask } = await load(folder);
const reply = ask({ do: 'library' });
if (!reply.ok) throw new Error(JSON.stringify(reply));
writeFileSync(out, JSON.stringify(reply.ok));

// The library and the papers: browse, search, open; each theorem as mathematics, with what it is worth once it is checked or proved here.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { cancelled, faultOf, slow } from './ask';
import { Figure } from './figure';
import { Tex } from './tex';
import * as s from './state';
import { colourOf, inWords, listed, nothing, refutation, type Standing } from './claims_state';
import type { ClaimInfo, GameInfo, LibraryFile } from './protocol';
import { Icon } from './widgets';
import { forgetStart } from './play_state';

const query = signal('');
export const reading = signal<string | null>(null); // the file that is open in the library

const title = (f: LibraryFile): string => f.paper?.title ?? f.games[0]?.name ?? f.path;
const isPaper = (f: LibraryFile): boolean => f.path.startsWith('papers/');

function found(f: LibraryFile, words: string[]): boolean {
  const all = [f.path, title(f), f.paper?.by, f.paper?.about, ...f.games.flatMap((g) => [g.name, g.about, g.source]), ...f.claims.map((c) => `${c.name} ${c.note}`)].join(' ').toLowerCase();
  return words.every((w) => all.includes(w));
}

export function LibraryPage(): JSX.Element {
  const lib = s.library.value;
  const open = lib?.files.find((f) => f.path === reading.value);
  if (open) return <Reader file={open} />;
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const files = lib?.files.filter((f) => found(f, words)) ?? [];
  const papers = files.filter(isPaper);
  const games = files.filter((f) => !isPaper(f));
  return (
    <main class="page library">
      <header class="library-head"><h1>Library</h1>
        <label class="search"><Icon name="search" /><input type="search" placeholder="Search games, papers, theorems" aria-label="Search the library" value={query.value} onInput={(e) => { query.value = e.currentTarget.value; }} /></label>
      </header>
      {!lib && <p class="empty">The library is being opened…</p>}
      {papers.length > 0 && <><h2>Papers</h2><ul class="cards papers">{papers.map((f) => <Card key={f.path} file={f} />)}</ul></>}
      {games.length > 0 && <><h2>Games</h2><ul class="cards">{games.map((f) => <Card key={f.path} file={f} />)}</ul></>}
      {lib && files.length === 0 && <p class="empty">Nothing is called that.</p>}
    </main>
  );
}

function Card({ file: f }: { file: LibraryFile }): JSX.Element {
  const theorems = f.claims.filter((c) => c.kind !== 'example').length;
  return (
    <li class="card">
      <button type="button" class="card-open" onClick={() => { reading.value = f.path; scrollTo(0, 0); }}>
        <b>{title(f)}</b>
        {f.paper && <small>{f.paper.by}</small>}
        <span>{f.paper?.about || f.games[0]?.about}</span>
        <small class="count">{theorems} {theorems === 1 ? 'statement' : 'statements'}</small>
      </button>
    </li>
  );
}

export function openIn(f: LibraryFile, where: s.Page, game?: string): void {
  forgetStart();
  s.openFile(f, game);
  s.page.value = where;
  s.pane.value = 'map';
  scrollTo(0, 0);
}

function Reader({ file: f }: { file: LibraryFile }): JSX.Element {
  const games = f.games.length > 0 ? f.games : f.imported;
  return (
    <main class="page library reader">
      <button type="button" class="link" onClick={() => { reading.value = null; }}>← Library</button>
      <header><h1>{title(f)}</h1>
        {f.paper && <p class="by">{f.paper.by}{f.paper.source && <>. <i>{f.paper.source}</i></>}</p>}
        {f.paper?.about && <p class="about">{f.paper.about}</p>}
      </header>
      {games.map((g) => <GameCard key={g.name} file={f} game={g} />)}
      {f.definitions.length > 0 && <details><summary>{f.definitions.length} definitions</summary>{f.definitions.map((d) => <Tex key={d.name} tex={d.tex} plain={d.text} />)}</details>}
      <Statements file={f} />
    </main>
  );
}

function GameCard({ file, game: g }: { file: LibraryFile; game: GameInfo }): JSX.Element {
  return (
    <article class="game-card">
      <Figure file={file} game={g} />
      <div>
        <h2>{g.name}</h2>
        <p>{g.about}</p>
        {g.source && <p class="source">{g.source}</p>}
        <pre>{g.rules.map((r) => r.trim()).join('\n')}</pre>
        <div class="tools"><button type="button" class="primary" onClick={() => openIn(file, 'lab', g.name)}>Open in the lab</button><button type="button" onClick={() => openIn(file, 'play', g.name)}><Icon name="play" size={15} /> Play</button></div>
      </div>
    </article>
  );
}

const known = signal<Record<string, Standing>>({}); // by file and claim
const keyOf = (f: LibraryFile, c: ClaimInfo): string => `${f.path} ${c.index}`;
const standingOf = (f: LibraryFile, c: ClaimInfo): Standing => known.value[keyOf(f, c)] ?? nothing;

async function work(f: LibraryFile, c: ClaimInfo, what: 'check' | 'prove'): Promise<void> {
  const note = (news: Partial<Standing>): void => { known.value = { ...known.value, [keyOf(f, c)]: { ...standingOf(f, c), ...news } }; };
  note({ running: what, fault: null });
  try {
    const about = { text: f.text, path: f.path, claim: c.index };
    if (what === 'check') note({ running: null, check: await slow.ask('check', about, { seconds: 30 }) });
    else note({ running: null, proof: await slow.ask('prove', about, { seconds: 60 }) });
  } catch (error) {
    note({ running: null, ...(cancelled(error) ? {} : { fault: faultOf(error) }) });
  }
}

function Statements({ file: f }: { file: LibraryFile }): JSX.Element {
  const running = f.claims.some((c) => standingOf(f, c).running);
  const all = async (): Promise<void> => { for (const c of f.claims) { if (reading.value !== f.path) return; await work(f, c, 'check'); } };
  return (
    <section class="statements">
      <header class="pane-head"><h2>Statements</h2><div class="tools">{running ? <button type="button" onClick={() => { const was = reading.value; reading.value = null; slow.cancel(); queueMicrotask(() => { reading.value = was; }); }}>Stop</button> : <button type="button" onClick={() => void all()}>Check all</button>}</div></header>
      {f.claims.map((c) => <Statement key={c.index} file={f} claim={c} />)}
    </section>
  );
}

function Statement({ file: f, claim: c }: { file: LibraryFile; claim: ClaimInfo }): JSX.Element {
  const st = standingOf(f, c);
  const refuted = refutation(st);
  const words = `${inWords(st, c) || (c.expectRefuted ? 'known to be false as printed' : '')}${refuted ? `: ${listed(refuted.counterexample)}` : ''}`;
  const pictured = c.drawable ? [...f.games, ...f.imported].find((g) => g.name === c.game) : undefined;
  return (
    <article class={`statement ${colourOf(st)}${pictured ? ' pictured' : ''}`}>
      <div class="says">
        <h3><span class="kind">{c.kind}</span> {c.label} {words && <span class="verdict-word">{words}</span>}</h3>
        <Tex tex={c.tex} plain={c.text} />
        {c.note && <p class="note">{c.note}</p>}
        <div class="tools">
          <button type="button" class="small" onClick={() => void work(f, c, 'check')}>Check</button>
          <button type="button" class="small" onClick={() => void work(f, c, 'prove')}>Prove</button>
          <button type="button" class="small" onClick={() => openIn(f, 'lab', c.game)}>Map</button>
          <button type="button" class="small" onClick={() => openIn(f, 'play', c.game)}><Icon name="play" size={13} /> Play</button>
        </div>
      </div>
      {pictured && <Figure file={f} game={pictured} claim={c} />}
    </article>
  );
}

// The page: a bar on top, below it the lab with its three panes, or play, circle, library. On a phone one pane at a time, chosen below.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ClaimsPane } from './claims';
import { CirclePage } from './circle';
import { exportAs, link, savePng, saveRules, saveSvg } from './export';
import { LibraryPage, reading } from './library';
import { MapPane } from './map_pane';
import { PlayPage } from './play';
import { RulesPane } from './rules';
import * as s from './state';
import { isDark, turn } from './theme';
import { Icon, Menu, toClipboard } from './widgets';
import { Worksheet } from './worksheet';

const pages: [s.Page, string, string][] = [['lab', 'Lab', 'map'], ['play', 'Play', 'play'], ['circle', 'Circle', 'circle'], ['library', 'Library', 'book']];
const panes: [s.Pane, string, string][] = [['rules', 'Rules', 'rules'], ['map', 'Map', 'map'], ['claims', 'Claims', 'claims']];

export function App(): JSX.Element {
  const page = s.page.value;
  return (
    <>
      <a class="skip" href="#content" onClick={(e) => { e.preventDefault(); document.querySelector<HTMLElement>('#content')?.focus(); }}>To the content</a>
      <TopBar />
      <div id="content" tabIndex={-1} class="content">
        {page === 'lab' && <main class="lab" data-pane={s.pane.value}><h1 class="sr">Bouton lab: {s.game.value?.name ?? 'rules'}</h1><RulesPane /><MapPane /><ClaimsPane /></main>}
        {page === 'play' && <PlayPage />}
        {page === 'circle' && <CirclePage />}
        {page === 'library' && <LibraryPage />}
      </div>
      {page === 'lab' && <nav class="bottom" aria-label="Panes">
        {panes.map(([id, words, icon]) => <button type="button" key={id} aria-current={s.pane.value === id} onClick={() => { s.pane.value = id; }}><Icon name={icon} /><span>{words}</span>{id === 'rules' && s.mistake.value && <b class="dot" aria-label="has a mistake" />}</button>)}
      </nav>}
      <Notice />
      <Worksheet />
    </>
  );
}

function TopBar(): JSX.Element {
  return (
    <header class="bar">
      <button type="button" class="brand" onClick={() => { s.page.value = 'lab'; }} aria-label="Bouton, to the lab">
        <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true"><circle cx="6" cy="16" r="5" /><circle cx="20" cy="16" r="5" /><circle cx="13" cy="6" r="5" class="top" /></svg>
        <span>Bouton</span>
      </button>
      <nav aria-label="Pages">
        {pages.map(([id, words, icon]) => <button type="button" key={id} aria-current={s.page.value === id ? 'page' : undefined} onClick={() => { if (id === 'library' && s.page.value === id) reading.value = null; s.page.value = id; }}><Icon name={icon} size={16} /><span>{words}</span></button>)}
      </nav>
      <div class="bar-tools">
        <Share />
        <Menu label="Save" icon="save" right>
          <button type="button" onClick={saveRules}>Rules (.bouton)</button>
          <button type="button" onClick={() => void saveSvg()}>Picture (.svg)</button>
          <button type="button" onClick={savePng}>Picture (.png)</button>
          <button type="button" onClick={() => void exportAs('csv')}>Table (.csv)</button>
          <button type="button" onClick={() => void exportAs('tex')}>Table for LaTeX (.tex)</button>
          {s.axes.value.length === 1 && <button type="button" onClick={() => void exportAs('bfile')}>b-file of the OEIS</button>}
          <button type="button" onClick={() => window.dispatchEvent(new Event('worksheet'))}>Worksheet to print</button>
          <Open />
        </Menu>
        <button type="button" class="quiet" aria-label={isDark.value ? 'Light colours' : 'Dark colours'} onClick={turn}><Icon name="moon" /></button>
      </div>
    </header>
  );
}

/** A file from the disk: read as text, never sent anywhere. */
function Open(): JSX.Element {
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > 400_000) { s.notice.value = 'This file is too large to be rules.'; return; }
    s.show({ text: await file.text() });
    s.page.value = 'lab';
  };
  return <label class="menu-item" onClick={(e) => e.stopPropagation()}>Open a file…<input type="file" accept=".bouton,text/plain" class="sr" onChange={(e) => void read(e.currentTarget.files?.[0])} /></label>;
}

function Share(): JSX.Element {
  const [url, setUrl] = useState('');
  const share = async (): Promise<void> => {
    const made = await link();
    history.replaceState(null, '', made);
    setUrl(made);
    if (await toClipboard(made)) s.notice.value = 'The link is copied. Rules, parameters and view are in it; nothing was sent anywhere.';
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => void share()}><Icon name="share" /><span class="wide">Share</span><span class="sr">Share</span></button>
      {url && <div class="share-box" role="dialog" aria-label="Link">
        <input readOnly value={url} aria-label="Link" onFocus={(e) => e.currentTarget.select()} />
        <button type="button" class="small" aria-label="Close" onClick={() => setUrl('')}><Icon name="close" size={14} /></button>
      </div>}
    </>
  );
}

function Notice(): JSX.Element {
  const words = s.notice.value;
  useEffect(() => {
    if (!words) return;
    const timer = setTimeout(() => { s.notice.value = ''; }, 9000);
    return () => clearTimeout(timer);
  }, [words]);
  return <div class="notice" role="status" aria-live="polite">{words && <p>{words} <button type="button" class="small quiet" aria-label="Close" onClick={() => { s.notice.value = ''; }}><Icon name="close" size={14} /></button></p>}</div>;
}

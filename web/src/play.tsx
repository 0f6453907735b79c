// Play: the table, the other player, hints by degrees. Stones, pins or a piece on a board, as the rules ask for.
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import * as p from './play_state';
import { Pins } from './play_pins';
import { Stones } from './play_stones';
import { Square } from './play_square';
import { ParameterField } from './map_pane';
import * as s from './state';
import { Icon, Segments, sum } from './widgets';
import type { PlayReply } from './protocol';

type Look = 'stones' | 'board' | 'pins' | 'list';

function looks(reply: PlayReply): Look[] {
  const d = reply.heaps[0]?.length ?? 0;
  if (s.game.value?.splits) return d === 1 ? ['pins', 'list'] : ['list'];
  const board = d === 2 && !p.counters.value.some(Boolean) && reply.heaps.length === 1;
  const both = board && (reply.moves ?? []).some((m) => m.to[0]!.every((v, i) => v !== reply.heaps[0]![i]));
  return board ? (both ? ['board', 'stones', 'list'] : ['stones', 'board', 'list']) : ['stones', 'list'];
}

export function PlayPage(): JSX.Element {
  const [look, setLook] = useState<Look | null>(null);
  useEffect(() => effect(() => { void s.openedText.value; void s.game.value; void s.parameters.value; setLook(null); queueMicrotask(() => void p.begin()); }), []);
  const at = p.now.value;
  const g = s.game.value;
  if (!g) return <main class="page play"><p class="empty">The rules have a mistake; mend them first, or open a game of the library.</p></main>;
  const kinds = at ? looks(at.reply) : ['stones' as Look];
  const shown = look && kinds.includes(look) ? look : kinds[0]!;
  const words: Record<Look, string> = { stones: 'Stones', board: 'Board', pins: 'Row', list: 'List' };
  return (
    <main class="page play">
      <header class="play-head">
        <div><h1>{g.name}</h1><p class="about">{g.about}</p></div>
        <div class="settings">
          {g.parameters.map((q) => <ParameterField key={q.name} parameter={q} />)}
        </div>
      </header>
      {p.playFault.value && <p class="bad" role="alert">{p.playFault.value.message}</p>}
      <div class="play-grid">
        <div class="table" data-look={shown}>
          <Turn />
          {at && shown === 'stones' && <Stones />}
          {at && shown === 'board' && <Square />}
          {at && shown === 'pins' && <Pins />}
          {at && shown === 'list' && <List />}
          {at?.reply.over && <Podium />}
        </div>
        <aside class="play-side">
          <Hints />
          <div class="tools wrap">
            <button type="button" onClick={p.undo} disabled={p.moments.value.length < 2}><Icon name="undo" size={16} /> Undo</button>
            <button type="button" onClick={() => void p.begin()}><Icon name="again" size={16} /> Rematch</button>
            <button type="button" onClick={() => { p.forgetStart(); void p.begin(null); }}>New position</button>
          </div>
          <fieldset><legend>You play</legend>
            <Segments label="You play" options={[['first', 'First'], ['second', 'Second'], ['both', 'Two people']]} value={p.seats.value} change={(v) => { p.seats.value = v; p.tally.value = {}; void p.begin(); }} />
          </fieldset>
          {p.seats.value !== 'both' && <fieldset><legend>The other player</legend>
            <Segments label="The other player" options={[['gentle', 'Gentle'], ['fair', 'Fair'], ['perfect', 'Perfect']]} value={p.level.value} change={(v) => { p.level.value = v; }} />
          </fieldset>}
          {kinds.length > 1 && <fieldset><legend>The table</legend>
            <Segments label="The table" options={kinds.map((x) => [x, words[x]] as [Look, string])} value={shown} change={(v: Look) => setLook(v)} />
          </fieldset>}
          <StartField />
          <History />
        </aside>
      </div>
    </main>
  );
}

function Turn(): JSX.Element | null {
  const at = p.now.value;
  if (!at) return null;
  const { reply, turn } = at;
  return (
    <div class="turn" role="status" aria-live="polite">
      <div class="players" aria-hidden="true">{Array.from({ length: reply.players }, (_, i) => <span key={i} class={i === turn && !reply.over ? 'on' : ''}>{p.nameOf(i)}{p.tally.value[p.nameOf(i)] ? <b> {p.tally.value[p.nameOf(i)]}</b> : null}</span>)}</div>
      <p>{at.last && <>{p.nameOf(at.last.player)}: {at.last.words}. </>}{reply.over ? 'No move is left.' : p.thinking.value ? 'The computer is thinking…' : `${p.nameOf(turn) === 'You' ? 'Your' : `${p.nameOf(turn)}’s`} move.`}{reply.misere && !reply.over ? ' Who makes the last move loses.' : ''}</p>
    </div>
  );
}

function Podium(): JSX.Element {
  const at = p.now.value!;
  const order = p.ranking(at);
  const you = order[0] !== undefined && p.nameOf(order[0]) === 'You';
  return (
    <div class="over" role="status">
      <h2>{you ? 'You win!' : `${p.nameOf(order[0]!)} ${p.nameOf(order[0]!) === 'You' ? 'win' : 'wins'}`}</h2>
      {order.length > 2 && <ol class="podium">{order.map((who, i) => <li key={who} data-place={i + 1}><b>{i + 1}</b> {p.nameOf(who)}</li>)}</ol>}
      <button type="button" class="primary" onClick={() => void p.begin()}>Again</button>
    </div>
  );
}

function Hints(): JSX.Element {
  const hints = p.now.value?.reply.hints ?? [];
  const shown = hints.slice(0, p.hintsShown.value);
  const next = ['Is there a winning move?', 'Where?', 'Which, and why?'][shown.length] ?? 'More';
  return (
    <div class="hints" aria-live="polite">
      {shown.map((h, i) => <p key={i}>{h}</p>)}
      {p.yourTurn.value && shown.length < hints.length && <button type="button" onClick={p.giveHint}><Icon name="hint" size={16} /> {next}</button>}
    </div>
  );
}

function List(): JSX.Element {
  const moves = p.now.value!.reply.moves;
  const heaps = p.now.value!.reply.heaps;
  return (
    <div class="list">
      <p class="big">{sum(heaps)}</p>
      {moves === null ? <p>There are more moves than can be listed.</p>
        : <ul>{moves.slice(0, 400).map((m) => <li key={`${m.heap} ${sum(m.to)}`}><button type="button" disabled={!p.yourTurn.value} onClick={() => void p.play(m)}>{heaps.length > 1 ? `${sum([heaps[m.heap]!])} → ` : ''}{sum(m.to)}</button></li>)}</ul>}
    </div>
  );
}

/** Another position to start from, as text: 3 4 5. */
function StartField(): JSX.Element {
  const at = p.moments.value[0]?.reply.heaps;
  const [bad, setBad] = useState('');
  const change = (text: string): void => {
    const heaps = text.split('+').map((h) => h.trim().split(/[\s,]+/).filter(Boolean).map(Number));
    if (heaps.some((h) => h.length === 0 || h.some((n) => !Number.isSafeInteger(n) || n < 0))) { setBad('Numbers, please: 3 4 5'); return; }
    setBad('');
    void p.begin(heaps);
  };
  return (
    <label class="field start">Start <input type="text" inputMode="numeric" key={at ? sum(at) : ''} defaultValue={at?.map((h) => h.join(' ')).join(' + ') ?? ''} onChange={(e) => change(e.currentTarget.value)} />{bad && <small class="bad">{bad}</small>}</label>
  );
}

function History(): JSX.Element | null {
  const past = p.moments.value.slice(1);
  if (past.length === 0) return null;
  return <ol class="history" aria-label="Moves so far">{past.map((m, i) => <li key={i}><b>{p.nameOf(m.last!.player)}</b> {m.last!.words} <small>{sum(m.reply.heaps)}</small></li>)}</ol>;
}

// What the page asks the engine and what it answers: every question and every reply, as types. The façade (web/api/) keeps to this file.
//
// Questions carry all they need (the text of the rules each time): the engine may be thrown away and started again between any two of them.
// It remembers the text that it read last, so that this costs nothing. Nothing in a reply is markup: all texts are data to be shown as text.

/** Up to 2^53 a number, beyond that the decimal digits. */
export type Whole = number | string;
export type Position = Whole[];

export type What = 'values' | 'outcomes';

/** On what ground an answer stands; `text` says it in a sentence. */
export interface Warrant {
  kind: 'computed' | 'proved' | 'checked' | 'conjectured';
  text: string;
}

// ---- what every question about a game carries

export interface AboutText {
  /** A text in the language. */
  text: string;
  /** What it is called in messages and certificates, such as games/nim/nim.bouton; if it is of the library, the library's other files about the
   *  game are used too. Without it: "rules". */
  path?: string;
}

export interface AboutGame extends AboutText {
  /** A game that the text declares or imports; without it the first. */
  game?: string;
  /** Parameters as typed: { k: '3', f: 'floor(sqrt(x))', moves: '2,5' }. Those left out have their defaults. */
  arguments?: Record<string, string>;
}

/** Part of a table: coordinates of `slice` are fixed, the others run from `from` (0 if left out) to `to`, in the order of the game.
 *  A game with a group of piles gets as many piles as `to` and `slice` have entries together. */
export interface TablePart {
  to: number[];
  from?: number[];
  slice?: Record<string, number>;
}

// ---- questions, by their name `do`

export interface Questions {
  /** What there is: games and papers. Made when the page is built (engine.library() gives it without the engine). */
  library: {};
  /** Reads a text; a mistake is an EngineFault with its place. */
  open: AboutText;
  /** What could stand at a place of a text (line and column count from 1), best first. */
  complete: AboutText & { line: number; column: number };
  /** Values of many positions. The cells come as a typed array beside the JSON: Reply `cells`. */
  table: AboutGame & TablePart & { what?: What };
  /** Everything about one position: value, moves, winning moves, why. */
  cell: AboutGame & { position: Position; most?: number };
  /** The value of a position of any size: '10^100' is a number here. */
  value: AboutGame & { position: (number | string)[]; what?: What };
  /** Periods of a game of one heap. */
  period: AboutGame & { to?: number };
  /** One claim (its number in Opened.claims) against the rules; `to` replaces its general bound. */
  check: AboutText & { claim: number; to?: number };
  /** One claim for all positions. `certificate`, `formal`: with files to download. */
  prove: AboutText & { claim: number; effort?: number; certificate?: boolean; formal?: boolean };
  /** Laws from the rules alone; each is also told as progress when it is found. */
  discover: AboutGame & { what?: What; piles?: number };
  /** The sets that a claim speaks of, inside a box. */
  families: AboutText & { claim: number; to: number[]; arguments?: Record<string, string>; most?: number };
  /** A position on the table; without `heaps` a good one to begin with. A heap is a position; several: a sum (heaps that split). */
  play: AboutGame & { heaps?: Position[]; moves?: boolean };
  /** May this heap become these positions? */
  legal: AboutGame & { heaps: Position[]; heap: number; to: Position[] };
  /** n seats, every k-th is removed. */
  josephus: { n: number | string; k: number | string };
  /** A table as a file. */
  export: AboutGame & TablePart & { what?: What; format: ExportFormat };
  /** What kind of moves a game has and which engine that calls for, in words. */
  shape: AboutGame & { piles?: number };
  /** Loads Z3 into the worker (8 MB, once); proofs by goals are possible afterwards. Answered by the worker. */
  solver: {};
}

export type ExportFormat = 'csv' | 'tex' | 'txt' | 'json' | 'bfile' | 'svg';

// ---- replies

export interface Parameter {
  name: string;
  kind: 'number' | 'set' | 'function';
  /** Of a function: what it is applied to, as in f(x). */
  arguments: string[];
  /** As written; null: it has to be given. */
  default: string | null;
  /** `where`, as written. */
  condition: string | null;
  /** A value to begin with where there is no default (tried out: the game accepts it). */
  suggestion: string | null;
}

export interface GameInfo {
  name: string;
  about: string;
  source: string;
  line: number;
  parameters: Parameter[];
  /** piles: it stands for a group of any number of piles, a1, a2, ... */
  coordinates: { name: string; piles: boolean }[];
  misere: boolean;
  /** 0: two players; otherwise the podium rule, as written ('players'). */
  players: string | null;
  splits: boolean;
  /** The rules as the file writes them, a line each. */
  rules: string[];
}

export interface ClaimInfo {
  index: number;
  /** theorem, lemma, claim, example, ... */
  kind: string;
  label: string;
  /** theorem 1.1 */
  name: string;
  line: number;
  /** The game that it is about. */
  game: string;
  /** The whole claim as the language writes it. */
  text: string;
  /** What it says, as TeX for KaTeX (display mode); null: it has none. */
  tex: string | null;
  /** Bounds as written, such as "200" or "k <= 12"; empty: it has none. */
  bound: string;
  expectRefuted: boolean;
  /** The counterexample that the file names. */
  counterexample: Record<string, Whole>;
  /** general: for all positions; finite: up to its bound only; conjectured. */
  standing: 'general' | 'finite' | 'conjectured';
  note: string;
  /** Can `families` draw it? */
  drawable: boolean;
}

export interface Opened {
  paper: { title: string; by: string; source: string; about: string } | null;
  imports: string[];
  games: GameInfo[];
  /** Imported games, too, so that they can be shown. */
  imported: GameInfo[];
  definitions: { name: string; text: string; tex: string | null; line: number }[];
  claims: ClaimInfo[];
}

export interface LibraryFile extends Opened {
  /** games/nim/nim.bouton */
  path: string;
  text: string;
}
export interface Library {
  /** 0.6.0 */
  version: string;
  files: LibraryFile[];
}

export interface Completion {
  label: string;
  kind: 'word' | 'game' | 'parameter' | 'coordinate' | 'function' | 'definition' | 'claim' | 'variable';
  detail: string;
}
export interface Completions {
  /** Where the word begins that is being completed, column from 1. */
  from: number;
  options: Completion[];
}

export interface Axis { name: string; from: number; to: number }

export interface Table {
  /** game with arguments */
  instance: string;
  /** The coordinates that run; the last one runs fastest in `cells`. */
  axes: Axis[];
  /** Those that the slice fixed. */
  fixed: Record<string, number>;
  /** grundy: numbers; outcome: 0 = P, 1 = N; podium: places from 0. */
  quantity: 'grundy' | 'outcome' | 'podium';
  players: number;
  engine: string;
  /** Bytes a cell: 1, 2 or 4. */
  width: 1 | 2 | 4;
  /** This number in a cell: no position. */
  absent: number;
  largest: number;
  /** How many cells are 0 (P-positions), and how many are positions at all. */
  zeros: number;
  positions: number;
  /** A checksum of the cells. */
  sum: number;
  warrant: Warrant;
}
/** Beside Table: its cells. */
export type Cells = Uint8Array | Uint16Array | Uint32Array;

export interface Option {
  /** What the move leaves: one position, or several where heaps split. */
  to: Position[];
  value: Whole;
  /** It wins; under the podium rule: no move leads to a better place. */
  best: boolean;
  /** "takes 2 from x"; empty where a move does anything else. */
  taken: string;
}

export interface Cell {
  instance: string;
  position: Position;
  /** Names of the coordinates: x, y or a1, a2, ... */
  names: string[];
  /** null: not exactly known (only that it is not 0). */
  value: Whole | null;
  /** null under the podium rule. */
  outcome: 'P' | 'N' | null;
  warrant: Warrant;
  /** null: more than can be listed. At most `most` (5000). */
  options: Option[] | null;
  /** The values of the options, without repetition, in order; the value is the least number that is missing (normal play). */
  values: Whole[] | null;
  winning: number | null;
  best: Option | null;
  /** In a sentence, why the best move wins, or that every move loses. */
  reason: string;
  notes: string[];
}

export interface ValueReply {
  instance: string;
  position: Position;
  /** null: only known not to be 0. */
  value: Whole | null;
  outcome: 'P' | 'N' | null;
  warrant: Warrant;
  notes: string[];
}

export type PeriodReply = { instance: string; values: OnePeriod; outcomes: OnePeriod };
export type OnePeriod =
  | { proved: true; preperiod: Whole; period: Whole; saltus: Whole; how: string; first: Whole[]; evidence: unknown }
  | { proved: false; why: string; observed: { preperiod: Whole; period: Whole; saltus: Whole; to: Whole } | null };

export interface CheckReply {
  claim: string;
  verdict: 'holds' | 'refuted' | 'error';
  /** As the file says? */
  asExpected: boolean;
  counterexample: Record<string, Whole>;
  /** The counterexample as a position of the game, where it names all coordinates. */
  at: Position | null;
  bound: string;
  cases: Whole;
  message: string;
  seconds: number;
}

export interface ProveReply {
  claim: string;
  /** limited: proved, but only for what `generality` says. */
  verdict: 'proved' | 'limited' | 'refuted' | 'open';
  asExpected: boolean;
  method: string;
  generality: string;
  uses: string[];
  counterexample: Record<string, Whole>;
  at: Position | null;
  /** How far it was compared with the rules. */
  bound: string;
  cases: Whole;
  tried: string[];
  /** open: a proof by goals was not tried, since no solver is loaded. */
  solverWanted: boolean;
  seconds: number;
  /** Files of the certificate, which `bouton recheck` accepts: a folder of this name. null: not asked for, or nothing is proved. */
  certificate: { folder: string; files: { name: string; text: string }[] } | null;
  /** A Coq development; text null: there is none, `why` says so. */
  formal: { file: string; text: string | null; why: string } | null;
}

export interface Law {
  /** A claim of the language, and what it needs before it. */
  law: string;
  needs: string | null;
  statement: string;
  tex: string | null;
  verdict: 'proved' | 'checked';
  bound: string;
  template: string;
  method: string | null;
  generality: string | null;
  cases: Whole;
  /** It determines all values. */
  whole: boolean;
  /** Everything in one text that can be appended to the rules. */
  text: string;
  words: string;
}
export interface Discovered {
  instance: string;
  laws: Law[];
  /** Stopped by the clock before everything was tried. */
  stopped: boolean;
  tried: { template: string; guesses: Whole; refuted: Whole }[];
  nearest: { law: string; template: string; exception: string }[];
  seconds: number;
}

export interface Families {
  claim: string;
  instance: string;
  /** For each choice of the claim's variables (s = 0, 1, ...), and for each set that it names. */
  families: { name: string; variables: Record<string, Whole>; value: Whole | null; members: number[][] }[];
  /** Positions where the claim is false: in a family without the value that it says, or the other way round. */
  exceptions: number[][];
  /** There were more than `most` (20000) members. */
  cut: boolean;
}

export interface PlayReply {
  instance: string;
  names: string[];
  heaps: Position[];
  players: number;
  misere: boolean;
  /** No move is left: normal play: the player to move has lost; misere: has won; podium: gets the last place. */
  over: boolean;
  /** Of the whole; podium: the place of the player to move (0 = last ... see outcome). null: not exactly known. */
  value: Whole | null;
  /** Can the player to move win? null under the podium rule. */
  wins: boolean | null;
  warrant: Warrant;
  /** With `moves: true`: all moves; null: too many. */
  moves: (Option & { heap: number })[] | null;
  /** What the perfect player does; if nothing wins, the move that makes it hardest. null: the game is over. */
  best: (Option & { heap: number; wins: boolean; reason: string; text: string }) | null;
  /** Hints by degrees: is there a winning move? where? which, and why? */
  hints: string[];
}

export interface LegalReply { legal: boolean; why: string; heaps: Position[] | null; text: string }

export interface JosephusReply {
  n: Whole;
  k: Whole;
  survivor: Whole;
  /** Seats in the order of removal, the survivor last; null beyond 100000 seats. */
  order: number[] | null;
}

export interface ExportReply { name: string; type: string; text: string }

export interface ShapeReply { instance: string; engine: string; text: string }

export interface SolverReply { version: string; milliseconds: number }

export interface Replies {
  library: Library;
  open: Opened;
  complete: Completions;
  table: Table & { cells: Cells };
  cell: Cell;
  value: ValueReply;
  period: PeriodReply;
  check: CheckReply;
  prove: ProveReply;
  discover: Discovered;
  families: Families;
  play: PlayReply;
  legal: LegalReply;
  josephus: JosephusReply;
  export: ExportReply;
  shape: ShapeReply;
  solver: SolverReply;
}

export type Do = keyof Questions;

// ---- what goes wrong

export interface EngineFault {
  /** input: it can be mended; limit: time or memory, or beyond what can be computed; cancelled: a newer question, or the user;
   *  internal: a mistake of the engine (it is started again). */
  fault: 'input' | 'limit' | 'cancelled' | 'internal';
  /** One sentence, or several; says what to do. Without the place and without the line of the text. */
  message: string;
  /** In `text` of the question: line and column from 1, counted in characters (UTF-16 units, as editors do). */
  place: { line: number; column: number } | null;
  /** What would have to be set otherwise: 'memory', 'time', 'to', 'from', 'slice', 'what', ... or ''. */
  setting: string;
}

// ---- progress

export interface Progress {
  /** In words. */
  message?: string;
  /** discover: a law with its verdict. */
  law?: Law;
}

// ---- between page and worker

export type ToWorker =
  /** `serialized`: the compiled module; `url`: where z3-built.js and z3-built.wasm.gz are, null: nowhere. */
  | { kind: 'start'; module: WebAssembly.Module; solver: string | null }
  | { kind: 'ask'; id: number; question: { do: Do; seconds?: number; memory?: number } & Record<string, unknown> };
export type FromWorker =
  | { kind: 'ready'; milliseconds: number }
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'reply'; id: number; reply: unknown; milliseconds: number }
  | { kind: 'fault'; id: number; fault: EngineFault };

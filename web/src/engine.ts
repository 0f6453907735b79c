// The engine as the page sees it: questions in, promises out. The engine runs in a worker; what takes too long, or is no longer wanted, is
// ended by ending the worker and starting another one, which is quick since the module is compiled once for all of them.
//
//   const engine = new Engine();
//   const table = await engine.ask('table', { text, to: [99, 99] }, { key: 'map' });
//
// One question runs at a time, in the order in which they were asked. A question with a key replaces one with the same key that has not been
// answered: a waiting one is dropped, a running one is ended if it has run for longer than `patience`. Both are rejected with an EngineError
// whose fault is 'cancelled'. Long work belongs into an Engine of its own, so that the page keeps answering.

import type { Cells, Do, EngineFault, FromWorker, Library, Progress, Questions, Replies, ToWorker } from './protocol';
import { compiledModule, makeWorker, solverPlace } from './engine-parts';

export class EngineError extends Error {
  constructor(readonly details: EngineFault) {
    super(details.message);
  }
  get fault() { return this.details.fault; }
  get place() { return this.details.place; }
  get setting() { return this.details.setting; }
}

export interface AskOptions {
  /** The newest question with a key is the one that counts. */
  key?: string;
  /** Seconds after which the engine stops by itself (10 if left out); a second later its worker is ended. 0: no limit. */
  seconds?: number;
  /** Bytes for tables of values: at most, and if left out, 1 GiB. */
  memory?: number;
  progress?: (progress: Progress) => void;
}

interface Job {
  id: number;
  question: { do: Do; seconds?: number; memory?: number } & Record<string, unknown>;
  options: AskOptions;
  resolve: (reply: never) => void;
  reject: (error: EngineError) => void;
  started: number;
}

const USUAL_SECONDS = 10;
const GRACE = 1000; // milliseconds beyond the engine's own limit

const fault = (kind: EngineFault['fault'], message: string, setting = ''): EngineError =>
  new EngineError({ fault: kind, message, place: null, setting });

export class Engine {
  /** Milliseconds after which a running question that is out of date is ended with its worker; before, it is awaited. */
  patience = 150;
  /** Milliseconds that the worker took to start. */
  startTime = 0;

  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private running: Job | null = null;
  private waiting: Job[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private numbers = 0;
  private solverLoaded = false;
  private launches = 0; // an older launch that is still on its way counts for nothing

  /** Starts the worker, if it is not running; questions do so by themselves. */
  start(): Promise<void> {
    this.ready ??= this.launch();
    return this.ready;
  }

  ask<D extends Do>(what: D, question: Questions[D], options: AskOptions = {}): Promise<Replies[D]> {
    return new Promise((resolve, reject) => {
      if (options.key !== undefined) this.replace(options.key);
      const seconds = what === 'solver' ? 0 : (options.seconds ?? USUAL_SECONDS);
      this.waiting.push({
        id: ++this.numbers,
        question: { ...question, do: what, seconds, memory: options.memory },
        options: { ...options, seconds },
        resolve,
        reject,
        started: 0,
      });
      void this.next();
    });
  }

  /** What there is in the library, made when the page was built. */
  async library(): Promise<Library> {
    return (await import('./generated/library.json')).default as unknown as Library;
  }

  /** Is a question running or waiting? */
  get busy(): boolean { return this.running !== null || this.waiting.length > 0; }
  get hasSolver(): boolean { return this.solverLoaded; }

  /** Ends what runs and drops what waits: all of it, or what has this key. */
  cancel(key?: string): void {
    const ended = this.waiting.filter((job) => key === undefined || job.options.key === key);
    this.waiting = this.waiting.filter((job) => !ended.includes(job));
    for (const job of ended) job.reject(fault('cancelled', 'stopped'));
    if (this.running && (key === undefined || this.running.options.key === key)) this.end(fault('cancelled', 'stopped'));
  }

  private replace(key: string): void {
    const old = this.waiting.filter((job) => job.options.key === key);
    this.waiting = this.waiting.filter((job) => job.options.key !== key);
    for (const job of old) job.reject(fault('cancelled', 'a newer question'));
    const job = this.running;
    if (!job || job.options.key !== key) return;
    const left = this.patience - (performance.now() - job.started);
    const end = () => { if (this.running === job) this.end(fault('cancelled', 'a newer question')); };
    if (left <= 0) end();
    else setTimeout(end, left);
  }

  private async launch(): Promise<void> {
    const launch = ++this.launches;
    const module = await compiledModule();
    const worker = await makeWorker();
    if (launch !== this.launches) {
      worker.terminate();
      throw fault('cancelled', 'stopped');
    }
    this.worker = worker;
    this.solverLoaded = false;
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'ready') {
          this.startTime = data.milliseconds;
          resolve();
        } else if (this.worker === worker) this.heard(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(fault('internal', event.message || 'the engine could not be started'));
        if (this.worker === worker) this.end(fault('internal', `the engine stopped: ${event.message || 'unknown error'}`));
      };
      const message: ToWorker = { kind: 'start', module, solver: solverPlace() };
      worker.postMessage(message);
    });
  }

  private async next(): Promise<void> {
    if (this.running || this.waiting.length === 0) return;
    const job = this.waiting.shift()!;
    this.running = job;
    try {
      await this.start();
    } catch (error) {
      if (this.running !== job) return; // ended meanwhile
      this.ready = null;
      this.finish(() => job.reject(error instanceof EngineError ? error : fault('internal', String(error))));
      return;
    }
    if (this.running !== job) return; // ended meanwhile
    job.started = performance.now();
    const seconds = job.options.seconds ?? 0;
    if (seconds > 0)
      this.timer = setTimeout(
        () => this.end(fault('limit', `stopped after the time limit of ${seconds} s; allow more, or take a smaller bound`, 'time')),
        seconds * 1000 + GRACE,
      );
    const message: ToWorker = { kind: 'ask', id: job.id, question: job.question };
    this.worker!.postMessage(message);
  }

  private heard(data: FromWorker): void {
    const job = this.running;
    if (!job || !('id' in data) || data.id !== job.id) return;
    if (data.kind === 'progress') job.options.progress?.(data.progress);
    else if (data.kind === 'reply') {
      if (job.question.do === 'solver') this.solverLoaded = true;
      this.finish(() => job.resolve(data.reply as never));
    } else if (data.kind === 'fault') {
      if (data.fault.fault === 'internal') this.end(new EngineError(data.fault)); // what is left of it is not to be trusted
      else this.finish(() => job.reject(new EngineError(data.fault)));
    }
  }

  private finish(tell: () => void): void {
    clearTimeout(this.timer);
    this.running = null;
    tell();
    void this.next();
  }

  /** Ends the worker; the next question starts another one. */
  private end(error: EngineError): void {
    ++this.launches;
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    this.solverLoaded = false;
    const job = this.running;
    this.finish(() => job?.reject(error));
  }
}

export type { Cells };

import { BroadcastChannel } from 'node:worker_threads';
import { loadInterface } from '../../interface/load-interface.ts';
import type { Interface } from '../../interface/model.ts';
import { openRun, type OpenRun } from '../open-run.ts';
import type { RunEvent } from '../run-request.ts';
import type { Suite } from '../suite.ts';
import type { WorkerMessage, WorkerOrder } from './worker-order.ts';

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function load(directory: string): Promise<Interface> {
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'loaded') return loaded.interface;
  const { file, line, problem, advice } = loaded.problem;
  throw new Error(`${file}:${String(line)}: ${problem}. ${advice}`);
}

/** The one run of a thread: what its test files share. */
export class WorkerRun {
  readonly order: WorkerOrder;
  readonly #channel: BroadcastChannel;
  readonly #suites: Suite[] = [];
  readonly #ended = new Set<string>();
  readonly #faults: string[] = [];
  #run: OpenRun | undefined;

  constructor(order: WorkerOrder) {
    this.order = order;
    this.#channel = new BroadcastChannel(order.channel);
  }

  /** Loads the interface and starts the record. Throws what is wrong with the interface. */
  async open(): Promise<void> {
    const abort = new AbortController();
    if (this.order.aborted) abort.abort();
    this.#channel.addEventListener('message', () => abort.abort());
    this.#channel.unref();
    this.#post({ kind: 'listening' });
    const { request } = this.order;
    const document = await load(request.specDirectory);
    // A suite ends for those who watch when its checks are judged, not when its last request is sent.
    const onEvent = (event: RunEvent): void => {
      if (event.kind !== 'suite-ended') this.tell(event);
    };
    this.#run = openRun(request, document, { onEvent, signal: abort.signal });
  }

  get run(): OpenRun {
    if (this.#run === undefined) throw new Error('the run is not open');
    return this.#run;
  }

  get suites(): readonly Suite[] {
    return this.#suites;
  }

  #post(message: WorkerMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
    this.#channel.postMessage(message);
  }

  /** Passes an event on to the starter. */
  tell(event: RunEvent): void {
    this.#post({ kind: 'event', event });
  }

  /** Takes a suite in, before it runs. */
  add(suite: Suite): void {
    this.#suites.push(suite);
  }

  /** Sends the requests of a suite. Throws what a probe throws, and keeps it for the record. */
  async send(suite: Suite): Promise<void> {
    try {
      await this.run.engine.runSuite(suite);
      this.#ended.add(suite.name);
    } catch (error) {
      this.#faults.push(`suite ${suite.name}: ${messageOf(error)}`);
      throw error;
    }
  }

  #fault(): string | undefined {
    if (this.#faults.length > 0) return this.#faults.join('\n');
    const missing = this.order.suites.filter((name) => !this.#ended.has(name));
    return missing.length === 0 ? undefined : `not every suite could be run: ${missing.join(', ')}`;
  }

  /** Ends the record. A suite that did not run to its end makes the whole run a fault of assay. */
  async finish(): Promise<void> {
    await this.run.finish(this.#suites, this.#fault());
    this.#post({ kind: 'finished' });
    this.#channel.close();
  }
}

/**
 * A thread for services with mutants, one after the other: each gets modules of its own, while those of packages are
 * loaded once. What hangs, or dies, takes this thread along and nothing else.
 */
import { registerHooks } from 'node:module';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { movedClock } from './moved-clock.ts';
import { ROOT } from './services.ts';

/** Which service to start next. The one before ends. */
export type ServiceOrder = {
  /** Relative to the repository, and what it exports that makes the server. */
  readonly module: string;
  readonly start: string;
  /** JavaScript in the place of a source, by the path of that source. */
  readonly sources: ReadonlyMap<string, string>;
  /** The mutant that is switched on, if any. */
  readonly active: string | undefined;
  readonly moves: SharedArrayBuffer;
  readonly startedAtMs: number;
};

/** What the thread is told: to start a service, or to say which mutants were evaluated and to end the service. */
export type ServiceTask = ServiceOrder | 'end';

/** What the thread tells. */
export type ServiceNews =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'ended'; readonly reached: readonly string[] };

type Start = () => Promise<Server>;

/** What instrumented sources read and write. */
type Switches = { activeMutant?: string | undefined; mutantCoverage?: { static: { [id: string]: number } } };

const SWITCHES = '__stryker__';

let nowMs = (): number => 0;
let switches: Switches = {};
let sources = new Map<string, string>();
let entry = '';
let starts = 0;
let server: Server | undefined;

globalThis.Date = class extends Date {
  constructor(...given: readonly [] | readonly [number | string | Date]) {
    super(given[0] ?? nowMs());
  }

  static override now(): number {
    return Math.floor(nowMs());
  }
} as DateConstructor;

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const isOwn = found.url === entry || sources.has(found.url);
    return isOwn ? { ...found, url: `${found.url}?start=${starts}` } : found;
  },
  load: (url, context, next) => {
    const source = sources.get(url.split('?', 1).join(''));
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

function tell(news: ServiceNews): void {
  // oxlint-disable-next-line require-post-message-target-origin -- that of windows, this is a thread
  parentPort?.postMessage(news);
}

async function start(order: ServiceOrder): Promise<void> {
  starts += 1;
  nowMs = movedClock(order.moves, order.startedAtMs).nowMs;
  switches = { activeMutant: order.active };
  Object.assign(globalThis, { [SWITCHES]: switches });
  sources = new Map(
    [...order.sources].map(([file, source]) => [pathToFileURL(join(ROOT, file)).href, source]),
  );
  entry = pathToFileURL(join(ROOT, order.module)).href;
  const module = (await import(entry)) as { readonly [name: string]: Start };
  const made = await module[order.start]?.();
  if (made === undefined) throw new Error(`${order.module} has no ${order.start}`);
  server = made;
  // Node writes the time of the machine.
  made.prependListener('request', (_request, response) => {
    response.setHeader('Date', new Date().toUTCString());
  });
  made.listen(0, '127.0.0.1', () => {
    tell({ kind: 'listening', port: (made.address() as AddressInfo).port });
  });
}

function end(): void {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  tell({ kind: 'ended', reached: Object.keys(switches.mutantCoverage?.static ?? {}) });
}

parentPort?.on('message', (task: ServiceTask) => {
  if (task === 'end') end();
  else start(task).catch((error: unknown) => tell({ kind: 'broken', why: String(error) }));
});

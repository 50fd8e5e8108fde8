import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type GivenParameters,
  withGivenParameters,
} from '../../src/interface/parameters/given-parameters.ts';
import { readRecord } from '../../src/record/read.ts';
import type { RunRequest, RunSettings } from '../../src/record/record.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import { type Clock, machineClock } from '../../src/system/clock.ts';
import { unboundTotal } from '../../src/record/allowance.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { loadOnce } from '../specs/load-files.ts';
import type { MockRun } from './run-against-mock.ts';

/** A request as a small service reads it. */
export type Ask = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as it came over the wire. */
  readonly bytes?: Uint8Array;
  /** The body as JSON; `undefined` where it is none. */
  readonly json: unknown;
};

/** What a small service answers: a text and bytes go out as they are, anything else as JSON. */
export type Reply = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
};

/** A service in a few lines: a new one, with a state of its own, for each run. */
export type MakeService = () => (ask: Ask) => Reply;

/** The one key that the services know. */
export const KEY = 'the-only-key-of-all-0123456789';

/** The key of another user, where a run has one. */
export const OTHER_KEY = 'the-key-of-another-user-9876543210';

/** Who sends a request, by its bearer token; `undefined` for nobody that is known. */
export function userOf({ headers }: Ask): 'first' | 'other' | undefined {
  const [scheme = '', ...rest] = (headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'bearer') return undefined;
  const key = rest.join(' ');
  if (key === KEY) return 'first';
  return key === OTHER_KEY ? 'other' : undefined;
}

/** True for a request that carries the one key as a bearer token. */
export function isKnown(ask: Ask): boolean {
  return userOf(ask) === 'first';
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A service that listens on this machine. */
export type ListeningService = {
  readonly url: string;
  readonly key: string;
  /** Everything that was asked of it. */
  readonly asked: readonly Ask[];
  readonly close: () => void;
};

/** Starts a new service on a free port. `delayMs`: how long it keeps an answer back once what was asked for is done. */
export async function listenOnThisMachine(
  make: MakeService,
  delayMs?: () => number,
): Promise<ListeningService> {
  const serve = make();
  const asked: Ask[] = [];
  const server = createServer((request, response) => {
    void bytesOf(request).then((bytes) => {
      const text = bytes.toString();
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const ask: Ask = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        text,
        bytes,
        json: parsed(text),
      };
      asked.push(ask);
      const { status, body, headers = {} } = serve(ask);
      const isWritten = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
      const sent = isWritten ? body : JSON.stringify(body);
      const own = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const answer = (): unknown => response.writeHead(status, { ...own, ...headers }).end(sent);
      if (delayMs === undefined) answer();
      else setTimeout(answer, delayMs());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${String(port)}`, key: KEY, asked, close };
}

type Surroundings = Pick<RunRequest, 'earlier' | 'replayFirst'> & {
  readonly clock?: Clock;
  readonly delayMs?: () => number;
  /** What `--parameter` says. */
  readonly parameters?: readonly GivenParameters[];
  /** Another key than the one that most of the services know. */
  readonly key?: string;
};

/** A standard run against a service on this machine, with everything that was asked of it. */
export async function runAgainstService(
  document: string | Readonly<Record<string, string>>,
  make: MakeService,
  settings: Partial<RunSettings> = {},
  otherKey?: string,
  { clock = machineClock, delayMs, earlier, replayFirst, parameters = [], key = KEY }: Surroundings = {},
): Promise<MockRun & { readonly asked: readonly Ask[] }> {
  const loaded = await loadOnce(typeof document === 'string' ? { 'openapi.yaml': document } : document);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const own = withGivenParameters(loaded.interface, parameters);
  const directory = await mkdtemp(join(tmpdir(), 'assay-service-'));
  const recordFile = join(directory, 'record.ndjson');
  const { url: origin, asked, close } = await listenOnThisMachine(make, delayMs);
  try {
    const { profile = 'standard' } = settings;
    const maxRequests = Math.max(900, unboundTotal(own, { profile }));
    const aim = { url: `${origin}${own.basePath}`, key, recordFile };
    const request = runRequestFor({
      ...aim,
      settings: { plan: undefined, profile, maxRequests, maxDurationS: 60, ...settings },
    });
    const hooks = { onEvent: () => undefined, signal: new AbortController().signal };
    await runApart({ ...request, otherKey, earlier, replayFirst }, own, hooks, { clock });
    const read = await readRecord(recordFile);
    if (read.kind === 'no-record') throw new Error(read.problem);
    return { record: read.record, verdict: verdict(read.record, own), asked };
  } finally {
    close();
    await rm(directory, { recursive: true });
  }
}

/** The clock of this machine, but that whoever sleeps finds the time over at once. */
function impatientClock(): Clock {
  let skippedMs = 0;
  return {
    now: () => machineClock.now() + skippedMs,
    monotonicMs: () => machineClock.monotonicMs() + skippedMs,
    sleep: (ms, signal) => {
      if (signal?.aborted !== true) skippedMs += ms;
      return machineClock.sleep(0, signal);
    },
  };
}

/** The same for a service that knows no time: a run that waits for lists to follow need not do so. */
export function runAtOnce(
  document: string | Readonly<Record<string, string>>,
  make: MakeService,
  settings: Partial<RunSettings> = {},
  surroundings: Omit<Surroundings, 'clock'> = {},
): ReturnType<typeof runAgainstService> {
  return runAgainstService(document, make, settings, undefined, { clock: impatientClock(), ...surroundings });
}

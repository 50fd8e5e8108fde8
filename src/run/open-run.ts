import type { Check } from '../checks/check.ts';
import type { Client } from '../client/client.ts';
import { type Exchange, type HeaderLine, keptExchange } from '../http/exchange.ts';
import { basePathOf } from '../http/target.ts';
import type { Interface } from '../interface/model.ts';
import { readExchange, type Reading } from '../oracle/reading.ts';
import { KEY_MARKER, OTHER_KEY_MARKER } from '../output/find-secrets.ts';
import { gate } from '../output/gate.ts';
import { LineFile } from '../output/line-file.ts';
import { createAnswerMask, secretsOfField } from '../output/mask.ts';
import type {
  RecordEntry,
  RecordFooter,
  RecordHeader,
  RunEvent,
  RunRecord,
  RunRequest,
  Stop,
} from '../record/record.ts';
import { checkedLine, newRunId, recordHeader } from '../record/write.ts';
import { clientFor } from '../session/identity.ts';
import { readingsByPart } from '../session/judge-run.ts';
import { mockClock } from '../session/pace/mock-clock.ts';
import type { Suite } from '../session/suite.ts';
import { checkedSigner } from '../session/requests/request-signer.ts';
import { bound } from '../system/bounds.ts';
import { type Clock, machineClock } from '../system/clock.ts';
import { leaveBehind } from '../system/garbage.ts';
import { Engine } from './engine.ts';

/** What a run that goes on where another was cut off takes over from its record. */
export type EarlierRun = {
  /** The readings of each part so far. */
  readonly parts: readonly (readonly Reading[])[];
  /** Ids of probes that did all that they set out to do. */
  readonly done: readonly string[];
  /** How the header of the new record names the parts. */
  readonly resumes: NonNullable<RecordHeader['resumes']>;
};

/**
 * Reads what there is of a run. Where lines of its record can't be read, nobody knows what its probes showed: all of them
 * run again. Requests that were broken off say nothing.
 */
function earlierRun(record: RunRecord, document: Interface): EarlierRun {
  const { header, exchanges, damage, done = [] } = record;
  const contract = { interface: document, basePath: basePathOf(header.settings.url) };
  const readings = [...exchanges.values()]
    .filter(({ result }) => result.kind === 'answer' || result.failure.kind !== 'aborted')
    .map((exchange) => readExchange(contract, exchange));
  const last = readings.at(-1)?.exchange.id;
  const before = header.resumes ?? [];
  const own = last === undefined ? [] : [{ runId: header.runId, lastExchange: last }];
  return {
    parts: readingsByPart(readings, before).filter((part) => part.length > 0),
    done: damage === undefined ? done : [],
    resumes: [...before, ...own],
  };
}

/** A clock whose monotonic time goes on after the earlier exchanges, as much later as the wall clock says. */
function continuedClock(clock: Clock, { parts }: EarlierRun): Clock {
  const last = parts.at(-1)?.at(-1)?.exchange;
  if (last === undefined) return clock;
  const tookMs = last.endMs - last.startMs;
  const gapMs = Math.max(0, clock.now() - (last.sentAt + tookMs));
  const laterMs = last.endMs + gapMs - clock.monotonicMs();
  return { ...clock, monotonicMs: () => clock.monotonicMs() + laterMs };
}

export type RunHooks = {
  readonly onEvent: (event: RunEvent) => void;
  readonly signal: AbortSignal;
  /** Tells the outcome of each check when its suite was sent, as far as the run has come by then. Default: not. */
  readonly tellChecks?: boolean;
  /** Checks beside those of assay. Default: none. */
  readonly ownChecks?: readonly Check[];
};

/** What a run happens in. What is left out is what every run has: the time of this machine, or of assay's own mock; sockets; a new id. */
export type RunWorld = {
  readonly clock?: Clock;
  /** What sends to the service in place of sockets. It is closed when the run is over. */
  readonly client?: Client;
  /** Six letters or digits, in every name that the run creates. */
  readonly runId?: string;
};

/** The record of a run that came to its end. */
export type FinishedRun = RunRecord & { readonly footer: RecordFooter };

/** A run that is under way: an engine, its connections and its record. */
export type OpenRun = {
  readonly engine: Engine;
  /**
   * Judges everything, writes the outcomes and the end of the record, closes the connections, and returns the record. A
   * `fault` of assay itself becomes the reason why the run ended.
   */
  readonly finish: (suites: readonly Suite[], fault?: string) => Promise<FinishedRun>;
  /** The record as far as the run has come. */
  readonly soFar: () => RunRecord;
};

/** An exchange without the header lines that the caller adds to every request: they may be secrets of their own. */
function withoutGiven(exchange: Exchange, given: readonly HeaderLine[]): Exchange {
  if (given.length === 0) return exchange;
  const lines = new Set(given.map(([name, value]) => `${name.toLowerCase()}: ${value}`));
  const headers = exchange.request.headers.filter(
    ([name, value]) => !lines.has(`${name.toLowerCase()}: ${value}`),
  );
  return { ...exchange, request: { ...exchange.request, headers } };
}

/** What masking and writing a long body has left in memory. */
function leaveBehindLong({ result }: Exchange): void {
  const { length } = result.kind === 'answer' ? result.answer.body : new Uint8Array();
  if (length > bound('shortBodyBytes')) leaveBehind(3 * length);
}

/**
 * Opens a run: starts its record, with the key redacted from everything that it keeps. The record is in memory, and
 * written beside: a file that can't take it costs the file alone, and is told once.
 */
export function openRun(
  request: RunRequest,
  document: Interface,
  hooks: RunHooks,
  world: RunWorld = {},
): OpenRun {
  const given = world.clock ?? (request.ownMock ? mockClock(request.settings.url) : machineClock);
  const earlier = request.earlier === undefined ? undefined : earlierRun(request.earlier, document);
  const clock = earlier === undefined ? given : continuedClock(given, earlier);
  const gateway = gate();
  gateway.add(request.key, KEY_MARKER);
  gateway.add(request.otherKey, OTHER_KEY_MARKER);
  for (const secret of request.headers.flatMap(secretsOfField)) gateway.add(secret);
  const maskAnswer = createAnswerMask(document);
  /** How long it took is told by the clock of this machine, where no other one was given: that of the own mock runs ahead. */
  const durationClock = world.clock ?? machineClock;
  const openedMs = durationClock.monotonicMs();
  const runId = world.runId ?? newRunId();
  const file = request.recordFile === undefined ? undefined : new LineFile(request.recordFile);
  let told = false;
  const tellLoss = (): void => {
    if (told || file?.problem === undefined) return;
    told = true;
    hooks.onEvent({ kind: 'record-lost', file: file.path, reason: file.problem });
  };
  let unreadable: string | undefined;
  const append = (entry: RecordEntry): void => {
    const line = checkedLine(entry);
    unreadable ??= line.fault;
    file?.append(line.text);
    tellLoss();
  };
  const { specDirectory, settings, ownMock } = request;
  const startedAt = request.earlier?.header.startedAt ?? new Date(clock.now()).toISOString();
  const origin = { specDirectory, settings, ownMock, runId, startedAt };
  const header = recordHeader(document, {
    ...origin,
    ...(earlier === undefined ? {} : { resumes: earlier.resumes }),
  });
  append(header);
  const exchanges = new Map<string, Exchange>();
  const done: string[] = [];
  const addExchange = (exchange: Exchange, sent: Exchange): void => {
    exchanges.set(exchange.id, keptExchange(exchange, sent));
    append({ type: 'exchange', exchange });
  };
  const addProbe = (id: string): void => {
    done.push(id);
    append({ type: 'probe', id, state: 'done' });
  };
  for (const { exchange } of earlier?.parts.flat() ?? []) addExchange(gateway.value(exchange), exchange);
  const { url, timeoutMs, seed, concurrency } = request.settings;
  const sign =
    request.beforeRequest === undefined ? undefined : checkedSigner(request.beforeRequest, document);
  const client = world.client ?? clientFor({ ...request, url, timeoutMs, seed, sign, concurrency }, clock);
  const engine = new Engine({
    document,
    client,
    key: request.key,
    keyOf: request.secrets?.keyOf,
    otherKey: request.otherKey,
    otherIsRegistered: request.otherIsRegistered,
    accountIsOwn: request.accountIsOwn,
    heard: request.heard,
    settings: request.settings,
    clock,
    signal: hooks.signal,
    runId,
    onEvent: (event) => hooks.onEvent(gateway.value(event)),
    onExchange: (reading) => {
      const exchange = maskAnswer(withoutGiven(reading.exchange, request.headers));
      addExchange(exchange, reading.exchange);
      leaveBehindLong(exchange);
    },
    onProbeDone: addProbe,
    ownChecks: hooks.ownChecks ?? [],
    earlier,
    replayFirst: request.replayFirst,
  });
  const finish: OpenRun['finish'] = async (suites, fault) => {
    const { results: judged, footer: ended } = await engine.finish(suites);
    const beforeMs = earlier?.parts.at(-1)?.at(-1)?.exchange.endMs ?? 0;
    const durationMs = Math.round(durationClock.monotonicMs() - openedMs + beforeMs);
    await client.close();
    const results = gateway.value(judged);
    for (const result of results) append({ type: 'check', result });
    const footerWith = (reason: string | undefined): RecordFooter => {
      const stop: Stop = reason === undefined ? ended.stop : { kind: 'harness-error', reason };
      return gateway.value({ ...ended, stop, durationMs });
    };
    append(footerWith(fault ?? unreadable));
    const footer = footerWith(fault ?? unreadable);
    file?.close();
    tellLoss();
    const finished = done.length === 0 ? {} : { done };
    return { header, exchanges, ...finished, results, footer, partial: false };
  };
  const soFar = (): RunRecord => ({
    header,
    exchanges,
    done,
    results: [],
    footer: undefined,
    partial: true,
  });
  return { engine, finish, soFar };
}

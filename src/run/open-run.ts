import { closeSync, openSync, writeSync } from 'node:fs';
import type { Exchange, HeaderLine } from '../exchange/exchange.ts';
import { createRedactor } from '../exchange/redact.ts';
import type { Interface } from '../interface/model.ts';
import { clientFor } from './client-for.ts';
import { machineClock, type Clock } from './clock.ts';
import { Engine } from './engine.ts';
import { mockClock } from './mock-clock.ts';
import { recordHeader } from './record-header.ts';
import { recordLine } from './record-line.ts';
import { type CheckResult, type RecordEntry, type RecordFooter, type Stop } from './record.ts';
import { redactResult } from './redact-result.ts';
import type { RunEvent, RunRequest } from './run-request.ts';
import { newRunId } from './run-id.ts';
import type { Suite } from './suite.ts';

export type RunHooks = { readonly onEvent: (event: RunEvent) => void; readonly signal: AbortSignal };

/** A run that is under way: an engine, its connections and its record. */
export type OpenRun = {
  readonly engine: Engine;
  /**
   * Judges everything, writes the outcomes and the end of the record, and closes the connections. A `fault` of assay
   * itself becomes the reason why the run ended.
   */
  readonly finish: (
    suites: readonly Suite[],
    fault?: string,
  ) => Promise<{ results: readonly CheckResult[]; footer: RecordFooter }>;
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

/** Writes a text to an open file. A single write may take only a part of it. */
function writeWhole(file: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
}

/** Opens a run: starts its record, with the key redacted from everything that is written. */
export function openRun(
  request: RunRequest,
  document: Interface,
  hooks: RunHooks,
  clock: Clock = request.ownMock ? mockClock(request.settings.url) : machineClock,
): OpenRun {
  const redactor = createRedactor(request.key);
  const openedMs = machineClock.monotonicMs();
  const runId = newRunId();
  const record = openSync(request.recordFile, 'w');
  const append = (entry: RecordEntry): void => writeWhole(record, recordLine(entry));
  const { specDirectory, settings, ownMock } = request;
  const startedAt = new Date(clock.now()).toISOString();
  const header = recordHeader(document, { specDirectory, settings, ownMock, runId, startedAt });
  append(header);
  const { url, timeoutMs, seed } = request.settings;
  const client = clientFor({ ...request, url, timeoutMs, seed }, clock);
  const engine = new Engine({
    document,
    client,
    key: request.key,
    settings: request.settings,
    clock,
    signal: hooks.signal,
    runId,
    onEvent: hooks.onEvent,
    onExchange: ({ exchange }) =>
      append({ type: 'exchange', exchange: redactor.exchange(withoutGiven(exchange, request.headers)) }),
  });
  const finish: OpenRun['finish'] = async (suites, fault) => {
    const { results, footer: ended } = await engine.finish(suites);
    const durationMs = Math.round(machineClock.monotonicMs() - openedMs);
    const stop: Stop = fault === undefined ? ended.stop : { kind: 'harness-error', reason: fault };
    const footer: RecordFooter = { ...ended, stop, durationMs };
    await client.close();
    const redacted = results.map((result) => redactResult(redactor, result));
    for (const result of redacted) append({ type: 'check', result });
    append(redactFooter(redactor, footer));
    closeSync(record);
    return { results: redacted, footer };
  };
  return { engine, finish };
}

function redactFooter(redactor: ReturnType<typeof createRedactor>, footer: RecordFooter): RecordFooter {
  const { stop } = footer;
  const leftovers = footer.leftovers.map((left) => ({ ...left, identity: redactor.text(left.identity) }));
  switch (stop.kind) {
    case 'unusable-target':
      return { ...footer, leftovers, stop: { ...stop, reason: redactor.text(stop.reason) } };
    case 'budget':
    case 'harness-error':
      return { ...footer, leftovers, stop: { ...stop, reason: redactor.text(stop.reason) } };
    case 'completed':
    case 'interrupted':
      return { ...footer, leftovers };
  }
}

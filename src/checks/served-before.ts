import type { Reading } from '../oracle/reading.ts';
import { onceFor } from '../system/once-for.ts';

/** What a run did between the last success of a read and its failure: one of these requests may have broken it for everybody. */

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function hasSucceeded({ answer }: Reading): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** True for what may have changed something: it was sent to do so, and nobody refused it. */
function mayHaveChanged({ exchange, answer }: Reading): boolean {
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  return !READS.has(exchange.request.method) && !isRefused;
}

const successesOf = onceFor((readings: readonly Reading[]) =>
  Map.groupBy(
    readings.filter((reading) => reading.exchange.request.method === 'GET' && hasSucceeded(reading)),
    ({ exchange: { request } }) => `${request.credential.kind} ${request.target}`,
  ),
);

const changesOf = onceFor((readings: readonly Reading[]) => readings.filter(mayHaveChanged));

/** The requests that may have changed something since the same read was answered with success. */
function changesBefore(readings: readonly Reading[], { exchange }: Reading): readonly Reading[] {
  const { request, startMs } = exchange;
  if (request.method !== 'GET') return [];
  const same = successesOf(readings).get(`${request.credential.kind} ${request.target}`) ?? [];
  const served = same.findLast((other) => other.exchange.endMs <= startMs);
  if (served === undefined) return [];
  return changesOf(readings).filter(
    (other) => other.exchange.startMs >= served.exchange.endMs && other.exchange.endMs <= startMs,
  );
}

/** So many requests are told one by one. */
const MOST_TOLD = 5;

/** What a read that fails was served before, in words to add to those of the failure; and which requests it was, where these are few. */
export function servedBefore(
  readings: readonly Reading[],
  failing: Reading,
): { readonly words: string; readonly changes: readonly Reading[] } {
  const changes = changesBefore(readings, failing);
  const [first, ...more] = changes;
  if (first === undefined) return { words: '', changes };
  const { operation } = first.expectation;
  const isNamed = more.length === 0 && operation !== undefined;
  const since = isNamed
    ? `${operation.method} ${operation.path}`
    : `${String(changes.length)} others that may have changed something`;
  return {
    words: `; the same request was served before ${since}`,
    changes: changes.length > MOST_TOLD ? [] : changes,
  };
}

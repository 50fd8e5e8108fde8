import type { Reading } from '../oracle/reading.ts';
import { onceFor } from '../system/once-for.ts';

/** What a run did between the last success of a read and its failure: one of these requests may have broken it for everybody. */

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** True for what may have changed something: it was sent to do so, and nobody refused it. */
function mayHaveChanged({ exchange, answer }: Reading): boolean {
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  return !READS.has(exchange.request.method) && !isRefused;
}

/** Requests between the last success of a read and its failure, by the failure. Kept as places, since there may be many of both. */
const sinceServed = onceFor((readings: readonly Reading[]) => {
  const served = new Map<string, number>();
  const changes: Reading[] = [];
  const since = new Map<Reading, { readonly from: number; readonly to: number }>();
  for (const reading of readings) {
    const { method, target, credential } = reading.exchange.request;
    const [asked, status] = [`${credential.kind} ${target}`, reading.answer?.status ?? 0];
    if (mayHaveChanged(reading)) changes.push(reading);
    if (method !== 'GET') continue;
    if (status >= 200 && status < 300) served.set(asked, changes.length);
    const from = served.get(asked);
    if (status >= 500 && from !== undefined) since.set(reading, { from, to: changes.length });
  }
  return { changes, since };
});

/** So many requests are told one by one. */
const MOST_TOLD = 5;

/** What a read that fails was served before, in words to add to those of the failure; and which requests it was, where these are few. */
export function servedBefore(
  readings: readonly Reading[],
  failing: Reading,
): { readonly words: string; readonly changes: readonly Reading[] } {
  const { changes: all, since } = sinceServed(readings);
  const { from, to } = since.get(failing) ?? { from: 0, to: 0 };
  const [count, changes] = [to - from, to - from > MOST_TOLD ? [] : all.slice(from, to)];
  const [first] = all.slice(from, to);
  if (count === 0 || first === undefined) return { words: '', changes };
  const { operation } = first.expectation;
  const isNamed = count === 1 && operation !== undefined;
  const told = isNamed
    ? `${operation.method} ${operation.path}`
    : `${String(count)} others that may have changed something`;
  return { words: `; the same request was served before ${told}`, changes };
}

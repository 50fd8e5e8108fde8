import type { Reading } from '../oracle/reading.ts';
import type { Stop } from './record.ts';

const ADDRESS_ADVICE =
  'check --url: it is the base address, with the path that the document gives it (for example a version segment), and nothing behind it';
const KEY_ADVICE = 'check --key (or --key-env, ASSAY_KEY): the key has to be valid for this address';

function describe(reading: Reading): string {
  const { request, result } = reading.exchange;
  const what = `${request.method} ${request.target}`;
  if (result.kind === 'failure') return `${what}: ${result.failure.detail}`;
  return `${what}: ${result.answer.status} ${result.answer.reason}`.trimEnd();
}

/** Whether the answers to the first valid requests all refuse the key: it may be the wrong one. */
export function refusesKey(readings: readonly Reading[]): boolean {
  const answers = readings.flatMap(({ answer }) => (answer === undefined || answer.limited ? [] : [answer]));
  return answers.length > 0 && answers.every(({ status }) => status === 401);
}

/**
 * Says from the first valid requests (all of the run so far) whether the target can be tested at all. A key that is
 * refused everywhere, or an address where nothing documented answers, is no finding about the service.
 */
export function usable(readings: readonly Reading[], url: string): Stop | undefined {
  const counted = readings.filter((r) => r.answer?.limited !== true);
  if (counted.length === 0) return undefined;
  const seen = counted.map(describe).join('; ');
  const answers = counted.flatMap((reading) => reading.answer ?? []);
  if (answers.length === 0) {
    const failures = counted.flatMap(({ exchange }) =>
      exchange.result.kind === 'failure' ? [exchange.result.failure] : [],
    );
    const spoke = failures.some((failure) => failure.kind === 'malformed');
    const reason = spoke ? `${url} does not speak HTTP: ${seen}` : `${url} does not answer: ${seen}`;
    return { kind: 'unusable-target', reason, advice: ADDRESS_ADVICE };
  }
  const every = (test: (status: number) => boolean): boolean =>
    answers.every((answer) => test(answer.status));
  if (refusesKey(readings)) {
    return { kind: 'unusable-target', reason: `the target refuses the key: ${seen}`, advice: KEY_ADVICE };
  }
  if (every((status) => status === 404)) {
    return {
      kind: 'unusable-target',
      reason: `nothing documented answers at ${url}: ${seen}`,
      advice: ADDRESS_ADVICE,
    };
  }
  return undefined;
}

/** The end of a run whose target does not answer any more, or never did. */
export function lostTarget(reason: string, readings: readonly Reading[]): Stop {
  const answered = readings.some((reading) => reading.answer !== undefined);
  return {
    kind: 'unusable-target',
    reason: `the target ${answered ? 'stopped answering' : 'does not answer'}: ${reason}`,
    advice: answered
      ? 'check that the service is still running'
      : 'check --url, and that the service is running',
  };
}

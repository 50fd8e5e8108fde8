import { join } from 'node:path';
import type { Outcome } from '../../src/checks/outcome.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../samples/sample-record.ts';

/** The interface that assay ships with. */
export async function shippedInterface(): Promise<Interface> {
  const loaded = await loadInterface(join(import.meta.dirname, '../../spec/pet-catalogue'));
  if (loaded.kind !== 'loaded') throw new Error('the shipped interface cannot be loaded');
  return loaded.interface;
}

/** A run against assay's own mock, honest or with faults. */
export async function recordOf(document: Interface, names: readonly string[]): Promise<RunRecord> {
  const chosen = faults.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error(`no such faults: ${names.join(', ')}`);
  return (await runAgainstMock(document, chosen)).record;
}

/** Text that breaks out of mark-up, of lines, or of the direction of reading, wherever it is not escaped. */
const HOSTILE_TEXTS: readonly string[] = [
  '<script>globalThis.hit = 1</script>',
  '"><img src=x onerror="globalThis.hit = 2">',
  "' onmouseover='globalThis.hit = 3' x='",
  '</title></style></pre></textarea><svg onload="globalThis.hit = 4">',
  '<!-- --> ]]> &lt; &#60;',
  '<a href="javascript:globalThis.hit=5" id="clauses">click</a>',
  '<meta http-equiv="refresh" content="0;url=http://elsewhere.test/">',
  '<link rel="stylesheet" href="http://elsewhere.test/a.css"><iframe src="http://elsewhere.test/"></iframe>',
  '\u{1b}[31mred\u{1b}[0m\u{7}\u{0}',
  'left \u{202e}thgir\u{202c} \u{2066}isolated\u{2069} \u{200b}\u{feff}',
  'lone \u{d800} and \u{dfff} surrogates',
  'line\r\nbreak\u{2028}\u{85}and\ttab',
  '`code` `<script>globalThis.hit = 6</script>`',
  `long ${'x<b>'.repeat(262_144)}`,
];

const ALL = HOSTILE_TEXTS.slice(0, -1).join(' | ');

function hostileExchange(id: string, text: string): Exchange {
  const exchange = sampleExchange({
    id,
    body: text,
    answer: text,
    reason: text,
    headers: [
      [text, text],
      ['Content-Type', text],
    ],
  });
  return {
    ...exchange,
    probe: text,
    request: { ...exchange.request, method: text.slice(0, 200), target: text, headers: [[text, text]] },
  };
}

/** A record in which whatever can be a text of others is hostile. */
export function hostileRecord(): RunRecord {
  const violations = HOSTILE_TEXTS.map((text, at) => ({
    exchanges: [`x${String(at)}`, text],
    operation: text,
    expected: text,
    actual: text,
  }));
  const reasons = HOSTILE_TEXTS.map((text) => ({
    kind: 'not-testable' as const,
    reason: text,
    option: text,
  }));
  return sampleRecord({
    header: sampleHeader({
      interface: { id: ALL, title: ALL, version: ALL, digest: ALL },
      settings: sampleSettings({
        plan: ALL,
        suites: [ALL],
        checks: [ALL],
        url: 'http://127.0.0.1:1/v1/%3Cb%3E',
      }),
      runId: ALL,
      startedAt: ALL,
      nodeVersion: ALL,
    }),
    exchanges: new Map(
      HOSTILE_TEXTS.map((text, at) => [`x${String(at)}`, hostileExchange(`x${String(at)}`, text)]),
    ),
    results: [
      ...violations.map((violation, at) =>
        sampleResult(HOSTILE_TEXTS[at] ?? '', failed(violation), {
          title: HOSTILE_TEXTS[at] ?? '',
          suite: ALL,
          clauses: [HOSTILE_TEXTS[at] ?? ''],
          counterexamples: [
            { seed: 1, path: ALL, shrinks: 2, value: HOSTILE_TEXTS[at] ?? '', exchange: `x${String(at)}` },
          ],
        }),
      ),
      sampleResult('a.warn', warned({ expected: ALL })),
      sampleResult('a.observed', {
        kind: 'observed',
        observations: HOSTILE_TEXTS.map((text) => ({ name: text, value: text, exchanges: [text] })),
      }),
      ...reasons.map((outcome, at) => sampleResult(`a.gap-${String(at)}`, outcome)),
      sampleResult('a.broken', { kind: 'harness-error', reason: ALL }),
    ],
    footer: sampleFooter({
      stop: { kind: 'budget', reason: ALL },
      leftovers: HOSTILE_TEXTS.map((text) => ({ operation: text, name: text, identity: text })),
      leftOut: HOSTILE_TEXTS.map((text) => ({ probe: text, reason: text })),
      endedAt: ALL,
    }),
  });
}

/** A run that was killed before it sent anything. */
export function emptyRecord(): RunRecord {
  return sampleRecord({ footer: undefined });
}

function quotaHeaders(remaining: number): [string, string][] {
  return [
    ['Content-Type', 'application/json'],
    ['X-RateLimit-Limit', '60'],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', '1893553500'],
  ];
}

/** A run of so many exchanges, each of which breaks a check. */
export function longRecord(count: number): RunRecord {
  const exchanges = Array.from({ length: count }, (_, at) => ({
    ...sampleExchange({
      id: `x${String(at)}`,
      status: at % 61 === 60 ? 429 : 500,
      headers: quotaHeaders(60 - (at % 61)),
      answer: JSON.stringify({ message: `boom ${'<&>'.repeat(200)}` }),
    }),
    startMs: at * 10,
    endMs: at * 10 + 5,
  }));
  const violations = exchanges.map(({ id }) => ({ exchanges: [id], actual: `status 500 on ${id}` }));
  const each = Math.ceil(count / 100);
  return sampleRecord({
    exchanges: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
    results: [
      sampleResult('long.pass', passed(count)),
      ...Array.from({ length: 100 }, (_, at) =>
        sampleResult(`long.fail-${String(at)}`, failed(...violations.slice(at * each, (at + 1) * each))),
      ),
    ],
    footer: sampleFooter({ requests: { withKey: count, withoutKey: 0 } }),
  });
}

function shortenedOutcome(outcome: Outcome): Outcome {
  if (outcome.kind === 'observed') return { ...outcome, observations: outcome.observations.slice(0, 2) };
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return outcome;
  return { ...outcome, violations: outcome.violations.slice(0, 3) };
}

function namedBy(outcome: Outcome): readonly string[] {
  return outcome.kind === 'fail' || outcome.kind === 'warn'
    ? outcome.violations.flatMap(({ exchanges }) => exchanges.slice(0, 1))
    : [];
}

/** A record with at most two checks of each outcome, so that a page of it has one of everything and little more. */
export function shortened(record: RunRecord): RunRecord {
  const kinds = Map.groupBy(record.results, ({ outcome }) => outcome.kind);
  const results = [...kinds.values()]
    .flatMap((list) => list.slice(0, 2))
    .map((result) => ({ ...result, outcome: shortenedOutcome(result.outcome) }));
  const named = new Set(results.flatMap(({ outcome }) => namedBy(outcome)));
  const exchanges = [...record.exchanges].filter(
    ([id, { result }], at) =>
      at < 6 || named.has(id) || (result.kind === 'answer' && result.answer.status === 429),
  );
  return { ...record, results, exchanges: new Map(exchanges) };
}

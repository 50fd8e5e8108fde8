import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../test/samples/sample-record.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { KnownFailure } from '../run/baseline.ts';
import { readBaseline } from '../run/read-baseline.ts';
import type { RunRecord } from '../run/record.ts';
import { NO_REASON_YET, updateBaseline } from './update-baseline.ts';
import { verdict } from './verdict.ts';

const IDS = ['a.one', 'a.two', 'a.three', 'a.four'];
const OPERATIONS = ['createBook', 'listBooks', '# {}: *odd*'];
const names = {
  checks: IDS.map((id) => ({ id, level: 'must' })),
  operations: OPERATIONS.map((id) => ({ id })),
};

function run(outcomes: readonly Outcome[], failures: readonly KnownFailure[], strict = false): RunRecord {
  return sampleRecord({
    header: sampleHeader({
      settings: sampleSettings({ strict, baseline: { file: 'known.yaml', failures } }),
    }),
    results: [
      sampleResult('a.good', passed()),
      ...outcomes.map((outcome, at) => sampleResult(IDS[at] ?? '', outcome)),
    ],
  });
}

function failuresIn(text: string): readonly KnownFailure[] {
  const read = readBaseline(text, 'known.yaml', names);
  if (read.kind === 'broken') throw new Error(`${read.problem.problem}\n${text}`);
  return read.baseline.failures;
}

const TEXT = `# What we live with.
failures:
  # Until the gateway is gone.
  - check: a.one # since March
    operation: createBook
    reason: The gateway.
    expires: 2031-01-01
  # Gone by now.
  - check: a.two
    reason: The cache.
  # Nobody knows.
  - check: a.three
    reason: The proxy.
`;

const outcomes = [failed({}, { operation: 'listBooks' }), passed(), warned({})];

test('updateBaseline() keeps what still fails or was not reached, drops what passes, and adds what is new', () => {
  const record = run([...outcomes.slice(0, 2), { kind: 'inconclusive', reason: 'time' }], failuresIn(TEXT));
  const updated = updateBaseline(record, 'known.yaml', TEXT);
  expect(updated.text).toBe(`# What we live with.
failures:
  # Until the gateway is gone.
  - check: a.one # since March
    operation: createBook
    reason: The gateway.
    expires: 2031-01-01
  # Nobody knows.
  - check: a.three
    reason: The proxy.
  - check: a.one
    operation: listBooks
    reason: ${NO_REASON_YET}
`);
  expect(updated.removed.map(({ check }) => check)).toEqual(['a.two']);
  expect(updated.added).toHaveLength(1);
  expect(failuresIn(updated.text)).toEqual(updated.failures);
});

test.each([
  ['a run', false, ['a.one', 'a.one']],
  ['a strict run', true, ['a.one', 'a.one', 'a.three']],
])('updateBaseline() writes a file where there is none, for %s', (_name, strict, checks) => {
  const { text } = updateBaseline(run(outcomes, [], strict), 'known.yaml', undefined);
  expect(failuresIn(text).map(({ check }) => check)).toEqual(checks);
});

test('updateBaseline() writes JSON where the file is JSON', () => {
  const fresh = updateBaseline(run(outcomes, []), 'known.json', undefined);
  expect(JSON.parse(fresh.text)).toEqual({ failures: fresh.failures });
  const text = JSON.stringify({ $schema: 's', failures: [{ check: 'a.two', reason: 'Known.' }] });
  const updated = updateBaseline(run(outcomes, failuresIn(text)), 'known.json', text);
  expect(JSON.parse(updated.text)).toEqual({ $schema: 's', failures: updated.failures });
});

test('updateBaseline() leaves a file as it is, byte for byte, when nothing has changed', () => {
  const text = `{failures: [ {check: a.one,   reason: Known.} ]}   # in a row`;
  expect(updateBaseline(run([failed({})], failuresIn(text)), 'known.yaml', text).text).toBe(text);
});

test('updateBaseline() adds to a file that is written in a row', () => {
  const text = '{failures: [{check: a.two, reason: Known.}]}';
  const updated = updateBaseline(run([failed({})], failuresIn(text)), 'known.yaml', text);
  expect(failuresIn(updated.text)).toEqual(updated.failures);
  expect(updated.failures).toHaveLength(2);
});

test('updateBaseline() does not renew what has expired', () => {
  const expired = [{ check: 'a.one', reason: 'Known.', expires: '2029-12-31' }];
  const text = 'failures: [{check: a.one, reason: Known., expires: 2029-12-31}]';
  const updated = updateBaseline(run([failed({})], expired), 'known.yaml', text);
  expect(updated).toMatchObject({ failures: expired, added: [], removed: [] });
  expect(verdict(run([failed({})], updated.failures)).exitCode).toBe(1);
});

const outcome = fc.oneof(
  fc.constant(passed()),
  fc.constant<Outcome>({ kind: 'inconclusive', reason: 'time' }),
  fc
    .array(fc.constantFrom(undefined, ...OPERATIONS), { minLength: 1, maxLength: 4 })
    .map((operations) => failed(...operations.map((operation) => ({ operation })))),
);
const runs = fc.array(outcome, { maxLength: IDS.length });

test('updateBaseline() makes a run conform that it was made from, and a second time changes nothing', () => {
  fc.assert(
    fc.property(runs, runs, (first, second) => {
      const made = updateBaseline(run(first, []), 'known.yaml', undefined);
      const known = failuresIn(made.text);
      expect(known).toEqual(made.failures);
      expect(verdict(run(first, known)).exitCode).toBe(0);
      expect(updateBaseline(run(first, known), 'known.yaml', made.text).text).toBe(made.text);

      const later = updateBaseline(run(second, known), 'known.yaml', made.text);
      expect(failuresIn(later.text)).toEqual(later.failures);
      expect(verdict(run(second, later.failures)).exitCode).toBe(0);
    }),
    { numRuns: 60 },
  );
});

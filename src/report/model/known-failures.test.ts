import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../../test/samples/sample-record.ts';
import type { Outcome } from '../../checks/outcome.ts';
import { type KnownFailure, readBaseline } from '../../record/baseline.ts';
import type { RunRecord, RunSettings } from '../../record/record.ts';
import { terminalReport } from '../text/terminal.ts';
import { knownFailures, NO_REASON_YET, updateBaseline } from './known-failures.ts';
import { verdict } from './verdict.ts';

describe('known failures', () => {
  /** A run of 2 January 2030 with one check that is good and one of the given outcome. */
  function run(
    outcome: Outcome,
    failures: readonly KnownFailure[],
    settings: Partial<RunSettings> = {},
  ): RunRecord {
    return sampleRecord({
      header: sampleHeader({
        settings: sampleSettings({ baseline: { file: 'known.yaml', failures }, ...settings }),
      }),
      results: [sampleResult('a.good', passed()), sampleResult('a.bad', outcome)],
    });
  }

  const everywhere: KnownFailure = { check: 'a.bad', reason: 'Known.' };
  const creating: KnownFailure = { ...everywhere, operation: 'createBook' };
  const twoOperations = failed({}, { operation: 'listBooks' });

  type Row = readonly [
    name: string,
    record: RunRecord,
    state: string,
    exitCode: number,
    text: string,
    excused: number,
  ];

  describe('a baseline', () => {
    test.each<Row>([
      ['nothing', run(failed({}), []), '', 1, 'does not conform', 0],
      [
        'the failure',
        run(failed({}, {}), [everywhere]),
        'excuses',
        0,
        'conforms but for 2 known failures',
        2,
      ],
      ['one failure', run(failed({}), [creating]), 'excuses', 0, 'conforms but for 1 known failure', 1],
      ['one of two operations', run(twoOperations, [creating]), 'excuses', 1, 'does not conform', 1],
      [
        'every operation',
        run(twoOperations, [everywhere]),
        'excuses',
        0,
        'conforms but for 2 known failures',
        2,
      ],
      [
        'a failure of no operation',
        run(failed({ operation: undefined }), [creating]),
        'not-reached',
        1,
        'does not conform',
        0,
      ],
      [
        'what passes',
        run(passed(), [everywhere]),
        'passes',
        1,
        'the baseline of known failures is out of date',
        0,
      ],
      [
        'an operation for which it passes',
        run(passed(), [creating]),
        'passes',
        1,
        'the baseline of known failures is out of date',
        0,
      ],
      [
        'an operation that nobody asked',
        run(passed(), [{ ...creating, operation: 'listBooks' }]),
        'not-reached',
        0,
        'conforms',
        0,
      ],
      [
        'what was not reached',
        run({ kind: 'inconclusive', reason: 'no budget' }, [everywhere]),
        'not-reached',
        0,
        'conforms',
        0,
      ],
      [
        'a check that did not run',
        run(passed(), [{ check: 'a.other', reason: 'Known.' }]),
        'not-reached',
        0,
        'conforms',
        0,
      ],
      [
        'its last day',
        run(failed({}), [{ ...everywhere, expires: '2030-01-02' }]),
        'excuses',
        0,
        'conforms but for 1 known failure',
        1,
      ],
      [
        'the day after its last',
        run(failed({}), [{ ...everywhere, expires: '2030-01-01' }]),
        'expired',
        1,
        'does not conform',
        0,
      ],
      [
        'a day that is over, and nothing to excuse',
        run({ kind: 'inconclusive', reason: 'no budget' }, [{ ...everywhere, expires: '2030-01-01' }]),
        'expired',
        1,
        'the baseline of known failures is out of date',
        0,
      ],
      ['a warning', run(warned({}), [everywhere]), 'excuses', 0, 'conforms', 0],
      [
        'a warning in a strict run',
        run(warned({}), [everywhere], { strict: true }),
        'excuses',
        0,
        'conforms but for 1 known failure',
        1,
      ],
      [
        'what passes in a shard: the whole run may fail it',
        run(passed(), [everywhere], { shard: { index: 1, total: 2, checks: ['a.good', 'a.bad'] } }),
        'not-reached',
        0,
        'conforms',
        0,
      ],
    ])('with %s', (_name, record, state, exitCode, text, excused) => {
      expect(knownFailures(record).map((standing) => standing.state.kind)).toEqual(
        state === '' ? [] : [state],
      );
      expect(verdict(record)).toMatchObject({ exitCode, text, excused });
    });

    test('leaves the outcome a failure: the clause is never proven', () => {
      const ruling = verdict(run(failed({}), [everywhere]));
      expect(ruling).toMatchObject({ kind: 'conforms', proven: 1, provable: 2, violations: 0 });
      expect(ruling.counts.fail).toBe(1);
    });

    test('excuses no run that was cut off', () => {
      const record = { ...run(failed({}), [everywhere]), footer: undefined };
      expect(verdict(record)).toMatchObject({ exitCode: 2, text: expect.stringContaining('cut off') });
    });

    test('is shown on the terminal apart from what counts, with what to do', () => {
      const outdated = run(failed({}, { operation: 'listBooks' }), [
        { ...creating, expires: '2031-01-01' },
        { check: 'a.good', reason: 'Was bad.\u001B[31m' },
      ]);
      const text = terminalReport(outdated, {
        colour: false,
        width: 200,
        verbose: false,
        document: undefined,
        recordFile: undefined,
      });
      expect(text).toContain('1 finding in 1 answer, 1 known failure excused');
      expect(text).toContain('replay    assay replay a.bad/2');
      expect(text).not.toContain('replay    assay replay a.bad/1');
      expect(text).toContain('Known failures, from known.yaml');
      expect(text).toContain(
        '✖  a.good: passes now: remove it from known.yaml, or let --update-baseline do it',
      );
      expect(text).toContain('·  a.bad for createBook: 1 violation, until 2031-01-01');
      expect(text).not.toContain('\u001B');
    });
  });
});

describe('update baseline', () => {
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
});

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import { sampleClause, sampleInterface } from '../../../test/samples/sample-interface.ts';
import {
  failed,
  passed,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../../../test/samples/sample-record.ts';
import type { Outcome } from '../../checks/outcome.ts';
import type { RecordHeader, RunRecord, RunSettings } from '../../record/record.ts';
import type { ClauseChanges } from './changes.ts';
import { diffHeadline, diffSections } from './diff-sections.ts';
import { DIFF_FORMATS, renderDiff } from './formats.ts';
import { diffRuns, type RunDiff } from './run-diff.ts';

const document = sampleInterface({
  clauses: [sampleClause('c', { checks: [{ check: 'a.c', operation: undefined }] })],
});

const open: Outcome = { kind: 'inconclusive', reason: 'time' };

type Given = {
  readonly settings?: Partial<RunSettings>;
  readonly header?: Partial<RecordHeader>;
  readonly record?: Partial<RunRecord>;
};

function run(outcome: Outcome | undefined, given: Given = {}): RunRecord {
  return sampleRecord({
    header: sampleHeader({ settings: sampleSettings(given.settings), ...given.header }),
    results: outcome === undefined ? [] : [sampleResult('a.c', outcome, { clauses: ['c'] })],
    ...given.record,
  });
}

function diff(before: RunRecord, now: RunRecord): RunDiff {
  return diffRuns({ record: before, document }, { record: now, document });
}

function kindsOf({ clauses }: RunDiff): readonly string[] {
  return Object.entries(clauses)
    .filter(([, changes]) => changes.length > 0)
    .map(([kind]) => kind);
}

function observed(...values: readonly (readonly [string, string])[]): RunRecord {
  const observations = values.map(([name, value]) => ({ name, value, exchanges: ['x1'] }));
  return run({ kind: 'observed', observations });
}

function ids(changes: ClauseChanges['fixed']): readonly string[] {
  return changes.map(({ id }) => id);
}

const otherDocument = { interface: { id: 'library', title: 'Library', version: '2.0.0', digest: 'cd' } };

describe('diffRuns()', () => {
  test.each<[string, Outcome | undefined, Outcome | undefined, keyof ClauseChanges | undefined, boolean]>([
    ['proven and violated', passed(), failed({}), 'newlyBroken', true],
    ['open and violated', open, failed({}), 'newlyBroken', true],
    ['proven and warned of', passed(), warned({}), 'newlyWarned', false],
    ['warned of and violated', warned({}), failed({}), 'newlyBroken', true],
    ['violated and warned of', failed({}), warned({}), 'fixed', false],
    ['proven and open', passed(), open, 'noLongerProven', true],
    ['proven and not judged', passed(), undefined, 'noLongerProven', true],
    ['violated and open', failed({}), open, 'noLongerReached', false],
    ['violated and proven', failed({}), passed(), 'fixed', false],
    ['warned of and proven', warned({}), passed(), 'fixed', false],
    ['open and proven', open, passed(), 'newlyProven', false],
    ['not judged and proven', undefined, passed(), 'newlyProven', false],
    ['proven twice', passed(3), passed(9), undefined, false],
    ['violated twice', failed({}), failed({}, {}), undefined, false],
    ['open twice', open, { kind: 'blocked', reason: 'gone' }, undefined, false],
  ])('tells a clause that is %s', (_name, before, now, kind, worse) => {
    const found = diff(run(before), run(now));
    expect(kindsOf(found)).toEqual(kind === undefined ? [] : [kind]);
    expect(found.worse).toBe(worse);
  });

  test('takes a violation for another operation as worse, though the clause was broken before', () => {
    const found = diff(run(failed({})), run(failed({}, { operation: 'listBooks', actual: 'status 404' })));
    expect(kindsOf(found)).toEqual([]);
    expect(found).toMatchObject({
      worse: true,
      violations: {
        new: [{ check: 'a.c', operation: 'listBooks', count: 1, actual: 'status 404' }],
        gone: [],
      },
    });
  });

  test('lets a warning count in a strict run', () => {
    expect(diff(run(passed()), run(warned({}), { settings: {} })).worse).toBe(false);
    expect(diff(run(passed()), run(warned({}, {}), { settings: { strict: true } })).worse).toBe(true);
  });

  test('says that a failure is known, and takes it as worse all the same', () => {
    const baseline = { file: 'known.yaml', failures: [{ check: 'a.c', reason: 'Known.' }] };
    const found = diff(run(passed()), run(failed({}), { settings: { baseline } }));
    expect(found).toMatchObject({ worse: true, violations: { new: [{ known: true }] } });
    expect(found.now.verdict.excused).toBe(1);
  });

  test('does not miss clauses that a newer document has no more', () => {
    const found = diffRuns(
      { record: run(passed()), document: undefined },
      { record: run(undefined, { header: otherDocument }), document: undefined },
    );
    expect(kindsOf(found)).toEqual(['removed']);
    expect(found.worse).toBe(false);
  });

  test('names how the runs were made, but not their seeds', () => {
    const now = run(passed(), {
      settings: { seed: 7, profile: 'quick', plan: undefined, suites: ['errors'], exhaust: false },
      header: { ...otherDocument, assayVersion: '0.2.0' },
    });
    expect(diff(run(passed()), now).differences).toEqual([
      { name: 'version of the interface', before: '1.0.0', now: '2.0.0' },
      { name: 'digest of the document', before: 'ab'.repeat(32), now: 'cd' },
      { name: 'version of assay', before: '0.1.0', now: '0.2.0' },
      { name: 'plan', before: 'small', now: 'none' },
      { name: 'profile', before: 'standard', now: 'quick' },
      { name: '--exhaust', before: 'yes', now: 'no' },
      { name: '--suite', before: 'all', now: 'errors' },
    ]);
  });

  test.each<[string, Partial<RunRecord>, string]>([
    ['cut off', { footer: undefined }, 'The new run: The record is partial'],
    [
      'interrupted',
      { footer: sampleFooter({ stop: { kind: 'interrupted' } }) },
      'The new run was interrupted',
    ],
    [
      'out of requests',
      { footer: sampleFooter({ stop: { kind: 'budget', reason: 'all spent' } }) },
      'The new run ended early: all spent',
    ],
  ])('says that a run was %s', (_name, parts, note) => {
    const found = diff(run(passed()), run(passed(), { record: parts }));
    expect(found.notes).toEqual([expect.stringContaining(note)]);
  });

  test('tells observed values that changed, in whatever order and with whatever example they came', () => {
    const found = diff(
      observed(['limit', '60; 300'], ['Retry-After', 'seconds (58)'], ['kind', 'bucket'], ['gone', 'yes']),
      observed(['limit', '300; 60'], ['Retry-After', 'seconds (12)'], ['kind', 'window'], ['fresh', 'yes']),
    );
    expect(found.observed).toEqual([
      { check: 'a.c', name: 'kind', before: 'bucket', now: 'window' },
      { check: 'a.c', name: 'fresh', before: undefined, now: 'yes' },
      { check: 'a.c', name: 'gone', before: 'yes', now: undefined },
    ]);
    expect(found.worse).toBe(false);
  });
});

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom(
    '</script><script>',
    '[a](javascript:b)',
    '`|\n# x',
    '\u202Eabc\u001B[31m',
    '\uD800',
    'a'.repeat(9000),
  ),
);
const operation = fc.option(text, { nil: undefined });
const violation = fc.record({ operation, expected: text, actual: text });
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom<Outcome>(passed(), open),
  fc.array(violation, { maxLength: 3 }).map((list) => failed(...list)),
  fc.array(violation, { maxLength: 3 }).map((list) => warned(...list)),
  fc
    .array(fc.record({ name: text, value: text, exchanges: fc.constant(['x1']) }), { maxLength: 3 })
    .map((observations): Outcome => ({ kind: 'observed', observations })),
);
const record = fc
  .record({ outcomes: fc.array(outcome, { maxLength: 3 }), strict: fc.boolean(), title: text, url: text })
  .map(({ outcomes, strict, title, url }) =>
    sampleRecord({
      header: sampleHeader({
        settings: sampleSettings({ strict, url }),
        interface: { id: 'library', title, version: '1.0.0', digest: 'ab' },
      }),
      results: outcomes.map((each, at) =>
        sampleResult(`a.c${at}`, each, { title, clauses: [`${at} ${title}`] }),
      ),
    }),
  );

const schema: unknown = JSON.parse(readFileSync('schemas/diff.schema.json', 'utf8'));
const validate = new Ajv2020({ strict: true }).compile(schema as object);

describe('for any two runs', () => {
  test('a run does not differ from itself', () => {
    fc.assert(
      fc.property(record, (one) => {
        const found = diffRuns({ record: one, document: undefined }, { record: one, document: undefined });
        expect(found.worse).toBe(false);
        expect(diffSections(found)).toEqual([]);
        expect(diffHeadline(found)).toBe('nothing got worse: no clause changed');
      }),
      { numRuns: 50 },
    );
  });

  test('what is newly broken one way is no longer so the other way', () => {
    fc.assert(
      fc.property(record, record, (one, two) => {
        const [a, b] = [
          { record: one, document: undefined },
          { record: two, document: undefined },
        ];
        const [there, back] = [diffRuns(a, b).clauses, diffRuns(b, a).clauses];
        expect([...ids(back.fixed), ...ids(back.noLongerReached), ...ids(back.removed)]).toEqual(
          expect.arrayContaining(
            [...ids(there.newlyBroken)].filter((id) => !ids(back.newlyWarned).includes(id)),
          ),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('every format is text that hides and injects nothing, and the JSON has its published shape', async () => {
    await fc.assert(
      fc.asyncProperty(record, record, async (one, two) => {
        const found = diffRuns({ record: one, document: undefined }, { record: two, document: undefined });
        for (const format of DIFF_FORMATS) {
          const made = await renderDiff(format, found, { colour: false, width: 80 });
          expect(made).toMatch(/\n$|<\/html> ?$/);
          expect(made.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E]/u);
          if (format === 'markdown') expect(Buffer.byteLength(made)).toBeLessThan(60_000);
          if (format === 'html') expect(made).not.toMatch(/<script/i);
          if (format === 'json' && !validate(JSON.parse(made)))
            throw new Error(JSON.stringify(validate.errors));
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('the headline counts what changed, and the sections say it', () => {
  const found = diff(run(passed()), run(failed({ expected: 'status 201', actual: 'status 500' })));
  expect(diffHeadline(found)).toBe('worse than before: 1 clause newly broken, new failures in 1 place');
  expect(diffSections(found)).toEqual([
    {
      title: 'Clauses newly broken',
      tone: 'bad',
      items: [{ name: 'c', text: 'Text of c. (proven before, violated now)' }],
    },
    {
      title: 'Violations and warnings that are new',
      tone: 'bad',
      items: [{ name: 'a.c – createBook', text: '1 violation: expected status 201, got status 500' }],
    },
  ]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleResult,
} from '../../test/samples/sample-record.ts';
import type { Exchange, HeaderLine } from '../http/exchange.ts';
import { parseRecord, readRecord } from './read.ts';
import type { CheckResult, RecordEntry, RunRecord } from './record.ts';
import { recordLine } from './write.ts';

const bytes = fc.oneof(
  fc.uint8Array(),
  fc.string({ unit: anyCharacter }).map((text) => new TextEncoder().encode(text)),
);
/** Any UTF-16, with lone surrogates: what a header read as Latin-1 or a JSON string may hold. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
const headerLines = fc.array(fc.tuple(anyText, anyText).map((line): HeaderLine => line));

const anyExchange: fc.Arbitrary<Exchange> = fc.record({
  id: fc.string({ minLength: 1 }),
  probe: anyText,
  request: fc.record({
    method: anyText,
    target: anyText,
    headers: headerLines,
    body: fc.option(bytes, { nil: undefined }),
    credential: fc.constantFrom(
      { kind: 'valid' as const },
      { kind: 'altered' as const, alteration: 'prefix' as const },
      { kind: 'undetermined' as const },
    ),
  }),
  result: fc.oneof(
    fc.record({
      kind: fc.constant('answer' as const),
      answer: fc.record({
        status: fc.nat(999),
        reason: anyText,
        httpVersion: fc.constant('1.1'),
        headers: headerLines,
        trailers: headerLines,
        body: bytes,
        truncated: fc.boolean(),
      }),
    }),
    fc.record({
      kind: fc.constant('failure' as const),
      failure: fc.record({
        kind: fc.constantFrom('reset' as const, 'first-byte-timeout' as const),
        detail: anyText,
        bytesReceived: fc.nat(),
      }),
    }),
  ),
  sentAt: fc.nat(),
  startMs: fc.double({ min: 0.5, max: 1e9, noNaN: true }),
  firstByteMs: fc.double({ min: 0.5, max: 1e9, noNaN: true }),
  endMs: fc.double({ min: 0.5, max: 1e9, noNaN: true }),
  repeats: fc.option(fc.constant('x1'), { nil: undefined }),
});

const texts = fc.array(anyText, { maxLength: 3 });
const violations = fc.array(
  fc.record({
    exchanges: texts,
    operation: fc.option(anyText, { nil: undefined }),
    expected: anyText,
    actual: anyText,
  }),
  { maxLength: 3 },
);
const evidence = fc.dictionary(fc.string(), fc.nat(), { noNullPrototype: true });
const reason = fc.record({
  kind: fc.constantFrom(
    'not-applicable' as const,
    'blocked' as const,
    'inconclusive' as const,
    'harness-error' as const,
  ),
  reason: anyText,
});

const anyResult: fc.Arbitrary<CheckResult> = fc.record({
  id: anyText,
  suite: anyText,
  title: anyText,
  level: fc.constantFrom('must' as const, 'http' as const, 'should' as const, 'observe' as const),
  clauses: texts,
  outcome: fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), evidence }),
    fc.record({ kind: fc.constantFrom('fail' as const, 'warn' as const), violations, evidence }),
    fc.record({
      kind: fc.constant('observed' as const),
      observations: fc.array(fc.record({ name: anyText, value: anyText, exchanges: texts }), {
        maxLength: 2,
      }),
    }),
    fc.record({ kind: fc.constant('not-testable' as const), reason: anyText, option: anyText }),
    reason,
  ),
  counterexamples: fc.array(
    fc.record({ seed: fc.integer(), path: anyText, shrinks: fc.nat(), value: anyText, exchange: anyText }),
    { maxLength: 2 },
  ),
});

function read(text: string): RunRecord {
  const parsed = parseRecord(text, 'test.ndjson');
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  return parsed.record;
}

function problemOf(text: string): string {
  const parsed = parseRecord(text, 'test.ndjson');
  return parsed.kind === 'no-record' ? parsed.problem : 'none';
}

const whole: readonly RecordEntry[] = [
  sampleHeader(),
  { type: 'exchange', exchange: sampleExchange() },
  { type: 'check', result: sampleResult('bodies.json', failed({})) },
  { type: 'check', result: sampleResult('bodies.schema', passed()) },
  sampleFooter({
    leftovers: [{ operation: 'createBook', name: 'assay-1', identity: '7' }],
    leftOut: [{ probe: 'p', reason: 'budget' }],
  }),
];
const text = whole.map(recordLine).join('');

describe('parseRecord()', () => {
  test('parseRecord() gives back what recordLine() wrote, for any bytes and any text', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyExchange, { maxLength: 3, selector: ({ id }) => id }),
        fc.array(anyResult, { maxLength: 3 }),
        (exchanges, results) => {
          const entries: RecordEntry[] = [
            sampleHeader(),
            ...exchanges.map((exchange): RecordEntry => ({ type: 'exchange', exchange })),
            ...results.map((result): RecordEntry => ({ type: 'check', result })),
            sampleFooter(),
          ];
          const lines = entries.map(recordLine);
          expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
          const record = read(lines.join(''));
          expect(record.partial).toBe(false);
          expect([...record.exchanges.values()]).toEqual(exchanges);
          expect(record.results).toEqual(results);
          expect(record.footer).toEqual(sampleFooter());
        },
      ),
    );
  });

  test('parseRecord() never throws, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (anything) => {
        expect(parseRecord(anything, 'f').kind).toBe('no-record');
        expect(read(`${recordLine(sampleHeader())}${anything}`).header).toEqual(sampleHeader());
      }),
    );
  });

  test('parseRecord() keeps all whole lines, when the file was cut off anywhere after the header', () => {
    const headerLength = recordLine(sampleHeader()).length;
    for (let length = headerLength; length < text.length - 1; length += 7) {
      const record = read(text.slice(0, length));
      expect(record.partial, `cut after ${String(length)}`).toBe(true);
      expect(record.footer).toBeUndefined();
      const wholeLines = text.slice(0, length + 1).split('\n').length - 1;
      expect(1 + record.exchanges.size + record.results.length).toBe(wholeLines);
    }
    expect(read(text.trimEnd()).partial).toBe(false);
  });

  test('parseRecord() calls a record partial, when a line in the middle is no entry', () => {
    expect(read(text).partial).toBe(false);
    const lines = text.split('\n');
    expect(read(lines.toSpliced(2, 0, '{"type":"guess"}').join('\n')).partial).toBe(true);
    expect(read(lines.toSpliced(2, 0, '{"type":').join('\n')).partial).toBe(true);
  });

  test('parseRecord() reads what other programs made of the file, with CRLF, byte order mark and blank lines', () => {
    expect(read(`\ufeff${text.replaceAll('\n', '\r\n\r\n')}`).partial).toBe(false);
  });

  test('parseRecord() refuses each entry, when a required member is missing or has another type', () => {
    let refused = 0;
    for (const [at, entry] of whole.entries()) {
      for (const mutated of mutations(JSON.parse(recordLine(entry)))) {
        const lines = whole.map(recordLine).with(at, `${JSON.stringify(mutated.value)}\n`);
        const parsed = parseRecord(lines.join(''), 'f');
        expect(parsed.kind === 'no-record' || parsed.record.partial, `${entry.type}${mutated.path}`).toBe(
          true,
        );
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(150);
  });

  test.each([
    ['an empty file', '', /"test.ndjson" is empty; give a record/],
    ['blank lines', '\n \n', /is empty/],
    ['another format', '<html></html>', /is no record: its first line is no record header; give a record/],
    ['JSON of another kind', '{"type":"exchange"}', /is no record/],
    [
      'a later version',
      recordLine(sampleHeader()).replace('"recordVersion":1', '"recordVersion":2'),
      /version 2/,
    ],
    ['two runs', text + text, /holds more than one run/],
  ])('parseRecord() says what would be right, when given %s', (_name, broken, problem) => {
    expect(problemOf(broken)).toMatch(problem);
    expect(problemOf(broken)).not.toContain('\n');
  });
});

/** Members that may be absent. */
const OPTIONAL = new Set([
  'plan',
  'body',
  'repeats',
  'operation',
  'coverage',
  'faults',
  'cause',
  'outOfReach',
]);

type Mutation = { readonly path: string; readonly value: unknown };

/** The value with each member once missing and once of another type. Members of `evidence` are free to be absent. */
function mutations(value: unknown, path = ''): Mutation[] {
  const found: Mutation[] = [];
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    const here = `${path}/${name}`;
    const put = (replacement: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), replacement) : { ...value, [name]: replacement };
    const free = Array.isArray(value) || OPTIONAL.has(name) || path.endsWith('/evidence');
    if (!free) found.push({ path: `${here} missing`, value: put(undefined) });
    found.push({ path: `${here} of another type`, value: put(typeof member === 'number' ? 'text' : 7) });
    for (const inner of mutations(member, here)) found.push({ path: inner.path, value: put(inner.value) });
  }
  return found;
}

const directory = mkdtempSync(join(tmpdir(), 'assay-read-record-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('readRecord()', () => {
  test('readRecord() gives the record, when the file holds one', async () => {
    const file = join(directory, 'whole.ndjson');
    writeFileSync(file, recordLine(sampleHeader()) + recordLine(sampleFooter()));
    expect(await readRecord(file)).toMatchObject({ kind: 'record', record: { partial: false } });
  });

  test('readRecord() names the file and what would be right, when it is missing or a directory', async () => {
    const missing = join(directory, 'none.ndjson');
    expect(await readRecord(missing)).toEqual({
      kind: 'no-record',
      problem: `there is no file "${missing}"; run "assay test" first, or give the record's path`,
    });
    expect(await readRecord(directory)).toMatchObject({
      problem: expect.stringMatching(/is a directory; give/),
    });
  });
});

import { describe, expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleExchange,
  sampleRecord,
  sampleResult,
  warned,
} from '../../../test/samples/sample-record.ts';
import { findViolation, pasteLines } from './replay-line.ts';

const record = sampleRecord({
  exchanges: new Map([['x2', sampleExchange({ id: 'x2' })]]),
  results: [
    sampleResult(
      'bodies.json',
      failed({ actual: 'first', exchanges: ['x1', 'x2'] }, { actual: 'second', exchanges: ['x2'] }),
    ),
    sampleResult('bodies.lost', failed({ exchanges: ['x7'] })),
    sampleResult('headers.type', warned({ actual: 'warned', exchanges: ['x2'] })),
    sampleResult('bodies.fine', passed()),
  ],
});

describe('findViolation()', () => {
  test.each([
    ['bodies.json/1', 'first'],
    ['bodies.json/2', 'second'],
    ['bodies.json', 'first'],
    ['headers.type/1', 'warned'],
  ])('findViolation() finds %s', (id, actual) => {
    expect(findViolation(record, id)).toMatchObject({
      kind: 'found',
      violation: { actual },
      exchange: { id: 'x2' },
    });
  });

  test.each([
    ['bodies.jsn/2', 'did you mean "bodies.json/2"?'],
    ['bodies.json/3', 'did you mean "bodies.json/1"?'],
    ['bodies.json/0', 'there is no violation "bodies.json/0"'],
    ['bodies.fine/1', 'there is no violation "bodies.fine/1"'],
    ['something-else', 'choose one of: bodies.json/1, bodies.json/2, bodies.lost/1, headers.type/1'],
    ['bodies.lost/1', 'the record does not hold the exchange of "bodies.lost/1"'],
  ])('findViolation() says what is right, when asked for %s', (id, problem) => {
    expect(findViolation(record, id)).toMatchObject({
      kind: 'not-found',
      problem: expect.stringContaining(problem),
    });
  });

  test('findViolation() says so, when the record holds no violation', () => {
    expect(findViolation(sampleRecord(), 'a/1')).toMatchObject({
      problem: 'there is no violation "a/1" in the record; the record holds no violation',
    });
  });
});

describe('pasteLines()', () => {
  const broken = {
    id: 'bodies.json/1',
    violation: { exchanges: ['x2'], operation: undefined, expected: '', actual: '' },
  };

  test('names the address, and the record where it is not the usual one', () => {
    const { url } = record.header.settings;
    expect(pasteLines(broken, record, 'reports/last.ndjson').replay).toBe(
      `assay replay bodies.json/1 --url ${url}`,
    );
    expect(pasteLines(broken, record, 'my runs/a.ndjson').replay).toBe(
      `assay replay bodies.json/1 --record 'my runs/a.ndjson' --url ${url}`,
    );
  });

  test('has a line for curl with the key as a shell expression', () => {
    expect(pasteLines(broken, record, undefined).curl).toMatch(/^curl .*\$ASSAY_KEY.* http/);
  });

  test('has no line for curl where the exchange is not kept, or the line would be too long to paste', () => {
    const lost = { ...broken, violation: { ...broken.violation, exchanges: ['x7'] } };
    expect(pasteLines(lost, record, undefined).curl).toBeUndefined();
    const sent = sampleExchange({ id: 'x2' });
    const request = { ...sent.request, target: `/v1/books?q=${'x'.repeat(3_000)}` };
    const long = { ...record, exchanges: new Map([['x2', { ...sent, request }]]) };
    expect(pasteLines(broken, long, undefined).curl).toBeUndefined();
  });
});

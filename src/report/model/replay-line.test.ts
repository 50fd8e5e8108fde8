import { describe, expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleExchange,
  sampleRecord,
  sampleResult,
  warned,
} from '../../../test/samples/sample-record.ts';
import { findViolation } from './replay-line.ts';

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

import { expect, test } from 'vitest';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleResult,
} from '../../test/samples/sample-record.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { RecordEntry } from './record.ts';
import { checkedLine } from './write.ts';

function resultOf(outcome: Outcome): RecordEntry {
  return { type: 'check', result: sampleResult('errors.shape', outcome) };
}

test.each<[string, RecordEntry]>([
  ['a header', sampleHeader()],
  ['an exchange', { type: 'exchange', exchange: sampleExchange() }],
  ['a probe', { type: 'probe', id: 'validation.missing', state: 'done' }],
  ['a check that passed', resultOf(passed())],
  ['a check that failed', resultOf(failed({}))],
  [
    'evidence of an operation with an inherited name',
    resultOf({ kind: 'pass', evidence: { constructor: 1 } }),
  ],
  ['a footer', sampleFooter()],
])('checkedLine() finds nothing wrong with %s', (_name, entry) => {
  expect(checkedLine(entry).fault).toBeUndefined();
});

test.each<[string, RecordEntry, string]>([
  [
    'evidence that is no number',
    resultOf({ kind: 'pass', evidence: { list: Number.NaN } }),
    '(check) .*/evidence/list',
  ],
  [
    'an exchange without an end',
    { type: 'exchange', exchange: { ...sampleExchange(), endMs: Number.NaN } },
    '(exchange) .*/endMs',
  ],
  ['a footer of a time that is none', sampleFooter({ durationMs: Number.NaN }), '(footer) .*/durationMs'],
])('checkedLine() names %s', (_name, entry, where) => {
  expect(checkedLine(entry).fault).toMatch(
    new RegExp(where.replace('(', String.raw`\(`).replace(')', String.raw`\)`)),
  );
});

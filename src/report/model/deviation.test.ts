import { expect, test } from 'vitest';
import type { Violation } from '../../checks/outcome.ts';
import { deviatingValues, deviationKey } from './deviation.ts';

function violation(expected: string, actual: string, deviation?: string): Violation {
  return { exchanges: [], operation: 'listBooks', expected, actual, deviation };
}

test.each([
  ['numbers', violation('Limit: 60', 'Limit: -3.5'), violation('Limit: 1000', 'Limit: 7')],
  ['quoted texts', violation('a', 'title: "x"'), violation('a', 'title: "a longer one"')],
  ['hexadecimal numbers', violation('a', 'reset 0x6b02db8b'), violation('a', 'reset 0x12')],
  ['dates', violation('a', 'Reset: 2030-01-02T03:04:05Z'), violation('a', 'Reset: 2031-11-12T13:14:15.160Z')],
  ['whatever, where the check says so', violation('a', 'b', 'lost'), violation('c', 'd', 'lost')],
])('deviationKey() is the same for violations that differ in %s', (_name, one, other) => {
  expect(deviationKey(one)).toBe(deviationKey(other));
});

test.each([
  ['another word', violation('a', 'no Limit'), violation('a', 'no Reset')],
  ['a number in a name', violation('a', 'charset=utf-8'), violation('a', 'charset=utf-16')],
  ['another deviation', violation('a', 'b', 'lost'), violation('a', 'b', 'cut')],
  ['another expectation', violation('a number', 'b'), violation('a date', 'b')],
])('deviationKey() differs for %s', (_name, one, other) => {
  expect(deviationKey(one)).not.toBe(deviationKey(other));
});

test('deviationKey() takes no longer than its text is long, for quotes that never end', () => {
  const hostile = violation('"'.repeat(100_000), '“'.repeat(100_000));
  const before = performance.now();
  deviationKey(hostile);
  expect(performance.now() - before).toBeLessThan(500);
});

test('deviatingValues() pairs what was expected with what came, where both differ', () => {
  expect(
    deviatingValues([
      violation('status: 401', 'status: 402'),
      violation('status: 400', 'status: 401'),
      violation('status: 401', 'status: 402'),
    ]),
  ).toEqual([
    { text: '401 → 402', count: 2 },
    { text: '400 → 401', count: 1 },
  ]);
});

test('deviatingValues() names what came alone, where the same was expected', () => {
  const values = deviatingValues([
    violation('at most 60', 'Limit: 61'),
    violation('at most 60', 'Limit: 62'),
  ]);
  expect(values.map(({ text }) => text)).toEqual(['Limit: 61', 'Limit: 62']);
});

test.each([
  ['all are the same', [violation('a 1', 'b 2'), violation('a 1', 'b 2')]],
  ['they are long', [violation('a', 'x'.repeat(100)), violation('a', 'y')]],
])('deviatingValues() has none, when %s', (_name, violations) => {
  expect(deviatingValues(violations)).toEqual([]);
});

import { expect, test } from 'vitest';
import { targetsCsv } from './targets.ts';

test('targetsCsv() writes texts that hold commas, quotes and lines as one field, and none as a formula', () => {
  const target = { url: undefined, code: 2, history: [] };
  const csv = targetsCsv([
    { ...target, name: '=1+1', problem: 'it says "no",\nand ends' },
    { ...target, name: 'plain' },
  ]);
  const [, first, second] = csv.split('\r\n');
  expect(first).toBe(`'=1+1,,2,,,,,,,,,,"it says ""no"",\nand ends"`);
  expect(second).toBe('plain,,2,,,,,,,,,,');
});

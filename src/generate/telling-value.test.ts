import { describe, expect, test } from 'vitest';
import type { Json } from '../json/json.ts';
import type { InvalidCase } from './invalid-values.ts';
import { invalidValues } from './invalid-values.ts';
import { sampleOne } from './seeded.ts';
import { tellingValue } from './telling-value.ts';

const SCHEMA = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } as const;
const VALID = { title: 'Dune' };

function tellingFor(kind: InvalidCase['breaks']['kind'], detail: string): Json | undefined {
  const one = invalidValues(SCHEMA).find(({ breaks }) => breaks.kind === kind && breaks.detail === detail);
  if (one === undefined) throw new Error(`There is no case ${kind} ${detail}.`);
  return tellingValue(one, SCHEMA, sampleOne(one.arbitrary, 1, detail), VALID);
}

describe('tellingValue()', () => {
  test.each<readonly [InvalidCase['breaks']['kind'], string, Json]>([
    ['wrong-type', 'boolean', { title: false }],
    ['wrong-type', 'object', { title: {} }],
    ['wrong-type', 'array', { title: ['assay'] }],
    ['root-type', 'array', [VALID]],
    ['root-type', 'string', '7'],
  ])('puts what a lax service takes, when the case is %s %s', (kind, detail, value) => {
    expect(tellingFor(kind, detail)).toEqual(value);
  });

  test('has none, when a member is missing', () => {
    expect(tellingFor('missing-member', 'required')).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import type { Schema } from '../schema/keywords.ts';
import { validatorOf } from './contract.ts';
import { isReadLeniently } from './lenient-texts.ts';

const SCHEMA: Schema = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'integer', minimum: 50 },
    confirm: { type: 'boolean' },
    inner: { type: 'object', properties: { held: { type: 'boolean' } } },
  },
};

test.each<readonly [Json, boolean]>([
  [{ amount: 60, confirm: '0' }, true],
  [{ amount: 60, confirm: 'on' }, true],
  [{ amount: 60, confirm: '' }, true],
  [{ amount: '+60', confirm: 'yes' }, true],
  [{ amount: 60, inner: { held: 'no' } }, true],
  [{ amount: 60, confirm: 'maybe' }, false],
  [{ amount: '60.5' }, false],
  [{ amount: '' }, false],
  [{ amount: 7, confirm: '0' }, false],
  [{ confirm: '0' }, false],
])('isReadLeniently() is for %j: %s', (value, isRead) => {
  const errors = validatorOf(SCHEMA)(value);
  expect(errors).not.toEqual([]);
  expect(isReadLeniently(SCHEMA, value, errors)).toBe(isRead);
});

import { expect, test } from 'vitest';
import { atToldTimes } from './told-times.ts';

test.each([
  ['Not in the future (400).', '2035-02-28T10:00:00Z', '2015-02-28T10:00:00Z'],
  ['When it was; can never be in the future', '2028-02-29', '2008-02-29'],
  ['Must be in the past.', '1999-12-31', '1999-12-31'],
  ['When it begins', '2035-02-28T10:00:00Z', '2035-02-28T10:00:00Z'],
])('atToldTimes() reads "%s" for %s', (description, drawn, sent) => {
  const format = drawn.includes('T') ? 'date-time' : 'date';
  const schema = { type: 'object', properties: { at: { type: 'string', format, description } } };
  expect(atToldTimes(schema, { at: drawn, other: '2035-01-01' })).toEqual({ at: sent, other: '2035-01-01' });
});

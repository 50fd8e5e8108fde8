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

test('atToldTimes() reads of an operation what it refuses', () => {
  const day = { type: 'string', format: 'date' };
  const one = { type: 'object', properties: { incidentDate: day } };
  const two = { type: 'object', properties: { incidentDate: day, payBy: day } };
  const words = 'Reports it. An incident in the future is refused with 422.';
  const body = { incidentDate: '2035-02-28', payBy: '2036-01-01' };
  expect(atToldTimes(two, body, words)).toEqual({ ...body, incidentDate: '2015-02-28' });
  expect(atToldTimes({ oneOf: [one, two] }, { incidentDate: '2035-02-28' }, words)).toEqual({
    incidentDate: '2015-02-28',
  });
  expect(atToldTimes(two, body, 'A claim in the future is refused.')).toBe(body);
  expect(atToldTimes(two, body, 'Reports it.')).toBe(body);
});

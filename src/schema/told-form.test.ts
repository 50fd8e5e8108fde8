import { expect, test } from 'vitest';
import { withToldForm, writtenAsTold } from './told-form.ts';

const MOMENT = new Date('2031-02-03T04:05:06Z');

test.each([
  ['Start date (YYYY-MM-DD)', '2031-02-03'],
  ['Month of the year, as MM-YYYY', '02-2031'],
  ['dd.mm.yyyy', '03.02.2031'],
  ['Opens at HH:MM', '04:05'],
  ['yyyy-MM-dd HH:mm:ss', '2031-02-03 04:05:06'],
  ['As YYYY-MM-DDTHH:mm:ss', '2031-02-03T04:05:06Z'],
  ['When it begins (RFC3339)', '2031-02-03T04:05:06Z'],
  ['An ISO 8601 timestamp', '2031-02-03T04:05:06Z'],
  ['An ISO 8601 duration', undefined],
  ['The name of the day', undefined],
])('withToldForm() reads of "%s" how it is written', (description, written) => {
  const { format = '' } = withToldForm({ type: 'string' }, description);
  expect(writtenAsTold(typeof format === 'string' ? format : '', MOMENT)).toBe(written);
});

test.each([
  ['a form of its own', { type: 'string', format: 'date-time' }],
  ['listed values', { type: 'string', enum: ['a'] }],
  ['no room for it', { type: 'string', maxLength: 4 }],
  ['no text', { type: 'integer' }],
] as const)('withToldForm() leaves alone what has %s', (_name, schema) => {
  expect(withToldForm(schema, 'YYYY-MM-DD')).toBe(schema);
});

import { expect, test } from 'vitest';
import { formatMeant, keywordMeant, typeMeant } from './slips.ts';

test.each([
  ['int', 'type: integer'],
  ['String', 'type: string'],
  ['date-time', 'type: string` and `format: date-time'],
  ['list', 'type: array'],
  ['thing', undefined],
  [7, undefined],
])('typeMeant() makes of %j what the document means', (type, meant) => {
  expect(typeMeant(type)).toBe(meant);
});

test.each([
  ['datetime', 'date-time'],
  ['guid', 'uuid'],
  ['URL', 'uri'],
  ['uuid', undefined],
  ['date-time', undefined],
  ['int32', undefined],
  ['colour', undefined],
])('formatMeant() of %j', (format, meant) => {
  expect(formatMeant(format)).toBe(meant);
});

test.each([
  ['require', 'required'],
  ['maxlength', 'maxLength'],
  ['fomat', 'format'],
  ['maxLength', undefined],
  ['style', undefined],
  ['name', undefined],
  ['x-format', undefined],
])('keywordMeant() of %j', (name, meant) => {
  expect(keywordMeant(name)).toBe(meant);
});

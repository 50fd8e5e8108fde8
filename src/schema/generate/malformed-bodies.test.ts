import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Json } from '../../json/value.ts';
import { malformedBodies } from './malformed-bodies.ts';

const BODIES: readonly (readonly [string, Json])[] = [
  ['an object', { name: 'value', list: [1] }],
  ['an empty object', {}],
  ['a list', ['a', 'b']],
  ['a string', 'text'],
  ['a number', 12],
];

function parsed(bytes: Uint8Array): Json {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as Json;
}

test.each(BODIES)('malformedBodies() makes nothing that is JSON, when the body is %s', (_name, body) => {
  const rows = malformedBodies(body);
  expect(rows.length).toBeGreaterThan(8);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  for (const { name, bytes } of rows) expect(() => parsed(bytes), name).toThrow();
});

test.each(BODIES)(
  'malformedBodies() calls decisive only what YAML does not read as an object, when the body is %s',
  (_name, body) => {
    for (const { name, bytes } of malformedBodies(body).filter(({ decisive }) => decisive)) {
      const [document] = parseAllDocuments(new TextDecoder().decode(bytes));
      const isObject = document?.errors.length === 0 && typeof document.toJS() === 'object';
      expect(isObject, name).toBe(false);
    }
  },
);

test('malformedBodies() covers the kinds that lenient parsers take, as observations', () => {
  const observed = malformedBodies({ name: 'value' }).filter(({ decisive }) => !decisive);
  expect(observed.map(({ name }) => name)).toEqual([
    'trailing comma',
    'comments',
    'single quotes',
    'NaN',
    'text after the value',
    'one bracket too many',
    'two values',
    'invalid UTF-8 inside a string',
    'byte order mark',
  ]);
});

test('malformedBodies() breaks the encoding and not the JSON, when it puts invalid UTF-8 into a string', () => {
  const row = malformedBodies({ name: 'value' }).find(({ name }) => name.startsWith('invalid UTF-8'));
  const lenient = JSON.parse(new TextDecoder().decode(row?.bytes)) as { readonly name: string };
  expect(lenient.name).toMatch(/^value.*\ufffd/);
});

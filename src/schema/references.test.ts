import { expect, test } from 'vitest';
import { dereferenced, referred } from './references.ts';

test('dereferenced() leaves a schema without a reference, or with one that leads nowhere', () => {
  expect(dereferenced({}, { type: 'string' })).toEqual({ type: 'string' });
  expect(dereferenced({ $defs: {} }, { $ref: '#/$defs/X' })).toEqual({ $ref: '#/$defs/X' });
});

test('dereferenced() looks past what only describes, and past nothing that asks for more', () => {
  const root = { $defs: { 'a/b': { type: 'string' } } };
  const reference = '#/$defs/a~1b';
  expect(dereferenced(root, { $ref: reference, description: 'A text', readOnly: true })).toBe(
    root.$defs['a/b'],
  );
  const longer = { $ref: reference, minLength: 2 };
  expect(dereferenced(root, longer)).toBe(longer);
});

test('dereferenced() ends, when a definition leads to itself', () => {
  const root = { $defs: { A: { $ref: '#/$defs/A' } } };
  expect(dereferenced(root, root.$defs.A)).toBe(root.$defs.A);
});

test.each([['#/$defs/a~1b'], ['#/$defs/a%7E1b'], ['#/%24defs/a~1b']])(
  'referred() finds what %s means',
  (reference) => {
    const root = { $defs: { 'a/b': true } };
    expect(referred(root, reference)).toBe(true);
  },
);

test.each([['#/$defs/constructor'], ['#/$defs/100%'], ['other.json'], ['#anchor']])(
  'referred() finds nothing for %s',
  (reference) => {
    expect(referred({ $defs: {} }, reference)).toBeUndefined();
  },
);

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeAt, fromPointer, putAt, toPointer, valueAt } from './pointer.ts';
import type { Json } from './value.ts';

function valueOf(text: string): Json {
  return JSON.parse(text) as Json;
}

const name = fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a', '%', '', '-') });
const segments = fc.array(name, { maxLength: 5 });

describe('toPointer() and fromPointer()', () => {
  test.each([
    ['', []],
    ['/', ['']],
    ['/a~1b/m~0n', ['a/b', 'm~n']],
    ['/~01', ['~1']],
  ])('hold %j and its names for the same (RFC 6901 section 5)', (pointer, names) => {
    expect(fromPointer(pointer)).toEqual(names);
    expect(toPointer(names)).toBe(pointer);
  });

  test('give back each other, whatever the names', () => {
    fc.assert(
      fc.property(segments, (names) => {
        expect(fromPointer(toPointer(names))).toEqual(names);
      }),
    );
  });
});

describe('valueAt()', () => {
  test.each([
    ['an inherited member', {}, ['constructor']],
    ['a length', [1], ['length']],
    ['an index with a zero before it', [1, 2], ['01']],
    ['the place after the last item', [1], ['-']],
    ['a part of a text', 'text', ['0']],
  ])('finds nothing, when the pointer names %s', (_title, value, place) => {
    expect(valueAt(value, place)).toBeUndefined();
  });
});

describe('putAt()', () => {
  test.each([
    ['', [1]],
    ['/items', { total: 0, items: [1] }],
    ['/page/items', { total: 0, page: { items: [1] } }],
    ['/total/items', { total: { items: [1] } }],
    ['/a~1b/c~0d', { total: 0, 'a/b': { 'c~d': [1] } }],
  ])('puts the value at %j, when the rest is there or not', (pointer, expected) => {
    expect(putAt({ total: 0 }, fromPointer(pointer), [1])).toEqual(expected);
  });

  test('puts what valueAt() finds and changeAt() changes, whatever the value and the place', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), segments, (text, place) => {
        const value = valueOf(text);
        const [before, put] = [JSON.stringify(value), putAt(value, place, 'put')];
        expect(valueAt(put, place)).toBe('put');
        expect(JSON.stringify(value)).toBe(before);
        if (valueAt(value, place) !== undefined && !before.includes('['))
          expect(changeAt(value, place, () => 'put')).toEqual(put);
      }),
    );
  });
});

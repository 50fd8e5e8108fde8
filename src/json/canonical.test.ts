import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { canonicalJson } from './canonical.ts';
import { parseJson, printJson } from './lossless.ts';
import { isObject, type Json } from './value.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** JSON as it is read from the wire: integers beyond the safe range are bigints. */
const { json } = fc.letrec<{ readonly json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, Infinity, -0),
    fc.string({ unit: anyCharacter }),
    fc.double({ noNaN: true }),
    int64.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('json'), { maxKeys: 3 }),
  ),
}));

function reread(value: Json): Json {
  const parsed = parseJson(Buffer.from(printJson(value)));
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.value;
}

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

describe('canonicalJson()', () => {
  test('is the same after a way over the wire and in any order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(shuffled(reread(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  test('is the same for every way to write a number, and for no other number', () => {
    fc.assert(
      fc.property(int64, fc.nat({ max: 25 }), fc.bigInt({ min: 1n, max: 4n }), (value, zeros, distance) => {
        const one = canonicalJson(value);
        expect(canonicalJson(value + distance)).not.toBe(one);
        const text = `${value}${'0'.repeat(zeros)}`;
        const exact = canonicalJson(reread(BigInt(text)));
        // A double that is this very number, and is written with an exponent.
        if (BigInt(Number(text)) === BigInt(text)) expect(canonicalJson(Number(text))).toBe(exact);
      }),
    );
  });

  test.each<readonly [Json | undefined, Json | undefined]>([
    [1, '1'],
    [null, undefined],
    [null, 'null'],
    [null, Infinity],
    [Infinity, -Infinity],
    [[], {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ 'a,b': 1 }, { a: 1, b: 1 }],
    [9007199254740993n, 9007199254740992],
  ])('tells %o from %o', (a, b) => {
    expect(canonicalJson(a)).not.toBe(canonicalJson(b));
  });

  test.each<readonly [Json, Json]>([
    [0, -0],
    [2 ** 60, 1152921504606846976n],
    [1e20, 100000000000000000000n],
  ])('holds %o and %o for the same', (a, b) => {
    expect(canonicalJson(a)).toBe(canonicalJson(b));
  });
});

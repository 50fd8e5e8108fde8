import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { compileSchema } from './compile.ts';
import { sample } from './generate/sample.ts';
import type { Keywords, Schema } from './keywords.ts';
import { firstWay, flattenSchema, fullEffort, mergedKeywords, mergeKeywords } from './merge.ts';

const small = fc.integer({ min: 0, max: 4 });
const scalar = fc.constantFrom<Json>(null, true, 0, 1, 2, 4, 6, 2.5, -1, '', 'a', 'bb', 'cccc');

/** Values that are few and alike, so that schemas as small let some of them through. */
const value: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar).map((members) => ({ ...members })),
);

const scalarSchema: fc.Arbitrary<Schema> = fc.oneof(
  fc.boolean(),
  fc.constantFrom<Schema>(
    { type: 'integer' },
    { type: ['string', 'null'] },
    { minimum: 1 },
    { maxLength: 1 },
  ),
);
const anyOfThem: fc.Arbitrary<Json> = fc.array(fc.oneof(scalar, value), { minLength: 1, maxLength: 6 });

/** Keywords that can be joined without a rest. */
const keywords: fc.Arbitrary<Keywords> = fc
  .record(
    {
      type: fc.oneof(
        fc.constantFrom<Json>('object', 'array', 'string', 'integer', 'number'),
        fc.subarray<Json>(['null', 'object', 'array', 'string', 'number', 'integer', 'boolean'], {
          minLength: 1,
        }),
      ),
      enum: anyOfThem,
      minimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 3),
      minLength: small,
      maxLength: small,
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      items: scalarSchema,
      prefixItems: fc.array(scalarSchema, { minLength: 1, maxLength: 2 }),
      required: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      properties: fc
        .dictionary(fc.constantFrom('a', 'b', 'c'), scalarSchema)
        .map((members) => ({ ...members })),
      additionalProperties: scalarSchema,
      maxProperties: small,
    },
    { requiredKeys: [] },
  )
  .map((each) => ({ ...each }));

function allows(schema: Schema, given: Json): boolean {
  return compileSchema(schema)(given).length === 0;
}

/** An empty list of types or values, which no document may hold, is what two that exclude each other have in common. */
function allowsMerged(merged: Keywords, given: Json): boolean {
  const isEmpty = [merged['type'], merged['enum']].some((list) => Array.isArray(list) && list.length === 0);
  return !isEmpty && allows(merged, given);
}

test('mergeKeywords() asks for what both ask for, and for nothing else', () => {
  fc.assert(
    fc.property(
      keywords,
      keywords,
      fc.array(value, { minLength: 5, maxLength: 20 }),
      (left, right, given) => {
        const merged = mergeKeywords(left, right);
        for (const each of given)
          expect(allowsMerged(merged, each)).toBe(allows(left, each) && allows(right, each));
      },
    ),
  );
});

test('mergedKeywords() and flattenSchema() ask for what the schema asks for, wherever its parts stand', () => {
  fc.assert(
    fc.property(
      fc.tuple(keywords, keywords, keywords, keywords),
      fc.array(value, { minLength: 5, maxLength: 20 }),
      ([own, part, inner, referred], given) => {
        const schema = {
          ...own,
          allOf: [part, { allOf: [inner], $ref: '#/$defs/referred' }],
          $defs: { referred },
        };
        const merged = mergedKeywords(schema);
        expect(Object.keys(merged)).not.toContain('allOf');
        const [flat = { keywords: {} }, ...more] = flattenSchema(schema, schema, 2, fullEffort());
        expect(more).toEqual([]);
        for (const each of given) {
          const allowed = allows(schema, each);
          expect(allowsMerged(merged, each)).toBe(allowed);
          expect(allowsMerged(flat.keywords, each)).toBe(allowed);
        }
      },
    ),
  );
});

test('firstWay() is the first of all ways, where alternatives stand beside each other', () => {
  fc.assert(
    fc.property(fc.array(keywords, { minLength: 6, maxLength: 6 }), ([one = {}, ...others]) => {
      const [two = {}, three = {}, four = {}, own = {}, otherwise = {}] = others;
      const unions = { anyOf: [false, one, { allOf: [two] }], oneOf: [{ $ref: '#/$defs/last' }, three] };
      const schema = {
        ...own,
        ...unions,
        if: four,
        else: otherwise,
        $defs: { last: { anyOf: [four, two] } },
      };
      const ways = flattenSchema(schema, schema, 2, fullEffort());
      expect(ways.length).toBeGreaterThan(1);
      expect(firstWay(schema, schema, 2, fullEffort())).toEqual(ways[0]);
    }),
  );
});

test('sample() keeps all bounds, wherever they stand', () => {
  const bounds = fc.array(fc.integer({ min: -50, max: 0 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(bounds, bounds, fc.nat({ max: 30 }), (lows, highs, shift) => {
      const parts: Keywords[] = [
        ...lows.map((minimum) => ({ type: 'integer', minimum: minimum + shift })),
        ...highs.map((high) => ({ maximum: shift - high })),
        { exclusiveMinimum: shift - 60, multipleOf: 1 },
      ];
      const [first = {}, second = {}, ...others] = parts;
      const schema = { ...first, allOf: [{ $ref: '#/$defs/second' }, ...others], $defs: { second } };
      expect(compileSchema(schema)(sample(schema))).toEqual([]);
    }),
  );
});

test.each<readonly [string, Schema, Json]>([
  [
    'the example of the part that stands later',
    { allOf: [{ type: 'object', examples: [{ a: 1 }] }, { examples: [{ a: 1, b: 2 }] }] },
    { a: 1, b: 2 },
  ],
  [
    'the own example before those of the parts',
    { examples: [{ c: 1 }], allOf: [{ type: 'object', examples: [{ a: 1 }] }] },
    { c: 1 },
  ],
  [
    'no member that another part rules out',
    {
      allOf: [
        { type: 'object', properties: { a: { const: 1 } }, additionalProperties: false },
        { properties: { b: { const: 2 } } },
      ],
    },
    { a: 1 },
  ],
  [
    'a value of all alternatives that have to hold',
    {
      anyOf: [{ required: ['a'], properties: { a: { const: 1 } } }],
      oneOf: [{ required: ['b'], properties: { b: { const: 2 } } }],
    },
    { a: 1, b: 2 },
  ],
  [
    'the default beside a reference',
    { properties: { a: { $ref: '#/$defs/A', default: 'x' } }, $defs: { A: { type: 'string' } } },
    { a: 'x' },
  ],
])('sample() gives %s', (_title, schema, expected) => {
  expect(sample(schema)).toEqual(expected);
  expect(compileSchema(schema)(expected)).toEqual([]);
});

test('mergedKeywords() takes a long chain of references step by step, and no more of it than is bounded', () => {
  const chain = (length: number): Keywords => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries([
      ...Array.from({ length }, (_, at): [string, Json] => [
        `d${String(at)}`,
        { $ref: `#/$defs/d${String(at + 1)}` },
      ]),
      [`d${String(length)}`, { type: 'string' }],
    ]),
  });
  expect(mergedKeywords(chain(200))).toMatchObject({ type: 'string' });
  const long = chain(3_000);
  const definitions = long['$defs'];
  const all = Object.values(definitions as { readonly [name: string]: Keywords });
  expect(
    all.map((each) => mergedKeywords(each, long)['type']).filter((type) => type === 'string').length,
  ).toBeLessThan(300);
});

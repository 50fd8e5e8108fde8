import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, type Json } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';
import { compileSchema, type SchemaValidator } from '../compile.ts';
import { DOUBTFUL, type Schema } from '../keywords.ts';
import { invalidValues } from './invalid.ts';
import { sampleSchemas } from './sample-schemas.test-data.ts';
import { validValues, type ValidValuesOptions } from './valid.ts';

function arbitraryOf(schema: Schema, options?: ValidValuesOptions): fc.Arbitrary<Json> {
  const supply = validValues(schema, options);
  if (supply.kind === 'unsupported') throw new Error(supply.reason);
  return supply.arbitrary;
}

describe.each(Object.entries(sampleSchemas))('validValues() of %s', (_name, schema) => {
  const validate = compileSchema(schema);

  test.each(['mixed', 'all', 'none'] as const)(
    'makes only valid values, when optional members are %s',
    (optional) => {
      fc.assert(
        fc.property(arbitraryOf(schema, { optional }), (value) => {
          expect(validate(value)).toEqual([]);
        }),
      );
    },
  );

  test('makes only JSON, when sent and read again', () => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });
});

const PLAIN: Schema = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, note: { type: 'string' } },
};

function plainNames(optional: 'all' | 'none' | 'mixed'): ReadonlySet<string> {
  return new Set(
    fc.sample(arbitraryOf(PLAIN, { optional }), 50).map((value) => Object.keys(value ?? {}).join()),
  );
}

const ONE_OF_MANY: Schema = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`m${String(at)}`, { $ref: '#/$defs/inner' }]),
  ),
  minProperties: 1,
  maxProperties: 1,
  $defs: { inner: { allOf: [{ type: 'object', required: ['x'], properties: { x: { type: 'string' } } }] } },
};

test.each(['all', 'none', 'mixed'] as const)(
  'validValues() has as many members as an object may and must have, with optional %s',
  (optional) => {
    const counts = (schema: Schema): ReadonlySet<number> =>
      new Set(
        fc.sample(arbitraryOf(schema, { optional }), 30).map((value) => Object.keys(value ?? {}).length),
      );
    expect(counts(ONE_OF_MANY)).toEqual(new Set([1]));
    const least = { ...ONE_OF_MANY, maxProperties: 20 };
    const through = fc.sample(arbitraryOf(least, { optional: 'none', through: '/m7' }), 30);
    expect(new Set(through.flatMap((value) => Object.keys(value ?? {})))).toEqual(new Set(['m7']));
    const upToThree = { ...ONE_OF_MANY, minProperties: 0, maxProperties: 3 };
    const most = { all: [3], none: [0], mixed: [0, 1, 2, 3] }[optional];
    expect(new Set(most).isSupersetOf(counts(upToThree))).toBe(true);
  },
);

test.each<readonly [what: string, schema: Schema]>([
  [
    'an item that a list has to contain',
    { type: 'array', items: { type: 'integer' }, contains: { const: 77 } },
  ],
  [
    'items that it has to contain, beside those of its places',
    {
      type: 'array',
      prefixItems: [{ type: 'string' }],
      items: { type: 'object', properties: { of: { enum: ['a', 'b'] } } },
      contains: { type: 'object', required: ['of'], properties: { of: { const: 'a' } } },
      minContains: 2,
      maxItems: 4,
    },
  ],
  [
    'names of a form of their own',
    {
      type: 'object',
      minProperties: 2,
      additionalProperties: { type: 'boolean' },
      propertyNames: { maxLength: 6, pattern: '^[a-z]+-[0-9]$' },
    },
  ],
  [
    'names that no other may have',
    {
      type: 'object',
      minProperties: 1,
      patternProperties: { '^x-[a-z]{2,5}$': { type: 'integer', minimum: 5 } },
      additionalProperties: false,
    },
  ],
])('validValues() makes %s, and finds it at once', (_what, schema) => {
  let judged = 0;
  const judge = compileSchema(schema);
  const validate: SchemaValidator = (value) => {
    judged += 1;
    return judge(value);
  };
  const supply = validValues(schema, { validate });
  expect(supply.kind).toBe('values');
  if (supply.kind === 'values') fc.sample(supply.arbitrary, 10);
  expect(judged).toBeLessThan(60);
});

test('validValues() has all, none or some of the optional members, when told so', () => {
  expect(plainNames('all')).toEqual(new Set(['title,note']));
  expect(plainNames('none')).toEqual(new Set(['title']));
  expect(plainNames('mixed')).toEqual(new Set(['title,note', 'title']));
});

test.each<[name: string, map: Schema, names: string]>([
  ['metadata', { type: 'object', additionalProperties: { type: 'string' } }, 'member1,member2'],
  ['scores', { type: 'object', additionalProperties: { type: 'integer' } }, ''],
  [
    'scores',
    { type: 'object', additionalProperties: { type: 'integer' }, example: { ada: 3, bert: 4 } },
    'ada,bert',
  ],
  ['labels', { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 0 }, ''],
  [
    'labels',
    { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { maxLength: 2 } },
    '',
  ],
  ['metadata', { type: 'object', additionalProperties: true }, ''],
  [
    'hours',
    {
      type: 'object',
      additionalProperties: { type: 'integer' },
      propertyNames: { enum: ['mon', 'tue', 'wed'] },
    },
    'mon,tue',
  ],
])('validValues() gives a map called %s members by names that are known to do, of %j', (name, map, names) => {
  const schema: Schema = { type: 'object', properties: { [name]: map } };
  const [value] = fc.sample(arbitraryOf(schema, { optional: 'all' }), 1);
  const held = isObject(value) ? value[name] : undefined;
  expect(Object.keys(held ?? {}).join()).toBe(names);
  expect(compileSchema(schema)(value ?? null)).toEqual([]);
});

test('validValues() uses ordinary text, when strings ask for nothing particular', () => {
  const ordinary = /^(?!.* {2})[A-Za-z][A-Za-z0-9 -]{1,38}[A-Za-z0-9-]$/;
  fc.assert(
    fc.property(arbitraryOf({ type: 'string' }), (value) => {
      expect(value).toMatch(ordinary);
    }),
    { numRuns: 1000 },
  );
});

test.each(["^[\\p{L}]+([ '-][\\p{L}]+){0,2}\\.?$", '^\\p{Lu}\\p{Ll}{2,8}$', '^[^\\p{L}]\\p{Alphabetic}+$'])(
  'validValues() makes texts of plain letters for the pattern %s, which takes those of any script',
  (pattern) => {
    for (const text of fc.sample(arbitraryOf({ type: 'string', pattern }), 20)) {
      expect(text).toMatch(new RegExp(pattern, 'u'));
      expect(text).toMatch(/^.[A-Za-z .'-]*$/);
    }
  },
);

test.each<{ readonly format?: string; readonly pattern?: string }>([
  { format: 'decimal' },
  { format: 'decimal', pattern: '^-?\\d{0,3}(?:\\.\\d{0,2})?$' },
  { format: 'decimal', pattern: '^-?\\d{0,5}$' },
  { pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' },
])('validValues() makes numbers that are written in one way, when %o asks for such texts', (keywords) => {
  for (const text of fc.sample(arbitraryOf({ type: 'string', ...keywords }), 20))
    expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d\d)?$/);
});

test.each([
  ['hexcolor', /^#[\dA-F]{6}$/],
  ['color', /^#[\dA-F]{6}$/],
  ['mac', /^(?:[\dA-F]{2}:){5}[\dA-F]{2}$/],
  ['uuid4', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
])('validValues() writes texts of the format %s', (format, form) => {
  fc.assert(
    fc.property(
      arbitraryOf({ type: 'string', format }),
      (value) => typeof value === 'string' && form.test(value),
    ),
  );
});

test.each([
  '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$',
  '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,16}$',
  '^(?!-)[a-z\\d-]{1,63}(?<!-)$',
  '^(?!(?:a|b\\)))[ab)(]{3}$',
  '^x(?=y)y[(?!]$',
])('validValues() makes texts for the pattern %s, which looks ahead or behind', (pattern) => {
  for (const text of fc.sample(arbitraryOf({ type: 'string', pattern }), 20))
    expect(text).toMatch(new RegExp(pattern, 'u'));
});

test('validValues() uses the given text, when the lengths allow it', () => {
  const text = fc.constantFrom('\u0000', '"', 'far too long');
  const schema: Schema = { ...PLAIN, properties: { title: { type: 'string', maxLength: 1 } } };
  const seen = fc.sample(arbitraryOf(schema, { text }), 50).map((value) => JSON.stringify(value));
  expect(new Set(seen)).toEqual(new Set(['{"title":"\\u0000"}', '{"title":"\\""}']));
});

test('validValues() leaves out read-only members, when the values go into requests', () => {
  const schema: Schema = {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
  };
  const names = (options: ValidValuesOptions): readonly string[] =>
    Object.keys(fc.sample(arbitraryOf(schema, options), 1)[0] ?? {});
  expect(names({ direction: 'request' })).toEqual(['title']);
  expect(names({})).toEqual(['id', 'title']);
});

test('validValues() has the member asked for, when it lies inside optional ones', () => {
  const { recursive } = sampleSchemas;
  const arbitrary = arbitraryOf(recursive, { through: '/children/0/children/0/name', optional: 'none' });
  fc.assert(
    fc.property(arbitrary, (value) => {
      expect(value).toHaveProperty(['children', '0', 'children', '0', 'name']);
    }),
  );
});

test.each<[string, Schema]>([
  ['nothing is allowed', false],
  ['no value is listed', { enum: [] }],
  ['the bounds exclude each other', { type: 'integer', minimum: 2, maximum: 1 }],
  ['no whole number lies between the bounds', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }],
  [
    'the schema contains itself without an end',
    { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } },
  ],
  [
    'a union contains itself without an end',
    {
      $defs: { U: { anyOf: [{ $ref: '#/$defs/U' }, { $ref: '#/$defs/U' }] } },
      type: 'object',
      required: ['u'],
      properties: {
        u: {
          type: 'object',
          required: ['v'],
          properties: { v: { type: 'object', required: ['u'], properties: { u: { $ref: '#' } } } },
        },
      },
    },
  ],
  ['a reference leads nowhere', { $ref: '#/$defs/none' }],
  [
    'three different items are asked for and two exist',
    { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
  ],
  ['the pattern allows nothing', { type: 'string', pattern: '^(?!)x$' }],
  ['the pattern is broken', { type: 'string', pattern: '(' }],
  ['a required member is ruled out', { type: 'object', required: ['a'], properties: { a: false } }],
  [
    'more items are asked for than allowed',
    { type: 'array', minItems: 3, maxItems: 2, items: { type: 'string' } },
  ],
  ['parts contradict each other', { allOf: [{ type: 'string' }, { type: 'object' }] }],
  ['nothing fits `not`', { type: 'string', not: { type: 'string' } }],
  ['the text would be longer than can be sent', { type: 'string', minLength: 10_000_000 }],
])('validValues() says why there are no values, when %s', (_name, schema) => {
  const supply = validValues(schema);
  expect(supply).toMatchObject({ kind: 'unsupported', reason: expect.stringMatching(/\w/) });
});

test.each<[string, Schema]>([
  [
    'parts refer to the whole twice over',
    {
      type: 'object',
      properties: {
        a: { allOf: [{ $ref: '#' }, { $ref: '#' }] },
        b: { anyOf: [{ $ref: '#' }, { $ref: '#' }] },
      },
    },
  ],
  [
    'lists hold lists of themselves and nothing fits',
    { type: 'array', items: { $ref: '#' }, contains: { type: 'string' } },
  ],
  ['lists hold many lists of themselves', { type: ['array', 'integer'], items: { $ref: '#' }, minItems: 4 }],
  [
    'an object may as well be a list',
    { required: ['c'], uniqueItems: false, exclusiveMinimum: 1, additionalProperties: { $ref: '#' } },
  ],
])(
  'validValues() and invalidValues() end soon, when %s',
  (_name, schema) => {
    const validate = compileSchema(schema);
    const supply = validValues(schema);
    const drawn = supply.kind === 'values' ? fc.sample(supply.arbitrary, 20) : [];
    const broken = [...invalidValues(schema)].flatMap(({ arbitrary }) => fc.sample(arbitrary, 3));
    expect(drawn.filter((value) => validate(value).length > 0)).toEqual([]);
    expect(broken.filter((value) => validate(value).length === 0)).toEqual([]);
  },
  15_000,
);

/** Ten members on each of eight levels: a hundred million parts, with all that is optional. */
function growing(required: boolean): Schema {
  const names = Array.from({ length: 10 }, (_, index) => `m${String(index)}`);
  const level = (at: number): { readonly [keyword: string]: Json } => ({
    type: 'object',
    ...(required ? { required: names } : {}),
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        at === 8 ? { type: 'integer' } : { $ref: `#/$defs/level${String(at + 1)}` },
      ]),
    ),
  });
  const levels = Array.from({ length: 8 }, (_, at) => [`level${String(at + 1)}`, level(at + 1)] as const);
  return { ...level(0), $defs: Object.fromEntries(levels) };
}

function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + partsOf(part), 1);
}

test('validValues() keeps to the bound of parts, when the members of a schema multiply', () => {
  const schema = growing(false);
  const values = fc.sample(arbitraryOf(schema), { numRuns: 5, seed: 1 });
  const place = '/m9/m9/m9/m9/m9/m9/m9/m9/m9';
  const through = validValues(schema, { optional: 'all', through: place });
  if (through.kind === 'unsupported') throw new Error(through.reason);
  const [deep = null] = fc.sample(through.arbitrary, { numRuns: 1, seed: 1 });
  expect([...values, deep].map(partsOf).filter((parts) => parts > bound('builtParts'))).toEqual([]);
  expect(partsOf(deep)).toBeGreaterThan(500);
});

test('validValues() gives up soon, when a schema asks for a value of millions of parts', () => {
  expect(validValues(growing(true)).kind).toBe('unsupported');
});

test('invalidValues() makes a case when it is asked for, when a schema has thousands', () => {
  const startedMs = performance.now();
  const [first] = invalidValues(growing(false), { kind: 'wrong-type' }).take(1);
  expect(first?.breaks).toEqual({ kind: 'wrong-type', pointer: '/m0', detail: 'null' });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test('validValues() shrinks to the smallest value, when a property fails', () => {
  const { counterexample } = fc.check(fc.property(arbitraryOf(PLAIN), () => false));
  expect(counterexample).toEqual([{ title: 'aaa' }]);
});

test('validValues() makes the same values again, when the seed is the same', () => {
  const schema = sampleSchemas.constrained;
  const draw = (): readonly Json[] => fc.sample(arbitraryOf(schema), { seed: 7, numRuns: 20 });
  expect(draw()).toEqual(draw());
});

test('validValues() makes no null, when nobody can say whether it may be sent', () => {
  const zone = { anyOf: [{ type: 'string' }, { type: 'null', [DOUBTFUL]: true }] };
  const schema: Schema = { type: 'object', required: ['zone'], properties: { zone } };
  expect(compileSchema(schema)({ zone: null })).toEqual([]);
  fc.assert(
    fc.property(arbitraryOf(schema), (value) => {
      expect(isObject(value) ? typeof value['zone'] : value).toBe('string');
    }),
  );
});

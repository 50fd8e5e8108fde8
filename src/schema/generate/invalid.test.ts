import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueAt } from '../../json/pointer.ts';
import type { Json, JsonObject } from '../../json/value.ts';
import { sampleOne } from '../../system/seeded.ts';
import { compileSchema } from '../compile.ts';
import type { Schema } from '../keywords.ts';
import { type InvalidCase, invalidValues, tellingValue } from './invalid.ts';
import { sampleSchemas } from './sample-schemas.test-data.ts';

function labels(schema: Schema): readonly string[] {
  return [...invalidValues(schema)].map(({ breaks }) => `${breaks.kind} ${breaks.pointer} ${breaks.detail}`);
}

function caseOf(schema: Schema, label: string): InvalidCase {
  const found = [...invalidValues(schema)].find(
    ({ breaks }) => `${breaks.pointer} ${breaks.detail}` === label,
  );
  if (found === undefined) throw new Error(`no case ${label}`);
  return found;
}

/** True when a validator may blame this place for a break at the pointer: the place itself, or what is around it. */
function isAround(pointer: string, place: string): boolean {
  return place === pointer || place.startsWith(`${pointer}/`);
}

function types(pointer: string, allowed: string): readonly string[] {
  return ['null', 'boolean', 'number', 'string', 'array', 'object']
    .filter((type) => type !== allowed)
    .map((type) => `${pointer === '' ? 'root-type' : 'wrong-type'} ${pointer} ${type}`);
}

function sent(schema: Schema, label: string): readonly string[] {
  return fc
    .sample(caseOf(schema, label).arbitrary, { numRuns: 300, seed: 1 })
    .map((value) => JSON.stringify(value));
}

const UNIONS: ReadonlySet<string> = new Set(['union', 'conditional']);

describe.each(Object.entries<Schema>(sampleSchemas))('invalidValues() of %s', (name, schema) => {
  const validate = compileSchema(schema);
  const cases = [...invalidValues(schema)];

  test('has cases, each once', () => {
    const names = labels(schema);
    expect(names.length).toBeGreaterThan(3);
    expect(new Set(names).size).toBe(names.length);
  });

  test('breaks the schema at the named place and nowhere else', () => {
    for (const { breaks, arbitrary } of cases) {
      for (const value of fc.sample(arbitrary, { numRuns: 30, seed: 1 })) {
        const blamed = validate(value).map(({ pointer }) => pointer);
        expect(blamed, JSON.stringify([breaks, value])).not.toEqual([]);
        if (!UNIONS.has(name))
          expect(blamed.filter((pointer) => !isAround(pointer, breaks.pointer))).toEqual([]);
      }
    }
  });
});

test('invalidValues() covers missing, wrong and root types, when members are plain', () => {
  expect(new Set(labels(sampleSchemas.plain))).toEqual(
    new Set([
      ...types('', 'object'),
      'missing-member /title required',
      ...types('/title', 'string'),
      ...types('/note', 'string'),
    ]),
  );
});

test.each([
  ['/kind enum', ['small', 'large']],
  ['/count minimum', []],
  ['/count exclusiveMaximum', []],
  ['/count integer', []],
  ['/ratio exclusiveMinimum', []],
  ['/ratio maximum', []],
  ['/step multipleOf', []],
  ['/step minimum', []],
  ['/cents multipleOf', []],
  ['/code pattern', []],
  ['/short minLength', []],
  ['/short maxLength', []],
  ['/tags minItems', []],
  ['/tags maxItems', []],
  ['/tags uniqueItems', []],
  ['/tags/0 minLength', []],
  ['/fixed const', ['yes']],
  ['/undocumented additionalProperties', []],
])('invalidValues() breaks %s alone, when the schema sets it', (label) => {
  const { arbitrary, breaks } = caseOf(sampleSchemas.constrained, label);
  const validate = compileSchema(sampleSchemas.constrained);
  const keyword = breaks.detail === 'integer' ? 'type' : breaks.detail;
  fc.assert(
    fc.property(arbitrary, (value) => {
      expect(new Set(validate(value).map((error) => error.keyword))).toEqual(new Set([keyword]));
    }),
    { numRuns: 50 },
  );
});

test.each(['/at', '/day', '/mail', '/id', '/link', '/address', '/host', '/small', '/large'])(
  'invalidValues() breaks the format of %s, when the validator asserts it',
  (pointer) => {
    expect(labels(sampleSchemas.formats)).toContain(`format ${pointer} format`);
  },
);

describe('invalidValues(), whatever the seed, has', () => {
  const many: Schema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      lines: { type: 'array', maxItems: 3, items: { type: 'integer' } },
      sizes: { type: 'array', minItems: 2, items: { type: 'integer' } },
      labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    },
  };

  test.each<readonly [string, string, readonly unknown[]]>([
    ['a day that is in no calendar', '/day format', [['2030-02-30']]],
    ['a moment where a day is', '/day format-2', [['2030-01-02T00:00:00Z']]],
    ['a day where a moment is', '/at format', [['2030-01-02']]],
    ['one item too many', '/lines maxItems', [4]],
    ['one item too few', '/sizes minItems', [1]],
    ['a value of a map that is too long', '/labels/member1 maxLength', [4]],
  ])('%s', (_what, label, values) => {
    const found = fc.sample(caseOf(many, label).arbitrary, { numRuns: 40, seed: 7 }).map((body) => {
      const at = label.split(' ', 1).join('').split('/').slice(1);
      const value = at.reduce<unknown>((inner, name) => Object(inner)[name], body);
      return label.includes('format') ? [value] : Object(value).length;
    });
    expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
      new Set(values.map((one) => JSON.stringify(one))),
    );
  });

  test('a text for the value of a map that is to be one', () => {
    expect(labels(many)).toContain('wrong-type /labels/member1 number');
  });
});

test('invalidValues() reaches nested members, items and escaped names', () => {
  expect(labels(sampleSchemas.nested)).toEqual(
    expect.arrayContaining([
      'missing-member /owner required',
      'missing-member /owner/name required',
      'wrong-type /owner string',
      'wrong-type /owner/a~1b~0c string',
      'wrong-type /list/1 null',
      'missing-member /list/1/n required',
      'wrong-type /list/1/n array',
      'wrong-type /pair/1 string',
      'constraint /pair minItems',
      'constraint /pair items',
    ]),
  );
});

test('invalidValues() breaks what is behind the first item of a list, and the first one, too', () => {
  const word = { type: 'string', minLength: 2, maxLength: 9 };
  const list = (maxItems: number): Schema => ({ type: 'array', maxItems, items: word });
  const breaks = (schema: Schema): readonly string[] =>
    [...invalidValues(schema, { kind: 'constraint' })].map(
      ({ breaks: { pointer, detail } }) => `${pointer} ${detail}`,
    );
  expect(breaks(list(5)).slice(1)).toEqual(['/1 minLength', '/0 maxLength']);
  expect(breaks(list(1)).slice(1)).toEqual(['/0 minLength', '/0 maxLength']);
  const lists = breaks({ type: 'array', items: { type: 'object', properties: { words: list(5) } } });
  expect(lists.filter((one) => one.endsWith('Length'))).toEqual([
    '/0/words/1 minLength',
    '/0/words/0 maxLength',
  ]);
});

test('invalidValues() enters a schema that contains itself once more, and no further', () => {
  const names = labels(sampleSchemas.recursive);
  expect(names).toContain('wrong-type /children/0 string');
  expect(names.filter((name) => name.includes('/children/0/children/0/children'))).toEqual([]);
});

test('invalidValues() sends what a lenient reader takes for the right value, when the type is wrong', () => {
  expect(sent({ type: 'string' }, ' number')).toEqual(expect.arrayContaining(['0', '12.5']));
  expect(sent({ type: 'integer' }, ' string')).toEqual(expect.arrayContaining(['"12"', '""']));
  expect(sent({ type: 'boolean' }, ' string')).toEqual(expect.arrayContaining(['"true"']));
  expect(sent({ type: 'boolean' }, ' array')).toEqual(expect.arrayContaining(['[]', '[true]']));
  expect(sent({ type: 'boolean' }, ' object')).toEqual(expect.arrayContaining(['{}']));
});

test.each<[string, Json]>([
  ['/title required', {}],
  ['/title number', { title: 0 }],
  ['/title object', { title: {} }],
  ['/note null', { title: 'aaa', note: null }],
  [' array', []],
])('invalidValues() shrinks %s to the smallest example, when a property fails', (label, smallest) => {
  const { arbitrary } = caseOf(sampleSchemas.plain, label);
  expect(fc.check(fc.property(arbitrary, () => false)).counterexample).toEqual([smallest]);
});

test('invalidValues() has no case for read-only members, when the values go into requests', () => {
  const schema: Schema = {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
  };
  const pointers = [...invalidValues(schema, { direction: 'request' })].map(({ breaks }) => breaks.pointer);
  expect(new Set(pointers)).toEqual(new Set(['', '/title']));
});

test.each<[string, Schema]>([
  ['everything is allowed', true],
  ['nothing is allowed', false],
])('invalidValues() has no cases, when %s', (_name, schema) => {
  expect([...invalidValues(schema)]).toEqual([]);
});

const SCHEMA = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } as const;
const VALID = { title: 'Dune' };

function tellingFor(kind: InvalidCase['breaks']['kind'], detail: string): Json | undefined {
  const one = invalidValues(SCHEMA).find(({ breaks }) => breaks.kind === kind && breaks.detail === detail);
  if (one === undefined) throw new Error(`There is no case ${kind} ${detail}.`);
  return tellingValue(one, SCHEMA, sampleOne(one.arbitrary, 1, detail), VALID);
}

describe('tellingValue()', () => {
  test.each<readonly [InvalidCase['breaks']['kind'], string, Json]>([
    ['wrong-type', 'boolean', { title: false }],
    ['wrong-type', 'object', { title: {} }],
    ['wrong-type', 'array', { title: ['Dune'] }],
    ['root-type', 'array', [VALID]],
    ['root-type', 'string', '7'],
  ])('puts what a lax service takes, when the case is %s %s', (kind, detail, value) => {
    expect(tellingFor(kind, detail)).toEqual(value);
  });

  test('has none, when a member is missing', () => {
    expect(tellingFor('missing-member', 'required')).toBeUndefined();
  });
});

test.each<[string, Schema, string, number]>([
  ['an integer below its least', { type: 'integer', minimum: 1 }, ' minimum', 0],
  ['an integer above its greatest', { type: 'integer', maximum: 100 }, ' maximum', 101],
  ['a number that has to be more', { type: 'number', exclusiveMinimum: 0 }, ' exclusiveMinimum', 0],
  ['a number in steps', { type: 'number', maximum: 5, multipleOf: 0.5 }, ' maximum', 5.5],
])('invalidValues() has the nearest number behind a bound: %s', (_, schema, label, nearest) => {
  expect(sampleOne(caseOf(schema, label).arbitrary, 1, 'a draw')).toBe(nearest);
});

const BRANCHES: Schema = {
  type: 'object',
  required: ['what'],
  properties: {
    what: {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'width'],
          properties: {
            kind: { enum: ['box'] },
            width: { type: 'integer', minimum: 3 },
            colour: { enum: ['red', 'blue'] },
          },
        },
        {
          type: 'object',
          required: ['kind', 'text'],
          properties: { kind: { enum: ['letter'] }, text: { type: 'string', minLength: 2, maxLength: 9 } },
        },
      ],
    },
  },
};

test.each([
  ['constraint /what/kind enum'],
  ['constraint /what/width minimum'],
  ['constraint /what/width integer'],
  ['constraint /what/colour enum'],
  ['constraint /what/text minLength'],
  ['constraint /what/text maxLength'],
  ['wrong-type /what/text number'],
  ['missing-member /what/width required'],
  ['missing-member /what/text required'],
])('invalidValues() breaks %s inside of a branch', (label) => {
  expect(labels(BRANCHES)).toContain(label);
});

test.each(['', '[]'])(
  'invalidValues() breaks a pattern in two ways, when both are near: in a list%s',
  (list) => {
    const text: Schema = { type: 'string', pattern: '^[A-Z]{2}$' };
    const [schema, place] = list === '' ? [text, ''] : [{ type: 'array', items: text, maxItems: 1 }, '/0'];
    const drawn = (detail: string): readonly string[] =>
      sent(schema, `${place} ${detail}`).map((json) => String([JSON.parse(json)].flat()[0]));
    expect(drawn('pattern').every((one) => one.length === 2 && !/^[A-Z]{2}$/.test(one))).toBe(true);
    expect(drawn('pattern-length').every((one) => /^(?:[A-Z]|[A-Z]{3})$/.test(one))).toBe(true);
  },
);

test('invalidValues() has fractions for whole numbers, when the number is the whole value', () => {
  const numbers: Schema = { type: 'integer', minimum: 1, maximum: 9 };
  expect(labels(numbers)).toContain('constraint  integer');
});

test.each<readonly [string, Schema, string, readonly string[]]>([
  ['one letter too many', { type: 'string', maxLength: 9 }, ' maxLength', ['10']],
  ['one letter too few', { type: 'string', minLength: 4 }, ' minLength', ['3']],
])('invalidValues() has texts of %s alone', (_name, schema, label, lengths) => {
  const drawn = sent(schema, label).map((json) => String(String(JSON.parse(json)).length));
  expect([...new Set(drawn)]).toEqual(lengths);
});

test.each<readonly [string, JsonObject, string, RegExp]>([
  ['a pattern', { maxLength: 50, pattern: '^[a-z][a-z0-9-]*$' }, ' maxLength', /^[a-z][a-z0-9-]{50}$/],
  ['the end of a pattern', { maxLength: 12, pattern: '^X[0-9]+-y$' }, ' maxLength', /^X[0-9]{10}-y$/],
  ['a pattern', { minLength: 4, pattern: '^[0-9]+$' }, ' minLength', /^[0-9]{3}$/],
  ['a format', { maxLength: 60, format: 'uri' }, ' maxLength', /^https:.{55}$/],
  ['a format', { maxLength: 60, format: 'email' }, ' maxLength', /^[^@]+@[^@]+\.com+$/],
])(
  'invalidValues() has texts of another length that break no more, beside %s',
  (_name, schema, label, like) => {
    const drawn = sent({ type: 'string', ...schema }, label).map((json) => String(JSON.parse(json)));
    expect(drawn.filter((text) => !like.test(text))).toEqual([]);
  },
);

test('invalidValues() marks further ways to break what another case breaks', () => {
  const found = [...invalidValues({ type: 'string', enum: ['a'] })].filter(({ isVariant }) => isVariant);
  expect(found.map(({ breaks }) => breaks.detail)).toEqual(['enum-case', 'enum-empty']);
});

test('invalidValues() has no text of another length, when the pattern takes each length', () => {
  const names = labels({ type: 'string', pattern: '^[a-z]+$' });
  expect(names).toContain('constraint  pattern');
  expect(names).not.toContain('constraint  pattern-length');
});

describe('invalidValues() comes to places inside of', () => {
  const inner = {
    type: 'object',
    required: ['amount', 'currency'],
    additionalProperties: false,
    properties: {
      amount: { type: 'string', pattern: '^[0-9]{1,6}$' },
      currency: { type: 'string', enum: ['EUR', 'CHF'] },
    },
  } as const;
  const others = Array.from({ length: 9 }, (_, at) => ({
    type: 'object',
    required: ['kind'],
    additionalProperties: false,
    properties: { kind: { const: `other ${String(at)}` } },
  }));

  test.each([
    ['what may be null', [inner, { type: 'null' }]],
    ['one of many branches', [...others, inner]],
  ])('%s, whatever else is drawn', (_name, anyOf) => {
    for (const more of [[], ['first'], ['first', 'second'], ['first', 'second', 'third']]) {
      const rest = Object.fromEntries(more.map((name) => [name, { type: 'integer', maximum: 500 }]));
      const schema = { type: 'object', required: more, properties: { ...rest, price: { anyOf } } };
      const found = labels(schema);
      expect(found).toEqual(
        expect.arrayContaining(['constraint /price/amount pattern', 'constraint /price/currency enum']),
      );
    }
  });

  test('a map, which gets more members of its kind than it may have', () => {
    const labelled = { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 5 };
    const schema = { type: 'object', properties: { labels: labelled } };
    const [most] = [...invalidValues(schema, { kind: 'constraint' })];
    expect(most?.breaks).toMatchObject({ pointer: '/labels', detail: 'maxProperties' });
    if (most === undefined) return;
    for (const value of fc.sample(most.arbitrary, { seed: 1, numRuns: 20 }))
      expect(Object.values(Object(valueAt(value, ['labels'])))).toEqual(
        Array.from({ length: 6 }, () => expect.any(String)),
      );
  });
});

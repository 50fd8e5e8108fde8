import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import type { Dialect } from '../document/library.ts';
import { plainText } from '../json/lossless.ts';
import { isObject } from '../json/value.ts';
import { validSample } from './generate/valid-sample.ts';
import { validValues } from './generate/valid.ts';
import { compileSchema } from './compile.ts';
import { directSchema } from './direction.ts';
import type { Schema } from './keywords.ts';
import { resolveSchema, subschema } from './resolve.ts';

const TEXT = `
schemas:
  Name: {type: string, minLength: 1}
  Person:
    type: object
    required: [name]
    properties:
      name: {$ref: '#/schemas/Name'}
      friends: {type: array, items: {$ref: '#/schemas/Person'}}
  Tree:
    type: object
    properties:
      left: {$ref: '#/schemas/Branch'}
      right: {$ref: '#/schemas/Branch'}
  Branch:
    oneOf:
      - type: 'null'
      - $ref: '#/schemas/Tree'
  Described: {$ref: '#/schemas/Name', description: what others call you}
  Longer: {$ref: '#/schemas/Name', minLength: 5}
  Data:
    enum: [{$ref: '#/nowhere'}]
    default: {$ref: '#/nowhere'}
    examples: [{$ref: '#/nowhere'}]
  Extended:
    allOf:
      - {$ref: '#/schemas/Person'}
      - {type: object, required: [id], properties: {id: {type: integer}}}
  Tagged:
    $id: https://example.com/tagged
    discriminator: {propertyName: kind, mapping: {a: '#/schemas/Name'}}
    type: object
  Reference:
    type: object
    required: [kind]
    properties: {kind: {type: string}}
    discriminator: {propertyName: kind, mapping: {box: '#/schemas/BoxReference', lid: '#/schemas/LidReference'}}
  BoxReference: {allOf: [{$ref: '#/schemas/Reference'}, {type: object, properties: {of: {type: string}}}]}
  LidReference: {allOf: [{$ref: '#/schemas/Reference'}, {type: object, properties: {of: {type: string}}}]}
  Either: {oneOf: [{$ref: '#/schemas/BoxReference'}, {$ref: '#/schemas/LidReference'}]}
  Apart: {oneOf: [{$ref: '#/schemas/BoxReference'}, {$ref: '#/schemas/Person'}]}
  Property:
    type: object
    properties:
      $ref: {type: integer}
  Elsewhere:
    type: object
    properties:
      $ref: '#/schemas/Person/properties'
  Itself: {$ref: '#/schemas/Itself'} # ITSELF
  InPlace:
    type: object
    allOf:
      - {$ref: '#/schemas/InPlace'} # IN PLACE
  Typo: {type: strin} # TYPO
  Text: hello # TEXT
  Pattern:
    type: string
    pattern: '(' # PATTERN
  Required:
    type: object
    required: true # REQUIRED
  Deep:
    type: object
    properties:
      x:
        items: {minimum: low} # DEEP
  Dynamic: {$dynamicRef: '#x'} # DYNAMIC
  Blow0: {type: object, properties: {a: {type: string}, b: {type: string}}}
${Array.from({ length: 20 }, (_, index) => `  Blow${index + 1}: {type: object, properties: {a: {$ref: '#/schemas/Blow${index}'}, b: {$ref: '#/schemas/Blow${index}'}}}`).join('\n')}
  Nullable: {type: string, nullable: true}
`;

function resolved(name: string, dialect?: Dialect): Schema {
  const library = libraryOf(TEXT, dialect);
  return resolveSchema(library, at(library, `#/schemas/${name}`));
}

test('resolveSchema() writes references out', () => {
  const library = libraryOf("a: {type: array, items: {$ref: '#/b'}}\nb: {type: string}");
  expect(resolveSchema(library, at(library, '#/a'))).toEqual({ type: 'array', items: { type: 'string' } });
});

test.each([
  ['from outside', "use: {$ref: '#/schemas/Person'}", '#/use'],
  ['where it stands', '', '#/schemas/Person'],
])('resolveSchema() keeps a schema that contains itself usable, referred to %s', (_name, extra, pointer) => {
  const library = libraryOf(`${TEXT}\n${extra}`);
  const schema = resolveSchema(library, at(library, pointer));
  expect(schema).toMatchObject({ type: 'object', required: ['name'] });
  const validate = compileSchema(schema);
  expect(validate({ name: 'Ada', friends: [{ name: 'Bo', friends: [{ name: 'Cy' }] }] })).toEqual([]);
  expect(validate({ name: 'Ada', friends: [{ name: 'Bo', friends: [{}] }] })).toMatchObject([
    { pointer: '/friends/0/friends/0', keyword: 'required' },
  ]);
});

test.each(['Tree', 'Branch'])(
  'resolveSchema() copes with schemas that contain each other, starting at %s',
  (name) => {
    const validate = compileSchema(resolved(name));
    expect(validate({ left: { left: null, right: { left: null } }, right: null })).toEqual([]);
    expect(validate({ left: { right: { left: 5 } } })).not.toEqual([]);
  },
);

test('subschema() is the same object for the same two, and takes along no definitions that nothing refers to', () => {
  const root = { $defs: { Person: { type: 'string' } }, type: 'object' };
  const one = { type: 'array', items: { $ref: '#/$defs/Person' } };
  const plain = { type: 'array', items: { type: 'string' } };
  expect(subschema(root, one)).toBe(subschema({ ...root }, one));
  expect(subschema(root, one)).toEqual({ ...one, $defs: root.$defs });
  expect(subschema(root, plain)).toBe(plain);
  expect(subschema(root, root)).toBe(root);
});

test('subschema() takes the definitions along', () => {
  const schema = resolved('Person');
  const validate = compileSchema(subschema(schema, { type: 'array', items: { $ref: '#/$defs/Person' } }));
  expect(validate([{ name: '' }])).toMatchObject([{ pointer: '/0/name' }]);
});

test('resolveSchema() adds what stands beside a reference', () => {
  expect(resolved('Described')).toEqual({
    type: 'string',
    minLength: 1,
    description: 'what others call you',
  });
  expect(resolved('Longer')).toEqual({ minLength: 5, allOf: [{ type: 'string', minLength: 1 }] });
});

test('resolveSchema() leaves data alone that looks like references', () => {
  const data = { $ref: '#/nowhere' };
  expect(resolved('Data')).toEqual({ enum: [data], default: data, examples: [data] });
});

test('resolveSchema() takes a member called $ref for a member', () => {
  expect(resolved('Property')).toEqual({ type: 'object', properties: { $ref: { type: 'integer' } } });
});

test('resolveSchema() takes members from where a reference in place of them leads', () => {
  const validate = compileSchema(resolved('Elsewhere'));
  expect(validate({ name: 'Ada', friends: [{ name: 'Bob' }] })).toEqual([]);
  expect(validate({ name: 7 })).not.toEqual([]);
  expect(validate({ friends: [{}] })).not.toEqual([]);
});

test('resolveSchema() drops what leads out of the schema', () => {
  expect(resolved('Tagged')).toEqual({ type: 'object' });
});

test('resolveSchema() takes what several kinds have from one schema for what tells them apart', () => {
  const either = resolved('Either');
  expect(compileSchema(either)({ kind: 'lid', of: 'it' })).toEqual([]);
  expect(validSample(either)).toMatchObject({ kind: expect.stringMatching(/^(?:box|lid)$/) as string });
  expect(resolved('Apart')).toHaveProperty('oneOf');
});

const KINDS_TEXT = `
components:
  schemas:
    Animal:
      type: object
      required: [kind]
      properties: {kind: {type: string}, mate: {$ref: '#/components/schemas/Animal'}}
      discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', puma: Puma, dog: '#/components/schemas/Dog'}}
    Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, required: [lives], properties: {lives: {type: integer}}}]}
    Puma: {allOf: [{$ref: '#/components/schemas/Cat'}], required: [wild], properties: {wild: {type: boolean}}}
    Dog: {allOf: [{$ref: '#/components/schemas/Animal'}], required: [bark], properties: {bark: {$ref: '#/nowhere'}}}
    Wrapped: {allOf: [{$ref: '#/components/schemas/Animal'}], description: One of them}
    Shape: {type: object, required: [of], properties: {of: {type: string}}, discriminator: of}
    Round: {allOf: [{$ref: '#/components/schemas/Shape'}, {required: [r], properties: {r: {type: number}}}]}
    Closed: {type: object, properties: {of: {type: string}}, discriminator: of, additionalProperties: false}
    Open: {allOf: [{$ref: '#/components/schemas/Closed'}, {required: [r], properties: {r: {type: number}}}]}
`;

/** What is drawn of a schema, as the names of its members and the value by which it says what it is. */
function drawnOf(name: string, member: string): ReadonlySet<string> {
  const library = libraryOf(KINDS_TEXT);
  const supply = validValues(resolveSchema(library, at(library, `#/components/schemas/${name}`)), {
    optional: 'none',
  });
  if (supply.kind === 'unsupported') throw new Error(supply.reason);
  const objects = fc.sample(supply.arbitrary, { seed: 1, numRuns: 40 }).filter((value) => isObject(value));
  return new Set(
    objects.map(
      (value) => `${plainText(value[member] ?? null).slice(0, 6)}: ${Object.keys(value).sort().join()}`,
    ),
  );
}

test.each([
  ['Animal', 'kind', ['cat: kind,lives', 'puma: kind,lives,wild']],
  ['Wrapped', 'kind', ['cat: kind,lives', 'puma: kind,lives,wild']],
  ['Cat', 'kind', ['cat: kind,lives']],
  ['Puma', 'kind', ['puma: kind,lives,wild']],
  ['Shape', 'of', ['Round: of,r']],
])('resolveSchema() knows the kinds of %s, which have all of it and more', (name, member, expected) => {
  expect(drawnOf(name, member)).toEqual(new Set(expected));
});

test('resolveSchema() judges nothing by a kind, and knows none that a schema has no room for', () => {
  const library = libraryOf(KINDS_TEXT);
  const animal = resolveSchema(library, at(library, '#/components/schemas/Animal'));
  expect(compileSchema(animal)({ kind: 'cat' })).toEqual([]);
  expect(compileSchema(animal)({})).not.toEqual([]);
  expect([...drawnOf('Closed', 'of')]).toContainEqual(expect.stringMatching(/^.{4,6}: (?:of)?$/));
});

test('resolveSchema() merges an extension of a schema that contains itself or leaves a valid one', () => {
  const validate = compileSchema(resolved('Extended'));
  expect(validate({ name: 'Ada', id: 1, friends: [{ name: 'Bo' }] })).toEqual([]);
  expect(validate({ name: 'Ada' })).toMatchObject([{ keyword: 'required' }]);
  expect(validate({ id: 1 })).toMatchObject([{ keyword: 'required' }]);
});

test('resolveSchema() takes nullable for what it means, in later versions than 3.0 as well', () => {
  expect(compileSchema(resolved('Nullable', 'openapi-3.0'))(null)).toEqual([]);
  expect(compileSchema(resolved('Nullable'))(null)).toEqual([]);
  expect(compileSchema(resolved('Nullable'))(7)).not.toEqual([]);
});

test.each([
  ['Itself', 'ITSELF', /round in a circle/],
  ['InPlace', 'IN PLACE', /round in a circle/],
  ['Typo', 'TYPO', /must be equal to one of the allowed values: .*string/],
  ['Text', 'TEXT', /not a schema/],
  ['Pattern', 'PATTERN', /not a regular expression/],
  ['Required', 'REQUIRED', /must be array/],
  ['Deep', 'DEEP', /`schemas.Deep.properties.x.items.minimum` is no JSON Schema: must be number/],
  ['Dynamic', 'DYNAMIC', /anchor that no schema has/],
])('resolveSchema() names the line, given %s', (name, marker, problem) => {
  expect(problemOf(() => resolved(name))).toMatchObject({
    line: lineOf(TEXT, `# ${marker}`),
    problem: expect.stringMatching(problem),
  });
});

test('resolveSchema() shares schemas instead of writing them out, when they would multiply beyond measure', () => {
  const large = resolved('Blow20');
  expect(JSON.stringify(large).length).toBeLessThan(10_000);
  expect(JSON.stringify(resolved('Blow3'))).not.toContain('$ref');
  const value = (depth: number, last: unknown): unknown =>
    depth === 0 ? last : { a: value(depth - 1, last) };
  const validate = compileSchema(large);
  expect(validate(value(21, 'text'))).toEqual([]);
  expect(validate(value(21, 5))).toMatchObject([{ keyword: 'type', message: 'must be string' }]);
});

const chain = (links: number, last: string): string =>
  `schemas:\n${Array.from({ length: links }, (_, index) => `  Link${index}: {properties: {next: {$ref: '#/schemas/Link${index + 1}'}}}\n`).join('')}  Link${links}: ${last}\n`;

test('resolveSchema() copes with a long chain of references', () => {
  const library = libraryOf(chain(5000, '{type: integer}'));
  const schema = resolveSchema(library, at(library, '#/schemas/Link0'));
  expect(schema).toMatchObject({ $defs: { Link5000: { type: 'integer' } } });
});

test('resolveSchema() keeps schemas that contain themselves usable, when they are shared', () => {
  const library = libraryOf(
    chain(60, "{type: object, required: [id], properties: {next: {$ref: '#/schemas/Link59'}}}"),
  );
  const validate = compileSchema(resolveSchema(library, at(library, '#/schemas/Link59')));
  expect(validate({ next: { id: 1, next: { next: { id: 1 } } } })).toEqual([]);
  expect(validate({ next: { id: 1, next: { next: {} } } })).toMatchObject([{ pointer: '/next/next/next' }]);
  const shared = compileSchema(resolveSchema(library, at(library, '#/schemas/Link0')));
  expect(shared({ next: { next: {} } })).toEqual([]);
});

test('resolveSchema() names the line of an endless schema, when schemas are shared', () => {
  const text = chain(60, "{allOf: [{$ref: '#/schemas/Link60'}]} # HERE");
  const library = libraryOf(text);
  expect(problemOf(() => resolveSchema(library, at(library, '#/schemas/Link0')))).toMatchObject({
    line: lineOf(text, 'HERE'),
    problem: expect.stringMatching(/round in a circle/),
  });
});

test('resolveSchema() gives schemas of one name in several places names of their own', () => {
  const library = libraryOf(
    "use: {properties: {x: {$ref: '#/a/T'}, y: {$ref: '#/b/T'}}}\na: {T: {type: object, properties: {t: {$ref: '#/a/T'}}}}\nb: {T: {type: array, items: {$ref: '#/b/T'}}}",
  );
  const validate = compileSchema(resolveSchema(library, at(library, '#/use')));
  expect(validate({ x: { t: { t: {} } }, y: [[], [[]]] })).toEqual([]);
  expect(validate({ x: { t: [] }, y: [{}] })).toMatchObject([{ pointer: '/x/t' }, { pointer: '/y/0' }]);
});

/** So many schemas, each with members of its own and a reference to the next, the last one to the first. */
function ring(size: number): string {
  const schemas = Array.from({ length: size }, (_, index) => {
    const members = Array.from({ length: 5 }, (_member, nth) => `m${String(nth)}: {type: string}`).join(', ');
    const next = `{$ref: '#/components/schemas/S${String((index + 1) % size)}'}`;
    return `    S${String(index)}: {type: object, properties: {${members}, next: ${next}}}`;
  });
  return `components:\n  schemas:\n${schemas.join('\n')}\n    Outer: {type: object, properties: {one: {$ref: '#/components/schemas/S3'}, two: {$ref: '#/components/schemas/S9'}}}\n`;
}

test('resolveSchema() gives schemas that lead to the same others these as one object, whatever leads there', () => {
  const library = libraryOf(ring(80));
  const held = ['S0', 'S7', 'S79', 'Outer'].map((name) => {
    const schema = resolveSchema(library, at(library, `#/components/schemas/${name}`));
    return typeof schema === 'object' ? schema['$defs'] : undefined;
  });
  expect(Object.keys(held[0] ?? {})).toHaveLength(80);
  expect(new Set(held).size).toBe(1);
  const directed = (['request', 'response'] as const).map((direction) =>
    ['S0', 'S7'].map((name) => {
      const schema = directSchema(
        resolveSchema(library, at(library, `#/components/schemas/${name}`)),
        direction,
      );
      return typeof schema === 'object' ? schema['$defs'] : undefined;
    }),
  );
  for (const [first, second] of directed) expect(first).toBe(second);
});

test('resolveSchema() keeps to what a schema leads to, where others lead to more', () => {
  const library = libraryOf(
    `${ring(60)}    Leaf: {type: object, properties: {a: {$ref: '#/components/schemas/Leaf'}}}\n    Both: {properties: {leaf: {$ref: '#/components/schemas/Leaf'}, ring: {$ref: '#/components/schemas/S1'}}}\n`,
  );
  const names = (name: string): number => {
    const schema = resolveSchema(library, at(library, `#/components/schemas/${name}`));
    return Object.keys(typeof schema === 'object' ? (schema['$defs'] ?? {}) : {}).length;
  };
  expect([names('Both'), names('S1'), names('Leaf'), names('Both')]).toEqual([61, 60, 1, 61]);
});

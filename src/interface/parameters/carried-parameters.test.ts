import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import type { Schema } from '../../schema/keywords.ts';
import { type CarriedParameter, type Carrier, readCarried, valueOfParts } from './carried-parameters.ts';
import { readText } from '../content/texts.ts';
import type { Parameter, ParameterStyle } from '../model.ts';
import { styleOf } from './parameter-style.ts';
import { encodedSegment } from '../path-matching.ts';
import { cookieParts, fieldText, queryParts, segmentText } from './written-parameters.ts';

type Given = {
  readonly in: Parameter['in'];
  readonly style?: ParameterStyle['style'];
  readonly explode?: boolean;
  readonly schema: Schema;
} & Pick<Parameter, 'representation' | 'allowReserved'>;

function parameter({ in: place, style, explode, schema, ...others }: Given): Parameter {
  const written = style === 'content' ? { style, explode: false } : styleOf(place, style, explode);
  return { name: 'p', in: place, required: true, schema, examples: [], ...others, ...written };
}

const NOTHING: Carrier = { pathValues: new Map(), path: '/', query: '', fieldLines: () => [] };

/** The request that carries a value. */
function carrierOf(one: Parameter, value: Json): Carrier {
  switch (one.in) {
    case 'path': {
      const path = segmentText(one, value, encodedSegment);
      return { ...NOTHING, path, pathValues: new Map([['p', decodeURIComponent(path)]]) };
    }
    case 'query':
    case 'querystring':
      return { ...NOTHING, query: queryParts(one, value).join('&') };
    case 'header':
      return { ...NOTHING, fieldLines: (name) => (name === 'p' ? [fieldText(one, value)] : []) };
    case 'cookie':
      return {
        ...NOTHING,
        fieldLines: (name) => (name === 'cookie' ? [cookieParts(one, value).join('; ')] : []),
      };
  }
}

function valueOf(one: Parameter, carried: CarriedParameter): Json | undefined {
  switch (carried.kind) {
    case 'absent':
    case 'open':
    case 'malformed':
      return undefined;
    case 'text':
      return readText(carried.text, { schema: one.schema, root: one.schema });
    case 'value':
      return carried.value;
    case 'list':
    case 'object':
      return valueOfParts(one, carried, readText);
  }
}

function readBack(one: Parameter, value: Json): Json | undefined {
  return valueOf(one, readCarried(one, [one], carrierOf(one, value)));
}

const LIST: Schema = { type: 'array', items: { type: ['integer', 'string'] } };
const OBJECT: Schema = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'string' } },
};
const COLOURS: Json = ['blue', 7];
const RGB: Json = { R: 100, G: 'some' };

const READ_BACK: readonly (readonly [Given, Json])[] = [
  [{ in: 'query', schema: LIST }, COLOURS],
  [{ in: 'query', explode: false, schema: LIST }, COLOURS],
  [{ in: 'query', style: 'spaceDelimited', schema: LIST }, COLOURS],
  [{ in: 'query', style: 'pipeDelimited', schema: LIST }, COLOURS],
  [{ in: 'query', schema: OBJECT }, RGB],
  [{ in: 'query', explode: false, schema: OBJECT }, RGB],
  [{ in: 'query', style: 'deepObject', explode: true, schema: OBJECT }, RGB],
  [{ in: 'query', schema: { type: 'string' }, allowReserved: true }, 'a/b?c=d&e+f'],
  [{ in: 'path', schema: LIST }, COLOURS],
  [{ in: 'path', schema: OBJECT }, RGB],
  [{ in: 'path', explode: true, schema: OBJECT }, RGB],
  [{ in: 'path', style: 'label', schema: { type: 'integer' } }, 5],
  [{ in: 'path', style: 'label', explode: true, schema: LIST }, COLOURS],
  [{ in: 'path', style: 'label', explode: true, schema: OBJECT }, RGB],
  [{ in: 'path', style: 'matrix', schema: { type: 'integer' } }, 5],
  [{ in: 'path', style: 'matrix', schema: LIST }, COLOURS],
  [{ in: 'path', style: 'matrix', explode: true, schema: LIST }, COLOURS],
  [{ in: 'path', style: 'matrix', schema: OBJECT }, RGB],
  [{ in: 'path', style: 'matrix', explode: true, schema: OBJECT }, RGB],
  [{ in: 'header', schema: LIST }, COLOURS],
  [{ in: 'header', schema: OBJECT }, RGB],
  [{ in: 'header', explode: true, schema: OBJECT }, RGB],
  [{ in: 'cookie', schema: { type: 'integer' } }, 5],
  [{ in: 'query', style: 'content', schema: OBJECT }, RGB],
  [{ in: 'querystring', style: 'content', schema: OBJECT }, RGB],
  ...(['application/x-www-form-urlencoded', 'application/json'] as const).map(
    (mediaType): readonly [Given, Json] => [
      {
        in: 'querystring',
        style: 'content',
        schema: OBJECT,
        representation: { mediaType, schema: OBJECT, examples: [] },
      },
      RGB,
    ],
  ),
];

/** Texts that no style takes for more than one, and that are no numbers. */
const plainText = fc.stringMatching(/^[a-z][a-z0-9é_-]{0,8}$/);

describe('readCarried() reads what was written', () => {
  test.each(READ_BACK)('%j with %j', (given, value) => {
    expect(readBack(parameter(given), value)).toEqual(value);
  });

  test.each(READ_BACK.filter(([{ schema }]) => schema === LIST || schema === OBJECT))(
    'or it is open, %j with drawn values',
    (given) => {
      const one = parameter(given);
      const drawn =
        given.schema === LIST
          ? fc.array(fc.oneof(fc.integer(), plainText), { minLength: 1 })
          : fc.record({ R: fc.integer(), G: plainText });
      fc.assert(
        fc.property(drawn, (value) => {
          expect(readBack(one, value)).toEqual(value);
        }),
      );
    },
  );
});

test('readCarried() takes no drawn texts for others, whatever is in them', () => {
  const styles = READ_BACK.flatMap(([given]) => (given.schema === LIST ? [given] : []));
  const listOfTexts: Schema = { type: 'array', items: { type: 'string' } };
  fc.assert(
    fc.property(
      fc.constantFrom(...styles.filter(({ in: place }) => place !== 'header')),
      fc.array(
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
        { minLength: 1 },
      ),
      (given, texts) => {
        const isParted = given.style === 'spaceDelimited' || given.style === 'pipeDelimited';
        const hasSigns = texts.some((text) => /[ |.;]/.test(text));
        fc.pre(!isParted || !hasSigns);
        const read = readBack(parameter({ ...given, schema: listOfTexts }), texts);
        expect(read === undefined || JSON.stringify(read) === JSON.stringify(texts)).toBe(true);
      },
    ),
  );
});

test.each<[string, Given, Partial<Carrier>, CarriedParameter['kind']]>([
  ['an encoded comma', { in: 'query', explode: false, schema: LIST }, { query: 'p=a%2Cb' }, 'open'],
  ['a comma beside repeated names', { in: 'query', schema: LIST }, { query: 'p=a,b' }, 'open'],
  ['brackets, which not all know', { in: 'query', schema: LIST }, { query: 'p[]=a' }, 'open'],
  ['nothing', { in: 'query', schema: LIST }, { query: 'q=a' }, 'absent'],
  ['an empty text', { in: 'query', schema: LIST }, { query: 'p=' }, 'open'],
  ['one text twice', { in: 'query', schema: { type: 'string' } }, { query: 'p=a&p=b' }, 'open'],
  ['one text, said twice', { in: 'query', schema: { type: 'string' } }, { query: 'p=a&p=a' }, 'text'],
  [
    'objects inside of objects',
    { in: 'query', style: 'deepObject', schema: OBJECT },
    { query: 'p[R][a]=1' },
    'open',
  ],
  [
    'a label that is not exploded',
    { in: 'path', style: 'label', schema: LIST },
    { path: '/.a.b', pathValues: new Map([['p', '.a.b']]) },
    'open',
  ],
  [
    'a list and an object in one schema',
    { in: 'query', schema: { anyOf: [LIST, OBJECT] } },
    { query: 'p=a' },
    'open',
  ],
  ['JSON that is none', { in: 'query', style: 'content', schema: OBJECT }, { query: 'p=a' }, 'malformed'],
])('readCarried() of %s', (_name, given, carrier, kind) => {
  const one = parameter(given);
  expect(readCarried(one, [one], { ...NOTHING, ...carrier }).kind).toBe(kind);
});

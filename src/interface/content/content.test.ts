import { describe, expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import type { Schema } from '../../schema/keywords.ts';
import type { PartEncoding, Representation } from '../model.ts';
import { readContent, writeContent } from './content.ts';

const ANIMAL: Schema = {
  type: 'object',
  required: ['name', 'age'],
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0 },
    wild: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    home: { type: 'object', properties: { street: { type: 'string' }, number: { type: 'integer' } } },
  },
};
const VALUE = {
  name: 'a & b <c> é',
  age: 7,
  wild: false,
  tags: ['x', 'y'],
  home: { street: '7', number: 7 },
};

function representation(
  mediaType: string,
  schema: Schema,
  encoding?: readonly [string, Partial<PartEncoding>][],
): Representation {
  const full = encoding?.map(
    ([name, part]) => [name, { contentType: undefined, style: undefined, headers: [], ...part }] as const,
  );
  return { mediaType, schema, examples: [], ...(full === undefined ? {} : { encoding: new Map(full) }) };
}

function written(of: Representation, value: Json): { readonly text: string; readonly contentType: string } {
  const content = writeContent(of, value);
  if (content === undefined) throw new Error('it can not be written');
  return { text: Buffer.from(content.bytes).toString('latin1'), contentType: content.contentType };
}

function again(of: Representation, value: Json): unknown {
  const content = writeContent(of, value);
  if (content === undefined) return 'it can not be written';
  const found = readContent(of, content.bytes, content.contentType);
  return found.kind === 'value' ? found.value : found.kind;
}

function read(of: Representation, text: string, contentType = of.mediaType): unknown {
  const content = readContent(of, Buffer.from(text), contentType);
  return content.kind === 'value' ? content.value : content.kind;
}

const FORM = 'application/x-www-form-urlencoded';
const deep = { style: 'deepObject', explode: true } as const;
const piped = { style: 'pipeDelimited', explode: false } as const;

describe('writeContent() and readContent()', () => {
  test.each<readonly [string, Representation]>([
    ['a form', representation(FORM, ANIMAL)],
    [
      'a form with styles',
      representation(FORM, ANIMAL, [
        ['home', { style: deep }],
        ['tags', { style: piped }],
      ]),
    ],
    [
      'a form with an exploded object',
      representation(FORM, ANIMAL, [['home', { style: { style: 'form', explode: true } }]]),
    ],
    ['parts', representation('multipart/form-data', ANIMAL)],
    ['XML', representation('application/xml', ANIMAL)],
  ])('writeContent() writes %s that readContent() reads as the same value', (_what, of) => {
    expect(again(of, VALUE)).toEqual(VALUE);
  });

  test('writeContent() repeats lists in a form, and writes objects as the style says', () => {
    expect(written(representation(FORM, ANIMAL), { name: 'a b', age: 1, tags: ['x', 'y'] })).toEqual({
      text: 'name=a+b&age=1&tags=x&tags=y',
      contentType: FORM,
    });
    expect(
      written(representation(FORM, ANIMAL, [['home', { style: deep }]]), { home: { street: 'x' } }).text,
    ).toBe('home%5Bstreet%5D=x');
  });

  test('writeContent() writes files, JSON and lists as parts of their own', () => {
    const upload: Schema = {
      type: 'object',
      properties: {
        photo: { type: 'string', format: 'binary' },
        about: { type: 'object', properties: { by: { type: 'string' } } },
        labels: { type: 'array', items: { type: 'string' } },
      },
    };
    const of = representation('multipart/form-data', upload, [
      [
        'photo',
        { contentType: 'image/png', headers: [{ name: 'X-Limit', required: true, schema: { const: 3 } }] },
      ],
    ]);
    const value = { photo: '\u0089PNG\r\n', about: { by: 'me' }, labels: ['a', 'b'] };
    const { text } = written(of, value);
    expect(text).toContain(
      'Content-Disposition: form-data; name="photo"; filename="photo.bin"\r\nContent-Type: image/png\r\nX-Limit: 3\r\n\r\n\u0089PNG\r\n\r\n--',
    );
    expect(text).toContain('name="about"\r\nContent-Type: application/json\r\n\r\n{"by":"me"}\r\n');
    expect(text.match(/name="labels"/g)).toHaveLength(2);
    expect(again(of, value)).toEqual(value);
  });

  test('writeContent() writes what has no type as a file, whatever stands in it, where nothing says that it is JSON', () => {
    const upload: Schema = {
      type: 'object',
      properties: { photo: { contentMediaType: 'image/png' }, more: {}, about: {} },
    };
    const of = representation('multipart/form-data', upload, [
      ['about', { contentType: 'application/json' }],
    ]);
    const { text } = written(of, { photo: 17, more: true, about: { by: 'me' } });
    expect(text).toContain('name="photo"; filename="photo.bin"\r\nContent-Type: image/png\r\n\r\n17\r\n');
    expect(text).toContain(
      'name="more"; filename="more.bin"\r\nContent-Type: application/octet-stream\r\n\r\ntrue\r\n',
    );
    expect(text).toContain('name="about"\r\nContent-Type: application/json\r\n\r\n{"by":"me"}\r\n');
  });

  test('writeContent() follows the keyword `xml`: names, attributes, wrapped lists, namespaces', () => {
    const schema: Schema = {
      type: 'object',
      xml: { name: 'book', prefix: 'b', namespace: 'urn:books' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        title: { type: 'string', xml: { name: 'heading' } },
        authors: {
          type: 'array',
          xml: { wrapped: true },
          items: { type: 'string', xml: { name: 'author' } },
        },
        pages: { type: 'array', items: { type: 'integer' } },
      },
    };
    const of = representation('application/xml', schema);
    const value = { id: 4, title: 'x', authors: ['p', 'q'], pages: [1, 2] };
    expect(written(of, value).text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><b:book xmlns:b="urn:books" id="4"><heading>x</heading><authors><author>p</author><author>q</author></authors><pages>1</pages><pages>2</pages></b:book>',
    );
    expect(again(of, value)).toEqual(value);
    expect(written({ ...representation('text/xml', ANIMAL), rootName: 'Animal' }, { age: 1 }).text).toContain(
      '<Animal><age>1<',
    );
    expect(writeContent(of, { title: 'NUL \0' })).toBeUndefined();
  });

  test.each<readonly [string, Representation, string, string | undefined, unknown]>([
    [
      'a text of no other type',
      representation(FORM, ANIMAL),
      'age=much&name=7',
      undefined,
      { age: 'much', name: '7' },
    ],
    ['an integer that is too small', representation(FORM, ANIMAL), 'age=-1', undefined, { age: -1 }],
    ['what nothing describes', representation(FORM, ANIMAL), 'x=1', undefined, { x: '1' }],
    [
      'inherited names',
      representation(FORM, ANIMAL),
      '__proto__=1',
      undefined,
      JSON.parse('{"__proto__":"1"}'),
    ],
    [
      'parts without their boundary',
      representation('multipart/form-data', ANIMAL),
      '--a\r\n',
      undefined,
      'malformed',
    ],
    ['plain words as XML', representation('application/xml', ANIMAL), 'plain words', undefined, 'malformed'],
    [
      'entities of a document type',
      representation('application/xml', ANIMAL),
      '<!DOCTYPE a [<!ENTITY b "c">]><a><name>&b;</name></a>',
      undefined,
      'malformed',
    ],
    [
      'an empty element',
      representation('application/xml', ANIMAL),
      '<a><name/></a>',
      undefined,
      { name: '' },
    ],
    ['a number as text', representation('text/plain', { type: 'integer' }), '12', undefined, 12],
    [
      'a charset that is not read',
      representation('text/plain', { type: 'string' }),
      'x',
      'text/plain; charset=utf-16',
      'unread',
    ],
    ['bytes', representation('image/png', { type: 'string' }), 'x', undefined, 'any'],
  ])('readContent() reads %s', (_what, of, text, contentType, expected) => {
    expect(read(of, text, contentType)).toEqual(expected);
  });

  test('readContent() is in doubt of one value that stands in XML twice, and of no list', () => {
    const of = representation('application/xml', {
      properties: { name: { type: 'string' }, names: { type: 'array', items: { type: 'string' } } },
    });
    const certainty = (member: string): unknown =>
      readContent(of, Buffer.from(`<a>${`<${member}>x</${member}>`.repeat(2)}</a>`), 'application/xml');
    expect(certainty('name')).toMatchObject({ certain: false });
    expect(certainty('names')).toMatchObject({ certain: true });
  });

  test('readContent() reads an empty element as null where it can be nothing else that the schema allows', () => {
    const of = (type: readonly string[], format?: string): Representation =>
      representation('application/xml', {
        type: 'object',
        properties: { next: { type: [...type], ...(format === undefined ? {} : { format }) } },
      });
    const page = (one: Representation): unknown =>
      readContent(one, Buffer.from('<page><next></next></page>'), 'application/xml');
    expect(page(of(['string', 'null'], 'uri'))).toMatchObject({ value: { next: null } });
    expect(page(of(['string', 'null']))).toMatchObject({ value: { next: '' } });
    expect(page(of(['string'], 'uri'))).toMatchObject({ value: { next: '' } });
  });

  test('readContent() is bounded, whatever a stranger sends', () => {
    const of = representation('application/xml', ANIMAL);
    expect(read(of, '<a>'.repeat(1_000))).toBe('unread');
    const boundary = 'multipart/form-data; boundary=x';
    const many = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(5_000);
    expect(read(representation('multipart/form-data', ANIMAL), `${many}--x--`, boundary)).toBe('malformed');
  });
});

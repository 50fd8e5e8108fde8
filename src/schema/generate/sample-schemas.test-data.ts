import type { Schema } from '../keywords.ts';

type SampleName =
  | 'plain'
  | 'constrained'
  | 'formats'
  | 'nested'
  | 'joined'
  | 'union'
  | 'conditional'
  | 'recursive'
  | 'list'
  | 'scalar'
  | 'map'
  | 'hostileNames';

/** Schemas of every kind that the generators have to cope with. */
export const sampleSchemas: { readonly [name in SampleName]: Schema } = {
  plain: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, note: { type: 'string' } },
  },
  constrained: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'count', 'code'],
    properties: {
      kind: { enum: ['small', 'large'] },
      count: { type: 'integer', minimum: 5, exclusiveMaximum: 20 },
      ratio: { type: 'number', exclusiveMinimum: 0.001, maximum: 0.002 },
      step: { type: 'integer', multipleOf: 4, minimum: -100 },
      cents: { type: 'number', multipleOf: 0.01 },
      code: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
      short: { type: ['string', 'null'], minLength: 2, maxLength: 5 },
      tags: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
      },
      fixed: { const: 'yes' },
    },
  },
  formats: {
    type: 'object',
    required: ['at'],
    properties: {
      at: { type: 'string', format: 'date-time' },
      day: { type: 'string', format: 'date' },
      mail: { type: 'string', format: 'email' },
      id: { type: 'string', format: 'uuid' },
      link: { type: 'string', format: 'uri' },
      address: { type: 'string', format: 'ipv4' },
      host: { type: 'string', format: 'hostname' },
      small: { type: 'integer', format: 'int32' },
      whole: { type: 'number', format: 'int64' },
      large: { type: 'integer', format: 'int64' },
    },
  },
  nested: {
    type: 'object',
    required: ['owner'],
    properties: {
      owner: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, 'a/b~c': { type: 'boolean' } },
      },
      list: {
        type: 'array',
        items: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
      },
      pair: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'integer' }],
        items: false,
        minItems: 2,
      },
    },
  },
  joined: {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 3 } } },
      { properties: { a: { maxLength: 5 }, b: { type: ['integer', 'string'] } } },
      { properties: { b: { type: 'integer', maximum: -3 } } },
    ],
  },
  union: {
    oneOf: [
      {
        type: 'object',
        required: ['kind', 'r'],
        properties: { kind: { const: 'circle' }, r: { type: 'number' } },
      },
      {
        type: 'object',
        required: ['kind', 's'],
        properties: { kind: { const: 'square' }, s: { type: 'integer' } },
      },
    ],
  },
  conditional: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['a', 'b'] } },
    if: { properties: { kind: { const: 'a' } } },
    // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema
    then: { required: ['extra'], properties: { extra: { type: 'string' } } },
  },
  recursive: {
    $defs: {
      Node: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/$defs/Node' } },
        },
      },
    },
    $ref: '#/$defs/Node',
  },
  list: { type: 'array', items: { type: 'string' } },
  scalar: { type: 'integer', minimum: 1 },
  map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
  hostileNames: JSON.parse(
    '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{"type":"boolean"}}}',
  ) as Schema,
};

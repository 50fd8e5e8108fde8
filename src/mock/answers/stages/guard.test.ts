import { expect, test } from 'vitest';
import type { Interface, Operation, Parameter } from '../../../interface/model.ts';
import { createParameterValidator } from './guard.ts';

const PLAIN = { style: 'form', explode: true, examples: [] } as const;

const PARAMETERS: readonly Parameter[] = [
  { name: 'id', in: 'path', required: true, ...PLAIN, schema: { type: 'integer', minimum: 1 } },
  { name: 'size', in: 'query', required: true, ...PLAIN, schema: { enum: ['small', 'large'] } },
  { name: 'open', in: 'query', required: false, ...PLAIN, schema: { type: 'boolean' } },
  {
    name: 'tags',
    in: 'query',
    required: false,
    ...PLAIN,
    schema: { type: 'array', items: { type: 'integer' } },
  },
  { name: 'X-Version', in: 'header', required: false, ...PLAIN, schema: { type: 'number', maximum: 2 } },
  { name: 'theme', in: 'cookie', required: false, ...PLAIN, schema: { type: 'string', maxLength: 3 } },
];
const OPERATION: Operation = {
  id: 'read',
  method: 'GET',
  path: '/{id}',
  documentation: 'full',
  deprecated: false,
  tags: [],
  credential: undefined,
  parameters: PARAMETERS,
  requestBody: undefined,
  responses: ['400', '404'].map((status) => ({
    status,
    description: '',
    representations: [],
    headers: [],
    statusMembers: [],
  })),
  position: { file: 'openapi.yaml', line: 1 },
};
const DOCUMENT: Interface = {
  id: 'a',
  title: 'A',
  version: '1',
  digest: '',
  files: [],
  basePath: '',
  operations: [OPERATION],
  collections: [],
  rateLimits: undefined,
  sections: [],
  clauses: [],
};

test.each<readonly [string, string, string, Readonly<Record<string, string>>, string | undefined]>([
  [
    'everything is there',
    '7',
    'size=small&open=true&tags=7&tags=8',
    { 'x-version': '1.5', cookie: 'theme=ab' },
    undefined,
  ],
  ['only what is required is there', '7', 'size=large', {}, undefined],
  ['a required one is missing', '7', '', {}, 'missing_parameter'],
  ['a path is no number', 'x', 'size=small', {}, 'invalid_parameter'],
  ['a path is out of range', '0', 'size=small', {}, 'invalid_parameter'],
  ['a number is written with more than digits', '0x7', 'size=small', {}, 'invalid_parameter'],
  ['a value is not in the list', '7', 'size=medium', {}, 'invalid_parameter'],
  [
    'a name is there twice, which services read in different ways',
    '7',
    'size=small&size=medium',
    {},
    undefined,
  ],
  ['an item of a list is no number', '7', 'size=small&tags=7&tags=x', {}, 'invalid_parameter'],
  ['a boolean is something else', '7', 'size=small&open=yes', {}, 'invalid_parameter'],
  ['a header is out of range', '7', 'size=small', { 'x-version': '3' }, 'invalid_parameter'],
  ['a cookie is too long', '7', 'size=small', { cookie: 'a=1; theme=abcd' }, 'invalid_parameter'],
])('createParameterValidator() judges, when %s', (_name, id, query, headers, code) => {
  const refused = createParameterValidator(DOCUMENT)({
    request: {
      method: 'GET',
      path: `/${id}`,
      queryText: new URLSearchParams(query).toString(),
      query: new URLSearchParams(query),
      headers: new Map(Object.entries(headers)),
      address: '',
    },
    route: { kind: 'unknown' },
    operation: OPERATION,
    pathValues: new Map([['id', id]]),
  });
  expect(refused?.code).toBe(code);
  if (refused !== undefined) expect(refused.status).toBe(400);
});

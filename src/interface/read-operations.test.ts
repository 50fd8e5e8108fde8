import { expect, test } from 'vitest';
import { libraryOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import type { Operation } from './model.ts';
import { readOperations } from './read-operations.ts';

function read(text: string): readonly Operation[] {
  return readOperations(libraryOf(text));
}

test('readOperations() reads what an operation says', () => {
  const [operation] = read(`
paths:
  /a:
    summary: not an operation
    post:
      operationId: make
      deprecated: true
      requestBody:
        required: true
        content:
          Application/JSON; charset=utf-8: {schema: {type: object}}
          text/plain: {}
      responses:
        201:
          description: made
          headers:
            X-Count: {required: true, schema: {type: integer}}
            X-Note: {}
            Content-Type: {required: true}
          content:
            application/json:
              schema: {type: object, properties: {code: {type: integer, x-http-status: true}, status: {type: integer}}}
        4XX: {$ref: '#/components/responses/Refused'}
        default: {description: else}
        x-own: 1
components:
  responses:
    Refused: {description: refused}
`);
  expect(operation).toEqual({
    id: 'make',
    method: 'POST',
    path: '/a',
    documentation: 'full',
    deprecated: true,
    credential: undefined,
    parameters: [],
    requestBody: {
      required: true,
      representations: [
        { mediaType: 'application/json', schema: { type: 'object' }, examples: [] },
        { mediaType: 'text/plain', schema: true, examples: [] },
      ],
    },
    responses: [
      {
        status: '201',
        description: 'made',
        representations: [
          {
            mediaType: 'application/json',
            schema: {
              type: 'object',
              properties: { code: { type: 'integer', 'x-http-status': true }, status: { type: 'integer' } },
            },
            examples: [],
          },
        ],
        headers: [
          { name: 'X-Count', required: true, schema: { type: 'integer' } },
          { name: 'X-Note', required: false, schema: true },
        ],
        statusMembers: ['code'],
      },
      { status: '4XX', description: 'refused', representations: [], headers: [], statusMembers: [] },
      { status: 'default', description: 'else', representations: [], headers: [], statusMembers: [] },
    ],
    position: { file: 'openapi.yaml', line: 5 },
  });
});

test.each([
  ['no responses', '{}', 'named'],
  ['empty responses', '{responses: {}}', 'named'],
  ['a default response without a body', '{responses: {default: {description: any}}}', 'named'],
  [
    'a default response with a body',
    '{responses: {default: {description: any, content: {application/json: {}}}}}',
    'full',
  ],
  ['a status without a body', '{responses: {204: {description: gone}}}', 'full'],
])(
  'readOperations() judges how far an operation is documented, given %s',
  (_name, operation, documentation) => {
    expect(read(`paths: {/a: {get: ${operation}}}`)).toMatchObject([{ documentation }]);
  },
);

test('readOperations() names an operation without an id after its method and path', () => {
  expect(read('paths: {/a/b: {delete: {}, x-own: 1, /c: 2}}')).toMatchObject([{ id: 'DELETE /a/b' }]);
});

test('readOperations() follows a path that is a reference', () => {
  expect(
    read(
      "paths: {/a: {$ref: '#/components/pathItems/A'}}\ncomponents: {pathItems: {A: {get: {operationId: a}}}}",
    ),
  ).toMatchObject([{ id: 'a', path: '/a', position: { line: 2 } }]);
});

test('readOperations() follows an operation that is a reference, as documents in many files have it', () => {
  expect(read("paths: {/a: {get: {$ref: '#/parts/a'}}}\nparts: {a: {operationId: a}}")).toMatchObject([
    { id: 'a', position: { line: 2 } },
  ]);
});

test('readOperations() makes read-only members no part of requests', () => {
  const schema = '{type: object, required: [id], properties: {id: {type: string, readOnly: true}}}';
  const content = `content: {application/json: {schema: ${schema}}}`;
  expect(
    read(`paths: {/a: {put: {requestBody: {${content}}, responses: {200: {${content}}}}}}`),
  ).toMatchObject([
    {
      requestBody: { required: false, representations: [{ schema: { type: 'object', properties: {} } }] },
      responses: [{ representations: [{ schema: { required: ['id'] } }] }],
    },
  ]);
});

const ONE = 'paths:\n  /a:\n    get:\n      operationId: one\n';

test.each([
  ['no paths', 'openapi: 3.1.1 # HERE', /has no `paths`/],
  ['paths that are a list', 'a: 1\npaths: [] # HERE', /is a list, not a mapping/],
  ['a path without a slash', 'paths:\n  a: {} # HERE', /does not start with a slash/],
  [
    'an id used twice',
    `${ONE}  /b:\n    get: # HERE\n      operationId: one`,
    /"one" is used twice: here and at openapi.yaml:3/,
  ],
  ['an id that is a number', 'paths:\n  /a:\n    get:\n      operationId: 5 # HERE', /not text/],
  ['an operation that is text', 'paths:\n  /a:\n    get: soon # HERE', /is "soon", not a mapping/],
  ['a status that is none', `${ONE}      responses:\n        999: {} # HERE`, /is not a status/],
  ['a range in lower case', `${ONE}      responses:\n        4xx: {} # HERE`, /is not a status/],
  ['a flag that is text', `${ONE}      deprecated: 'no' # HERE`, /is "no", not `true` or `false`/],
  [
    'a broken schema',
    `${ONE}      responses:\n        200:\n          content:\n            application/json:\n              schema: {type: strin} # HERE`,
    /no JSON Schema/,
  ],
  [
    'a dangling reference',
    `${ONE}      responses:\n        200: {$ref: '#/components/x'} # HERE`,
    /leads to nothing/,
  ],
  [
    'a header that is not described',
    `${ONE}      responses:\n        200:\n          headers:\n            X-A: {required: 1} # HERE`,
    /is 1, not/,
  ],
])('readOperations() names the line, given %s', (_name, text, problem) => {
  expect(problemOf(() => read(text))).toMatchObject({
    line: lineOf(text, 'HERE'),
    problem: expect.stringMatching(problem),
  });
});

import { describe, expect, test } from 'vitest';
import { at, libraryOf, lineOf, problemOf } from '../../../test/specs/library-of.ts';
import type { Operation, Parameter } from '../model.ts';
import { readOperations } from './read-operations.ts';
import { readParameters } from '../parameters/read-parameters.ts';

describe('read operations', () => {
  function read(text: string): readonly Operation[] {
    return readOperations(libraryOf(text));
  }

  test.each<readonly [string, string, string, string, RegExp | undefined]>([
    ['one of the document', '', 'https://h.example/v1', '/a', undefined],
    [
      'a path behind its base address',
      'https://h.example/v1',
      'https://h.example/v1/files/',
      '/files/a',
      undefined,
    ],
    ['a variable in it', 'https://h.example/v1', 'https://h.example/v1/{zone}', '/north/a', undefined],
    [
      'another host',
      'https://h.example/v1',
      'https://files.example/v1',
      '/a',
      /server of its own, https:\/\/files\.example\/v1/,
    ],
    ['a path beside the base address', 'https://h.example/v1', '/v2', '/a', /server of its own/],
    ['a relative path where the document has no address', '/v1', '/v2', '/a', /server of its own, \/v2 \(/],
  ])('readOperations() takes a server of the operation: %s', (_what, first, own, path, reason) => {
    const [operation] = read(`
servers: [{url: ${first === '' ? own : first}}]
paths:
  /a:
    servers: [{url: '${own}', variables: {zone: {default: north}}}]
    get: {responses: {200: {description: x}}}
`);
    expect(operation?.path).toBe(path);
    if (reason === undefined) expect(operation?.outOfReach).toBeUndefined();
    else expect(operation?.outOfReach).toMatch(reason);
  });

  test.each([
    ['102', /interim answers alone/],
    ['101', undefined],
    ['200', undefined],
  ])('readOperations() leaves out what is never answered for good: %s alone', (status, reason) => {
    const [operation] = read(`
paths:
  /a:
    get: {responses: {'100': {description: x}, '${status}': {description: x}}}
`);
    if (reason === undefined) expect(operation?.outOfReach).toBeUndefined();
    else expect(operation?.outOfReach).toMatch(reason);
  });

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
      tags: [],
      credential: undefined,
      parameters: [],
      requestBody: {
        required: true,
        representations: [
          { mediaType: 'application/json', schema: { type: 'object' }, examples: [] },
          { mediaType: 'text/plain', schema: { type: 'string' }, examples: [] },
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
});

describe('read parameters', () => {
  function read(text: string, template = '/a'): readonly Parameter[] {
    const library = libraryOf(text);
    return readParameters(library, template, at(library, '#/path'), at(library, '#/path/get'));
  }

  test('readParameters() merges those of the path with those of the operation, which win', () => {
    const parameters = read(
      `
path:
  parameters:
    - {name: id, in: path, required: true, schema: {type: string}}
    - {name: page, in: query, schema: {type: string}}
    - $ref: '#/shared'
  get:
    parameters:
      - {name: page, in: query, required: true, schema: {type: integer}}
      - {name: page, in: header}
shared: {name: trace, in: cookie, required: false, schema: {$ref: '#/text'}}
text: {type: string, maxLength: 9}
`,
      '/a/{id}',
    );
    expect(parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'trace', in: 'cookie', required: false, schema: { type: 'string', maxLength: 9 } },
      { name: 'page', in: 'header', required: false, schema: true },
    ]);
  });

  test.each([
    [
      'an optional one with a media type that no schema describes',
      '{name: filter, in: query, content: {text/csv: {}}}',
    ],
    ['an optional query string as a whole', '{name: all, in: querystring}'],
    ['Authorization', '{name: Authorization, in: header, schema: {}}'],
    ['Accept', '{name: accept, in: header, schema: {}}'],
    ['Content-Type', '{name: content-type, in: header, required: true, schema: {}}'],
  ])('readParameters() leaves out %s', (_name, parameter) => {
    expect(read(`path: {get: {parameters: [${parameter}, {name: kept, in: query}]}}`)).toMatchObject([
      { name: 'kept' },
    ]);
  });

  test.each([
    [
      'a required one with a media type',
      '{name: f, in: query, required: true, content: {}}',
      '/a',
      'HERE',
      /serialization of its own/,
    ],
    ['another place', '{name: f, in: body}', '/a', 'HERE', /is "body"/],
    ['no name', '{in: query}', '/a', 'HERE', /has no `name`/],
    ['a name that is a number', '{name: 5, in: query}', '/a', 'HERE', /is 5, not text/],
    [
      'a path that nothing describes',
      '{name: f, in: query}',
      '/a/{id}',
      'get:',
      /names the parameter "id", which nothing describes/,
    ],
    ['a path parameter that the path lacks', '{name: id, in: path}', '/a', 'get:', /"id" is not in the path/],
  ])('readParameters() says what is wrong, given %s', (_name, parameter, template, marker, problem) => {
    const text = `path:\n  get:\n    parameters:\n      - ${parameter} # HERE\n`;
    expect(problemOf(() => read(text, template))).toMatchObject({
      line: lineOf(text, marker),
      problem: expect.stringMatching(problem),
    });
  });
});

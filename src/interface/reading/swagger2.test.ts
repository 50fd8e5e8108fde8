import { expect, test } from 'vitest';
import { lineOf } from '../../../test/specs/library-of.ts';
import { loadFiles } from '../../../test/specs/load-files.ts';
import { compileSchema } from '../../schema/compile.ts';
import type { Interface } from '../model.ts';

const TEXT = `swagger: '2.0'
info: {title: Pets, version: '1'}
host: api.example.com
basePath: /v2/
schemes: [https, http]
consumes: [application/json]
produces: [application/json, text/plain]
securityDefinitions:
  key: {type: apiKey, in: header, name: X-Key}
  login: {type: basic}
  granted: {type: oauth2, flow: accessCode, tokenUrl: 'https://example.com/t', scopes: {}}
security: [{key: []}]
paths:
  /pets:
    get:
      operationId: list
      security: [{login: []}]
      produces: [application/json]
      parameters:
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: limit, in: query, type: integer, format: int32, maximum: 10, exclusiveMaximum: true}
      responses:
        200: {description: All, headers: {X-Count: {type: integer}}, schema: {type: array, items: {$ref: '#/definitions/Pet'}}}
        401: {$ref: '#/responses/Refused'}
    post:
      operationId: add
      security: [{granted: []}]
      parameters:
        - {in: body, name: body, required: true, schema: {$ref: '#/definitions/Pet'}}
      responses: {201: {description: Added, examples: {application/json: {name: Ada}}}}
    put:
      operationId: shared
      parameters: [{$ref: '#/parameters/Body'}]
      responses: {204: {description: Done}}
  /pets/{id}/picture:
    parameters: [{$ref: '#/parameters/Id'}]
    post:
      operationId: picture
      parameters:
        - {name: file, in: formData, type: file, required: true}
        - {name: note, in: formData, type: string}
      responses: {200: {description: Taken, schema: {type: file}}}
  /notes:
    post:
      operationId: note
      consumes: [application/x-www-form-urlencoded]
      parameters: [{name: note, in: formData, type: string, required: true}]
      responses: {200: {description: Taken}}
  /odd:
    post:
      operationId: odd
      parameters:
        - name: body
          in: body
          schema:
            type: strin # BODY
      responses:
        200:
          description: Odd
          schema:
            minimum: low # ANSWER
parameters:
  Id: {name: id, in: path, required: true, type: integer}
  Body: {name: body, in: body, schema: {type: string}}
responses:
  Refused: {description: Refused, schema: {type: object, required: [message]}}
definitions:
  Pet: {type: object, required: [name], properties: {name: {type: string, x-nullable: true}}}
`;

async function load(text: string = TEXT): Promise<Interface> {
  const loaded = await loadFiles({ 'swagger.yaml': text, 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

test('fromSwagger2() reads what a document of Swagger 2.0 says', async () => {
  const { title, basePath, operations } = await load();
  expect({ title, basePath }).toEqual({ title: 'Pets', basePath: '/v2' });
  expect(operations).toMatchObject([
    {
      id: 'list',
      credential: { kind: 'http-basic', id: 'login' },
      parameters: [
        { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        { name: 'limit', schema: { type: 'integer', format: 'int32', exclusiveMaximum: 10 } },
      ],
      responses: [
        {
          status: '200',
          headers: [{ name: 'X-Count', schema: { type: 'integer' } }],
          representations: [{ mediaType: 'application/json', schema: { type: 'array' } }],
        },
        {
          status: '401',
          description: 'Refused',
          representations: [{ mediaType: 'application/json' }, { mediaType: 'text/plain' }],
        },
      ],
    },
    {
      id: 'add',
      credential: { kind: 'http-bearer', id: 'granted' },
      requestBody: { required: true, representations: [{ mediaType: 'application/json' }] },
      responses: [
        { representations: [{ examples: [{ value: { name: 'Ada' } }] }, { mediaType: 'text/plain' }] },
      ],
    },
    { id: 'shared', requestBody: { required: false, representations: [{ schema: { type: 'string' } }] } },
    {
      id: 'picture',
      parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
      requestBody: {
        required: true,
        representations: [
          {
            mediaType: 'multipart/form-data',
            schema: {
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
            },
          },
        ],
      },
      responses: [{ representations: [{ schema: { type: 'string', format: 'binary' } }, {}] }],
    },
    { id: 'note', requestBody: { representations: [{ mediaType: 'application/x-www-form-urlencoded' }] } },
    { id: 'odd' },
  ]);
  expect(operations.every(({ outOfReach }) => outOfReach === undefined)).toBe(true);
});

test('fromSwagger2() makes null valid where the document says so, by the extension that people use', async () => {
  const { operations } = await load();
  const schema = operations[1]?.requestBody?.representations[0]?.schema ?? false;
  expect(compileSchema(schema)({ name: null })).toEqual([]);
  expect(compileSchema(schema)({ name: 5 })).not.toEqual([]);
  expect(compileSchema(schema)({})).not.toEqual([]);
});

test('fromSwagger2() keeps the lines of the document as it was written', async () => {
  const { notes = [], operations } = await load();
  expect(new Set(notes.map(({ line }) => line))).toEqual(
    new Set([lineOf(TEXT, '# BODY'), lineOf(TEXT, '# ANSWER')]),
  );
  expect(notes).toHaveLength(2);
  expect(operations.map(({ position }) => position.line)).toEqual(
    ['list', 'add', 'shared', 'picture', 'note', 'odd'].map((id) => lineOf(TEXT, `operationId: ${id}`) - 1),
  );
});

test('fromSwagger2() takes an error of members for JSON where the only types are those of a file', async () => {
  const file = '{type: string}';
  const answers = (schema: string): string =>
    `{200: {description: All, schema: ${file}}, 401: {description: Who, schema: ${schema}}, default: {description: No, schema: ${file}}}`;
  const document = (schema: string, types: string): string => `swagger: '2.0'
info: {title: Pets, version: '1'}
paths:
  /pets.csv:
    get: {operationId: export, produces: ${types}, responses: ${answers(schema)}}
definitions:
  Problem: {type: object, properties: {message: {type: string}}}
`;
  const typesOf = async (schema: string, types: string): Promise<readonly (readonly string[])[]> => {
    const { operations } = await load(document(schema, types));
    return (operations[0]?.responses ?? []).map(({ representations }) =>
      representations.map(({ mediaType }) => mediaType),
    );
  };
  const problem = "{$ref: '#/definitions/Problem'}";
  expect(await typesOf(problem, '[text/csv]')).toEqual([
    ['text/csv'],
    ['application/json', 'text/csv'],
    ['text/csv'],
  ]);
  expect(await typesOf(file, '[text/csv]')).toEqual([['text/csv'], ['text/csv'], ['text/csv']]);
  expect((await typesOf(problem, '[application/xml]'))[1]).toEqual(['application/xml']);
});

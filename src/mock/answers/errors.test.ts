import { describe, expect, test } from 'vitest';
import type { Interface, Operation } from '../../interface/model.ts';
import { compileSchema } from '../../schema/compile.ts';
import type { Schema } from '../../schema/keywords.ts';
import { createErrorBodies } from './errors.ts';

const REFUSAL = { status: 400, code: 'invalid_body', message: 'The body is missing.', headers: [] };
const POSITION = { file: 'openapi.yaml', line: 1 };

function operation(responses: readonly (readonly [string, Schema, string?])[], id = 'one'): Operation {
  return {
    id,
    method: 'POST',
    path: '/',
    documentation: 'full',
    deprecated: false,
    tags: [],
    credential: undefined,
    parameters: [],
    requestBody: undefined,
    responses: responses.map(([status, schema, mediaType = 'application/json']) => ({
      status,
      description: '',
      representations: [{ mediaType, schema, examples: [] }],
      headers: [],
      statusMembers: ['status'],
    })),
    position: POSITION,
  };
}

function documentOf(operations: readonly Operation[]): Interface {
  return {
    id: 'a',
    title: 'A',
    version: '1',
    digest: '',
    files: [],
    basePath: '',
    operations,
    collections: [],
    rateLimits: undefined,
    sections: [],
    clauses: [],
  };
}

function bodyOf(schema: Schema): unknown {
  const only = operation([['400', schema]]);
  const body = createErrorBodies(documentOf([only]))(REFUSAL, only);
  const value = body.kind === 'json' ? body.value : undefined;
  expect(compileSchema(schema)(value)).toEqual([]);
  return value;
}

function named(name: string): Schema {
  return { type: 'object', required: [name], properties: { [name]: { const: true } } };
}

describe('createErrorBodies()', () => {
  test.each<readonly [string, Schema, unknown]>([
    [
      'code, message and status',
      {
        type: 'object',
        required: ['code', 'message', 'status'],
        properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
      },
      { code: 'invalid_body', message: 'The body is missing.', status: 400 },
    ],
    [
      'a status as text',
      { type: 'object', required: ['status'], properties: { status: { type: 'string' } } },
      { status: '400' },
    ],
    [
      'a code from a list',
      { type: 'object', required: ['code'], properties: { code: { enum: ['E1', 'E2'] } } },
      { code: 'E1' },
    ],
    [
      'a numeric code',
      { type: 'object', required: ['code'], properties: { code: { type: 'integer' } } },
      { code: 400 },
    ],
    [
      'an error inside',
      {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['message', 'status'],
            properties: { message: { type: 'string' }, status: { type: 'integer' } },
          },
        },
      },
      { error: { message: 'The body is missing.', status: 400 } },
    ],
    [
      'other required members, and optional ones that tell nothing',
      {
        type: 'object',
        required: ['trace'],
        properties: { trace: { type: 'string', minLength: 8 }, hint: { type: 'string' } },
      },
      { trace: 'textxxxx' },
    ],
    ['text alone', { type: 'string', examples: ['Wrong.'] }, 'Wrong.'],
  ])('fills the documented shape, when it has %s', (_name, schema, expected) => {
    expect(bodyOf(schema)).toEqual(expected);
  });

  test.each([
    [
      'the status itself',
      [
        ['default', named('d')],
        ['4XX', named('r')],
        ['400', named('s')],
      ] as const,
      's',
    ],
    [
      'its range',
      [
        ['default', named('d')],
        ['4XX', named('r')],
        ['404', named('o')],
      ] as const,
      'r',
    ],
    [
      'the default',
      [
        ['default', named('d')],
        ['404', named('o')],
      ] as const,
      'd',
    ],
    [
      'another error of the operation',
      [
        ['200', named('x')],
        ['404', named('o')],
      ] as const,
      'o',
    ],
    ['an error of another operation', [['200', named('x')]] as const, 'other'],
  ])('takes the shape of %s, when that is the nearest', (_name, responses, expected) => {
    const asked = operation(responses);
    const document = documentOf([asked, operation([['500', named('other')]], 'two')]);
    expect(createErrorBodies(document)(REFUSAL, asked)).toMatchObject({ value: { [expected]: true } });
  });

  test('sends problem details, when no error has a JSON shape', () => {
    const document = documentOf([operation([['400', { type: 'string' }, 'text/plain']])]);
    expect(createErrorBodies(document)(REFUSAL, undefined)).toEqual({
      kind: 'json',
      mediaType: 'application/problem+json',
      value: { title: 'Bad Request', status: 400, detail: 'The body is missing.' },
    });
  });

  test('never takes the shape of a success, when a refusal has the status of one', () => {
    const both = operation([
      ['200', named('success')],
      ['401', named('error')],
    ]);
    const body = createErrorBodies(documentOf([both]))({ ...REFUSAL, status: 200 }, both);
    expect(body).toMatchObject({ value: { error: true } });
  });
});

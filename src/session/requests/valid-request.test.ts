import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractOf } from '../../checks/exchange.test-data.ts';
import type { Operation } from '../../interface/model.ts';
import { printJson } from '../../json/lossless.ts';
import type { Contract } from '../../oracle/contract.ts';
import { expectation } from '../../oracle/expectation.ts';
import { sampleOne } from '../../system/seeded.ts';
import { parameterParts, validBodies } from './valid-request.ts';

const OPERATION: Operation = {
  id: 'make',
  method: 'POST',
  path: '/things',
  documentation: 'full',
  deprecated: false,
  tags: [],
  position: { file: 'openapi.yaml', line: 1 },
  parameters: [],
  requestBody: undefined,
  responses: [],
  credential: undefined,
};

const STYLE = { style: 'simple', explode: false } as const;

const DOCUMENTS = ['spec/pet-catalogue', 'test/mock/library', 'test/specs/orders', 'test/specs/minimal'];

function situations(
  contract: Contract,
  operation: Operation,
  optional: 'all' | 'none' | 'mixed',
): readonly string[] {
  const parts = parameterParts(operation);
  const bodies = validBodies(operation, optional);
  if (parts.kind === 'unsupported') throw new Error(parts.reason);
  if (bodies?.kind === 'unsupported') throw new Error(bodies.reason);
  const body = bodies === undefined ? fc.constant(undefined) : bodies.arbitrary;
  return fc
    .sample(fc.tuple(parts.arbitrary, body), { numRuns: 40, seed: 6 })
    .map(([{ path, headers }, value]) => {
      const bytes = value === undefined ? undefined : new TextEncoder().encode(printJson(value));
      return expectation(contract, {
        method: operation.method,
        target: `${contract.basePath}${path}`,
        headers: bytes === undefined ? headers : [...headers, ['Content-Type', 'application/json']],
        body: bytes,
        credential: { kind: 'valid' },
      }).situation;
    });
}

test('validBodies() say nothing of the state of an entry that nobody has read, unless that is asked for or required', () => {
  const text = { type: 'string' } as const;
  const bodiesOf = (required: readonly string[], through?: string): readonly unknown[] => {
    const schema = {
      type: 'object',
      required: ['metadata'],
      properties: {
        metadata: {
          type: 'object',
          required,
          properties: { resourceVersion: text, version: text },
        },
        etag: text,
      },
    };
    const representation = { mediaType: 'application/json', schema, examples: [] };
    const requestBody = { required: true, representations: [representation] } as never;
    const supply = validBodies({ ...OPERATION, requestBody }, 'all', through);
    return supply?.kind === 'values' ? fc.sample(supply.arbitrary, { numRuns: 5, seed: 1 }) : [];
  };
  const version: unknown = expect.any(String);
  expect(bodiesOf([])).toEqual(Array.from({ length: 5 }, () => ({ metadata: { version } })));
  expect(bodiesOf(['resourceVersion'])[0]).toEqual({ metadata: { resourceVersion: version, version } });
  expect(bodiesOf([], '/metadata/resourceVersion')[0]).toHaveProperty('metadata.resourceVersion');
});

test('validBodies() name no other entry that theirs stands below, unless that is asked for or required', () => {
  const bodyOf = (required: readonly string[], through?: string): unknown => {
    const parent = { type: ['integer', 'null'] } as const;
    const schema = { type: 'object', required, properties: { title: { const: 'One' }, parent_id: parent } };
    const representation = { mediaType: 'application/json', schema, examples: [] };
    const requestBody = { required: true, representations: [representation] } as never;
    const supply = validBodies({ ...OPERATION, requestBody }, 'all', through);
    return supply?.kind === 'values' ? fc.sample(supply.arbitrary, { numRuns: 1, seed: 1 })[0] : undefined;
  };
  expect(bodyOf([])).toEqual({ title: 'One' });
  expect(bodyOf(['parent_id'])).toHaveProperty('parent_id');
  expect(bodyOf([], '/parent_id')).toHaveProperty('parent_id');
});

test.each([
  ['is drawn for an empty pattern', { type: 'string', pattern: '', format: '' }, 'values'],
  [
    'is not looked for without end where only an empty text is valid',
    { type: 'string', enum: [''] },
    'unsupported',
  ],
  ['has the numbers that an enum lists', { type: 'integer', enum: [7, -1_000_000] }, 'values'],
  ['keeps below an excluded bound', { type: 'integer', exclusiveMaximum: 9 }, 'values'],
] as const)('a value of a path %s', (_name, schema, kind) => {
  const parameter = { name: 'id', in: 'path', required: true, schema, examples: [], ...STYLE } as const;
  const operation: Operation = { ...OPERATION, path: '/things/{id}', parameters: [parameter] };
  const supply = parameterParts(operation);
  expect(supply.kind).toBe(kind);
  if (supply.kind === 'values') expect(sampleOne(supply.arbitrary, 1, 'path').path).toMatch(/^\/things\/.+/);
});

test.each([
  ['its default, where it has one', { type: 'string', default: '1.0' }, 'v=1.0'],
  [
    'what is shown, where it is a word of any kind',
    { type: 'string', example: '2024-05-01' },
    'v=2024-05-01',
  ],
] as const)('a parameter that is required in the query has %s', (_name, schema, query) => {
  const style = { style: 'form', explode: true } as const;
  const parameter = { name: 'v', in: 'query', required: true, schema, examples: [], ...style } as const;
  const supply = parameterParts({ ...OPERATION, parameters: [parameter] });
  if (supply.kind === 'unsupported') throw new Error(supply.reason);
  for (let seed = 1; seed < 9; seed += 1)
    expect(sampleOne(supply.arbitrary, seed, 'query').path).toBe(`/things?${query}`);
});

test('validBodies() gives as many members as may stand together, where some exclude each other', () => {
  const text = { type: 'string' } as const;
  const properties = { a: text, b: text, c: text };
  const branches = ['a', 'b'].map((name) => ({ type: 'object', required: [name], properties }));
  const schema = { oneOf: branches };
  const representation = { mediaType: 'application/json', schema, examples: [] };
  const requestBody = { required: true, representations: [representation] };
  const operation: Operation = { ...OPERATION, requestBody };
  expect(validBodies(operation, 'all')?.kind).toBe('values');
});

describe.each(DOCUMENTS)('the requests of %s', (directory) => {
  test.each(['all', 'none', 'mixed'] as const)(
    'are ordinary for the oracle, with optional members: %s',
    async (optional) => {
      const contract = await contractOf(directory);
      const full = contract.interface.operations.filter(({ documentation }) => documentation === 'full');
      expect(full).not.toEqual([]);
      for (const operation of full) {
        expect(new Set(situations(contract, operation, optional))).toEqual(new Set(['ordinary']));
      }
    },
  );
});

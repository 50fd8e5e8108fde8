import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { withDerivedClauses } from '../../src/checks/document-clauses.ts';
import type { Operation } from '../../src/interface/model.ts';
import { loadFiles } from '../specs/load-files.ts';
import { largeDocument } from './large-document.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', pattern: '^[a-z]+$', maxLength: 9 },
    kind: {
      oneOf: [
        { type: 'string', enum: ['a', 'b'] },
        { type: 'integer', minimum: 5 },
      ],
    },
    next: { $ref: '#/components/schemas/Node' },
  },
};
const content = { 'application/json': { schema, example: { name: 'a' } } };
const usual = (id: string): Json => ({
  operationId: id,
  security: [{ key: [] }],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'q', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  ],
  requestBody: { required: true, content },
  responses: {
    201: { description: 'Made', headers: { 'X-Count': { schema: { type: 'integer' } } }, content },
    '4XX': { description: 'Refused', content },
  },
});

const NAMES = ['a', 'b', 'c'];
const documentWith = (broken: Json): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Three', version: '1' },
    paths: Object.fromEntries(
      NAMES.map((name) => [`/${name}/{id}`, { post: name === 'b' ? broken : usual(name) }]),
    ),
    components: {
      schemas: {
        Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
      },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  });

const JUNK: readonly Json[] = [
  null,
  5,
  'x',
  '',
  true,
  [],
  {},
  [null],
  { $ref: '#/nowhere' },
  { $ref: 'https://example.com/a.json' },
  { $ref: '../../a.yaml' },
  { $ref: '#' },
  { $ref: '#/paths/~1b~1{id}/post' },
  { $ref: 5 },
  { type: 'strin' },
  { pattern: '(' },
  { enum: [] },
  { allOf: [{ $ref: '#/components/schemas/Node' }, null] },
];

/** The value with what stands at the drawn way into it replaced, or taken away. */
function brokenAt(value: Json, way: readonly number[], junk: Json | undefined): Json | undefined {
  const [step, ...rest] = way;
  if (step === undefined || typeof value !== 'object' || value === null) return junk;
  const isArray = Array.isArray(value);
  const members = Object.entries(value as { readonly [name: string]: Json });
  if (members.length === 0) return junk;
  const at = step % members.length;
  const changed = members.flatMap(([name, member], index): [string, Json][] => {
    const next = index === at ? brokenAt(member, rest, junk) : member;
    return next === undefined ? [] : [[name, next]];
  });
  return isArray ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

async function operationsOf(text: string): Promise<readonly Operation[]> {
  const loaded = await loadFiles({ 'openapi.json': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface.operations;
}

/** The other operations, wherever their file is. */
function others(operations: readonly Operation[]): readonly Partial<Operation>[] {
  return operations.flatMap(({ position: _position, ...operation }) =>
    operation.path === '/b/{id}' ? [] : [operation],
  );
}

describe('one broken operation', () => {
  test('never costs another, whatever is broken in it', async () => {
    const whole = await operationsOf(documentWith(usual('b')));
    expect(whole.map(({ id }) => id)).toEqual(NAMES);
    let lost = 0;
    let narrowed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { maxLength: 9 }),
        fc.option(fc.constantFrom(...JUNK), { nil: undefined }),
        async (way, junk) => {
          const broken = brokenAt(usual('b'), way, junk);
          const operations = await operationsOf(documentWith(broken ?? null));
          expect(others(operations)).toEqual(others(whole));
          const own = operations.find(({ path }) => path === '/b/{id}');
          expect(own).toBeDefined();
          if (own?.outOfReach === undefined) narrowed += 1;
          else lost += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(lost).toBeGreaterThan(0);
    expect(narrowed).toBeGreaterThan(0);
  });
});

describe('a document of 13 MB with 1,000 operations', () => {
  // What is promised is 4 seconds, and measured elsewhere; work that grows with the square of the operations takes minutes.
  test('loads within seconds of CPU', async () => {
    const text = largeDocument(1000, 10_000_000);
    expect(text.length).toBeGreaterThan(12_500_000);
    const before = process.cpuUsage();
    const operations = await operationsOf(text);
    const { user, system } = process.cpuUsage(before);
    expect(operations).toHaveLength(1000);
    expect(operations.every(({ outOfReach }) => outOfReach === undefined)).toBe(true);
    expect((user + system) / 1e6).toBeLessThan(30);
  });

  test('says in no time which checks apply to it, and what it says by itself', async () => {
    // No value of a request has a format: that is known only when all schemas were looked at.
    const text = largeDocument(1000, 10_000_000);
    const start = process.cpuUsage();
    const loaded = await loadFiles({ 'openapi.json': text });
    const loading = process.cpuUsage(start);
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const before = process.cpuUsage();
    const { clauses } = withDerivedClauses(loaded.interface, checks);
    const { user, system } = process.cpuUsage(before);
    expect(clauses.some(({ checks: own }) => own.some(({ check }) => check === 'validation.format'))).toBe(
      false,
    );
    expect(clauses.length).toBeGreaterThan(5_000);
    // Twice to three times what loading takes, whatever the machine; nine times where each operation looks at all schemas for itself.
    expect((user + system) / (loading.user + loading.system)).toBeLessThan(5);
  });
});

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Clause, Interface, Operation } from '../../src/interface/model.ts';
import { compileSchema } from '../../src/schema/compile.ts';
import { directSchema } from '../../src/schema/direction.ts';
import type { Schema } from '../../src/schema/keywords.ts';

let shipped: Interface;

beforeAll(async () => {
  const result = await loadInterface('spec/pet-catalogue');
  if (result.kind === 'broken')
    throw new Error(`${result.problem.file}:${result.problem.line}: ${result.problem.problem}`);
  shipped = result.interface;
});

function operation(id: string): Operation {
  const found = shipped.operations.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}

/**
 * How many statements each section of the document makes, counted by hand: sentence by sentence, table row by table row, and
 * what the tables of sections 2 and 4.2 leave open. The last section, of HTTP, has as many as the checks need.
 */
const STATEMENTS: readonly (readonly [section: string, statements: number])[] = [
  ['1', 9],
  ['2', 14],
  ['3', 2],
  ['4', 4],
  ['4.1', 7],
  ['4.2', 10],
  ['4.3', 5],
  ['5', 8],
  ['6', 1],
  ['7', 6],
  ['8', 18],
  ['9', 7],
];

test('clauses.yaml has a row for every statement, in the order of the document', () => {
  const counts = new Map<string, number>();
  for (const { section } of shipped.clauses) counts.set(section, (counts.get(section) ?? 0) + 1);
  const sections = [...STATEMENTS.map(([section]) => section), 'HTTP'];
  expect([...counts.keys()]).toEqual(sections);
  expect([...counts].slice(0, -1)).toEqual(STATEMENTS);
  expect(shipped.sections.map(({ number }) => number)).toEqual(sections);
});

/** Statements that are easily lost, by a word that only their row has. */
test.each([
  ['1', /pets area/],
  ['1', /`GET \/store\/orders`/],
  ['2', /`description`, a string/],
  ['2', /64 bits/],
  ['4', /staging environment/],
  ['4', /`\/v1`/],
  ['5', /scopes/],
  ['6', /webhooks/],
  ['7', /429/],
  ['8', /60 requests a minute and 1,000 a day/],
  ['8', /300 requests a minute and 10,000 a day/],
  ['8', /1,000 requests a minute and 100,000 a day/],
  ['8', /Enterprise/],
  ['8', /`X-RateLimit-Limit`/],
  ['8', /`X-RateLimit-Remaining`/],
  ['8', /`X-RateLimit-Reset`/],
  ['8', /`Retry-After` header/],
  ['8', /banned/],
  ['8', /exponentially/],
  ['8', /size of fields/],
  ['9', /1\.0\.0/],
  ['9', /`beta`/],
  ['9', /sunset date/],
])('clauses.yaml has a row of section %s about %s', (section, text) => {
  expect(
    shipped.clauses.filter((clause) => clause.section === section && text.test(clause.text)),
  ).not.toEqual([]);
});

const SECTION_OF_ID = /^(HTTP|[0-9](?:\.[0-9])?)-/;

test('clauses.yaml has ids that begin with their section, or with a numbered statement in it', () => {
  const astray = shipped.clauses.filter(({ id, section }) => {
    const number = SECTION_OF_ID.exec(id)?.[1] ?? '';
    return number !== section && !number.startsWith(`${section}.`);
  });
  expect(astray).toEqual([]);
});

const isObserved = ({ check }: Clause['checks'][number]): boolean => check.startsWith('observed.');

test('clauses.yaml lets no observation prove what is documented, and no check blame where it is not', () => {
  const mixed = shipped.clauses.filter(({ level, checks }) =>
    level === 'observe' ? !checks.every(isObserved) : checks.some(isObserved),
  );
  expect(mixed).toEqual([]);
});

test('clauses.yaml says of everything left open what a run notes down, and of nothing else', () => {
  const astray = shipped.clauses.filter(
    ({ level, records }) => (level === 'observe') !== (records !== undefined),
  );
  expect(astray).toEqual([]);
});

test.each([
  ['listCategories', 'GET', '/categories', ['200', '401', '429']],
  ['createCategory', 'POST', '/categories', ['201', '400', '401', '429']],
])('openapi.yaml documents %s in full', (id, method, path, statuses) => {
  const found = operation(id);
  expect(found).toMatchObject({
    method,
    path,
    documentation: 'full',
    deprecated: false,
    credential: { kind: 'http-bearer' },
  });
  expect(found.responses.map(({ status }) => status).sort()).toEqual(statuses);
});

test.each([
  ['GET /pets/{petId}', true, ['petId']],
  ['GET /store/orders', false, []],
])('openapi.yaml only names %s', (id, deprecated, parameters) => {
  const found = operation(id);
  expect(found).toMatchObject({
    documentation: 'named',
    deprecated,
    responses: [],
    credential: { kind: 'http-bearer' },
  });
  expect(found.parameters.map(({ name }) => name)).toEqual(parameters);
});

test('openapi.yaml documents four operations and one collection', () => {
  expect(shipped.operations).toHaveLength(4);
  expect(shipped.collections).toMatchObject([
    {
      create: { id: 'createCategory' },
      list: { id: 'listCategories' },
      read: undefined,
      entriesPointer: '',
      identity: 'id',
      assigned: ['id'],
    },
  ]);
});

test('openapi.yaml promises the rate-limit headers on every response, and Retry-After on the refusal alone', () => {
  const usual = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  const responses = shipped.operations.flatMap((each) => each.responses);
  expect(responses).toHaveLength(7);
  for (const { status, headers } of responses) {
    expect(headers.filter(({ required }) => required).map(({ name }) => name)).toEqual(
      status === '429' ? [...usual, 'Retry-After'] : usual,
    );
  }
});

test('openapi.yaml leaves the body of a 429 open and ties the status member of errors to the status', () => {
  for (const { status, representations, statusMembers } of shipped.operations.flatMap(
    (each) => each.responses,
  )) {
    expect(representations.map(({ mediaType }) => mediaType)).toEqual(
      status === '429' ? [] : ['application/json'],
    );
    expect(statusMembers).toEqual(status === '400' || status === '401' ? ['status'] : []);
  }
});

test('openapi.yaml has the plans with their numbers', () => {
  expect(
    shipped.rateLimits?.plans.map((plan) =>
      plan.kind === 'custom' ? [plan.id] : [plan.id, ...plan.quotas.map(({ limit }) => limit)],
    ),
  ).toEqual([['free', 60, 1000], ['pro', 300, 10_000], ['business', 1000, 100_000], ['enterprise']]);
  expect(shipped).toMatchObject({
    basePath: '/v1',
    version: '1.0.0',
    rateLimits: { status: 429, headersOn: 'always', resetForm: 'unix-seconds' },
  });
});

type Example = { readonly place: string; readonly schema: unknown; readonly value: unknown };

function resolveLocally(document: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveLocally(document, item));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    let at: unknown = document;
    for (const name of value.$ref.slice(2).split('/'))
      at = (at as { readonly [name: string]: unknown })[name];
    return resolveLocally(document, at);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolveLocally(document, member)]),
  );
}

function examplesIn(value: unknown, place: string): readonly Example[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]) => examplesIn(member, `${place}/${name}`));
  if (!('schema' in value) || !('examples' in value)) return inner;
  const own = Object.entries(value.examples as { readonly [name: string]: { readonly value: unknown } });
  return [
    ...inner,
    ...own.map(([name, example]) => ({
      place: `${place}/${name}`,
      schema: value.schema,
      value: example.value,
    })),
  ];
}

test.each([
  ['spec/pet-catalogue/openapi.yaml', 9],
  ['test/specs/orders/openapi.yaml', 3],
])('%s has examples that satisfy their schemas', async (file, count) => {
  const document: unknown = parse(await readFile(file, 'utf8'));
  const examples = examplesIn(resolveLocally(document, document), '');
  expect(examples.length).toBeGreaterThanOrEqual(count);
  for (const { place, schema, value } of examples) {
    const directed = directSchema(schema as Schema, place.includes('/requestBody/') ? 'request' : 'response');
    expect({ place, errors: compileSchema(directed)(value) }).toEqual({ place, errors: [] });
  }
});

import { describe, expect, test } from 'vitest';
import { coversStatus, responseFor } from '../interface/documented-answers.ts';
import type { Interface, Operation } from '../interface/model.ts';
import {
  isCertainlyServed,
  matchesStatus,
  refusalStatuses,
  saysWhenRefused,
  stateStatuses,
  successStatuses,
} from './contract.ts';

const EMPTY: Interface = {
  id: 'i',
  title: 'I',
  version: '1',
  digest: '',
  files: [],
  basePath: '',
  operations: [],
  collections: [],
  rateLimits: undefined,
  sections: [],
  clauses: [],
};

function operationWith(...statuses: readonly string[]): Operation {
  return {
    id: 'o',
    method: 'GET',
    path: '/o',
    documentation: 'full',
    deprecated: false,
    tags: [],
    credential: undefined,
    parameters: [],
    requestBody: undefined,
    responses: statuses.map((status) => ({
      status,
      description: status,
      representations: [],
      headers: [],
      statusMembers: [],
    })),
    position: { file: 'openapi.yaml', line: 1 },
  };
}

test.each([
  [['200', '401'], ['200']],
  [
    ['201', '202', '400'],
    ['201', '202'],
  ],
  [['2xx'], ['2XX']],
  [['default'], ['2XX']],
  [['404'], ['2XX']],
])('successStatuses() of %o', (statuses, expected) => {
  expect(successStatuses(operationWith(...statuses))).toEqual(expected);
});

test.each([
  [['201', '400'], ['400']],
  [
    ['201', '422', '400'],
    ['422', '400'],
  ],
  [['201', '4xx'], ['4XX']],
  [['201', 'default'], ['4XX']],
  [['201', '400', 'default'], ['400']],
  [['201', '401', '404'], []],
])('refusalStatuses() of %o', (statuses, expected) => {
  expect(refusalStatuses(operationWith(...statuses))).toEqual(expected);
});

test('stateStatuses() has what depends on the state, and 404 and 410 for places with a parameter', () => {
  const operation = operationWith('200', '400', '401', '409', '415', '429');
  expect(stateStatuses(operation, new Map(), undefined)).toEqual(['409']);
  expect(stateStatuses(operation, new Map([['id', '1']]), undefined)).toEqual(['409', '404', '410']);
});

describe('coversStatus()', () => {
  test.each([
    ['201', 201, true],
    ['201', 200, false],
    ['4XX', 404, true],
    ['4xx', 499, true],
    ['4XX', 500, false],
    ['default', 503, true],
  ])('%s covers %i: %s', (documented, status, covered) => {
    expect(coversStatus(documented, status)).toBe(covered);
    expect(matchesStatus(['100', documented], status)).toBe(covered);
  });
});

test.each([
  [404, '404'],
  [409, '4XX'],
  [500, 'default'],
])('responseFor() takes for %i the closest, %s', (status, documented) => {
  const operation = operationWith('default', '4XX', '404');
  expect(responseFor(operation, status)?.status).toBe(documented);
});

test('responseFor() finds nothing, when nothing covers the status', () => {
  expect(responseFor(operationWith('200'), 404)).toBeUndefined();
});

describe('isCertainlyServed() and saysWhenRefused()', () => {
  const [list, add] = [
    { ...operationWith('200', '400'), id: 'list' },
    { ...operationWith('201', '400'), id: 'add', method: 'POST' },
  ];
  const item = { ...operationWith('200', '404'), id: 'read', path: '/o/{id}' };
  const change = { ...operationWith('200', '404'), id: 'change', method: 'PATCH' };

  function said(
    statements: readonly (string | undefined)[],
    operations: readonly Operation[],
  ): readonly boolean[] {
    const clauses = statements.map((operation) => ({
      id: 'c',
      section: '1',
      text: 'It is served',
      level: 'must' as const,
      checks: [{ check: 'statuses.success', operation }],
      reason: undefined,
      records: undefined,
      position: { file: 'clauses.yaml', line: 1 },
    }));
    const document = { ...EMPTY, operations, clauses };
    return [saysWhenRefused(document), ...operations.map((one) => isCertainlyServed(document, one))];
  }

  test.each([
    ['nothing is said', [], [list, add], [false, false, false]],
    ['all is said at once', [undefined], [list, add, item], [true, true, true, true]],
    ['each is named', ['list', 'add'], [list, add], [true, true, true]],
    ['one is named', ['add'], [list, add], [false, false, true]],
    ['what a path names may not be there', ['add', 'read'], [list, add, item], [false, false, true, false]],
    ['an entry may change', [undefined], [list, add, change], [false, true, true, false]],
  ] as const)('%s', (_name, statements, operations, expected) => {
    expect(said(statements, operations)).toEqual(expected);
  });
});

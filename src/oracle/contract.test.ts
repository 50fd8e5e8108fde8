import { describe, expect, test } from 'vitest';
import { coversStatus, responseFor } from '../interface/documented-answers.ts';
import type { Operation } from '../interface/model.ts';
import { matchesStatus, refusalStatuses, stateStatuses, successStatuses } from './contract.ts';

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

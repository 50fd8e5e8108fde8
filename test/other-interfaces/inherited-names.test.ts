import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { parseRecord } from '../../src/record/read.ts';
import { recordLine } from '../../src/record/write.ts';
import { wholeInCi } from '../sampled.ts';
import { loadFiles } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';

/** What every object inherits: a dictionary that is a plain object takes these for entries that are there. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const;

/** An interface in which operations, schemas, members, parameters, headers, plans and schemes all have such names. */
function documentOf(names: readonly string[]): string {
  const [first = '', second = '', third = '', fourth = ''] = names;
  return `
openapi: 3.1.0
info: { title: Names, version: '1' }
servers: [{ url: /names }]
security: [{ ${first}: [] }]
x-rate-limits:
  headers: { limit: ${first}, remaining: X-Remaining, reset: X-Reset, retryAfter: Retry-After }
  headersOn: always
  resetForm: unix-seconds
  plans: [{ id: ${second}, title: Plan, minute: 60, day: 1000 }]
paths:
  /${first}:
    get:
      operationId: ${first}
      tags: [${first}]
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${first}' } } } }
        '401': { $ref: '#/components/responses/${second}' }
    post:
      operationId: ${second}
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/${second}' } } }
      responses:
        '201':
          description: Created
          content: { application/json: { schema: { $ref: '#/components/schemas/${first}' } } }
        '400': { $ref: '#/components/responses/${second}' }
        '401': { $ref: '#/components/responses/${second}' }
components:
  securitySchemes: { ${first}: { type: http, scheme: bearer } }
  responses:
    ${second}:
      description: Refused
      content: { application/json: { schema: { $ref: '#/components/schemas/${third}' } } }
  schemas:
    ${third}:
      type: object
      required: [${first}]
      properties: { ${first}: { type: string } }
    ${second}:
      type: object
      required: [${second}]
      properties:
        ${second}: { type: string, maxLength: 200 }
        ${third}: { type: string }
        ${fourth}: { type: integer }
    ${first}:
      type: object
      required: [${first}, ${second}]
      properties:
        ${first}: { type: integer, readOnly: true }
        ${second}: { type: string, maxLength: 200 }
        ${third}: { type: string }
        ${fourth}: { type: integer }
`;
}

async function load(names: readonly string[]): Promise<Interface> {
  const loaded = await loadFiles({ 'openapi.yaml': documentOf(names) });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const FAULTS = ['any-key-accepted', 'missing-key-accepted'];

/** The names, each one in every place once. */
const ORDERS = INHERITED.map((_name, at) => [...INHERITED.slice(at), ...INHERITED.slice(0, at)]);

describe('an interface whose names every object inherits', () => {
  test.each(wholeInCi(ORDERS, 2))('conforms where the service does: %s, %s, %s, %s', async (...names) => {
    const run = await runAgainstMock(await load(names));
    expect(blamed(run)).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
    expect(run.record.partial).toBe(false);
    const operations = run.record.results.flatMap(({ outcome }) =>
      outcome.kind === 'pass' ? Object.entries(outcome.evidence) : [],
    );
    expect(new Set(operations.map(([name]) => name))).toEqual(new Set([names[0], names[1], '*']));
    for (const [, count] of operations) expect(count).toSatisfy(Number.isInteger);
  });

  test.each(
    wholeInCi(
      ORDERS.flatMap((names) => FAULTS.map((fault) => ({ names, fault }))),
      18,
    ),
  )('loses no violation: $fault, $names', async ({ names, fault }) => {
    const run = await runAgainstMock(
      await load(names),
      faults.filter(({ name }) => name === fault),
    );
    expect(run.verdict).toMatchObject({ kind: 'does-not-conform', exitCode: 1 });
    expect(idsOf(run, 'fail')).not.toEqual([]);
    const { header, exchanges, results, footer } = run.record;
    const lines = [
      header,
      ...[...exchanges.values()].map((exchange) => ({ type: 'exchange' as const, exchange })),
      ...results.map((result) => ({ type: 'check' as const, result })),
      ...(footer === undefined ? [] : [footer]),
    ];
    expect(parseRecord(lines.map(recordLine).join(''), 'again')).toMatchObject({
      kind: 'record',
      record: { partial: false, results: { length: results.length } },
    });
  });
});

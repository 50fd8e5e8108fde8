import { expect, test } from 'vitest';
import { loadFiles } from '../specs/load-files.ts';
import { faultsOfAssay, runAgainstMock } from './run-against-mock.ts';

/** So many things: each can be made, listed with a filter, and nothing else. */
const MANY = 80;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Many things, version: '1' }
paths:
${Array.from(
  { length: MANY },
  (_, at) => `
  /search/things${String(at)}:
    get:
      operationId: search${String(at)}
      parameters: [{ name: least, in: query, schema: { type: integer, minimum: 1 } }]
      responses:
        '200': { description: some, content: { application/json: { schema: { type: object } } } }
        '400': { description: not such a number }
  /orders/things${String(at)}:
    post:
      operationId: order${String(at)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, count, size, colour, note]
              properties:
                name: { type: string, minLength: 2 }
                count: { type: integer, minimum: 1 }
                size: { type: integer, maximum: 100 }
                colour: { type: string, enum: [red, green] }
                note: { type: string, maxLength: 50 }
      responses:
        '200': { description: done, content: { application/json: { schema: { type: object } } } }
        '400': { description: not so }`,
).join('')}
`;

test('of many operations each is asked in every way once before one is asked twice', async () => {
  const loaded = await loadFiles({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error('the document is broken');
  const run = await runAgainstMock(loaded.interface);
  expect(faultsOfAssay(run)).toEqual([]);
  const probes = [...run.record.exchanges.values()].map(({ probe }) => probe);
  for (const kind of ['missing-member', 'wrong-type', 'constraint', 'malformed-json']) {
    const asked = new Set(
      probes.flatMap(
        (probe) => new RegExp(`^validation/${kind}/(order\\d+)-`).exec(probe)?.slice(1, 2) ?? [],
      ),
    );
    expect([kind, asked.size]).toEqual([kind, MANY]);
  }
  const broken = new Set(
    probes.flatMap((probe) => /^validation\/parameter\/(search\d+)-/.exec(probe)?.slice(1, 2) ?? []),
  );
  expect(broken.size).toBe(MANY);
});

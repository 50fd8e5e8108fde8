import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { lifeFaults } from '../../src/mock/faults/derived/life-faults.ts';
import { faultsOfAssay, idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { sampled, wholeInCi } from '../sampled.ts';

/** Entries that paths name by something else than an `id` that the service gives. */

type Naming = { readonly parameter: string; readonly members: string; readonly sent: string };

function documentOf({ parameter, members, sent }: Naming): string {
  return `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
security: [{ access: [] }]
paths:
  /shelves:
    get:
      operationId: listShelves
      responses:
        '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shelf' } } } } }
    post:
      operationId: addShelf
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${sent}' } } } }
      responses: { '201': { $ref: '#/components/responses/Shelf' } }
  /shelves/{${parameter}}:
    parameters: [{ name: ${parameter}, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readShelf
      responses: { '200': { $ref: '#/components/responses/Shelf' }, '404': { description: No } }
    patch:
      operationId: changeShelf
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/Wish' } } } }
      responses: { '200': { $ref: '#/components/responses/Shelf' }, '404': { description: No } }
    delete:
      operationId: removeShelf
      responses: { '204': { description: Gone }, '404': { description: No } }
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  responses:
    Shelf: { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
  schemas:
    Wish: { type: object, properties: { label: { type: string }, note: { type: string } } }
    Shelf: { type: object, required: [label], properties: { ${members}, label: { type: string }, note: { type: string } } }
`;
}

async function load(naming: Naming): Promise<Interface> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-named-'));
  await writeFile(join(directory, 'openapi.yaml'), documentOf(naming));
  const loaded = await loadInterface(directory);
  await rm(directory, { recursive: true });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const KINDS: readonly (readonly [name: string, document: Interface])[] = [
  [
    'a number beside an id',
    await load({
      parameter: 'shelf_number',
      members: 'id: { type: integer }, number: { type: integer }',
      sent: 'Wish',
    }),
  ],
  [
    'an id that clients may send as well',
    await load({ parameter: 'shelfId', members: 'id: { type: integer }', sent: 'Shelf' }),
  ],
];

describe.each(wholeInCi(KINDS, 4))('entries that are named by %s', (_name, document) => {
  const faults = lifeFaults(document);

  test('live in the mock as the document has it', async () => {
    expect(faults.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['changeShelf.second-update-lost', 'removeShelf.stays-listed']),
    );
    const run = await runAgainstMock(document);
    expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
  });

  test.each(sampled(faults, 6, 1))('$name is found', async (fault) => {
    const run = await runAgainstMock(document, [fault]);
    const told = [...idsOf(run, 'fail'), ...idsOf(run, 'warn')];
    expect(told).toEqual(expect.arrayContaining([...fault.breaks]));
  });
});

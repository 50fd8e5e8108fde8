import { describe, expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { namedDeedOf, namingMembersOf, soundsLikeChange } from './named-deeds.ts';

const ROWS: readonly (readonly [path: string, member: string, told: string])[] = [
  ['/users.create', 'name', 'makes user:'],
  ['/users.info', 'id', 'reads user: id of user'],
  ['/users.delete', 'id', 'removes user: id of user'],
  ['/list.delete', 'id', 'removes : id of '],
  ['/removeUser', 'userId', 'removes user: userId of user'],
  ['/user/rename', 'user_ids', 'changes user: user_ids of user, of many'],
  ['/task/getMany', 'taskIDs', 'reads many: taskIDs of task, of many'],
  ['/refunds', 'charge_id', 'changes : charge_id of charge'],
  ['/quotes', 'valid', 'open quote:'],
];

describe('namedDeedOf()', () => {
  test.each(ROWS)('tells what POST %s does with its %s', async (path, member, told) => {
    const document = `
openapi: 3.1.0
info: { title: Calls, version: '1' }
paths:
  ${path}:
    post:
      operationId: call
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${member}: { type: string } } } } } }
      responses: { '200': { description: done } }`;
    const loaded = await loadOnce({ 'openapi.yaml': document });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const [operation] = loaded.interface.operations;
    if (operation === undefined) throw new Error('no operation');
    const deed = namedDeedOf(loaded.interface, operation);
    const members = namingMembersOf(loaded.interface, operation).map(
      ({ name, thing, isList }) => ` ${name} of ${thing}${isList ? ', of many' : ''}`,
    );
    expect(`${String(deed?.does)} ${String(deed?.thing)}:${members.join(',')}`).toBe(told);
  });
});

test('namedDeedOf() takes the creation of what can be listed and read for one, whatever it is called', async () => {
  const transfer = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const shown = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Bank, version: '1' }
paths:
  /transfers:
    get: { operationId: list, responses: { '200': { description: all, ${shown(`{ type: array, items: ${transfer} }`)} } } }
    post:
      operationId: transfer
      requestBody: { ${shown('{ type: object, properties: { accountId: { type: integer } } }')} }
      responses: { '201': { description: made, ${shown(transfer)} } }
  /transfers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: one, ${shown(transfer)} } } }`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const creation = loaded.interface.operations.find(({ method }) => method === 'POST');
  if (creation === undefined) throw new Error('no creation');
  expect(namedDeedOf(loaded.interface, creation)?.does).toBe('makes');
  expect(soundsLikeChange(creation)).toBe(true);
});

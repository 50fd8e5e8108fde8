import { describe, expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { refusalTold } from './told-refusals.ts';

/** The states in which a change is refused, or a removal, with these words for it and for its 409. */
async function refusedIn(
  part: 'change' | 'remove' | 'inside',
  description: string,
  refusal: string,
  status = '409',
): Promise<readonly unknown[]> {
  const order = `{ type: object, properties: { id: { type: string }, status: { type: string, enum: [draft, open, paid] }, isLocked: { type: boolean } } }`;
  const shows = `content: { application/json: { schema: ${order} } }`;
  const says = `description: ${JSON.stringify(description)}, responses: { '200': { description: It, ${shows} }, '${status}': { description: ${JSON.stringify(refusal)} } }`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post: { operationId: make, requestBody: { ${shows} }, responses: { '201': { description: Made, ${shows} } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: It, ${shows} } } }
    patch: { operationId: change, requestBody: { ${shows} }, ${says} }
    delete: { operationId: remove, ${says} }
  /orders/{id}/lines:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: lines, responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string }, text: { type: string } } } } } } } } }
    post: { operationId: inside, ${says} }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [resource] = resourcesOf(loaded.interface);
  const operation =
    part === 'inside' ? loaded.interface.operations.find(({ id }) => id === 'inside') : resource?.[part];
  if (resource === undefined || operation === undefined) throw new Error(`no ${part}`);
  const told = refusalTold(resource, operation);
  const values = told?.member === 'isLocked' ? [true, false] : ['draft', 'open', 'paid', 'other'];
  return values.filter((value) => told?.isRefusedIn(value) === true);
}

describe('states in which a document has a refusal of changes and removals', () => {
  test.each<readonly ['change' | 'remove', string, string, readonly unknown[]]>([
    ['change', 'Only as long as it is `open` (`409`).', 'Conflict', ['draft', 'paid']],
    ['change', 'Only while the order is still a draft.', 'Conflict', ['open', 'paid']],
    ['change', 'An order can only be changed while it is draft or open (409).', 'No', ['paid']],
    ['change', 'Only open orders can be changed.', 'No', ['draft', 'paid']],
    [
      'change',
      'Only an open order can be changed, everything else is refused with 409.',
      'No',
      ['draft', 'paid'],
    ],
    ['change', 'Only drafts can be changed, and anything else is rejected.', 'No', ['open', 'paid']],
    ['change', 'Only admins can be changed.', 'No', []],
    ['remove', "Paid orders can't be deleted (409).", 'No', ['paid']],
    ['remove', 'Deletes it.', 'The order is not a draft.', ['open', 'paid']],
    ['change', 'Changes it.', 'The order is paid already.', ['paid']],
    ['change', 'Changes it.', 'The order is locked.', [true]],
    ['change', 'A paid order is not changed.', 'No', ['paid']],
    ['change', 'An order that is open or paid cannot be changed (409).', 'No', ['open', 'paid']],
    ['remove', 'An order that is paid cannot be changed (409).', 'No', []],
    ['change', 'Refused with 409 unless it is draft.', 'No', ['open', 'paid']],
    ['change', 'A paid order is not changed.', 'The order is paid, or the room is too small.', ['paid']],
    ['change', 'A paid order is not shown.', 'The room is too small, or it is late.', []],
    // Of the other operation, of another thing, of no state, and of what nobody answers so.
    ['change', "Paid orders can't be deleted (409).", 'No', []],
    ['change', 'Only open baskets can be changed.', 'No', []],
    ['change', 'Only as long as it is nice (409).', 'No', []],
    ['change', 'Only as long as it is open (418).', 'No', []],
    ['change', 'Only as long as it is open, and nobody else has it.', 'No', []],
    ['change', 'Only open orders can be changed.', 'The order is locked.', []],
    ['change', 'Changes it.', 'The order is late.', []],
  ])('refusalTold() of a %s reads whole sentences: %s %s', async (part, description, refusal, states) => {
    expect(await refusedIn(part, description, refusal)).toEqual(states);
  });

  test.each<readonly [string, string, readonly unknown[]]>([
    ['Invalid, or the order is not a draft.', '400', ['open', 'paid']],
    ['The order is not a draft', '409', ['open', 'paid']],
    ['It is not a draft', '400', []],
    ['The line is not a draft', '400', []],
    ['The order is not a draft', '404', []],
  ])('refusalTold() of what is made inside: %s (%s)', async (refusal, status, states) => {
    expect(await refusedIn('inside', 'Adds a line.', refusal, status)).toEqual(states);
  });

  test('refusalTold() takes no refusal of what was sent for one of a state', async () => {
    expect(await refusedIn('change', 'Changes it.', 'The order is paid.', '423')).toEqual(['paid']);
    expect(await refusedIn('change', 'Changes it.', 'The order is paid.', '422')).toEqual([]);
  });
});

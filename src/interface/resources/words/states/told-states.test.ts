import { describe, expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { conditionTold, stateTold, type ToldCondition, type ToldState } from './told-states.ts';

const KINDS = 'kind: { type: string, enum: [plain, open] }, mood: { type: string, enum: [good, bad] }';

/** What is read of an action with these words, and with these for its 409. */
async function told(
  description: string,
  refusal: string,
  states = 'type: string, enum: [draft, open, in_progress, paid, void]',
  deed = 'act',
  success = 'Done',
): Promise<{ readonly state: ToldState | undefined; readonly condition: ToldCondition | undefined }> {
  // A word of two members says nothing of either.
  const others = states.includes('string') ? `, ${KINDS}` : '';
  const order = `{ type: object, properties: { id: { type: string }, status: { ${states} }${others} } }`;
  const shows = `content: { application/json: { schema: ${order} } }`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /sales-orders:
    post: { operationId: make, requestBody: { ${shows} }, responses: { '201': { description: Made, ${shows} } } }
  /sales-orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: It, ${shows} } } }
  /sales-orders/{id}:${deed}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: act
      description: ${JSON.stringify(description)}
      responses: { '200': { description: ${JSON.stringify(success)}, ${shows} }, '404': { description: The order is not paid. }, '409': { description: ${JSON.stringify(refusal)} } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [resource] = resourcesOf(loaded.interface);
  const action = resource?.actions[0];
  if (resource === undefined || action === undefined) throw new Error('no action');
  return { state: stateTold(resource, action), condition: conditionTold(resource, action) };
}

describe('states that a document tells of', () => {
  test.each([
    ['A draft becomes paid.', 'paid'],
    ['An open order becomes paid', 'paid'],
    ['Does it.\n\nThe sales order becomes `in progress`. Nobody minds.', 'in_progress'],
    ['Marks the order as void.', 'void'],
    ['Sets the order to state paid.', 'paid'],
    ['Moves the order to "in-progress".', 'in_progress'],
    ['The status is `paid` from then on, and `paid_at` is set.', 'paid'],
    ['Its status becomes void.', 'void'],
    ["The order's status becomes `void`.", 'void'],
    ["The customer's status becomes `void`.", undefined],
    ["The order is `paid` afterwards; it can't be paid twice.", 'paid'],
    ['It is void from then on', 'void'],
    ['The customer is void from then on', undefined],
    ['Acts on an order in draft, after which it is `paid`; in any other state the answer is 409.', 'paid'],
    ['Acts on it, after which the customer is paid.', undefined],
    ['Acts on it, after which it is paid or void.', undefined],
    ['Moves an order from `draft` to `open_now`.', undefined],
    ['Moves an order from `draft` to `paid` and sets `paid_at`.', 'paid'],
    ['Turns `draft` into `void`.', 'void'],
    ['Turns a draft into a paid order and gives it a number.', 'paid'],
    ['Turns a paid order back into a draft.', 'draft'],
    ['Turns a draft into a paid customer.', undefined],
    ['Records a payment of all that is due and marks it as paid.', 'paid'],
    ['Sends a reminder and marks the customer as paid.', undefined],
    ['Marks the order as paid and sets paid_at.', 'paid'],
    ['Turns a customer from `draft` to `void`.', undefined],
    ['Moves money from `draft` to the customer.', undefined],
    ['The status is paid or void.', undefined],
    ['The price is paid.', undefined],
    // Nobody knows of which member.
    ['A draft becomes open.', undefined],
    ['A draft becomes happy.', undefined],
    ['A draft becomes paid or void.', undefined],
    ['A draft becomes paid. The order becomes void.', undefined],
    ['A draft becomes paid once the money is there.', undefined],
    ['The order may become paid.', undefined],
    ['If all is well the order becomes paid.', undefined],
    ['The customer becomes paid.', undefined],
    ['The order becomes paid by the customer.', undefined],
    ['Pays.', undefined],
  ])('stateTold() reads whole sentences about the entry: %s', async (words, value) => {
    const { state } = await told(words, 'No.');
    expect(state).toEqual(value === undefined ? undefined : { member: 'status', value });
  });

  test.each([
    ['The order is not paid.', ['paid']],
    ["The order isn't paid yet", ['paid']],
    ['It is not draft, paid or void.', ['draft', 'paid', 'void']],
    ['The order is no draft.', ['draft']],
    ['The order is no longer a draft.', ['draft']],
    ['The sales order is not in state `in_progress`.', ['in_progress']],
    ['The order must be paid.', ['paid']],
    ['Conflict. The order has to be paid or void.', ['paid', 'void']],
    ['The order is not open.', undefined],
    ['The order is not paid, or somebody else has it.', ['paid']],
    ['Invalid parameters, or the order is not a draft', ['draft']],
    ['The order is not a draft or has no lines.', ['draft']],
    ['Somebody has it, or the customer is not paid.', undefined],
    ['The order is not paid in full.', undefined],
    ['The customer is not paid.', undefined],
    ['The order is not good. It is not paid.', undefined],
    ['The order is paid.', undefined],
    ['Conflict', undefined],
  ])('conditionTold() reads what a refusal says of the state: %s', async (words, values) => {
    const { condition } = await told('Acts.', words);
    const wanted = values === undefined ? undefined : { member: 'status', values, status: '409' };
    expect(condition).toEqual(wanted);
  });

  test.each([
    ['409 if it is no draft or has no lines.', ['draft']],
    ['Does it. 409 if the order is not paid yet; 422 if it is void.', ['paid']],
    ['409 unless it is paid', ['paid']],
    ['The order is void afterwards. Refused with 409 unless it is draft or paid.', ['draft', 'paid']],
    ['The request is rejected with a 409 unless the order is in progress.', ['in_progress']],
    ['Fails with 409 Conflict when the order is void', ['draft', 'open', 'in_progress', 'paid']],
    ['Refused with 409 unless the customer is paid.', undefined],
    ['Answered with 409 unless it is paid or the room is empty.', undefined],
    ['409 if it is paid already.', ['draft', 'open', 'in_progress', 'void']],
    ['A paid order becomes void. 409 from every other status.', ['paid']],
    ['A draft becomes paid; 409 for all others.', ['draft']],
    ['Moves an order from draft to paid. An order with another status is answered with 409.', ['draft']],
    ['Turns `draft` into `paid`. Any other status is answered with `409`.', ['draft']],
    ['Turns `draft` into `paid`. Any other price is answered with 409.', undefined],
    ['409 if the customer is not paid.', undefined],
    ['409 unless it is paid or the room is empty.', undefined],
    ['409 if it is not paid in full.', undefined],
    ['404 if it is not paid.', undefined],
    ['An order that is paid already is answered with `409`.', ['draft', 'open', 'in_progress', 'void']],
    ['An order that is not paid or void is refused with 409.', ['paid', 'void']],
    ['Returns 409 if the order is already void.', ['draft', 'open', 'in_progress', 'paid']],
    ['Fails with 409 when the order is not paid.', ['paid']],
    [
      "An order that is paid or void can't be acted on. An order that is `paid` or `void` cannot be acted (409).",
      ['draft', 'open', 'in_progress'],
    ],
    ['Only an order in `paid` or `void` can be acted; otherwise 409.', ['paid', 'void']],
    ['Only an order that is paid can be acted (409).', ['paid']],
    ['Only a draft can be acted: else 409.', ['draft']],
    ['Only a paid order can be acted, and only where there is enough of it: else 409.', ['paid']],
    ['Only a `paid` order can be acted, others are refused with `409`.', ['paid']],
    ['Only paid or void orders can be acted; everything else is refused with 409.', ['paid', 'void']],
    ['Only drafts may be acted, all others get 409.', ['draft']],
    ['Only paid and void orders can be acted.', ['paid', 'void']],
    ['Paid and void orders can be acted.', ['paid', 'void']],
    ['Draft, paid and void orders can be acted.', ['draft', 'paid', 'void']],
    ['Paid orders can be acted.', undefined],
    ['Paid and late orders can be acted.', undefined],
    ['Paid and void orders can be shipped.', undefined],
    ['Only drafts may be acted. Otherwise 422.', undefined],
    ['Only late orders can be acted, others are refused with 409.', undefined],
    ['Only a late order can be acted: else 409.', undefined],
    ['Only a paid order can be shipped: else 409.', undefined],
    ['Acts on an order in `paid`, after which it is void; in any other state the answer is 409.', ['paid']],
    ['Acts on the money of the order in `paid`; in every other state it is refused with `409`.', ['paid']],
    ['Acts on an order in `paid`; in any other state the answer is 404.', undefined],
    ['Acts on an order in time; in any other state the answer is 409.', undefined],
    ['In any other state the answer is 409.', undefined],
    ['Only an order that is paid can be shipped.', undefined],
    ['Only an order of a customer can be acted.', undefined],
    ['Returns 404 if the order is not paid.', undefined],
    ['Returns 422 if the order is not paid.', undefined],
    ['An order that is late is answered with 409.', undefined],
    ['A customer that is paid is answered with 409.', undefined],
  ])('conditionTold() reads what the action says of its refusal: %s', async (words, values) => {
    const { condition } = await told(words, 'No.');
    const wanted = values === undefined ? undefined : { member: 'status', values, status: '409' };
    expect(condition).toEqual(wanted);
  });
});

test.each([
  ['Only paid orders can be checked in.', 'check-in', ['paid']],
  ['Only paid orders can be signed off.', 'sign-off', ['paid']],
  ['Only paid orders can be checked out.', 'check-in', undefined],
  ['Only paid orders can be checked.', 'check-in', undefined],
])('conditionTold() reads deeds of two words: %s', async (words, deed, values) => {
  const { condition } = await told(words, 'No.', undefined, deed);
  expect(condition?.values).toEqual(values);
});

describe('states that are numbers', () => {
  test.each([
    ['with names beside them', ', x-enumNames: [Open, Paid]', 1],
    ['with names in other words', ', x-enum-varnames: [OPEN, PAID]', 1],
    ['with names in their description', ", description: '0 = Open, 1 = Paid'", 1],
    ['with a name for one alone', ", description: '1 = Paid'", undefined],
    ['without names', '', undefined],
  ])('%s', async (_name, more, value) => {
    const numbers = `type: integer, enum: [0, 1]${more}`;
    const { state, condition } = await told('An open order becomes paid.', 'The order is not open.', numbers);
    expect(state).toEqual(value === undefined ? undefined : { member: 'status', value });
    expect(condition?.values).toEqual(value === undefined ? undefined : [0]);
  });
});

test.each([
  ['The order is PAID', 'paid'],
  ['The order has been paid.', 'paid'],
  ['The order is now `in_progress`', 'in_progress'],
  ['The customer is paid', undefined],
  ['The order is happy', undefined],
  ['The order', undefined],
])('stateTold() reads what a success says of the entry: %s', async (success, value) => {
  const { state } = await told('Does it.', 'No', undefined, 'act', success);
  expect(state?.value).toBe(value);
});

test.each([
  ['Only PAID orders can be shipped.', 'ship', ['paid']],
  ['Only draft or open orders can be checked in', 'check-in', ['draft', 'open']],
  ['Only open orders can be sent', 'act', undefined],
  ['Only open customers can be acted', 'act', undefined],
])('conditionTold() reads what a refusal says that is done: %s', async (refusal, deed, values) => {
  const { condition } = await told('Does it.', refusal, undefined, deed);
  expect(condition?.values).toEqual(values);
});

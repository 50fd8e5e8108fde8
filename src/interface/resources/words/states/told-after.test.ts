import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { toldAfter } from './told-after.ts';
import { stateTold } from './told-states.ts';

const TICKET =
  "{type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}, status: {type: string, enum: [open, closed]}, closed_at: {type: [string, 'null'], format: date-time}, reason: {type: [string, 'null']}, locked: {type: boolean}}}";

async function told(
  description: string,
  deed = 'act',
  ofReason = '',
): Promise<{ readonly state: unknown; readonly after: string }> {
  const ticket = TICKET.replace(
    "reason: {type: [string, 'null']}",
    `reason: {type: [string, 'null'], description: ${JSON.stringify(ofReason)}}`,
  );
  const shows = `content: { application/json: { schema: ${ticket} } }`;
  const makes = `content: { application/json: { schema: {type: object, properties: {title: {type: string}}} } }`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets:
    post: { operationId: make, requestBody: { ${makes} }, responses: { '201': { description: Made, ${shows} } } }
  /tickets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: It, ${shows} } } }
  /tickets/{id}/${deed}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: act, description: ${JSON.stringify(description)}, requestBody: { content: { application/json: { schema: {type: object, required: [why], properties: {why: {type: string}, remark: {type: string}}} } } }, responses: { '200': { description: Done, ${shows} } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [resource] = resourcesOf(loaded.interface);
  const action = resource?.actions[0];
  if (resource === undefined || action === undefined) throw new Error('no action');
  const after = toldAfter(resource, action).map(({ member, wanted }) => `${member}: ${wanted}`);
  return { state: stateTold(resource, action)?.value, after: after.join() };
}

test.each([
  ['Close the ticket: `status` becomes `closed` and `closed_at` is set.', 'closed', 'closed_at: a value'],
  ['Open it again: `status` becomes `open` and `closed_at` null.', 'open', 'closed_at: null'],
  ['Close it: the status becomes `closed`, `closed_at` is set.', 'closed', 'closed_at: a value'],
  ['The status is closed from then on, and closed_at is set to now.', 'closed', 'closed_at: a value'],
  ['The `reason` is cleared and `closed_at` is null again.', undefined, 'reason: null,closed_at: null'],
  ['Sets `closed_at`. Answers 409 if it is closed.', undefined, 'closed_at: a value'],
  ['Sets `closed_at` to the current time.', undefined, 'closed_at: a value'],
  ['Clears `closed_at`.', undefined, 'closed_at: null'],
  ['Stores the why in `reason`.', undefined, 'reason: a value'],
  ['Stores the remark in `reason`.', undefined, ''],
  ['Stores the weather in `reason`.', undefined, ''],
  ['Sets the title.', undefined, ''],
  ['Sets `closed_at` to what the customer says.', undefined, ''],
  ['Sets `locked` to true. Locking a locked ticket does nothing.', undefined, 'locked: true'],
  ['Opens it, and `locked` becomes false.', undefined, 'locked: false'],
  ['Sets locked to true if nobody minds.', undefined, ''],
  ['Sets the title to true.', undefined, ''],
  ['The closed_at is set if it is closed.', undefined, ''],
  ['The closed_at is set by the customer.', undefined, ''],
  ['The title is set.', undefined, ''],
  ['The reason is set. The reason becomes null.', undefined, ''],
])('%s', async (words, state, after) => {
  expect(await told(words)).toEqual({ state, after });
});

test.each([
  ['Assigned when the ticket is finalized.', 'finalize', 'reason: a value'],
  ['Set once it was checked out', 'checkout', 'reason: a value'],
  ['Assigned when the ticket is finalized.', 'close', ''],
  ['Assigned when the customer is finalized.', 'finalize', ''],
  ['Assigned when the ticket is finalized by the customer.', 'finalize', ''],
  ['May be set when the ticket is finalized.', 'finalize', ''],
])('a member says of itself: %s (/%s)', async (words, deed, after) => {
  expect((await told('Does it.', deed, words)).after).toBe(after);
});

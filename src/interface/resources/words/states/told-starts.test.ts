import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { startTold } from './told-starts.ts';

async function told(words: string, ofState = ''): Promise<string | undefined> {
  const booking = `{type: object, required: [id, status], properties: {id: {type: string}, guest: {type: string}, status: {type: string, description: ${JSON.stringify(ofState)}, enum: [tentative, confirmed, cancelled]}}}`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Inn, version: '1' }
paths:
  /bookings:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${booking} } } } } } }
    post: { description: ${JSON.stringify(words)}, requestBody: { content: { application/json: { schema: { type: object, properties: { guest: { type: string } } } } } }, responses: { '201': { description: made, content: { application/json: { schema: ${booking} } } } } }
  /bookings/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: it, content: { application/json: { schema: ${booking} } } } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [resource] = resourcesOf(loaded.interface);
  const start = resource === undefined ? undefined : startTold(resource);
  return start === undefined ? undefined : `${start.member} ${String(start.value)}`;
}

test.each([
  ['Books a room. A booking starts as `tentative`.', '', 'status tentative'],
  ['The booking starts with the status `tentative`.', '', 'status tentative'],
  ['The booking is `tentative` until it is confirmed. Others are refused.', '', 'status tentative'],
  ['', 'A new booking is tentative.', 'status tentative'],
  ['A booking starts as `tentative` or `confirmed`.', '', undefined],
  ['A booking may start as `tentative`.', '', undefined],
  ['A stay starts as `tentative`.', '', undefined],
  ['A booking starts as `open`.', '', undefined],
  ['A booking starts as `tentative`.', 'A new booking is confirmed.', undefined],
])('startTold() reads "%s" and "%s"', async (words, ofState, start) => {
  expect(await told(words, ofState)).toBe(start);
});

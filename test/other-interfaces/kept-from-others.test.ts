import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import {
  type Ask,
  type MakeService,
  OTHER_KEY,
  type Reply,
  runAgainstService,
  userOf,
} from './run-against-service.ts';

/**
 * Crates that anybody makes, and boxes whose label may be any words that can be seen, with a secret that no answer shows, and what happened to them below: an event
 * that does not follow from the state of the box is refused, whoever sends it.
 */

const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const allOf = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Boxes, version: '1' }
security: [{ key: [] }]
paths:
  /boxes:
    get: { operationId: list, responses: { '200': { description: all, ${allOf('Box')} }, '401': { description: who } } }
    post: { operationId: make, requestBody: { required: true, ${gives('NewBox')} }, responses: { '201': { description: made, ${gives('Box')} }, ${NO} } }
  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: one, ${gives('Box')} }, ${NO} } }
    patch: { operationId: change, requestBody: { required: true, ${gives('Change')} }, responses: { '200': { description: changed, ${gives('Box')} }, ${NO} } }
  /boxes/{id}/sticker:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: sticker, responses: { '200': { description: to print, content: { text/plain: { schema: { type: string } } } }, ${NO} } }
  /boxes/{id}/size:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: size, responses: { '200': { description: what any has, content: { text/plain: { schema: { type: string } } } }, ${NO} } }
  /boxes/{id}/events:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: listEvents, responses: { '200': { description: all, ${allOf('Event')} }, ${NO} } }
    post: { operationId: addEvent, requestBody: { required: true, ${gives('NewEvent')} }, responses: { '201': { description: made, ${gives('Event')} }, '409': { description: not now }, ${NO} } }
  /crates/register:
    post: { operationId: register, security: [], requestBody: { required: true, ${gives('NewBox')} }, responses: { '201': { description: made, ${gives('Box')} }, '400': { description: no } } }
  /crates/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readCrate, responses: { '200': { description: one, ${gives('Box')} }, ${NO} } }
    patch: { operationId: changeCrate, requestBody: { required: true, ${gives('Change')} }, responses: { '200': { description: changed, ${gives('Box')} }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Change: { type: object, properties: { secret: { type: string, minLength: 6, maxLength: 40, writeOnly: true }, label: { type: string, minLength: 1, maxLength: 60, pattern: '\\S' } } }
    NewBox: { allOf: [{ $ref: '#/components/schemas/Change' }], required: [label, secret] }
    Box: { type: object, required: [id, label], properties: { id: { type: string }, label: { type: string } } }
    NewEvent: { type: object, required: [kind], properties: { kind: { type: string, enum: [opened, closed, emptied, moved, lost, noted] }, words: { type: string, maxLength: 90 } } }
    Event: { type: object, required: [id, kind], properties: { id: { type: integer }, kind: { type: string }, words: { type: string } } }
`;

type Box = { readonly id: string; label: string; readonly owner: string; readonly events: Event[] };
type Event = { readonly id: number; readonly kind: string; readonly words?: string };

/** What another user gets at of a box, by the operation; `everything` is openly shared. */
type Opened = 'change' | 'listEvents' | 'addEvent' | 'sticker' | 'size' | 'everything' | undefined;

const isText = (value: unknown, most: number, least = 1): value is string =>
  typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;

function membersOf({ json }: Ask): { readonly [name: string]: unknown } | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : undefined;
}

const boxes =
  (opened: Opened): MakeService =>
  () => {
    const all: Box[] = [];
    let last = 0;
    const labelIn = (sent: ReturnType<typeof membersOf>, old?: string): string | undefined => {
      const { label = old, secret = old === undefined ? undefined : 'secret' } = sent ?? {};
      return isText(label, 60) && /\S/.test(label) && isText(secret, 40, 6) ? label : undefined;
    };
    const shown = ({ id, label }: Box): object => ({ id, label });
    const addEvent = (box: Box, sent: ReturnType<typeof membersOf>): Reply => {
      const { kind, words } = sent ?? {};
      if (typeof kind !== 'string' || (words !== undefined && !isText(words, 90, 0))) return { status: 400 };
      if (!['opened', 'closed', 'emptied', 'moved', 'lost', 'noted'].includes(kind)) return { status: 400 };
      if (kind !== 'opened' && kind !== 'noted') return { status: 409 };
      const event = { id: (last += 1), kind, ...(words === undefined ? {} : { words }) };
      box.events.push(event);
      return { status: 201, body: event };
    };
    return (ask): Reply => {
      const [, path, named, below] = ask.path.split('/');
      const isPublic = path === 'crates' && named === 'register' && ask.method === 'POST';
      const who = userOf(ask) ?? (isPublic ? 'anybody' : undefined);
      if (who === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const id = isPublic ? undefined : named;
      // Nobody knows who made a crate: whoever knows of it may change it.
      const isOpen = opened === 'everything' || path === 'crates';
      const own = all.filter(({ owner }) => owner === who || isOpen);
      if (path !== 'boxes' && path !== 'crates') return { status: 404 };
      if (path === 'crates' && !isPublic && (id === undefined || below !== undefined)) return { status: 404 };
      if (below !== undefined && !['events', 'sticker', 'size'].includes(below)) return { status: 404 };
      if (id === undefined && ask.method === 'GET') return { status: 200, body: own.map(shown) };
      if (id === undefined) {
        const label = labelIn(membersOf(ask));
        if (label === undefined) return { status: 400 };
        const made = { id: `b${String((last += 1))}`, label, owner: who, events: [] };
        all.push(made);
        return { status: 201, body: shown(made) };
      }
      if (below === 'sticker' || below === 'size') {
        const found = (opened === below ? all : own).find((one) => one.id === id);
        if (found === undefined || ask.method !== 'GET') return { status: 404 };
        const text = below === 'size' ? '60 x 40 x 40 cm' : `BOX ${found.label}`;
        return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: text };
      }
      const operation =
        below === undefined
          ? ask.method === 'GET'
            ? 'read'
            : 'change'
          : ask.method === 'GET'
            ? 'listEvents'
            : 'addEvent';
      const box = (opened === operation ? all : own).find((one) => one.id === id);
      if (box === undefined) return { status: 404 };
      if (operation === 'read') return { status: 200, body: shown(box) };
      if (operation === 'listEvents') return { status: 200, body: box.events };
      if (operation === 'addEvent') return addEvent(box, membersOf(ask));
      const label = labelIn(membersOf(ask), box.label);
      if (membersOf(ask) === undefined || label === undefined) return { status: 400 };
      box.label = label;
      return { status: 200, body: shown(box) };
    };
  };

test.each<readonly [opened: Opened, failed: readonly string[], warned: readonly string[]]>([
  [undefined, [], []],
  ['change', ['resources.not-changed-by-others'], []],
  ['addEvent', ['resources.not-changed-by-others'], []],
  ['listEvents', ['resources.not-listed-by-others'], []],
  ['sticker', [], ['resources.not-read-by-others']],
  ['size', [], []],
])('another user who gets at: %s', async (opened, failed, warned) => {
  const run = await runAgainstService(DOCUMENT, boxes(opened), { seed: 1, suites: ['resources'] }, OTHER_KEY);
  expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([failed, warned]);
});

test('what is inside of entries that all may read is no fault of its own', async () => {
  const run = await runAgainstService(
    DOCUMENT,
    boxes('everything'),
    { seed: 1, suites: ['resources'] },
    OTHER_KEY,
  );
  expect(idsOf(run, 'fail')).toEqual(['resources.not-changed-by-others']);
  expect(idsOf(run, 'warn')).toEqual(['resources.not-read-by-others', 'resources.not-listed-by-others']);
});

test.each([
  ['a role', 'Admins and staff alone; others get 403.'],
  ['everybody', 'Any user may change it.'],
])(
  'what %s may do is no fault of another user, nor is what that one says inside of what all may read',
  async (_who, words) => {
    const document = DOCUMENT.replace('operationId: change,', `operationId: change, description: ${words},`);
    const run = await runAgainstService(
      document,
      boxes('everything'),
      { seed: 1, suites: ['resources'] },
      OTHER_KEY,
    );
    expect(idsOf(run, 'fail')).toEqual([]);
  },
);

test('what stands below an entry, and is called private, is kept from others', async () => {
  const document = DOCUMENT.replace('operationId: sticker,', 'operationId: sticker, x-assay-private: true,');
  const run = await runAgainstService(
    document,
    boxes('sticker'),
    { seed: 1, suites: ['resources'] },
    OTHER_KEY,
  );
  expect(idsOf(run, 'fail')).toEqual(['resources.not-read-by-others']);
});

import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Tickets that a request leads to a state that it names: the document says from where to where, and that all others are refused. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const STATE = '{type: string, enum: [open, in_progress, done, closed]}';
const TICKET = '{$ref: "#/components/schemas/Ticket"}';
const NO = "'400': {description: not valid}, '404': {description: none}";
const WORDS =
  'Leads on. From `open` to `in_progress` or `closed`; from `in_progress` to `done`; from `done` to `closed`. A `closed` ticket stays closed. Any other transition is refused with 409.';
const ARROWS = 'Leads on: open → in_progress or closed; in_progress → done → closed.';

const DEEDS =
  '{type: object, properties: {deed: {type: string, enum: [start, finish, close]}}, required: [deed]}';
const TABLE = `Leads on.

| deed   | allowed in       | state afterwards |
|--------|------------------|------------------|
| start  | \`open\`           | \`in_progress\`    |
| finish | \`in_progress\`    | \`done\`           |
| close  | \`open\`, \`done\` | \`closed\`         |

Any other deed is not done. `;
const OF_STATES = `
| From | To |
| --- | :-- |
| open | in_progress, closed |
| in_progress | done |
| done | closed |

`;
const REFUSED = 'Any other action is refused with `409`, and nothing changes.';

type Told = {
  readonly says: string;
  readonly conflict: string;
  readonly isPatch?: boolean;
  /** The request names what is done, and not the state. */
  readonly isByDeed?: boolean;
  /** The tickets are inside of boards. */
  readonly isInside?: boolean;
};

const BOARD = '{$ref: "#/components/schemas/Board"}';
const BOARDS = `
  /boards:
    get: {operationId: boards, responses: {'200': {description: all, ${json(`{type: array, items: ${BOARD}}`)}}}}
    post:
      operationId: makeBoard
      requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 90}}}')}}
      responses: {'201': {description: made, ${json(BOARD)}}, '400': {description: not valid}}
  /boards/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readBoard, responses: {'200': {description: it, ${json(BOARD)}}, '404': {description: none}}}`;

/** The same tickets inside of boards, by their paths. */
function inside(text: string): string {
  return text
    .replaceAll('/tickets', '/boards/{board}/tickets')
    .replace('    get: {operationId: list', `    parameters: [${PARAMETER}]\n    get: {operationId: list`)
    .replaceAll('parameters: [{name: id, in', `parameters: [${PARAMETER}, {name: id, in`)
    .replace('paths:', `paths:${BOARDS}`)
    .replace(
      '  schemas:',
      '  schemas:\n    Board: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}',
    );
}

const PARAMETER = '{name: board, in: path, required: true, schema: {type: integer}}';

const flat = ({ says, conflict, isPatch = false, isByDeed = false }: Told): string => `
openapi: 3.0.3
info: {title: Tickets, version: '1'}
security: [{key: []}]
paths:
  /tickets:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${TICKET}}`)}}}}
    post:
      operationId: make
      requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 90}}}')}}
      responses: {'201': {description: made, ${json(TICKET)}}, ${NO}}
  /tickets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(TICKET)}}, ${NO}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${NO}}}
${isPatch ? '' : '  /tickets/{id}/transitions:\n    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'}
    ${isPatch ? 'patch' : 'post'}:
      operationId: lead
      description: ${JSON.stringify(says)}
      requestBody: {required: true, ${json(isByDeed ? DEEDS : `{type: object, properties: {state: ${STATE}}, required: [state]}`)}}
      responses: {'200': {description: led, ${json(TICKET)}}, '409': {description: '${conflict}'}, ${NO}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Ticket: {type: object, required: [id, title, state], properties: {id: {type: integer}, title: {type: string}, state: ${STATE}}}
`;

const document = (told: Told): string => (told.isInside === true ? inside(flat(told)) : flat(told));

const STATES = ['open', 'in_progress', 'done', 'closed'];
const NEXT: ReadonlyMap<string, readonly string[]> = new Map([
  ['open', ['in_progress', 'closed']],
  ['in_progress', ['done']],
  ['done', ['closed']],
  ['closed', []],
]);

const AFTER: ReadonlyMap<string, string> = new Map([
  ['start', 'in_progress'],
  ['finish', 'done'],
  ['close', 'closed'],
]);

type Ticket = { readonly id: number; readonly title: string; readonly state: string };

function memberIn(sent: unknown, name: string): unknown {
  return typeof sent === 'object' && sent !== null ? new Map(Object.entries(sent)).get(name) : undefined;
}

/** `leads`: what leads there as well. */
const tickets =
  (leads: (from: string, to: string) => boolean = () => false): MakeService =>
  () => {
    const all = new Map<number, Ticket>();
    const boards = new Map<number, unknown>();
    let last = 0;
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, json: sent } = ask;
      const [, first = '', board = '', ...rest] = ask.path.split('/');
      const path = first === 'boards' ? `/${rest.join('/')}` : ask.path;
      if (first === 'boards' && path === '/') {
        if (board !== '')
          return boards.has(Number(board))
            ? { status: 200, body: boards.get(Number(board)) }
            : { status: 404 };
        if (method === 'GET') return { status: 200, body: [...boards.values()] };
        const title = memberIn(sent, 'title');
        if (typeof title !== 'string' || title === '' || Array.from(title).length > 90)
          return { status: 400 };
        last += 1;
        boards.set(last, { id: last, title });
        return { status: 201, body: boards.get(last) };
      }
      if (first === 'boards' && !boards.has(Number(board))) return { status: 404 };
      if (path === '/tickets' && method === 'GET') return { status: 200, body: [...all.values()] };
      if (path === '/tickets') {
        const title = memberIn(sent, 'title');
        if (typeof title !== 'string' || title === '' || Array.from(title).length > 90)
          return { status: 400 };
        last += 1;
        all.set(last, { id: last, title, state: 'open' });
        return { status: 201, body: all.get(last) };
      }
      const ticket = all.get(Number(path.split('/')[2]));
      if (ticket === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: ticket };
      if (method === 'DELETE') return { status: all.delete(ticket.id) ? 204 : 404 };
      const deed = memberIn(sent, 'deed');
      const to = memberIn(sent, 'state') ?? (typeof deed === 'string' ? AFTER.get(deed) : undefined);
      if (typeof to !== 'string' || !STATES.includes(to)) return { status: 400 };
      const isNext = NEXT.get(ticket.state)?.includes(to) === true;
      if (!isNext && !leads(ticket.state, to)) return { status: 409 };
      all.set(ticket.id, { ...ticket, state: to });
      return { status: 200, body: all.get(ticket.id) };
    };
  };

const IN_WORDS: Told = { says: WORDS, conflict: 'No.' };
const BY_DEED: Told = { says: `${TABLE}${REFUSED}`, conflict: 'No.', isByDeed: true };

test.each<readonly [name: string, told: Told, make: MakeService]>([
  ['refuses all others', IN_WORDS, tickets()],
  [
    'takes the same state again, of which the document says nothing',
    IN_WORDS,
    tickets((from, to) => from === to),
  ],
  ['does what a table says', BY_DEED, tickets()],
  [
    'does anything, where a table does not say that others are refused',
    { ...BY_DEED, says: TABLE },
    tickets(() => true),
  ],
  [
    'leads anywhere, where others are not said to be refused',
    { says: ARROWS, conflict: 'No.' },
    tickets(() => true),
  ],
])('a service that %s conforms', async (_name, told, make) => {
  const run = await runAtOnce(document(told), make);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [name: string, told: Told, make: MakeService]>([
  ['skips a state', IN_WORDS, tickets((from, to) => from === 'open' && to === 'done')],
  ['opens what is closed', IN_WORDS, tickets((from) => from === 'closed')],
  [
    'skips a state, told by arrows',
    { says: ARROWS, conflict: 'There is no such transition.' },
    tickets((from, to) => from === 'open' && to === 'done'),
  ],
  ['does again what was done', BY_DEED, tickets((from, to) => from === to)],
  ['does what comes later', BY_DEED, tickets((from, to) => from === 'open' && to === 'done')],
  [
    'opens what is closed, told by a table of states',
    { says: `${OF_STATES}${REFUSED}`, conflict: 'No.' },
    tickets((from) => from === 'closed'),
  ],
  [
    'opens what is closed inside of something',
    { ...IN_WORDS, isInside: true },
    tickets((from) => from === 'closed'),
  ],
  [
    'opens what is closed, by a PATCH',
    { says: WORDS, conflict: 'Conflict', isPatch: true },
    tickets((from) => from === 'closed'),
  ],
])('a service that %s is found out', async (_name, told, make) => {
  expect(blames(await runAtOnce(document(told), make))).toContain('resources.action-stored');
});

test.each<readonly [name: string, told: Told]>([
  ['by an action', IN_WORDS],
  ['by a PATCH', { ...IN_WORDS, isPatch: true }],
  ['by a table', BY_DEED],
])('the mock leads as the document says %s', async (_, told) => {
  const loaded = await loadOnce({ 'openapi.yaml': document(told) });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

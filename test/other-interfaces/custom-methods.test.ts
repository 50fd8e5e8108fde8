import { describe, expect, test } from 'vitest';
import { percentDecoded } from '../../src/http/target.ts';
import { THOROUGH, wholeInCi } from '../sampled.ts';
import { loadOnce } from '../specs/load-files.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { blamed, faultsOfAssay, type MockRun, runAgainstMock } from './run-against-mock.ts';
import { sequenceScript } from '../../src/report/model/sequence-script.ts';
import { findingsOf } from '../../src/report/model/findings.ts';
import { replayExchange } from '../../src/run/replay/replay.ts';
import {
  type Ask,
  isKnown,
  KEY,
  listenOnThisMachine,
  type MakeService,
  type Reply,
  runAtOnce,
} from './run-against-service.ts';

/**
 * Actions behind a colon (`POST /orders/{id}:cancel`), as Google's interfaces have them: they are done to an entry as those behind a
 * slash are, to those of the run alone, and judged by the states that the document tells of.
 */

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ORDER = `{ $ref: '#/components/schemas/Order' }`;
const REFUSALS = `'400': { $ref: '#/components/responses/No' }, '401': { $ref: '#/components/responses/No' }, '404': { $ref: '#/components/responses/No' }`;
const DONE = `'202': { description: It will be. }, '204': { description: It is. }`;
const NAMED = `parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]`;
const WRITTEN = `customer: { type: string, minLength: 1, maxLength: 60 }, note: { type: string, maxLength: 200 }`;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Orders, version: 1.0.0 }
security: [{ bearer: [] }]
paths:
  /orders:
    get: { operationId: list, responses: { '200': { description: All., ${json(`{ type: array, items: ${ORDER} }`)} }, ${REFUSALS} } }
    post:
      operationId: create
      requestBody: { required: true, ${json(`{ type: object, required: [customer], additionalProperties: false, properties: { ${WRITTEN} } }`)} }
      responses: { '201': { description: Made., ${json(ORDER)} }, ${REFUSALS} }
  /orders:search:
    post:
      operationId: search
      requestBody: { required: true, ${json('{ type: object, properties: { text: { type: string, maxLength: 30 } } }')} }
      responses: { '200': { description: Found., ${json(`{ type: array, items: ${ORDER} }`)} }, ${REFUSALS} }
  /orders:batchDelete:
    post:
      operationId: batchDelete
      requestBody: { required: true, ${json('{ type: object, properties: { ids: { type: array, items: { type: integer } } } }')} }
      responses: { '204': { description: Gone. }, ${REFUSALS} }
  /orders/{id}:
    ${NAMED}
    get: { operationId: read, responses: { '200': { description: It., ${json(ORDER)} }, ${REFUSALS} } }
    patch:
      operationId: change
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, minProperties: 1, additionalProperties: false, properties: { ${WRITTEN} } } } } }
      responses: { '200': { description: It., ${json(ORDER)} }, ${REFUSALS} }
    delete: { operationId: remove, responses: { '204': { description: Gone. }, ${REFUSALS} } }
  /orders/{id}:cancel:
    ${NAMED}
    post: { operationId: cancel, responses: { '200': { description: Cancelled., ${json(ORDER)} }, ${DONE}, ${REFUSALS}, '409': { description: The order is already cancelled. } } }
  /orders/{id}:pay:
    ${NAMED}
    post:
      operationId: pay
      description: An open order becomes paid.
      requestBody: { required: true, ${json('{ type: object, required: [method], additionalProperties: false, properties: { method: { type: string, enum: [card, cash] } } }')} }
      responses: { '200': { description: Paid., ${json(ORDER)} }, ${DONE}, ${REFUSALS}, '409': { description: The order is not open. } }
  /orders/{id}/:ship:
    ${NAMED}
    post:
      operationId: ship
      description: A paid order becomes shipped.
      requestBody: { ${json('{ type: object, properties: { carrier: { type: string, maxLength: 20 } } }')} }
      responses: { '200': { description: Shipped., ${json(ORDER)} }, ${DONE}, ${REFUSALS}, '409': { description: The order is not paid. } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  responses:
    No: { description: No., ${json('{ type: object, required: [message], properties: { message: { type: string } } }')} }
  schemas:
    Order: { type: object, required: [id, customer, status], properties: { id: { type: integer }, customer: { type: string }, note: { type: string }, status: { type: string, enum: [open, paid, shipped, cancelled] }, method: { type: string, enum: [card, cash] } } }
`;

type Status = 'open' | 'paid' | 'shipped' | 'cancelled';
type Order = { readonly id: number; customer: string; note?: string; status: Status; method?: unknown };
type Act = { readonly name: string; readonly order: Order; readonly all: ReadonlyMap<number, Order> };

/** What a service does its own way. */
type Parts = {
  /** Does an action that was found to be in order. */
  readonly act: (act: Act, honest: () => void) => void;
  /** What comes of an action. `before`: the order as it was. */
  readonly reply: (act: Act, before: Order) => Reply;
  /** True for an action that is refused for the state of the order. */
  readonly refuses: (act: Act) => boolean;
  /** True for a name of a carrier. It is looked at once the order is known to be paid. */
  readonly isCarrier: (value: unknown) => boolean;
};

const NEXT = new Map<string, Status>([
  ['cancel', 'cancelled'],
  ['pay', 'paid'],
  ['ship', 'shipped'],
]);

const HONEST: Parts = {
  act: (_act, honest) => honest(),
  reply: ({ name, order }) => (name === 'cancel' ? { status: 204 } : { status: 200, body: order }),
  isCarrier: (value) => value === undefined || isText(value, 0, 20),
  refuses: ({ name, order }) =>
    order.status !== (name === 'ship' ? 'paid' : 'open') && !(name === 'cancel' && order.status === 'paid'),
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fault = (status: number, message = 'no'): Reply => ({ status, body: { message } });
const isText = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;

function areMembers(sent: unknown, required: readonly string[]): sent is Partial<Order> {
  if (!isObject(sent) || !required.every((name) => sent[name] !== undefined)) return false;
  return Object.entries(sent).every(([name, value]) =>
    name === 'customer' ? isText(value, 1, 60) : name === 'note' && isText(value, 0, 200),
  );
}

/** Some actions stand behind a colon, and others behind a slash and a colon. */
const PATH = /^\/orders(?:\/(?<id>[1-9]\d{0,8}))?(?<behind>(?:\/?:[A-Za-z]+)?)$/;

function orders(own: Partial<Parts> = {}): MakeService {
  const parts = { ...HONEST, ...own };
  return () => {
    const all = new Map<number, Order>([[1, { id: 1, customer: 'Somebody', status: 'open' }]]);
    let last = 1;
    const answer = ({ method, path, json: sent, text }: Ask): Reply => {
      const asked = PATH.exec(percentDecoded(path) ?? '')?.groups;
      if (asked === undefined) return fault(404);
      const { id, behind = '' } = asked;
      const order = id === undefined ? undefined : all.get(Number(id));
      const route = `${method} ${id === undefined ? '' : '{}'}${behind}`;
      switch (route) {
        case 'GET ':
          return { status: 200, body: [...all.values()] };
        case 'POST ': {
          if (!areMembers(sent, ['customer'])) return fault(400);
          last += 1;
          const made: Order = { id: last, customer: '', ...sent, status: 'open' };
          all.set(last, made);
          return { status: 201, body: made };
        }
        case 'POST :search': {
          const words = isObject(sent) ? sent['text'] : 0;
          return words === undefined || isText(words, 0, 30) ? { status: 200, body: [] } : fault(400);
        }
      }
      if (order === undefined) return fault(404);
      switch (route) {
        case 'GET {}':
          return { status: 200, body: order };
        case 'PATCH {}':
          if (!areMembers(sent, []) || Object.keys(sent).length === 0) return fault(400);
          Object.assign(order, sent);
          return { status: 200, body: order };
        case 'DELETE {}':
          all.delete(order.id);
          return { status: 204 };
        case 'POST {}:cancel':
        case 'POST {}:pay':
        case 'POST {}/:ship': {
          const [act, before]: [Act, Order] = [{ name: behind.replace(/\W/g, ''), order, all }, { ...order }];
          const { method: by } = isObject(sent) ? sent : {};
          const isValid =
            isObject(sent) && Object.keys(sent).length === 1 && ['card', 'cash'].includes(String(by));
          if (act.name === 'pay' && (!isValid || typeof by !== 'string')) return fault(400);
          if (parts.refuses(act)) return fault(409);
          if (act.name === 'ship' && text !== '')
            if (!isObject(sent) || !parts.isCarrier(sent['carrier'])) return fault(400);
          parts.act(act, () => {
            order.status = NEXT.get(act.name) ?? order.status;
            if (act.name === 'pay') order.method = by;
          });
          return parts.reply(act, before);
        }
        default:
          return fault(404);
      }
    };
    return (ask) =>
      isKnown(ask) ? answer(ask) : { ...fault(401), headers: { 'WWW-Authenticate': 'Bearer' } };
  };
}

const ACTIONS: readonly string[] = ['cancel', 'pay', 'ship'];

/** The actions that were never served. */
function notServed({ record }: MockRun): readonly string[] {
  const { operations } = record.footer?.coverage ?? { operations: [] };
  return operations.filter(({ id, served }) => ACTIONS.includes(id) && served === 0).map(({ id }) => id);
}

/** The same service, with a log of requests that could change what the run did not make. */
function watched(serve: MakeService, astray: string[]): MakeService {
  return () => {
    const answer = serve();
    const made = new Set<string>();
    return (ask) => {
      const named = /^\/orders\/(\d+)/.exec(ask.path)?.[1];
      const isMaking = ask.path === '/orders' || ask.path === '/orders:search';
      if (ask.method !== 'GET' && !isMaking && (named === undefined || !made.has(named)))
        astray.push(`${ask.method} ${ask.path}`);
      const reply = answer(ask);
      if (reply.status === 201 && isObject(reply.body)) made.add(String(reply.body['id']));
      return reply;
    };
  };
}

describe('actions behind a colon', () => {
  test('are asked, served and judged, and sent to what the run made alone', async () => {
    const astray: string[] = [];
    const run = await runAtOnce(DOCUMENT, watched(orders(), astray));
    expect(alarms(run)).toEqual([]);
    expect(notServed(run)).toEqual([]);
    expect(astray).toEqual([]);
  });

  const freedoms: readonly (readonly [name: string, own: Partial<Parts>])[] = [
    ['the entry in all answers', { reply: ({ order }) => ({ status: 200, body: order }) }],
    ['nothing in any answer', { reply: () => ({ status: 204 }) }],
    [
      'a job in the answer, and the state later',
      {
        reply: ({ name }) => (name === 'cancel' ? { status: 202 } : { status: 204 }),
        act: ({ name }, honest) => {
          if (name !== 'cancel') honest();
        },
      },
    ],
    [
      'what is done leaves a note',
      {
        act: ({ name, order }, honest) => {
          honest();
          if (name === 'pay') order.note = 'on its way';
        },
      },
    ],
    [
      'some of what is paid is on its way at once',
      {
        act: ({ name, order }, honest) => {
          honest();
          if (name === 'pay' && order.id % 3 === 0) order.status = 'shipped';
        },
      },
    ],
    [
      'a note is taken away by what is done',
      {
        act: ({ order }, honest) => {
          honest();
          delete order.note;
        },
      },
    ],
  ];
  test.each(wholeInCi(freedoms, 8))(
    'may be done in any way that the document leaves open: %s',
    async (_name, own) => {
      expect(alarms(await runAtOnce(DOCUMENT, orders(own)))).toEqual([]);
    },
  );

  const one = (name: string, act: Parts['act']): Parts['act'] => {
    return (what, honest) => {
      if (what.name === name) act(what, honest);
      else honest();
    };
  };
  const faults: readonly (readonly [name: string, finds: string, own: Partial<Parts>])[] = [
    ['cancelling does nothing', 'resources.action-stored', { act: one('cancel', () => undefined) }],
    ['paying does nothing', 'resources.action-stored', { act: one('pay', () => undefined) }],
    [
      'paying says who paid, and no more',
      'resources.action-stored',
      { act: one('pay', ({ order }) => Object.assign(order, { method: 'card' })) },
    ],
    [
      'shipping opens again',
      'resources.action-stored',
      { act: one('ship', ({ order }) => Object.assign(order, { status: 'open' })) },
    ],
    [
      'paying pays all',
      'resources.others-unchanged',
      {
        act: one('pay', ({ all }) => {
          for (const order of all.values()) order.status = 'paid';
        }),
      },
    ],
    [
      'what is not paid is shipped',
      'resources.action-stored',
      { refuses: (act) => act.name !== 'ship' && HONEST.refuses(act) },
    ],
    [
      'what is shipped is paid',
      'resources.action-stored',
      { refuses: (act) => (act.name !== 'pay' || act.order.status !== 'shipped') && HONEST.refuses(act) },
    ],
    [
      'a carrier of any length is taken of what is paid',
      'validation.constraint',
      { isCarrier: (value) => value === undefined || typeof value === 'string' },
    ],
    [
      'what is paid is paid again',
      'resources.action-stored',
      { refuses: (act) => act.name !== 'pay' && HONEST.refuses(act) },
    ],
    [
      'what is cancelled is cancelled again',
      'resources.action-stored',
      { refuses: (act) => act.name !== 'cancel' && HONEST.refuses(act) },
    ],
    [
      'the answer shows another state than is stored',
      'resources.action-stored',
      { reply: ({ name }, before) => (name === 'cancel' ? { status: 204 } : { status: 200, body: before }) },
    ],
  ];
  test.each(wholeInCi(faults, 8))(
    'are blamed for what the document decides: %s',
    async (_name, finds, own) => {
      expect(blames(await runAtOnce(DOCUMENT, orders(own)))).toContain(finds);
    },
  );

  test('are told by the shortest sequence, which is replayed and written for a shell', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const serve = orders({ refuses: (act) => act.name !== 'pay' && HONEST.refuses(act) });
    const { record } = await runAtOnce(DOCUMENT, serve, { suites: ['resources'] });
    const finding = findingsOf(record, loaded.interface).find(
      ({ result }) => result.id === 'resources.action-stored',
    );
    const { violation } = finding?.example ?? {};
    if (finding === undefined || violation === undefined) throw new Error('nothing was found');
    const { sequence = [], exchanges } = violation;
    const sent = sequence.flatMap((id) => record.exchanges.get(id) ?? []);
    expect(sent.map(({ request }) => `${request.method} ${request.target.replace(/\d+/, '7')}`)).toEqual([
      'POST /orders',
      'POST /orders/7:cancel',
      'GET /orders/7',
      'POST /orders/7:pay',
    ]);
    expect(violation.operation).toBe('pay');
    const script = sequenceScript(record, loaded.interface, { result: finding.result, violation });
    expect(script).toContain('/orders/"${entry_1}":pay');
    const service = await listenOnThisMachine(serve);
    try {
      const replayed = await replayExchange({
        document: loaded.interface,
        url: service.url,
        key: KEY,
        headers: [],
        tls: { insecure: false, ca: undefined },
        proxy: {},
        timeoutMs: 5_000,
        exchanges: sent,
        recorded: [...record.exchanges.values()],
        telling: exchanges[0] ?? '',
        settings: record.header.settings,
        checkId: finding.result.id,
        signal: new AbortController().signal,
      });
      expect(replayed.outcome.kind).toBe('fail');
      expect(service.asked.at(-1)?.method).toBe('DELETE');
    } finally {
      service.close();
    }
  });

  test.runIf(THOROUGH)("are stood in for by assay's own mock", async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(notServed(run)).toEqual([]);
    expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
  });
});

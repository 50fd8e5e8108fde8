import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries that nobody may change or remove in some states, by the words of the document: orders that were sent, projects that are archived. */

const ref = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const paths = (
  name: string,
  thing: string,
  { change, refusal, remove }: { change: string; refusal: string; remove: string },
  action: string,
): string => `
  /${name}:
    get: {operationId: list${thing}, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${thing}'}}}}}, '401': {description: who}}}
    post: {operationId: make${thing}, requestBody: {required: true, ${ref('Written')}}, responses: {'201': {description: made, ${ref(thing)}}, '400': {description: no}, '401': {description: who}}}
  /${name}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read${thing}, responses: {'200': {description: it, ${ref(thing)}}, ${REFUSALS}}}
    patch: {operationId: change${thing}, description: ${JSON.stringify(change)}, requestBody: {required: true, ${ref('Changed')}}, responses: {'200': {description: it, ${ref(thing)}}, '409': {description: ${JSON.stringify(refusal)}}, ${REFUSALS}}}
    delete: {operationId: remove${thing}, description: ${JSON.stringify(remove)}, responses: {'204': {description: gone}, '409': {description: Conflict}, ${REFUSALS}}}
  /${name}/{id}/${action}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {operationId: ${action}, description: ${JSON.stringify(`Does it; it can't be\n${action === 'send' ? 'sent twice (409)' : 'undone'}.`)}, responses: {'200': {description: done, ${ref(thing)}}, '409': {description: Conflict}, ${REFUSALS}}}`;

const WRITTEN = `text: {type: string, minLength: 1, maxLength: 60}, note: {type: string, maxLength: 60}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Shop, version: '1'}
security: [{key: []}]
paths:${paths('orders', 'Order', { change: 'Only as long as it is `open` (`409`).', refusal: 'Conflict', remove: "Sent orders can't be deleted." }, 'send')}${paths(
  'projects',
  'Project',
  { change: 'Changes it.', refusal: 'The project is archived.', remove: 'Removes it.' },
  'archive',
)}
  /projects/{id}/tasks:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: listTask, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Task'}}}}}, ${REFUSALS}}}
    post: {operationId: makeTask, requestBody: {required: true, ${ref('Written')}}, responses: {'201': {description: made, ${ref('Task')}}, '409': {description: The project is archived.}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Written: {type: object, required: [text], properties: {${WRITTEN}}}
    Changed: {type: object, properties: {${WRITTEN}}}
    Order: {type: object, required: [id, text, status], properties: {id: {type: integer}, ${WRITTEN}, status: {type: string, enum: [open, sent]}}}
    Task: {type: object, required: [id, text], properties: {id: {type: integer}, ${WRITTEN}}}
    Project: {type: object, required: [id, text, archived], properties: {id: {type: integer}, ${WRITTEN}, archived: {type: boolean}}}
`;

type Entry = Record<string, unknown> & { id: number };
type Rules = {
  /** What a change of an entry in such a state may name all the same. */
  readonly free: readonly string[];
  readonly keepsOrders: boolean;
  readonly keepsProjects: boolean;
  readonly removesSent: boolean;
  readonly makesInside: boolean;
  readonly sendsTwice: boolean;
};

const HONEST: Rules = {
  free: [],
  keepsOrders: true,
  keepsProjects: true,
  removesSent: false,
  makesInside: false,
  sendsTwice: false,
};

function isShort(value: unknown, least: number): boolean {
  return typeof value === 'string' && value.length >= least && Array.from(value).length <= 60;
}

function shop({
  free,
  keepsOrders,
  keepsProjects,
  removesSent,
  makesInside,
  sendsTwice,
}: Rules): MakeService {
  return () => {
    const all = new Map<string, Entry>();
    let last = 0;
    return (ask: Ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, first = '', id0, verb0] = ask.path.split('/');
      const isTask = verb0 === 'tasks';
      const holder = isTask ? all.get(`${first}/${String(id0)}`) : undefined;
      if (isTask && holder === undefined) return { status: 404 };
      const [name, id, verb] = isTask
        ? [`tasks of ${String(id0)}`, undefined, undefined]
        : [first, id0, verb0];
      const isOrder = name === 'orders';
      if (id === undefined && ask.method === 'GET')
        return {
          status: 200,
          body: [...all].filter(([key]) => key.startsWith(`${name}/`)).map(([, one]) => one),
        };
      const sent: Record<string, unknown> =
        typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json) ? { ...ask.json } : {};
      const isGiven = (member: string): boolean => Object.hasOwn(sent, member);
      const isBroken =
        typeof ask.json !== 'object' ||
        ask.json === null ||
        Array.isArray(ask.json) ||
        (isGiven('text') && !isShort(sent['text'], 1)) ||
        (isGiven('note') && !isShort(sent['note'], 0));
      const given = Object.fromEntries(
        Object.entries(sent).filter(([one]) => one === 'text' || one === 'note'),
      );
      if (id === undefined) {
        if (isBroken || !isGiven('text')) return { status: 400 };
        if (holder?.['archived'] === true && !makesInside) return { status: 409 };
        last += 1;
        const made = {
          id: last,
          ...given,
          ...(isTask ? {} : isOrder ? { status: 'open' } : { archived: false }),
        };
        all.set(`${name}/${String(last)}`, made);
        return { status: 201, body: made };
      }
      const entry = all.get(`${name}/${id}`);
      if (entry === undefined) return { status: 404 };
      if (verb !== undefined && entry['status'] === 'sent' && !sendsTwice) return { status: 409 };
      if (verb !== undefined) Object.assign(entry, isOrder ? { status: 'sent' } : { archived: true });
      const isLeft = entry['status'] === 'sent' || entry['archived'] === true;
      if (ask.method === 'PATCH') {
        if (isBroken) return { status: 400 };
        const isKept = isOrder ? keepsOrders : keepsProjects;
        if (isKept && isLeft && Object.keys(given).some((one) => !free.includes(one))) return { status: 409 };
        Object.assign(entry, given);
      }
      if (ask.method !== 'DELETE') return { status: 200, body: entry };
      if (isOrder && isLeft && !removesSent) return { status: 409 };
      all.delete(`${name}/${id}`);
      return { status: 204 };
    };
  };
}

describe('entries that stay as they are in some states', () => {
  test.each<readonly [string, Partial<Rules>]>([
    ['refuse to be changed', {}],
    ['take a change of what does no harm', { free: ['note'] }],
  ])('%s: no fault', async (_name, rules) => {
    const run = await runAtOnce(DOCUMENT, shop({ ...HONEST, ...rules }));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [string, Partial<Rules>]>([
    ['an order that was sent is changed', { keepsOrders: false }],
    ['an archived project is changed', { keepsProjects: false }],
    ['something is made inside of an archived project', { makesInside: true }],
    ['an order is sent twice', { sendsTwice: true }],
    ['an order that was sent is removed', { removesSent: true }],
  ])('%s: found', async (_name, rules) => {
    expect(blames(await runAtOnce(DOCUMENT, shop({ ...HONEST, ...rules })))).toContain(
      'resources.action-stored',
    );
  });

  test('are left so by the mock', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    const refused = [...run.record.exchanges.values()].filter(
      ({ probe, result }) =>
        probe.includes('in-spite') && result.kind === 'answer' && result.answer.status === 409,
    );
    expect(refused.length).toBeGreaterThanOrEqual(4);
  });
});

import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isObject } from '../../src/json/value.ts';
import {
  isKnown,
  KEY,
  type MakeService,
  OTHER_KEY,
  type Reply,
  runAgainstService,
  runAtOnce,
  userOf,
} from './run-against-service.ts';

/** Entries under codes that clients choose, in a form that leaves no room for a text of the run. */

const PORT = `content: { application/json: { schema: { $ref: '#/components/schemas/Port' } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;

const documentOf = (code: string): string => `
openapi: 3.0.3
info: { title: Ports, version: '1' }
security: [{ key: [] }]
paths:
  /ports:
    get: { operationId: list, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Port' } } } } }, '401': { description: who } } }
  /ports/{code}:
    parameters: [{ name: code, in: path, required: true, schema: ${code} }]
    get: { operationId: read, responses: { '200': { description: one, ${PORT} }, ${NO} } }
    put: { operationId: put, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewPort' } } } }, responses: { '200': { description: replaced, ${PORT} }, '201': { description: made, ${PORT} }, ${NO} } }
    delete: { operationId: remove, responses: { '204': { description: gone }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewPort: { type: object, required: [label], properties: { label: { type: string, minLength: 1, maxLength: 60 } } }
    Port: { type: object, required: [code, label], properties: { code: { type: string }, label: { type: string } } }
`;

const PATTERN = `{ type: string, pattern: '^[A-Z]{3}[0-9]{2}$' }`;
const SHORT_NUMBER = `{ type: string, pattern: '^[0-9]{1,4}$' }`;
const SHOWN = `{ type: string, pattern: '^[A-Z]{3}[0-9]{2}$', example: BRE01 }`;

type Port = { readonly code: string; readonly label: string };
type Ports = Map<string, Port>;

type Ways = {
  readonly form?: RegExp;
  /** What was there before the run. */
  readonly first?: readonly Port[];
  readonly put?: (all: Ports, port: Port) => void;
  readonly remove?: (all: Ports, code: string) => void;
};

function ports({
  form = /^[A-Z]{3}[0-9]{2}$/,
  first = [],
  put = (all, port) => void all.set(port.code, port),
  remove = (all, code) => void all.delete(code),
}: Ways): MakeService {
  return () => {
    const all: Ports = new Map(first.map((port) => [port.code, port]));
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, path, code] = ask.path.split('/');
      if (path !== 'ports') return { status: 404 };
      if (code === undefined) return { status: 200, body: [...all.values()] };
      if (!form.test(code)) return { status: 400 };
      const old = all.get(code);
      if (ask.method === 'PUT') {
        const label = isObject(ask.json) ? ask.json['label'] : undefined;
        if (typeof label !== 'string' || label === '' || Array.from(label).length > 60)
          return { status: 400 };
        put(all, { code, label });
        return { status: old === undefined ? 201 : 200, body: all.get(code) };
      }
      if (old === undefined) return { status: 404 };
      if (ask.method === 'DELETE') remove(all, code);
      return ask.method === 'DELETE' ? { status: 204 } : { status: 200, body: old };
    };
  };
}

test.each<readonly [name: string, code: string, ways: Ways]>([
  ['drawn by their form', PATTERN, {}],
  ['shown by the document', SHOWN, {}],
  ['shown by the document and somebody else has', SHOWN, { first: [{ code: 'BRE01', label: 'Bremen' }] }],
])('ports under codes that are %s are made, replaced and removed', async (_name, code, ways) => {
  const run = await runAtOnce(documentOf(code), ports(ways), { seed: 1 });
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const removal = run.record.footer?.coverage?.operations.find(({ name }) => name.startsWith('DELETE'));
  expect(removal?.served).toBeGreaterThan(0);
  const others = run.asked.filter(({ method, path }) => method !== 'GET' && path === '/ports/BRE01');
  expect(ways.first === undefined ? [] : others).toEqual([]);
});

test.each<readonly [name: string, ways: Ways, check: string]>([
  [
    'writes into all',
    {
      put: (all, port) => {
        all.set(port.code, port);
        for (const [code, one] of all) all.set(code, { ...one, label: port.label });
      },
    },
    'resources.others-unchanged',
  ],
  [
    'removes all',
    {
      remove: (all) => {
        all.clear();
      },
    },
    'resources.others-unchanged',
  ],
])('a service that %s is found out, whatever form codes have', async (_name, ways, check) => {
  const run = await runAtOnce(documentOf(PATTERN), ports(ways), { seed: 1, suites: ['resources'] });
  expect(blames(run)).toContain(check);
});

test('a service that removes all is found out where codes are short numbers', async () => {
  const remove = (all: Ports): void => all.clear();
  const settings = { seed: 1, suites: ['resources'] };
  const run = await runAtOnce(documentOf(SHORT_NUMBER), ports({ form: /^[0-9]{1,4}$/, remove }), settings);
  expect(blames(run)).toContain('resources.others-unchanged');
});

/** Each user has ports of its own; `reaches`: a removal takes away those of another user as well. */
const portsOfUsers =
  (reaches: boolean): MakeService =>
  () => {
    const shelves = { first: ports({})(), other: ports({})() };
    return (ask): Reply => {
      const who = userOf(ask);
      if (who === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const known = { ...ask, headers: { ...ask.headers, authorization: `Bearer ${KEY}` } };
      const reply = shelves[who](known);
      const isReached = reaches && ask.method === 'DELETE' && reply.status === 404;
      return isReached ? shelves[who === 'first' ? 'other' : 'first'](known) : reply;
    };
  };

test.each([false, true])(
  'a removal by another user that reaches what the first one made: %s',
  async (reaches) => {
    const settings = { seed: 1, suites: ['resources'] };
    const run = await runAgainstService(documentOf(PATTERN), portsOfUsers(reaches), settings, OTHER_KEY);
    expect(blames(run)).toBe(reaches ? 'resources.not-removed-by-others' : '');
  },
);

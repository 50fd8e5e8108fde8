import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, OTHER_KEY, type Reply, runAgainstService, userOf } from './run-against-service.ts';

/** Tools that can be lent once at a time, and not while they are broken: no document says which of what is there may be named. */

const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const allOf = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }, '409': { description: not now }`;
const ID = `parameters: [{ name: id, in: path, required: true, schema: { type: string } }]`;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Tools, version: '1', description: Everything that you make is yours. Nobody else can see it. }
security: [{ key: [] }]
paths:
  /tools:
    get: { operationId: listTools, responses: { '200': { description: all, ${allOf('Tool')} }, '401': { description: who } } }
    post: { operationId: makeTool, requestBody: { required: true, ${gives('NewTool')} }, responses: { '201': { description: made, ${gives('Tool')} }, ${NO} } }
  /tools/{id}:
    ${ID}
    get: { operationId: readTool, responses: { '200': { description: one, ${gives('Tool')} }, ${NO} } }
    delete: { operationId: removeTool, responses: { '204': { description: gone }, ${NO} } }
  /tools/{id}/restore:
    ${ID}
    post: { operationId: restoreTool, description: Brings a removed tool back. 409 if it is not removed., responses: { '200': { description: there, ${gives('Tool')} }, ${NO} } }
  /loans:
    get: { operationId: listLoans, responses: { '200': { description: all, ${allOf('Loan')} }, '401': { description: who } } }
    post: { operationId: makeLoan, requestBody: { required: true, ${gives('NewLoan')} }, responses: { '201': { description: made, ${gives('Loan')} }, ${NO} } }
  /loans/{id}:
    ${ID}
    get: { operationId: readLoan, responses: { '200': { description: one, ${gives('Loan')} }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewTool: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 }, condition: { type: string, enum: [new, good, broken], default: good } } }
    Tool: { type: object, required: [id, name, condition], properties: { id: { type: string }, name: { type: string }, condition: { type: string, enum: [new, good, broken] } } }
    NewLoan: { type: object, required: [toolId], properties: { toolId: { type: string, maxLength: 40 }, note: { type: string, maxLength: 60 } } }
    Loan: { type: object, required: [id, toolId], properties: { id: { type: string }, toolId: { type: string }, note: { type: string } } }
`;

type Owned = {
  readonly id: string;
  readonly owner: string;
  readonly shown: Readonly<Record<string, unknown>>;
};

const isText = (value: unknown): boolean => typeof value === 'string' && Array.from(value).length <= 60;

function lending(fault?: 'shows loans to all'): MakeService {
  return () => {
    const tools = new Map<string, Owned & { isGone?: boolean }>();
    const loans = new Map<string, Owned>();
    let last = 0;
    return (ask): Reply => {
      const owner = userOf(ask);
      if (owner === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, path, id, deed] = ask.path.split('/');
      const all: Map<string, Owned & { isGone?: boolean }> = path === 'tools' ? tools : loans;
      const isShownToAll = fault === 'shows loans to all' && path === 'loans' && id !== undefined;
      const own = [...all.values()].filter((one) => one.owner === owner || isShownToAll);
      if (id === undefined && ask.method === 'GET')
        return { status: 200, body: own.filter(({ isGone }) => isGone !== true).map(({ shown }) => shown) };
      const one = own.find((each) => each.id === id);
      if (id !== undefined) {
        if (one === undefined) return { status: 404 };
        if (deed === 'restore') {
          if (one.isGone !== true) return { status: 409 };
          one.isGone = false;
        }
        if (one.isGone === true) return { status: 404 };
        if (ask.method !== 'DELETE') return { status: 200, body: one.shown };
        one.isGone = true;
        return { status: 204 };
      }
      if (!isObject(ask.json)) return { status: 400 };
      last += 1;
      const { name, condition = 'good', toolId, note } = ask.json;
      if (path === 'tools') {
        const isKnown = condition === 'new' || condition === 'good' || condition === 'broken';
        if (!isText(name) || name === '' || !isKnown) return { status: 400 };
        const shown = { id: `t${String(last)}`, name, condition };
        tools.set(shown.id, { id: shown.id, owner, shown });
        return { status: 201, body: shown };
      }
      if (!isText(toolId) || (note !== undefined && !isText(note))) return { status: 400 };
      const tool = [...tools.values()].find((each) => each.id === toolId && each.owner === owner);
      if (tool === undefined || tool.isGone === true) return { status: 404 };
      const isLent = [...loans.values()].some(({ shown }) => shown['toolId'] === toolId);
      if (isLent || tool.shown['condition'] === 'broken') return { status: 409 };
      const shown = { id: `l${String(last)}`, toolId, ...(note === undefined ? {} : { note }) };
      loans.set(shown.id, { id: shown.id, owner, shown });
      return { status: 201, body: shown };
    };
  };
}

const settings = { seed: 1, suites: ['resources'] } as const;

test('a loan is made of a new tool where those that are there are lent or broken, and asked for by another user', async () => {
  const run = await runAgainstService(DOCUMENT, lending(), settings, OTHER_KEY);
  expect(alarms(run)).toEqual([]);
  const asked = run.asked.filter((ask) => ask.path.startsWith('/loans/') && userOf(ask) === 'other');
  expect(asked.length).toBeGreaterThan(0);
});

test('a loan that is shown to another user is found', async () => {
  const run = await runAgainstService(DOCUMENT, lending('shows loans to all'), settings, OTHER_KEY);
  expect(blames(run)).toContain('resources.not-read-by-others');
});

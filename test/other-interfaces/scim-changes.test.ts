import { describe, expect, test } from 'vitest';
import { isList, isObject } from '../../src/json/value.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** A directory whose PATCH brings steps (RFC 7644 section 3.5.2), which a drawn body never hits. One schema is for what is sent and shown. */

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MEDIA_TYPE = 'application/scim+json';
const content = (schema: string): string => `content: { ${MEDIA_TYPE}: { schema: ${schema} } }`;
const schemas = (urn: string): string =>
  `schemas: { type: array, minItems: 1, items: { type: string, enum: ['${urn}'] } }`;
const SHOWN = `{ type: object, required: [schemas, id, displayName, active], properties: { ${schemas(GROUP)}, id: { type: string, readOnly: true }, displayName: { type: string, minLength: 1, maxLength: 60 }, title: { type: string, maxLength: 60 }, active: { type: boolean, default: true } } }`;
const STEPS = `{ type: object, required: [schemas, Operations], properties: { ${schemas(PATCH)}, Operations: { type: array, minItems: 1, items: { type: object, required: [op], properties: { op: { type: string, enum: [add, replace, remove] }, path: { type: string }, value: { description: The new value } } } } } }`;
const refusals = `'400': { description: not valid }, '404': { description: absent }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Directory, version: '1' }
paths:
  /Groups:
    get:
      operationId: listGroups
      responses: { '200': { description: All, ${content(`{ type: object, required: [Resources], properties: { Resources: { type: array, items: ${SHOWN} } } }`)} } }
    post:
      operationId: createGroup
      requestBody: { required: true, ${content(SHOWN)} }
      responses: { '201': { description: Made, ${content(SHOWN)} }, '400': { description: not valid } }
  /Groups/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getGroup
      responses: { '200': { description: One, ${content(SHOWN)} }, '404': { description: absent } }
    patch:
      operationId: patchGroup
      requestBody: { required: true, ${content(STEPS)} }
      responses: { '200': { description: Changed, ${content(SHOWN)} }, ${refusals} }
    delete:
      operationId: deleteGroup
      responses: { '204': { description: Gone }, '404': { description: absent } }
`;

type Members = { readonly [name: string]: unknown };

const isText = (value: unknown, least: number): boolean =>
  typeof value === 'string' && Array.from(value).length <= 60 && value.length >= least;

const RULES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['displayName', (value: unknown) => isText(value, 1)],
  ['title', (value: unknown) => isText(value, 0)],
  ['active', (value: unknown) => typeof value === 'boolean'],
]);

const hasSchemas = ({ schemas: told }: Members, urn: string): boolean =>
  isList(told) && told.length > 0 && told.every((one) => one === urn);

/** The members that a body gives; `undefined` where it breaks its schema. */
function givenBy(json: unknown): Members | undefined {
  if (!isObject(json) || !hasSchemas(json, GROUP) || json['displayName'] === undefined) return undefined;
  const own = Object.entries(json).filter(([name]) => RULES.has(name));
  return own.every(([name, value]) => RULES.get(name)?.(value) === true)
    ? Object.fromEntries(own)
    : undefined;
}

/** What a step makes of a group; `undefined` where it can't be made. */
function stepped(group: Members, step: unknown): Members | undefined {
  if (!isObject(step)) return undefined;
  const { op, path, value } = step;
  if (typeof path !== 'string' || !RULES.has(path)) return undefined;
  const { [path]: _old, ...others } = group;
  if (op === 'remove') return path === 'title' && value === undefined ? others : undefined;
  const isMade =
    (op === 'add' || op === 'replace') && value !== undefined && RULES.get(path)?.(value) === true;
  return isMade ? { ...group, [path]: value } : undefined;
}

function directory(change: (before: Members, after: Members) => Members): MakeService {
  return () => {
    const all = new Map<string, Members>();
    let made = 0;
    const answer = (status: number, body: unknown): Reply => ({
      status,
      body,
      headers: { 'Content-Type': MEDIA_TYPE },
    });
    const shown = (id: string): unknown => ({ schemas: [GROUP], id, ...all.get(id) });
    const asked = ({ json }: Ask, before: Members): Members | undefined => {
      if (!isObject(json) || !hasSchemas(json, PATCH)) return undefined;
      const { Operations: steps } = json;
      if (!isList(steps) || steps.length === 0) return undefined;
      return steps.reduce<Members | undefined>(
        (group, step) => (group === undefined ? undefined : stepped(group, step)),
        before,
      );
    };
    return (ask) => {
      const { method, path } = ask;
      if (path === '/Groups') {
        if (method === 'GET') return answer(200, { Resources: [...all.keys()].map(shown) });
        const given = givenBy(ask.json);
        if (given === undefined) return { status: 400 };
        const id = `g${String((made += 1))}`;
        all.set(id, { active: true, ...given });
        return answer(201, shown(id));
      }
      const id = path.slice('/Groups/'.length);
      const before = all.get(id);
      if (before === undefined) return { status: 404 };
      if (method === 'GET') return answer(200, shown(id));
      if (method === 'DELETE') return all.delete(id) ? { status: 204 } : { status: 404 };
      const after = asked(ask, before);
      if (after === undefined) return { status: 400 };
      all.set(id, change(before, after));
      return answer(200, shown(id));
    };
  };
}

describe('a PATCH of SCIM', () => {
  test('is served, and its steps are understood', async () => {
    const run = await runAtOnce(
      DOCUMENT,
      directory((_before, after) => after),
    );
    expect(blamed(run)).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
    const { operations = [] } = run.record.footer?.coverage ?? {};
    expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
  });

  test('that fails where no group has what it names is told', async () => {
    const service: MakeService = () => {
      const answer = directory((_before, after) => after)();
      return (ask) => (/"path":"assay/.test(ask.text) ? { status: 500 } : answer(ask));
    };
    expect(idsOf(await runAtOnce(DOCUMENT, service), 'fail')).toContain('statuses.no-server-error');
  });

  test('is made by the mock', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  });

  test.each<readonly [string, string, (before: Members, after: Members) => Members]>([
    ['changes nothing', 'resources.update-stored', (before) => before],
    [
      'takes away what it does not name',
      'resources.change-keeps-rest',
      ({ title: _title }, { title: _other, ...after }) => after,
    ],
  ])('that %s is told', async (_name, check, change) => {
    expect(idsOf(await runAtOnce(DOCUMENT, directory(change)), 'fail')).toContain(check);
  });
});

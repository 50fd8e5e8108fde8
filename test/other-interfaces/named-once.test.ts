import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { percentDecoded } from '../../src/http/target.ts';
import { isList, isObject } from '../../src/json/value.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Crates that can be part of one convoy alone, and bear the word `seal` by which everybody may look for them: what was named once is
 * refused the next time, though it is there.
 */

const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const allOf = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Convoys, version: '1' }
security: [{ key: [] }]
paths:
  /crates:
    get: { operationId: listCrates, responses: { '200': { description: all, ${allOf('Crate')} }, '401': { description: who } } }
    post: { operationId: makeCrate, requestBody: { required: true, ${gives('NewCrate')} }, responses: { '201': { description: made, ${gives('Crate')} }, ${NO} } }
  /crates/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readCrate, responses: { '200': { description: one, ${gives('Crate')} }, ${NO} } }
  /sealed/{seal}:
    parameters: [{ name: seal, in: path, required: true, schema: { type: string, pattern: '^S[0-9]{8}$' } }]
    get: { operationId: lookForSeal, responses: { '200': { description: one, ${gives('Crate')} }, ${NO} } }
  /convoys:
    get: { operationId: listConvoys, responses: { '200': { description: all, ${allOf('Convoy')} }, '401': { description: who } } }
    post: { operationId: makeConvoy, requestBody: { required: true, ${gives('NewConvoy')} }, responses: { '201': { description: made, ${gives('Convoy')} }, '409': { description: in another one }, ${NO} } }
  /convoys/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readConvoy, responses: { '200': { description: one, ${gives('Convoy')} }, ${NO} } }
    put: { operationId: replaceConvoy, requestBody: { required: true, ${gives('NewConvoy')} }, responses: { '200': { description: replaced, ${gives('Convoy')} }, '409': { description: in another one }, ${NO} } }
    delete: { operationId: removeConvoy, responses: { '204': { description: gone }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewCrate: { type: object, required: [label], properties: { label: { type: string, minLength: 1, maxLength: 60 } } }
    Crate: { type: object, required: [id, label, seal], properties: { id: { type: string }, label: { type: string }, seal: { type: string } } }
    NewConvoy: { type: object, required: [crateIds], properties: { motto: { type: string, minLength: 1, maxLength: 60 }, crateIds: { type: array, minItems: 1, maxItems: 4, items: { type: string, maxLength: 40 } } } }
    Convoy: { type: object, required: [id, crateIds], properties: { id: { type: string }, motto: { type: string }, crateIds: { type: array, items: { type: string } } } }
`;

type Crate = { readonly id: string; readonly label: string; readonly seal: string };
type Convoy = { readonly id: string; readonly motto?: string; readonly crateIds: readonly string[] };

const isText = (value: unknown, most = 60): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= most;

type Ways = {
  /** The status for a crate that is part of another convoy. */
  readonly refused?: number;
  /** What crates are called. */
  readonly named?: (count: number) => string;
  /** What becomes of a convoy that is replaced. */
  readonly replaced?: (made: Convoy, old: Convoy) => Convoy;
};

function convoys({
  refused = 409,
  named: nameOf = (count) => `c${String(count)}`,
  replaced = (made) => made,
}: Ways): MakeService {
  return () => {
    const crates = new Map<string, Crate>();
    const all = new Map<string, Convoy>();
    let last = 0;
    const convoyIn = (id: string, body: unknown): Convoy | number => {
      if (!isObject(body)) return 400;
      const { motto, crateIds } = body;
      if (motto !== undefined && !isText(motto)) return 400;
      if (!isList(crateIds) || crateIds.length === 0 || crateIds.length > 4) return 400;
      const named = crateIds.filter((one) => isText(one, 40));
      if (named.length < crateIds.length || !named.every((one) => crates.has(one))) return 400;
      const taken = [...all.values()].filter((one) => one.id !== id).flatMap((one) => one.crateIds);
      if (named.some((one) => taken.includes(one))) return refused;
      return { id, ...(motto === undefined ? {} : { motto }), crateIds: named };
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, path, id] = ask.path.split('/').map((segment) => percentDecoded(segment) ?? segment);
      last += 1;
      if (path === 'sealed') {
        const sealed = [...crates.values()].find(({ seal }) => seal === id);
        return sealed === undefined ? { status: 404 } : { status: 200, body: sealed };
      }
      const kept: ReadonlyMap<string, object> = path === 'crates' ? crates : all;
      const old = id === undefined ? undefined : kept.get(id);
      if (id !== undefined && old === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: old ?? [...kept.values()] };
      if (path === 'crates') {
        const label = isObject(ask.json) ? ask.json['label'] : undefined;
        if (!isText(label)) return { status: 400 };
        const made = { id: nameOf(last), label, seal: `S${String(10_000_000 + last * 7)}` };
        crates.set(made.id, made);
        return { status: 201, body: made };
      }
      const before = id === undefined ? undefined : all.get(id);
      if (ask.method === 'DELETE' && before !== undefined) {
        all.delete(before.id);
        return { status: 204 };
      }
      const made = convoyIn(id ?? `v${String(last)}`, ask.json);
      if (typeof made === 'number') return { status: made };
      const now = before === undefined ? made : replaced(made, before);
      all.set(now.id, now);
      return { status: id === undefined ? 201 : 200, body: now };
    };
  };
}

test.each<readonly [name: string, ways: Ways]>([
  ['are refused a second time', {}],
  ['are refused a second time as any body is', { refused: 400 }],
  ['have a name with a bar', { named: (count) => `crate|${String(count)}` }],
  ['have a name in base64', { named: (count) => btoa(`crate:${String(count)}`) }],
])('convoys of crates that %s are made, replaced and removed', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, convoys(ways), { seed: 1 });
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const operations = run.record.footer?.coverage?.operations ?? [];
  for (const { name, outOfReach } of operations) expect([name, outOfReach]).toEqual([name, undefined]);
  const made = operations.find(({ name }) => name === 'POST /convoys');
  expect(made?.served).toBeGreaterThan(10);
});

test('a replacement that keeps the crates is found though a crate can be named once alone', async () => {
  const kept = (made: Convoy, old: Convoy): Convoy => ({ ...made, crateIds: old.crateIds });
  const run = await runAtOnce(DOCUMENT, convoys({ replaced: kept }), { seed: 1, suites: ['resources'] });
  expect(blames(run)).toContain('resources.update-stored');
});

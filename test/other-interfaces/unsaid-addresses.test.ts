import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Feeds that each have an address of the web alone: the document says of it that it is a text. What is removed last frees its number, and
 * several are made at once beside the list.
 */

const FEED =
  '{type: object, required: [id, name, link], properties: {id: {type: integer, readOnly: true}, name: {type: string}, link: {type: string}, note: {type: string}}}';
const SENT =
  '{type: object, required: [name, link], properties: {name: {type: string}, link: {type: string}}}';
const CHANGE =
  '{type: object, properties: {name: {type: string}, link: {type: string}, note: {type: string}}}';
const MANY = `{type: object, required: [feeds], properties: {feeds: {type: array, items: ${SENT}}}}`;
const MADE = '{type: object, required: [created], properties: {created: {type: integer}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Feeds, version: '1'}
paths:
  /feeds:
    get:
      responses: {'200': {description: all, ${json(`{type: array, items: ${FEED}}`)}}}
    post:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'201': {description: made, ${json(FEED)}}, '400': {description: no}}
  /feeds/batch:
    post:
      requestBody: {required: true, ${json(MANY)}}
      responses: {'200': {description: made, ${json(MADE)}}, '400': {description: no}}
  /feeds/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses: {'200': {description: one, ${json(FEED)}}, '404': {description: none}}
    patch:
      requestBody: {required: true, ${json(CHANGE)}}
      responses: {'200': {description: changed, ${json(FEED)}}, '400': {description: no}, '404': {description: none}}
    delete:
      responses: {'204': {description: gone}, '404': {description: none}}
  /feeds/{id}/refresh:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post:
      responses: {'202': {description: begun}, '404': {description: none}}
`;

type Feed = { readonly id: number; readonly name: string; readonly link: string; readonly note?: string };

type Ways = { readonly removes?: boolean; readonly keeps?: boolean };

function sentFeed(value: unknown): Omit<Feed, 'id'> | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('link' in value))
    return undefined;
  const { name, link } = value;
  if (typeof name !== 'string' || typeof link !== 'string' || !/^https?:\/\/\S+$/.test(link))
    return undefined;
  return { name, link };
}

/** The members of a change, all of them texts; `undefined` where some are not, or an address is none. */
function changeOf(value: unknown): Partial<Feed> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const known = Object.entries(value).filter(([name]) => ['name', 'link', 'note'].includes(name));
  const isFine = known.every(
    ([name, text]) => typeof text === 'string' && (name !== 'link' || /^https?:\/\/\S+$/.test(text)),
  );
  return isFine ? Object.fromEntries(known) : undefined;
}

const feeds =
  ({ removes = true, keeps = true }: Ways): MakeService =>
  () => {
    const all = new Map<number, Feed>();
    const make = (value: unknown): Feed | undefined => {
      const sent = sentFeed(value);
      if (sent === undefined || [...all.values()].some(({ link }) => link === sent.link)) return undefined;
      const feed = { id: Math.max(0, ...all.keys()) + 1, ...sent };
      all.set(feed.id, feed);
      return feed;
    };
    return ({ method, path, json: body }) => {
      const [, , text = '', action] = path.split('/');
      if (text === '') {
        if (method === 'GET') return { status: 200, body: [...all.values()] };
        const made = make(body);
        return made === undefined ? { status: 400 } : { status: 201, body: made };
      }
      if (text === 'batch') {
        const many = typeof body === 'object' && body !== null && 'feeds' in body ? body.feeds : undefined;
        if (!Array.isArray(many) || many.some((one) => sentFeed(one) === undefined)) return { status: 400 };
        return { status: 200, body: { created: many.filter((one) => make(one) !== undefined).length } };
      }
      const feed = all.get(Number(text));
      if (feed === undefined) return { status: 404 };
      if (action === 'refresh') return { status: 202 };
      if (method === 'PATCH') {
        const change = changeOf(body);
        const isTaken = [...all.values()].some(({ id, link }) => id !== feed.id && link === change?.link);
        if (change === undefined || isTaken) return { status: 400 };
        const { note, ...rest } = feed;
        const isLost = !keeps && change.name !== undefined;
        const changed = { ...rest, ...(isLost || note === undefined ? {} : { note }), ...change };
        all.set(feed.id, changed);
        return { status: 200, body: changed };
      }
      if (method === 'DELETE' && removes) all.delete(feed.id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: feed };
    };
  };

test.each([
  ['as documented', {}, []],
  ['without removing any', { removes: false }, ['resources.removed-is-gone']],
  ['and lose their note with a new name', { keeps: false }, ['resources.change-keeps-rest']],
] as const)(
  'feeds are made with addresses of the web, one by one and at once, %s',
  async (_how, ways, blamed) => {
    const { record, verdict, asked } = await runAtOnce(DOCUMENT, feeds(ways));
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed.toSorted()).toEqual([...blamed].toSorted());
    expect(verdict.exitCode, verdict.text).toBe(blamed.length > 0 ? 1 : 0);
    const links = asked.flatMap(({ path, json: body }) =>
      path === '/feeds' ? (sentFeed(body)?.link ?? []) : [],
    );
    expect(new Set(links).size).toBeGreaterThan(3);
  },
);

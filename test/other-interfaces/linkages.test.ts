import { expect, test } from 'vitest';
import { THOROUGH, wholeInCi } from '../sampled.ts';
import { isList, isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** What articles name, each at a place of its own: tags, of which there are many, and one person or nobody. */

const TYPE = 'application/vnd.api+json';
const content = (schema: string): string => `content: {${TYPE}: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: "#/components/schemas/${name}"}`;
const REFUSED = `'400': {description: broken}, '403': {description: not to be done}, '404': {description: none}, '409': {description: of another type}`;
const TITLE =
  '{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 200}}}';

const collection = (name: string): string => `
  /${name}:
    get: {responses: {'200': {description: all, ${content(`{type: object, required: [data], properties: {data: {type: array, items: ${ref(name)}}}}`)}}}}
    post:
      requestBody: {required: true, ${content(`{type: object, required: [data], properties: {data: {type: object, required: [type, attributes], properties: {type: {type: string, enum: [${name}]}, attributes: ${TITLE}}}}}`)}}
      responses: {'201': {description: made, ${content(`{type: object, required: [data], properties: {data: ${ref(name)}}}`)}}, ${REFUSED}}
  /${name}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${content(`{type: object, required: [data], properties: {data: ${ref(name)}}}`)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}`;

const linkage = (name: string, methods: readonly string[]): string => `
  /articles/{id}/relationships/${name}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: named, ${content(ref(`${name}Linkage`))}}, '404': {description: none}}}${methods
      .map(
        (method) => `
    ${method}:
      requestBody: {required: true, ${content(ref(`${name}Linkage`))}}
      responses: {'200': {description: named, ${content(ref(`${name}Linkage`))}}, '204': {description: done}, ${REFUSED}}`,
      )
      .join('')}`;

const NAMES = ['articles', 'tags', 'people'];
const named = (type: string): string =>
  `{type: object, required: [type, id], properties: {type: {type: string, enum: [${type}]}, id: {type: string}}}`;
const DOCUMENT = `
openapi: 3.1.0
info: {title: Articles, version: '1'}
security: [{key: []}]
paths:${NAMES.map(collection).join('')}${linkage('tags', ['patch', 'post', 'delete'])}${linkage('author', ['patch'])}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    tagsLinkage: {type: object, required: [data], properties: {data: {type: array, items: ${named('tags')}}}}
    authorLinkage: {type: object, required: [data], properties: {data: {oneOf: [${named('people')}, {type: 'null'}]}}}
${NAMES.map((name) => `    ${name}: {type: object, required: [type, id, attributes], properties: {type: {type: string, enum: [${name}]}, id: {type: string}, attributes: ${TITLE}}}`).join('\n')}
`;

type Links = { tags: readonly string[]; author: string | undefined };
type Ways = {
  /** The tags after a request with others. */
  readonly tags?: (method: string, before: readonly string[], sent: readonly string[]) => readonly string[];
  readonly author?: (before: string | undefined, sent: string | undefined) => string | undefined;
  /** What a new article names by itself. */
  readonly first?: readonly string[];
  readonly showsChange?: boolean;
  readonly show?: (tags: readonly string[]) => readonly string[];
  /** Requests that it never does. */
  readonly never?: readonly string[];
};

function changed(method: string, before: readonly string[], sent: readonly string[]): readonly string[] {
  if (method === 'PATCH') return [...new Set(sent)];
  return method === 'POST' ? [...new Set([...before, ...sent])] : before.filter((one) => !sent.includes(one));
}

const answer = (status: number, data: unknown): Reply => ({
  status,
  body: { data },
  headers: { 'Content-Type': TYPE },
});

function articles(ways: Ways): MakeService {
  const { tags: tagsBy = changed, author: authorBy = (_before, sent) => sent, show = (all) => all } = ways;
  return () => {
    const all = new Map<string, string>((ways.first ?? []).map((id) => [`tags/${id}`, 'first']));
    const links = new Map<string, Links>();
    let count = 0;
    const shown = (name: string, id: string): unknown => ({
      type: name,
      id,
      attributes: { title: all.get(`${name}/${id}`) },
    });
    const titleIn = ({ json }: Ask, name: string): string | undefined => {
      const data = isObject(json) ? json['data'] : undefined;
      const attributes = isObject(data) && data['type'] === name ? data['attributes'] : undefined;
      const title = isObject(attributes) ? attributes['title'] : undefined;
      return typeof title === 'string' && title !== '' && Array.from(title).length <= 200 ? title : undefined;
    };
    const idIn = (one: unknown, type: string): string | undefined =>
      isObject(one) && one['type'] === type && typeof one['id'] === 'string' ? one['id'] : undefined;
    const link = (ask: Ask, id: string, name: string): Reply => {
      const own = links.get(id);
      if (own === undefined) return { status: 404 };
      const tagsShown = (): Reply =>
        answer(
          200,
          show(own.tags).map((one) => ({ type: 'tags', id: one })),
        );
      const authorShown = (): Reply =>
        answer(200, own.author === undefined ? null : { type: 'people', id: own.author });
      const reply = name === 'tags' ? tagsShown : authorShown;
      if (ask.method === 'GET') return reply();
      const { json } = ask;
      if (!isObject(json) || !Object.hasOwn(json, 'data')) return { status: 400 };
      const { data } = json;
      if (ways.never?.includes(ask.method) === true) return { status: 403 };
      if (name === 'tags') {
        const ids = isList(data) ? data.map((one) => idIn(one, 'tags')) : [undefined];
        const sent = ids.filter((one) => one !== undefined);
        if (sent.length < ids.length) return { status: 400 };
        if (sent.some((one) => !all.has(`tags/${one}`))) return { status: 404 };
        own.tags = tagsBy(ask.method, own.tags, sent);
      } else {
        const sent = data === null ? undefined : idIn(data, 'people');
        if (data !== null && sent === undefined) return { status: 400 };
        if (sent !== undefined && !all.has(`people/${sent}`)) return { status: 404 };
        own.author = authorBy(own.author, sent);
      }
      return ways.showsChange === true ? reply() : { status: 204 };
    };
    return (ask) => {
      const { method, path } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, name = '', id, , relation] = path.split('/');
      if (!NAMES.includes(name)) return { status: 404 };
      if (relation !== undefined && id !== undefined) return link(ask, id, relation);
      if (id === undefined && method === 'GET')
        return answer(
          200,
          [...all.keys()].flatMap((key) =>
            key.startsWith(`${name}/`) ? [shown(name, key.slice(name.length + 1))] : [],
          ),
        );
      if (id === undefined) {
        const title = titleIn(ask, name);
        if (title === undefined) return { status: 400 };
        count += 1;
        all.set(`${name}/${String(count)}`, title);
        if (name === 'articles') links.set(String(count), { tags: ways.first ?? [], author: undefined });
        return answer(201, shown(name, String(count)));
      }
      if (!all.has(`${name}/${id}`)) return { status: 404 };
      if (method !== 'DELETE') return answer(200, shown(name, id));
      all.delete(`${name}/${id}`);
      links.delete(id);
      for (const own of links.values())
        if (name === 'tags') own.tags = own.tags.filter((one) => one !== id);
        else if (own.author === id) own.author = undefined;
      return { status: 204 };
    };
  };
}

test('a service that keeps what it is told conforms in all', async () => {
  const run = await runAtOnce(DOCUMENT, articles({}));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.runIf(THOROUGH)('the mock keeps what articles name', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('resources.linkage-kept');
});

const ALONE = { checks: ['resources.linkage-kept'] };

test.each(
  wholeInCi<readonly [words: string, ways: Ways]>(
    [
      ['answers with what is named then', { showsChange: true }],
      ['shows the newest first', { show: (tags) => tags.toReversed() }],
      [
        'gives each article a tag by itself',
        { first: ['all'], tags: (...change) => [...new Set(['all', ...changed(...change)])] },
      ],
      ['gives each article a tag that may be taken away', { first: ['new'] }],
      ['lets nobody replace tags', { never: ['PATCH'] }],
    ],
    3,
  ),
)('a service that %s conforms', async (_words, ways) => {
  const run = await runAtOnce(DOCUMENT, articles(ways), ALONE);
  expect(blames(run)).toBe('');
  expect(idsOf(run, 'pass')).toEqual(['resources.linkage-kept']);
});

test.each(
  wholeInCi<readonly [words: string, ways: Ways]>(
    [
      [
        'adds where it should replace',
        { tags: (method, ...tags) => changed(method === 'PATCH' ? 'POST' : method, ...tags) },
      ],
      [
        'replaces where it should add',
        { tags: (method, ...tags) => changed(method === 'POST' ? 'PATCH' : method, ...tags) },
      ],
      [
        'adds nothing',
        { tags: (method, before, sent) => (method === 'POST' ? before : changed(method, before, sent)) },
      ],
      [
        'adds what is there once more',
        {
          tags: (method, before, sent) =>
            method === 'POST' ? [...before, ...sent] : changed(method, before, sent),
        },
      ],
      [
        'takes nothing out',
        { tags: (method, before, sent) => (method === 'DELETE' ? before : changed(method, before, sent)) },
      ],
      [
        'takes all out',
        { tags: (method, before, sent) => (method === 'DELETE' ? [] : changed(method, before, sent)) },
      ],
      ['keeps the first author', { author: (before, sent) => before ?? sent }],
      ['lets no author go', { author: (before, sent) => sent ?? before }],
    ],
    4,
  ),
)('a service that %s is found out', async (_words, ways) => {
  expect(blames(await runAtOnce(DOCUMENT, articles(ways), ALONE))).toContain('resources.linkage-kept');
});

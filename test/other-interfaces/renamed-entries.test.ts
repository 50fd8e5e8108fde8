import { describe, expect, test } from 'vitest';
import { percentDecoded } from '../../src/http/target.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries whose names stand in their paths, and come to another place with a change: a slug of a title, and a name that is given anew. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;

/** `/pages/{slug}` and `/labels/{name}`. */
function documentOf(path: string, name: string, schemas: string): string {
  return `
openapi: 3.0.3
info: {title: Named, version: '1'}
security: [{key: []}]
paths:
  /${path}:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Shown')}}`)}}, ${REFUSALS}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Shown'))}}, ${REFUSALS}}}
  /${path}/{${name}}:
    parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(ref('Shown'))}}, ${REFUSALS}}}
    patch: {operationId: change, requestBody: {required: true, ${json(ref('Changed'))}}, responses: {'200': {description: changed, ${json(ref('Shown'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
${schemas}
`;
}

const PAGES = documentOf(
  'pages',
  'slug',
  `    Made: {type: object, required: [title, text], properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}}}
    Changed: {type: object, properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}}}
    Shown: {type: object, required: [slug, title, text], properties: {slug: {type: string}, title: {type: string}, text: {type: string}}}`,
);

const LABELS = documentOf(
  'labels',
  'name',
  `    Made: {type: object, required: [name, text], properties: {name: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}}}
    Changed: {type: object, properties: {new_name: {type: string, minLength: 1, maxLength: 80}, text: {type: string, maxLength: 200}}}
    Shown: {type: object, required: [id, name, text], properties: {id: {type: integer}, name: {type: string}, text: {type: string}}}`,
);

type Entry = { readonly [member: string]: string | number };
type Ways = {
  /** What an entry is called by, and what it is after a change. */
  readonly named: string;
  readonly nameOf: (entry: Entry, others: readonly Entry[]) => string;
  readonly change?: (entry: Entry, asked: Entry) => Entry;
};

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'page';

/** The first of these names that no other entry has. */
function free(name: string, others: readonly Entry[], member: string): string {
  const isTaken = (one: string): boolean => others.some((other) => other[member] === one);
  return isTaken(name)
    ? ([2, 3, 4, 5, 6, 7, 8, 9].map((at) => `${name}-${String(at)}`).find((one) => !isTaken(one)) ??
        `${name}-${String(others.length)}`)
    : name;
}

const bySlug: Ways = {
  named: 'slug',
  nameOf: ({ title }, others) => free(slugOf(String(title)), others, 'slug'),
};
const byName: Ways = {
  named: 'name',
  nameOf: ({ new_name: other, name }) => String(other ?? name),
};

function isAsked(value: unknown, isWhole: boolean, members: readonly string[]): value is Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const asked = value as Readonly<Record<string, unknown>>;
  return members.every((member) => {
    const own = asked[member];
    if (own === undefined) return !isWhole;
    const most = member === 'text' ? 200 : 80;
    return typeof own === 'string' && own.length <= most && (member === 'text' || own.length > 0);
  });
}

function named({
  named: member,
  nameOf,
  change = (entry, asked) => ({ ...entry, ...asked }),
}: Ways): MakeService {
  return () => {
    let all: readonly Entry[] = [];
    let last = 0;
    const own = member === 'slug' ? 'title' : 'name';
    const make = (body: unknown): Reply => {
      if (!isAsked(body, true, [own, 'text'])) return { status: 400 };
      const asked: Entry = { [own]: body[own] ?? '', text: body['text'] ?? '' };
      const name = nameOf(asked, all);
      if (all.some((one) => one[member] === name)) return { status: 400 };
      last += 1;
      const made = { id: last, ...asked, [member]: name };
      all = [...all, made];
      return { status: 201, body: made };
    };
    return ({ method, path, json: body, ...ask }) => {
      if (!isKnown({ method, path, json: body, ...ask }))
        return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , segment] = path.split('/');
      if (segment === undefined) return method === 'GET' ? { status: 200, body: all } : make(body);
      const entry = all.find((one) => one[member] === percentDecoded(segment));
      if (entry === undefined) return { status: 404 };
      const others = all.filter((one) => one !== entry);
      if (method === 'GET') return { status: 200, body: entry };
      if (method === 'DELETE') {
        all = others;
        return { status: 204 };
      }
      if (!isAsked(body, false, [member === 'slug' ? 'title' : 'new_name', 'text'])) return { status: 400 };
      const { new_name: other, ...rest } = change(entry, body);
      const name = nameOf(other === undefined ? rest : { ...rest, new_name: other }, others);
      if (others.some((one) => one[member] === name)) return { status: 400 };
      const changed = { ...rest, [member]: name };
      all = all.map((one) => (one === entry ? changed : one));
      return { status: 200, body: changed };
    };
  };
}

const onlyKnown = (entry: Entry, asked: Entry): Entry =>
  Object.fromEntries(
    Object.entries({ ...entry, ...asked }).filter(([name]) =>
      ['id', 'slug', 'title', 'name', 'new_name', 'text'].includes(name),
    ),
  );

describe('entries that a change gives another name', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['a slug that follows the title', PAGES, { ...bySlug, change: onlyKnown }],
    [
      'a slug that stays',
      PAGES,
      {
        ...bySlug,
        nameOf: (entry, others) => String(entry['slug'] ?? bySlug.nameOf(entry, others)),
        change: onlyKnown,
      },
    ],
    ['a name that is given anew', LABELS, { ...byName, change: onlyKnown }],
  ])('%s is no fault', async (_name, document, ways) => {
    const run = await runAtOnce(document, named(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, document: string, ways: Ways, check: string]>([
    [
      'a slug follows, and the text is lost',
      PAGES,
      { ...bySlug, change: (entry, asked) => ({ ...onlyKnown(entry, asked), text: 'nothing' }) },
      'resources.change-keeps-rest',
    ],
    [
      'a text is not changed',
      PAGES,
      { ...bySlug, change: (entry, asked) => ({ ...onlyKnown(entry, asked), text: entry['text'] ?? '' }) },
      'resources.update-stored',
    ],
    [
      'a text is not changed where the title stays',
      PAGES,
      {
        ...bySlug,
        change: (entry, asked) => (asked['title'] === undefined ? entry : onlyKnown(entry, asked)),
      },
      'resources.update-stored',
    ],
    [
      'a name is given anew, and the text is not changed',
      LABELS,
      { ...byName, change: (entry, asked) => ({ ...onlyKnown(entry, asked), text: entry['text'] ?? '' }) },
      'resources.update-stored',
    ],
  ])('%s: found', async (_name, document, ways, check) => {
    const run = await runAtOnce(document, named(ways));
    expect(blames(run)).toContain(check);
  });
});

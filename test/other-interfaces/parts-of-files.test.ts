import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Files that nobody changes, which come whole or in parts, are asked for again on conditions, and are listed in two formats. */

const DOCUMENT = await readFile('test/specs/files/openapi.yaml', 'utf8');

const FILES = new Map([
  ['tides', 'hour,height\n1,230\n2,211\n'],
  ['winds', 'hour,force\n1,3\n2,4\n3,7\n'],
  ['moons', 'day,phase\n1,0.25\n'],
]);
const CHANGED = 'Tue, 03 Mar 2026 04:05:06 GMT';

/** Whether a file fits; `undefined` where nobody understands what was asked. */
type Condition = ((file: { readonly name: string; readonly kind: string }) => boolean) | undefined;

type Ways = {
  readonly part?: (text: string, first: number, last: number) => Reply;
  readonly isVersion?: (asked: string, tag: string) => boolean;
  readonly outside?: (text: string) => Reply;
  readonly isSuffixOf?: 'end' | 'beginning';
  readonly isFresh?: (headers: Ask['headers'], tag: string) => boolean;
  readonly format?: (accept: string) => string | undefined;
  readonly refusesUnknown?: (path: string) => boolean;
  readonly expands?: (isAsked: boolean) => boolean;
  readonly showsAll?: boolean;
  readonly condition?: (text: string) => Condition;
};

const told = (first: number, last: number, all: number): string =>
  `bytes ${String(first)}-${String(last)}/${String(all)}`;
const partOf = (text: string, first: number, last: number): Reply => ({
  status: 206,
  body: text.slice(first, last + 1),
  headers: { 'Content-Type': 'text/plain', 'Content-Range': told(first, last, text.length) },
});
const isFreshByHttp = (headers: Ask['headers'], tag: string): boolean => {
  const [tags, since] = [headers['if-none-match'], headers['if-modified-since']];
  if (tags !== undefined) return tags === '*' || tags.split(',').some((one) => one.trim() === tag);
  return since !== undefined && Date.parse(since) >= Date.parse(CHANGED);
};

function serve(text: string, tag: string, headers: Ask['headers'], ways: Ways): Reply {
  const { part = partOf, isVersion = (asked, own) => asked === own, isSuffixOf = 'end' } = ways;
  const {
    outside = (all) => ({ status: 416, headers: { 'Content-Range': `bytes */${String(all.length)}` } }),
  } = ways;
  const whole: Reply = {
    status: 200,
    body: text,
    headers: { 'Content-Type': 'text/plain', ETag: tag, 'Last-Modified': CHANGED, 'Accept-Ranges': 'bytes' },
  };
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const version = headers['if-range']?.toString();
  if (first === undefined || last === undefined || (version !== undefined && !isVersion(version, tag)))
    return whole;
  if (first === '' && last === '') return whole;
  if (first === '') {
    const count = Math.min(Number(last), text.length);
    if (count === 0) return outside(text);
    return isSuffixOf === 'end' ? part(text, text.length - count, text.length - 1) : part(text, 0, count - 1);
  }
  if (Number(first) >= text.length) return outside(text);
  const end = last === '' ? text.length - 1 : Math.min(Number(last), text.length - 1);
  return end < Number(first) ? whole : part(text, Number(first), end);
}

const TYPES = ['application/json', 'text/csv'];

function formatAsked(accept: string): string | undefined {
  const asked = accept.split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  return TYPES.find((type) => asked.includes(type)) ?? (asked.includes('*/*') ? TYPES[0] : undefined);
}

const KINDS = new Map([['moons', 'list']]);
const kindOf = (name: string): string => KINDS.get(name) ?? 'table';

function conditionOf(text: string): Condition {
  const [, member, operator, value] = /^(kind|name) (eq|ne) "([^"]*)"$/.exec(text) ?? [];
  if (member === undefined || (member === 'kind' && operator === 'ne')) return undefined;
  return (file) => ((member === 'kind' ? file.kind : file.name) === value) === (operator === 'eq');
}

const MEMBERS = ['name', 'bytes', 'kind', 'owner'];

function shown(name: string, text: string, query: URLSearchParams, ways: Ways): object {
  const { expands = (asked) => asked, showsAll = false } = ways;
  const id = `${name}-owner`;
  const owner = expands(query.has('expand')) ? { id } : id;
  const asked = query.get('fields')?.split(',');
  const whole = { name, bytes: text.length, kind: kindOf(name), owner };
  const isAsked = (member: string): boolean =>
    showsAll || member === 'name' || asked === undefined || asked.includes(member);
  return Object.fromEntries(Object.entries(whole).filter(([member]) => isAsked(member)));
}

function listed(format: string | undefined, query: URLSearchParams, ways: Ways): Reply {
  if (format === undefined) return { status: 406 };
  const asked = query.get('filter') ?? '';
  const fits = asked === '' ? () => true : (ways.condition ?? conditionOf)(asked);
  if (fits === undefined) return { status: 400 };
  const found = [...FILES].filter(([name]) => fits({ name, kind: kindOf(name) }));
  if (format === 'text/csv')
    return {
      status: 200,
      body: `name\n${found.map(([name]) => name).join('\n')}\n`,
      headers: { 'Content-Type': format },
    };
  return { status: 200, body: found.map(([own, text]) => shown(own, text, query, ways)) };
}

const files =
  (ways: Ways): MakeService =>
  () =>
  ({ path, headers, query }) => {
    const [, , name, content] = path.split('/');
    const { format = formatAsked, refusesUnknown = (at) => at.endsWith('/content') } = ways;
    if (query.has('assay_unknown') && refusesUnknown(path)) return { status: 400 };
    const broken = (query.get('fields')?.split(',') ?? []).some((one) => !MEMBERS.includes(one));
    if (broken || !['owner', null].includes(query.get('expand'))) return { status: 400 };
    if (name === undefined) return listed(format(headers.accept ?? '*/*'), query, ways);
    const text = FILES.get(name);
    if (text === undefined) return { status: 404 };
    const tag = `"${name}-1"`;
    if (content !== undefined) return serve(text, tag, headers, ways);
    const { isFresh = isFreshByHttp } = ways;
    const version = { ETag: tag, 'Last-Modified': CHANGED };
    if (isFresh(headers, tag)) return { status: 304, headers: version };
    return { status: 200, body: { name, bytes: text.length }, headers: version };
  };

test.each<readonly [string, Ways]>([
  ['as HTTP has them', {}],
  ['in smaller parts', { part: (text, first, last) => partOf(text, first, Math.min(last, first + 2)) }],
  ['whole where a version is asked for', { isVersion: () => false }],
  [
    'in one format alone',
    {
      format: (accept) =>
        formatAsked(accept) === 'text/csv' && !accept.includes('*/*') ? undefined : formatAsked(accept),
    },
  ],
  [
    'with conditions in any letter case',
    {
      condition: (text) => {
        const fits = conditionOf(text.toLowerCase());
        return fits && (({ name, kind }) => fits({ name: name.toLowerCase(), kind: kind.toLowerCase() }));
      },
    },
  ],
  ['without minding dates', { isFresh: (headers, tag) => headers['if-none-match'] === tag }],
])('nobody is blamed who serves files %s', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, files(ways));
  expect([...idsOf(run, 'fail'), ...idsOf(run, 'warn')]).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [string, Ways, string]>(
    [
      [
        'serves a byte too few',
        { part: (text, first, last) => ({ ...partOf(text, first, last), body: text.slice(first, last) }) },
        'resources.range-holds',
      ],
      [
        'serves all as a part',
        { part: (text, first, last) => ({ ...partOf(text, first, last), body: text }) },
        'resources.range-holds',
      ],
      ['takes the end for the beginning', { isSuffixOf: 'beginning' }, 'resources.range-holds'],
      ['minds no version', { isVersion: () => true }, 'resources.range-holds'],
      [
        'serves all in place of what is not there',
        {
          outside: (text) => ({
            status: 200,
            body: text,
            headers: { 'Content-Type': 'text/plain', ETag: '"x"', 'Last-Modified': CHANGED },
          }),
        },
        'resources.range-holds',
      ],
      [
        'serves no parts',
        {
          part: (text) => ({
            status: 200,
            body: text,
            headers: { 'Content-Type': 'text/plain', ETag: '"x"', 'Last-Modified': CHANGED },
          }),
        },
        'resources.range-holds',
      ],
      [
        'minds no condition',
        { condition: (text) => conditionOf(text) && (() => true) },
        'resources.filter-holds',
      ],
      [
        'takes ne for eq',
        { condition: (text) => conditionOf(text.replace(' ne ', ' eq ')) },
        'resources.filter-holds',
      ],
      [
        'takes any condition',
        { condition: (text) => conditionOf(text) ?? (() => true) },
        'validation.told-text',
      ],
      ['takes no notice of formats', { format: () => 'application/json' }, 'bodies.format-asked'],
      [
        'has a format for everybody',
        { format: (accept) => formatAsked(accept) ?? 'application/json' },
        'bodies.format-asked',
      ],
      ['expands nothing', { expands: () => false }, 'resources.shown-as-asked'],
      ['expands without being asked', { expands: () => true }, 'resources.shown-as-asked'],
      ['shows all members', { showsAll: true }, 'resources.shown-as-asked'],
      ['refuses what nobody knows', { refusesUnknown: () => true }, 'validation.unknown-parameter'],
      ['takes what nobody knows', { refusesUnknown: () => false }, 'validation.unknown-parameter'],
      [
        'has nothing newer than any date',
        { isFresh: (headers) => headers['if-modified-since'] !== undefined },
        'resources.not-modified',
      ],
      [
        'takes any tag for its own',
        { isFresh: (headers) => headers['if-none-match'] !== undefined },
        'resources.not-modified',
      ],
    ],
    3,
  ),
)('a service that %s is blamed', async (_name, ways, blamed) => {
  const run = await runAtOnce(DOCUMENT, files(ways));
  expect(idsOf(run, 'fail')).toEqual([blamed]);
});

test('nobody is blamed who takes no notice of formats, where a 406 is listed and nothing is said of it', async () => {
  const document = DOCUMENT.replace('No such format', 'Not Acceptable');
  const run = await runAtOnce(document, files({ format: () => 'application/json' }));
  expect(document).not.toBe(DOCUMENT);
  expect(idsOf(run, 'fail')).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Files that nobody changes, which come whole or in parts, and which are asked for again on conditions. */

const DOCUMENT = await readFile('test/specs/files/openapi.yaml', 'utf8');

const FILES = new Map([
  ['tides', 'hour,height\n1,230\n2,211\n'],
  ['winds', 'hour,force\n1,3\n2,4\n3,7\n'],
  ['moons', 'day,phase\n1,0.25\n'],
]);
const CHANGED = 'Tue, 03 Mar 2026 04:05:06 GMT';

type Ways = {
  readonly part?: (text: string, first: number, last: number) => Reply;
  readonly isVersion?: (asked: string, tag: string) => boolean;
  readonly outside?: (text: string) => Reply;
  readonly isSuffixOf?: 'end' | 'beginning';
  readonly isFresh?: (headers: Ask['headers'], tag: string) => boolean;
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

const files =
  (ways: Ways): MakeService =>
  () =>
  ({ path, headers }) => {
    const [, , name, content] = path.split('/');
    if (name === undefined)
      return { status: 200, body: [...FILES].map(([own, text]) => ({ name: own, bytes: text.length })) };
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

import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Reviews that no member and no path names: their list alone shows them. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REVIEW = '{$ref: "#/components/schemas/Review"}';
const document = (parameters = ''): string => `
openapi: 3.0.3
info: {title: Reviews, version: '1'}
paths:
  /reviews:
    get: {${parameters}responses: {'200': {description: all, ${json(`{type: array, items: ${REVIEW}}`)}}}}
    post:
      requestBody: {required: true, ${json(REVIEW)}}
      responses: {'201': {description: made, ${json(REVIEW)}}, '400': {description: no}}
components:
  schemas:
    Review:
      type: object
      required: [text, stars]
      properties: {text: {type: string, maxLength: 80}, stars: {type: integer, minimum: 1, maximum: 5}, author: {type: string}}
`;

type Review = {
  readonly text: string;
  readonly stars: number;
  readonly author?: string;
  readonly approved?: boolean;
};
type Ways = {
  readonly keeps?: (one: Review, count: number) => readonly Review[];
  readonly keepsRefused?: true;
  readonly answers?: (one: Review) => Review;
  readonly lists?: (all: readonly Review[]) => readonly Review[];
  readonly status?: number;
};

function reviewIn(sent: unknown): Review | undefined {
  const { text, stars, author } = isObject(sent) ? sent : {};
  const isAuthor = author === undefined || isText(author, 0);
  const isCount = typeof stars === 'number' && [1, 2, 3, 4, 5].includes(stars);
  if (!isText(text, 0) || !isAuthor || !isCount) return undefined;
  return { text, stars, ...(isText(author, 0) ? { author } : {}) };
}

const reviews =
  (ways: Ways): MakeService =>
  () => {
    const { keeps = (one) => [one], answers = (one) => one, lists = (all) => all, status = 201 } = ways;
    const all: Review[] = [];
    let count = 0;
    return ({ method, path, json: sent }): Reply => {
      if (path !== '/reviews') return { status: 404 };
      if (method === 'GET') return { status: 200, body: lists(all) };
      if (method !== 'POST') return { status: 405 };
      const one = reviewIn(sent);
      const text = isObject(sent) && isText(sent['text'], 0) ? sent['text'] : undefined;
      if (one === undefined && text !== undefined && ways.keepsRefused) all.push({ text, stars: 1 });
      if (one === undefined) return { status: 400 };
      count += 1;
      all.push(...keeps(one, count));
      return { status, body: answers(one) };
    };
  };

test.each<readonly [words: string, ways: Ways]>([
  ['keeps them as they come', {}],
  ['shows the newest first', { lists: (all) => all.toReversed() }],
  ['shows the last ten alone', { lists: (all) => all.slice(-10) }],
  ['shows no author in the list', { lists: (all) => all.map(({ text, stars }) => ({ text, stars })) }],
])('a service that %s is not blamed', async (_words, ways) => {
  const run = await runAtOnce(document(), reviews(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [words: string, ways: Ways, check: string]>([
  ['loses every third one', { keeps: (one, count) => (count % 3 === 0 ? [] : [one]) }, 'collections.listed'],
  [
    'lists another number of stars',
    { keeps: (one) => [{ ...one, stars: (one.stars % 5) + 1 }] },
    'collections.listed',
  ],
  ['keeps each twice', { keeps: (one) => [one, one] }, 'collections.created-once'],
  ['keeps what it refuses', { keepsRefused: true }, 'collections.refused-creates-nothing'],
  [
    'answers with other stars',
    { answers: (one) => ({ ...one, stars: (one.stars % 5) + 1 }) },
    'collections.created-as-sent',
  ],
])('a service that %s is found out', async (_words, ways, check) => {
  expect(blames(await runAtOnce(document(), reviews(ways)))).toContain(check);
});

test('nobody is held to a list that may wait until an entry is approved', async () => {
  const moderated = document().replace(
    'author: {type: string}}',
    'author: {type: string}, approved: {type: boolean, readOnly: true}}',
  );
  const run = await runAtOnce(
    moderated,
    reviews({ lists: () => [], answers: (one) => ({ ...one, approved: false }) }),
  );
  expect(alarms(run)).toEqual([]);
});

test('nobody is held to a list that has pages', async () => {
  const paged = document(
    'parameters: [{name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50}}], ',
  );
  const run = await runAtOnce(paged, reviews({ lists: (all) => all.slice(-7) }));
  expect(blames(run)).not.toContain('collections.listed');
});

test('the mock of such a document conforms, and identities are no matter there', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': document() });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  const outcomes = new Map(run.record.results.map(({ id, outcome }) => [id, outcome.kind]));
  expect(outcomes.get('collections.listed')).toBe('pass');
  expect(outcomes.get('collections.unique-identity')).toBe('not-applicable');
});

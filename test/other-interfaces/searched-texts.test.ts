import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { loadOnce } from '../specs/load-files.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list that is searched for a text, in members and in a manner that the document tells in words. */

const TEXT = '{type: string, minLength: 1, maxLength: 80}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;

const documentOf = (words: string): string => `
openapi: 3.1.0
info: {title: Letters, version: '1'}
paths:
  /letters:
    get:
      parameters:
        - name: q
          in: query
          description: ${words}
          schema: {type: string, minLength: 2, maxLength: 80}
      responses: {'200': {description: all, ${json(`{type: array, items: ${of('Letter')}}`)}}, '400': {description: no}}
    post:
      requestBody: {required: true, ${json(of('NewLetter'))}}
      responses: {'201': {description: made, ${json(of('Letter'))}}, '422': {description: no}}
  /letters/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Letter'))}}, '404': {description: not there}}}
    delete: {responses: {'204': {description: gone}, '404': {description: not there}}}
components:
  schemas:
    Author: {type: object, required: [name], properties: {name: ${TEXT}}}
    NewLetter: {type: object, required: [subject, author], properties: {subject: ${TEXT}, author: ${of('Author')}, notes: ${TEXT}}}
    Letter: {allOf: [${of('NewLetter')}, {type: object, required: [id], properties: {id: {type: string}}}]}
`;

const DOCUMENT = documentOf(
  "Only letters with this text in the subject or in the author's name, in upper or lower case.",
);
const ANYWHERE = documentOf('A search term.');

/** The words of the list alone tell it. */
const UNTOLD = ANYWHERE.replace('description: A search term.', '')
  .replace('name: q', 'name: search')
  .replace(
    '    get:\n      parameters:',
    '    get:\n      summary: Lists letters, with filters\n      parameters:',
  );
/** Nobody tells it. */
const SILENT = UNTOLD.replace(', with filters', '');

type Letter = {
  readonly id: string;
  readonly subject: string;
  readonly author: { readonly name: string };
  readonly notes?: string;
};

const isText = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && Array.from(text).length <= 80;
const has = (text: string, sought: string): boolean => text.toLowerCase().includes(sought.toLowerCase());
const isMeant = ({ subject, author }: Letter, q: string): boolean =>
  [subject, author.name].some((one) => has(one, q));

const letters =
  (isFound: (letter: Letter, q: string) => boolean): MakeService =>
  () => {
    let all: readonly Letter[] = [];
    let count = 0;
    return ({ method, path, query, json: sent }) => {
      const id = path.split('/')[2] ?? '';
      if (id !== '') {
        const letter = all.find((one) => one.id === id);
        if (letter === undefined) return { status: 404 };
        if (method === 'DELETE') all = all.filter((one) => one !== letter);
        return method === 'DELETE' ? { status: 204 } : { status: 200, body: letter };
      }
      if (method === 'GET') {
        const q = query.get('q') ?? query.get('search');
        if (q !== null && (q.length < 2 || q.length > 80)) return { status: 400 };
        return { status: 200, body: q === null ? all : all.filter((one) => isFound(one, q)) };
      }
      const { subject, author, notes } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<
        string,
        unknown
      >;
      const name =
        typeof author === 'object' && author !== null && 'name' in author ? author.name : undefined;
      if (!isText(subject) || !isText(name) || !(notes === undefined || isText(notes)))
        return { status: 422 };
      count += 1;
      const letter = {
        id: `l${String(count)}`,
        subject,
        author: { name },
        ...(notes === undefined ? {} : { notes }),
      };
      all = [...all, letter];
      return { status: 201, body: letter };
    };
  };

test.each([
  ['as it says', isMeant],
  ['into more than it says', (letter: Letter, q: string) => isMeant(letter, q) || has(letter.notes ?? '', q)],
  [
    'by any word',
    (letter: Letter, q: string) =>
      q.split(/\W+/).some((word) => word.length > 2 && isMeant(letter, word)) || isMeant(letter, q),
  ],
])('nobody is blamed who looks %s', async (_name, isFound) => {
  const run = await runAtOnce(DOCUMENT, letters(isFound));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [string, (letter: Letter, q: string) => boolean]>(
    [
      ['leaves nothing out', () => true],
      ['looks into the subject alone', ({ subject }, q) => has(subject, q)],
      ['looks into the author alone', ({ author }, q) => has(author.name, q)],
      [
        'looks at the letter case',
        ({ subject, author }, q) => subject.includes(q) || author.name.includes(q),
      ],
      [
        'looks at the beginning alone',
        ({ subject, author }, q) =>
          [subject, author.name].some((one) => one.toLowerCase().startsWith(q.toLowerCase())),
      ],
      ['finds nothing', () => false],
    ],
    2,
  ),
)('a service that %s is blamed', async (_name, isFound) => {
  const run = await runAtOnce(DOCUMENT, letters(isFound), { suites: ['resources', 'collections'] });
  expect(idsOf(run, 'fail')).toContain('resources.filter-holds');
});

test.each([
  ['in the notes alone', ({ notes = '' }: Letter, q: string) => has(notes, q)],
  ['for whole words', ({ subject }: Letter, q: string) => subject.toLowerCase().split(/\W+/).includes(q)],
  ['for any part of a word', ({ subject }: Letter, q: string) => has(subject, q.slice(0, 2))],
])('where the document does not say how, nobody is blamed who looks %s', async (_name, isFound) => {
  const run = await runAtOnce(ANYWHERE, letters(isFound));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each([ANYWHERE, UNTOLD])(
  'wherever a text is looked for, one that is nowhere finds nothing',
  async (document) => {
    const run = await runAtOnce(
      document,
      letters(() => true),
      { suites: ['resources', 'collections'] },
    );
    expect(idsOf(run, 'fail')).toEqual(['resources.filter-holds']);
  },
);

test('where no words tell of a search, nobody is blamed for what it leaves in', async () => {
  const run = await runAtOnce(
    SILENT,
    letters(() => true),
    { suites: ['resources', 'collections'] },
  );
  expect(idsOf(run, 'fail')).toEqual([]);
});

test.each([DOCUMENT, ANYWHERE, UNTOLD])('the mock finds what the document says', async (document) => {
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([[], []]);
});

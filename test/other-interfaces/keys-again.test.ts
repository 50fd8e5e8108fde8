import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Creations that come again with their key, as a document says it in words: the first answer, marked as such, and no other body. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const WORDS =
  'Sending the same request again with the same key returns the first answer and bears the header `Replayed: true`. The same key with other parameters is refused with 409.';

const documentOf = (words: string, refused = 'no'): string => `
openapi: 3.0.3
info: {title: Notes, version: '1', description: ${JSON.stringify(words)}}
paths:
  /notes:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Note')}}`)}}}}
    post:
      parameters: [{name: Idempotency-Key, in: header, schema: {type: string, minLength: 1, maxLength: 255}}]
      requestBody: {required: true, ${json(of('NewNote'))}}
      responses:
        '200': {description: made before, ${json(of('Note'))}}
        '201':
          description: made
          headers: {Replayed: {description: Only on an answer that was kept for a key., schema: {type: string, enum: ['true']}}}
          ${json(of('Note'))}
        '400': {description: no}
        '409': {description: ${JSON.stringify(refused)}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Note'))}}, '404': {description: not there}}}
components:
  schemas:
    NewNote: {type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 80}}}
    Note: {allOf: [${of('NewNote')}, {type: object, required: [id], properties: {id: {type: string}}}]}
`;

type Ways = {
  readonly mark?: (isAgain: boolean) => boolean;
  readonly statusAgain?: number;
  readonly refusesOther?: boolean;
  /** A text is one of two. */
  readonly isListed?: boolean;
};

const notes =
  ({
    mark = (isAgain) => isAgain,
    statusAgain = 201,
    refusesOther = true,
    isListed = false,
  }: Ways): MakeService =>
  () => {
    const all = new Map<string, object>();
    const kept = new Map<string, { readonly text: string; readonly body: object }>();
    const answer = (status: number, body: object, isAgain: boolean): Reply => ({
      status,
      body,
      ...(mark(isAgain) ? { headers: { Replayed: 'true' } } : {}),
    });
    return ({ method, path, headers, text: raw, json: sent }) => {
      const [, , id = ''] = path.split('/');
      const note = all.get(id);
      if (id !== '') return note === undefined ? { status: 404 } : { status: 200, body: note };
      if (method === 'GET') return { status: 200, body: [...all.values()] };
      const { text } = { text: undefined, ...(typeof sent === 'object' ? sent : {}) };
      if (typeof text !== 'string' || text === '' || Array.from(text).length > 80) return { status: 400 };
      if (isListed && !['plain', 'rich'].includes(text)) return { status: 400 };
      const key = headers['idempotency-key']?.toString();
      if (key !== undefined && (key.length < 1 || key.length > 255)) return { status: 400 };
      const before = kept.get(key ?? '');
      if (before !== undefined) {
        if (before.text !== raw && refusesOther) return { status: 409 };
        return answer(statusAgain, before.body, true);
      }
      const made = { id: `n${String(all.size + 1)}`, text };
      all.set(made.id, made);
      if (key !== undefined) kept.set(key, { text: raw, body: made });
      return answer(201, made, false);
    };
  };

const SILENT = 'Notes, with keys. A key may be refused with other parameters.';

test.each<readonly [string, string, Ways]>([
  ['as the document says', WORDS, {}],
  [
    'in its own way, where the document is silent',
    SILENT,
    { mark: () => false, statusAgain: 200, refusesOther: false },
  ],
])('nobody is blamed who answers %s', async (_name, words, ways) => {
  const run = await runAtOnce(documentOf(words), notes(ways));
  expect(idsOf(run, 'fail')).toEqual([]);
});

test.each(
  wholeInCi<readonly [string, Ways]>(
    [
      ['does not mark what comes again', { mark: () => false }],
      ['marks all answers', { mark: () => true }],
      ['has another status for it', { statusAgain: 200 }],
      ['takes another body', { refusesOther: false }],
      ['refuses what comes again', { statusAgain: 409 }],
    ],
    2,
  ),
)('a service that %s is blamed', async (_name, ways) => {
  const run = await runAtOnce(documentOf(WORDS), notes(ways));
  expect(idsOf(run, 'fail')).toEqual(['resources.repeated-once']);
});

test.each(
  wholeInCi(['gets the answer of the first one', 'receives the response to the original request'], 1),
)('a refusal of what comes again is blamed where it %s', async (words) => {
  const told = `A second request with the same key and the same body ${words}.`;
  expect(idsOf(await runAtOnce(documentOf(told), notes({ statusAgain: 409 })), 'fail')).toEqual([
    'resources.repeated-once',
  ]);
});

test.each<readonly [string, Ways, readonly string[]]>([
  ['refuses it', {}, []],
  ['takes it', { refusesOther: false }, ['resources.repeated-once']],
])('a key with another body, told as one of the reasons of a refusal: %s', async (_name, ways, found) => {
  const silent = { ...ways, mark: () => false };
  const document = documentOf('Notes', 'The shelf is full, or the key was used with another body.');
  expect(idsOf(await runAtOnce(document, notes(silent)), 'fail')).toEqual(found);
});

test.each<readonly [string, Ways, readonly string[]]>([
  ['refuses it', {}, []],
  ['takes it', { refusesOther: false }, ['resources.repeated-once']],
])('a key with another body, where bodies have no words of the run: %s', async (_name, ways, found) => {
  const document = documentOf(WORDS).replace(
    'type: string, minLength: 1, maxLength: 80',
    'type: string, enum: [plain, rich]',
  );
  expect(document).toContain('rich');
  expect(idsOf(await runAtOnce(document, notes({ ...ways, isListed: true })), 'fail')).toEqual(found);
});

test('a refusal of what comes again is no fault where the document is silent', async () => {
  expect(idsOf(await runAtOnce(documentOf(SILENT), notes({ statusAgain: 409 })), 'fail')).toEqual([]);
});

test('the mock answers as the document says', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': documentOf(WORDS) });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

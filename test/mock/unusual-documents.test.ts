import { expect, test } from 'vitest';
import { mockHandler } from '../../src/mock/server/mock-handler.ts';
import { loadFiles } from '../specs/load-files.ts';

/** What documents ask of their services now and then: the mock does it too. */

type Shown = { readonly status: number; readonly location: string | null; readonly body: unknown };
type Ask = (method: string, path: string, body?: unknown) => Promise<Shown>;

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ok = (schema: string): string => `responses: {200: {description: it, ${json(schema)}}}`;
const sends = (schema: string): string => `requestBody: {required: true, ${json(schema)}}`;
const made = (schema: string, headers = ''): string =>
  `post: {${sends(schema)}, responses: {201: {description: made, ${headers}${json(schema)}}}}`;

const NOTE =
  '{type: object, required: [id, text], properties: {id: {type: string, readOnly: true, pattern: "^n[ab]$"}, text: {type: string}, place: {type: string}}}';
const WRAPPED = `{type: object, properties: {note: ${NOTE}}}`;
const NAMED = 'parameters: [{name: noteId, in: path, required: true, schema: {type: string}}]';

async function mockOf(paths: string): Promise<Ask> {
  const loaded = await loadFiles({
    'openapi.yaml': `openapi: 3.0.3\ninfo: {title: Notes, version: '1'}\npaths:\n${paths}`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const handler = mockHandler(loaded.interface);
  return async (method, path, body) => {
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await handler(new Request(`http://mock.example${path}`, { method, ...sent }));
    const text = await answer.text();
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}

test('the mock gives the whole address of what was made, where the document describes one with an origin', async () => {
  const ask = await mockOf(`
  /notes: {${made(NOTE, 'headers: {Location: {schema: {type: string, format: uri}}}, ')}, get: {${ok(`{type: array, items: ${NOTE}}`)}}}
  /notes/{noteId}: {${NAMED}, get: {${ok(NOTE)}}}`);
  const { location } = await ask('POST', '/notes', { text: 'first' });
  expect(location).toMatch(/^http:\/\/mock\.example\/notes\/n[ab]$/);
});

test('the mock changes nothing by an operation of which the document shows refusals alone', async () => {
  const ask = await mockOf(`
  /notes: {${made(NOTE)}, get: {${ok(`{type: array, items: ${NOTE}}`)}}}
  /notes/{noteId}: {${NAMED}, get: {${ok(NOTE)}}, patch: {${sends(NOTE)}, responses: {400: {description: no}}}}`);
  const { body } = await ask('POST', '/notes', { text: 'first' });
  const id = (body as { readonly id: string }).id;
  expect(await ask('PATCH', `/notes/${id}`, { text: 'second' })).toMatchObject({ status: 400 });
  expect(await ask('GET', `/notes/${id}`)).toMatchObject({ body: { text: 'first' } });
});

test('the mock leaves what a replacement has no member for as it is', async () => {
  const sent = '{type: object, required: [text], properties: {text: {type: string}}}';
  const ask = await mockOf(`
  /notes: {${made(NOTE)}, get: {${ok(`{type: array, items: ${NOTE}}`)}}}
  /notes/{noteId}: {${NAMED}, get: {${ok(NOTE)}}, put: {${sends(sent)}, ${ok(NOTE)}}}`);
  const { body } = await ask('POST', '/notes', { text: 'first', place: 'here' });
  const id = (body as { readonly id: string }).id;
  const replaced = { id, text: 'second', place: 'here' };
  expect(await ask('PUT', `/notes/${id}`, { text: 'second' })).toMatchObject({ body: replaced });
});

test('the mock keeps entries that are wrapped and that nothing reads or lists', async () => {
  const ask = await mockOf(`
  /notes: {${made(WRAPPED)}}
  /notes/{noteId}: {${NAMED}, put: {${sends(WRAPPED)}, ${ok(WRAPPED)}}, delete: {responses: {204: {description: gone}, 404: {description: none}}}}`);
  const { body } = await ask('POST', '/notes', { note: { text: 'first', place: 'here' } });
  const { note } = body as { readonly note: { readonly id: string } };
  const path = `/notes/${note.id}`;
  const second = { note: { text: 'second', place: 'there' } };
  expect(await ask('PUT', path, second)).toMatchObject({ status: 200, body: second });
  expect(await ask('DELETE', path)).toMatchObject({ status: 204 });
  expect(await ask('PUT', path, second)).toMatchObject({ status: 404 });
});

test.each([
  ['another one', ok('{type: object, properties: {took: {type: string}}}')],
  ['none', 'responses: {201: {description: made}}'],
])('the mock keeps what clients name, where the answer to a creation shows %s', async (_name, answers) => {
  const named = NOTE.replace('readOnly: true, pattern: "^n[ab]$"', 'maxLength: 9');
  const ask = await mockOf(`
  /notes: {post: {${sends(named)}, ${answers}}}
  /notes/{noteId}: {${NAMED}, get: {${ok(named)}}, delete: {responses: {204: {description: gone}, 404: {description: none}}}}`);
  await ask('POST', '/notes', { id: 'own', text: 'first' });
  expect(await ask('GET', '/notes/own')).toMatchObject({ status: 200, body: { text: 'first' } });
  expect(await ask('DELETE', '/notes/own')).toMatchObject({ status: 204 });
  expect(await ask('GET', '/notes/own')).toMatchObject({ status: 404 });
});

test('the mock gives no identity again that an entry had, where there are others', async () => {
  const ask = await mockOf(`
  /notes: {${made(NOTE)}, get: {${ok(`{type: array, items: ${NOTE}}`)}}}
  /notes/{noteId}: {${NAMED}, delete: {responses: {204: {description: gone}}}}`);
  const idOf = ({ body }: Shown): string => (body as { readonly id: string }).id;
  const first = idOf(await ask('POST', '/notes', { text: 'first' }));
  await ask('DELETE', `/notes/${first}`);
  expect(idOf(await ask('POST', '/notes', { text: 'second' }))).not.toBe(first);
});

const CURSOR =
  '[{name: limit, in: query, schema: {type: integer}}, {name: cursor, in: query, schema: {type: string}}]';
const pageOf = (rest: string): string =>
  `{type: object, required: [notes], properties: {notes: {type: array, ${rest}items: ${NOTE}}, response_metadata: {type: object, required: [next_cursor], properties: {next_cursor: {type: string}}}}}`;

test('the mock ends a list that it only shows, where a text tells of the next page', async () => {
  const example = '{notes: [{id: na, text: a}, {id: nb, text: b}], response_metadata: {next_cursor: more}}';
  const ask = await mockOf(`
  /notes: {get: {parameters: ${CURSOR}, responses: {200: {description: all, content: {application/json: {schema: ${pageOf('')}, example: ${example}}}}}}}`);
  const [first, second] = ['na', 'nb'].map((id) => [expect.objectContaining({ id })]);
  const page = (await ask('GET', '/notes?limit=1')).body as {
    readonly response_metadata: { readonly next_cursor: string };
  };
  expect(page).toMatchObject({ notes: first });
  const { next_cursor: cursor } = page.response_metadata;
  expect(await ask('GET', `/notes?limit=1&cursor=${cursor}`)).toMatchObject({
    body: { notes: second, response_metadata: { next_cursor: '' } },
  });
});

test('the mock tells of the next page by a whole address, where the document describes no other', async () => {
  const meta = '{type: object, properties: {next: {type: string, format: uri}}}';
  const page = `{type: object, required: [notes], properties: {notes: {type: array, items: ${NOTE}}, _metadata: ${meta}}}`;
  const ask = await mockOf(`
  /notes: {${made(NOTE)}, get: {parameters: ${CURSOR}, ${ok(page)}}}
  /notes/{noteId}: {${NAMED}, get: {${ok(NOTE)}}}`);
  for (const text of ['first', 'second']) await ask('POST', '/notes', { text });
  const { body } = await ask('GET', '/notes?limit=1');
  const { _metadata: told } = body as { readonly _metadata: { readonly next: string } };
  expect(told.next).toMatch(/^http:\/\/mock\.example\/notes\?limit=1&cursor=/);
});

test('the mock begins with as many entries as a list has at least, and shows them whatever is asked for', async () => {
  const kept = await mockOf(`
  /notes: {${made(NOTE)}, get: {${ok(`{type: array, minItems: 2, items: ${NOTE}}`)}}}
  /notes/{noteId}: {${NAMED}, get: {${ok(NOTE)}}}`);
  expect((await kept('GET', '/notes')).body).toHaveLength(2);
  const state = '{name: state, in: query, schema: {type: string}}';
  const entry = '{type: object, required: [state], properties: {state: {type: string, enum: [open]}}}';
  const shown = await mockOf(
    `  /notes: {get: {parameters: [${state}], ${ok(`{type: array, minItems: 1, items: ${entry}}`)}}}`,
  );
  expect((await shown('GET', '/notes?state=none')).body).toHaveLength(1);
});

test('the mock shows one identity as a number and as a text, where the document does', async () => {
  const shown = (id: string): string =>
    `{type: object, required: [id], properties: {id: {type: ${id}}, text: {type: string}}}`;
  const ask = await mockOf(`
  /notes:
    get: {${ok(`{type: array, items: ${shown('integer')}}`)}}
    ${made(shown('string').replace('id: {type: string}, ', 'id: {type: string, readOnly: true}, '))}
  /notes/{noteId}:
    ${NAMED}
    get: {${ok(shown('integer'))}}
`);
  const { body } = await ask('POST', '/notes', { text: 'one' });
  const { body: all } = await ask('GET', '/notes');
  expect([body, all]).toEqual([{ id: '1', text: 'one' }, [{ id: 1, text: 'one' }]]);
});

test.each([
  ['image/*', 'image/png'],
  ['text/*', 'text/plain'],
  ['*/*', 'text/plain'],
])('the mock answers a text of the documented range %s as %s', async (range, type) => {
  const loaded = await loadFiles({
    'openapi.yaml': `openapi: 3.0.3\ninfo: {title: Notes, version: '1'}\npaths: {/a: {get: {responses: {200: {description: it, content: {'${range}': {schema: {type: string}}}}}}}}`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const answer = await mockHandler(loaded.interface)(new Request('http://mock.example/a'));
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
});

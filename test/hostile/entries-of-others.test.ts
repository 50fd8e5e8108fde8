import { describe, expect, test } from 'vitest';
import { THOROUGH } from '../sampled.ts';
import { blamed } from '../other-interfaces/run-against-mock.ts';
import { type Ask, runAgainstService } from '../other-interfaces/run-against-service.ts';

/**
 * Services whose answers to a creation name something else than what was made: whatever they say, a run changes and removes nothing
 * that it did not make.
 */

const ENTRY = `{ type: object, properties: { id: { type: string }, title: { type: string, maxLength: 80 } } }`;
const HIDDEN = `{ type: object, properties: { title: { type: string, maxLength: 80 } } }`;
const LINKED = `{ type: object, properties: { title: { type: string, maxLength: 80 }, _links: { type: object } } }`;
const NUMBERED = `{ type: object, required: [id, title], properties: { id: { type: integer, minimum: 1 }, title: { type: string, maxLength: 80 } } }`;

function documentOf(sent: string, shown: string): string {
  const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const one = `{ '200': { description: it, ${json(shown)} }, '404': { description: none } }`;
  return `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: all, ${json(`{ type: array, items: ${shown} }`)} } } }
    post:
      operationId: addNote
      requestBody: { required: true, ${json(sent)} }
      responses: { '201': { description: made, ${json(shown)} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readNote, responses: ${one} }
    put: { operationId: writeNote, requestBody: { required: true, ${json(sent)} }, responses: ${one} }
    delete: { operationId: removeNote, responses: { '204': { description: gone }, '404': { description: none } } }
  /people/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readPerson, responses: ${one} }
    delete: { operationId: removePerson, responses: { '204': { description: gone } } }
`;
}

const NOTE = `{ type: object, required: [id, title], properties: { id: { type: string, readOnly: true }, title: { type: string, maxLength: 80 } } }`;
const SHOWN = `content: { application/json: { schema: ${NOTE} } }`;
const LISTED = `content: { application/json: { schema: { type: array, items: ${NOTE} } } }`;
const NAMED = `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: all, ${LISTED} } } }
    post:
      operationId: addNote
      requestBody: { required: true, ${SHOWN} }
      responses: { '201': { description: made, ${SHOWN} }, '400': { description: not valid } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readNote, responses: { '200': { description: it, ${SHOWN} }, '404': { description: none } } }
    delete: { operationId: removeNote, responses: { '204': { description: gone }, '404': { description: none } } }
`;

/** What a server or a proxy on the way may take for a place of its own. */
const ODD_NAMES = [
  '..',
  '.',
  '../people/1',
  '%2e%2e',
  '%252e%252e%252fpeople',
  '..\\people',
  '1/../../people/1',
  '..;',
  '1\u0000',
  '1\r\nHost: other',
] as const;

/** What a run sends that could change or remove something, to a service that has whatever is asked for. */
async function harmTo(
  document: string,
  made: (ask: Ask) => { readonly id?: string; readonly location?: string; readonly _links?: object },
): Promise<readonly string[]> {
  const harm: string[] = [];
  const all: unknown[] = [];
  await runAgainstService(
    document,
    () => (ask) => {
      const { method, path } = ask;
      if (!['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method)) harm.push(`${method} ${path}`);
      if (method === 'GET' && path === '/notes') return { status: 200, body: all };
      if (method !== 'POST') return { status: 200, body: { title: 'of somebody else' } };
      const { location, ...named } = made(ask);
      const shown =
        typeof ask.json === 'object' && ask.json !== null && 'title' in ask.json ? ask.json.title : 0;
      const body = { ...named, title: shown };
      all.push(body);
      return { status: 201, body, ...(location === undefined ? {} : { headers: { location } }) };
    },
    { maxDurationS: 15 },
  );
  return harm;
}

/** The title that a body gives; `undefined` where it gives none. */
function titleIn(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('title' in json)) return undefined;
  return typeof json.title === 'string' ? json.title : undefined;
}

describe('a creation', () => {
  // A run that is told odd names makes many entries: CI has the time.
  test.runIf(THOROUGH)(
    'that is called by what may be another place makes nothing that may be removed',
    async () => {
      let count = 0;
      const harm = await harmTo(documentOf(HIDDEN, ENTRY), () => {
        count += 1;
        const odd = count % 2 === 0 ? ODD_NAMES[(count / 2) % ODD_NAMES.length] : undefined;
        return { id: odd ?? `note-${String(count)}` };
      });
      expect(count).toBeGreaterThan(2);
      expect(harm.some((one) => one.startsWith('DELETE /notes/note-'))).toBe(true);
      expect(harm.filter((one) => !/^[A-Z]+ \/notes\/note-\d+$/.test(one))).toEqual([]);
    },
  );

  test('that is called by another place is not read there', async () => {
    const paths: string[] = [];
    const entry = { id: '../people', title: 'of somebody else' };
    await runAgainstService(
      documentOf(HIDDEN, ENTRY),
      () => (ask) => {
        paths.push(ask.path);
        if (ask.method === 'POST') return { status: 201, body: entry };
        return { status: 200, body: ask.path === '/notes' ? [entry] : entry };
      },
      { maxDurationS: 5 },
    );
    expect(paths).toContain('/notes');
    expect(paths.filter((path) => path.includes('people') && path.startsWith('/notes'))).toEqual([]);
  });

  test.each([
    '/people/1',
    'http://127.0.0.1:9/people/1',
    '/notes/../people/1',
    '/notes/%2e%2e%2fpeople',
    '//other/people/1',
  ])('that stands at %s makes nothing there', async (location) => {
    expect(await harmTo(documentOf(HIDDEN, HIDDEN), () => ({ location }))).toEqual([]);
  });

  test.each([
    ['by what may be another place leaves open what was never asked', (count: number) => `../${count}`, 2],
    ['by what has a plain name is changed and removed there', (count: number) => `note-${count}`, 0],
  ])('that is called %s', async (_name, nameOf, exitCode) => {
    const run = await runAgainstService(
      NAMED,
      () => {
        const notes = new Map<string, object>();
        let count = 0;
        return ({ method, path, json }) => {
          if (path === '/notes') {
            if (method === 'GET') return { status: 200, body: [...notes.values()] };
            const title = titleIn(json);
            if (title === undefined || Array.from(title).length > 80) return { status: 400 };
            const made = { id: nameOf((count += 1)), title };
            notes.set(made.id, made);
            return { status: 201, body: made };
          }
          const id = path.slice('/notes/'.length).replaceAll('%2F', '/');
          const note = notes.get(id);
          if (note === undefined) return { status: 404 };
          if (method === 'DELETE') notes.delete(id);
          return method === 'DELETE' ? { status: 204 } : { status: 200, body: note };
        };
      },
      { maxDurationS: 15 },
    );
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(exitCode);
    expect(JSON.stringify(run.verdict).includes('DELETE /notes/{id}')).toBe(exitCode === 2);
  });

  test('that shows no name, and a link to itself, is changed and removed there', async () => {
    const made = (): string => '/notes/42';
    const document = documentOf(HIDDEN, LINKED);
    const harm = await harmTo(document, () => ({ _links: { self: { href: made() } } }));
    expect(harm.some((one) => one === 'DELETE /notes/42')).toBe(true);
    expect(harm.filter((one) => !one.endsWith(' /notes/42'))).toEqual([]);
    expect(await harmTo(document, () => ({ _links: { self: { href: '/people/1' } } }))).toEqual([]);
  });

  test('whose number the service gives, and does not show, is not taken for the number that was sent', async () => {
    expect(await harmTo(documentOf(NUMBERED, HIDDEN), () => ({}))).toEqual([]);
  });
});

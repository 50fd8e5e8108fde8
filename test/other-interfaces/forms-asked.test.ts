import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Answers in a form that a parameter of the query names, of which the document shows one alone. */

const NOTE = '{type: object, required: [text], properties: {text: {type: string}}}';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /note:
    get:
      operationId: read
      parameters: [{name: f, in: query, schema: {type: string, enum: [json, html, csv], default: json}}]
      responses:
        '200': {description: the note, content: {application/json: {schema: ${NOTE}}}}
        '400': {description: not such a form}
`;

const NOTE_NOW = { text: 'a note' };

function notes(shown: (form: string) => Reply): MakeService {
  return () =>
    ({ query, path }) => {
      if (path !== '/note') return { status: 404 };
      const form = query.get('f') ?? 'json';
      return ['json', 'html', 'csv'].includes(form) ? shown(form) : { status: 400 };
    };
}

const written = (form: string, text: string): Reply => ({
  status: 200,
  body: text,
  headers: { 'Content-Type': `text/${form}; charset=utf-8` },
});

test('nobody is blamed for answers in the form that was asked for', async () => {
  const honest = notes((form) =>
    form === 'json' ? { status: 200, body: NOTE_NOW } : written(form, 'text\r\na note'),
  );
  expect(alarms(await runAtOnce(DOCUMENT, honest))).toEqual([]);
});

test.each([
  ['in a form that nobody asked for', (): Reply => written('html', '<p>a note</p>')],
  [
    'in another form than was asked for',
    (form: string): Reply => (form === 'json' ? { status: 200, body: NOTE_NOW } : written('plain', 'a note')),
  ],
])('answers %s are found', async (_name, shown) => {
  expect(blames(await runAtOnce(DOCUMENT, notes(shown)))).toMatch(/bodies\.media-type/);
});

import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/** Things that stand beside the list that shows them (`/letter/{id}`, `/letters`), and a call whose body is shown member by member. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const PERSON =
  '{type: object, properties: {mail: {type: string, example: jane@example.com}, name: {type: string, example: Jane}}}';
const LETTER =
  '{type: object, required: [Code, subject], properties: {Code: {type: string}, subject: {type: string}}}';
const ID = '{name: Code, in: path, required: true, schema: {type: string}}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Letters, version: '1'}
security: [{key: []}]
paths:
  /letters:
    get:
      operationId: list
      responses:
        '200': {description: all, ${json(`{type: object, required: [letters], properties: {letters: {type: array, items: ${LETTER}}}}`)}}
        '401': {description: who}
  /letter/{Code}:
    parameters: [${ID}]
    get: {operationId: read, responses: {'200': {description: one, ${json(LETTER)}}, '404': {description: none}, '401': {description: who}}}
  /letter/{Code}/length:
    parameters: [${ID}]
    get: {operationId: length, responses: {'200': {description: its length, ${json('{type: integer}')}}, '404': {description: none}, '401': {description: who}}}
  /send:
    post:
      operationId: send
      requestBody:
        required: true
        ${json(`{type: object, properties: {to: {type: array, items: ${PERSON}}, text: {type: string, example: Hello}, note: {type: string}}}`)}
      responses:
        '200': {description: sent, ${json('{type: object, required: [sent], properties: {sent: {type: integer}}}')}}
        '400': {description: 'not one'}
        '401': {description: who}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

const LETTERS = [
  { Code: 'kx81-7', subject: 'first' },
  { Code: 'pw40-2', subject: 'second' },
];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A mail goes to somebody, whose address has an `@`: the document says neither. */
function isLetter(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { to, text = '', note = '' } = body;
  const isPerson = (one: unknown): boolean =>
    isObject(one) &&
    /^[^@\s]+@[^@\s]+$/.test(String(one['mail'])) &&
    (one['name'] === undefined || typeof one['name'] === 'string');
  return (
    Array.isArray(to) &&
    to.length > 0 &&
    to.every(isPerson) &&
    typeof text === 'string' &&
    typeof note === 'string'
  );
}

function letters(lengthOf: (subject: string) => unknown): MakeService {
  return () => {
    let sent = 0;
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (path === '/send' && method === 'POST') {
        if (!isLetter(body)) return { status: 400 };
        sent += 1;
        return { status: 200, body: { sent } };
      }
      if (path === '/letters') return { status: 200, body: { letters: LETTERS } };
      const [, , code = '', part] = path.split('/');
      const found = LETTERS.find(({ Code }) => Code === code);
      if (found === undefined) return { status: 404 };
      return { status: 200, body: part === undefined ? found : lengthOf(found.subject) };
    };
  };
}

test('what a list shows is read at the place of one of them, and members are sent as they are shown', async () => {
  const run = await runAtOnce(
    DOCUMENT,
    letters((subject) => subject.length),
  );
  expect(alarms(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

test('an answer of another type is found there', async () => {
  expect(
    blames(
      await runAtOnce(
        DOCUMENT,
        letters((subject) => ({ length: subject.length })),
      ),
    ),
  ).toMatch(/bodies\.schema/);
});

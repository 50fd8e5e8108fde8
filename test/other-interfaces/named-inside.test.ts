import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** What names a profile stands in no entry itself, but in what an entry holds, or in who asks: `author.username`, `user.username`. */

const PROFILE = '{type: object, required: [username], properties: {username: {type: string}}}';
const USER = `{type: object, required: [user], properties: {user: ${PROFILE}}}`;
const BY_WHO_ASKS = `
  /user:
    get:
      responses:
        '200': {description: who asks, content: {application/json: {schema: ${USER}}}}
    put:
      requestBody: {required: true, content: {application/json: {schema: ${USER}}}}
      responses:
        '200': {description: changed, content: {application/json: {schema: ${USER}}}}`;
const ARTICLE = `{type: object, required: [id, author], properties: {id: {type: integer}, author: ${PROFILE}}}`;
const BY_AUTHORS = `
  /articles:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${ARTICLE}}}}}
  /articles/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses:
        '200': {description: it, content: {application/json: {schema: ${ARTICLE}}}}
        '404': {description: no}
    delete:
      responses:
        '204': {description: gone}`;

const documentWith = (path: string): string => `
openapi: 3.1.0
info: {title: Profiles, version: '1'}
paths:${path}
  /profiles/{username}:
    get:
      parameters: [{name: username, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: it, content: {application/json: {schema: ${PROFILE}}}}
        '404': {description: no}
`;

const ANN = { username: 'ann-of-the-harbour' };

const profiles =
  (shown: unknown): MakeService =>
  () =>
  ({ method, path }) => {
    if (method !== 'GET') return { status: 405 };
    if (path === '/user') return { status: 200, body: { user: ANN } };
    if (path === '/articles') return { status: 200, body: [{ id: 7, author: ANN }] };
    if (path === '/articles/7') return { status: 200, body: { id: 7, author: ANN } };
    return path === `/profiles/${ANN.username}` ? { status: 200, body: shown } : { status: 404 };
  };

const WAYS = [
  ['who asks', BY_WHO_ASKS],
  ['authors', BY_AUTHORS],
] as const;

test.each(WAYS)('a profile is read by the name that %s tell', async (_by, path) => {
  const { verdict: said, asked } = await runAtOnce(documentWith(path), profiles(ANN));
  expect(said.exitCode, said.text).toBe(0);
  expect(asked.map((one) => one.path)).toContain(`/profiles/${ANN.username}`);
});

test.each(WAYS)('one without its name is blamed where %s tell of it', async (_by, path) => {
  const { record } = await runAtOnce(documentWith(path), profiles({}));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual(['bodies.schema']);
});

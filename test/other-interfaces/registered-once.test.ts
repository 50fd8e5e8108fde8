import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { derivedFaults } from '../../src/mock/faults/derived/derived-faults.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isText } from './shelf.ts';

/** Users whom anybody may register and nobody can read: no two of them have the same address, by the words of a refusal. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Club, version: '1'}
paths:
  /auth/register:
    post:
      requestBody:
        required: true
        ${json('{type: object, required: [email, name], properties: {email: {type: string, format: email}, name: {type: string, minLength: 1, maxLength: 80}}}')}
      responses:
        '201': {description: made, ${json('{type: object, required: [user], properties: {user: {type: object, required: [id, email], properties: {id: {type: integer}, email: {type: string}}}}}')}}
        '400': {description: no}
        '409': {description: ${words}}
`;
const TOLD = documentOf('Email already registered');

type Second = (first: number, next: number) => Reply | number;

const club =
  (second: Second): MakeService =>
  () => {
    const known = new Map<string, number>();
    let last = 0;
    return ({ json: body }) => {
      const { email, name } = isObject(body) ? body : {};
      if (!isText(email) || !/^[^@\s]+@[^@\s]+$/.test(email) || !isText(name)) return { status: 400 };
      const first = known.get(email);
      const id = first === undefined ? last + 1 : second(first, last + 1);
      if (typeof id !== 'number') return id;
      last = Math.max(last, id);
      known.set(email, id);
      return { status: 201, body: { user: { id, email } } };
    };
  };

test.each<readonly [name: string, document: string, second: Second]>([
  ['the second one is refused', TOLD, () => ({ status: 409 })],
  ['the second one is the first again', TOLD, (first) => first],
  ['the document says nothing of it', documentOf('Conflict'), (_first, next) => next],
])('%s: no fault', async (_name, document, second) => {
  const run = await runAtOnce(document, club(second), { suites: ['resources'] });
  expect(alarms(run)).toEqual([]);
});

test('two users have one address: found', async () => {
  const run = await runAtOnce(
    TOLD,
    club((_first, next) => next),
    { suites: ['resources'] },
  );
  expect(blames(run)).toBe('resources.unique-kept');
});

test('the mock has no two of them', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': TOLD });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

/** The same of users of whom no answer shows anything: they log in, with the password that they gave. */
const SILENT = `
openapi: 3.0.3
info: {title: Club, version: '1'}
paths:
  /auth/register:
    post:
      requestBody:
        required: true
        ${json('{type: object, required: [email, name, password], properties: {email: {type: string, format: email}, name: {type: string, minLength: 1, maxLength: 80}, password: {type: string, minLength: 8}}}')}
      responses:
        '201': {description: made, ${json('{type: object, required: [message], properties: {message: {type: string}}}')}}
        '400': {description: no}
        '409': {description: Email already exists}
  /auth/login:
    post:
      requestBody:
        required: true
        ${json('{type: object, required: [email, password], properties: {email: {type: string}, password: {type: string}}}')}
      responses:
        '200': {description: in, ${json('{type: object, required: [token], properties: {token: {type: string}}}')}}
        '400': {description: no}
        '401': {description: nobody}
`;

type Users = {
  readonly isAlone: boolean;
  readonly isConfirmed: boolean;
  /** Which passwords are taken for one that was registered. */
  readonly takes?: (given: string, password: string) => boolean;
  /** What comes for a wrong password. */
  readonly refusal?: Reply;
};

const isSame = (given: string, password: string): boolean => given === password;

/** `isConfirmed`: who was registered has to follow a link first, and may be registered again until then. */
const silentClub =
  ({ isAlone, isConfirmed, takes = isSame, refusal = { status: 401 } }: Users): MakeService =>
  () => {
    const known = new Map<string, string>();
    return ({ path, json: body }) => {
      const { email, name, password } = isObject(body) ? body : {};
      if (!isText(email) || !/^[^@\s]+@[^@\s]+$/.test(email) || !isText(password) || password === '')
        return { status: 400 };
      if (path === '/auth/login')
        return takes(password, known.get(email) ?? '') && known.has(email) && !isConfirmed
          ? { status: 200, body: { token: 'in' } }
          : refusal;
      if (!isText(name) || password.length < 8) return { status: 400 };
      if (isAlone && known.has(email)) return { status: 409 };
      known.set(email, password);
      return { status: 201, body: { message: 'welcome' } };
    };
  };

test.each<readonly [name: string, users: Users]>([
  ['the second one is refused', { isAlone: true, isConfirmed: false }],
  ['nobody is in who has not followed a link', { isAlone: false, isConfirmed: true }],
  [
    'a wrong password has a status of its own',
    { isAlone: true, isConfirmed: false, refusal: { status: 403, body: {} } },
  ],
])('of users who only log in %s: no fault', async (_name, users) => {
  const run = await runAtOnce(SILENT, silentClub(users), { suites: ['resources'] });
  expect(alarms(run)).toEqual([]);
});

test('a registration with a documented 401 is no login: another password may be taken there', async () => {
  const document = SILENT.replace("'409': {description: Email already exists}", "'401': {description: who}");
  const run = await runAtOnce(document, silentClub({ isAlone: false, isConfirmed: false }));
  expect(alarms(run)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('authentication.wrong-password');
});

test('whoever is registered with the address of one who logged in: found', async () => {
  const run = await runAtOnce(SILENT, silentClub({ isAlone: false, isConfirmed: false }), {
    suites: ['resources'],
  });
  expect(blames(run)).toBe('resources.unique-kept');
});

test.each<readonly [name: string, takes: (given: string, password: string) => boolean]>([
  ['any password is taken', () => true],
  ['the beginning of a password is enough', (given, password) => given.slice(0, 4) === password.slice(0, 4)],
])('%s: found', async (_name, takes) => {
  const run = await runAtOnce(SILENT, silentClub({ isAlone: true, isConfirmed: false, takes }), {
    suites: ['resources', 'robustness', 'authentication'],
  });
  expect(blames(run)).toBe('authentication.wrong-password');
});

const IN_WORDS = SILENT.replace(
  `'400': {description: no}
        '401': {description: nobody}`,
  `'400': {description: Invalid email or password}`,
);

test('a login that has a wrong password in words alone: one that takes any is found, and no honest one', async () => {
  const refusal = { status: 400 };
  const suites = ['resources', 'robustness', 'authentication'] as const;
  const users = { isAlone: true, isConfirmed: false, refusal };
  const honest = await runAtOnce(IN_WORDS, silentClub(users), { suites });
  expect(alarms(honest)).toEqual([]);
  expect(honest.record.results.find(({ id }) => id === 'authentication.wrong-password')?.outcome.kind).toBe(
    'pass',
  );
  const open = await runAtOnce(IN_WORDS, silentClub({ ...users, takes: () => true }), { suites });
  expect(blames(open)).toBe('authentication.wrong-password');
});

test.each([SILENT, IN_WORDS])('the mock registers no two of them', async (document) => {
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(run.record.results.find(({ id }) => id === 'resources.unique-kept')?.outcome.kind).toBe('pass');
  expect(run.record.results.find(({ id }) => id === 'authentication.wrong-password')?.outcome.kind).toBe(
    'pass',
  );
});

test.each([
  ['any-password-taken', 'authentication.wrong-password'],
  ['taken-again', 'resources.unique-kept'],
])('a mock with the fault %s: found', async (kind, check) => {
  const loaded = await loadOnce({ 'openapi.yaml': SILENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const fault = derivedFaults(loaded.interface).find(({ name }) => name.endsWith(`.${kind}`));
  const run = await runAgainstMock(loaded.interface, fault === undefined ? [] : [fault]);
  expect(idsOf(run, 'fail')).toEqual([check]);
});

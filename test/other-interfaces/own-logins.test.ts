import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/json/value.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Users whom anybody may register, and who log in with the password that they chose: the run knows that of its own ones. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Club, version: '1'}
security: [{token: []}]
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas:
    Member:
      type: object
      required: [id, nick]
      properties: {id: {type: integer}, nick: {type: string}}
paths:
  /members:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Member'}}}}}
        '401': {description: who are you}
    post:
      security: []
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [nick, password]
              properties: {nick: {type: string, minLength: 3, maxLength: 60}, password: {type: string, minLength: 8, maxLength: 60}}
      responses:
        '201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}
        '400': {description: wrong}
  /login:
    post:
      security: []
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [nick, password]
              properties: {nick: {type: string}, password: {type: string}}
      responses:
        '200': {description: in, content: {application/json: {schema: {type: object, required: [token], properties: {token: {type: string}}}}}}
        '400': {description: wrong}
        '401': {description: wrong nick or password}
`;

type Member = { readonly nick: string; readonly password: string };

const isText = (value: unknown, least: number): value is string =>
  typeof value === 'string' && new RegExp(`^.{${String(least)},60}$`, 'su').test(value);

const EVERYBODY: Member = { nick: 'root', password: 'nobody knows it' };

type Login = (body: unknown, known: Member | undefined) => Reply;

/** The club, with what its login says of a body, and of the member whom that names. */
function club(makeLogin: () => Login): MakeService {
  return () => {
    const login = makeLogin();
    const members: Member[] = [EVERYBODY];
    const shown = (): readonly JsonObject[] => members.map(({ nick }, at) => ({ id: at + 1, nick }));
    return (ask) => {
      const { nick, password } = isObject(ask.json) ? ask.json : {};
      if (ask.path === '/login')
        return login(
          ask.json,
          members.find((one) => one.nick === nick),
        );
      if (ask.method === 'GET') return isKnown(ask) ? { status: 200, body: shown() } : { status: 401 };
      if (!isText(nick, 3) || !isText(password, 8)) return { status: 400 };
      members.push({ nick, password });
      return { status: 201, body: shown().at(-1) };
    };
  };
}

const OPENED: Reply = { status: 200, body: { token: 'a-session' } };

const isRight = (body: unknown, known: Member | undefined): boolean =>
  isObject(body) && known !== undefined && body['password'] === known.password;

const isWhole = (body: unknown): boolean =>
  isObject(body) && typeof body['nick'] === 'string' && typeof body['password'] === 'string';

const reading: Login = (body, known) => {
  if (!isWhole(body)) return { status: 400 };
  return isRight(body, known) ? OPENED : { status: 401 };
};

/** Refuses whatever is not right as it refuses a wrong password. */
const looking: Login = (body, known) => (isRight(body, known) ? OPENED : { status: 401 });

/** Knows a member no more for whom three wrong passwords came. */
function locking(): Login {
  const wrong = new Map<string, number>();
  return (body, known) => {
    const came = reading(body, known);
    const times = wrong.get(known?.nick ?? '') ?? 0;
    if (came.status !== 200 && known !== undefined) wrong.set(known.nick, times + 1);
    return times >= 3 ? { status: 401 } : came;
  };
}

test.each([
  ['reads the body first', () => reading],
  ['looks for the member first', () => looking],
  ['knows a member no more after three wrong passwords', locking],
  ['serves nobody before a letter was answered', () => () => ({ status: 401 })],
])('a login that %s is blamed for nothing', async (_what, makeLogin) => {
  const { record, verdict, asked } = await runAtOnce(DOCUMENT, club(makeLogin));
  expect(record.results.filter(({ outcome }) => outcome.kind === 'fail')).toEqual([]);
  expect(verdict.exitCode).toBe(0);
  const logins = asked.filter(({ path }) => path === '/login');
  expect(logins.some(({ text }) => text.includes(EVERYBODY.nick))).toBe(false);
});

/** The club as frameworks write it: registrations give the password twice, and either name is enough for a login, so that none is required. */
const NUMBERED = DOCUMENT.replace('[nick, password]', '[username, password1, password2]')
  .replace(
    'nick: {type: string, minLength: 3, maxLength: 60}, password: {type: string, minLength: 8, maxLength: 60}',
    'username: {type: string, minLength: 3, maxLength: 60}, password1: {type: string, minLength: 8, maxLength: 60}, password2: {type: string, minLength: 8, maxLength: 60}',
  )
  .replace('required: [nick, password]', 'required: [password]')
  .replace(
    '{nick: {type: string}, password: {type: string}}',
    '{username: {type: string}, email: {type: string, format: email}, password: {type: string}}',
  )
  .replaceAll('nick', 'username');

test('a login is served with the first of two passwords, which plain words are enough for, and one of the names that it may have', async () => {
  const members = new Map<string, string>();
  const make: MakeService = () => (ask) => {
    const given = isObject(ask.json) ? ask.json : {};
    const { username, password, password1, password2, email = 'a@b.cd' } = given;
    if (ask.path === '/login') {
      if (![username, password, email].every((value) => typeof value === 'string')) return { status: 400 };
      if (!/^[^@\s]+@[^@\s]+$/.test(String(email))) return { status: 400 };
      return members.get(String(username)) === password ? OPENED : { status: 401 };
    }
    const shown = (): readonly JsonObject[] =>
      [...members.keys()].map((name, at) => ({ id: at + 1, username: name }));
    if (ask.method === 'GET') return isKnown(ask) ? { status: 200, body: shown() } : { status: 401 };
    const isFine =
      isText(username, 3) && /^[\w-]*$/.test(username) && isText(password1, 8) && password1 === password2;
    if (!isFine || members.has(username)) return { status: 400 };
    members.set(username, password1);
    return { status: 201, body: shown().at(-1) };
  };
  const { record, verdict } = await runAtOnce(NUMBERED, make);
  expect(record.results.filter(({ outcome }) => outcome.kind === 'fail')).toEqual([]);
  expect(verdict.exitCode).toBe(0);
  const login = record.footer?.coverage?.operations.find(({ id }) => id === 'POST /login');
  expect(login?.served).toBeGreaterThan(0);
});

test.each([
  [
    'does not say the token',
    (body: unknown, known?: Member) =>
      isRight(body, known) ? { status: 200, body: {} } : reading(body, known),
  ],
  [
    'fails on what is no body',
    (body: unknown, known?: Member) => (isWhole(body) ? reading(body, known) : { status: 500 }),
  ],
])('a login that %s is found, since the run logs in as whom it registered', async (_what, login) => {
  const { verdict } = await runAtOnce(
    DOCUMENT,
    club(() => login),
  );
  expect(verdict.exitCode).toBe(1);
});

test.each([
  ['reads the body first', reading],
  ['looks for the member first', looking],
])('a login that %s gets few wrong passwords: services lock out who sends many', async (_what, login) => {
  let wrong = 0;
  const counting: Login = (body, known) => {
    const came = login(body, known);
    if (came.status === 401) wrong += 1;
    return came;
  };
  await runAtOnce(
    DOCUMENT,
    club(() => counting),
  );
  expect(wrong).toBeLessThan(4);
});

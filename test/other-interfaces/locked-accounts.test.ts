import { expect, test } from 'vitest';
import { type Ask, KEY, type MakeService, runAtOnce } from './run-against-service.ts';

const KINDS = Array.from({ length: 90 }, (_one, index) => `kind-${String(index)}`);

/** Many lists, for whoever has a user and a password. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Kinds, version: '1'}
security: [{login: []}]
components: {securitySchemes: {login: {type: http, scheme: basic}}}
paths:
${KINDS.map(
  (kind) => `
  /${kind}:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: {type: string}}}}}
        '401': {description: who are you}`,
).join('')}
`;

function loginOf({ headers }: Ask): string {
  const [scheme = '', text = ''] = (headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'basic' ? Buffer.from(text, 'base64').toString() : '';
}

const REFUSED = { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="kinds"' } };
const MOST_WRONG = 5;

/** The user in a login: what it begins with. */
const userIn = (login: string): string => login.slice(0, 8).toLowerCase();

/** Locks a user for whom so many wrong passwords came. */
const locking: MakeService = () => {
  let wrong = 0;
  return (ask) => {
    const login = loginOf(ask);
    if (login === KEY && wrong < MOST_WRONG) return { status: 200, body: [] };
    if (userIn(login) === userIn(KEY)) wrong += 1;
    return REFUSED;
  };
};

/** Takes no password of a user for a moment after a wrong one: the next two right ones come too early. */
const waiting: MakeService = () => {
  let locked = 0;
  return (ask) => {
    const login = loginOf(ask);
    const isTaken = login === KEY && locked === 0;
    if (userIn(login) === userIn(KEY)) locked = login === KEY ? Math.max(0, locked - 1) : 2;
    return isTaken ? { status: 200, body: [] } : REFUSED;
  };
};

/** Looks at the beginning of the password alone. */
const hasty: MakeService = () => (ask) =>
  loginOf(ask).startsWith(KEY) ? { status: 200, body: [] } : REFUSED;

test.each([
  ['after a few wrong passwords', locking],
  ['for a while after each', waiting],
])('a service that locks a user %s goes on to know the one of the run', async (_when, service) => {
  const { record, verdict } = await runAtOnce(DOCUMENT, service);
  expect(record.results.filter(({ outcome }) => outcome.kind === 'fail')).toEqual([]);
  expect(verdict.exitCode).toBe(0);
});

test('a password with more behind it is still refused, or the service is blamed', async () => {
  const { verdict } = await runAtOnce(DOCUMENT, hasty);
  expect(verdict.exitCode).toBe(1);
});

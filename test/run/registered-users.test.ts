import { describe, expect, test } from 'vitest';
import { run, type RunOptions } from '../../src/api/run.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { recordText } from '../../src/record/write.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import {
  type Ask,
  listenOnThisMachine,
  type MakeService,
  type Reply,
} from '../other-interfaces/run-against-service.ts';
import { loadOnce } from '../specs/load-files.ts';

/** Notes of users who register and log in, and which are their own, or everybody's to change. */

type Kind = {
  readonly scheme: string;
  /** What a user who came in sends. */
  readonly shown: (token: string) => Reply;
  readonly sent: (ask: Ask) => string | undefined;
};

const KINDS = {
  'a bearer token in an envelope': {
    scheme: '{ type: http, scheme: bearer }',
    shown: (token) => ({
      status: 200,
      body: { data: { user: { name: 'x' }, tokens: { refresh_token: 'not-this-one', access: { token } } } },
    }),
    sent: ({ headers }) => /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1],
  },
  'a key in a field of the same name': {
    scheme: '{ type: apiKey, in: header, name: X-Api-Key }',
    shown: (token) => ({ status: 200, headers: { 'X-Api-Key': token }, body: {} }),
    sent: ({ headers }) => String(headers['x-api-key'] ?? '') || undefined,
  },
  'a JSON Web Token of another name': {
    scheme: '{ type: http, scheme: bearer }',
    shown: (token) => ({
      status: 200,
      body: { message: 'Welcome, and come again', response: `eyJhbGciOiJIUzI1NiJ9.e30.${token}` },
    }),
    sent: ({ headers }) => /^bearer eyJhbGciOiJIUzI1NiJ9\.e30\.(.+)$/i.exec(headers.authorization ?? '')?.[1],
  },
  'a cookie': {
    scheme: '{ type: apiKey, in: cookie, name: sid }',
    shown: (token) => ({
      status: 200,
      headers: { 'Set-Cookie': `sid=${token}; Path=/; HttpOnly` },
      body: {},
    }),
    sent: ({ headers }) => /(?:^|; )sid=([^;]+)/.exec(headers.cookie ?? '')?.[1],
  },
} as const satisfies { readonly [name: string]: Kind };

const NO = `'400': { description: no }, '401': { description: who are you }`;
const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

function documentOf(scheme: string, { said = '', login = true } = {}): string {
  return `
openapi: 3.0.3
info: { title: Notes, version: '1' }
security: [{ user: [] }]
paths:
  /auth/register:
    post: { operationId: register, security: [], requestBody: { required: true, ${gives('NewUser')} }, responses: { '201': { description: in, ${gives('Any')} }, '400': { description: no }, '409': { description: taken } } }
${
  login
    ? `  /auth/login:
    post: { operationId: login, security: [], requestBody: { required: true, ${gives('Login')} }, responses: { '200': { description: in, ${gives('Any')} }, ${NO} } }`
    : ''
}
  /notes:
    get: { operationId: list, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }, '401': { description: who } } }
    post: { operationId: make, requestBody: { required: true, ${gives('NewNote')} }, responses: { '201': { description: made, ${gives('Note')} }, ${NO} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: one, ${gives('Note')} }, '401': { description: who }, '404': { description: none } } }
    put: { operationId: change, requestBody: { required: true, ${gives('NewNote')} }, responses: { '200': { description: changed, ${gives('Note')} }, ${NO}, '403': { description: '${said === '' ? 'no' : said}' }, '404': { description: none } } }
components:
  securitySchemes: { user: ${scheme} }
  schemas:
    Any: { type: object }
    NewUser: { type: object, required: [email, password], properties: { name: { type: string }, email: { type: string, format: email }, password: { type: string, minLength: 8 } } }
    Login: { type: object, required: [email, password], properties: { email: { type: string }, password: { type: string } } }
    NewNote: { type: object, required: [text], properties: { text: { type: string, maxLength: 200 } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
`;
}

type Fault = 'owners unchecked' | 'token refused' | 'closed' | undefined;
type Note = { readonly id: string; text: string; readonly owner: string };

function membersOf({ json }: Ask): { readonly [name: string]: unknown } {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

const WHO = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };

const notes =
  (kind: Kind, fault?: Fault, { isDirect = false } = {}): MakeService =>
  () => {
    const users = new Map<string, string>();
    const tokens = new Map<string, string>();
    const all: Note[] = [];
    const comesIn = (email: string): Reply => {
      const token = `token-of-${String(tokens.size + 1)}-${String(email.length)}abcdef`;
      if (fault !== 'token refused') tokens.set(token, email);
      return kind.shown(token);
    };
    return (ask): Reply => {
      const { email, password, name, text } = membersOf(ask);
      if (ask.path === '/auth/register' && ask.method === 'POST') {
        if (fault === 'closed') return { status: 400 };
        if (name !== undefined && typeof name !== 'string') return { status: 400 };
        if (typeof email !== 'string' || !/^\S+@\S+$/.test(email)) return { status: 400 };
        if (typeof password !== 'string' || Array.from(password).length < 8) return { status: 400 };
        if (users.has(email)) return { status: 409 };
        users.set(email, password);
        return isDirect ? { ...comesIn(email), status: 201 } : { status: 201, body: {} };
      }
      if (ask.path === '/auth/login' && ask.method === 'POST') {
        if (typeof email !== 'string' || typeof password !== 'string') return { status: 400 };
        return users.get(email) === password ? comesIn(email) : WHO;
      }
      const who = tokens.get(kind.sent(ask) ?? '');
      if (who === undefined) return WHO;
      const [, first, id] = ask.path.split('/');
      if (first !== 'notes') return { status: 404 };
      if (id === undefined && ask.method === 'GET')
        return { status: 200, body: all.map(({ owner: _owner, ...note }) => note) };
      const isText = typeof text === 'string' && Array.from(text).length <= 200;
      if (id === undefined) {
        if (!isText) return { status: 400 };
        const note = { id: `n${String(all.length + 1)}`, text, owner: who };
        all.push(note);
        return { status: 201, body: { id: note.id, text } };
      }
      const note = all.find((one) => one.id === id);
      if (note === undefined) return { status: 404 };
      if (ask.method === 'PUT') {
        if (!isText) return { status: 400 };
        if (note.owner !== who && fault !== 'owners unchecked') return { status: 403 };
        note.text = text;
      }
      return { status: 200, body: { id: note.id, text: note.text } };
    };
  };

type Ran = { readonly record: RunRecord; readonly failed: readonly string[]; readonly asked: readonly Ask[] };

async function runWithout(
  document: string,
  make: MakeService,
  options: Partial<RunOptions> = {},
): Promise<Ran & { readonly exit: number }> {
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const { url, asked, close } = await listenOnThisMachine(make);
  try {
    const record = await run({ document: loaded.interface, url, seed: 1, maxDurationS: 60, ...options });
    const failed = record.results.flatMap(({ id, outcome }) => (outcome.kind === 'fail' ? [id] : []));
    return { record, failed, asked, exit: verdict(record, loaded.interface).exitCode };
  } finally {
    close();
  }
}

function outcomeOf({ record }: Ran, id: string): string | undefined {
  return record.results.find((one) => one.id === id)?.outcome.kind;
}

const ASK: Ask = {
  method: 'POST',
  path: '/',
  query: new URLSearchParams(),
  headers: {},
  text: '',
  json: undefined,
};
const OWNERS = 'Only the author may change a note';
const BEARER = KINDS['a bearer token in an envelope'];

describe('a run without a key registers a user where the document says how', () => {
  test.each(Object.entries(KINDS))('who comes in with %s', async (_name, kind) => {
    const ran = await runWithout(documentOf(kind.scheme), notes(kind));
    expect(ran.failed).toEqual([]);
    expect(ran.exit).toBe(0);
    expect(outcomeOf(ran, 'authentication.missing-credential')).toBe('pass');
    expect(recordText(ran.record)).not.toMatch(/token-of-1/);
  });

  test.each(['email, password', 'email, password, isPrivate'])(
    'who hides from nobody, where %s are asked for',
    async (required) => {
      const document = documentOf(BEARER.scheme).replace(
        'required: [email, password], properties: { name',
        `required: [${required}], properties: { isPrivate: { type: boolean }, name`,
      );
      const make: MakeService = () => {
        const inner = notes(BEARER)();
        let isHidden = true;
        return (ask) => {
          const { isPrivate } = membersOf(ask);
          if (ask.path === '/auth/register') {
            if (isPrivate !== undefined && typeof isPrivate !== 'boolean') return { status: 400 };
            if (isPrivate === undefined && required.includes('isPrivate')) return { status: 400 };
            isHidden &&= isPrivate === true;
          }
          const isList = ask.path === '/notes' && ask.method === 'GET';
          const reply = inner(ask);
          return isList && isHidden && reply.status === 200 ? { ...reply, body: [] } : reply;
        };
      };
      const ran = await runWithout(document, make);
      expect(ran.failed).toEqual([]);
      expect(ran.exit).toBe(0);
    },
  );

  test('who gets a token when registering', async () => {
    const document = documentOf(BEARER.scheme, { login: false });
    const ran = await runWithout(document, notes(BEARER, undefined, { isDirect: true }));
    expect(ran.failed).toEqual([]);
    expect(outcomeOf(ran, 'authentication.missing-credential')).toBe('pass');
  });

  test('who asks with a name and a password', async () => {
    const basic: Kind = {
      scheme: '{ type: http, scheme: basic }',
      shown: () => ({ status: 201, body: {} }),
      sent: () => undefined,
    };
    const make: MakeService = () => {
      const users = new Map<string, string>();
      const inner = notes({ ...basic, sent: ({ headers }) => tokenOf(headers) })();
      const tokenOf = (headers: Ask['headers']): string | undefined => {
        const [, text = ''] = /^basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
        return users.get(Buffer.from(text, 'base64').toString());
      };
      return (ask) => {
        const reply = inner(ask);
        const { email, password } = membersOf(ask);
        if (ask.path !== '/auth/register' || reply.status !== 201) return reply;
        inner({ ...ask, path: '/auth/login' });
        users.set(
          `${String(email)}:${String(password)}`,
          `token-of-${String(users.size + 1)}-${String(String(email).length)}abcdef`,
        );
        return reply;
      };
    };
    const ran = await runWithout(documentOf(basic.scheme, { login: false }), make);
    expect(ran.failed).toEqual([]);
    expect(outcomeOf(ran, 'authentication.missing-credential')).toBe('pass');
  });

  test('nobody is registered where that is not wanted, or nothing may be made', async () => {
    for (const options of [
      { register: 'nobody' },
      { readOnly: true },
      { key: 'a-key-of-somebody' },
    ] as const) {
      const { asked } = await runWithout(documentOf(BEARER.scheme, { said: OWNERS }), notes(BEARER), options);
      expect(asked.filter(({ headers }) => headers.authorization?.includes('token-of'))).toEqual([]);
    }
  });

  test('a service whose logins give what it does not take proves nothing', async () => {
    const ran = await runWithout(documentOf(BEARER.scheme), notes(BEARER, 'token refused'));
    expect(ran.exit).toBe(2);
    expect(ran.record.footer?.stop).toMatchObject({ kind: 'unusable-target' });
  });
});

describe('another user is registered where the document says what is kept from others', () => {
  test('and is kept out', async () => {
    const ran = await runWithout(documentOf(BEARER.scheme, { said: OWNERS }), notes(BEARER));
    expect(ran.failed).toEqual([]);
    expect(outcomeOf(ran, 'resources.not-changed-by-others')).toBe('pass');
    expect(ran.exit).toBe(0);
  });

  test('and changes what is not theirs', async () => {
    const ran = await runWithout(
      documentOf(BEARER.scheme, { said: OWNERS }),
      notes(BEARER, 'owners unchecked'),
    );
    expect(ran.failed).toEqual(['resources.not-changed-by-others']);
  });

  test('beside whose key was given', async () => {
    const make: MakeService = () => {
      const inner = notes(BEARER, 'owners unchecked')();
      const known = inner({
        ...ASK,
        path: '/auth/register',
        json: { email: 'a@example.com', password: 'long-enough' },
      });
      expect(known.status).toBe(201);
      inner({ ...ASK, path: '/auth/login', json: { email: 'a@example.com', password: 'long-enough' } });
      return inner;
    };
    const document = documentOf(BEARER.scheme, { said: OWNERS });
    const key = 'token-of-1-13abcdef';
    const ran = await runWithout(document, make, { key });
    expect(ran.failed).toEqual(['resources.not-changed-by-others']);
    const alone = await runWithout(document, make, { key, register: 'nobody' });
    expect(alone.failed).toEqual([]);
  });

  test.each([
    ['nothing says whose notes are', documentOf(BEARER.scheme), {}],
    ['one user is wanted', documentOf(BEARER.scheme, { said: OWNERS }), { register: 'one' as const }],
  ])('where %s nobody is blamed for it', async (_why, document, options) => {
    const ran = await runWithout(document, notes(BEARER, 'owners unchecked'), options);
    expect(ran.failed).toEqual([]);
    expect(outcomeOf(ran, 'resources.not-changed-by-others')).toBe('not-testable');
    expect(ran.exit).toBe(0);
  });
});

describe('the account of a user who was registered', () => {
  const profile = `
  /me:
    get: { operationId: me, responses: { '200': { description: who, ${gives('Me')} }, '401': { description: who } } }
    patch: { operationId: rename, requestBody: { required: true, ${gives('Rename')} }, responses: { '200': { description: renamed, ${gives('Me')} }, ${NO} } }
components:`;
  const schemas = `
    Me: { type: object, required: [email, motto], properties: { email: { type: string }, motto: { type: string } } }
    Rename: { type: object, properties: { motto: { type: string, maxLength: 80 } } }
    Any:`;
  const document = documentOf(BEARER.scheme).replace('\ncomponents:', profile).replace('\n    Any:', schemas);

  const withMottos =
    (isStored: boolean): MakeService =>
    () => {
      const inner = notes(BEARER)();
      const mottos = new Map<string, string>();
      return (ask) => {
        if (ask.path !== '/me') return inner(ask);
        const token = BEARER.sent(ask) ?? '';
        if (inner({ ...ask, method: 'GET', path: '/notes' }).status !== 200) return WHO;
        const { motto } = membersOf(ask);
        const isText = typeof motto === 'string' && Array.from(motto).length <= 80;
        if (ask.method === 'PATCH') {
          if (ask.json === undefined || Array.isArray(ask.json) || ask.json === null) return { status: 400 };
          if (motto !== undefined && !isText) return { status: 400 };
          if (isText && isStored) mottos.set(token, motto);
          const shown = isText ? motto : (mottos.get(token) ?? 'none');
          return { status: 200, body: { email: 'somebody@example.com', motto: shown } };
        }
        return { status: 200, body: { email: 'somebody@example.com', motto: mottos.get(token) ?? 'none' } };
      };
    };

  test.each([
    ['stored', true, []],
    ['lost', false, ['resources.update-stored']],
  ] as const)('is changed: what is %s shows', async (_what, isStored, failed) => {
    const ran = await runWithout(document, withMottos(isStored));
    expect(ran.failed).toEqual(failed);
    const last = ran.asked.filter(({ path, method }) => path === '/me' && method === 'PATCH').at(-1);
    expect(membersOf(last ?? ASK)).toEqual({ motto: 'none' });
  });

  test('is left alone where the key was given', async () => {
    const make: MakeService = () => {
      const inner = withMottos(true)();
      const who = { email: 'a@example.com', password: 'long-enough' };
      inner({ ...ASK, path: '/auth/register', json: who });
      inner({ ...ASK, path: '/auth/login', json: who });
      return inner;
    };
    const { asked } = await runWithout(document, make, { key: 'token-of-1-13abcdef' });
    const own = asked.filter(
      ({ path, method, headers }) =>
        path === '/me' && method === 'PATCH' && headers.authorization === 'Bearer token-of-1-13abcdef',
    );
    expect(own).toEqual([]);
  });
});

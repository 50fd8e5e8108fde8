import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { callAssay, type Called } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-credentials-'));
afterAll(() => rmSync(root, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Seen = { readonly headers: IncomingMessage['headers']; readonly url: URL; readonly body: string };
type Answer = { readonly status: number; readonly body: unknown };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

async function serve(answer: (seen: Seen) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const { status, body: sent } = answer({ headers: request.headers, url, body });
      const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...challenge })
        .end(JSON.stringify(sent));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${String(typeof address === 'object' && address !== null ? address.port : 0)}`;
}

const OK: Answer = { status: 200, body: [1] };
const NO: Answer = { status: 401, body: { title: 'not known' } };

function documentOf(security: string, schemes: string): string {
  const problem = `{ description: x, content: { application/json: { schema: { type: object, required: [title] } } } }`;
  return `openapi: 3.1.0
info: { title: Numbers, version: '1' }
${security === '' ? '' : `security: ${security}`}
paths:
  /numbers:
    get:
      operationId: numbers
      responses:
        '200': { description: All, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
        '401': ${problem}
components: { securitySchemes: { ${schemes} } }
`;
}

type Run = Called & { readonly record: string; readonly asked: readonly Seen[] };

async function run(
  document: string,
  options: readonly string[],
  serveIt: (seen: Seen) => Answer,
  env: { readonly [name: string]: string } = {},
): Promise<Run> {
  const cwd = mkdtempSync(join(root, 'run-'));
  writeFileSync(join(cwd, 'openapi.yaml'), document);
  const asked: Seen[] = [];
  const url = await serve((seen) => {
    asked.push(seen);
    return serveIt(seen);
  });
  const called = await callAssay(['test', '--spec', cwd, '--url', url, '--seed', '1', ...options], {
    cwd,
    env,
  });
  let record = '';
  try {
    record = readFileSync(join(cwd, 'reports', 'last.ndjson'), 'utf8');
  } catch {
    // A run that never began has none.
  }
  return { ...called, record, asked };
}

const APP = 'app-Identity-0123456789';
const USER = 'user-Token-9876543210-abc';
const BOTH = 'app: { type: apiKey, in: header, name: X-App }, user: { type: http, scheme: bearer }';

function carries({ headers }: Seen): { readonly app: boolean; readonly user: boolean } {
  return {
    app: headers['x-app'] === APP,
    user:
      headers.authorization?.toLowerCase() === `bearer ${USER}`.toLowerCase() &&
      headers.authorization.endsWith(USER),
  };
}

const bothAsked = (seen: Seen): Answer => (carries(seen).app && carries(seen).user ? OK : NO);

function expectNoSecret({ stdout, stderr, record }: Run): void {
  for (const secret of [APP, USER]) expect(stdout + stderr + record).not.toContain(secret);
}

describe('assay test with secrets of schemes', () => {
  test('sends all schemes that are asked for at once, and names them without their secrets', async () => {
    const done = await run(
      documentOf('[{ app: [], user: [] }]', BOTH),
      ['--auth', `app=${APP}`, '--auth', `user=${USER}`],
      bothAsked,
    );
    expect(done.stderr).toContain('credential for scheme "app": the field X-App');
    expect(done.stdout + done.stderr).toContain('conforms');
    expect(done.code).toBe(0);
    expectNoSecret(done);
    expect(done.record).toContain('$ASSAY_AUTH_APP');
    expect(done.record).toContain('Bearer $ASSAY_AUTH_USER');
  });

  test('finds a service that asks for one of two schemes alone', async () => {
    const lax = (seen: Seen): Answer => (carries(seen).user ? OK : NO);
    const options = ['--auth', `app=${APP}`, '--auth', `user=${USER}`];
    const done = await run(documentOf('[{ app: [], user: [] }]', BOTH), options, lax);
    expect(done.code).toBe(1);
    expect(done.stdout).toContain('authentication.');
  });

  test('uses the alternative that it was given a secret for, from the environment too', async () => {
    const document = documentOf('[{ app: [] }, { user: [] }]', BOTH);
    const done = await run(document, [], (seen) => (carries(seen).user ? OK : NO), { ASSAY_AUTH_USER: USER });
    expect(done.code).toBe(0);
    // By the other alternative nothing but a made-up key goes.
    const other = done.asked.filter(({ headers }) => headers['x-app'] !== undefined);
    expect(other.some((seen) => carries(seen).user || carries(seen).app)).toBe(false);
    expectNoSecret(done);
  });

  test('says which secret is missing where an operation asks for two', async () => {
    const done = await run(
      documentOf('[{ app: [], user: [] }]', BOTH),
      ['--auth', `user=${USER}`],
      bothAsked,
    );
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('--auth app=VALUE gives one');
  });

  test('sends a secret with every request where the document has no security, and never judges that', async () => {
    const document = documentOf('', BOTH);
    const options = ['--auth', `query:key=${APP}`, '--auth', `header:X-User=${USER}`];
    const isSent = ({ url, headers }: Seen): boolean =>
      url.searchParams.get('key') === APP && headers['x-user'] === USER;
    const done = await run(document, options, (seen) => (isSent(seen) ? OK : NO));
    expect(done.code).toBe(0);
    expect(done.asked.every(isSent)).toBe(true);
    expectNoSecret(done);
  });

  test('says so where a key has no place in the document', async () => {
    const done = await run(documentOf('', BOTH), ['--key', USER], () => OK);
    expect(done.stderr).toContain('the key is sent nowhere: --auth header:NAME=VALUE');
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    ['a scheme that nobody describes', ['--auth', `usr=${USER}`], /--auth "usr": did you mean "user"\?/],
    ['no name', ['--auth', USER], /write SCHEME=VALUE/],
    ['a name that no field has', ['--auth', `header:a b=${USER}`], /"a b" is no name of a header/],
    ['an empty secret', ['--auth', 'user='], /it is empty/],
    ['variables that are not there', ['--oauth-client-env', 'A,B'], /has no OAuth 2 scheme/],
    ['a command that fails', ['--token-command', 'false'], /--token-command: it failed/],
  ])('refuses %s, and shows no secret', async (_what, options, message) => {
    const done = await run(
      documentOf('[{ user: [] }]', 'user: { type: http, scheme: bearer }'),
      options,
      () => OK,
    );
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(message);
    expectNoSecret(done);
  });
});

const FLOWS =
  'oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { read: Reads } } } }';
const CLIENT = { CLIENT_ID: 'the-client-id', CLIENT_SECRET: 'the-Client-Secret-42' };

/** A service with a token endpoint. Each token is good for so many requests. */
function withTokens(goodFor: number): {
  readonly answer: (seen: Seen) => Answer;
  readonly given: () => number;
} {
  let given = 0;
  let used = 0;
  const token = (): string => `Token-number-${String(given)}-of-many`;
  return {
    given: () => given,
    answer: ({ headers, url, body }) => {
      if (url.pathname === '/token') {
        const basic = Buffer.from(`${CLIENT.CLIENT_ID}:${CLIENT.CLIENT_SECRET}`).toString('base64');
        const isGood =
          headers.authorization === `Basic ${basic}` && body === 'grant_type=client_credentials&scope=read';
        if (!isGood) return { status: 401, body: { error: 'invalid_client' } };
        given += 1;
        used = 0;
        return { status: 200, body: { access_token: token(), token_type: 'bearer', expires_in: 3600 } };
      }
      const [scheme = '', ...rest] = (headers.authorization ?? '').split(' ');
      const text = rest.join(' ');
      if (scheme.toLowerCase() !== 'bearer' || text !== token() || used >= goodFor) return NO;
      used += 1;
      return OK;
    },
  };
}

describe('assay test with tokens', () => {
  test('asks for a token at the documented address, and for another one when it is refused', async () => {
    const service = withTokens(3);
    const options = ['--oauth-client-env', 'CLIENT_ID,CLIENT_SECRET'];
    const done = await run(documentOf('[{ oauth: [read] }]', FLOWS), options, service.answer, CLIENT);
    expect(done.stderr + done.stdout).toContain('conforms');
    expect(done.code).toBe(0);
    expect(service.given()).toBeGreaterThan(1);
    for (const secret of [CLIENT.CLIENT_SECRET, 'Token-number-'])
      expect(done.stdout + done.stderr + done.record).not.toContain(secret);
  });

  test('uses the password flow with the user, and puts the client into the form where Basic is refused', async () => {
    const owner = { USER_NAME: 'the-owner', USER_PASSWORD: 'the-Owners-password-7' };
    const form =
      `grant_type=password&username=${owner.USER_NAME}&password=${owner.USER_PASSWORD}&scope=read` +
      `&client_id=${CLIENT.CLIENT_ID}&client_secret=${CLIENT.CLIENT_SECRET}`;
    const answer = (seen: Seen): Answer => {
      if (seen.url.pathname !== '/v1/token') return carries(seen).user ? OK : NO;
      return seen.body === form && seen.headers.authorization === undefined
        ? { status: 200, body: { access_token: USER, token_type: 'bearer' } }
        : { status: 400, body: { error: 'invalid_client' } };
    };
    const options = ['--oauth-client-env', 'CLIENT_ID,CLIENT_SECRET,USER_NAME,USER_PASSWORD'];
    const flows = FLOWS.replace('clientCredentials', 'password').replace('/token', 'v1/token');
    const document = documentOf('[{ oauth: [read] }]', flows);
    const done = await run(document, options, answer, { ...CLIENT, ...owner });
    expect(done.stderr + done.stdout).toContain('conforms');
    expect(done.asked.filter(({ url }) => url.pathname === '/v1/token')).toHaveLength(2);
    for (const secret of [USER, CLIENT.CLIENT_SECRET, owner.USER_PASSWORD])
      expect(done.stdout + done.stderr + done.record).not.toContain(secret);
    const without = await run(document, ['--oauth-client-env', 'CLIENT_ID,CLIENT_SECRET'], answer, CLIENT);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('has the password flow alone, which needs a user too');
    expect(without.asked).toEqual([]);
  });

  test.each([
    ['judge', '--token-command', 'print-a-token'],
    ['judge', '--oauth-client-env', 'A,B'],
    ['proxy', '--token-command', 'print-a-token'],
    ['proxy', '--oauth-client-env', 'A,B'],
  ])('assay %s says why it has no use for %s', async (command, option, value) => {
    const words = command === 'judge' ? ['traffic.har'] : [];
    const done = await callAssay([command, ...words, option, value], { cwd: root });
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(`cannot use ${option} here: the traffic brings its own credentials`);
    expect(done.stderr).toContain('--auth bearerAuth="$TOKEN"');
    expect(done.stderr).not.toContain(value);
    const help = await callAssay([command, '--help'], { cwd: root });
    expect(help.stdout).not.toContain(option);
  });

  test('sends no secret to another origin because a document says so', async () => {
    const elsewhere = FLOWS.replace('/token', 'http://tokens.example.com/token');
    const options = ['--oauth-client-env', 'CLIENT_ID,CLIENT_SECRET'];
    const done = await run(documentOf('[{ oauth: [read] }]', elsewhere), options, () => OK, CLIENT);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('cannot send the client');
    expect(done.asked).toEqual([]);
  });

  test('takes the token that a command prints, without a shell', async () => {
    const command = `"${process.execPath}" -p "'${USER}'"`;
    const document = documentOf('[{ user: [] }]', 'user: { type: http, scheme: bearer }');
    const done = await run(document, ['--token-command', command], (seen) => (carries(seen).user ? OK : NO));
    expect(done.code).toBe(0);
    expectNoSecret({ ...done, stderr: done.stderr.replaceAll(command, '') });
  });
});

describe('assay test without a key', () => {
  const user = `content: { application/json: { schema: { type: object, required: [email, password], properties: { email: { type: string, format: email }, password: { type: string, minLength: 8 } } } } }`;
  const open = (path: string, status: string): string => `
  ${path}:
    post:
      security: []
      requestBody: { required: true, ${user} }
      responses: { '${status}': { description: in, content: { application/json: { schema: { type: object } } } }, '400': { description: no }, '401': { description: who } }`;
  const document = documentOf('[{ user: [] }]', 'user: { type: http, scheme: bearer }').replace(
    '\ncomponents:',
    `${open('/register', '201')}${open('/login', '200')}\ncomponents:`,
  );

  const registering = (status: number): ((seen: Seen) => Answer) => {
    const known = new Map<unknown, unknown>();
    return (seen) => {
      const { pathname } = seen.url;
      if (pathname === '/numbers') return carries(seen).user ? OK : NO;
      let sent: { readonly email?: unknown; readonly password?: unknown } = {};
      try {
        sent = { ...(JSON.parse(seen.body) as object) };
      } catch {
        return { status: 400, body: {} };
      }
      const { email, password } = sent;
      const isUser = typeof email === 'string' && typeof password === 'string';
      if (!isUser || !/^\S+@\S+$/.test(email) || Array.from(password).length < 8)
        return { status: 400, body: {} };
      if (pathname === '/register') {
        known.set(email, password);
        return { status, body: {} };
      }
      return known.get(email) === password ? { status: 200, body: { accessToken: USER } } : NO;
    };
  };

  test('registers a user, logs in, and shows no token', async () => {
    const done = await run(document, [], registering(201));
    expect(done.stderr).toContain(
      'no key was given: a user was registered for the run (POST /register, then POST /login)',
    );
    expect(done.stderr).toContain('credential for scheme "user": the field Authorization, as Bearer');
    expect(done.code).toBe(0);
    expect(done.code).toBe(0);
    expect(done.record).toContain('Bearer $ASSAY_AUTH_USER');
    expectNoSecret(done);
  });

  test('says why nobody could be registered, and registers nobody where that is not wanted', async () => {
    const refused = await run(document, [], registering(403));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /without a key.*no user could be registered for the run: POST \/register answered 403/s,
    );
    const unwanted = await run(document, ['--register', 'nobody'], registering(201));
    expect(unwanted.code).toBe(2);
    expect(unwanted.asked).toEqual([]);
    const wrong = await run(document, ['--register', 'everybody'], registering(201));
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('nobody, one, two');
  });
});

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/api/run.ts';
import { withClauses } from '../../src/checks/checked-document.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { recordLine } from '../../src/record/write.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { OptionFault } from '../../src/system/option.ts';
import { loadFiles } from '../specs/load-files.ts';

const TOKEN = 'token-of-a-user-0123456789';
const APP = 'key-of-an-application-9876543210';

const DOCUMENT = `openapi: 3.1.0
info: {title: Times, version: '1'}
security: [{user: [], app: []}]
paths:
  /time:
    get:
      operationId: readTime
      responses:
        '200': {description: Now, content: {application/json: {schema: {type: object, required: [now], properties: {now: {type: integer}}}}}}
        '401': {description: Who are you?}
components:
  securitySchemes:
    user: {type: http, scheme: bearer}
    app: {type: apiKey, in: header, name: X-App}
`;

type Guard = (headers: IncomingHttpHeaders) => boolean;

const knowsUser: Guard = ({ authorization = '' }) =>
  /^bearer /i.test(authorization) && authorization.slice('bearer '.length) === TOKEN;
const knowsApp: Guard = (headers) => headers['x-app'] === APP;

async function runAgainst(
  guard: Guard,
  auth: { readonly [scheme: string]: string },
  document = DOCUMENT,
): Promise<RunRecord> {
  const loaded = await loadFiles({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const server = createServer(({ headers, url }, response) => {
    const isKnown = guard(headers);
    const status = !isKnown ? 401 : url?.split('?', 1)[0] === '/time' ? 200 : 404;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    });
    response.end(JSON.stringify(status === 200 ? { now: 1 } : {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    return await run({
      document: await withClauses(loaded.interface),
      url: `http://127.0.0.1:${String(port)}`,
      auth,
      seed: 1,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const BOTH = { user: TOKEN, app: APP };

describe('run() with secrets of several schemes', () => {
  test('sends all of them, and leaves out and alters each in turn', async () => {
    const record = await runAgainst((headers) => knowsUser(headers) && knowsApp(headers), BOTH);
    expect(verdict(record).text).toBe('conforms');
    const uses = [...record.exchanges.values()].map(({ request }) => request.credential);
    expect(uses).toContainEqual({ kind: 'none' });
    expect(uses).toContainEqual({ kind: 'none', of: 'app' });
    expect(uses).toContainEqual({ kind: 'altered', alteration: 'suffix', of: 'app' });
    const text = [...record.exchanges.values()]
      .map((exchange) => recordLine({ type: 'exchange', exchange }))
      .join('');
    expect(text).toContain('$ASSAY_AUTH_APP');
    expect([TOKEN, APP].filter((secret) => text.includes(secret))).toEqual([]);
  });

  test.each([
    ['the first alone', knowsUser],
    ['the second alone', knowsApp],
  ])('notices a service that looks at %s', async (_which, guard) => {
    const record = await runAgainst(guard, BOTH);
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toContain('authentication.missing-credential');
    expect(failed).toContain('authentication.altered-key');
  });

  test('refuses a name that no scheme has, without the secret', async () => {
    const fault: unknown = await runAgainst(knowsUser, { usr: TOKEN }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(OptionFault);
    expect(String(fault)).toMatch(/did you mean "user"/);
    expect(String(fault)).not.toContain(TOKEN);
  });

  const either = DOCUMENT.replace('[{user: [], app: []}]', '[{user: []}, {app: []}]');

  test('sends a made-up key by an alternative that it does not use', async () => {
    const record = await runAgainst((headers) => knowsUser(headers) || knowsApp(headers), BOTH, either);
    expect(verdict(record).text).toBe('conforms');
    const sent = [...record.exchanges.values()].filter(({ probe }) => probe.endsWith('instead-readTime-app'));
    expect(sent.map(({ request }) => request.headers.map(([name]) => name.toLowerCase()))).toEqual([
      expect.arrayContaining(['x-app']),
    ]);
  });

  test('notices a service that takes any key by that alternative', async () => {
    const takesAny: Guard = (headers) => knowsUser(headers) || headers['x-app'] !== undefined;
    const record = await runAgainst(takesAny, BOTH, either);
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['authentication.unknown-key']);
  });
});

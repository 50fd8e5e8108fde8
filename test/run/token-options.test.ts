import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { judge } from '../../src/api/judge.ts';
import { run, type RunOptions } from '../../src/api/run.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { recordText } from '../../src/record/write.ts';
import { verdict } from '../../src/report/model/verdict.ts';

const problem = { description: 'x', content: { 'application/json': { schema: { type: 'object' } } } };
const numbers = { type: 'array', items: { type: 'integer' } };
const answers = {
  '200': { description: 'All', content: { 'application/json': { schema: numbers } } },
  '401': problem,
};

async function documentWith(scheme: object): Promise<Interface> {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Numbers', version: '1' },
    security: [{ user: [] }],
    paths: { '/numbers': { get: { operationId: 'numbers', responses: answers } } },
    components: { securitySchemes: { user: scheme } },
  });
  const loaded = await loadInterface({ text, file: 'numbers.json' });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const BEARER = { type: 'http', scheme: 'bearer' };
const CLIENT = { id: 'the-client', secret: 'the-Client-secret-42' };
const OWNER = { name: 'the-owner', password: 'the-Owners-password-7' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Service = { readonly url: string; readonly asked: string[]; readonly isValid: (token: string) => void };

/** A service that knows one token at a time, good for so many requests; `/token` gives another one. */
async function serviceWith(goodFor: number): Promise<Service> {
  const asked: string[] = [];
  let valid = '';
  let used = 0;
  const isValid = (token: string): void => {
    valid = token;
    used = 0;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (request.url === '/token') {
        asked.push(`${request.headers.authorization ?? ''} ${Buffer.concat(chunks).toString()}`);
        isValid(`Token-number-${String(asked.length)}`);
        response.end(JSON.stringify({ access_token: valid, expires_in: 3600 }));
        return;
      }
      const [scheme = '', ...rest] = (request.headers.authorization ?? '').split(' ');
      if (scheme.toLowerCase() === 'bearer' && rest.join(' ') === valid && used < goodFor) {
        used += 1;
        response.end('[1]');
        return;
      }
      response.statusCode = 401;
      response.setHeader('WWW-Authenticate', 'Bearer');
      response.end('{}');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${String(port)}`, asked, isValid };
}

function expectGreen(record: RunRecord, document: Interface): void {
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail');
  expect(failed).toEqual([]);
  expect(verdict(record, document).text).toContain('conforms');
}

describe('run() with tokens', () => {
  test('gets one by a function, and another one when it is refused; none is in the record', async () => {
    const service = await serviceWith(3);
    const document = await documentWith(BEARER);
    let given = 0;
    const user = (): { readonly token: string; readonly expiresInS: number } => {
      given += 1;
      service.isValid(`Own-token-${String(given)}-of-mine`);
      return { token: `Own-token-${String(given)}-of-mine`, expiresInS: 3600 };
    };
    const record = await run({ document, url: service.url, auth: { user }, seed: 1 });
    expectGreen(record, document);
    expect(given).toBeGreaterThan(1);
    expect(recordText(record)).not.toContain('Own-token-');
    expect(recordText(record)).toContain('$ASSAY_AUTH_USER');
  });

  test.each<readonly [string, string, Pick<RunOptions, 'oauthClient'>, RegExp]>([
    [
      'client credentials',
      'clientCredentials',
      { oauthClient: CLIENT },
      /^Basic \S+ grant_type=client_credentials&scope=read$/,
    ],
    [
      'the password of a user',
      'password',
      { oauthClient: { ...CLIENT, user: OWNER } },
      /^Basic \S+ grant_type=password&username=the-owner&password=the-Owners-password-7&scope=read$/,
    ],
  ])('asks the documented address for one with %s', async (_what, flow, options, form) => {
    const service = await serviceWith(1000);
    const document = await documentWith({
      type: 'oauth2',
      flows: { [flow]: { tokenUrl: '/token', scopes: { read: 'Reads' } } },
    });
    const record = await run({ document, url: service.url, seed: 1, ...options });
    expectGreen(record, document);
    expect(service.asked).toEqual([expect.stringMatching(form)]);
    for (const secret of ['Token-number-', CLIENT.secret, OWNER.password])
      expect(recordText(record)).not.toContain(secret);
  });

  test('says what is missing, before anything is sent', async () => {
    const service = await serviceWith(1000);
    const bearer = await documentWith(BEARER);
    const rejected = async (document: Interface, options: Partial<RunOptions>): Promise<string> => {
      const failed: unknown = await run({ document, url: service.url, ...options }).catch(
        (error: unknown) => error,
      );
      return String(failed);
    };
    expect(await rejected(bearer, { oauthClient: CLIENT })).toMatch(
      /oauthClient: the document has no OAuth 2/,
    );
    const password = await documentWith({
      type: 'oauth2',
      flows: { password: { tokenUrl: '/token', scopes: {} } },
    });
    expect(await rejected(password, { oauthClient: CLIENT })).toMatch(
      /password flow alone, which needs a user/,
    );
    expect(await rejected(bearer, { auth: { user: () => '' } })).toMatch(/auth\.user: it is empty/);
    const elsewhere = await documentWith({
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'http://tokens.example/token', scopes: {} } },
    });
    expect(await rejected(elsewhere, { oauthClient: CLIENT })).toMatch(/cannot send the client's secret/);
    expect(service.asked).toEqual([]);
  });
});

test('judge() asks for no token', async () => {
  /** As a program without types would have it. */
  const told: object = { auth: { user: () => 'a-token' } };
  const document = await documentWith(BEARER);
  await expect(judge({ document, files: ['traffic.har'], ...told })).rejects.toThrow(
    /auth\.user: nothing is sent here/,
  );
});

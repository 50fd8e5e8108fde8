import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { OutgoingRequest } from '../../client/outgoing-request.ts';
import { credentialUses } from '../../credential/alter.ts';
import type { CredentialUse } from '../../http/credential-use.ts';
import type { HeaderLine, SentRequest } from '../../http/exchange.ts';
import { loadInterface } from '../../interface/load-interface.ts';
import type { CredentialScheme, Interface, Operation } from '../../interface/model.ts';
import { readExchange } from '../../oracle/reading.ts';
import { packageRoot } from '../../system/package.ts';
import { wholeInCi } from '../../../test/sampled.ts';
import { outgoingAgain } from './outgoing-again.ts';

const server = createServer((_request, response) => response.end('[]'));
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
});
afterAll(() => server.close());

const key = 'user:pass&word=1';
const schemes: readonly CredentialScheme[] = [
  { kind: 'http-bearer', id: 'bearer' },
  { kind: 'http-basic', id: 'basic' },
  { kind: 'api-key', id: 'header', in: 'header', name: 'X-Key' },
  { kind: 'api-key', id: 'query', in: 'query', name: 'api key' },
  { kind: 'api-key', id: 'cookie', in: 'cookie', name: 'session' },
];

function documentWith(credential: CredentialScheme): Interface {
  const operation: Operation = {
    id: 'listBooks',
    method: 'GET',
    path: '/books',
    documentation: 'full',
    deprecated: false,
    tags: [],
    credential,
    parameters: [],
    requestBody: undefined,
    responses: [],
    position: { file: 'openapi.yaml', line: 1 },
  };
  return {
    id: 'library',
    title: 'Library',
    version: '1.0.0',
    digest: '',
    files: [],
    basePath: '/v1',
    operations: [operation],
    collections: [],
    rateLimits: undefined,
    sections: [],
    clauses: [],
  };
}

const extraHeaders: readonly HeaderLine[] = [['X-Team', 'a']];

async function sent(request: OutgoingRequest): Promise<SentRequest> {
  const numbers = { at: 0 };
  const random = (): number => ((numbers.at += 1) * 0.618) % 1;
  const client = createClient({ baseUrl: url, key, userAgent: 'assay/1.0.0', extraHeaders, random });
  try {
    return (await client.send(request)).sent;
  } finally {
    await client.close();
  }
}

function again(document: Interface, request: SentRequest, runId: string): OutgoingRequest {
  const contract = { interface: document, basePath: '/v1' };
  const failure = { kind: 'reset', detail: '', bytesReceived: 0 } as const;
  const times = { sentAt: 0, startMs: 0, firstByteMs: 1, endMs: 1 };
  const result = { kind: 'failure', failure } as const;
  const reading = readExchange(contract, {
    id: 'x1',
    probe: 'p',
    request,
    result,
    ...times,
    repeats: undefined,
  });
  return outgoingAgain(reading, {
    document,
    recordedBasePath: '/v1',
    extraHeaders,
    runId,
    segments: new Map(),
  });
}

const rows = schemes.flatMap((scheme) =>
  credentialUses(scheme, key)
    .filter(({ reason }) => reason === undefined)
    .map(({ use }): readonly [string, string, CredentialScheme, CredentialUse] => [
      scheme.id,
      'alteration' in use ? use.alteration : use.kind,
      scheme,
      use,
    ]),
);

test.each(wholeInCi(rows, 4))(
  'outgoingAgain() sends the recorded request once more, with %s and %s',
  async (_a, _b, scheme, use) => {
    for (const path of ['/books?a=1&b=%20', '/books', '/not/documented?x']) {
      const first = await sent({
        method: 'POST',
        path,
        headers: [
          ['Content-Type', 'application/json'],
          ['X-Team', 'own'],
        ],
        body: new TextEncoder().encode('{"name":"assay-abc234-001 \u00e9"}'),
        credential: use,
        scheme,
        transport: 'pool',
      });
      const outgoing = again(documentWith(scheme), first, 'zzzzzz');
      const second = await sent(outgoing);
      expect(outgoing.path).toBe(path);
      expect(new TextDecoder().decode(second.body)).toBe('{"name":"assay-zzzzzz-001 \u00e9"}');
      expect({ ...second, body: undefined }).toEqual({ ...first, body: undefined });
    }
  },
);

test('outgoingAgain() asks for the entry that was created now, when the recorded one was read by its identity', async () => {
  const loaded = await loadInterface(join(packageRoot(), 'test/specs/orders'));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [collection] = loaded.interface.collections.filter(({ read }) => read !== undefined);
  const template = collection?.read?.path ?? '';
  const path = template.replace(/\{[^}]+\}$/, 'a%2Fb');
  expect(path).not.toBe(template);
  const request: SentRequest = {
    method: 'GET',
    target: `/old/v7${path}`,
    headers: [['host', 'old.example']],
    body: undefined,
    credential: { kind: 'none' },
  };
  const failure = { kind: 'reset', detail: '', bytesReceived: 0 } as const;
  const exchange = { id: 'x9', probe: 'p', request, result: { kind: 'failure', failure } } as const;
  const times = { sentAt: 0, startMs: 0, firstByteMs: 1, endMs: 1, repeats: undefined };
  const reading = readExchange(
    { interface: loaded.interface, basePath: '/old/v7' },
    { ...exchange, ...times },
  );
  const outgoing = outgoingAgain(reading, {
    document: loaded.interface,
    recordedBasePath: '/old/v7',
    extraHeaders: [],
    runId: 'zzzzzz',
    segments: new Map([['a%2Fb', '77']]),
  });
  expect(outgoing.path).toBe(template.replace(/\{[^}]+\}$/, '77'));
  expect(outgoing.headers).toEqual([]);
});

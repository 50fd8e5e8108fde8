/** Where `--spec` may lead: an address, standard input, and what a record says of either. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAssay } from './call-assay.ts';

const DOCUMENT = `openapi: 3.1.1
info: {title: Things, version: '1'}
servers: [{url: ../v1}]
paths:
  /things:
    get:
      operationId: listThings
      responses:
        200:
          description: all
          content: {application/json: {schema: {$ref: schemas.yaml#/Things}}}
`;
const SCHEMAS = 'Things: {type: array, items: {type: string}}\n';

const cwd = mkdtempSync(join(tmpdir(), 'assay-spec-places-'));
const asked: string[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url === '/docs/openapi.yaml') response.end(DOCUMENT);
    else if (request.url === '/docs/schemas.yaml') response.end(SCHEMAS);
    else if (request.url === '/docs/elsewhere.yaml')
      response.end(DOCUMENT.replace('../v1', 'http://api.invalid/v1'));
    else if (request.url === '/v1/things')
      response.setHeader('content-type', 'application/json').end('["a"]');
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(cwd, { recursive: true });
});

function input(text: string): () => AsyncIterable<Uint8Array> {
  return async function* chunks() {
    yield await Promise.resolve(Buffer.from(text));
  };
}

describe('assay test --spec with an address', () => {
  test('assay test asks the service that the document names, and shows it', async () => {
    asked.length = 0;
    const args = [
      'test',
      '--spec',
      `${origin}/docs/openapi.yaml`,
      '--check',
      'bodies.schema',
      '--max-requests',
      '4',
    ];
    const { code, stderr } = await callAssay(args, { cwd });
    expect(stderr).toContain(`testing ${origin}/v1, where the document says that its service is`);
    expect(code).toBe(0);
    expect(asked.slice(0, 2)).toEqual(['GET /docs/openapi.yaml', 'GET /docs/schemas.yaml']);
    expect(asked).toContain('GET /v1/things');
    const [header = ''] = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(header)).toMatchObject({ specDirectory: `${origin}/docs/openapi.yaml` });
  });

  test('assay report fetches nothing because a record says so', async () => {
    asked.length = 0;
    const { code, stderr } = await callAssay(['report'], { cwd });
    expect(stderr).toContain('name it with --spec');
    expect(code).toBe(0);
    expect(asked).toEqual([]);
  });

  test('assay test sends no key to another origin because a document says so', async () => {
    const args = ['test', '--spec', `${origin}/docs/elsewhere.yaml`, '--key', 'a-key-of-mine'];
    const { code, stderr } = await callAssay(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('name it with --url "http://api.invalid/v1"');
  });

  test('assay test --target mock tests the own mock of such a document', async () => {
    const args = [
      'test',
      '--spec',
      `${origin}/docs/openapi.yaml`,
      '--target',
      'mock',
      '--profile',
      'quick',
      '--quiet',
    ];
    asked.length = 0;
    expect(await callAssay(args, { cwd })).toMatchObject({ code: 0 });
    expect(asked.every((line) => line.startsWith('GET /docs/'))).toBe(true);
  });

  test.each(['mock --list-faults', 'explain listThings', 'selftest --fault json-broken --min-score 0'])(
    'assay %s takes an address',
    async (words) => {
      const { stdout, code } = await callAssay(
        [...words.split(' '), '--spec', `${origin}/docs/openapi.yaml`],
        { cwd },
      );
      expect({ code, isTold: stdout !== '' }).toMatchObject({ isTold: true });
    },
  );

  test('assay says what to do where nothing is there', async () => {
    const { code, stderr } = await callAssay(['explain', 'document', '--spec', `${origin}/nowhere`], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`${origin}/nowhere:1: it was answered with 404`);
    expect(stderr).toContain('/v3/api-docs');
  });

  test('assay masks the password of an address', async () => {
    const spec = `${origin.replace('//', '//me:s3cr3t-word@')}/nowhere`;
    const { stderr } = await callAssay(['explain', 'document', '--spec', spec], { cwd });
    expect(stderr).not.toContain('s3cr3t-word');
  });
});

describe('assay --spec -', () => {
  const alone = DOCUMENT.replace('$ref: schemas.yaml#/Things', 'type: array');

  test('assay reads a document from standard input', async () => {
    const { code, stdout } = await callAssay(['explain', 'listThings', '--spec', '-'], {
      cwd,
      stdin: input(alone),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('standard input:6');
  });

  test.each<readonly [what: string, stdin: (() => AsyncIterable<Uint8Array>) | undefined, told: string]>([
    ['nothing', input(' \n'), 'nothing came'],
    ['no input', undefined, 'there is none here'],
    ['a list', input('- a'), 'standard input:1: the file holds no mapping'],
  ])('assay says what to do about %s', async (_what, stdin, told) => {
    const io = stdin === undefined ? { cwd } : { cwd, stdin };
    const { code, stderr } = await callAssay(['explain', 'document', '--spec', '-'], io);
    expect(code).toBe(2);
    expect(stderr).toContain(told);
  });
});

test('assay takes overlays, wherever the document is', async () => {
  const overlay = join(cwd, 'o.yaml');
  writeFileSync(
    overlay,
    `overlay: 1.0.0
info: {title: O, version: '1'}
actions:
  - {target: $.servers, remove: true}
  - target: $
    update: {servers: [{url: ../v1}], info: {title: Things of the overlay}}
`,
  );
  const args = ['explain', 'document', '--spec', `${origin}/docs/elsewhere.yaml`, '--overlay', 'o.yaml'];
  const { code, stdout } = await callAssay(args, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('Things of the overlay');
  const wrong = await callAssay([...args.slice(0, -1), 'none.yaml'], { cwd });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('none.yaml');
});

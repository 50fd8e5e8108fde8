import { expect, test } from 'vitest';
import { withFiles } from '../../test/specs/load-files.ts';
import type { Fetch } from '../document/address.ts';
import { loadInterface, type LoadResult } from './load-interface.ts';

type Pages = { readonly [address: string]: string };

/** Fetches from a table, and writes down what was asked for. */
function fetchOf(pages: Pages, asked: string[] = []): Fetch {
  const texts = new Map(Object.entries(pages));
  return (address, named) => {
    asked.push(`${named} ${address}`);
    const text = texts.get(address);
    return Promise.resolve(
      text === undefined
        ? { kind: 'failed', problem: 'it was answered with 404', advice: 'Correct the address.' }
        : { kind: 'text', text, address },
    );
  };
}

const THING = 'type: object\nproperties: {name: {type: string}}\n';

function documentWith(reference: string, servers = ''): string {
  return `openapi: 3.1.1
info: {title: The Things, version: '1'}
${servers}
paths:
  /things:
    get:
      operationId: listThings
      responses: {200: {description: all, content: {application/json: {schema: {$ref: '${reference}'}}}}}
`;
}

async function loaded(
  pages: Pages,
  options: { readonly remote?: 'allowed'; readonly asked?: string[] } = {},
): Promise<LoadResult> {
  const [first = ''] = Object.keys(pages);
  return loadInterface(first, {
    fetch: fetchOf(pages, options.asked),
    remoteReferences: options.remote,
  });
}

test('loadInterface() reads an address, and what it refers to on its origin', async () => {
  const asked: string[] = [];
  const result = await loaded(
    {
      'https://api.example.com/v1/openapi.json': documentWith('schemas/thing.yaml'),
      'https://api.example.com/v1/schemas/thing.yaml': THING,
    },
    { asked },
  );
  expect(result).toMatchObject({
    kind: 'loaded',
    interface: {
      id: 'the-things',
      origin: 'address',
      files: ['https://api.example.com/v1/openapi.json', 'https://api.example.com/v1/schemas/thing.yaml'],
      servers: ['https://api.example.com'],
      operations: [{ id: 'listThings', position: { file: 'https://api.example.com/v1/openapi.json' } }],
    },
  });
  expect(result).not.toHaveProperty('interface.notes');
  expect(asked).toEqual([
    'given https://api.example.com/v1/openapi.json',
    'given https://api.example.com/v1/schemas/thing.yaml',
  ]);
});

test.each([
  ['servers: [{url: /v2}]', ['https://api.example.com/v2'], '/v2'],
  ['servers: [{url: .}]', ['https://api.example.com/v1'], '/v1'],
  [
    "servers: [{url: 'https://{region}.example.com:{port}/x', variables: {region: {default: eu}, port: {default: 8443}}}]",
    ['https://eu.example.com:8443/x'],
    '/x',
  ],
  [
    "servers: [{url: 'https://{region}.example.com/', variables: {region: {enum: [us, eu]}}}]",
    ['https://us.example.com'],
    '',
  ],
  ['servers: [{url: "ftp://a/b"}, {url: "http://b/c/"}]', ['http://b/c'], '/b'],
])('loadInterface() reads where the service is from %s', async (servers, expected, basePath) => {
  const result = await loaded({ 'https://api.example.com/v1/openapi.json': documentWith('#/x', servers) });
  expect(result).toMatchObject({ interface: { servers: expected, basePath } });
});

test('loadInterface() goes to other origins only where that is allowed', async () => {
  const pages = {
    'https://api.example.com/openapi.json': documentWith('https://schemas.example.org/thing.yaml'),
    'https://schemas.example.org/thing.yaml': `${THING}allOf: [{$ref: other.yaml}]`,
    'https://schemas.example.org/other.yaml': THING,
  };
  const refused: string[] = [];
  expect(await loaded(pages, { asked: refused })).toMatchObject({
    interface: { notes: [{ kind: 'limit', problem: expect.stringContaining('leads out to another place') }] },
  });
  expect(refused).toEqual(['given https://api.example.com/openapi.json']);
  const allowed: string[] = [];
  const result = await loaded(pages, { remote: 'allowed', asked: allowed });
  expect(result).not.toHaveProperty('interface.notes');
  expect(allowed.slice(1)).toEqual([
    'referred https://schemas.example.org/thing.yaml',
    'referred https://schemas.example.org/other.yaml',
  ]);
});

test.each(['file:///etc/hosts', '/etc/hosts', '../../../../../../etc/hosts'])(
  'loadInterface() reaches no file from an address by %s',
  async (reference) => {
    const asked: string[] = [];
    const result = await loaded(
      { 'https://api.example.com/a/openapi.json': documentWith(reference) },
      { remote: 'allowed', asked },
    );
    expect(result).toMatchObject({ interface: { notes: [expect.anything()] } });
    expect(asked.slice(1)).toEqual(
      reference.startsWith('file') ? [] : ['given https://api.example.com/etc/hosts'],
    );
  },
);

test('loadInterface() fetches what a file refers to only where that is allowed, and keeps schemas by their $id', async () => {
  const asked: string[] = [];
  const files = {
    'openapi.yaml': `${documentWith('https://schemas.example.org/own')}components: {schemas: {Own: {$id: 'https://schemas.example.org/own', type: string}}}\n`,
  };
  const notes = await withFiles(files, async (directory) => {
    const result = await loadInterface(directory, { fetch: fetchOf({}, asked), remoteReferences: 'allowed' });
    return result.kind === 'loaded' ? result.interface.notes : result;
  });
  expect(notes).toBeUndefined();
  expect(asked).toEqual([]);
});

test('loadInterface() says why an address can not be read', async () => {
  expect(await loadInterface('https://api.example.com/x')).toMatchObject({
    problem: { file: 'https://api.example.com/x', problem: expect.stringContaining('nothing is fetched') },
  });
  expect(await loadInterface('https://api.example.com/x?token=SECRET', { fetch: fetchOf({}) })).toMatchObject(
    {
      problem: { file: 'https://api.example.com/x', problem: 'it was answered with 404' },
    },
  );
});

test('loadInterface() reads a text, whatever it is called', async () => {
  const result = await loadInterface({
    text: documentWith('#/components/schemas/A'),
    file: 'standard input',
  });
  expect(result).toMatchObject({
    interface: {
      id: 'the-things',
      origin: 'text',
      files: [],
      operations: [{ position: { file: 'standard input' } }],
    },
  });
});

test.each([
  ['localhost:3000', ''],
  ['localhost:3000/v1/', '/v1'],
  ['api.example.com:443/v1?x', '/v1'],
])('loadInterface() takes the server %s for a host and its port', async (url, basePath) => {
  const result = await loadInterface({
    text: documentWith('#/paths', `servers: [{url: '${url}'}]`),
    file: 'openapi.yaml',
  });
  expect(result).toMatchObject({ interface: { basePath } });
});

test.each([
  ['https://{tenant}.example.com/v1/', '/v1', 'the base path is taken to be /v1'],
  ['https://{tenant}.example.com', '', 'the base path is taken to be empty'],
  ['https://example.com/{version}/x', '', 'the base path is taken to be empty'],
])('loadInterface() takes of %s what can be known', async (url, basePath, consequence) => {
  const document = documentWith('#/paths', `servers: [{url: '${url}'}]`);
  const result = await loadInterface({ text: document, file: 'openapi.yaml' });
  expect(result).toMatchObject({ interface: { basePath } });
  const notes = result.kind === 'loaded' ? (result.interface.notes ?? []) : [];
  expect(notes.map((note) => note.consequence)).toContain(consequence);
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNpm } from '../rivals/install.ts';
import type { Contender } from './contender.ts';
import { mockoonEnvironment } from './mockoon-environment.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const document = join(root, 'spec/pet-catalogue/openapi.yaml');
const KEY = 'load';
const bearer = { authorization: `Bearer ${KEY}` };
const ENTRIES = [
  { id: 1, name: 'Dog', description: 'Companions on four legs' },
  { id: 2, name: 'Cat', description: 'Companions on four quieter legs' },
];

/** Answers the same bytes to everything, after the body of the request. */
const BARE = `
  import { createServer } from 'node:http';
  const list = ${JSON.stringify(JSON.stringify(ENTRIES))};
  const entry = ${JSON.stringify(JSON.stringify(ENTRIES[0]))};
  createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'GET') return response.end(list);
    response.statusCode = 201;
    request.on('data', () => undefined).on('end', () => response.end(entry));
  }).listen(Number(process.argv[1]), '127.0.0.1');
`;

const SCALAR = `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  const require = createRequire(process.cwd() + '/');
  const { createMockServer } = await import(require.resolve('@scalar/mock-server'));
  const { serve } = await import(process.argv[2]);
  const app = await createMockServer({ document: readFileSync(process.argv[3], 'utf8') });
  serve({ fetch: app.fetch, port: Number(process.argv[1]), hostname: '127.0.0.1' });
`;

function mocks(keys: string): readonly Contender[] {
  const evaluated = ['--input-type=module', '--eval'];
  return [
    {
      name: 'bare node:http, static',
      command: (port) => [...evaluated, BARE, String(port)],
      path: '/',
      headers: {},
    },
    {
      name: 'assay mock',
      command: (port) => [
        join(root, 'bin/assay.js'),
        'mock',
        '--quiet',
        '--port',
        String(port),
        '--keys',
        keys,
      ],
      path: '/v1/categories',
      headers: bearer,
      reset: '/__assay/reset',
    },
    {
      name: 'Prism CLI 5.16.0',
      command: (port) => [
        join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'),
        'mock',
        document,
        '--port',
        String(port),
        '--host',
        '127.0.0.1',
      ],
      path: '/categories',
      headers: bearer,
    },
  ];
}

type Peer = {
  readonly requirement: string;
  readonly file: string;
  readonly contender: (prefix: string, work: string) => Contender;
};

const PEERS: readonly Peer[] = [
  {
    requirement: '@scalar/mock-server@0.14.4',
    file: '@scalar/mock-server/package.json',
    contender: (prefix) => ({
      name: '@scalar/mock-server 0.14.4',
      command: (port) => {
        const serve = join(root, 'node_modules/@hono/node-server/dist/index.mjs');
        return ['--input-type=module', '--eval', SCALAR, String(port), serve, document];
      },
      cwd: prefix,
      path: '/categories',
      headers: bearer,
    }),
  },
  {
    requirement: 'json-server@0.17.4',
    file: 'json-server/lib/cli/bin.js',
    contender: (prefix, work) => ({
      name: 'json-server 0.17.4',
      command: (port) => [
        join(prefix, 'node_modules/json-server/lib/cli/bin.js'),
        '--quiet',
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        join(work, 'db.json'),
      ],
      path: '/categories',
      headers: {},
    }),
  },
  {
    requirement: '@mockoon/cli@9.9.0',
    file: '@mockoon/cli/bin/run.js',
    contender: (prefix, work) => ({
      name: 'Mockoon CLI 9.9.0',
      command: (port) => [
        join(prefix, 'node_modules/@mockoon/cli/bin/run.js'),
        'start',
        '--data',
        join(work, 'mockoon.json'),
        '--repair',
        '--port',
        String(port),
        '--hostname',
        '127.0.0.1',
        '--disable-log-to-file',
      ],
      path: '/v1/categories',
      headers: bearer,
    }),
  },
];

/** Everything that can be compared here; what cannot be installed is told to `onSkip`. `cache` keeps the installations. */
export async function contenders(
  cache: string,
  work: string,
  onSkip: (reason: string) => void,
): Promise<readonly Contender[]> {
  await mkdir(work, { recursive: true });
  const keys = join(work, 'keys.yaml');
  await writeFile(keys, `- { key: ${KEY}, plan: enterprise, minute: 1000000000, day: 1000000000 }\n`);
  await writeFile(join(work, 'db.json'), JSON.stringify({ categories: ENTRIES }));
  await writeFile(join(work, 'mockoon.json'), JSON.stringify(mockoonEnvironment(ENTRIES, ENTRIES[0])));
  const own = mocks(keys);
  const peers: Contender[] = [];
  for (const { requirement, file, contender } of PEERS) {
    const installed = await installNpm(cache, requirement, file);
    if (installed.kind === 'installed') peers.push(contender(join(cache, requirement), work));
    else onSkip(`${requirement}: ${installed.reason}`);
  }
  return [...own, ...peers];
}

import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '../rivals/rival.ts';

/**
 * Services that strangers wrote, with the documents that come with them. Each is installed in an exact version from its registry,
 * started on a port of 127.0.0.1 with a new state, and stopped.
 */

/** Where a service is, and what of it is kept between runs (`cache`) and thrown away (`state`). */
export type Room = {
  readonly cache: string;
  readonly state: string;
  readonly port: number;
  readonly url: string;
};

/** What the caller has to be told about the document and the credential. */
export type Manner = {
  /** Address or file of the OpenAPI document. */
  readonly document: string;
  /** The base address that goes to the tools. */
  readonly base: string;
  /** A field that every request carries, as the service's own means made it. */
  readonly header?: readonly [name: string, value: string];
  /** A key for the one scheme that the document has. */
  readonly key?: { readonly value: string; readonly header: string };
};

export type RealService = {
  readonly name: string;
  readonly version: string;
  readonly registry: 'PyPI' | 'npm' | 'Go' | 'Maven';
  /** A file that is there once it is installed, below the cache. */
  readonly installed: string;
  readonly install: (cache: string) => readonly Command[];
  readonly prepare?: (room: Room) => Promise<void>;
  readonly start: (room: Room) => Command;
  /** The path that answers below 400 once the service is up. */
  readonly ready: string;
  /** Makes accounts and the like, by the service's own means. */
  readonly seed?: (room: Room) => Promise<void>;
  readonly manner: (room: Room) => Manner;
};

function python(folder: string, requirements: readonly string[]): (cache: string) => readonly Command[] {
  return (cache) => [
    { program: 'python3', args: ['-m', 'venv', join(cache, folder)] },
    {
      program: join(cache, folder, 'bin/pip'),
      args: ['install', '--quiet', '--disable-pip-version-check', ...requirements],
    },
  ];
}

const PASSWORD = 'correct-horse-battery-9';
const TOKEN = 'b0d6c1e4a8f25793d1c06e9a47f8b352';

export const realServices: readonly RealService[] = [
  {
    name: 'Kinto',
    version: '26.5.0',
    registry: 'PyPI',
    installed: 'kinto/bin/kinto',
    install: python('kinto', ['kinto==26.5.0', 'waitress==3.0.2']),
    prepare: ({ state }) =>
      writeFile(
        join(state, 'kinto.ini'),
        `[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = %(http_port)s
[app:main]
use = egg:kinto
kinto.includes = kinto.plugins.default_bucket kinto.plugins.accounts
kinto.storage_backend = kinto.core.storage.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.userid_hmac_secret = ${TOKEN}
multiauth.policies = account
multiauth.policy.account.use = kinto.plugins.accounts.AccountsPolicy
kinto.account_create_principals = system.Everyone
kinto.account_write_principals = account:admin
kinto.bucket_create_principals = account:admin
`,
      ),
    start: ({ cache, state, port }) => ({
      program: join(cache, 'kinto/bin/kinto'),
      args: ['start', '--ini', join(state, 'kinto.ini'), '--port', String(port)],
    }),
    ready: '/v1/__lbheartbeat__',
    seed: async ({ url }) => {
      await fetch(`${url}/v1/accounts/admin`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: { password: PASSWORD } }),
      });
    },
    manner: ({ url }) => ({
      document: `${url}/v1/__api__`,
      base: `${url}/v1`,
      header: ['Authorization', `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`],
    }),
  },
  {
    name: 'Jupyter Server',
    version: '2.21.1',
    registry: 'PyPI',
    installed: 'jupyter/bin/jupyter',
    install: (cache) => [
      ...python('jupyter', ['jupyter_server==2.21.1'])(cache),
      {
        program: 'sh',
        args: [
          '-c',
          `cp "$(find '${join(cache, 'jupyter')}' -path '*services/api/api.yaml' | head -1)" '${join(cache, 'jupyter/api.yaml')}'`,
        ],
      },
    ],
    start: ({ cache, state, port }) => ({
      program: join(cache, 'jupyter/bin/jupyter'),
      args: [
        'server',
        '--allow-root',
        '--no-browser',
        '--ip=127.0.0.1',
        `--port=${String(port)}`,
        `--IdentityProvider.token=${TOKEN}`,
        `--ServerApp.root_dir=${state}`,
      ],
      env: { HOME: state },
    }),
    ready: '/api',
    manner: ({ url, cache }) => ({
      document: join(cache, 'jupyter/api.yaml'),
      base: url,
      header: ['Authorization', `token ${TOKEN}`],
    }),
  },
  {
    name: 'Prefect server',
    version: '3.4.0',
    registry: 'PyPI',
    installed: 'prefect/bin/prefect',
    install: python('prefect', [
      'prefect==3.4.0',
      'fastapi==0.115.12',
      'starlette<0.47',
      'pydantic<2.12',
      'importlib_metadata',
    ]),
    start: ({ cache, state, port }) => ({
      program: join(cache, 'prefect/bin/prefect'),
      args: ['server', 'start', '--host', '127.0.0.1', '--port', String(port)],
      env: { PREFECT_HOME: state, DO_NOT_TRACK: '1', PREFECT_SERVER_ANALYTICS_ENABLED: 'false' },
    }),
    ready: '/api/health',
    manner: ({ url }) => ({ document: `${url}/openapi.json`, base: url }),
  },
  {
    name: 'Chroma',
    version: '1.5.9',
    registry: 'PyPI',
    installed: 'chroma/bin/chroma',
    install: python('chroma', ['chromadb==1.5.9']),
    start: ({ cache, state, port }) => ({
      program: join(cache, 'chroma/bin/chroma'),
      args: ['run', '--path', state, '--host', '127.0.0.1', '--port', String(port)],
    }),
    ready: '/api/v2/heartbeat',
    manner: ({ url }) => ({
      document: `${url}/openapi.json`,
      base: url,
      key: { value: TOKEN, header: 'x-chroma-token' },
    }),
  },
  {
    name: 'httpbin',
    version: '0.10.4',
    registry: 'PyPI',
    installed: 'httpbin/bin/waitress-serve',
    install: python('httpbin', ['httpbin==0.10.4', 'flasgger', 'waitress==3.0.2']),
    start: ({ cache, port }) => ({
      program: join(cache, 'httpbin/bin/waitress-serve'),
      args: [`--listen=127.0.0.1:${String(port)}`, 'httpbin:app'],
    }),
    ready: '/get',
    manner: ({ url }) => ({ document: `${url}/spec.json`, base: url }),
  },
  {
    name: 'Tiled',
    version: '0.2.20',
    registry: 'PyPI',
    installed: 'tiled/bin/tiled',
    install: python('tiled', ['tiled[all]==0.2.20']),
    start: ({ cache, state, port }) => ({
      program: join(cache, 'tiled/bin/tiled'),
      args: ['serve', 'catalog', '--temp', '--api-key', TOKEN, '--host', '127.0.0.1', '--port', String(port)],
      env: { HOME: state },
    }),
    ready: '/healthz',
    manner: ({ url }) => ({
      document: `${url}/openapi.json`,
      base: url,
      header: ['Authorization', `Apikey ${TOKEN}`],
    }),
  },
  {
    name: 'Alertmanager',
    version: '0.27.0',
    registry: 'Go',
    installed: 'go/bin/alertmanager',
    install: (cache) => [
      {
        program: 'go',
        args: ['install', 'github.com/prometheus/alertmanager/cmd/alertmanager@v0.27.0'],
        env: { GOBIN: join(cache, 'go/bin'), GOPATH: join(cache, 'go'), GOFLAGS: '-modcacherw' },
      },
    ],
    prepare: ({ state }) =>
      writeFile(join(state, 'alertmanager.yml'), 'route: { receiver: none }\nreceivers: [{ name: none }]\n'),
    start: ({ cache, state, port }) => ({
      program: join(cache, 'go/bin/alertmanager'),
      args: [
        `--config.file=${join(state, 'alertmanager.yml')}`,
        `--storage.path=${join(state, 'data')}`,
        `--web.listen-address=127.0.0.1:${String(port)}`,
        '--cluster.listen-address=',
      ],
    }),
    ready: '/api/v2/status',
    manner: ({ url, cache }) => ({
      document: join(cache, 'go/pkg/mod/github.com/prometheus/alertmanager@v0.27.0/api/v2/openapi.yaml'),
      base: `${url}/api/v2`,
    }),
  },
  {
    name: 'Mailpit',
    version: '1.27.11',
    registry: 'Go',
    installed: 'go/bin/mailpit',
    install: (cache) => [
      {
        program: 'go',
        args: ['install', 'github.com/axllent/mailpit@v1.27.11'],
        env: { GOBIN: join(cache, 'go/bin'), GOPATH: join(cache, 'go'), GOFLAGS: '-modcacherw' },
      },
    ],
    start: ({ cache, state, port }) => ({
      program: join(cache, 'go/bin/mailpit'),
      args: [
        '--database',
        join(state, 'mails.db'),
        '--listen',
        `127.0.0.1:${String(port)}`,
        '--smtp',
        '127.0.0.1:0',
      ],
    }),
    ready: '/readyz',
    // What mails tell is read of those that are there.
    seed: async ({ url }) => {
      await fetch(`${url}/api/v1/send`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          From: { Email: 'jane@example.com' },
          To: [{ Email: 'john@example.com' }],
          Subject: 'Hello',
          HTML: '<p>Hello</p>',
          Text: 'Hello',
        }),
      });
    },
    manner: ({ url, cache }) => ({
      document: join(cache, 'go/pkg/mod/github.com/axllent/mailpit@v1.27.11/server/ui/api/v1/swagger.json'),
      base: url,
    }),
  },
  {
    name: 'LoopBack todo',
    version: '6.0.0',
    registry: 'npm',
    installed: 'loopback/node_modules/@loopback/example-todo/dist/index.js',
    install: (cache) => [
      {
        program: 'npm',
        args: [
          'install',
          '--prefix',
          join(cache, 'loopback'),
          '--no-audit',
          '--no-fund',
          '--ignore-scripts',
          '@loopback/example-todo@6.0.0',
        ],
      },
    ],
    // It writes to the file `data/db.json` of the folder that it is started in.
    prepare: ({ cache, state }) =>
      cp(join(cache, 'loopback/node_modules/@loopback/example-todo/data'), join(state, 'data'), {
        recursive: true,
      }),
    start: ({ cache, port }) => ({
      program: 'node',
      args: [join(cache, 'loopback/node_modules/@loopback/example-todo/dist/index.js')],
      env: { HOST: '127.0.0.1', PORT: String(port) },
    }),
    ready: '/todos',
    manner: ({ url }) => ({ document: `${url}/openapi.json`, base: url }),
  },
  {
    name: 'WireMock',
    version: '3.13.1',
    registry: 'Maven',
    installed: 'wiremock/wiremock-standalone-3.13.1.jar',
    install: (cache) => [
      {
        program: 'mvn',
        args: [
          '-q',
          '-B',
          'dependency:copy',
          '-Dartifact=org.wiremock:wiremock-standalone:3.13.1',
          `-DoutputDirectory=${join(cache, 'wiremock')}`,
        ],
      },
    ],
    start: ({ cache, state, port }) => ({
      program: 'java',
      args: [
        '-jar',
        join(cache, 'wiremock/wiremock-standalone-3.13.1.jar'),
        '--bind-address',
        '127.0.0.1',
        '--port',
        String(port),
        '--root-dir',
        state,
        '--disable-banner',
      ],
    }),
    ready: '/__admin/health',
    manner: ({ url }) => ({ document: `${url}/__admin/docs/swagger`, base: url }),
  },
];

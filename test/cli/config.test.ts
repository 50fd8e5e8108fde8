import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readRecord } from '../../src/record/read.ts';
import { listenOnThisMachine } from '../other-interfaces/run-against-service.ts';
import { callAssay, type Called } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-config-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with these files; names with a slash make folders. */
function folderWith(files: { readonly [name: string]: string }): string {
  const folder = mkdtempSync(join(root, 'project-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

type Settings = { readonly [name: string]: readonly [value: string, source: string] };

async function settingsOf(
  cwd: string,
  argv: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Promise<Settings> {
  const { code, stdout, stderr } = await callAssay(['config', '--json', ...argv], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { settings } = JSON.parse(stdout) as {
    readonly settings: readonly { readonly name: string; readonly value: string; readonly source: string }[];
  };
  return Object.fromEntries(settings.map(({ name, value, source }) => [name, [value, source] as const]));
}

const TARGETS = `
url: https://top.example/v1
keyEnv: TOP_KEY
maxRequests: 50
concurrency: 2
targets:
  staging:
    url: https://staging.example/v1
    keyEnv: STAGING_KEY
    profile: nightly
  slow: { url: 'https://slow.example', timeoutMs: 30000 }
profiles:
  nightly: { profile: thorough, maxRequests: 500, seed: 7 }
`;

describe('precedence', () => {
  const cwd = folderWith({
    'assay.config.yaml': TARGETS,
    '.env': 'ASSAY_PLAN=free\nASSAY_URL=https://dotenv.example',
  });
  const bare = folderWith({ 'assay.config.yaml': TARGETS });
  const ROWS: readonly (readonly [
    string,
    string,
    readonly string[],
    { readonly [name: string]: string },
    Settings,
  ])[] = [
    [
      'a configuration wins over defaults',
      bare,
      [],
      {},
      {
        url: ['https://top.example/v1', 'assay.config.yaml'],
        maxRequests: ['50', 'assay.config.yaml'],
        seed: ['a new one, which the report prints', 'default'],
      },
    ],
    [
      '.env wins over it',
      cwd,
      [],
      {},
      { url: ['https://dotenv.example', 'ASSAY_URL in .env'], plan: ['free', 'ASSAY_PLAN in .env'] },
    ],
    [
      'a number in the environment wins over it',
      bare,
      [],
      { ASSAY_CONCURRENCY: '4' },
      { concurrency: ['4', 'ASSAY_CONCURRENCY in the environment'] },
    ],
    [
      'the environment wins over .env',
      cwd,
      [],
      { ASSAY_URL: 'https://env.example' },
      { url: ['https://env.example', 'ASSAY_URL in the environment'] },
    ],
    [
      'a key in the environment wins over the name of a variable',
      bare,
      [],
      { ASSAY_KEY: 'k-in-environment' },
      { keyEnv: ['(none)', 'default'], key: ['(set, not shown)', 'ASSAY_KEY in the environment'] },
    ],
    [
      'a flag wins over the environment',
      cwd,
      ['--url', 'https://flag.example'],
      { ASSAY_URL: 'https://env.example' },
      { url: ['https://flag.example', '--url'] },
    ],
    [
      'a target that a flag names wins over the environment',
      cwd,
      ['--target', 'staging'],
      { ASSAY_URL: 'https://env.example', ASSAY_KEY: 'k-in-environment' },
      {
        url: ['https://staging.example/v1', 'assay.config.yaml, targets.staging'],
        keyEnv: ['STAGING_KEY (not set)', 'assay.config.yaml, targets.staging'],
      },
    ],
    [
      'a target brings its profile',
      bare,
      ['--target', 'staging'],
      {},
      {
        profile: ['thorough', 'assay.config.yaml, profiles.nightly'],
        maxRequests: ['500', 'assay.config.yaml, profiles.nightly'],
        seed: ['7', 'assay.config.yaml, profiles.nightly'],
      },
    ],
    [
      'a flag wins over target and profile',
      bare,
      ['--target', 'slow', '--profile', 'nightly', '--timeout', '5', '--seed', '1'],
      {},
      {
        timeoutMs: ['5', '--timeout'],
        seed: ['1', '--seed'],
        maxRequests: ['500', 'assay.config.yaml, profiles.nightly'],
        profile: ['thorough', 'assay.config.yaml, profiles.nightly'],
      },
    ],
    [
      'what assay starts has no address and no key of a configuration',
      bare,
      ['--target', 'mock'],
      {},
      {
        target: ['mock', '--target'],
        url: ['(none)', 'default'],
        keyEnv: ['(none)', 'default'],
        maxRequests: ['50', 'assay.config.yaml'],
      },
    ],
    ['nothing is read where nobody wants it', bare, ['--no-config'], {}, { url: ['(none)', 'default'] }],
  ];
  test.each(ROWS)('%s', async (_title, folder, argv, env, expected) => {
    expect(await settingsOf(folder, argv, env)).toMatchObject(expected);
  });

  test('the usual target is not meant where an address is named', async () => {
    const folder = folderWith({
      'assay.config.yaml': `${TARGETS.replace('keyEnv: TOP_KEY\n', '')}target: staging\n`,
    });
    expect(await settingsOf(folder)).toMatchObject({
      url: ['https://staging.example/v1', expect.anything()],
    });
    expect(await settingsOf(folder, ['--url', 'https://other.example'])).toMatchObject({
      url: ['https://other.example', '--url'],
      keyEnv: ['(none)', 'default'],
    });
  });
});

describe('finding it', () => {
  const repository = folderWith({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'assay.config.json': '{ "spec": "api/openapi.yaml", "report": ["junit=out/junit.xml", "json"] }',
    'packages/one/.keep': '',
    'other/ci.yaml': 'spec: ../api/openapi.yaml\n',
  });

  test('a configuration above is read up to the top of the repository, and its files are beside it', async () => {
    expect(await settingsOf(join(repository, 'packages/one'))).toMatchObject({
      spec: ['../../api/openapi.yaml', '../../assay.config.json'.replace('../../', join(repository, '/'))],
      report: ['["junit=../../out/junit.xml","json"]', expect.anything()],
    });
  });

  test('one that is named is read wherever it is', async () => {
    expect(await settingsOf(repository, ['--config', 'other/ci.yaml'])).toMatchObject({
      spec: ['api/openapi.yaml', 'other/ci.yaml'],
    });
  });

  test('without a repository nothing above is read', async () => {
    const folder = folderWith({ 'assay.config.yaml': 'seed: 3\n', 'inside/.keep': '' });
    expect(await settingsOf(join(folder, 'inside'))).toMatchObject({ seed: [expect.anything(), 'default'] });
  });

  test('what everybody may write is not run', async () => {
    const folder = folderWith({ 'assay.config.mjs': 'export default {};\n' });
    chmodSync(join(folder, 'assay.config.mjs'), 0o666);
    const { code, stderr } = await callAssay(['config'], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('can be written by everybody'),
    });
    expect((await callAssay(['config', '--config', 'assay.config.mjs'], { cwd: folder })).code).toBe(0);
  });
});

describe('what is wrong with it', () => {
  const ROWS: readonly (readonly [string, string, string])[] = [
    [
      'a name that there is not',
      'maxRequest: 5',
      'cannot use maxRequest (assay.config.yaml:1): there is no such setting; did you mean "maxRequests"?',
    ],
    [
      'a value that is none',
      '\nmaxRequests: many',
      'cannot use maxRequests "many" (assay.config.yaml:2): give a whole number from 1 to 1000000, for example maxRequests: 60',
    ],
    [
      'a text for a number',
      'maxRequests: "60"',
      'cannot use maxRequests "60" (assay.config.yaml:1): give a number, for example maxRequests: 60',
    ],
    [
      'a text for a switch',
      'strict: "yes"',
      'cannot use strict "yes" (assay.config.yaml:1): give true or false',
    ],
    [
      'one text for a list',
      'exclude: DELETE',
      'cannot use exclude "DELETE" (assay.config.yaml:1): give a list',
    ],
    [
      'a secret',
      'key: sk-12345678',
      'cannot use key (assay.config.yaml:1): a configuration holds no secret; name the variable that does, with keyEnv',
    ],
    [
      'a slip inside of a target',
      'targets:\n  staging:\n    ulr: https://x.example',
      'cannot use targets.staging.ulr (assay.config.yaml:3): there is no such setting; did you mean "url"?',
    ],
    [
      'what no text can be',
      'hooks:\n  beforeRun: now',
      'cannot use hooks.beforeRun "now" (assay.config.yaml:2): give a function',
    ],
    [
      'a format that there is not',
      'report: [junitt]',
      'cannot use report.0 "junitt" (assay.config.yaml:1): there is no format "junitt"; did you mean "junit"?',
    ],
    [
      'options that exclude each other',
      'quiet: true\nverbose: true',
      "cannot use quiet (assay.config.yaml:1): it can't stand beside verbose; leave one of them out",
    ],
    [
      'a slip behind the line ends of Windows',
      'spec: a.yaml\r\nmaxRequest: 5\r\n',
      'cannot use maxRequest (assay.config.yaml:2)',
    ],
    ['no YAML', 'a: [', 'assay.config.yaml:'],
  ];
  test.each(ROWS)('%s is told with its place, and what would be right', async (_title, text, expected) => {
    const called = await callAssay(['config'], { cwd: folderWith({ 'assay.config.yaml': text }) });
    expect(called).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(expected) });
    expect(called.stderr).not.toContain('sk-12345678');
  });

  test.each<readonly [string, readonly string[], string]>([
    [
      'target',
      ['--target', 'stagin'],
      'cannot use --target "stagin" (assay.config.yaml): did you mean "staging"?',
    ],
    [
      'profile',
      ['--profile', 'nightli'],
      'cannot use --profile "nightli" (assay.config.yaml): did you mean "nightly"?',
    ],
  ])('a %s that there is not', async (_title, argv, expected) => {
    const called = await callAssay(['test', ...argv], { cwd: folderWith({ 'assay.config.yaml': TARGETS }) });
    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining(expected) });
  });

  test('a profile that there is not, without a configuration', async () => {
    const called = await callAssay(['test', '--profile', 'quik'], { cwd: folderWith({}) });
    expect(called).toMatchObject({
      code: 2,
      stderr: 'assay: cannot use --profile "quik": did you mean "quick"?\n',
    });
  });

  test.each<readonly [string, string, string]>([
    [
      'that throws',
      'throw new Error("no luck\\nat all");',
      'cannot run the configuration "assay.config.mjs": no luck at all',
    ],
    ['without a default export', 'export const url = 1;', 'it exports no object by default'],
  ])('code %s', async (_title, text, expected) => {
    const called = await callAssay(['config'], { cwd: folderWith({ 'assay.config.mjs': text }) });
    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining(expected) });
  });
});

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
security: [{ token: [] }]
paths:
  /shelves/{id}:
    get:
      operationId: readShelf
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: one, content: { application/json: { schema: { type: object, required: [id] } } } }
        '401': { description: who }
        '404': { description: none }
  /secret:
    get:
      operationId: secret
      responses: { '200': { description: hidden } }
`;

const CODE = `
import { appendFileSync } from 'node:fs';
const tell = (text) => appendFileSync(new URL('told.txt', import.meta.url), text + '\\n');
export default {
  spec: 'openapi.yaml',
  auth: { token: () => ({ token: 'fresh-token-4711' }) },
  operations: { readShelf: { parameters: { id: 'known-shelf' } }, secret: { exclude: true } },
  hooks: {
    beforeRun: ({ url }) => tell('before ' + new URL(url).hostname),
    beforeRequest: ({ method, url }) => ({ 'X-Signature': 'signed-' + method + '-' + url.length }),
    afterRun: ({ record }) => tell('after ' + (record.exchanges.size > 0)),
  },
  ownChecks: [
    {
      id: 'team.shelf', suite: 'team', level: 'must', title: 'shelves have ids', explanation: '', needs: [],
      foreign: { kind: 'judged' }, notApplicable: () => undefined,
      judge: ({ readings }) => ({ kind: 'fail', violations: [{ summary: 'no shelf for us', expected: 'no shelf for us', actual: 'none', exchanges: [readings[0].exchange.id] }] }),
    },
  ],
};
`;

describe('what only code can say', () => {
  async function ranWith(
    code: string,
  ): Promise<
    Called & { readonly cwd: string; readonly signed: readonly string[]; readonly paths: readonly string[] }
  > {
    const cwd = folderWith({ 'openapi.yaml': DOCUMENT, 'assay.config.mjs': code });
    const signed: string[] = [];
    const paths: string[] = [];
    const service = await listenOnThisMachine(() => ({ path, headers }) => {
      signed.push(String(headers['x-signature']));
      paths.push(path);
      const isIn = headers.authorization === 'Bearer fresh-token-4711';
      if (!isIn) return { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Bearer' } };
      return path === '/shelves/known-shelf'
        ? { status: 200, body: { id: 'known-shelf' } }
        : { status: 404, body: {} };
    });
    try {
      const called = await callAssay(['test', '--url', service.url, '--profile', 'quick', '--seed', '1'], {
        cwd,
      });
      return { ...called, cwd, signed, paths };
    } finally {
      service.close();
    }
  }

  test("fixtures, signatures, tokens, known values and a check of one's own", async () => {
    const { code, stdout, stderr, cwd, signed, paths } = await ranWith(CODE);
    expect({ code, stdout, stderr }).toMatchObject({ code: 1 });
    expect(stdout).toContain('team.shelf');
    expect(new Set(signed.map((one) => one.replace(/-\d+$/, '')))).toContain('signed-GET');
    expect(paths).toContain('/shelves/known-shelf');
    expect(paths).not.toContain('/secret');
    expect(readFileSync(join(cwd, 'told.txt'), 'utf8')).toBe('before 127.0.0.1\nafter true\n');
    const parsed = await readRecord(join(cwd, 'reports/last.ndjson'));
    if (parsed.kind === 'no-record') throw new Error(parsed.problem);
    const text = JSON.stringify([...parsed.record.exchanges.values()].map(({ request }) => request.headers));
    expect(text).not.toMatch(/signature|fresh-token/i);
  });

  test('a hook that fails ends the run with 2, whichever it is', async () => {
    const before = await ranWith(
      CODE.replace("tell('before ' + new URL(url).hostname)", "{ throw new Error('no room') }"),
    );
    expect(before).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the hook beforeRun failed: no room'),
      paths: [],
    });
    const signing = await ranWith(CODE.replace("({ 'X-Signature':", "({ 'Content-Type':"));
    expect(signing).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('the hook beforeRequest: cannot send the field'),
    });
    const after = await ranWith(
      CODE.replace("tell('after ' + (record.exchanges.size > 0))", "{ throw new Error('still there') }"),
    );
    expect(after.stderr).toContain('assay: the hook afterRun failed: still there');
  });
});

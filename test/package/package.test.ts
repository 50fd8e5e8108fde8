import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/system/package.ts';
import { type Finished, runCommand } from './run-command.ts';

/** What somebody keeps beside the code of a service. */
const CONFIGURATION = `
import { appendFileSync } from 'node:fs';
import { breaks, type Check, eachExchange } from 'assay';
import { defineConfig } from 'assay/config';

const never: Check = {
  id: 'house.never', suite: 'house', level: 'must', needs: ['ordinary'], explanation: '',
  title: 'nothing is ever right for the house', notApplicable: () => undefined,
  ...eachExchange('must', () => breaks('another answer', 'this one')),
};
export default defineConfig({
  profile: 'quick',
  exhaust: false,
  ownChecks: [never],
  hooks: {
    beforeRun: () => appendFileSync('told.txt', 'before '),
    beforeRequest: ({ method }) => ({ 'X-Asked-With': method }),
    afterRun: () => appendFileSync('told.txt', 'after '),
  },
});
`;

/** A test in somebody's own runner, against a mock in the same process. */
const OWN_TEST = `
import assert from 'node:assert';
import test from 'node:test';
import { loadInterface, startMock } from 'assay';
import { assertConforms, toConform } from 'assay/matchers';

test('answers conform, and others do not', async () => {
  const loaded = await loadInterface('node_modules/assay/spec/pet-catalogue');
  assert.equal(loaded.kind, 'loaded');
  const document = loaded.interface;
  await using mock = await startMock({ interface: document });
  const { id, path } = document.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  await assertConforms(await fetch(mock.url + path, { headers: { Accept: 'application/json' } }), document, id);
  const { pass, message } = await toConform(Response.json({ made: 'up' }), document, id);
  assert.equal(pass, false);
  assert.match(message(), /expected/);
});
`;

const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
const project = join(folder, 'project');
const installed = join(project, 'node_modules/assay');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let archive = '';
let packed: readonly string[] = [];
/** Why the archive cannot be installed here; empty when it is. */
let notInstalled = '';

async function npm(argv: readonly string[], cwd: string): Promise<Finished> {
  return runCommand('npm', argv, { cwd });
}

async function pack(): Promise<void> {
  if (!existsSync(join(root, 'dist/bundle/src/cli/main.js')))
    throw new Error('dist/ is missing: run "npm run prepare"');
  const { code, stdout, stderr } = await npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    root,
  );
  if (code !== 0) throw new Error(`npm pack: ${stderr}`);
  const [about] = JSON.parse(stdout) as readonly {
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }[];
  if (about === undefined) throw new Error('npm pack made no archive');
  archive = join(folder, about.filename);
  packed = about.files.map(({ path }) => path);
}

const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

async function install(): Promise<void> {
  mkdirSync(project);
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'somebody', version: '1.0.0', private: true }),
  );
  const { code, stderr } = await npm(
    ['install', archive, '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1'],
    project,
  );
  if (code === 0) return;
  const [reason] = UNREACHABLE.exec(stderr) ?? [];
  if (reason === undefined) throw new Error(`npm install: ${stderr}`);
  notInstalled = `the npm registry cannot be reached (${reason})`;
}

beforeAll(async () => {
  await pack();
  await install();
}, 180_000);

async function assay(argv: readonly string[], node: string = process.execPath): Promise<Finished> {
  return runCommand(node, [join(installed, 'bin/assay.js'), ...argv], {
    cwd: project,
    env: { NO_COLOR: '1' },
  });
}

describe('the archive', () => {
  const EXPECTED = [
    /^bin\/assay\.js$/,
    /^dist\/(src|suites)\/[\w./-]+\.(js|d\.ts)$/,
    /^dist\/src\/[\w./-]+\.(css|lua)$/,
    /^dist\/(bundle|browser)\/[\w./-]+\.js$/,
    /^dist\/(bundle|browser)\/LICENSES\.txt$/,
    /^spec\/[\w-]+\/(openapi|clauses)\.yaml$/,
    /^schemas\/[\w-]+\.schema\.json$/,
    /^(README|CHANGELOG|SECURITY)\.md$/,
    /^LICENSE$/,
    /^package\.json$/,
  ];

  test('holds what a user needs and nothing else', () => {
    expect(packed.filter((path) => !EXPECTED.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(EXPECTED.filter((pattern) => !packed.some((path) => pattern.test(path)))).toEqual([]);
  });

  test('holds no tests and no data of tests', () => {
    expect(packed.filter((path) => /\.test[.-]|(^|\/)(test|bench|zoo)\//.test(path))).toEqual([]);
  });

  test('holds every suite', () => {
    const suites = readdirSync(join(root, 'suites')).filter((name) => name.endsWith('.suite.ts'));
    expect(suites.length).toBeGreaterThan(5);
    for (const name of suites) expect(packed).toContain(`dist/suites/${name.replace(/\.ts$/, '.js')}`);
  });
});

describe('in an empty project', () => {
  test('is installed with its command', ({ skip }) => {
    if (notInstalled !== '') skip(notInstalled);
    expect(existsSync(join(project, 'node_modules/.bin/assay'))).toBe(true);
    expect(existsSync(join(installed, 'src'))).toBe(false);
  });

  test('brings at most 40 MB, and nothing for Redis or Prism', ({ skip }) => {
    if (notInstalled !== '') skip(notInstalled);
    const modules = join(project, 'node_modules');
    const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(40 * 1024 * 1024);
    expect(['@redis', '@stoplight'].filter((name) => existsSync(join(modules, name)))).toEqual([]);
  });

  test('assay --help names the commands', async ({ skip }) => {
    if (notInstalled !== '') skip(notInstalled);
    const { code, stdout, stderr } = await assay(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['test', 'mock', 'list', 'explain', 'replay', 'report'])
      expect(stdout).toContain(`\n  ${name} `);
  }, 30_000);

  test('assay test says that its own mock conforms, and leaves a record', async ({ skip }) => {
    if (notInstalled !== '') skip(notInstalled);
    const { code, stdout, stderr } = await assay(['test', '--no-exhaust', '--report', 'json']);
    expect({ code, stderr: code === 0 ? '' : stderr, first: stdout.split('\n', 1).join('') }).toEqual({
      code: 0,
      stderr: '',
      first: expect.stringMatching(
        /^✔ conforms – \d+ of \d+ clauses proven, \d of \d operations in reach asked \(\d documented\), no violation, /,
      ),
    });
    expect(readdirSync(join(project, 'reports')).toSorted()).toEqual(['last.ndjson', 'report.json', 'runs']);
  }, 120_000);

  test('a configuration with hooks and a check of its own is run, and a test of its own holds an answer', async ({
    skip,
  }) => {
    if (notInstalled !== '') skip(notInstalled);
    writeFileSync(join(project, 'assay.config.ts'), CONFIGURATION);
    writeFileSync(join(project, 'own.test.mjs'), OWN_TEST);
    const { code, stdout, stderr } = await assay(['test', '--config', 'assay.config.ts']);
    rmSync(join(project, 'assay.config.ts'));
    expect({ code, stderr: code === 1 ? '' : stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('house.never');
    expect(readFileSync(join(project, 'told.txt'), 'utf8')).toBe('before after ');
    const own = await runCommand(process.execPath, ['--test', 'own.test.mjs'], { cwd: project });
    expect({ code: own.code, stdout: own.code === 0 ? '' : own.stdout }).toEqual({ code: 0, stdout: '' });
  }, 120_000);

  test('a run writes nothing into the package', async ({ skip }) => {
    if (notInstalled !== '') skip(notInstalled);
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(installed.length + 1)
          .replaceAll('\\', '/'),
      );
    expect(files.filter((file) => !packed.includes(file) && !file.startsWith('node_modules/'))).toEqual([]);
  });

  test('an older Node of this machine gets one line and exit code 2', async ({ skip }) => {
    if (notInstalled !== '') skip(notInstalled);
    const older = '/usr/bin/node';
    if (!existsSync(older)) skip(`there is no ${older}`);
    const { stdout: version } = await runCommand(older, ['--version'], { cwd: project });
    const [, major = '0', minor = '0'] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
    if (Number(major) * 100 + Number(minor) >= 2418)
      skip(`${older} is ${version.trim()}, which is new enough`);
    const { code, stdout, stderr } = await assay(['test'], older);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^assay: needs Node >=24\.18\.0, this is v[\d.]+; install a newer Node and run it again\n$/,
    );
  }, 30_000);
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mock } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { packageRoot } from '../../src/system/package.ts';
import { readMarkdownPage } from '../docs/markdown-page.ts';
import { type Finished, runCommand } from './run-command.ts';

const KEY = 'canary-Kx7Qm2Wv9Tz4';
const root = packageRoot();
const project = mkdtempSync(join(tmpdir(), 'assay-vitest-'));
let mock: Mock | undefined;

/** What a reporter sees of a test. */
type Told = {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly note: string | undefined;
  readonly errors: readonly string[];
  readonly annotations: readonly {
    readonly type: string;
    readonly message: string;
    readonly path?: string;
  }[];
  readonly tags: readonly string[];
  readonly meta: { readonly assay?: { readonly kind: string; readonly id: string } };
};

const REPORTER = `
import { writeFileSync } from 'node:fs';
const told = [];
export default class {
  onTestCaseResult(test) {
    const { state, errors = [], note } = test.result();
    told.push({
      name: test.fullName, state, note, errors: errors.map(({ message, stack }) => message + stack),
      annotations: test.annotations().map(({ type, message, attachment }) => ({ type, message, path: attachment?.path })),
      tags: test.tags, meta: test.meta(),
    });
  }
  onTestRunEnd(modules, unhandled) {
    const errors = [...modules.flatMap((each) => each.errors()), ...unhandled].map(({ message }) => message);
    writeFileSync('told.json', JSON.stringify({ told, errors }));
  }
}
`;

/** Options that can't be used, with what is said of them. */
const UNUSABLE: readonly (readonly [options: string, message: string])[] = [
  ["mock: { fault: 'error-wraped' }", 'mock.fault "error-wraped": did you mean "error-wrapped"?'],
  ["mock: true, profil: 'quick'", 'profil: conformance has no such option; did you mean "profile"?'],
  ["mock: true, suites: ['autentication']", 'suites "autentication": did you mean "authentication"?'],
  [
    'url: process.env.NOBODY_SET_THIS',
    'url: without it there is nothing to test: give the base address of the service (is its variable set?), or "mock: true"',
  ],
];

/** One worker that loads everything once: what is tested is not how Vitest keeps files apart. */
const FAST = `pool: 'threads', maxWorkers: 1, isolate: false`;

const CONFIG = `
import { tags } from 'assay/vitest';
import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: { ${FAST}, tags: [...tags], expect: { requireAssertions: true }, reporters: ['default', './reporter.js'] },
});
`;

/** Of somebody who has not heard of tags. */
const PLAIN_CONFIG = `export default { test: { ${FAST}, reporters: ['./reporter.js'] } };`;

beforeAll(async () => {
  if (!existsSync(join(root, 'dist/src/vitest.js')))
    throw new Error('dist/ is missing: run "npm run prepare"');
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/assay'), 'dir');
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'), 'dir');
  symlinkSync(join(root, 'spec'), join(project, 'spec'), 'dir');
  mock = await startMock({
    interface: join(root, 'spec/pet-catalogue'),
    keys: [{ key: KEY, plan: 'pro', limits: new Map() }],
  });
  mock.fault('error-status-differs');
  const files = {
    'package.json': '{ "name": "somebody", "private": true, "type": "module" }',
    'reporter.js': REPORTER,
    'vitest.config.js': CONFIG,
    'plain.config.js': PLAIN_CONFIG,
    'honest.test.js': `
      import { conformance } from 'assay/vitest';
      conformance({ name: 'honest', document: 'spec/pet-catalogue', mock: true, profile: 'quick', recordFile: 'honest.ndjson' });`,
    'faulty.test.js': `
      import { conformance } from 'assay/vitest';
      conformance({
        name: 'faulty', document: 'spec/pet-catalogue', url: '${mock.url}', key: process.env.KEY_OF_TEST, exhaust: false, profile: 'quick',
      });`,
    ...Object.fromEntries(
      UNUSABLE.map(([options], at) => [
        `unusable-${String(at)}.test.js`,
        `import { conformance } from 'assay/vitest';
        conformance({ document: 'spec/pet-catalogue', ${options} });`,
      ]),
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
});

afterAll(async () => {
  await mock?.close();
  rmSync(project, { recursive: true, force: true });
});

type Ran = Finished & { readonly told: readonly Told[]; readonly errors: readonly string[] };

async function vitest(...argv: readonly string[]): Promise<Ran> {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { KEY_OF_TEST: KEY, NO_COLOR: '1' };
  const finished = await runCommand(process.execPath, [program, 'run', ...argv], { cwd: project, env });
  const told = JSON.parse(readFileSync(join(project, 'told.json'), 'utf8')) as Pick<Ran, 'told' | 'errors'>;
  return { ...finished, ...told };
}

function named(told: readonly Told[], name: string): Told | undefined {
  return told.find((one) => one.name.startsWith(name));
}

function count(told: readonly Told[], state: Told['state']): number {
  return told.filter((one) => one.state === state).length;
}

/** The texts of all files that a run of Vitest has left in the project. */
function leftBehind(): readonly string[] {
  const files = readdirSync(project, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe('conformance(), in the Vitest of somebody else', () => {
  let whole: Ran | undefined;

  beforeAll(async () => {
    whole = await vitest('honest', 'faulty');
  });

  test('gives a test for each check, for each operation and for the run, and none fails on an honest service', () => {
    const honest = (whole?.told ?? []).filter(({ name }) => name.startsWith('honest > '));
    const kinds = Object.groupBy(honest, ({ meta }) => meta.assay?.kind ?? '');
    expect(kinds['check']?.length).toBeGreaterThan(60);
    expect(kinds['operation']?.map(({ name }) => name)).toEqual([
      'honest > Operations > GET /categories (listCategories)',
      'honest > Operations > POST /categories (createCategory)',
      'honest > Operations > GET /pets/{petId}',
      'honest > Operations > GET /store/orders',
    ]);
    expect(count(honest, 'failed')).toBe(0);
    expect(count(honest, 'passed')).toBeGreaterThan(30);
  });

  test('says of each skipped test why', () => {
    const skipped = (whole?.told ?? []).filter(({ state }) => state === 'skipped');
    expect(skipped.filter(({ note }) => note === undefined)).toEqual([]);
    expect(named(skipped, 'honest > Creating and listing > collections.read-back: ')?.note).toBe(
      'does not apply: the document shows no operation that reads one entry',
    );
    expect(
      named(skipped, 'faulty > Rate-limit enforcement > rate-limit-enforcement.refusal: ')?.note,
    ).toContain('not testable: ');
    expect(named(skipped, 'honest > Operations > GET /store/orders')?.note).toBe(
      'the document only names it: it shows no answer of it (`responses`)',
    );
  });

  test('fails the check that is broken and the operations that break it, with the finding as text', () => {
    const failed = (whole?.told ?? []).filter(({ state }) => state === 'failed');
    expect(failed.map(({ name }) => name)).toEqual([
      'faulty > Errors and bodies > errors.status-member: the status inside the error equals the HTTP status',
      'faulty > Operations > GET /categories (listCategories)',
      'faulty > Operations > POST /categories (createCategory)',
    ]);
    const [text = ''] = failed[0]?.errors ?? [];
    for (const part of [
      '2-error-status: Error has `status`',
      /expected {2}status: \d+, as the status line/,
      /actual {4}status: \d+/,
      /replay {4}assay replay errors\.status-member\/\d+ --url http/,
      /curl {6}curl -s -i/,
    ])
      expect(text).toMatch(part);
    expect(whole?.stderr).toContain('ConformanceError: ');
    expect(whole?.code).toBe(1);
  });

  test('tags each check with its level and suite, and hands its record over', () => {
    const told = whole?.told ?? [];
    expect(named(told, 'faulty > Errors and bodies > errors.status-member: ')?.tags).toEqual([
      'must',
      'errors',
    ]);
    const run = named(told, 'honest > the run did its job');
    expect(run?.state).toBe('passed');
    const path = run?.annotations.find(({ message }) => message === 'the record of the run')?.path ?? '';
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(join(project, 'honest.ndjson'), 'utf8'));
    expect(readFileSync(join(project, 'reports/last.ndjson'), 'utf8')).toContain('"type":"footer"');
  });

  test('shows the key nowhere', () => {
    const all = [whole?.stdout ?? '', whole?.stderr ?? '', ...leftBehind()];
    expect(all.length).toBeGreaterThan(8);
    expect(all.some((text) => text.includes('$ASSAY_KEY'))).toBe(true);
    expect(all.filter((text) => text.includes(KEY))).toEqual([]);
  });
});

describe('conformance(), under a filter and with what can not be used', () => {
  let ran: Ran | undefined;

  beforeAll(async () => {
    ran = await vitest(
      'honest',
      'unusable',
      '-t',
      'authentication.missing-credential',
      '--config',
      'plain.config.js',
    );
  });

  test('runs the checks that a filter leaves, and asks for no more than they need', () => {
    const passed = (ran?.told ?? []).filter(({ state }) => state === 'passed');
    expect(passed.map(({ meta, tags }) => [meta.assay?.id, tags])).toEqual([
      ['authentication.missing-credential', []],
    ]);
    expect(count(ran?.told ?? [], 'failed')).toBe(0);
    const record = readFileSync(join(project, 'honest.ndjson'), 'utf8');
    const lines = record.split('\n').filter((line) => line.includes('"type":"exchange"'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(15);
  });

  test('fails the file of an option that can not be used, and says what would be right', () => {
    expect(ran?.code).toBe(1);
    expect(ran?.errors.toSorted()).toEqual(UNUSABLE.map(([, message]) => `cannot use the option ${message}`));
  });
});

/** Each expected error is one only where the type on its left is known: `any` would be assigned without one. */
const CONSUMER = `
import { conformance, tags, type ConformanceOptions, type TestMeta } from 'assay/vitest';
import { defineConfig } from 'vitest/config';
import type { TestCase } from 'vitest/node';

defineConfig({ test: { tags: [...tags] } });
const options: ConformanceOptions = { document: 'spec', url: process.env['ASSAY_URL'], key: process.env['ASSAY_KEY'] };
conformance(options);
conformance({ document: 'spec', mock: { fault: 'status-always-500' }, profile: 'quick', suites: ['errors'] });
export function assayOf(test: TestCase): TestMeta | undefined {
  return test.meta().assay;
}
// @ts-expect-error
const noId: symbol = ({} as TestMeta).id;
// @ts-expect-error
conformance({ document: 'spec' });
// @ts-expect-error
conformance({ document: 'spec', url: 'http://127.0.0.1', mock: true });
export { noId };
`;

test('its types, and the examples of its page, resolve in a strict project', async () => {
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'), 'dir');
  const examples = readMarkdownPage('docs/vitest.md').blocks.filter(({ language }) => language === 'ts');
  expect(examples.length).toBe(3);
  const texts = [CONSUMER, ...examples.map(({ text }) => text)];
  for (const [at, text] of texts.entries()) writeFileSync(join(project, `consumer-${String(at)}.ts`), text);
  const options = {
    target: 'es2024',
    lib: ['esnext'],
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...options, strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      files: texts
        .keys()
        .map((at) => `consumer-${String(at)}.ts`)
        .toArray(),
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { code, stdout } = await runCommand(process.execPath, [tsc, '-p', '.'], { cwd: project });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

describe('the command line', () => {
  const refusing = join(project, 'refusing.mjs');

  beforeAll(() => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (/^(vitest|@vitest|vite)(\\/|$)/.test(name)) throw new Error('refused: ' + name);
        return next(name, context);
      } });`;
    writeFileSync(refusing, hooks);
  });

  test.each([
    ['loads no Vitest', 'node_modules/assay/bin/assay.js', 0, ''],
    ['and would be caught if it did', 'node_modules/assay/dist/src/vitest.js', 1, 'refused: vitest'],
  ])('%s', async (_name, file, code, text) => {
    const argv = ['--import', refusing, join(project, file), 'test', '--profile', 'quick', '--quiet'];
    const finished = await runCommand(process.execPath, argv, { cwd: project });
    expect(finished.code).toBe(code);
    expect(finished.stderr).toContain(text);
  });
});

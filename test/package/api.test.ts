import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as source from '../../src/index.ts';
import { packageRoot } from '../../src/system/package.ts';
import { readMarkdownPage } from '../docs/markdown-page.ts';
import { undeclared } from './declarations.ts';
import { runCommand } from './run-command.ts';

const root = packageRoot();
const project = mkdtempSync(join(tmpdir(), 'assay-consumer-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

beforeAll(() => {
  if (!existsSync(join(root, 'dist/src/index.js')))
    throw new Error('dist/ is missing: run "npm run prepare"');
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(project, 'node_modules/assay'), 'dir');
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), 'dir');
  writeFileSync(join(project, 'package.json'), '{ "name": "somebody", "private": true, "type": "module" }');
});

const NAMES = [
  'DocumentFault',
  'IRRELEVANT',
  'MockFileFault',
  'OptionFault',
  'PROVES',
  'RECORD_VERSION',
  'REPORT_FILE_NAMES',
  'REPORT_FORMATS',
  'REPORT_VERSION',
  'badgeReport',
  'breaks',
  'checks',
  'clauseStandings',
  'defineConfig',
  'diffRuns',
  'eachExchange',
  'expectation',
  'faults',
  'faultsOf',
  'formatInterfaceProblem',
  'freedoms',
  'githubReport',
  'gitlabReport',
  'harReport',
  'htmlDiff',
  'htmlReport',
  'jsonDiff',
  'jsonReport',
  'judge',
  'junitReport',
  'knownFailures',
  'loadInterface',
  'markdownDiff',
  'markdownReport',
  'mergeShards',
  'mockHandler',
  'parseRecord',
  'readBaseline',
  'readExchange',
  'readRecord',
  'renderReport',
  'run',
  'sarifReport',
  'selftest',
  'selftestJson',
  'selftestText',
  'sendFor',
  'shieldsReport',
  'startMock',
  'startProxy',
  'suites',
  'tapReport',
  'terminalDiff',
  'terminalReport',
  'verdict',
];

test('the source exports the names of the public API and no others', () => {
  expect(Object.keys(source).toSorted()).toEqual(NAMES);
});

test('the built package exports the same names', async () => {
  const file = join(project, 'names.js');
  writeFileSync(
    file,
    "import * as api from 'assay';\nconsole.log(JSON.stringify(Object.keys(api).sort()));\n",
  );
  const { code, stdout, stderr } = await runCommand(process.execPath, [file], { cwd: project });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(NAMES);
});

/** The types are worked out from the tables of settings: what they come to is plain, how is nobody's concern. */
const WORKED_OUT = [
  'ConfigValue, in ConfigOptions',
  'Optional, in Settings',
  'Rows, in ConfigOptions',
  'Rows, in MockSettings',
  'Rows, in SettingOptions',
  'Said, in Outcome',
  'SettingName, in Settings',
  'ShardRequest, in SettingOptions',
  'TrafficSettings, in JudgingOptions',
  'ValueOf, in SettingOptions',
  'ValueOf, in Settings',
  'Values, in MockSettings',
];

test('every type that a public declaration names is public itself', () => {
  const { names, missing } = undeclared(join(root, 'dist/src/index.d.ts'));
  expect(names).toBeGreaterThan(200);
  expect(missing).toEqual(WORKED_OUT);
});

/** Each expected error is one only where the type on its left is known: `any` would be assigned without one. */
const CONSUMER = `
import {
  checks, expectation, jsonReport, loadInterface, readExchange, readRecord, run, startMock, suites, terminalReport,
  verdict,
} from 'assay';
import type {
  Check, Exchange, Expectation, Interface, Mock, Outcome, Reading, RunRecord, Suite, Verdict,
} from 'assay';

const loaded = await loadInterface('spec');
if (loaded.kind === 'broken') throw new Error(loaded.problem.advice);
const document: Interface = loaded.interface;
await using mock: Mock = await startMock({ interface: document });
const record: RunRecord = await run({ document, url: mock.url, ownMock: true });
const ruling: Verdict = verdict(record, document);
const report: string = jsonReport(record, document);
const text: string = terminalReport(record, {
  colour: false, width: 80, verbose: false, document, recordFile: undefined,
});
const all: readonly Check[] = checks;
const every: readonly Suite[] = suites;
const outcomes: readonly Outcome[] = record.results.map(({ outcome }) => outcome);
const [exchange]: Iterable<Exchange> = record.exchanges.values();
const contract = { interface: document, basePath: document.basePath };
if (exchange !== undefined) {
  const reading: Reading = readExchange(contract, exchange);
  const expected: Expectation = expectation(contract, exchange.request);
  // @ts-expect-error
  const noReading: symbol = reading;
  // @ts-expect-error
  const noExpectation: symbol = expected;
}
// @ts-expect-error
const noDocument: symbol = document;
// @ts-expect-error
const noMock: symbol = mock;
// @ts-expect-error
const noRecord: symbol = await readRecord('last.ndjson');
// @ts-expect-error
const noRun: symbol = record;
// @ts-expect-error
const noRuling: symbol = ruling;
// @ts-expect-error
const noCheck: symbol = all[0];
// @ts-expect-error
const noSuite: symbol = every[0];
// @ts-expect-error
await run({ interface: document, url: mock.url });
export { noDocument, noMock, noRecord, noRun, noRuling, noCheck, noSuite, outcomes, report, text };
`;

/** A configuration of a project that uses all of it, and slips that its types tell. */
const CONFIGURATION = `
import { breaks, type Check, eachExchange, PROVES } from 'assay';
import { type Config, defineConfig } from 'assay/config';
import { assertConforms, type MatcherResult, toConform } from 'assay/matchers';

export const held = async (response: Response): Promise<MatcherResult> => {
  await assertConforms(response, 'openapi.yaml', 'readShelf', { strict: true });
  // @ts-expect-error
  await toConform(response, 'openapi.yaml');
  return toConform(response, 'openapi.yaml', 'GET /shelves');
};

const team: Check = {
  id: 'house.team', suite: 'house', level: 'must', needs: ['ordinary'], title: 'answers name the team', explanation: '',
  notApplicable: () => undefined,
  ...eachExchange('must', ({ exchange }) => (exchange.result.kind === 'answer' ? PROVES : breaks('an answer', 'none'))),
};
// @ts-expect-error
const slip: Config = { maxRequest: 5 };
// @ts-expect-error
const noNumber: Config = { targets: { staging: { maxRequests: '60' } } };
// @ts-expect-error
const secret: Config = { key: 'abc' };
// @ts-expect-error
const noHeader: Config = { hooks: { beforeRequest: () => ({ 'X-Count': 5 }) } };
export const slips = [slip, noNumber, secret, noHeader];

export default defineConfig({
  profile: 'quick',
  suites: ['errors'],
  target: 'local',
  targets: { local: { url: 'http://127.0.0.1:8080', keyEnv: 'LOCAL_KEY', auth: { token: async () => ({ token: 'x', expiresInS: 60 }) } } },
  profiles: { nightly: { profile: 'thorough', report: ['junit=out/junit.xml'] } },
  operations: { 'DELETE /**': { exclude: true } },
  hooks: { beforeRun: async ({ url }) => void url.length, beforeRequest: ({ method }) => ({ 'X-Method': method }) },
  ownChecks: [team],
});
`;

test('a strict project has a typed configuration, which the built command reads', async () => {
  writeFileSync(join(project, 'assay.config.ts'), CONFIGURATION);
  const [block] = readMarkdownPage('docs/configuration.md').blocks.filter(
    ({ language }) => language === 'ts',
  );
  writeFileSync(join(project, 'documented.config.ts'), block?.text ?? '');
  const options = { target: 'es2024', lib: ['esnext'], module: 'nodenext', types: ['node'] };
  writeFileSync(
    join(project, 'tsconfig.config.json'),
    JSON.stringify({
      compilerOptions: { ...options, strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      files: ['assay.config.ts', 'documented.config.ts'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(
    await runCommand(process.execPath, [tsc, '-p', 'tsconfig.config.json'], { cwd: project }),
  ).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const assay = join(root, 'bin/assay.js');
  for (const [file, url] of [
    ['assay.config.ts', 'http://127.0.0.1:8080'],
    ['documented.config.ts', 'http://127.0.0.1:8080/v1'],
  ] as const) {
    const argv = [assay, 'config', '--config', file, '--json'];
    const { code, stdout, stderr } = await runCommand(process.execPath, argv, { cwd: project });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { settings } = JSON.parse(stdout) as { readonly settings: readonly object[] };
    expect(settings).toContainEqual({ name: 'url', value: url, source: `${file}, targets.local` });
  }
}, 120_000);

test("the built package's types resolve in a strict project, and the examples of docs/api.md compile", async () => {
  writeFileSync(join(project, 'consumer.ts'), CONSUMER);
  const examples = readMarkdownPage('docs/api.md').blocks.filter(({ language }) => language === 'ts');
  expect(examples.length).toBeGreaterThan(3);
  const files = examples.map(({ text }, at) => {
    writeFileSync(join(project, `example-${at}.ts`), text);
    return `example-${at}.ts`;
  });
  const options = { target: 'es2024', lib: ['esnext'], module: 'nodenext', types: ['node'] };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...options, strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      files: ['consumer.ts', ...files],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { code, stdout, stderr } = await runCommand(process.execPath, [tsc, '-p', '.'], { cwd: project });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
}, 120_000);

test('the example of the README runs and says that the mock conforms', async () => {
  const block = readMarkdownPage('README.md').blocks.find(({ text }) => text.includes("from 'assay'"));
  const file = join(project, 'example.mts');
  symlinkSync(join(root, 'spec'), join(project, 'spec'), 'dir');
  writeFileSync(file, block?.text ?? '');
  const { code, stdout, stderr } = await runCommand(process.execPath, [file], { cwd: project });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'conforms\n', stderr: '' });
}, 60_000);

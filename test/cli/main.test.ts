import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import type { CliIo } from '../../src/cli/io.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { recordText } from '../../src/record/write.ts';
import { REPORT_FORMATS } from '../../src/report/formats.ts';
import { packageRoot } from '../../src/system/package.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../samples/sample-record.ts';
import { callAssay, type Called } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-main-'));
afterAll(() => rmSync(root, { recursive: true }));
let cwd = root;
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'cwd-'));
});

function assay(argv: readonly string[], env: CliIo['env'] = {}): Promise<Called> {
  return callAssay(argv, { cwd, env });
}

function writeRecord(record: RunRecord, name = 'reports/last.ndjson'): void {
  const file = join(cwd, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, recordText(record));
}

const failing = sampleRecord({
  exchanges: new Map([['x1', sampleExchange()]]),
  results: [sampleResult('bodies.json', failed({})), sampleResult('bodies.schema', passed())],
});

describe('assay', () => {
  test('prints its help on standard error and exits with 2, when nothing is asked', async () => {
    const run = await assay([]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^Usage: assay /);
  });

  test.each([['--help'], ['-h'], ['help']])('prints its help, when asked with %s', async (word) => {
    const run = await assay([word]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['test', 'mock', 'list', 'explain', 'replay', 'report']) {
      expect(run.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  test('prints the help of a command with its exit codes', async () => {
    const run = await assay(['test', '--help']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /--max-requests <n>[\s\S]*\(example: --max-requests 60\)[\s\S]*130 {2}interrupted/,
    );
  });

  test('prints its version', async () => {
    expect(await assay(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  test.each<readonly [readonly string[], string]>([
    [['tset'], `assay: unknown command 'tset' (Did you mean test?); see "assay --help"\n`],
    [['--verison'], `assay: unknown option '--verison' (Did you mean --version?); see "assay --help"\n`],
    [
      ['test', '--max-requests', 'many'],
      'assay: cannot use --max-requests "many": give a whole number from 1 to 1000000, for example --max-requests 60\n',
    ],
    [
      ['test', '--url', 'localhost'],
      'assay: cannot use --url "localhost": it is no http or https address; did you mean "http://localhost"?\n',
    ],
    [
      ['test', '--report', 'docx'],
      `assay: cannot use --report "docx": there is no format "docx"; choose one of: ${REPORT_FORMATS.join(', ')}\n`,
    ],
  ])('says in one line what to put right and exits with 2, when given %j', async (argv, stderr) => {
    expect(await assay(argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('a clause that names a check which does not exist', () => {
  test.each<readonly [string, readonly string[]]>([
    ['test', ['test']],
    ['mock', ['mock', '--port', '0']],
    ['explain', ['explain', 'errors.shape']],
  ])('stops assay %s with file, line, a suggestion and exit code 2', async (_command, argv) => {
    const spec = join(cwd, 'spec');
    cpSync(join(packageRoot(), 'spec/pet-catalogue'), spec, { recursive: true });
    const clauses = join(spec, 'clauses.yaml');
    const lines = readFileSync(clauses, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('errors.shape'));
    writeFileSync(
      clauses,
      lines.with(at, lines[at]?.replace('errors.shape', 'errors.shap') ?? '').join('\n'),
    );
    const run = await assay([...argv, '--spec', spec]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    const [, line = ''] =
      /clauses\.yaml:(\d+): the clause ".+" names the check "errors\.shap", which does not exist(?:\n {2}|; )Did you mean "errors\.shape"\?\n$/.exec(
        run.stderr,
      ) ?? [];
    // The line is that of the clause, a few above its list of checks.
    expect(at + 1 - Number(line)).toBeGreaterThanOrEqual(0);
    expect(at + 1 - Number(line)).toBeLessThan(10);
  });
});

describe('assay test', () => {
  test.each<readonly [string, readonly string[], CliIo['env'], RegExp]>([
    [
      'a plan that the document does not have',
      ['--plan', 'fre'],
      {},
      /cannot use --plan "fre": did you mean "free"\?/,
    ],
    [
      'a variable that is not set',
      ['--url', 'http://127.0.0.1:9', '--key-env', 'NOPE'],
      {},
      /cannot use --key-env "NOPE": that variable is not set/,
    ],
    [
      'an address of the environment that is none',
      [],
      { ASSAY_URL: 'nowhere' },
      /cannot use ASSAY_URL "nowhere"/,
    ],
    ['a document that is not there', ['--spec', 'none'], {}, /none:1: there is no such file or folder/],
    [
      'a suite that there is none of',
      ['--suite', 'eror'],
      {},
      /cannot use --suite "eror": did you mean "errors"\?/,
    ],
    [
      'a check that there is none of',
      ['--check', 'nothing.at.all'],
      {},
      /cannot use --check "nothing.at.all": "assay list" names them all/,
    ],
    [
      'two reports in one file',
      ['--report', 'json=a', '--report', 'junit=a'],
      {},
      /cannot write two reports to ".*a": give each a file of its own/,
    ],
  ])('refuses %s before anything is sent', async (_name, argv, env, message) => {
    const run = await assay(['test', ...argv], env);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });

  test('refuses a report that cannot be written, before anything is sent', async () => {
    writeFileSync(join(cwd, 'file'), '');
    const run = await assay(['test', '--report', 'json=file/a.json']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^assay: cannot write ".*file\/a\.json" \((ENOTDIR|EEXIST)\): give --report a place that can be written\n$/,
    );
    expect(readdirSync(cwd)).toEqual(['file']);
  });

  test('takes address and key from .env of the working directory', async () => {
    writeFileSync(join(cwd, '.env'), 'ASSAY_URL="not an address"\n');
    expect((await assay(['test'])).stderr).toContain('cannot use ASSAY_URL "not an address"');
    expect((await assay(['test'], { ASSAY_URL: 'nor-this' })).stderr).toContain(
      'cannot use ASSAY_URL "nor-this"',
    );
  });
});

describe('assay list', () => {
  test('names every check once, under its suite', async () => {
    const run = await assay(['list']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const listed = run.stdout.split('\n').flatMap((line) => /^ {2}(\S+) /.exec(line)?.[1] ?? []);
    expect(listed.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
    expect(listed.length).toBeGreaterThan(20);
  });

  test('narrows to a suite, and suggests one after a typo', async () => {
    const run = await assay(['list', '--suite', 'errors']);
    expect(run.stdout.split('\n', 1)).toEqual(['errors']);
    expect(run.stdout).not.toContain('\nauthentication\n');
    expect(await assay(['list', '--suite', 'eror'])).toMatchObject({
      code: 2,
      stderr: 'assay: cannot list the suite "eror": did you mean "errors"?\n',
    });
  });
});

describe('assay replay', () => {
  test('sends nothing to the address of a record, when nobody else named it', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/v1`;
    const header = sampleHeader({
      specDirectory: join(packageRoot(), 'spec/pet-catalogue'),
      settings: sampleSettings({ url, plan: 'free' }),
    });
    const exchanges = new Map([['x1', sampleExchange()]]);
    writeRecord(
      sampleRecord({ header, exchanges, results: [sampleResult('statuses.success', failed({}))] }),
      'theirs.ndjson',
    );
    const line = ['replay', 'statuses.success/1', '--record', 'theirs.ndjson', '--key', 'a-key-of-mine-4711'];
    const untold = await assay(line);
    expect(untold.code).toBe(2);
    expect(untold.stderr).toContain(`cannot send the key to "${url}" because a record says so`);
    expect(requests).toBe(0);
    await assay([...line, '--url', url]);
    expect(requests).toBeGreaterThan(0);
    server.close();
  });
});

describe('assay explain', () => {
  test.each(checks.map(({ id }) => id))('explains %s', async (id) => {
    const run = await assay(['explain', id]);
    const check = checks.find((candidate) => candidate.id === id);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain(check?.title);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(check?.explanation.trim().replaceAll(/\s+/g, ' '));
  });

  test.each([
    ['the shipped interface', [], 'A limit of requests is documented: a run sends one at a time'],
    [
      'a document without limits',
      ['--spec', join(packageRoot(), 'test/lives/openapi.yaml')],
      'with --concurrency 8 a deep run',
    ],
  ])('says of %s whether requests may go out side by side', async (_what, options, words) => {
    const run = await assay(['explain', 'document', ...options]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  test('shows the resources of the document, and asks for something to explain', async () => {
    const run = await assay(['explain', '--resources']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('create POST /categories');
    expect(await assay(['explain'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('says what makes several entries at once', async () => {
    const spec = join(packageRoot(), 'test/specs/batches');
    const run = await assay(['explain', '--resources', '--spec', spec]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('Several at once');
    expect(run.stdout).toContain(
      'addProducts: entries of /products, each at /results of its answer in product',
    );
  });

  test('suggests an id after a typo', async () => {
    const id = checks[0]?.id ?? '';
    const run = await assay(['explain', `${id}x`]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(
      `cannot explain "${id}x": there is no such check, clause or operation; did you mean "${id}"?`,
    );
  });
});

describe('assay report', () => {
  test('prints the report of the last run and exits as the run did', async () => {
    writeRecord(failing);
    const run = await assay(['report']);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^✖ does not conform/);
    expect(run.stdout).toContain('assay replay bodies.json/1');
    expect(run.stderr).toContain('--spec');
  });

  test.each([
    ['passes', sampleRecord({ results: [sampleResult('a', passed())] }), 0],
    ['warns', sampleRecord({ results: [sampleResult('a', passed()), sampleResult('b', warned({}))] }), 0],
    ['fails', failing, 1],
    ['proves nothing', sampleRecord(), 2],
    ['was cut off', sampleRecord({ results: [sampleResult('a', passed())], footer: undefined }), 2],
    ['was interrupted', sampleRecord({ footer: sampleFooter({ stop: { kind: 'interrupted' } }) }), 130],
  ])('exits as design section 2 says, when the run %s', async (_name, record, code) => {
    writeRecord(record);
    expect((await assay(['report'])).code).toBe(code);
  });

  test('copies the record, writes the formats to files, and keeps standard output for one', async () => {
    writeRecord(failing, 'a.ndjson');
    const run = await assay([
      'report',
      'a.ndjson',
      '--format',
      'record=out/copy.ndjson',
      '--format',
      'junit=out/j.xml',
      '--format',
      'json',
    ]);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: { exitCode: 1 } });
    expect(readFileSync(join(cwd, 'out/copy.ndjson'), 'utf8')).toBe(
      readFileSync(join(cwd, 'a.ndjson'), 'utf8'),
    );
    expect(readFileSync(join(cwd, 'out/j.xml'), 'utf8')).toMatch(/^<\?xml /);
  });

  test('writes formats without a name into the directory of --out', async () => {
    writeRecord(failing);
    await assay([
      'report',
      '--out',
      'd',
      '--format',
      'json',
      '--format',
      'junit',
      '--format',
      'record',
      '--format',
      'terminal',
    ]);
    expect(readdirSync(join(cwd, 'd')).toSorted()).toEqual([
      'junit.xml',
      'record.ndjson',
      'report.json',
      'report.txt',
    ]);
    expect(readFileSync(join(cwd, 'd/report.txt'), 'utf8')).toMatch(/^✖ does not conform/);
  });

  test.each([
    ['nothing there', undefined, /there is no file ".*last\.ndjson"; run "assay test" first/],
    ['another file', 'hello\n', /is no record: its first line is no record header; give a record/],
    [
      'a later version',
      JSON.stringify({ ...sampleHeader(), recordVersion: 9 }),
      /has record version 9, this assay reads version 1/,
    ],
  ])('says what to give instead, when there is %s', async (_name, text, message) => {
    mkdirSync(join(cwd, 'reports'));
    if (text !== undefined) writeFileSync(join(cwd, 'reports/last.ndjson'), text);
    const run = await assay(['report']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(run.stderr.trim()).not.toContain('\n');
  });
});

describe('assay replay', () => {
  test.each([
    ['bodies.jsn/1', 'there is no violation "bodies.jsn/1" in the record; did you mean "bodies.json/1"?'],
    ['bodies.json/2', 'did you mean "bodies.json/1"?'],
  ])('suggests an id after the typo %s', async (id, message) => {
    writeRecord(failing);
    const run = await assay(['replay', id]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});

test('a refused command leaves nothing behind in the working directory', async () => {
  await assay(['test', '--plan', 'x']);
  await assay(['report']);
  expect(existsSync(join(cwd, 'reports'))).toBe(false);
});

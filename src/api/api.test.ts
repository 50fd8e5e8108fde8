import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTestInterface } from '../../test/mock/load-library.ts';
import type { Check } from '../checks/check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES } from '../checks/judge-each.ts';
import { faultsOf } from '../mock/faults/faults.ts';
import { startMock } from '../mock/server/start-mock.ts';
import { REPORT_FORMATS } from '../report/formats.ts';
import { verdict } from '../report/model/verdict.ts';
import { recordText } from '../record/write.ts';
import { sendFor } from '../session/probe.ts';
import { type Suite } from '../session/suite.ts';
import { OptionFault } from '../system/option.ts';
import { DocumentFault } from './document.ts';
import { judge, type PassingViolation, startProxy } from './judge.ts';
import { renderReport } from './report.ts';
import { run } from './run.ts';
import { selftest } from './selftest.ts';

const SPEC = 'spec/pet-catalogue';
const document = await loadTestInterface('../spec/pet-catalogue');
const folder = mkdtempSync(join(tmpdir(), 'assay-api-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wrapped = faultsOf(document).filter(({ name }) => name === 'error-wrapped');
const poweredBy: Check = {
  id: 'house.powered-by',
  suite: 'house',
  level: 'must',
  needs: ['ordinary'],
  title: 'answers name the team',
  explanation: 'A rule of the house.',
  notApplicable: () => undefined,
  ...eachExchange('must', ({ exchange: { result } }) => {
    if (result.kind !== 'answer') return IRRELEVANT;
    const named = result.answer.headers.some(([name]) => name.toLowerCase() === 'x-team');
    return named ? PROVES : breaks('X-Team', 'none');
  }),
};
const twice: Suite = {
  name: 'house',
  title: 'Rules of the house',
  probes: [
    {
      id: 'house.twice',
      intends: ['ordinary'],
      profiles: ['quick', 'standard', 'thorough'],
      creates: false,
      run: async (context) => {
        const [list] = context.document.operations.filter(({ method }) => method === 'GET');
        if (list === undefined) return;
        await sendFor(context, list, { probe: 'house/twice', intent: 'ordinary' });
        await sendFor(context, list, { probe: 'house/twice', intent: 'ordinary' });
      },
    },
  ],
};
/** As a program without types would have it. */
const MISSPELT: object = { profil: 'quick' };
const WRONG_PROFILE: object = { profile: 'quik' };
const BAD_URL = 'http://127.0.0.1:9';

describe('what a program calls', () => {
  test('run() takes a path, and its record becomes every report and is judged again', async () => {
    await using mock = await startMock({ interface: document, faults: wrapped });
    const key = mock.keys[0]?.key ?? '';
    const record = await run({ document: SPEC, url: mock.url, key, profile: 'quick', ownMock: true });
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toContain('errors.shape');
    const report = await renderReport('markdown', record, { document });
    expect(report).toContain('errors.shape');
    expect(await renderReport('record', record)).toBe(recordText(record));
    const file = join(folder, 'run.ndjson');
    writeFileSync(file, recordText(record));
    const again = await judge({ document, files: [file], checks: ['errors.shape'] });
    expect(again.results.map(({ id, outcome }) => [id, outcome.kind])).toEqual([['errors.shape', 'fail']]);
  });

  test('run() judges checks of the caller, and sends suites of theirs', async () => {
    await using mock = await startMock({ interface: document });
    const told = { document: SPEC, url: mock.url, key: mock.keys[0]?.key ?? '', seed: 1, ownMock: true };
    const own = { profile: 'quick', ownChecks: [poweredBy], ownSuites: [twice] } as const;
    const record = await run({ ...told, ...own, checks: ['errors.shape'] });
    expect(record.results.map(({ id, outcome }) => [id, outcome.kind])).toEqual([
      ['errors.shape', 'pass'],
      ['house.powered-by', 'fail'],
    ]);
    const sent = [...record.exchanges.values()].filter(({ probe }) => probe === 'house/twice');
    expect(sent).toHaveLength(2);
    expect(verdict(record, document)).toMatchObject({ exitCode: 1 });
    for (const format of REPORT_FORMATS)
      await expect(renderReport(format, record, { document })).resolves.not.toBe('');
    await expect(run({ ...told, ownChecks: [poweredBy, poweredBy] })).rejects.toThrow(
      'cannot use the option ownChecks "house.powered-by"',
    );
    await expect(run({ ...told, ...own, shard: { index: 1, total: 2 } })).rejects.toThrow('option shard');
  });

  test('startProxy() forwards, tells what breaks the document, and sums it up without the key', async () => {
    await using mock = await startMock({ interface: document, faults: wrapped });
    const key = mock.keys[0]?.key ?? '';
    const told: PassingViolation[] = [];
    await using proxy = await startProxy({
      document: SPEC,
      url: mock.url,
      key,
      onViolations: (violations) => told.push(...violations),
    });
    const list = await fetch(`${proxy.url}/categories`, { headers: { authorization: `Bearer ${key}` } });
    expect(list.status).toBe(200);
    await list.arrayBuffer();
    expect((await fetch(`${proxy.url}/categories`)).status).toBe(401);
    const record = await proxy.finish();
    expect(record.footer?.traffic).toMatchObject({ judged: 2 });
    expect(told.map(({ check }) => check)).toContain('errors.shape');
    expect(recordText(record)).not.toContain(key);
  });

  test('selftest() says which faults the suites notice', async () => {
    const trials: string[] = [];
    const result = await selftest({
      document,
      profile: 'quick',
      faults: ['error-wrapped'],
      onTrial: ({ fault }) => trials.push(fault),
    });
    expect(result).toMatchObject({ kind: 'tried', report: { score: { noticed: 1, shown: 1 } } });
    expect(trials).toEqual(['error-wrapped']);
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'an option that there is not',
      () => run({ document, url: BAD_URL, ...MISSPELT }),
      /the option profil: run has no such option; did you mean "profile"\?/,
    ],
    [
      'no address',
      () => startProxy({ document, url: 'ftp://example.com' }),
      /the option url "ftp:\/\/example.com": it is no http or https address/,
    ],
    ['no document', () => run({ document: '', url: BAD_URL }), /the option document: give the path/],
    ['no files', () => judge({ document, files: [] }), /the option files: give the path of a HAR file/],
    ['a file that there is not', () => judge({ document, files: ['a.har'] }), /there is no file "a\.har"/],
    [
      'an unknown fault',
      () => selftest({ document, faults: ['error-wraped'] }),
      /did you mean "error-wrapped"\?/,
    ],
    ['an unknown profile', () => selftest({ document, ...WRONG_PROFILE }), /did you mean "quick"\?/],
  ])('rejects %s, before anything is sent', async (_what, act, pattern) => {
    const error: unknown = await act().catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(OptionFault);
    expect(String(error)).toMatch(pattern);
  });

  test('rejects a document that there is not', async () => {
    const error: unknown = await run({ document: 'nowhere', url: BAD_URL }).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(DocumentFault);
    expect(String(error)).toMatch(/nowhere:1: there is no such file or folder/);
  });
});

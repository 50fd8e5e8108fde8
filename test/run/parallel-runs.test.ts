import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRecord } from '../../src/record/read.ts';
import { callAssay } from '../cli/call-assay.ts';
import { launchAssay } from '../cli/launched-assay.ts';
import { THOROUGH } from '../sampled.ts';
import type { ZooMember } from '../zoo/member.ts';
import { faultyMembers } from '../zoo/members.ts';
import { startMember } from '../zoo/start-member.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-parallel-'));
afterAll(() => rmSync(root, { recursive: true }));

const RUNS = THOROUGH ? 20 : 2;
const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};
const faulty = faultyMembers.filter(({ name }) => ['any-key', 'not-stored'].includes(name));
/** Honest and faulty ones in turn. */
const members = Array.from({ length: RUNS }, (_, at) => [honest, ...faulty][at % 3] ?? honest);

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

async function together(
  cwd: string,
  run: (argv: readonly string[], cwd: string) => Promise<Ran>,
): Promise<void> {
  const services = await Promise.all(members.map((member) => startMember(member)));
  try {
    const ran = await Promise.all(
      services.map(({ url, key }, at) =>
        run(
          // One folder for all: even the names of their reports differ by the caller's choice alone.
          ['test', '--url', url, '--key', key, '--profile', 'quick', '--no-exhaust'].concat([
            '--timeout',
            '30000',
            '--out',
            'kept',
            '--report',
            `json=${String(at)}.json`,
          ]),
          cwd,
        ),
      ),
    );
    for (const [at, service] of services.entries()) {
      const wanted = members[at] === honest ? 0 : 1;
      expect({ at, code: ran[at]?.code, stderr: ran[at]?.stderr }).toMatchObject({ at, code: wanted });
      const report = JSON.parse(readFileSync(join(cwd, `${String(at)}.json`), 'utf8')) as {
        readonly verdict: { readonly exitCode: number };
        readonly target: unknown;
      };
      expect(report.verdict.exitCode).toBe(wanted);
      expect(JSON.stringify(report)).toContain(service.url);
      expect(recordIn(join(cwd, /record +(\S+)/.exec(ran[at]?.stdout ?? '')?.[1] ?? ''))).toBe(service.url);
    }
    expectWholeRecords(
      cwd,
      services.map(({ url }) => url),
    );
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}

function recordIn(file: string): string {
  const text = readFileSync(file, 'utf8');
  const parsed = parseRecord(text, file);
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  expect(parsed.record.partial).toBe(false);
  return parsed.record.header.settings.url;
}

/** Every run has a record of its own, whole, and the last one is one of them. */
function expectWholeRecords(cwd: string, urls: readonly string[]): void {
  const runs = join(cwd, 'reports/runs');
  const names = readdirSync(runs);
  const wanted = new Set(urls);
  expect(new Set(names.map((name) => recordIn(join(runs, name)))).isSupersetOf(wanted)).toBe(true);
  const last = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8');
  expect(names.some((name) => readFileSync(join(runs, name), 'utf8') === last)).toBe(true);
  const folders = readdirSync(join(cwd, 'kept'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  const kept = folders.map(({ name }) => recordIn(join(cwd, 'kept', name, 'record.ndjson')));
  expect(new Set(kept).isSupersetOf(wanted)).toBe(true);
  expect(readFileSync(join(cwd, 'kept/index.html'), 'utf8').trimEnd()).toMatch(/<\/html>$/);
  const files = readdirSync(cwd, { recursive: true }).map(String);
  expect(files.filter((name) => /draft|tmp/.test(name))).toEqual([]);
}

describe('runs at the same time in one directory', { timeout: 600_000 }, () => {
  test('each give their own verdict, in one process', async () => {
    await together(mkdtempSync(join(root, 'here-')), (argv, cwd) => callAssay(argv, { cwd }));
  });

  test.runIf(THOROUGH)(
    'each give their own verdict, in processes of their own, again and again',
    async () => {
      const cwd = mkdtempSync(join(root, 'apart-'));
      for (let round = 0; round < 3; round += 1)
        await together(cwd, (argv, at) => launchAssay(argv, { cwd: at }).ended);
    },
  );
});

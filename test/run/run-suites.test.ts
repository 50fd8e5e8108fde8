import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verdict } from '../../src/report/verdict.ts';
import { readRecord } from '../../src/run/read-record.ts';
import type { RunRecord } from '../../src/run/record.ts';
import type { RunEvent, RunRequest } from '../../src/run/run-request.ts';
import { runSuites } from '../../src/run/run-suites.ts';
import { suiteOrder } from '../../src/run/suite-order.ts';
import type { ZooMember } from '../zoo/member.ts';
import { faultyMembers } from '../zoo/members.ts';
import { startMember } from '../zoo/start-member.ts';
import { runRequestFor } from './run-request-for.ts';

const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};

const root = mkdtempSync(join(tmpdir(), 'assay-run-suites-'));
afterAll(() => rmSync(root, { recursive: true }));
let recordFile = '';
beforeEach(() => {
  recordFile = join(mkdtempSync(join(root, 'run-')), 'record.ndjson');
});

function member(name: string): ZooMember {
  const found = faultyMembers.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the zoo has no "${name}"`);
  return found;
}

async function recorded(): Promise<RunRecord> {
  const parsed = await readRecord(recordFile);
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  return parsed.record;
}

function listenerCounts(): readonly number[] {
  return ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'].map((event) => process.listenerCount(event));
}

const untouched = new AbortController().signal;

async function run(
  request: RunRequest,
  { signal = untouched, suiteDirectory }: { signal?: AbortSignal; suiteDirectory?: string } = {},
): Promise<{ events: readonly RunEvent[]; record: RunRecord }> {
  const events: RunEvent[] = [];
  const hooks = { onEvent: (event: RunEvent) => void events.push(event), signal };
  await runSuites(request, hooks, suiteDirectory === undefined ? {} : { suiteDirectory });
  return { events, record: await recorded() };
}

async function against<T>(
  target: ZooMember,
  action: (service: { url: string; key: string; requests: () => number }) => Promise<T>,
): Promise<T> {
  const service = await startMember(target);
  try {
    return await action({
      url: service.url,
      key: service.key,
      requests: () => service.stats().requests,
    });
  } finally {
    await service.close();
  }
}

/** A copy of the suite files, beside a copy of the sources that they import, with one file replaced. */
function suitesWith(name: string, text: string): string {
  const copy = mkdtempSync(join(import.meta.dirname, 'copied-suites-'));
  const source = join(import.meta.dirname, '../../suites');
  cpSync(source, copy, { recursive: true });
  for (const file of readdirSync(copy)) {
    const content = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), content.replaceAll("'../src/", "'../../../src/"));
  }
  writeFileSync(join(copy, `${name}.suite.ts`), text);
  return copy;
}

describe('runSuites()', () => {
  test('proves an honest service, leaves a complete record, tells what happens in order, and leaves Ctrl-C to the caller', async () => {
    await against(honest, async ({ url, key, requests }) => {
      const before = listenerCounts();
      const events: RunEvent[] = [];
      const during = new Set<string>();
      const onEvent = (event: RunEvent): void => {
        events.push(event);
        during.add(listenerCounts().join());
      };
      await runSuites(runRequestFor({ url, key, recordFile }), { onEvent, signal: untouched });
      expect([...during]).toEqual([before.join()]);
      expect(listenerCounts()).toEqual(before);
      const record = await recorded();
      expect(verdict(record, undefined)).toMatchObject({ kind: 'conforms', exitCode: 0 });
      expect(record.partial).toBe(false);
      expect(record.footer?.stop).toEqual({ kind: 'completed' });
      expect(record.exchanges.size).toBe(requests());
      expect(events.flatMap((event) => (event.kind === 'suite-started' ? event.suite : []))).toEqual(
        suiteOrder,
      );
      const byName = Object.groupBy(
        events.filter((event) => event.kind !== 'resting'),
        ({ suite }) => suite,
      );
      for (const name of suiteOrder) {
        const kinds = (byName[name] ?? []).map(({ kind }) => kind);
        expect(kinds.at(0)).toBe('suite-started');
        expect(kinds.at(-1)).toBe('suite-ended');
        expect(kinds.lastIndexOf('exchange')).toBeLessThan(kinds.indexOf('check'));
      }
      const judged = events.flatMap((event) => (event.kind === 'check' ? event.id : []));
      expect(judged.toSorted()).toEqual(record.results.map(({ id }) => id).toSorted());
    });
  });

  test('records what a faulty service breaks, and does not throw for it', async () => {
    await against(member('any-key'), async ({ url, key }) => {
      const exitCode = process.exitCode;
      const { record, events } = await run(runRequestFor({ url, key, recordFile }));
      expect(process.exitCode).toBe(exitCode);
      expect(verdict(record, undefined)).toMatchObject({ kind: 'does-not-conform', exitCode: 1 });
      expect(record.results.find(({ id }) => id === 'authentication.unknown-key')?.outcome.kind).toBe('fail');
      expect(events).toContainEqual({
        kind: 'check',
        suite: 'authentication',
        id: 'authentication.unknown-key',
        outcome: 'fail',
      });
    });
  });

  test('runs the probes of other suites that feed a selected check', async () => {
    await against(honest, async ({ url, key }) => {
      const settings = { checks: ['errors.shape'] };
      const { record } = await run(runRequestFor({ url, key, recordFile, settings }));
      expect(record.results.map(({ id, outcome }) => [id, outcome.kind])).toEqual([['errors.shape', 'pass']]);
    });
  });

  test('sends nothing more after an abort, and brings the record to its end', async () => {
    await against(honest, async ({ url, key, requests }) => {
      const abort = new AbortController();
      let atAbort = 0;
      const onEvent = (event: RunEvent): void => {
        if (event.kind !== 'exchange' || abort.signal.aborted || event.withKey < 4) return;
        abort.abort();
        atAbort = requests();
      };
      const settings = { profile: 'thorough', maxRequests: 1000 } as const;
      await runSuites(runRequestFor({ url, key, recordFile, settings }), { onEvent, signal: abort.signal });
      const record = await recorded();
      expect(record.footer?.stop).toEqual({ kind: 'interrupted' });
      expect(record.partial).toBe(false);
      expect(verdict(record, undefined).exitCode).toBe(130);
      // The wish crosses a thread boundary: what was under way by then may still arrive.
      expect(requests() - atAbort).toBeLessThan(10);
    });
  });

  test('breaks off a request that hangs, when it is aborted', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const abort = new AbortController();
    silent.once('request', () => abort.abort());
    const settings = { timeoutMs: 60_000, maxDurationS: 600 };
    const url = `http://127.0.0.1:${String(port)}/v1`;
    const { record } = await run(runRequestFor({ url, key: 'k'.repeat(20), recordFile, settings }), {
      signal: abort.signal,
    });
    silent.close();
    expect(record.footer?.stop).toEqual({ kind: 'interrupted' });
    expect(record.exchanges.size).toBe(1);
  });

  test('sends nothing at all, when it was aborted before', async () => {
    await against(honest, async ({ url, key, requests }) => {
      const { record } = await run(runRequestFor({ url, key, recordFile }), { signal: AbortSignal.abort() });
      expect(record.footer?.stop).toEqual({ kind: 'interrupted' });
      expect(requests()).toBe(0);
    });
  });

  test('says that a target does not answer', async () => {
    const request = runRequestFor({ url: 'http://127.0.0.1:9/v1', key: 'k'.repeat(20), recordFile });
    const { record } = await run(request);
    expect(record.footer?.stop.kind).toBe('unusable-target');
    expect(verdict(record, undefined).exitCode).toBe(2);
  });

  test.each([
    ['a suite that cannot be loaded', `throw new Error('cannot be loaded');`, /cannot be loaded/],
    [
      'a suite whose probe throws',
      `import { bind } from '../../../src/run/bind.ts';
       export const errors = bind({ name: 'errors', title: 'Errors', probes: [{
         id: 'broken', feeds: ['errors.shape'], profiles: ['quick'], creates: false,
         run: () => Promise.reject(new Error('a bug in a probe')),
       }] });`,
      /a bug in a probe/,
    ],
    ['a suite that declares nothing', `export const nothing = 1;`, /No test suite found|errors/],
    [
      'an error that nobody catches',
      `import { bind } from '../../../src/run/bind.ts';
       void Promise.reject(new Error('nobody caught this'));
       export const errors = bind({ name: 'errors', title: 'Errors', probes: [] });`,
      /nobody caught this/,
    ],
  ])('throws for %s, and still ends the record', async (_name, text, message) => {
    const suiteDirectory = suitesWith('errors', text);
    try {
      await against(honest, async ({ url, key }) => {
        const request = runRequestFor({ url, key, recordFile });
        await expect(run(request, { suiteDirectory })).rejects.toThrow(message);
        expect((await recorded()).footer).toBeDefined();
      });
    } finally {
      rmSync(suiteDirectory, { recursive: true });
    }
  });

  test('throws what is wrong with the document', async () => {
    const request = {
      ...runRequestFor({ url: 'http://127.0.0.1:9/v1', key: 'k', recordFile }),
      specDirectory: root,
    };
    await expect(run(request)).rejects.toThrow(/holds no OpenAPI document/);
  });

  test('heeds no configuration of the user and writes no file but the record, and the key to none', async () => {
    const project = mkdtempSync(join(root, 'project-'));
    writeFileSync(join(project, 'vitest.config.ts'), `throw new Error('this is not for assay');`);
    writeFileSync(join(project, 'vite.config.ts'), `throw new Error('this is not for assay');`);
    const temporary = mkdtempSync(join(root, 'tmp-'));
    mkdirSync(join(project, 'home'));
    chmodSync(join(project, 'home'), 0o500);
    chmodSync(project, 0o500);
    const before = { cwd: process.cwd(), env: { ...process.env } };
    Object.assign(process.env, { TMPDIR: temporary, HOME: join(project, 'home'), VITEST_MAX_WORKERS: '4' });
    process.chdir(project);
    try {
      await against(honest, async ({ url, key }) => {
        const { record } = await run(runRequestFor({ url, key, recordFile }));
        expect(verdict(record, undefined).exitCode).toBe(0);
        expect(readFileSync(recordFile, 'utf8')).not.toContain(key);
        expect(process.title).not.toContain(key);
      });
      expect(process.env).toMatchObject({ VITEST_MAX_WORKERS: '4', TMPDIR: temporary });
      expect(process.env['XDG_DATA_HOME']).toBe(before.env['XDG_DATA_HOME']);
      expect(readdirSync(temporary)).toEqual([]);
      expect(readdirSync(project)).toEqual(['home', 'vite.config.ts', 'vitest.config.ts']);
      expect(readdirSync(join(project, 'home'))).toEqual([]);
    } finally {
      process.chdir(before.cwd);
      for (const name of ['TMPDIR', 'HOME', 'VITEST_MAX_WORKERS']) {
        if (before.env[name] === undefined) delete process.env[name];
        else process.env[name] = before.env[name];
      }
      chmodSync(project, 0o700);
    }
  });
});

import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { readRecord } from '../../src/record/read.ts';
import type { RunEvent, RunRecord, RunRequest } from '../../src/record/record.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import type { FinishedRun } from '../../src/run/open-run.ts';
import { FaultOfAssay } from '../../src/run/run-in-process.ts';
import type { Suite } from '../../src/session/suite.ts';
import { suites } from '../../suites/suites.ts';
import type { ZooMember } from '../zoo/member.ts';
import { faultyMembers } from '../zoo/members.ts';
import { startMember } from '../zoo/start-member.ts';
import { runApart } from './run-apart.ts';
import { runRequestFor } from './run-request-for.ts';

const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};

const root = mkdtempSync(join(tmpdir(), 'assay-run-in-process-'));
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

const untouched = new AbortController().signal;

async function shipped(): Promise<Interface> {
  const loaded = await loadInterface('spec/pet-catalogue');
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

type Ran = { readonly events: readonly RunEvent[]; readonly record: FinishedRun };

async function run(
  request: RunRequest,
  {
    signal = untouched,
    look = () => undefined,
    run: own,
  }: {
    readonly signal?: AbortSignal;
    readonly look?: (event: RunEvent) => void;
    readonly run?: readonly Suite[];
  } = {},
): Promise<Ran> {
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    look(event);
  };
  const hooks = { onEvent, signal, tellChecks: true };
  return { events, record: await runApart(request, await shipped(), hooks, {}, own) };
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

describe('runInProcess()', () => {
  test('proves an honest service, tells what happens in order, and writes what it returns', async () => {
    await against(honest, async ({ url, key, requests }) => {
      const { events, record } = await run(runRequestFor({ url, key, recordFile }));
      expect(await recorded()).toEqual(record);
      expect(verdict(record, undefined)).toMatchObject({ kind: 'conforms', exitCode: 0 });
      expect(record.partial).toBe(false);
      expect(record.footer.stop).toEqual({ kind: 'completed' });
      expect(record.exchanges.size).toBe(requests());
      const names = suites.map(({ name }) => name);
      expect(events.flatMap((event) => (event.kind === 'suite-started' ? event.suite : []))).toEqual(names);
      for (const name of names) {
        const kinds = events.flatMap((event) => ('suite' in event && event.suite === name ? event.kind : []));
        expect(kinds.at(0)).toBe('suite-started');
        expect(kinds.at(-1)).toBe('suite-ended');
        expect(kinds.lastIndexOf('exchange')).toBeLessThan(kinds.indexOf('check'));
      }
      const judged = events.flatMap((event) => (event.kind === 'check' ? event.id : []));
      expect(judged.toSorted()).toEqual(record.results.map(({ id }) => id).toSorted());
    });
  });

  test('needs no file', async () => {
    await against(honest, async ({ url, key }) => {
      const { record } = await run(runRequestFor({ url, key, recordFile: undefined }));
      expect(verdict(record, undefined).exitCode).toBe(0);
    });
  });

  test('keeps its record, whatever happens to the file, and tells the loss once', async () => {
    await against(member('any-key'), async ({ url, key }) => {
      const lost = runRequestFor({ url, key, recordFile: '/dev/full' });
      const { events, record } = await run(lost);
      expect(verdict(record, undefined)).toMatchObject({ kind: 'does-not-conform', exitCode: 1 });
      expect(events.filter(({ kind }) => kind === 'record-lost')).toEqual([
        { kind: 'record-lost', file: lost.recordFile, reason: 'ENOSPC' },
      ]);
    });
  });

  test('records what a faulty service breaks, and does not throw for it', async () => {
    await against(member('any-key'), async ({ url, key }) => {
      const { record, events } = await run(runRequestFor({ url, key, recordFile }));
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
      const look = (event: RunEvent): void => {
        if (event.kind !== 'exchange' || abort.signal.aborted || event.withKey < 4) return;
        abort.abort();
        atAbort = requests();
      };
      const settings = { profile: 'thorough', maxRequests: 1000 } as const;
      const request = runRequestFor({ url, key, recordFile, settings });
      const { record } = await run(request, { signal: abort.signal, look });
      expect(record.footer.stop).toEqual({ kind: 'interrupted' });
      expect(record.partial).toBe(false);
      expect(verdict(record, undefined).exitCode).toBe(130);
      expect(requests()).toBe(atAbort);
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
    expect(record.footer.stop).toEqual({ kind: 'interrupted' });
    expect(record.exchanges.size).toBe(1);
  });

  test('sends nothing at all, when it was aborted before', async () => {
    await against(honest, async ({ url, key, requests }) => {
      const { record } = await run(runRequestFor({ url, key, recordFile }), { signal: AbortSignal.abort() });
      expect(record.footer.stop).toEqual({ kind: 'interrupted' });
      expect(requests()).toBe(0);
    });
  });

  test('says that a target does not answer', async () => {
    const request = runRequestFor({ url: 'http://127.0.0.1:9/v1', key: 'k'.repeat(20), recordFile });
    const { record } = await run(request);
    expect(record.footer.stop.kind).toBe('unusable-target');
    expect(verdict(record, undefined).exitCode).toBe(2);
  });

  test('an error that nobody caught ends the run as a fault of assay, not as the wish of a user', async () => {
    await against(honest, async ({ url, key }) => {
      const signal = AbortSignal.abort(new FaultOfAssay(new Error('nobody caught this')));
      const { record } = await run(runRequestFor({ url, key, recordFile }), { signal });
      expect(record.footer.stop).toMatchObject({
        kind: 'harness-error',
        reason: expect.stringContaining('nobody caught this'),
      });
      expect(verdict(record, undefined).exitCode).toBe(2);
      expect(await recorded()).toEqual(record);
    });
  });

  test('writes no file but the record, and the key to none', async () => {
    const project = mkdtempSync(join(root, 'project-'));
    const temporary = mkdtempSync(join(root, 'tmp-'));
    mkdirSync(join(project, 'home'));
    chmodSync(join(project, 'home'), 0o500);
    chmodSync(project, 0o500);
    const before = { cwd: process.cwd(), env: { ...process.env } };
    const document = await shipped();
    Object.assign(process.env, { TMPDIR: temporary, HOME: join(project, 'home') });
    process.chdir(project);
    try {
      await against(honest, async ({ url, key }) => {
        const hooks = { onEvent: () => undefined, signal: untouched };
        const record = await runApart(runRequestFor({ url, key, recordFile }), document, hooks);
        expect(verdict(record, undefined).exitCode).toBe(0);
        expect(readFileSync(recordFile, 'utf8')).not.toContain(key);
        expect(JSON.stringify([...record.exchanges.values()])).not.toContain(key);
        expect(process.title).not.toContain(key);
      });
      expect(readdirSync(temporary)).toEqual([]);
      expect(readdirSync(project)).toEqual(['home']);
      expect(readdirSync(join(project, 'home'))).toEqual([]);
    } finally {
      process.chdir(before.cwd);
      for (const name of ['TMPDIR', 'HOME']) {
        if (before.env[name] === undefined) delete process.env[name];
        else process.env[name] = before.env[name];
      }
      chmodSync(project, 0o700);
    }
  });
});

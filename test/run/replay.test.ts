import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { readRecord } from '../../src/record/read.ts';
import type { RunRecord, RunSettings } from '../../src/record/record.ts';
import { findViolation } from '../../src/report/model/replay-line.ts';
import { type Replayed, replayExchange } from '../../src/run/replay/replay.ts';
import { runApart } from './run-apart.ts';
import { type Clock, machineClock } from '../../src/system/clock.ts';
import type { ZooMember } from '../zoo/member.ts';
import { faultyMembers } from '../zoo/members.ts';
import { type RunningMember, startMember } from '../zoo/start-member.ts';
import { runRequestFor } from './run-request-for.ts';

const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};
const key = 'AbCdEf-12345-ghIJk-zzzzz';
const root = mkdtempSync(join(tmpdir(), 'assay-replay-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Nothing here has to be waited for. */
const hastyClock: Clock = { ...machineClock, sleep: () => Promise.resolve() };

let document: Interface;
beforeAll(async () => {
  const loaded = await loadInterface(join(import.meta.dirname, '../../spec/pet-catalogue'));
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  document = loaded.interface;
});

function member(name: string): ZooMember {
  const found = faultyMembers.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the zoo has no "${name}"`);
  return found;
}

async function withService<T>(target: ZooMember, action: (service: RunningMember) => Promise<T>): Promise<T> {
  const service = await startMember(target, { key });
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

async function runAgainst(
  url: string,
  settings: Partial<RunSettings> = { profile: 'standard' },
): Promise<RunRecord> {
  const recordFile = join(mkdtempSync(join(root, 'run-')), 'record.ndjson');
  const request = runRequestFor({ url, key, recordFile, settings });
  await runApart(
    request,
    document,
    { onEvent: () => undefined, signal: new AbortController().signal },
    { clock: hastyClock },
  );
  const parsed = await readRecord(recordFile);
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  return parsed.record;
}

type Found = {
  readonly record: RunRecord;
  readonly exchanges: readonly Exchange[];
  readonly telling: Exchange;
};

function violationOf(record: RunRecord, checkId: string): Found {
  const found = findViolation(record, checkId);
  if (found.kind === 'not-found') throw new Error(found.problem);
  const exchanges = found.violation.exchanges.flatMap((id) => record.exchanges.get(id) ?? []);
  return { record, exchanges, telling: found.exchange };
}

function replayAt(url: string, checkId: string, { record, exchanges, telling }: Found): Promise<Replayed> {
  const { settings } = record.header;
  return replayExchange(
    {
      document,
      url,
      key,
      headers: [],
      tls: { insecure: false, ca: undefined },
      proxy: {},
      timeoutMs: 2_000,
      exchanges,
      telling: telling.id,
      settings,
      checkId,
      signal: new AbortController().signal,
    },
    hastyClock,
  );
}

describe('replayExchange()', () => {
  test.each([
    ['one request', 'any-key', 'authentication.unknown-key', 1],
    ['a repeated request', 'invalid-500', 'statuses.no-server-error', 2],
    ['a creation', 'description-dropped', 'collections.created-as-sent', 1],
    ['a creation and a list', 'list-without-descriptions', 'collections.listed', 2],
    ['an identity from the client', 'id-from-client', 'collections.assigned-members', 1],
  ])(
    'finds what shows in %s still there, and gone once it is fixed: %s',
    async (_what, name, checkId, count) => {
      const found = await withService(member(name), async ({ url }) =>
        violationOf(await runAgainst(url), checkId),
      );
      expect(found.exchanges).toHaveLength(count);
      await withService(member(name), async ({ url }) => {
        const { outcome, exchange } = await replayAt(url, checkId, found);
        expect(outcome.kind).toBe('fail');
        expect(exchange?.request.method).toBe(found.telling.request.method);
      });
      await withService(honest, async ({ url }) => {
        const { outcome } = await replayAt(url, checkId, found);
        expect(outcome.kind).toBe('pass');
      });
    },
  );

  test('sends the same request with one credential, no line twice, and a new name of the same width', async () => {
    await withService(member('description-dropped'), async ({ url }) => {
      const checkId = 'collections.listed';
      const found = violationOf(await runAgainst(url, { profile: 'quick' }), checkId);
      const { exchange } = await replayAt(url, checkId, found);
      const [then, now] = [found.telling.request, exchange?.request];
      expect(now?.headers).toEqual(then.headers);
      expect(now?.target).toBe(then.target);
      const texts = [then, now].map((request) => new TextDecoder().decode(request?.body));
      const marker = /assay-[0-9a-z]{6}-[0-9]{3}/;
      expect(texts[0]).toMatch(marker);
      expect(texts[1]).not.toBe(texts[0]);
      expect(texts[1]?.replace(marker, '')).toBe(texts[0]?.replace(marker, ''));
      expect(JSON.stringify(exchange)).not.toContain(key);
    });
  });

  test('says that the limit cannot be shown by single requests, and sends none', async () => {
    await withService(honest, async (service) => {
      const { url } = service;
      const record = await runAgainst(url, { profile: 'quick' });
      const [telling] = record.exchanges.values();
      if (telling === undefined) throw new Error('nothing was recorded');
      const before = service.stats().requests;
      const found = { record, exchanges: [telling], telling };
      const { outcome, exchange } = await replayAt(url, 'rate-limit-enforcement.refusal', found);
      expect(outcome).toMatchObject({
        kind: 'not-testable',
        option: '--check rate-limit-enforcement.refusal',
      });
      expect(exchange).toBeUndefined();
      expect(service.stats().requests).toBe(before);
    });
  });

  test('sends nothing more once the target refuses a request over its limit', async () => {
    const checkId = 'collections.listed';
    const found = await withService(member('list-without-descriptions'), async ({ url }) =>
      violationOf(await runAgainst(url), checkId),
    );
    let requests = 0;
    const refusing = createServer((_request, response) => {
      requests += 1;
      response.writeHead(429, { 'Retry-After': '60' }).end();
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const { outcome } = await replayAt(`http://127.0.0.1:${String(port)}/v1`, checkId, found);
    refusing.close();
    expect(outcome).toMatchObject({ kind: 'inconclusive', reason: expect.stringContaining('wait') });
    expect(requests).toBe(1);
  });
});

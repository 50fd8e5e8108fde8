import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliIo } from '../../src/cli/io.ts';
import { mockCommand } from '../../src/cli/mock.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { assayMock } from './assay-mock.ts';
import { findRedisServer, NO_REDIS, openRedisServer, type RedisServer } from './redis-server.ts';
import { LAUNCHER } from '../cli/launched-assay.ts';

const SPEC = join(import.meta.dirname, '../../spec/pet-catalogue');
const PATIENCE_MS = 30_000;
const server = findRedisServer();

/** A mock in a process of its own. */
type Replica = { readonly origin: string; readonly child: ChildProcess };
type Place = Pick<Replica, 'origin'>;
type Got = { readonly status: number; readonly headers: Headers; readonly json: unknown };

function launch(options: readonly string[]): ChildProcess {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  return spawn(process.execPath, [LAUNCHER, 'mock', '--port', '0', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function startReplica(options: readonly string[]): Promise<Replica> {
  const child = launch(options);
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes');
  const complaint = text(child.stderr);
  for await (const line of createInterface(child.stdout)) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin !== undefined) return { origin, child };
  }
  throw new Error(`the mock did not start: ${await complaint}`);
}

async function ask(url: string, init: RequestInit = {}): Promise<Got> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

function list({ origin }: Place, key = 'business-plan-key'): Promise<Got> {
  return ask(`${origin}/v1/categories`, { headers: { authorization: `Bearer ${key}` } });
}

function create({ origin }: Place, name: string, key = 'business-plan-key'): Promise<Got> {
  return ask(`${origin}/v1/categories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
}

function control({ origin }: Place, name: string, body: unknown = {}): Promise<Got> {
  return ask(`${origin}/__assay/${name}`, { method: 'POST', body: JSON.stringify(body) });
}

function idsIn(json: unknown): readonly number[] {
  return (json as readonly { readonly id: number }[]).map(({ id }) => id);
}

async function end({ child }: Replica): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe.skipIf(server === undefined)(
  `mocks that share a store${server === undefined ? ` (skipped: ${NO_REDIS})` : ''}`,
  () => {
    let redis: RedisServer;
    let one: Replica;
    let other: Replica;
    const options = (): readonly string[] => ['--empty', '--quiet', '--store', `${redis.url}/0`];

    beforeAll(async () => {
      redis = await openRedisServer(server ?? '');
      [one, other] = await Promise.all([startReplica(options()), startReplica(options())]);
    }, PATIENCE_MS);
    afterAll(async () => {
      await Promise.all([end(one), end(other)]);
      await redis[Symbol.asyncDispose]();
    });

    test('create each entry once, in one order, when both are asked at the same time', async () => {
      const names = Array.from({ length: 40 }, (_, index) => `parallel-${index}`);
      const created = await Promise.all(
        names.map((name, index) => create(index % 2 === 0 ? one : other, name)),
      );
      expect(created.every(({ status }) => status === 201)).toBe(true);
      const ids = created.flatMap(({ json }) => idsIn([json]));
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      const [here, there] = await Promise.all([list(one), list(other)]);
      expect(here.json).toEqual(there.json);
      expect(idsIn(here.json).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    });

    test('show at once what the other one acknowledged, with ids that grow', async () => {
      const ids: number[] = [];
      for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
        const [creating, reading] = at % 2 === 0 ? [one, other] : [other, one];
        const { json } = await create(creating, `in-turn-${name}`);
        const listed = await list(reading);
        expect((listed.json as readonly unknown[]).at(-1)).toEqual(json);
        ids.push(...idsIn([json]));
      }
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    });

    test('accept a quota once over both, and move their clocks together', async () => {
      const answers = await Promise.all(
        Array.from({ length: 70 }, (_, index) => list(index % 2 === 0 ? one : other, 'free-plan-key')),
      );
      const accepted = answers.filter(({ status }) => status === 200);
      expect(accepted).toHaveLength(60);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
      const remaining = accepted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
      expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, left) => left));
      expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size).toBe(1);

      const before = await list(other, 'free-plan-key');
      expect(before.status).toBe(429);
      expect((await control(one, 'clock', { advanceMs: 61_000 })).status).toBe(200);
      const after = await list(other, 'free-plan-key');
      expect(after.status).toBe(200);
      const dates = [before, after].map(({ headers }) => Date.parse(headers.get('date') ?? ''));
      expect((dates[1] ?? 0) - (dates[0] ?? 0)).toBeGreaterThanOrEqual(61_000);
      expect((await control(one, 'clock', { freeze: true })).status).toBe(200);
      expect((await ask(`${other.origin}/__assay/state`)).json).toMatchObject({ frozen: true });
      await control(other, 'clock', { freeze: false });
      expect((await ask(`${one.origin}/__assay/state`)).json).toMatchObject({
        frozen: false,
        store: { kind: 'shared', url: `${redis.url}/0`, connected: true },
      });
    });

    test('begin anew together, when one is reset', async () => {
      await create(other, 'before the reset');
      expect((await control(one, 'reset')).status).toBe(200);
      expect((await list(other)).json).toEqual([]);
      expect(idsIn([(await create(other, 'after the reset')).json])).toEqual([1]);
      expect((await list(one, 'free-plan-key')).headers.get('x-ratelimit-remaining')).toBe('59');
    });

    test('keep apart, when their prefixes differ', async () => {
      const store = `${redis.url}?prefix=another-team`;
      await using stranger = await startMock({ interface: SPEC, seed: new Map(), store });
      await create(one, 'of the team');
      expect((await list(stranger)).json).toEqual([]);
    });

    test('lose nothing that was acknowledged, when one is killed while it creates', async () => {
      const acknowledged: number[] = [];
      const killed = other;
      const creating = Array.from({ length: 60 }, async (_, index) => {
        const { status, json } = await create(killed, `to-be-killed-${index}`);
        if (status === 201) acknowledged.push(...idsIn([json]));
        if (acknowledged.length === 10) killed.child.kill('SIGKILL');
      });
      await Promise.allSettled(creating);
      expect(acknowledged.length).toBeGreaterThanOrEqual(10);
      expect(idsIn((await list(one)).json)).toEqual(expect.arrayContaining(acknowledged));
      other = await startReplica(options());
      expect((await list(other)).json).toEqual((await list(one)).json);
    });

    test('answer 503 in the documented shape while the store is away, and go on with all of it then', async () => {
      const before = (await list(one)).json;
      await redis.kill();
      for (const replica of [one, other]) {
        const lost = await list(replica);
        expect(lost.status).toBe(503);
        expect(lost.json).toMatchObject({ status: 503, code: expect.any(String) });
        expect((lost.json as { readonly message: string }).message).toContain(redis.url);
        expect(lost.headers.get('retry-after')).toBe('1');
      }
      expect((await ask(`${one.origin}/__assay/state`)).json).toMatchObject({ store: { connected: false } });
      expect((await control(one, 'reset')).status).toBe(503);
      await redis.start();
      for (const replica of [one, other]) {
        let answer = await list(replica);
        for (let tries = 0; answer.status === 503 && tries < 100; tries += 1) {
          await delay(50);
          answer = await list(replica);
        }
        expect(answer).toMatchObject({ status: 200, json: before });
      }
    });

    test(
      'conform, when assay tests one of them',
      async () => {
        const directory = await mkdtemp(join(tmpdir(), 'assay-shared-'));
        try {
          const loaded = await loadInterface(SPEC);
          if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
          const setup = { limiter: 'sliding', limitPer: 'key', fault: undefined } as const;
          const store = `${redis.url}?prefix=tested`;
          const run = await assayMock(loaded.interface, setup, {
            directory,
            profile: 'standard',
            options: { store },
          });
          expect(run.blamed).toEqual([]);
          expect(run.verdict.exitCode).toBe(0);
          expect(run).toMatchObject({ bans: 0 });
          expect(run.refused).toBeGreaterThan(0);
        } finally {
          await rm(directory, { recursive: true });
        }
      },
      PATIENCE_MS,
    );
  },
);

test.each([
  [
    'nothing listens there',
    ['--store', 'redis://someone:secret-word@127.0.0.1:1'],
    /redis:\/\/127\.0\.0\.1:1.*start redis-server/,
  ],
  [
    'the address is of another kind',
    ['--store', 'http://someone:secret-word@localhost'],
    /redis:\/\/host:port/,
  ],
  [
    'the address names no database',
    ['--store', 'redis://a:secret-word@localhost/one'],
    /number of a database/,
  ],
  ['the prefix can be no name', ['--store', 'redis://a:secret-word@localhost/?prefix=%20'], /prefix=/],
  ['entries are to be in a file too', ['--store', 'redis://127.0.0.1:1', '--data', 'x.ndjson'], /--data/],
])('assay mock does not start and says why, when %s', async (_name, wrong, advice) => {
  let printed = '';
  const print = (line: string): void => void (printed += line);
  const io: CliIo = {
    stdout: print,
    stderr: print,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    env: {},
    cwd: tmpdir(),
    onInterrupt: () => () => undefined,
    onFault: () => () => undefined,
    exitNow: () => undefined,
  };
  expect(await mockCommand(['--port', '0', ...wrong], io)).toBe(2);
  expect(printed).toMatch(advice);
  expect(printed).not.toContain('secret-word');
});

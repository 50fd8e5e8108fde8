import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Balancer, findBalancer, NO_BALANCER, openBalancer } from './balancer.ts';
import { findRedisServers, NO_REDIS, openRedisServer, type RedisServer } from './redis-server.ts';
import { LAUNCHER } from '../cli/launched-assay.ts';

const PATIENCE_MS = 60_000;
const MOCKS = 4;

type Mock = { readonly origin: string; readonly child: ChildProcess };
type Got = { readonly status: number; readonly remaining: number; readonly json: unknown };

async function startMock(store: string): Promise<Mock> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  const options = ['mock', '--port', '0', '--empty', '--quiet', '--store', store];
  const child = spawn(process.execPath, [LAUNCHER, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaint = text(child.stderr);
  for await (const line of createInterface(child.stdout)) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin !== undefined) return { origin, child };
  }
  throw new Error(`the mock did not start: ${await complaint}`);
}

/** What came back; status 0 where nothing did: a mock was killed while it answered. */
async function ask(url: string, key: string, name?: string): Promise<Got> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = name === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify({ name }) };
  try {
    const answer = await fetch(`${url}/v1/categories`, sent);
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return {
      status: answer.status,
      remaining: Number(answer.headers.get('x-ratelimit-remaining')),
      json: isJson ? await answer.json() : undefined,
    };
  } catch {
    return { status: 0, remaining: Number.NaN, json: undefined };
  }
}

type Entry = { readonly id: number; readonly name: string };

function entryIn({ json }: Got): Entry {
  return json as Entry;
}

const balancer = findBalancer();
const servers = findRedisServers();
const reason = balancer === undefined ? NO_BALANCER : servers.length === 0 ? NO_REDIS : undefined;

describe.skipIf(reason !== undefined).each(servers.length === 0 ? ['none'] : servers)(
  `four mocks behind one balancer${reason === undefined ? '' : ` (skipped: ${reason})`}, with %s`,
  (server) => {
    let store: RedisServer;
    let mocks: readonly Mock[] = [];
    let front: Balancer;
    beforeAll(async () => {
      store = await openRedisServer(server);
      mocks = await Promise.all(Array.from({ length: MOCKS }, () => startMock(`${store.url}/0`)));
      front = await openBalancer(
        balancer ?? '',
        mocks.map(({ origin }) => origin),
      );
    }, PATIENCE_MS);
    afterAll(async () => {
      await front[Symbol.asyncDispose]();
      for (const { child } of mocks) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await store[Symbol.asyncDispose]();
    });

    test(`accept a quota exactly once (${basename(server)})`, async () => {
      const [first] = mocks;
      await fetch(`${first?.origin ?? ''}/__assay/clock`, { method: 'POST', body: '{"freeze":true}' });
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => ask(front.origin, 'free-plan-key')),
      );
      await fetch(`${first?.origin ?? ''}/__assay/clock`, { method: 'POST', body: '{"freeze":false}' });
      const accepted = answers.filter(({ status }) => status === 200);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
      expect(accepted.map(({ remaining }) => remaining).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, left) => left),
      );
    });

    test('give no id twice, and keep what they acknowledged when one of them is killed', async () => {
      const names = Array.from({ length: 120 }, (_, at) => `entry-${String(at)}`);
      const [, victim] = mocks;
      const before = await Promise.all(
        Array.from({ length: 16 }, (_, at) => ask(front.origin, 'business-plan-key', `before-${String(at)}`)),
      );
      expect(before.every(({ status }) => status === 201)).toBe(true);
      const created = await Promise.all(
        names.map(async (name, at) => {
          if (at === 60) victim?.child.kill('SIGKILL');
          return ask(front.origin, 'business-plan-key', name);
        }),
      );
      const acknowledged = [...before, ...created].filter(({ status }) => status === 201).map(entryIn);
      expect(acknowledged.length).toBeGreaterThan(60);
      expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
      for (const { origin } of mocks.filter((mock) => mock !== victim)) {
        const { json } = await ask(origin, 'business-plan-key');
        const listed = new Map((json as readonly Entry[]).map(({ id, name }) => [id, name]));
        expect(acknowledged.filter(({ id, name }) => listed.get(id) !== name)).toEqual([]);
      }
      const later = await ask(front.origin, 'business-plan-key', 'after');
      expect(later.status).toBe(201);
      expect(acknowledged.map(({ id }) => id)).not.toContain(entryIn(later).id);
    });
  },
);

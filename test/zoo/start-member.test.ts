import { expect, test } from 'vitest';
import { conforming } from './member.ts';
import { startMember, type RunningMember } from './start-member.ts';

const startMs = 1_750_000_000_000;
const [honest] = conforming('test', [{ name: 'honest', title: 'no freedom used', traits: {} }]);
if (honest === undefined) throw new Error('There is no member.');

const list = (running: RunningMember, key?: string): Promise<Response> =>
  fetch(
    `${running.url}/categories`,
    key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
  );

async function statuses(running: RunningMember, count: number, key?: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const response = await list(running, key);
    await response.arrayBuffer();
    found.push(response.status);
  }
  return found;
}

test('startMember() counts requests with and without the key, early ones and bans, when a client goes on after a 429', async () => {
  let nowMs = startMs;
  const running = await startMember(honest, { now: () => nowMs });
  try {
    expect(new Set(await statuses(running, 60, running.key))).toEqual(new Set([200]));
    expect(await statuses(running, 2)).toEqual([401, 401]);
    expect(running.stats()).toEqual({ requests: 62, withKey: 60, withoutKey: 2, earlyRequests: 0, bans: 0 });
    expect(await statuses(running, 1, running.key)).toEqual([429]);
    expect(running.stats().earlyRequests).toBe(0);
    expect(await statuses(running, 3, running.key)).toEqual([429, 429, 429]);
    expect(running.stats()).toMatchObject({ earlyRequests: 3, bans: 1 });
    nowMs += 61_000;
    expect(await statuses(running, 1, running.key)).toEqual([429]);
    nowMs += 600_000;
    expect(await statuses(running, 1, running.key)).toEqual([200]);
  } finally {
    await running.close();
  }
});

test('startMember() blames nobody, when the client waits as Retry-After says', async () => {
  let nowMs = startMs;
  const running = await startMember(honest, { now: () => nowMs, windowMs: 10_000 });
  try {
    await statuses(running, 60, running.key);
    nowMs += 4000;
    const refused = await list(running, running.key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    nowMs += 6000;
    expect(await statuses(running, 1, running.key)).toEqual([200]);
    expect(running.stats()).toMatchObject({ earlyRequests: 0, bans: 0 });
  } finally {
    await running.close();
  }
});

test('startMember() gives each member a key and a catalogue of its own, when several run at once', async () => {
  const [one, other] = await Promise.all([startMember(honest), startMember(honest)]);
  try {
    expect(one.key).toMatch(/^[A-Za-z0-9]{6}(-[A-Za-z0-9]{5}){3}$/);
    expect(one.key).toMatch(/[a-z]/);
    expect(one.key).toMatch(/[A-Z]/);
    expect(one.key).toMatch(/\d/);
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await statuses(other, 1, one.key)).toEqual([401]);
    const created = await fetch(`${one.url}/categories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.key}`, 'content-type': 'application/json' },
      body: '{"name":"fish"}',
    });
    expect(created.status).toBe(201);
    expect(await (await list(one, one.key)).json()).toHaveLength(4);
    expect(await (await list(other, other.key)).json()).toHaveLength(3);
    expect(one.stats().requests).toBe(2);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

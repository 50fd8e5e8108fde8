import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Handlers, openListener } from './listener.ts';

const OTHERS: Pick<Handlers, 'malformed' | 'connect'> = {
  malformed: (_error, socket) => socket.destroy(),
  connect: (socket) => socket.destroy(),
};

test('openListener() holds requests, when nothing can answer them yet', async () => {
  const listener = await openListener({ host: '127.0.0.1', port: 0 });
  const early = Array.from({ length: 5 }, async (_, at) => (await fetch(`${listener.origin}/${at}`)).text());
  await turns();
  listener.serve({ ...OTHERS, request: (request, response) => response.end(`answer to ${request.url}`) });
  expect(await Promise.all(early)).toEqual([0, 1, 2, 3, 4].map((at) => `answer to /${at}`));
  await listener.close();
});

/** Lets everything that is under way in this process get where it is going. */
async function turns(): Promise<void> {
  for (let count = 0; count < 200; count += 1) await setImmediate();
}

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
])('openListener() gives an address that clients can use, when it listens on %s', async (host, pattern) => {
  const listener = await openListener({ host, port: 0 });
  expect(listener.origin).toMatch(pattern);
  await listener.close();
});

test('openListener() breaks open connections off, when it is closed', async () => {
  const listener = await openListener({ host: '127.0.0.1', port: 0 });
  const hanging = fetch(listener.origin).then(
    () => 'answered',
    () => 'broken off',
  );
  await turns();
  await listener.close();
  expect(await hanging).toBe('broken off');
});

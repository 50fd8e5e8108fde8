import { mockHandler } from 'assay';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listCategories, type Service } from '../vitest/list-categories.ts';

/** Where the service is in production: nothing listens there, and nothing has to be configured for the tests. */
const SERVICE = 'https://pets.example/v1';

const mock = mockHandler('spec/pet-catalogue');
const server = setupServer(http.all(`${SERVICE}/*`, ({ request }) => mock(request)));
const { clock, fault, requests, reset } = await mock.ready;

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => reset());
afterAll(() => server.close());

function service(key = 'free-plan-key'): Service {
  return { url: SERVICE, key, wait: (ms) => clock.advance(ms) };
}

test('lists what the service has', async () => {
  await fetch(`${SERVICE}/categories`, {
    method: 'POST',
    headers: { authorization: 'Bearer free-plan-key', 'content-type': 'application/json' },
    body: '{"name":"Parrot"}',
  });
  expect(await listCategories(service())).toContain('Parrot');
});

test('says that the key is not valid', async () => {
  await expect(listCategories(service('mistyped'))).rejects.toThrow('the service said 401');
});

test('waits as long as it is told when the limit is used up, which takes no time here', async () => {
  for (let count = 0; count < 61; count += 1) await listCategories(service());
  expect(
    requests()
      .map(({ status }) => status)
      .slice(-2),
  ).toEqual([429, 200]);
});

test('fails where the service hangs up in the middle of its answer', async () => {
  fault('answers-cut');
  await expect(listCategories(service())).rejects.toThrow('fetch failed');
  fault();
});

import { type Mock, startMock } from 'assay';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listCategories, type Service } from './list-categories.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ interface: 'spec/pet-catalogue' });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

function service(key = 'free-plan-key'): Service {
  return { url: mock.url, key, wait: (ms) => mock.clock.advance(ms) };
}

test('lists what the service has', async () => {
  await fetch(`${mock.url}/categories`, {
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
  for (let count = 0; count < 60; count += 1) await listCategories(service());
  await listCategories(service());
  expect(
    mock
      .requests()
      .map(({ status }) => status)
      .slice(-2),
  ).toEqual([429, 200]);
});

test('does not wait for ever, whatever the service does', async () => {
  mock.fault('retry-after-missing');
  for (let count = 0; count < 60; count += 1) await listCategories(service());
  await expect(listCategories(service())).rejects.toThrow('the service said 429');
  mock.fault();
});

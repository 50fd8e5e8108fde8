import { createRequire } from 'node:module';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import type { Mock } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from '../other-interfaces/run-against-mock.ts';
import { loadTestInterface } from './load-library.ts';

const NOW = 1_800_000_000_000;
const JSON_TYPE = { 'content-type': 'application/json' };

let exhibition: Interface;
let mock: Mock;
const errors: unknown[] = [];

beforeAll(async () => {
  exhibition = await loadTestInterface('mock/exhibition');
});
beforeEach(async () => {
  mock = await startMock({ interface: exhibition, now: () => NOW, onError: (error) => errors.push(error) });
});
afterEach(async () => {
  await mock.close();
  expect(errors.splice(0)).toEqual([]);
});

type Got = {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly body: unknown;
};

async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Got> {
  const answer = await fetch(`${mock.url}${path}`, {
    method,
    headers: { authorization: 'Bearer visitor-plan-key', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type');
  return {
    status: answer.status,
    type,
    headers: answer.headers,
    body: type?.includes('json') === true && text !== '' ? JSON.parse(text) : text,
  };
}

const NEW = '{"name":"Ann"}';
const ticket = {
  number: expect.any(Number),
  holder: null,
  code: expect.stringMatching(/^[A-Z]{3}-\d{4}$/),
  next: { id: expect.any(Number) },
};

function failure(status: number): object {
  return {
    status,
    type: 'application/json',
    body: { code: expect.any(String), message: expect.any(String), status },
  };
}

async function dynamic(seed: string): Promise<string> {
  return JSON.stringify(
    (await ask('POST', '/tickets', { ...JSON_TYPE, prefer: `dynamic=true${seed}` }, NEW)).body,
  );
}

function isPrismLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/@stoplight/'));
}

test('Prism is loaded for the first answer that it makes, and for none that keeps state or is refused', async () => {
  for (const [path, prefer, status] of [
    ['/paintings', 'wait=1', 200],
    ['/cloakroom', 'wait=1', 200],
    ['/paintings', 'code=429', 429],
    ['/plan', 'code=401', 401],
    ['/plan', 'code=404', 400],
  ] as const)
    expect((await ask('GET', path, { prefer })).status).toBe(status);
  expect((await ask('DELETE', '/doors')).status).toBe(204);
  expect(isPrismLoaded()).toBe(false);
  expect((await ask('GET', '/plan')).status).toBe(200);
  expect(isPrismLoaded()).toBe(true);
});

test('assay blames nothing in what the mock answers from examples and schemas', async () => {
  const run = await runAgainstMock(exhibition);
  expect(blamed(run)).toEqual([]);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(run.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
  expect(idsOf(run, 'pass')).toEqual(expect.arrayContaining(['bodies.schema', 'bodies.media-type']));
});

describe('a wish', () => {
  const small = { status: 200, type: 'application/json', body: { rooms: 3 } };
  test.each([
    { path: '/plan', prefer: undefined, got: small, why: 'the first example that fits its schema' },
    {
      path: '/plan',
      prefer: 'example=large',
      got: { ...small, body: { rooms: 300 } },
      why: 'an example by name',
    },
    {
      path: '/plan',
      prefer: 'example=wrong',
      got: { ...small, body: { rooms: 'many' } },
      why: 'one that breaks the schema',
    },
    {
      path: '/plan',
      prefer: 'example=table',
      got: { type: 'text/csv', body: 'rooms\n3\n' },
      why: 'of another media type',
    },
    {
      path: '/plan?__example=large',
      prefer: undefined,
      got: { ...small, body: { rooms: 300 } },
      why: 'in the query',
    },
    { path: '/plan', prefer: 'code=503', got: failure(503), why: 'a code of a range' },
    { path: '/plan', prefer: 'code=401', got: failure(401), why: 'an error without an example' },
    { path: '/paintings', prefer: 'example=none', got: { status: 200, body: [] }, why: 'over state' },
    { path: '/paintings', prefer: 'code=401', got: failure(401), why: 'an error over state' },
    { path: '/paintings', prefer: 'code=429', got: failure(429), why: 'the limit' },
    { path: '/cloakroom', prefer: 'code=429', got: failure(429), why: 'the limit of what is only named' },
    {
      path: '/cloakroom',
      prefer: 'dynamic=true',
      got: { status: 200, body: {} },
      why: 'of what has no schema',
    },
  ])('is granted: $path with $prefer, $why', async ({ path, prefer, got }) => {
    expect(await ask('GET', path, prefer === undefined ? {} : { prefer })).toMatchObject(got);
  });

  test.each([
    { path: '/plan', prefer: 'code=404', message: 'it has 200, 401, 429, 5XX.' },
    { path: '/paintings', prefer: 'code=500', message: 'it has 200, 401, 429.' },
    { path: '/cloakroom', prefer: 'code=200', message: 'it has 401, 429.' },
    { path: '/plan', prefer: 'example=tiny', message: 'it has wrong, small, large, table.' },
    { path: '/plan', prefer: 'code=401, example=small', message: 'it has none.' },
    { path: '/cloakroom', prefer: 'example=small', message: 'it has none.' },
    { path: '/plan', prefer: 'code=1e2', message: 'give a status' },
  ])('is refused with what the document has: $path with $prefer', async ({ path, prefer, message }) => {
    const { status, body, headers } = await ask('GET', path, { prefer });
    expect({ status, body }).toMatchObject({ status: 400, body: { status: 400 } });
    expect(JSON.stringify(body)).toContain(message);
    expect(headers.get('x-ratelimit-limit')).toBe('500');
  });

  test('for the limit carries what a refusal carries, and costs one request', async () => {
    const { headers, body } = await ask('GET', '/paintings', { prefer: 'code=429' });
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset).toBeGreaterThan(NOW / 1000);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(headers.get('retry-after')).toBe(String(reset - NOW / 1000));
    expect(body).toMatchObject({ code: 'rate_limit_exceeded' });
    const next = await ask('GET', '/paintings');
    expect(next.status).toBe(200);
    expect(next.headers.get('x-ratelimit-remaining')).toBe('498');
  });

  test('for 401 carries a challenge', async () => {
    const { headers } = await ask('GET', '/plan', { prefer: 'code=401' });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  test('gives an example of an error the status that it has', async () => {
    const { status, body } = await ask('POST', '/paintings', { ...JSON_TYPE, prefer: 'code=400' }, NEW);
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'nameless', message: 'It needs a name.', status: 400 },
    });
  });

  test('changes no state', async () => {
    await ask('POST', '/paintings', { ...JSON_TYPE, prefer: 'code=201' }, NEW);
    expect((await ask('GET', '/paintings')).body).toEqual([]);
  });

  test.each([
    { title: 'the key', status: 401, headers: { authorization: 'Bearer nobody' }, body: NEW },
    { title: 'the body', status: 400, headers: {}, body: '{}' },
  ])('does not get past $title', async ({ status, headers, body }) => {
    const got = await ask('POST', '/tickets', { ...JSON_TYPE, prefer: 'code=201', ...headers }, body);
    expect(got.status).toBe(status);
  });
});

describe('instead of what plain Prism does, the mock', () => {
  test('forgets what one request accepts before it answers the next', async () => {
    expect((await ask('GET', '/plan', { accept: 'text/html' })).status).toBe(406);
    expect((await ask('GET', '/plan', { accept: 'text/csv' })).type).toBe('text/csv');
    expect((await ask('GET', '/plan', { accept: 'application/json' })).status).toBe(200);
  });

  test.each([
    { accept: 'text/csv;q=0.5, application/json', type: 'application/json' },
    { accept: 'text/*', type: 'text/csv' },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', type: 'application/json' },
    { accept: ';;;', type: 'application/json' },
    { accept: ';;;, text/csv', type: 'text/csv' },
    { accept: `${'a'.repeat(5000)}/b`, type: 'application/json' },
    { accept: '', type: 'application/json' },
    { accept: 'application/xml', type: 'application/xml' },
  ])('chooses $type for the Accept $accept', async ({ accept, type }) => {
    expect(await ask('GET', '/plan', { accept })).toMatchObject({ status: 200, type });
  });

  test('answers what is not acceptable in the documented shape, with the rate-limit headers', async () => {
    const { status, body, type, headers } = await ask('GET', '/plan', { accept: 'image/png' });
    expect({ status, type, body }).toMatchObject({
      status: 406,
      type: 'application/json',
      body: { status: 406 },
    });
    expect(headers.get('x-ratelimit-limit')).toBe('500');
  });

  test('answers with the one media type that there is, whatever is accepted', async () => {
    expect((await ask('GET', '/paintings', { accept: 'text/html' })).status).toBe(200);
    const got = await ask('POST', '/tickets', { ...JSON_TYPE, accept: 'text/html' }, NEW);
    expect(got).toMatchObject({ status: 201, type: 'application/json' });
  });

  test('writes XML where that is documented', async () => {
    const { body } = await ask('GET', '/plan', { accept: 'application/xml' });
    expect(body).toBe('<?xml version="1.0" encoding="UTF-8"?><Plan><rooms>1</rooms></Plan>');
  });

  test('makes identifiers that look like such, and bodies that satisfy their schema', async () => {
    for (const prefer of ['code=201', 'dynamic=true', 'dynamic=true, seed=a', 'dynamic=true, seed=b']) {
      const { body } = await ask('POST', '/tickets', { ...JSON_TYPE, prefer }, NEW);
      expect(body).toMatchObject({
        ...ticket,
        holder: expect.toSatisfy((holder) => holder === null || typeof holder === 'string'),
      });
      expect((body as { readonly number: number }).number).toBeGreaterThanOrEqual(1);
      expect((body as { readonly next: { readonly id: number } }).next.id).toBeGreaterThanOrEqual(1);
    }
  });

  test('repeats a seeded answer, and is random again after it', async () => {
    const seeded = await dynamic(', seed=7');
    const after = await dynamic('');
    expect(await dynamic(', seed=7')).toBe(seeded);
    expect(await dynamic('')).not.toBe(after);
    expect(await dynamic(', seed=8')).not.toBe(seeded);
  });

  test.each([
    { title: 'malformed JSON', headers: JSON_TYPE, body: '{"name":', status: 400 },
    { title: 'a content type that is none', headers: { 'content-type': ';;;' }, body: NEW, status: 400 },
    { title: 'a member of the wrong type', headers: JSON_TYPE, body: '{"name":1}', status: 400 },
  ])('refuses $title at once, in the documented shape', async ({ headers, body, status }) => {
    const got = await ask('POST', '/tickets', headers, body);
    expect(got).toMatchObject({ status, type: 'application/json', body: { status } });
    expect(got.headers.get('sl-violations')).toBeNull();
  });

  test('refuses a content type that is not documented, also without a length', async () => {
    const stream = new Blob([NEW]).stream();
    const answer = await fetch(`${mock.url}/tickets`, {
      method: 'POST',
      headers: { authorization: 'Bearer visitor-plan-key', 'content-type': 'text/plain' },
      body: stream,
      duplex: 'half',
    });
    expect(answer.status).toBe(400);
  });

  test('refuses a key that it did not hand out, and takes the scheme in lower case', async () => {
    expect((await ask('GET', '/plan', { authorization: 'Bearer x' })).status).toBe(401);
    expect((await ask('GET', '/plan', { authorization: 'bearer visitor-plan-key' })).status).toBe(200);
  });

  test('answers HEAD like GET, and what has no body without one', async () => {
    const head = await ask('HEAD', '/plan');
    expect(head).toMatchObject({ status: 200, type: 'application/json' });
    expect(head.headers.get('content-length')).toBe('11');
    expect(await ask('DELETE', '/doors')).toMatchObject({ status: 204, type: null, body: '' });
  });

  test('sends each header once', async () => {
    const { headers } = await ask('GET', '/plan');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-expose-headers')).toBeNull();
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../test/mock/load-library.ts';
import type { Interface } from '../interface/model.ts';
import { startMock } from './server/start-mock.ts';
import type { Fault } from './faults/fault.ts';
import { faults } from './faults/faults.ts';
import { witnessed } from './witnessed.ts';

let library: Interface;

beforeAll(async () => {
  library = await loadLibrary();
});

type Asked = { readonly method?: string; readonly body?: unknown; readonly authorization?: string };

const LIST: Asked = {};
const CREATE: Asked = { method: 'POST', body: { title: 'Ordinary' } };
const INVALID: Asked = { method: 'POST', body: { notes: 'a' } };
const STRANGER: Asked = { authorization: 'Bearer nobody' };

async function shows(fault: Fault, requests: readonly Asked[]): Promise<boolean> {
  let shown = false;
  const watched = witnessed(fault, () => {
    shown = true;
  });
  await using mock = await startMock({ interface: library, faults: [watched] });
  const key = `Bearer ${mock.keys[0]?.key ?? ''}`;
  for (const { method = 'GET', body, authorization = key } of requests) {
    await fetch(`${mock.url}/books`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  return shown;
}

function named(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`no fault ${name}`);
  return found;
}

describe('witnessed()', () => {
  test.each<readonly [string, string, readonly Asked[], boolean]>([
    ['a pure stage answers otherwise', 'any-key-accepted', [STRANGER], true],
    ['nobody asks for that', 'any-key-accepted', [LIST, CREATE], false],
    ['an entry is not kept', 'not-stored', [CREATE], true],
    ['an entry is kept twice', 'stored-twice', [CREATE], true],
    ['nothing is created', 'stored-twice', [LIST], false],
    ['an entry is changed on its way', 'text-lower-cased', [CREATE], true],
    ['the first identity is repeated once', 'identity-repeated', [CREATE], false],
    ['the first identity is repeated twice', 'identity-repeated', [CREATE, CREATE], true],
    ['something is stored beside the answer', 'refused-body-stored', [INVALID], true],
    ['valid bodies are taken as ever', 'refused-body-stored', [CREATE], false],
    ['the answer loses a field', 'rate-limit-headers-missing', [LIST], true],
    ['refused callers keep their refusal', 'limit-never-ends', [LIST], false],
  ])('tells whether the fault shows, when %s', async (_what, name, requests, expected) => {
    expect(await shows(named(name), requests)).toBe(expected);
  });

  test('sees nothing in a fault that changes nothing', async () => {
    const none: Fault = { ...named('not-stored'), apply: (stages) => ({ ...stages }) };
    expect(await shows(none, [LIST, CREATE, INVALID, STRANGER])).toBe(false);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary, loadTestInterface } from '../../test/mock/load-library.ts';
import type { Interface } from '../interface/model.ts';
import { defaultGrants, firstQuotas, toMockKey } from './keys.ts';

let library: Interface;
beforeAll(async () => {
  library = await loadLibrary();
});

describe('defaultGrants()', () => {
  test('gives each plan one readable key of at least twelve characters, when the document has plans', () => {
    const grants = defaultGrants(library, []);
    expect(grants.map(({ key, plan }) => [plan, key])).toEqual([
      ['reader', 'reader-plan-key'],
      ['scholar', 'scholar-plan-key'],
      ['branch', 'branch-plan-key'],
    ]);
    expect(defaultGrants(library, ['reader']).map(({ plan }) => plan)).toEqual(['reader']);
  });

  test('gives one key, when the document has no plans', async () => {
    const orders = await loadTestInterface('specs/orders');
    expect(defaultGrants(orders, [])).toEqual([
      { key: 'default-plan-key', plan: 'default', limits: new Map() },
    ]);
  });

  test('pads short names and leaves out what no header can carry, when it makes a key', () => {
    const [odd] = defaultGrants(library, ['é']);
    expect(odd?.key).toMatch(/^[A-Za-z0-9._~-]{12,}$/);
  });
});

describe('toMockKey()', () => {
  test.each<
    readonly [string, string, readonly (readonly [string, number])[], readonly (readonly [string, number])[]]
  >([
    [
      'the quotas of its plan',
      'reader',
      [],
      [
        ['minute', 5],
        ['day', 12],
      ],
    ],
    [
      'one overridden',
      'reader',
      [['day', 3]],
      [
        ['minute', 5],
        ['day', 3],
      ],
    ],
    [
      'a window more',
      'reader',
      [['hour', 7]],
      [
        ['minute', 5],
        ['hour', 7],
        ['day', 12],
      ],
    ],
    [
      'those of the last plan with numbers, when its own are custom',
      'branch',
      [],
      [
        ['minute', 100],
        ['day', 1000],
      ],
    ],
    [
      'its own, when they are given',
      'branch',
      [
        ['minute', 9],
        ['day', 99],
      ],
      [
        ['minute', 9],
        ['day', 99],
      ],
    ],
  ])('counts against %s', (_name, plan, limits, expected) => {
    const key = toMockKey(library, { key: 'a-key-for-a-test', plan, limits: new Map(limits) });
    expect(key.quotas.map(({ window, limit }) => [window, limit])).toEqual(expected);
  });
});

test('firstQuotas() gives those of the first plan, when someone has no key', () => {
  expect(firstQuotas(library).map(({ limit }) => limit)).toEqual([5, 12]);
});

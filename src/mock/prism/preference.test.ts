import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPreference, type ReadPreference } from './preference.ts';

function read(prefer: string | undefined, queryText = ''): ReadPreference {
  return readPreference({
    method: 'GET',
    path: '/',
    queryText,
    query: new URLSearchParams(queryText),
    headers: {
      get: (name) => (name === 'prefer' ? prefer : undefined),
      has: (name) => name === 'prefer' && prefer !== undefined,
    },
    address: '',
  });
}

const nothing = { code: undefined, example: undefined, dynamic: false, seed: undefined };

describe('readPreference()', () => {
  test.each([
    { prefer: 'code=404', query: '', wish: { ...nothing, code: 404 } },
    { prefer: 'code=404, example="a b\\"c"', query: '', wish: { ...nothing, code: 404, example: 'a b"c' } },
    { prefer: 'CODE = 404 ; example=x', query: '', wish: { ...nothing, code: 404, example: 'x' } },
    { prefer: 'dynamic=true, seed=7', query: '', wish: { ...nothing, dynamic: true, seed: '7' } },
    { prefer: 'dynamic', query: '', wish: { ...nothing, dynamic: true } },
    { prefer: 'code=404, code=500', query: '', wish: { ...nothing, code: 404 } },
    { prefer: 'respond-async, wait=10, code=404', query: '', wish: { ...nothing, code: 404 } },
    {
      prefer: undefined,
      query: '__code=404&__example=a%20b',
      wish: { ...nothing, code: 404, example: 'a b' },
    },
    { prefer: undefined, query: '__dynamic=true&__seed=7', wish: { ...nothing, dynamic: true, seed: '7' } },
    { prefer: 'code=404', query: '__code=500&__example=x', wish: { ...nothing, code: 404, example: 'x' } },
  ])('reads $prefer and $query', ({ prefer, query, wish }) => {
    expect(read(prefer, query)).toEqual({ kind: 'read', preference: wish });
  });

  test.each([
    '',
    'return=minimal',
    'respond-async, wait=10',
    'dynamic=false',
    'seed=7',
    'encode=404',
    ',,;=',
  ])('finds no wish in %j', (prefer) => expect(read(prefer)).toEqual({ kind: 'none' }));

  test.each(['code=abc', 'code=99', 'code=600', 'code', 'code="4 04"', 'dynamic=maybe'])(
    'cannot read %j',
    (prefer) =>
      expect(read(prefer)).toMatchObject({
        kind: 'unreadable',
        problem: expect.stringContaining('cannot be read'),
      }),
  );

  test('takes any field and any query, and shows at most a little of them', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (prefer, query) => {
        const result = read(`code=${prefer}`, `__${query}`);
        if (result.kind === 'unreadable') expect(result.problem.length).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '../../src/interface/model.ts';
import { type InvalidCase, invalidValues } from '../../src/schema/generate/invalid.ts';
import { type Chosen, inGrowingTurns, inTurn, spread } from './cases.ts';

function chosenWith(count: number, id: string, begun: string[]): Chosen {
  const operation = { id } as Operation;
  const cases = function* (): Generator<InvalidCase, undefined> {
    begun.push(id);
    for (let at = 0; at < count; at += 1)
      yield {
        breaks: { kind: 'wrong-type', pointer: `/${String(at)}`, detail: 'null' },
        place: `/${String(at)}`,
        arbitrary: fc.constant(null),
        parts: 1,
      };
  };
  return { operation, cases };
}

test.each([
  ['inTurn()', inTurn, ['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'b2', 'b3', 'b4', 'b5']],
  ['inGrowingTurns()', inGrowingTurns, ['a0', 'b0', 'c0', 'a1', 'a2', 'b1', 'b2', 'b3', 'b4', 'b5']],
] as const)(
  '%s gives each case of each operation once, the first of all before any second',
  (_name, order, expected) => {
    const begun: string[] = [];
    const chosen = [chosenWith(3, 'a', begun), chosenWith(6, 'b', begun), chosenWith(1, 'c', begun)];
    const given = [...order(chosen)].map(([{ id }, { breaks }]) => `${id}${breaks.pointer.slice(1)}`);
    expect(given).toEqual(expected);
    expect(begun.filter((id) => id === 'b').length).toBeLessThanOrEqual(4);
  },
);

test('spread() breaks each place once before any of them again, whichever item of a list is broken', () => {
  const schema = {
    type: 'object',
    properties: { words: { type: 'array', items: { type: 'string' } }, size: { type: 'integer' } },
  };
  const places = [...spread(invalidValues(schema, { kind: 'wrong-type' }))].map(({ place }) => place);
  expect(places.slice(0, 3)).toEqual(['/words', '/size', '/words/0']);
  expect(places.slice(3, 6).toSorted()).toEqual(['/size', '/words', '/words/0']);
});

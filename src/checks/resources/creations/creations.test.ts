import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Collection } from '../../../interface/model.ts';
import type { JsonObject, Json } from '../../../json/value.ts';
import { contractOf, runOf } from '../../exchange.test-data.ts';
import { creationsOf, differences, identityOf, listingsOf, markerOf, markersIn } from './creations.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** JSON as it is read from the wire: integers beyond the safe range are bigints. */
const json = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    int64.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
  ),
})).value;

let collection: Collection;

beforeAll(async () => {
  const [first] = (await contractOf('test/mock/library')).interface.collections;
  if (first === undefined) throw new Error('The library shows no collection.');
  collection = first;
});

describe('differences()', () => {
  const text = fc.string({ unit: 'grapheme' });
  const books = fc.record({ title: text, notes: text }, { requiredKeys: ['title'] });
  const extra = fc.dictionary(
    fc.string().filter((name) => !['title', 'notes'].includes(name)),
    json,
    { maxKeys: 3 },
  );

  test('is empty, when the entry has what was sent, whatever else it has and whatever its identity', () => {
    const property = fc.property(books, extra, json, (sent, more, id) => {
      expect(differences(collection, sent, { ...more, id, ...sent })).toEqual([]);
      expect(differences(collection, { ...sent, id: 5 }, { ...sent, id })).toEqual([]);
    });
    fc.assert(property, { seed: 10 });
  });

  test('names the member that is missing or another', () => {
    const property = fc.property(books, text, (sent, other) => {
      fc.pre(other.trim() !== sent.title.trim() && Number.isNaN(Date.parse(other)));
      const [changed, ...more] = differences(collection, sent, { ...sent, title: other });
      expect(changed).toEqual({ member: 'title', fidelity: 'changed', sent: sent.title, got: other });
      expect(more).toEqual([]);
      const { title, ...rest } = sent;
      expect(differences(collection, sent, rest)).toEqual([
        { member: 'title', fidelity: 'changed', sent: title, got: undefined },
      ]);
    });
    fc.assert(property, { seed: 11 });
  });

  test.each<readonly [string, Json, Json, string | undefined]>([
    ['white space at the ends', ' a ', 'a', 'trimmed'],
    ['white space inside', 'a  b', 'a b', 'changed'],
    ['the same instant', '2026-01-01T08:00:00Z', '2026-01-01T09:00:00.000+01:00', undefined],
    ['another instant', '2026-01-01T08:00:00Z', '2026-01-01T08:00:01Z', 'changed'],
    ['two texts that are no instants', 'a', 'b', 'changed'],
    ['two broken instants', '2026-99-01T08:00:00Z', '2026-98-01T08:00:00Z', 'changed'],
    ['a number that became a text', 7, '7', 'changed'],
    ['an int64 that became a double', 9007199254740993n, 9007199254740992, 'changed'],
    ['an empty text that became null', '', null, 'changed'],
    ['another normal form', 'e\u0301', '\u00e9', 'changed'],
  ])('compares %s', (_name, sent, got, fidelity) => {
    expect(differences(collection, { title: sent }, { title: got })[0]?.fidelity).toBe(fidelity);
  });

  test('does not look at what every object inherits', () => {
    const sent = JSON.parse('{"title":"t","__proto__":{"a":1},"constructor":"c"}') as JsonObject;
    expect(differences(collection, sent, { title: 't' })).toEqual([]);
  });
});

describe('markerOf()', () => {
  test('gives texts that are told apart, when a run makes more than a thousand', () => {
    const counts = [1, 100, 999, 1_000, 1_009, 46_656_100, 999_999];
    const markers = ['zzzzzz', 'a0b1c2'].flatMap((id) => counts.map((count) => markerOf(id, count)));
    expect(markers.map((marker) => markersIn(`${marker} and more`))).toEqual(
      markers.map((marker) => [marker]),
    );
    expect(new Set(markers).size).toBe(markers.length);
    expect(markerOf('a0b1c2', 100)).toBe('assay-a0b1c2-700');
  });

  test('gives texts that are in no order, and a name to each of a thousand', () => {
    const markers = Array.from({ length: 1_000 }, (_, count) => markerOf('a0b1c2', count));
    expect(new Set(markers).size).toBe(1_000);
    const signs = markers.slice(1).map((marker, at) => marker > (markers[at] ?? ''));
    const changes = signs.filter((isLater, at) => at > 0 && isLater !== signs[at - 1]).length;
    expect(changes).toBeGreaterThan(500);
  });
});

describe('markersIn()', () => {
  test('finds markers of their fixed width, and none inside of another', () => {
    expect(markersIn('assay-abc123-001 and assay-zz9999-100x')).toEqual([
      'assay-abc123-001',
      'assay-zz9999-100',
    ]);
    expect(markersIn('assay-abc-001 assay-ABC123-001')).toEqual([]);
  });
});

describe('listingsOf() and creationsOf()', () => {
  test('read the array where the document has it, and leave out what is none', async () => {
    const orders = await contractOf('test/specs/orders');
    const bodies = [
      '{"items":[{"orderId":"a"},7,{"orderId":"b"}]}',
      '{"items":{}}',
      '{}',
      '[]',
      'oops',
      '{"items":[]}',
    ];
    const run = runOf(
      orders,
      bodies.map((body) => ({ path: '/orders', body })),
    );
    const found = listingsOf(run).map(({ collection: of, entries }) =>
      entries.map((entry) => identityOf(of, entry)),
    );
    expect(found).toEqual([['"a"', '"b"'], []]);
  });

  test('leave out lists that were filtered, and answers that are no success', async () => {
    const orders = await contractOf('test/specs/orders');
    const body = '{"items":[]}';
    const run = runOf(orders, [
      { path: '/orders?size=small', body },
      { path: '/orders', body, status: 404 },
    ]);
    expect(listingsOf(run)).toEqual([]);
    expect(creationsOf(run)).toEqual([]);
  });
});

import { asciiJsonText, jsonText } from '../json-text.ts';
import { conforming, type ConformingMember } from '../member.ts';
import type { Category, NewCategory, Service } from '../traits.ts';

const manyEntries = (count: number): readonly NewCategory[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `kind ${index}`,
    ...(index % 3 === 0
      ? {}
      : { description: `Entry number ${index} of a large catalogue, with some words` }),
  }));

const highest = 9_223_372_036_854_775_807n;

function randomId(service: Service): bigint {
  const part = (): bigint => BigInt(Math.floor(service.random() * 2 ** 31));
  return (part() << 32n) | (part() << 1n) | BigInt(service.tally('id') % 2);
}

const shuffled = (list: readonly Category[], service: Service): readonly Category[] =>
  list
    .map((category) => ({ category, rank: service.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ category }) => category);

const byName = (one: Category, other: Category): number => (String(one.name) < String(other.name) ? -1 : 1);

let views = 0;

/** What JSON looks like, which numbers are ids, what the catalogue holds and in which order. */
export const conformingRepresentations: readonly ConformingMember[] = conforming('representations', [
  { name: 'pretty-json', title: 'indented JSON', traits: { encode: (value) => `${jsonText(value, 2)}\n` } },
  {
    name: 'ascii-json',
    title: 'JSON with \\u00e9 for every character outside ASCII',
    traits: { encode: asciiJsonText },
  },
  {
    name: 'escaped-slashes',
    title: 'JSON with \\/ for /, as PHP writes it',
    traits: { encode: (value) => asciiJsonText(value).replaceAll('/', '\\/') },
  },
  {
    name: 'escaped-html',
    title: 'JSON with \\u003c for <, as Go writes it',
    traits: {
      encode: (value) =>
        jsonText(value).replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
  },
  {
    name: 'spaced-json',
    title: 'JSON amid white space',
    traits: { encode: (value) => `\r\n\t ${jsonText(value, 1).replaceAll('\n', '\r\n')} \n` },
  },
  {
    name: 'ids-near-the-end',
    title: 'ids at the end of int64',
    traits: { nextId: (service) => highest - 100_000n + BigInt(service.tally('id')) },
  },
  {
    name: 'ids-descending-from-the-end',
    title: 'the first id is the greatest int64',
    traits: { nextId: (service) => highest + 1n - BigInt(service.tally('id')) },
  },
  {
    name: 'ids-beyond-double',
    title: 'ids that a double cannot tell apart',
    traits: { nextId: (service) => 9_007_199_254_740_992n + BigInt(service.tally('id')) },
  },
  {
    name: 'ids-negative',
    title: 'negative ids, descending',
    traits: { nextId: (service) => -BigInt(service.tally('id')) },
  },
  {
    name: 'ids-from-the-start-of-int64',
    title: 'ids from the least int64 up',
    traits: { nextId: (service) => -highest - 2n + BigInt(service.tally('id')) },
  },
  {
    name: 'ids-from-zero',
    title: 'an empty catalogue whose first id is 0',
    traits: { seed: [], nextId: (service) => BigInt(service.tally('id') - 1) },
  },
  {
    name: 'ids-sparse',
    title: 'ids with gaps',
    traits: { nextId: (service) => BigInt(service.tally('id')) ** 5n * 1000n + 7n },
  },
  { name: 'ids-random', title: 'ids in no order', traits: { nextId: randomId } },
  {
    name: 'ids-even',
    title: 'only even ids, as with two database masters',
    traits: { nextId: (service) => 2n * BigInt(service.tally('id')) },
  },
  { name: 'empty-catalogue', title: 'nothing in the catalogue', traits: { seed: [] } },
  {
    name: 'large-catalogue',
    title: 'two thousand entries, listed all at once',
    traits: { seed: manyEntries(2000) },
  },
  {
    name: 'odd-catalogue',
    title: 'entries with empty names, the same names and texts in many scripts',
    traits: {
      seed: [
        { name: '' },
        { name: 'cat', description: '' },
        { name: 'cat', description: 'чужой кот' },
        { name: '猫\u0000\u202e', description: '\ud83d\udc08'.repeat(500) },
        { name: '__proto__', description: 'null' },
      ],
    },
  },
  {
    name: 'newest-first',
    title: 'the list starts with the newest',
    traits: { arrange: (list) => list.toReversed() },
  },
  {
    name: 'sorted-by-name',
    title: 'the list is sorted by name',
    traits: { arrange: (list) => list.toSorted(byName) },
  },
  { name: 'random-order', title: 'the list has another order each time', traits: { arrange: shuffled } },
  { name: 'lagging-list', title: 'the list lags by 200 ms', traits: { lagMs: 200 } },
  {
    name: 'noisy-neighbour',
    title: 'someone else creates categories all the time',
    traits: {
      neighbour: (_call, service) => {
        service.categories.push({
          id: service.traits.nextId(service),
          name: `neighbour ${service.categories.length}`,
          createdAtMs: service.now(),
        });
      },
    },
  },
  {
    name: 'category-extras',
    title: 'categories with further members',
    traits: {
      categoryExtra: (category) => ({
        createdAt: '2024-05-01T12:00:00Z',
        links: [{ rel: 'self', href: `/categories/${String(category.id)}` }],
        parent: null,
        petCount: 0,
      }),
    },
  },
  {
    name: 'category-extras-change',
    title: 'categories with a further member that is another in each list',
    traits: { categoryExtra: (category) => ({ views: ++views % 1_000, seen: String(category.id) }) },
  },
  {
    name: 'description-is-name',
    title: 'a description that was not sent is the name, as a default',
    traits: { keep: ({ name, description = name }) => ({ name, description }) },
  },
  {
    name: 'error-extras',
    title: 'Errors with further members',
    traits: {
      errorExtra: (call) => ({ requestId: `r-${call.number}`, errors: [{ field: 'name' }], details: null }),
    },
  },
  {
    name: 'error-texts',
    title: 'Errors in another language, codes with blanks and signs',
    traits: { errorCode: (status) => `E ${status}/ü`, errorMessage: () => 'Das ging leider schief 😿' },
  },
  { name: 'error-texts-empty', title: 'Errors with an empty message', traits: { errorMessage: () => '' } },
  { name: 'location', title: '201 with Location', traits: { location: true } },
]);

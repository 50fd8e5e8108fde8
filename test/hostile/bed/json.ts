import { onList, onSuccess, spoiled, wire, withBody, type HostileService } from './service.ts';

const list = (count: number, entry: (at: number) => string): string =>
  `[${Array.from({ length: count }, (_entry, at) => entry(at)).join(',')}]`;

/** Bodies that conform, and are as long as no client expects: a run may not tell, and has to end. */
const HONEST: readonly (readonly [name: string, body: () => string])[] = [
  ['200,000 entries', () => list(200_000, (at) => `{"id":${String(at)},"name":"entry ${String(at)}"}`)],
  [
    '20,000 entries with further members',
    () =>
      list(
        20_000,
        (at) => `{"id":${String(at)},"name":"n","tags":["a","b",{"c":[1,2,3]}],"more":{"x":null,"y":true}}`,
      ),
  ],
  [
    '200,000 identities beyond doubles',
    () => list(200_000, (at) => `{"id":90071992547409${String(at + 100_000)},"name":"n"}`),
  ],
  [
    'an entry with a million members',
    () =>
      `[{"id":1,"name":"n",${Array.from({ length: 700_000 }, (_member, at) => `"m${String(at)}":1`).join(',')}}]`,
  ],
  [
    'an entry with 40,000 members',
    () =>
      `[{"id":1,"name":"n",${Array.from({ length: 40_000 }, (_member, at) => `"m${String(at)}":1`).join(',')}}]`,
  ],
  [
    'an entry with numbers for names',
    () =>
      `[{"id":1,"name":"n",${Array.from({ length: 40_000 }, (_member, at) => `"${String(at * 7919)}":1`).join(',')}}]`,
  ],
  ['a further member of a million digits', () => `[{"id":1,"name":"n","size":${'7'.repeat(1_000_000)}}]`],
  [
    'a further member with a million decimals',
    () => `[{"id":1,"name":"n","size":0.${'7'.repeat(1_000_000)}}]`,
  ],
  [
    'a further member of 900 digits, 5,000 times',
    () => list(5_000, (at) => `{"id":${String(at)},"name":"n","size":${'7'.repeat(900)}}`),
  ],
  ['an exponent of a million digits', () => `[{"id":1,"name":"n","size":1e${'9'.repeat(1_000_000)}}]`],
  ['400 nested arrays', () => `[{"id":1,"name":"n","deep":${'['.repeat(400)}${']'.repeat(400)}}]`],
  [
    'a million nested arrays',
    () => `[{"id":1,"name":"n","deep":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]`,
  ],
  [
    'two million empty arrays',
    () => `[{"id":1,"name":"n","wide":[${Array(2_000_000).fill('[]').join(',')}]}]`,
  ],
  ['a name of 8 MB', () => `[{"id":1,"name":"${'x'.repeat(8_000_000)}"}]`],
  ['a name of emoji, 4 MB', () => `[{"id":1,"name":"${'\u{1f600}'.repeat(1_000_000)}"}]`],
  ['a name of escapes, 8 MB', () => `[{"id":1,"name":"${'\\u0041'.repeat(1_300_000)}"}]`],
  ['8 MB of white space around', () => `${' '.repeat(4_000_000)}[]${' '.repeat(4_000_000)}`],
  [
    'a name that looks like the key a million times',
    () => `[{"id":1,"name":"${'Hostile-12345-AbCdE-6789 '.repeat(300_000)}"}]`,
  ],
];

/** Bodies that break the document, as expensively as they can. */
const BROKEN: readonly (readonly [name: string, body: () => string])[] = [
  ['200,000 entries, each broken thrice', () => list(200_000, () => '{"id":"x","name":7,"description":[]}')],
  ['200,000 times null', () => list(200_000, () => 'null')],
  ['200,000 entries of one identity', () => list(200_000, () => '{"id":1,"name":"n"}')],
  [
    'names from Object.prototype',
    () => '[{"__proto__":{"id":1},"constructor":1,"toString":2,"hasOwnProperty":3}]',
  ],
  ['__proto__ with what is required', () => '[{"__proto__":{"id":1,"name":"n"}}]'],
  [
    '40,000 names that occur twice',
    () =>
      `[{"id":1,"name":"n",${Array.from({ length: 20_000 }, (_member, at) => `"m${String(at)}":1,"m${String(at)}":2`).join(',')}}]`,
  ],
  [
    'names that collide in simple hashes',
    () =>
      `[{"id":"x","name":"n",${Array.from({ length: 16_384 }, (_member, at) => `"${at.toString(2).padStart(14, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB')}":1`).join(',')}}]`,
  ],
  [
    'a text that costs backtracking',
    () => `[{"id":1,"name":${'"' + 'a'.repeat(100_000) + '!"'},"description":7}]`,
  ],
  ['an identity of 100,000 digits', () => `[{"id":${'9'.repeat(100_000)},"name":"n"}]`],
  ['NaN, Infinity and comments', () => '[{"id":NaN,"name":Infinity /* x */}]'],
  ['a list that never closes', () => `[${'{"id":1,"name":"n"},'.repeat(50_000)}`],
  ['an object instead of a list', () => '{"items":[],"length":0}'],
  [
    'strings that hold JSON in JSON in JSON',
    () => JSON.stringify(JSON.stringify(JSON.stringify([{ id: 1 }]))),
  ],
];

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Lists that are expensive to judge. */
export const hostileJson: readonly HostileService[] = [
  ...HONEST.map(([name, body]): HostileService => {
    const made = once(body);
    // Created entries are missing in the list: that alone is a violation where the list is read to its end.
    return {
      kind: 'long lists',
      name,
      exits: [1, 2],
      start: spoiled(onList((_call, honest) => wire(withBody(honest, made())))),
    };
  }),
  ...BROKEN.map(([name, body]): HostileService => {
    const made = once(body);
    return {
      kind: 'broken JSON',
      name,
      exits: [1, 2],
      start: spoiled(onList((_call, honest) => wire(withBody(honest, made())))),
    };
  }),
  {
    kind: 'long lists',
    name: '200,000 entries of an honest service',
    exits: [0, 2],
    start: spoiled(
      (_call, honest) => wire(honest),
      () => Array.from({ length: 200_000 }, (_entry, at) => ({ id: at + 1, name: `entry ${String(at)}` })),
    ),
  },
  {
    kind: 'long lists',
    name: 'ten million characters in each created entry',
    exits: [1, 2],
    start: spoiled(
      onSuccess((call, honest) =>
        call.method === 'POST'
          ? wire(withBody(honest, String(honest.body).replace('{', `{"more":"${'x'.repeat(7_000_000)}",`)))
          : wire(honest),
      ),
    ),
  },
];

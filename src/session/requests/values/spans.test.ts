import { expect, test } from 'vitest';
import type { ToldPair } from '../../../interface/parameters/told-pairs.ts';
import type { Json } from '../../../json/value.ts';
import { withSpans } from './spans.ts';

const date = { type: 'string', format: 'date' } as const;

function schemaOf(...names: readonly string[]): {
  readonly type: 'object';
  readonly properties: { [name: string]: Json };
} {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, date])) };
}

function told(kind: ToldPair['kind'], less: string, more: string): ToldPair {
  return { place: 'body', less, more, kind, isStrict: false, words: '' };
}

type Row = readonly [
  what: string,
  names: readonly string[],
  told: readonly ToldPair[],
  body: { readonly [name: string]: Json },
  expected: Json,
];

const SECOND = '2030-05-02';

const rows: readonly Row[] = [
  [
    'a guest arrives first',
    ['arrival', 'departure'],
    [],
    { departure: '2030-01-01', arrival: SECOND },
    { arrival: SECOND, departure: '2030-05-03' },
  ],
  [
    'a train departs first',
    ['departure', 'arrival'],
    [],
    { arrival: '2030-01-01', departure: SECOND },
    { departure: SECOND, arrival: '2030-05-03' },
  ],
  [
    'what the words say, against the order',
    ['departure', 'arrival'],
    [told('date', 'arrival', 'departure')],
    { departure: '2030-01-01', arrival: SECOND },
    { arrival: SECOND, departure: '2030-05-03' },
  ],
  [
    'what the words say, of any names',
    ['opened', 'sealed'],
    [told('date', 'opened', 'sealed')],
    { sealed: '2030-01-01', opened: SECOND },
    { opened: SECOND, sealed: '2030-05-03' },
  ],
  [
    'numbers change places',
    [],
    [told('number', 'least', 'most')],
    { least: 7, most: 3 },
    { least: 3, most: 7 },
  ],
  [
    'numbers in order stay',
    [],
    [told('number', 'least', 'most')],
    { least: 3, most: 7 },
    { least: 3, most: 7 },
  ],
];

test.each(rows)('withSpans() puts the end behind the start: %s', (_what, names, pairs, body, expected) => {
  expect(withSpans(schemaOf(...names), body, pairs)).toEqual(expected);
});

import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../interface/resources/lists/list-queries.ts';
import type { Json } from '../../../json/value.ts';
import { fitOf, isExactly, STRANGE } from './filter-fits.ts';

function filter(kind: Filter['kind'], others: Partial<Filter> = {}): Filter {
  const parameter: Filter['parameter'] = {
    name: 'asked',
    in: 'query',
    required: false,
    schema: true,
    style: 'form',
    explode: false,
    examples: [],
  };
  const none: ReadonlySet<string> = new Set();
  const place = { parameter, member: 'own', within: undefined, isList: false };
  return {
    ...place,
    kind,
    written: undefined,
    open: none,
    listed: undefined,
    areCodes: false,
    usual: undefined,
    isInclusive: false,
    isExclusive: false,
    isSaidBound: false,
    beside: [],
    manner: { anyCase: false, ownCase: false, inside: false },
    isSearch: false,
    ...others,
  };
}

const several = filter('exact', { isList: true, listed: new Set(['red', 'blue', 'green']) });

const codes = filter('exact', { isList: true, areCodes: true });

const strict = filter('exact', { manner: { anyCase: false, ownCase: true, inside: false } });

const listed = filter('item', { listed: new Set(['garden', 'money']) });

describe('fitOf() tells whether an entry was asked for, where a value', () => {
  test.each<readonly [string, Filter, string, Json, string]>([
    ['is a least number, below it', filter('least'), '10', 9, 'other'],
    ['is a least number, on it', filter('least'), '10', 10, 'open'],
    [
      'is a least number that is itself outside, on it',
      filter('least', { isExclusive: true }),
      '10',
      10,
      'other',
    ],
    [
      'is a last day that is itself outside, on it',
      filter('most', { isExclusive: true }),
      '2030-05-02',
      '2030-05-02',
      'other',
    ],
    [
      'is a last day that is itself outside, the day before',
      filter('most', { isExclusive: true }),
      '2030-05-02',
      '2030-05-01',
      'open',
    ],
    ['is a least number, above it', filter('least'), '10', 11, 'fits'],
    ['is a most number, above it', filter('most'), '10', 11, 'other'],
    ['is a first day, the day before', filter('least'), '2030-05-02', '2030-05-01', 'open'],
    ['is a first day, long before', filter('least'), '2030-05-02', '2030-04-20', 'other'],
    [
      'is a last moment, a minute later',
      filter('most'),
      '2030-05-02T10:00:00Z',
      '2030-05-02T10:01:00Z',
      'other',
    ],
    [
      'is a last moment in another zone',
      filter('most'),
      '2030-05-02T10:00:00Z',
      '2030-05-02T11:30:00+02:00',
      'fits',
    ],
    ['is a last moment, of no zone', filter('most'), '2030-05-02T10:00:00Z', '2030-05-02T11:30:00', 'open'],
    ['is a bound of what has no value', filter('least'), '10', null, 'open'],
    ['is an item', filter('item'), 'garden', ['money', 'garden'], 'fits'],
    ['is a part of an item', filter('item'), 'garden', ['gardening'], 'open'],
    ['is no item, and may stand above it', filter('item'), 'electronics', ['phones'], 'open'],
    ['is none of the items that there may be', listed, 'garden', ['money'], 'other'],
    ['is a text of the run, and no item', filter('item'), 'assay-0a1b2c-001', ['money'], 'other'],
    ['is an item of nothing', filter('item'), 'garden', [], 'other'],
    ['is a number among the items', filter('item'), '7', [5, 7], 'fits'],
    ['is no number among the items, and may stand above one', filter('item'), '7', [5], 'open'],
    ['is a number of nothing', filter('item'), '7', [], 'other'],
    ['is one of several', several, 'red,blue', 'blue', 'fits'],
    ['is none of several', several, 'red,blue', 'green', 'other'],
    ['is in another letter case', filter('exact'), 'Kiel', 'KIEL', 'fits'],
    ['is in another letter case, where that matters', strict, 'Kiel', 'KIEL', 'other'],
    ['is one of several codes', codes, 'DE,FR', 'FR', 'fits'],
    ['is none of several codes', codes, 'DE,FR', 'GB', 'other'],
  ])('%s', (_what, one, asked, own, fit) => {
    expect(fitOf(one, asked, { own })).toBe(fit);
    if (fit === 'other') expect(isExactly(one, asked, { own })).toBe(false);
  });
});

describe('isExactly() tells whether an entry has the value in the manner that the document says', () => {
  test.each<readonly [string, Filter['manner'], string, boolean]>([
    ['as it is', { anyCase: false, ownCase: false, inside: false }, 'Garden', true],
    ['in another letter case', { anyCase: false, ownCase: false, inside: false }, 'GARDEN', false],
    [
      'in another letter case, where that does not matter',
      { anyCase: true, ownCase: false, inside: false },
      'GARDEN',
      true,
    ],
    ['in part', { anyCase: true, ownCase: false, inside: false }, 'arde', false],
    ['in part, where that is enough', { anyCase: false, ownCase: false, inside: true }, 'arde', true],
    ['in part, in another letter case', { anyCase: false, ownCase: false, inside: true }, 'ARDE', false],
  ])('%s', (_what, manner, asked, isExact) => {
    expect(isExactly(filter('text', { manner }), asked, { own: 'Garden' })).toBe(isExact);
  });
});

test.each([
  ['Words that say nothing', 'other'],
  ['A mazurka for qZar', 'open'],
  ['Vexjkl', 'open'],
])('a search for a word that nobody has may look for parts of it: %s', (own, fit) => {
  expect(fitOf(filter('anywhere'), STRANGE, { own })).toBe(fit);
});

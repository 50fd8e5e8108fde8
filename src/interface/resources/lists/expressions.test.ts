import { describe, expect, test } from 'vitest';
import type { Parameter } from '../../model.ts';
import { comparisonsOf, writtenAs, writtenIn } from './expressions.ts';
import { placedMembers } from './member-places.ts';

const MEMBERS = placedMembers({
  type: 'object',
  properties: {
    userName: { type: 'string' },
    active: { type: 'boolean' },
    size: { type: 'integer' },
    weight: { type: 'number' },
    state: { enum: ['OPEN', 'SHUT'] },
    created: { type: 'string', format: 'date-time' },
    name: { type: 'string' },
    emails: { type: 'array', items: { type: 'object', properties: { value: { type: 'string' } } } },
  },
});

function parameter(description: string, example?: string): Parameter {
  const examples = example === undefined ? [] : [example];
  return {
    name: 'filter',
    in: 'query',
    required: false,
    schema: { type: 'string' },
    style: 'form',
    explode: true,
    examples,
    description,
  };
}

function said(description: string, example?: string): readonly string[] {
  return comparisonsOf(parameter(description, example), MEMBERS).map(
    ({ kind, written: { before, after } }) => `${kind} ${before}…${after}`,
  );
}

describe('conditions that a parameter takes', () => {
  test.each<readonly [string, string | undefined, readonly string[]]>([
    ['', 'userName eq "bjensen"', ['exact userName eq "…"']],
    [
      "The properties `state` and `name` can be compared with `eq` and `ne`, such as `state eq 'OPEN'`.",
      undefined,
      ["exact state eq '…'", "excluded state ne '…'", "exact name eq '…'", "excluded name ne '…'"],
    ],
    ['For example `state = "OPEN" AND size >= 3`.', undefined, ['exact state = "…"', 'least size >= …']],
    ['As in `created ge "2026-01-01T00:00:00Z"`', undefined, ['least created ge "…"']],
    ['e.g. active eq true', undefined, ['exact active eq …']],
    ['', "$filter=userName eq 'x' and active eq true", ["exact userName eq '…'", 'exact active eq …']],
  ])('%s %s', (description, example, expected) => {
    expect(said(description, example).toSorted()).toEqual(expected.toSorted());
  });

  test.each<readonly [string, string | undefined]>([
    ['The name of the user.', undefined],
    ['A filter expression, with `userName` and `eq`.', undefined],
    ['', 'emails.value eq "a@b.example"'],
    ['', 'nothing eq "x"'],
    ['', 'weight eq 1.5'],
    ['', '{"where": {"name": "x"}}'],
  ])('none: %s %s', (description, example) => {
    expect(said(description, example)).toEqual([]);
  });

  test('what is not to be compared is not', () => {
    expect(said('`name` cannot be compared with `ne`.', 'userName eq "x"')).toEqual([
      'exact userName eq "…"',
    ]);
  });
});

test('what is on a bound fits, but for a moment that may be later than it looks', () => {
  const bounds =
    'Such as `created ge "2026-01-01T00:00:00Z"`, `created le "2026-01-01T00:00:00Z"`, `size le 3`, `size gt 3`';
  const told = comparisonsOf(parameter(bounds), MEMBERS).map(
    ({ written, isInclusive }) => `${written.half} ${String(isInclusive)}`,
  );
  expect(told).toEqual(['created ge true', 'created le false', 'size le true', 'size gt false']);
});

test('a value is read as it was written, and nothing else is', () => {
  const [one] = comparisonsOf(parameter('', 'userName eq "x"'), MEMBERS);
  const written = one?.written ?? expect.fail('no comparison');
  expect(writtenAs(written, 'Anna O.')).toBe('userName eq "Anna O."');
  expect(writtenIn(written, 'userName eq "Anna O."')).toBe('Anna O.');
  for (const value of ['say "so"', "it's", 'a\\b', 'any*', 'line\nend'])
    expect(writtenAs(written, value)).toBeUndefined();
  for (const text of ['userName eq "a" and active eq "b"', 'name eq "a"', 'userName eq "a', ''])
    expect(writtenIn(written, text)).toBeUndefined();
});

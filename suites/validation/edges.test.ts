import { expect, test } from 'vitest';
import { edgesOf, innerPlaces, together, withEdges } from './edges.ts';

const LINE = {
  type: 'object',
  required: ['count'],
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 9 },
    note: { type: ['string', 'null'], maxLength: 3 },
  },
};
const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 2 },
    lines: { type: 'array', maxItems: 2, items: LINE },
    owner: { anyOf: [LINE, { type: 'null' }] },
  },
};
const BODY = { title: 'plain', lines: [{ count: 4, note: 'abc' }], owner: { count: 1 } };

test('edgesOf() has the bounds of members, of those inside of objects and of items, and none that stands there anyway', () => {
  const { outer, inner } = edgesOf(SCHEMA, BODY, () => [{ count: 7 }]);
  const told = [...outer, ...inner].map(({ path, value }) => `${path.join('.')} ${JSON.stringify(value)}`);
  expect(told).toEqual(
    expect.arrayContaining([
      'title "aa"',
      'owner null',
      'lines.0.count 1',
      'lines.0.count 9',
      'lines.0.note null',
      'owner.count 9',
      'lines [{"count":1},{"count":1,"note":"abc"}]',
    ]),
  );
  expect(told).not.toContain('owner.count 1');
  expect(outer.every(({ path }) => path.length === 1)).toBe(true);
});

test('together() puts no edge beside one that it is inside of, and leaves the text of the run alone', () => {
  const { outer, inner } = edgesOf(SCHEMA, BODY, () => []);
  const edges = [...outer, ...inner];
  const groups = together(edges, ['title']);
  expect(groups.flat().length).toBe(edges.length);
  expect(groups.length).toBeLessThan(edges.length);
  for (const group of groups) {
    const names = group.map(({ path }) => path.join('.'));
    for (const name of names)
      expect(names.filter((other) => other === name || other.startsWith(`${name}.`))).toEqual([name]);
    if (names.includes('title')) expect(names).toEqual(['title']);
    const changed = withEdges(BODY, group);
    expect(changed).not.toEqual(BODY);
  }
});

test('innerPlaces() names what each object and list has to hold, outer ones first', () => {
  expect(innerPlaces(SCHEMA)).toEqual([
    ['title'],
    ['lines', '0'],
    ['owner', 'count'],
    ['lines', '0', 'count'],
  ]);
});

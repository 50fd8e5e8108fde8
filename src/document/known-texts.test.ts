import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptText, knownText } from './known-texts.ts';
import { parseYaml } from './yaml.ts';

const files = globSync(['spec/*/*.yaml', 'test/specs/*/*.yaml']);

/** Where each value stands, and a place inside of it that is not written out. */
function locationsIn(value: unknown, location: readonly string[] = []): readonly (readonly string[])[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    location,
    [...location, 'not there', '0'],
    ...inside.flatMap(([name, member]) => locationsIn(member, [...location, name])),
  ];
}

function expectSame(text: string): void {
  const parsed = parseYaml(text, 'file.yaml');
  const kept = keptText(text, parsed);
  const known = knownText(text, kept === undefined ? [] : [kept]);
  expect(known?.root).toEqual(parsed.root);
  const locations = locationsIn(parsed.root);
  expect(locations.map((each) => known?.lineAt(each))).toEqual(locations.map((each) => parsed.lineAt(each)));
}

describe('knownText()', () => {
  test.each(files)('says of %s what the parser says', (file) => {
    expectSame(readFileSync(file, 'utf8'));
  });

  test('says it of any JSON, too, whatever its members are called', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
    fc.assert(
      fc.property(value, (drawn) => expectSame(JSON.stringify(drawn, undefined, 1))),
      { numRuns: 30 },
    );
  });

  test('says nothing of another text, be it one character that differs', () => {
    const kept = keptText('a: 1\n', parseYaml('a: 1\n', 'file.yaml'));
    expect(knownText('a: 1\n', kept === undefined ? [] : [kept])?.root).toEqual({ a: 1 });
    expect(knownText('a: 2\n', kept === undefined ? [] : [kept])).toBeUndefined();
  });

  test('keeps no text with a name that is there twice', () => {
    expect(keptText('a: 1\na: 2\n', parseYaml('a: 1\na: 2\n', 'file.yaml'))).toBeUndefined();
  });
});

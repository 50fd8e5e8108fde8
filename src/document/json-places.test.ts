import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf } from '../../test/specs/library-of.ts';
import { JsonPlaces, repeatedNames } from './json-places.ts';

type Place = { readonly location: readonly string[]; readonly value: unknown };

function placesIn(value: unknown, location: readonly string[] = []): readonly Place[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [{ location, value }, ...members.flatMap(([name, member]) => placesIn(member, [...location, name]))];
}

test('offsetAt() finds every value of any JSON text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify({ top: value }, undefined, indent);
      const places = new JsonPlaces(text);
      for (const { location, value: member } of placesIn(JSON.parse(text))) {
        const rest = text.slice(places.offsetAt(location));
        const name = location.at(-1);
        const owner = location
          .slice(0, -1)
          .reduce<unknown>(
            (at, each) => Object.entries(Object(at)).find(([other]) => other === each)?.[1],
            JSON.parse(text),
          );
        const expected =
          name === undefined || Array.isArray(owner)
            ? JSON.stringify(member, undefined, indent)
            : JSON.stringify(name);
        // Values inside are indented: their first character says that it is the place.
        expect(rest.startsWith(expected.slice(0, typeof member === 'object' ? 1 : undefined))).toBe(true);
      }
    }),
  );
});

test.each([
  ['{"a": {"b": 1, "c": "}\\""}, "d": [1, {"e": 2}]}', ['a', 'c'], '"c"'],
  ['{"a": {"b": 1, "c": "}\\""}, "d": [1, {"e": 2}]}', ['d', '1', 'e'], '"e"'],
  ['{"a": "\\\\", "b": 1}', ['b'], '"b"'],
  ['{"\\u0061": 1}', ['a'], '"\\u0061"'],
  ['{"a": [1]}', ['a', '7'], '"a"'],
])('offsetAt() finds in %s the place of %j', (text, location, start) => {
  const offset = new JsonPlaces(text).offsetAt(location);
  expect(text.slice(offset).startsWith(start)).toBe(true);
});

test('repeatedNames() finds names that one object holds twice, and no others', () => {
  const text = '{"a": 1, "b": {"a": 2, "c": "a"}, "\\u0061": 3, "d": [{"a": 1}, {"a": 2}]}';
  expect(repeatedNames(text)).toEqual([{ name: 'a', offset: text.indexOf('"\\u0061"') }]);
});

test('parseSource() refuses JSON with a name twice, and names the line', () => {
  expect(() => documentOf('{\n"a": 1,\n"a": 2\n}')).toThrow('"a" is there twice');
});

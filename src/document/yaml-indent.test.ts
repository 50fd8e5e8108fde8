import { describe, expect, it } from 'vitest';
import { parseYaml } from './yaml.ts';
import { withDeeperLines } from './yaml-indent.ts';

describe('parseYaml() where lines are not indented enough', () => {
  const rows: readonly (readonly [what: string, lines: readonly string[], value: unknown])[] = [
    ['a text', ['a:', '  b: "one', '  two"', '  c: 1'], { a: { b: 'one two', c: 1 } }],
    ['a text at the margin', ['a:', '  b: "one', 'two"', '  c: 1'], { a: { b: 'one two', c: 1 } }],
    [
      'two of them, one with its quote in it',
      ['a:', "  b: 'it''s", "  one'", '  "c: d": "say \\"two', '  three\\""'],
      { a: { b: "it's one", 'c: d': 'say "two three"' } },
    ],
    ['an item', ['a:', '  - "one', '  two"', '  - 3'], { a: ['one two', 3] }],
    ['a named item', ['- a: "one', '  two"', '  b: 3'], [{ a: 'one two', b: 3 }]],
    [
      'a collection',
      ['a:', '    b: {', '  "c": [1, # }', "  2], d: don't}", '    e: 1'],
      { a: { b: { c: [1, 2], d: "don't" }, e: 1 } },
    ],
    [
      'beside a block that only looks so',
      ['a: |', '  b: "one', '  two', 'c:', '  d: "one', '  two"'],
      { a: 'b: "one\ntwo\n', c: { d: 'one two' } },
    ],
    ['beside an empty line', ['a:', '  b: "one', '', '  two"'], { a: { b: 'one\ntwo' } }],
  ];
  it.each(rows)('reads %s as other parsers do', (_what, lines, value) => {
    expect(parseYaml(lines.join('\n'), 'a.yaml').root).toEqual(value);
  });

  it('keeps the lines, in a large text too', () => {
    for (const others of [0, 9_000]) {
      const more = Array.from({ length: others }, (_, at) => `  m${String(at)}: x\n`).join('');
      const parsed = parseYaml(`a:\n  b: "one\n  two"\n  c: {\n    d: 1}\n${more}e: 1`, 'a.yaml');
      expect(parsed.root).toMatchObject({ a: { b: 'one two', c: { d: 1 } } });
      expect(parsed.lineAt(['a', 'c'])).toBe(4);
      expect(parsed.lineAt(['e'])).toBe(6 + others);
    }
  });

  it('tells what it can read no more than others', () => {
    for (const text of ['a:\n  b: "one\n  two\n  c: 1', 'a:\n  b: {"one\n', 'a: [b', "a: 'b\nc: d"])
      expect(() => parseYaml(text, 'a.yaml')).toThrow(/closing|must|end/);
  });

  it('takes time that grows with the length alone', () => {
    const begun = performance.now();
    for (const lines of ['  b: "c\n', ' {"b\n', '- - - "a\n', "'a': 'b\n\n"]) {
      withDeeperLines(`a:\n${lines.repeat(100_000)}`);
      withDeeperLines(`a: {\n${lines.repeat(100_001)}`);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

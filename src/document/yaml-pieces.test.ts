import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseSource, type SourceDocument } from './source.ts';
import { piecesOf } from './yaml-pieces.ts';
import { THOROUGH } from '../../test/sampled.ts';

const PROSE = 'words: of prose, "quoted" & {more} # no comment\n'.repeat(40);

/** A mapping that is long enough to be cut. */
function wide(entries: number, value: (at: number) => unknown): { readonly [name: string]: unknown } {
  return Object.fromEntries(Array.from({ length: entries }, (_, at) => [`/entry/${String(at)}`, value(at)]));
}

const LARGE = stringify({
  openapi: '3.1.0',
  paths: wide(150, (at) => ({
    get: { description: PROSE, responses: { 200: { description: `The ${String(at)}` } } },
  })),
  components: {
    schemas: wide(150, () => ({ type: 'object', description: PROSE, enum: [1, [2, { a: null }]] })),
  },
});

/** The same text read as a whole: what says `<<` anywhere is not cut. */
function whole(text: string): SourceDocument {
  const uncut = `${text}\n# <<\n`;
  expect(piecesOf(uncut)).toBeUndefined();
  return parseSource(uncut, { path: '/a.yaml', file: 'a.yaml', repeats: 'noted' });
}

function inPieces(text: string): SourceDocument {
  return parseSource(text, { path: '/a.yaml', file: 'a.yaml', repeats: 'noted' });
}

/** Every place in a value. */
function* locationsIn(value: unknown, above: readonly string[] = []): Generator<readonly string[]> {
  yield above;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* locationsIn(member, [...above, name]);
}

function expectSame(text: string): void {
  const [one, other] = [inPieces(text), whole(text)];
  expect(one.root).toEqual(other.root);
  expect(one.repeated).toEqual(other.repeated);
  for (const location of locationsIn(other.root)) {
    if (location.length === 0) continue;
    expect([location, one.lineAt(location)]).toEqual([location, other.lineAt(location)]);
  }
}

describe('a large YAML text', () => {
  test('is cut at the entries of its outer mappings', () => {
    const pieces = piecesOf(LARGE) ?? [];
    expect(pieces.map((piece) => ('head' in piece ? piece.entries.length : 0))).toEqual([0, 150, 1]);
  });

  test.each([
    ['as it is', LARGE],
    ['behind a mark of its begin', `---\n${LARGE}`],
    [
      'with comments and empty lines',
      LARGE.replaceAll(/^ {2}\/entry/gm, '# a comment\n\n  # another\n  /entry'),
    ],
    ['with lines that end as in Windows', LARGE.replaceAll('\n', '\r\n')],
    ['with a name twice in one piece', LARGE.replace('    get:', '    get: {}\n    get:')],
    ['with a name twice in two pieces', LARGE.replace('/entry/7:', '/entry/6:')],
    [
      'with names in quotes',
      LARGE.replaceAll('/entry/1:', '"/entry/1":').replace('/entry/2:', "'/entry/2':"),
    ],
    ['with a name that a prototype has', LARGE.replace('/entry/7:', '__proto__:')],
    [
      'with an anchor in one piece',
      LARGE.replace('type: object', 'x: &a 1\n      y: *a\n      type: object'),
    ],
    ['with an anchor for other pieces', LARGE.replace('openapi: 3.1.0', 'openapi: &a 3.1.0\nversion: *a')],
    [
      'with a bracket that ends where its entry begins',
      LARGE.replace('/entry/1:\n', '/flow: {\n    a: 1\n  }\n  /entry/1:\n'),
    ],
    [
      'with a text of several lines',
      LARGE.replace('/entry/1:\n', '/text: "one\n    two: 2\n    three"\n  /entry/1:\n'),
    ],
    ['with a name of several words', LARGE.replace('/entry/1:\n', 'several words: 1\n  /entry/1:\n')],
    ['with another indentation', stringify(parse(LARGE), { indent: 5 })],
  ])('says the same %s', (_how, text) => {
    expectSame(text);
  });

  test.each([
    ['a text that never ends', LARGE.replace('/entry/9:\n', '/entry/9: "\n')],
    ['an anchor that nobody set', LARGE.replace('/entry/9:\n', '/other: *nothing\n  /entry/9:\n')],
    ['an entry that is indented less', LARGE.replace('  /entry/9:\n', ' /entry/9:\n')],
  ])('is refused with %s, at the same line', (_what, text) => {
    const problemOf = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return error;
      }
    };
    const refusal = problemOf(() => whole(text));
    expect(refusal).toBeInstanceOf(Error);
    expect(problemOf(() => inPieces(text))).toEqual(refusal);
  });

  test('takes no more memory than its texts are long, whatever quotes they are in', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const long = 'Plain words of many letters. '.repeat(100);
    const text = stringify(
      wide(400, (at) => ({ description: `${long}${String(at)}: "more"` })),
      { defaultStringType: 'QUOTE_DOUBLE', aliasDuplicateObjects: false },
    );
    collect();
    const before = process.memoryUsage().heapUsed;
    const { root } = inPieces(text);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4 * text.length);
    expect(root).toEqual(parse(text));
  });

  test('says the same whatever it holds', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 8 }), json, { minKeys: 2, maxKeys: 8 }), (drawn) => {
        const text = stringify({ first: drawn, second: wide(150, () => ({ drawn, PROSE })) });
        expect(inPieces(text).root).toEqual(whole(text).root);
      }),
      { numRuns: THOROUGH ? 8 : 3 },
    );
  });
});

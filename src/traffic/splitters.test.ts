import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HarPart, HarSplitter } from './splitters.ts';

const LIMIT = 10_000;

/** The parts of a text that comes in chunks of these sizes. */
function split(
  text: string,
  sizes: readonly number[] = [1_000_000],
): { parts: HarPart[]; complete: boolean } {
  const splitter = new HarSplitter(LIMIT);
  const bytes = Buffer.from(text);
  const parts: HarPart[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    parts.push(...splitter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return { parts, complete: splitter.complete };
}

function values(parts: readonly HarPart[]): readonly unknown[] {
  return parts.map((part) => (part.kind === 'too-long' ? part.kind : JSON.parse(part.bytes.toString())));
}

describe('HarSplitter', () => {
  test('cuts out what JSON.parse finds, however the bytes come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(undefined, 2),
        (entries, creator, sizes, indent) => {
          const log = { pages: [{ entries: [{ a: 1 }] }], 'ent"ries': [{}], creator, entries, browser: {} };
          const { parts, complete } = split(
            JSON.stringify({ other: { log: {} }, log }, undefined, indent),
            sizes,
          );
          expect(values(parts)).toEqual(
            [creator, ...entries].map((value) => JSON.parse(JSON.stringify(value))),
          );
          expect(complete).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('takes nothing inside of an entry for the beginning of the next', () => {
    const begun = (rest: object): object => ({ startedDateTime: '2026-01-01', ...rest });
    const misleading = [
      begun({ a: [begun({}), begun({}), begun({})] }),
      begun({ text: JSON.stringify([begun({}), begun({})]) }),
      begun({ b: { c: [begun({ d: [] }), begun({})] } }),
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(begun({}), begun({ e: 1 }), ...misleading), { maxLength: 40 }),
        fc.integer({ min: 20, max: 2_000 }),
        fc.constantFrom(undefined, 1),
        (entries, size, indent) => {
          const { parts, complete } = split(JSON.stringify({ log: { entries } }, undefined, indent), [size]);
          expect(values(parts)).toEqual(entries);
          for (const part of parts)
            if (part.kind === 'entry' && part.value !== undefined)
              expect(part.value).toEqual(JSON.parse(part.bytes.toString()));
          expect(complete).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('parses an entry whose end it guessed', () => {
    const entries = Array.from({ length: 5 }, (_, at) => ({ startedDateTime: '2026-01-01', at }));
    const { parts } = split(JSON.stringify({ log: { entries } }));
    expect(parts.map((part) => part.kind === 'entry' && part.value !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['no entries', '{"log":{"version":"1.2"}}', [], false],
    ['a text that ends in an entry', '{"log":{"entries":[{"a":1},{"b":', [{ a: 1 }], false],
    ['entries that are no objects', '{"log":{"entries":[1,"x",[2],{"a":1},null]}}', [[2], { a: 1 }], true],
    ['a log elsewhere', '{"x":{"log":{"entries":[{"a":1}]}}}', [], false],
    ['a byte order mark', '\uFEFF{"log":{"entries":[{"a":"\\\\"}]}}', [{ a: '\\' }], true],
    [
      'an entry over the limit',
      `{"log":{"entries":[{"a":"${'x'.repeat(LIMIT)}"},{"b":2}]}}`,
      ['too-long', { b: 2 }],
      true,
    ],
  ])('takes %s', (_name, text, found, complete) => {
    const result = split(text, [7]);
    expect(values(result.parts)).toEqual(found);
    expect(result.complete).toBe(complete);
  });

  test('holds nothing of nesting without end', () => {
    const splitter = new HarSplitter(LIMIT);
    const open = Buffer.from('{"log":{"entries":[{"a":'.padEnd(200_000, '['));
    expect([...splitter.push(open)]).toEqual([]);
    expect(splitter.complete).toBe(false);
  });
});

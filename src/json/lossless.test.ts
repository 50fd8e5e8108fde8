import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { parseExactJson, parseJson, plainText, printJson } from './lossless.ts';
import type { Json } from './value.ts';

function parse(text: string): ReturnType<typeof parseJson> {
  return parseJson(Buffer.from(text));
}

function valueOf(text: string): Json {
  const parsed = parse(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.value;
}

/** The value with doubles in place of large integers. */
function rounded(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => rounded(item));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

describe('parseJson()', () => {
  test.each<[string, Json]>([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['[1, 18446744073709551616]', [1, 18_446_744_073_709_551_616n]],
    [`-${'9'.repeat(1000)}`, -(10n ** 1000n - 1n)],
    [`-${'9'.repeat(1001)}`, -Infinity],
    ['1e3', 1000],
    ['1e30', 1e30],
    ['9223372036854775808.5', 2 ** 63],
    ['-0', -0],
    ['1e999', Infinity],
    ['0.1000000000000000055511151231257827', 0.1],
    ['"9223372036854775807"', '9223372036854775807'],
    ['"\\ud800"', '\ud800'],
    [' \t\r\n null \n', null],
    ['{"a":{"b":[true,false,null,"x"]}}', { a: { b: [true, false, null, 'x'] } }],
  ])('gives the exact value, when the text is %s', (text, value) => {
    expect(valueOf(text)).toStrictEqual(value);
  });

  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{', ''],
    ['{"a":1}x', ''],
    ['[1,]', ''],
    ["{'a':1}", ''],
    ['{"\\x":1}', ''],
    ['NaN', ''],
    ['01', ''],
    ['"\n"', ''],
    ['\u00a0null', ''],
    ['"a', ''],
    ['"a\\', ''],
  ])('tells that it is invalid, when the text is %j', (text, reason) => {
    const parsed = parse(text);
    expect(parsed.kind).toBe('invalid');
    if (parsed.kind === 'invalid') expect(parsed.reason).toContain(reason);
  });

  test.each([
    ['a byte that never occurs', [0x22, 0xff, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x31, 0]],
  ])('tells that it is invalid, when the UTF-8 has %s', (_title, bytes) => {
    expect(parseJson(Uint8Array.from(bytes))).toEqual({ kind: 'invalid', reason: 'not valid UTF-8' });
  });

  test('tells of a byte order mark and reads on, when there is one', () => {
    expect(parse('\uFEFF{"a":1}')).toMatchObject({ kind: 'json', byteOrderMark: true, value: { a: 1 } });
    expect(parse('{"a":1}')).toMatchObject({ byteOrderMark: false });
    expect(parse('\uFEFF\uFEFF1').kind).toBe('invalid');
  });

  test.each<[string, readonly string[]]>([
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['[{"x":1,"y":{"z":1,"z" : 2},"x":3}]', ['z', 'x']],
    ['{"a":"a","b":["a","a"]}', []],
    ['{"a":1,"a":2,"a":3}', ['a']],
    ['{"__proto__":1,"__proto__":2,"toString":1}', ['__proto__']],
    ['{"{\\"":1,"{\\"":2}', ['{"']],
    ['{"":1,"" \n:2}', ['']],
    [`{${Array.from('abcdefghijklmbal', (name) => `"${name}":1`).join(',')}}`, ['b', 'a', 'l']],
  ])('names the members that occur twice, when the text is %s', (text, names) => {
    expect(parse(text)).toMatchObject({ kind: 'json', duplicateNames: names });
  });

  test('keeps __proto__ as an ordinary member, with and without large integers', () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":9007199254740993}}']) {
      const value = valueOf(text);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value ?? {})).toEqual(['__proto__']);
      expect(printJson(value)).toBe(text);
    }
  });

  test.each(['[', '{"a":', '[{"a":'])(
    'tells that it is nested too deeply, when %s comes 100000 times',
    (open) => {
      const close = Array.from(open)
        .map((character) => ({ '[': ']', '{': '}' })[character] ?? '')
        .reverse()
        .join('');
      const text = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
      expect(parse(text)).toEqual({ kind: 'invalid', reason: 'nested deeper than 512 levels' });
    },
  );

  test('parses, when the nesting is deep but allowed', () => {
    expect(parse(`${'['.repeat(512)}9007199254740993${']'.repeat(512)}`).kind).toBe('json');
    expect(parse(`${'['.repeat(513)}${']'.repeat(513)}`).kind).toBe('invalid');
  });

  test('stays quick, when an integer has a million digits', () => {
    expect(valueOf('9'.repeat(1_000_000))).toBe(Infinity);
  });

  test('agrees with JSON.parse, but for integers that it rounds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(rounded(valueOf(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('never throws, when the bytes are anything', () => {
    const alphabet = fc.constantFrom(...Array.from('{}[]",:\\0u19e-. \n'));
    fc.assert(fc.property(fc.string({ unit: alphabet }), (text) => typeof parse(text).kind === 'string'));
    fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof parseJson(bytes).kind === 'string'));
  });
});

/** JSON texts with what readers differ about: long and large numbers, signs, names that come twice, half characters. */
const numberText = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.tuple(fc.integer(), fc.nat({ max: 400 })).map(([digits, exponent]) => `${digits}E+${exponent}`),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}e-7`),
  fc.constantFrom(
    '-0',
    '-0.0',
    '0e999',
    '1e308',
    '2e308',
    '-1e0400',
    '9'.repeat(309),
    `-1${'0'.repeat(309)}`,
  ),
);
const stringText = fc
  .array(
    fc.constantFrom('a', '1', '12345678901234567', '\\ud800', '\\u0061', '\\n', '😀', 'e400', '[', '{'),
    {
      maxLength: 3,
    },
  )
  .map((parts) => `"${parts.join('')}"`);
const { jsonText } = fc.letrec<{ jsonText: string }>((tie) => ({
  jsonText: fc.oneof(
    { maxDepth: 4 },
    numberText,
    stringText,
    fc.constantFrom('null', 'true', ' false '),
    fc.array(tie('jsonText'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(fc.oneof(stringText, fc.constantFrom('"__proto__"', '"a"')), tie('jsonText')), {
        maxLength: 4,
      })
      .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`),
  ),
}));

function holdsInfinite(value: Json): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInfinite);
}

describe('parseExactJson()', () => {
  test('reads what parseJson() reads, but for numbers beyond a double, and printJson() gives it back', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value = valueOf(text);
        const exact = parseExactJson(text);
        if (holdsInfinite(value)) expect(exact).toEqual({ kind: 'invalid', reason: 'a number is too large' });
        else {
          expect(exact).toStrictEqual({ kind: 'json', value });
          expect(parseExactJson(printJson(value))).toStrictEqual(exact);
        }
      }),
    );
  });

  test('refuses and reads the same texts as parseJson(), whatever the characters', () => {
    const alphabet = fc.constantFrom(...Array.from('{}[]",:\\0u19-. \n'));
    fc.assert(
      fc.property(fc.string({ unit: alphabet }), (text) => {
        expect(parseExactJson(text).kind).toBe(parse(text).kind);
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['a comma too many', '[1,]'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['a hundred thousand matched brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a hundred thousand members inside each other', '{"a":'.repeat(100_000)],
    ['a number that no double holds', '[1e400]'],
    ['a number that no double holds, with sign and fraction', '[1.5E+0400]'],
    ['a million digits', `[${'9'.repeat(1_000_000)}]`],
    ['a byte order mark', '\uFEFF{}'],
  ])('refuses without throwing, when given %s', (_name, text) => {
    expect(parseExactJson(text)).toMatchObject({ kind: 'invalid' });
  });

  test('refuses the same depth as parseJson(), and counts no brackets inside text', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseExactJson(deep(512)).kind).toBe('json');
    expect(parseExactJson(deep(513))).toEqual(parse(deep(513)));
    expect(parseExactJson(JSON.stringify({ a: `"\\${'['.repeat(600)}` })).kind).toBe('json');
  });
});

describe('printJson()', () => {
  test('gives back what parseJson() read, when there are integers of any size', () => {
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false, -0, Infinity, -Infinity),
        fc.maxSafeInteger(),
        fc.double({ noNaN: true }),
        fc.bigInt().filter((integer) => !Number.isSafeInteger(Number(integer))),
        fc.string({ unit: anyCharacter }),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')).map((object) => ({ ...object })),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        expect(valueOf(printJson(given))).toStrictEqual(given);
      }),
    );
    expect(printJson({ a: [-0, 9_007_199_254_740_993n, 'é"'] })).toBe('{"a":[-0,9007199254740993,"é\\""]}');
  });

  test.each([
    ['an ordinary object', '{"a":[1,"b",null,true]}'],
    ['an int64 beyond a double', '{"id":9223372036854775807,"other":-9223372036854775808}'],
    ['the smallest integer that a double misses', '{"id":9007199254740993}'],
    ['a zero with a sign', '[-0]'],
    ['a large double that is no integer as written', '[1.152921504606847e+18]'],
    ['a member named __proto__', '{"__proto__":{"a":1},"constructor":2}'],
    ['a lone surrogate', String.raw`{"a":"\ud800"}`],
    ['emoji, quotes and NUL', String.raw`{"a":"😀\"'\u0000"}`],
    ['an empty name', '{"":0}'],
    ['a fraction', '{"a":0.1}'],
  ])('keeps every character, when given %s', (_name, text) => {
    expect(printJson(valueOf(text))).toBe(text);
  });
});

test('plainText() leaves text unquoted, when a value goes into a path', () => {
  expect([plainText('a b'), plainText(12n), plainText(1)]).toEqual(['a b', '12', '1']);
});

import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { escapeXml, escapeXmlAttribute } from './data/xml.ts';
import { escapeTerminal } from './escape.ts';

describe('escapeTerminal()', () => {
  test.each([
    ['ordinary text', 'status 201, "Grüße 😀 日本"', 'status 201, "Grüße 😀 日本"'],
    ['an ANSI sequence', '\u001b[2J\u001b[31mred', '\\u{1b}[2J\\u{1b}[31mred'],
    ['an 8-bit control sequence', '\u009b31m', '\\u{9b}31m'],
    ['a title change with BEL', '\u001b]0;pwned\u0007', '\\u{1b}]0;pwned\\u{7}'],
    ['lines', 'a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['NUL and DEL', '\u0000\u007f', '\\u{0}\\u{7f}'],
    ['a bidi override', 'a\u202egnp.exe', 'a\\u{202e}gnp.exe'],
    ['bidi isolates', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
    ['zero width characters', 'a\u200bb\u200dc\ufeff', 'a\\u{200b}b\\u{200d}c\\u{feff}'],
    ['line separators', '\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
    ['tag characters', '\u{e0041}', '\\u{e0041}'],
    ['unusual spaces', 'a\u00a0b\u3000c d', 'a\\u{a0}b\\u{3000}c d'],
    ['fillers that show nothing', '\u3164\u115f', '\\u{3164}\\u{115f}'],
    ['a workflow command', '::error::pwned', '\\u{3a}:error::pwned'],
    ['one that a broken line may begin with', 'see ::stop-commands::x', 'see \\u{3a}:stop-commands::x'],
    ['a command with brackets', 'x ##[add-path]/tmp', 'x \\u{23}#[add-path]/tmp'],
    ['one of another CI service', '###vso[task.setvariable]x', '#\\u{23}#vso[task.setvariable]x'],
    ['colons that are no command', 'http://[::1]:80 std::string ##', 'http://[::1]:80 std::string ##'],
    ['a pile of marks', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u{301}\\u{301}`],
  ])('escapeTerminal() is safe to print, when given %s', (_name, text, shown) => {
    expect(escapeTerminal(text)).toBe(shown);
  });

  test('escapeTerminal() cuts between characters and says how much is missing, when the text is long', () => {
    expect(escapeTerminal('😀😀😀', 2)).toBe('😀😀… (2 more)');
    expect(escapeTerminal('abc', 3)).toBe('abc');
  });

  test('escapeTerminal() leaves nothing that controls a terminal, for any text', () => {
    const anyText = fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes));
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, maxLength) => {
        const shown = escapeTerminal(text, maxLength);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(escapeTerminal(shown, Infinity)).toBe(shown);
      }),
    );
  });
});

/** The text as a strict XML 1.0 parser reads it back. */
function read(text: string): string {
  let content = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (part) => {
    content += part;
  });
  parser
    .write(`<a>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</a>`)
    .close();
  return content;
}

test.each([
  ['NUL', '\u0000', '\\u{0}'],
  ['an escape', '\u001b[31m', '\\u{1b}[31m'],
  ['a carriage return', 'a\r\nb', 'a\\r\nb'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
  ['a noncharacter', '\ufffe\uffff', '\\u{fffe}\\u{ffff}'],
  ['a control of C1', '\u009b', '\\u{9b}'],
  ['mark-up', '<a>&]]>', '<a>&]]>'],
  ['an astral character', '🚀', '🚀'],
  ['a tab and a line break', '\t\n', '\t\n'],
])('escapeXml() keeps or spells out %s', (_name, text, expected) => {
  expect(escapeXml(text)).toBe(expected);
});

test('escapeXml() makes text that a strict parser reads back unchanged, whatever it gets', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        const escaped = escapeXml(text);
        expect(read(escaped)).toBe(escaped);
      },
    ),
    { numRuns: 1000 },
  );
});

test('escapeXml() says how much it left out, when the text is too long', () => {
  expect(escapeXml('a🚀bcd', 3)).toBe('a🚀… (3 more)');
  expect(escapeXml('a🚀bcd', 2)).toBe('a… (5 more)');
});

test('escapeXmlAttribute() turns line breaks and tabs into one space', () => {
  expect(escapeXmlAttribute('a\n\tb\u0001')).toBe('a b\\u{1}');
});

import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { escapeXml, escapeXmlAttribute } from './escape-xml.ts';

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

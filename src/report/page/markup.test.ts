import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import { escapeTerminal } from '../escape.ts';
import { html, markupText, ownText, preformatted } from './markup.ts';

describe('html()', () => {
  test('escapes values, joins lists, drops what is undefined, and leaves markup as it is', () => {
    const inner = html`<b title="${'"<>&\''}">${7}</b>`;
    expect(markupText(html`<p>${['<i>', inner, undefined]}</p>`)).toBe(
      '<p>&lt;i&gt;<b title="&quot;&lt;&gt;&amp;&apos;">7</b></p>',
    );
  });

  test('takes no object for markup that it did not make', () => {
    const forged = JSON.parse('{"markup":"<script>"}') as string;
    expect(() => markupText(html`${forged}`)).toThrow();
  });

  test('cuts a long text and says so', () => {
    expect(markupText(html`${'<'.repeat(1001)}`)).toMatch(/^(&lt;){1000}… \(1 more\)$/);
  });

  test('any text comes out as text that reads as on the terminal, in valid UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.nat(3), (text, at) => {
        const hostile = `${text.slice(0, at)}\ud800<"'&>\u202e${text.slice(at)}`;
        const written = markupText(html`${hostile}`);
        expect(written).not.toMatch(/[<>"']/);
        expect(Buffer.from(written).toString()).toBe(written);
        expect(decodeHTML(written)).toBe(escapeTerminal(hostile, 1000));
      }),
      { numRuns: 60 },
    );
  });
});

test('preformatted() keeps line feeds and escapes everything else', () => {
  expect(markupText(preformatted('a\n<b>\r\n\u{1b}'))).toBe('a\n&lt;b&gt;\\r\n\\u{1b}');
});

test('ownText() is left as it is', () => {
  expect(markupText(ownText('a < b'))).toBe('a < b');
});

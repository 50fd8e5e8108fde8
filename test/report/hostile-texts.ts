/** Texts that a hostile service may send, by what they try. `EVIL` marks them. */
export const hostileTexts: { readonly [name: string]: string } = {
  'a script': '<script>alert("EVIL")</script><img src=x onerror=alert(1)>',
  'the end of a section': ']]> --> */ </textarea></pre></code></summary></details> EVIL',
  'control characters': 'EVIL\u0000\u0001\u0007\b\u000b\u000c\u001b\u007f\u0080\u009b\r\nnext',
  'ANSI escapes': '\u001b[2J\u001b[31mEVIL\u001b]0;title\u0007\u009b31m',
  'bidi overrides': 'EVIL\u202egnp.exe\u2066\u2069\u200f\ufeff\u2028\u2029',
  'lone surrogates': 'EVIL\ud83d and \udc00 apart \ufffe\uffff',
  'people and issues':
    '@EVIL/team #1 GH-2 EVIL/repo#3 !4 $5 ~6 https://evil.example/ www.evil.example a@evil.example',
  'links and pictures': '[EVIL](javascript:alert(1)) ![EVIL](//evil.example/x.png) <https://evil.example>',
  'ends of code': '``` EVIL `` ` ```` \n```\n</code>\n~~~\n    # EVIL',
  'cells of tables': 'EVIL | a \\| b \\\\| [EVIL](x) | \\',
  'headings and lists': '\n# EVIL\n- EVIL\n1. EVIL\n> EVIL\n---\n| EVIL |\n| --- |',
  'workflow commands':
    '\n::error file=EVIL::x\n::set-output name=EVIL::y%0A::stop-commands::EVIL\n##[error]EVIL%25 ##vso[task.EVIL]x ::warning::EVIL',
  'lines of TAP': '\nnot ok 99 - EVIL # TODO \\# SKIP\n1..0\nBail out! EVIL\n  ...\n  ---\nEVIL: [}',
  'placeholders of SARIF': '{0} EVIL {{1}} [EVIL](0) \\[x\\](1)',
  'escapes of others': '%0A%3A&#60;script&#62;&lt;\\u003cscript\\u003e$(EVIL)`EVIL`${EVIL}',
  'combining marks': `EVIL${'\u0301'.repeat(200)}`,
  nothing: '',
};

/** A mebibyte in UTF-8: longer than what anything shows. */
export const ENDLESS: string = `EVIL${'x<|`@\u202e'.repeat(131_072)}`;

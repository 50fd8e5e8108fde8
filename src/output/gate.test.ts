import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { createGate, type Gate } from './gate.ts';
import { THOROUGH } from '../../test/sampled.ts';

function createRedactor(key: string | undefined): Gate {
  const made = createGate();
  made.add(key, '$ASSAY_KEY');
  return made;
}

const KEY = 'Zk9/"q+7&w<Xy_tail';
const { text } = createRedactor(KEY);

function base64(value: string): string {
  return Buffer.from(value).toString('base64');
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Every run of 4 characters of the key, in lower case. */
function traces(key: string, inside: string): readonly string[] {
  const lower = inside.toLowerCase();
  return Array.from({ length: key.length - 3 }, (_, index) =>
    key.slice(index, index + 4).toLowerCase(),
  ).filter((run) => lower.includes(run));
}

const WRITTEN: readonly (readonly [string, string])[] = [
  ['as it is', KEY],
  ['in lower case', KEY.toLowerCase()],
  ['in upper case', KEY.toUpperCase()],
  [
    'in swapped case',
    KEY.replaceAll(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())),
  ],
  ['without its end', KEY.slice(0, -1)],
  ['with a suffix', `${KEY}x`],
  ['with a prefix', `x${KEY}`],
  ['for a URL', encodeURIComponent(KEY)],
  ['for a URL in lower case', encodeURIComponent(KEY).toLowerCase()],
  ['in percent throughout', [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['in JSON', JSON.stringify(KEY).slice(1, -1)],
  ['in JSON with slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
  [
    'in JSON for HTML',
    JSON.stringify(KEY).slice(1, -1).replaceAll('<', '\\u003c').replaceAll('&', '\\u0026'),
  ],
  [
    'in HTML',
    KEY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('+', '&#43;'),
  ],
  [
    'in HTML with hexadecimal',
    KEY.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;').replaceAll('/', '&#x2F;'),
  ],
];

const CUT: readonly (readonly [string, string])[] = [
  ...WRITTEN,
  ['in base64', base64(KEY)],
  ['in base64 after a user', base64(`u:${KEY}`).slice(4)],
];

/** Forms that are needles of their own, for a key as services give them out. */
const LIVE = 'sk7LiveQ2-9dKx4-Rt8Wm';
const full = (text_: string): string =>
  text_.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const FURTHER: readonly (readonly [string, string])[] = [
  ['in base32', 'ONVTOTDJOZSVCMRNHFSEW6BUFVJHIOCXNU'],
  ['in base32 behind other bytes', 'PB4HG2ZXJRUXMZKRGIWTSZCLPA2C2UTUHBLW2'],
  ['rotated by thirteen', LIVE.replaceAll(/[a-z]/gi, (one) => rotated(one))],
  ['from the end in base64', Array.from(base64(LIVE)).reverse().join('')],
  ['with dots', Array.from(LIVE).join('.')],
  ['as a list', JSON.stringify(Array.from(LIVE))],
  ['without its dashes', LIVE.replaceAll('-', '')],
  ['with other signs', LIVE.replaceAll('-', '_')],
  ['in full width', full(LIVE)],
  ['in bits', Array.from(Buffer.from(LIVE), (byte) => byte.toString(2).padStart(8, '0')).join(' ')],
  ['as numbers apart', Array.from(Buffer.from(LIVE)).join(' ')],
  ['for a mail', Array.from(Buffer.from(LIVE), (byte) => `=${byte.toString(16).toUpperCase()}`).join('')],
  ['without its first quarter', LIVE.slice(6)],
  ['without its last quarter', LIVE.slice(0, -6)],
];

function rotated(letter: string): string {
  const first = letter <= 'Z' ? 0x41 : 0x61;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

describe('text() with further forms', () => {
  const further = createRedactor(LIVE);

  test.each(FURTHER)('finds the key %s', (_how, written) => {
    const shown = further.text(`before ${written} after`);
    expect(shown).toMatch(/^before .{0,16} after$/);
    expect(shown).not.toContain(written.slice(0, 12));
  });

  test('leaves alone what only begins like it', () => {
    const said = `key ${LIVE.slice(0, 7)} of ${LIVE.slice(-5)}, s-k-7, c2s3 and sk7live`;
    expect(further.text(said)).toBe(said);
  });

  test('never reaches over the structure of an output', () => {
    const output = `{"a":"${LIVE.slice(0, 8)}"},{"b":["${LIVE.slice(8, 14)}"]}`;
    expect(further.output(output)).toBe(output);
  });
});

describe('createRedactor()', () => {
  test.each(WRITTEN)('replaces the key in text and bytes, when it is written %s', (_title, written) => {
    for (const around of ['', ' ', '"', 'x', '\u00ff', '\0']) {
      const before = `${around}${written}${around}`;
      const after = text(before);
      expect(after).toContain('$ASSAY_KEY');
      expect(after.startsWith(around) && after.endsWith(around)).toBe(true);
      expect(traces(KEY, after)).toEqual([]);
      expect(latin1(createRedactor(KEY).bytes(Buffer.from(before, 'latin1')))).toBe(after);
    }
  });

  test.each(['', 'u', 'us', 'use', 'user:', 'assay-user:'])(
    'replaces the key in base64, when %j stands before it',
    (before) => {
      for (const key of [KEY, 'abc4', 'averyordinarykey0123']) {
        for (const after of ['', '!', '!!', ' and more']) {
          for (const written of [key, key.toUpperCase(), key.toLowerCase()]) {
            const encoded = base64(before + written + after);
            for (const form of [
              encoded,
              encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
            ]) {
              const redacted = createRedactor(key).text(`Basic ${form}.`);
              expect(redacted).toContain('$ASSAY_KEY');
              const left = Buffer.from(
                redacted.replace('Basic ', '').split('$ASSAY_KEY')[0] ?? '',
                'base64',
              ).toString('latin1');
              expect(traces(key, left)).toEqual([]);
            }
          }
        }
      }
    },
  );

  test('replaces the password too, when the key is a user and a password', () => {
    const redactor = createRedactor('someone:hunter22');
    expect(redactor.text('bad password hunter22 for someone')).toBe('bad password $ASSAY_KEY for someone');
    expect(redactor.text('someone:hunter22')).toBe('$ASSAY_KEY');
    expect(redactor.text(base64('hunter22'))).not.toContain(base64('hunter22').slice(0, 6));
  });

  test('leaves everything else as it is, byte by byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(createRedactor('never-in-there-0123').bytes(bytes)).toBe(bytes);
      }),
    );
    expect(text('Zk9/ is not the key, nor is tail')).toBe('Zk9/ is not the key, nor is tail');
  });

  test('keeps bytes around the key, when they are no UTF-8', () => {
    const before = Buffer.concat([Buffer.from([0xff, 0xc3]), Buffer.from(KEY), Buffer.from([0x80, 0, 0xfe])]);
    expect(latin1(createRedactor(KEY).bytes(before))).toBe('\u00ff\u00c3$ASSAY_KEY\u0080\0\u00fe');
  });

  test('finds a key of other letters, when it comes in UTF-8 or in a string', () => {
    const redactor = createRedactor('ключ-ø1');
    expect(redactor.text('<ключ-ø1>')).toBe('<$ASSAY_KEY>');
    expect(latin1(redactor.bytes(Buffer.from('<ключ-ø1>')))).toBe('<$ASSAY_KEY>');
    expect(redactor.text(encodeURIComponent('ключ-ø1'))).toBe('$ASSAY_KEY');
  });

  test('leaves key expressions alone, when the key occurs in them', () => {
    const expressions = 'Bearer $ASSAY_KEY, ${ASSAY_KEY%?} and $(printf %s "$ASSAY_KEY" | tr A-Za-z a-zA-Z)';
    expect(createRedactor('ASSAY_KEY').text(expressions)).toBe(expressions);
    expect(createRedactor('tr A-Za-z a').text(`${expressions} tr A-Za-z a`)).toBe(
      `${expressions} $ASSAY_KEY`,
    );
  });

  test.each(['abc', 'admin', 'secret', '1234', 'admin:admin'])(
    'leaves the common word in %s alone',
    (key) => {
      const said = '{"role":"admin","abc":[1234],"is":"a secret of the administrator"}';
      expect(createRedactor(key).text(said)).toBe(said);
      expect(createRedactor(key).output(said)).toBe(said);
    },
  );

  test('finds a pair of common words where it stands as a pair', () => {
    const { text: redact } = createRedactor('admin:admin');
    expect(redact('Basic YWRtaW46YWRtaW4= of admin:admin')).toBe('Basic $ASSAY_KEY= of $ASSAY_KEY');
  });

  test('changes nothing, when there is no key', () => {
    for (const key of [undefined, '']) expect(createRedactor(key).text('abc $& abc')).toBe('abc $& abc');
  });

  test('stays quick, when the text is hostile to the pattern', () => {
    const { text: redact } = createRedactor('%%%%&&&&\\\\\\\\aaaaaaaa');
    for (const piece of ['%', '%25', '&', '&amp;', '\\', 'a', '%%%%&&&&\\\\\\\\aaaa']) {
      expect(redact(piece.repeat(20_000)).length).toBeGreaterThan(0);
    }
  });

  const answer = {
    status: 200,
    reason: `OK ${KEY}`,
    httpVersion: '1.1',
    headers: [[`X-${KEY}`, `a ${KEY} b`]] as const,
    trailers: [['X-T', encodeURIComponent(KEY)]] as const,
    body: Buffer.from(`{"k":${JSON.stringify(KEY)}}`),
    truncated: false,
  };
  const exchange: Exchange = {
    id: 'x1',
    probe: 'p',
    request: {
      method: 'POST',
      target: `/x?k=${encodeURIComponent(KEY)}`,
      headers: [
        ['Authorization', 'Bearer $ASSAY_KEY'],
        ['X-Own', KEY],
      ],
      body: Buffer.from(KEY),
      credential: { kind: 'valid' },
    },
    result: { kind: 'answer', answer },
    sentAt: 1,
    startMs: 1,
    firstByteMs: 2,
    endMs: 3,
    repeats: undefined,
  };

  test('leaves no trace of the key in an exchange, wherever it stands', () => {
    const redacted = createRedactor(KEY).value(exchange);
    const parts = JSON.stringify(redacted, (_name, value: unknown) =>
      value instanceof Uint8Array ? latin1(value) : value,
    );
    expect(traces(KEY, parts.replaceAll('$ASSAY_KEY', ''))).toEqual([]);
    expect(redacted.request.headers).toEqual([
      ['Authorization', 'Bearer $ASSAY_KEY'],
      ['X-Own', '$ASSAY_KEY'],
    ]);
    expect(redacted.result).toMatchObject({
      answer: {
        status: 200,
        reason: 'OK $ASSAY_KEY',
        headers: [['X-$ASSAY_KEY', 'a $ASSAY_KEY b']],
        trailers: [['X-T', '$ASSAY_KEY']],
      },
    });
    expect(redacted).toMatchObject({ id: 'x1', probe: 'p', sentAt: 1, startMs: 1, firstByteMs: 2, endMs: 3 });
  });

  test('redacts each line of an exchange as the line alone, whatever stands in the others', () => {
    const pieces = fc.constantFrom(
      ...WRITTEN.map(([, written]) => written),
      '$ASSAY_KEY',
      '…',
      KEY.slice(0, 5),
    );
    const line = fc.array(fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 4 }) }, pieces), {
      maxLength: 3,
    });
    const lines = fc.array(
      fc.tuple(
        fc.constantFrom('A', `X-${KEY}`),
        line.map((parts) => parts.join('')),
      ),
    );
    const property = fc.property(lines, (headers) => {
      const { result } = createRedactor(KEY).value({
        ...exchange,
        request: { ...exchange.request, target: '/' },
        result: { kind: 'answer', answer: { ...answer, reason: 'OK', headers, trailers: [] } },
      });
      const alone = headers.map(([name, value]) => [text(name), text(value)]);
      expect(result).toMatchObject({ answer: { headers: alone } });
    });
    fc.assert(property, { seed: 7 });
  });

  test('replaces the key in the detail of a failure', () => {
    const failure = { kind: 'reset', detail: `lost ${KEY}`, bytesReceived: 0 } as const;
    const redacted = createRedactor(KEY).value({ ...exchange, result: { kind: 'failure', failure } });
    expect(redacted.result).toEqual({ kind: 'failure', failure: { ...failure, detail: 'lost $ASSAY_KEY' } });
  });

  test.each(CUT)(
    'leaves no beginning of the key at the end of a cut body, when it is written %s',
    (_title, written) => {
      for (let length = 1; length <= written.length; length += 1) {
        const body = Buffer.from(`before ${written.slice(0, length)}`);
        const cut = createRedactor(KEY).value({
          ...exchange,
          result: { kind: 'answer', answer: { ...answer, body, truncated: true } },
        });
        if (cut.result.kind === 'failure') throw new Error('no answer');
        const left = latin1(cut.result.answer.body);
        expect(left.startsWith('before ')).toBe(true);
        if (!left.includes('$ASSAY_KEY')) expect(traces(KEY, left)).toEqual([]);
        expect(traces(KEY, left.replaceAll('$ASSAY_KEY', ' '))).toEqual([]);
      }
    },
  );

  test('keeps the end of a body, when it was not cut or does not begin a key', () => {
    const redactBody = (body: string, truncated: boolean): string => {
      const cut = createRedactor(KEY).value({
        ...exchange,
        result: { kind: 'answer', answer: { ...answer, body: Buffer.from(body), truncated } },
      });
      return cut.result.kind === 'answer' ? latin1(cut.result.answer.body) : '';
    };
    const beginning = KEY.slice(0, 4);
    expect(redactBody(`x ${beginning}`, false)).toBe(`x ${beginning}`);
    expect(redactBody(`x ${beginning}`, true)).toBe('x $ASSAY_KEY');
    expect(redactBody(`x ${beginning} y`, true)).toBe(`x ${beginning} y`);
    expect(redactBody('', true)).toBe('');
  });

  test.each([
    ['in capitals, percent-encoded', 'q%51%57%37%2d%4b%4c%4d%4e', 'q$ASSAY_KEY'],
    [
      'in capitals, as JSON escapes',
      String.raw`\u0051\u0057\u0037\u002d\u004b\u004c\u004d\u004e.`,
      '$ASSAY_KEY.',
    ],
    [
      'cut in the middle by a quotation',
      'the key QW7-K… (90 characters)',
      'the key $ASSAY_KEY… (90 characters)',
    ],
  ])('text() finds a key %s', (_how, given, expected) => {
    expect(createRedactor('Qw7-kLmN').text(given)).toBe(expected);
  });

  test('text() finds quotes and backslashes of a key in JSON inside JSON', () => {
    const key = 'a"b\\c\'d';
    const given = JSON.stringify({ text: JSON.stringify({ said: key }) });
    expect(createRedactor(key).text(given)).not.toContain('b');
  });
});

describe('createGate() on long bodies', () => {
  const SECRET = 'Long-12345-AbCdE-67890';
  const guarding = (): Gate => {
    const made = createGate();
    made.add(SECRET, '$ASSAY_KEY');
    return made;
  };

  test.each(['7', 'ab1', 'QUJD', '\\u0041', '%41', '\n', '72,111,'])(
    'bytes() bears a long run of %j',
    (unit) => {
      const body = Buffer.alloc(1_200_000, unit);
      expect(guarding().bytes(body)).toBe(body);
    },
  );

  test('bytes() takes a secret out of a body in which it stands thousands of times', () => {
    const times = THOROUGH ? 100_000 : 10_000;
    const body = Buffer.from(`{"name":"${`${SECRET.slice(0, -1)} `.repeat(times)}"}`);
    const clean = Buffer.from(guarding().bytes(body)).toString();
    expect(clean).toBe(`{"name":"${'$ASSAY_KEY '.repeat(times)}"}`);
  });

  test('bytes() finds a secret wherever in a long body it stands, also encoded', () => {
    const made = guarding();
    for (const written of [SECRET, Buffer.from(`x${SECRET}`).toString('base64')]) {
      for (let at = 65_400; at < 65_600; at += 23) {
        const body = Buffer.from(`${'. '.repeat(at / 2)}${written}${' .'.repeat(40_000)}`);
        expect(Buffer.from(made.bytes(body)).toString()).not.toContain(written);
      }
    }
  });
});

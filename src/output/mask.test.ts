import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleInterface } from '../../test/samples/sample-interface.ts';
import { sampleExchange } from '../../test/samples/sample-record.ts';
import type { Exchange, HeaderLine } from '../http/exchange.ts';
import { plainJson } from '../json/value.ts';
import { recordLine } from '../record/write.ts';
import { withOwnGate } from './gate.ts';
import {
  createAnswerMask,
  createCredentialMask,
  secretNames,
  secretsInBody,
  secretsOfField,
  withoutSecretMembers,
  withoutSecretParameters,
} from './mask.ts';

const SECRET = 'tok3n-of-a-client';

function carrying(headers: readonly HeaderLine[], target: string, answer: string): Exchange {
  const exchange = sampleExchange({ answer });
  return { ...exchange, request: { ...exchange.request, headers, target } };
}

describe('createCredentialMask()', () => {
  test.each<[string, readonly HeaderLine[], string]>([
    ['a bearer token', [['Authorization', `Bearer ${SECRET}`]], '/v1/books'],
    ['a pair', [['authorization', `Basic ${Buffer.from(`user:${SECRET}`).toString('base64')}`]], '/v1/books'],
    ['a key in a field', [['X-Api-Key', SECRET]], '/v1/books'],
    ['a key in the query', [], `/v1/books?page=1&access_token=${SECRET}`],
    ['a session', [['Cookie', `theme=dark; session=${SECRET}`]], '/v1/books'],
  ])('takes %s out of its own exchange and of all later ones', (_name, headers, target) => {
    const mask = createCredentialMask(sampleInterface({}));
    const own = carrying(headers, target, `{"echo":"${SECRET}"}`);
    expect(recordLine({ type: 'exchange', exchange: own })).toMatch(/tok3n|dG9rM24|b2szbi/);
    mask.learn(own);
    const later = carrying([], '/v1/books', `{"seen":"${SECRET}"}`);
    const text = [own, later]
      .map((exchange) => recordLine({ type: 'exchange', exchange: mask.exchange(exchange) }))
      .join('');
    expect(text).not.toContain(SECRET);
    expect(mask.text(`got ${SECRET}`)).toBe('got $ASSAY_KEY');
  });

  test('leaves words alone that a client sent by mistake', () => {
    const mask = createCredentialMask(sampleInterface({}));
    mask.learn(carrying([['Authorization', 'Bearer null']], '/v1/books', ''));
    expect(mask.text('expected a string, got null')).toContain('null');
  });

  test('hides cookies, and shows what is no secret', () => {
    const mask = createCredentialMask(sampleInterface({}));
    const masked = mask.exchange(
      carrying(
        [
          ['Cookie', 'theme=dark'],
          ['Accept', '*/*'],
        ],
        '/v1/books?page=2',
        '',
      ),
    );
    expect(plainJson(masked.request.headers)).toBe('[["Cookie","theme=…"],["Accept","*/*"]]');
    expect(masked.request.target).toBe('/v1/books?page=2');
  });
});

const TOKEN = 'eyJ0b2tlbiI6IjQyIn0.Zk9-q7_wXy';

describe('createCredentialMask() by names', () => {
  test.each<[string, readonly HeaderLine[], string, string]>([
    ['a subscription key', [['Ocp-Apim-Subscription-Key', TOKEN]], '/v1/books', ''],
    ['a key of functions', [['X-Functions-Key', TOKEN]], '/v1/books', ''],
    ['a proof of possession', [['DPoP', TOKEN]], '/v1/books', ''],
    ['?key=', [], `/v1/books?key=${TOKEN}`, ''],
    ['?sig=', [], `/v1/books?a=1&sig=${TOKEN}`, ''],
    ['?code=', [], `/v1/books?code=${TOKEN}&page=2`, ''],
    ['a signed address', [], `/v1/books?X-Amz-Signature=${TOKEN}`, ''],
    ['a password in a body', [], '/v1/books', `{"user":"u","password" : "${TOKEN}"}`],
    ['a password in a form', [], '/v1/books', `user=u&password=${TOKEN}`],
    ['a cookie that comes again', [['Cookie', `theme=dark; shop=${TOKEN}`]], '/v1/books', ''],
  ])('takes out %s, and wherever it comes again', (_name, headers, target, body) => {
    withOwnGate(() => {
      const mask = createCredentialMask(sampleInterface({}));
      const own = carrying(headers, target, '[]');
      const sent = { ...own, request: { ...own.request, body: Buffer.from(body) } };
      mask.learn(sent);
      const later = carrying([], '/v1/books', `{"seen":"${TOKEN}"}`);
      const text = [sent, later]
        .map((exchange) => recordLine({ type: 'exchange', exchange: mask.exchange(exchange) }))
        .join('');
      expect(text).not.toContain(TOKEN);
      expect(text).toContain('"seen');
    });
  });

  test.each(['access_token', 'refresh_token', 'id_token', 'token', 'session', 'sessionId', 'clientSecret'])(
    'takes out the %s of a login answer, for good, and keeps its form',
    (member) => {
      withOwnGate(() => {
        const mask = createAnswerMask(sampleInterface({}));
        const login = mask(carrying([], '/v1/login', `{"${member}":"${TOKEN}","n":1}`));
        const body = login.result.kind === 'answer' ? Buffer.from(login.result.answer.body).toString() : '';
        expect(JSON.parse(body)).toEqual({ [member]: 'aaA0a0aaaaA0AaAaAa0.Aa0-a0_aAa', n: 1 });
        const later = mask(carrying([], '/v1/books', `{"seen":"${TOKEN}"}`));
        expect(recordLine({ type: 'exchange', exchange: later })).not.toContain(TOKEN);
      });
    },
  );

  test('takes more tokens of one answer than a call may have arguments', () => {
    withOwnGate(() => {
      const mask = createAnswerMask(sampleInterface({}));
      const answer = JSON.stringify(Array.from({ length: 150_000 }, () => ({ token: 'plain' })));
      expect(mask(carrying([], '/v1/books', answer)).result.kind).toBe('answer');
    });
  });

  test('leaves alone what assay sent itself, words, and numbers', () => {
    withOwnGate(() => {
      const mask = createAnswerMask(sampleInterface({}));
      const sent = carrying([], '/v1/books', `{"token":"${TOKEN}"}`);
      const own = { ...sent, request: { ...sent.request, body: Buffer.from(`{"token":"${TOKEN}"}`) } };
      expect(mask(own).result).toEqual(own.result);
      const plain = carrying([], '/v1/books', '{"tokens":12,"token_type":"bearer","keyword":"a","total":3}');
      expect(mask(plain).result).toEqual(plain.result);
    });
  });

  test('finds the secrets of a field that was given, and leaves ordinary values alone', () => {
    expect(secretsOfField(['X-Environment', 'staging'])).toEqual([]);
    expect(secretsOfField(['X-Gateway', TOKEN])).toContain(TOKEN);
    expect(secretsOfField(['X-Api-Key', 'short'])).toContain('short');
    expect(secretsOfField(['Cookie', `a=b; c=${TOKEN}`])).toContain(TOKEN);
    expect(secretsOfField(['Idempotency-Key', 'plain'])).toEqual([]);
  });

  test('takes the key out of an address inside of a text', () => {
    expect(withoutSecretParameters(`cannot reach "https://x.example/a?key=${TOKEN}&b=1"`)).toBe(
      'cannot reach "https://x.example/a?key=***&b=1"',
    );
    expect(withoutSecretParameters("'http://h/v1?api_key=$ASSAY_KEY'")).toContain('$ASSAY_KEY');
  });
});

describe('withoutSecretMembers() and secretsInBody()', () => {
  const names = secretNames(sampleInterface({}));
  const hidden = (value: string): string => value.replaceAll(/[a-z]/g, 'a');

  /** Every member and every field, whatever the body holds beside them. */
  const plainly = (text: string): { readonly text: string; readonly found: readonly string[] } => {
    const found: string[] = [];
    const keep = (name: string, value: string, whole: string, other: string): string => {
      if (!names.member(name)) return whole;
      found.push(value);
      return other;
    };
    const other = /^[A-Za-z0-9_.-]{1,40}=/.test(text)
      ? text.replaceAll(
          /(?<=^|&)([A-Za-z0-9_.-]{1,40})=([^&\s]{1,8192})/g,
          (whole, name: string, value: string) => keep(name, value, whole, `${name}=${hidden(value)}`),
        )
      : text.replaceAll(
          /"([A-Za-z0-9_.-]{1,40})"(\s{0,8}:\s{0,8})"((?:[^"\\]|\\[^]){1,8192})"/g,
          (whole, name: string, between: string, value: string) =>
            keep(name, value, whole, `"${name}"${between}"${hidden(value)}"`),
        );
    return { text: other, found };
  };

  const words = [
    'token',
    'Pass',
    'pwd',
    'secret',
    'apiKey',
    'session',
    'id',
    'jwt',
    'client_',
    'assertion',
    'otp',
  ];
  const word = fc.constantFrom(...words, 'user', 'x', '-', '_', '.', 'é', '\\"', ' ', '0');
  const piece = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const name = fc.oneof(
    piece,
    fc.constantFrom('access_token', 'sessionId', 'private-key', 'token'.repeat(9)),
  );
  const member = fc
    .tuple(name, fc.constantFrom(':', ' : ', ':\n', ' ', ','), piece)
    .map(([one, between, value]) => `"${one}"${between}"${value}"`);
  const field = fc.tuple(name, fc.constantFrom('=', ' = ', ''), piece).map((parts) => parts.join(''));
  const bodies = fc.oneof(
    fc.array(fc.oneof(member, piece), { maxLength: 8 }).map((parts) => `{${parts.join(',')}}`),
    fc.array(fc.oneof(field, piece), { maxLength: 8 }).map((parts) => parts.join('&')),
    fc
      .array(fc.oneof(word, fc.constantFrom('"', ':', '=', '&', '\\')), { maxLength: 20 })
      .map((parts) => parts.join('')),
  );

  test('find what a look at every member finds', () => {
    let secrets = 0;
    fc.assert(
      fc.property(bodies, (text) => {
        const [body, expected] = [new Uint8Array(Buffer.from(text, 'latin1')), plainly(text)];
        secrets += expected.found.length;
        expect(secretsInBody(body, names)).toEqual(expected.found);
        expect(Buffer.from(withoutSecretMembers(body, names, hidden)).toString('latin1')).toBe(expected.text);
      }),
      { seed: 7, numRuns: 2_000 },
    );
    expect(secrets).toBeGreaterThan(100);
  });
});
